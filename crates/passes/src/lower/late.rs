//! Numbers of the host that depend on what a kernel left on the device.
//!
//! The host would have to wait to compute them. Kernels compute them themselves, from the numbers on the device; the host does when it
//! needs one, to decide something or to allocate without a bound.
//!
//! ```text
//! let w = select c 0 k                 k is left on the device
//! let t = seg (i < w) ..               its kernel looks at k, its memory is that for most that k can be
//! ```

use super::body::Point;
use super::code::KernelBuilder;
use super::{Lowerer, Place, host_bin, number};
use crate::effects::is_total;
use base::{BinOp, Scalar, ScalarType};
use ir::kernel::{Exp, HostExp, KType};
use ir::{Atom, Prim, Var, walk};

/// Most operations that kernels repeat.
const MOST_OPERATIONS: usize = 16;

impl Lowerer<'_> {
    /// Leaves a number to those who need it, if it depends on what is on the device; whether it does.
    pub(super) fn is_late(&mut self, var: Var, prim: &Prim) -> bool {
        let operands = operands(prim);
        let deferred = self.target.apart && self.target.late;
        let waits = deferred && is_total(prim) && operands.iter().any(|a| self.is_pending(*a));
        let operations = 1 + operands.iter().map(|a| self.operations(*a)).sum::<usize>();
        if !waits || operations > MOST_OPERATIONS && !self.carried.is_undecided(var) {
            return false;
        }
        if let Some(most) = self.most_of(prim) {
            self.most.insert(var, most);
        }
        self.env.insert(var, Place::Late { prim: *prim, operations });
        if operations > MOST_OPERATIONS {
            // Every round would wait for the host; one kernel computes it for all others.
            let cell = self.new_cell(var);
            self.store_cells(&[(cell, var.into())]);
            self.env.insert(var, Place::Pending(cell));
        }
        true
    }

    /// A late number, in a kernel.
    pub(super) fn k_late(&mut self, k: &mut KernelBuilder, prim: &Prim) -> Exp {
        self.k_prim(k, &Point::default(), prim)
    }

    /// Evaluates the late numbers that a kernel uses once, in front of all points.
    pub(super) fn late_numbers(&mut self, k: &mut KernelBuilder, seg: &ir::Seg) {
        for var in walk::free_vars(seg, self.vars) {
            if let Some(Place::Late { prim, .. }) = self.env.get(&var).cloned() {
                let value = self.k_late(k, &prim);
                let info = self.vars[var].clone();
                let ty = KType::Scalar(info.ty.elem().unwrap_or(ScalarType::I64));
                let value = k.let_(&info.name, ty, value);
                k.invariant.insert(var, Exp::Var(value));
            }
        }
    }

    fn operations(&self, atom: Atom) -> usize {
        let place = atom.var().and_then(|v| self.env.get(&v));
        if let Some(Place::Late { operations, .. }) = place { *operations } else { 0 }
    }

    /// Most that a number of the host can be, if the host knows that without waiting.
    fn bound(&mut self, atom: Atom) -> Option<HostExp> {
        match atom {
            Atom::Var(v) if self.is_pending(atom) => self.most.get(&v).cloned(),
            Atom::Var(_) | Atom::Const(_) => Some(self.scalar(atom)),
        }
    }

    /// Most that a late number can be, where it is a size.
    #[allow(clippy::wildcard_enum_match_arm)] // Other operators bound nothing.
    fn most_of(&mut self, prim: &Prim) -> Option<HostExp> {
        match *prim {
            Prim::Select { a, b, .. } if a.ty(self.vars).as_scalar() == Some(ScalarType::I64) => {
                Some(host_bin(BinOp::Max, self.bound(a)?, self.bound(b)?))
            }
            Prim::Bin { op, ty: ScalarType::I64, a, b } => match op {
                BinOp::Add | BinOp::Max => Some(host_bin(op, self.bound(a)?, self.bound(b)?)),
                BinOp::Min => match (self.bound(a), self.bound(b)) {
                    (Some(a), Some(b)) => Some(host_bin(BinOp::Min, a, b)),
                    (a, b) => a.or(b),
                },
                BinOp::Sub => {
                    let less = match b {
                        Atom::Const(_) => self.scalar(b),
                        // What is counted is not negative.
                        Atom::Var(v) => match self.env.get(&v) {
                            Some(Place::Pending(_)) if self.most.contains_key(&v) => number(0),
                            Some(Place::Scalar(_)) => self.scalar(b),
                            _ => return None,
                        },
                    };
                    let most = host_bin(BinOp::Sub, self.bound(a)?, less);
                    Some(host_bin(BinOp::Max, most, number(0)))
                }
                BinOp::Mul | BinOp::Div if matches!(b, Atom::Const(Scalar::I64(1..))) => {
                    Some(host_bin(op, self.bound(a)?, self.scalar(b)))
                }
                _ => None,
            },
            Prim::Select { .. } | Prim::Bin { .. } | Prim::Un { .. } | Prim::Conv { .. } => None,
        }
    }
}

fn operands(prim: &Prim) -> Vec<Atom> {
    match *prim {
        Prim::Bin { a, b, .. } => vec![a, b],
        Prim::Un { a, .. } | Prim::Conv { a, .. } => vec![a],
        Prim::Select { cond, a, b } => vec![cond, a, b],
    }
}
