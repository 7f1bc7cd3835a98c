//! Recasts change places with the maps whose results they recast, so that fusion finds producer and consumer of one width:
//!
//! ```text
//! let ys: [m]i64 = screma m (xs) map (x) { ... }
//! let zs: [n]i64 = recast ys to [n] under c
//!   =>
//! let xs2: [n]i64 = recast xs to [n] under c
//! let zs: [n]i64 = screma n (xs2) map (x) { ... }
//! ```
//!
//! The indices of a map need no recast: there are as many as its width says. So a side of a zip that is computed from a range is
//! not built.
//!
//! A recast is behind the check that makes its size true, and nothing with that size may be computed before. What stays is
//! either a recast under the evidence of that check, or a size that is known not to be negative without it ([`known_sizes`]) and
//! elements whose computation cannot fail.
//!
//! Precondition: every result of the map is used by one recast of its outermost size, all of them to the same one; what is
//! behind that size does not vary with it. Nothing is moved past the consumption of an array it reads.

use crate::effects::{has_effect, writes};
use ir::{Atom, Body, Dim, Exp, Fun, Input, LoopForm, Pat, Screma, Soac, Stm, Var, Vars, walk};
use rustc_hash::FxHashSet;

/// Moves one recast in front of its map; whether there was one.
pub(crate) fn recast_before_map(body: &mut Body<Soac>, vars: &mut Vars, known: &FxHashSet<Var>) -> bool {
    let Some(found) = find(body, vars, known) else { return false };
    let producer = body.stms[found.map].clone();
    let Exp::Op(Soac::Screma(mut screma)) = producer.exp else { return false };
    let mut stms = vec![];
    for input in &mut screma.inputs {
        if let Input::Array(arr) = input {
            let dims = outermost(vars[*arr].ty.dims(), found.width);
            let ty = vars[*arr].ty.with_dims(dims.clone());
            let name = vars[*arr].name.clone();
            let new = ir::builder::fresh(vars, &name, ty);
            let exp = Exp::Recast { arr: *arr, dims, under: found.under };
            stms.push(Stm { pat: Pat::one(new), exp, loc: producer.loc.clone() });
            *arr = new;
        }
    }
    screma.width = found.width;
    let pat = Pat { sizes: vec![], vals: found.recast };
    stms.push(Stm { pat, exp: Exp::Op(Soac::Screma(screma)), loc: producer.loc });
    let last = found.users.iter().copied().max().unwrap_or(found.map);
    let mut old = std::mem::take(&mut body.stms).into_iter().enumerate();
    for (at, stm) in old.by_ref() {
        if at != found.map && !found.users.contains(&at) {
            body.stms.push(stm);
        }
        if at == last {
            break;
        }
    }
    body.stms.extend(stms);
    body.stms.extend(old.map(|(_, stm)| stm));
    true
}

/// Variables that are not negative by what they are: sizes of arguments, checked and existential sizes, indices.
pub(crate) fn known_sizes(fun: &Fun<Soac>, vars: &Vars) -> FxHashSet<Var> {
    let of_params = fun.params.iter().flat_map(|p| vars[p.var].ty.dims());
    let mut known: FxHashSet<Var> = of_params.filter_map(|d| d.size.var()).collect();
    collect(&fun.body, &mut known);
    known
}
fn collect(body: &Body<Soac>, known: &mut FxHashSet<Var>) {
    for stm in &body.stms {
        known.extend(&stm.pat.sizes);
        match &stm.exp {
            Exp::Size { .. } => known.extend(&stm.pat.vals),
            Exp::If { then, els, .. } => {
                collect(then, known);
                collect(els, known);
            }
            Exp::Loop(l) => {
                match &l.form {
                    LoopForm::While(cond) => collect(cond, known),
                    LoopForm::For { index, .. } => _ = known.insert(*index),
                }
                collect(&l.body, known);
            }
            Exp::WithAcc { body, .. } => collect(body, known),
            Exp::Op(Soac::Screma(s)) => {
                let indices = s.inputs.iter().zip(&s.map.params).filter(|(i, _)| matches!(i, Input::Iota));
                known.extend(indices.map(|(_, param)| *param));
                collect(&s.map.body, known);
            }
            _ => {}
        }
    }
}

struct Found {
    /// Where the map stands.
    map: usize,
    /// Where its results are recast.
    users: Vec<usize>,
    /// What the recasts bind, in the order of the results.
    recast: Vec<Var>,
    width: Atom,
    under: Option<Var>,
}

fn find(body: &Body<Soac>, vars: &Vars, known: &FxHashSet<Var>) -> Option<Found> {
    let uses: Vec<Vec<Var>> = body.stms.iter().map(|s| walk::free_vars(s, vars)).collect();
    (0..body.stms.len()).find_map(|map| {
        let Stm { pat, exp: Exp::Op(Soac::Screma(screma)), .. } = &body.stms[map] else { return None };
        if !pat.sizes.is_empty() || pat.vals.is_empty() || !movable(screma, vars) {
            return None;
        }
        if body.result.all().filter_map(Atom::var).any(|v| pat.vals.contains(&v)) {
            return None;
        }
        let (mut users, mut recast, mut to) = (vec![], vec![], None);
        for result in &pat.vals {
            let mut own = (map + 1..body.stms.len()).filter(|j| uses[*j].contains(result));
            let (Some(user), None) = (own.next(), own.next()) else { return None };
            let Exp::Recast { arr, dims, under } = &body.stms[user].exp else { return None };
            let width = dims.first()?.size;
            let same = *dims == outermost(vars[*arr].ty.dims(), width) && is_uniform(dims);
            if arr != result || !same || to.is_some_and(|to| to != (width, *under)) {
                return None;
            }
            to = Some((width, *under));
            recast.push(*body.stms[user].pat.vals.first()?);
            users.push(user);
        }
        let last = users.iter().copied().max()?;
        // Between the first recast and the last nobody reads what they bind.
        let early = |at: usize| !users.contains(&at) && uses[at].iter().any(|v| recast.contains(v));
        if (map + 1..=last).any(|at| early(at) || writes(&body.stms[at].exp)) {
            return None;
        }
        let (width, under) = to?;
        let evident = width.var().map_or(width.as_i64().is_some_and(|n| n >= 0), |v| known.contains(&v));
        let reads = screma.inputs.iter().any(|i| matches!(i, Input::Array(_)));
        if !evident && (under.is_none() || !reads) {
            return None;
        }
        // Without an input to recast nothing keeps the map behind the check.
        if under.is_some() && !reads && !harmless(screma, vars) {
            return None;
        }
        Some(Found { map, users, recast, width, under })
    })
}

/// Whether a map can be evaluated for elements that are not there: it cannot fail, and reads no array.
fn harmless(screma: &Screma<Soac>, vars: &Vars) -> bool {
    let body = &screma.map.body;
    let fails = body.stms.iter().any(|s| has_effect(&s.exp));
    let inside: FxHashSet<Var> = body.stms.iter().flat_map(|s| s.pat.all()).collect();
    let free = body.stms.iter().flat_map(|s| walk::free_vars(s, vars)).filter(|v| !inside.contains(v));
    !fails && free.into_iter().all(|v| vars[v].ty.dims().is_empty())
}

/// Whether a map can have another width: none of its inputs varies with its outermost size, and nothing is passed on.
fn movable(screma: &Screma<Soac>, vars: &Vars) -> bool {
    let plain = screma.reds.is_empty() && screma.scans.is_empty() && !screma.keep && screma.post.is_none();
    plain
        && screma.inputs.iter().all(|input| match input {
            Input::Array(arr) => is_uniform(vars[*arr].ty.dims()),
            Input::Iota => true,
            Input::Acc(_) => false,
        })
}

fn is_uniform(dims: &[Dim]) -> bool {
    dims.iter().all(|d| d.on.is_empty())
}

/// The dimensions with another outermost size.
fn outermost(dims: &[Dim], width: Atom) -> Vec<Dim> {
    let inner = dims.iter().skip(1).cloned();
    std::iter::once(Dim::uniform(width)).chain(inner).collect()
}
