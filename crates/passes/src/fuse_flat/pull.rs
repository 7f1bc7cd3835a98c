//! Trivial code is evaluated where its results are read, instead of stored.
//!
//! What checks have let pass is taken for granted there: the kernel that checks stays in front, and those that evaluate the code again
//! stand under its evidence.

use super::order::is_own_read;
use super::tidy::tidy;
use super::{Block, indices, rewrite, same_space};
use crate::effects;
use crate::element_code::late_vars;
use ir::{Atom, Body, Exp, Fun, Inner, Out, Seg, SegOp, Stm, Type, Var, Vars, walk};
use rustc_hash::FxHashSet;

/// Most simple operations that trivial code takes as long as; it may read one element besides.
const TRIVIAL_OPERATIONS: usize = 4;
/// Most elements that it reads.
const TRIVIAL_READS: usize = 1;
/// Most operations of code that is tried where it is read: kernels may have most of it already.
const TRIED_OPERATIONS: usize = 12;
/// Most operations of code of a row that is evaluated at its elements.
const ROW_OPERATIONS: usize = 8;
/// Most elements that it reads.
const ROW_READS: usize = 4;

/// Pulls one result of a kernel into all kernels that read it, if `checked` also one that checks have let pass; whether there was one.
///
/// What is trivial wherever it is read comes before what only adds little to the kernels that read it: of code that is pulled, less is.
pub(super) fn pull(block: &mut Block, vars: &mut Vars, shared: &FxHashSet<Var>, checked: bool) -> bool {
    pull_code(block, vars, shared, checked, &|code, _, _, _| code.is_trivial())
        || pull_code(block, vars, shared, checked, &|code, block, at, after| {
            code.operations <= TRIED_OPERATIONS
                && !code.long
                && after.is_none_or(|after| adds_little(block, at, after))
        })
}

/// Whether code of the kernel at a position is pulled; the statements behind it are as they become, once that is known.
type Fits<'a> = dyn Fn(&Code, &Block, usize, Option<&[Stm<SegOp>]>) -> bool + 'a;

fn pull_code(
    block: &mut Block,
    vars: &mut Vars,
    shared: &FxHashSet<Var>,
    checked: bool,
    fits: &Fits<'_>,
) -> bool {
    for at in 0..block.stms.len() {
        let Some(seg) = block.seg(at) else { continue };
        if seg.levels.is_empty() || !seg.rows.is_empty() {
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
            if code.checked && !checked || !fits(&code, block, at, None) {
                continue;
            }
            let mut kernel = block.stms[at].clone();
            code.give_evidence(&mut kernel, vars);
            let Some(pulled) = pulled(block, vars, at, var, &code, &|_, _| true) else { continue };
            if fits(&code, block, at, Some(&pulled.after)) {
                block.stms[at] = kernel;
                block.replace(at, pulled.after, vars);
                return true;
            }
            pulled.undo(vars);
        }
    }
    false
}

/// Pulls what a kernel has for every row into the kernels over the elements of these rows, where that adds little to what they do;
/// whether there was such a kernel.
///
/// A kernel is looked at once: what is added to others then adds nothing more. `seen` are the results of those.
pub(super) fn pull_rows(
    block: &mut Block,
    vars: &mut Vars,
    shared: &FxHashSet<Var>,
    seen: &mut FxHashSet<Var>,
) -> bool {
    for at in 0..block.stms.len() {
        if block.stms[at].pat.all().any(|v| !seen.insert(v)) {
            continue;
        }
        let Some(seg) = block.seg(at) else { continue };
        if !seg.clauses.is_map() || seg.levels.is_empty() || !seg.rows.is_empty() {
            continue;
        }
        let levels = seg.levels.clone();
        let results = block.stms[at].pat.all().zip(seg.clauses.outs.iter().copied());
        let mut codes: Vec<(Var, Code)> = results
            .filter(|(var, _)| !block.behind.contains(var) && !shared.contains(var))
            .filter_map(|(var, out)| match out {
                Out::Point(value) => Some((var, slice(seg, value, shared, vars)?)),
                Out::Kept(_) | Out::Row(_) | Out::Count | Out::Acc(_) | Out::Owned(_) => None,
                Out::Offsets(_) | Out::Cert => None,
            })
            .filter(|(_, code)| code.own && code.operations <= ROW_OPERATIONS && code.reads <= ROW_READS)
            .collect();
        let beneath = |user: &Seg, index: &[Atom]| {
            let rows = levels.len();
            user.levels.len() > rows
                && same_space(&user.levels[..rows], &levels)
                && *index == indices(&user.levels[..rows])
        };
        // As many as possible.
        codes.sort_by_key(|(_, code)| code.operations + code.reads);
        let before: Vec<usize> = block.stms[at + 1..].iter().map(cost).collect();
        let mut found = false;
        for (var, mut code) in codes {
            let mut kernel = block.stms[at].clone();
            code.give_evidence(&mut kernel, vars);
            let Some(pulled) = pulled(block, vars, at, var, &code, &beneath) else { continue };
            // Less than a fifth more; or light code two levels above, which is the same for all elements of many rows.
            let light = code.cost <= TRIVIAL_OPERATIONS;
            let little = |(stm, before): (&Stm<SegOp>, &usize)| {
                5 * cost(stm) < 6 * before.max(&1) || light && is_deeper(stm, levels.len() + 2)
            };
            if pulled.after.iter().zip(&before).all(little) {
                block.stms[at] = kernel;
                block.replace(at, pulled.after, vars);
                found = true;
            } else {
                pulled.undo(vars);
            }
        }
        if found {
            return true;
        }
    }
    false
}

/// Whether every kernel of a statement has so many levels.
fn is_deeper(stm: &Stm<SegOp>, levels: usize) -> bool {
    let own = if let Exp::Op(SegOp::Seg(seg)) = &stm.exp { seg.levels.len() >= levels } else { true };
    let mut all = own;
    stm.exp.blocks(&mut |block| all &= block.iter().all(|stm| is_deeper(stm, levels)));
    all
}

/// Whether what was pulled into the kernels behind `at` is trivial beside what they have: they read no more elements, and compute little
/// more.
fn adds_little(block: &Block, at: usize, after: &[Stm<SegOp>]) -> bool {
    block.stms[at + 1..].iter().zip(after).all(|(before, after)| {
        before == after || reads(after) <= reads(before) && cost(after) <= cost(before) + TRIVIAL_OPERATIONS
    })
}

/// How many simple operations the kernels of a statement have, and what takes as long.
fn cost(stm: &Stm<SegOp>) -> usize {
    sum(stm, &|stm| if let Exp::Prim(prim) = &stm.exp { effects::cost(prim) } else { 1 })
}

/// How many elements they read.
fn reads(stm: &Stm<SegOp>) -> usize {
    sum(stm, &|stm| matches!(stm.exp, Exp::Read { .. }).into())
}

/// The sum of a measure over the code of the kernels of a statement.
fn sum(stm: &Stm<SegOp>, of: &dyn Fn(&Stm<Inner>) -> usize) -> usize {
    fn inside(block: &[Stm<Inner>], of: &dyn Fn(&Stm<Inner>) -> usize) -> usize {
        let mut found = block.iter().map(of).sum();
        block.iter().for_each(|stm| stm.exp.blocks(&mut |block| found += inside(block, of)));
        found
    }
    let mut found =
        if let Exp::Op(SegOp::Seg(seg)) = &stm.exp { seg.blocks().map(|b| inside(b, of)).sum() } else { 0 };
    stm.exp.blocks(&mut |block| found += block.iter().map(|stm| sum(stm, of)).sum::<usize>());
    found
}

/// The code of one result of a map: from the indices of the point to the value.
struct Code {
    indices: Vec<Var>,
    stms: Vec<Stm<Inner>>,
    value: Atom,
    operations: usize,
    /// The same, where some operations cost more than others.
    cost: usize,
    /// Whether it has functions of floats, which take longer than reading what they give.
    long: bool,
    /// Elements that it reads, and whether all are those of its own point or row.
    reads: usize,
    own: bool,
    /// Whether it takes for granted what a check of the map says, and the evidence for it.
    checked: bool,
    under: Vec<Var>,
}

impl Code {
    /// Names the evidence of the kernel that it comes from, where it needs it.
    fn give_evidence(&mut self, kernel: &mut Stm<SegOp>, vars: &mut Vars) {
        self.under.extend(self.checked.then(|| crate::offsets::evidence(kernel, vars)));
    }

    /// Whether it costs little more than reading what it gives, however often that is read.
    fn is_trivial(&self) -> bool {
        self.cost <= TRIVIAL_OPERATIONS && self.reads <= TRIVIAL_READS
    }
}

/// The part of a map's body that makes one result, if what it reads does not change and checks are what they let pass.
fn slice(seg: &Seg, value: Atom, shared: &FxHashSet<Var>, vars: &Vars) -> Option<Code> {
    let own = indices(&seg.levels);
    let fails = effects::can_fail(&seg.body);
    let levels = seg.levels.iter().map(|level| level.index).collect();
    let mut code = Code {
        indices: levels,
        stms: vec![],
        value,
        operations: 0,
        cost: 0,
        long: false,
        reads: 0,
        own: true,
        checked: false,
        under: seg.under.clone(),
    };
    let mut needed: FxHashSet<Var> = value.var().into_iter().collect();
    for stm in seg.body.iter().rev() {
        if !stm.pat.all().any(|v| needed.contains(&v)) {
            continue;
        }
        let mut stm = stm.clone();
        if let Exp::Check(check) = &stm.exp {
            stm.exp = effects::passed(&check.kind)?;
            code.checked = true;
        }
        if !matches!(stm.exp, Exp::Atom(_) | Exp::Prim(_) | Exp::Read { .. }) {
            return None;
        }
        if let Exp::Read { arr, index } = &stm.exp {
            if shared.contains(arr) {
                return None;
            }
            code.reads += 1;
            code.own &= own.starts_with(index);
            // A check of the kernel may have proved that it is inside.
            code.checked |= fails && !is_own_read(*arr, index, &seg.levels, vars);
        }
        if let Exp::Prim(prim) = &stm.exp {
            code.operations += 1;
            code.cost += effects::cost(prim);
            code.long |= effects::is_float_function(prim);
            code.checked |= fails && !effects::is_total(prim);
        }
        needed.extend(walk::used_vars(&stm));
        code.stms.push(stm);
    }
    code.stms.reverse();
    // What scans give is known at no other point, and where the code is read the point has another position.
    let late = late_vars(&seg.clauses).iter().chain(&seg.position).any(|v| needed.contains(v));
    (!late).then_some(code)
}

/// What becomes of statements if code is pulled.
struct Pulled {
    after: Vec<Stm<SegOp>>,
    /// The types of arrays of these statements as they were: where a size gets another name, types name it, too.
    types: Vec<(Var, Type)>,
}

impl Pulled {
    /// Nothing is pulled.
    fn undo(self, vars: &mut Vars) {
        self.types.into_iter().for_each(|(var, ty)| vars[var].ty = ty);
    }
}

/// The statements behind `at`, where kernels evaluate the code instead of reading `var`, if nobody uses it otherwise.
fn pulled(
    block: &Block,
    vars: &mut Vars,
    at: usize,
    var: Var,
    code: &Code,
    fits: &dyn Fn(&Seg, &[Atom]) -> bool,
) -> Option<Pulled> {
    let used = |at: &usize| block.uses[*at].contains(&var);
    let users: Vec<usize> = (at + 1..block.stms.len()).filter(used).collect();
    if users.is_empty() {
        return None;
    }
    let bound = users.iter().flat_map(|user| walk::bound_vars(&block.stms[*user]));
    let arrays = bound.filter(|v| vars[*v].ty.is_array()).map(|v| (v, vars[v].ty.clone()));
    let mut pulled = Pulled { types: arrays.collect(), after: block.stms[at + 1..].to_vec() };
    for user in users {
        let stm = &mut pulled.after[user - at - 1];
        kernels(stm, &mut |seg| {
            let user = Seg { levels: seg.levels.clone(), ..Seg::default() };
            let mut read = false;
            seg.blocks_mut(&mut |block| {
                rewrite(block, &mut |stm| {
                    if let Exp::Read { arr, index } = &stm.exp
                        && *arr == var
                        && fits(&user, index)
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
            if read {
                let new = code.under.iter().filter(|cert| !seg.under.contains(cert)).copied();
                let new: Vec<Var> = new.collect();
                seg.under.extend(new);
            }
            tidy(seg, vars);
        });
        if walk::free_vars(stm, vars).contains(&var) {
            pulled.undo(vars);
            return None;
        }
    }
    Some(pulled)
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
                shared.extend(a.whole.iter().flat_map(|(param, start)| [*param, *start]));
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
