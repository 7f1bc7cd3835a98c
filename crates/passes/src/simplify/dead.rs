//! Statements and results that nobody uses.

use super::inputs::drop_inputs;
use crate::effects::{can_fail, has_effect};
use ir::{Atom, Body, Exp, Fold, Out, Pat, Screma, Soac, Stm, Type, Var, Vars, walk};
use rustc_hash::FxHashSet;

/// Removes unused statements; `ret` are the types that the results are declared with. Says whether any was removed.
pub(super) fn remove(body: &mut Body<Soac>, vars: &Vars, ret: &[Type]) -> bool {
    let mut used = Used { vars, used: FxHashSet::default() };
    for ty in ret {
        used.ty(ty);
    }
    used.used.extend(body.result.all().filter_map(Atom::var));
    remove_from(&mut body.stms, &mut used)
}

/// Removes the statements of a block that neither its results nor effects need.
pub(crate) fn drop_dead(block: &mut Vec<Stm<Soac>>, results: &[Atom], vars: &Vars) {
    let mut used = Used { vars, used: results.iter().filter_map(|a| a.var()).collect() };
    remove_from(block, &mut used);
}

/// Variables that later code uses, sizes in its types included.
struct Used<'a> {
    vars: &'a Vars,
    used: FxHashSet<Var>,
}

impl Used<'_> {
    fn ty(&mut self, ty: &Type) {
        self.used.extend(ty.dims().iter().filter_map(|d| d.size.var()));
    }
    fn add(&mut self, stm: &Stm<Soac>) {
        self.used.extend(walk::free_vars(stm, self.vars));
    }
}

fn remove_from(block: &mut Vec<Stm<Soac>>, used: &mut Used<'_>) -> bool {
    let mut removed = false;
    let mut kept = vec![];
    for mut stm in std::mem::take(block).into_iter().rev() {
        let needed = stm.pat.all().any(|v| used.used.contains(&v)) || has_effect(&stm.exp);
        if !needed {
            removed = true;
            continue;
        }
        if let Exp::Op(Soac::Screma(s)) = &mut stm.exp {
            removed |= drop_results(s, &mut stm.pat, used);
            removed |= drop_inputs(s, used.vars);
        }
        if let Exp::Op(Soac::Stream(s)) = &mut stm.exp {
            removed |= super::stream::drop_parts(s, &mut stm.pat, |v| used.used.contains(v), used.vars);
        }
        stm.exp.blocks_mut(&mut |block, behind| {
            // A nested block starts afresh: what is used in it is found in it.
            let mut inside = Used { vars: used.vars, used: behind.iter().copied().collect() };
            removed |= remove_from(block, &mut inside);
        });
        used.add(&stm);
        kept.push(stm);
    }
    kept.reverse();
    *block = kept;
    removed
}

/// Drops the results of a screma that nobody uses, and the folds that gave them.
fn drop_results(s: &mut Screma<Soac>, pat: &mut Pat, used: &Used<'_>) -> bool {
    let mut wanted: FxHashSet<Var> = pat.all().filter(|v| used.used.contains(v)).collect();
    // The type of a result names sizes that are bound with it.
    let all: Vec<Var> = pat.all().collect();
    for var in all.iter().rev() {
        if wanted.contains(var) {
            wanted.extend(used.vars[*var].ty.dims().iter().filter_map(|d| d.size.var()));
        }
    }
    let outs = std::mem::take(&mut s.clauses.outs);
    let before = outs.len();
    let kept =
        outs.into_iter().zip(&all).filter(|(out, var)| matches!(out, Out::Acc(_)) || wanted.contains(var));
    let (outs, kept): (Vec<Out>, FxHashSet<Var>) = kept.unzip();
    s.clauses.outs = outs;
    pat.sizes.retain(|v| kept.contains(v));
    pat.vals.retain(|v| kept.contains(v));
    let behind: FxHashSet<Var> = walk::free_vars(&s.clauses.each, used.vars)
        .into_iter()
        .chain(s.clauses.out_atoms().filter_map(Atom::var))
        .chain(s.clauses.reds.iter().flat_map(|red| &red.args).filter_map(|a| a.var()))
        .collect();
    let folds = s.clauses.folds().count();
    let needed = |f: &Fold<Soac>| f.res.iter().any(|v| behind.contains(v)) || can_fail(&f.op.body.stms);
    s.clauses.reds.retain(needed);
    s.clauses.scans.retain(needed);
    let mut components = false;
    for fold in s.clauses.folds_mut() {
        components |= drop_components(fold, &behind, used.vars);
    }
    s.clauses.outs.len() < before || s.clauses.folds().count() < folds || components
}

/// Drops the components of a fold that nobody uses: neither others, nor the components they use, nor what can fail in the operator.
fn drop_components(fold: &mut Fold<Soac>, used: &FxHashSet<Var>, vars: &Vars) -> bool {
    let n = fold.res.len();
    let results = &fold.op.body.result.vals;
    let mut live: Vec<bool> = fold.res.iter().map(|v| used.contains(v)).collect();
    loop {
        let mut inside: FxHashSet<Var> =
            results.iter().zip(&live).filter(|(_, live)| **live).filter_map(|(a, _)| a.var()).collect();
        for stm in fold.op.body.stms.iter().rev() {
            if has_effect(&stm.exp) || stm.pat.all().any(|v| inside.contains(&v)) {
                inside.extend(walk::free_vars(stm, vars));
            }
        }
        let needs = |i: usize| inside.contains(&fold.op.params[i]) || inside.contains(&fold.op.params[n + i]);
        let before = live.clone();
        for (i, live) in live.iter_mut().enumerate() {
            *live |= needs(i);
        }
        if live == before {
            break;
        }
    }
    if live.iter().all(|live| *live) || !live.contains(&true) {
        return false;
    }
    retain(&mut fold.op.params, |i| live[i % n]);
    retain(&mut fold.op.body.result.vals, |i| live[i]);
    retain(&mut fold.ne, |i| live[i]);
    retain(&mut fold.args, |i| live[i]);
    retain(&mut fold.res, |i| live[i]);
    true
}

/// Keeps what stands at some positions.
fn retain<T>(list: &mut Vec<T>, keep: impl Fn(usize) -> bool) {
    let mut at = 0..;
    list.retain(|_| at.next().is_some_and(&keep));
}
