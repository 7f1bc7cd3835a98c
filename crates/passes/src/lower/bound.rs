//! Most that sizes add up to, where a kernel computes them from other sizes: memory for as many needs no waiting for their sum.
//!
//! ```text
//! let o = seg (i < n) { let m = s[i]  let l = sub.i64 m 1  let k = select c l m } out (offsets k)
//! ```
//!
//! No `k` is more than its `s[i]`, so together they are at most as many as the sum of `s`.

use super::{Lowerer, host_bin, number};
use base::{BinOp, Scalar, ScalarType};
use ir::kernel::HostExp;
use ir::{Atom, CheckKind, Exp, Inner, Limitation, Prim, Seg, Stm, Var};
use std::collections::BTreeMap;

/// Memory is made for at most so many times the sizes that others are computed from: it may be that few are needed.
const MOST_TIMES: i64 = 2;

/// How often each array of sizes is added, and a number: a size is at most the sum.
#[derive(Clone, PartialEq, Debug, Default)]
struct Bound {
    times: BTreeMap<Var, i64>,
    more: i64,
}

impl Lowerer<'_> {
    /// Most that sizes which a kernel computes add up to, if the host knows it.
    pub(super) fn most_sizes(&mut self, seg: &Seg, size: Atom) -> Result<Option<HostExp>, Limitation> {
        if !self.target.apart || !self.target.bound {
            return Ok(None);
        }
        let Some(bound) = self.size_bound(seg, size).filter(Bound::is_small) else { return Ok(None) };
        let mut most = number(0);
        for (sizes, times) in bound.times {
            let Some(total) = self.most_in(sizes)? else { return Ok(None) };
            most = host_bin(BinOp::Add, most, host_bin(BinOp::Mul, number(times), total));
        }
        if bound.more > 0 {
            let Some(points) = self.most(&ir::builder::space_dims(&seg.levels))? else { return Ok(None) };
            most = host_bin(BinOp::Add, most, host_bin(BinOp::Mul, number(bound.more), points));
        }
        Ok(Some(most))
    }

    /// Most that an array of sizes adds up to, if the host knows it.
    fn most_in(&mut self, sizes: Var) -> Result<Option<HostExp>, Limitation> {
        let key = vec![self.canonical(sizes)];
        if let Some(total) = self.totals.get(&key).or(self.most_in_all.get(&key)) {
            return Ok(Some(total.clone()));
        }
        if self.arguments.contains_key(&key[0]) {
            // The offsets of arguments come with them.
            return self.total(&key).map(Some);
        }
        Ok(None)
    }

    /// Whether an array holds sizes: no element is negative.
    fn are_sizes(&self, arr: Var) -> bool {
        let arr = self.canonical(arr);
        let sizes = |v: &Var| self.vars[*v].ty.dims().iter().any(|d| d.size == Atom::Var(arr));
        self.totals.contains_key(&vec![arr])
            || self.most_in_all.contains_key(&vec![arr])
            || self.arguments.contains_key(&arr) && self.arguments.keys().any(sizes)
    }

    #[allow(clippy::wildcard_enum_match_arm)] // Other operators and expressions bound nothing.
    fn size_bound(&self, seg: &Seg, atom: Atom) -> Option<Bound> {
        let var = match atom {
            Atom::Const(Scalar::I64(x)) => return Some(Bound { more: x.max(0), ..Bound::default() }),
            Atom::Const(_) => return None,
            Atom::Var(v) => v,
        };
        let stm = binding(&seg.body, var)?;
        let of = |a: Atom| self.size_bound(seg, a);
        match &stm.exp {
            Exp::Atom(a) | Exp::Check(ir::Check { kind: CheckKind::Size { a, .. }, .. }) => of(*a),
            Exp::Read { arr, index } => {
                let own = index.iter().copied().eq(seg.levels.iter().map(|level| level.index.into()));
                let over = self.vars[*arr].ty.dims() == ir::builder::space_dims(&seg.levels);
                let times = [(*arr, 1)].into_iter().collect();
                (own && over && self.are_sizes(*arr)).then_some(Bound { times, more: 0 })
            }
            Exp::Prim(Prim::Select { a, b, .. }) => Some(of(*a)?.or(of(*b)?)),
            Exp::If { then, els, .. } => {
                let at = stm.pat.all().position(|v| v == var)?;
                let [a, b] = [then, els].map(|side| side.result.all().nth(at));
                Some(of(a?)?.or(of(b?)?))
            }
            Exp::Prim(Prim::Bin { op, ty: ScalarType::I64, a, b }) => match op {
                BinOp::Add => Some(of(*a)?.and(of(*b)?)),
                BinOp::Max => Some(of(*a)?.or(of(*b)?)),
                BinOp::Min => of(*a).or_else(|| of(*b)),
                BinOp::Sub => of(*a).filter(|_| self.is_not_negative(seg, *b)),
                BinOp::Div | BinOp::Quot => of(*a).filter(|_| matches!(b, Atom::Const(Scalar::I64(1..)))),
                BinOp::Mul => match b {
                    Atom::Const(Scalar::I64(times @ 1..=MOST_TIMES)) => {
                        let a = of(*a)?;
                        Some((1..*times).fold(a.clone(), |sum, _| sum.and(a.clone())))
                    }
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    fn is_not_negative(&self, seg: &Seg, atom: Atom) -> bool {
        match atom {
            Atom::Const(Scalar::I64(x)) => x >= 0,
            Atom::Const(_) => false,
            Atom::Var(v) => binding(&seg.body, v)
                .is_some_and(|stm| matches!(&stm.exp, Exp::Read { arr, .. } if self.are_sizes(*arr))),
        }
    }
}

impl Bound {
    /// Not more than either.
    fn or(mut self, other: Bound) -> Bound {
        self.more = self.more.max(other.more);
        for (var, times) in other.times {
            let own = self.times.entry(var).or_default();
            *own = times.max(*own);
        }
        self
    }

    /// Not more than both together.
    fn and(mut self, other: Bound) -> Bound {
        self.more = self.more.saturating_add(other.more);
        for (var, times) in other.times {
            let own = self.times.entry(var).or_default();
            *own = own.saturating_add(times);
        }
        self
    }

    fn is_small(&self) -> bool {
        self.times.values().sum::<i64>().saturating_add(self.more) <= MOST_TIMES
    }
}

/// What binds a variable, however deep.
fn binding(block: &[Stm<Inner>], var: Var) -> Option<&Stm<Inner>> {
    block.iter().find_map(|stm| {
        if stm.pat.all().any(|v| v == var) {
            return Some(stm);
        }
        let mut found = None;
        stm.exp.blocks(&mut |inner| found = found.take().or_else(|| binding(inner, var)));
        found
    })
}
