//! Which buffers a kernel reads and writes, by its parameters: what a profile counts as moved.

use crate::kernel::{Arg, Exp, KType, KVar, Kernel, OnDevice, Stm};
use rustc_hash::FxHashSet;

/// How a kernel uses a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Access {
    /// Elements of the buffer are read.
    pub read: bool,
    /// Elements of the buffer are written.
    pub written: bool,
}

/// How a kernel uses each of its parameters; neither for a scalar.
pub fn accesses(kernel: &Kernel) -> Vec<Access> {
    let mut found = Found::default();
    found.block(&kernel.body);
    let access = |param: &KVar| match kernel.vars[*param].ty {
        KType::Buf(_) => Access { read: found.read.contains(param), written: found.written.contains(param) },
        KType::Scalar(_) | KType::Index => Access::default(),
    };
    kernel.params.iter().map(access).collect()
}

/// Whether all that a kernel writes are elements as they are elsewhere: it copies, or puts elements in another order.
pub fn only_moves(kernel: &Kernel) -> bool {
    let (mut loaded, mut stored) = (FxHashSet::default(), vec![]);
    let moves = moved(&kernel.body, &mut loaded, &mut stored);
    let is_loaded = |exp: &&Exp| exp.is_load() || matches!(exp, Exp::Var(var) if loaded.contains(var));
    moves && !stored.is_empty() && stored.iter().all(is_loaded)
}

/// Collects what is loaded, and what is stored; whether nothing is combined.
fn moved<'a>(stms: &'a [Stm], loaded: &mut FxHashSet<KVar>, stored: &mut Vec<&'a Exp>) -> bool {
    stms.iter().all(|stm| {
        match stm {
            Stm::Let(var, exp) if exp.is_load() => _ = loaded.insert(*var),
            Stm::Loads { vars, .. } => loaded.extend(vars.iter().copied()),
            Stm::Store { val, .. } => stored.push(val),
            Stm::Stores { vals, .. } => stored.extend(vals),
            Stm::Atomic { .. } | Stm::Locked { .. } | Stm::Call { .. } => return false,
            Stm::Fold(_) | Stm::Chain(_) | Stm::LastOut { .. } => return false,
            Stm::Let(..) | Stm::Set(..) | Stm::If { .. } | Stm::While { .. } | Stm::For { .. } => {}
            Stm::Lanes { .. } | Stm::Local { .. } | Stm::Count { .. } | Stm::Fail { .. } => {}
        }
        stm.blocks().into_iter().all(|block| moved(block, loaded, stored))
    })
}

/// The buffers that code writes.
pub fn written(code: &[Stm]) -> FxHashSet<KVar> {
    let mut found = Found::default();
    found.block(code);
    found.written
}

/// The buffers that code reads.
pub fn read(code: &[Stm]) -> FxHashSet<KVar> {
    let mut found = Found::default();
    found.block(code);
    found.read
}

#[derive(Default)]
struct Found {
    read: FxHashSet<KVar>,
    written: FxHashSet<KVar>,
}

impl Found {
    fn block(&mut self, stms: &[Stm]) {
        stms.iter().for_each(|stm| self.stm(stm));
    }

    fn stm(&mut self, stm: &Stm) {
        match stm {
            Stm::Local { .. } => {}
            Stm::Let(_, exp) | Stm::Loads { first: exp, .. } | Stm::Set(_, exp) => self.exp(exp),
            Stm::Stores { buf, at, vals } => {
                self.written.insert(*buf);
                self.exps(std::iter::once(at).chain(vals));
            }
            Stm::Store { buf, at, val } => {
                self.written.insert(*buf);
                self.exps([at, val]);
            }
            Stm::If { cond, then, els } => {
                self.exp(cond);
                self.block(then);
                self.block(els);
            }
            Stm::While { bounded: _, pre, cond, body } => {
                self.block(pre);
                self.exp(cond);
                self.block(body);
            }
            Stm::For { var: _, from, to, vector: _, body } => {
                self.exps([from, to]);
                self.block(body);
            }
            Stm::Atomic { op: _, buf, at, val, old: _ } => {
                self.read.insert(*buf);
                self.written.insert(*buf);
                self.exps([at, val]);
            }
            Stm::Locked { locks, count, at, vals, body } => {
                self.read.insert(*locks);
                self.written.insert(*locks);
                self.exps([count, at].into_iter().chain(vals));
                self.block(body);
            }
            Stm::Call { args, .. } => args.iter().for_each(|arg| match arg {
                Arg::Scalar(exp) => self.exp(exp),
                Arg::Buf(buf) => _ = self.read.insert(*buf),
            }),
            Stm::Lanes { .. } | Stm::Fold(_) | Stm::Chain(_) | Stm::LastOut { .. } => {
                stm.blocks().into_iter().for_each(|block| self.block(block));
                self.exps(stm.exps());
            }
            // A failure is not what a kernel is for.
            Stm::Count { .. } | Stm::Fail { .. } => {}
        }
    }

    fn exps<'a>(&mut self, exps: impl IntoIterator<Item = &'a Exp>) {
        exps.into_iter().for_each(|exp| self.exp(exp));
    }

    fn exp(&mut self, exp: &Exp) {
        if let Exp::Only(OnDevice::Load(buf, _)) = exp {
            self.read.insert(*buf);
        }
        self.exps(exp.parts());
    }
}
