//! Which parameters of a host part are used at all: sizes often come with an array and are not, and then need not be made.

use base::Id;
use ir::kernel::{Arg, HostArg, HostFun, HostStm, KType, KVar};

/// For each parameter, whether anything is done with it but returning it or giving it up. Scalars cost nothing and count as used.
pub(crate) fn used(fun: &HostFun) -> Vec<bool> {
    let mut seen = vec![false; fun.vars.len()];
    stms(&fun.body, &mut seen);
    let used = |var: &KVar| seen[var.index()] || !matches!(fun.vars[*var].ty, KType::Buf(_));
    fun.params.iter().map(used).collect()
}

fn stms(list: &[HostStm], seen: &mut [bool]) {
    let args = |args: &[HostArg], seen: &mut [bool]| {
        for arg in args {
            if let Arg::Buf(buf) = arg {
                seen[buf.index()] = true;
            }
        }
    };
    for stm in list {
        match stm {
            HostStm::Share { from, .. } | HostStm::Reuse { from, .. } => seen[from.index()] = true,
            HostStm::Copy { to, from, .. } => {
                seen[to.index()] = true;
                seen[from.index()] = true;
            }
            HostStm::Launch { args: list, .. } => args(list, seen),
            HostStm::Call { args: list, at, .. } => {
                args(list, seen);
                args(at, seen);
            }
            HostStm::Read(reads) => reads.iter().for_each(|read| seen[read.buf.index()] = true),
            // Expressions of host parts load from no buffer.
            HostStm::Set(..)
            | HostStm::Alloc { .. }
            | HostStm::Release(_)
            | HostStm::Check { .. }
            | HostStm::If { .. }
            | HostStm::While { .. } => {}
        }
        stm.blocks().into_iter().for_each(|block| stms(block, seen));
    }
}
