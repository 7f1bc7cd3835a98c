//! Expressions as C text, for kernels and for host parts.
//!
//! Every expression is printed so that its C type holds the value exactly: operators on which C promises nothing (overflow,
//! division by zero, wide shifts, conversions from float) are functions of `support/common.h`.

use crate::Limitation;
use crate::power::by_power;
use crate::reciprocal::{Divisor, divides};
use crate::row_pointers::in_row;
use base::{BinOp, IdVec, Scalar, ScalarType, UnOp};
use ir::kernel::{Exp, HostExp, KType, KVar, KVarInfo, OnDevice, OnHost, Side};
use ir::vector::type_of;
use rustc_hash::{FxHashMap, FxHashSet};

/// What kernels and host parts print differently.
pub(crate) trait Printed: Side {
    /// What the other part does not have.
    fn print(&self, exps: &mut Exps) -> String;

    /// A choice.
    fn select(exps: &mut Exps, cond: &Exp<Self>, a: &Exp<Self>, b: &Exp<Self>) -> String;
}

impl Printed for OnDevice {
    fn print(&self, exps: &mut Exps) -> String {
        match self {
            OnDevice::Load(buf, at) => {
                let cell = exps.cell(*buf, at);
                if exps.streamed.contains(buf) && !exps.locked { format!("STREAMED({cell})") } else { cell }
            }
            OnDevice::Failed => "bad".to_string(),
        }
    }

    fn select(exps: &mut Exps, cond: &Exp, a: &Exp, b: &Exp) -> String {
        if exps.checked.contains(cond) {
            return exps.exp(a);
        }
        let guards = [cond, a, b].into_iter().any(Exp::loads);
        let ty = type_of(exps.vars, a);
        if exps.masks && !guards && *cond != Exp::FAILED && !ty.is_float() {
            let ty = exps.scalar_type(ty);
            return format!("pick_{ty}({}, {}, {})", exps.exp(cond), exps.exp(a), exps.exp(b));
        }
        exps.choice(cond, a, b)
    }
}

impl Printed for OnHost {
    fn print(&self, exps: &mut Exps) -> String {
        let OnHost::Workers(n) = self;
        format!("workers_for(rt, {})", exps.exp(n))
    }

    fn select(exps: &mut Exps, cond: &HostExp, a: &HostExp, b: &HostExp) -> String {
        exps.choice(cond, a, b)
    }
}

/// Prints the expressions of one kernel or host function.
pub(crate) struct Exps<'a> {
    pub(crate) vars: &'a IdVec<KVar, KVarInfo>,
    /// The C type of address arithmetic, which names its functions.
    pub(crate) index: &'static str,
    /// Whether loads and stores are inside a lock.
    pub(crate) locked: bool,
    /// Buffers that are read once, while others should stay in caches.
    pub(crate) streamed: FxHashSet<KVar>,
    /// Whether one of two integers is chosen by masks: what looks like a branch may become one, which may be guessed wrong.
    pub(crate) masks: bool,
    /// What holds here, because a check in front has asked for it: a choice by it is none.
    pub(crate) checked: Vec<Exp>,
    /// Numbers whose reciprocals are there.
    pub(crate) reciprocals: FxHashMap<KVar, Divisor>,
    /// Rows to which there are pointers here: the buffer, and the index of the first element.
    pub(crate) rows: Vec<(KVar, KVar)>,
    /// The first thing that could not be printed.
    pub(crate) limitation: Option<Limitation>,
}

impl<'a> Exps<'a> {
    pub(crate) fn new(vars: &'a IdVec<KVar, KVarInfo>, index: &'static str) -> Exps<'a> {
        let streamed = FxHashSet::default();
        let reciprocals = FxHashMap::default();
        let checked = vec![];
        Exps {
            vars,
            index,
            locked: false,
            masks: false,
            checked,
            reciprocals,
            streamed,
            rows: vec![],
            limitation: None,
        }
    }

    /// Remembers what cannot be printed; the text is thrown away.
    pub(crate) fn refuse(&mut self, what: String) -> String {
        self.limitation.get_or_insert(Limitation { what });
        "0".into()
    }

    /// The C name of a variable. The number makes it unique and different from every function.
    pub(crate) fn var(&self, var: KVar) -> String {
        let hint = &self.vars[var].name;
        let mut name: String =
            hint.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            name.insert(0, 'v');
        }
        format!("{name}_{}", var.0)
    }

    /// The C type of a scalar.
    pub(crate) fn scalar_type(&mut self, ty: ScalarType) -> &'static str {
        if ty == ScalarType::Bool { "u8" } else { ty.name() }
    }

    /// The type of the elements of a buffer.
    pub(crate) fn elem(&mut self, buf: KVar) -> ScalarType {
        match self.vars[buf].ty {
            KType::Buf(elem) | KType::Scalar(elem) => elem,
            KType::Index => ScalarType::I64,
        }
    }

    /// An element of a buffer, as an lvalue.
    pub(crate) fn cell(&mut self, buf: KVar, at: &Exp) -> String {
        if let Some((base, rest)) = in_row(at)
            && self.rows.contains(&(buf, base))
            && !self.locked
        {
            return format!("{}[{}]", self.row_pointer(buf, base), self.exp(rest));
        }
        let (name, at, elem) = (self.var(buf), self.exp(at), self.elem(buf));
        let elem = self.scalar_type(elem);
        if self.locked { format!("COHERENT({elem}, {name})[{at}]") } else { format!("{name}[{at}]") }
    }

    /// The name of the pointer to a row.
    pub(crate) fn row_pointer(&self, buf: KVar, base: KVar) -> String {
        format!("{}_at_{}", self.var(buf), self.var(base))
    }

    pub(crate) fn exp<S: Printed>(&mut self, exp: &Exp<S>) -> String {
        match exp {
            Exp::Const(x) => self.constant(*x),
            Exp::Index(n) => integer("widx", *n as i128),
            Exp::Var(var) => self.var(*var),
            Exp::Bin(op, ty, a, b) => {
                if let Some((op, by)) = by_power(*op, *ty, b) {
                    let (a, by) = (self.exp(a), self.constant(by));
                    return self.binary(op, *ty, &a, &by);
                }
                let by = self.reciprocal(*op, b);
                let (a, b) = (self.exp(a), self.exp(b));
                match by {
                    Some(by) => format!("{}_by_{ty}({a}, {b}, {by})", op.name()),
                    None => self.binary(*op, *ty, &a, &b),
                }
            }
            Exp::IndexBin(op, a, b) => {
                let by = self.reciprocal(*op, b);
                let (a, b) = (self.exp(a), self.exp(b));
                if let Some(by) = by {
                    let kind = if matches!(op, BinOp::Div | BinOp::Quot) { "div" } else { "mod" };
                    return format!("(widx){kind}_by_u64((u64){a}, (u64){b}, {by})");
                }
                self.index_binary(*op, &a, &b)
            }
            Exp::Un(op, ty, a) => {
                let a = self.exp(a);
                self.unary(*op, *ty, &a)
            }
            Exp::Conv(from, to, a) => {
                let a = self.exp(a);
                self.convert(*from, *to, &a)
            }
            Exp::FromIndex(a) => format!("(i64){}", self.exp(a)),
            Exp::Small(a) => format!("(i32){}", self.exp(a)),
            Exp::ToIndex(a) => format!("(widx){}", self.exp(a)),
            Exp::Select(cond, a, b) => S::select(self, cond, a, b),
            Exp::Only(only) => only.print(self),
        }
    }

    /// `a` where the condition holds, else `b`.
    fn choice<S: Printed>(&mut self, cond: &Exp<S>, a: &Exp<S>, b: &Exp<S>) -> String {
        format!("({} ? {} : {})", self.exp(cond), self.exp(a), self.exp(b))
    }

    /// The reciprocal of a number that is divided by.
    fn reciprocal<S>(&self, op: BinOp, by: &Exp<S>) -> Option<String> {
        let Exp::Var(var) = by else { return None };
        self.reciprocals.get(var).filter(|_| divides(op)).map(|divisor| self.by(*divisor))
    }

    /// The name of a reciprocal.
    pub(crate) fn by(&self, divisor: Divisor) -> String {
        let kind = if divisor.or_one { "by_some" } else { "by" };
        format!("{kind}_{}", self.var(divisor.param))
    }

    pub(crate) fn constant(&mut self, x: Scalar) -> String {
        let ty = self.scalar_type(x.ty());
        match x {
            Scalar::F32(f) => float(f as f64, "f", || format!("f32_of_bits({:#x}u)", f.to_bits())),
            Scalar::F64(f) => float(f, "", || format!("f64_of_bits({:#x}u)", f.to_bits())),
            Scalar::F16(f) => format!("(f16){:#x}", f.to_bits()),
            Scalar::Bool(b) => format!("{}", b as u8),
            Scalar::U8(_) | Scalar::U16(_) | Scalar::U32(_) | Scalar::U64(_) => integer(ty, x.bits() as i128),
            Scalar::I8(_) | Scalar::I16(_) | Scalar::I32(_) | Scalar::I64(_) => {
                integer(ty, x.as_i64() as i128)
            }
        }
    }

    pub(crate) fn binary(&mut self, op: BinOp, ty: ScalarType, a: &str, b: &str) -> String {
        if let Some(sign) = infix(op, ty) {
            return format!("({a} {sign} {b})");
        }
        if ty == ScalarType::F16 {
            use BinOp::{And, MulHi, Or, Shl, Shr, Ushr, Wrap, Xor};
            if matches!(op, And | Or | Xor | Shl | Shr | Ushr | MulHi | Wrap) {
                return self.refuse(format!("{} on {ty}", op.name()));
            }
            return format!("{}_{ty}({a}, {b})", op.name());
        }
        let known = match op {
            BinOp::Min | BinOp::Max => true,
            BinOp::Mod | BinOp::Quot | BinOp::Rem | BinOp::Pow => ty != ScalarType::Bool,
            BinOp::Atan2 | BinOp::Hypot | BinOp::Copysign => ty.is_float(),
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div => ty.is_integer(),
            BinOp::Shl | BinOp::Shr | BinOp::Ushr | BinOp::MulHi | BinOp::Wrap => ty.is_integer(),
            BinOp::And | BinOp::Or | BinOp::Xor => false,
            BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => false,
        };
        if !known {
            return self.refuse(format!("{} on {ty}", op.name()));
        }
        format!("{}_{ty}({a}, {b})", op.name())
    }

    pub(crate) fn index_binary(&mut self, op: BinOp, a: &str, b: &str) -> String {
        let index = self.index;
        let call = |name: &str| format!("{name}_{index}({a}, {b})");
        match op {
            BinOp::Add => format!("({a} + {b})"),
            BinOp::Sub => format!("({a} - {b})"),
            BinOp::Mul => format!("({a} * {b})"),
            BinOp::Div | BinOp::Quot => call("index_div"),
            BinOp::Mod | BinOp::Rem => call("index_mod"),
            BinOp::Min | BinOp::Max | BinOp::Pow | BinOp::Shl | BinOp::Shr | BinOp::Ushr => call(op.name()),
            BinOp::Atan2 | BinOp::Hypot | BinOp::Copysign | BinOp::MulHi | BinOp::Wrap => {
                self.refuse(format!("{} on an index", op.name()))
            }
            BinOp::And
            | BinOp::Or
            | BinOp::Xor
            | BinOp::Eq
            | BinOp::Ne
            | BinOp::Lt
            | BinOp::Le
            | BinOp::Gt
            | BinOp::Ge => {
                let sign = infix(op, ScalarType::I64).unwrap_or("?");
                format!("({a} {sign} {b})")
            }
        }
    }

    fn unary(&mut self, op: UnOp, ty: ScalarType, a: &str) -> String {
        match (op, ty) {
            (UnOp::Not, ScalarType::Bool) => format!("!{a}"),
            (UnOp::Neg, ScalarType::F32 | ScalarType::F64) => format!("(-{a})"),
            (UnOp::Neg | UnOp::Not | UnOp::Abs | UnOp::Sgn | UnOp::Popc | UnOp::Clz | UnOp::Ctz, t)
                if t.is_integer() =>
            {
                format!("{}_{ty}({a})", op.name())
            }
            (UnOp::FromBits, ScalarType::U16 | ScalarType::U32 | ScalarType::U64) => {
                format!("{}_of_bits({a})", op.result(ty))
            }
            (UnOp::ToBits, t) if t.is_float() => format!("bits_of_{ty}({a})"),
            (op, t)
                if t.is_float()
                    && !matches!(op, UnOp::Not | UnOp::Popc | UnOp::Clz | UnOp::Ctz | UnOp::FromBits) =>
            {
                format!("{}_{ty}({a})", op.name())
            }
            (op, t) => self.refuse(format!("{} on {t}", op.name())),
        }
    }

    fn convert(&mut self, from: ScalarType, to: ScalarType, a: &str) -> String {
        let name = self.scalar_type(to);
        // A 16-bit float is its bits in C; a double holds whatever is converted from and to it, or is as far off.
        if from == ScalarType::F16 && to != ScalarType::F16 {
            let wide = format!("f64_of_f16({a})");
            return self.convert(ScalarType::F64, to, &wide);
        }
        if to == ScalarType::F16 && from != ScalarType::F16 {
            return format!("f16_of_f64((f64){a})");
        }
        if to == ScalarType::Bool {
            format!("({a} != 0)")
        } else if from.is_float() && to.is_integer() {
            format!("{name}_of_float({a})")
        } else if from.is_signed() && to.is_unsigned() && from.bytes() < to.bytes() {
            format!("({name})(u{}){a}", 8 * from.bytes())
        } else if from.is_integer() && to.is_signed() && to.bytes() < from.bytes() {
            format!("NARROW({name}, {a})")
        } else {
            format!("({name}){a}")
        }
    }

    /// The bits of a value of type `ty`, as the failure record and the arguments of launches hold them.
    pub(crate) fn bits(&mut self, ty: ScalarType, value: &str) -> String {
        if matches!(ty, ScalarType::F32 | ScalarType::F64) {
            return format!("(i64)bits_of_{ty}({value})");
        }
        format!("(i64){value}")
    }
}

/// The C operator that means exactly this, where there is one.
#[allow(clippy::wildcard_enum_match_arm)] // A new operator has a function of its own.
fn infix(op: BinOp, ty: ScalarType) -> Option<&'static str> {
    let float = ty.is_float();
    if ty == ScalarType::F16 {
        return None;
    }
    Some(match op {
        BinOp::Add if float => "+",
        BinOp::Sub if float => "-",
        BinOp::Mul if float => "*",
        BinOp::Div if float => "/",
        BinOp::And if !float => "&",
        BinOp::Or if !float => "|",
        BinOp::Xor if !float => "^",
        BinOp::Eq => "==",
        BinOp::Ne => "!=",
        BinOp::Lt => "<",
        BinOp::Le => "<=",
        BinOp::Gt => ">",
        BinOp::Ge => ">=",
        _ => return None,
    })
}

/// An integer constant of C type `ty`. The least number has no literal.
fn integer(ty: &str, x: i128) -> String {
    if x == i64::MIN as i128 {
        format!("({ty})({} - 1)", x + 1)
    } else if x > i64::MAX as i128 {
        format!("({ty}){x}u")
    } else {
        format!("({ty}){x}")
    }
}

/// A float constant: decimal where that is plainly exact, else hexadecimal, else the bits.
fn float(x: f64, suffix: &str, bits: impl Fn() -> String) -> String {
    if !x.is_finite() {
        return bits();
    }
    let sign = if x.is_sign_negative() { "-" } else { "" };
    let magnitude = x.abs();
    let text = if magnitude.fract() == 0.0 && magnitude < 1e6 {
        format!("{sign}{magnitude:.1}{suffix}")
    } else {
        let raw = magnitude.to_bits();
        let (exponent, fraction) = ((raw >> 52) as i64, raw & ((1 << 52) - 1));
        // A subnormal number has no hidden bit.
        let (lead, exponent) = if exponent == 0 { (0, -1022) } else { (1, exponent - 1023) };
        let digits = format!("{fraction:013x}");
        format!("{sign}0x{lead}.{}p{exponent}{suffix}", digits.trim_end_matches('0'))
    };
    if x.is_sign_negative() { format!("({text})") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn float_constants_are_exact_text() {
        let text = |x: f64| float(x, "", || "bits".into());
        assert_eq!(text(3.0), "3.0");
        assert_eq!(text(-0.0), "(-0.0)");
        assert_eq!(text(0.1), "0x1.999999999999ap-4");
        assert_eq!(text(f64::MIN_POSITIVE / 2.0), "0x0.8p-1022");
        assert_eq!(text(f64::NAN), "bits");
    }

    #[test]
    fn integer_constants_have_a_literal() {
        assert_eq!(integer("i64", i64::MIN as i128), "(i64)(-9223372036854775807 - 1)");
        assert_eq!(integer("u64", u64::MAX as i128), "(u64)18446744073709551615u");
    }
}
