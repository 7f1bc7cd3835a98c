//! A definition is checked in rounds.
//!
//! By Futhark's rules first. If sizes are at fault, it is checked again with widening points open, where sizes that are not
//! the same become `[?]` (`LANGUAGE.md`, section 1). What a loop carries keeps its sizes there if that is possible for all
//! loops; else its sizes change wherever they meet others, which a further check then supposes. And either way once more if
//! something was decided at its first use that a later one shows to be wrong: that a loop carries no arrays, or arrays whose
//! rows have one size, or that a definition that calls itself takes one size only.

use super::{Check, Infer};
use crate::ast::{Def, Loop};
use crate::types::{Scheme, Size, SizeVar, Ty};
use base::diag::Diagnostic;
use rustc_hash::{FxHashMap, FxHashSet};

/// The sizes of what a loop carries that vary, and with which row, by their place among all of them.
type Rows = FxHashMap<usize, u32>;

/// What the rounds of a definition have taught.
#[derive(Default)]
pub(super) struct Learned {
    /// By the number of a loop's body, where its arrays are in what it carries.
    forms: FxHashMap<u32, Ty>,
    /// By the number of a loop's body, which of the sizes that it carries vary with the row.
    rows: FxHashMap<u32, Rows>,
    /// Which sizes of a definition that calls itself are decided in it, by their place among all of its own.
    fixed: FxHashSet<usize>,
    /// Whether there is something new since the round began.
    news: bool,
}

impl Infer {
    /// Checks a definition by Futhark's rules; where these meet sizes that are not the same, once more with widening points
    /// open. If that does not help, the first message stands, unless the second check has got further.
    pub(super) fn definition(&mut self, def: &Def) -> Check<Scheme> {
        self.learned = Learned::default();
        let first = self.settled(def);
        let widens = self.may_widen || usize::from(def.span.file) == crate::PRELUDE;
        if !widens || !matches!(&first, Err(error) if error.id == "size-mismatch") {
            return first;
        }
        self.solver.widening = true;
        let mut second = self.settled(def);
        if matches!(&second, Err(error) if error.id == "size-mismatch") {
            self.solver.loops_change = true;
            second = self.settled(def);
            self.solver.loops_change = false;
        }
        self.solver.widening = false;
        match (second, first) {
            (Ok(scheme), _) => Ok(scheme),
            // Sizes were not all that was wrong.
            (Err(second), _) if second.id != "size-mismatch" => Err(second),
            // Where rows vary already, what the first check met is right: an irregular array does not fit further out.
            (Err(second), Err(first)) if of_rows(&second) && of_rows(&first) => Err(second),
            (Err(second), Err(first)) if of_rows(&second) => Err(would_be_irregular(first, &second)),
            // Widening has got past the first error, and what it met there is no irregular array where a type says otherwise.
            (Err(second), Err(first)) if !of_rows(&second) && later(&first, &second) => Err(second),
            (Err(_), first) => first,
        }
    }
    /// Rounds until one teaches nothing new.
    fn settled(&mut self, def: &Def) -> Check<Scheme> {
        loop {
            self.learned.news = false;
            let result = self.top_level(def);
            if !self.learned.news {
                return result;
            }
        }
    }

    /// The type of what a loop carries, as far as earlier rounds know it: arrays of any sizes.
    pub(super) fn learned_form(&mut self, l: &Loop) -> Option<Ty> {
        let form = self.learned.forms.get(&l.body.id).cloned()?;
        Some(self.anew(&form))
    }
    fn anew(&mut self, form: &Ty) -> Ty {
        match form {
            Ty::Array(_, elem) => Ty::array(self.solver.fresh_size(), self.anew(elem)),
            Ty::Record(_) | Ty::Sum(_) => form.map_parts(&mut |t| self.anew(t), &mut |size| size.clone()),
            Ty::Scalar(_) | Ty::Var(_) | Ty::Param(..) | Ty::Fun(..) | Ty::Opaque(..) => self.solver.fresh(),
        }
    }
    /// Learns from a loop that has gone wrong: whether what it carries was not known to hold arrays.
    pub(super) fn learn_form(&mut self, l: &Loop, before: &Ty) {
        let after = self.solver.resolve(before);
        if became_array(before, &after) && !self.learned.forms.contains_key(&l.body.id) {
            self.learned.forms.insert(l.body.id, after);
            // There are others in these places now.
            self.learned.rows.remove(&l.body.id);
            self.learned.news = true;
        }
    }
    /// Which of the sizes that a loop carries are known to vary with the row.
    pub(super) fn learned_rows(&self, l: &Loop) -> Rows {
        self.learned.rows.get(&l.body.id).cloned().unwrap_or_default()
    }
    /// Learns that some of the sizes that a loop carries vary with the row, although its body was checked as if they did not.
    pub(super) fn learn_rows(&mut self, l: &Loop, carried: &[(Size, Option<u32>)], vary: &[(Size, u32)]) {
        for (place, (size, _)) in carried.iter().enumerate() {
            let size = self.solver.size(size);
            if let Some((_, row)) = vary.iter().find(|(own, _)| *own == size) {
                self.learn_row(l, place, *row);
            }
        }
    }
    /// Learns which of the sizes that a loop carries vary with rows further inside than they did when its body was checked; and if
    /// a round does not keep what the names of such sizes say, that they have none.
    pub(super) fn learn_more(&mut self, l: &Loop, carried: &[(Size, Option<u32>)], broken: bool) {
        for (place, (size, before)) in carried.iter().enumerate() {
            match (self.solver.size(size), before) {
                (Size::Any(row, Some(_)), _) if broken => self.learn_row(l, place, row),
                (Size::Any(row, None), Some(before)) if row != *before => self.learn_row(l, place, row),
                _ => {}
            }
        }
    }
    fn learn_row(&mut self, l: &Loop, place: usize, row: u32) {
        let known = self.learned.rows.entry(l.body.id).or_default();
        self.learned.news |= known.insert(place, row).is_none_or(|before| before != row);
    }

    /// Those of a definition's own sizes that nothing is known to decide.
    pub(super) fn not_fixed(&self, own: &[SizeVar]) -> Vec<SizeVar> {
        let open = own.iter().enumerate().filter(|(place, _)| !self.learned.fixed.contains(place));
        open.map(|(_, v)| *v).collect()
    }
    /// Learns which of a definition's own sizes are decided in it: those that have become another size.
    pub(super) fn learn_fixed(&mut self, own: &[SizeVar]) {
        let now: Vec<Size> = own.iter().map(|v| self.solver.size(&Size::Var(*v))).collect();
        for (place, size) in now.iter().enumerate() {
            let open = matches!(size, Size::Var(_)) && !now[..place].contains(size);
            if !open && self.learned.fixed.insert(place) {
                self.learned.news = true;
            }
        }
    }
}

/// Whether an error is about types whose rows vary.
fn of_rows(error: &Diagnostic) -> bool {
    error.message.contains("[?]") || error.message.contains("?[")
}
/// The error of the first check, with what stands against an irregular array.
fn would_be_irregular(first: Diagnostic, second: &Diagnostic) -> Diagnostic {
    let mut error = first;
    for label in &second.labels {
        if error.labels.iter().all(|own| own.span != label.span) {
            error = error.label(label.span, label.text.replacen("this is", "this would be", 1));
        }
    }
    error.note(format!("the array would be irregular: {}", second.message))
}
/// Whether an error is about something further down.
fn later(first: &Diagnostic, second: &Diagnostic) -> bool {
    let place = |error: &Diagnostic| error.labels.first().map(|label| label.span.lo);
    place(second) > place(first)
}
/// Whether something that was not known has become a type with arrays.
fn became_array(before: &Ty, after: &Ty) -> bool {
    fn holds_array(ty: &Ty) -> bool {
        matches!(ty, Ty::Array(..)) || ty.parts().into_iter().any(holds_array)
    }
    match before {
        Ty::Var(_) => holds_array(after),
        _ => before.parts().into_iter().zip(after.parts()).any(|(b, a)| became_array(b, a)),
    }
}
