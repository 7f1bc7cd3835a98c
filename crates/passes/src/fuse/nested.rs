//! Accumulation over a flattened nest becomes the nest, which updates the accumulator itself, and a reduction of it one of the
//! reductions of its rows.
//!
//! ```text
//! let (s | xss) = screma n (y <- ys) { let m = g y  let xs = screma m (j <- iota) { let x = f y j } out (x) } out (m, xs)
//! let total = total (s)
//! let flat = reshape [total] xss
//! let r = with_acc (z = (d)) { let a = screma total (x <- flat, z2 <- acc z) { let b = update_acc z2 [x] (1) } out (acc b) in (a) }
//!   =>
//! let r = with_acc (z = (d)) { let a = screma n (y <- ys, z1 <- acc z) {
//!   let m = g y
//!   let xs = screma m (j <- iota) { let x = f y j } out (x)
//!   let c = screma m (x <- xs, z2 <- acc z1) { let b = update_acc z2 [x] (1) } out (acc b)
//! } out (acc c) in (a) }
//! ```
//!
//! Nobody else uses the nest, its sizes or its total, it does not read what is accumulated into, and the accumulation does not know
//! the positions of its elements. It finds them in the order in which it did: row by row. What is kept of a row needs no
//! place then (`behind`), and expansions of expansions become one nest, level by level.
//!
//! A reduction of all elements likewise stores none of them, and nobody has to know how many there are:
//!
//! ```text
//! let r = screma total (x <- flat) {} red (t) = add (x) ne (0) out (row t)
//!   =>
//! let r = screma n (y <- ys) {
//!   let m = g y
//!   let xs = screma m (j <- iota) { let x = f y j } out (x)
//!   let u = screma m (x <- xs) {} red (v) = add (x) ne (0) out (row v)
//! } red (t) = add (u) ne (0) out (row t)
//! ```
//!
//! That is done where maps or compactions make the rows: these can be joined with the reduction.

use super::Block;
use super::order::{passes, reads_apart, screma};
use crate::effects::can_fail;
use ir::{Exp, Fold, Input, Out, Pat, Screma, Soac, Stm, Type, Var, Vars, View, fresh, walk};

/// Lets one nest update the accumulators that only its elements are for; whether there was one.
pub(super) fn accumulate(block: &mut Block, vars: &mut Vars) -> bool {
    for to in 0..block.stms.len() {
        let operators: &[Stm<Soac>] = match &block.stms[to].exp {
            Exp::Op(_) => &block.stms[to..=to],
            Exp::WithAcc { body, .. } => &body.stms,
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
            | Exp::Loop(_) => continue,
        };
        for (at, stm) in operators.iter().enumerate() {
            let Some(nest) = nest_of(block, vars, stm, to) else { continue };
            let inside = match nest.reduces {
                false => updating(block, vars, stm.clone(), &nest),
                true => reducing(block, vars, stm.clone(), &nest),
            };
            let Some(mut inside) = inside else { continue };
            // What is asked for the nest is done with both.
            nest.dead.iter().for_each(|at| inside.attrs.extend(block.stms[*at].attrs.clone()));
            let mut user = block.stms[to].clone();
            if let Exp::WithAcc { body, .. } = &mut user.exp {
                body.stms[at] = inside
            } else {
                user = inside
            }
            let uses = walk::free_vars(&user, vars);
            if uses.iter().any(|v| nest.dead.iter().any(|at| block.stms[*at].pat.all().any(|own| own == *v)))
            {
                continue;
            }
            (block.stms[to], block.uses[to]) = (user, uses);
            for at in nest.dead.iter().rev() {
                block.stms.remove(*at);
                block.uses.remove(*at);
            }
            return true;
        }
    }
    false
}

/// A nest whose elements one accumulation or reduction alone uses.
struct Nest {
    /// Where it stands.
    from: usize,
    /// It, its total and the flat views of its results: all that goes with it, in order.
    dead: Vec<usize>,
    /// The flat arrays that the accumulation ranges over, and the result of the nest that each one shows.
    shows: Vec<(Var, Var)>,
    /// Whether it is reduced.
    reduces: bool,
}

/// The nest that an operator in the statement at `to` ranges over, if it does nothing but update accumulators, or reduce.
fn nest_of(block: &Block, vars: &Vars, stm: &Stm<Soac>, to: usize) -> Option<Nest> {
    let Exp::Op(Soac::Screma(s)) = &stm.exp else { return None };
    let updates = s.clauses.is_map() && s.clauses.outs.iter().all(|out| matches!(out, Out::Acc(_)));
    let reduces = only_reduces(s, vars);
    if !(updates || reduces) || s.clauses.outs.is_empty() {
        return None;
    }
    let binds = |var: Var| (0..to).find(|at| block.stms[*at].pat.all().any(|v| v == var));
    let mut shows = vec![];
    for (_, flat) in s.arrays() {
        let Exp::View(View::Reshape { arr, .. }) = &block.stms[binds(flat)?].exp else { return None };
        if !is_flat(&vars[flat].ty, &vars[*arr].ty) {
            return None;
        }
        shows.push((flat, *arr));
    }
    let from = binds(shows.first()?.1)?;
    let producer = screma(block, from)?;
    let of_nest = |var: Var| block.stms[from].pat.vals.contains(&var);
    let maps = producer.clauses.is_map()
        && producer.clauses.outs.iter().all(|out| matches!(out, Out::Point(_)))
        && shows.iter().all(|(_, arr)| of_nest(*arr));
    if !maps {
        return None;
    }
    // What uses the nest goes with it, and what uses that.
    let mut dead = vec![from];
    for at in from + 1..block.stms.len() {
        let of_dead = |v: &Var| dead.iter().any(|at| block.stms[*at].pat.all().any(|own| own == *v));
        if at == to || !block.uses[at].iter().any(of_dead) {
            continue;
        }
        if let Exp::Total { .. } | Exp::View(View::Reshape { .. }) = &block.stms[at].exp
            && at < to
        {
            dead.push(at)
        } else {
            return None;
        }
    }
    if dead.iter().any(|at| block.stms[*at].pat.all().any(|v| block.behind.contains(&v))) {
        return None;
    }
    // What is overwritten on the way, or by the accumulation itself, is nobody else's.
    let way = (from + 1..to).filter(|at| !dead.contains(at));
    let consumed = if let Exp::WithAcc { accs, .. } = &block.stms[to].exp {
        accs.iter().flat_map(|acc| acc.arrs.iter().copied()).collect()
    } else {
        vec![]
    };
    let apart = way.into_iter().all(|at| passes(block, vars, from, at))
        && consumed.into_iter().all(|arr| reads_apart(block, vars, from, arr));
    apart.then_some(Nest { from, dead, shows, reduces })
}

/// Whether an operator does nothing but reduce numbers. Operators that can fail name the positions of elements.
fn only_reduces(s: &Screma<Soac>, vars: &Vars) -> bool {
    let c = &s.clauses;
    let plain = |red: &Fold<Soac>| {
        let numbers = red.res.iter().all(|res| vars[*res].ty.rank() == 0);
        !red.kept && red.index.is_none() && numbers && !can_fail(&red.op.body.stms)
    };
    let others = c.scans.is_empty() && c.keep.is_none() && c.each.is_empty();
    others
        && !c.reds.is_empty()
        && c.reds.iter().all(plain)
        && c.outs.iter().all(|out| matches!(out, Out::Row(_)))
}

/// Whether a type is that of the rows of another one after the other.
fn is_flat(flat: &Type, rows: &Type) -> bool {
    let (flat, rows) = (flat.dims(), rows.dims());
    rows.len() == flat.len() + 1
        && rows[2..].iter().all(|dim| dim.is_uniform())
        && flat[1..].iter().zip(&rows[2..]).all(|(a, b)| a.is_uniform() && a.size == b.size)
}

/// The nest, with an operator that updates accumulators at the end of every row.
fn updating(block: &Block, vars: &mut Vars, stm: Stm<Soac>, nest: &Nest) -> Option<Stm<Soac>> {
    let Exp::Op(Soac::Screma(mut operator)) = stm.exp else { return None };
    let mut producer = screma(block, nest.from)?.clone();
    let outer = over_row(block, vars, &mut operator, nest)?;
    let copies: Vec<Var> = stm
        .pat
        .vals
        .iter()
        .map(|v| {
            let name = vars[*v].name.clone();
            fresh(vars, &name, vars[*v].ty.clone())
        })
        .collect();
    producer.inputs.extend(outer);
    producer.clauses.outs = copies.iter().map(|v| Out::Acc(*v)).collect();
    let exp = Exp::Op(Soac::Screma(operator));
    producer.body.push(Stm::new(Pat::vals(copies), exp, stm.loc.clone()));
    let attrs = stm.attrs;
    Some(Stm { attrs, ..Stm::new(stm.pat, Exp::Op(Soac::Screma(producer)), stm.loc) })
}

/// The nest, with a reduction at the end of every row, and one of their results.
fn reducing(block: &Block, vars: &mut Vars, stm: Stm<Soac>, nest: &Nest) -> Option<Stm<Soac>> {
    let Exp::Op(Soac::Screma(mut operator)) = stm.exp else { return None };
    let mut producer = screma(block, nest.from)?.clone();
    over_row(block, vars, &mut operator, nest)?;
    if !operator.arrays().all(|(_, row)| is_mapped(&producer.body, row)) {
        return None;
    }
    producer.clauses = std::mem::take(&mut operator.clauses);
    let (mut results, mut outs) = (vec![], vec![]);
    for red in &mut producer.clauses.reds {
        let mut inner = walk::Subst::renaming(vars, []).apply(red.clone());
        // Only what it binds is new.
        inner.args = std::mem::take(&mut red.args);
        for res in &inner.res {
            outs.push(Out::Row((*res).into()));
            let name = vars[*res].name.clone();
            let of_row = fresh(vars, &name, vars[*res].ty.clone());
            results.push(of_row);
            red.args.push(of_row.into());
        }
        operator.clauses.reds.push(inner);
    }
    operator.clauses.outs = outs;
    let exp = Exp::Op(Soac::Screma(operator));
    producer.body.push(Stm::new(Pat::vals(results), exp, stm.loc.clone()));
    let attrs = stm.attrs;
    Some(Stm { attrs, ..Stm::new(stm.pat, Exp::Op(Soac::Screma(producer)), stm.loc) })
}

/// Whether a map or a compaction makes an array, one of rows that are then flattened included.
fn is_mapped(block: &[Stm<Soac>], arr: Var) -> bool {
    let Some(stm) = block.iter().find(|stm| stm.pat.all().any(|v| v == arr)) else { return false };
    if let Exp::View(View::Reshape { arr, .. }) = &stm.exp {
        return is_mapped(block, *arr);
    }
    let Exp::Op(Soac::Screma(s)) = &stm.exp else { return false };
    let mut results = stm.pat.all().zip(&s.clauses.outs);
    let made = results.any(|(var, out)| var == arr && matches!(out, Out::Point(_) | Out::Kept(_)));
    made && s.clauses.scans.is_empty()
}

/// Makes an operator over the elements of a flattened nest one over a row; the accumulators that the rows have to be given.
fn over_row(
    block: &Block,
    vars: &mut Vars,
    operator: &mut Screma<Soac>,
    nest: &Nest,
) -> Option<Vec<(Var, Input)>> {
    let producer = screma(block, nest.from)?;
    let pat = &block.stms[nest.from].pat;
    // What the inputs are in one row.
    let row_of = |flat: Var| {
        let (_, arr) = nest.shows.iter().find(|(own, _)| *own == flat)?;
        let (_, out) = pat.all().zip(&producer.clauses.outs).find(|(var, _)| var == arr)?;
        out.atom()?.var()
    };
    let mut width = None;
    let mut used = walk::free_vars(&operator.body, vars);
    used.extend(walk::free_vars(&operator.clauses, vars));
    let mut inputs = vec![];
    let mut outer = vec![];
    for (param, input) in &operator.inputs {
        match input {
            Input::Array(flat) => {
                let row = row_of(*flat)?;
                let size = vars[row].ty.dims()[0].size;
                if *width.get_or_insert(size) != size {
                    return None;
                }
                inputs.push((*param, Input::Array(row)));
            }
            // The position among all elements is not known in a row.
            Input::Iota if used.contains(param) => return None,
            Input::Iota => {}
            Input::Acc(acc) => {
                let name = vars[*acc].name.clone();
                let own = fresh(vars, &name, vars[*acc].ty.clone());
                outer.push((own, Input::Acc(*acc)));
                inputs.push((*param, Input::Acc(own)));
            }
        }
    }
    operator.inputs = inputs;
    operator.width = width?;
    Some(outer)
}
