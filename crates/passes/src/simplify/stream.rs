//! Streams: what is known inside of a chunk, and parts of a stream that nobody uses.

use super::{Simplifier, empty_lambda};
use ir::{Atom, Pat, Soac, Stream, Var, Vars, walk};
use rustc_hash::FxHashSet;

impl Simplifier<'_> {
    pub(super) fn stream(&mut self, mut s: Stream<Soac>) -> Stream<Soac> {
        self.map(&mut s.width);
        self.map(&mut s.chunk);
        s.inputs.iter_mut().for_each(|(_, arr)| self.map(arr));
        s.accs.iter_mut().for_each(|(_, start)| self.map(start));
        if let Some(op) = &mut s.op {
            let own = std::mem::replace(op, empty_lambda());
            *op = self.lambda(own);
        }
        let place = self.place();
        self.bind_all(&[s.size, s.first]);
        self.facts.size(s.size);
        // The chunk is a part of the array.
        for (a, b) in [(s.first.into(), Atom::i64(0)), (s.width, s.first.into()), (s.width, s.size.into())] {
            self.facts.at_least(self.vars, a, b, 0);
        }
        for (chunk, arr) in s.inputs.clone() {
            self.bind_all(&[chunk]);
            self.facts.element_of(self.vars, chunk, arr);
        }
        let accs: Vec<Var> = s.accs.iter().map(|(acc, _)| *acc).collect();
        self.bind_all(&accs);
        s.body = self.body(s.body);
        self.leave(place);
        s
    }
}

/// Drops the arrays that nobody uses from the results of a stream, and chunks that its body does not use.
pub(crate) fn drop_parts(
    s: &mut Stream<Soac>,
    pat: &mut Pat,
    used: impl Fn(&Var) -> bool,
    vars: &Vars,
) -> bool {
    let accs = s.accs.len();
    let mut wanted: FxHashSet<Var> = pat.vals.iter().take(accs).copied().collect();
    wanted.extend(pat.all().filter(|v| used(v)));
    let bound: Vec<Var> = pat.all().collect();
    for var in bound.iter().rev().filter(|v| wanted.contains(v)).copied().collect::<Vec<Var>>() {
        wanted.extend(vars[var].ty.dims().iter().filter_map(|d| d.size.var()));
    }
    let before = (bound.len(), s.inputs.len());
    keep(&mut s.body.result.sizes, &mut pat.sizes, &wanted);
    keep(&mut s.body.result.vals, &mut pat.vals, &wanted);
    let inside: FxHashSet<Var> = walk::free_vars(&s.body, vars).into_iter().collect();
    let mut needed: FxHashSet<Var> = inside;
    // The type of a chunk names the chunks that hold its sizes, which come first.
    for (chunk, _) in s.inputs.iter().rev() {
        if needed.contains(chunk) {
            needed.extend(vars[*chunk].ty.dims().iter().filter_map(|d| d.size.var()));
        }
    }
    s.inputs.retain(|(chunk, _)| needed.contains(chunk));
    (pat.all().count(), s.inputs.len()) != before
}

fn keep(results: &mut Vec<Atom>, vars: &mut Vec<Var>, wanted: &FxHashSet<Var>) {
    let kept = results.drain(..).zip(vars.drain(..)).filter(|(_, var)| wanted.contains(var));
    (*results, *vars) = kept.collect::<Vec<_>>().into_iter().unzip();
}
