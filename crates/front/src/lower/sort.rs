//! Which way an array is sorted.
//!
//! Keys that are numbers, bools or tuples of these are sorted by radix passes if they are compared in the order of comprehensions or
//! by `<=` or `>=`: each becomes a `u64` that is ordered as the key is. Tuples are sorted by their last part first, and every
//! sort keeps the order of what is equal. Anything else is sorted by merging. Both are written in the prelude.

use super::intrinsics::operator;
use super::value::{Code, Value};
use super::{Low, Lower};
use base::{BinOp, Scalar, ScalarType, UnOp};
use ir::{Atom, Exp};

impl Lower<'_> {
    /// The positions of keys in the order of a `<=`.
    pub(super) fn sort_order(&mut self, leq: &Value, keys: &Value) -> Low<Value> {
        let (Some(falls), Some(columns)) = (falls(leq), self.key_columns(keys)) else {
            return self.prelude_call("merge_order", vec![leq.clone(), keys.clone()]);
        };
        // In a map there are many sorts at once.
        let inside = self.open.iter().any(|body| body.width.is_some());
        let sort = if inside { "radix_order_rows" } else { "radix_order" };
        let count = self.size_of(keys)?;
        let mut order = self.iota(count);
        for column in columns.into_iter().rev() {
            let column = Value::array(Value::Scalar(column));
            let bits =
                self.map(&[column], |l, key| Ok(Value::Scalar(l.key_bits(key[0].leaves()[0], falls))))?;
            order = self.prelude_call(sort, vec![bits, order])?;
        }
        Ok(order)
    }
    /// The arrays of the parts of keys, the first one first, if these are numbers and bools.
    fn key_columns(&self, keys: &Value) -> Option<Vec<Atom>> {
        fn parts(key: &Value, columns: &mut Vec<Atom>) -> bool {
            match key {
                Value::Scalar(column) => {
                    columns.push(*column);
                    true
                }
                Value::Record(_) if key.is_empty_element() => false,
                Value::Record(fields) => fields.iter().all(|(_, part)| parts(part, columns)),
                Value::Array(_) | Value::Fun(_) | Value::Sum(..) => false,
            }
        }
        let Value::Array(key) = keys else { return None };
        let mut columns = vec![];
        parts(key, &mut columns).then_some(columns)
    }

    /// A `u64` that is ordered as a number or bool is, or the other way; what is not a number is the largest either way, and
    /// both zeros are one.
    fn key_bits(&mut self, key: Atom, falls: bool) -> Atom {
        let ty = self.scalar_ty(key);
        if ty.is_float() {
            return self.float_bits(key, ty, falls);
        }
        let bits = match ty {
            ScalarType::Bool => self.conv(ScalarType::U8, key),
            _ => self.conv(unsigned(ty), key),
        };
        let bits = match ty.is_signed() {
            true => self.bin(BinOp::Xor, bits, Atom::Const(sign_bit(unsigned(ty)))),
            false => bits,
        };
        let bits = if falls { self.un(UnOp::Not, bits) } else { bits };
        self.conv(ScalarType::U64, bits)
    }
    fn float_bits(&mut self, key: Atom, ty: ScalarType, falls: bool) -> Atom {
        let raw = UnOp::ToBits.result(ty);
        let constant = |bits: u64| Atom::Const(Scalar::from_bits(raw, bits));
        let sign = Atom::Const(sign_bit(raw));
        let zero = self.bin(BinOp::Eq, key, Atom::Const(ty.zero()));
        let bits = self.un(UnOp::ToBits, key);
        let bits = self.choose(zero, constant(0), bits);
        let signed = self.bin(BinOp::And, bits, sign);
        let negative = self.bin(BinOp::Ne, signed, constant(0));
        let (below, above) = (self.un(UnOp::Not, bits), self.bin(BinOp::Or, bits, sign));
        let bits = self.choose(negative, below, above);
        let bits = if falls { self.un(UnOp::Not, bits) } else { bits };
        let not_a_number = self.bin(BinOp::Ne, key, key);
        let bits = self.choose(not_a_number, constant(u64::MAX), bits);
        self.conv(ScalarType::U64, bits)
    }
    fn choose(&mut self, cond: Atom, a: Atom, b: Atom) -> Atom {
        let ty = self.ty(b);
        match cond {
            Atom::Const(c) => {
                if c.as_bool() {
                    a
                } else {
                    b
                }
            }
            Atom::Var(_) => self.bind("bits", ty, Exp::select(cond, a, b)).into(),
        }
    }
}

/// Whether a comparison that radix passes can replace orders from large to small.
fn falls(leq: &Value) -> Option<bool> {
    let Value::Fun(fun) = leq else { return None };
    let Code::Intrinsic(name, _) = &fun.code else { return None };
    match (&**name, operator(name)) {
        _ if !fun.args.is_empty() => None,
        ("key_rising", _) | (_, Some(BinOp::Le)) => Some(false),
        ("key_falling", _) | (_, Some(BinOp::Ge)) => Some(true),
        _ => None,
    }
}

/// The unsigned type of the same width.
fn unsigned(ty: ScalarType) -> ScalarType {
    match ty.bytes() {
        1 => ScalarType::U8,
        2 => ScalarType::U16,
        4 => ScalarType::U32,
        _ => ScalarType::U64,
    }
}

fn sign_bit(ty: ScalarType) -> Scalar {
    Scalar::from_bits(ty, 1 << (8 * ty.bytes() - 1))
}
