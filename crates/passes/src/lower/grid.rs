//! How many lanes a kernel is launched with whose lanes have memory of their own.
//!
//! A GPU is launched with a lane for every point: points that cost unequally are then done at the same time, nearly. Memory that every lane
//! has for itself would be as large as what all points together compute with. Such a kernel gets a *bounded grid*: its lanes go through the
//! points in a grid-stride loop and use their memory again. The trade between memory and speed is made here alone:
//!
//! - never more lanes than the device holds at one time ([`HostExp::workers`]): more would only wait;
//! - as few as keep their memory below one byte in [`SHARE`] of the arrays that the kernel reads and writes;
//! - but at least one warp for every scheduler of the device (`Target::warps_per_scheduler`): with fewer it would idle. Only
//!   programs over little data come to this bound.

use super::walker::busy_threads;
use super::{Lowerer, host_bin, number};
use base::{BinOp, ScalarType};
use ir::kernel::{Exp, HostExp, KVar};
use ir::{Dim, Limitation, Out, Pat, Seg, Var};

/// Memory of lanes is at most one byte for so many of the arrays that a kernel computes with.
const SHARE: i64 = 5;

/// What lanes may have of so many bytes.
pub(super) fn share_of(bytes: HostExp) -> HostExp {
    host_bin(BinOp::Div, bytes, number(SHARE))
}

impl Lowerer<'_> {
    /// How many of `all` lanes a kernel is launched with, each of which has memory for `each` bytes, if that is known, so that they have
    /// no more than `share` bytes together.
    pub(super) fn lanes_within(&mut self, all: HostExp, each: Option<HostExp>, share: HostExp) -> HostExp {
        let mut lanes = busy_threads();
        if let Some(each) = each {
            let few = host_bin(BinOp::Div, share, host_bin(BinOp::Max, each, number(1)));
            lanes = host_bin(BinOp::Max, host_bin(BinOp::Min, lanes, few), self.fewest());
        }
        self.number("lanes", host_bin(BinOp::Max, host_bin(BinOp::Min, all, lanes), number(1)))
    }

    /// The fewest lanes that a kernel is launched with for the sake of memory.
    pub(super) fn fewest(&mut self) -> HostExp {
        let most = number(self.target.warps_per_scheduler.into());
        let fewest = host_bin(BinOp::Div, busy_threads(), most);
        self.number("fewest", host_bin(BinOp::Max, fewest, number(1)))
    }

    /// As few lanes as go through so many points in as many rounds.
    pub(super) fn fewest_lanes(&mut self, lanes: HostExp, points: &HostExp) -> HostExp {
        let up = |a: &HostExp, b: HostExp| {
            let more = host_bin(BinOp::Sub, b.clone(), number(1));
            host_bin(BinOp::Max, host_bin(BinOp::Div, host_bin(BinOp::Add, a.clone(), more), b), number(1))
        };
        let rounds = self.number("rounds", up(points, lanes));
        up(points, rounds)
    }

    /// A number of the host, kept in a variable.
    fn number(&mut self, name: &str, exp: HostExp) -> HostExp {
        Exp::Var(self.set(name, ScalarType::I64, exp))
    }

    /// The bytes of the arrays that a kernel reads and writes, as far as the host knows how long they are; scratch memory is not counted.
    pub(super) fn held_beside(&mut self, pat: &Pat, seg: &Seg) -> Option<HostExp> {
        let results = seg.clauses.outs.iter().zip(pat.all());
        let stored = |(out, var): (&Out, Var)| matches!(out, Out::Point(_) | Out::Row(_)).then_some(var);
        let stored: Vec<Var> = results.filter_map(stored).collect();
        let mut bufs: Vec<KVar> = vec![];
        let mut held: Option<HostExp> = None;
        for var in ir::walk::used_vars(seg).into_iter().chain(stored.iter().copied()) {
            let buf = self.buffer(var);
            if self.scratches.contains(&var) || buf.is_some_and(|buf| bufs.contains(&buf)) {
                continue;
            }
            if buf.is_none() && !stored.contains(&var) {
                continue;
            }
            bufs.extend(buf);
            let ty = self.vars[var].ty.clone();
            let Some(count) = self.length_of(ty.dims()).ok().flatten() else { continue };
            let bytes = ty.elem().unwrap_or(ScalarType::I64).bytes() as i64;
            let bytes = host_bin(BinOp::Mul, count, number(bytes));
            held = Some(match held {
                Some(held) => host_bin(BinOp::Add, held, bytes),
                None => bytes,
            });
        }
        held
    }

    /// How many elements an array has at most, if the host knows that. The offsets of arguments come with them.
    fn length_of(&mut self, dims: &[Dim]) -> Result<Option<HostExp>, Limitation> {
        let given = dims.iter().filter_map(|dim| dim.size.var().filter(|_| !dim.is_uniform()));
        let given: Vec<Var> = given.map(|size| self.canonical(size)).collect();
        let plain = dims.iter().all(|dim| !dim.is_uniform() || !self.is_pending(dim.size));
        if plain && !given.is_empty() && given.iter().all(|size| self.arguments.contains_key(size)) {
            return self.count(dims).map(Some);
        }
        self.most(dims)
    }
}
