//! Whether a loop can run in lanes, and in how many.

use super::Vectors;
use base::{BinOp, IdVec, ScalarType, UnOp};
use ir::alias::Aliases;
use ir::kernel::{Exp, KVar, KVarInfo, OnDevice, Stm};
use ir::vector::{
    MOST_SUMS, Running, Stride, Strides, Vector, assigned, counted, fails, has_loop, lane_blocks, narrow,
    only_tallied, scanned, tallied, type_of, updated,
};
use rustc_hash::FxHashSet;

/// More lanes are not worth their vectors of indices and masks.
const MOST_LANES: u32 = 16;

/// The bytes of vectors for which there are instructions that turn a mask into bits, to count them.
const COUNTED: u32 = 32;

/// How many operations a lane does, at least, for which it is worth to keep what it has for its update. Measured: to keep and to find it again takes
/// as long as some twenty operations that are no divisions. Fewer lanes than `FEW_LANES` save less.
const WORTH_STAGING: u32 = 24;
const FEW_LANES: u32 = 8;

/// How many operations a division, a root or an exponential is worth.
const SLOW: u32 = 8;

/// How a statement runs in lanes, if it is a loop that can.
pub(super) fn vector(
    vars: &IdVec<KVar, KVarInfo>,
    stm: &Stm,
    aliases: &Aliases,
    vectors: Vectors,
) -> Option<Vector> {
    let Stm::For { var, body, .. } = stm else { return None };
    all_in_lanes(vars, (*var, body), aliases, vectors)
        .or_else(|| updating(vars, (*var, body), aliases, vectors))
}

/// How a loop runs of which lanes do only the first statements, and the rest one after the other: it stores anywhere, or combines with what is there.
fn updating(
    vars: &IdVec<KVar, KVarInfo>,
    (var, body): (KVar, &[Stm]),
    aliases: &Aliases,
    vectors: Vectors,
) -> Option<Vector> {
    let mut found = Loop::new(vars, vectors);
    found.strides = Strides::of(var, std::iter::empty(), body);
    declared(body, &mut found.declared);
    let sets_own = |stm: &Stm| set_outside(std::slice::from_ref(stm), &found.declared).is_empty();
    let most = body.iter().take_while(|stm| sets_own(stm)).count();
    let mut at = 0;
    while at < most {
        let mut with = found.clone();
        // Where lanes divide, wider numbers are left to the updates.
        if with.stm(&body[at], false).is_none() || with.lanes(vectors).is_none() {
            break;
        }
        (found, at) = (with, at + 1);
    }
    let (together, updates) = body.split_at(at);
    let refused = |stm: &Stm| has_loop(stm) || calls(stm);
    let fits = !updates.is_empty() && !fails(updates) && !updates.iter().any(refused);
    let set = set_outside(updates, &found.declared);
    if let (Some(cond), _) = updated(updates) {
        found.exp(cond, false)?;
        (!cond.mentions(&set)).then_some(())?;
    }
    let changed = ir::access::written(updates);
    let is_changed = |buf: &KVar| changed.iter().any(|changed| aliases.may_be_same(*changed, *buf));
    // What lanes have stored is there before the first of them updates, and if one of them fails they read again.
    let mut read = ir::access::read(updates);
    read.extend(&found.loaded);
    let is_read = |stored: &KVar| read.iter().any(|read| aliases.may_be_same(*stored, *read));
    let apart = !together.iter().any(|stm| stm.mentions(&set))
        && !found.loaded.iter().chain(&found.stored).any(is_changed)
        && !found.stored.iter().any(is_read);
    let lanes = found.lanes(vectors)?;
    let worth = if lanes < FEW_LANES { 2 * WORTH_STAGING } else { WORTH_STAGING };
    (fits && apart && lanes > 2 && found.operations + SLOW * found.slow >= worth).then(|| Vector {
        lanes,
        sums: 1,
        folds: vec![],
        scans: vec![],
        tallies: vec![],
        counters: vec![],
        updates: updates.len(),
    })
}

/// Whether a statement is or holds a call.
fn calls(stm: &Stm) -> bool {
    matches!(stm, Stm::Call { .. }) || stm.blocks().into_iter().flatten().any(calls)
}

/// How a loop runs of which lanes do everything.
fn all_in_lanes(
    vars: &IdVec<KVar, KVarInfo>,
    (var, body): (KVar, &[Stm]),
    aliases: &Aliases,
    vectors: Vectors,
) -> Option<Vector> {
    let mut body_loop = Loop::new(vars, vectors);
    declared(body, &mut body_loop.declared);
    let outer = set_outside(body, &body_loop.declared);
    let (counters, outer): (Vec<KVar>, Vec<KVar>) = outer.into_iter().partition(|var| counted(body, *var));
    let (mut folds, mut scans, mut tallies) = (vec![], vec![], vec![]);
    for var in outer {
        if vectors.bytes >= COUNTED && only_tallied(body, var) {
            tallies.push(var);
        } else if let Some(op) = fold(body, var) {
            folds.push((var, op));
        } else {
            scans.push((var, scanned(body, var)?));
        }
    }
    body_loop.counters.clone_from(&counters);
    body_loop.tallies.clone_from(&tallies);
    body_loop.scans = scans.iter().map(|(scan, _)| *scan).collect();
    let mut vector = Vector { lanes: 0, sums: 1, folds, scans, tallies, counters, updates: 0 };
    let float = |own: KVar| type_of(vars, &Exp::Var(own)).is_float();
    if !vectors.reorder && vector.own().any(float) {
        return None;
    }
    body_loop.strides = Strides::of(var, vector.own(), body);
    body_loop.block(body, false)?;
    let again = |stored: &KVar| body_loop.loaded.iter().any(|loaded| aliases.may_be_same(*stored, *loaded));
    let own = |stored: &KVar| body_loop.loaded.contains(stored);
    let harmful =
        if fails(body) { body_loop.stored.iter().any(again) } else { body_loop.stored.iter().any(own) };
    let sums = !vector.folds.is_empty() || !vector.counters.is_empty();
    let idle = !sums
        && vector.tallies.is_empty()
        && vector.scans.is_empty()
        && body_loop.stored.is_empty()
        && !fails(body);
    vector.lanes = body_loop.lanes(vectors)?;
    // The steps of a scan do not pay where they are as many as the lanes.
    let least = if vector.scans.is_empty() { 2 } else { 4 };
    if harmful || idle || vector.lanes < least {
        return None;
    }
    vector.sums = match body_loop.operations {
        // A round waits for the running value of the one before.
        _ if !sums || !vector.scans.is_empty() => 1,
        0..=6 => MOST_SUMS,
        7..=40 => 2,
        _ => 1,
    };
    Some(vector)
}

pub(super) fn declared(stms: &[Stm], into: &mut FxHashSet<KVar>) {
    for stm in stms {
        into.extend(stm.declares());
        stm.blocks().into_iter().for_each(|block| declared(block, into));
    }
}

/// The variables from outside that a loop sets.
pub(super) fn set_outside(body: &[Stm], declared: &FxHashSet<KVar>) -> Vec<KVar> {
    let mut set = FxHashSet::default();
    assigned(body, &mut set);
    let mut outer: Vec<KVar> = set.into_iter().filter(|var| !declared.contains(var)).collect();
    outer.sort_unstable();
    outer
}

/// The operator by which values are combined into a variable: `acc = op(acc, x)`, or `t = op(acc, x)` and, perhaps by way of copies
/// that nobody else reads, `acc = t`.
fn fold(body: &[Stm], acc: KVar) -> Option<BinOp> {
    let mut steps = vec![];
    uses(body, acc, &mut steps);
    let (mut step, exp, end) = match steps.as_slice() {
        [Use::Set(exp)] => return Running::on(exp, acc).map(|on| on.op),
        [Use::Let(step, exp), Use::Set(Exp::Var(end))] => (*step, exp, *end),
        _ => return None,
    };
    loop {
        let mut more = vec![];
        uses(body, step, &mut more);
        step = match more.as_slice() {
            [Use::Let(..), Use::Set(_)] if step == end => return Running::on(exp, acc).map(|on| on.op),
            [Use::Let(..), Use::Let(copy, Exp::Var(_))] => *copy,
            _ => return None,
        };
    }
}

/// A statement that has to do with a variable.
enum Use<'a> {
    Let(KVar, &'a Exp),
    Set(&'a Exp),
    Other,
}

fn uses<'a>(stms: &'a [Stm], var: KVar, into: &mut Vec<Use<'a>>) {
    for stm in stms {
        match stm {
            Stm::Let(to, exp) if *to == var || exp.mentions(&[var]) => into.push(Use::Let(*to, exp)),
            Stm::Set(to, exp) if *to == var || exp.mentions(&[var]) => {
                into.push(Use::Set(exp));
            }
            Stm::Let(..) | Stm::Set(..) => {}
            Stm::If { cond, .. } | Stm::While { cond, .. } if cond.mentions(&[var]) => into.push(Use::Other),
            Stm::Store { at, val, .. } if at.mentions(&[var]) || val.mentions(&[var]) => {
                into.push(Use::Other)
            }
            // What a failure names is read when the loop runs in order.
            Stm::Fail { .. } | Stm::If { .. } | Stm::While { .. } | Stm::Store { .. } => {}
            Stm::Local { .. }
            | Stm::Loads { .. }
            | Stm::Stores { .. }
            | Stm::For { .. }
            | Stm::Atomic { .. }
            | Stm::Locked { .. }
            | Stm::Lanes { .. }
            | Stm::Fold(_)
            | Stm::Count { .. }
            | Stm::Chain(_)
            | Stm::LastOut { .. }
            | Stm::Call { .. } => into.push(Use::Other),
        }
        stm.blocks().into_iter().for_each(|block| uses(block, var, into));
    }
}

/// What is found out about the body of a loop.
#[derive(Clone)]
struct Loop<'a> {
    vars: &'a IdVec<KVar, KVarInfo>,
    strides: Strides,
    declared: FxHashSet<KVar>,
    counters: Vec<KVar>,
    scans: Vec<KVar>,
    tallies: Vec<KVar>,
    loaded: Vec<KVar>,
    stored: Vec<KVar>,
    /// Whether functions of floats have to give what they give one by one.
    exact: bool,
    /// Bytes of the largest element that lanes hold.
    largest: u32,
    operations: u32,
    /// Those of them that take long.
    slow: u32,
    /// Whether integers are divided.
    divides: bool,
    /// How many loops that lanes go through together there are around the statement at hand.
    loops: u32,
    /// How many elements are read in such loops that lie side by side for the lanes.
    side_by_side: u32,
}

impl<'a> Loop<'a> {
    fn new(vars: &'a IdVec<KVar, KVarInfo>, vectors: Vectors) -> Loop<'a> {
        Loop {
            vars,
            strides: Strides::default(),
            declared: FxHashSet::default(),
            counters: vec![],
            scans: vec![],
            tallies: vec![],
            loaded: vec![],
            stored: vec![],
            exact: vectors.exact,
            largest: 1,
            operations: 0,
            slow: 0,
            divides: false,
            loops: 0,
            side_by_side: 0,
        }
    }

    /// In how many lanes it runs. Integers are divided as doubles: that pays where nothing else is as wide.
    fn lanes(&self, vectors: Vectors) -> Option<u32> {
        let lanes = (vectors.bytes / self.largest).min(MOST_LANES);
        (!self.divides || self.largest <= 4).then_some(lanes)
    }

    /// Nothing if a statement cannot run in lanes.
    fn block(&mut self, stms: &[Stm], branch: bool) -> Option<()> {
        stms.iter().try_for_each(|stm| self.stm(stm, branch))
    }

    fn stm(&mut self, stm: &Stm, branch: bool) -> Option<()> {
        match stm {
            Stm::Let(var, exp) if self.strides.var(*var) != Stride::Varying => self.same(exp, branch),
            Stm::Set(var, exp) if self.is_stepped(*var) => self.same(exp, branch),
            Stm::Set(var, _) if self.counters.contains(var) => Some(()),
            Stm::Set(var, exp) if self.tallies.contains(var) => self.exp(tallied(exp, *var)?, branch),
            Stm::Set(var, exp) if self.scans.contains(var) => {
                let running = Running::of(exp, *var)?;
                let ty = type_of(self.vars, exp);
                (has_vectors(running.op, ty) && !branch).then_some(())?;
                self.fits(ty)?;
                self.exp(running.value, branch)?;
                running.anew.into_iter().try_for_each(|anew| self.exp(anew, branch))
            }
            Stm::Let(_, exp) | Stm::Set(_, exp) => self.exp(exp, branch),
            Stm::Store { buf, at: Exp::Var(at), val } if self.counters.contains(at) => {
                if self.stored.contains(buf) {
                    return None;
                }
                self.stored.push(*buf);
                self.fits(type_of(self.vars, &Exp::Var(*buf)))?;
                self.exp(val, branch)
            }
            Stm::Store { buf, at, val } => {
                let neighbours = self.strides.exp(at) == Stride::Linear;
                if branch || self.loops > 0 || !neighbours || self.stored.contains(buf) {
                    return None;
                }
                self.stored.push(*buf);
                self.same(at, branch)?;
                self.fits(type_of(self.vars, &Exp::load(*buf, at.clone())))?;
                self.exp(val, branch)
            }
            Stm::For { .. } | Stm::While { .. } | Stm::If { .. }
                if !branch && self.strides.goes_together(stm) =>
            {
                self.together(stm)
            }
            Stm::If { cond, .. } => {
                self.exp(cond, branch)?;
                lane_blocks(stm).into_iter().try_for_each(|block| self.block(block, true))
            }
            Stm::Fail { .. } => Some(()),
            Stm::While { bounded: _, pre, cond, body } => {
                self.block(pre, true)?;
                self.exp(cond, true)?;
                self.block(body, true)?;
                (!fails(pre) && !fails(body)).then_some(())
            }
            Stm::Local { .. }
            | Stm::Loads { .. }
            | Stm::Stores { .. }
            | Stm::For { .. }
            | Stm::Atomic { .. }
            | Stm::Locked { .. }
            | Stm::Lanes { .. }
            | Stm::Fold(_)
            | Stm::Count { .. }
            | Stm::Chain(_)
            | Stm::LastOut { .. }
            | Stm::Call { .. } => None,
        }
    }

    /// A statement whose blocks all lanes go through together. A loop that could run in lanes itself is left to do so, unless they read what lies
    /// side by side only here.
    fn together(&mut self, stm: &Stm) -> Option<()> {
        let (more, side_by_side) = (u32::from(!matches!(stm, Stm::If { .. })), self.side_by_side);
        self.loops += more;
        stm.exps().into_iter().try_for_each(|exp| self.same(exp, false))?;
        stm.blocks().into_iter().try_for_each(|block| self.block(block, false))?;
        self.loops -= more;
        (!matches!(stm, Stm::For { .. }) || self.side_by_side > side_by_side).then_some(())
    }

    /// Whether a variable of the body is assigned, and is the same in all lanes.
    fn is_stepped(&self, var: KVar) -> bool {
        self.declared.contains(&var) && self.strides.var(var) == Stride::Uniform
    }

    /// An expression that all lanes have together.
    fn same(&mut self, exp: &Exp, branch: bool) -> Option<()> {
        if let Exp::Only(OnDevice::Load(buf, _)) = exp {
            if branch {
                return None;
            }
            self.loaded.push(*buf);
        }
        exp.parts().into_iter().try_for_each(|part| self.same(part, branch))
    }

    fn fits(&mut self, ty: ScalarType) -> Option<()> {
        self.largest = self.largest.max(ty.bytes() as u32);
        (ty != ScalarType::F16).then_some(())
    }

    /// An expression of which every lane has its own value.
    fn exp(&mut self, exp: &Exp, branch: bool) -> Option<()> {
        self.fits(type_of(self.vars, exp))?;
        if self.strides.exp(exp) != Stride::Varying {
            return self.same(exp, branch);
        }
        self.operations += 1;
        if self.strides.counts_in_32_bits(exp) {
            return self.same(exp, branch);
        }
        if let Some((_, small, uniform)) = self.strides.small_comparison(exp) {
            self.same(uniform, branch)?;
            return self.exp(small, branch);
        }
        match exp {
            Exp::Only(OnDevice::Load(buf, at)) => {
                if branch {
                    return None;
                }
                self.loaded.push(*buf);
                return match self.strides.exp(at) {
                    Stride::Linear => {
                        self.side_by_side += u32::from(self.loops > 0);
                        self.same(at, branch)
                    }
                    // One gather after the other takes as long as the loops of single lanes.
                    Stride::Uniform | Stride::Varying if self.loops > 0 => None,
                    Stride::Uniform | Stride::Varying => self.exp(narrow(at).unwrap_or(at), branch),
                };
            }
            Exp::Bin(op, ty, ..) => {
                let divides = op.can_fail(*ty);
                // Compilers of C multiply instead of dividing by a constant, side by side if they can.
                let constant = matches!(exp.parts().last(), Some(Exp::Const(_)));
                (has_vectors(*op, *ty) && !(divides && constant)).then_some(())?;
                self.divides |= divides;
                self.slow += u32::from(divides || (*op == BinOp::Div && ty.is_float()));
            }
            Exp::IndexBin(op, ..) => has_vectors(*op, ScalarType::I64).then_some(())?,
            Exp::Un(op, ty, _) => {
                let known = (*op == UnOp::Not && !ty.is_float())
                    || (matches!(op, UnOp::Neg | UnOp::Abs) && *ty != ScalarType::Bool)
                    || matches!(op, UnOp::Sqrt | UnOp::Rsqrt)
                    || (*op == UnOp::Exp && *ty == ScalarType::F32 && !self.exact);
                known.then_some(())?;
                self.slow += u32::from(matches!(op, UnOp::Sqrt | UnOp::Rsqrt | UnOp::Exp));
            }
            Exp::Conv(from, to, _) => {
                // What a float is as an integer saturates.
                let saturates = from.is_float() && to.is_integer();
                (!saturates || matches!(to, ScalarType::I32 | ScalarType::I64)).then_some(())?;
            }
            // If the lane has failed, nothing runs side by side.
            Exp::Select(cond, _, value) if **cond == Exp::FAILED => return self.exp(value, branch),
            Exp::Const(_)
            | Exp::Index(_)
            | Exp::Var(_)
            | Exp::FromIndex(_)
            | Exp::ToIndex(_)
            | Exp::Small(_)
            | Exp::Only(OnDevice::Failed)
            | Exp::Select(..) => {}
        }
        exp.parts().into_iter().try_for_each(|part| self.exp(part, branch))
    }
}

/// Whether there are vector instructions for an operator, or few of them do.
#[allow(clippy::wildcard_enum_match_arm)] // A new operator has none until somebody writes them.
fn has_vectors(op: BinOp, ty: ScalarType) -> bool {
    use BinOp::{
        Add, And, Div, Eq, Ge, Gt, Le, Lt, Max, Min, Mod, Mul, Ne, Or, Quot, Rem, Shl, Shr, Sub, Ushr, Wrap,
        Xor,
    };
    let bool = ty == ScalarType::Bool;
    match op {
        Add | Sub | Mul | Min | Max | Lt | Le | Gt | Ge => !bool,
        Div => ty.is_float() || ty == ScalarType::I32,
        Mod | Quot | Rem => ty == ScalarType::I32,
        And | Or | Xor => !ty.is_float(),
        Shl | Shr | Ushr | Wrap => !bool && !ty.is_float(),
        Eq | Ne => true,
        _ => false,
    }
}
