//! What is the same at every point of a context although it is computed inside a map: scalars of the host.
//!
//! ```text
//! screma m (xs <- xss) { loop (xs, half) = (xs, 1i64) while { half < n } do { .. let next = mul.i64 2i64 half in (ys, next) } }
//! ```
//!
//! `half` starts with one value for all rows and goes on to one value for all rows, and so the condition holds for all rows or none:
//! the host carries `half` and decides when to stop. Only total code counts, as the host also evaluates it where there is no row.

use super::rep::Rep;
use super::{Ctx, Flattener};
use crate::effects::is_total;
use ir::{Atom, Body, Exp, Loop, LoopForm, Pat, Results, Soac, Stm, Var, fresh, walk};
use rustc_hash::FxHashSet;

/// What a loop in a context carries, apart from what the host carries for all points.
pub(super) struct Uniform {
    /// The positions, among the values, of what is the same at every point.
    positions: Vec<usize>,
    /// Whether the condition of the loop is the same at every point.
    pub(super) cond: bool,
}

impl Uniform {
    /// The uniform ones of these values of a loop.
    pub(super) fn shared<T: Copy>(&self, vals: &[T]) -> Vec<T> {
        self.positions.iter().map(|i| vals[*i]).collect()
    }
    /// The other ones.
    fn varying<T: Copy>(&self, vals: &[T]) -> Vec<T> {
        vals.iter().enumerate().filter(|(i, _)| !self.positions.contains(i)).map(|(_, v)| *v).collect()
    }
    /// A pattern of the loop without the uniform values.
    pub(super) fn pat(&self, pat: &Pat) -> Pat {
        Pat { sizes: pat.sizes.clone(), vals: self.varying(&pat.vals) }
    }
    /// Initial values or results of the loop without the uniform ones.
    pub(super) fn results(&self, results: &Results) -> Results {
        Results { sizes: results.sizes.clone(), vals: self.varying(&results.vals) }
    }
}

impl Flattener<'_> {
    /// Whether a statement in a map is total and uses only what is the same at every point: the host evaluates it once for all points.
    pub(super) fn is_uniform_scalar(&self, ctx: &Ctx, stm: &Stm<Soac>) -> bool {
        ctx.depth() > 0 && self.is_total_of(stm, &FxHashSet::default())
    }

    /// Whether a statement computes a scalar, without failing, from scalars of the host and those in `known`.
    fn is_total_of(&self, stm: &Stm<Soac>, known: &FxHashSet<Var>) -> bool {
        let total = match &stm.exp {
            Exp::Prim(prim) => is_total(prim),
            Exp::Atom(a) => a.ty(self.vars).as_scalar().is_some(),
            _ => false,
        };
        total && walk::free_vars(&stm.exp, self.vars).iter().all(|v| self.is_known(*v, known))
    }

    fn is_known(&self, var: Var, known: &FxHashSet<Var>) -> bool {
        known.contains(&var) || matches!(self.env.get(&var), Some(Rep::Host(_)))
    }

    /// Which of the values that a loop carries are the same at every point in every round: those that start so and, as long as they
    /// all are, go on so.
    pub(super) fn uniform_values(&self, ctx: &Ctx, l: &Loop<Soac>) -> Uniform {
        let mut found = Uniform { positions: vec![], cond: false };
        if ctx.depth() == 0 {
            return found;
        }
        let nothing = FxHashSet::default();
        let host = |a: Atom| a.var().is_none_or(|v| self.is_known(v, &nothing));
        let scalar = |i: &usize| self.vars[l.params.vals[*i]].ty.as_scalar().is_some();
        found.positions = (0..l.init.vals.len()).filter(|i| scalar(i) && host(l.init.vals[*i])).collect();
        loop {
            let mut known: FxHashSet<Var> = found.shared(&l.params.vals).into_iter().collect();
            if let LoopForm::While(cond) = &l.form {
                found.cond = self.stays_uniform(cond, &known, &[]);
            } else if let LoopForm::For { index, .. } = &l.form {
                known.insert(*index);
            }
            let arrays = found.varying(&l.body.result.vals);
            self.total_code(&l.body, &mut known, &arrays);
            let stays = |i: &usize| l.body.result.vals[*i].var().is_none_or(|v| self.is_known(v, &known));
            let before = found.positions.len();
            found.positions.retain(stays);
            if found.positions.len() == before {
                return found;
            }
        }
    }

    /// Whether a body is total code whose result is the same at every point.
    fn stays_uniform(&self, body: &Body<Soac>, known: &FxHashSet<Var>, arrays: &[Atom]) -> bool {
        let mut known = known.clone();
        self.total_code(body, &mut known, arrays);
        body.stms.iter().all(|stm| stm.pat.all().all(|v| known.contains(&v)))
            && body.result.vals.iter().all(|a| a.var().is_none_or(|v| self.is_known(v, &known)))
    }

    /// Adds what a body computes by total code to what is `known`. What it returns to be told apart by the points is computed by them.
    fn total_code(&self, body: &Body<Soac>, known: &mut FxHashSet<Var>, arrays: &[Atom]) {
        for stm in &body.stms {
            let returned = stm.pat.all().any(|v| arrays.contains(&Atom::Var(v)));
            if !returned && self.is_total_of(stm, known) {
                known.extend(stm.pat.all());
            }
        }
    }

    /// The host's value of what is the same at every point.
    pub(super) fn host_atom(&self, atom: Atom) -> Atom {
        match atom.var().map(|v| self.env.get(&v)) {
            None => atom,
            Some(Some(Rep::Host(a))) => *a,
            Some(_) => base::bug!("flatten", "{atom:?} differs from point to point"),
        }
    }

    /// New scalars of the host for Core variables, which they stand for from here on.
    pub(super) fn host_scalars(&mut self, vars: &[Var]) -> Vec<Var> {
        let mut scalars = vec![];
        for var in vars {
            let scalar = fresh(self.vars, &self.name(*var), self.vars[*var].ty.clone());
            self.env.insert(*var, Rep::Host(scalar.into()));
            scalars.push(scalar);
        }
        scalars
    }
}
