//! Vector loops as C with GNU vector types.
//!
//! ```c
//! f32x16 acc_18_0 = splat_f32x16(-0.0f), ..;
//! for (; q_38_end - q_38_at >= 64; q_38_at += 64) { four rounds, each with its own sum }
//! for (; q_38_at < q_38_end; q_38_at += 16) { a round of which the first lanes are active }
//! acc_18 = (acc_18 + fold_add_f32x16(acc_18_0));
//! ```
//!
//! Running values are scanned within a vector, and the last lane goes on to the next one; what does not fill a vector is done in order.
//!
//! A value that is the same in all lanes, or that counts up from lane to lane, is the scalar of the first lane. Checks only collect
//! that something is wrong: then the loop runs again, in order and one by one, and finds the failure. Until then nothing from outside
//! is changed but memory that the loop stores again; a loop with updates (`updates.rs`) looks in front of those of every round, and runs again from there. What a lane that has failed must not read is not read by lanes at all: there
//! the loop gives up before.

use crate::c::Printer;
use base::{BinOp, ScalarType};
use ir::kernel::{Exp, KType, KVar, OnDevice, Stm};
use ir::vector::{MOST_SUMS, Stride, Strides, Vector, fails, lane_blocks, type_of};
use rustc_hash::FxHashSet;
use std::cmp::Ordering;

/// What holds for all rounds of a loop.
pub(crate) struct Lanes<'a> {
    /// The variable of the loop.
    pub(crate) var: KVar,
    pub(crate) vector: &'a Vector,
    pub(crate) strides: Strides,
    /// Bytes of a truth value: as many as the largest of the loop's values have.
    pub(crate) bytes: usize,
    /// Whether a lane may be wrong: it does not go on in a loop, which might have no end for it.
    pub(crate) fails: bool,
}

/// A round: which of the independent sums it adds to, whether only the first lanes are active, and whether it is one of the last of a row.
#[derive(Clone, Copy)]
pub(crate) struct Round {
    pub(crate) sum: u32,
    pub(crate) partial: bool,
    pub(crate) last: bool,
}

impl Lanes<'_> {
    pub(crate) fn count(&self) -> u32 {
        self.vector.lanes
    }

    /// The vector type of a value that is no truth value.
    pub(crate) fn of(&self, ty: ScalarType) -> String {
        format!("{}x{}", if ty == ScalarType::Bool { "u8" } else { ty.name() }, self.count())
    }

    pub(crate) fn integers(&self, bytes: usize) -> String {
        format!("i{}x{}", 8 * bytes, self.count())
    }

    /// The vector type of truth values.
    pub(crate) fn mask(&self) -> String {
        self.integers(self.bytes)
    }

    pub(crate) fn ty(&self, ty: ScalarType) -> String {
        if ty == ScalarType::Bool { self.mask() } else { self.of(ty) }
    }

    /// Truth values of one width as those of another.
    pub(crate) fn widen(&self, mask: &str, from: usize, to: usize) -> String {
        self.integers_of(mask, (from, true), to)
    }

    /// Integers of so many bytes, with or without signs, as signed ones of so many others.
    pub(crate) fn integers_of(&self, value: &str, (from, signed): (usize, bool), to: usize) -> String {
        let (count, old, new) = (self.count(), 8 * from, 8 * to);
        let sign = if signed { 'i' } else { 'u' };
        match from.cmp(&to) {
            Ordering::Less => format!("WIDEN_{count}_{old}_{new}({sign}, {value})"),
            Ordering::Equal => value.to_string(),
            Ordering::Greater => format!("CUT_{count}_{old}_{new}({value})"),
        }
    }

    pub(crate) fn fold(&self, var: KVar) -> Option<BinOp> {
        self.vector.folds.iter().find(|(fold, _)| *fold == var).map(|(_, op)| *op)
    }

    pub(crate) fn scans(&self, var: KVar) -> bool {
        self.vector.scans.iter().any(|(scan, _)| *scan == var)
    }
}

/// Whether a statement asks if the lane has failed.
fn asks(stm: &Stm) -> bool {
    fn exp(e: &Exp) -> bool {
        *e == Exp::FAILED || e.parts().into_iter().any(exp)
    }
    // Where a failure stands, the loop runs in order.
    let own = !matches!(stm, Stm::Fail { .. }) && stm.exps().into_iter().any(exp);
    own || lane_blocks(stm).into_iter().flatten().any(asks)
}

/// Whether lanes read memory from anywhere.
fn gathers(strides: &Strides, stm: &Stm) -> bool {
    fn exp(strides: &Strides, e: &Exp) -> bool {
        matches!(e, Exp::Only(OnDevice::Load(_, at)) if strides.exp(at) == Stride::Varying)
            || e.parts().into_iter().any(|part| exp(strides, part))
    }
    stm.exps().into_iter().any(|e| exp(strides, e))
        || lane_blocks(stm).into_iter().flatten().any(|inner| gathers(strides, inner))
}

/// Whether an expression has one of these variables, or reads memory.
fn depends(exp: &Exp, vars: &FxHashSet<KVar>) -> bool {
    exp.is_load()
        || matches!(exp, Exp::Var(var) if vars.contains(var))
        || exp.parts().into_iter().any(|part| depends(part, vars))
}

/// The widest of the values that lanes have.
fn widest(printer: &Printer, (vector, strides): (&Vector, &Strides), stms: &[Stm]) -> usize {
    let own = stms.iter().filter_map(|stm| {
        if let Stm::Set(var, _) = stm
            && vector.tallies.contains(var)
        {
            None
        } else if let Stm::Let(_, exp) | Stm::Set(_, exp) = stm {
            (strides.exp(exp) == Stride::Varying).then(|| type_of(printer.vars, exp).bytes())
        } else if let Stm::Store { buf, .. } = stm {
            Some(type_of(printer.vars, &Exp::Var(*buf)).bytes())
        } else {
            None
        }
    });
    let inner = stms.iter().flat_map(lane_blocks).map(|block| widest(printer, (vector, strides), block));
    own.chain(inner).max().unwrap_or(1)
}

impl Printer<'_> {
    pub(crate) fn vector_loop(&mut self, var: KVar, (from, to): (&Exp, &Exp), vector: &Vector, body: &[Stm]) {
        let strides = Strides::of(var, vector.own(), body);
        let (together, _) = vector.parts(body);
        let bytes = widest(self, (vector, &strides), together);
        let lanes = &Lanes { var, vector, strides, bytes, fails: fails(body) };
        let even = !depends(from, &self.read) && !depends(to, &self.read);
        let name = self.exps.var(var);
        let (first, last) = (self.exps.exp(from), self.exps.exp(to));
        self.out.open("{");
        self.out.line(&format!("const widx {name}_begin = {first}, {name}_end = {last};"));
        // Folding the lanes of a vector costs more than a few rounds do, if their number can be predicted.
        let short = even && !vector.folds.is_empty() && vector.lanes > 2;
        if short {
            self.out.open(&format!("if ({name}_end - {name}_begin < {}) {{", vector.lanes / 2));
            self.one_by_one(&name, &format!("{name}_begin"), body);
            self.out.between("} else {");
        }
        self.side_by_side(lanes, &name, even, body);
        if short {
            self.out.close("}");
        }
        self.out.close("}");
    }

    /// The loop in order, from some round on.
    fn one_by_one(&mut self, name: &str, from: &str, body: &[Stm]) {
        self.out.open(&format!("for (widx {name} = {from}; {name} < {name}_end; {name}++) {{"));
        self.stms(body);
        self.out.close("}");
    }

    /// The loop in lanes, and in order if a check fails.
    fn side_by_side(&mut self, lanes: &Lanes, name: &str, even: bool, body: &[Stm]) {
        let vector = lanes.vector;
        let mask = lanes.mask();
        let can_fail = lanes.fails;
        let guarded = self.can_fail && body.iter().any(asks);
        self.labels += 1;
        let label = self.labels;
        if can_fail {
            // What is counted is counted again.
            for counter in &vector.counters {
                let counter = self.exps.var(*counter);
                self.out.line(&format!("const widx {counter}_before = {counter};"));
            }
            self.out.line(&format!("{mask} wrong = {{0}};"));
        }
        self.out.line(&format!("widx {name}_at = {name}_begin;"));
        if guarded {
            self.out.open("if (!bad) {");
        }
        for (fold, op) in &vector.folds {
            let (ty, start) = (self.lane_type(lanes, *fold), self.start(lanes, *fold, *op));
            let all: Vec<String> =
                (0..vector.sums).map(|k| format!("{} = {start}", self.lane_var(*fold, k))).collect();
            self.out.line(&format!("{ty} {};", all.join(", ")));
        }
        for (scan, _) in &vector.scans {
            let (ty, name) = (self.lane_type(lanes, *scan), self.exps.var(*scan));
            let start = self.splat(lanes, *scan);
            self.out.line(&format!("{ty} {name}_last = {start};"));
        }
        for tally in &vector.tallies {
            let name = self.exps.var(*tally);
            self.out.line(&format!("i64 {name}_count = 0;"));
        }
        self.rounds(lanes, name, even, body);
        if can_fail {
            self.out.line(&format!("if (any_{mask}(wrong)) goto again_{label};"));
        }
        self.finish_folds(lanes);
        if guarded {
            self.out.line(&format!("goto done_{label};"));
            self.out.close("}");
        } else if can_fail {
            self.out.line(&format!("goto done_{label};"));
        }
        if can_fail {
            self.out.line(&format!("again_{label}:;"));
            for counter in &vector.counters {
                let counter = self.exps.var(*counter);
                self.out.line(&format!("{counter} = {counter}_before;"));
            }
        }
        if can_fail || guarded {
            let from = if vector.updates > 0 { "at" } else { "begin" };
            self.one_by_one(name, &format!("{name}_{from}"), body);
            self.out.line(&format!("done_{label}:;"));
        }
    }

    /// All rounds: first as many as there are independent sums at a time, at last those that do not fill a vector.
    ///
    /// Where the number of rounds is the same every time (`even`), branches are predicted, and full vectors need no masks. Where it differs
    /// from row to row, a branch more costs more than a mask: whatever is left has one, two vectors at a time if they cost little. On
    /// some processors a gather takes as long for a few lanes as for all, so that a loop with one does what is left in order there, as does one
    /// with running values or updates everywhere.
    fn rounds(&mut self, lanes: &Lanes, name: &str, even: bool, body: &[Stm]) {
        let (count, sums) = (lanes.count(), lanes.vector.sums);
        let step = count * sums;
        let gather = body.iter().any(|stm| gathers(&lanes.strides, stm));
        let in_order = !lanes.vector.scans.is_empty() || lanes.vector.updates > 0;
        let last = if sums == MOST_SUMS && !in_order && !gather && !even { 2 } else { 1 };
        self.out.open(&format!("if ({name}_end - {name}_at >= {step}) {{"));
        self.out.open(&format!("for (; {name}_end - {name}_at >= {step}; {name}_at += {step}) {{"));
        for sum in 0..sums {
            self.round(lanes, Round { sum, partial: false, last: false }, name, body);
        }
        self.out.close("}");
        self.join_sums(lanes, sums, last);
        self.out.close("}");
        if in_order {
            return self.rest_in_order(lanes, name, body);
        }
        if gather {
            self.out.open("if (SOME_GATHER) {");
            self.rest_in_lanes(lanes, name, 1, body);
            self.out.between("} else {");
            self.rest_in_order(lanes, name, body);
            self.out.close("}");
            return;
        }
        if even && sums > 1 {
            self.out.open(&format!("for (; {name}_end - {name}_at >= {count}; {name}_at += {count}) {{"));
            self.round(lanes, Round { sum: 0, partial: false, last: true }, name, body);
            self.out.close("}");
        }
        self.rest_in_lanes(lanes, name, last, body);
    }

    /// The rounds that are left, so many at a time, of which the last has lanes without a point.
    fn rest_in_lanes(&mut self, lanes: &Lanes, name: &str, at_once: u32, body: &[Stm]) {
        let step = at_once * lanes.count();
        self.out.open(&format!("for (; {name}_at < {name}_end; {name}_at += {step}) {{"));
        for sum in 0..at_once {
            self.partial_round(lanes, sum, name, body);
        }
        self.out.close("}");
        self.join_sums(lanes, at_once, 1);
    }

    /// The rounds that do not fill a vector, one by one.
    fn rest_in_order(&mut self, lanes: &Lanes, name: &str, body: &[Stm]) {
        if fails(body) {
            let (mask, label) = (lanes.mask(), self.labels);
            self.out.line(&format!("if (any_{mask}(wrong)) goto again_{label};"));
        }
        self.finish_scans(lanes);
        self.one_by_one(name, &format!("{name}_at"), body);
    }

    pub(crate) fn lane_type(&mut self, lanes: &Lanes, var: KVar) -> String {
        lanes.ty(type_of(self.vars, &Exp::Var(var)))
    }

    /// The vector of a variable that is folded.
    pub(crate) fn lane_var(&self, var: KVar, sum: u32) -> String {
        format!("{}_{sum}", self.exps.var(var))
    }

    /// What a lane begins with: the variable itself, where it does not matter how often it is combined in.
    fn start(&mut self, lanes: &Lanes, fold: KVar, op: BinOp) -> String {
        if idempotent(op) {
            return self.splat(lanes, fold);
        }
        let ty = type_of(self.vars, &Exp::Var(fold));
        let vectors = lanes.ty(ty);
        // Nothing is left of 0 where the sum of its own zeros would be negative.
        let value = if op == BinOp::Mul {
            "1"
        } else if ty.is_float() {
            "-0.0"
        } else {
            "0"
        };
        format!("splat_{vectors}({value})")
    }

    /// A variable from outside, in all lanes.
    fn splat(&mut self, lanes: &Lanes, var: KVar) -> String {
        let ty = type_of(self.vars, &Exp::Var(var));
        let (vectors, name) = (lanes.ty(ty), self.exps.var(var));
        let minus = if ty == ScalarType::Bool { "-" } else { "" };
        format!("splat_{vectors}({minus}{name})")
    }

    /// A round of which the first lanes are active, if any.
    fn partial_round(&mut self, lanes: &Lanes, sum: u32, name: &str, body: &[Stm]) {
        let (count, mask) = (lanes.count(), lanes.mask());
        let element = format!("i{}", 8 * lanes.bytes);
        self.out.open("{");
        let before = sum * count;
        self.out.line(&format!("const i64 left = {name}_end - {name}_at;"));
        self.out.line(&format!("const some_lanes some = lanes_of(left, {before});"));
        self.out.line(&format!(
            "const {mask} active = ({mask})COUNT_{count} < splat_{mask}(({element})(left - {before}));"
        ));
        self.round(lanes, Round { sum, partial: true, last: true }, name, body);
        self.out.close("}");
    }

    /// Combines the first `of` independent sums until only the first `left` are left.
    fn join_sums(&mut self, lanes: &Lanes, of: u32, left: u32) {
        for (fold, op) in &lanes.vector.folds {
            let ty = self.lane_type(lanes, *fold);
            for sum in left..of {
                let first = self.lane_var(*fold, sum % left);
                let other = self.lane_var(*fold, sum);
                self.out.line(&format!("{first} = {}_{ty}({first}, {other});", op.name()));
            }
        }
    }

    fn finish_folds(&mut self, lanes: &Lanes) {
        for tally in &lanes.vector.tallies {
            let (name, own) = (self.exps.var(*tally), self.ty(*tally));
            self.out.line(&format!("{name} = ({own})((u64){name} + (u64){name}_count);"));
        }
        for (fold, op) in &lanes.vector.folds {
            let ty = type_of(self.vars, &Exp::Var(*fold));
            let (name, vectors, lane) = (self.exps.var(*fold), lanes.ty(ty), self.lane_var(*fold, 0));
            let mut all = format!("fold_{}_{vectors}({lane})", op.name());
            if ty == ScalarType::Bool {
                all = format!("({all} & 1)");
            }
            let value = match self.vars[*fold].ty {
                KType::Index => self.exps.index_binary(*op, &name, &format!("(widx){all}")),
                KType::Scalar(_) | KType::Buf(_) => self.exps.binary(*op, ty, &name, &all),
            };
            self.out.line(&format!("{name} = {value};"));
        }
    }

    /// What the last lane has left is what goes on.
    fn finish_scans(&mut self, lanes: &Lanes) {
        for (scan, _) in &lanes.vector.scans {
            let ty = type_of(self.vars, &Exp::Var(*scan));
            let (name, own) = (self.exps.var(*scan), self.ty(*scan));
            let bit = if ty == ScalarType::Bool { " & 1" } else { "" };
            self.out.line(&format!("{name} = ({own})({name}_last[0]{bit});"));
        }
    }

    fn round(&mut self, lanes: &Lanes, round: Round, name: &str, body: &[Stm]) {
        self.unsure = false;
        self.out.open("{");
        let ahead = round.sum * lanes.count();
        self.out.line(&format!("const widx {name} = {name}_at + {ahead};"));
        let active = if round.partial { Some("active".to_string()) } else { None };
        let (together, updates) = lanes.vector.parts(body);
        self.lane_stms(lanes, round, active.as_deref(), together);
        if !updates.is_empty() {
            self.lane_updates(lanes, round, name, (together, updates));
        }
        self.out.close("}");
    }
}

fn idempotent(op: BinOp) -> bool {
    matches!(op, BinOp::Min | BinOp::Max | BinOp::And | BinOp::Or)
}
