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

mod dead;
mod equal;
mod fold;
mod inputs;

use equal::Definitions;
use ir::{
    Atom, Body, CheckKind, Core, Exp, Input, Lambda, Loop, LoopForm, Pat, Prim, Results, Screma, Soac, Stm,
    Type, Var, Vars, walk,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Simplifies every function until nothing changes, but not for ever.
pub fn simplify(mut prog: Core) -> Core {
    for fun in &mut prog.funs {
        for _ in 0..8 {
            let mut s = Simplifier {
                vars: &mut prog.vars,
                subst: FxHashMap::default(),
                known: Known::default(),
                iotas: FxHashSet::default(),
                certs: FxHashSet::default(),
                changed: false,
            };
            for param in &fun.params {
                s.known.enter(s.vars, param.var);
            }
            let body = std::mem::replace(&mut fun.body, Body { stms: vec![], result: Results::default() });
            fun.body = s.body(body);
            let changed = s.changed;
            let removed = dead::remove(&mut fun.body, &prog.vars, &fun.ret);
            if !changed && !removed {
                break;
            }
        }
    }
    prog
}

/// What holds at a place of the program.
#[derive(Clone, Default)]
struct Known {
    /// Variables that are sizes of something in scope: not negative.
    sizes: FxHashSet<Var>,
    /// Variables known to be at least 0 and less than this size.
    below: FxHashMap<Var, Atom>,
    /// Expressions computed before.
    exps: FxHashMap<Key, Var>,
    /// What numbers were computed from.
    definitions: Definitions,
}

impl Known {
    /// A variable comes into scope.
    fn enter(&mut self, vars: &Vars, var: Var) {
        self.sizes.extend(vars[var].ty.dims().iter().filter_map(|d| d.size.var()));
    }

    /// Remembers what a statement says of its sizes and numbers.
    fn learn(&mut self, vars: &Vars, stm: &Stm<Soac>) {
        for var in stm.pat.all() {
            self.enter(vars, var);
        }
        self.sizes.extend(stm.pat.sizes.iter().filter(|v| vars[**v].ty.rank() == 0));
        self.definitions.learn(stm);
        let Some(var) = stm.pat.vals.first().copied() else { return };
        match &stm.exp {
            Exp::Total { .. } => _ = self.sizes.insert(var),
            Exp::Check(check) => match &check.kind {
                CheckKind::Size { .. } | CheckKind::SliceLen { .. } => _ = self.sizes.insert(var),
                CheckKind::Bounds { size, .. } => _ = self.below.insert(var, *size),
                CheckKind::NonZero { .. }
                | CheckKind::Exponent { .. }
                | CheckKind::Assert { .. }
                | CheckKind::Equal { .. } => {}
            },
            _ => {}
        }
    }

    /// Whether an atom is a size: not negative.
    fn is_size(&self, atom: Atom) -> bool {
        match atom {
            Atom::Const(_) => atom.as_i64().is_some_and(|x| x >= 0),
            Atom::Var(v) => self.sizes.contains(&v) || self.below.contains_key(&v),
        }
    }
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
    Read(Var, Vec<Atom>),
    Total(Vec<Var>),
}

struct Simplifier<'a> {
    vars: &'a mut Vars,
    subst: FxHashMap<Var, Atom>,
    known: Known,
    /// Arrays that are `iota`.
    iotas: FxHashSet<Var>,
    /// Evidence of what is proved.
    certs: FxHashSet<Var>,
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
            self.known.enter(self.vars, *var);
        }
    }

    fn replace(&mut self, var: Var, by: Atom) {
        self.changed = true;
        self.subst.insert(var, by);
    }

    /// A body whose knowledge stays inside.
    fn body(&mut self, body: Body<Soac>) -> Body<Soac> {
        let known = self.known.clone();
        let stms = self.block(body.stms);
        let mut result = body.result;
        self.map(&mut result);
        self.known = known;
        Body { stms, result }
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
        stm.exp = match stm.exp {
            Exp::If { cond, then, els } => {
                let cond = walk::Mapper::atom(self, cond);
                let then = Box::new(self.body(*then));
                let els = Box::new(self.body(*els));
                Exp::If { cond, then, els }
            }
            Exp::Loop(l) => Exp::Loop(Box::new(self.loop_(*l, &mut stm.pat))),
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
            Exp::Op(Soac::Screma(s)) => Exp::Op(Soac::Screma(self.screma(s))),
            mut exp => {
                self.map(&mut exp);
                exp
            }
        };
        for var in stm.pat.sizes.iter().chain(&stm.pat.vals) {
            walk::Mapper::bind(self, *var);
        }
        if let Some(stm) = self.rewrite(stm, out) {
            self.learn(&stm);
            out.push(stm);
        }
    }

    /// Remembers what a statement says.
    fn learn(&mut self, stm: &Stm<Soac>) {
        self.known.learn(self.vars, stm);
        if let (Some(var), Some(key)) = (stm.pat.vals.first(), key(&stm.exp)) {
            self.known.exps.insert(key, *var);
        }
    }

    fn lambda(&mut self, mut lam: Lambda<Soac>) -> Lambda<Soac> {
        let known = self.known.clone();
        self.bind_all(&lam.params);
        lam.body = self.body(lam.body);
        self.known = known;
        lam
    }

    fn screma(&mut self, mut s: Screma<Soac>) -> Screma<Soac> {
        self.map(&mut s.width);
        s.inputs.iter_mut().for_each(|(_, input)| self.map(input));
        self.merge_inputs(&mut s);
        let known = self.known.clone();
        let params: Vec<Var> = s.inputs.iter().map(|(param, _)| *param).collect();
        self.bind_all(&params);
        for (param, input) in &s.inputs {
            if *input == Input::Iota {
                self.known.below.insert(*param, s.width);
            }
        }
        s.body = self.block(s.body);
        if let Some(keep) = &mut s.clauses.keep {
            self.map(&mut keep.flag);
        }
        for scan in &s.clauses.scans {
            self.bind_all(&scan.res);
        }
        s.clauses.each = self.block(s.clauses.each);
        for fold in s.clauses.folds_mut() {
            self.map(&mut fold.args);
            self.bind_all(&fold.res);
        }
        self.map(&mut s.clauses.outs);
        self.known = known;
        for fold in s.clauses.folds_mut() {
            self.map(&mut fold.ne);
            let op = std::mem::replace(&mut fold.op, empty_lambda());
            fold.op = self.lambda(op);
        }
        s
    }

    /// A parameter that every round returns as it received it is its initial value.
    fn loop_(&mut self, mut l: Loop<Soac>, pat: &mut Pat) -> Loop<Soac> {
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
        let known = self.known.clone();
        let params: Vec<Var> = l.params.all().collect();
        self.bind_all(&params);
        self.known.sizes.extend(l.params.sizes.iter().filter(|v| self.vars[**v].ty.rank() == 0));
        l.form = match l.form {
            LoopForm::While(cond) => LoopForm::While(self.body(cond)),
            LoopForm::For { index, mut count } => {
                self.map(&mut count);
                self.known.below.insert(index, count);
                LoopForm::For { index, count }
            }
        };
        l.body = self.body(l.body);
        self.known = known;
        self.hold_sizes(&mut l, fixed);
        l
    }

    /// Whether `index` lies inside a dimension of this size.
    fn is_below(&self, index: Atom, size: Atom) -> bool {
        match (index, index.as_i64(), size.as_i64()) {
            (_, Some(i), Some(n)) => 0 <= i && i < n,
            (Atom::Var(v), _, _) => self.known.below.get(&v) == Some(&size),
            (Atom::Const(_), _, _) => false,
        }
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
        Exp::Check(check) => match &check.kind {
            CheckKind::Size { a, .. } => Key::Size(*a),
            CheckKind::Bounds { index, size } => Key::Bounds(*index, *size),
            CheckKind::NonZero { a, .. } => Key::NonZero(*a),
            CheckKind::Exponent { a, .. } => Key::Exponent(*a),
            CheckKind::SliceLen { start, end, stride, size } => Key::SliceLen([*start, *end, *stride, *size]),
            CheckKind::Assert { .. } | CheckKind::Equal { .. } => return None,
        },
        Exp::Read { arr, index } => Key::Read(*arr, index.clone()),
        Exp::Total { sizes } => Key::Total(sizes.clone()),
        _ => return None,
    })
}

/// Whether an expression yields one scalar.
fn is_scalar(vars: &Vars, var: Var) -> bool {
    matches!(vars[var].ty, Type::Data { .. }) && vars[var].ty.rank() == 0
}
