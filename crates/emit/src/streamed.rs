//! Buffers that are read from one end to the other, beside others that are read here and there.
//!
//! What is read in order is read once, and should not push what is read at random out of the caches: a sparse product reads its
//! matrix in order and its vector anywhere. Where nothing is read at random, nothing has to be kept.

use ir::kernel::{Exp, KVar, Kernel, OnDevice, Stm};
use rustc_hash::FxHashSet;

/// The parameters of a kernel that lanes read in their rounds, at addresses that memory does not tell, if there are addresses that it
/// does.
pub(crate) fn streamed(kernel: &Kernel) -> FxHashSet<KVar> {
    let mut loads = Loads::default();
    loads.group(&kernel.body);
    let outside = |buf: &&KVar| kernel.params.contains(buf);
    if kernel.lanes == 1 || !loads.told.iter().any(|buf| outside(&buf)) {
        return FxHashSet::default();
    }
    loads.in_rounds.iter().filter(outside).filter(|buf| !loads.told.contains(buf)).copied().collect()
}

/// Buffers by where they are loaded from.
#[derive(Default)]
struct Loads {
    /// At an address that depends on elements of memory.
    told: FxHashSet<KVar>,
    /// At another, in a loop with a known number of rounds.
    in_rounds: FxHashSet<KVar>,
}

impl Loads {
    fn group(&mut self, code: &[Stm]) {
        for stm in code {
            if let Stm::Lanes { body, .. } = stm {
                self.lane(body, false, &mut FxHashSet::default());
            } else {
                stm.exps().into_iter().for_each(|exp| self.exp(exp, false, &FxHashSet::default()));
                stm.blocks().into_iter().for_each(|block| self.group(block));
            }
        }
    }

    /// Code of a lane; `known` are the variables that memory tells.
    fn lane(&mut self, code: &[Stm], in_rounds: bool, known: &mut FxHashSet<KVar>) {
        for stm in code {
            stm.exps().into_iter().for_each(|exp| self.exp(exp, in_rounds, known));
            if let Stm::Let(var, exp) | Stm::Set(var, exp) = stm
                && tells(exp, known)
            {
                known.insert(*var);
            }
            if let Stm::Loads { vars, .. } = stm {
                known.extend(vars);
            }
            let in_rounds = match stm {
                Stm::For { .. } => true,
                Stm::While { .. } => false,
                Stm::Let(..)
                | Stm::Local { .. }
                | Stm::Loads { .. }
                | Stm::Set(..)
                | Stm::Store { .. }
                | Stm::Stores { .. }
                | Stm::If { .. }
                | Stm::Atomic { .. }
                | Stm::Locked { .. }
                | Stm::Fail { .. }
                | Stm::Lanes { .. }
                | Stm::Fold(_)
                | Stm::Count { .. }
                | Stm::Chain(_)
                | Stm::LastOut { .. }
                | Stm::Call { .. } => in_rounds,
            };
            stm.blocks().into_iter().for_each(|block| self.lane(block, in_rounds, known));
        }
    }

    fn exp(&mut self, exp: &Exp, in_rounds: bool, known: &FxHashSet<KVar>) {
        if let Exp::Only(OnDevice::Load(buf, at)) = exp {
            if tells(at, known) {
                self.told.insert(*buf);
            } else if in_rounds {
                self.in_rounds.insert(*buf);
            }
        }
        exp.parts().into_iter().for_each(|part| self.exp(part, in_rounds, known));
    }
}

/// Whether the value of an expression depends on elements of memory, other than on those at a constant address.
fn tells(exp: &Exp, known: &FxHashSet<KVar>) -> bool {
    match exp {
        Exp::Var(var) => known.contains(var),
        Exp::Only(OnDevice::Load(_, at)) => !matches!(**at, Exp::Index(_)),
        Exp::Const(_)
        | Exp::Index(_)
        | Exp::IndexBin(..)
        | Exp::Bin(..)
        | Exp::Un(..)
        | Exp::Conv(..)
        | Exp::FromIndex(_)
        | Exp::ToIndex(_)
        | Exp::Small(_)
        | Exp::Select(..)
        | Exp::Only(OnDevice::Failed) => exp.parts().into_iter().any(|part| tells(part, known)),
    }
}
