//! The built-in operators.

use super::Infer;
use super::class::Class;
use super::solver::Free;
use crate::types::Ty;

impl Infer {
    /// The types of the built-in operators.
    pub(super) fn operator(&mut self, name: &str) -> Option<Ty> {
        let (class, compares) = operator_class(name)?;
        // Arrays of other sizes can be compared: they are not equal.
        let under = (self.solver.widening && class == Class::Eq).then_some(0);
        let level = self.solver.level;
        let operand = self.solver.fresh_free(Free { level, class, plain: false, under, one_shape: false });
        let result = if compares { Ty::bool() } else { operand.clone() };
        Some(Ty::fun(operand.clone(), Ty::fun(operand, result)))
    }
}

/// What the built-in operators take, and whether they compare.
fn operator_class(name: &str) -> Option<(Class, bool)> {
    Some(match name {
        "+" | "-" | "*" | "/" | "%" | "**" => (Class::Num, false),
        "//" | "%%" | "<<" | ">>" | ">>>" => (Class::Int, false),
        "&" | "|" | "^" => (Class::Bits, false),
        "==" | "!=" => (Class::Eq, true),
        "<" | "<=" | ">" | ">=" => (Class::Ord, true),
        _ => return None,
    })
}

/// Whether this is a built-in operator.
pub(crate) fn is_operator(name: &str) -> bool {
    operator_class(name).is_some()
}
