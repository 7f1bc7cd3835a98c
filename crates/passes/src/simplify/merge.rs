//! Equal views and equal operators: one is enough.
//!
//! ```text
//! let ys = screma n (x <- xs) { let i = bounds! x m  let y = as[i] } out (y)
//! let zs = screma n (x <- xs) { let j = bounds! x m  let z = as[j] } out (z)         =>   zs is ys
//! ```
//!
//! An operator goes if everything that it computes is computed by one in front: it cannot fail where that one has not. Positions
//! and the indices of failures are not compared. Arrays that may be overwritten are not merged.

use super::Simplifier;
use ir::walk::{Mapper, Walk};
use ir::{Atom, Check, Dim, Exp, Fold, Input, Out, Pat, Screma, Soac, Stm, Var, View};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// How many operators and views in front are looked at.
const MOST: usize = 32;

/// Operators and views in front that others may be equal to.
#[derive(Clone, Default)]
pub(super) struct Earlier {
    scremas: Vec<Rc<(Pat, Screma<Soac>)>>,
    views: Vec<Rc<(Pat, View)>>,
}

impl Earlier {
    /// Remembers a statement.
    pub(super) fn learn(&mut self, stm: &Stm<Soac>) {
        match &stm.exp {
            Exp::Op(Soac::Screma(s)) if is_pure(&stm.exp) => {
                self.scremas.push(Rc::new((stm.pat.clone(), s.clone())));
            }
            Exp::View(view) if is_shared(view) => self.views.push(Rc::new((stm.pat.clone(), view.clone()))),
            Exp::Atom(_)
            | Exp::Prim(_)
            | Exp::Read { .. }
            | Exp::Check(_)
            | Exp::Trace { .. }
            | Exp::View(_)
            | Exp::Copy { .. }
            | Exp::Scratch { .. }
            | Exp::Total { .. }
            | Exp::Write { .. }
            | Exp::UpdateAcc { .. }
            | Exp::Call { .. }
            | Exp::If { .. }
            | Exp::Loop(_)
            | Exp::WithAcc { .. }
            | Exp::Op(_) => {}
        }
    }
}

/// Whether a view shows the memory of another array, and is not a new one.
fn is_shared(view: &View) -> bool {
    match view {
        View::Row { .. }
        | View::Slice { .. }
        | View::Gather { .. }
        | View::Rearrange { .. }
        | View::Reshape { .. }
        | View::Recast { .. } => true,
        View::Iota { .. } | View::Replicate { .. } | View::Literal { .. } | View::Concat { .. } => false,
    }
}

/// Whether nothing but checks can be noticed of an evaluation.
fn is_pure(exp: &Exp<Soac>) -> bool {
    let noticed = |exp: &Exp<Soac>| matches!(exp, Exp::Call { .. } | Exp::Trace { .. });
    !crate::effects::writes(exp) && !exp.any(&mut |exp| noticed(exp))
}

impl Simplifier<'_> {
    /// What an array of uniform sizes is that was recast to other ones, if these are known to be equal: both have as many elements.
    pub(super) fn recast_of(&self, arr: Var) -> Option<Var> {
        let uniform = |var: Var| self.vars[var].ty.dims().iter().all(Dim::is_uniform);
        let view = self.known.earlier.views.iter().rev().take(MOST).find(|view| view.0.vals == [arr])?;
        if let View::Recast { arr: source, under, inside, .. } = &view.1
            && under.is_empty()
            && inside.is_empty()
            && uniform(*source)
            && uniform(arr)
        {
            return Some(*source);
        }
        None
    }

    /// The results of a statement in front that are also those of this one.
    pub(super) fn same_in_front(&self, stm: &Stm<Soac>) -> Option<Vec<(Var, Atom)>> {
        let found = match &stm.exp {
            Exp::Op(Soac::Screma(s)) => {
                let mut earlier = self.known.earlier.scremas.iter().rev().take(MOST);
                let pure = is_pure(&stm.exp);
                earlier
                    .find_map(|before| Merger::new(&before.1).screma(&before.0, s, &stm.pat).filter(|_| pure))
            }
            Exp::View(view) => {
                let mut earlier = self.known.earlier.views.iter().rev().take(MOST);
                let before = earlier.find(|before| before.1 == *view)?;
                Some(stm.pat.all().zip(before.0.all().map(Atom::Var)).collect())
            }
            Exp::Atom(_)
            | Exp::Prim(_)
            | Exp::Read { .. }
            | Exp::Check(_)
            | Exp::Op(Soac::Stream(_))
            | Exp::Trace { .. }
            | Exp::Copy { .. }
            | Exp::Scratch { .. }
            | Exp::Total { .. }
            | Exp::Write { .. }
            | Exp::UpdateAcc { .. }
            | Exp::Call { .. }
            | Exp::If { .. }
            | Exp::Loop(_)
            | Exp::WithAcc { .. } => None,
        }?;
        let shared = |(new, old): &(Var, Atom)| {
            self.overwritten.is_free(*new) && old.var().is_none_or(|old| self.overwritten.is_free(old))
        };
        found.iter().all(shared).then_some(found)
    }
}

/// What stands for the results of a screma if everything that it computes is computed by another one.
pub(super) fn equal_operators(before: &Stm<Soac>, after: &Stm<Soac>) -> Option<Vec<(Var, Atom)>> {
    let (Exp::Op(Soac::Screma(a)), Exp::Op(Soac::Screma(b))) = (&before.exp, &after.exp) else { return None };
    let pure = is_pure(&before.exp) && is_pure(&after.exp);
    Merger::new(a).screma(&before.pat, b, &after.pat).filter(|_| pure)
}

/// Compares a screma with one in front.
struct Merger<'a> {
    before: &'a Screma<Soac>,
    /// What variables of the later one are in the earlier one.
    same: FxHashMap<Var, Atom>,
}

impl<'a> Merger<'a> {
    fn new(before: &'a Screma<Soac>) -> Merger<'a> {
        Merger { before, same: FxHashMap::default() }
    }

    /// The results of the earlier one for each of the later one.
    fn screma(mut self, pat: &Pat, after: &Screma<Soac>, after_pat: &Pat) -> Option<Vec<(Var, Atom)>> {
        let (before, clauses) = (self.before, &after.clauses);
        let plain = clauses.each.is_empty() && before.clauses.each.is_empty();
        if before.width != after.width || !plain {
            return None;
        }
        for (param, input) in &after.inputs {
            match before.inputs.iter().find(|(_, other)| other == input) {
                Some((other, Input::Array(_) | Input::Iota)) => _ = self.same.insert(*param, (*other).into()),
                // Perhaps only failures name it.
                None if *input == Input::Iota => {}
                Some(_) | None => return None,
            }
        }
        let blocks: Vec<Exp<Soac>> = before.body.iter().map(|stm| self.canonical(&stm.exp)).collect();
        for stm in &after.body {
            let exp = self.canonical(&stm.exp);
            let at = blocks.iter().position(|other| *other == exp)?;
            let other = &before.body[at].pat;
            self.same.extend(stm.pat.all().zip(other.all().map(Atom::Var)));
        }
        self.folds(&before.clauses.reds, &clauses.reds)?;
        self.folds(&before.clauses.scans, &clauses.scans)?;
        match (&before.clauses.keep, &clauses.keep) {
            (None, None) => {}
            (Some(a), Some(b)) if a.flag == self.atom(b.flag) && b.place.is_none() => {}
            _ => return None,
        }
        let mut results = vec![];
        for (out, var) in clauses.outs.iter().zip(after_pat.all()) {
            let out = match out {
                Out::Point(a) => Out::Point(self.atom(*a)),
                Out::Kept(a) => Out::Kept(self.atom(*a)),
                Out::Row(a) => Out::Row(self.atom(*a)),
                Out::Count => Out::Count,
                Out::Acc(_) | Out::Owned(_) | Out::Offsets(_) | Out::Cert => return None,
            };
            let at = before.clauses.outs.iter().position(|other| *other == out)?;
            results.push((var, pat.all().nth(at)?.into()));
        }
        Some(results)
    }

    fn folds(&mut self, before: &[Fold<Soac>], after: &[Fold<Soac>]) -> Option<()> {
        let blocks: Vec<Fold<Soac>> = before.iter().map(|fold| self.canonical(fold)).collect();
        for fold in after {
            let canonical = self.canonical(fold);
            let at = blocks.iter().position(|other| *other == canonical)?;
            self.same.extend(fold.res.iter().copied().zip(before[at].res.iter().map(|v| Atom::Var(*v))));
        }
        Some(())
    }

    fn atom(&self, atom: Atom) -> Atom {
        atom.var().and_then(|v| self.same.get(&v).copied()).unwrap_or(atom)
    }

    /// The same under names that only say where they were bound, without positions and indices of failures.
    fn canonical<T: Walk + Clone + Erase>(&self, x: &T) -> T {
        let mut x = x.clone();
        x.erase();
        x.map_vars(&mut Canonical { same: &self.same, bound: FxHashMap::default() });
        x
    }
}

/// Forgets what does not matter for a value.
trait Erase {
    fn erase(&mut self);
}

impl Erase for Exp<Soac> {
    fn erase(&mut self) {
        if let Exp::Check(Check { at, .. }) = self {
            at.clear();
        }
        self.blocks_mut(&mut |block, _| block.iter_mut().for_each(Erase::erase));
    }
}

impl Erase for Stm<Soac> {
    fn erase(&mut self) {
        self.loc = base::Loc::none();
        self.exp.erase();
    }
}

impl Erase for Fold<Soac> {
    fn erase(&mut self) {
        self.op.body.stms.iter_mut().for_each(Erase::erase);
    }
}

struct Canonical<'a> {
    same: &'a FxHashMap<Var, Atom>,
    bound: FxHashMap<Var, Var>,
}

/// Numbers from here on are those of no variable.
const CANONICAL: usize = 1 << 30;

impl Mapper for Canonical<'_> {
    fn atom(&mut self, atom: Atom) -> Atom {
        let Atom::Var(v) = atom else { return atom };
        match self.bound.get(&v) {
            Some(v) => Atom::Var(*v),
            None => self.same.get(&v).copied().unwrap_or(atom),
        }
    }
    fn var(&mut self, var: Var) -> Var {
        self.atom(Atom::Var(var)).var().unwrap_or(var)
    }
    fn bind(&mut self, var: Var) -> Var {
        let new = <Var as base::Id>::from_index(CANONICAL + self.bound.len());
        self.bound.insert(var, new);
        new
    }
}
