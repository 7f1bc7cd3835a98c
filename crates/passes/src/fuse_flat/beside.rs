//! Two kernels over the same space become one, also where the second reads what the first gives at its own point.
//!
//! A map that reads what a scan gives runs in `each`, behind the scan.

use super::end::add_results;
use super::order::needs_checks;
use super::tidy::tidy;
use super::{Block, MOST_RESULTS, indices, rewrite, same_space};
use crate::effects::writes;
use crate::element_code::{is_scalar_code, late_vars};
use ir::{Atom, Exp, Out, Pat, Seg, SegOp, Stm, Var, Vars, walk};
use rustc_hash::{FxHashMap, FxHashSet};

/// Joins two kernels; whether there were any.
pub(super) fn fuse(block: &mut Block, vars: &mut Vars) -> bool {
    for from in 0..block.stms.len() {
        if block.seg(from).is_none() {
            continue;
        }
        for to in from + 1..block.stms.len() {
            let Some((moved, joint)) = joint(block, vars, from, to) else { continue };
            match moved {
                Some(moved) => block.join(from, to, &moved, joint, vars),
                None => block.join_behind(from, to, joint, vars),
            }
            return true;
        }
    }
    false
}

/// The joint kernel, and what moves in front of it if it stands in the place of the first, not of the second.
fn joint(block: &Block, vars: &mut Vars, from: usize, to: usize) -> Option<(Option<Vec<usize>>, Stm<SegOp>)> {
    let (first, second) = (block.seg(from)?, block.seg(to)?);
    let fits = same_space(&first.levels, &second.levels)
        && !first.levels.is_empty()
        && first.rows.is_empty()
        && second.rows.is_empty()
        && fit_together(first, second, vars)
        && first.clauses.outs.len() + second.clauses.outs.len() <= MOST_RESULTS;
    // What the ends of rows check is not known yet at the points.
    let early = crate::effects::can_fail(&first.clauses.end) && needs_checks(&block.stms[to].exp, vars);
    if !fits || early {
        return None;
    }
    let moved = block.in_front(from, to, vars);
    if moved.is_none() && !block.moves_down(from, to, vars) {
        return None;
    }
    let pat = &block.stms[from].pat;
    let late = late_vars(&first.clauses);
    let behind_scans = is_behind_scans(first, second, pat, &late);
    let made: FxHashMap<Var, Atom> = pat
        .all()
        .zip(&first.clauses.outs)
        .filter_map(|(var, out)| match out {
            Out::Point(a) if behind_scans || a.var().is_none_or(|v| !late.contains(&v)) => Some((var, *a)),
            Out::Point(_) | Out::Kept(_) | Out::Row(_) | Out::Count | Out::Acc(_) | Out::Owned(_) => None,
            Out::Offsets(_) | Out::Cert => None,
        })
        .collect();
    let mut second = second.clone();
    let own = indices(&second.levels);
    let position = first.position.or(second.position);
    let mut known: Vec<(Var, Atom)> =
        second.levels.iter().zip(&first.levels).map(|(b, a)| (b.index, a.index.into())).collect();
    second.blocks_mut(&mut |block| {
        rewrite(block, &mut |stm| {
            if let Exp::Read { arr, index } = &stm.exp
                && *index == own
            {
                known.push((stm.pat.vals[0], *made.get(arr)?));
                Some(vec![])
            } else {
                None
            }
        });
    });
    known.extend(second.position.take().zip(position.map(Atom::Var)));
    second.levels = vec![];
    let second = walk::Subst::new(vars, known).apply(second);
    let results: FxHashSet<Var> = pat.all().collect();
    let types = block.stms[to].pat.all().flat_map(|v| vars[v].ty.dims()).filter_map(|d| d.size.var());
    let uses = walk::free_vars(&Exp::Op(SegOp::Seg(second.clone())), vars);
    if uses.into_iter().chain(types).any(|v| results.contains(&v)) {
        return None;
    }
    let mut kernel = first.clone();
    kernel.position = position;
    let more = second.under.into_iter().filter(|cert| !kernel.under.contains(cert));
    let more: Vec<Var> = more.collect();
    kernel.under.extend(more);
    match behind_scans {
        true => kernel.clauses.each.extend(second.body),
        false => kernel.body.extend(second.body),
    }
    let c = second.clauses;
    kernel.clauses.reds.extend(c.reds);
    kernel.clauses.scans.extend(c.scans);
    kernel.clauses.keep = kernel.clauses.keep.or(c.keep);
    kernel.clauses.each.extend(c.each);
    kernel.clauses.end.extend(c.end);
    let mut joint = Stm::new(pat.clone(), Exp::Op(SegOp::Seg(kernel)), block.stms[from].loc.clone());
    add_results(&mut joint, &block.stms[to].pat, c.outs);
    if let Exp::Op(SegOp::Seg(seg)) = &mut joint.exp {
        tidy(seg, vars);
    }
    Some((moved, joint))
}

/// Whether the second kernel is a map that reads what scans of the first give.
fn is_behind_scans(first: &Seg, second: &Seg, pat: &Pat, late: &FxHashSet<Var>) -> bool {
    let scanned = |var: Var| {
        let mut results = pat.all().zip(&first.clauses.outs);
        results.any(|(result, out)| {
            result == var && matches!(out, Out::Point(a) if a.var().is_some_and(|v| late.contains(&v)))
        })
    };
    let reads = |stm: &Stm<ir::Inner>| matches!(&stm.exp, Exp::Read { arr, .. } if scanned(*arr));
    let points = |out: &Out| matches!(out, Out::Point(_) | Out::Cert);
    first.clauses.keep.is_none()
        && second.clauses.is_map()
        && second.clauses.outs.iter().all(points)
        && second.body.iter().any(reads)
}

/// Whether the clauses of two kernels can stand side by side. `each` runs at kept elements; a kernel with loops or memory of its own
/// stays alone.
fn fit_together(a: &Seg, b: &Seg, vars: &Vars) -> bool {
    let keeps = [a, b].iter().filter(|seg| seg.clauses.keep.is_some()).count();
    let each = !a.clauses.each.is_empty() || !b.clauses.each.is_empty();
    let plain = |seg: &Seg| {
        seg.blocks().all(|block| {
            let loops =
                |stm: &Stm<ir::Inner>| stm.exp.any(&mut |exp| matches!(exp, Exp::Loop(_) | Exp::Op(_)));
            is_scalar_code(block, vars, true) && !block.iter().any(loops)
        })
    };
    // Rows that are kept as one have no results of their own.
    let whole = |seg: &Seg| seg.clauses.keep.as_ref().is_some_and(|keep| keep.whole);
    let rows = |seg: &Seg| seg.clauses.folds().next().is_some() || !seg.clauses.end.is_empty();
    if (whole(a) || whole(b)) && (rows(a) || rows(b)) {
        return false;
    }
    // Scans, compactions and offsets evaluate the body twice.
    let offsets = |seg: &Seg| seg.clauses.outs.iter().any(|out| matches!(out, Out::Offsets(_)));
    let again = |seg: &Seg| !seg.clauses.scans.is_empty() || offsets(seg);
    let twice = keeps > 0 || again(a) || again(b);
    let updates = |seg: &Seg| seg.body.iter().any(|stm| writes(&stm.exp));
    let once = !twice || !updates(a) && !updates(b);
    (keeps == 0 || keeps == 1 && !each) && once && plain(a) && plain(b)
}
