//! Loops: which sizes of what a loop carries stay as they are, change from round to round, or vary with the row.

use super::class::Class;
use super::scope::Leaving;
use super::solver::Solver;
use super::unify::Clash;
use super::{Check, Infer};
use crate::ast::{Loop, LoopForm};
use crate::types::{Size, SizeVar, Ty};
use base::diag::{Diagnostic, Span};
use rustc_hash::FxHashMap;

/// The sizes of what a loop carries.
#[derive(Default)]
struct Changed {
    carried: Vec<Size>,
    /// Those that it keeps.
    kept: Vec<Size>,
    /// Those that it changes: what they are at first, and after a round.
    sizes: FxHashMap<u32, (Size, Size)>,
    /// Those that turn out to vary, with the row.
    rows: Vec<(Size, u32)>,
}

impl Infer {
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
        let around = self.solver.loops_around.len();
        self.solver.loops_around.extend(own_sizes.iter().map(|(size, _)| size.clone()));
        let body = self.inside(|infer| infer.exp(&l.body))?;
        self.solver.loops_around.truncate(around);
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
}

impl Solver {
    /// Tells sizes that the body of a loop keeps from those that it changes, which are then another one in every round. Returns
    /// those that turn out to vary, with the row: the body was checked as if they did not.
    pub(super) fn keep_sizes(
        &mut self,
        carried: &Ty,
        init: &Ty,
        body: &Ty,
        span: Span,
    ) -> Result<Vec<(Size, u32)>, Diagnostic> {
        let mut changed = Changed::default();
        self.carried_sizes(carried, &mut changed.carried);
        self.keep(carried, init, body, &mut changed)
            .map_err(|(a, b)| self.explain(Clash::Sizes(a, b), carried, body, span))?;
        Ok(changed.rows)
    }
    fn carried_sizes(&self, ty: &Ty, sizes: &mut Vec<Size>) {
        let ty = self.shallow(ty);
        sizes.extend(ty.sizes().iter().map(|s| self.size(s)).filter(|s| matches!(s, Size::Var(_))));
        ty.parts().into_iter().for_each(|t| self.carried_sizes(t, sizes));
    }
    fn keep(
        &mut self,
        carried: &Ty,
        init: &Ty,
        body: &Ty,
        changed: &mut Changed,
    ) -> Result<(), (Size, Size)> {
        let (carried, init, body) = (self.shallow(carried), self.shallow(init), self.shallow(body));
        if let (Ty::Array(v, _), Ty::Array(first, _), Ty::Array(next, _)) = (&carried, &init, &body) {
            self.keep_size(v, first, next, changed)?;
        }
        if matches!(carried, Ty::Fun(..)) {
            return Ok(());
        }
        let parts = carried.parts().into_iter().zip(init.parts()).zip(body.parts());
        parts.into_iter().try_for_each(|((c, i), b)| self.keep(c, i, b, changed))
    }
    fn keep_size(
        &mut self,
        carried: &Size,
        first: &Size,
        next: &Size,
        changed: &mut Changed,
    ) -> Result<(), (Size, Size)> {
        let (first, next) = (self.size(first), self.size(next));
        let v = match self.size(carried) {
            Size::Var(v) => v,
            // Sizes that are one inside are one in the initial value and in every round.
            Size::Ext(k) => {
                let Some((before, after)) = changed.sizes.get(&k).cloned() else { return Ok(()) };
                for (a, b) in [(&before, &first), (&after, &next)] {
                    if self.go_size(a, b).is_err() {
                        return Err((a.clone(), b.clone()));
                    }
                }
                return Ok(());
            }
            _ => return Ok(()),
        };
        if let Some(row) = [first.row(), next.row()].into_iter().flatten().min() {
            changed.rows.push((Size::Var(v), row));
            return Ok(());
        }
        let kept = next == Size::Var(v) || {
            let mark = self.trail.len();
            let kept = if changed.carried.contains(&next) || self.would_fix_carried(&first, &next) {
                false
            } else if matches!(next, Size::Var(_)) {
                self.go_size(&next, &Size::Var(v)).is_ok() && self.go_size(&Size::Var(v), &first).is_ok()
            } else {
                self.go_size(&first, &next).is_ok() && self.go_size(&Size::Var(v), &first).is_ok()
            } && !self.fixes_given(mark);
            if !kept {
                self.undo(mark);
            }
            kept
        };
        if kept {
            changed.kept.push(Size::Var(v));
        } else if changed.kept.contains(&Size::Var(v)) || !self.sizes[v].carried || self.is_around(v) {
            // A size of something outside too, as of what a loop around carries, which has the one it has.
            return Err((first, next));
        } else {
            let ext = self.fresh_ext();
            if let Size::Ext(k) = ext {
                changed.sizes.insert(k, (first, next));
            }
            self.solve_size(v, ext);
        }
        Ok(())
    }
    /// Whether a size is also one of what a loop around carries.
    fn is_around(&self, v: SizeVar) -> bool {
        self.loops_around.iter().any(|size| self.size(size).any(&|part| *part == Size::Var(v)))
    }
    fn would_fix_carried(&mut self, m: &Size, n: &Size) -> bool {
        let mark = self.trail.len();
        let fixes = self.go_size(m, n).is_ok() && self.fixes_carried(mark);
        self.undo(mark);
        fixes
    }
}
