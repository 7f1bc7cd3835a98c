//! What is live where a kernel is cut: how it is saved, and restored behind.
//!
//! Every group has the same number of cells of each element type in one buffer a type. A scalar of the group takes one cell, a scalar of
//! lanes one for each lane, memory as many as it has elements; lanes that take turns touch neighbouring cells.

use super::new;
use crate::lower::ix;
use base::{BinOp, ScalarType};
use ir::access::written;
use ir::kernel::{Combine, Exp, KType, KVar, Kernel, Stm, mentioned, mentioned_by_operator};
use rustc_hash::FxHashSet;

/// What is live at a cut, and where it is saved.
pub(super) struct Layout {
    /// Element types, and how many cells a group has of each.
    pub(super) cells: Vec<(ScalarType, i64)>,
    saved: Vec<Saved>,
    /// Memory of lanes that is declared again, and how long it is.
    locals: Vec<(KVar, u32)>,
}

/// Something that is live.
struct Saved {
    var: KVar,
    kind: Kind,
    /// Which of the buffers, and the first of its cells in the part of a group.
    buf: usize,
    at: i64,
}

#[derive(Clone, Copy)]
enum Kind {
    /// A scalar of the group.
    Group,
    /// A scalar of lanes.
    Lane,
    /// Memory that lanes share, and how many elements it has.
    Shared(u32),
    /// Memory of lanes.
    Local(u32),
}

impl Layout {
    /// What is live between code in front of a chain and code behind it.
    pub(super) fn of(kernel: &Kernel, front: &[Stm], chain: &Combine, behind: &[Stm]) -> Layout {
        let mut wanted = mentioned(behind);
        wanted.extend(chain.before.iter().copied());
        wanted.extend(mentioned_by_operator(chain));
        let left = written(front);
        let mut layout = Layout { cells: vec![], saved: vec![], locals: vec![] };
        for (buf, len) in &kernel.shared {
            if left.contains(buf) && wanted.contains(buf) {
                layout.add(kernel, *buf, Kind::Shared(*len));
            }
        }
        for stm in front {
            if let Stm::Local { buf, len } = stm {
                if wanted.contains(buf) {
                    layout.locals.push((*buf, *len));
                }
                if left.contains(buf) && wanted.contains(buf) {
                    layout.add(kernel, *buf, Kind::Local(*len));
                }
                continue;
            }
            for var in declared(stm).iter().filter(|var| wanted.contains(*var)) {
                let of_lanes = kernel.lanes > 1 && kernel.vars[*var].per_lane;
                layout.add(kernel, *var, if of_lanes { Kind::Lane } else { Kind::Group });
            }
        }
        layout
    }

    fn add(&mut self, kernel: &Kernel, var: KVar, kind: Kind) {
        let lanes = i64::from(kernel.lanes);
        let count = match kind {
            Kind::Group => 1,
            Kind::Lane => lanes,
            Kind::Shared(len) => len.into(),
            Kind::Local(len) => i64::from(len) * lanes,
        };
        let ty = elem(kernel.vars[var].ty);
        let buf = self.cells.iter().position(|(cell, _)| *cell == ty).unwrap_or_else(|| {
            self.cells.push((ty, 0));
            self.cells.len() - 1
        });
        let cells = &mut self.cells[buf].1;
        self.saved.push(Saved { var, kind, buf, at: *cells });
        *cells += count;
    }

    /// The cell of something that is saved, counted from its first one.
    fn cell(&self, saved: &Saved, group: Exp, from_first: Exp) -> Exp {
        let part = ix(BinOp::Mul, group, Exp::Index(self.cells[saved.buf].1));
        let first = ix(BinOp::Add, part, Exp::Index(saved.at));
        ix(BinOp::Add, first, from_first)
    }

    /// Saves everything. The first lane also does what is in `leave`.
    pub(super) fn save(&self, kernel: &mut Kernel, bufs: &[KVar], leave: Vec<Stm>) -> Option<Stm> {
        let lane = new(kernel, "lane", KType::Index);
        let group = Exp::Var(kernel.group);
        let (mut first, mut all) = (leave, vec![]);
        for saved in &self.saved {
            let (var, buf) = (saved.var, bufs[saved.buf]);
            let cell = |at| self.cell(saved, group.clone(), at);
            match saved.kind {
                Kind::Group => {
                    let val = stored(kernel, var);
                    first.push(Stm::Store { buf, at: cell(Exp::Index(0)), val });
                }
                Kind::Lane => {
                    let val = stored(kernel, var);
                    all.push(Stm::Store { buf, at: cell(Exp::Var(lane)), val });
                }
                Kind::Shared(len) => all.extend(in_turns(kernel, lane, len, |at| Stm::Store {
                    buf,
                    at: cell(at.clone()),
                    val: Exp::load(var, at),
                })),
                Kind::Local(len) => all.push(one_by_one(kernel, lane, len, |own, all| Stm::Store {
                    buf,
                    at: cell(all),
                    val: Exp::load(var, own),
                })),
            }
        }
        if kernel.lanes == 1 {
            all.append(&mut first);
        } else if !first.is_empty() {
            let is_first = ix(BinOp::Eq, Exp::Var(lane), Exp::Index(0));
            all.push(Stm::If { cond: is_first, then: first, els: vec![] });
        }
        (!all.is_empty()).then_some(Stm::Lanes { lane, body: all })
    }

    /// Declares everything, with the values that were saved.
    pub(super) fn restore(&self, kernel: &mut Kernel, bufs: &[KVar]) -> Vec<Stm> {
        let lane = new(kernel, "lane", KType::Index);
        let group = Exp::Var(kernel.group);
        let mut code: Vec<Stm> =
            self.locals.iter().map(|(buf, len)| Stm::Local { buf: *buf, len: *len }).collect();
        let mut all = vec![];
        for saved in &self.saved {
            let (var, buf) = (saved.var, bufs[saved.buf]);
            let cell = |at| self.cell(saved, group.clone(), at);
            match saved.kind {
                Kind::Group => code.push(Stm::Let(var, loaded(kernel, var, buf, cell(Exp::Index(0))))),
                Kind::Lane => {
                    code.push(Stm::Let(var, zero(kernel.vars[var].ty)));
                    all.push(Stm::Set(var, loaded(kernel, var, buf, cell(Exp::Var(lane)))));
                }
                Kind::Shared(len) => all.extend(in_turns(kernel, lane, len, |at| Stm::Store {
                    buf: var,
                    at: at.clone(),
                    val: Exp::load(buf, cell(at)),
                })),
                Kind::Local(len) => all.push(one_by_one(kernel, lane, len, |own, all| Stm::Store {
                    buf: var,
                    at: own,
                    val: Exp::load(buf, cell(all)),
                })),
            }
        }
        if !all.is_empty() {
            code.push(Stm::Lanes { lane, body: all });
        }
        code
    }

    /// Declares those of some variables that are saved, with the values of the first group: what an operator uses besides its operands is
    /// the same in all groups.
    pub(super) fn of_first_group(&self, kernel: &Kernel, bufs: &[KVar], vars: &FxHashSet<KVar>) -> Vec<Stm> {
        let mut code = vec![];
        for saved in self.saved.iter().filter(|saved| vars.contains(&saved.var)) {
            match saved.kind {
                Kind::Group => {
                    let cell = self.cell(saved, Exp::Index(0), Exp::Index(0));
                    code.push(Stm::Let(saved.var, loaded(kernel, saved.var, bufs[saved.buf], cell)));
                }
                Kind::Lane | Kind::Shared(_) | Kind::Local(_) => {
                    base::bug!("unchain", "{}: an operator uses what lanes have", kernel.name)
                }
            }
        }
        code
    }
}

/// The scalars that a statement declares for those behind it; what loops and operators declare is known inside of them.
fn declared(stm: &Stm) -> &[KVar] {
    if matches!(stm, Stm::Let(..) | Stm::Loads { .. } | Stm::Atomic { .. }) { stm.declares() } else { &[] }
}

/// Lanes take elements in turn. The loop has one number of rounds for all lanes; what is left of it is a branch.
fn in_turns(kernel: &mut Kernel, lane: KVar, len: u32, f: impl Fn(Exp) -> Stm) -> Vec<Stm> {
    let lanes = i64::from(kernel.lanes);
    let rounds = i64::from(len) / lanes;
    let round = new(kernel, "round", KType::Index);
    let at = |round: Exp| ix(BinOp::Add, ix(BinOp::Mul, round, Exp::Index(lanes)), Exp::Var(lane));
    let mut code = vec![];
    if rounds > 0 {
        let (from, to) = (Exp::Index(0), Exp::Index(rounds));
        code.push(Stm::For { var: round, from, to, vector: None, body: vec![f(at(Exp::Var(round)))] });
    }
    let rest = i64::from(len) % lanes;
    if rest > 0 {
        let cond = ix(BinOp::Lt, Exp::Var(lane), Exp::Index(rest));
        code.push(Stm::If { cond, then: vec![f(at(Exp::Index(rounds)))], els: vec![] });
    }
    code
}

/// Every lane goes through memory of its own; `f` is given the element, and its number among those of all lanes.
fn one_by_one(kernel: &mut Kernel, lane: KVar, len: u32, f: impl Fn(Exp, Exp) -> Stm) -> Stm {
    let lanes = i64::from(kernel.lanes);
    let at = new(kernel, "at", KType::Index);
    let all = ix(BinOp::Add, ix(BinOp::Mul, Exp::Var(at), Exp::Index(lanes)), Exp::Var(lane));
    let body = vec![f(Exp::Var(at), all)];
    Stm::For { var: at, from: Exp::Index(0), to: Exp::Index(len.into()), vector: None, body }
}

/// The type of the elements that hold values of a type, or of a buffer.
pub(super) fn elem(ty: KType) -> ScalarType {
    match ty {
        KType::Scalar(ty) | KType::Buf(ty) => ty,
        KType::Index => ScalarType::I64,
    }
}

/// The value of a variable as an element.
pub(super) fn stored(kernel: &Kernel, var: KVar) -> Exp {
    match kernel.vars[var].ty {
        KType::Index => Exp::FromIndex(Box::new(Exp::Var(var))),
        KType::Scalar(_) | KType::Buf(_) => Exp::Var(var),
    }
}

/// An element as a value of a variable.
pub(super) fn loaded(kernel: &Kernel, var: KVar, buf: KVar, at: Exp) -> Exp {
    match kernel.vars[var].ty {
        KType::Index => Exp::ToIndex(Box::new(Exp::load(buf, at))),
        KType::Scalar(_) | KType::Buf(_) => Exp::load(buf, at),
    }
}

/// Some value of a type.
pub(super) fn zero(ty: KType) -> Exp {
    match ty {
        KType::Scalar(ty) | KType::Buf(ty) => Exp::Const(ty.zero()),
        KType::Index => Exp::Index(0),
    }
}
