//! Simplification: copies, constants, common subexpressions, proved checks, dead code.
//!
//! ```text
//! let n = size! s        -- s is the size of an array in scope        =>   s
//! let k = bounds! j n    -- j is the index of a screma of width n     =>   j
//! let b = if c { let d = lt.i64 x y in (d) } else { in (false) }      =>   let d = lt.i64 x y  let b = and.bool c d
//! ```
//!
//! Bodies are walked from the top; what is known at a statement holds in everything nested in it. Afterwards statements that
//! nobody uses are dropped, unless they can fail or update an accumulator: a check disappears only by proof.
//!
//! Precondition and postcondition: verified Core. Does not do: fusion, inlining, motion out of loops.

mod common;
mod dead;
mod equal;
mod fold;
mod inputs;
mod merge;
mod overwritten;
mod remainder;
mod stream;
mod tags;

use crate::facts::{Elements, Ends, Facts, Invariants, Mark, Range};
pub(crate) use dead::drop_dead;
use equal::Definitions;
pub(crate) use fold::fold_prim;
use ir::{
    Atom, Body, CheckKind, Core, Exp, Input, Lambda, Loop, LoopForm, Out, Pat, Prim, Results, Screma, Soac,
    Stm, Type, Var, Vars, walk,
};
use merge::Earlier;
pub(crate) use overwritten::Overwritten;
use rustc_hash::{FxHashMap, FxHashSet};
pub(crate) use stream::drop_parts as drop_stream_parts;

/// Simplifies every function to a fixpoint, at most 8 rounds.
pub fn simplify(prog: Core) -> Core {
    run(prog, Proved::Dropped, Stage::Early)
}

/// The same, but checks that are proved stay in the program, marked, for the interpreter to test the proofs.
pub fn simplify_paranoid(prog: Core) -> Core {
    run(prog, Proved::Marked, Stage::Early)
}

/// Simplifies for the last time: what makes a program cheaper, but tells less about it, is done too.
pub fn tidy(prog: Core) -> Core {
    run(prog, Proved::Dropped, Stage::Last)
}

/// The same, with checks that are proved.
pub fn tidy_paranoid(prog: Core) -> Core {
    run(prog, Proved::Marked, Stage::Last)
}

/// What becomes of checks that are proved.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Proved {
    Dropped,
    /// They stay, marked, for the interpreter to test the proofs.
    Marked,
}

/// When a program is simplified.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Later passes ask for facts about the program.
    Early,
    /// Nothing else is to be proved.
    Last,
}

fn run(mut prog: Core, proved: Proved, stage: Stage) -> Core {
    for fun in &mut prog.funs {
        let mut remainders = FxHashSet::default();
        for _ in 0..8 {
            let mut s = Simplifier {
                vars: &mut prog.vars,
                subst: FxHashMap::default(),
                known: Known::default(),
                facts: Facts::default(),
                overwritten: Overwritten::new(&fun.body),
                iotas: FxHashSet::default(),
                certs: FxHashSet::default(),
                remainders: FxHashSet::default(),
                proved,
                stage,
                changed: false,
            };
            for param in &fun.params {
                s.facts.bind(s.vars, param.var);
            }
            let body = std::mem::replace(&mut fun.body, Body { stms: vec![], result: Results::default() });
            fun.body = s.body(body);
            let changed = s.changed;
            remainders = s.remainders;
            let removed = dead::remove(&mut fun.body, &prog.vars, &fun.ret);
            if !changed && !removed {
                break;
            }
        }
        remainder::wrap(&mut fun.body.stms, &remainders);
    }
    prog
}

/// What holds at a place of the program, besides facts about numbers.
#[derive(Clone, Default)]
struct Known {
    /// Expressions computed before.
    exps: FxHashMap<Key, Var>,
    /// What sizes were computed from.
    definitions: Definitions,
    /// Operators and views.
    earlier: Earlier,
}

/// A place to go back to: what is known there.
struct Place {
    known: Known,
    mark: Mark,
}

/// An expression that gives the same value whenever it is evaluated.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Key {
    Prim(Prim),
    Size(Atom),
    Bounds(Atom, Atom),
    NonZero(Atom),
    Exponent(Atom),
    SliceLen([Atom; 4]),
    Assert(Atom),
    Read(Var, Vec<Atom>),
    Total(Vec<Var>),
}

/// What was found inside of a statement about its results.
enum Inside {
    Nothing,
    Branch { ranges: Vec<Option<Range>>, then: Ends, els: Ends },
    Invariants(Invariants),
    Elements(Elements),
}

struct Simplifier<'a> {
    vars: &'a mut Vars,
    subst: FxHashMap<Var, Atom>,
    known: Known,
    facts: Facts,
    /// Arrays that are `iota`.
    iotas: FxHashSet<Var>,
    /// Which arrays are overwritten.
    overwritten: Overwritten,
    /// Evidence of what is proved.
    certs: FxHashSet<Var>,
    /// Remainders that need no division.
    remainders: FxHashSet<Var>,
    proved: Proved,
    stage: Stage,
    changed: bool,
}

impl walk::Mapper for Simplifier<'_> {
    fn atom(&mut self, atom: Atom) -> Atom {
        atom.var().and_then(|v| self.subst.get(&v).copied()).unwrap_or(atom)
    }
    fn var(&mut self, var: Var) -> Var {
        match self.subst.get(&var) {
            Some(Atom::Var(v)) => *v,
            Some(Atom::Const(_)) | None => var,
        }
    }
    fn bind(&mut self, var: Var) -> Var {
        let subst = &self.subst;
        let ty = self.vars[var].ty.map_sizes(|a| a.var().and_then(|v| subst.get(&v).copied()).unwrap_or(a));
        self.vars[var].ty = ty;
        var
    }
}

impl Simplifier<'_> {
    fn map<T: walk::Walk>(&mut self, x: &mut T) {
        x.map_vars(self);
    }

    fn bind_all(&mut self, vars: &[Var]) {
        for var in vars {
            walk::Mapper::bind(self, *var);
            self.facts.bind(self.vars, *var);
        }
    }

    fn place(&self) -> Place {
        Place { known: self.known.clone(), mark: self.facts.mark() }
    }

    /// Forgets what was learned since.
    fn leave(&mut self, place: Place) {
        self.known = place.known;
        self.facts.undo(place.mark);
    }

    fn replace(&mut self, var: Var, by: Atom) {
        self.changed = true;
        self.subst.insert(var, by);
    }

    /// A body whose knowledge stays inside.
    fn body(&mut self, body: Body<Soac>) -> Body<Soac> {
        let place = self.place();
        let body = self.open_body(body);
        self.leave(place);
        body
    }

    /// A body whose knowledge holds behind it.
    fn open_body(&mut self, body: Body<Soac>) -> Body<Soac> {
        let stms = self.block(body.stms);
        let mut result = body.result;
        self.map(&mut result);
        Body { stms, result }
    }

    /// One side of a branch, the ranges of its integers, and what is known of its arrays.
    fn side(&mut self, body: Body<Soac>, cond: Atom, value: bool) -> (Body<Soac>, Vec<Option<Range>>, Ends) {
        let (place, start) = (self.place(), self.facts.now());
        self.facts.holds(self.vars, cond, value);
        // On this side the condition itself is known.
        if let Atom::Var(c) = cond {
            self.subst.insert(c, Atom::bool(value));
        }
        let body = self.open_body(body);
        if let Atom::Var(c) = cond {
            self.subst.remove(&c);
        }
        let query = self.facts.query(self.vars);
        let ranges = body.result.vals.iter().map(|a| query.range(*a)).collect();
        let ends = self.facts.ends(&body.result.vals, start);
        self.leave(place);
        (body, ranges, ends)
    }

    /// Statements whose knowledge holds behind them.
    fn block(&mut self, block: Vec<Stm<Soac>>) -> Vec<Stm<Soac>> {
        let mut out = vec![];
        for stm in block {
            self.stm(stm, &mut out);
        }
        out
    }

    fn stm(&mut self, mut stm: Stm<Soac>, out: &mut Vec<Stm<Soac>>) {
        let mut inside = Inside::Nothing;
        stm.exp = match stm.exp {
            Exp::If { cond, then, els } => {
                let cond = walk::Mapper::atom(self, cond);
                let (then, low, then_ends) = self.side(*then, cond, true);
                let (els, high, els_ends) = self.side(*els, cond, false);
                let either = |(a, b): (Option<Range>, Option<Range>)| Some(a?.join(b?));
                let ranges = low.into_iter().zip(high).map(either).collect();
                inside = Inside::Branch { ranges, then: then_ends, els: els_ends };
                Exp::If { cond, then: Box::new(then), els: Box::new(els) }
            }
            Exp::Loop(l) => {
                let (l, invariants) = self.loop_(*l, &mut stm.pat);
                inside = Inside::Invariants(invariants);
                Exp::Loop(Box::new(l))
            }
            Exp::WithAcc { mut accs, body } => {
                for def in &mut accs {
                    self.map(&mut def.arrs);
                    if let Some(op) = &mut def.op {
                        self.map(&mut op.ne);
                        let lam = std::mem::replace(&mut op.lam, empty_lambda());
                        op.lam = self.lambda(lam);
                    }
                    self.bind_all(&[def.param]);
                }
                Exp::WithAcc { accs, body: Box::new(self.body(*body)) }
            }
            Exp::Op(Soac::Screma(s)) => {
                let (s, elements) = self.screma(s, &stm.pat);
                inside = Inside::Elements(elements);
                Exp::Op(Soac::Screma(s))
            }
            Exp::Op(Soac::Stream(s)) => Exp::Op(Soac::Stream(self.stream(s))),
            mut exp @ (Exp::Atom(_)
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
            | Exp::Call { .. }) => {
                self.map(&mut exp);
                exp
            }
        };
        for var in stm.pat.sizes.iter().chain(&stm.pat.vals) {
            walk::Mapper::bind(self, *var);
        }
        if let Some(stm) = self.rewrite(stm, out) {
            if self.stage == Stage::Last {
                self.note_remainder(&stm);
            }
            self.learn(&stm);
            self.learn_inside(&stm, inside);
            out.push(stm);
        }
    }

    /// Remembers what was found inside of a statement about its results.
    fn learn_inside(&mut self, stm: &Stm<Soac>, inside: Inside) {
        match (&stm.exp, inside) {
            (Exp::If { cond, then, els }, Inside::Branch { ranges, then: then_ends, els: els_ends }) => {
                let sides = then.result.vals.iter().zip(&els.result.vals);
                let results = stm.pat.vals.iter().zip(sides).map(|(var, (a, b))| (*var, *a, *b));
                self.facts.branch(*cond, results);
                for (var, range) in stm.pat.vals.iter().zip(ranges) {
                    if let Some(range) = range {
                        self.facts.within(self.vars, *var, range);
                    }
                }
                self.facts.joined(&stm.pat.vals, then_ends, els_ends);
            }
            (Exp::Loop(l), Inside::Invariants(invariants)) => {
                self.facts.after_loop(self.vars, l, &stm.pat, &invariants);
            }
            (_, Inside::Elements(elements)) => self.facts.learn_results(elements),
            _ => {}
        }
    }

    /// Remembers what a statement says.
    fn learn(&mut self, stm: &Stm<Soac>) {
        self.facts.learn(self.vars, stm);
        self.known.definitions.learn(stm);
        self.known.earlier.learn(stm);
        if let (Some(var), Some(key)) = (stm.pat.vals.first(), key(&stm.exp)) {
            self.known.exps.insert(key, *var);
        }
    }

    fn lambda(&mut self, mut lam: Lambda<Soac>) -> Lambda<Soac> {
        let place = self.place();
        self.bind_all(&lam.params);
        lam.body = self.body(lam.body);
        self.leave(place);
        lam
    }

    fn screma(&mut self, mut s: Screma<Soac>, pat: &Pat) -> (Screma<Soac>, Elements) {
        self.map(&mut s.width);
        s.inputs.iter_mut().for_each(|(_, input)| self.map(input));
        self.merge_inputs(&mut s);
        let place = self.place();
        let start = self.facts.now();
        let params: Vec<Var> = s.inputs.iter().map(|(param, _)| *param).collect();
        self.bind_all(&params);
        // Where the body is evaluated there is an element.
        self.facts.at_least(self.vars, s.width, Atom::i64(1), 0);
        for (param, input) in &s.inputs {
            match input {
                Input::Iota => self.facts.index(self.vars, *param, s.width),
                Input::Array(arr) => self.facts.element_of(self.vars, *param, *arr),
                Input::Acc(_) => {}
            }
        }
        s.body = self.block(s.body);
        for scan in &s.clauses.scans {
            self.bind_all(&scan.res);
        }
        let mut elements = Elements::default();
        if s.clauses.keep.is_some() {
            self.map(&mut s.clauses.outs);
            let point = |out: &Out| matches!(out, Out::Point(_));
            elements.extend(self.facts.results(self.vars, &s, pat, start, point));
        }
        if let Some(keep) = &mut s.clauses.keep {
            self.map(&mut keep.flag);
            self.facts.holds(self.vars, keep.flag, true);
        }
        s.clauses.each = self.block(s.clauses.each);
        for fold in s.clauses.folds_mut() {
            self.map(&mut fold.args);
            self.bind_all(&fold.res);
        }
        self.map(&mut s.clauses.outs);
        let keeps = s.clauses.keep.is_some();
        let rest = |out: &Out| !keeps || matches!(out, Out::Kept(_));
        elements.extend(self.facts.results(self.vars, &s, pat, start, rest));
        self.leave(place);
        for fold in s.clauses.folds_mut() {
            self.map(&mut fold.ne);
            let op = std::mem::replace(&mut fold.op, empty_lambda());
            fold.op = self.lambda(op);
        }
        (s, elements)
    }

    /// A parameter that every round returns as it received it is its initial value.
    fn loop_(&mut self, mut l: Loop<Soac>, pat: &mut Pat) -> (Loop<Soac>, Invariants) {
        self.map(&mut l.init);
        let fixed = self.drop_fixed_sizes(&mut l, pat);
        for (i, result) in pat.vals.iter().enumerate() {
            let param = l.params.vals[i];
            if l.body.result.vals[i] == Atom::Var(param) && self.vars[param].ty.as_scalar().is_some() {
                let init = l.init.vals[i];
                if self.subst.insert(param, init).is_none() {
                    self.replace(*result, init);
                }
            }
        }
        let place = self.place();
        let params: Vec<Var> = l.params.all().collect();
        self.bind_all(&params);
        for size in l.params.sizes.iter().filter(|v| self.vars[**v].ty.rank() == 0) {
            self.facts.size(*size);
        }
        let invariants = self.invariants(&l);
        self.facts.assume(self.vars, &invariants);
        l.form = match l.form {
            LoopForm::While(cond) => {
                // Its variables are not in scope in the body, but what it says of others holds there.
                let known = self.known.clone();
                let cond = self.open_body(cond);
                self.known = known;
                if let Some(holds) = cond.result.vals.first() {
                    self.facts.holds(self.vars, *holds, true);
                }
                LoopForm::While(cond)
            }
            LoopForm::For { index, mut count } => {
                self.map(&mut count);
                self.bind_all(&[index]);
                self.facts.index(self.vars, index, count);
                LoopForm::For { index, count }
            }
        };
        l.body = self.body(l.body);
        self.leave(place);
        self.hold_sizes(&mut l, fixed);
        (l, invariants)
    }

    /// The invariants of a loop that may show its checks to hold.
    fn invariants(&mut self, l: &Loop<Soac>) -> Invariants {
        let checks = |stm: &Stm<Soac>| stm.exp.any(&mut |exp| matches!(exp, Exp::Check(_)));
        if !l.body.stms.iter().any(checks) {
            return Invariants::default();
        }
        // The body is looked at before it is simplified, under the names that are known by now.
        let mut copy = l.clone();
        self.map(&mut copy);
        self.facts.invariants(self.vars, &copy)
    }

    fn dims_of(&self, var: Var) -> Vec<ir::Dim> {
        self.vars[var].ty.dims().to_vec()
    }
}

fn empty_lambda() -> Lambda<Soac> {
    Lambda { params: vec![], body: Body { stms: vec![], result: Results::default() } }
}

/// The key of an expression whose value can be used again.
fn key(exp: &Exp<Soac>) -> Option<Key> {
    Some(match exp {
        Exp::Prim(prim) => Key::Prim(*prim),
        Exp::Check(check) if check.proved => return None,
        Exp::Check(check) => match &check.kind {
            CheckKind::Size { a, .. } => Key::Size(*a),
            CheckKind::Bounds { index, size } => Key::Bounds(*index, *size),
            CheckKind::NonZero { a, .. } => Key::NonZero(*a),
            CheckKind::Exponent { a, .. } => Key::Exponent(*a),
            CheckKind::SliceLen { start, end, stride, size } => Key::SliceLen([*start, *end, *stride, *size]),
            CheckKind::Assert { cond, .. } => Key::Assert(*cond),
            CheckKind::Equal { .. } => return None,
        },
        Exp::Read { arr, index } => Key::Read(*arr, index.clone()),
        Exp::Total { sizes } => Key::Total(sizes.clone()),
        Exp::Atom(_)
        | Exp::Trace { .. }
        | Exp::View(_)
        | Exp::Copy { .. }
        | Exp::Scratch { .. }
        | Exp::Write { .. }
        | Exp::UpdateAcc { .. }
        | Exp::Call { .. }
        | Exp::If { .. }
        | Exp::Loop(_)
        | Exp::WithAcc { .. }
        | Exp::Op(_) => return None,
    })
}

/// Whether an expression yields one scalar.
fn is_scalar(vars: &Vars, var: Var) -> bool {
    matches!(vars[var].ty, Type::Data { .. }) && vars[var].ty.rank() == 0
}
