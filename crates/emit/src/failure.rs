//! Failures: how the record is claimed, and what a lane does that has failed.
//!
//! A lane of a GPU has others to wait for, so that it goes on, with `bad` set, and asks for it where it would read what may not be there. A group
//! of one lane leaves: the C compiler then knows that `bad` is 0 wherever it is asked for, and that checks hold behind them.

use crate::c::Printer;
use base::{BinOp, Id, Scalar, ScalarType, UnOp};
use ir::failure::what;
use ir::kernel::{CheckId, Exp, KVar, RECORD_SLOTS, Stm};
use ir::vector::assigned;
use rustc_hash::FxHashSet;

impl Printer<'_> {
    /// The statements of a group of one lane. A failure leaves everything up to the next chain, to which all groups come: what follows a check
    /// need not ask whether it has failed.
    pub(crate) fn left_on_failure(&mut self, stms: &[Stm]) {
        let (mut at, mut part) = (0, 0);
        while at < stms.len() {
            let chain = |stm: &Stm| matches!(stm, Stm::Chain(_) | Stm::LastOut { .. });
            let end = stms[at..].iter().position(chain).map_or(stms.len(), |found| at + found);
            self.leaving(part, |this| {
                if at > 0 {
                    this.leave_if_failed();
                }
                this.stms(&stms[at..end]);
            });
            match stms.get(end) {
                // Nobody waits for the last group.
                Some(last @ Stm::LastOut { .. }) => {
                    self.leaving(part + 1, |this| this.stms(std::slice::from_ref(last)));
                }
                // A group that fails in a chain still says what it has.
                Some(chain) => self.stms(std::slice::from_ref(chain)),
                None => {}
            }
            (at, part) = (end + 1, part + 1);
        }
    }

    /// Code that is left where it fails.
    fn leaving(&mut self, part: usize, print: impl FnOnce(&mut Self)) {
        (self.leave, self.leaves) = (Some(part), false);
        print(self);
        self.leave = None;
        if self.leaves {
            self.out.line(&format!("failed_{part}:;"));
        }
    }

    /// Leaves, behind what may have failed without leaving itself.
    pub(crate) fn leave_if_failed(&mut self) {
        if let Some(part) = self.leave.filter(|_| !self.exps.locked) {
            self.leaves = true;
            self.out.line(&format!("if (bad) goto failed_{part};"));
        }
    }

    /// The condition of a check of an index, in one comparison: sizes are not negative.
    pub(crate) fn unless(&mut self, cond: &Exp, then: &[Stm]) -> Option<String> {
        let Some(Stm::Fail { check, .. }) = then.last() else { return None };
        let index = self.program.checks.get(*check).is_some_and(|check| check.what == what::INDEX);
        let Exp::Bin(BinOp::And, _, low, high) = asked(cond).filter(|_| index && self.hints)? else {
            return None;
        };
        let (Exp::Bin(BinOp::Ge, ScalarType::I64, x, zero), Exp::Bin(BinOp::Lt, ScalarType::I64, y, size)) =
            (&**low, &**high)
        else {
            return None;
        };
        let plain = x == y && **zero == Exp::Const(Scalar::I64(0));
        plain.then(|| format!("(u64){} >= (u64){}", self.exps.exp(x), self.exps.exp(size)))
    }

    /// Remembers what a check has asked for, if whoever fails it leaves. What is read may be written over.
    pub(crate) fn holds(&mut self, cond: &Exp, then: &[Stm]) {
        if self.leave.is_some()
            && !self.exps.locked
            && !cond.loads()
            && matches!(then.last(), Some(Stm::Fail { .. }))
            && let Some(asked) = asked(cond)
        {
            self.exps.checked.push(asked.clone());
        }
    }

    /// Forgets what was known of the variables that a statement changes.
    pub(crate) fn changes(&mut self, stm: &Stm) {
        if self.exps.checked.is_empty() {
            return;
        }
        let mut set = FxHashSet::default();
        assigned(std::slice::from_ref(stm), &mut set);
        let set: Vec<KVar> = set.into_iter().collect();
        self.exps.checked.retain(|known| !known.mentions(&set));
    }

    pub(crate) fn indices(&mut self, at: &[Exp]) {
        for (i, exp) in at.iter().take(RECORD_SLOTS).enumerate() {
            let exp = self.exps.exp(exp);
            self.out.line(&format!("fail->at[{i}] = {exp};"));
        }
    }

    /// Claims the record, if nobody has; `deep`, because calls are nested too deeply.
    pub(crate) fn fail(&mut self, check: CheckId, at: &[Exp], vals: &[Exp], deep: bool) {
        let types = self.program.checks.get(check).map_or(&[][..], |c| c.vals.as_slice());
        self.out.line("bad = 1;");
        self.out.open("if (claim(fail, launch)) {");
        if self.claimed {
            self.out.line("bad = 2;");
        }
        self.out.line(&format!("fail->check = {};", check.index()));
        if deep {
            self.out.line("fail->deep = 1;");
        }
        self.indices(at);
        for (i, (exp, ty)) in vals.iter().zip(types).take(RECORD_SLOTS).enumerate() {
            let exp = self.exps.exp(exp);
            let bits = self.exps.bits(*ty, &exp);
            self.out.line(&format!("fail->vals[{i}] = {bits};"));
        }
        self.out.close("}");
        // Nobody would unlock what it holds.
        if let Some(part) = self.leave.filter(|_| !self.exps.locked) {
            self.leaves = true;
            self.out.line(&format!("goto failed_{part};"));
        }
    }
}

/// What a check asks for.
fn asked(cond: &Exp) -> Option<&Exp> {
    if let Exp::Un(UnOp::Not, ScalarType::Bool, asked) = cond { Some(asked) } else { None }
}
