//! Folds and chains where neighbouring lanes can look at each other's registers: a *warp* of them advances together.
//!
//! A fold goes through warps by steps of growing distance, then through the last values of warps. A chain is looked after by the first
//! warp: its lanes look at as many groups in front, up to the nearest that knows everything in front of itself.

use crate::c::Printer;
use ir::kernel::Combine;

impl Printer<'_> {
    /// The values of another lane of the warp.
    fn of_lane(&self, values: &[String], how: &str) -> Vec<String> {
        values.iter().map(|value| format!("SHUFFLE_{}", how.replace('@', value))).collect()
    }

    /// Combines the values of each of the first `width` lanes with those of all in front of it in the warp.
    fn scan_warp(&mut self, combine: &Combine, values: &[String], width: u32) {
        self.out.line("UNROLL");
        self.out.open(&format!("for (int step = 1; step < {width}; step *= 2) {{"));
        let seen = self.of_lane(values, "UP(@, step)");
        let front = self.registers(combine, "front", Some(&seen));
        // Lanes behind have nothing to combine, and an operator may fail on what the program never gives it.
        self.out.open(&format!("if (in_warp >= step && in_warp < {width}) {{"));
        self.apply(combine, &front, values, values);
        self.out.close("}");
        self.out.close("}");
    }

    pub(crate) fn fold_by_warps(&mut self, combine: &Combine, warp: u32) {
        let (own, before, total) =
            (self.names(&combine.own), self.names(&combine.before), self.names(&combine.total));
        let warps = self.lanes_of_group() / warp;
        self.out.open("{");
        self.out.line(&format!("const int in_warp = LANE % {warp}, warp = LANE / {warp};"));
        let values = self.registers(combine, "value", Some(&own));
        self.scan_warp(combine, &values, warp);
        let (here, last) = (self.cells(combine, "warp"), format!("in_warp == {}", warp - 1));
        self.out.open(&format!("if ({last}) {{"));
        self.assign(&here, &values);
        self.out.close("}");
        self.barrier_of_failures();
        let cells = self.cells(combine, &format!("in_warp < {warps} ? in_warp : {}", warps - 1));
        let sums = self.registers(combine, "sum", Some(&cells));
        self.scan_warp(combine, &sums, warps);
        let all = self.of_lane(&sums, &format!("OF(@, {})", warps - 1));
        self.assign(&total, &all);
        if !before.is_empty() {
            let (near, far) =
                (self.of_lane(&values, "UP(@, 1)"), self.of_lane(&sums, "OF(@, warp > 0 ? warp - 1 : 0)"));
            let near = self.registers(combine, "near", Some(&near));
            let far = self.registers(combine, "far", Some(&far));
            self.out.open("if (warp == 0) {");
            self.out.open("if (in_warp > 0) {");
            self.assign(&before, &near);
            self.out.close("}");
            self.out.between("} else if (in_warp == 0) {");
            self.assign(&before, &far);
            self.out.between("} else {");
            self.apply(combine, &far, &near, &before);
            self.out.close("}");
        }
        self.out.line("BARRIER");
        self.out.close("}");
    }

    /// The first warp looks at as many groups in front, until one is found that knows everything in front of itself.
    pub(crate) fn look_back_by_warp(&mut self, combine: &Combine, group: &str, words: u32, warp: u32) {
        let (before, n) = (self.names(&combine.before), combine.own.len());
        self.tell_own(combine, group);
        self.out.open(&format!("if ({group} > 0) {{"));
        self.out.open(&format!("if (LANE < {warp}) {{"));
        let acc = self.registers(combine, "acc", None);
        self.out.line(&format!("i64 end = {group};"));
        self.out.line("int some = 0, more = 1;");
        self.out.open("while (more) {");
        self.out.line(&format!("const i64 other = end - {warp} + (i64)LANE;"));
        self.out.line("int all_before = 0;");
        let seen = self.registers(combine, "seen", None);
        self.out.open("if (other >= 0) {");
        self.out.line(&format!("const i64 away = (other - (i64){group}) * {words};"));
        self.out.line("u64 state = PAST(mark + away);");
        self.out.line("while ((state & ~(u64)3) != now) state = PAST(mark + away);");
        self.out.line("FENCE");
        self.out.line("all_before = (state & 3) == 2;");
        self.out.line(&format!("GLOBAL u64 *theirs = cell + away + (all_before ? {} : 1);", 1 + n));
        let mut words_seen = vec![];
        for (i, var) in combine.own.iter().enumerate() {
            words_seen.push(self.of_word(*var, &format!("PAST(theirs + {i})")));
        }
        self.assign(&seen, &words_seen);
        self.out.close("}");
        self.out.line("const int nearest = LAST_OF(all_before);");
        self.out.line("const int first = nearest < 0 ? 0 : nearest;");
        self.notice_failures();
        self.out.line("UNROLL");
        self.out.open(&format!("for (int step = 1; step < {warp}; step *= 2) {{"));
        let down = self.of_lane(&seen, "DOWN(@, step)");
        let behind = self.registers(combine, "behind", Some(&down));
        self.out.open(&format!("if ((int)LANE >= first && LANE + step < {warp}) {{"));
        self.apply(combine, &seen, &behind, &seen);
        self.out.close("}");
        self.out.close("}");
        let found = self.of_lane(&seen, "OF(@, first)");
        let found = self.registers(combine, "found", Some(&found));
        self.out.open("if (some) {");
        self.apply(combine, &found, &acc, &acc);
        self.out.between("} else {");
        self.assign(&acc, &found);
        self.out.close("}");
        self.out.line("some = 1;");
        self.out.line("more = nearest < 0;");
        self.out.line(&format!("end -= {warp};"));
        self.out.close("}");
        let first = self.tell_all(combine, &acc);
        self.out.close("}");
        self.barrier_of_failures();
        self.assign(&before, &first);
        self.out.line("BARRIER");
        self.out.close("}");
    }
}
