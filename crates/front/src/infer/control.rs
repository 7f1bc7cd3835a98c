//! The types of functions, blocks, branches and loops.

use super::class::Class;
use super::scope::Leaving;
use super::solver::Solver;
use super::unify::Clash;
use super::{Check, Deferred, Demand, Infer};
use crate::ast::{Exp, Lambda, Lift, Loop, LoopForm, Name, Pat, PatKind};
use crate::types::{ParamId, Size, Ty};
use base::diag::Span;
use std::rc::Rc;

impl Infer {
    /// The body of a block, whose names since `scope` are then gone. `known` tells what the size by such a name is outside.
    pub(super) fn block(&mut self, scope: usize, body: &Exp, known: Option<Size>) -> Check<Ty> {
        let ty = self.inside(|infer| infer.exp(body));
        let name = self.locals.get(scope).and_then(|local| local.size.clone());
        self.locals.truncate(scope);
        let known: Vec<(Size, Size)> = name.zip(known).into_iter().collect();
        let ty = self.solver.leave(&ty?, Leaving::Block, &[], &known);
        self.no_hidden_param(body.span)?;
        Ok(ty)
    }

    /// A lambda, which sees the type of functions that is wanted.
    pub(super) fn lambda(&mut self, lambda: &Rc<Lambda>, wanted: Option<&Ty>) -> Check<Ty> {
        self.unique_names(&lambda.params)?;
        let scope = self.locals.len();
        let mut args: Vec<(Option<ParamId>, Ty)> = vec![];
        let mut wanted = wanted.cloned();
        for pat in &lambda.params {
            let mut from = None;
            let mut theirs = None;
            if let Some(Ty::Fun(name, arg, to)) = wanted.take().map(|w| self.solver.shallow(&w)) {
                from = Some((*arg).clone());
                (theirs, wanted) = (name, Some((*to).clone()));
            }
            // A row has sizes that exist only inside.
            let (name, own) = match &from {
                Some(from) if self.solver.has_open_rows(from) => {
                    self.row(pat, from)?;
                    (None, from.clone())
                }
                Some(from) => {
                    let (name, own) = self.argument(pat)?;
                    self.solver.unify(&own, from, pat.span)?;
                    (name, own)
                }
                None => self.argument(pat)?,
            };
            if let (Some(Size::Param(n, id)), Some(w)) = (&name, &wanted) {
                wanted = Some(self.solver.replace_param(w, theirs, &Size::Param(n.clone(), *id)));
            }
            self.irrefutable(pat, &own);
            let name = match name {
                Some(Size::Param(_, id)) => Some(id),
                _ => None,
            };
            args.push((name, own));
        }
        let declared = lambda.ret.as_ref().map(|t| self.inside(|infer| infer.body_ty(t))).transpose()?;
        let body = self.inside(|infer| infer.exp(&lambda.body))?;
        let ty = match declared {
            Some(declared) => {
                self.inside(|infer| infer.solver.unify(&declared, &body, lambda.body.span))?;
                declared
            }
            None => body,
        };
        self.locals.truncate(scope);
        let own: Vec<ParamId> = args.iter().filter_map(|(name, _)| *name).collect();
        let ty = self.solver.leave(&ty, Leaving::Function, &own, &[]);
        Ok(args.into_iter().rev().fold(ty, |to, (name, from)| Ty::Fun(name, Rc::new(from), Rc::new(to))))
    }
    /// A parameter of a lambda, and what it means as a size, which exists only inside.
    fn argument(&mut self, pat: &Pat) -> Check<(Option<Size>, Ty)> {
        let ty = self.pat(pat, false)?;
        self.solver.give(&ty);
        let is_name = match &pat.kind {
            PatKind::Name(_) => true,
            PatKind::Typed(inner, _) => matches!(inner.kind, PatKind::Name(_)),
            _ => false,
        };
        let level = self.solver.level + 1;
        let size = match self.locals.last_mut() {
            Some(local) if is_name => {
                local.size = Some(Size::Param(local.name.clone(), self.solver.param_at(Lift::Plain, level)));
                local.size.clone()
            }
            _ => None,
        };
        Ok((size, ty))
    }
    /// A pattern for one row, whose sizes exist only inside.
    pub(super) fn row(&mut self, pat: &Pat, ty: &Ty) -> Check<()> {
        let scope = self.locals.len();
        self.inside(|infer| {
            let row = infer.solver.open_rows(ty, infer.solver.level);
            let own = infer.pat(pat, false)?;
            infer.solver.unify(&own, &row, pat.span)
        })?;
        // So do its names.
        let level = self.solver.level + 1;
        self.locals[scope..].iter_mut().for_each(|local| local.level = level);
        Ok(())
    }

    /// A loop. What it carries has the sizes of the initial value as long as the body keeps them; a size that the body
    /// changes is another one in every round.
    pub(super) fn loop_type(&mut self, l: &Loop) -> Check<Ty> {
        let init = self.exp(&l.init)?;
        if let Some(form) = self.learned_form(l) {
            self.solver.unify(&form, &init, l.init.span)?;
        }
        let before = self.solver.resolve(&init);
        self.loop_from(l, init).inspect_err(|_| self.learn_form(l, &before))
    }
    fn loop_from(&mut self, l: &Loop, init: Ty) -> Check<Ty> {
        let rows = self.learned_rows(l);
        let mut own_sizes = vec![];
        let carried = self.solver.with_sizes(&init, &mut |solver, size| {
            let learned = rows.get(&own_sizes.len()).map(|row| Size::of_row(*row));
            // What varies by row is so in every round.
            let by_row = learned.or_else(|| Some(solver.size(size)).filter(Size::by_row));
            let carried = match by_row {
                None => solver.carried_size(),
                // A later round may have sizes that vary with the rows inside too.
                Some(Size::Any(row, None)) if row > 0 && solver.widening => {
                    solver.widening_size(Size::of_row(row), solver.level, row)
                }
                Some(size) => size,
            };
            own_sizes.push((carried.clone(), solver.size(&carried).row()));
            carried
        });
        let scope = self.locals.len();
        // Bounds and arrays are evaluated once, before the loop: they do not see its names.
        let bound = match &l.form {
            LoopForm::For(_, e) | LoopForm::ForIn(_, e) => Some(self.exp(e)?),
            LoopForm::While(_) => None,
        };
        self.unique_names(std::slice::from_ref(&l.pat))?;
        self.bind_sizes(&l.sizes, l.pat.span);
        let data = self.solver.fresh_of(Class::Data);
        self.solver.unify(&data, &carried, l.init.span)?;
        let own = if self.solver.has_open_rows(&carried) {
            self.row(&l.pat, &carried)?;
            carried.clone()
        } else {
            let own = self.pat(&l.pat, false)?;
            self.solver.unify(&own, &carried, l.init.span)?;
            own
        };
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
                self.row(pat, &elem)?;
            }
            (LoopForm::While(cond), _) => self.inside(|infer| infer.expect(cond, &Ty::bool()))?,
            (LoopForm::For(..) | LoopForm::ForIn(..), None) => {}
        }
        let body = self.inside(|infer| infer.exp(&l.body))?;
        self.locals.truncate(scope);
        // The types are those of the initial value, whatever the sizes.
        let mut any = |solver: &mut Solver, _: &Size| solver.fresh_size();
        let like = self.solver.with_sizes(&carried, &mut any);
        let round = self.inside(|infer| Ok(infer.solver.with_sizes(&body, &mut any)))?;
        self.solver.unify(&like, &round, l.body.span)?;
        let vary = self.solver.keep_sizes(&carried, &init, &body, l.body.span)?;
        if let Some((size, row)) = vary.first() {
            self.learn_rows(l, &own_sizes, &vary);
            let clash = Clash::Sizes(size.clone(), Size::of_row(*row));
            return Err(self.solver.explain(clash, &carried, &body, l.body.span));
        }
        self.solver.unify(&carried, &init, l.init.span)?;
        self.solver.vary_with(&carried, &init);
        let after = self.solver.leave(&body, Leaving::Block, &[], &[]);
        let kept = self.solver.unify(&carried, &after, l.body.span);
        self.learn_more(l, &own_sizes, kept.is_err());
        kept?;
        Ok(self.solver.open_result(&carried))
    }

    /// `match`: one of its cases.
    pub(super) fn match_type(&mut self, e: &Exp, what: &Exp, cases: &[(Pat, Exp)]) -> Check<Ty> {
        let ty = self.exp(what)?;
        let mut result: Option<Ty> = None;
        for (pat, body) in cases {
            self.unique_names(std::slice::from_ref(pat))?;
            let scope = self.locals.len();
            let own = self.pat(pat, false)?;
            self.solver.unify(&ty, &own, pat.span)?;
            self.solve_deferred()?;
            let got = self.block(scope, body, None)?;
            result = Some(match result {
                None => {
                    let data = self.solver.fresh_of(Class::Data);
                    self.solver.unify(&data, &got, body.span)?;
                    got
                }
                Some(before) => self.either(&before, &got, body.span)?,
            });
        }
        self.matches.push((cases.iter().map(|(p, _)| p.clone()).collect(), ty, e.span));
        Ok(result.unwrap_or_else(|| self.solver.fresh()))
    }
    /// The type of values that are one of two. A constructor takes part with the sizes of its own payload.
    pub(super) fn either(&mut self, a: &Ty, b: &Ty, span: Span) -> Check<Ty> {
        self.own_payload(a, b, span)?;
        self.own_payload(b, a, span)?;
        self.solver.either(a, b, span)
    }
    /// Makes a type what is wanted. A constructor takes part with the sizes of its own payload.
    pub(super) fn accept(&mut self, wanted: &Ty, got: &Ty, span: Span) -> Check<()> {
        let opened = self.own_payload(wanted, got, span)?;
        self.solver.unify(wanted, got, span)?;
        if opened {
            self.solver.vary_with(wanted, got);
        }
        Ok(())
    }
    /// Where one type is that of a constructor that nothing has told the sum of, and the other a sum: it is of this sum, with the
    /// sizes of its own payload. Says whether that is so anywhere.
    fn own_payload(&mut self, sum: &Ty, constructor: &Ty, span: Span) -> Check<bool> {
        let (sum, constructor) = (self.solver.shallow(sum), self.solver.shallow(constructor));
        match (&sum, &constructor) {
            (Ty::Sum(_), Ty::Var(_)) => {
                let open = self.solver.with_sizes(&sum, &mut |solver, _| solver.fresh_size());
                self.solver.unify(&constructor, &open, span)?;
                self.solve_deferred()?;
                Ok(true)
            }
            (Ty::Array(..), Ty::Array(..)) | (Ty::Record(_), Ty::Record(_)) => {
                let mut pairs = sum.parts().into_iter().zip(constructor.parts());
                pairs.try_fold(false, |any, (sum, constructor)| {
                    Ok(self.own_payload(sum, constructor, span)? || any)
                })
            }
            _ => Ok(false),
        }
    }
    /// Whether a type is that of a constructor that nothing has told the sum of.
    pub(super) fn is_constructor(&self, ty: &Ty) -> bool {
        let Ty::Var(v) = self.solver.shallow(ty) else { return false };
        let of = |d: &Deferred| self.solver.shallow(&d.of) == Ty::Var(v);
        self.deferred.iter().any(|d| matches!(d.demand, Demand::Constr(..)) && of(d))
    }
    /// Notes that a pattern has to match every value of its type.
    pub(super) fn irrefutable(&mut self, pat: &Pat, ty: &Ty) {
        if pat.refutable() {
            self.matches.push((vec![pat.clone()], ty.clone(), pat.span));
        }
    }
    /// Sizes that a pattern binds.
    pub(super) fn bind_sizes(&mut self, sizes: &[Name], span: Span) {
        for name in sizes {
            let size = self.solver.fresh_size();
            self.bound_sizes.push((name.clone(), size.clone(), span));
            self.bind(name, Ty::i64(), Some(size));
        }
    }
}
