//! Vector loops: a `for` whose rounds run side by side, each in a lane of vectors.
//!
//! ```text
//! for (q = p to stop) vector 16 sums 4 by (add acc) { f32 x = xs[sub.index(q, start)]; acc = add.f32(acc, x); }
//! ```
//!
//! The body computes with scalars, loads, stores, branches and fails. Of loops it has those that all lanes go through together, because
//! their bounds or conditions are the same in all, and a `while` that ends at another time in every lane, if it computes with scalars and does not
//! fail: it goes on while any lane does, and lanes that have come to their end stay as they are. What rounds leave for each other are
//! the variables of `by`, each combined by an operator that commutes: a lane has its own, and it does nothing with it but combine a
//! value into it. A variable of `scanning` is one of which a round goes on with what the round before has left, by an operator that
//! associates, `acc = op(acc, x)`, or begins anew, `acc = select(anew, x, op(acc, x))`; what stands behind that reads the round's own.
//! A variable of `tallying` counts the rounds in which something holds: `n = add(n, bool_to_i64(c))`. A variable of `counting` says how many of the rounds so far have taken a branch; those that take it store at the
//! place that it says, so that what is stored stands together, in order. Apart from that the rounds may run in any order and at the same time. If one of them fails, the loop is run again
//! in order, from the same state, to find out who fails first: then it does not read what it stores.
//!
//! ```text
//! for (q = p to stop) vector 8 sums 1 by () updating 1 { i64 at = ..; f32 x = ..; if (lt.i64(at, n)) { acc[at] = add.f32(acc[at], x); } }
//! ```
//!
//! The statements at the end of a body that are `updating` are no code of lanes: when all lanes of a vector have come there, each goes
//! through them alone, one after the other in order. They may store anywhere, combine with what is there and set variables from outside; nothing in front of them reads
//! what they leave. If they are one branch, lanes find out together who takes it. They do not fail, and if what stands in front of them does, the loop is run again from the first round
//! of which nobody has come to its updates.

use crate::access::written;
use crate::kernel::{Exp, KType, KVar, KVarInfo, OnDevice, Stm, declared};
use base::{BinOp, IdVec, ScalarType};
use rustc_hash::{FxHashMap, FxHashSet};

/// The most vectors that a variable of `folds` has: in loops that do little besides.
pub const MOST_SUMS: u32 = 4;

/// How a loop is run in lanes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Vector {
    /// How many rounds run side by side: a power of two.
    pub lanes: u32,
    /// How many vectors a variable of `folds` has: independent sums hide the latency of the operator.
    pub sums: u32,
    /// The variables that rounds combine values into, and by which operator.
    pub folds: Vec<(KVar, BinOp)>,
    /// The variables of which rounds take the running value, and by which operator.
    pub scans: Vec<(KVar, BinOp)>,
    /// The integers that count rounds in which something holds.
    pub tallies: Vec<KVar>,
    /// The indices that some rounds count up, by one at the end of a branch, and store at.
    pub counters: Vec<KVar>,
    /// How many statements at the end of the body are run by one lane after the other.
    pub updates: usize,
}

impl Vector {
    /// The variables of which every lane has its own.
    pub fn own(&self) -> impl Iterator<Item = KVar> {
        self.folds.iter().chain(&self.scans).map(|(var, _)| *var)
    }

    /// What lanes do together, and what each of them does alone.
    pub fn parts<'a>(&self, body: &'a [Stm]) -> (&'a [Stm], &'a [Stm]) {
        body.split_at(body.len().saturating_sub(self.updates))
    }
}

/// How a running value goes on.
pub struct Running<'a> {
    /// The operator that combines it with the value.
    pub op: BinOp,
    /// What a round adds to it.
    pub value: &'a Exp,
    /// Where it begins anew, with the value.
    pub anew: Option<&'a Exp>,
}

impl<'a> Running<'a> {
    /// How the running value `acc` goes on, if an expression is one of its two forms.
    pub fn of(exp: &'a Exp, acc: KVar) -> Option<Running<'a>> {
        if let Exp::Select(anew, first, on) = exp {
            let on = Running::on(on, acc).filter(|on| on.value == &**first && !anew.mentions(&[acc]))?;
            return Some(Running { anew: Some(&**anew), ..on });
        }
        Running::on(exp, acc)
    }

    /// The same, if it only goes on.
    pub fn on(exp: &'a Exp, acc: KVar) -> Option<Running<'a>> {
        let (Exp::Bin(op, _, a, b) | Exp::IndexBin(op, a, b)) = exp else { return None };
        let value = match (&**a, &**b) {
            (Exp::Var(var), value) | (value, Exp::Var(var)) if *var == acc => value,
            _ => return None,
        };
        (reorders(*op) && !value.mentions(&[acc])).then_some(Running { op: *op, value, anew: None })
    }
}

/// The operator by which rounds go on with a running value: a body sets it once, not in a branch, and reads what the round before has left
/// nowhere else.
pub fn scanned(body: &[Stm], acc: KVar) -> Option<BinOp> {
    let sets = |stm: &Stm| {
        let mut set = FxHashSet::default();
        assigned(std::slice::from_ref(stm), &mut set);
        set.contains(&acc)
    };
    let at = body.iter().position(sets)?;
    let Stm::Set(_, exp) = &body[at] else { return None };
    let once = !body[..at].iter().any(|stm| stm.mentions(&[acc])) && !body[at + 1..].iter().any(sets);
    Running::of(exp, acc).filter(|_| once).map(|running| running.op)
}

/// What is counted, if an expression adds a truth value to an integer.
pub fn tallied(exp: &Exp, acc: KVar) -> Option<&Exp> {
    let value = Running::on(exp, acc).filter(|on| on.op == BinOp::Add)?.value;
    let value = if let Exp::ToIndex(inner) = value { inner } else { value };
    let Exp::Conv(ScalarType::Bool, to, holds) = value else { return None };
    to.is_integer().then_some(&**holds)
}

/// Whether all that statements do with a variable is to count.
pub fn only_tallied(stms: &[Stm], acc: KVar) -> bool {
    stms.iter().all(|stm| {
        if let Stm::Set(var, exp) = stm
            && *var == acc
        {
            return tallied(exp, acc).is_some();
        }
        !stm.exps().into_iter().any(|exp| exp.mentions(&[acc]))
            && stm.blocks().into_iter().all(|block| only_tallied(block, acc))
    })
}

/// Whether a variable is counted up at the end of one branch, and apart from that only says where that branch stores.
pub fn counted(body: &[Stm], var: KVar) -> bool {
    let counting = |stm: &&Stm| matches!(stm, Stm::If { then, els, .. } if els.is_empty() && then.last().is_some_and(|last| counts_up(last, var)));
    let Some(Stm::If { then, .. }) = body.iter().find(counting) else { return false };
    let stores = then.iter().filter(|stm| matches!(stm, Stm::Store { at: Exp::Var(at), .. } if *at == var));
    let (mut all, mut sets) = (0, 0);
    occurrences(body, var, &mut all, &mut sets);
    sets == 1 && all == stores.count() + 1
}

/// How often a variable is read, and how often it is set. What a failure names is read when the loop runs in order.
fn occurrences(stms: &[Stm], var: KVar, reads: &mut usize, sets: &mut usize) {
    fn count(exp: &Exp, var: KVar) -> usize {
        let own = usize::from(*exp == Exp::Var(var));
        own + exp.parts().into_iter().map(|part| count(part, var)).sum::<usize>()
    }
    for stm in stms {
        if !matches!(stm, Stm::Fail { .. }) {
            *reads += stm.exps().into_iter().map(|exp| count(exp, var)).sum::<usize>();
        }
        *sets += usize::from(matches!(stm, Stm::Set(set, _) if *set == var));
        lane_blocks(stm).into_iter().for_each(|block| occurrences(block, var, reads, sets));
    }
}

/// Whether values may be combined by an operator in any order (floats, if they may be reassociated).
pub fn reorders(op: BinOp) -> bool {
    use BinOp::{Add, And, Max, Min, Mul, Or, Xor};
    matches!(op, Add | And | Max | Min | Mul | Or | Xor)
}

/// How a value differs from lane to lane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stride {
    /// It is the same in all.
    Uniform,
    /// An integer that is one more in the next lane.
    Linear,
    /// Anything else.
    Varying,
}

/// How the values of a loop's body differ from lane to lane.
#[derive(Clone, Default)]
pub struct Strides(FxHashMap<KVar, Stride>);

impl Strides {
    /// Those of a loop over `var`, in which the lanes have variables from outside as their `own`.
    ///
    /// A variable that is assigned is the same in all lanes if that happens only in loops that they go through together: no variable is
    /// taken for one that differs before a statement is found that makes it differ.
    pub fn of(var: KVar, own: impl Iterator<Item = KVar>, body: &[Stm]) -> Strides {
        let mut outside = Strides(own.map(|own| (own, Stride::Varying)).collect());
        outside.0.insert(var, Stride::Linear);
        let mut differing = FxHashSet::default();
        assigned_once(body, &mut differing);
        let mut set = FxHashSet::default();
        assigned(body, &mut set);
        loop {
            let (mut strides, before) = (outside.clone(), differing.len());
            strides.block(body, true, &set, &mut differing);
            if differing.len() == before {
                return strides;
            }
        }
    }

    fn block(
        &mut self,
        stms: &[Stm],
        together: bool,
        set: &FxHashSet<KVar>,
        differing: &mut FxHashSet<KVar>,
    ) {
        for stm in stms {
            if let Stm::Let(var, exp) = stm {
                let stride = self.exp(exp);
                if set.contains(var) && stride != Stride::Uniform {
                    differing.insert(*var);
                }
                self.0.insert(*var, if differing.contains(var) { Stride::Varying } else { stride });
            } else if let Stm::Set(var, exp) = stm {
                if !together || self.exp(exp) != Stride::Uniform {
                    differing.insert(*var);
                }
            } else if let Stm::For { var, .. } = stm {
                let same = together && self.goes_together(stm);
                self.0.insert(*var, if same { Stride::Uniform } else { Stride::Varying });
            }
            // The condition of a `while` is known behind the statements in front of it.
            if let Stm::While { pre, .. } = stm {
                self.block(pre, together, set, differing);
            }
            let inside = together && self.goes_together(stm);
            lane_blocks(stm).iter().for_each(|block| self.block(block, inside, set, differing));
        }
    }

    /// Whether all lanes go through the blocks of a statement, or none: loops whose bounds or conditions are the same in all lanes, and
    /// such branches if there are loops or loads in them and they write nothing. Other branches are cheaper with masks, or count the
    /// lanes that take them.
    pub fn goes_together(&self, stm: &Stm) -> bool {
        let same = stm.exps().into_iter().all(|exp| self.exp(exp) == Stride::Uniform);
        if let Stm::If { then, els, .. } = stm {
            let counts = [then, els]
                .into_iter()
                .any(|block| matches!(block.last(), Some(last @ Stm::Set(var, _)) if counts_up(last, *var)));
            let mut inside = lane_blocks(stm).into_iter().flatten();
            let costly = inside.any(|stm| has_loop(stm) || loads(stm) && !counts);
            return same && costly && written(then).is_empty() && written(els).is_empty();
        }
        same && matches!(stm, Stm::For { .. } | Stm::While { .. })
    }

    /// How a variable differs; what the body does not declare is the same in all lanes.
    pub fn var(&self, var: KVar) -> Stride {
        self.0.get(&var).copied().unwrap_or(Stride::Uniform)
    }

    /// How an expression differs.
    pub fn exp(&self, exp: &Exp) -> Stride {
        use Stride::{Linear, Uniform, Varying};
        match exp {
            Exp::Var(var) => self.var(*var),
            Exp::IndexBin(op, a, b) | Exp::Bin(op, ScalarType::I64, a, b) => {
                match (op, self.exp(a), self.exp(b)) {
                    (_, Uniform, Uniform) | (BinOp::Sub, Linear, Linear) => Uniform,
                    (BinOp::Add, Linear, Uniform)
                    | (BinOp::Add, Uniform, Linear)
                    | (BinOp::Sub, Linear, Uniform) => Linear,
                    _ => Varying,
                }
            }
            Exp::FromIndex(a) | Exp::ToIndex(a) => self.exp(a),
            Exp::Const(_)
            | Exp::Index(_)
            | Exp::Bin(..)
            | Exp::Un(..)
            | Exp::Conv(..)
            | Exp::Small(_)
            | Exp::Select(..)
            | Exp::Only(_) => {
                let same = exp.parts().into_iter().all(|part| self.exp(part) == Uniform);
                if same { Uniform } else { Varying }
            }
        }
    }
}

impl Strides {
    /// Whether an expression is a number of 32 bits that is one more in the next lane, or wraps around: lanes need no wider one for it.
    pub fn counts_in_32_bits(&self, exp: &Exp) -> bool {
        matches!(exp, Exp::Conv(ScalarType::I64, ScalarType::I32, of) if self.exp(of) == Stride::Linear)
    }

    /// A comparison of 64-bit numbers that lanes make with 32 bits: of a number that was one of 32 bits with one that is the same in all
    /// lanes. The operator is the one for that order.
    pub fn small_comparison<'a>(&self, exp: &'a Exp) -> Option<(BinOp, &'a Exp, &'a Exp)> {
        let (Exp::Bin(op, ScalarType::I64, a, b) | Exp::IndexBin(op, a, b)) = exp else { return None };
        use BinOp::{Eq, Ge, Gt, Le, Lt, Ne};
        let turned = [(Eq, Eq), (Ne, Ne), (Lt, Gt), (Gt, Lt), (Le, Ge), (Ge, Le)];
        let (_, turned) = turned.into_iter().find(|(of, _)| of == op)?;
        match (narrow(a), narrow(b)) {
            (Some(small), _) if self.exp(b) == Stride::Uniform => Some((*op, small, b)),
            (_, Some(small)) if self.exp(a) == Stride::Uniform => Some((turned, small, a)),
            _ => None,
        }
    }
}

/// The variables that statements assign, other than by declaring them.
pub fn assigned(stms: &[Stm], into: &mut FxHashSet<KVar>) {
    for stm in stms {
        assigned_here(stm, into);
        stm.blocks().iter().for_each(|block| assigned(block, into));
    }
}

/// Those that a statement assigns itself, not those that its blocks assign.
fn assigned_here(stm: &Stm, into: &mut FxHashSet<KVar>) {
    if let Stm::Set(var, _) | Stm::Count { total: var, .. } = stm {
        into.insert(*var);
    } else if let Stm::Call { results, .. } = stm {
        into.extend(results);
    } else if let Stm::Fold(combine) | Stm::Chain(combine) | Stm::LastOut { combine, .. } = stm {
        into.extend(combine.before.iter().chain(&combine.total));
    }
    if let Stm::LastOut { saved, .. } = stm {
        into.extend(saved);
    }
}

/// The variables that statements assign at most once: not in a loop.
fn assigned_once(stms: &[Stm], into: &mut FxHashSet<KVar>) {
    for stm in stms {
        if !matches!(stm, Stm::For { .. } | Stm::While { .. }) {
            assigned_here(stm, into);
            stm.blocks().iter().for_each(|block| assigned_once(block, into));
        }
    }
}

/// Whether a statement is or holds a loop that lanes go through.
pub fn has_loop(stm: &Stm) -> bool {
    matches!(stm, Stm::For { .. } | Stm::While { .. }) || lane_blocks(stm).into_iter().flatten().any(has_loop)
}

/// The blocks of a statement that lanes go through: of a branch that fails, the failure alone. What finds the indices that it names is evaluated when
/// the loop runs in order.
pub fn lane_blocks(stm: &Stm) -> Vec<&[Stm]> {
    fn finds(stm: &Stm) -> bool {
        let plain = matches!(stm, Stm::Let(..) | Stm::Set(..) | Stm::If { .. } | Stm::While { .. });
        plain && stm.blocks().into_iter().flatten().all(finds)
    }
    if let Stm::If { then, els, .. } = stm
        && let Some((Stm::Fail { .. }, front)) = then.split_last()
        && els.is_empty()
        && front.iter().all(finds)
    {
        let (mut set, own) = (FxHashSet::default(), declared(front));
        assigned(front, &mut set);
        if set.iter().all(|var| own.contains(var)) {
            return vec![&then[front.len()..]];
        }
    }
    stm.blocks()
}

/// Whether a statement reads memory.
pub fn loads(stm: &Stm) -> bool {
    stm.exps().into_iter().any(Exp::loads) || stm.blocks().into_iter().flatten().any(loads)
}

/// The variables whose values depend on elements of buffers, not counting which way branches and loops go.
pub fn read_from_memory(stms: &[Stm]) -> FxHashSet<KVar> {
    fn reads(exp: &Exp, known: &FxHashSet<KVar>) -> bool {
        exp.is_load()
            || matches!(exp, Exp::Var(var) if known.contains(var))
            || exp.parts().into_iter().any(|part| reads(part, known))
    }
    fn block(stms: &[Stm], known: &mut FxHashSet<KVar>) {
        for stm in stms {
            if let Stm::Let(var, exp) | Stm::Set(var, exp) = stm
                && reads(exp, known)
            {
                known.insert(*var);
            } else if let Stm::Call { results, .. } = stm {
                known.extend(results);
            }
            stm.blocks().into_iter().for_each(|inner| block(inner, known));
        }
    }
    let mut known = FxHashSet::default();
    loop {
        let before = known.len();
        block(stms, &mut known);
        if known.len() == before {
            return known;
        }
    }
}

/// Whether a statement counts a variable up.
pub fn counts_up(stm: &Stm, var: KVar) -> bool {
    let next = Exp::IndexBin(BinOp::Add, Box::new(Exp::Var(var)), Box::new(Exp::Index(1)));
    matches!(stm, Stm::Set(set, exp) if *set == var && *exp == next)
}

/// The 32-bit number that a 64-bit one is made from: lanes compare it, and gather there, as one of 32 bits.
pub fn narrow(exp: &Exp) -> Option<&Exp> {
    if let Exp::Conv(ScalarType::I32, ScalarType::I64, small) = exp {
        return Some(small);
    }
    if let Exp::FromIndex(inner) | Exp::ToIndex(inner) = exp { narrow(inner) } else { None }
}

/// Who goes through updates: the lanes for which a condition holds, if they are one branch, else all.
pub fn updated(updates: &[Stm]) -> (Option<&Exp>, &[Stm]) {
    match updates {
        [Stm::If { cond, then, els }] if els.is_empty() => (Some(cond), then),
        all => (None, all),
    }
}

/// Whether statements hold a loop that is run in lanes.
pub fn has_vectors(stms: &[Stm]) -> bool {
    stms.iter().any(|stm| {
        matches!(stm, Stm::For { vector: Some(_), .. }) || stm.blocks().into_iter().any(has_vectors)
    })
}

/// Whether statements hold a failure.
pub fn fails(stms: &[Stm]) -> bool {
    stms.iter().any(|stm| matches!(stm, Stm::Fail { .. }) || stm.blocks().into_iter().any(fails))
}

/// The type of an expression of the device; an index counts as `i64`.
pub fn type_of(vars: &IdVec<KVar, KVarInfo>, exp: &Exp) -> ScalarType {
    let of = |var: KVar| match vars[var].ty {
        KType::Scalar(ty) | KType::Buf(ty) => ty,
        KType::Index => ScalarType::I64,
    };
    match exp {
        Exp::Const(x) => x.ty(),
        Exp::Var(var) | Exp::Only(OnDevice::Load(var, _)) => of(*var),
        Exp::Bin(op, ty, ..) => op.result(*ty),
        Exp::IndexBin(op, ..) => op.result(ScalarType::I64),
        Exp::Un(op, ty, _) => op.result(*ty),
        Exp::Conv(_, to, _) => *to,
        Exp::Small(_) => ScalarType::I32,
        Exp::Index(_) | Exp::FromIndex(_) | Exp::ToIndex(_) => ScalarType::I64,
        Exp::Select(_, a, _) => type_of(vars, a),
        Exp::Only(OnDevice::Failed) => ScalarType::Bool,
    }
}
