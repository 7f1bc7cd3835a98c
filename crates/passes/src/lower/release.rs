//! Liveness of buffers: every variable of the host gives up its handle after its last use, on every path.
//!
//! ```text
//! alloc a = n;                      alloc a = n;
//! launch f (buf a);                 launch f (buf a);
//! alloc b = n;                      alloc b = n;
//! launch g (buf a, buf b);    =>    launch g (buf a, buf b);
//!                                   release a;
//! alloc c = n;                      alloc c = n;                    in the memory of a
//! ```
//!
//! Handles are counted: a buffer that two variables hold stays until both have given it up, so nothing has to be known of aliases
//! here. A variable that only one side of a branch uses is released at the beginning of the other; what only the rounds of a
//! loop use is released after it, and what a round sets again before it is used, at the beginning of the round.

use base::IdVec;
use ir::kernel::{Arg, HostArg, HostFun, HostStm, KType, KVar, KVarInfo};
use std::collections::BTreeSet;

/// The variables whose buffers are used later.
type Live = BTreeSet<KVar>;
/// The variables of the function.
type Variables = IdVec<KVar, KVarInfo>;

/// Adds the releases to a function.
pub(super) fn release(fun: &mut HostFun) {
    let vars = &fun.vars;
    let mut live = buffers(vars, &fun.results);
    let params = buffers(vars, &fun.params);
    let body = block(vars, &fun.body, &mut live);
    fun.body = releases(&params, &live);
    fun.body.extend(body);
}

/// Those that hold buffers.
fn buffers(vars: &Variables, among: &[KVar]) -> Live {
    among.iter().copied().filter(|var| matches!(vars[*var].ty, KType::Buf(_))).collect()
}

/// Statements that release those of `held` that are not `live`.
fn releases(held: &Live, live: &Live) -> Vec<HostStm> {
    held.difference(live).map(|var| HostStm::Release(*var)).collect()
}

/// A block with its releases. `live` is what is used after it, and then what is used from its beginning on. A buffer is reused only
/// if the next launch is its last use, and that of whoever reuses it its first.
fn block(vars: &Variables, stms: &[HostStm], live: &mut Live) -> Vec<HostStm> {
    let mut backwards: Vec<HostStm> = vec![];
    // What is not used after the next launch, and what that uses.
    let (mut dying, mut used) = (Live::new(), Live::new());
    for stm in stms.iter().rev() {
        let apart = if let HostStm::Reuse { to, from, count } = stm
            && !(dying.contains(from) && used.contains(to))
        {
            Some(HostStm::Alloc { buf: *to, count: count.clone(), zeroed: false })
        } else {
            None
        };
        let stm = apart.as_ref().unwrap_or(stm);
        match stm {
            // All of them are made here.
            HostStm::Release(_) => {}
            HostStm::If { cond, then, els } => {
                let mut inside = mentioned(vars, then);
                inside.append(&mut mentioned(vars, els));
                dying.retain(|var| !inside.contains(var));
                used.retain(|var| !inside.contains(var));
                let (mut in_then, mut in_els) = (live.clone(), live.clone());
                let (then, els) = (block(vars, then, &mut in_then), block(vars, els, &mut in_els));
                let (then, els) = (dropping(&in_els, &in_then, then), dropping(&in_then, &in_els, els));
                *live = in_then;
                live.append(&mut in_els);
                backwards.push(HostStm::If { cond: cond.clone(), then, els });
            }
            HostStm::While { pre, cond, body } => {
                dying.clear();
                let after = live.clone();
                // What is live where the loop begins is live where a round ends: a fixpoint, from below.
                let mut head = Live::new();
                let (pre, body, at_test) = loop {
                    let mut in_body = head.clone();
                    let round = block(vars, body, &mut in_body);
                    let at_test: Live = after.union(&in_body).copied().collect();
                    let round = dropping(&at_test, &in_body, round);
                    let mut in_pre = at_test.clone();
                    let test = block(vars, pre, &mut in_pre);
                    if in_pre.is_subset(&head) {
                        break (test, round, at_test);
                    }
                    head.append(&mut in_pre);
                };
                backwards.extend(releases(&at_test, &after));
                backwards.push(HostStm::While { pre, cond: cond.clone(), body });
                *live = head;
            }
            simple @ (HostStm::Set(..)
            | HostStm::Share { .. }
            | HostStm::Alloc { .. }
            | HostStm::Reuse { .. }
            | HostStm::Copy { .. }
            | HostStm::Launch { .. }
            | HostStm::Read(_)
            | HostStm::Check { .. }
            | HostStm::Call { .. }) => {
                let (uses, sets) = accesses(vars, simple);
                let held: Live = uses.union(&sets).copied().collect();
                if matches!(simple, HostStm::Launch { .. }) {
                    dying = held.difference(live).copied().collect();
                    used.clone_from(&held);
                }
                backwards.extend(releases(&held, live));
                backwards.push(simple.clone());
                live.retain(|var| !sets.contains(var));
                live.extend(uses);
            }
        }
    }
    backwards.reverse();
    backwards
}

/// A block that begins by releasing those of `held` that it does not use: they are `live` on another path.
fn dropping(held: &Live, live: &Live, code: Vec<HostStm>) -> Vec<HostStm> {
    let mut all = releases(held, live);
    all.extend(code);
    all
}

/// The variables of buffers that a block uses or gives a buffer, however deep.
fn mentioned(vars: &Variables, stms: &[HostStm]) -> Live {
    let mut all = Live::new();
    for stm in stms {
        let (mut uses, mut sets) = accesses(vars, stm);
        all.append(&mut uses);
        all.append(&mut sets);
        stm.blocks().into_iter().for_each(|block| all.append(&mut mentioned(vars, block)));
    }
    all
}

/// The variables whose buffers a statement uses, and those that it gives a buffer.
fn accesses(vars: &Variables, stm: &HostStm) -> (Live, Live) {
    let buf = |arg: &HostArg| match arg {
        Arg::Buf(var) => Some(*var),
        Arg::Scalar(_) => None,
    };
    let of = |vars: &[KVar]| vars.iter().copied().collect();
    match stm {
        HostStm::Share { to, from } => (of(&[*from]), of(&[*to])),
        HostStm::Reuse { to, from, .. } => (of(&[*from]), of(&[*to])),
        HostStm::Alloc { buf, .. } => (Live::new(), of(&[*buf])),
        HostStm::Copy { to, from, .. } => (of(&[*to, *from]), Live::new()),
        HostStm::Launch { args, .. } => (args.iter().filter_map(buf).collect(), Live::new()),
        HostStm::Call { args, results, at, .. } => {
            (args.iter().chain(at).filter_map(buf).collect(), buffers(vars, results))
        }
        HostStm::Read(reads) => (reads.iter().map(|read| read.buf).collect(), Live::new()),
        HostStm::Set(..)
        | HostStm::Check { .. }
        | HostStm::Release(_)
        | HostStm::If { .. }
        | HostStm::While { .. } => (Live::new(), Live::new()),
    }
}
