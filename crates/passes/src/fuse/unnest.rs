//! Maps over the rows of an array whose elements do not know their rows are maps over the elements, where the rows are then flattened.
//!
//! ```text
//! let yss = screma n (s <- sizes, xs <- xss) { let ys = screma s (x <- xs) { let y = f x } out (y) } out (ys)
//! let flat = reshape [total] yss
//!   =>
//! let xs = reshape [total] xss
//! let flat = screma total (x <- xs) { let y = f x } out (y)
//! ```
//!
//! The rows of an array lie one after the other as they are, and what uses the flat array finds a map that it can be joined with. So it
//! is with what is kept of rows: as many are kept of all elements as the rows then have.

use super::Block;
use super::order::{passes, screma};
use ir::{Atom, Dim, Exp, Input, Out, Pat, Screma, Soac, Stm, Type, Var, Vars, View, fresh, walk};
use rustc_hash::FxHashMap;

/// Flattens the rows of one map before they are mapped; whether there was one. `join` fuses what is done with a row: if that is one
/// operator then, it is one over the elements.
pub(super) fn unnest(
    block: &mut Block,
    vars: &mut Vars,
    join: &mut dyn FnMut(&mut Stm<Soac>, &mut Vars),
) -> bool {
    for to in 0..block.stms.len() {
        let Some(rows) = Rows::of(block, vars, to) else { continue };
        let operators = |outer: &Screma<Soac>| {
            outer.body.len() > 1 && outer.body.iter().all(|stm| matches!(stm.exp, Exp::Op(Soac::Screma(_))))
        };
        if screma(block, rows.from).is_some_and(operators) {
            join(&mut block.stms[rows.from], vars);
            block.uses[rows.from] = walk::free_vars(&block.stms[rows.from], vars);
        }
        let Some(stms) = rows.elements(block, vars, to) else { continue };
        let mut gone: Vec<usize> = rows.flats.iter().map(|(_, at)| *at).filter(|at| *at != to).collect();
        gone.push(rows.from);
        let count = stms.len();
        block.stms.splice(to..=to, stms);
        // What stood behind has moved.
        gone.iter_mut().filter(|at| **at > to).for_each(|at| *at += count - 1);
        gone.sort_unstable();
        gone.into_iter().rev().for_each(|at| {
            block.stms.remove(at);
        });
        block.uses = block.stms.iter().map(|stm| walk::free_vars(stm, vars)).collect();
        return true;
    }
    false
}

/// A map over rows whose flattened results, and nothing else of it, are used.
struct Rows {
    /// Where it stands.
    from: usize,
    /// How many elements the flattened results have.
    width: Atom,
    /// The results, with the statements that flatten them.
    flats: Vec<(Var, usize)>,
    /// Whether the map keeps only some elements of each row. Then `width` counts those.
    kept: bool,
}

impl Rows {
    /// The map over rows that is first used at `to`: by a flat view or, if it keeps only some elements, to count them.
    fn of(block: &Block, vars: &Vars, to: usize) -> Option<Rows> {
        let counted = total_of(&block.stms[to]);
        let first = counted.or_else(|| Some(flat_view(&block.stms[to])?.0))?;
        let from = (0..to).find(|at| block.stms[*at].pat.all().any(|v| v == first))?;
        screma(block, from)?;
        let pat = &block.stms[from].pat;
        let (kept, width) = match (pat.sizes.as_slice(), counted) {
            ([], None) => (false, flat_view(&block.stms[to])?.1.first()?.size),
            ([size], Some(sizes)) if *size == sizes => {
                (true, block.stms[to].pat.vals.first().copied()?.into())
            }
            _ => return None,
        };
        if pat.all().any(|v| block.behind.contains(&v)) {
            return None;
        }
        let mut flats: Vec<(Var, usize)> = vec![];
        for at in from + 1..block.stms.len() {
            if kept && at == to || !block.uses[at].iter().any(|v| pat.all().any(|own| own == *v)) {
                continue;
            }
            let (rows, dims) = flat_view(&block.stms[at]).filter(|(rows, _)| pat.vals.contains(rows))?;
            let flat = dims.len() == 1 && dims[0].size == width && vars[rows].ty.rank() == 2;
            if !flat || flats.iter().any(|(known, _)| *known == rows) {
                return None;
            }
            flats.push((rows, at));
        }
        let way = (from + 1..to).all(|at| passes(block, vars, from, at));
        (way && !flats.is_empty()).then_some(Rows { from, width, flats, kept })
    }

    /// The map over all elements, and the flat views of what it ranges over.
    fn elements(&self, block: &Block, vars: &mut Vars, to: usize) -> Option<Vec<Stm<Soac>>> {
        let outer = screma(block, self.from)?;
        let [stm] = outer.body.as_slice() else { return None };
        let Exp::Op(Soac::Screma(inner)) = &stm.exp else { return None };
        let c = &inner.clauses;
        let folds = c.folds().next().is_some() || !c.end.is_empty();
        let maps = |outs: &[Out]| outs.iter().all(|out| matches!(out, Out::Point(_)));
        let keeps = |outs: &[Out]| outs.iter().all(|out| matches!(out, Out::Kept(_) | Out::Count));
        let simple = match (self.kept, &c.keep) {
            (false, None) => c.each.is_empty() && maps(&c.outs),
            (true, Some(keep)) => {
                keep.place.is_none() && keep.count.is_none() && !keep.whole && keeps(&c.outs)
            }
            (true, None) | (false, Some(_)) => false,
        };
        if folds || !simple || !outer.clauses.is_map() || !maps(&outer.clauses.outs) {
            return None;
        }
        let loc = &block.stms[to].loc;
        let (mut new, mut inputs) = (vec![], vec![]);
        let arrays = self.inputs(outer, inner, vars)?;
        let dims = vars[arrays.first()?.1].ty.dims().to_vec();
        if arrays.iter().any(|(_, arr)| vars[*arr].ty.dims() != dims) {
            return None;
        }
        let mut width = self.width;
        if self.kept {
            // All elements, of which as many are kept as were counted in the rows.
            let [_, Dim { size: Atom::Var(sizes), .. }] = dims.as_slice() else { return None };
            if dims[1].is_uniform() {
                return None;
            }
            let total = fresh(vars, "total", Type::i64());
            new.push(Stm::new(Pat::one(total), Exp::Total { sizes: vec![*sizes] }, loc.clone()));
            width = total.into();
        } else if vars[self.flats[0].0].ty.dims() != dims {
            return None;
        }
        for (param, arr) in arrays {
            let name = vars[arr].name.clone();
            let dims = vec![Dim::uniform(width)];
            let flat = fresh(vars, &name, vars[arr].ty.with_dims(dims.clone()));
            let view = View::Reshape { arr, dims, under: vec![] };
            new.push(Stm::new(Pat::one(flat), Exp::View(view), loc.clone()));
            inputs.push((param, Input::Array(flat)));
        }
        let (mut vals, mut outs) = (vec![], vec![]);
        for (rows, at) in &self.flats {
            // The result of the map over a row that the rows are made of.
            let mut results = block.stms[self.from].pat.all().zip(&outer.clauses.outs);
            let row = results.find(|(var, _)| var == rows)?.1.atom()?.var()?;
            let mut results = stm.pat.all().zip(&c.outs);
            outs.push(*results.find(|(var, _)| *var == row)?.1);
            vals.extend(block.stms[*at].pat.all());
        }
        let mut pat = Pat::vals(vals);
        if self.kept {
            let mut results = stm.pat.all().zip(&c.outs);
            let count = results.find(|(_, out)| **out == Out::Count)?.0;
            if outer.clauses.outs.first()?.atom() != Some(count.into()) {
                return None;
            }
            outs.insert(0, Out::Count);
            pat.sizes.extend(self.width.var());
        }
        let mut operator = inner.clone();
        operator.width = width;
        operator.inputs = inputs;
        operator.clauses.outs = outs;
        let attrs = block.stms[self.from].attrs.iter().chain(&stm.attrs).cloned().collect();
        new.push(Stm { attrs, ..Stm::new(pat, Exp::Op(Soac::Screma(operator)), stm.loc.clone()) });
        Some(new)
    }

    /// The arrays whose rows an inner map ranges over, if elements know nothing of their rows, nor where they are in them.
    fn inputs(&self, outer: &Screma<Soac>, inner: &Screma<Soac>, vars: &Vars) -> Option<Vec<(Var, Var)>> {
        let mut used = walk::free_vars(&inner.body, vars);
        used.extend(walk::free_vars(&inner.clauses, vars));
        if used.iter().any(|v| outer.inputs.iter().any(|(param, _)| param == v)) {
            return None;
        }
        let rows_of: FxHashMap<Var, Var> = outer.arrays().collect();
        let mut arrays = vec![];
        for (param, input) in &inner.inputs {
            match input {
                Input::Array(row) => arrays.push((*param, *rows_of.get(row)?)),
                Input::Iota if !used.contains(param) => {}
                Input::Iota | Input::Acc(_) => return None,
            }
        }
        Some(arrays)
    }
}

/// The sizes that a statement adds up, if these are one array.
fn total_of(stm: &Stm<Soac>) -> Option<Var> {
    let Exp::Total { sizes } = &stm.exp else { return None };
    let [sizes] = sizes.as_slice() else { return None };
    Some(*sizes)
}

/// The array that a statement shows with other dimensions.
fn flat_view(stm: &Stm<Soac>) -> Option<(Var, &[Dim])> {
    let Exp::View(View::Reshape { arr, dims, under }) = &stm.exp else { return None };
    under.is_empty().then_some((*arr, dims))
}
