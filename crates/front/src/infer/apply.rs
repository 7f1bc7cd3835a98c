//! The types of applications.

use super::class::Class;
use super::hints::common_type;
use super::join::SideBySide;
use super::solver::{Free, Solution};
use super::unify::Clash;
use super::{Check, Infer};
use crate::ast::{Exp, ExpKind, Name};
use crate::types::{Size, SizeOp, Ty, TyVar};
use base::diag::{Diagnostic, Span};

impl Infer {
    /// Checks an expression against a type.
    pub(super) fn expect(&mut self, e: &Exp, wanted: &Ty) -> Check<()> {
        let got = match &e.kind {
            ExpKind::Lambda(_)
            | ExpKind::Apply(..)
            | ExpKind::SectionRight(..)
            | ExpKind::Var(_)
            | ExpKind::Global(_) => match self.solver.shallow(wanted) {
                wanted @ Ty::Fun(..) => return self.expect_function(e, &wanted),
                _ => self.exp(e)?,
            },
            _ => self.exp(e)?,
        };
        self.accept(wanted, &got, e.span).map_err(|error| self.unapplied(error, wanted, &got))
    }
    /// Checks a function against the type of functions that is wanted, which it sees. What is chosen for it exists only
    /// inside of its call: it may be the size of the row that it is called with.
    pub(super) fn expect_function(&mut self, e: &Exp, wanted: &Ty) -> Check<()> {
        let got = match &e.kind {
            ExpKind::Lambda(lambda) => self.lambda(lambda, Some(wanted))?,
            ExpKind::Apply(..) => {
                let got = self.application(e, Some(wanted))?;
                self.types[e.id as usize] = Some(got);
                return Ok(());
            }
            // The operator is called inside, its right operand is there before.
            ExpKind::SectionRight(op, arg) => {
                let op = self.inside(|infer| infer.exp(op))?;
                self.section(&op, arg)?
            }
            _ => self.inside(|infer| infer.exp(e))?,
        };
        self.types[e.id as usize] = Some(got.clone());
        self.inside(|infer| infer.solver.unify(wanted, &got, e.span))
    }
    /// `(op arg)`, with the type of the operator.
    pub(super) fn section(&mut self, op: &Ty, arg: &Exp) -> Check<Ty> {
        if let Ty::Fun(name, left, rest) = self.solver.shallow(op)
            && let Ty::Fun(own, right, result) = self.solver.shallow(&rest)
        {
            self.expect(arg, &right)?;
            let size = self.size_of_exp(arg);
            let result = self.solver.replace_param(&result, own, &size);
            return Ok(Ty::Fun(name, left, result.into()));
        }
        let right = self.exp(arg)?;
        let (left, result) = (self.solver.fresh(), self.solver.fresh());
        let wanted = Ty::fun(left.clone(), Ty::fun(right, result.clone()));
        self.solver.unify(op, &wanted, arg.span)?;
        Ok(Ty::fun(left, result))
    }
    /// `f a b c`. Arguments that are functions come last, so that they see the types of the others; the type of functions
    /// that is wanted of the whole comes before them.
    pub(super) fn application(&mut self, e: &Exp, wanted: Option<&Ty>) -> Check<Ty> {
        let mut spine = vec![];
        let mut head = e;
        while let ExpKind::Apply(f, arg) = &head.kind {
            spine.push((head, &**arg));
            head = f;
        }
        spine.reverse();
        if let (ExpKind::Global(name), [(_, a), (_, b)]) = (&head.kind, spine.as_slice())
            && &**name == "++"
        {
            let ty = self.concatenation(head, a, b)?;
            return match wanted {
                Some(wanted) => self.solver.unify(wanted, &ty, e.span).map(|()| ty),
                None => Ok(ty),
            };
        }
        let mut ty = match wanted {
            Some(_) => self.inside(|infer| infer.exp(head))?,
            None => self.exp(head)?,
        };
        let mut args = vec![];
        for (i, (node, arg)) in spine.iter().enumerate() {
            let (name, from, to) = match self.solver.shallow(&ty) {
                Ty::Fun(name, from, to) => (name, (*from).clone(), (*to).clone()),
                Ty::Var(_) => {
                    let (from, to) = (self.solver.fresh(), self.solver.fresh());
                    self.solver.unify(&ty, &Ty::fun(from.clone(), to.clone()), head.span)?;
                    (None, from, to)
                }
                other => return Err(self.too_many(head, i, spine.len(), &other, arg.span)),
            };
            args.push((*arg, from));
            ty = to;
            if name.is_some() {
                let size = self.size_of_exp(arg);
                ty = self.solver.replace_param(&ty, name, &size);
            }
            self.types[node.id as usize] = Some(ty.clone());
        }
        let is_function = |infer: &Infer, arg: &Exp, from: &Ty| {
            matches!(arg.kind, ExpKind::Lambda(_) | ExpKind::SectionRight(..))
                || matches!(infer.solver.shallow(from), Ty::Fun(..))
        };
        let (later, first): (Vec<_>, Vec<_>) =
            args.into_iter().partition(|(arg, from)| is_function(self, arg, from));
        for (arg, from) in &first {
            self.argument_of(e, head, &spine, arg, from)?;
        }
        if let Some(wanted) = wanted {
            self.inside(|infer| infer.solver.unify(wanted, &ty, e.span))?;
        }
        for (arg, from) in &later {
            self.argument_of(e, head, &spine, arg, from)?;
        }
        let ty = self.solver.open_result(&ty);
        Ok(ty)
    }
    fn argument_of(
        &mut self,
        e: &Exp,
        head: &Exp,
        spine: &[(&Exp, &Exp)],
        arg: &Exp,
        from: &Ty,
    ) -> Check<()> {
        self.expect(arg, from).map_err(|error| {
            if error.id == "type-mismatch"
                && let Some(mistake) = self.usual_mistake(head, spine, arg, from)
            {
                return mistake;
            }
            let got = self.types[arg.id as usize].as_ref().map(|ty| self.solver.resolve(ty));
            // It may as well be about a part of the argument.
            let about = error.labels.first().is_some_and(|label| label.span == arg.span);
            let error = match got {
                Some(got @ Ty::Array(..)) if about && self.varies(&got) && self.wants_one_shape(head) => {
                    self.solver.explain(Clash::Shape, from, &got, arg.span)
                }
                _ => self.blamed(error, head, spine, arg, from),
            };
            self.one_shape(error, head, e.span)
        })
    }
    /// Whether the elements of an array vary in shape.
    fn varies(&self, array: &Ty) -> bool {
        fn any(ty: &Ty) -> bool {
            ty.sizes().iter().any(|s| s.by_row()) || ty.parts().into_iter().any(any)
        }
        array.parts().into_iter().any(any)
    }
    /// Whether elements of what a function takes have to have one shape.
    fn wants_one_shape(&self, head: &Exp) -> bool {
        let ExpKind::Global(name) = &head.kind else { return false };
        let Some(scheme) = self.globals.get(name) else { return false };
        let inferred = |v: &TyVar| matches!(self.solver.solution(*v), Solution::Free(free) if free.one_shape);
        scheme.tys.iter().any(inferred) || scheme.params.iter().any(|p| self.solver.has_one_shape(p.id))
    }
    /// An error about elements of varying shape says what needs others.
    fn one_shape(&self, error: Diagnostic, head: &Exp, span: Span) -> Diagnostic {
        let name = name_of(head);
        match &*name {
            "foldl" | "foldr" if error.id == "size-mismatch" => error.note(format!(
                "what {name} carries keeps its size; that of `loop acc = .. for x in xs do ..` may change"
            )),
            _ if error.id != "irregular-element" => error,
            "reduce" | "reduce_comm" | "scan" => {
                let message = format!("{name} over elements of varying shape");
                Diagnostic::error("irregular-fold", message)
                    .label(span, "here")
                    .note("`flatten` joins the rows first; `map (reduce ..)` folds each row")
            }
            _ if error.labels.len() > 1 => error,
            _ => error.label(head.span, format!("{name} takes elements of one shape")),
        }
    }
    pub(super) fn too_many(&self, head: &Exp, taken: usize, given: usize, ty: &Ty, span: Span) -> Diagnostic {
        let (what, ty) = (name_of(head), self.solver.resolve(ty));
        if taken == 0 {
            return Diagnostic::error("not-a-function", format!("{what} is not a function"))
                .label(head.span, format!("this has type {ty}"));
        }
        let count = if taken == 1 { "1 argument".to_string() } else { format!("{taken} arguments") };
        let message = format!("{what} takes {count}, got {given}");
        Diagnostic::error("too-many-arguments", message)
            .label(span, format!("applied to {count} it has type {ty}"))
    }
    /// An error about an argument, with where the type that it should have comes from.
    pub(super) fn blamed(
        &self,
        error: Diagnostic,
        head: &Exp,
        spine: &[(&Exp, &Exp)],
        arg: &Exp,
        from: &Ty,
    ) -> Diagnostic {
        let about = error.labels.first().is_some_and(|label| label.span == arg.span);
        if !about || !matches!(error.id, "type-mismatch" | "size-mismatch") {
            return error;
        }
        let what = match name_of(head) {
            name if &*name == crate::parse::KEY => "a key".into(),
            // What the parser wrote stands around what the program did.
            _ if head.span.lo <= arg.span.lo && arg.span.hi <= head.span.hi => "a binding".into(),
            name => name,
        };
        match spine {
            // Operands are made alike, the second one after the first.
            [(_, first), (_, second)] if second.id == arg.id && !what.starts_with(char::is_alphabetic) => {
                let Some(ty) = &self.types[first.id as usize] else { return error };
                let mut error = error.label(first.span, format!("this is {}", self.solver.describe(ty)));
                let got = self.types[second.id as usize].as_ref().map(|ty| self.solver.resolve(ty));
                if let Some(note) = got.and_then(|got| common_type(&self.solver.resolve(ty), &got)) {
                    error.notes = vec![note];
                }
                error
            }
            _ => error.label(head.span, format!("{what} takes {} here", self.solver.describe(from))),
        }
    }
    /// An error that a function stands where its result is wanted says so.
    pub(super) fn unapplied(&self, error: Diagnostic, wanted: &Ty, got: &Ty) -> Diagnostic {
        match (self.solver.shallow(wanted), self.solver.shallow(got)) {
            (Ty::Fun(..) | Ty::Var(_), _) => error,
            (_, Ty::Fun(_, from, _)) => {
                error.note(format!("an argument of type {} is missing", self.solver.describe(&from)))
            }
            _ => error,
        }
    }
    /// `a ++ b`, whose rows may come to vary.
    pub(super) fn concatenation(&mut self, op: &Exp, a: &Exp, b: &Exp) -> Check<Ty> {
        let elem = self.element(Class::Data);
        let (mut elems, mut sizes) = (vec![], vec![]);
        for e in [a, b] {
            let ty = self.exp(e)?;
            let (own, size) = (self.solver.fresh(), self.solver.fresh_size());
            self.solver.unify(&Ty::array(size.clone(), own.clone()), &ty, e.span)?;
            self.accept(&elem, &own, e.span)?;
            elems.push(own);
            sizes.push(self.solver.size(&size));
        }
        self.side_by_side.push(SideBySide { id: op.id, elems });
        let result = Ty::array(Size::term(SizeOp::Add, sizes[0].clone(), sizes[1].clone()), elem.clone());
        let [left, right] = [0, 1].map(|i| Ty::array(sizes[i].clone(), elem.clone()));
        self.types[op.id as usize] = Some(Ty::fun(left, Ty::fun(right, result.clone())));
        Ok(result)
    }
    /// The type of what will be elements of an array: a widening point.
    pub(super) fn element(&mut self, class: Class) -> Ty {
        self.solver.fresh_free(Free {
            level: self.solver.level,
            class,
            plain: true,
            under: Some(0),
            one_shape: false,
        })
    }
}

/// What to call the function of an application in a message.
fn name_of(head: &Exp) -> Name {
    match &head.kind {
        ExpKind::Var(name) | ExpKind::Global(name) => crate::types::plain_name(name).into(),
        _ => "this".into(),
    }
}
