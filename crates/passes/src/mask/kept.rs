//! Branches that filter rows: one filter, whose flag is a branch.
//!
//! ```text
//! let (k | r) = if c { let (n | ys) = screma m (x <- xs) { let f = gt x 0 } keep f out (count, kept x) in (n | ys) } else { in (m | xs) }
//!   =>
//! let (k | r) = screma m (x <- xs) { let (f, y) = if c { let f = gt x 0 in (f, x) } else { in (true, x) } } keep f out (count, kept y)
//! ```
//!
//! A side that does not filter keeps all elements of its rows. Where the sides go through different numbers of elements, the branch
//! says how many; where one has none, the other's are masked as those of any operator are.

use super::element::Elem;
use super::{Masker, Side};
use crate::fuse::fuse_side;
use base::{Loc, ScalarType};
use ir::walk::{Subst, free_vars};
use ir::{Atom, Body, Clauses, Exp, Input, Keep, Out, Pat, Results, Screma, Soac, Stm, Type, Var, fresh};

/// The rows of one size that a branch returns, filtered on one side at least.
pub(super) struct Kept {
    /// Which size of the branch.
    pub(super) size: usize,
    /// The filter of each side that has one.
    pub(super) sides: [Option<Filter>; 2],
    /// How many elements each side goes through.
    widths: [Atom; 2],
}

/// A filter of a side.
pub(super) struct Filter {
    pub(super) pat: Pat,
    screma: Screma<Soac>,
}

/// How many elements the filter of a branch goes through.
pub(super) enum Width {
    /// A number that is known in front of the branch.
    Known(Atom),
    /// One of two numbers, which the branch gives.
    Chosen(Var, [Atom; 2]),
}

impl Width {
    pub(super) fn atom(&self) -> Atom {
        match self {
            Width::Known(atom) => *atom,
            Width::Chosen(var, _) => (*var).into(),
        }
    }

    /// Replaces the size at an index of what a branch binds, and of what its sides give, by this width.
    pub(super) fn replace(&self, at: usize, vals: &mut Vec<Var>, sides: [&mut Vec<Atom>; 2]) {
        match self {
            Width::Known(_) => {
                vals.remove(at);
                sides.into_iter().for_each(|side| _ = side.remove(at));
            }
            Width::Chosen(var, widths) => {
                vals[at] = *var;
                sides.into_iter().zip(widths).for_each(|(side, width)| side[at] = *width);
            }
        }
    }
}

/// The values that a filter keeps, of its body.
pub(super) fn values(s: &Screma<Soac>) -> impl Iterator<Item = Atom> + '_ {
    s.clauses.outs.iter().filter_map(Out::atom)
}

impl Masker<'_> {
    /// Makes the producers of a side that filters parts of their consumers, as fusion would do but for the branch.
    pub(super) fn fuse_side(&mut self, side: &mut Body<Soac>) {
        let operators =
            || side.stms.iter().filter_map(|stm| if let Exp::Op(op) = &stm.exp { Some(op) } else { None });
        let keeps = |op: &Soac| matches!(op, Soac::Screma(s) if s.clauses.keep.is_some());
        if operators().any(keeps) && operators().count() > 1 {
            let behind: Vec<Var> = side.result.all().filter_map(Atom::var).collect();
            fuse_side(&mut side.stms, &behind, self.vars);
        }
    }

    /// The rows of a branch that a filter over both sides gives.
    pub(super) fn kept_rows(&self, pat: &Pat, sides: &[Body<Soac>; 2]) -> Vec<Kept> {
        let group = |size: usize| {
            let of = Atom::Var(pat.sizes[size]);
            let rows = pat.vals.iter().enumerate();
            let rows =
                rows.filter(|(_, v)| self.vars[**v].ty.dims().first().is_some_and(|dim| dim.size == of));
            let rows: Vec<usize> = rows.map(|(at, _)| at).collect();
            let filters = sides.each_ref().map(|side| self.filter_of(side, size, &rows));
            let mut widths = sides.each_ref().map(|side| side.result.sizes[size]);
            for (width, filter) in widths.iter_mut().zip(&filters) {
                *width = filter.as_ref().map_or(*width, |filter| filter.screma.width);
            }
            let kept = Kept { size, sides: filters, widths };
            kept.sides.iter().any(Option::is_some).then_some(kept)
        };
        (0..pat.sizes.len()).filter_map(group).collect()
    }

    /// The filter that gives all rows of a size on a side, which nobody else uses.
    fn filter_of(&self, side: &Body<Soac>, size: usize, rows: &[usize]) -> Option<Filter> {
        let count = side.result.sizes[size].var()?;
        let stm = side.stms.iter().find(|stm| stm.pat.sizes[..] == [count])?;
        let Exp::Op(Soac::Screma(s)) = &stm.exp else { return None };
        let Clauses { reds, scans, keep: Some(keep), end, outs, .. } = &s.clauses else { return None };
        let only_keeps = reds.is_empty() && scans.is_empty() && end.is_empty() && keep.place.is_none();
        let kept = |out: &Out| matches!(out, Out::Kept(_) | Out::Count);
        let arrays = |input: &Input| !matches!(input, Input::Acc(_));
        let scalar = |stm: &Stm<Soac>| !stm.exp.any(&mut |e| matches!(e, Exp::Op(_) | Exp::WithAcc { .. }));
        if !only_keeps
            || !outs.iter().all(kept)
            || !s.inputs.iter().all(|(_, input)| arrays(input))
            || !s.body.iter().chain(&s.clauses.each).all(scalar)
        {
            return None;
        }
        let bound = |v: &Var| stm.pat.all().any(|other| other == *v);
        let others = || side.stms.iter().filter(|other| other.pat != stm.pat);
        let elsewhere = others().any(|other| free_vars(other, self.vars).iter().any(bound));
        let given = side.result.vals.iter().enumerate();
        let given: Vec<usize> =
            given.filter(|(_, a)| a.var().is_some_and(|v| bound(&v))).map(|(at, _)| at).collect();
        let sizes = side.result.sizes.iter().filter(|a| **a == Atom::Var(count)).count();
        let filter = Filter { pat: stm.pat.clone(), screma: s.clone() };
        (!elsewhere && given == rows && sizes == 1).then_some(filter)
    }

    /// How many elements a filter goes through, after the operators of both sides have been moved to `out`.
    pub(super) fn kept_width(&mut self, kept: &Kept, sides: &mut [Side], out: &mut Vec<Stm<Soac>>) -> Width {
        let [then, els] = kept.widths;
        let bound = |at: usize| kept.widths[at].var().is_some_and(|v| sides[at].bound.contains(&v));
        if then == els && !bound(0) {
            return Width::Known(then);
        }
        let none = [els, then].iter().position(|width| *width == Atom::i64(0));
        if let Some(at) = none.filter(|at| !bound(*at))
            && let Some(filter) = &kept.sides[at]
        {
            let side = &mut sides[at];
            return Width::Known(match self.is_small_beside(side, &filter.screma, out) {
                true => filter.screma.width,
                false => self.width(side, filter.screma.width, out),
            });
        }
        Width::Chosen(fresh(self.vars, "w", Type::i64()), kept.widths)
    }

    /// The filter over both sides of a branch.
    pub(super) fn filter(
        &mut self,
        kept: Kept,
        (cond, width): (Atom, Atom),
        size: Var,
        rows: Vec<(Var, [Elem; 2])>,
        loc: &Loc,
    ) -> Stm<Soac> {
        let j = fresh(self.vars, "j", Type::i64());
        let mut inputs = vec![(j, Input::Iota)];
        let elems: Vec<Type> = rows.iter().map(|(var, _)| self.vars[*var].ty.with_dims(vec![])).collect();
        let mut bodies = vec![];
        for (k, filter) in kept.sides.into_iter().enumerate() {
            let elems = rows.iter().map(|(_, elems)| elems[k].clone());
            let body = match filter {
                Some(filter) => self.filtered(filter.screma, (j, width), elems.collect(), &mut inputs, loc),
                // No element of this side is gone through, or none is kept.
                None if kept.widths[k] == Atom::i64(0) => {
                    let zeros = rows.iter().map(|(var, _)| self.zero(*var));
                    let vals = std::iter::once(Atom::bool(false)).chain(zeros).collect();
                    Body { stms: vec![], result: Results::vals(vals) }
                }
                None => {
                    let mut all = Body { stms: vec![], result: Results::vals(vec![Atom::bool(true)]) };
                    for elem in elems {
                        let body = self.element(elem, j, width, &mut inputs, loc);
                        all.stms.extend(body.stms);
                        all.result.vals.extend(body.result.vals);
                    }
                    all
                }
            };
            bodies.push(Box::new(body));
        }
        let (Some(els), Some(then)) = (bodies.pop(), bodies.pop()) else {
            base::bug!("mask", "a branch has two sides")
        };
        let flag = fresh(self.vars, "kept", Type::scalar(ScalarType::Bool));
        let values: Vec<Var> = elems.into_iter().map(|ty| fresh(self.vars, "elem", ty)).collect();
        let vals = std::iter::once(flag).chain(values.iter().copied()).collect();
        let body = vec![Stm::new(Pat::vals(vals), Exp::If { cond, then, els }, loc.clone())];
        let keep = Keep { flag: flag.into(), place: None, count: None, whole: false };
        let kept = values.into_iter().map(|x| Out::Kept(x.into()));
        let outs = std::iter::once(Out::Count).chain(kept).collect();
        let clauses = Clauses { keep: Some(keep), outs, ..Clauses::default() };
        let pat = Pat { sizes: vec![size], vals: rows.into_iter().map(|(var, _)| var).collect() };
        Stm::new(pat, Exp::Op(Soac::Screma(Screma { width, inputs, body, clauses })), loc.clone())
    }

    /// The element `j` of a side with a filter: whether it is kept, and its values.
    fn filtered(
        &mut self,
        s: Screma<Soac>,
        (j, width): (Var, Atom),
        elems: Vec<Elem>,
        inputs: &mut Vec<(Var, Input)>,
        loc: &Loc,
    ) -> Body<Soac> {
        let mut stms = vec![];
        let subst = self.elements_of(&s, j, width, inputs, (&mut stms, loc));
        let values = elems.into_iter().map(|elem| match elem {
            Elem::Kept(x) => x,
            Elem::Read(..) | Elem::Joined(_) | Elem::Computed(_) => {
                base::bug!("mask", "a filtered row is no other one")
            }
        });
        let values: Vec<Atom> = values.collect();
        let flag = s.clauses.keep.map_or(Atom::bool(true), |keep| keep.flag);
        let mut body = Body { stms: s.body, result: Results::vals(vec![flag]) };
        if s.clauses.each.is_empty() {
            body.result.vals.extend(values);
        } else {
            let types: Vec<Type> = values.iter().map(|x| x.ty(self.vars)).collect();
            let zeros = types.iter().map(|ty| Atom::Const(ty.elem().unwrap_or(ScalarType::I64).zero()));
            let none = Body { stms: vec![], result: Results::vals(zeros.collect()) };
            let each = Body { stms: s.clauses.each, result: Results::vals(values) };
            let vals: Vec<Var> = types.into_iter().map(|ty| fresh(self.vars, "elem", ty)).collect();
            body.result.vals.extend(vals.iter().map(|v| Atom::Var(*v)));
            let exp = Exp::If { cond: flag, then: Box::new(each), els: Box::new(none) };
            body.stms.push(Stm::new(Pat::vals(vals), exp, loc.clone()));
        }
        let body = Subst::renaming(self.vars, subst).apply(body);
        stms.extend(body.stms);
        Body { stms, result: body.result }
    }

    fn zero(&self, row: Var) -> Atom {
        Atom::Const(self.vars[row].ty.elem().unwrap_or(ScalarType::I64).zero())
    }
}
