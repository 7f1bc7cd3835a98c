//! The types of expressions.

use super::class::Class;
use super::join::SideBySide;
use super::solver::Free;
use super::{Check, Deferred, Demand, Infer, Number, field_type};
use crate::ast::{Def, Dim, Exp, ExpKind, Name, PatKind, Range, RangeKind, Unary};
use crate::types::{Size, SizeOp, Ty};
use base::ScalarType;
use base::diag::{Diagnostic, Span};
use std::rc::Rc;

impl Infer {
    /// The type of an expression, which is also noted down.
    pub(super) fn exp(&mut self, e: &Exp) -> Check<Ty> {
        let ty = self.kind(e)?;
        self.has_sensible_rank(&ty, e.span)?;
        self.types[e.id as usize] = Some(ty.clone());
        Ok(ty)
    }
    /// Checks an expression against a type.
    pub(super) fn expect(&mut self, e: &Exp, wanted: &Ty) -> Check<()> {
        let got = match &e.kind {
            ExpKind::Lambda(_) | ExpKind::Apply(..) | ExpKind::Var(_) | ExpKind::Global(_) => {
                match self.solver.shallow(wanted) {
                    wanted @ Ty::Fun(..) => return self.expect_function(e, &wanted),
                    _ => self.exp(e)?,
                }
            }
            _ => self.exp(e)?,
        };
        self.solver.unify(wanted, &got, e.span).map_err(|error| self.unapplied(error, wanted, &got))
    }
    /// Checks a function against the type of functions that is wanted, which it sees. What is chosen for it exists only
    /// inside of its call: it may be the size of the row that it is called with.
    fn expect_function(&mut self, e: &Exp, wanted: &Ty) -> Check<()> {
        let got = match &e.kind {
            ExpKind::Lambda(lambda) => self.lambda(lambda, Some(wanted))?,
            ExpKind::Apply(..) => {
                let got = self.application(e, Some(wanted))?;
                self.types[e.id as usize] = Some(got);
                return Ok(());
            }
            _ => self.inside(|infer| infer.exp(e))?,
        };
        self.types[e.id as usize] = Some(got.clone());
        self.inside(|infer| infer.solver.unify(wanted, &got, e.span))
    }

    fn kind(&mut self, e: &Exp) -> Check<Ty> {
        match &e.kind {
            ExpKind::Const(c) => Ok(Ty::Scalar(c.ty())),
            ExpKind::Int(x) => {
                self.literals.push((e.id, Number::Int(*x), e.span));
                Ok(self.solver.fresh_of(Class::Num))
            }
            ExpKind::Float(x) => {
                self.literals.push((e.id, Number::Float(*x), e.span));
                Ok(self.solver.fresh_of(Class::Float))
            }
            ExpKind::Var(name) => self.lookup(name, e.id),
            ExpKind::Global(name) => self.global(name, e.id),
            ExpKind::Open(..) => base::bug!("infer", "modules are gone"),
            ExpKind::Hole => Ok(self.solver.fresh()),
            ExpKind::Constr(name, args) => {
                let mut payload = vec![];
                for arg in args {
                    payload.push(self.exp(arg)?);
                }
                let of = self.solver.fresh_of(Class::Any);
                let demand = Demand::Constr(name.clone(), payload);
                self.deferred.push(Deferred { of: of.clone(), demand, span: e.span });
                Ok(of)
            }
            ExpKind::Match(what, cases) => self.match_type(e, what, cases),
            ExpKind::Record(fields) => {
                let mut types = vec![];
                for (name, e) in fields {
                    types.push((name.clone(), self.exp(e)?));
                }
                Ok(Ty::Record(types.into()))
            }
            ExpKind::Project(record, field) => {
                let record = self.exp(record)?;
                self.solve_deferred()?;
                match self.solver.shallow(&record) {
                    Ty::Var(_) => {
                        let result = self.solver.fresh();
                        let demand = Demand::Field(field.clone(), result.clone());
                        self.deferred.push(Deferred { of: record, demand, span: e.span });
                        Ok(result)
                    }
                    ty => field_type(&self.solver.resolve(&ty), field, e.span),
                }
            }
            ExpKind::Array(elems) => {
                let elem = self.element(Class::Data);
                let mut types = vec![];
                for e in elems {
                    let ty = self.exp(e)?;
                    self.solver.unify(&elem, &ty, e.span)?;
                    types.push(ty);
                }
                self.side_by_side.push(SideBySide { id: e.id, elems: types });
                let size = Size::Const(elems.len() as i64);
                Ok(Ty::array(size, elem))
            }
            ExpKind::Range(range) => {
                let elem = self.solver.fresh_of(Class::Int);
                self.expect(&range.first, &elem)?;
                if let Some(second) = &range.second {
                    self.expect(second, &elem)?;
                }
                self.expect(&range.end, &elem)?;
                let size = self.range_size(range, &elem)?;
                Ok(Ty::array(size, elem))
            }
            ExpKind::Index(arr, dims) => {
                let ty = self.exp(arr)?;
                self.indexed(&ty, dims, arr)
            }
            ExpKind::Update(arr, dims, val) => {
                let ty = self.exp(arr)?;
                let part = self.indexed(&ty, dims, arr)?;
                // Whether it fits a slice, or a row of an irregular array, is seen at run time.
                let part = self.solver.with_sizes(&part, &mut |solver, _| solver.fresh_size());
                self.expect(val, &part)?;
                Ok(ty)
            }
            ExpKind::RecordUpdate(record, path, val) => {
                let ty = self.exp(record)?;
                self.solve_deferred()?;
                let mut part = self.solver.resolve(&ty);
                for field in path {
                    if let Ty::Var(_) = part {
                        return Err(Diagnostic::error(
                            "ambiguous",
                            "the type of this record is not known here",
                        )
                        .label(record.span, "annotate it"));
                    }
                    part = field_type(&part, field, e.span)?;
                }
                // The new part may have other sizes.
                let open = self.solver.with_sizes(&part, &mut |solver, _| solver.fresh_size());
                self.expect(val, &open)?;
                Ok(replace_field(&self.solver.resolve(&ty), path, &open))
            }
            ExpKind::Apply(..) => self.application(e, None),
            ExpKind::Logic(_, a, b) => {
                self.expect(a, &Ty::bool())?;
                self.expect(b, &Ty::bool())?;
                Ok(Ty::bool())
            }
            ExpKind::Unary(op, a) => {
                let ty = self.exp(a)?;
                // The sign belongs to the number.
                if let (Unary::Neg, Some((id, number, _))) = (op, self.literals.last_mut())
                    && *id == a.id
                {
                    *number = match *number {
                        Number::Int(x) => Number::Int(-x),
                        Number::Float(x) => Number::Float(-x),
                    };
                }
                let class = match op {
                    Unary::Not => Class::Bits,
                    Unary::Neg => Class::Num,
                };
                let wanted = self.solver.fresh_of(class);
                self.solver.unify(&wanted, &ty, a.span)?;
                Ok(ty)
            }
            ExpKind::SectionRight(op, arg) => {
                let ty = self.exp(op)?;
                if let Ty::Fun(name, left, rest) = self.solver.shallow(&ty)
                    && let Ty::Fun(own, right, result) = self.solver.shallow(&rest)
                {
                    self.expect(arg, &right)?;
                    let size = self.size_of_exp(arg)?;
                    let result = self.solver.replace_param(&result, own, &size);
                    return Ok(Ty::Fun(name, left, result.into()));
                }
                let right = self.exp(arg)?;
                let (left, result) = (self.solver.fresh(), self.solver.fresh());
                let wanted = Ty::fun(left.clone(), Ty::fun(right, result.clone()));
                self.solver.unify(&ty, &wanted, arg.span)?;
                Ok(Ty::fun(left, result))
            }
            ExpKind::If(cond, then, els) => {
                self.expect(cond, &Ty::bool())?;
                let a = self.exp(then)?;
                let b = self.exp(els)?;
                let data = self.solver.fresh_of(Class::Data);
                self.solver.unify(&data, &a, then.span)?;
                self.solver.either(&a, &b, els.span).map_err(|error| {
                    error.label(then.span, format!("the other branch is {}", self.solver.describe(&a)))
                })
            }
            ExpKind::Let(sizes, pat, val, body) => {
                self.unique_names(std::slice::from_ref(pat))?;
                let ty = self.exp(val)?;
                let scope = self.locals.len();
                self.bind_sizes(sizes, pat.span);
                let own = self.pat(pat, false)?;
                self.solver.unify(&own, &ty, val.span)?;
                self.irrefutable(pat, &own);
                let named = sizes.is_empty() && matches!(pat.kind, PatKind::Name(_));
                let known = if named && self.solver.shallow(&own) == Ty::i64() {
                    Some(self.size_of_exp(val)?)
                } else {
                    None
                };
                self.block(scope, body, known)
            }
            ExpKind::LetFun(def, body) => {
                let scheme = self.local_function(def)?;
                let scope = self.locals.len();
                self.bind(&def.name, Ty::i64(), None);
                if let Some(local) = self.locals.last_mut() {
                    local.scheme = scheme;
                }
                self.block(scope, body, None)
            }
            ExpKind::Lambda(lambda) => self.lambda(lambda, None),
            ExpKind::Loop(l) => self.loop_type(l),
            ExpKind::Typed(a, ty) => {
                let ty = self.ty(ty)?;
                self.expect(a, &ty)?;
                Ok(ty)
            }
            ExpKind::Coerce(a, ty) => {
                let ty = self.ty(ty)?;
                let got = self.exp(a)?;
                let (open, got) = (self.solver.with_any_sizes(&ty), self.solver.with_any_sizes(&got));
                self.solver.unify(&open, &got, a.span)?;
                Ok(ty)
            }
        }
    }

    /// The part of an array that an index selects.
    fn indexed(&mut self, ty: &Ty, dims: &[Dim], arr: &Exp) -> Check<Ty> {
        let mut rest = ty.clone();
        let mut kept = vec![];
        for dim in dims {
            let (size, elem) = match self.solver.shallow(&rest) {
                Ty::Array(size, elem) => (size, (*elem).clone()),
                Ty::Var(_) => {
                    let (size, elem) = (self.solver.fresh_size(), self.solver.fresh());
                    let wanted = Ty::array(size.clone(), elem.clone());
                    self.solver.unify(&wanted, &rest, arr.span)?;
                    (size, elem)
                }
                Ty::Scalar(_) | Ty::Param(..) | Ty::Record(_) | Ty::Fun(..) | Ty::Sum(_) | Ty::Opaque(..) => {
                    let ty = self.solver.resolve(ty);
                    let (mut rank, mut inner) = (0, &ty);
                    while let Ty::Array(_, elem) = inner {
                        (rank, inner) = (rank + 1, elem);
                    }
                    let message = match (dims.len(), rank) {
                        (_, 0) => format!("{ty} is not an array and has no index"),
                        (given, 1) => format!("{ty} has 1 dimension, but the index has {given}"),
                        (given, rank) => format!("{ty} has {rank} dimensions, but the index has {given}"),
                    };
                    return Err(Diagnostic::error("not-an-array", message)
                        .label(arr.span, format!("this has type {ty}")));
                }
            };
            match dim {
                Dim::At(i) => self.integer(i)?,
                Dim::Range(range) => {
                    for e in range.iter().flatten() {
                        self.expect(e, &Ty::i64())?;
                    }
                    kept.push(self.slice_size(range, size)?);
                }
            }
            rest = elem;
        }
        // What is taken out of an array has sizes of its own; what stays in one has not.
        if kept.is_empty() {
            rest = self.solver.open_rows(&rest, self.solver.level);
        }
        Ok(kept.into_iter().rev().fold(rest, |elem, size| Ty::array(size, elem)))
    }
    /// The size of a slice of an array of this size.
    fn slice_size(&mut self, range: &[Option<Exp>; 3], size: Size) -> Check<Size> {
        let size = self.solver.size(&size);
        // The rows of irregular arrays are sliced one by one.
        if size.varies() {
            return Ok(Size::Any);
        }
        Ok(match range {
            [None, None, None] => size,
            [None, None, Some(step)] if is_minus_one(step) => size,
            [None, Some(end), None] => self.size_of_exp(end)?,
            [Some(start), None, None] => Size::term(SizeOp::Sub, size, self.size_of_exp(start)?),
            [Some(start), Some(end), None] => {
                let end = self.size_of_exp(end)?;
                Size::term(SizeOp::Sub, end, self.size_of_exp(start)?)
            }
            _ => self.solver.fresh_unknown(),
        })
    }
    /// The size of a range: that of `0..<n` and `1...n` is known.
    fn range_size(&mut self, range: &Range, elem: &Ty) -> Check<Size> {
        let first = literal(&range.first);
        let second = range.second.as_ref().map(literal);
        let (Some(first), Ty::Scalar(ScalarType::I64)) = (first, self.solver.shallow(elem)) else {
            return Ok(self.solver.fresh_unknown());
        };
        match (first, second, range.kind) {
            (0, None | Some(Some(1)), RangeKind::Below) | (1, None | Some(Some(2)), RangeKind::To) => {
                self.size_of_exp(&range.end)
            }
            (_, None, RangeKind::Below) => {
                let end = self.size_of_exp(&range.end)?;
                Ok(Size::term(SizeOp::Sub, end, Size::Const(first as i64)))
            }
            _ => Ok(self.solver.fresh_unknown()),
        }
    }
    /// Any integer.
    fn integer(&mut self, e: &Exp) -> Check<()> {
        let ty = self.exp(e)?;
        let wanted = self.solver.fresh_of(Class::Int);
        self.solver.unify(&wanted, &ty, e.span)
    }

    /// `f a b c`. Arguments that are functions come last, so that they see the types of the others; the type of functions
    /// that is wanted of the whole comes before them.
    fn application(&mut self, e: &Exp, wanted: Option<&Ty>) -> Check<Ty> {
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
                let size = self.size_of_exp(arg)?;
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
            self.expect(arg, from).map_err(|error| self.blamed(error, head, &spine, arg, from))?;
        }
        self.one_shape(head, &first, e.span)?;
        if let Some(wanted) = wanted {
            self.inside(|infer| infer.solver.unify(wanted, &ty, e.span))?;
        }
        for (arg, from) in &later {
            self.expect(arg, from).map_err(|error| self.blamed(error, head, &spine, arg, from))?;
        }
        let ty = self.solver.open_result(&ty);
        Ok(ty)
    }
    /// Folds need elements of one shape.
    fn one_shape(&self, head: &Exp, args: &[(&Exp, Ty)], span: Span) -> Check<()> {
        let ExpKind::Global(name) = &head.kind else { return Ok(()) };
        let varies = |ty: &Ty| match self.solver.shallow(ty) {
            Ty::Array(_, elem) => self.solver.has_open_rows(&elem),
            _ => false,
        };
        if matches!(&**name, "reduce" | "reduce_comm" | "scan") && args.iter().any(|(_, ty)| varies(ty)) {
            let message = format!("{name} over elements of varying shape");
            return Err(Diagnostic::error("irregular-fold", message)
                .label(span, "here")
                .note("`flatten` joins the rows first; `map (reduce ..)` folds each row"));
        }
        Ok(())
    }
    fn too_many(&self, head: &Exp, taken: usize, given: usize, ty: &Ty, span: Span) -> Diagnostic {
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
    fn blamed(
        &self,
        error: Diagnostic,
        head: &Exp,
        spine: &[(&Exp, &Exp)],
        arg: &Exp,
        from: &Ty,
    ) -> Diagnostic {
        let about = error.labels.len() == 1 && error.labels[0].span == arg.span;
        if !about || !matches!(error.id, "type-mismatch" | "size-mismatch") {
            return error;
        }
        let what = name_of(head);
        match spine {
            // Operands are made alike, the second one after the first.
            [(_, first), (_, second)] if second.id == arg.id && !what.starts_with(char::is_alphabetic) => {
                let ty =
                    self.types[first.id as usize].as_ref().map_or(String::new(), |t| self.solver.describe(t));
                error.label(first.span, format!("this is {ty}"))
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
    fn concatenation(&mut self, op: &Exp, a: &Exp, b: &Exp) -> Check<Ty> {
        let elem = self.element(Class::Data);
        let (mut elems, mut sizes) = (vec![], vec![]);
        for e in [a, b] {
            let ty = self.exp(e)?;
            let (own, size) = (self.solver.fresh(), self.solver.fresh_size());
            self.solver.unify(&Ty::array(size.clone(), own.clone()), &ty, e.span)?;
            self.solver.unify(&elem, &own, e.span)?;
            elems.push(own);
            sizes.push(self.solver.size(&size));
        }
        self.side_by_side.push(SideBySide { id: op.id, elems });
        Ok(Ty::array(Size::term(SizeOp::Add, sizes[0].clone(), sizes[1].clone()), elem))
    }
    /// The type of what will be elements of an array: a widening point.
    fn element(&mut self, class: Class) -> Ty {
        self.solver.fresh_free(Free { level: self.solver.level, class, plain: true, under: true })
    }

    fn local_function(&mut self, def: &Rc<Def>) -> Check<crate::types::Scheme> {
        let (ty, params) = self.def_type(def)?;
        let mut scheme = self.solver.generalise(&ty, params);
        self.told_by_arguments(&scheme);
        // What is still asked of a type can only be answered for one type.
        let asked = self.deferred.iter().flat_map(|d| {
            let parts = match &d.demand {
                Demand::Field(_, ty) => std::slice::from_ref(ty),
                Demand::Constr(_, payload) => payload,
            };
            parts.iter().chain([&d.of])
        });
        let asked: Vec<Ty> = asked.map(|ty| self.solver.shallow(ty)).collect();
        scheme.tys.retain(|v| !asked.contains(&Ty::Var(*v)));
        Ok(scheme)
    }
}

/// What to call the function of an application in a message.
fn name_of(head: &Exp) -> Name {
    match &head.kind {
        ExpKind::Var(name) => name.clone(),
        ExpKind::Global(name) => crate::types::plain_name(name).into(),
        _ => "this".into(),
    }
}
/// The number that an expression is.
fn literal(e: &Exp) -> Option<i128> {
    match &e.kind {
        ExpKind::Int(x) => Some(*x),
        ExpKind::Const(c) if c.ty().is_integer() => Some(i128::from(c.as_i64())),
        _ => None,
    }
}
/// A record with another type for a part of it.
fn replace_field(ty: &Ty, path: &[Name], new: &Ty) -> Ty {
    let (Some((field, rest)), Ty::Record(fields)) = (path.split_first(), ty) else { return new.clone() };
    let part = |(name, t): &(Name, Ty)| {
        (name.clone(), if name == field { replace_field(t, rest, new) } else { t.clone() })
    };
    Ty::Record(fields.iter().map(part).collect())
}
fn is_minus_one(e: &Exp) -> bool {
    matches!(&e.kind, ExpKind::Unary(Unary::Neg, x) if matches!(x.kind, ExpKind::Int(1)))
        || matches!(&e.kind, ExpKind::Const(c) if c.ty() == ScalarType::I64 && c.as_i64() == -1)
}
