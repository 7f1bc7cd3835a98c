//! Which kernels may be launched behind one that has failed.
//!
//! The host does not wait for a kernel to know whether it has failed: those behind it look themselves, and do nothing. That takes a
//! read of memory before the first group can begin, which short kernels feel. A kernel that nothing in front of it can make fail need not look.

use base::Id;
use ir::kernel::{HostId, HostStm, KernelId, Program};
use rustc_hash::FxHashSet;

/// The kernels that may be launched behind one that has failed, before the host has looked.
pub(crate) fn behind_failures(program: &Program) -> FxHashSet<KernelId> {
    let mut called = FxHashSet::default();
    program.funs.iter().for_each(|fun| calls(&fun.body, &mut called));
    let mut walk = Walk { program, found: FxHashSet::default() };
    for (i, fun) in program.funs.iter().enumerate() {
        // A function may be called when something has failed.
        walk.block(&fun.body, called.contains(&i));
    }
    walk.found
}

fn calls(stms: &[HostStm], into: &mut FxHashSet<usize>) {
    for stm in stms {
        if let HostStm::Call { fun, .. } = stm {
            into.insert(fun.index());
        }
        stm.blocks().into_iter().for_each(|block| calls(block, into));
    }
}

struct Walk<'a> {
    program: &'a Program,
    found: FxHashSet<KernelId>,
}

impl Walk<'_> {
    /// Whether something may have failed behind the statements, if something may have in front of them.
    fn block(&mut self, stms: &[HostStm], failed: bool) -> bool {
        stms.iter().fold(failed, |failed, stm| self.stm(stm, failed))
    }

    fn stm(&mut self, stm: &HostStm, failed: bool) -> bool {
        match stm {
            HostStm::Launch { kernel, .. } => {
                if failed {
                    self.found.insert(*kernel);
                }
                failed || self.program.kernels[*kernel].can_fail
            }
            // Here the host looks.
            HostStm::Read(_) => false,
            HostStm::Call { fun, .. } => failed || self.can_fail(*fun, &mut FxHashSet::default()),
            HostStm::If { then, els, .. } => {
                let then = self.block(then, failed);
                self.block(els, failed) || then
            }
            HostStm::While { pre, body, .. } => {
                let first = self.block(pre, failed);
                let round = self.block(body, first);
                let later = self.block(pre, round);
                self.block(body, later);
                first || later
            }
            HostStm::Set(..)
            | HostStm::Share { .. }
            | HostStm::Alloc { .. }
            | HostStm::Reuse { .. }
            | HostStm::Release(_)
            | HostStm::Copy { .. }
            | HostStm::Check { .. } => failed,
        }
    }

    /// Whether a kernel that a function launches, or one that it calls, can fail.
    fn can_fail(&self, fun: HostId, seen: &mut FxHashSet<HostId>) -> bool {
        fn any(walk: &Walk<'_>, stms: &[HostStm], seen: &mut FxHashSet<HostId>) -> bool {
            stms.iter().any(|stm| {
                let own = if let HostStm::Launch { kernel, .. } = stm {
                    walk.program.kernels[*kernel].can_fail
                } else if let HostStm::Call { fun, .. } = stm {
                    walk.can_fail(*fun, seen)
                } else {
                    false
                };
                own || stm.blocks().into_iter().any(|block| any(walk, block, seen))
            })
        }
        seen.insert(fun) && any(self, &self.program.funs[fun.index()].body, seen)
    }
}
