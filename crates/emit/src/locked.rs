//! Updates of cells by operators that have no atomic instruction: under a lock, by exchanging a word, or not at all.
//!
//! ```c
//! for (GLOBAL i32 *lock = &locks_77[at_76 & (lock_count_78 - 1)]; lock;) {
//!     const i32 turn = turn_of(lock);
//!     i32 old_79 = COHERENT(i32, acc_73)[at_76];
//!     ..
//!     if ((r_86 == old_79) & (r_87 == old_80)) {
//!         if (is_turn(lock, turn)) lock = 0;
//!     } else if (try_lock(lock, turn)) {
//!         COHERENT(i32, acc_73)[at_76] = r_86;
//!         COHERENT(i32, acc_74)[at_76] = r_87;
//!         unlock(lock, turn);
//!         lock = 0;
//!     }
//! }
//! ```
//!
//! A lock counts its turns, and is odd while somebody has it (a sequence lock). What was read in between belongs together if the turn is still the
//! same: then who would not change anything is done, and who would may lock and store what it has computed already. Most updates of
//! operators that choose (the nearest, the largest with its place) change nothing. Nothing is computed from values that may not belong
//! together but by total operations: an operator that reads other memory, fails or loops runs under the lock.
//!
//! A cell that is one word of memory needs no lock: what was computed is exchanged for what it was computed from, if that is still there.
//! All updates of an array in a kernel are of one kind: an exchange does not see a lock.
//!
//! Lanes of one warp advance together, so that a lane must not wait inside the branch in which another has the lock.

use crate::c::Printer;
use ir::access::written;
use ir::kernel::{Exp, KVar, OnDevice, Stm};
use rustc_hash::FxHashSet;

impl Printer<'_> {
    /// Prints an update of the cell `at`.
    pub(crate) fn locked(&mut self, locks: KVar, count: &Exp, at: &Exp, body: &[Stm]) {
        let update = Update::of(body, at);
        if let Some((update, cell)) =
            update.as_ref().and_then(|update| Some((update, self.only_word(update)?)))
        {
            return self.exchanged(update.computed, cell, at);
        }
        let (name, count, cell) = (self.exps.var(locks), self.exps.exp(count), self.exps.exp(at));
        self.out.open(&format!("for (GLOBAL i32 *lock = &{name}[{cell} & ({count} - 1)]; lock;) {{"));
        self.out.line("const i32 turn = turn_of(lock);");
        let outside = std::mem::replace(&mut self.exps.locked, true);
        let mut body = body;
        if let Some(update) = update {
            self.stms(update.computed);
            let same: Vec<String> = update.cells.iter().map(|cell| self.is_same(cell)).collect();
            self.out.open(&format!("if ({}) {{", same.join(" & ")));
            self.out.line("if (is_turn(lock, turn)) lock = 0;");
            self.out.between("} else if (try_lock(lock, turn)) {");
            body = update.stores;
        } else {
            self.out.open("if (try_lock(lock, turn)) {");
        }
        self.stms(body);
        self.exps.locked = outside;
        self.out.line("unlock(lock, turn);");
        self.out.line("lock = 0;");
        self.out.close("}");
        self.out.close("}");
        if self.can_fail {
            self.leave_if_failed();
        }
    }

    /// The value of an update, if it is the only one and there are atomics for its size.
    fn only_word<'b>(&mut self, update: &'b Update) -> Option<&'b Cell<'b>> {
        let [cell] = &update.cells[..] else { return None };
        let fits = matches!(self.exps.elem(cell.buf).bytes(), 4 | 8) && !self.under_lock.contains(&cell.buf);
        (fits && !self.groups.shares(cell.buf)).then_some(cell)
    }

    /// Prints an update of a word.
    fn exchanged(&mut self, computed: &[Stm], cell: &Cell, at: &Exp) {
        let word = format!("u{}", 8 * self.exps.elem(cell.buf).bytes());
        self.out.open("for (int again = 1; again;) {");
        let outside = std::mem::replace(&mut self.exps.locked, true);
        self.stms(computed);
        self.exps.locked = outside;
        let [old, new] = [&Exp::Var(cell.old), cell.new].map(|exp| self.bits(cell.buf, exp));
        let (name, at) = (self.exps.var(cell.buf), self.exps.exp(at));
        self.out.line(&format!("const {word} old = ({word}){old}, wanted = ({word}){new};"));
        let exchange = format!("cas_{word}((GLOBAL {word} *)&{name}[{at}], old, wanted)");
        self.out.line(&format!("again = old != wanted && {exchange} != old;"));
        self.out.close("}");
    }

    fn is_same(&mut self, cell: &Cell) -> String {
        let [old, new] = [&Exp::Var(cell.old), cell.new].map(|exp| self.bits(cell.buf, exp));
        format!("({new} == {old})")
    }

    /// A value of a buffer as a number that is the same only for the same bits.
    fn bits(&mut self, buf: KVar, exp: &Exp) -> String {
        let (elem, exp) = (self.exps.elem(buf), self.exps.exp(exp));
        if elem.is_float() { format!("bits_of_{elem}({exp})") } else { exp }
    }
}

/// Buffers to which some update of a kernel stores under a lock because it is no exchange of one word.
pub(crate) fn under_lock(stms: &[Stm], found: &mut FxHashSet<KVar>) {
    for stm in stms {
        if let Stm::Locked { at, body, .. } = stm
            && Update::of(body, at).is_none_or(|update| update.cells.len() > 1)
        {
            found.extend(written(body));
        }
        stm.blocks().into_iter().for_each(|block| under_lock(block, found));
    }
}

/// An update that computes what it stores from the cell alone.
struct Update<'a> {
    computed: &'a [Stm],
    stores: &'a [Stm],
    cells: Vec<Cell<'a>>,
}

/// A value of a cell.
struct Cell<'a> {
    buf: KVar,
    old: KVar,
    new: &'a Exp,
}

impl<'a> Update<'a> {
    fn of(body: &'a [Stm], at: &Exp) -> Option<Update<'a>> {
        let stores = body.iter().rev().take_while(|stm| matches!(stm, Stm::Store { .. })).count();
        let (computed, stores) = body.split_at(body.len() - stores);
        let cells: Option<Vec<Cell>> = stores.iter().map(|store| stored(store, computed, at)).collect();
        let cells = cells.filter(|cells| !cells.is_empty() && cells.iter().all(|cell| !cell.new.loads()))?;
        computes(computed, &cells, at).then_some(Update { computed, stores, cells })
    }
}

/// The value of the cell that a statement stores, if it was read before.
fn stored<'a>(store: &'a Stm, computed: &[Stm], at: &Exp) -> Option<Cell<'a>> {
    let Stm::Store { buf, at: to, val } = store else { return None };
    let old = computed.iter().find_map(|stm| {
        let Stm::Let(old, Exp::Only(OnDevice::Load(from, place))) = stm else { return None };
        (from == buf && **place == *at).then_some(*old)
    })?;
    (to == at).then_some(Cell { buf: *buf, old, new: val })
}

/// Whether statements do nothing but compute, from values of the cell.
fn computes(stms: &[Stm], cells: &[Cell], at: &Exp) -> bool {
    fn reads_own(exp: &Exp, cells: &[Cell], at: &Exp) -> bool {
        let own = if let Exp::Only(OnDevice::Load(buf, place)) = exp {
            **place == *at && cells.iter().any(|cell| cell.buf == *buf)
        } else {
            !matches!(exp, Exp::Only(OnDevice::Failed))
        };
        own && exp.parts().into_iter().all(|part| reads_own(part, cells, at))
    }
    stms.iter().all(|stm| {
        matches!(stm, Stm::Let(..) | Stm::Set(..) | Stm::If { .. })
            && stm.exps().into_iter().all(|exp| reads_own(exp, cells, at))
            && stm.blocks().into_iter().all(|block| computes(block, cells, at))
    })
}
