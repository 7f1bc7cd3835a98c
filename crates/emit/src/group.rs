//! Groups of lanes: where their barriers stand, and how folds and chains are computed.
//!
//! A barrier stands behind every `lanes`, and in front of it where the code of the group looks at memory that lanes write. A fold
//! leaves its values in shared memory, where lanes add those at growing distances. A chain looks back: a group says what it has, in words
//! that are marked by the launch, then its lanes look at as many groups in front until one is found that knows everything in front of itself. With one lane a fold is nothing, a chain
//! waits for the group in front, and the last group out goes through what all have left.

use crate::c::Printer;
use base::ScalarType;
use ir::kernel::{Combine, Exp, KType, KVar, Kernel, OnDevice, Stm};
use rustc_hash::FxHashSet;

/// What the printer knows of the groups of a kernel.
#[derive(Default)]
pub(crate) struct Groups {
    lanes: u32,
    /// The number of the group.
    number: Option<KVar>,
    /// Words of each group for all chains, and for those that have been printed.
    words: u32,
    printed: u32,
    /// The memory through which lanes may give each other values.
    shared: Vec<KVar>,
    /// Whether the code of a group looks at memory that lanes write.
    looks: bool,
}

impl Groups {
    pub(crate) fn of(kernel: &Kernel) -> Groups {
        let (mut loaded, mut stored) = (FxHashSet::default(), FxHashSet::default());
        accesses(&kernel.body, false, &mut loaded, &mut stored);
        Groups {
            lanes: kernel.lanes,
            number: Some(kernel.group),
            words: kernel.chain,
            printed: 0,
            shared: kernel.shared.iter().map(|(buf, _)| *buf).collect(),
            looks: kernel.lanes > 1 && !loaded.is_disjoint(&stored),
        }
    }

    /// Whether lanes share a buffer.
    pub(crate) fn shares(&self, buf: KVar) -> bool {
        self.shared.contains(&buf)
    }
}

/// Bits of a component of a state, and where they stand in half a word.
#[derive(Clone, Copy)]
struct Part {
    component: usize,
    /// The first of the component's bits, and how many there are.
    from: u32,
    bits: u32,
    shift: u32,
}

impl Part {
    fn mask(self) -> String {
        format!("{:#x}u", u32::MAX >> (32 - self.bits))
    }
}

/// The buffers that the code of a group looks at, and those that lanes write.
fn accesses(stms: &[Stm], lane: bool, loaded: &mut FxHashSet<KVar>, stored: &mut FxHashSet<KVar>) {
    for stm in stms {
        if !lane {
            stm.exps().into_iter().for_each(|exp| loads(exp, loaded));
        }
        if let Stm::Store { buf, .. } | Stm::Stores { buf, .. } | Stm::Atomic { buf, .. } = stm {
            stored.insert(*buf);
        }
        let inside =
            lane || matches!(stm, Stm::Lanes { .. } | Stm::Fold(_) | Stm::Chain(_) | Stm::LastOut { .. });
        stm.blocks().iter().for_each(|block| accesses(block, inside, loaded, stored));
    }
}

fn loads(exp: &Exp, into: &mut FxHashSet<KVar>) {
    if let Exp::Only(OnDevice::Load(buf, _)) = exp {
        into.insert(*buf);
    }
    exp.parts().into_iter().for_each(|part| loads(part, into));
}

/// Whether statements count lanes.
fn counts(stms: &[Stm]) -> bool {
    stms.iter().any(|stm| matches!(stm, Stm::Count { .. }) || stm.blocks().into_iter().any(counts))
}

/// The folds and chains of statements.
fn combines<'a>(stms: &'a [Stm], into: &mut Vec<&'a Combine>) {
    for stm in stms {
        if let Stm::Fold(combine) | Stm::Chain(combine) | Stm::LastOut { combine, .. } = stm {
            into.push(combine);
        }
        stm.blocks().iter().for_each(|block| combines(block, into));
    }
}

impl Printer<'_> {
    /// The memory that lanes share: that of the kernel, and what its folds and chains need.
    pub(crate) fn shared(&mut self, kernel: &Kernel) {
        for (buf, len) in &kernel.shared {
            let elem = self.exps.elem(*buf);
            let (elem, name) = (self.exps.scalar_type(elem), self.exps.var(*buf));
            self.out.line(&format!("SHARED {elem} {name}[{len}];"));
        }
        if kernel.chain > 0 {
            self.out.line("SHARED u32 ticket;");
        }
        if kernel.lanes == 1 {
            return;
        }
        if self.warp().is_none() && counts(&kernel.body) {
            self.out.line("SHARED u32 counted;");
        }
        let mut all = vec![];
        combines(&kernel.body, &mut all);
        let mut declared = FxHashSet::default();
        for combine in all {
            for (i, var) in combine.own.iter().enumerate() {
                let (name, ty) = (self.scratch(i, *var), self.ty(*var));
                if declared.insert(name.clone()) {
                    // Of a warp one value is left.
                    let len = self.warp().map_or(kernel.lanes, |warp| kernel.lanes / warp);
                    self.out.line(&format!("SHARED {ty} {name}[{len}];"));
                }
            }
        }
        if kernel.chain > 0 && self.warp().is_none() {
            self.out.line(&format!("SHARED u8 knows_all[{}];", kernel.lanes));
            self.out.line("SHARED int look_on;");
        }
    }

    /// Where lanes put the value of a component.
    fn scratch(&mut self, i: usize, var: KVar) -> String {
        format!("fold_{}_{i}", self.ty(var))
    }

    fn barrier(&mut self) {
        if self.groups.lanes > 1 {
            self.out.line("BARRIER");
        }
    }

    /// The statements of a kernel. Nobody waits behind the last ones.
    pub(crate) fn body(&mut self, kernel: &Kernel) {
        match kernel.body.split_last() {
            Some((Stm::Lanes { lane, body }, front)) => {
                self.stms(front);
                self.region(*lane, body);
            }
            Some(_) | None => self.stms(&kernel.body),
        }
    }

    /// What a lane that has failed gives to others is no value of the program, and may keep their loops going for ever: from here on
    /// this lane has failed, too, if any has.
    pub(crate) fn notice_failures(&mut self) {
        if self.can_fail {
            self.out.line("if (!bad && CLAIM_NOW(fail) != 0) bad = 1;");
        }
    }

    pub(crate) fn lanes(&mut self, lane: KVar, body: &[Stm]) {
        self.region(lane, body);
        if !self.groups.shared.is_empty() && self.groups.lanes > 1 {
            self.barrier_of_failures();
        } else {
            self.barrier();
        }
    }

    /// A barrier behind which a lane has failed if one of its group has.
    pub(crate) fn barrier_of_failures(&mut self) {
        self.out.line(if self.can_fail { "BARRIER_OF_FAILURES" } else { "BARRIER" });
    }

    pub(crate) fn lanes_of_group(&self) -> u32 {
        self.groups.lanes
    }

    /// How many lanes see each other's registers, if the group is made of such.
    fn warp(&self) -> Option<u32> {
        self.warp.filter(|warp| self.groups.lanes.is_multiple_of(*warp))
    }

    pub(crate) fn region(&mut self, lane: KVar, body: &[Stm]) {
        if self.groups.looks {
            self.barrier();
        }
        self.out.open("{");
        let number = if self.groups.lanes > 1 { "LANE" } else { "0" };
        let lane = self.exps.var(lane);
        self.out.line(&format!("const widx {lane} = (widx){number};"));
        self.out.line(&format!("(void){lane};"));
        self.stms(body);
        self.out.close("}");
    }

    /// Sets variables to what the operator makes of values in front and values behind.
    pub(crate) fn apply(&mut self, combine: &Combine, front: &[String], behind: &[String], into: &[String]) {
        self.out.open("{");
        for (param, value) in combine.params.iter().zip(front.iter().chain(behind)) {
            let (ty, name) = (self.ty(*param), self.exps.var(*param));
            self.out.line(&format!("{ty} {name} = {value};"));
        }
        self.stms(&combine.body);
        let mut results = vec![];
        for (i, (exp, var)) in combine.results.iter().zip(&combine.own).enumerate() {
            let (ty, exp) = (self.ty(*var), self.exps.exp(exp));
            self.out.line(&format!("{ty} result_{i} = {exp};"));
            results.push(format!("result_{i}"));
        }
        for (to, result) in into.iter().zip(results) {
            self.out.line(&format!("{to} = {result};"));
        }
        self.out.close("}");
    }

    pub(crate) fn names(&self, vars: &[KVar]) -> Vec<String> {
        vars.iter().map(|v| self.exps.var(*v)).collect()
    }

    pub(crate) fn cells(&mut self, combine: &Combine, at: &str) -> Vec<String> {
        combine.own.iter().enumerate().map(|(i, v)| format!("{}[{at}]", self.scratch(i, *v))).collect()
    }

    pub(crate) fn assign(&mut self, to: &[String], from: &[String]) {
        for (to, from) in to.iter().zip(from) {
            self.out.line(&format!("{to} = {from};"));
        }
    }

    /// Whether counting lanes is all that the end of their region needs: no failure has to be noticed.
    pub(crate) fn counts_as_barrier(&self) -> bool {
        self.warp().is_some() && !self.can_fail
    }

    /// Counts the lanes for which something holds. Its macro waits for them, in front and behind.
    pub(crate) fn count(&mut self, holds: KVar, total: KVar) {
        let (holds, total) = (self.exps.var(holds), self.exps.var(total));
        self.out.line(&match self.groups.lanes {
            1 => format!("{total} = (widx)({holds} ? 1 : 0);"),
            _ => format!("COUNT({total}, {holds})"),
        });
    }

    pub(crate) fn fold(&mut self, combine: &Combine) {
        let (own, before, total) =
            (self.names(&combine.own), self.names(&combine.before), self.names(&combine.total));
        let lanes = self.groups.lanes;
        if lanes == 1 {
            return self.assign(&total, &own);
        }
        if let Some(warp) = self.warp() {
            return self.fold_by_warps(combine, warp);
        }
        self.out.open("{");
        let (mine, front) = (self.cells(combine, "LANE"), self.cells(combine, "LANE - step"));
        self.assign(&mine, &own);
        self.barrier();
        self.notice_failures();
        self.out.open(&format!("for (int step = 1; step < {lanes}; step *= 2) {{"));
        let mut seen = vec![];
        for (i, (var, cell)) in combine.own.iter().zip(&front).enumerate() {
            let ty = self.ty(*var);
            self.out.line(&format!("{ty} front_{i};"));
            self.out.line(&format!("if (LANE >= step) front_{i} = {cell};"));
            seen.push(format!("front_{i}"));
        }
        self.barrier();
        self.out.open("if (LANE >= step) {");
        self.apply(combine, &seen, &mine, &mine);
        self.out.close("}");
        self.barrier();
        self.out.close("}");
        let last = self.cells(combine, &format!("{}", lanes - 1));
        self.assign(&total, &last);
        if !before.is_empty() {
            let previous = self.cells(combine, "LANE - 1");
            self.out.open("if (LANE > 0) {");
            self.assign(&before, &previous);
            self.out.close("}");
        }
        self.barrier();
        self.out.close("}");
    }

    /// Declares values of the types that a fold or chain combines.
    pub(crate) fn registers(
        &mut self,
        combine: &Combine,
        name: &str,
        values: Option<&[String]>,
    ) -> Vec<String> {
        let mut names = vec![];
        for (i, var) in combine.own.iter().enumerate() {
            let (ty, value) = (self.ty(*var), values.map_or("0".into(), |values| values[i].clone()));
            self.out.line(&format!("{ty} {name}_{i} = {value};"));
            names.push(format!("{name}_{i}"));
        }
        names
    }

    /// A word as a value of a variable's type.
    pub(crate) fn of_word(&mut self, var: KVar, word: &str) -> String {
        match self.vars[var].ty {
            KType::Scalar(ScalarType::F32) => format!("f32_of_bits((u32){word})"),
            KType::Scalar(ScalarType::F64) => format!("f64_of_bits({word})"),
            KType::Scalar(_) | KType::Index | KType::Buf(_) => format!("({}){word}", self.ty(var)),
        }
    }

    /// A value as a word.
    fn word(&mut self, var: KVar, value: &str) -> String {
        match self.vars[var].ty {
            KType::Scalar(ty) => format!("(u64){}", self.exps.bits(ty, value)),
            KType::Index | KType::Buf(_) => format!("(u64){value}"),
        }
    }

    fn write_words(&mut self, combine: &Combine, first: usize, values: &[String]) {
        for (i, (var, value)) in combine.own.iter().zip(values).enumerate() {
            let word = self.word(*var, value);
            self.out.line(&format!("cell[{}] = {word};", first + i));
        }
    }

    pub(crate) fn chain(&mut self, combine: &Combine, own_words: u32) {
        let Some(number) = self.groups.number else { return };
        let group = self.exps.var(number);
        let (words, at) = (self.groups.words, 1 + self.groups.printed);
        self.groups.printed += own_words;
        self.out.open("{");
        self.out.line(&format!("GLOBAL u64 *mark = marks + (address){group} * {words} + {at};"));
        self.out.line("const u32 now = (u32)launch << 2;");
        if self.groups.lanes == 1 {
            self.wait_for_previous(combine, &group, words);
        } else if let Some(warp) = self.warp() {
            self.look_back_by_warp(combine, &group, words, warp);
        } else {
            self.look_back(combine, &group, words);
        }
        self.out.close("}");
    }

    /// The group in front tells what it and all in front of it have.
    fn wait_for_previous(&mut self, combine: &Combine, group: &str, words: u32) {
        let (own, before) = (self.names(&combine.own), self.names(&combine.before));
        self.out.line("GLOBAL u64 *cell = values + (mark - marks);");
        self.out.open(&format!("if ({group} == 0) {{"));
        self.write_words(combine, 1, &own);
        self.out.between("} else {");
        self.out.line("u32 waited = 0;");
        self.out.line(&format!("while (PAST(mark - {words}) != now) {{ YIELD }}"));
        self.out.line("FENCE");
        self.notice_failures();
        let words: Vec<String> = (0..own.len())
            .map(|i| self.of_word(combine.own[i], &format!("cell[{} - {words}]", i + 1)))
            .collect();
        let front = self.registers(combine, "front", Some(&words));
        self.assign(&before, &front);
        let all = self.registers(combine, "all", None);
        self.apply(combine, &front, &own, &all);
        self.write_words(combine, 1, &all);
        self.out.close("}");
        self.out.line("POST(mark, now)");
    }

    /// What a group leaves, and, for the last one to come, what it does for each.
    pub(crate) fn last_out(&mut self, combine: &Combine, saved: &[KVar], body: &[Stm]) {
        let Some(number) = self.groups.number else { return };
        let (group, words, at) = (self.exps.var(number), self.groups.words, 1 + self.groups.printed);
        let left: Vec<KVar> = combine.own.iter().chain(saved).copied().collect();
        self.out.open("{");
        self.out.line(&format!("GLOBAL u64 *cell = values + (address){group} * {words} + {at};"));
        for (i, var) in left.iter().enumerate() {
            let value = self.exps.var(*var);
            let word = self.word(*var, &value);
            self.out.line(&format!("cell[{i}] = {word};"));
        }
        let failed = if self.can_fail { " && CLAIM_NOW(fail) == 0" } else { "" };
        self.out.open(&format!("if (LAST_OUT(marks){failed}) {{"));
        let all = self.registers(combine, "all", None);
        self.out.open("for (i64 turn = 0; turn < (i64)GROUPS; turn++) {");
        self.out.line(&format!("const widx {group} = (widx)turn;"));
        self.out.line(&format!("(void){group};"));
        self.out.line(&format!("cell = values + (address){group} * {words} + {at};"));
        let mut found = vec![];
        for (i, var) in left.iter().enumerate() {
            found.push(self.of_word(*var, &format!("cell[{i}]")));
        }
        let (own, rest) = found.split_at(combine.own.len());
        let names = self.names(saved);
        self.assign(&names, rest);
        let (own, before) = (self.registers(combine, "own", Some(own)), self.names(&combine.before));
        self.out.open("if (turn == 0) {");
        self.assign(&all, &own);
        self.out.between("} else {");
        self.assign(&before, &all);
        self.apply(combine, &all, &own, &all);
        self.out.close("}");
        self.leave_if_failed();
        self.stms(body);
        self.out.close("}");
        self.out.close("}");
        self.out.close("}");
    }

    /// A group says what it has. The first has everything in front of the second.
    pub(crate) fn tell_own(&mut self, combine: &Combine, group: &str) {
        let own = self.names(&combine.own);
        self.out.open("if (LANE == 0) {");
        self.tell(combine, &own, &format!("({group} == 0 ? 2 : 1)"));
        self.out.close("}");
    }

    /// A group that knows what all in front have says so, with its own. Returns where its lanes find what those in front have.
    pub(crate) fn tell_all(&mut self, combine: &Combine, front: &[String]) -> Vec<String> {
        let (own, first) = (self.names(&combine.own), self.cells(combine, "0"));
        self.out.open("if (LANE == 0) {");
        self.assign(&first, front);
        let all = self.registers(combine, "all", None);
        self.apply(combine, front, &own, &all);
        self.tell(combine, &all, "2");
        self.out.close("}");
        first
    }

    /// Writes a state for groups behind. Every word has its mark, so that whoever sees all words of one mark has the whole state, in one
    /// look and in whatever order they were written.
    fn tell(&mut self, combine: &Combine, values: &[String], how: &str) {
        if self.can_fail {
            // Whoever sees values of a group that has failed also sees that it has.
            self.out.line("FENCE");
        }
        for (i, parts) in self.halves(combine).into_iter().enumerate() {
            let mut half = vec![];
            for part in parts {
                let word = self.word(combine.own[part.component], &values[part.component]);
                let (from, mask, shift) = (part.from, part.mask(), part.shift);
                half.push(format!("(u32)(({word} >> {from}) & {mask}) << {shift}"));
            }
            self.out.line(&format!("TELL(mark + {i}, (u64)({}) << 32 | now | {how})", half.join(" | ")));
        }
    }

    /// Waits until another group has told its state, sets `seen` to it, and `all_before` to whether it has everything in front, too.
    pub(crate) fn hear(&mut self, combine: &Combine, away: &str, seen: &[String]) {
        let halves = self.halves(combine);
        let words: Vec<String> = (0..halves.len()).map(|i| format!("word_{i}")).collect();
        self.out.line(&format!("u64 {};", words.join(", ")));
        self.out.open("do {");
        for (i, word) in words.iter().enumerate() {
            self.out.line(&format!("{word} = PAST(mark + {away} + {i});"));
        }
        let others = words[1..].iter().map(|word| format!(" || (u32){word} != (u32){}", words[0]));
        let others: String = others.collect();
        self.out.close(&format!("}} while (((u32){} & ~3u) != now{others});", words[0]));
        self.out.line(&format!("all_before = ((u32){} & 3) == 2;", words[0]));
        if self.can_fail {
            self.out.line("FENCE");
        }
        let mut bits = vec![vec![]; combine.own.len()];
        for (word, parts) in words.iter().zip(halves) {
            for part in parts {
                let Part { from, shift, .. } = part;
                let half = format!("(u64)((u32)({word} >> 32) >> {shift} & {}) << {from}", part.mask());
                bits[part.component].push(half);
            }
        }
        for ((var, to), bits) in combine.own.iter().zip(seen).zip(bits) {
            let value = self.of_word(*var, &format!("({})", bits.join(" | ")));
            self.out.line(&format!("{to} = {value};"));
        }
    }

    /// How a state is divided into halves of words; narrow components share one.
    fn halves(&self, combine: &Combine) -> Vec<Vec<Part>> {
        let mut halves: Vec<Vec<Part>> = vec![];
        // The half that narrow components go to, and how much of it is taken.
        let mut narrow: Option<(usize, u32)> = None;
        for (component, var) in combine.own.iter().enumerate() {
            let bits = match self.vars[*var].ty {
                KType::Scalar(ty) => 8 * ty.bytes() as u32,
                KType::Index | KType::Buf(_) => 64,
            };
            if bits >= 32 {
                let half = |i: u32| vec![Part { component, from: 32 * i, bits: 32, shift: 0 }];
                halves.extend((0..bits / 32).map(half));
                continue;
            }
            let (at, shift) = match narrow {
                Some((at, taken)) if taken + bits <= 32 => (at, taken),
                Some(_) | None => {
                    halves.push(vec![]);
                    (halves.len() - 1, 0)
                }
            };
            halves[at].push(Part { component, from: 0, bits, shift });
            narrow = Some((at, shift + bits));
        }
        halves
    }

    /// Lanes look at as many groups in front as they are; the first lane combines what they find, from the last group to the first
    /// that knows everything in front of itself.
    fn look_back(&mut self, combine: &Combine, group: &str, words: u32) {
        let (before, lanes) = (self.names(&combine.before), self.groups.lanes);
        self.tell_own(combine, group);
        self.out.open(&format!("if ({group} > 0) {{"));
        let acc = self.registers(combine, "acc", None);
        self.out.line(&format!("i64 end = {group};"));
        self.out.line("int some = 0, more = 1;");
        self.out.open("while (more) {");
        self.out.line(&format!("const i64 other = end - {lanes} + (i64)LANE;"));
        self.out.open("if (other >= 0) {");
        self.out.line(&format!("const i64 away = (other - (i64){group}) * {words};"));
        self.out.line("int all_before;");
        let mine = self.cells(combine, "LANE");
        self.hear(combine, "away", &mine);
        self.out.line("knows_all[LANE] = all_before;");
        self.out.close("}");
        self.barrier();
        self.notice_failures();
        self.out.open("if (LANE == 0) {");
        self.out.open(&format!("for (int at = {lanes} - 1; at >= 0 && more; at--) {{"));
        let found = self.cells(combine, "at");
        self.out.open("if (some) {");
        self.apply(combine, &found, &acc, &acc);
        self.out.between("} else {");
        self.assign(&acc, &found);
        self.out.close("}");
        self.out.line("some = 1;");
        self.out.line("more = !knows_all[at];");
        self.out.close("}");
        self.out.line("look_on = more;");
        self.out.close("}");
        self.barrier();
        self.out.line("more = look_on;");
        self.out.line(&format!("end -= {lanes};"));
        self.out.close("}");
        let first = self.tell_all(combine, &acc);
        self.barrier();
        self.assign(&before, &first);
        self.barrier();
        self.out.close("}");
    }
}
