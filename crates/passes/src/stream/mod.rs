//! Streams: how an array is cut into chunks is chosen, and what is left are maps, folds and loops.
//!
//! ```text
//! let (t, ys) = stream n size m first b (c: [m]i64 <- xs) acc (a = 0) par add do { .. in (t_c, ys_c) }
//!   =>  one chunk:          the body with n, 0 and xs for m, b and c
//!   =>  parallel chunks:    let (m, ts, yss) = screma q (i <- iota) { b, m; let c = xs[b:+m] .. } ..  t = reduce ts  ys = reshape yss
//! ```
//!
//! | stream | chunks |
//! |---|---|
//! | with a size of chunks | of this size |
//! | inside of a map or another stream | one, whose operators become one loop over its elements (`elements`) |
//! | sequential | one: that leaves the most to the operators inside |
//! | parallel, operators that can be one | one: these operators are the parallelism |
//! | parallel, with loops, scans or several passes over a chunk | many in parallel (`cut`), each as if it were inside of a map |
//!
//! An operator over a chunk that stands alone keeps its parallelism.
//!
//! Precondition: verified Core. Postcondition: the same without streams. Does not do: chunks that fit a cache or a block.

mod cut;
mod elements;

use crate::effects::has_stream;
use crate::simplify::Overwritten;
use ir::walk::{Subst, free_vars};
use ir::{Atom, Body, Builder, Core, Exp, Fun, Out, Pat, Soac, Stm, Stream, Var, Vars};
use rustc_hash::{FxHashMap, FxHashSet};

/// Chooses for every stream of every function.
pub fn stream(mut prog: Core) -> Core {
    for fun in prog.funs.iter_mut().filter(|fun| has_stream(&fun.body.stms)) {
        let mut known: FxHashMap<Var, Atom> = unneeded_copies(fun);
        let mut chooser = Chooser { vars: &mut prog.vars, known: &mut known };
        let stms = std::mem::take(&mut fun.body.stms);
        fun.body.stms = chooser.block(stms, false);
        let resolved: Vec<(Var, Atom)> = known.keys().map(|v| (*v, resolve(&known, (*v).into()))).collect();
        let body = Body { stms: std::mem::take(&mut fun.body.stms), result: fun.body.result.clone() };
        fun.body = Subst::new(&mut prog.vars, resolved).apply(body);
    }
    prog
}

/// What stands for an atom in the end.
fn resolve(known: &FxHashMap<Var, Atom>, mut atom: Atom) -> Atom {
    while let Some(next) = atom.var().and_then(|v| known.get(&v)) {
        atom = *next;
    }
    atom
}

/// The copies of chunks and accumulators that nobody can tell from what they are copies of, since neither is overwritten.
fn unneeded_copies(fun: &Fun<Soac>) -> FxHashMap<Var, Atom> {
    fn look(block: &[Stm<Soac>], inside: bool, overwritten: &Overwritten, found: &mut FxHashMap<Var, Atom>) {
        for stm in block {
            if let (Exp::Copy { arr }, [copy], true) = (&stm.exp, stm.pat.vals.as_slice(), inside)
                && overwritten.is_free(*arr)
                && overwritten.is_free(*copy)
            {
                found.insert(*copy, (*arr).into());
            }
            let inside = inside || matches!(stm.exp, Exp::Op(Soac::Stream(_)));
            stm.exp.blocks(&mut |block| look(block, inside, overwritten, found));
        }
    }
    let mut found = FxHashMap::default();
    look(&fun.body.stms, false, &Overwritten::new(&fun.body), &mut found);
    found
}

struct Chooser<'a> {
    vars: &'a mut Vars,
    /// Variables that stand for others in the end: results of streams, and copies.
    known: &'a mut FxHashMap<Var, Atom>,
}

impl Chooser<'_> {
    /// `nested` says whether the block stands in a map or in a stream.
    fn block(&mut self, block: Vec<Stm<Soac>>, nested: bool) -> Vec<Stm<Soac>> {
        let mut out = vec![];
        for mut stm in block {
            if stm.pat.vals.iter().any(|v| self.known.contains_key(v)) {
                continue;
            }
            let inside = nested || matches!(stm.exp, Exp::Op(_));
            stm.exp.blocks_mut(&mut |block, _| *block = self.block(std::mem::take(block), inside));
            match stm.exp {
                Exp::Op(Soac::Stream(s)) => {
                    // Copies that go leave their names to what they are copies of.
                    let map: Vec<(Var, Atom)> =
                        self.known.keys().map(|v| (*v, resolve(self.known, (*v).into()))).collect();
                    let s = Subst::new(self.vars, map).apply(s);
                    let mut b = Builder { vars: self.vars, stms: vec![], loc: stm.loc };
                    choose(&mut b, s, &stm.pat, nested, self.known);
                    out.append(&mut b.stms);
                }
                exp @ (Exp::Atom(_)
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
                | Exp::Op(_)) => out.push(Stm { exp, ..stm }),
            }
        }
        out
    }
}

fn choose(
    b: &mut Builder<'_, Soac>,
    mut s: Stream<Soac>,
    pat: &Pat,
    nested: bool,
    known: &mut FxHashMap<Var, Atom>,
) {
    match (s.chunk, &s.op) {
        (Some(chunk), Some(_)) => cut::parallel(b, s, chunk, pat),
        (Some(chunk), None) => cut::sequential(b, s, chunk, pat),
        (None, _) if nested => {
            let behind: FxHashSet<Var> = free_vars(&s.body.result, b.vars).into_iter().collect();
            s.body.stms = elements::fuse(s.body.stms, s.size, &behind, b.vars);
            whole(b, s, pat, known);
        }
        (None, Some(_)) if !is_one_pass(&s, b.vars) => {
            let behind: FxHashSet<Var> = free_vars(&s.body.result, b.vars).into_iter().collect();
            s.body.stms = elements::fuse(s.body.stms, s.size, &behind, b.vars);
            let chunk = cut::size_of_chunks(b, &s);
            cut::parallel(b, s, chunk, pat);
        }
        (None, _) => whole(b, s, pat, known),
    }
}

/// The stream of one chunk: its body, in place.
fn whole(b: &mut Builder<'_, Soac>, s: Stream<Soac>, pat: &Pat, known: &mut FxHashMap<Var, Atom>) {
    let mut map = vec![(s.size, s.width), (s.first, Atom::i64(0))];
    map.extend(s.inputs.iter().map(|(chunk, arr)| (*chunk, Atom::Var(*arr))));
    map.extend(s.accs.iter().copied());
    let body = Subst::new(b.vars, map).apply(s.body);
    b.stms.extend(body.stms);
    known.extend(pat.all().zip(body.result.all()));
}

/// Whether the operators over a chunk can be one: none scans, and none waits for what another has reduced. Then they are parallel
/// themselves, and chunks would only be in their way.
pub(crate) fn is_one_pass(s: &Stream<Soac>, vars: &Vars) -> bool {
    let mut late: FxHashSet<Var> = FxHashSet::default();
    for stm in &s.body.stms {
        if stm.exp.any(&mut |exp| matches!(exp, Exp::Loop(_))) && !matches!(stm.exp, Exp::Op(_)) {
            return false;
        }
        let waits = free_vars(stm, vars).iter().any(|v| late.contains(v));
        match &stm.exp {
            Exp::Op(Soac::Screma(op)) => {
                if waits || !op.clauses.scans.is_empty() {
                    return false;
                }
                let rows = op.clauses.outs.iter().zip(stm.pat.all());
                late.extend(rows.filter(|(out, _)| matches!(out, Out::Row(_))).map(|(_, var)| var));
            }
            _ if waits => late.extend(stm.pat.all()),
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
    true
}
