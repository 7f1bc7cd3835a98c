//! Questions about what is known: ranges of variables, and whether a linear form is never negative.

use super::modular::DEFINITIONS;
use super::range::{Range, binary, unary};
use super::{CHECKED_SIZE, Def, Facts, Lin, SIZE_LIMIT, integer_type, lin::integer};
use base::{BinOp, ScalarType, UnOp};
use ir::{Atom, Prim, Var, Vars};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::cell::{Cell, RefCell};

/// How many steps one question may take.
const FUEL: u32 = 800;
/// How many facts are chained to bound a variable by numbers.
const RANGE_DEPTH: u32 = 4;
/// How many variables are eliminated from a form.
const DEPTH: u32 = 6;

/// Asks about what is known at one place.
pub(crate) struct Query<'a> {
    pub(super) facts: &'a Facts,
    pub(super) vars: &'a Vars,
    fuel: Cell<u32>,
    /// Forms assumed not to be negative while one case of several is looked at.
    pub(super) assumed: RefCell<Vec<Lin>>,
    /// Whether a sum is being shown not to wrap: sums inside of it are held to their ranges.
    wraps: Cell<bool>,
    /// Ranges found before, by how deep they were looked for, under the same assumptions.
    pub(super) ranges: RefCell<FxHashMap<(Var, u32), Range>>,
    /// Forms that one question has failed to show before, by how deep it looked, under the same assumptions: variables are
    /// eliminated in any order, and lead to the same forms again and again.
    pub(super) failed: RefCell<FxHashMap<(Lin, bool), u32>>,
}

impl<'a> Query<'a> {
    pub(super) fn new(facts: &'a Facts, vars: &'a Vars) -> Query<'a> {
        Query {
            facts,
            vars,
            fuel: Cell::new(FUEL),
            assumed: RefCell::default(),
            wraps: Cell::new(false),
            ranges: RefCell::default(),
            failed: RefCell::default(),
        }
    }

    /// Whether `a >= b + by`.
    pub(crate) fn at_least(&self, a: Atom, b: Atom, by: i128) -> bool {
        let form = self.facts.lin(a).zip(self.facts.lin(b)).and_then(|(a, b)| a.plus(-1, &b)?.offset(-by));
        form.is_some_and(|form| self.natural(form))
    }

    /// Whether `0 <= index < size`.
    pub(crate) fn is_inside(&self, index: Atom, size: Atom) -> bool {
        self.at_least(index, Atom::i64(0), 0) && self.at_least(size, index, 1)
    }

    /// Whether `0 <= a < 2 * n`.
    pub(crate) fn is_below_twice(&self, a: Atom, n: Atom) -> bool {
        let forms = self.facts.lin(a).zip(self.facts.lin(n));
        let form = forms.and_then(|(a, n)| n.times(2)?.plus(-1, &a)?.offset(-1));
        self.at_least(a, Atom::i64(0), 0) && form.is_some_and(|form| self.natural(form))
    }

    /// Whether a number cannot be 0.
    pub(crate) fn is_not_zero(&self, a: Atom) -> bool {
        match a {
            Atom::Const(c) => c.bits() != 0,
            Atom::Var(_) => self.at_least(a, Atom::i64(0), 1) || self.at_least(Atom::i64(0), a, 1),
        }
    }

    /// Whether two integers are equal by what they were computed from.
    pub(crate) fn same(&self, a: Atom, b: Atom) -> bool {
        self.fuel.set(FUEL);
        a == b || self.wrapping(a, DEFINITIONS).is_some_and(|a| Some(a) == self.wrapping(b, DEFINITIONS))
    }

    /// Whether two integers are equal here.
    pub(crate) fn equal(&self, a: Atom, b: Atom) -> bool {
        self.same(a, b) || self.at_least(a, b, 0) && self.at_least(b, a, 0)
    }

    /// Whether a form is never negative here.
    pub(crate) fn natural(&self, form: Lin) -> bool {
        self.fuel.set(FUEL);
        self.failed.borrow_mut().clear();
        self.prove(form, DEPTH)
    }

    /// The range of an integer.
    pub(crate) fn range(&self, atom: Atom) -> Option<Range> {
        self.fuel.set(FUEL);
        self.atom_range(atom, RANGE_DEPTH)
    }

    /// The range of a form.
    pub(super) fn form(&self, form: &Lin) -> Option<Range> {
        self.fuel.set(FUEL);
        self.form_range(form, RANGE_DEPTH)
    }

    /// The value of a condition, where it is known.
    pub(crate) fn truth(&self, cond: Atom) -> Option<bool> {
        let var = match cond {
            Atom::Const(c) => return Some(c.as_bool()),
            Atom::Var(v) => v,
        };
        match self.facts.defs.get(&var)? {
            Def::Same(a) => self.truth(*a),
            Def::Prim(Prim::Un { op: UnOp::Not, a, .. }) => self.truth(*a).map(|b| !b),
            Def::Prim(Prim::Bin { op: BinOp::And, ty: ScalarType::Bool, a, b }) => {
                match (self.truth(*a), self.truth(*b)) {
                    (Some(true), Some(true)) => Some(true),
                    (Some(false), _) | (_, Some(false)) => Some(false),
                    _ => None,
                }
            }
            Def::Prim(Prim::Bin { op: BinOp::Or, ty: ScalarType::Bool, a, b }) => {
                match (self.truth(*a), self.truth(*b)) {
                    (Some(false), Some(false)) => Some(false),
                    (Some(true), _) | (_, Some(true)) => Some(true),
                    _ => None,
                }
            }
            Def::Prim(Prim::Bin { op, ty, a, b }) if ty.is_integer() => self.comparison(*op, *a, *b),
            Def::Prim(_) | Def::Branch { .. } => None,
        }
    }

    #[allow(clippy::wildcard_enum_match_arm)] // Other operators are nothing special.
    fn comparison(&self, op: BinOp, a: Atom, b: Atom) -> Option<bool> {
        let either = |yes: bool, no: bool| if yes { Some(true) } else { no.then_some(false) };
        let differ = || self.at_least(a, b, 1) || self.at_least(b, a, 1);
        match op {
            BinOp::Lt => either(self.at_least(b, a, 1), self.at_least(a, b, 0)),
            BinOp::Le => either(self.at_least(b, a, 0), self.at_least(a, b, 1)),
            BinOp::Gt => either(self.at_least(a, b, 1), self.at_least(b, a, 0)),
            BinOp::Ge => either(self.at_least(a, b, 0), self.at_least(b, a, 1)),
            BinOp::Eq => either(self.equal(a, b), differ()),
            BinOp::Ne => either(differ(), self.equal(a, b)),
            _ => None,
        }
    }

    fn spend(&self) -> bool {
        let left = self.fuel.get();
        self.fuel.set(left.saturating_sub(1));
        left > 0
    }

    /// Forms with this variable that are not negative.
    fn about(&self, var: Var) -> impl Iterator<Item = Cow<'a, Lin>> + use<'a> {
        let facts: &'a Facts = self.facts;
        let known = facts.about.get(&var).map_or(&[][..], Vec::as_slice);
        let mentions = |form: &&Lin| form.factor(var) != 0;
        let assumed: Vec<Lin> = self.assumed.borrow().iter().filter(mentions).cloned().collect();
        // The newest facts are about the place of use.
        known.iter().rev().take(12).map(Cow::Borrowed).chain(assumed.into_iter().map(Cow::Owned))
    }

    /// Forms with this variable that are not negative, its definition included.
    pub(super) fn facts_about(&self, var: Var) -> Vec<Lin> {
        self.fuel.set(FUEL);
        let mut forms: Vec<Lin> = self.about(var).map(Cow::into_owned).collect();
        forms.extend(self.derived(var));
        forms
    }

    pub(super) fn atom_range(&self, atom: Atom, depth: u32) -> Option<Range> {
        match atom {
            Atom::Const(c) => c.ty().is_integer().then(|| Range::new(integer(c), integer(c))),
            Atom::Var(v) => match self.facts.defs.get(&v) {
                Some(Def::Same(a)) => self.atom_range(*a, depth),
                _ => self.var_range(v, depth),
            },
        }
    }

    fn var_range(&self, var: Var, depth: u32) -> Option<Range> {
        let ty = integer_type(self.vars, var)?;
        let mut range = Range::of_type(ty);
        if self.facts.sizes.contains(&var) {
            let computed = self.facts.defs.contains_key(&var);
            range = range.meet(Range::new(0, if computed { SIZE_LIMIT } else { CHECKED_SIZE }));
        }
        if depth == 0 {
            return Some(range);
        }
        if let Some(found) = self.ranges.borrow().get(&(var, depth)) {
            return Some(*found);
        }
        if !self.spend() {
            return Some(range);
        }
        if let Some(def) = self.facts.defs.get(&var)
            && let Some(known) = self.def_range(def, ty, depth - 1)
        {
            range = range.meet(known);
        }
        for form in self.about(var) {
            let factor = form.factor(var);
            let Some(rest) = form.plus(-factor, &Lin::var(var)) else { continue };
            let Some(rest) = self.form_range(&rest, depth - 1) else { continue };
            // factor * var + rest >= 0
            let bound = match factor > 0 {
                true => Range::new(rest.hi.div_euclid(factor).saturating_neg(), range.hi),
                false => Range::new(range.lo, rest.hi.div_euclid(-factor)),
            };
            range = range.meet(bound);
        }
        let range = range.clamped();
        self.ranges.borrow_mut().insert((var, depth), range);
        Some(range)
    }

    fn form_range(&self, form: &Lin, depth: u32) -> Option<Range> {
        let mut sum = Range::new(form.constant, form.constant);
        for (var, factor) in &form.terms {
            let part = self.var_range(*var, depth)?.times(*factor);
            sum = Range::new(sum.lo.saturating_add(part.lo), sum.hi.saturating_add(part.hi));
        }
        Some(sum)
    }

    /// The range of what a definition gives: everything if it may wrap.
    fn def_range(&self, def: &Def, ty: ScalarType, depth: u32) -> Option<Range> {
        let range = |a: Atom| self.atom_range(a, depth);
        let exact = match *def {
            Def::Same(a) => range(a),
            Def::Branch { then: a, els: b, .. } | Def::Prim(Prim::Select { a, b, .. }) => {
                Some(range(a)?.join(range(b)?))
            }
            Def::Prim(Prim::Bin { op, a, b, .. }) => binary(op, range(a)?, range(b)?),
            Def::Prim(Prim::Un { op, a, .. }) => unary(op, range(a)?),
            Def::Prim(Prim::Conv { from: ScalarType::Bool, .. }) => Some(Range::new(0, 1)),
            Def::Prim(Prim::Conv { a, .. }) => range(a),
        }?;
        let all = Range::of_type(ty);
        Some(if all.contains(exact) { exact } else { all })
    }

    /// What a variable is as a form of others, if its computation cannot have wrapped.
    #[allow(clippy::wildcard_enum_match_arm)] // Other operators are nothing special.
    fn expand(&self, var: Var) -> Option<Lin> {
        let lin = |a: Atom| self.facts.lin(a);
        let all = Range::of_type(integer_type(self.vars, var)?);
        let range = |a: Atom| self.atom_range(a, RANGE_DEPTH);
        let fits = |r: Range| all.contains(r);
        match *self.facts.defs.get(&var)? {
            Def::Prim(Prim::Bin { op, a, b, .. }) => match op {
                BinOp::Add | BinOp::Sub => {
                    let by = if op == BinOp::Add { 1 } else { -1 };
                    let form = lin(a)?.plus(by, &lin(b)?)?;
                    let fits = fits(binary(op, range(a)?, range(b)?)?) || self.form_fits(&form, all);
                    fits.then_some(form)
                }
                BinOp::Mul | BinOp::Shl => {
                    let number = |c: Atom| Some(integer(c.var().is_none().then(|| constant(c))??));
                    let (factor, x) = match (op, number(a), number(b)) {
                        (BinOp::Shl, _, Some(by)) if (0..62).contains(&by) => (1 << by, a),
                        (BinOp::Mul, Some(factor), _) => (factor, b),
                        (BinOp::Mul, _, Some(factor)) => (factor, a),
                        _ => return None,
                    };
                    fits(binary(BinOp::Mul, range(x)?, Range::new(factor, factor))?)
                        .then(|| lin(x)?.times(factor))?
                }
                // The larger of two of which one is known to be smaller than the result.
                BinOp::Max | BinOp::Min => {
                    let own = self.var_range(var, RANGE_DEPTH)?;
                    let (ra, rb) = (range(a)?, range(b)?);
                    let out = |r: Range| if op == BinOp::Max { r.hi < own.lo } else { r.lo > own.hi };
                    let first = if op == BinOp::Max { ra.lo >= rb.hi } else { ra.hi <= rb.lo };
                    let second = if op == BinOp::Max { rb.lo >= ra.hi } else { rb.hi <= ra.lo };
                    if out(ra) || second {
                        lin(b)
                    } else if out(rb) || first {
                        lin(a)
                    } else {
                        None
                    }
                }
                // The remainder of a number that is smaller than the divisor.
                BinOp::Mod | BinOp::Rem => {
                    let (ra, rb) = (range(a)?, range(b)?);
                    (ra.lo >= 0 && ra.hi < rb.lo).then(|| lin(a))?
                }
                _ => None,
            },
            Def::Prim(Prim::Un { op: UnOp::Neg, a, .. }) => {
                fits(unary(UnOp::Neg, range(a)?)?).then(|| lin(a)?.times(-1))?
            }
            Def::Prim(Prim::Conv { from, a, .. }) if from.is_integer() => fits(range(a)?).then(|| lin(a))?,
            Def::Same(a) => lin(a),
            Def::Prim(_) | Def::Branch { .. } => None,
        }
    }

    /// Whether inequalities, and not only ranges, show that a form does not wrap.
    fn form_fits(&self, form: &Lin, all: Range) -> bool {
        if self.wraps.replace(true) {
            return false;
        }
        let high = || Lin::number(all.hi).plus(-1, form).is_some_and(|form| self.prove(form, 3));
        let low = || form.offset(-all.lo).is_some_and(|form| self.prove(form, 3));
        let fits = high() && low();
        self.wraps.set(false);
        fits
    }

    /// A form whose variables are expanded as far as they can be.
    pub(super) fn expanded(&self, form: &Lin) -> Lin {
        let mut form = form.clone();
        for _ in 0..8 {
            let step = form.terms.iter().find_map(|(v, _)| form.replace(*v, &self.expand(*v)?));
            match step {
                Some(next) => form = next,
                None => break,
            }
        }
        form
    }

    /// What the definition of a variable says, as forms that are not negative.
    #[allow(clippy::wildcard_enum_match_arm)] // Other operators are nothing special.
    pub(super) fn derived(&self, var: Var) -> Vec<Lin> {
        let lin = |a: Atom| self.facts.lin(a);
        let own = Lin::var(var);
        // a - own - by >= 0
        let below = |a: Atom, by: i128| lin(a).and_then(|a| a.plus(-1, &own)?.offset(-by));
        let above = |a: Atom| lin(a).and_then(|a| own.plus(-1, &a));
        let range = |a: Atom| self.atom_range(a, 2).unwrap_or(Range::new(i128::MIN, i128::MAX));
        let forms = match self.facts.defs.get(&var) {
            Some(Def::Prim(Prim::Bin { op, ty, a, b })) if ty.is_integer() => {
                let (a, b) = (*a, *b);
                match op {
                    BinOp::Min => vec![below(a, 0), below(b, 0)],
                    BinOp::Max => vec![above(a), above(b)],
                    BinOp::Div | BinOp::Quot | BinOp::Shr => {
                        let by = match (op, constant(b).map(integer)) {
                            (BinOp::Shr, Some(by)) if (0..62).contains(&by) => Some(1i128 << by),
                            (BinOp::Shr, _) => return vec![],
                            (_, by) => by.filter(|by| *by > 0),
                        };
                        let natural = range(a).lo >= 0;
                        match by {
                            // by * own <= a <= by * own + by - 1
                            Some(by) if natural || *op != BinOp::Quot => {
                                let rest = lin(a).and_then(|a| a.plus(-by, &own));
                                let other = rest.as_ref().and_then(|r| r.times(-1)?.offset(by - 1));
                                vec![rest, other]
                            }
                            None if natural && range(b).lo >= 1 => vec![below(a, 0)],
                            Some(_) | None => vec![],
                        }
                    }
                    BinOp::Mod | BinOp::Rem if range(b).lo >= 1 => {
                        let natural = range(a).lo >= 0;
                        vec![below(b, 1), natural.then(|| below(a, 0)).flatten()]
                    }
                    BinOp::And => {
                        let natural = |x: Atom| (range(x).lo >= 0).then(|| below(x, 0)).flatten();
                        vec![natural(a), natural(b)]
                    }
                    _ => vec![],
                }
            }
            // The lowest number has no absolute value in its type.
            Some(Def::Prim(Prim::Un { op: UnOp::Abs, ty, a }))
                if ty.is_integer() && range(*a).lo > Range::of_type(*ty).lo =>
            {
                vec![above(*a), lin(*a).and_then(|a| own.plus(1, &a))]
            }
            _ => vec![],
        };
        forms.into_iter().flatten().collect()
    }

    /// A part of a positive number is less than the number.
    pub(super) fn half(&self, var: Var, prim: &Prim) -> Option<Lin> {
        let Prim::Bin { op: op @ (BinOp::Div | BinOp::Quot | BinOp::Shr), a, b, .. } = prim else {
            return None;
        };
        let least = if *op == BinOp::Shr { 1 } else { 2 };
        let by = constant(*b).map(integer).filter(|by| (least..64).contains(by));
        let rest = self.facts.lin(*a)?.offset(-1)?;
        (by.is_some() && self.natural(rest.clone())).then(|| rest.plus(-1, &Lin::var(var)))?
    }

    /// Shows that a form is not negative.
    pub(super) fn prove(&self, form: Lin, depth: u32) -> bool {
        let form = form.reduced();
        if form.terms.is_empty() {
            return form.constant >= 0;
        }
        let key = (form, self.wraps.get());
        if self.failed.borrow().get(&key).is_some_and(|before| *before >= depth) {
            return false;
        }
        if self.form_range(&key.0, RANGE_DEPTH - 1).is_some_and(|r| r.lo >= 0) {
            return true;
        }
        let proved = depth > 0 && self.spend() && self.eliminate(&key.0, depth);
        if !proved {
            self.failed.borrow_mut().insert(key, depth);
        }
        proved
    }

    /// Shows that a form is not negative by eliminating variables, the newest first.
    fn eliminate(&self, form: &Lin, depth: u32) -> bool {
        let mut terms = form.terms.clone();
        terms.sort_by_key(|(v, _)| std::cmp::Reverse(self.facts.bound.get(v).copied().unwrap_or(0)));
        for (var, factor) in terms {
            // What it was computed from says more than what is known of it, if it says it exactly.
            if let Some(by) = self.expand(var) {
                let next = form.replace(var, &by);
                if next.is_some_and(|next| self.prove(next, depth)) {
                    return true;
                }
            }
            for known in self.about(var).chain(self.derived(var).into_iter().map(Cow::Owned)) {
                let other = known.factor(var);
                if (factor > 0) != (other > 0) {
                    continue;
                }
                let next = form.times(other.abs()).and_then(|f| f.plus(-factor.abs(), &known));
                if next.is_some_and(|next| self.prove(next, depth - 1)) {
                    return true;
                }
            }
            if self.by_cases(form, var, factor, depth) {
                return true;
            }
        }
        false
    }
}

fn constant(atom: Atom) -> Option<base::Scalar> {
    match atom {
        Atom::Const(c) if c.ty().is_integer() => Some(c),
        Atom::Const(_) | Atom::Var(_) => None,
    }
}
