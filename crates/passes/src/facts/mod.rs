//! What is known of numbers at a place of the program, and what follows from it.
//!
//! ```text
//! screma n (i <- iota) { let j = add.i64 i 1i64  let c = lt.i64 j n  .. if c { let k = bounds! j n } }
//!                       -- 0 <= i, i <= n - 1             -- j = i + 1 <= n - 1: the check holds
//! ```
//!
//! Facts are linear inequalities over the integers. Arithmetic of the program wraps, so the sum that a variable was computed as
//! is used as a sum only where ranges *at the place of use* show that it cannot have wrapped. The one axiom is that sizes are
//! less than [`SIZE_LIMIT`]: a check of a size refuses far smaller ones, and nothing larger fits into a memory.
//!
//! Whoever walks a program calls [`Facts::bind`] for variables that come into scope, [`Facts::learn`] behind statements,
//! [`Facts::mark`] and [`Facts::undo`] around what holds only inside of a block. Definitions of variables are never undone: they
//! hold wherever the variable is.

mod cases;
mod elements;
mod induct;
mod lin;
mod modular;
mod prove;
mod range;

pub(crate) use elements::{Ends, Results as Elements};
pub(crate) use induct::Invariants;
use lin::Lin;
use prove::Query;
pub(crate) use range::Range;

use base::{BinOp, ScalarType, UnOp};
use elements::Element;
use ir::{Atom, Check, CheckKind, Exp, Operator, Prim, Stm, Type, Var, Vars};
use rustc_hash::{FxHashMap, FxHashSet};

/// What was checked to be a size, or is the size of an argument, is less than this.
const CHECKED_SIZE: i128 = CheckKind::SIZES as i128;
/// No size reaches this: it would be computed from very many others.
pub(crate) const SIZE_LIMIT: i128 = 1 << 56;

/// What a variable was computed from.
#[derive(Clone, Copy, Debug)]
enum Def {
    /// Another name: the value of a check that has been passed is its operand.
    Same(Atom),
    /// A total operation.
    Prim(Prim),
    /// The result of a branch.
    Branch { cond: Atom, then: Atom, els: Atom },
}

impl Def {
    fn operands(&self) -> Vec<Atom> {
        match *self {
            Def::Same(a) | Def::Prim(Prim::Un { a, .. } | Prim::Conv { a, .. }) => vec![a],
            Def::Prim(Prim::Bin { a, b, .. }) => vec![a, b],
            Def::Prim(Prim::Select { cond, a, b }) | Def::Branch { cond, then: a, els: b } => {
                vec![cond, a, b]
            }
        }
    }
}

/// What is known of numbers.
#[derive(Default)]
pub(crate) struct Facts {
    defs: FxHashMap<Var, Def>,
    /// Forms that are not negative, listed with each of their variables.
    about: FxHashMap<Var, Vec<Lin>>,
    /// Variables that are sizes of something in scope.
    sizes: FxHashSet<Var>,
    /// What is known of every element of an array.
    elements: FxHashMap<Var, Vec<Element>>,
    /// The invariants of loops inside of the one whose invariants are looked for, by the first result.
    held: FxHashMap<Var, Invariants>,
    /// When variables came into scope.
    bound: FxHashMap<Var, u32>,
    clock: u32,
    trail: Vec<Undo>,
}

enum Undo {
    About(Var),
    Size(Var),
    Element(Var),
}

/// How much was known at a place.
#[derive(Clone, Copy)]
pub(crate) struct Mark(usize);

impl Facts {
    /// Remembers how much is known.
    pub(crate) fn mark(&self) -> Mark {
        Mark(self.trail.len())
    }

    /// Forgets what was learned since.
    pub(crate) fn undo(&mut self, mark: Mark) {
        for undo in self.trail.drain(mark.0..).rev() {
            match undo {
                Undo::About(v) => _ = self.about.get_mut(&v).and_then(Vec::pop),
                Undo::Size(v) => _ = self.sizes.remove(&v),
                Undo::Element(v) => _ = self.elements.get_mut(&v).and_then(Vec::pop),
            }
        }
    }

    /// The time: variables bound from now on are not older.
    pub(crate) fn now(&self) -> u32 {
        self.clock
    }

    /// Asks about what is known here.
    pub(crate) fn query<'a>(&'a self, vars: &'a Vars) -> Query<'a> {
        Query::new(self, vars)
    }

    /// A variable comes into scope, and with it the sizes of its type.
    pub(crate) fn bind(&mut self, vars: &Vars, var: Var) {
        self.clock += 1;
        self.bound.insert(var, self.clock);
        let sizes: Vec<(Var, bool)> =
            vars[var].ty.dims().iter().filter_map(|d| Some((d.size.var()?, d.is_uniform()))).collect();
        for (size, uniform) in sizes {
            if uniform {
                self.size(size);
            } else {
                self.natural_elements(size);
            }
        }
    }

    /// A variable is a size.
    pub(crate) fn size(&mut self, var: Var) {
        let var = self.canonical(var);
        if self.sizes.insert(var) {
            self.trail.push(Undo::Size(var));
        }
    }

    /// `0 <= index < count`.
    pub(crate) fn index(&mut self, vars: &Vars, index: Var, count: Atom) {
        self.at_least(vars, index.into(), Atom::i64(0), 0);
        self.at_least(vars, count, index.into(), 1);
    }

    /// `a >= b + by`.
    pub(crate) fn at_least(&mut self, vars: &Vars, a: Atom, b: Atom, by: i128) {
        let form = self.lin(a).zip(self.lin(b)).and_then(|(a, b)| a.plus(-1, &b)?.offset(-by));
        if let Some(form) = form {
            self.fact(vars, form);
        }
    }

    /// An integer is in a range.
    pub(crate) fn within(&mut self, vars: &Vars, var: Var, range: Range) {
        let Some(ty) = integer_type(vars, var) else { return };
        let all = Range::of_type(ty);
        let own = Lin::var(var);
        if range.lo > all.lo {
            own.offset(-range.lo).into_iter().for_each(|form| self.push(form));
        }
        if range.hi < all.hi {
            let form = Lin::number(range.hi).plus(-1, &own);
            form.into_iter().for_each(|form| self.push(form));
        }
    }

    /// The form is not negative.
    pub(crate) fn fact(&mut self, vars: &Vars, form: Lin) {
        let expanded = self.query(vars).expanded(&form);
        if expanded != form {
            self.push(expanded);
        }
        self.push(form);
    }

    fn push(&mut self, form: Lin) {
        let form = form.reduced();
        for (var, _) in &form.terms {
            let about = self.about.entry(*var).or_default();
            about.push(form.clone());
            self.trail.push(Undo::About(*var));
        }
    }

    /// Remembers what a statement computes and, where it is a check, that it has been passed.
    pub(crate) fn learn<O: Operator>(&mut self, vars: &Vars, stm: &Stm<O>) {
        for var in stm.pat.all() {
            self.bind(vars, var);
        }
        for size in stm.pat.sizes.iter().filter(|v| vars[**v].ty.rank() == 0) {
            self.size(*size);
        }
        let Some(var) = stm.pat.vals.first().copied() else { return };
        self.define(var, &stm.exp);
        match &stm.exp {
            Exp::Check(check) => self.passed(vars, var, check),
            Exp::Total { .. } => self.size(var),
            Exp::Read { arr, .. } => self.element_of(vars, var, *arr),
            Exp::View(view) => self.view(vars, var, view),
            Exp::Copy { arr } => self.same_elements(var, *arr),
            Exp::Write { arr, val, .. } => self.written(vars, var, *arr, *val),
            // Said of its operands too.
            Exp::Prim(prim) => {
                let query = self.query(vars);
                let mut derived = query.derived(var);
                derived.extend(query.half(var, prim));
                derived.into_iter().for_each(|form| self.push(form));
            }
            Exp::Atom(_)
            | Exp::Trace { .. }
            | Exp::Scratch { .. }
            | Exp::UpdateAcc { .. }
            | Exp::Call { .. }
            | Exp::If { .. }
            | Exp::Loop(_)
            | Exp::WithAcc { .. }
            | Exp::Op(_) => {}
        }
    }

    /// Remembers what variables are computed from.
    fn define<O>(&mut self, var: Var, exp: &Exp<O>) {
        let def = match exp {
            Exp::Atom(a) => Def::Same(*a),
            Exp::Prim(prim) => Def::Prim(*prim),
            Exp::Check(Check { kind, .. }) => match kind {
                CheckKind::Size { a, .. }
                | CheckKind::Bounds { index: a, .. }
                | CheckKind::NonZero { a, .. }
                | CheckKind::Exponent { a, .. } => Def::Same(*a),
                CheckKind::SliceLen { .. } | CheckKind::Assert { .. } | CheckKind::Equal { .. } => return,
            },
            Exp::Read { .. }
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
            | Exp::Op(_) => return,
        };
        self.defs.insert(var, def);
    }

    /// The results of a branch are those of one of its sides.
    pub(crate) fn branch(&mut self, cond: Atom, results: impl Iterator<Item = (Var, Atom, Atom)>) {
        for (var, then, els) in results {
            self.defs.insert(var, Def::Branch { cond, then, els });
        }
    }

    /// What holds behind a check.
    fn passed(&mut self, vars: &Vars, var: Var, check: &Check) {
        match &check.kind {
            CheckKind::Size { .. } => self.size(var),
            CheckKind::Bounds { size, .. } => self.index(vars, var, *size),
            CheckKind::NonZero { ty, a } => self.differ(vars, *a, Atom::Const(ty.zero())),
            CheckKind::Exponent { ty, a } => self.at_least(vars, *a, Atom::Const(ty.zero()), 0),
            CheckKind::SliceLen { start, end, stride, size } => {
                self.size(var);
                self.at_least(vars, *size, var.into(), 0);
                if *stride == Atom::i64(1) {
                    let length = self
                        .lin(*end)
                        .zip(self.lin(*start))
                        .and_then(|(end, start)| end.plus(-1, &start)?.plus(-1, &Lin::var(var)));
                    if let Some(length) = length {
                        self.equal_forms(vars, length);
                    }
                }
            }
            CheckKind::Assert { cond, .. } => self.holds(vars, *cond, true),
            CheckKind::Equal { a, b, .. } => {
                let scalar = |a: Atom| a.ty(vars).as_scalar().is_some();
                if scalar(*a) && scalar(*b) {
                    self.at_least(vars, *a, *b, 0);
                    self.at_least(vars, *b, *a, 0);
                }
            }
        }
    }

    /// The form is 0.
    fn equal_forms(&mut self, vars: &Vars, form: Lin) {
        if let Some(negative) = form.times(-1) {
            self.fact(vars, negative);
        }
        self.fact(vars, form);
    }

    fn differ(&mut self, vars: &Vars, a: Atom, b: Atom) {
        let query = self.query(vars);
        if query.at_least(a, b, 0) {
            self.at_least(vars, a, b, 1);
        } else if query.at_least(b, a, 0) {
            self.at_least(vars, b, a, 1);
        }
    }

    /// A condition is known to be true or false.
    pub(crate) fn holds(&mut self, vars: &Vars, cond: Atom, value: bool) {
        let Some(def) = cond.var().and_then(|v| self.defs.get(&v).copied()) else { return };
        match def {
            Def::Same(a) => self.holds(vars, a, value),
            Def::Prim(Prim::Un { op: UnOp::Not, a, .. }) => self.holds(vars, a, !value),
            Def::Prim(Prim::Bin { op, ty: ScalarType::Bool, a, b }) => {
                if (op, value) == (BinOp::And, true) || (op, value) == (BinOp::Or, false) {
                    self.holds(vars, a, value);
                    self.holds(vars, b, value);
                }
            }
            Def::Prim(Prim::Bin { op, ty, a, b }) if ty.is_integer() => self.compared(vars, op, a, b, value),
            Def::Branch { cond, then, els } | Def::Prim(Prim::Select { cond, a: then, b: els }) => {
                // One side is constant: where the result is the other constant, it was the other side.
                if els == Atom::bool(!value) {
                    self.holds(vars, cond, true);
                    self.holds(vars, then, value);
                } else if then == Atom::bool(!value) {
                    self.holds(vars, cond, false);
                    self.holds(vars, els, value);
                }
            }
            Def::Prim(_) => {}
        }
    }

    /// The condition and the two values that a number was chosen by.
    pub(crate) fn selected(&self, var: Var) -> Option<(Atom, Atom, Atom)> {
        match self.defs.get(&var)? {
            Def::Prim(Prim::Select { cond, a, b }) => Some((*cond, *a, *b)),
            Def::Same(_) | Def::Prim(_) | Def::Branch { .. } => None,
        }
    }

    fn compared(&mut self, vars: &Vars, op: BinOp, a: Atom, b: Atom, value: bool) {
        match (op, value) {
            (BinOp::Lt, true) | (BinOp::Ge, false) => self.at_least(vars, b, a, 1),
            (BinOp::Le, true) | (BinOp::Gt, false) => self.at_least(vars, b, a, 0),
            (BinOp::Gt, true) | (BinOp::Le, false) => self.at_least(vars, a, b, 1),
            (BinOp::Ge, true) | (BinOp::Lt, false) => self.at_least(vars, a, b, 0),
            (BinOp::Eq, true) | (BinOp::Ne, false) => {
                self.at_least(vars, a, b, 0);
                self.at_least(vars, b, a, 0);
            }
            (BinOp::Ne, true) | (BinOp::Eq, false) => self.differ(vars, a, b),
            _ => {}
        }
    }

    /// The variable that this one is another name of; facts are about such variables.
    fn canonical(&self, var: Var) -> Var {
        match self.defs.get(&var) {
            Some(Def::Same(Atom::Var(v))) => self.canonical(*v),
            _ => var,
        }
    }

    /// The form of an operand of integer type.
    pub(crate) fn lin(&self, atom: Atom) -> Option<Lin> {
        let Atom::Var(v) = atom else { return Lin::atom(atom) };
        match self.defs.get(&v) {
            Some(Def::Same(a)) => self.lin(*a),
            _ => Some(Lin::var(v)),
        }
    }
}

/// The type of an integer variable.
fn integer_type(vars: &Vars, var: Var) -> Option<ScalarType> {
    match &vars[var].ty {
        Type::Data { elem, dims } if dims.is_empty() && elem.is_integer() => Some(*elem),
        Type::Data { .. } | Type::Acc { .. } | Type::Cert | Type::Offsets => None,
    }
}
