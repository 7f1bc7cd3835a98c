//! What kernels combine into, and by which operators.

use base::{BinOp, Scalar, ScalarType, UnOp};
use ir::kernel::{Arg, Exp, HostArg, HostExp, KType, KVar, Kernel, OnDevice, Stm, declared, mentioned};
use rustc_hash::{FxHashMap, FxHashSet};

/// What a launch combines into, and does nothing else with.
pub(super) struct Accs {
    pub(super) atomic: Vec<Acc>,
    pub(super) locked: Vec<Locked>,
}

/// An accumulator whose operator is an atomic.
pub(super) struct Acc {
    /// The position of its parameter.
    pub(super) at: usize,
    pub(super) host: KVar,
    pub(super) ty: ScalarType,
    pub(super) op: BinOp,
    pub(super) neutral: Scalar,
    pub(super) count: HostExp,
}

/// Accumulators, as many as the operator has components, whose cells are combined into under locks.
pub(super) struct Locked {
    /// The positions of their parameters.
    pub(super) at: Vec<usize>,
    pub(super) hosts: Vec<KVar>,
    pub(super) types: Vec<ScalarType>,
    /// How many cells each has.
    pub(super) count: HostExp,
    pub(super) update: Update,
}

/// How values are combined into a cell: code that a kernel runs under a lock.
#[derive(Clone)]
pub(super) struct Update {
    pub(super) bufs: Vec<KVar>,
    /// Which cell.
    pub(super) at: KVar,
    pub(super) vals: Vec<KVar>,
    /// Loads the cell, combines what is there with the values, and stores the results. Nothing else is written.
    pub(super) body: Vec<Stm>,
}

impl Update {
    /// The update that a statement is, if all that its operator needs besides the values is the same everywhere (`outside`).
    pub(super) fn of(stm: &Stm, outside: &[KVar]) -> Option<Update> {
        let Stm::Locked { at: Exp::Var(at), vals, body, .. } = stm else { return None };
        let variable = |val: &Exp| if let Exp::Var(var) = val { Some(*var) } else { None };
        let vals: Vec<KVar> = vals.iter().map(variable).collect::<Option<_>>()?;
        let (computed, stores) = body.split_at(body.len().checked_sub(vals.len())?);
        let stored = |stm: &Stm| if let Stm::Store { buf, .. } = stm { Some(*buf) } else { None };
        let bufs: Vec<KVar> = stores.iter().map(stored).collect::<Option<_>>()?;
        if bufs.is_empty()
            || !computes(computed, &bufs, *at)
            || !stores.iter().all(|stm| own_cell(stm, &bufs, *at))
        {
            return None;
        }
        let own = declared(body);
        let known = |var: &KVar| {
            [&own, &vals, &bufs].into_iter().any(|known| known.contains(var))
                || var == at
                || outside.contains(var)
        };
        mentioned(body).iter().all(known).then(|| Update { bufs, at: *at, vals, body: body.clone() })
    }

    /// Whether another one does the same.
    fn is_same(&self, other: &Update) -> bool {
        let (ours, theirs) = (declared(&self.body), declared(&other.body));
        if ours.len() != theirs.len() || self.bufs != other.bufs {
            return false;
        }
        let mut body = other.body.clone();
        let named = std::iter::once((other.at, self.at));
        let named = named
            .chain(other.vals.iter().copied().zip(self.vals.iter().copied()))
            .chain(theirs.into_iter().zip(ours));
        for (from, to) in named {
            body.iter_mut().for_each(|stm| stm.rename(from, to));
        }
        body == self.body
    }
}

/// The operators of the components of an update, if each is combined by one of its own: `body` as that of an update.
pub(super) fn componentwise(body: &[Stm], vals: &[Exp]) -> Option<Vec<BinOp>> {
    let (computed, stores) = body.split_at(body.len() - vals.len());
    let of = |exp: &Exp| {
        if let Exp::Var(var) = exp { definition(computed, *var).cloned() } else { None }
    };
    let op = |(store, val): (&Stm, &Exp)| {
        let Stm::Store { buf, at, val: new } = store else { return None };
        let Some(Exp::Bin(op, _, a, b)) = of(new) else { return None };
        let old = |exp: &Exp| of(exp) == Some(Exp::load(*buf, at.clone()));
        (old(&a) && *b == *val || op.commutes() && *a == *val && old(&b)).then_some(op)
    };
    stores.iter().zip(vals).map(op).collect()
}

/// What statements let a variable be.
pub(super) fn definition(stms: &[Stm], var: KVar) -> Option<&Exp> {
    stms.iter().find_map(|stm| if let Stm::Let(own, exp) = stm { (*own == var).then_some(exp) } else { None })
}

/// Whether statements do nothing but compute, and read of `bufs` only the cell.
fn computes(stms: &[Stm], bufs: &[KVar], at: KVar) -> bool {
    stms.iter().all(|stm| {
        matches!(stm, Stm::Let(..) | Stm::Set(..) | Stm::If { .. } | Stm::While { .. } | Stm::For { .. })
            && own_cell(stm, bufs, at)
            && stm.blocks().into_iter().all(|block| computes(block, bufs, at))
    })
}

/// Whether the cell is all that a statement accesses of `bufs`, and nothing depends on which one it is.
fn own_cell(stm: &Stm, bufs: &[KVar], at: KVar) -> bool {
    fn own(exp: &Exp, bufs: &[KVar], at: KVar) -> bool {
        if let Exp::Only(OnDevice::Load(buf, place)) = exp
            && bufs.contains(buf)
        {
            return **place == Exp::Var(at);
        }
        let other = *exp == Exp::Var(at) || *exp == Exp::FAILED;
        !other && exp.parts().into_iter().all(|part| own(part, bufs, at))
    }
    if let Stm::Store { at: to, val, .. } = stm {
        return *to == Exp::Var(at) && own(val, bufs, at);
    }
    stm.exps().into_iter().all(|exp| own(exp, bufs, at))
}

/// The parameters that a kernel combines into and does nothing else with. Others go on being combined into atomically, or under locks.
pub(super) fn accumulators(kernel: &Kernel, args: &[HostArg], counts: &FxHashMap<KVar, HostExp>) -> Accs {
    let mut ops: FxHashMap<KVar, Option<BinOp>> = FxHashMap::default();
    atomics(&kernel.body, &mut ops);
    let mut updates = vec![];
    under_locks(&kernel.body, &kernel.params, &mut updates);
    let mut touched = FxHashSet::default();
    other_uses(&kernel.body, &kernel.params, &mut touched);
    // A parameter that nothing else is done with, and that no other one is the same memory as.
    let alone = |param: &KVar| {
        let at = kernel.params.iter().position(|other| other == param)?;
        let (KType::Buf(ty), Arg::Buf(host)) = (kernel.vars[*param].ty, &args[at]) else { return None };
        let once = args.iter().filter(|other| **other == args[at]).count() == 1;
        let count = counts.get(host).filter(|_| once && !touched.contains(param))?;
        Some((at, *host, ty, count.clone()))
    };
    let mut found = Accs { atomic: vec![], locked: vec![] };
    let atomic = |param: &KVar, op: BinOp| {
        let (at, host, ty, count) = alone(param)?;
        let neutral = identity(op, ty, kernel.lanes)?;
        Some(Acc { at, host, ty, op, neutral, count })
    };
    for param in &kernel.params {
        if let Some(op) = ops.get(param).copied().flatten()
            && !updates.iter().any(|update| update.bufs.contains(param))
        {
            found.atomic.extend(atomic(param, op));
        }
    }
    if kernel.lanes > 1 {
        return found;
    }
    for (i, update) in updates.iter().enumerate() {
        let meets = |other: &&Update| other.bufs.iter().any(|buf| update.bufs.contains(buf));
        let same = updates.iter().filter(meets).all(|other| update.is_same(other));
        let done = updates[..i].iter().any(|other| other.bufs == update.bufs);
        if !same || done || update.bufs.iter().any(|buf| ops.contains_key(buf)) {
            continue;
        }
        let vals: Vec<Exp> = update.vals.iter().map(|val| Exp::Var(*val)).collect();
        let each = componentwise(&update.body, &vals).and_then(|ops| {
            update.bufs.iter().zip(ops).map(|(buf, op)| atomic(buf, op)).collect::<Option<Vec<Acc>>>()
        });
        if let Some(each) = each {
            found.atomic.extend(each);
        } else if let Some(accs) = update.bufs.iter().map(alone).collect::<Option<Vec<_>>>() {
            found.locked.push(Locked {
                at: accs.iter().map(|acc| acc.0).collect(),
                hosts: accs.iter().map(|acc| acc.1).collect(),
                types: accs.iter().map(|acc| acc.2).collect(),
                count: accs[0].3.clone(),
                update: update.clone(),
            });
        }
    }
    found
}

/// What leaves every cell as it is that it is combined with: cells that nobody touches are merged, too. Zero would make 0.0 of -0.0. Of
/// what is not a number and another value, a minimum is the other one; atomics in the shared memory of GPUs are not relied on for that.
fn identity(op: BinOp, ty: ScalarType, lanes: u32) -> Option<Scalar> {
    match ty.is_float() {
        true if op == BinOp::Add => base::scalar::unary(UnOp::Neg, ty.zero()).ok(),
        true if matches!(op, BinOp::Min | BinOp::Max) && lanes > 1 => None,
        true if matches!(op, BinOp::Min | BinOp::Max) => Some(Scalar::from_f64(ty, f64::NAN)),
        true | false => op.neutral(ty),
    }
}

/// The updates under locks.
fn under_locks(stms: &[Stm], outside: &[KVar], into: &mut Vec<Update>) {
    for stm in stms {
        into.extend(Update::of(stm, outside));
        stm.blocks().into_iter().for_each(|block| under_locks(block, outside, into));
    }
}

/// By which operator buffers are combined into; none where there are several.
fn atomics(stms: &[Stm], into: &mut FxHashMap<KVar, Option<BinOp>>) {
    for stm in stms {
        if let Stm::Atomic { op, buf, .. } = stm {
            let known = into.entry(*buf).or_insert(Some(*op));
            *known = known.filter(|known| known == op);
        }
        stm.blocks().into_iter().for_each(|block| atomics(block, into));
    }
}

/// The buffers that are read, written, locked or passed on.
fn other_uses(stms: &[Stm], outside: &[KVar], into: &mut FxHashSet<KVar>) {
    fn loads(exp: &Exp, into: &mut FxHashSet<KVar>) {
        if let Exp::Only(OnDevice::Load(buf, _)) = exp {
            into.insert(*buf);
        }
        exp.parts().into_iter().for_each(|part| loads(part, into));
    }
    for stm in stms {
        match stm {
            Stm::Let(_, exp)
            | Stm::Loads { first: exp, .. }
            | Stm::Set(_, exp)
            | Stm::If { cond: exp, .. }
            | Stm::While { cond: exp, .. } => {
                loads(exp, into);
            }
            Stm::Stores { buf, at, vals } => {
                into.insert(*buf);
                std::iter::once(at).chain(vals).for_each(|exp| loads(exp, into));
            }
            Stm::Store { buf, at, val } => {
                into.insert(*buf);
                [at, val].into_iter().for_each(|exp| loads(exp, into));
            }
            Stm::Atomic { op: _, buf, at, val, old } => {
                // What asks for what was there before wants the one that all see.
                into.extend(old.map(|_| *buf));
                [at, val].into_iter().for_each(|exp| loads(exp, into));
            }
            Stm::For { from, to, .. } => [from, to].into_iter().for_each(|exp| loads(exp, into)),
            Stm::Locked { locks, count, at, vals, body } => {
                into.insert(*locks);
                [count, at].into_iter().chain(vals).for_each(|exp| loads(exp, into));
                if let Some(update) = Update::of(stm, outside) {
                    let read = mentioned(body);
                    into.extend(read.into_iter().filter(|read| !update.bufs.contains(read)));
                    continue;
                }
            }
            Stm::Fail { at, vals, .. } => at.iter().chain(vals).for_each(|exp| loads(exp, into)),
            Stm::Call { args, at, .. } => {
                at.iter().for_each(|exp| loads(exp, into));
                args.iter().for_each(|arg| match arg {
                    Arg::Buf(buf) => _ = into.insert(*buf),
                    Arg::Scalar(exp) => loads(exp, into),
                });
            }
            Stm::Fold(combine) | Stm::Chain(combine) | Stm::LastOut { combine, .. } => {
                combine.results.iter().for_each(|exp| loads(exp, into));
            }
            Stm::Local { .. } | Stm::Lanes { .. } | Stm::Count { .. } => {}
        }
        stm.blocks().into_iter().for_each(|block| other_uses(block, outside, into));
    }
}
