//! Numbers of the host that are computed from what a kernel left on the device are computed in the kernels that use them: the host
//! need not wait to read them.

use super::Block;
use super::order::on_device;
use ir::{Atom, Exp, Inner, Prim, Seg, SegOp, Stm, Var, Vars, walk};
use rustc_hash::FxHashSet;

/// Moves one statement of the host into the kernels behind it; whether there was one.
pub(super) fn sink(block: &mut Block, vars: &mut Vars) -> bool {
    // Numbers on the device, and what is computed from them.
    let mut cells: FxHashSet<Var> = FxHashSet::default();
    for at in 0..block.stms.len() {
        let stm = &block.stms[at];
        cells.extend(stm.pat.all().filter(|v| on_device(stm, *v, vars)));
        let Exp::Prim(prim) = stm.exp else { continue };
        let var = stm.pat.vals[0];
        if !block.uses[at].iter().any(|v| cells.contains(v)) {
            continue;
        }
        cells.insert(var);
        if block.behind.contains(&var) {
            continue;
        }
        let users: Vec<usize> =
            (at + 1..block.stms.len()).filter(|i| block.uses[*i].contains(&var)).collect();
        let mut after = block.stms.clone();
        let sunk = users.iter().all(|user| {
            let Exp::Op(SegOp::Seg(seg)) = &mut after[*user].exp else { return false };
            into_kernel(seg, var, prim, &block.stms[at], vars)
                && !walk::free_vars(&after[*user], vars).contains(&var)
        });
        if sunk && !users.is_empty() {
            after.remove(at);
            block.stms = after;
            block.uses = block.stms.iter().map(|s| walk::free_vars(s, vars)).collect();
            return true;
        }
    }
    false
}

/// Computes a number in the body and at the end of rows, wherever a kernel uses it; whether that is everywhere.
fn into_kernel(seg: &mut Seg, var: Var, prim: Prim, stm: &Stm<SegOp>, vars: &mut Vars) -> bool {
    let uses = |block: &Vec<Stm<Inner>>, vars: &Vars| walk::free_vars(block, vars).contains(&var);
    let copy = |block: &mut Vec<Stm<Inner>>, vars: &mut Vars| {
        let own = ir::builder::fresh(vars, &vars[var].name.clone(), vars[var].ty.clone());
        let made = Stm::new(ir::Pat::one(own), Exp::Prim(prim), stm.loc.clone());
        let rest = walk::Subst::new(vars, [(var, Atom::Var(own))]).apply(std::mem::take(block));
        block.push(made);
        block.extend(rest);
    };
    // Memory is allocated by the host: a size inside stays a number of the host.
    let sizes = |v: &Var, vars: &Vars| vars[*v].ty.dims().iter().any(|d| d.size == Atom::Var(var));
    let bound = walk::bound_vars(seg);
    if bound.iter().any(|v| sizes(v, vars)) {
        return false;
    }
    let c = &mut seg.clauses;
    // What the body binds is known in `each`, but not in operators and at the end of rows.
    if c.folds().any(|fold| uses(&fold.op.body.stms, vars)) || uses(&c.each, vars) {
        return false;
    }
    if uses(&seg.body, vars) {
        copy(&mut seg.body, vars);
    }
    if uses(&c.end, vars) {
        copy(&mut c.end, vars);
    }
    true
}
