//! Index-set splitting at borders: a loop that branches on comparisons of a number that counts up with one that is the same in all
//! rounds runs in pieces, in each of which these comparisons are constant.
//!
//! ```text
//! for (q = p to n) {                             while (at < n) {
//!   if (eq.i64(q, 0)) { r = 0; }                   bool holds = eq.i64(at, 0);
//!   else { r = xs[q - 1]; }                =>      index stop = the round at which `holds` is another, or n;
//!   out[q] = r;                                    for (q = at to stop) { if (holds) { r = 0; } else { r = xs[q - 1]; } out[q] = r; }
//! }                                                at = stop;
//!                                                }
//! ```
//!
//! A stencil asks in every round whether it is at the border, and lanes of which only some are must not read for the others. In a
//! piece all of them go the same way, so that the loop over it can run in lanes. Loops are only split where that is so. Short loops,
//! and those in which the number that counts up overflows, run as before.

use super::definitions::{Definitions, MOST_PARTS};
use super::pieces::ix;
use super::{Vectors, loops};
use base::{BinOp, IdVec, Scalar, ScalarType};
use ir::alias::Aliases;
use ir::kernel::{Exp, KType, KVar, KVarInfo, Kernel, Stm};
use ir::vector::{Stride, Strides, loads};
use rustc_hash::FxHashSet;

/// The rounds of a loop for which pieces pay, at least.
const LEAST: i64 = 32;

/// The most comparisons that a loop is split at: each costs something for every piece.
const MOST_COMPARISONS: usize = 8;

/// Splits the loops of a kernel that can run in lanes only then.
pub(super) fn split(kernel: &mut Kernel, aliases: &Aliases, vectors: Vectors) {
    let mut body = std::mem::take(&mut kernel.body);
    let in_lanes = |vars: &IdVec<KVar, KVarInfo>, stm: &Stm| {
        loops::vector(vars, stm, aliases, vectors).is_some_and(|vector| vector.updates == 0)
    };
    block(&mut kernel.vars, &mut body, &in_lanes);
    kernel.body = body;
}

fn block(
    vars: &mut IdVec<KVar, KVarInfo>,
    stms: &mut [Stm],
    in_lanes: &impl Fn(&IdVec<KVar, KVarInfo>, &Stm) -> bool,
) {
    for stm in stms {
        if in_lanes(vars, stm) {
            continue;
        }
        if matches!(stm, Stm::For { .. }) {
            let mut more = vars.clone();
            if let Some(pieces) = in_pieces(&mut more, stm, in_lanes) {
                (*vars, *stm) = (more, pieces);
                continue;
            }
        }
        stm.blocks_mut().into_iter().for_each(|inner| block(vars, inner, in_lanes));
    }
}

/// A comparison of 64-bit numbers, the first of which is one more in every round. Both are in terms of what is known outside of the
/// loop and of the loop's variable.
struct Comparison {
    /// As it stands in the body.
    exp: Exp,
    op: BinOp,
    counting: Exp,
    limit: Exp,
}

/// The comparisons that decide which way branches with loads go.
fn comparisons(var: KVar, body: &[Stm]) -> Vec<Comparison> {
    let strides = Strides::of(var, std::iter::empty(), body);
    let mut search =
        Search { strides, definitions: Definitions::of(body), deciding: FxHashSet::default(), found: vec![] };
    search.block(body);
    search.found
}

struct Search {
    strides: Strides,
    definitions: Definitions,
    /// The variables that decide, further on, which way branches with loads go.
    deciding: FxHashSet<KVar>,
    found: Vec<Comparison>,
}

impl Search {
    /// From the last statement to the first. Whether there are loads, or what a branch depends on.
    fn block(&mut self, stms: &[Stm]) -> bool {
        let mut matters = false;
        for stm in stms.iter().rev() {
            let decides = if let Stm::Let(var, _) | Stm::Set(var, _) = stm {
                self.deciding.contains(var)
            } else if let Stm::If { then, els, .. } = stm {
                self.block(els) | self.block(then)
            } else {
                false
            };
            if decides {
                stm.exps().into_iter().for_each(|exp| self.exp(exp));
            }
            matters |= decides || loads(stm);
        }
        matters
    }

    /// An expression that a branch depends on.
    fn exp(&mut self, exp: &Exp) {
        if let Exp::Var(var) = exp {
            self.deciding.insert(*var);
        }
        match self.comparison(exp) {
            Some(comparison) if self.found.iter().all(|one| one.exp != *exp) => self.found.push(comparison),
            Some(_) => {}
            None => exp.parts().into_iter().for_each(|part| self.exp(part)),
        }
    }

    fn comparison(&self, exp: &Exp) -> Option<Comparison> {
        use BinOp::{Eq, Ge, Gt, Le, Lt, Ne};
        let (Exp::Bin(op, ScalarType::I64, a, b) | Exp::IndexBin(op, a, b)) = exp else { return None };
        let turned = [(Eq, Eq), (Ne, Ne), (Lt, Gt), (Gt, Lt), (Le, Ge), (Ge, Le)];
        let (_, turned) = turned.into_iter().find(|(of, _)| of == op)?;
        let (op, counting, limit) = match (self.strides.exp(a), self.strides.exp(b)) {
            (Stride::Linear, Stride::Uniform) => (*op, a, b),
            (Stride::Uniform, Stride::Linear) => (turned, b, a),
            _ => return None,
        };
        let mut left = MOST_PARTS;
        let mut number = |side: &Exp| {
            let side = self.definitions.resolve(side, &mut left)?;
            Some(if matches!(exp, Exp::IndexBin(..)) { Exp::FromIndex(Box::new(side)) } else { side })
        };
        Some(Comparison { exp: exp.clone(), op, counting: number(counting)?, limit: number(limit)? })
    }
}

fn i64(op: BinOp, a: Exp, b: Exp) -> Exp {
    Exp::Bin(op, ScalarType::I64, Box::new(a), Box::new(b))
}

fn and(a: Exp, b: Exp) -> Exp {
    Exp::Bin(BinOp::And, ScalarType::Bool, Box::new(a), Box::new(b))
}

impl Comparison {
    /// What counts, in some round.
    fn counting_at(&self, var: KVar, round: &Exp) -> Exp {
        let mut exp = self.counting.clone();
        exp.uses_mut(var).into_iter().for_each(|place| *place = round.clone());
        exp
    }

    /// After how many of `rounds` rounds, at least one, the comparison may have another result. What counts is `first` in the first of them.
    fn rounds(&self, first: &Exp, rounds: Exp) -> Exp {
        let rounds = Exp::FromIndex(Box::new(rounds));
        let one = || Exp::Const(Scalar::I64(1));
        let last = i64(BinOp::Add, first.clone(), i64(BinOp::Sub, rounds.clone(), one()));
        let until = i64(BinOp::Sub, self.limit.clone(), first.clone());
        let (ahead, until) = if matches!(self.op, BinOp::Lt | BinOp::Ge) {
            (BinOp::Lt, until)
        } else if matches!(self.op, BinOp::Le | BinOp::Gt) {
            (BinOp::Le, i64(BinOp::Add, until, one()))
        } else {
            (BinOp::Le, i64(BinOp::Max, until, one()))
        };
        // A limit may be any number: its distance is only a number where it is met.
        let met =
            and(i64(ahead, first.clone(), self.limit.clone()), i64(BinOp::Le, self.limit.clone(), last));
        Exp::ToIndex(Box::new(Exp::Select(Box::new(met), Box::new(until), Box::new(rounds))))
    }
}

/// A loop in pieces, or as it was where it has few rounds; nothing if pieces cannot run in lanes either.
fn in_pieces(
    vars: &mut IdVec<KVar, KVarInfo>,
    whole: &Stm,
    in_lanes: &impl Fn(&IdVec<KVar, KVarInfo>, &Stm) -> bool,
) -> Option<Stm> {
    let Stm::For { var, from, to, vector: _, body } = whole else { return None };
    let (var, mut body) = (*var, body.clone());
    let found = comparisons(var, &body);
    if found.is_empty() || found.len() > MOST_COMPARISONS {
        return None;
    }
    let mut fresh = |name: &str, ty| vars.push(KVarInfo::new(name, ty));
    let (at, end) = (fresh("at", KType::Index), fresh("end", KType::Index));
    let stop = fresh("stop", KType::Index);

    let left = ix(BinOp::Sub, Exp::Var(end), Exp::Var(at));
    let last = ix(BinOp::Sub, Exp::Var(end), Exp::Index(1));
    let mut cond = ix(BinOp::Ge, left.clone(), Exp::Index(LEAST));
    let mut until = left.clone();
    let mut piece = vec![];
    for comparison in &found {
        let (begin, end) = (comparison.counting_at(var, &Exp::Var(at)), comparison.counting_at(var, &last));
        cond = and(cond, i64(BinOp::Lt, begin.clone(), end));
        let first = fresh("first", KType::Scalar(ScalarType::I64));
        let holds = fresh("holds", KType::Scalar(ScalarType::Bool));
        piece.push(Stm::Let(first, begin));
        piece.push(Stm::Let(holds, i64(comparison.op, Exp::Var(first), comparison.limit.clone())));
        until = ix(BinOp::Min, until, comparison.rounds(&Exp::Var(first), left.clone()));
        decide(&mut body, &comparison.exp, holds);
    }
    piece.push(Stm::Let(stop, ix(BinOp::Add, Exp::Var(at), until)));
    let part = Stm::For { var, from: Exp::Var(at), to: Exp::Var(stop), vector: None, body };
    if !in_lanes(vars, &part) {
        return None;
    }
    piece.push(part);
    piece.push(Stm::Set(at, Exp::Var(stop)));
    let more = ix(BinOp::Lt, Exp::Var(at), Exp::Var(end));
    let pieces = Stm::While { bounded: true, pre: vec![], cond: more, body: piece };
    let both = Stm::If { cond, then: vec![pieces], els: vec![whole.clone()] };
    let some = ix(BinOp::Lt, from.clone(), to.clone());
    let bounds = [Stm::Let(at, from.clone()), Stm::Let(end, to.clone())];
    Some(Stm::If { cond: some, then: bounds.into_iter().chain([both]).collect(), els: vec![] })
}

/// Puts a variable in place of a comparison.
fn decide(stms: &mut [Stm], comparison: &Exp, holds: KVar) {
    fn within(exp: &mut Exp, comparison: &Exp, holds: KVar) {
        if exp == comparison {
            *exp = Exp::Var(holds);
        } else {
            exp.parts_mut().into_iter().for_each(|part| within(part, comparison, holds));
        }
    }
    for stm in stms {
        stm.exps_mut().into_iter().for_each(|exp| within(exp, comparison, holds));
        stm.blocks_mut().into_iter().for_each(|inner| decide(inner, comparison, holds));
    }
}
