//! Trivial code is evaluated where its results are read, instead of stored.
//!
//! What checks have let pass is taken for granted there: the kernel that checks stays in front, and those that evaluate the code again
//! stand under its evidence.

use super::order::dead_code;
use super::tidy::tidy;
use super::{Block, rewrite};
use crate::effects;
use ir::{Atom, Body, Exp, Fun, Inner, Out, Seg, SegOp, Stm, Var, Vars, walk};
use rustc_hash::FxHashSet;

/// Most operations of trivial code, which may read one element besides.
const TRIVIAL_OPERATIONS: usize = 4;
/// Most elements that it reads.
const TRIVIAL_READS: usize = 1;

/// Pulls one result of a kernel into all kernels that read it, if `checked` also one that checks have let pass; whether there was one.
pub(super) fn pull(block: &mut Block, vars: &mut Vars, shared: &FxHashSet<Var>, checked: bool) -> bool {
    for at in 0..block.stms.len() {
        let Some(seg) = block.seg(at) else { continue };
        if !seg.clauses.is_map() || seg.levels.is_empty() || !seg.rows.is_empty() {
            continue;
        }
        let results: Vec<(Var, Out)> = block.stms[at]
            .pat
            .vals
            .iter()
            .copied()
            .zip(seg.clauses.outs.iter().copied().skip(block.stms[at].pat.sizes.len()))
            .collect();
        for (var, out) in results {
            let Out::Point(value) = out else { continue };
            if block.behind.contains(&var) || shared.contains(&var) {
                continue;
            }
            let Some(mut code) = slice(seg, value, shared, vars) else { continue };
            if code.checked && !checked {
                continue;
            }
            let mut kernel = block.stms[at].clone();
            if code.checked {
                code.under = Some(crate::offsets::evidence(&mut kernel, vars));
            }
            if let Some(after) = pulled(block, vars, at, var, &code) {
                block.stms[at] = kernel;
                block.stms.truncate(at + 1);
                block.stms.extend(after);
                block.uses = block.stms.iter().map(|s| walk::free_vars(s, vars)).collect();
                return true;
            }
        }
    }
    false
}

/// The code of one result of a map: from the indices of the point to the value.
struct Code {
    indices: Vec<Var>,
    stms: Vec<Stm<Inner>>,
    value: Atom,
    /// Whether it takes for granted what a check of the map says, and the evidence for it.
    checked: bool,
    under: Option<Var>,
}

/// The part of a map's body that makes one result, if it is trivial, and what it reads does not change. Checks are what they let pass.
fn slice(seg: &Seg, value: Atom, shared: &FxHashSet<Var>, vars: &Vars) -> Option<Code> {
    let mut part = seg.clone();
    part.clauses.outs = vec![Out::Point(value)];
    for stm in &mut part.body {
        if let Exp::Check(check) = &stm.exp
            && let Some(passed) = effects::passed(&check.kind)
        {
            stm.exp = passed;
        }
    }
    part.body.retain(|stm| !matches!(stm.exp, Exp::Check(_)));
    dead_code(&mut part, vars);
    let bound: FxHashSet<Var> =
        walk::bound_vars(&part.body).into_iter().chain(seg.levels.iter().map(|l| l.index)).collect();
    let checks: FxHashSet<Var> =
        seg.body.iter().filter(|s| matches!(s.exp, Exp::Check(_))).flat_map(|s| s.pat.all()).collect();
    let (mut operations, mut reads) = (0, 0);
    for stm in &part.body {
        match &stm.exp {
            Exp::Atom(_) => {}
            Exp::Prim(_) => operations += 1,
            Exp::Read { arr, .. } if !shared.contains(arr) => reads += 1,
            Exp::Read { .. }
            | Exp::Check(_)
            | Exp::Trace { .. }
            | Exp::View(_)
            | Exp::Copy { .. }
            | Exp::Scratch { .. }
            | Exp::Total { .. }
            | Exp::Write { .. }
            | Exp::UpdateAcc { .. }
            | Exp::Call { .. }
            | Exp::If { .. }
            | Exp::Loop(_)
            | Exp::WithAcc { .. }
            | Exp::Op(_) => return None,
        }
        if walk::used_vars(stm).iter().any(|v| checks.contains(v) && !bound.contains(v)) {
            return None;
        }
    }
    if value.var().is_some_and(|v| checks.contains(&v) && !bound.contains(&v)) {
        return None;
    }
    let indices = seg.levels.iter().map(|level| level.index).collect();
    let trivial = operations <= TRIVIAL_OPERATIONS && reads <= TRIVIAL_READS;
    let checked = bound.iter().any(|v| checks.contains(v));
    trivial.then_some(Code { indices, stms: part.body, value, checked, under: None })
}

/// The statements behind `at`, where kernels evaluate the code instead of reading `var`, if nobody uses it otherwise.
fn pulled(block: &Block, vars: &mut Vars, at: usize, var: Var, code: &Code) -> Option<Vec<Stm<SegOp>>> {
    let used = |at: &usize| block.uses[*at].contains(&var);
    let users: Vec<usize> = (at + 1..block.stms.len()).filter(used).collect();
    if users.is_empty() {
        return None;
    }
    let mut after = block.stms[at + 1..].to_vec();
    for user in users {
        let stm = &mut after[user - at - 1];
        kernels(stm, &mut |seg| {
            let mut read = false;
            seg.blocks_mut(&mut |block| {
                rewrite(block, &mut |stm| {
                    if let Exp::Read { arr, index } = &stm.exp
                        && *arr == var
                    {
                        read = true;
                        let map = code.indices.iter().copied().zip(index.iter().copied());
                        let copied =
                            Body { stms: code.stms.clone(), result: ir::Results::vals(vec![code.value]) };
                        let copied = walk::Subst::renaming(vars, map).apply(copied);
                        let mut new = copied.stms;
                        let value = copied.result.vals[0];
                        new.push(Stm::new(stm.pat.clone(), Exp::Atom(value), stm.loc.clone()));
                        Some(new)
                    } else {
                        None
                    }
                });
            });
            if let Some(cert) = code.under
                && read
                && !seg.under.contains(&cert)
            {
                seg.under.push(cert);
            }
            tidy(seg, vars);
        });
        if walk::free_vars(stm, vars).contains(&var) {
            return None;
        }
    }
    Some(after)
}

/// Every kernel of a statement, however deep.
fn kernels(stm: &mut Stm<SegOp>, f: &mut dyn FnMut(&mut Seg)) {
    if let Exp::Op(SegOp::Seg(seg)) = &mut stm.exp {
        f(seg);
    }
    stm.exp.blocks_mut(&mut |block, _| block.iter_mut().for_each(|stm| kernels(stm, f)));
}

/// The arrays of a function whose memory has, or may have, another name: somebody may overwrite it. All others are only read.
pub(crate) fn shared_memory(fun: &Fun<SegOp>) -> FxHashSet<Var> {
    let mut shared: FxHashSet<Var> = FxHashSet::default();
    shared.extend(fun.params.iter().filter(|p| p.consumed).map(|p| p.var));
    names(&fun.body.stms, &mut shared);
    shared
}

fn names(block: &[Stm<SegOp>], shared: &mut FxHashSet<Var>) {
    for stm in block {
        match &stm.exp {
            Exp::Op(SegOp::Seg(seg)) => shared.extend(seg.rows.iter().map(|row| row.arr)),
            Exp::Prim(_)
            | Exp::Read { .. }
            | Exp::Check(_)
            | Exp::Copy { .. }
            | Exp::Total { .. }
            | Exp::Op(SegOp::Offsets { .. } | SegOp::Closed(_) | SegOp::Differences { .. }) => {}
            Exp::WithAcc { accs, body } => {
                shared.extend(accs.iter().flat_map(|acc| &acc.arrs));
                shared.extend(body.result.all().filter_map(Atom::var));
            }
            Exp::If { then, els, .. } => {
                shared.extend(stm.pat.all());
                shared.extend(then.result.all().chain(els.result.all()).filter_map(Atom::var));
            }
            Exp::Loop(l) => {
                shared.extend(stm.pat.all());
                shared.extend(l.params.all());
                shared.extend(l.init.all().chain(l.body.result.all()).filter_map(Atom::var));
            }
            Exp::Atom(a) => shared.extend(stm.pat.all().chain(a.var())),
            Exp::Op(SegOp::Active(a)) => {
                shared.extend(stm.pat.all().chain(a.params.all()).chain(a.init.all()));
                shared.extend(a.body.result.all().filter_map(Atom::var));
            }
            Exp::Trace { .. }
            | Exp::View(_)
            | Exp::Scratch { .. }
            | Exp::Write { .. }
            | Exp::UpdateAcc { .. }
            | Exp::Call { .. } => {
                shared.extend(walk::used_vars(&stm.exp));
                shared.extend(stm.pat.all());
            }
        }
        stm.exp.blocks(&mut |block| names(block, shared));
    }
}
