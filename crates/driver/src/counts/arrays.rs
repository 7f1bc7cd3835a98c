//! The arrays that a function makes besides its results.
//!
//! Names are traced backwards from the results to the statements that made the arrays: through other names, branches, what loops
//! carry, arrays that are updated in place and rows that belong to a kernel. What is not reached is an array that only the way to
//! the results needs.

use ir::{Active, Atom, Body, Exp, Fun, Inner, Loop, LoopForm, Out, Seg, SegOp, Stm, Type, Var, Vars, View};
use std::collections::{BTreeMap, BTreeSet};

/// How many arrays a function makes that are neither arguments nor results.
pub(super) fn count(fun: &Fun<SegOp>, vars: &Vars) -> usize {
    let params = fun.params.iter().map(|param| param.var).collect();
    let mut trace = Trace { vars, params, made: BTreeSet::new(), same: BTreeMap::new() };
    trace.body(&fun.body);
    let mut open: Vec<Var> = fun.body.result.all().filter_map(|a| a.var()).collect();
    let mut results = BTreeSet::new();
    while let Some(var) = open.pop() {
        if results.insert(var) {
            open.extend(trace.same.get(&var).into_iter().flatten());
        }
    }
    trace.made.difference(&results).count()
}

struct Trace<'a> {
    vars: &'a Vars,
    params: BTreeSet<Var>,
    /// Arrays that statements make.
    made: BTreeSet<Var>,
    /// The variables whose memory a variable may have.
    same: BTreeMap<Var, Vec<Var>>,
}

/// Operators whose results are traced.
trait Operator {
    fn trace(&self, pat: Vec<Var>, trace: &mut Trace);
}

impl Operator for SegOp {
    fn trace(&self, pat: Vec<Var>, trace: &mut Trace) {
        match self {
            SegOp::Seg(seg) => trace.seg(&pat, seg),
            // Those of arguments come with them.
            SegOp::Offsets { sizes, .. } if sizes.iter().all(|size| trace.params.contains(size)) => {}
            SegOp::Offsets { is: Some(_), .. } | SegOp::Closed(_) => {}
            // Sizes leave a function as the offsets that they are differences of.
            SegOp::Differences { offsets } => trace.link(&pat, [Atom::Var(*offsets)]),
            SegOp::Offsets { .. } => trace.makes(pat),
            SegOp::Active(active) => {
                trace.active(active);
                let (pat, whole) = pat.split_at(pat.len() - active.whole.len());
                trace.makes(pat.to_vec());
                trace.link(whole, active.whole.iter().map(|(_, start)| Atom::Var(*start)));
            }
        }
    }
}

/// What an operator inside a kernel makes is memory of its point.
impl Operator for Inner {
    fn trace(&self, _: Vec<Var>, _: &mut Trace) {}
}

impl Trace<'_> {
    fn body<O: Operator>(&mut self, body: &Body<O>) {
        self.block(&body.stms);
    }

    fn block<O: Operator>(&mut self, block: &[Stm<O>]) {
        for stm in block {
            let pat: Vec<Var> = stm.pat.all().collect();
            match &stm.exp {
                Exp::Atom(a) => self.link(&pat, [*a]),
                Exp::View(
                    View::Recast { arr, .. }
                    | View::Reshape { arr, .. }
                    | View::Rearrange { arr, .. }
                    | View::Slice { arr, .. }
                    | View::Row { arr, .. },
                )
                | Exp::Write { arr, .. } => self.link(&stm.pat.vals, [Atom::Var(*arr)]),
                Exp::If { then, els, .. } => {
                    for side in [then, els] {
                        self.body(side);
                        self.link(&pat, side.result.all());
                    }
                }
                Exp::Loop(l) => self.looped(&pat, l),
                Exp::WithAcc { accs, body } => {
                    self.body(body);
                    let arrs = accs.iter().flat_map(|def| &def.arrs).map(|v| Atom::Var(*v));
                    let others = body.result.vals.iter().skip(accs.len()).copied();
                    self.link(&stm.pat.vals, arrs.chain(others));
                }
                Exp::Op(op) => op.trace(pat, self),
                Exp::View(
                    View::Iota { .. }
                    | View::Replicate { .. }
                    | View::Concat { .. }
                    | View::Gather { .. }
                    | View::Literal { .. },
                )
                | Exp::Copy { .. }
                | Exp::Scratch { .. }
                | Exp::Call { .. } => self.makes(pat),
                Exp::Prim(_)
                | Exp::Read { .. }
                | Exp::Check(_)
                | Exp::Trace { .. }
                | Exp::Total { .. }
                | Exp::UpdateAcc { .. } => {}
            }
        }
    }

    fn looped<O: Operator>(&mut self, pat: &[Var], l: &Loop<O>) {
        if let LoopForm::While(cond) = &l.form {
            self.body(cond);
        }
        self.body(&l.body);
        let params: Vec<Var> = l.params.all().collect();
        self.link(pat, params.iter().map(|v| Atom::Var(*v)));
        self.link(&params, l.init.all());
        self.link(&params, l.body.result.all());
    }

    /// Results that are rows of consumed arrays are those arrays; every other one is made.
    fn seg(&mut self, pat: &[Var], seg: &Seg) {
        for row in &seg.rows {
            self.same.entry(row.param).or_default().push(row.arr);
        }
        // Only names are traced in a kernel: it makes its results, and memory of its points.
        let made = self.made.clone();
        self.block(&seg.body);
        self.made = made;
        for (out, var) in seg.clauses.outs.iter().zip(pat) {
            match out {
                Out::Owned(row) => self.same.entry(*var).or_default().push(*row),
                Out::Point(_)
                | Out::Kept(_)
                | Out::Row(_)
                | Out::Count
                | Out::Acc(_)
                | Out::Offsets(_)
                | Out::Cert => self.makes(vec![*var]),
            }
        }
    }

    fn active(&mut self, active: &Active) {
        self.body(&active.cond);
        self.body(&active.body);
    }

    fn makes(&mut self, pat: Vec<Var>) {
        let array = |v: &Var| self.vars[*v].ty.is_array() || self.vars[*v].ty == Type::Offsets;
        let made: Vec<Var> = pat.into_iter().filter(array).collect();
        self.made.extend(made);
    }

    fn link(&mut self, pat: &[Var], sources: impl IntoIterator<Item = Atom>) {
        for (var, source) in pat.iter().zip(sources) {
            self.same.entry(*var).or_default().extend(source.var());
        }
    }
}
