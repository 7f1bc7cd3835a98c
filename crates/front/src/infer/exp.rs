//! The types of expressions.

use super::unify::Class;
use super::{Check, Deferred, Demand, Infer, Local, Number, field_type};
use crate::ast::{Def, Dim, Exp, ExpKind, Lambda, Loop, LoopForm, Name, Pat, Unary};
use crate::types::{Size, SizeOp, Ty};
use base::diag::{Diagnostic, Span};
use std::rc::Rc;

impl Infer {
    /// The type of an expression, which is also noted down.
    pub(super) fn exp(&mut self, e: &Exp) -> Check<Ty> {
        let ty = self.kind(e)?;
        self.types[e.id as usize] = Some(ty.clone());
        Ok(ty)
    }
    /// Joins two types at a widening point, which is noted down.
    fn join(&mut self, a: &Ty, b: &Ty, span: Span, id: u32) -> Check<Ty> {
        let (ty, widens) = self.solver.join(a, b, span)?;
        if widens {
            self.widened.insert(id);
        }
        Ok(ty)
    }
    /// Checks an expression against a type.
    fn expect(&mut self, e: &Exp, wanted: &Ty) -> Check<()> {
        let got = self.exp(e)?;
        self.solver.unify(wanted, &got, e.span)
    }

    fn kind(&mut self, e: &Exp) -> Check<Ty> {
        let whole = e;
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
                let mut elem = self.solver.fresh_of(Class::Data);
                for (i, e) in elems.iter().enumerate() {
                    let ty = self.exp(e)?;
                    if i == 0 {
                        self.solver.unify(&elem, &ty, e.span)?;
                    }
                    elem = if i == 0 { ty } else { self.join(&elem, &ty, e.span, whole.id)? };
                }
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
                Ok(Ty::array(self.solver.fresh_unknown(), elem))
            }
            ExpKind::Index(arr, dims) => {
                let ty = self.exp(arr)?;
                self.indexed(&ty, dims, arr)
            }
            ExpKind::Update(arr, dims, val) => {
                let ty = self.exp(arr)?;
                let part = self.indexed(&ty, dims, arr)?;
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
                self.expect(val, &part)?;
                Ok(ty)
            }
            ExpKind::Apply(..) => self.application(e),
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
                let op_ty = self.exp(op)?;
                let right = self.exp(arg)?;
                let (left, result) = (self.solver.fresh(), self.solver.fresh());
                let wanted = Ty::fun(left.clone(), Ty::fun(right, result.clone()));
                self.solver.unify(&op_ty, &wanted, arg.span)?;
                Ok(Ty::fun(left, result))
            }
            ExpKind::If(cond, then, els) => {
                self.expect(cond, &Ty::bool())?;
                let a = self.exp(then)?;
                let b = self.exp(els)?;
                let data = self.solver.fresh_of(Class::Data);
                self.solver.unify(&data, &a, then.span)?;
                self.join(&a, &b, els.span, e.id)
            }
            ExpKind::Let(sizes, pat, val, body) => {
                self.unique_names(std::slice::from_ref(pat))?;
                let ty = self.exp(val)?;
                let scope = self.locals.len();
                self.bind_sizes(sizes);
                let own = self.pat(pat, false)?;
                self.solver.unify(&own, &ty, val.span)?;
                self.irrefutable(pat, &own);
                let result = self.exp(body);
                self.locals.truncate(scope);
                result
            }
            ExpKind::LetFun(def, body) => {
                let scheme = self.local_function(def)?;
                let scope = self.locals.len();
                self.locals.push(Local { name: def.name.clone(), scheme, size: None });
                let result = self.exp(body);
                self.locals.truncate(scope);
                result
            }
            ExpKind::Lambda(lambda) => self.lambda(lambda),
            ExpKind::Loop(l) => self.loop_type(l),
            ExpKind::Typed(a, ty) => {
                let ty = self.ty(ty)?;
                self.expect(a, &ty)?;
                Ok(ty)
            }
            ExpKind::Coerce(a, ty) => {
                let ty = self.ty(ty)?;
                let got = self.exp(a)?;
                let (open, got) = (self.solver.loosen(&ty), self.solver.loosen(&got));
                self.solver.unify(&open, &got, a.span)?;
                Ok(ty)
            }
        }
    }

    /// The part of an array that an index selects.
    fn indexed(&mut self, ty: &Ty, dims: &[Dim], arr: &Exp) -> Check<Ty> {
        let mut rest = ty.clone();
        let mut kept = 0;
        for dim in dims {
            let elem = match self.solver.shallow(&rest) {
                Ty::Array(_, elem) => (*elem).clone(),
                Ty::Var(_) => {
                    let elem = self.solver.fresh();
                    let wanted = Ty::array(self.solver.fresh_size(), elem.clone());
                    self.solver.unify(&wanted, &rest, arr.span)?;
                    elem
                }
                Ty::Scalar(_) | Ty::Param(..) | Ty::Record(_) | Ty::Fun(..) | Ty::Sum(_) | Ty::Opaque(..) => {
                    let ty = self.solver.resolve(ty);
                    let message = format!("{ty} has fewer than {} dimensions", dims.len());
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
                    kept += 1;
                }
            }
            rest = elem;
        }
        for _ in 0..kept {
            rest = Ty::array(self.solver.fresh_unknown(), rest);
        }
        Ok(rest)
    }
    /// Any integer.
    fn integer(&mut self, e: &Exp) -> Check<()> {
        let ty = self.exp(e)?;
        let wanted = self.solver.fresh_of(Class::Int);
        self.solver.unify(&wanted, &ty, e.span)
    }

    /// `f a b c`. Arguments that are functions come last, so that they see the types of the others.
    fn application(&mut self, e: &Exp) -> Check<Ty> {
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
            return self.concatenation(head, a, b);
        }
        let named = matches!(head.kind, ExpKind::Var(_) | ExpKind::Global(_));
        self.applied = if named { spine.len() } else { 0 };
        self.arguments.clear();
        let mut ty = self.exp(head)?;
        let sizes = std::mem::take(&mut self.arguments);
        let mut wanted = vec![];
        for (i, (node, arg)) in spine.iter().enumerate() {
            let (from, to) = match self.solver.shallow(&ty) {
                Ty::Fun(from, to) => ((*from).clone(), (*to).clone()),
                Ty::Var(_) => {
                    let (from, to) = (self.solver.fresh(), self.solver.fresh());
                    self.solver.unify(&ty, &Ty::fun(from.clone(), to.clone()), head.span)?;
                    (from, to)
                }
                other => {
                    let other = self.solver.resolve(&other);
                    let what = name_of(head);
                    return Err(if i == 0 {
                        Diagnostic::error("not-a-function", format!("{what} is not a function"))
                            .label(head.span, format!("this has type {other}"))
                    } else {
                        let message = format!("{what} takes {i} arguments, got {}", spine.len());
                        Diagnostic::error("too-many-arguments", message)
                            .label(arg.span, format!("applied to {i} arguments it has type {other}"))
                    });
                }
            };
            self.types[node.id as usize] = Some(to.clone());
            wanted.push((*arg, from));
            ty = to;
        }
        let last = |arg: &Exp| matches!(arg.kind, ExpKind::Lambda(_) | ExpKind::SectionRight(..));
        for later in [false, true] {
            for (arg, from) in wanted.iter().filter(|(arg, _)| last(arg) == later) {
                self.expect(arg, from)?;
            }
        }
        for (i, size) in sizes {
            if let Some((_, arg)) = spine.get(i) {
                let value = self.argument_size(arg)?;
                self.solver.choose_argument(&size, value);
            }
        }
        Ok(ty)
    }
    /// What an argument means as a size; of anything but names and arithmetic nothing is known.
    fn argument_size(&mut self, arg: &Exp) -> Check<Size> {
        let simple = match &arg.kind {
            ExpKind::Int(_) | ExpKind::Var(_) => true,
            ExpKind::Apply(f, _) => matches!(&f.kind, ExpKind::Apply(..)),
            _ => false,
        };
        let size = if simple { self.size_of_exp(arg)? } else { self.solver.fresh_unknown() };
        Ok(if matches!(size, Size::Var(_)) { self.solver.fresh_unknown() } else { size })
    }

    /// `a ++ b`, whose rows may come to vary.
    fn concatenation(&mut self, op: &Exp, a: &Exp, b: &Exp) -> Check<Ty> {
        let (mut elems, mut sizes) = (vec![], vec![]);
        for e in [a, b] {
            let ty = self.exp(e)?;
            let (elem, size) = (self.solver.fresh(), self.solver.fresh_size());
            let wanted = Ty::array(size.clone(), elem.clone());
            self.solver.unify(&wanted, &ty, e.span)?;
            elems.push(elem);
            sizes.push(self.solver.size(&size));
        }
        let elem = self.join(&elems[0], &elems[1], b.span, op.id)?;
        Ok(Ty::array(Size::term(SizeOp::Add, sizes[0].clone(), sizes[1].clone()), elem))
    }

    fn lambda(&mut self, lambda: &Rc<Lambda>) -> Check<Ty> {
        self.unique_names(&lambda.params)?;
        let scope = self.locals.len();
        let mut args = vec![];
        for pat in &lambda.params {
            let ty = self.pat(pat, false)?;
            self.irrefutable(pat, &ty);
            args.push(ty);
        }
        let mut ty = self.exp(&lambda.body)?;
        if let Some(ret) = &lambda.ret {
            let declared = self.ty(ret)?;
            self.solver.unify(&declared, &ty, lambda.body.span)?;
            ty = declared;
        }
        self.locals.truncate(scope);
        Ok(args.into_iter().rev().fold(ty, |to, from| Ty::fun(from, to)))
    }

    fn local_function(&mut self, def: &Rc<Def>) -> Check<crate::types::Scheme> {
        let (ty, params) = self.def_type(def)?;
        let mut scheme = self.solver.generalise(&ty, params);
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

    fn loop_type(&mut self, l: &Loop) -> Check<Ty> {
        let init = self.exp(&l.init)?;
        let carried = self.solver.loosen(&init);
        let scope = self.locals.len();
        // Bounds and arrays are evaluated once, before the loop: they do not see its names.
        let bound = match &l.form {
            LoopForm::For(_, e) | LoopForm::ForIn(_, e) => Some(self.exp(e)?),
            LoopForm::While(_) => None,
        };
        self.unique_names(std::slice::from_ref(&l.pat))?;
        self.bind_sizes(&l.sizes);
        let own = self.pat(&l.pat, false)?;
        let data = self.solver.fresh_of(Class::Data);
        self.solver.unify(&data, &carried, l.init.span)?;
        self.solver.unify(&own, &carried, l.init.span)?;
        self.irrefutable(&l.pat, &own);
        match (&l.form, bound) {
            (LoopForm::For(name, count), Some(ty)) => {
                let wanted = self.solver.fresh_of(Class::Int);
                self.solver.unify(&wanted, &ty, count.span)?;
                self.bind(name, ty, None);
            }
            (LoopForm::ForIn(pat, arr), Some(ty)) => {
                let elem = self.solver.fresh();
                let wanted = Ty::array(self.solver.fresh_size(), elem.clone());
                self.solver.unify(&wanted, &ty, arr.span)?;
                let own = self.pat(pat, false)?;
                self.solver.unify(&own, &elem, arr.span)?;
            }
            (LoopForm::While(cond), _) => self.expect(cond, &Ty::bool())?,
            (LoopForm::For(..) | LoopForm::ForIn(..), None) => {}
        }
        let body = self.exp(&l.body)?;
        self.locals.truncate(scope);
        Ok(self.solver.join(&own, &body, l.body.span)?.0)
    }
}

impl Infer {
    /// `match`: the cases together are a widening point like branches.
    fn match_type(&mut self, e: &Exp, what: &Exp, cases: &[(Pat, Exp)]) -> Check<Ty> {
        let ty = self.exp(what)?;
        let mut result: Option<Ty> = None;
        for (pat, body) in cases {
            self.unique_names(std::slice::from_ref(pat))?;
            let scope = self.locals.len();
            let own = self.pat(pat, false)?;
            self.solver.unify(&ty, &own, pat.span)?;
            let got = self.exp(body)?;
            self.locals.truncate(scope);
            result = Some(match result {
                None => {
                    let data = self.solver.fresh_of(Class::Data);
                    self.solver.unify(&data, &got, body.span)?;
                    got
                }
                Some(before) => self.join(&before, &got, body.span, e.id)?,
            });
        }
        self.matches.push((cases.iter().map(|(p, _)| p.clone()).collect(), ty, e.span));
        Ok(result.unwrap_or_else(|| self.solver.fresh()))
    }
    /// Notes that a pattern has to match every value of its type.
    pub(super) fn irrefutable(&mut self, pat: &Pat, ty: &Ty) {
        if pat.refutable() {
            self.matches.push((vec![pat.clone()], ty.clone(), pat.span));
        }
    }
    /// Sizes that a pattern binds.
    fn bind_sizes(&mut self, sizes: &[Name]) {
        for name in sizes {
            let size = self.solver.fresh_size();
            self.bind(name, Ty::i64(), Some(size));
        }
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
