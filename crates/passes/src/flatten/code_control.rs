//! Branches and loops inside a kernel.

use super::Flattener;
use super::kernel::Kernel;
use super::sequential::{branch_row, updates_of};
use ir::{Atom, Body, Exp, Inner, Limitation, Loop, LoopForm, Pat, Results, Soac, Stm, Var, walk};
use rustc_hash::FxHashSet;

/// What becomes of a parameter of a loop inside a kernel.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Carried {
    /// An array that every round returns as it is: no parameter at all.
    Invariant,
    /// A row that rounds only overwrite.
    InPlace,
    /// A row whose place another one may take.
    Moved,
    /// A scalar or an accumulator.
    Value,
}

impl Flattener<'_> {
    pub(super) fn k_if(
        &mut self,
        k: &mut Kernel,
        stm: &Stm<Soac>,
        cond: Atom,
        then: &Body<Soac>,
        els: &Body<Soac>,
    ) -> Result<Exp<Inner>, Limitation> {
        let cond = self.k_atom(k, cond);
        // A row of both sides stays where it is; of other arrays each side gives its own away.
        let moved: Vec<bool> = (0..stm.pat.vals.len())
            .map(|i| {
                let row = branch_row(then, els, i).and_then(|v| k.arrays.get(&v));
                self.vars[stm.pat.vals[i]].ty.is_array() && row.is_none()
            })
            .collect();
        let mut sides = vec![];
        for side in [then, els] {
            let (mut given, round) = (FxHashSet::default(), k.rounds);
            let body = self.k_body_giving(k, side, &mut |this, k, i, a| match moved[i] {
                true => this.k_take(k, a, stm.pat.vals[i], round, &mut given).into(),
                false => this.k_result(k, a),
            })?;
            sides.push(Box::new(body));
        }
        for (i, (var, result)) in stm.pat.vals.iter().zip(&then.result.vals).enumerate() {
            self.k_acc_result(k, *var, *result);
            if moved[i] {
                let row = self.k_version(k, *var, *var);
                self.k_root(k, row);
            } else if let Some(row) = result.var().and_then(|v| k.arrays.get(&v).copied()) {
                self.k_version(k, *var, row);
            }
        }
        let (Some(els), Some(then)) = (sides.pop(), sides.pop()) else {
            base::bug!("flatten", "a branch has two sides")
        };
        Ok(Exp::If { cond, then, els })
    }

    /// Whether a result of a loop is an array that every round returns as it is: it is the initial one.
    pub(super) fn is_dropped(&self, stm: &Stm<Soac>, var: Var) -> bool {
        let Exp::Loop(l) = &stm.exp else { return false };
        let i = stm.pat.vals.iter().position(|v| *v == var);
        i.is_some_and(|i| self.carried(l, i) == Carried::Invariant)
    }

    fn carried(&self, l: &Loop<Soac>, i: usize) -> Carried {
        let (param, result) = (l.params.vals[i], l.body.result.vals[i]);
        let overwritten = self.overwritten.contains(param);
        match result {
            _ if !self.vars[param].ty.is_array() => Carried::Value,
            Atom::Var(v) if v == param && !overwritten => Carried::Invariant,
            Atom::Var(v) if overwritten && updates_of(&l.body, v) == param => Carried::InPlace,
            Atom::Var(_) | Atom::Const(_) => Carried::Moved,
        }
    }

    pub(super) fn k_loop(
        &mut self,
        k: &mut Kernel,
        stm: &Stm<Soac>,
        l: &Loop<Soac>,
    ) -> Result<Exp<Inner>, Limitation> {
        let mut params = vec![];
        let mut init = vec![];
        let mut kept: Vec<(usize, Carried)> = vec![];
        let mut given = FxHashSet::default();
        let inside = k.rounds + 1;
        for (i, (param, start)) in l.params.vals.iter().zip(&l.init.vals).enumerate() {
            let result = stm.pat.vals[i];
            let mut carried = self.carried(l, i);
            let row = start.var().and_then(|v| k.arrays.get(&v).copied());
            if carried == Carried::InPlace && row.is_none() {
                carried = Carried::Moved;
            }
            match carried {
                Carried::Invariant => {
                    let Atom::Var(start) = start else { base::bug!("flatten", "a constant is no array") };
                    if let Some(row) = row {
                        k.arrays.insert(*param, row);
                        k.arrays.insert(result, row);
                    } else {
                        let rep = self.env[start].clone();
                        self.env.insert(*param, rep.clone());
                        self.env.insert(result, rep);
                    }
                    continue;
                }
                Carried::InPlace => {
                    let of = row.unwrap_or(*param);
                    init.push(self.k_result(k, *start));
                    params.push(self.k_version(k, *param, of));
                    self.k_version(k, result, of);
                }
                Carried::Moved => {
                    let round = k.rounds;
                    init.push(self.k_take(k, *start, *param, round, &mut given).into());
                    let row = self.k_version(k, *param, *param);
                    k.rows.insert(row, row);
                    k.made.insert(row, inside);
                    params.push(row);
                    let after = self.k_version(k, result, result);
                    self.k_root(k, after);
                }
                Carried::Value => {
                    self.k_acc_result(k, *param, *start);
                    k.local.insert(*param, (*param).into());
                    init.push(self.k_result(k, *start));
                    params.push(*param);
                }
            }
            kept.push((i, carried));
        }
        k.rounds = inside;
        let form = match &l.form {
            LoopForm::While(cond) => {
                // The body and the result still read the parameters, so the condition must not take over their memory.
                let mut live: FxHashSet<Var> = walk::free_vars(&l.body, self.vars).into_iter().collect();
                live.extend(&l.params.vals);
                k.live.push(live);
                let cond = self.k_body(k, cond)?;
                k.live.pop();
                LoopForm::While(cond)
            }
            LoopForm::For { index, count } => {
                let count = self.k_atom(k, *count);
                k.local.insert(*index, (*index).into());
                LoopForm::For { index: *index, count }
            }
        };
        let mut given = FxHashSet::default();
        let results = Results::vals(kept.iter().map(|(i, _)| l.body.result.vals[*i]).collect());
        let round = Body { stms: l.body.stms.clone(), result: results };
        let body = self.k_body_giving(k, &round, &mut |this, k, j, a| match kept[j] {
            (i, Carried::Moved) => this.k_take(k, a, l.params.vals[i], inside, &mut given).into(),
            _ => this.k_result(k, a),
        })?;
        k.rounds = inside - 1;
        for (i, _) in &kept {
            self.k_acc_result(k, stm.pat.vals[*i], l.params.vals[*i].into());
        }
        let (params, init) = (Pat::vals(params), Results::vals(init));
        Ok(Exp::Loop(Box::new(Loop { params, init, form, body })))
    }
}
