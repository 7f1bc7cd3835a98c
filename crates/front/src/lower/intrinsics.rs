//! What the names of the prelude that are declared with `val`, and the operators, stand for.

use super::exp::project;
use super::value::{Code, Fun, Value};
use super::{Low, Lower, shape};
use base::{BinOp, Scalar, ScalarType, UnOp};
use ir::{Atom, CheckKind, Exp, Type};
use std::rc::Rc;

/// What `++` becomes where the sizes of rows differ. No source can name it.
pub(super) const WIDENING_CONCAT: &str = "++ widening";

/// The scalar operation of a built-in operator.
pub(super) fn operator(name: &str) -> Option<BinOp> {
    let name = match name.split_once('.') {
        Some((ty, op)) if ScalarType::from_name(ty).is_some() => op,
        Some(_) | None => name,
    };
    Some(match name {
        "+" => BinOp::Add,
        "-" => BinOp::Sub,
        "*" => BinOp::Mul,
        "/" => BinOp::Div,
        "%" => BinOp::Mod,
        "//" => BinOp::Quot,
        "%%" => BinOp::Rem,
        "**" => BinOp::Pow,
        "&" => BinOp::And,
        "|" => BinOp::Or,
        "^" => BinOp::Xor,
        "<<" => BinOp::Shl,
        ">>" => BinOp::Shr,
        ">>>" => BinOp::Ushr,
        "==" => BinOp::Eq,
        "!=" => BinOp::Ne,
        "<" => BinOp::Lt,
        "<=" => BinOp::Le,
        ">" => BinOp::Gt,
        ">=" => BinOp::Ge,
        _ => return None,
    })
}

/// Whether a name that no text declares is an operation of two operands.
pub(super) fn is_operator(name: &str) -> bool {
    operator(name).is_some() || name == WIDENING_CONCAT
}

impl Lower<'_> {
    /// Calls an intrinsic with all its arguments.
    pub(super) fn intrinsic(&mut self, name: &str, args: &[Value]) -> Low<Value> {
        if let Some(op) = operator(name) {
            return self.operation(op, &args[0], &args[1]);
        }
        if let Some((ty, member)) = name.split_once('.')
            && let Some(ty) = ScalarType::from_name(ty)
        {
            return Ok(Value::Scalar(self.scalar_member(ty, member, args)));
        }
        match (name, args) {
            ("map" | "map2" | "map3" | "map4", [f, arrays @ ..]) => {
                self.map(arrays, |l, elems| l.apply_all(f, elems))
            }
            ("reduce", [op, ne, xs]) => self.fold(false, false, op, ne, xs),
            ("reduce_comm", [op, ne, xs]) => self.fold(false, true, op, ne, xs),
            ("scan", [op, ne, xs]) => self.fold(true, false, op, ne, xs),
            ("filter", [p, xs]) => self.filter(p, xs),
            ("zip" | "zip3", arrays) => {
                let width = self.size_of(&arrays[0])?;
                let mut elems = vec![];
                for array in arrays {
                    let sized = self.sized(array, width, shape::MISMATCH)?;
                    elems.push(element(&sized));
                }
                Ok(Value::array(Value::tuple(elems)))
            }
            ("unzip" | "unzip3", [xs]) => {
                let elem = element(xs);
                let parts = if name == "unzip" { 2 } else { 3 };
                let arrays = (0..parts).map(|i| Value::array(project(&elem, &i.to_string())));
                Ok(Value::tuple(arrays.collect()))
            }
            ("iota", [n]) => Ok(self.iota(scalar(n))),
            ("replicate", [n, x]) => {
                self.plain(x)?;
                let n = self.as_size(scalar(n));
                Ok(self.replicate(n, x))
            }
            ("length", [xs]) => Ok(Value::Scalar(self.size_of(xs)?)),
            ("++", [xs, ys]) => self.concat(&[xs.clone(), ys.clone()], false),
            (WIDENING_CONCAT, [xs, ys]) => self.concat(&[xs.clone(), ys.clone()], true),
            ("key_rising", [a, b]) => Ok(Value::Scalar(self.key_order(BinOp::Le, a, b)?)),
            ("key_falling", [a, b]) => Ok(Value::Scalar(self.key_order(BinOp::Ge, a, b)?)),
            ("intrinsics.key", [x]) => Ok(x.clone()),
            ("intrinsics.sort_order", [leq, keys]) => self.sort_order(leq, keys),
            ("copy", [x]) => Ok(self.copy(x)),
            ("assert", [cond, x]) => {
                let exp = Exp::check(CheckKind::Assert {
                    cond: scalar(cond),
                    what: "Assertion is false".into(),
                    vals: vec![],
                });
                self.bind("c", Type::Cert, exp);
                Ok(x.clone())
            }
            ("trace", [x]) => {
                let what = shown(x);
                let vals = x.leaves();
                self.bind("c", Type::Cert, Exp::Trace { what, vals });
                Ok(x.clone())
            }
            ("flatten", [xss]) => self.flatten(xss),
            ("flatten_3d", [xsss]) => {
                let xss = self.flatten(xsss)?;
                self.flatten(&xss)
            }
            ("flatten_4d", [xssss]) => {
                let xsss = self.flatten(xssss)?;
                let xss = self.flatten(&xsss)?;
                self.flatten(&xss)
            }
            ("unflatten" | "unflatten_to", [n, m, xs]) => self.unflatten(scalar(n), scalar(m), xs),
            ("transpose", [xss]) => self.transpose(xss),
            ("scatter", [dest, at, vals]) => self.scatter(dest, at, vals),
            ("reduce_by_index", [dest, op, ne, at, vals]) => self.combine(dest, (op, Some(ne)), at, vals),
            ("permute", [op, dest, at, vals]) => self.combine(dest, (op, None), at, vals),
            ("intrinsics.scatter_stream", [dest, f, xs]) => self.stream(dest, None, f, xs),
            ("intrinsics.hist_stream", [dest, op, ne, f, xs]) => {
                self.stream(dest, Some((op, Some(ne))), f, xs)
            }
            ("stream_map" | "stream_red" | "stream_fold" | "stream_seq", args) => self.streaming(name, args),
            ("intrinsics.size", [n]) => Ok(Value::Scalar(self.as_size(scalar(n)))),
            ("intrinsics.split_by", [sizes, total, xs]) => self.split_by(sizes, scalar(total), xs),
            ("intrinsics.of_side", [n, xs]) => self.sized(xs, scalar(n), shape::WRONG_SIDE),
            ("intrinsics.acc_write", [acc, i, v]) => self.acc_write(scalar(acc), scalar(i), v),
            _ => base::bug!("lower", "the prelude declares {name}, which nothing implements"),
        }
    }

    /// Whether a key comes before another one, or is as far: numbers and bools by `op`, what is not a number last; tuples by
    /// the first part in which they differ.
    fn key_order(&mut self, op: BinOp, a: &Value, b: &Value) -> Low<Atom> {
        match (a, b) {
            (Value::Scalar(a), Value::Scalar(b)) => {
                let before = self.bin(op, *a, *b);
                if !self.scalar_ty(*b).is_float() {
                    return Ok(before);
                }
                let last = self.bin(BinOp::Ne, *b, *b);
                Ok(self.bin(BinOp::Or, before, last))
            }
            (Value::Record(xs), Value::Record(ys)) => {
                let mut result = Atom::bool(true);
                for ((_, x), (_, y)) in xs.iter().zip(ys.iter()).rev() {
                    let (before, after) = (self.key_order(op, x, y)?, self.key_order(op, y, x)?);
                    let strictly = self.un(UnOp::Not, after);
                    let as_far = self.bin(BinOp::And, before, result);
                    result = self.bin(BinOp::Or, strictly, as_far);
                }
                Ok(result)
            }
            _ => {
                let message = "keys are numbers, bools, and tuples of these";
                Err(self.error("comprehension", message))
            }
        }
    }

    /// A built-in operator; equality also compares records.
    pub(super) fn operation(&mut self, op: BinOp, a: &Value, b: &Value) -> Low<Value> {
        if let (Value::Sum(..), Value::Sum(..)) = (a, b) {
            let equal = self.equal_sums(a, b)?;
            return Ok(Value::Scalar(if op == BinOp::Ne { self.un(UnOp::Not, equal) } else { equal }));
        }
        if let (Value::Scalar(a), Value::Scalar(b)) = (a, b) {
            return Ok(Value::Scalar(self.bin(op, *a, *b)));
        }
        let (Value::Record(xs), Value::Record(ys)) = (a, b) else {
            return self.compare_arrays(op, a, b);
        };
        if a.is_empty_element() {
            return Ok(Value::Scalar(Atom::bool(op == BinOp::Eq)));
        }
        let join = if op == BinOp::Ne { BinOp::Or } else { BinOp::And };
        let mut result = None;
        for ((_, x), (_, y)) in xs.iter().zip(ys.iter()) {
            let part = scalar(&self.operation(op, x, y)?);
            result = Some(result.map_or(part, |before| self.bin(join, before, part)));
        }
        Ok(Value::Scalar(result.unwrap_or(Atom::bool(op == BinOp::Eq))))
    }

    /// `==` and `!=` on arrays: shapes first, then elements.
    fn compare_arrays(&mut self, op: BinOp, a: &Value, b: &Value) -> Low<Value> {
        self.plain(a)?;
        if a.has_function() || !matches!((a, b), (Value::Array(_), Value::Array(_))) {
            return Err(self.unsupported("comparisons of functions"));
        }
        let (m, n) = (self.size_of(a)?, self.size_of(b)?);
        let same = self.bin(BinOp::Eq, m, n);
        let equal = self.branch(
            same,
            |l| {
                let b = l.sized(b, m, shape::MISMATCH)?;
                let flags = l.map(&[a.clone(), b], |l, args| l.operation(BinOp::Eq, &args[0], &args[1]))?;
                let and = Fun { code: Code::Intrinsic("&".into(), 2), args: vec![], home: None };
                l.fold(false, true, &Value::Fun(Rc::new(and)), &Value::Scalar(Atom::bool(true)), &flags)
            },
            |_| Ok(Value::Scalar(Atom::bool(false))),
        )?;
        if op == BinOp::Eq {
            return Ok(equal);
        }
        Ok(Value::Scalar(self.un(UnOp::Not, scalar(&equal))))
    }

    /// `f64.sqrt` and the like.
    fn scalar_member(&mut self, ty: ScalarType, member: &str, args: &[Value]) -> Atom {
        match args {
            [] => Atom::Const(match member {
                "highest" => ty.highest(),
                "lowest" => ty.lowest(),
                "inf" => Scalar::from_f64(ty, f64::INFINITY),
                "nan" => Scalar::from_f64(ty, f64::NAN),
                "pi" => Scalar::from_f64(ty, std::f64::consts::PI),
                "e" => Scalar::from_f64(ty, std::f64::consts::E),
                _ => base::bug!("lower", "no constant {ty}.{member}"),
            }),
            [a] => match UnOp::from_name(member) {
                Some(op) => self.un(op, scalar(a)),
                None => self.conv(ty, scalar(a)),
            },
            [a, b, ..] => match BinOp::from_name(member) {
                Some(op) => self.bin(op, scalar(a), scalar(b)),
                None => base::bug!("lower", "no operator {ty}.{member}"),
            },
        }
    }
}

fn scalar(value: &Value) -> Atom {
    match value {
        Value::Scalar(a) => *a,
        Value::Record(_) | Value::Array(_) | Value::Fun(_) | Value::Sum(..) => {
            base::bug!("lower", "a scalar is expected")
        }
    }
}

/// A value with `{}` for its leaves.
fn shown(value: &Value) -> String {
    match value {
        Value::Scalar(_) => "{}".to_string(),
        Value::Fun(_) => "a function".to_string(),
        Value::Array(elem) => shown(elem),
        Value::Sum(_, parts) => {
            let payloads = parts.iter().flat_map(|(_, p)| p).map(|v| format!(" {}", shown(v)));
            format!("#{{}}{}", payloads.collect::<String>())
        }
        Value::Record(fields) => {
            let tuple = crate::ast::is_tuple(fields);
            let part = |(name, v): &(crate::ast::Name, Value)| match tuple {
                true => shown(v),
                false => format!("{name} = {}", shown(v)),
            };
            let parts = fields.iter().map(part).collect::<Vec<String>>().join(", ");
            if tuple { format!("({parts})") } else { format!("{{ {parts} }}") }
        }
    }
}

fn element(array: &Value) -> Value {
    match array {
        Value::Array(elem) => (**elem).clone(),
        Value::Scalar(_) | Value::Record(_) | Value::Fun(_) | Value::Sum(..) => {
            base::bug!("lower", "an array is expected")
        }
    }
}
