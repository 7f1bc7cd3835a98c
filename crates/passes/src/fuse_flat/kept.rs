//! Updates by the elements that a compaction keeps are made where they are kept.
//!
//! ```text
//! let (k | ys) = seg (i < n) { .. } keep c out (count, kept y)
//! let r = with_acc (z = (d)) { let a = seg (t < k) { let y2 = ys[t]  let b = update_acc z [y2] (t) } out (acc b) in (a) }
//!   =>
//! let (k | r, ys) = with_acc (z = (d)) {
//!   let (k2 | a, ys2) = seg (i < n) { .. } keep c place t each { let b = update_acc z [y] (t) } out (count, acc b, kept y)
//!   in (k2 | a, ys2)
//! }
//! ```
//!
//! The compaction does not read what is updated; what it gives is known behind the accumulation only.

use super::tidy::tidy;
use super::{Block, MOST_RESULTS, indices, rewrite};
use crate::element_code::is_scalar_code;
use ir::{
    Atom, Body, Exp, Extent, Out, Pat, Results, Seg, SegOp, Stm, Type, Var, Vars, builder::fresh, walk,
};

/// Moves one compaction into the accumulation by what it keeps; whether there was one.
pub(super) fn fuse(block: &mut Block, vars: &mut Vars) -> bool {
    for from in 0..block.stms.len() {
        let one_row = |keep: &ir::Keep, seg: &Seg| keep.whole || seg.levels.len() == 1;
        if !block.seg(from).is_some_and(|seg| seg.clauses.keep.as_ref().is_some_and(|k| one_row(k, seg))) {
            continue;
        }
        for to in from + 1..block.stms.len() {
            if let Some(joint) = joint(block, vars, from, to) {
                block.join_behind(from, to, joint, vars);
                return true;
            }
        }
    }
    false
}

fn joint(block: &Block, vars: &mut Vars, from: usize, to: usize) -> Option<Stm<SegOp>> {
    let keep = block.seg(from)?;
    let Exp::WithAcc { accs, body } = &block.stms[to].exp else { return None };
    let [Stm { exp: Exp::Op(SegOp::Seg(updates)), pat: updated, .. }] = &body.stms[..] else { return None };
    let pat = &block.stms[from].pat;
    let plain = keep.rows.is_empty()
        && updates.position.is_none()
        && updates.rows.is_empty()
        && updates.clauses.is_map()
        && updates.clauses.outs.iter().all(|out| matches!(out, Out::Acc(_)))
        && body.result.vals.len() == accs.len()
        && body.result.sizes.is_empty()
        && is_scalar_code(&updates.body, vars, true)
        && keep.clauses.outs.len() + updates.clauses.outs.len() <= MOST_RESULTS;
    let [count] = pat.sizes[..] else { return None };
    let over_kept = matches!(&updates.levels[..], [level] if level.extent == Extent::Uniform(count.into()));
    if !plain || !over_kept || !block.moves_down(from, to, vars) {
        return None;
    }
    // What is read is not updated, nor what is made here.
    let reads: Vec<Var> = block.uses[from].iter().copied().filter(|v| vars[*v].ty.is_array()).collect();
    let made: Vec<Var> = pat.all().collect();
    let mut consumed = accs.iter().flat_map(|acc| &acc.arrs);
    let untouched = |arr: &Var| reads.iter().chain(&made).all(|read| block.apart(*read, *arr));
    if !consumed.all(untouched) {
        return None;
    }
    let mut keep = keep.clone();
    each(&mut keep, updates.clone(), pat, vars)?;
    let mut own = walk::free_vars(&Exp::Op(SegOp::Seg(keep.clone())), vars);
    own.extend(accs.iter().filter_map(|acc| acc.op.as_ref()).flat_map(|op| walk::free_vars(&op.lam, vars)));
    if own.iter().any(|v| made.contains(v)) {
        return None;
    }
    tidy(&mut keep, vars);
    // What was known in front of the accumulation has other names inside.
    let inside: Vec<(Var, Atom)> = made
        .iter()
        .map(|v| (*v, Atom::Var(fresh(vars, &vars[*v].name.clone(), vars[*v].ty.clone()))))
        .collect();
    for (_, own) in &inside {
        let Some(own) = own.var() else { continue };
        let known = |size: Atom| inside.iter().find(|(v, _)| Atom::Var(*v) == size).map_or(size, |(_, a)| *a);
        vars[own].ty = vars[own].ty.map_sizes(known);
    }
    let (sizes, vals) = inside.split_at(pat.sizes.len());
    let atoms = |list: &[(Var, Atom)]| list.iter().map(|(_, a)| *a).collect::<Vec<Atom>>();
    let names = |list: &[(Var, Atom)]| list.iter().filter_map(|(_, a)| a.var()).collect::<Vec<Var>>();
    let inner =
        Pat { sizes: names(sizes), vals: names(vals).into_iter().chain(updated.vals.clone()).collect() };
    let results = body.result.vals.iter().copied().chain(atoms(vals)).collect();
    let body = Body {
        stms: vec![Stm::new(inner, Exp::Op(SegOp::Seg(keep)), block.stms[from].loc.clone())],
        result: Results { sizes: atoms(sizes), vals: results },
    };
    let outer = Pat {
        sizes: pat.sizes.clone(),
        vals: block.stms[to].pat.vals.iter().chain(&pat.vals).copied().collect(),
    };
    let exp = Exp::WithAcc { accs: accs.clone(), body: Box::new(body) };
    Some(Stm::new(outer, exp, block.stms[to].loc.clone()))
}

/// Makes updates by kept elements the `each` of the compaction, behind whose results those of the updates stand.
fn each(keep: &mut Seg, mut updates: Seg, pat: &Pat, vars: &mut Vars) -> Option<()> {
    let clause = keep.clauses.keep.as_mut()?;
    let place = clause.place.unwrap_or_else(|| fresh(vars, "place", Type::i64()));
    let own = indices(&updates.levels);
    let mut known: Vec<(Var, Atom)> = vec![(updates.levels[0].index, place.into())];
    let kept: Vec<(Var, Out)> = pat.all().zip(keep.clauses.outs.iter().copied()).collect();
    rewrite(&mut updates.body, &mut |stm| {
        if let Exp::Read { arr, index } = &stm.exp
            && *index == own
        {
            let value = kept.iter().find_map(|(var, out)| match out {
                Out::Kept(a) if var == arr => Some(*a),
                Out::Point(_) | Out::Kept(_) | Out::Row(_) | Out::Count => None,
                Out::Acc(_) | Out::Owned(_) | Out::Offsets(_) | Out::Cert => None,
            })?;
            known.push((stm.pat.vals[0], value));
            Some(vec![])
        } else {
            None
        }
    });
    updates.levels.clear();
    let updates = walk::Subst::new(vars, known).apply(updates);
    if walk::free_vars(&updates.body, vars).contains(&place) {
        clause.place = Some(place);
    }
    keep.under.extend(updates.under);
    keep.clauses.each.extend(updates.body);
    keep.clauses.outs.extend(updates.clauses.outs);
    Some(())
}
