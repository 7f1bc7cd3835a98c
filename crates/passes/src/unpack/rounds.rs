//! Loops: of a few rounds as code for each of them, others with scalars instead of the small arrays that they carry.

use super::unroll::few;
use super::{Block, Unpacker};
use crate::flatten::sequential::is_kernel_code;
use crate::simplify::drop_dead;
use ir::{Atom, Body, Exp, Loop, LoopForm, Pat, Results, Soac, Stm, Var, fresh, walk};
use rustc_hash::FxHashSet;

impl Unpacker<'_> {
    /// A loop of a few rounds as their code, one after the other. Says whether it is there.
    pub(super) fn rounds(&mut self, l: &Loop<Soac>, stm: &Stm<Soac>, out: &mut Block) -> bool {
        let LoopForm::For { index, count } = l.form else { return false };
        let Some(count) = few(count).filter(|_| l.params.sizes.is_empty()) else { return false };
        let mut vals = l.init.vals.clone();
        for i in 0..count {
            let params = l.params.vals.iter().copied().zip(vals);
            let params = params.chain([(index, Atom::i64(i))]).collect::<Vec<_>>();
            let round = walk::Subst::renaming(self.vars, params).apply(l.body.clone());
            self.code(round.stms, out);
            vals = round.result.vals.into_iter().map(|val| self.resolved(val)).collect();
        }
        for (var, val) in stm.pat.vals.iter().zip(vals) {
            self.rename(*var, val, &stm.loc, out);
        }
        true
    }

    /// A loop that carries scalars instead of small arrays, if its rounds are scalar code then. Says whether it is there.
    pub(super) fn carried(&mut self, l: &Loop<Soac>, stm: &Stm<Soac>, out: &mut Block) -> bool {
        if !l.params.sizes.is_empty() {
            return false;
        }
        // An array that a round needs whole and does not write out anew is carried whole.
        let mut unpacked: Vec<bool> =
            l.params.vals.iter().map(|var| self.small(&self.vars[*var].ty).is_some()).collect();
        while unpacked.contains(&true) {
            let scope = self.known.scope();
            let mut made = vec![];
            let needed = self.carry(l, &unpacked, stm, &mut made);
            self.known.leave(scope);
            let Some(needed) = needed.filter(|_| self.left > 0) else { return false };
            if needed.is_empty() {
                self.keep(made, out);
                return true;
            }
            needed.into_iter().for_each(|i| unpacked[i] = false);
        }
        false
    }

    /// The loop with scalars for what is to be `unpacked`. Gives the parameters that a round changes as a whole after all, if its rounds
    /// are scalar code otherwise.
    fn carry(
        &mut self,
        l: &Loop<Soac>,
        unpacked: &[bool],
        stm: &Stm<Soac>,
        out: &mut Block,
    ) -> Option<Vec<usize>> {
        // What is given up leaves no trace in the program's variables.
        let l = walk::Subst::renaming(self.vars, []).apply(l.clone());
        // Elements of rows from outside are read once.
        let outside =
            walk::free_vars(&l.body, self.vars).into_iter().filter(|var| !l.params.vals.contains(var));
        for var in outside.collect::<Vec<Var>>() {
            self.elements(var.into(), out);
        }
        let init = self.results_in_parts(&l.init.vals, unpacked, out);
        let params = self.variables_in_parts(&l.params.vals, unpacked);
        let form = match l.form {
            LoopForm::While(cond) => {
                // Every block binds arrays of its own.
                let vars: Vec<Var> = l
                    .params
                    .vals
                    .iter()
                    .zip(unpacked)
                    .map(|(var, unpacked)| {
                        let info = self.vars[*var].clone();
                        if *unpacked { fresh(self.vars, &info.name, info.ty) } else { *var }
                    })
                    .collect();
                let renamed = l.params.vals.iter().copied().zip(vars.iter().map(|var| Atom::Var(*var)));
                let cond = walk::Subst::renaming(self.vars, renamed.collect::<Vec<_>>()).apply(cond);
                LoopForm::While(self.round(&cond, &vars, &params, &[false]).0)
            }
            form @ LoopForm::For { .. } => form,
        };
        let (body, written) = self.round(&l.body, &l.params.vals, &params, unpacked);
        let whole: FxHashSet<Var> = walk::bound_vars(&body).into_iter().collect();
        let params_whole = l.params.vals.iter().zip(&written);
        let needed = params_whole
            .enumerate()
            .filter(|(i, (var, written))| unpacked[*i] && whole.contains(*var) && !**written);
        let needed: Vec<usize> = needed.map(|(i, _)| i).collect();
        if needed.is_empty() && !is_kernel_code(&body, self.vars) {
            return None;
        }
        let results = self.variables_in_parts(&stm.pat.vals, unpacked);
        let params = Pat::vals(params.concat());
        let exp = Exp::Loop(Box::new(Loop { params, init, form, body }));
        self.push(Stm { pat: Pat::vals(results.concat()), exp, ..stm.clone() }, out);
        self.whole(&stm.pat.vals, results, &stm.loc, out);
        Some(needed)
    }

    /// A block of a loop whose parameters `vars` have become `parts`, and of which of its results the elements are written out.
    fn round(
        &mut self,
        body: &Body<Soac>,
        vars: &[Var],
        parts: &[Vec<Var>],
        unpacked: &[bool],
    ) -> (Body<Soac>, Vec<bool>) {
        let scope = self.known.scope();
        let mut stms = vec![];
        self.whole(vars, parts.to_vec(), &base::Loc::none(), &mut stms);
        self.code(body.stms.clone(), &mut stms);
        let known = |val: &Atom| val.var().is_some_and(|var| self.known.get(var).is_some());
        let written = body.result.vals.iter().map(known).collect();
        let result = self.results_in_parts(&body.result.vals, unpacked, &mut stms);
        self.known.leave(scope);
        drop_dead(&mut stms, &result.vals, self.vars);
        (Body { stms, result }, written)
    }
    fn results_in_parts(&mut self, vals: &[Atom], unpacked: &[bool], out: &mut Block) -> Results {
        let mut parts = vec![];
        for (val, unpacked) in vals.iter().zip(unpacked) {
            let val = self.resolved(*val);
            if *unpacked {
                parts.extend(self.elements(val, out));
            } else {
                parts.push(val);
            }
        }
        Results::vals(parts)
    }
    fn variables_in_parts(&mut self, vars: &[Var], unpacked: &[bool]) -> Vec<Vec<Var>> {
        let parts = |(var, unpacked): (&Var, &bool)| if *unpacked { self.scalars(*var) } else { vec![*var] };
        vars.iter().zip(unpacked).map(parts).collect()
    }
}
