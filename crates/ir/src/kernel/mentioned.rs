//! The variables that code has to do with, buffers included.

use super::{Arg, Combine, Exp, KVar, OnDevice, Stm};
use rustc_hash::FxHashSet;

/// The variables that statements declare, set or use, in their blocks too.
pub fn mentioned(code: &[Stm]) -> FxHashSet<KVar> {
    let mut found = FxHashSet::default();
    block(code, &mut found);
    found
}

/// The variables of an operator, its parameters included, but not what it is applied to.
pub fn mentioned_by_operator(combine: &Combine) -> FxHashSet<KVar> {
    let mut found = mentioned(&combine.body);
    found.extend(&combine.params);
    combine.results.iter().for_each(|exp| in_exp(exp, &mut found));
    found
}

fn block(stms: &[Stm], found: &mut FxHashSet<KVar>) {
    for stm in stms {
        found.extend(stm.declares());
        stm.exps().into_iter().for_each(|exp| in_exp(exp, found));
        stm.blocks().into_iter().for_each(|stms| block(stms, found));
        match stm {
            Stm::Set(var, _) => _ = found.insert(*var),
            Stm::Store { buf, .. } | Stm::Stores { buf, .. } | Stm::Atomic { buf, .. } => {
                found.insert(*buf);
            }
            Stm::Locked { locks, .. } => _ = found.insert(*locks),
            Stm::Fold(combine) | Stm::Chain(combine) => operands(combine, found),
            Stm::LastOut { combine, saved, .. } => {
                operands(combine, found);
                found.extend(saved);
            }
            Stm::Count { holds, total } => found.extend([holds, total]),
            Stm::Call { args, results, .. } => {
                found.extend(results);
                let buffer = |arg: &Arg| if let Arg::Buf(buf) = arg { Some(*buf) } else { None };
                found.extend(args.iter().filter_map(buffer));
            }
            Stm::Let(..)
            | Stm::Local { .. }
            | Stm::Loads { .. }
            | Stm::If { .. }
            | Stm::While { .. }
            | Stm::For { .. }
            | Stm::Fail { .. }
            | Stm::Lanes { .. } => {}
        }
    }
}

fn operands(combine: &Combine, found: &mut FxHashSet<KVar>) {
    found.extend(combine.own.iter().chain(&combine.before).chain(&combine.total));
}

fn in_exp(exp: &Exp, found: &mut FxHashSet<KVar>) {
    if let Exp::Var(var) | Exp::Only(OnDevice::Load(var, _)) = exp {
        found.insert(*var);
    }
    exp.parts().into_iter().for_each(|part| in_exp(part, found));
}
