//! The arrays of a host part that have the memory of others.

use ir::kernel::{HostFun, HostStm, KVar};
use std::collections::BTreeSet;

/// How many results of kernels are written over arrays that the function has made: a caller may still have its arguments.
pub(super) fn count(host: &HostFun) -> usize {
    let mut of_caller: BTreeSet<KVar> = host.params.iter().copied().collect();
    block(&host.body, &mut of_caller)
}

fn block(stms: &[HostStm], of_caller: &mut BTreeSet<KVar>) -> usize {
    let mut found = 0;
    for stm in stms {
        match stm {
            HostStm::Share { to, from } if of_caller.contains(from) => _ = of_caller.insert(*to),
            HostStm::Reuse { to, from, .. } if of_caller.contains(from) => _ = of_caller.insert(*to),
            HostStm::Reuse { .. } => found += 1,
            HostStm::Set(..)
            | HostStm::If { .. }
            | HostStm::While { .. }
            | HostStm::Share { .. }
            | HostStm::Alloc { .. }
            | HostStm::Release(_)
            | HostStm::Copy { .. }
            | HostStm::Launch { .. }
            | HostStm::Read(_)
            | HostStm::Check { .. }
            | HostStm::Call { .. } => {}
        }
        found += stm.blocks().into_iter().map(|inner| block(inner, of_caller)).sum::<usize>();
    }
    found
}
