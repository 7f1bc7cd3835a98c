//! What is known at a point of the program: names, places, what has been consumed; and the errors about it.

use super::alias::{Alias, Place, Places};
use crate::ast::Name;
use crate::types::plain_name;
use base::diag::{Diagnostic, Span};
use base::ids::IdVec;
use rustc_hash::FxHashMap;

/// Why a place must not be consumed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kept {
    /// It may be.
    No,
    /// A parameter without asterisk.
    Parameter,
    /// A definition of the top level.
    Global,
    /// A row that a loop goes over.
    Row,
    /// What a loop carries, declared without asterisk.
    Carried,
}

/// A piece of memory.
#[derive(Clone, Debug)]
pub(super) struct PlaceInfo {
    pub(super) name: Name,
    pub(super) kept: Kept,
    /// How many functions and loops are around its binding.
    pub(super) depth: usize,
}

/// What is known.
#[derive(Default)]
pub(super) struct State {
    pub(super) places: IdVec<Place, PlaceInfo>,
    /// Local names, innermost last.
    pub(super) locals: Vec<(Name, Alias)>,
    /// Places that are gone, and where they were consumed.
    pub(super) consumed: FxHashMap<Place, Span>,
    /// Every use of a place so far, in order.
    pub(super) used: Vec<(Place, Span)>,
    /// Every consumption so far, in order.
    pub(super) spent: Vec<(Place, Span)>,
    /// Functions and loops around, `true` for a loop.
    pub(super) around: Vec<bool>,
    pub(super) errors: Vec<Diagnostic>,
}

const COPY: &str = "`copy` makes a new array that may be consumed";

impl State {
    /// A new place.
    pub(super) fn place(&mut self, name: &Name, kept: Kept) -> Place {
        self.places.push(PlaceInfo { name: name.clone(), kept, depth: self.around.len() })
    }

    /// The name of a place for messages.
    pub(super) fn name(&self, place: Place) -> &str {
        &self.places[place].name
    }

    /// Gives a name its own places beside those that its value shares.
    pub(super) fn bind(&mut self, name: &Name, alias: &Alias, kept: Kept) {
        let alias = alias.map(&mut |places| {
            let mut places = places.clone();
            places.insert(self.place(&plain_name(name).into(), kept));
            places
        });
        self.locals.push((name.clone(), alias));
    }

    /// Notes an error, unless one is known about the same source.
    pub(super) fn error(&mut self, error: Diagnostic) {
        let span = |d: &Diagnostic| d.labels.first().map(|l| l.span);
        if self.errors.iter().all(|e| span(e) != span(&error)) {
            self.errors.push(error);
        }
    }

    /// A value is used.
    pub(super) fn observe(&mut self, alias: &Alias, name: &str, span: Span) {
        for place in alias.places() {
            self.used.push((place, span));
            if let Some(consumed) = self.consumed.get(&place).copied() {
                let other = self.name(place).to_string();
                self.use_after(name, &other, span, consumed);
                return;
            }
        }
    }

    /// The error that a value is used though its memory is gone.
    pub(super) fn use_after(&mut self, name: &str, place: &str, used: Span, consumed: Span) {
        let shares =
            if place == name { String::new() } else { format!(", which may share memory with {place},") };
        let message = format!("{name}{shares} is used after it has been consumed");
        self.error(
            Diagnostic::error("use-after-consume", message)
                .label(used, "used here")
                .label(consumed, format!("{place} is consumed here"))
                .note(COPY),
        );
    }

    /// A value is consumed.
    pub(super) fn consume(&mut self, alias: &Alias, span: Span) {
        self.self_aliased(alias, span);
        // The innermost name first: it says most.
        for place in alias.places().into_iter().rev() {
            if !self.may_consume(place, span) {
                continue;
            }
            if let Some(before) = self.consumed.get(&place).copied() {
                let name = self.name(place).to_string();
                self.use_after(&name, &name, span, before);
            }
            self.consumed.insert(place, span);
            self.spent.push((place, span));
        }
    }

    /// Parts of a value that is consumed must not share memory.
    fn self_aliased(&mut self, alias: &Alias, span: Span) {
        if let Some(place) = shared_by_parts(alias) {
            let name = self.name(place).to_string();
            let message = format!("two parts of what is consumed here may share the memory of {name}");
            self.error(Diagnostic::error("consume-shared", message).label(span, "consumed here").note(COPY));
        }
    }

    /// Whether a place may be consumed here; if not, that is an error.
    fn may_consume(&mut self, place: Place, span: Span) -> bool {
        let info = self.places[place].clone();
        let name = &info.name;
        let (id, message, note) = match info.kept {
            Kept::Parameter => (
                "consume-parameter",
                format!("{name} is consumed, but it belongs to the caller"),
                format!("write an asterisk in front of the type of the parameter {name}, or use `copy`"),
            ),
            Kept::Global => (
                "consume-global",
                format!("{name} is consumed, but it is a definition that others use too"),
                COPY.to_string(),
            ),
            Kept::Carried => (
                "consume-carried",
                format!("{name} is consumed, but the loop declares it without asterisk"),
                format!("write an asterisk in front of the type of {name}"),
            ),
            Kept::Row => {
                ("consume-row", format!("{name} is consumed, but it is a row of an array"), COPY.to_string())
            }
            Kept::No if info.depth < self.around.len() => {
                let what = if self.around[info.depth] { "loop" } else { "function" };
                (
                    "consume-free",
                    format!(
                        "{name} is consumed in a {what} that may run several times, but bound outside of it"
                    ),
                    COPY.to_string(),
                )
            }
            Kept::No => return true,
        };
        self.error(Diagnostic::error(id, message).label(span, "consumed here").note(note));
        false
    }
}

/// A place that two parts of a value share.
pub(super) fn shared_by_parts(alias: &Alias) -> Option<Place> {
    let mut seen = Places::new();
    let mut shared = None;
    alias.parts(&mut |part| {
        shared = shared.or_else(|| part.iter().copied().find(|place| seen.contains(place)));
        seen.extend(part);
    });
    shared
}
