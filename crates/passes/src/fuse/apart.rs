//! A reduction that the map behind its own scan needs is computed beforehand.
//!
//! ```text
//! let (t, cs) = screma n (x <- xs) { let f = .. } red (r) = add.i64 (f) ne (0) scan (c) = add.i64 (f) ne (0) out (row r, c)
//! let ys = screma n (c2 <- cs) { let y = add.i64 c2 t } out (y)
//!   =>
//! let t = screma n (x <- xs) { let f = .. } red (r) = add.i64 (f) ne (0) out (row r)
//! let ys = screma n (x <- xs) { let f = .. } scan (c) = add.i64 (f) ne (0) each { let y = add.i64 c t } out (y)
//! ```
//!
//! What is scanned is not stored then. Only where the operands are cheap, as they are computed twice.

use super::last::is_cheap;
use super::order::screma;
use super::{Block, behind};
use ir::{Atom, Clauses, Exp, Out, Pat, Screma, Soac, Stm, Var, Vars, walk};

/// Takes the reductions out of one scan that a map behind it needs, and joins the two; whether there were any.
pub(super) fn part(block: &mut Block, vars: &mut Vars) -> bool {
    for from in 0..block.stms.len() {
        let Some(first) = screma(block, from) else { continue };
        let parts = !first.clauses.scans.is_empty() && !first.clauses.reds.is_empty();
        if !parts || first.clauses.keep.is_some() || !is_cheap(first, vars) {
            continue;
        }
        let sums = results(&block.stms[from].pat, first, |out| matches!(out, Out::Row(_)));
        let scans = results(&block.stms[from].pat, first, |out| matches!(out, Out::Point(_)));
        for to in from + 1..block.stms.len() {
            let uses = |vars: &[Var]| block.uses[to].iter().any(|v| vars.contains(v));
            if screma(block, to).is_none() || !uses(&sums) || !uses(&scans) {
                continue;
            }
            let Some((red, rest)) = reduction(&block.stms[from], vars) else { continue };
            let mut stms = block.stms.clone();
            stms.splice(from..=from, [red, rest]);
            let behind: Vec<Var> = block.behind.iter().copied().collect();
            let mut parted = Block::new(stms, &behind, (&block.params, &block.carried), vars);
            if behind::fuse_pair(&mut parted, vars, from + 1, to + 1) {
                *block = parted;
                return true;
            }
        }
    }
    false
}

fn results(pat: &Pat, s: &Screma<Soac>, is: impl Fn(&Out) -> bool) -> Vec<Var> {
    pat.all().zip(&s.clauses.outs).filter(|(_, out)| is(out)).map(|(var, _)| var).collect()
}

/// The reductions of an operator by themselves, and the operator without them.
fn reduction(stm: &Stm<Soac>, vars: &mut Vars) -> Option<(Stm<Soac>, Stm<Soac>)> {
    let Exp::Op(Soac::Screma(s)) = &stm.exp else { return None };
    let mut rest = s.clone();
    let reds = std::mem::take(&mut rest.clauses.reds);
    let mut own: Vec<(Var, Out)> = vec![];
    let mut others: Vec<(Var, Out)> = vec![];
    for (var, out) in stm.pat.all().zip(&s.clauses.outs) {
        let list = if matches!(out, Out::Row(_)) { &mut own } else { &mut others };
        list.push((var, *out));
    }
    if !stm.pat.sizes.is_empty() {
        return None;
    }
    let outs = |list: &[(Var, Out)]| list.iter().map(|(_, out)| *out).collect::<Vec<Out>>();
    let pat = |list: &[(Var, Out)]| Pat::vals(list.iter().map(|(var, _)| *var).collect());
    let clauses = Clauses { reds, outs: outs(&own), ..Clauses::default() };
    let red = Screma { width: s.width, inputs: s.inputs.clone(), body: s.body.clone(), clauses };
    let red = walk::Subst::renaming(vars, Vec::<(Var, Atom)>::new()).apply(Exp::Op(Soac::Screma(red)));
    rest.clauses.outs = outs(&others);
    let made = |pat, exp| Stm { attrs: stm.attrs.clone(), ..Stm::new(pat, exp, stm.loc.clone()) };
    let (red, rest) = (made(pat(&own), red), made(pat(&others), Exp::Op(Soac::Screma(rest))));
    Some((red, rest))
}
