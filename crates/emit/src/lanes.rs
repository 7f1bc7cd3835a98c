//! Statements and expressions of vector loops: what all lanes do in one round.
//!
//! A value that is the same in all lanes, or that counts up from lane to lane, is the scalar of the first lane.

use crate::c::Printer;
use crate::vector::{Lanes, Round};
use base::{BinOp, ScalarType, UnOp};
use ir::kernel::{Exp, KVar, OnDevice, Stm};
use ir::vector::{Running, Stride, fails, lane_blocks, narrow, tallied, type_of};

impl Printer<'_> {
    /// Statements that the lanes of `active`, or all, execute.
    pub(crate) fn lane_stms(&mut self, lanes: &Lanes, round: Round, active: Option<&str>, stms: &[Stm]) {
        for stm in stms {
            self.lane_stm(lanes, round, active, stm);
        }
    }

    fn lane_stm(&mut self, lanes: &Lanes, round: Round, active: Option<&str>, stm: &Stm) {
        match stm {
            Stm::Let(var, exp) if lanes.strides.var(*var) != Stride::Varying => {
                self.look_for_failures(lanes, exp);
                let (ty, name, exp) = (self.ty(*var), self.exps.var(*var), self.exps.exp(exp));
                self.out.line(&format!("{ty} {name} = {exp};"));
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
            Stm::Set(var, exp) if lanes.vector.tallies.contains(var) => {
                let Some(holds) = tallied(exp, *var) else {
                    self.exps.refuse("a tally of something else".into());
                    return;
                };
                let (holds, name, mask) =
                    (self.lane_exp(lanes, round, holds), self.exps.var(*var), lanes.mask());
                let holds = active.map_or(holds.clone(), |active| format!("({active} & {holds})"));
                self.out.line(&format!("{name}_count += count_{mask}({holds});"));
            }
            Stm::Set(var, exp) if lanes.scans(*var) => self.lane_scan(lanes, round, *var, exp),
            Stm::Set(var, exp) if lanes.strides.var(*var) == Stride::Uniform => {
                self.look_for_failures(lanes, exp);
                let (name, exp) = (self.exps.var(*var), self.exps.exp(exp));
                self.out.line(&format!("{name} = {exp};"));
            }
            Stm::Set(var, exp) => {
                let ty = type_of(self.vars, &Exp::Var(*var));
                let exp = self.lane_exp(lanes, round, exp);
                let name = match lanes.fold(*var) {
                    Some(_) => self.lane_var(*var, round.sum),
                    None => self.exps.var(*var),
                };
                let value = match active {
                    // Nobody asks what lanes without a round have of their own variables.
                    Some("active") if lanes.fold(*var).is_none() => exp,
                    Some("active") => format!("select_some_{}(some, {exp}, {name})", lanes.ty(ty)),
                    Some(active) => select(lanes, ty, (active, lanes.bytes), &exp, &name),
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
                    format!("store_some_{ty}({name} + {at}, {val}, some);")
                } else {
                    format!("store_{ty}({name} + {at}, {val});")
                });
            }
            // In branches of lanes there are only loops with masks.
            Stm::If { .. } | Stm::For { .. } | Stm::While { .. }
                if active.is_none_or(|active| active == "active") && lanes.strides.goes_together(stm) =>
            {
                self.lanes_together(lanes, round, active, stm);
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
                let then = if els.is_empty() { lane_blocks(stm)[0] } else { then };
                self.lane_stms(lanes, round, Some(&both(format!("holds_{depth}"))), then);
                self.lane_stms(lanes, round, Some(&both(format!("~holds_{depth}"))), els);
                self.conditions -= 1;
                self.out.close("}");
            }
            Stm::While { bounded: _, pre, cond, body } => {
                let (depth, mask) = (self.conditions, lanes.mask());
                self.conditions += 1;
                let all = format!("~({mask}){{0}}");
                let (going, all) = (format!("going_{depth}"), active.unwrap_or(&all));
                self.out.open("{");
                let right = if lanes.fails { " & ~wrong" } else { "" };
                self.out.line(&format!("{mask} {going} = {all}{right};"));
                self.out.open("for (;;) {");
                self.lane_stms(lanes, round, Some(&going), pre);
                let cond = self.lane_exp(lanes, round, cond);
                self.out.line(&format!("{going} &= {cond};"));
                self.out.line(&format!("if (!any_{mask}({going})) break;"));
                let before = self.unsure;
                self.lane_stms(lanes, round, Some(&going), body);
                self.unsure |= before;
                self.out.close("}");
                self.out.close("}");
                self.conditions -= 1;
            }
            Stm::Fail { .. } => {
                let all = format!("~({}){{0}}", lanes.mask());
                self.out.line(&format!("wrong |= {};", active.unwrap_or(&all)));
                self.unsure = true;
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
            | Stm::Call { .. } => _ = self.exps.refuse("such a statement in a vector loop".into()),
        }
    }

    /// A statement whose blocks all lanes go through together. Every round of a loop that can fail looks whether one has: a loop of the program may have no
    /// end then.
    fn lanes_together(&mut self, lanes: &Lanes, round: Round, active: Option<&str>, stm: &Stm) {
        if let Stm::If { cond, then, els } = stm {
            self.look_for_failures(lanes, cond);
            let cond = self.exps.exp(cond);
            let before = self.unsure;
            self.out.open(&format!("if ({cond}) {{"));
            self.lane_stms(lanes, round, active, then);
            self.out.between("} else {");
            let behind = std::mem::replace(&mut self.unsure, before);
            self.lane_stms(lanes, round, active, els);
            self.out.close("}");
            self.unsure |= behind;
            return;
        }
        if let Stm::For { var, from, to, .. } = stm {
            [from, to].into_iter().for_each(|exp| self.look_for_failures(lanes, exp));
            let (name, from, to) = (self.exps.var(*var), self.exps.exp(from), self.exps.exp(to));
            self.out.open(&format!(
                "for (widx {name} = {from}, {name}_end = {to}; {name} < {name}_end; {name}++) {{"
            ));
        } else {
            self.out.open("for (;;) {");
        }
        // Nobody has looked in a loop without rounds.
        let before = self.unsure;
        let blocks = stm.blocks();
        if blocks.iter().any(|block| fails(block)) {
            let (mask, label) = (lanes.mask(), self.labels);
            self.out.line(&format!("if (any_{mask}(wrong)) goto again_{label};"));
            self.unsure = false;
        }
        if let Stm::While { pre, cond, body, .. } = stm {
            self.lane_stms(lanes, round, active, pre);
            self.look_for_failures(lanes, cond);
            let cond = self.exps.exp(cond);
            self.out.line(&format!("if (!{cond}) break;"));
            self.lane_stms(lanes, round, active, body);
        } else {
            blocks.iter().for_each(|block| self.lane_stms(lanes, round, active, block));
        }
        self.out.close("}");
        self.unsure |= before;
    }

    /// Goes on with a running value: scans what the lanes add, and combines that with what the round before has left.
    fn lane_scan(&mut self, lanes: &Lanes, round: Round, var: KVar, exp: &Exp) {
        let Some(running) = Running::of(exp, var) else {
            self.exps.refuse("a running value that does not go on".into());
            return;
        };
        let elem = type_of(self.vars, exp);
        let (ty, op, name) = (lanes.ty(elem), running.op.name(), self.exps.var(var));
        let value = self.lane_exp(lanes, round, running.value);
        let own = self.lane_var(var, round.sum);
        let call = match running.anew {
            None => format!("scan_{op}_{ty}({name}_last, {value})"),
            Some(anew) => {
                let anew = self.lane_exp(lanes, round, anew);
                let bytes = if elem == ScalarType::Bool { lanes.bytes } else { elem.bytes() };
                format!(
                    "scan_anew_{op}_{ty}({name}_last, {value}, {})",
                    lanes.widen(&anew, lanes.bytes, bytes)
                )
            }
        };
        self.out.line(&format!("{ty} {own} = {call};"));
        self.out.line(&format!("{name}_last = last_{ty}({own});"));
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
    pub(crate) fn lane_exp(&mut self, lanes: &Lanes, round: Round, exp: &Exp) -> String {
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
        if lanes.strides.counts_in_32_bits(exp) {
            self.look_for_failures(lanes, exp);
            let (ty, first) = (lanes.of(ScalarType::I32), self.exps.exp(exp));
            return format!("add_{ty}(splat_{ty}({first}), ({ty})COUNT_{})", lanes.count());
        }
        if let Some((truth, bytes)) = self.lane_truth(lanes, round, exp) {
            return lanes.widen(&truth, bytes, lanes.bytes);
        }
        match exp {
            Exp::Var(var) if lanes.fold(*var).is_some() || lanes.scans(*var) => {
                self.lane_var(*var, round.sum)
            }
            Exp::Var(var) => self.exps.var(*var),
            Exp::Bin(op, ty, a, b) => self.lane_binary(lanes, round, *op, *ty, (a, b)),
            Exp::IndexBin(op, a, b) => self.lane_binary(lanes, round, *op, ScalarType::I64, (a, b)),
            Exp::Un(op, ty, a) => {
                let a = self.lane_exp(lanes, round, a);
                format!("{}_{}({a})", op.name(), lanes.of(*ty))
            }
            Exp::Conv(from, to, a) => {
                let a = self.lane_exp(lanes, round, a);
                convert(lanes, *from, *to, &a)
            }
            Exp::FromIndex(a) | Exp::ToIndex(a) => self.lane_exp(lanes, round, a),
            Exp::Small(a) => {
                let a = self.lane_exp(lanes, round, a);
                convert(lanes, ScalarType::I64, ScalarType::I32, &a)
            }
            Exp::Select(cond, _, value) if **cond == Exp::FAILED => {
                self.look_for_failures(lanes, cond);
                self.lane_exp(lanes, round, value)
            }
            Exp::Select(cond, a, b) => {
                let (cond, bytes) = self.lane_truth_of_any(lanes, round, cond);
                let (a, b) = (self.lane_exp(lanes, round, a), self.lane_exp(lanes, round, b));
                select(lanes, ty, (&cond, bytes), &a, &b)
            }
            Exp::Only(OnDevice::Load(buf, at)) => self.lane_load(lanes, round, *buf, at),
            Exp::Const(_) | Exp::Index(_) | Exp::Only(OnDevice::Failed) => {
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
        format!("{}_{}({a}, {b})", op.name(), lanes.of(ty))
    }

    /// Truth values of all lanes, and of how many bytes they are, if an expression compares or combines such: as many as what was
    /// compared, as long as nothing wider is combined with them.
    fn lane_truth(&mut self, lanes: &Lanes, round: Round, exp: &Exp) -> Option<(String, usize)> {
        if lanes.strides.exp(exp) != Stride::Varying {
            return None;
        }
        if let Some((op, small, with)) = lanes.strides.small_comparison(exp) {
            self.look_for_failures(lanes, with);
            let (small, with) = (self.lane_exp(lanes, round, small), self.exps.exp(with));
            let ty = lanes.of(ScalarType::I32);
            return Some((format!("{}_small_{ty}({small}, {with})", op.name()), 4));
        }
        if let Exp::Un(UnOp::Not, ScalarType::Bool, a) = exp {
            let (a, bytes) = self.lane_truth_of_any(lanes, round, a);
            return Some((format!("~{a}"), bytes));
        }
        if let Exp::Bin(op, ScalarType::Bool, a, b) = exp {
            let (a, of_a) = self.lane_truth_of_any(lanes, round, a);
            let (b, of_b) = self.lane_truth_of_any(lanes, round, b);
            let bytes = if of_a == of_b { of_a } else { lanes.bytes };
            let (a, b) = (lanes.widen(&a, of_a, bytes), lanes.widen(&b, of_b, bytes));
            let both = if *op == BinOp::And {
                format!("({a} & {b})")
            } else if *op == BinOp::Or {
                format!("({a} | {b})")
            } else if *op == BinOp::Eq {
                format!("~({a} ^ {b})")
            } else {
                format!("({a} ^ {b})")
            };
            return Some((both, bytes));
        }
        let (op, ty, a, b) = if let Exp::Bin(op, ty, a, b) = exp {
            (*op, *ty, a, b)
        } else if let Exp::IndexBin(op, a, b) = exp {
            (*op, ScalarType::I64, a, b)
        } else {
            return None;
        };
        let compares = op.result(ty) == ScalarType::Bool;
        compares.then(|| (self.lane_binary(lanes, round, op, ty, (a, b)), ty.bytes()))
    }

    /// The same of any expression that is a truth value.
    fn lane_truth_of_any(&mut self, lanes: &Lanes, round: Round, exp: &Exp) -> (String, usize) {
        match self.lane_truth(lanes, round, exp) {
            Some(truth) => truth,
            None => (self.lane_exp(lanes, round, exp), lanes.bytes),
        }
    }

    fn lane_load(&mut self, lanes: &Lanes, round: Round, buf: KVar, at: &Exp) -> String {
        let elem = type_of(self.vars, &Exp::Var(buf));
        let (name, ty) = (self.exps.var(buf), lanes.of(elem));
        let value = if lanes.strides.exp(at) == Stride::Linear {
            let at = self.exps.exp(at);
            if round.last && self.read_on.contains(&(lanes.var, buf)) {
                self.out.line(&format!("AHEAD({name} + {at})"));
            }
            if round.partial {
                format!("load_some_{ty}({name} + {at}, some)")
            } else {
                format!("load_{ty}({name} + {at})")
            }
        } else {
            let (kind, at) = narrow(at).map_or(("", at), |small| ("_small", small));
            let at = self.lane_exp(lanes, round, at);
            match round.partial {
                true => format!("gather_some{kind}_{ty}({name}, {at}, some)"),
                false => format!("gather{kind}_{ty}({name}, {at})"),
            }
        };
        if elem != ScalarType::Bool {
            return value;
        }
        lanes.widen(&format!("ne_{ty}({value}, splat_{ty}(0))"), 1, lanes.bytes)
    }
}

/// `a` where a truth value of so many bytes holds, else `b`.
fn select(lanes: &Lanes, ty: ScalarType, (cond, bytes): (&str, usize), a: &str, b: &str) -> String {
    let wide = if ty == ScalarType::Bool { lanes.bytes } else { ty.bytes() };
    format!("select_{}({}, {a}, {b})", lanes.ty(ty), lanes.widen(cond, bytes, wide))
}

fn asks_failures(exp: &Exp) -> bool {
    *exp == Exp::FAILED || exp.parts().into_iter().any(asks_failures)
}

fn convert(lanes: &Lanes, from: ScalarType, to: ScalarType, a: &str) -> String {
    let (source, target) = (lanes.of(from), lanes.of(to));
    if from == to {
        return a.to_string();
    }
    if from == ScalarType::Bool {
        let (one, zero) = (format!("splat_{target}(1)"), format!("splat_{target}(0)"));
        return select(lanes, to, (a, lanes.bytes), &one, &zero);
    }
    if to == ScalarType::Bool {
        return lanes.widen(&format!("ne_{source}({a}, splat_{source}(0))"), from.bytes(), lanes.bytes);
    }
    if from.is_float() && to.is_integer() {
        return format!("{}_of_{source}({a})", to.name());
    }
    if from.is_integer() && to.is_integer() {
        // Bits that a wider unsigned number has more are 0.
        let signed = from.is_signed() && to.is_signed();
        return format!("({target}){}", lanes.integers_of(a, (from.bytes(), signed), to.bytes()));
    }
    // There are instructions for numbers of 32 bits and more.
    if from.is_integer() && from.bytes() < 4 {
        let wide = lanes.integers_of(a, (from.bytes(), from.is_signed()), 4);
        return format!("__builtin_convertvector({wide}, {target})");
    }
    format!("__builtin_convertvector({a}, {target})")
}
