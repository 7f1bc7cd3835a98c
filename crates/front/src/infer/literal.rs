//! Numbers in the text: whether they fit the types they get.

use super::{Check, Infer};
use crate::types::Ty;
use base::Scalar;
use base::diag::Diagnostic;

/// The number of a literal, its sign included.
#[derive(Clone, Copy)]
pub(super) enum Number {
    Int(i128),
    Float(f64),
}

impl Infer {
    /// Reports literals that do not fit the types they have got.
    pub(super) fn check_literals(&mut self) -> Check<()> {
        for (id, number, span) in std::mem::take(&mut self.literals) {
            let Some(Ty::Scalar(ty)) = self.types[id as usize].as_ref().map(|t| self.solver.shallow(t))
            else {
                continue;
            };
            let (fits, text) = match number {
                Number::Int(x) if ty.is_float() => (true, x.to_string()),
                Number::Int(x) => {
                    let bits = 8 * ty.bytes() as u32;
                    let (low, high) = if ty.is_unsigned() {
                        (0, (1i128 << bits) - 1)
                    } else {
                        (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1)
                    };
                    ((low..=high).contains(&x), x.to_string())
                }
                Number::Float(x) => (Scalar::from_f64(ty, x).as_f64().is_finite(), format!("{x:e}")),
            };
            if !fits {
                let message = format!("the number {text} is out of bounds for its type {ty}");
                return Err(Diagnostic::error("literal", message).label(span, format!("this is {ty}")));
            }
        }
        Ok(())
    }
}
