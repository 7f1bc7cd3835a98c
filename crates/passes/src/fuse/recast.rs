//! Recasts change places with the maps whose results they recast, so that fusion finds producer and consumer of one width:
//!
//! ```text
//! let ys: [m]i64 = screma m (x <- xs) { ... }
//! let zs: [n]i64 = recast ys to [n] under (c)
//!   =>
//! let xs2: [n]i64 = recast xs to [n] under (c)
//! let zs: [n]i64 = screma n (x <- xs2) { ... }
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

use crate::effects::{exp_can_fail, has_effect, writes};
use ir::{
    Atom, Check, CheckKind, Dim, Exp, Fun, Input, LoopForm, Pat, Screma, Soac, Stm, Var, Vars, View, walk,
};
use rustc_hash::FxHashSet;

/// Moves one recast in front of its map; whether there was one.
pub(crate) fn recast_before_map(
    block: &mut Vec<Stm<Soac>>,
    behind: &[Var],
    vars: &mut Vars,
    known: &FxHashSet<Var>,
) -> bool {
    let Some(found) = find(block, behind, vars, known) else { return false };
    let producer = block[found.map].clone();
    let Exp::Op(Soac::Screma(mut screma)) = producer.exp else { return false };
    let mut stms = vec![];
    for (_, input) in &mut screma.inputs {
        if let Input::Array(arr) = input {
            let dims = outermost(vars[*arr].ty.dims(), found.width);
            let ty = vars[*arr].ty.with_dims(dims.clone());
            let name = vars[*arr].name.clone();
            let new = ir::builder::fresh(vars, &name, ty);
            let exp = Exp::View(View::Recast { arr: *arr, dims, under: found.under.clone(), inside: vec![] });
            stms.push(Stm::new(Pat::one(new), exp, producer.loc.clone()));
            *arr = new;
        }
    }
    screma.width = found.width;
    let pat = Pat { sizes: vec![], vals: found.recast };
    stms.push(Stm::new(pat, Exp::Op(Soac::Screma(screma)), producer.loc));
    let last = found.users.iter().copied().max().unwrap_or(found.map);
    let mut old = std::mem::take(block).into_iter().enumerate();
    for (at, stm) in old.by_ref() {
        if at != found.map && !found.users.contains(&at) {
            block.push(stm);
        }
        if at == last {
            break;
        }
    }
    block.extend(stms);
    block.extend(old.map(|(_, stm)| stm));
    true
}

/// Variables that are not negative by what they are: sizes of arguments, checked and existential sizes, indices.
pub(crate) fn known_sizes(fun: &Fun<Soac>, vars: &Vars) -> FxHashSet<Var> {
    let of_params = fun.params.iter().flat_map(|p| vars[p.var].ty.dims());
    let mut known: FxHashSet<Var> = of_params.filter_map(|d| d.size.var()).collect();
    collect(&fun.body.stms, &mut known);
    known
}

fn collect(block: &[Stm<Soac>], known: &mut FxHashSet<Var>) {
    for stm in block {
        known.extend(&stm.pat.sizes);
        if let Exp::Check(Check { kind: CheckKind::Size { .. }, .. }) = &stm.exp {
            known.extend(stm.pat.vals.first());
        }
        if let Exp::Loop(l) = &stm.exp
            && let LoopForm::For { index, .. } = &l.form
        {
            known.insert(*index);
        }
        if let Exp::Op(Soac::Screma(s)) = &stm.exp {
            let indices = s.inputs.iter().filter(|(_, input)| *input == Input::Iota);
            known.extend(indices.map(|(param, _)| *param));
        }
        stm.exp.blocks(&mut |block| collect(block, known));
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
    under: Vec<Var>,
}

fn find(block: &[Stm<Soac>], behind: &[Var], vars: &Vars, known: &FxHashSet<Var>) -> Option<Found> {
    let uses: Vec<Vec<Var>> = block.iter().map(|s| walk::free_vars(s, vars)).collect();
    (0..block.len()).find_map(|map| {
        let Stm { pat, exp: Exp::Op(Soac::Screma(screma)), .. } = &block[map] else { return None };
        if !pat.sizes.is_empty() || pat.vals.is_empty() || !movable(screma, vars) {
            return None;
        }
        if behind.iter().any(|v| pat.vals.contains(v)) {
            return None;
        }
        let (mut users, mut recast) = (vec![], vec![]);
        let mut to: Option<(Atom, &Vec<Var>)> = None;
        for result in &pat.vals {
            let mut own = (map + 1..block.len()).filter(|j| uses[*j].contains(result));
            let (Some(user), None) = (own.next(), own.next()) else { return None };
            let Exp::View(View::Recast { arr, dims, under, .. }) = &block[user].exp else { return None };
            let width = dims.first()?.size;
            let same = *dims == outermost(vars[*arr].ty.dims(), width) && is_uniform(dims);
            if arr != result || !same || to.is_some_and(|to| to != (width, under)) {
                return None;
            }
            to = Some((width, under));
            recast.push(*block[user].pat.vals.first()?);
            users.push(user);
        }
        let last = users.iter().copied().max()?;
        // Between the first recast and the last nobody reads what they bind.
        let early = |at: usize| !users.contains(&at) && uses[at].iter().any(|v| recast.contains(v));
        // Of two statements that can fail the first is reported.
        let late = |at: usize| exp_can_fail(&block[map].exp) && exp_can_fail(&block[at].exp);
        if (map + 1..=last).any(|at| early(at) || late(at) || writes(&block[at].exp)) {
            return None;
        }
        let (width, under) = to?;
        let evident = width.var().map_or(width.as_i64().is_some_and(|n| n >= 0), |v| known.contains(&v));
        let reads = screma.arrays().next().is_some();
        if !evident && (under.is_empty() || !reads) {
            return None;
        }
        // Without an input to recast nothing keeps the map behind the check.
        if !under.is_empty() && !reads && !harmless(screma, vars) {
            return None;
        }
        Some(Found { map, users, recast, width, under: under.clone() })
    })
}

/// Whether a map can be evaluated for elements that are not there: it cannot fail, and reads no array.
fn harmless(screma: &Screma<Soac>, vars: &Vars) -> bool {
    let fails = screma.body.iter().any(|s| has_effect(&s.exp));
    let inside: FxHashSet<Var> = screma.body.iter().flat_map(|s| s.pat.all()).collect();
    let free = screma.body.iter().flat_map(|s| walk::free_vars(s, vars)).filter(|v| !inside.contains(v));
    !fails && free.into_iter().all(|v| vars[v].ty.dims().is_empty())
}

/// Whether a map can have another width: none of its inputs varies with its outermost size, and nothing is passed on.
fn movable(screma: &Screma<Soac>, vars: &Vars) -> bool {
    screma.clauses.is_map()
        && screma.inputs.iter().all(|(_, input)| match input {
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
