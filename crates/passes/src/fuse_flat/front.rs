//! What an accumulation computes before it updates anything stands in front of it, beside what it can be joined with.

use super::order::{can_fail, needs_checks, only_reads};
use ir::{Exp, SegOp, Stm, Var, Vars, View, walk};
use rustc_hash::FxHashSet;

/// Moves the statements of accumulations that do not need their accumulators out of them.
pub(super) fn front(block: &mut Vec<Stm<SegOp>>, vars: &Vars) {
    for mut stm in std::mem::take(block) {
        if let Exp::WithAcc { accs, body } = &mut stm.exp {
            let mut inside: FxHashSet<Var> = accs.iter().map(|acc| acc.param).collect();
            for own in std::mem::take(&mut body.stms) {
                let view = matches!(own.exp, Exp::View(View::Reshape { .. } | View::Recast { .. }));
                // No check moves past another.
                let passes = !needs_checks(&own.exp, vars) || !body.stms.iter().any(|stm| can_fail(&stm.exp));
                let moves = (only_reads(&own) || view) && passes;
                if moves && !walk::free_vars(&own, vars).iter().any(|v| inside.contains(v)) {
                    block.push(own);
                } else {
                    inside.extend(own.pat.all());
                    body.stms.push(own);
                }
            }
        }
        block.push(stm);
    }
}
