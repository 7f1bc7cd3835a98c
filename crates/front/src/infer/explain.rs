//! Why two types are not one, in words.

use super::solver::{Solution, Solver};
use super::unify::Clash;
use crate::types::{Size, Ty};
use base::diag::{Diagnostic, Span};

impl Clash {
    /// Whether only sizes are at fault.
    fn of_sizes(&self) -> bool {
        matches!(self, Clash::Sizes(..) | Clash::Scope(_) | Clash::Existential)
    }
}

impl Solver {
    pub(super) fn explain(&self, clash: Clash, wanted: &Ty, got: &Ty, span: Span) -> Diagnostic {
        let (wanted, got) = (self.describe(wanted), self.describe(got));
        let message = format!("expected {wanted}, got {got}");
        let id = if clash.of_sizes() { "size-mismatch" } else { "type-mismatch" };
        let error = Diagnostic::error(id, message).label(span, format!("this is {got}"));
        match clash {
            Clash::Types => error,
            Clash::Sizes(a, b) => match (&a, &b) {
                (Size::Any(_), Size::Any(_)) => error
                    .note("it is one size for each element, but the rows vary inside of the elements")
                    .note("`:>` checks at run time that each element has one size"),
                (_, Size::Any(_)) => error
                    .note(format!("{a} is one size, but the rows vary in size"))
                    .note("`:>` checks at run time that they have one size"),
                (_, Size::Ext(_)) => error.note("the size of the result may differ from call to call").note(
                    "a lambda, as in `\\xs -> g (f xs)`, gives the result of each call a size of its own",
                ),
                _ if a.to_string() == b.to_string() => error
                    .note("two sizes that are not known are not known to be the same")
                    .note("`ys :> [length xs]t` checks at run time that they are"),
                _ => error.note(format!("the sizes {a} and {b} are not the same")),
            },
            Clash::Scope(size) => match size {
                Size::Unknown(_) => error.note("a size that is computed inside is not known outside"),
                size => error.note(format!("the size {size} is not known outside")),
            },
            Clash::TypeScope(ty) => error.note(format!("the type {ty} is not known outside")),
            Clash::Existential => {
                error.note("the size of the result may differ from call to call, but one size is needed here")
            }
            Clash::Class(class, ty) => error.note(format!("{} is not {}", self.describe(&ty), class.words())),
            Clash::Shape => Diagnostic::error(
                "irregular-element",
                format!("the elements of {got} vary in shape, but one shape is needed"),
            )
            .label(span, format!("this is {got}"))
            .note("`flatten` joins rows; `xs :> [n][m]t` checks at run time that all rows have one size"),
            Clash::Infinite => Diagnostic::error("infinite-type", "this needs a type that contains itself")
                .label(span, format!("{wanted} and {got} cannot be the same")),
        }
    }
    /// A type in words: an open number is `a number`.
    pub(super) fn describe(&self, ty: &Ty) -> String {
        match self.resolve(ty) {
            Ty::Var(v) => match self.solution(v) {
                Solution::Free(free) => free.class.words().to_string(),
                Solution::Bound(ty) => ty.to_string(),
            },
            ty => ty.to_string(),
        }
    }
}
