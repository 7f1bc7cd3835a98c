//! A compaction of rows whose results are only used one after the other keeps all rows as one.
//!
//! ```text
//! let (s | yss) = seg (i < n, j < m[i] via o) { .. } keep c out (count, kept y)
//! let k = total (s)
//! let ys = reshape [k] yss
//!   =>
//! let (k | ys) = seg (i < n, j < m[i] via o) { .. } keep whole c out (count, kept y)
//! ```
//!
//! Nobody uses the sizes of the rows then, and the number of all elements need not be added up.

use super::Block;
use ir::{Exp, Out, Pat, Stm, Var, Vars, View, walk};

/// Keeps the rows of one compaction as one; whether there was one.
pub(super) fn keep(block: &mut Block, vars: &Vars) -> bool {
    for at in 0..block.stms.len() {
        let Some((pat, gone)) = flat_results(block, vars, at) else { continue };
        let Exp::Op(ir::SegOp::Seg(seg)) = &mut block.stms[at].exp else { continue };
        let Some(keep) = &mut seg.clauses.keep else { continue };
        keep.whole = true;
        block.stms[at].pat = pat;
        let mut place = 0;
        block.stms.retain(|_| {
            place += 1;
            !gone.contains(&(place - 1))
        });
        block.uses = block.stms.iter().map(|s| walk::free_vars(s, vars)).collect();
        return true;
    }
    false
}

/// The total and the flat arrays that the results of a compaction are used as, and where they are made.
fn flat_results(block: &Block, vars: &Vars, at: usize) -> Option<(Pat, Vec<usize>)> {
    let seg = block.seg(at)?;
    let c = &seg.clauses;
    let clause = c.keep.as_ref()?;
    let plain = c.folds().next().is_none()
        && c.end.is_empty()
        && clause.place.is_none()
        && !clause.whole
        && seg.levels.len() > 1
        && c.outs.iter().all(|out| matches!(out, Out::Kept(_) | Out::Count));
    let pat = &block.stms[at].pat;
    let [count] = pat.sizes[..] else { return None };
    if !plain || pat.all().any(|v| block.behind.contains(&v)) {
        return None;
    }
    let mut gone = vec![];
    let mut total: Option<Var> = None;
    let mut flat: Vec<Option<Var>> = vec![None; pat.vals.len()];
    for user in at + 1..block.stms.len() {
        if !block.uses[user].iter().any(|v| pat.all().any(|own| own == *v)) {
            continue;
        }
        let stm: &Stm<ir::SegOp> = &block.stms[user];
        let result = *stm.pat.vals.first()?;
        match &stm.exp {
            Exp::Total { sizes } if *sizes == [count] && total.is_none() => total = Some(result),
            Exp::View(View::Reshape { arr, .. }) => {
                let place = &mut flat[pat.vals.iter().position(|v| v == arr)?];
                let dims = vars[result].ty.dims();
                let one = dims.len() == 1 && dims[0].size.var().is_some() && dims[0].size.var() == total;
                if !one || place.replace(result).is_some() {
                    return None;
                }
            }
            Exp::Atom(_)
            | Exp::Prim(_)
            | Exp::Read { .. }
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
        gone.push(user);
    }
    let vals = flat.into_iter().collect::<Option<Vec<Var>>>()?;
    Some((Pat { sizes: vec![total?], vals }, gone))
}
