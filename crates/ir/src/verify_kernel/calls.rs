//! Which functions of the device call which.

use crate::kernel::{DeviceId, Program, Stm};
use rustc_hash::FxHashSet;

/// Whether calls from a function of the device lead back to it.
pub fn leads_back(prog: &Program, id: DeviceId) -> bool {
    let mut seen = FxHashSet::default();
    let mut todo = vec![id];
    while let Some(fun) = todo.pop().and_then(|at| prog.device_funs.get(at)) {
        let mut called = vec![];
        callees(&fun.body, &mut called);
        todo.extend(called.into_iter().filter(|callee| seen.insert(*callee)));
    }
    seen.contains(&id)
}

fn callees(block: &[Stm], into: &mut Vec<DeviceId>) {
    for stm in block {
        if let Stm::Call { fun, .. } = stm {
            into.push(*fun);
        }
        stm.blocks().iter().for_each(|block| callees(block, into));
    }
}
