//! Code of one element: what fusion in Core and in Flat ask of it.

use ir::walk::{Walk, bound_vars};
use ir::{Clauses, Exp, Operator, Stm, Var, Vars};
use rustc_hash::FxHashSet;

/// Whether a block is scalars, reads and updates of accumulators alone, so that it needs no memory of its own. `operators`: whether it may
/// hold operators that give scalars, as kernels do.
pub(crate) fn is_scalar_code<O: Operator>(block: &[Stm<O>], vars: &Vars, operators: bool) -> bool {
    block.iter().all(|stm| {
        let scalars = stm.pat.sizes.is_empty() && stm.pat.vals.iter().all(|v| !vars[*v].ty.is_array());
        let own = match &stm.exp {
            Exp::Atom(_) | Exp::Prim(_) | Exp::Read { .. } | Exp::Check(_) | Exp::UpdateAcc { .. } => true,
            Exp::If { .. } | Exp::Loop(_) => true,
            Exp::Op(_) => operators,
            Exp::Trace { .. }
            | Exp::View(_)
            | Exp::Copy { .. }
            | Exp::Scratch { .. }
            | Exp::Total { .. }
            | Exp::Write { .. }
            | Exp::Call { .. }
            | Exp::WithAcc { .. } => false,
        };
        let mut inside = true;
        stm.exp.blocks(&mut |block| inside = inside && is_scalar_code(block, vars, operators));
        scalars && own && inside
    })
}

/// The variables that an operator knows only behind its folds: results of scans, and what `each` binds.
pub(crate) fn late_vars<O>(clauses: &Clauses<O>) -> FxHashSet<Var>
where
    Vec<Stm<O>>: Walk,
{
    let scanned = clauses.scans.iter().flat_map(|f| f.res.iter().copied());
    scanned.chain(bound_vars(&clauses.each)).collect()
}
