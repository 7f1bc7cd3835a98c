//! What the host would check of numbers that kernels leave on the device is checked at the end of the last of these kernels.
//!
//! ```text
//! let k = seg (i < n) { .. } keep c out (count)
//! let evidence = assert_eq! k m "..."
//!   =>
//! let (k, evidence) = seg (i < n) { .. } keep c end { let e = assert_eq! k m "..." } out (count, cert)
//! ```
//!
//! The host need not wait. What stands behind a kernel that has failed does nothing.

use super::order::on_device;
use super::{Block, end};
use ir::{Exp, Inner, Out, Seg, SegOp, Stm, Type, Var, Vars, walk};
use rustc_hash::FxHashSet;

/// Moves one check into a kernel; whether there was one.
pub(super) fn fuse(block: &mut Block, vars: &mut Vars) -> bool {
    for at in 0..block.stms.len() {
        if !matches!(&block.stms[at].exp, Exp::Check(check) if !check.proved) {
            continue;
        }
        // The host needs to know the sizes of what it allocates.
        let result = block.stms[at].pat.vals[0];
        let is_size = |v: Var| vars[v].ty.dims().iter().any(|dim| dim.size == result.into());
        if block.stms.iter().flat_map(|stm| stm.pat.all()).any(is_size) {
            continue;
        }
        let Some((from, kernel)) = checking(block, vars, at) else { continue };
        let (host, uses) = (block.stms[at].clone(), block.uses[at].clone());
        block.uses[at] = walk::free_vars(&kernel, vars);
        block.stms[at] = kernel;
        if let Some((moved, joint)) = end::joint(block, vars, from, at) {
            block.join(from, at, &moved, joint, vars);
            return true;
        }
        (block.stms[at], block.uses[at]) = (host, uses);
    }
    false
}

/// The last kernel that leaves a number which is checked, and a kernel of one point that checks.
fn checking(block: &Block, vars: &mut Vars, at: usize) -> Option<(usize, Stm<SegOp>)> {
    let mut needed: FxHashSet<Var> = block.uses[at].iter().copied().collect();
    let mut body = vec![inner(&block.stms[at])?];
    let mut from = None;
    for earlier in (0..at).rev() {
        let stm = &block.stms[earlier];
        if stm.pat.all().any(|v| needed.contains(&v) && on_device(stm, v, vars)) {
            from = from.or(Some(earlier));
        }
        if let Exp::Prim(_) = stm.exp
            && needed.contains(&stm.pat.vals[0])
        {
            needed.extend(&block.uses[earlier]);
            body.push(inner(stm)?);
        }
    }
    let from = from.filter(|from| block.seg(*from).is_some_and(|seg| !seg.levels.is_empty()))?;
    body.reverse();
    // The numbers that it computes stay numbers of the host too.
    let (computed, result) = (&body[..body.len() - 1], block.stms[at].pat.vals[0]);
    let names: Vec<Var> = computed.iter().flat_map(|stm| stm.pat.all()).chain([result]).collect();
    let renamed =
        names.iter().map(|v| (*v, ir::builder::fresh(vars, &vars[*v].name.clone(), vars[*v].ty.clone())));
    let renamed: Vec<(Var, Var)> = renamed.collect();
    let own = renamed.last()?.1;
    for stm in &mut body {
        stm.pat.vals[0] = renamed.iter().find(|(v, _)| *v == stm.pat.vals[0])?.1;
    }
    let body = walk::Subst::new(vars, renamed.iter().map(|(v, new)| (*v, (*new).into()))).apply(body);
    let out = if vars[result].ty == Type::Cert { Out::Cert } else { Out::Point(own.into()) };
    let mut seg = Seg { body, ..Seg::default() };
    seg.clauses.outs = vec![out];
    let stm = &block.stms[at];
    Some((from, Stm::new(stm.pat.clone(), Exp::Op(SegOp::Seg(seg)), stm.loc.clone())))
}

/// A statement of the host in a kernel.
fn inner(stm: &Stm<SegOp>) -> Option<Stm<Inner>> {
    let exp = if let Exp::Check(check) = &stm.exp {
        Exp::Check(check.clone())
    } else if let Exp::Prim(prim) = &stm.exp {
        Exp::Prim(*prim)
    } else {
        return None;
    };
    Some(Stm::new(stm.pat.clone(), exp, stm.loc.clone()))
}
