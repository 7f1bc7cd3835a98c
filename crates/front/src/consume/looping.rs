//! Loops.
//!
//! A loop consumes its initial value part by part: those parts of what it carries that its body consumes, or hands on to a part
//! that it consumes in the next round.

use super::alias::{Alias, Places};
use super::sig::Param;
use super::{Check, Kept};
use crate::ast::{Loop, LoopForm, Pat, PatKind, TypeKind};
use base::diag::Diagnostic;
use rustc_hash::FxHashMap;

/// One array that a loop carries.
struct Carried {
    /// Its places inside.
    own: Places,
    /// Those of the initial value.
    init: Places,
    /// Those of the value for the next round.
    next: Places,
    consumed: bool,
}

impl Check<'_> {
    /// A loop.
    pub(super) fn looping(&mut self, l: &Loop) -> Alias {
        let init = self.exp(&l.init);
        let rows = match &l.form {
            LoopForm::For(_, e) | LoopForm::ForIn(_, e) => Some(self.exp(e)),
            LoopForm::While(_) => None,
        };
        let (scope, used, spent) = (self.state.locals.len(), self.state.used.len(), self.state.spent.len());
        self.state.around.push(true);
        let mut starred = Places::new();
        self.bind_carried(&l.pat, &init.map(&mut |_| Places::new()), &mut starred);
        let own = self.pat_alias(&l.pat);
        match (&l.form, rows) {
            (LoopForm::For(name, _), _) => self.state.bind(name, &Alias::fresh(), Kept::No),
            (LoopForm::ForIn(pat, _), rows) => {
                let places = rows.map(|rows| rows.places()).unwrap_or_default();
                self.bind_pat(pat, &Alias::Whole(places), Kept::Row);
            }
            (LoopForm::While(cond), _) => drop(self.exp(cond)),
        }
        let next = self.exp(&l.body);
        self.state.around.pop();
        self.state.locals.truncate(scope);

        let mut carried = vec![];
        zip(&own, &init, &next, &mut |own, init, next| {
            carried.push(Carried {
                own: own.clone(),
                init: init.clone(),
                next: next.clone(),
                consumed: false,
            });
        });
        // Where every round puts something new in place of a part, an asterisk takes nothing from the initial value.
        let carried_on: Places = carried.iter().flat_map(|part| &part.next).copied().collect();
        let spent = self.state.spent[spent..].iter().map(|(place, _)| *place);
        let spent: Places = spent.chain(starred.intersection(&carried_on).copied()).collect();
        for part in &mut carried {
            part.consumed = !part.own.is_disjoint(&spent);
        }
        spread(&mut carried);
        self.rounds(l, &carried);
        self.initial(l, &carried, used);
        self.loop_result(&own, &next, &carried)
    }

    /// The parts that are consumed must be new in every round.
    fn rounds(&mut self, l: &Loop, carried: &[Carried]) {
        for (i, part) in carried.iter().enumerate().filter(|(_, part)| part.consumed) {
            let outside = |p: &&_| self.is_outside(**p);
            let mut others = carried.iter().enumerate().filter(|(j, _)| *j != i);
            let error = if let Some(place) = part.next.iter().find(outside) {
                let name = self.state.name(*place);
                format!("the loop consumes what it carries, but carries on {name} from outside")
            } else if let Some(place) =
                others.find_map(|(_, other)| part.next.intersection(&other.next).next())
            {
                let name = self.state.name(*place);
                format!("the loop consumes what it carries, but carries on {name} twice")
            } else {
                continue;
            };
            let error = Diagnostic::error("loop-result-shared", error).label(l.body.span, "carried on here");
            self.state.error(error.note("`copy` makes a new array that may be consumed"));
        }
    }

    /// Consumes the initial value as far as the loop does; nothing in it may use what that shares memory with.
    fn initial(&mut self, l: &Loop, carried: &[Carried], used: usize) {
        for part in carried.iter().filter(|part| part.consumed) {
            self.state.consume(&Alias::Whole(part.init.clone()), l.init.span);
            let inside = self.state.used[used..].iter().find(|(place, _)| part.init.contains(place)).copied();
            if let Some((place, span)) = inside {
                let name = self.state.name(place).to_string();
                self.state.use_after(&name, &name, span, l.init.span);
            }
        }
    }

    /// What the loop gives: the initial value, or that of the last round.
    fn loop_result(&self, own: &Alias, next: &Alias, carried: &[Carried]) -> Alias {
        // What places inside stand for outside.
        let mut origin: FxHashMap<_, &Carried> = FxHashMap::default();
        for part in carried {
            origin.extend(part.own.iter().map(|place| (*place, part)));
        }
        let resolve = |places: &Places| -> Places {
            let mut all = Places::new();
            for place in places {
                match origin.get(place) {
                    Some(part) if part.consumed => {}
                    Some(part) => all.extend(&part.init),
                    None => drop(all.insert(*place)),
                }
            }
            all
        };
        let last = next.map(&mut |places| resolve(places));
        last.or(own.map(&mut |places| resolve(places)))
    }

    /// Binds what a loop carries. A type without asterisk says that it is not consumed, one with an asterisk that it is.
    fn bind_carried(&mut self, pat: &Pat, alias: &Alias, starred: &mut Places) {
        match &pat.kind {
            PatKind::Typed(inner, _) if !Param::of_pat(pat).consumes => {
                self.bind_pat(inner, alias, Kept::Carried);
            }
            PatKind::Typed(inner, ty) => {
                self.bind_pat(inner, alias, Kept::No);
                if let TypeKind::Unique(_) = ty.kind {
                    starred.extend(self.pat_alias(inner).places());
                }
            }
            PatKind::Record(fields) => {
                for (name, pat) in fields {
                    self.bind_carried(pat, &alias.field(name), starred);
                }
            }
            _ => self.bind_pat(pat, alias, Kept::No),
        }
    }

    /// The places of the names that a pattern has bound.
    fn pat_alias(&self, pat: &Pat) -> Alias {
        match &pat.kind {
            PatKind::Name(name) => self.local(name).cloned().unwrap_or_else(Alias::fresh),
            PatKind::Record(fields) => {
                Alias::Record(fields.iter().map(|(name, pat)| (name.clone(), self.pat_alias(pat))).collect())
            }
            PatKind::Typed(pat, _) => self.pat_alias(pat),
            _ => Alias::fresh(),
        }
    }
}

/// A part that becomes a consumed one in the next round is consumed too.
fn spread(carried: &mut [Carried]) {
    loop {
        let mut changed = false;
        for i in 0..carried.len() {
            let reaches = |part: &Carried| part.consumed && !part.next.is_disjoint(&carried[i].own);
            if !carried[i].consumed && carried.iter().any(reaches) {
                carried[i].consumed = true;
                changed = true;
            }
        }
        if !changed {
            return;
        }
    }
}

/// Goes through the parts of three values of one type.
fn zip(own: &Alias, init: &Alias, next: &Alias, each: &mut dyn FnMut(&Places, &Places, &Places)) {
    if let Alias::Record(fields) = own {
        for (name, own) in fields {
            zip(own, &init.field(name), &next.field(name), each);
        }
    } else {
        each(&own.places(), &init.places(), &next.places());
    }
}
