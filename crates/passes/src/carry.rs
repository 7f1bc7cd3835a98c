//! Numbers that loops of the host carry and that no decision of the host needs: they stay on the device, in cells.
//!
//! ```text
//! loop (s = 0.0, xs = ys) for i < n {
//!   let t = seg (j < m) { let x = xs[j] } red (r) = add.f32 (x) ne (0.0) out (row r)   let u = add.f32 s t   ..  in (u, zs)
//! }
//!   =>
//!   let (t, u) = seg (j < m) { .. } red (r) = ..  end { let u2 = add.f32 s r } out (row r, row u2)   ..  in (u, zs)
//! ```
//!
//! A number decides something where it is a condition, the count of a loop, a size, an operand of a check or of a call, or where the host
//! computes such a number from it. The others are cells: lowering leaves them where kernels wrote them, and the host reads a result after the
//! loop, if at all. Branches inside of loops do the same with the numbers that they return. Nothing depends on what is found here:
//! whoever needs a number in a cell can read it at any place.
//!
//! What a round computes of the results of a reduction to carry it on is computed where the reduction ends (`end`), so that no kernel is
//! launched for it. Precondition and postcondition: verified Flat. Does not do: numbers that are computed from several kernels' results
//! at the end of any but the last of them.

use crate::effects::is_total;
use crate::fuse_flat::MOST_RESULTS;
use crate::lower::Target;
use ir::{
    Atom, Body, Exp, Extent, Flat, Inner, Loop, LoopForm, Out, Pat, Results, Seg, SegOp, Stm, Var, Vars, walk,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Computes carried numbers where reductions end, for targets whose host would wait for them.
pub fn carry(mut prog: Flat, target: Target) -> Flat {
    if !target.keeps_numbers() {
        return prog;
    }
    for fun in &mut prog.funs {
        let carried = Carried::of(&prog.vars, &fun.body);
        loops(&mut fun.body.stms, &carried, &mut prog.vars);
    }
    prog
}

fn loops(block: &mut [Stm<SegOp>], carried: &Carried, vars: &mut Vars) {
    for stm in block {
        if let Exp::Loop(l) = &mut stm.exp {
            round(l, carried, vars);
        }
        stm.exp.blocks_mut(&mut |inner, _| loops(inner, carried, vars));
    }
}

/// Computes the cells of the next round where reductions end.
fn round(l: &mut Loop<SegOp>, carried: &Carried, vars: &mut Vars) {
    for (param, result) in l.params.vals.iter().zip(&l.body.result.vals) {
        if let Atom::Var(result) = result
            && carried.is_cell(*param)
            && let Some(code) = Code::of(&l.body.stms, *result)
        {
            code.compute_at_end(&mut l.body.stms, *result, vars);
        }
    }
}

/// How a number is computed from results of kernels.
struct Code {
    /// The last of the kernels.
    kernel: usize,
    /// The statements that compute the number, itself included.
    stms: BTreeSet<usize>,
}

impl Code {
    /// The total code that computes a number of a block, if it is computed from what a reduction gives.
    fn of(block: &[Stm<SegOp>], number: Var) -> Option<Code> {
        let binds = |var: Var| block.iter().position(|stm| stm.pat.all().any(|v| v == var));
        let mut stms = BTreeSet::new();
        let mut sources = BTreeSet::new();
        let mut todo = vec![number];
        while let Some(var) = todo.pop() {
            let Some(at) = binds(var) else { continue };
            let exp = &block[at].exp;
            let total = if let Exp::Prim(prim) = exp { is_total(prim) } else { matches!(exp, Exp::Atom(_)) };
            if !total {
                sources.insert(at);
            } else if stms.insert(at) {
                todo.extend(walk::used_vars(exp));
            }
        }
        let kernel = *sources.last()?;
        let Exp::Op(SegOp::Seg(seg)) = &block[kernel].exp else { return None };
        (!stms.is_empty() && reduces_to_one(seg)).then_some(Code { kernel, stms })
    }

    /// Makes the number a result of the kernel.
    fn compute_at_end(&self, block: &mut Vec<Stm<SegOp>>, number: Var, vars: &mut Vars) {
        let stms = self.stms.iter().map(|at| scalar_code(&block[*at])).collect::<Option<Vec<Stm<Inner>>>>();
        let Some(stms) = stms else { return };
        let stm = &mut block[self.kernel];
        let Exp::Op(SegOp::Seg(seg)) = &mut stm.exp else { return };
        let results = stm.pat.all().zip(&seg.clauses.outs);
        let rows: Vec<(Var, Atom)> = results
            .filter_map(|(var, out)| if let Out::Row(a) = out { Some((var, *a)) } else { None })
            .collect();
        let body = Body { stms, result: Results::vals(vec![number.into()]) };
        let body = walk::Subst::renaming(vars, rows).apply(body);
        seg.clauses.end.extend(body.stms);
        seg.clauses.outs.push(Out::Row(body.result.vals[0]));
        stm.pat.vals.push(number);
        block.retain_mut(|stm| !matches!(stm.exp, Exp::Prim(_) | Exp::Atom(_)) || stm.pat.vals != [number]);
    }
}

/// Whether a kernel reduces all its points to numbers, and may give one more.
fn reduces_to_one(seg: &Seg) -> bool {
    let c = &seg.clauses;
    seg.levels.len() == 1
        && seg.rows.is_empty()
        && !c.reds.is_empty()
        && c.scans.is_empty()
        && c.keep.is_none()
        && c.outs.len() < MOST_RESULTS
}

/// A statement of the host, as one of a kernel.
fn scalar_code(stm: &Stm<SegOp>) -> Option<Stm<Inner>> {
    let exp = if let Exp::Prim(prim) = &stm.exp {
        Exp::Prim(*prim)
    } else if let Exp::Atom(a) = &stm.exp {
        Exp::Atom(*a)
    } else {
        return None;
    };
    Some(Stm::new(stm.pat.clone(), exp, stm.loc.clone()))
}

/// The numbers of a function that stay on the device.
#[derive(Default)]
pub(crate) struct Carried {
    /// Parameters of loops, and results of branches in loops, that are cells.
    cells: FxHashSet<Var>,
    /// Numbers computed in loops that no decision of the host needs.
    undecided: FxHashSet<Var>,
}

impl Carried {
    /// Finds them in the body of a function.
    pub(crate) fn of(vars: &Vars, body: &Body<SegOp>) -> Carried {
        let mut flows =
            Flows { vars, decide: vec![], from: vec![], joins: vec![], device: vec![], in_loops: vec![] };
        let sizes = walk::bound_vars(body).into_iter().flat_map(|var| vars[var].ty.dims());
        flows.decide.extend(sizes.map(|dim| dim.size));
        flows.block(&body.stms, false);
        flows.solve()
    }

    /// Whether a parameter of a loop or a result of a branch is a cell.
    pub(crate) fn is_cell(&self, var: Var) -> bool {
        self.cells.contains(&var)
    }

    /// Whether a number is computed in a loop and no decision of the host needs it.
    pub(crate) fn is_undecided(&self, var: Var) -> bool {
        self.undecided.contains(&var)
    }
}

/// How numbers of the host come about.
struct Flows<'a> {
    vars: &'a Vars,
    /// Operands of decisions.
    decide: Vec<Atom>,
    /// Numbers, those that they are computed from, and whether whoever needs one needs these.
    from: Vec<(Var, Vec<Atom>, bool)>,
    /// Parameters of loops with their initial values and those of the next round, and results of branches in loops.
    joins: Vec<Join>,
    /// What kernels leave on the device.
    device: Vec<Var>,
    /// Numbers that are computed in loops.
    in_loops: Vec<Var>,
}

/// A number that has one of two values.
struct Join {
    var: Var,
    sides: [Atom; 2],
    /// Whether the second is that of every round but the first.
    carried: bool,
}

impl Flows<'_> {
    fn is_number(&self, var: Var) -> bool {
        self.vars[var].ty.as_scalar().is_some()
    }

    fn block(&mut self, block: &[Stm<SegOp>], in_loop: bool) {
        block.iter().for_each(|stm| self.stm(stm, in_loop));
    }

    fn join(&mut self, pat: &Pat, a: &Results, b: &Results, carried: bool) {
        for ((var, a), b) in pat.vals.iter().zip(&a.vals).zip(&b.vals) {
            if self.is_number(*var) {
                self.joins.push(Join { var: *var, sides: [*a, *b], carried });
            }
        }
        self.decide.extend(a.sizes.iter().chain(&b.sizes));
    }

    fn stm(&mut self, stm: &Stm<SegOp>, in_loop: bool) {
        match &stm.exp {
            Exp::Prim(_) | Exp::Atom(_) => {
                self.in_loops.extend(stm.pat.vals.first().filter(|_| in_loop));
                let operands = walk::used_vars(&stm.exp).into_iter().map(Atom::Var).collect();
                self.from.extend(stm.pat.vals.first().map(|var| (*var, operands, true)));
            }
            Exp::If { cond, then, els } => {
                self.decide.push(*cond);
                self.block(&then.stms, in_loop);
                self.block(&els.stms, in_loop);
                match in_loop {
                    true => self.join(&stm.pat, &then.result, &els.result, false),
                    false => self.decide.extend(then.result.all().chain(els.result.all())),
                }
            }
            Exp::Loop(l) => {
                match &l.form {
                    LoopForm::While(cond) => {
                        self.block(&cond.stms, true);
                        self.decide.extend(&cond.result.vals);
                    }
                    LoopForm::For { count, .. } => self.decide.push(*count),
                }
                self.block(&l.body.stms, true);
                self.join(&l.params, &l.init, &l.body.result, true);
                // Whoever needs a result reads it after the loop, which does not make the rounds wait.
                let results = stm.pat.vals.iter().zip(&l.params.vals);
                self.from.extend(results.map(|(var, param)| (*var, vec![(*param).into()], false)));
            }
            Exp::WithAcc { accs, body } => {
                self.block(&body.stms, in_loop);
                let arrays = accs.iter().map(|def| def.arrs.len()).sum();
                let others = stm.pat.vals.iter().skip(arrays).zip(body.result.vals.iter().skip(accs.len()));
                self.from.extend(others.map(|(var, inside)| (*var, vec![*inside], true)));
            }
            Exp::Op(SegOp::Seg(seg)) => {
                self.device.extend(stm.pat.all());
                for level in &seg.levels {
                    if let Extent::Uniform(size) = level.extent {
                        self.decide.push(size);
                    }
                }
            }
            Exp::Check(check) if check.proved => {}
            Exp::Check(_) | Exp::Call { .. } | Exp::Scratch { .. } | Exp::Total { .. } | Exp::Op(_) => {
                self.decide.extend(walk::free_vars(&stm.exp, self.vars).into_iter().map(Atom::Var));
            }
            Exp::Read { .. }
            | Exp::View(_)
            | Exp::Write { .. }
            | Exp::Copy { .. }
            | Exp::Trace { .. }
            | Exp::UpdateAcc { .. } => {}
        }
    }

    fn solve(self) -> Carried {
        let Flows { decide: mut todo, from, joins, device: made, in_loops, .. } = self;
        let mut sources: FxHashMap<Var, Vec<Atom>> = FxHashMap::default();
        for (var, operands, _) in from.iter().filter(|(.., needs)| *needs) {
            sources.entry(*var).or_default().extend(operands);
        }
        joins.iter().for_each(|join| sources.entry(join.var).or_default().extend(join.sides));
        let mut decide: FxHashSet<Var> = FxHashSet::default();
        while let Some(atom) = todo.pop() {
            if let Some(var) = atom.var().filter(|var| decide.insert(*var)) {
                todo.extend(sources.get(&var).into_iter().flatten());
            }
        }
        // A number that every round computes on the host is not written to the device because it was there in the beginning.
        let mut joins: Vec<Join> = joins.into_iter().filter(|join| !decide.contains(&join.var)).collect();
        loop {
            let (cells, device) = on_device(&from, &joins, &made);
            let left = joins.len();
            joins.retain(|join| !join.carried || !cells.contains(&join.var) || has(&device, &join.sides[1]));
            if joins.len() == left {
                let undecided = in_loops.into_iter().filter(|var| !decide.contains(var)).collect();
                return Carried { cells, undecided };
            }
        }
    }
}

fn has(device: &FxHashSet<Var>, atom: &Atom) -> bool {
    atom.var().is_some_and(|var| device.contains(&var))
}

/// The joins of which a side is on the device, and all numbers that are: those that kernels make, and what is computed from such.
fn on_device(
    from: &[(Var, Vec<Atom>, bool)],
    joins: &[Join],
    made: &[Var],
) -> (FxHashSet<Var>, FxHashSet<Var>) {
    let mut users: FxHashMap<Var, Vec<Var>> = FxHashMap::default();
    let computed = from.iter().map(|(var, operands, _)| (*var, operands.as_slice()));
    for (var, operands) in computed.chain(joins.iter().map(|join| (join.var, join.sides.as_slice()))) {
        operands.iter().filter_map(|a| a.var()).for_each(|used| users.entry(used).or_default().push(var));
    }
    let mut device: FxHashSet<Var> = FxHashSet::default();
    let mut todo = made.to_vec();
    while let Some(var) = todo.pop() {
        if device.insert(var) {
            todo.extend(users.get(&var).into_iter().flatten());
        }
    }
    let cells = joins.iter().map(|join| join.var).filter(|var| device.contains(var)).collect();
    (cells, device)
}
