//! Which arrays may share memory with one that is overwritten.

use ir::{Atom, Body, Exp, Input, Out, Soac, Stm, Var, View};
use rustc_hash::{FxHashMap, FxHashSet};

/// Classes of variables that may show the same memory, and which of these are overwritten.
#[derive(Default)]
pub(crate) struct Overwritten {
    parent: FxHashMap<Var, Var>,
    written: FxHashSet<Var>,
}

impl Overwritten {
    /// Looks through a function.
    pub(crate) fn new(body: &Body<Soac>) -> Overwritten {
        let mut found = Overwritten::default();
        found.block(&body.stms);
        found.written = found.written.iter().map(|v| found.root(*v)).collect();
        found
    }

    /// Whether nothing overwrites the memory of a variable.
    pub(crate) fn is_free(&self, var: Var) -> bool {
        !self.written.contains(&self.root(var))
    }

    fn root(&self, mut var: Var) -> Var {
        while let Some(next) = self.parent.get(&var) {
            var = *next;
        }
        var
    }

    fn join(&mut self, a: Var, b: impl Into<Atom>) {
        let Some(b) = b.into().var() else { return };
        let (a, b) = (self.root(a), self.root(b));
        if a != b {
            self.parent.insert(a, b);
        }
    }

    fn join_all(&mut self, vars: impl Iterator<Item = Var>, with: impl Iterator<Item = Atom>) {
        vars.zip(with).for_each(|(a, b)| self.join(a, b));
    }

    fn block(&mut self, block: &[Stm<Soac>]) {
        for stm in block {
            self.stm(stm);
            stm.exp.blocks(&mut |block| self.block(block));
        }
    }

    fn stm(&mut self, stm: &Stm<Soac>) {
        let pat = &stm.pat;
        match &stm.exp {
            Exp::Atom(a) => self.join_all(pat.vals.iter().copied(), [*a].into_iter()),
            Exp::View(view) => {
                for arr in viewed(view) {
                    pat.vals.iter().for_each(|var| self.join(*var, arr));
                }
            }
            Exp::Write { arr, .. } => {
                self.written.insert(*arr);
                pat.vals.iter().for_each(|var| self.join(*var, *arr));
            }
            Exp::Call { args, .. } => self.written.extend(args.iter().filter_map(|a| a.var())),
            Exp::If { then, els, .. } => {
                self.join_all(pat.all(), then.result.all());
                self.join_all(pat.all(), els.result.all());
            }
            Exp::Loop(l) => {
                self.join_all(pat.all(), l.params.all().map(Atom::Var));
                self.join_all(l.params.all(), l.init.all());
                self.join_all(l.params.all(), l.body.result.all());
            }
            Exp::WithAcc { accs, body } => {
                let arrs: Vec<Var> = accs.iter().flat_map(|acc| acc.arrs.iter().copied()).collect();
                self.join_all(pat.vals.iter().copied(), arrs.iter().map(|v| Atom::Var(*v)));
                let others = pat.vals.iter().skip(arrs.len()).copied();
                self.join_all(others, body.result.vals.iter().skip(accs.len()).copied());
                self.written.extend(arrs);
            }
            Exp::Op(Soac::Screma(s)) => {
                for (param, input) in &s.inputs {
                    if let Input::Array(arr) | Input::Acc(arr) = input {
                        self.join(*param, *arr);
                    }
                }
                for (out, var) in s.clauses.outs.iter().zip(pat.all()) {
                    if let Out::Owned(v) | Out::Acc(v) = out {
                        self.join(var, *v);
                    }
                }
            }
            Exp::Op(Soac::Stream(s)) => {
                self.join_all(
                    s.inputs.iter().map(|(chunk, _)| *chunk),
                    s.inputs.iter().map(|(_, arr)| (*arr).into()),
                );
                self.join_all(s.accs.iter().map(|(acc, _)| *acc), s.accs.iter().map(|(_, start)| *start));
                self.join_all(pat.all(), s.body.result.all());
            }
            Exp::Prim(_)
            | Exp::Read { .. }
            | Exp::Check(_)
            | Exp::Trace { .. }
            | Exp::Copy { .. }
            | Exp::Scratch { .. }
            | Exp::Total { .. }
            | Exp::UpdateAcc { .. } => {}
        }
    }
}

/// The arrays that a view shows.
fn viewed(view: &View) -> Vec<Var> {
    match view {
        View::Iota { .. } | View::Literal { .. } => vec![],
        View::Replicate { x, .. } => x.var().into_iter().collect(),
        View::Row { arr, .. }
        | View::Slice { arr, .. }
        | View::Gather { arr, .. }
        | View::Rearrange { arr, .. }
        | View::Reshape { arr, .. }
        | View::Recast { arr, .. } => vec![*arr],
        View::Concat { arrs, .. } => arrs.clone(),
    }
}
