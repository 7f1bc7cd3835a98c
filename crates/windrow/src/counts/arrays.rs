//! The arrays that a function makes besides its results.
//!
//! Names are traced backwards from the results to the statements that made the arrays: through other names, branches, what loops
//! carry, arrays that are updated in place and rows that belong to a kernel. What is not reached is an array that only the way to
//! the results needs.

use ir::{Active, Atom, Body, Exp, Fun, Inner, Loop, LoopForm, Seg, SegOp, Type, Var, Vars};
use std::collections::{BTreeMap, BTreeSet};

/// How many arrays a function makes that are neither arguments nor results.
pub(super) fn count(fun: &Fun<SegOp>, vars: &Vars) -> usize {
    let mut trace = Trace { vars, made: BTreeSet::new(), same: BTreeMap::new() };
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
            SegOp::Offsets { .. } => trace.makes(pat),
            SegOp::Active(active) => {
                trace.active(active);
                trace.makes(pat);
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
        for stm in &body.stms {
            let pat: Vec<Var> = stm.pat.all().collect();
            match &stm.exp {
                Exp::Atom(a) => self.link(&pat, [*a]),
                Exp::Recast { arr, .. }
                | Exp::Reshape { arr, .. }
                | Exp::Rearrange { arr, .. }
                | Exp::Slice { arr, .. }
                | Exp::Update { arr, .. } => self.link(&stm.pat.vals, [Atom::Var(*arr)]),
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
                Exp::Iota { .. }
                | Exp::Replicate { .. }
                | Exp::Copy { .. }
                | Exp::Concat { .. }
                | Exp::GatherRows { .. }
                | Exp::Literal { .. }
                | Exp::Call { .. } => self.makes(pat),
                Exp::Bin { .. }
                | Exp::Un { .. }
                | Exp::Conv { .. }
                | Exp::Select { .. }
                | Exp::Size { .. }
                | Exp::Bounds { .. }
                | Exp::SliceLen { .. }
                | Exp::Assert { .. }
                | Exp::AssertEq { .. }
                | Exp::Trace { .. }
                | Exp::Index { .. }
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
        self.body(&seg.body);
        self.made = made;
        // Plain results come last on both sides, and only they can be rows.
        let results: Vec<Atom> = seg.body.result.all().collect();
        let rows = pat.iter().rev().zip(results.iter().rev()).filter_map(|(var, result)| {
            let row = result.var().filter(|v| self.vars[*v].ty.is_array())?;
            Some((*var, row))
        });
        let rows: BTreeMap<Var, Var> = rows.collect();
        self.makes(pat.iter().filter(|v| !rows.contains_key(v)).copied().collect());
        for (var, row) in rows {
            self.same.entry(var).or_default().push(row);
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
