//! Causality: a size is computed before the place that needs it.
//!
//! Sizes are found wherever they are told, but at run time a function, an empty array, a hole or a constructor needs the
//! sizes in its type when it is evaluated. The order in which that happens is Futhark's: a `let` before its body, arguments
//! from the last to the first and then the function, the operands of an operator from left to right and then the operator.

use super::{Check, Infer};
use crate::ast::{Exp, ExpKind};
use crate::types::{Scheme, Size, Ty, plain_name};
use base::diag::{Diagnostic, Span};
use rustc_hash::FxHashSet;

/// The sizes that have been computed.
type Known = FxHashSet<u32>;

impl Infer {
    /// Checks the body of a definition of this type.
    pub(super) fn causality(&self, body: &Exp, scheme: &Scheme) -> Check<()> {
        Order { infer: self, scheme }.exp(body, &mut Known::default())
    }
}

struct Order<'a> {
    infer: &'a Infer,
    scheme: &'a Scheme,
}

impl Order<'_> {
    /// Evaluates an expression: afterwards the sizes of its value are known.
    fn exp(&self, e: &Exp, known: &mut Known) -> Check<()> {
        match &e.kind {
            ExpKind::Var(name) | ExpKind::Global(name) => {
                self.needs(e, known, &format!("a size in the type of {}", plain_name(name)))?;
            }
            ExpKind::Hole => {
                self.told(e, "the hole")?;
                self.needs(e, known, "a size of what the hole stands for")?;
            }
            ExpKind::Array(elems) if elems.is_empty() => {
                self.told(e, "the elements of this empty array")?;
                self.needs(e, known, "the size of the elements of this empty array")?;
            }
            ExpKind::Constr(name, args) => {
                self.all(args, known)?;
                self.told(e, "what other constructors hold")?;
                self.needs(e, known, &format!("a size in the type of #{name}"))?;
            }
            ExpKind::Apply(fun, arg) => self.application(fun, arg, e.span, known)?,
            ExpKind::SectionRight(op, arg) => self.all([&**arg, &**op], known)?,
            ExpKind::Lambda(lambda) => {
                self.params_known(e, known)?;
                self.apart(&lambda.body, known)?;
            }
            ExpKind::LetFun(def, body) => {
                self.apart(&def.body, known)?;
                self.exp(body, known)?;
            }
            ExpKind::If(cond, then, els) => {
                self.exp(cond, known)?;
                self.apart(then, known)?;
                self.apart(els, known)?;
            }
            ExpKind::Match(what, cases) => {
                self.exp(what, known)?;
                cases.iter().try_for_each(|(_, body)| self.apart(body, known))?;
            }
            ExpKind::Loop(l) => {
                let parts = e.children();
                self.all(parts.into_iter().filter(|part| part.id != l.body.id), known)?;
                self.apart(&l.body, known)?;
            }
            _ => self.all(e.children(), known)?,
        }
        self.compute(e, known);
        Ok(())
    }
    fn all<'e>(&self, parts: impl IntoIterator<Item = &'e Exp>, known: &mut Known) -> Check<()> {
        parts.into_iter().try_for_each(|part| self.exp(part, known))
    }
    /// What may not be evaluated, or more than once: the sizes computed in it are not known behind it.
    fn apart(&self, e: &Exp, known: &Known) -> Check<()> {
        self.exp(e, &mut known.clone())
    }
    fn application(&self, fun: &Exp, arg: &Exp, span: Span, known: &mut Known) -> Check<()> {
        match &fun.kind {
            // Both halves of `a op b` have the span of the whole.
            ExpKind::Apply(op, left) if fun.span == span && left.span.lo < op.span.lo => {
                self.all([&**left, arg, &**op], known)
            }
            _ => self.all([arg, fun], known),
        }
    }

    fn compute(&self, e: &Exp, known: &mut Known) {
        if let Some(ty) = self.ty(e) {
            each_size(&ty, &mut |size| {
                if let Size::Unknown(k) = size {
                    known.insert(*k);
                }
            });
        }
    }
    /// Reports a size in the type of an expression that is computed later.
    fn needs(&self, e: &Exp, known: &Known, what: &str) -> Check<()> {
        match self.ty(e) {
            Some(ty) if self.computed_later(&ty, known) => Err(too_late(e.span, what, &ty)),
            _ => Ok(()),
        }
    }
    fn params_known(&self, e: &Exp, known: &Known) -> Check<()> {
        let mut rest = self.ty(e);
        while let Some(Ty::Fun(_, from, to)) = rest {
            if self.computed_later(&from, known) {
                return Err(too_late(e.span, "the size of what this function takes", &from));
            }
            rest = Some((*to).clone());
        }
        Ok(())
    }
    fn computed_later(&self, ty: &Ty, known: &Known) -> bool {
        // Other definitions are evaluated before.
        let own = |k: u32| k >= self.infer.computed_from && self.infer.solver.is_computed(k);
        let mut later = false;
        each_size(ty, &mut |size| {
            later |= matches!(size, Size::Unknown(k) if own(*k) && !known.contains(k));
        });
        later
    }
    /// Reports a size that nothing tells, neither in the definition nor where it is used.
    fn told(&self, e: &Exp, what: &str) -> Check<()> {
        let Some(ty) = self.ty(e) else { return Ok(()) };
        let mut untold = false;
        each_size(&ty, &mut |size| {
            let told = |v| self.scheme.sizes.contains(v) || self.infer.told_to_local.contains(v);
            untold |= matches!(size, Size::Var(v) if !told(v));
        });
        if !untold {
            return Ok(());
        }
        let message = format!("a size of {what} is not known: nothing tells it");
        Err(Diagnostic::error("unknown-size", message)
            .label(e.span, format!("this is {ty}"))
            .note("write its type, with the sizes"))
    }
    fn ty(&self, e: &Exp) -> Option<Ty> {
        self.infer.types[e.id as usize].as_ref().map(|ty| self.infer.solver.resolve(ty))
    }
}

fn too_late(span: Span, what: &str, ty: &Ty) -> Diagnostic {
    Diagnostic::error("causality", format!("{what} is computed only later"))
        .label(span, format!("this is {ty}"))
        .note("bind what computes the size with `let` in front of this")
}

/// Calls `f` with the sizes of a type, and the parts of these.
pub(super) fn each_size(ty: &Ty, f: &mut dyn FnMut(&Size)) {
    fn parts(size: &Size, f: &mut dyn FnMut(&Size)) {
        match size {
            Size::Term(_, terms) => {
                parts(&terms.0, f);
                parts(&terms.1, f);
            }
            Size::Exp(term) => term.names.iter().for_each(|(_, size)| parts(size, f)),
            size => f(size),
        }
    }
    ty.sizes().iter().for_each(|size| parts(size, f));
    ty.parts().into_iter().for_each(|t| each_size(t, f));
}
