//! A map over the rows of a kernel becomes what the kernel does at the end of a row.
//!
//! The end of a row comes once, at rows without points too, so that code that can fail or updates an accumulator runs where it did.

use super::tidy::tidy;
use super::{Block, MOST_RESULTS, indices, rewrite, same_space};
use crate::element_code::is_scalar_code;
use ir::{Atom, Exp, Out, Pat, Seg, SegOp, Stm, Type, Var, Vars, walk};
use rustc_hash::FxHashMap;

/// Joins one kernel with a map over its rows; whether there was one.
pub(super) fn fuse(block: &mut Block, vars: &mut Vars) -> bool {
    for from in 0..block.stms.len() {
        if block.seg(from).is_none_or(|seg| seg.levels.is_empty()) {
            continue;
        }
        for to in from + 1..block.stms.len() {
            if let Some((moved, joint)) = joint(block, vars, from, to) {
                block.join(from, to, &moved, joint, vars);
                return true;
            }
        }
    }
    false
}

/// The kernel at `from` with the map at `to` at the end of its rows, and what moves in front of it.
pub(super) fn joint(
    block: &Block,
    vars: &mut Vars,
    from: usize,
    to: usize,
) -> Option<(Vec<usize>, Stm<SegOp>)> {
    let (kernel, map) = (block.seg(from)?, block.seg(to)?);
    let outer = &kernel.levels[..kernel.levels.len() - 1];
    let pat = &block.stms[from].pat;
    // Rows that are kept as one have no ends.
    let whole = kernel.clauses.keep.as_ref().is_some_and(|keep| keep.whole);
    let fits = !whole
        && map.position.is_none()
        && map.clauses.is_map()
        && map.rows.is_empty()
        && map.clauses.outs.iter().all(|out| matches!(out, Out::Point(_) | Out::Acc(_) | Out::Cert))
        && same_space(outer, &map.levels)
        && is_scalar_code(&map.body, vars, true)
        && kernel.clauses.outs.len() + map.clauses.outs.len() <= MOST_RESULTS;
    if !fits || !block.uses[to].iter().any(|v| pat.all().any(|own| own == *v)) {
        return None;
    }
    let moved = block.in_front(from, to, vars)?;
    let mut kernel = kernel.clone();
    let count = count_of(&mut kernel, vars);
    // What each result is at the end of a row.
    let made: FxHashMap<Var, Atom> = pat
        .all()
        .zip(&kernel.clauses.outs)
        .filter_map(|(var, out)| match out {
            Out::Row(a) => Some((var, *a)),
            Out::Count => count.map(|count| (var, count.into())),
            Out::Point(_) | Out::Kept(_) | Out::Acc(_) | Out::Owned(_) | Out::Offsets(_) | Out::Cert => None,
        })
        .collect();
    let mut map = map.clone();
    read_rows(&mut map, &made, vars);
    let results: Vec<Var> = pat.all().collect();
    let end = Exp::Op(SegOp::Seg(map.clone()));
    let types = block.stms[to].pat.all().flat_map(|v| vars[v].ty.dims()).filter_map(|d| d.size.var());
    if walk::free_vars(&end, vars).into_iter().chain(types).any(|v| results.contains(&v)) {
        return None;
    }
    let index = map.levels.iter().zip(outer_indices(&kernel)).map(|(level, at)| (level.index, at));
    let index: Vec<(Var, Atom)> = index.collect();
    let (body, outs) = (std::mem::take(&mut map.body), std::mem::take(&mut map.clauses.outs));
    let body = walk::Subst::new(vars, index.iter().copied()).apply(body);
    let outs = walk::Subst::new(vars, index).apply(outs);
    kernel.under.extend(std::mem::take(&mut map.under));
    kernel.clauses.end.extend(body);
    let at_end = |out: Out| match out {
        Out::Point(a) => Out::Row(a),
        out @ (Out::Kept(_)
        | Out::Row(_)
        | Out::Count
        | Out::Acc(_)
        | Out::Owned(_)
        | Out::Offsets(_)
        | Out::Cert) => out,
    };
    let outs = outs.into_iter().map(at_end).collect();
    let mut joint = Stm::new(pat.clone(), Exp::Op(SegOp::Seg(kernel)), block.stms[from].loc.clone());
    add_results(&mut joint, &block.stms[to].pat, outs);
    if let Exp::Op(SegOp::Seg(seg)) = &mut joint.exp {
        tidy(seg, vars);
    }
    Some((moved, joint))
}

fn outer_indices(kernel: &Seg) -> Vec<Atom> {
    indices(&kernel.levels[..kernel.levels.len() - 1])
}

/// The number of kept elements of a row, under a name that the end of the row knows.
fn count_of(kernel: &mut Seg, vars: &mut Vars) -> Option<Var> {
    let keep = kernel.clauses.keep.as_mut()?;
    Some(*keep.count.get_or_insert_with(|| ir::builder::fresh(vars, "count", Type::i64())))
}

/// Puts what results of rows are in the place of reads at the map's own point.
fn read_rows(map: &mut Seg, made: &FxHashMap<Var, Atom>, vars: &mut Vars) {
    let own = indices(&map.levels);
    let mut known: Vec<(Var, Atom)> = vec![];
    rewrite(&mut map.body, &mut |stm| {
        if let Exp::Read { arr, index } = &stm.exp
            && *index == own
        {
            known.push((stm.pat.vals[0], *made.get(arr)?));
            Some(vec![])
        } else {
            None
        }
    });
    // A kernel along one level gives numbers.
    if own.is_empty() {
        known.extend(made.iter().map(|(var, atom)| (*var, *atom)));
    }
    *map = walk::Subst::new(vars, known).apply(std::mem::take(map));
}

/// Binds more results, sizes in front.
pub(super) fn add_results(joint: &mut Stm<SegOp>, pat: &Pat, outs: Vec<Out>) {
    let Exp::Op(SegOp::Seg(seg)) = &mut joint.exp else { return };
    let (sizes, vals) = outs.split_at(pat.sizes.len());
    let first = joint.pat.sizes.len();
    seg.clauses.outs.splice(first..first, sizes.iter().copied());
    seg.clauses.outs.extend(vals);
    joint.pat.sizes.extend(&pat.sizes);
    joint.pat.vals.extend(&pat.vals);
}
