//! Fusion behind scans and compactions.
//!
//! ```text
//! let (k | ys) = screma n (x <- xs) { let c = .. } keep c out (count, kept x)
//! let zs = screma k (y <- ys) { let z = f y } out (z)               =>   .. keep c each { let z = f x } out (count, kept z)
//! let t = screma k (y <- ys) {} red (s) = op (y) ne (e) out (row s)    =>   .. red kept (s) = op (x) ne (e) keep c out (row s)
//! ```
//!
//! A map over what a scan gives, or over what is kept, is the `each` of that operator, and a reduction of what is kept one of its
//! reductions: they run at kept elements only, as before. A reduction whose operator can fail stays behind: its messages count what
//! is kept.

use super::order::{between, escapes, folds_scalars, is_early, screma};
use super::vertical::bind;
use super::{Block, MOST_RESULTS};
use crate::element_code::{is_scalar_code, late_vars};
use ir::{Atom, Exp, Fold, Input, Out, Pat, Screma, Soac, Stm, Type, Var, Vars, fresh, walk};
use rustc_hash::FxHashMap;

/// Joins one operator with what comes behind it; whether there was one.
pub(super) fn fuse(block: &mut Block, vars: &mut Vars) -> bool {
    for from in 0..block.stms.len() {
        let Some(first) = screma(block, from) else { continue };
        if first.clauses.scans.is_empty() && first.clauses.keep.is_none() || !folds_scalars(first, vars) {
            continue;
        }
        if (from + 1..block.stms.len()).any(|to| fuse_pair(block, vars, from, to)) {
            return true;
        }
    }
    false
}

/// Joins these two, if the second is what comes behind the first; whether it was.
pub(super) fn fuse_pair(block: &mut Block, vars: &mut Vars, from: usize, to: usize) -> bool {
    let Some((late, joint)) = joint(block, vars, from, to) else { return false };
    block.join(from, to, &late, joint, vars);
    true
}

fn joint(block: &Block, vars: &mut Vars, from: usize, to: usize) -> Option<(Vec<usize>, Stm<Soac>)> {
    let (first, second) = (screma(block, from)?, screma(block, to)?);
    let pat = &block.stms[from].pat;
    let results: Vec<Var> = pat.all().collect();
    if !block.uses[to].iter().any(|v| results.contains(v)) || !is_scalar_code(&second.body, vars, false) {
        return None;
    }
    let c = &second.clauses;
    let plain = c.scans.is_empty() && c.each.is_empty() && c.keep.is_none() && folds_scalars(second, vars);
    if !plain || c.outs.iter().filter_map(Out::atom).any(|a| a.ty(vars).is_array()) {
        return None;
    }
    let kept = match &first.clauses.keep {
        None => None,
        Some(_) => Some(count_of(pat, first)?),
    };
    let width = kept.map_or(first.width, Atom::Var);
    if second.width != width {
        return None;
    }
    let elements = elements(pat, first, second)?;
    // Beside its inputs the second knows nothing of the first but how many there are.
    let mut rest = second.clone();
    rest.inputs.retain(|(_, input)| !matches!(input, Input::Array(arr) if results.contains(arr)));
    let inner = walk::free_vars(&rest.body, vars).into_iter().chain(walk::free_vars(&rest.clauses, vars));
    if inner.into_iter().any(|v| results.contains(&v)) {
        return None;
    }
    // What is not kept is not folded.
    if kept.is_none() && !c.reds.is_empty() {
        return None;
    }
    // A failure inside of an operator names the element among those that are kept; joined, it would name the one among all.
    let named =
        |red: &Fold<Soac>| red.index.is_some_and(|i| walk::free_vars(&red.op.body, vars).contains(&i));
    if c.reds.iter().any(named) {
        return None;
    }
    let points = c.outs.iter().any(|out| matches!(out, Out::Point(_)));
    let stays = |var: Var, out: &Out| match out {
        Out::Point(_) | Out::Kept(_) => escapes(block, var, to),
        Out::Count => points || escapes(block, var, to) || kept_escapes(block, pat, first, to),
        Out::Row(_) | Out::Acc(_) | Out::Owned(_) | Out::Offsets(_) | Out::Cert => true,
    };
    let own: Vec<(Var, Out)> =
        pat.all().zip(first.clauses.outs.iter().copied()).filter(|(var, out)| stays(*var, out)).collect();
    if own.len() + c.outs.len() > MOST_RESULTS {
        return None;
    }
    let late = between(block, vars, from, to)?;
    let (one, other) = (block.stms[from].clone(), block.stms[to].clone());
    let (Exp::Op(Soac::Screma(first)), Exp::Op(Soac::Screma(second))) = (one.exp, other.exp) else {
        return None;
    };
    let joint = each(first, second, elements, kept.is_some(), vars)?;
    Some((late, bind(joint, other.pat, &own, |v| one.pat.sizes.contains(v), other.loc)))
}

/// Whether others than the statement at `to` use what is kept.
fn kept_escapes(block: &Block, pat: &Pat, s: &Screma<Soac>, to: usize) -> bool {
    let mut outs = pat.all().zip(&s.clauses.outs);
    outs.any(|(var, out)| matches!(out, Out::Kept(_)) && escapes(block, var, to))
}

/// The variable that receives the number of kept elements.
fn count_of(pat: &Pat, s: &Screma<Soac>) -> Option<Var> {
    let mut outs = pat.all().zip(&s.clauses.outs);
    outs.find(|(_, out)| matches!(out, Out::Count)).map(|(var, _)| var)
}

/// What the inputs of the second are at an element of the first; `None` if one is not known there, or if all were known in front
/// of the folds already.
fn elements(pat: &Pat, first: &Screma<Soac>, second: &Screma<Soac>) -> Option<FxHashMap<Var, Atom>> {
    let late = late_vars(&first.clauses);
    let kept = first.clauses.keep.is_some();
    let mut elements = FxHashMap::default();
    let mut behind = kept;
    for (param, arr) in second.arrays() {
        let Some((_, out)) = pat.all().zip(&first.clauses.outs).find(|(var, _)| *var == arr) else {
            // Another array of the same width is read at the same element; there is none beside what was kept.
            if kept {
                return None;
            }
            continue;
        };
        match (out, kept) {
            (Out::Kept(a), true) | (Out::Point(a), false) => {
                behind |= !is_early(*a, &late);
                elements.insert(param, *a);
            }
            (
                Out::Kept(_)
                | Out::Point(_)
                | Out::Row(_)
                | Out::Count
                | Out::Acc(_)
                | Out::Owned(_)
                | Out::Offsets(_)
                | Out::Cert,
                _,
            ) => {
                return None;
            }
        }
    }
    (behind && !elements.is_empty()).then_some(elements)
}

/// The second as `each` of the first.
fn each(
    mut first: Screma<Soac>,
    second: Screma<Soac>,
    elements: FxHashMap<Var, Atom>,
    kept: bool,
    vars: &mut Vars,
) -> Option<Screma<Soac>> {
    let mut subst: Vec<(Var, Atom)> = vec![];
    for (param, input) in &second.inputs {
        match (input, elements.get(param)) {
            (_, Some(atom)) => subst.push((*param, *atom)),
            // The index among the kept elements is the place.
            (Input::Iota, None) if kept => {
                let keep = first.clauses.keep.as_mut()?;
                let place = *keep.place.get_or_insert_with(|| fresh(vars, "place", Type::i64()));
                subst.push((*param, place.into()));
            }
            (Input::Iota | Input::Array(_) | Input::Acc(_), None) => {
                match first.inputs.iter().find(|(_, other)| other == input && *input == Input::Iota) {
                    Some((other, _)) => subst.push((*param, (*other).into())),
                    None => first.inputs.push((*param, *input)),
                }
            }
        }
    }
    let second = walk::Subst::new(vars, subst).apply(Screma { inputs: vec![], ..second });
    first.clauses.each.extend(second.body);
    first.clauses.reds.extend(second.clauses.reds.into_iter().map(|red| Fold { kept: true, ..red }));
    let outs = second.clauses.outs.into_iter().map(|out| match out {
        Out::Point(a) if kept => Out::Kept(a),
        out @ (Out::Point(_)
        | Out::Kept(_)
        | Out::Row(_)
        | Out::Count
        | Out::Acc(_)
        | Out::Owned(_)
        | Out::Offsets(_)
        | Out::Cert) => out,
    });
    first.clauses.outs = outs.collect();
    Some(first)
}
