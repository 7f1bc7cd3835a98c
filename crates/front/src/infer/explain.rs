//! Why two types are not one, in words.

use super::hints::{conversion, other_fields, results_differ};
use super::scope::{map_size, map_sizes};
use super::solver::{Solution, Solver};
use super::unify::Clash;
use crate::types::{Size, Ty};
use base::diag::{Diagnostic, Span};

impl Clash {
    /// Whether only sizes are at fault.
    fn of_sizes(&self) -> bool {
        matches!(self, Clash::Sizes(..) | Clash::Named | Clash::Scope(_) | Clash::Existential)
    }
}

/// What sizes are called that are only known when the program runs.
const NAMES: [&str; 6] = ["s", "t", "u", "v", "w", "z"];

impl Solver {
    pub(super) fn explain(&mut self, clash: Clash, wanted: &Ty, got: &Ty, span: Span) -> Diagnostic {
        self.call_unknowns(&clash, wanted, got);
        let types = (self.resolve(wanted), self.resolve(got));
        let (wanted, got) = (self.describe(wanted), self.describe(got));
        let message = format!("expected {wanted}, got {got}");
        let id = if clash.of_sizes() { "size-mismatch" } else { "type-mismatch" };
        let mut error = Diagnostic::error(id, message).label(span, format!("this is {got}"));
        for (unknown, name) in &self.called {
            // A size of what is wrong itself is seen in its type.
            if let Some(made) = self.made(*unknown).filter(|made| *made != span) {
                error = error.label(made, format!("[{name}] is a size of this"));
            }
        }
        match clash {
            Clash::Types => {
                error.notes.extend(conversion(&types.0, &types.1));
                other_fields(&types.0, &types.1, &mut error.notes);
                error
            }
            Clash::Sizes(a, b) => self.explain_sizes(error, &a, &b),
            Clash::Named => error
                .note("sizes of an element that have one name are not known to be the same here")
                .note("`:>` checks at run time that they are"),
            Clash::Scope(_) if let Some(error) = results_differ(&types.0, &got, span) => error,
            Clash::Scope(size) => match size {
                Size::Unknown(_) if let (Ty::Array(..), Ty::Array(..)) = &types => {
                    let size = self.describe_size(&size);
                    let which = if size == "[]" { "one of the sizes".into() } else { size };
                    let note = "is only known when the program runs, and may not be the other size";
                    error
                        .note(format!("{which} {note}"))
                        .note("`ys :> [length xs]t` checks at run time that it is")
                }
                Size::Unknown(_) => {
                    let size = self.describe_size(&size);
                    let which = if size == "[]" { "a size".into() } else { format!("the size {size}") };
                    error.note(format!("{which} that is computed inside is not known outside"))
                }
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
    fn explain_sizes(&self, error: Diagnostic, a: &Size, b: &Size) -> Diagnostic {
        let unknown = |size: &Size| size.any(&|s| matches!(s, Size::Unknown(_)));
        let (shown, other) = (self.describe_size(a), self.describe_size(b));
        match (a, b) {
            (Size::Any(..), Size::Any(..)) => error
                .note("it is one size for each element, but the rows vary inside of the elements")
                .note("`:>` checks at run time that each element has one size"),
            (_, Size::Any(..)) => error
                .note(format!("{shown} is one size, but the rows vary in size"))
                .note("`:>` checks at run time that they have one size"),
            (_, Size::Ext(_)) => error
                .note("the size of the result may differ from call to call")
                .note("a lambda, as in `\\xs -> g (f xs)`, gives the result of each call a size of its own"),
            (Size::Param(..), Size::Param(..)) if shown == other => error
                .note(format!("these are two sizes called {shown}, one of which hides the other"))
                .note("give one of them another name"),
            _ if shown == other => error
                .note("each row has a size of its own: those of two rows are not known to be the same")
                .note("`ys :> [length xs]t` checks at run time that they are"),
            _ if unknown(a) && unknown(b) => error
                .note(format!("{shown} and {other} are only known when the program runs, and may differ"))
                .note("`ys :> [length xs]t` checks at run time that they are the same"),
            _ if unknown(a) || unknown(b) => {
                let (known, unknown) = if unknown(b) { (shown, other) } else { (other, shown) };
                error
                    .note(format!("{unknown} is only known when the program runs, and may not be {known}"))
                    .note(format!("`xs :> {known}t` checks at run time that it is"))
            }
            _ => error.note(format!("the sizes {shown} and {other} are not the same")),
        }
    }
    /// Gives names to the unknown sizes that are at fault, so that one can be told from the other.
    fn call_unknowns(&mut self, clash: &Clash, wanted: &Ty, got: &Ty) {
        self.called.clear();
        let sizes: &[&Size] = match clash {
            Clash::Sizes(a, b) => &[a, b],
            Clash::Scope(size) => &[size],
            _ => return,
        };
        let written = format!("{} {}", self.describe(wanted), self.describe(got));
        let taken = |name: &str| written.split(|c: char| !c.is_alphanumeric()).any(|word| word == name);
        let mut names = NAMES.into_iter().filter(|name| !taken(name));
        let mut called: Vec<(u32, &'static str)> = vec![];
        for size in sizes {
            map_size(&self.size(size), &mut |part| {
                if let Size::Unknown(k) = part
                    && self.made(*k).is_some()
                    && called.iter().all(|(known, _)| known != k)
                {
                    called.extend(names.next().map(|name| (*k, name)));
                }
                part.clone()
            });
        }
        self.called = called;
    }
    /// An unknown size as it is called in the error that is told now.
    fn as_called(&self, size: &Size) -> Size {
        let name = match size {
            Size::Unknown(k) => self.called.iter().find(|(called, _)| called == k).map(|(_, name)| *name),
            _ => None,
        };
        name.map_or_else(|| size.clone(), |name| Size::Param(name.into(), base::Id::from_index(0)))
    }
    fn describe_size(&self, size: &Size) -> String {
        map_size(&self.size(size), &mut |part| self.as_called(part)).to_string()
    }
    /// A type in words: an open number is `a number`.
    pub(super) fn describe(&self, ty: &Ty) -> String {
        let called = |ty: &Ty| map_sizes(ty, &mut |size| self.as_called(size)).to_string();
        match self.resolve(ty) {
            Ty::Var(v) => match self.solution(v) {
                Solution::Free(free) => free.class.words().to_string(),
                Solution::Bound(ty) => called(&ty),
            },
            ty => called(&ty),
        }
    }
}
