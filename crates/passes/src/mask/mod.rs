//! Branches inside of maps whose sides have operators: the operators move in front of the branch, over no elements where their side
//! is not taken.
//!
//! ```text
//! let r = if c { let t = screma m (x <- xs) {} red + (x); let d = div t m in (d) } else { in (0) }
//!   =>
//! let w = select c m 0
//! let t = screma w (x <- slice xs [from 0 len w]) {} red + (x)
//! let r = if c { let d = div t m in (d) } else { in (0) }
//! ```
//!
//! Bodies run where they ran before, so checks and work are the same; scalar code stays in branches. Where `c` says that `m` is not
//! 0, or that it is, the width stays as it is; so it does for a small reduction over elements that are gone through anyway (`anyway`).
//! A row that the branch returns is a map over its elements, whose bodies are branches: `if c {map f xs} else {map g xs}` is
//! `map (\x -> if c {f x} else {g x}) xs`; so are rows that a side takes out of an array, copies or joins. Literals of one size become
//! scalars of the branch. A row that is one part or another of an array is a part of it that begins where the branch says. Rows that a
//! side filters are filtered under a flag that the branch says (`kept`).
//!
//! Precondition and postcondition: verified Core. Does not do: sides with loops around operators, calls, accumulators, arrays in
//! arrays; conditions that are the same at every point, whose branch the host takes, but for those that it would have to wait for
//! (`device`).

mod anyway;
mod choice;
mod device;
mod element;
mod kept;
mod literals;
mod widths;

use self::element::Elem;
use self::kept::Width;
use crate::effects::{exp_can_fail, is_total};
use base::{BinOp, Loc, ScalarType};
use ir::walk::{Subst, free_vars};
use ir::{
    Atom, Body, CheckKind, Core, Exp, Input, Out, Pat, Prim, Results, Screma, Slice, Soac, Stm, Type, Var,
    Vars, View, fresh,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Rewrites every function.
pub fn mask(mut core: Core) -> Core {
    for fun in &mut core.funs {
        let mut masker = Masker {
            vars: &mut core.vars,
            varying: FxHashSet::default(),
            on_device: FxHashSet::default(),
            written: FxHashMap::default(),
            defs: FxHashMap::default(),
            added: FxHashMap::default(),
        };
        masker.block(&mut fun.body.stms, Place::Host);
    }
    core
}

struct Masker<'a> {
    vars: &'a mut Vars,
    /// Variables that are bound inside of maps.
    varying: FxHashSet<Var>,
    /// Numbers of the host that operators leave on the device, and what is computed from them.
    on_device: FxHashSet<Var>,
    /// The elements of arrays that sides write out, few of each.
    written: FxHashMap<Var, Vec<Atom>>,
    /// Comparisons.
    defs: FxHashMap<Var, (BinOp, Atom, Atom)>,
    /// By width, how much code of sides runs at every element, whether or not the side is taken.
    added: FxHashMap<Atom, usize>,
}

/// What is around a statement.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Host,
    /// A loop of the host: what it carries may change places, which costs nothing.
    HostLoop,
    Map,
    /// A loop inside of a map: what it carries may be rows of a point, which a branch only exchanges.
    Loop,
}

/// One side of a branch.
struct Side {
    cond: Atom,
    /// The value of the condition on this side.
    holds: bool,
    /// Variables that the side binds.
    bound: FxHashSet<Var>,
    /// Widths of operators, masked.
    widths: FxHashMap<Atom, Atom>,
    /// The filters that one over the rows of both sides takes the place of, by what they bind.
    filters: FxHashSet<Var>,
    loc: Loc,
}

impl Masker<'_> {
    fn block(&mut self, block: &mut Vec<Stm<Soac>>, place: Place) {
        for mut stm in std::mem::take(block) {
            let inner = if matches!(stm.exp, Exp::Op(_)) {
                Place::Map
            } else if matches!(stm.exp, Exp::Loop(_)) && place == Place::Map {
                Place::Loop
            } else if matches!(stm.exp, Exp::Loop(_)) && place == Place::Host {
                Place::HostLoop
            } else {
                place
            };
            if let Exp::Op(Soac::Screma(s)) = &stm.exp {
                self.varying.extend(s.inputs.iter().map(|(param, _)| *param));
            }
            stm.exp.blocks_mut(&mut |block, _| self.block(block, inner));
            if let Exp::Prim(Prim::Bin { op, ty: ScalarType::I64, a, b }) = &stm.exp {
                self.defs.insert(stm.pat.vals[0], (*op, *a, *b));
            }
            let host = matches!(place, Place::Host | Place::HostLoop);
            match host {
                true => self.note(&stm),
                false => self.varying.extend(stm.pat.all()),
            }
            let Stm { mut pat, exp: Exp::If { cond, mut then, mut els }, loc, attrs } = stm else {
                block.push(stm);
                continue;
            };
            if host && self.is_selected(&pat, cond, [&then, &els]) {
                self.select(&pat, cond, [*then, *els], &loc, block);
                continue;
            }
            let varies = !host && self.varies(cond);
            let literals = if varies { self.literals(&mut pat, [&mut then, &mut els], &loc) } else { vec![] };
            if varies
                && place == Place::Map
                && let Some(choice) = self.choice(&pat, cond, &then, &els, &loc)
            {
                block.extend(choice);
            } else if self.is_masked(&pat, cond, &then, &els, place) {
                self.branch(&pat, (cond, host), [*then, *els], &loc, block);
            } else {
                block.push(Stm { pat, exp: Exp::If { cond, then, els }, loc, attrs });
            }
            block.extend(literals);
        }
    }

    fn varies(&self, cond: Atom) -> bool {
        cond.var().is_some_and(|c| self.varying.contains(&c))
    }

    fn is_masked(&self, pat: &Pat, cond: Atom, then: &Body<Soac>, els: &Body<Soac>, place: Place) -> bool {
        let varies = match place {
            Place::Map | Place::Loop => self.varies(cond),
            Place::Host => self.is_awaited(cond, [then, els]),
            Place::HostLoop => {
                let array = |v: Var| self.vars[v].ty.is_array();
                !pat.all().any(array) && self.is_awaited(cond, [then, els])
            }
        };
        let results = pat.vals.iter().all(|v| match &self.vars[*v].ty {
            Type::Data { dims, .. } => dims.len() <= 1,
            Type::Acc { .. } | Type::Cert | Type::Offsets => false,
        });
        let operators = [then, els].iter().any(|side| side.stms.iter().any(|s| matches!(s.exp, Exp::Op(_))));
        // A loop of a map may be code of a kernel, which chooses between its rows itself.
        let rows = || place == Place::Map && pat.vals.iter().any(|v| self.vars[*v].ty.is_array());
        let taken = |stm: &Stm<Soac>, side: &Body<Soac>| {
            matches!(place, Place::Map | Place::Loop) && self.is_returned_row(stm, side)
        };
        let movable =
            |side: &&Body<Soac>| side.stms.iter().all(|stm| self.is_movable(stm) || taken(stm, side));
        varies && results && (operators || rows()) && [then, els].iter().all(movable)
    }

    /// Whether a statement is scalar code or can stand in front of the branch.
    fn is_movable(&self, stm: &Stm<Soac>) -> bool {
        let scalar = |v: Var| self.vars[v].ty.as_scalar().is_some();
        let scalars = || stm.pat.all().all(scalar);
        match &stm.exp {
            Exp::Prim(_) | Exp::Read { .. } | Exp::Trace { .. } => true,
            Exp::Atom(_) => scalars(),
            Exp::Check(check) => {
                if let CheckKind::Equal { a, .. } = &check.kind {
                    a.ty(self.vars).as_scalar().is_some()
                } else {
                    true
                }
            }
            Exp::If { .. } | Exp::Loop(_) => {
                let array = |e: &Exp<Soac>| {
                    !matches!(
                        e,
                        Exp::Prim(_)
                            | Exp::Read { .. }
                            | Exp::Check(_)
                            | Exp::Atom(_)
                            | Exp::If { .. }
                            | Exp::Loop(_)
                    )
                };
                scalars() && !stm.exp.any(&mut |e| array(e))
            }
            Exp::View(View::Iota { .. } | View::Literal { .. }) => true,
            Exp::View(View::Replicate { x, .. }) => x.ty(self.vars).as_scalar().is_some(),
            Exp::View(View::Slice { arr, slices }) => {
                self.vars[*arr].ty.rank() == 1 && matches!(slices[..], [Slice::Range { .. }])
            }
            Exp::Op(Soac::Screma(s)) => {
                s.inputs.iter().all(|(param, input)| match input {
                    Input::Iota => true,
                    Input::Acc(_) => false,
                    Input::Array(_) => scalar(*param),
                }) && s.clauses.outs.iter().zip(stm.pat.all()).all(|(out, var)| match out {
                    Out::Acc(_) | Out::Owned(_) | Out::Offsets(_) | Out::Cert => false,
                    Out::Point(_) | Out::Kept(_) => self.vars[var].ty.rank() == 1,
                    Out::Row(_) | Out::Count => scalar(var),
                })
            }
            Exp::View(_)
            | Exp::Op(Soac::Stream(_))
            | Exp::Copy { .. }
            | Exp::Scratch { .. }
            | Exp::Total { .. }
            | Exp::Write { .. }
            | Exp::UpdateAcc { .. }
            | Exp::Call { .. }
            | Exp::WithAcc { .. } => false,
        }
    }

    /// Moves the operators of a branch in front of it; `host` says whether the host takes it.
    fn branch(
        &mut self,
        pat: &Pat,
        (cond, host): (Atom, bool),
        mut sides: [Body<Soac>; 2],
        loc: &Loc,
        out: &mut Vec<Stm<Soac>>,
    ) {
        let start = out.len();
        sides.iter_mut().for_each(|side| self.fuse_side(side));
        let kept = self.kept_rows(pat, &sides);
        let scalar: Vec<bool> = pat.vals.iter().map(|v| self.vars[*v].ty.as_scalar().is_some()).collect();
        let mut bodies = vec![];
        let mut rows: Vec<Vec<Elem>> = vec![];
        let mut known = vec![];
        for (k, (body, holds)) in sides.into_iter().zip([true, false]).enumerate() {
            let bound = body.stms.iter().flat_map(|stm| stm.pat.all()).collect();
            let filters = kept.iter().filter_map(|kept| kept.sides[k].as_ref()).flat_map(|f| f.pat.all());
            let (filters, widths) = (filters.collect(), FxHashMap::default());
            let mut side = Side { cond, holds, bound, widths, filters, loc: loc.clone() };
            let (body, elems) = self.side(&mut side, body, &scalar, out);
            bodies.push(Box::new(body));
            rows.push(elems);
            known.push(side);
        }
        let (Some(mut els), Some(mut then)) = (bodies.pop(), bodies.pop()) else { return };
        let widths: Vec<Width> = kept.iter().map(|kept| self.kept_width(kept, &mut known, out)).collect();
        let scalars = pat.vals.iter().zip(&scalar).filter(|(_, s)| **s).map(|(v, _)| *v);
        let mut vals: Vec<Var> = pat.sizes.iter().copied().chain(scalars).collect();
        for (kept, width) in kept.iter().zip(&widths).rev() {
            width.replace(kept.size, &mut vals, [&mut then.result.vals, &mut els.result.vals]);
        }
        if !vals.is_empty() || !then.stms.is_empty() || !els.stms.is_empty() {
            let vals = Pat::vals(vals);
            if self.is_selected(&vals, cond, [&then, &els]) {
                self.select(&vals, cond, [*then, *els], loc, out);
            } else {
                let stm = Stm::new(vals, Exp::If { cond, then, els }, loc.clone());
                // Beside the scalar code in front it is part of one kernel with it.
                let uses = free_vars(&stm, self.vars);
                let needed = |s: &Stm<Soac>| s.pat.all().any(|v| uses.contains(&v));
                let first = out[start..].iter().rposition(needed).map_or(start, |at| start + at + 1);
                let at = if exp_can_fail(&stm.exp) { out.len() } else { first };
                out.insert(at, stm);
            }
        }
        let (Some(els), Some(then)) = (rows.pop(), rows.pop()) else { return };
        let arrays = pat.vals.iter().zip(&scalar).filter(|(_, s)| !**s).map(|(v, _)| *v);
        let mut left = vec![];
        let mut filtered: Vec<Vec<(Var, [Elem; 2])>> = kept.iter().map(|_| vec![]).collect();
        for (var, (then, els)) in arrays.zip(then.into_iter().zip(els)) {
            let size = self.vars[var].ty.dims()[0].size;
            match kept.iter().position(|kept| size == Atom::Var(pat.sizes[kept.size])) {
                Some(at) => filtered[at].push((var, [then, els])),
                None => left.push((var, [then, els])),
            }
        }
        for (var, elems) in left {
            let ty = self.vars[var].ty.clone();
            let (width, elem) = (ty.dims()[0].size, ty.with_dims(vec![]));
            let j = fresh(self.vars, "j", Type::i64());
            let mut inputs = vec![(j, Input::Iota)];
            let sides = elems.map(|side| Box::new(self.element(side, j, width, &mut inputs, loc)));
            let [then, els] = sides;
            let value = fresh(self.vars, "elem", elem);
            let body = vec![Stm::new(Pat::one(value), Exp::If { cond, then, els }, loc.clone())];
            let body = Body { stms: body, result: Results::vals(vec![value.into()]) };
            let map = Screma::map(width, inputs, body, self.vars);
            out.push(Stm::new(Pat::one(var), Exp::Op(Soac::Screma(map)), loc.clone()));
        }
        for ((kept, width), rows) in kept.into_iter().zip(widths).zip(filtered) {
            let size = pat.sizes[kept.size];
            let filter = self.filter(kept, (cond, width.atom()), size, rows, loc);
            if host {
                self.note(&filter);
            }
            out.push(filter);
        }
    }

    /// Moves the operators of a side to `out`; gives its scalar code, with its sizes and scalars, and what its rows are.
    fn side(
        &mut self,
        side: &mut Side,
        body: Body<Soac>,
        scalar: &[bool],
        out: &mut Vec<Stm<Soac>>,
    ) -> (Body<Soac>, Vec<Elem>) {
        let mut scalars: Vec<Stm<Soac>> = vec![];
        let mut rows: FxHashMap<Var, Elem> = FxHashMap::default();
        for (i, mut stm) in body.stms.iter().cloned().enumerate() {
            if let Some(elem) = self.returned_row(&stm, &body, &mut scalars) {
                rows.insert(stm.pat.vals[0], elem);
                continue;
            }
            if !matches!(stm.exp, Exp::Op(_) | Exp::View(_)) {
                scalars.push(stm);
                continue;
            }
            let used: FxHashSet<Var> = free_vars(&stm, self.vars).into_iter().collect();
            // What a check of the side lets pass is taken for granted behind it.
            let checks = scalars.iter().any(|s| exp_can_fail(&s.exp));
            if checks || scalars.iter().flat_map(|s| s.pat.all()).any(|v| used.contains(&v)) {
                if scalars.iter().all(is_cheap) {
                    scalars.iter().flat_map(|s| s.pat.all()).for_each(|v| _ = side.bound.remove(&v));
                    out.append(&mut scalars);
                } else {
                    self.export(side, &mut scalars, &body, i, out);
                }
            }
            if let (Exp::Op(Soac::Screma(s)), true) =
                (&stm.exp, stm.pat.all().any(|v| side.filters.contains(&v)))
            {
                rows.extend(stm.pat.vals.iter().zip(kept::values(s)).map(|(var, x)| (*var, Elem::Kept(x))));
                continue;
            }
            if let (Exp::Op(Soac::Screma(s)), true) = (&stm.exp, self.is_element_code(&stm, &body)) {
                rows.insert(stm.pat.vals[0], Elem::Computed(Box::new(s.clone())));
                continue;
            }
            if !self.goes_along(side, &stm, out) {
                self.move_out(side, &mut stm, out);
            }
            out.push(stm);
        }
        let mut elems = vec![];
        let mut vals = body.result.sizes.clone();
        for (atom, scalar) in body.result.vals.iter().zip(scalar) {
            match atom {
                atom if *scalar => vals.push(*atom),
                Atom::Var(v) => elems.push(rows.get(v).cloned().unwrap_or(Elem::Read(*v, vec![]))),
                Atom::Const(_) => base::bug!("mask", "a constant is no array"),
            }
        }
        // What the elements of a row are computed from is scalar code of the side too.
        let rows = elems.iter().flat_map(|elem| match elem {
            Elem::Read(_, index) => index.iter().filter_map(|a| a.var()).collect(),
            Elem::Joined(arrs) => {
                arrs.iter().filter_map(|arr| self.vars[*arr].ty.dims()[0].size.var()).collect()
            }
            Elem::Computed(s) => free_vars(s.as_ref(), self.vars),
            // The filter has found its free variables in front of the branch.
            Elem::Kept(_) => vec![],
        });
        let rows: FxHashSet<Var> = rows.collect();
        if scalars.iter().flat_map(|s| s.pat.all()).any(|v| rows.contains(&v)) {
            self.export(side, &mut scalars, &body, 0, out);
        }
        (Body { stms: scalars, result: Results::vals(vals) }, elems)
    }

    /// Makes the scalars of a side known in front of the branch: 0 where the side is not taken.
    fn export(
        &mut self,
        side: &Side,
        scalars: &mut Vec<Stm<Soac>>,
        body: &Body<Soac>,
        at: usize,
        out: &mut Vec<Stm<Soac>>,
    ) {
        let stms = std::mem::take(scalars);
        let mut used: FxHashSet<Var> = body.result.all().filter_map(Atom::var).collect();
        body.stms[at..].iter().for_each(|stm| used.extend(free_vars(stm, self.vars)));
        let bound = stms.iter().flat_map(|s| s.pat.all());
        let vals: Vec<Var> =
            bound.filter(|v| used.contains(v) && self.vars[*v].ty.as_scalar().is_some()).collect();
        let taken = Body { stms, result: Results::vals(vals.iter().map(|v| Atom::Var(*v)).collect()) };
        let taken = Subst::renaming(self.vars, vec![]).apply(taken);
        let zero = |v: &Var| Atom::Const(self.vars[*v].ty.elem().unwrap_or(ScalarType::I64).zero());
        let other = Body { stms: vec![], result: Results::vals(vals.iter().map(zero).collect()) };
        let (then, els) = if side.holds { (taken, other) } else { (other, taken) };
        let exp = Exp::If { cond: side.cond, then: Box::new(then), els: Box::new(els) };
        out.push(Stm::new(Pat::vals(vals), exp, side.loc.clone()));
    }
}

/// Whether a statement can as well be evaluated where its side is not taken.
fn is_cheap(stm: &Stm<Soac>) -> bool {
    matches!(&stm.exp, Exp::Prim(prim) if is_total(prim))
}
