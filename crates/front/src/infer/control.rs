//! The types of functions, blocks and branches.

use super::class::Class;
use super::scope::Leaving;
use super::{Check, Infer};
use crate::ast::{Exp, Lambda, Lift, Name, Pat, PatKind};
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
                self.inside(|infer| {
                    let chosen = infer.solver.with_chosen_sizes(&declared);
                    infer.solver.unify(&chosen, &body, lambda.body.span)
                })?;
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
