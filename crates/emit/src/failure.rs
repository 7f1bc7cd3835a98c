//! Failures: how the record is claimed, and what a lane does that has failed.
//!
//! A lane of a GPU has others to wait for, so that it goes on, with `bad` set, and asks for it where it would read what may not be there. A group
//! of one lane leaves: the C compiler then knows that `bad` is 0 wherever it is asked for, and that checks hold behind them.

use crate::c::Printer;
use base::Id;
use ir::kernel::{CheckId, Exp, RECORD_SLOTS, Stm};

impl Printer<'_> {
    /// The statements of a group of one lane. A failure leaves everything up to the next chain, to which all groups come: what follows a check
    /// need not ask whether it has failed.
    pub(crate) fn left_on_failure(&mut self, stms: &[Stm]) {
        let (mut at, mut part) = (0, 0);
        while at < stms.len() {
            let chain = |stm: &Stm| matches!(stm, Stm::Chain(_));
            let end = stms[at..].iter().position(chain).map_or(stms.len(), |found| at + found);
            self.leave = Some(part);
            self.leaves = false;
            if at > 0 {
                self.leave_if_failed();
            }
            self.stms(&stms[at..end]);
            self.leave = None;
            if self.leaves {
                self.out.line(&format!("failed_{part}:;"));
            }
            self.stms(stms.get(end..=end).unwrap_or_default());
            (at, part) = (end + 1, part + 1);
        }
    }

    /// Leaves, behind what may have failed without leaving itself.
    pub(crate) fn leave_if_failed(&mut self) {
        if let Some(part) = self.leave.filter(|_| !self.exps.locked) {
            self.leaves = true;
            self.out.line(&format!("if (bad) goto failed_{part};"));
        }
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
