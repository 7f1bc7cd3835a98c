//! Vector loops as C with GNU vector types.
//!
//! ```c
//! f32x16 acc_18_0 = splat_f32x16(-0.0f), ..;
//! for (; q_38_end - q_38_at >= 64; q_38_at += 64) { four rounds, each with its own sum }
//! for (; q_38_at < q_38_end; q_38_at += 16) { a round of which the first lanes are active }
//! acc_18 = (acc_18 + fold_add_f32x16(acc_18_0));
//! ```
//!
//! A value that is the same in all lanes, or that counts up from lane to lane, is the scalar of the first lane. Checks only collect
//! that something is wrong: then the loop runs again, in order and one by one, and finds the failure. Until then nothing from outside
//! is changed but memory that the loop stores again. What a lane that has failed must not read is not read by lanes at all: there
//! the loop gives up before.

use crate::c::Printer;
use base::{BinOp, ScalarType, UnOp};
use ir::kernel::{Exp, KType, KVar, Stm};
use ir::vector::{Stride, Strides, Vector, fails, type_of};

/// What holds for all rounds of a loop.
struct Lanes<'a> {
    vector: &'a Vector,
    strides: Strides,
    /// Bytes of a truth value: as many as the largest of the loop's values have.
    bytes: usize,
}

/// A round: which of the independent sums it adds to, and whether only the first lanes are active.
#[derive(Clone, Copy)]
struct Round {
    sum: u32,
    partial: bool,
}

impl Lanes<'_> {
    fn count(&self) -> u32 {
        self.vector.lanes
    }

    /// The vector type of a value that is no truth value.
    fn of(&self, ty: ScalarType) -> String {
        format!("{}x{}", if ty == ScalarType::Bool { "u8" } else { ty.name() }, self.count())
    }

    fn integers(&self, bytes: usize) -> String {
        format!("i{}x{}", 8 * bytes, self.count())
    }

    /// The vector type of truth values.
    fn mask(&self) -> String {
        self.integers(self.bytes)
    }

    fn ty(&self, ty: ScalarType) -> String {
        if ty == ScalarType::Bool { self.mask() } else { self.of(ty) }
    }

    /// Truth values of one width as those of another.
    fn widen(&self, mask: &str, from: usize, to: usize) -> String {
        if from == to {
            return mask.to_string();
        }
        format!("__builtin_convertvector({mask}, {})", self.integers(to))
    }

    fn fold(&self, var: KVar) -> Option<BinOp> {
        self.vector.folds.iter().find(|(fold, _)| *fold == var).map(|(_, op)| *op)
    }
}

/// Whether a statement asks if the lane has failed.
fn asks(stm: &Stm) -> bool {
    fn exp(e: &Exp) -> bool {
        *e == Exp::Failed || e.parts().into_iter().any(exp)
    }
    let own = if let Stm::Let(_, e) | Stm::Set(_, e) | Stm::If { cond: e, .. } = stm {
        exp(e)
    } else if let Stm::Store { at, val, .. } = stm {
        exp(at) || exp(val)
    } else {
        false
    };
    own || stm.blocks().into_iter().flatten().any(asks)
}

/// The widest of the values that lanes have.
fn widest(printer: &Printer, strides: &Strides, stms: &[Stm]) -> usize {
    let own = stms.iter().filter_map(|stm| {
        if let Stm::Let(_, exp) | Stm::Set(_, exp) = stm {
            (strides.exp(exp) == Stride::Varying).then(|| type_of(printer.vars, exp).bytes())
        } else if let Stm::Store { buf, .. } = stm {
            Some(type_of(printer.vars, &Exp::Var(*buf)).bytes())
        } else {
            None
        }
    });
    let inner = stms.iter().flat_map(|stm| stm.blocks()).map(|block| widest(printer, strides, block));
    own.chain(inner).max().unwrap_or(1)
}

impl Printer<'_> {
    pub(crate) fn vector_loop(&mut self, var: KVar, (from, to): (&Exp, &Exp), vector: &Vector, body: &[Stm]) {
        let strides = Strides::of(var, vector.folds.iter().map(|(fold, _)| *fold), body);
        let bytes = widest(self, &strides, body);
        let lanes = &Lanes { vector, strides, bytes };
        let (count, sums) = (vector.lanes, vector.sums);
        let name = self.exps.var(var);
        let (first, last) = (self.exps.exp(from), self.exps.exp(to));
        self.out.open("{");
        self.out.line(&format!("const widx {name}_begin = {first}, {name}_end = {last};"));
        let can_fail = fails(body);
        let guarded = self.can_fail && body.iter().any(asks);
        self.labels += 1;
        let label = self.labels;
        if can_fail {
            // What is counted is counted again.
            for counter in &vector.counters {
                let counter = self.exps.var(*counter);
                self.out.line(&format!("const widx {counter}_before = {counter};"));
            }
            self.out.line(&format!("{} wrong = {{0}};", lanes.mask()));
        }
        if guarded {
            self.out.open("if (!bad) {");
        }
        self.out.line(&format!("widx {name}_at = {name}_begin;"));
        for (fold, op) in &vector.folds {
            let (ty, start) = (self.lane_type(lanes, *fold), self.start(lanes, *fold, *op));
            let all: Vec<String> =
                (0..sums).map(|k| format!("{} = {start}", self.lane_var(*fold, k))).collect();
            self.out.line(&format!("{ty} {};", all.join(", ")));
        }
        let step = count * sums;
        self.out.open(&format!("if ({name}_end - {name}_at >= {step}) {{"));
        self.out.open(&format!("for (; {name}_end - {name}_at >= {step}; {name}_at += {step}) {{"));
        for sum in 0..sums {
            self.round(lanes, Round { sum, partial: false }, &name, body);
        }
        self.out.close("}");
        self.join_sums(lanes);
        self.out.close("}");
        self.out.open(&format!("for (; {name}_at < {name}_end; {name}_at += {count}) {{"));
        self.out.line(&format!("const i64 left = {name}_end - {name}_at;"));
        let mask = lanes.mask();
        let element = format!("i{}", 8 * bytes);
        self.out.line(&format!(
            "const {mask} active = ({mask})COUNT_{count} < splat_{mask}(({element})(left < {count} ? left : {count}));"
        ));
        self.round(lanes, Round { sum: 0, partial: true }, &name, body);
        self.out.close("}");
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
            self.out.open(&format!("for (widx {name} = {name}_begin; {name} < {name}_end; {name}++) {{"));
            self.stms(body);
            self.out.close("}");
            self.out.line(&format!("done_{label}:;"));
        }
        self.out.close("}");
    }

    fn lane_type(&mut self, lanes: &Lanes, var: KVar) -> String {
        lanes.ty(type_of(self.vars, &Exp::Var(var)))
    }

    /// The vector of a variable that is folded.
    fn lane_var(&self, var: KVar, sum: u32) -> String {
        format!("{}_{sum}", self.exps.var(var))
    }

    /// What a lane begins with: the variable itself, where it does not matter how often it is combined in.
    fn start(&mut self, lanes: &Lanes, fold: KVar, op: BinOp) -> String {
        let ty = type_of(self.vars, &Exp::Var(fold));
        let (vectors, name) = (lanes.ty(ty), self.exps.var(fold));
        if idempotent(op) {
            return if ty == ScalarType::Bool {
                format!("splat_{vectors}(-{name})")
            } else {
                format!("splat_{vectors}({name})")
            };
        }
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

    fn join_sums(&mut self, lanes: &Lanes) {
        for (fold, op) in &lanes.vector.folds {
            let ty = self.lane_type(lanes, *fold);
            let first = self.lane_var(*fold, 0);
            for sum in 1..lanes.vector.sums {
                let other = self.lane_var(*fold, sum);
                self.out.line(&format!("{first} = {}_{ty}({first}, {other});", op.name()));
            }
        }
    }

    fn finish_folds(&mut self, lanes: &Lanes) {
        for (fold, op) in &lanes.vector.folds {
            let ty = type_of(self.vars, &Exp::Var(*fold));
            let (name, vectors, lane) = (self.exps.var(*fold), lanes.ty(ty), self.lane_var(*fold, 0));
            let mut all = format!("fold_{}_{vectors}({lane})", op.name());
            if ty == ScalarType::Bool {
                all = format!("({all} & 1)");
            }
            let value = match self.vars[*fold].ty {
                _ if idempotent(*op) => all,
                KType::Index => self.exps.index_binary(*op, &name, &format!("(widx){all}")),
                KType::Scalar(_) | KType::Buf(_) => self.exps.binary(*op, ty, &name, &all),
            };
            self.out.line(&format!("{name} = {value};"));
        }
    }

    fn round(&mut self, lanes: &Lanes, round: Round, name: &str, body: &[Stm]) {
        self.unsure = false;
        self.out.open("{");
        let ahead = round.sum * lanes.count();
        self.out.line(&format!("const widx {name} = {name}_at + {ahead};"));
        let active = if round.partial { Some("active".to_string()) } else { None };
        self.lane_stms(lanes, round, active.as_deref(), body);
        self.out.close("}");
    }

    /// Statements that the lanes of `active`, or all, execute.
    fn lane_stms(&mut self, lanes: &Lanes, round: Round, active: Option<&str>, stms: &[Stm]) {
        for stm in stms {
            self.lane_stm(lanes, round, active, stm);
        }
    }

    fn lane_stm(&mut self, lanes: &Lanes, round: Round, active: Option<&str>, stm: &Stm) {
        match stm {
            Stm::Let(var, exp) if lanes.strides.var(*var) != Stride::Varying => {
                self.look_for_failures(lanes, exp);
                let (ty, name, exp) = (self.ty(*var), self.exps.var(*var), self.exps.exp(exp));
                self.out.line(&format!("const {ty} {name} = {exp};"));
            }
            Stm::Let(var, exp) => {
                let (ty, name) = (self.lane_type(lanes, *var), self.exps.var(*var));
                let exp = self.lane_exp(lanes, round, exp);
                self.out.line(&format!("{ty} {name} = {exp};"));
            }
            Stm::Set(var, _) if lanes.vector.counters.contains(var) => {
                let (name, mask) = (self.exps.var(*var), lanes.mask());
                self.out.line(&format!("{name} += count_{mask}({});", active.unwrap_or("active")));
            }
            Stm::Set(var, exp) => {
                let ty = type_of(self.vars, &Exp::Var(*var));
                let exp = self.lane_exp(lanes, round, exp);
                let name = match lanes.fold(*var) {
                    Some(_) => self.lane_var(*var, round.sum),
                    None => self.exps.var(*var),
                };
                let value = match active {
                    Some(active) => select(lanes, ty, active, &exp, &name),
                    None => exp,
                };
                self.out.line(&format!("{name} = {value};"));
            }
            Stm::Store { buf, at: place, val } => {
                let elem = type_of(self.vars, &Exp::Var(*buf));
                let (name, at) = (self.exps.var(*buf), self.exps.exp(place));
                let mut val = self.lane_exp(lanes, round, val);
                if elem == ScalarType::Bool {
                    val = format!("({})({} & 1)", lanes.of(elem), lanes.widen(&val, lanes.bytes, 1));
                }
                let ty = lanes.of(elem);
                let counted = |at: &Exp| lanes.vector.counters.iter().any(|c| *at == Exp::Var(*c));
                self.out.line(&if counted(place) {
                    let chosen = lanes.widen(active.unwrap_or("active"), lanes.bytes, elem.bytes());
                    format!("compress_{ty}({name} + {at}, {chosen}, {val});")
                } else if round.partial {
                    format!("store_some_{ty}({name} + {at}, {val}, left);")
                } else {
                    format!("store_{ty}({name} + {at}, {val});")
                });
            }
            Stm::If { cond, then, els } => {
                let cond = self.lane_exp(lanes, round, cond);
                self.out.open("{");
                let depth = self.conditions;
                self.conditions += 1;
                self.out.line(&format!("const {} holds_{depth} = {cond};", lanes.mask()));
                let both = |text: String| match active {
                    Some(active) => format!("({active} & {text})"),
                    None => text,
                };
                self.lane_stms(lanes, round, Some(&both(format!("holds_{depth}"))), then);
                self.lane_stms(lanes, round, Some(&both(format!("~holds_{depth}"))), els);
                self.conditions -= 1;
                self.out.close("}");
            }
            Stm::Fail { .. } => {
                let all = format!("~({}){{0}}", lanes.mask());
                self.out.line(&format!("wrong |= {};", active.unwrap_or(&all)));
                self.unsure = true;
            }
            Stm::Local { .. }
            | Stm::While { .. }
            | Stm::For { .. }
            | Stm::Atomic { .. }
            | Stm::Locked { .. }
            | Stm::Lanes { .. }
            | Stm::Fold(_)
            | Stm::Chain(_)
            | Stm::Call { .. } => _ = self.exps.refuse("such a statement in a vector loop".into()),
        }
    }

    /// Leaves the loop in front of an expression that asks whether a check has failed, if one has.
    fn look_for_failures(&mut self, lanes: &Lanes, exp: &Exp) {
        if self.unsure && asks_failures(exp) {
            self.unsure = false;
            let (mask, label) = (lanes.mask(), self.labels);
            self.out.line(&format!("if (any_{mask}(wrong)) goto again_{label};"));
        }
    }

    /// The values of all lanes.
    fn lane_exp(&mut self, lanes: &Lanes, round: Round, exp: &Exp) -> String {
        let ty = type_of(self.vars, exp);
        if lanes.strides.exp(exp) != Stride::Varying {
            self.look_for_failures(lanes, exp);
        }
        match lanes.strides.exp(exp) {
            Stride::Uniform if ty == ScalarType::Bool => {
                return format!("splat_{}(-{})", lanes.mask(), self.exps.exp(exp));
            }
            Stride::Uniform => return format!("splat_{}({})", lanes.of(ty), self.exps.exp(exp)),
            Stride::Linear => {
                let (ty, first) = (lanes.of(ScalarType::I64), self.exps.exp(exp));
                return format!("(splat_{ty}({first}) + ({ty})COUNT_{})", lanes.count());
            }
            Stride::Varying => {}
        }
        match exp {
            Exp::Var(var) if lanes.fold(*var).is_some() => self.lane_var(*var, round.sum),
            Exp::Var(var) => self.exps.var(*var),
            Exp::Bin(op, ty, a, b) => self.lane_binary(lanes, round, *op, *ty, (a, b)),
            Exp::IndexBin(op, a, b) => self.lane_binary(lanes, round, *op, ScalarType::I64, (a, b)),
            Exp::Un(UnOp::Not, ScalarType::Bool, a) => format!("~{}", self.lane_exp(lanes, round, a)),
            Exp::Un(op, ty, a) => {
                let a = self.lane_exp(lanes, round, a);
                format!("{}_{}({a})", op.name(), lanes.of(*ty))
            }
            Exp::Conv(from, to, a) => {
                let a = self.lane_exp(lanes, round, a);
                convert(lanes, *from, *to, &a)
            }
            Exp::FromIndex(a) | Exp::ToIndex(a) => self.lane_exp(lanes, round, a),
            Exp::Select(cond, _, value) if **cond == Exp::Failed => {
                self.look_for_failures(lanes, cond);
                self.lane_exp(lanes, round, value)
            }
            Exp::Select(cond, a, b) => {
                let cond = self.lane_exp(lanes, round, cond);
                let (a, b) = (self.lane_exp(lanes, round, a), self.lane_exp(lanes, round, b));
                select(lanes, ty, &cond, &a, &b)
            }
            Exp::Load(buf, at) => self.lane_load(lanes, round, *buf, at),
            Exp::Const(_) | Exp::Index(_) | Exp::Failed | Exp::Workers(_) => {
                self.exps.refuse("such an expression in a vector loop".into())
            }
        }
    }

    fn lane_binary(
        &mut self,
        lanes: &Lanes,
        round: Round,
        op: BinOp,
        ty: ScalarType,
        (a, b): (&Exp, &Exp),
    ) -> String {
        let (a, b) = (self.lane_exp(lanes, round, a), self.lane_exp(lanes, round, b));
        if ty == ScalarType::Bool {
            return if op == BinOp::And {
                format!("({a} & {b})")
            } else if op == BinOp::Or {
                format!("({a} | {b})")
            } else if op == BinOp::Eq {
                format!("~({a} ^ {b})")
            } else {
                format!("({a} ^ {b})")
            };
        }
        let value = format!("{}_{}({a}, {b})", op.name(), lanes.of(ty));
        if op.result(ty) == ScalarType::Bool { lanes.widen(&value, ty.bytes(), lanes.bytes) } else { value }
    }

    fn lane_load(&mut self, lanes: &Lanes, round: Round, buf: KVar, at: &Exp) -> String {
        let elem = type_of(self.vars, &Exp::Var(buf));
        let (name, ty) = (self.exps.var(buf), lanes.of(elem));
        let value = if lanes.strides.exp(at) == Stride::Linear {
            let at = self.exps.exp(at);
            if round.partial {
                format!("load_some_{ty}({name} + {at}, left)")
            } else {
                format!("load_{ty}({name} + {at})")
            }
        } else {
            let mut at = self.lane_exp(lanes, round, at);
            if round.partial {
                // The others look where the first does.
                let active = lanes.widen("active", lanes.bytes, 8);
                at = format!("OF_FIRST({}, {active}, {at})", lanes.of(ScalarType::I64));
            }
            format!("gather_{ty}({name}, {at})")
        };
        if elem != ScalarType::Bool {
            return value;
        }
        lanes.widen(&format!("ne_{ty}({value}, splat_{ty}(0))"), 1, lanes.bytes)
    }
}

fn idempotent(op: BinOp) -> bool {
    matches!(op, BinOp::Min | BinOp::Max | BinOp::And | BinOp::Or)
}

fn select(lanes: &Lanes, ty: ScalarType, cond: &str, a: &str, b: &str) -> String {
    if ty == ScalarType::Bool {
        return format!("select_{}({cond}, {a}, {b})", lanes.mask());
    }
    format!("select_{}({}, {a}, {b})", lanes.of(ty), lanes.widen(cond, lanes.bytes, ty.bytes()))
}

fn asks_failures(exp: &Exp) -> bool {
    *exp == Exp::Failed || exp.parts().into_iter().any(asks_failures)
}

fn convert(lanes: &Lanes, from: ScalarType, to: ScalarType, a: &str) -> String {
    let (source, target) = (lanes.of(from), lanes.of(to));
    if from == to {
        return a.to_string();
    }
    if from == ScalarType::Bool {
        return select(lanes, to, a, &format!("splat_{target}(1)"), &format!("splat_{target}(0)"));
    }
    if to == ScalarType::Bool {
        return lanes.widen(&format!("ne_{source}({a}, splat_{source}(0))"), from.bytes(), lanes.bytes);
    }
    // Bits that a wider unsigned number has more are 0.
    if from.is_signed() && to.is_unsigned() && from.bytes() < to.bytes() {
        let unsigned = format!("u{}x{}", 8 * from.bytes(), lanes.count());
        return format!("__builtin_convertvector(({unsigned}){a}, {target})");
    }
    format!("__builtin_convertvector({a}, {target})")
}
