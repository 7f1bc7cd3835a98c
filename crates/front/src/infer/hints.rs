//! Errors about arguments that are usual mistakes, said in terms of the mistake.

use super::Infer;
use crate::ast::{Exp, ExpKind, Lambda, Pat, PatKind, is_tuple};
use crate::types::{Ty, plain_name};
use base::ScalarType;
use base::diag::{Diagnostic, Span};

/// Functions that take a neutral element, how many arguments they take, and which of these it is.
const FOLDS: [(&str, usize, usize); 4] =
    [("reduce", 3, 1), ("reduce_comm", 3, 1), ("scan", 3, 1), ("reduce_by_index", 5, 2)];

impl Infer {
    /// The usual mistake behind an error about an argument, if it is one.
    pub(super) fn usual_mistake(
        &self,
        head: &Exp,
        spine: &[(&Exp, &Exp)],
        arg: &Exp,
        from: &Ty,
    ) -> Option<Diagnostic> {
        let name = match &head.kind {
            ExpKind::Var(name) | ExpKind::Global(name) => plain_name(name),
            _ => return None,
        };
        self.no_neutral_element(name, head, spine, arg, from)
            .or_else(|| self.too_many_parameters(name, head, spine, arg, from))
    }

    /// `reduce (+) xs`: the array has taken the place of the neutral element.
    fn no_neutral_element(
        &self,
        name: &str,
        head: &Exp,
        spine: &[(&Exp, &Exp)],
        arg: &Exp,
        from: &Ty,
    ) -> Option<Diagnostic> {
        let (_, count, place) = FOLDS.into_iter().find(|(fold, ..)| *fold == name)?;
        let given = spine.len();
        if given >= count {
            return None;
        }
        let array = match self.solver.resolve(from) {
            // It was to combine arrays. A function of arrays may well be given, but is built from others.
            Ty::Fun(_, elem, _) => matches!(*elem, Ty::Array(..)) && !matches!(arg.kind, ExpKind::Apply(..)),
            _ => {
                let got = self.types[arg.id as usize].as_ref().map(|ty| self.solver.shallow(ty));
                let neutral = spine.get(place).is_some_and(|(_, neutral)| neutral.id == arg.id);
                neutral && matches!(got, Some(Ty::Array(..)))
            }
        };
        if !array {
            return None;
        }
        let error = Diagnostic::error("neutral-element", format!("{name} needs a neutral element"));
        let error = match spine.get(place) {
            Some((_, array)) => error.label(array.span, "this array stands in its place"),
            None => error.label(head.span, "it comes after the operator"),
        };
        Some(error.note(match name {
            "reduce_by_index" => "write `reduce_by_index dest (+) 0 is xs`: 0 is neutral for `+`".to_string(),
            _ => format!(
                "write `{name} (+) 0 xs`: 0 is neutral for `+`, 1 for `*`, the lowest number for `max`"
            ),
        }))
    }

    /// `map (\x y -> ..) pairs`: a function of several arguments where one of one argument is called.
    fn too_many_parameters(
        &self,
        name: &str,
        head: &Exp,
        spine: &[(&Exp, &Exp)],
        arg: &Exp,
        from: &Ty,
    ) -> Option<Diagnostic> {
        let ExpKind::Lambda(lambda) = &arg.kind else { return None };
        let count = lambda.params.len();
        let at = spine.iter().position(|(_, own)| own.id == arg.id)?;
        if count < 2 || self.declared_arrows(head, at)? != 1 {
            return None;
        }
        let params = lambda.params[0].span.to(lambda.params[count - 1].span);
        let message = format!("{name} calls this function with 1 argument, but it takes {count}");
        let error = Diagnostic::error("lambda-parameters", message);
        let Ty::Fun(_, given, _) = self.solver.resolve(from) else { return None };
        let error = error
            .label(params, format!("{count} parameters"))
            .label(head.span, format!("{name} passes {} here", self.solver.describe(&given)));
        Some(match &*given {
            Ty::Record(fields) if fields.len() == count && is_tuple(fields) => {
                error.note(format!("to take the tuple apart write `\\({}) -> ..`", names(lambda)))
            }
            _ if name == "map" && count <= 5 => {
                error.note(format!("`map{count}` calls it with the elements of {count} arrays"))
            }
            _ => error,
        })
    }
    /// How many arguments the function takes that is the argument `at` of a definition, by its own type.
    fn declared_arrows(&self, head: &Exp, at: usize) -> Option<usize> {
        let scheme = match &head.kind {
            ExpKind::Global(name) => self.globals.get(name),
            ExpKind::Var(name) => self.locals.iter().rev().find(|l| l.name == *name).map(|l| &l.scheme),
            _ => None,
        }?;
        let mut ty = self.solver.resolve(&scheme.ty);
        for _ in 0..at {
            let Ty::Fun(_, _, to) = ty else { return None };
            ty = (*to).clone();
        }
        let Ty::Fun(_, mut function, _) = ty else { return None };
        let mut arrows = 0;
        while let Ty::Fun(_, _, to) = &*function {
            arrows += 1;
            function = to.clone();
        }
        Some(arrows)
    }
}

/// The parameters of a lambda with commas between them.
fn names(lambda: &Lambda) -> String {
    let name = |pat: &Pat| match &pat.kind {
        PatKind::Name(name) => plain_name(name).to_string(),
        _ => "_".into(),
    };
    lambda.params.iter().map(name).collect::<Vec<_>>().join(", ")
}

/// How a number becomes one of another type, if both are numbers.
pub(super) fn conversion(wanted: &Ty, got: &Ty) -> Option<String> {
    let (Ty::Scalar(to), Ty::Scalar(from)) = (wanted, got) else { return None };
    let numbers = *to != ScalarType::Bool && *from != ScalarType::Bool && to != from;
    numbers.then(|| format!("`{to}.{from}` converts {from} to {to}"))
}

/// The same for two operands: to the type that holds more numbers.
pub(super) fn common_type(a: &Ty, b: &Ty) -> Option<String> {
    let rank = |ty: &Ty| match ty {
        Ty::Scalar(s) => (s.is_float(), s.bytes()),
        _ => (false, 0),
    };
    if rank(a) >= rank(b) { conversion(a, b) } else { conversion(b, a) }
}

/// Fields that one of two records lacks, wherever the records stand in both types.
pub(super) fn other_fields(wanted: &Ty, got: &Ty, notes: &mut Vec<String>) {
    match (wanted, got) {
        (Ty::Record(wanted_fields), Ty::Record(got_fields)) => {
            if is_tuple(wanted_fields) || is_tuple(got_fields) {
                return;
            }
            for (name, _) in wanted_fields.iter() {
                if got_fields.iter().all(|(own, _)| own != name) {
                    notes.push(format!("the field {name} is missing"));
                }
            }
            for (name, _) in got_fields.iter() {
                if wanted_fields.iter().all(|(own, _)| own != name) {
                    notes.push(format!("there is no field {name} in {wanted}"));
                }
            }
        }
        (Ty::Array(_, wanted), Ty::Array(_, got)) => other_fields(wanted, got, notes),
        _ => {}
    }
}

/// The error for a function whose results have the sizes of its arguments, where its results are of one type.
pub(super) fn results_differ(wanted: &Ty, got: &str, span: Span) -> Option<Diagnostic> {
    let Ty::Fun(_, from, to) = wanted else { return None };
    let any = from.sizes().iter().any(|size| size.by_row());
    if !any || !matches!(**to, Ty::Var(_) | Ty::Param(..)) {
        return None;
    }
    let message = "the results of this function differ in size, but results of one type are needed";
    Some(
        Diagnostic::error("size-mismatch", message)
            .label(span, format!("this is {got}: another type for arguments of each size"))
            .note("a parameter of type `[?]t -> []u` takes functions whose results have sizes of their own"),
    )
}
