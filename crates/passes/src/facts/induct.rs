//! Invariants of loops, by induction: inequalities that hold before the first round and, if they hold before one, after it.
//!
//! ```text
//! loop (j) = (i) while { lt.i64 0i64 j } do { let k = sub.i64 j 1i64 in (k) }      -- 0 <= j <= i, where 0 <= i
//! loop (lo, hi) = (0i64, n) while { lt.i64 lo hi } do { .. }                      -- lo <= hi, if the body shows it
//! loop (js) = (replicate m 0i64) .. { .. let js' = js with [i] = n in (js') }     -- 0 <= e for every element e of js
//! ```
//!
//! Candidates are guessed from the initial values, those about elements of arrays too. All that hold initially are assumed together; those that the body does not
//! preserve are dropped, and the others are tried again without them.

use super::elements::{Element, Ends};
use super::{Facts, Lin, Range, integer_type};
use ir::{Atom, Body, Exp, Loop, LoopForm, Operator, Pat, Stm, Var, Vars, walk};
use rustc_hash::{FxHashMap, FxHashSet};

/// Most rounds of dropping candidates.
const ROUNDS: usize = 6;
/// Most integers of a loop that are looked at, and most facts about elements of its arrays.
const MOST: usize = 8;
/// Most facts about the elements of one array.
const MOST_OF_ARRAY: usize = 4;
/// How deep loops are looked at inside of the body of one.
const NESTED: u32 = 1;

/// What holds before every round of a loop.
#[derive(Clone, Default)]
pub(crate) struct Invariants {
    /// Forms over its parameters and its index that are never negative.
    forms: Vec<Lin>,
    /// What holds of all elements of its parameters.
    elements: Vec<(Var, Element)>,
}

/// An integer that a loop carries.
struct Carried {
    param: Var,
    init: Lin,
    next: Lin,
}

impl Facts {
    /// The invariants of a loop whose parameters are in scope.
    pub(crate) fn invariants<O: Operator>(&mut self, vars: &Vars, l: &Loop<O>) -> Invariants {
        self.held.clear();
        self.invariants_of(vars, l, NESTED, None)
    }

    /// Candidates are guessed, or those that `held` under more assumptions.
    fn invariants_of<O: Operator>(
        &mut self,
        vars: &Vars,
        l: &Loop<O>,
        nested: u32,
        held: Option<Invariants>,
    ) -> Invariants {
        self.definitions(&l.body.stms);
        let needed = self.needed(vars, l);
        let mut carried = self.carried(vars, l);
        carried.retain(|c| needed.contains(&c.param));
        carried.truncate(MOST);
        let candidates = held.unwrap_or_else(|| Invariants {
            forms: self.candidates(vars, l, &carried),
            elements: self.element_candidates(l, &needed),
        });
        let mut found = self.initially(vars, l, &carried, candidates);
        for _ in 0..ROUNDS {
            let before = (found.forms.len(), found.elements.len());
            if before == (0, 0) {
                break;
            }
            let mark = self.mark();
            self.assume(vars, &found);
            self.round(vars, l);
            // What is written into arrays is often written in branches.
            self.block(vars, &l.body.stms, nested, !found.elements.is_empty());
            let query = self.query(vars);
            let kept = |form: &Lin| next(form, l, &carried).is_some_and(|next| query.natural(next));
            found.forms.retain(kept);
            let results = || l.params.vals.iter().zip(&l.body.result.vals);
            found.elements.retain(|(param, element)| {
                results().any(|(p, result)| p == param && self.elements_of(*result).contains(element))
            });
            self.undo(mark);
            if (found.forms.len(), found.elements.len()) == before {
                return found;
            }
        }
        Invariants::default()
    }

    /// The candidates that hold before the first round.
    fn initially<O>(
        &self,
        vars: &Vars,
        l: &Loop<O>,
        carried: &[Carried],
        candidates: Invariants,
    ) -> Invariants {
        let Invariants { mut forms, mut elements } = candidates;
        let query = self.query(vars);
        forms.retain(|form| initial(form, l, carried).is_some_and(|form| query.natural(form)));
        let arrays = || l.params.vals.iter().zip(&l.init.vals);
        elements.retain(|(param, element)| {
            arrays().any(|(p, init)| p == param && self.elements_of(*init).contains(element))
        });
        Invariants { forms, elements }
    }

    /// What may hold of the elements of arrays in every round.
    fn element_candidates<O>(&self, l: &Loop<O>, needed: &FxHashSet<Var>) -> Vec<(Var, Element)> {
        let arrays = l.params.vals.iter().zip(&l.init.vals).filter(|(param, _)| needed.contains(param));
        let candidates = arrays.flat_map(|(param, init)| {
            // The newest are about the place of the loop.
            let known = self.elements_of(*init).iter().rev().take(MOST_OF_ARRAY);
            known.map(|element| (*param, element.clone()))
        });
        candidates.take(MOST).collect()
    }

    /// What holds at the start of a round besides the invariants.
    fn round<O: Operator>(&mut self, vars: &Vars, l: &Loop<O>) {
        match &l.form {
            LoopForm::For { index, count } => {
                self.bind(vars, *index);
                self.index(vars, *index, *count);
            }
            LoopForm::While(cond) => {
                self.block(vars, &cond.stms, 0, false);
                if let Some(holds) = cond.result.vals.first() {
                    self.holds(vars, *holds, true);
                }
            }
        }
    }

    /// Assumes the invariants of a loop in its body.
    pub(crate) fn assume(&mut self, vars: &Vars, invariants: &Invariants) {
        for form in &invariants.forms {
            self.fact(vars, form.clone());
        }
        for (param, element) in &invariants.elements {
            self.element(*param, element.clone());
        }
    }

    /// What the invariants say of the results of a loop.
    pub(crate) fn after_loop<O>(&mut self, vars: &Vars, l: &Loop<O>, pat: &Pat, invariants: &Invariants) {
        for form in &invariants.forms {
            let mut after = Some(form.clone());
            if let LoopForm::For { index, count } = &l.form
                && form.factor(*index) != 0
            {
                // A negative count is no round: the last index is then not the count.
                let natural = self.query(vars).at_least(*count, Atom::i64(0), 0);
                let count = self.lin(*count).filter(|_| natural);
                after = count.and_then(|count| form.replace(*index, &count));
            }
            for (param, result) in l.params.vals.iter().zip(&pat.vals) {
                after = after.and_then(|form| form.replace(*param, &Lin::var(*result)));
            }
            if let Some(after) = after {
                self.fact(vars, after);
            }
        }
        for (param, result) in l.params.vals.iter().zip(&pat.vals) {
            for (_, element) in invariants.elements.iter().filter(|(arr, _)| arr == param) {
                self.element(*result, element.clone());
            }
        }
    }

    fn carried<O>(&self, vars: &Vars, l: &Loop<O>) -> Vec<Carried> {
        let values = l.params.vals.iter().zip(&l.init.vals).zip(&l.body.result.vals);
        let integers = values.filter(|((param, _), _)| integer_type(vars, **param).is_some());
        let carried = integers.filter_map(|((param, init), next)| {
            Some(Carried { param: *param, init: self.lin(*init)?, next: self.lin(*next)? })
        });
        carried.collect()
    }

    /// The variables that decide whether the checks of a loop hold.
    fn needed<O: Operator>(&self, vars: &Vars, l: &Loop<O>) -> FxHashSet<Var> {
        let mut list = vec![];
        let mut results: FxHashMap<Var, Vec<Atom>> = FxHashMap::default();
        checked(vars, &l.body.stms, &mut list, &mut results);
        let carried = l.params.vals.iter().zip(&l.body.result.vals);
        results.extend(carried.map(|(param, next)| (*param, vec![*next])));
        let mut needed = FxHashSet::default();
        while let Some(var) = list.pop() {
            if needed.insert(var) {
                list.extend(results.get(&var).into_iter().flatten().filter_map(|a| a.var()));
                if let Some(def) = self.defs.get(&var) {
                    list.extend(def.operands().into_iter().filter_map(Atom::var));
                }
            }
        }
        needed
    }

    /// What may hold in every round.
    fn candidates<O>(&self, vars: &Vars, l: &Loop<O>, carried: &[Carried]) -> Vec<Lin> {
        let query = self.query(vars);
        let mut forms: Vec<Option<Lin>> = vec![];
        let sizes: Vec<Lin> = l
            .params
            .vals
            .iter()
            .flat_map(|v| vars[*v].ty.dims())
            .filter(|d| d.is_uniform())
            .filter_map(|d| self.lin(d.size))
            .take(4)
            .collect();
        for (at, c) in carried.iter().enumerate() {
            let own = Lin::var(c.param);
            let above = |form: &Lin, by: i128| own.plus(-1, form)?.offset(by);
            let below = |form: &Lin, by: i128| form.plus(-1, &own)?.offset(by);
            let ty = integer_type(vars, c.param).map_or(Range::new(0, 0), Range::of_type);
            if let Some(range) = query.form(&c.init) {
                let lows = [range.lo, 1, 0];
                let lows = lows.into_iter().filter(|lo| ty.lo < *lo && *lo <= range.lo);
                forms.extend(lows.map(|lo| own.offset(-lo)));
                if range.hi < ty.hi {
                    forms.push(below(&Lin::number(range.hi), 0));
                }
            }
            forms.extend([above(&c.init, 0), below(&c.init, 0)]);
            if let ([(var, 1)], 0) = (&c.init.terms[..], c.init.constant) {
                forms.extend(query.facts_about(*var).iter().map(|known| known.replace(*var, &own)));
            }
            if let LoopForm::For { index, .. } = &l.form {
                let index = Lin::var(*index);
                for (own_by, index_by) in [(1, -1), (1, 1), (-1, 1), (-1, -1)] {
                    let change = own.plus(-1, &c.init).and_then(|change| change.times(own_by));
                    forms.push(change.and_then(|change| change.plus(index_by, &index)));
                }
            }
            forms.extend(sizes.iter().flat_map(|size| [below(size, 0), below(size, -1)]));
            let others = carried.iter().enumerate().filter(|(other, _)| *other != at);
            forms.extend(others.map(|(_, other)| below(&Lin::var(other.param), 0)));
        }
        let mut found: Vec<Lin> = vec![];
        for form in forms.into_iter().flatten() {
            let form = form.reduced();
            if !found.contains(&form) {
                found.push(form);
            }
        }
        found
    }

    /// Remembers what the variables of a block are computed from, however deep.
    fn definitions<O: Operator>(&mut self, block: &[Stm<O>]) {
        for stm in block {
            if let [var] = stm.pat.vals[..] {
                self.define(var, &stm.exp);
            }
            if let Exp::If { cond, then, els } = &stm.exp {
                let sides = then.result.vals.iter().zip(&els.result.vals);
                let results = stm.pat.vals.iter().zip(sides);
                self.branch(*cond, results.map(|(var, (a, b))| (*var, *a, *b)));
            }
            stm.exp.blocks(&mut |block| self.definitions(block));
        }
    }

    /// Learns what the statements of a block say, those of branches too if `branches` is set.
    fn block<O: Operator>(&mut self, vars: &Vars, block: &[Stm<O>], nested: u32, branches: bool) {
        for stm in block {
            let start = self.now();
            self.learn(vars, stm);
            if let Exp::If { cond, then, els } = &stm.exp
                && branches
            {
                let then = self.side(vars, (*cond, true), then, nested, start);
                let els = self.side(vars, (*cond, false), els, nested, start);
                self.joined(&stm.pat.vals, then, els);
            }
            if let Exp::Loop(l) = &stm.exp
                && nested > 0
            {
                let mark = self.mark();
                l.params.all().for_each(|param| self.bind(vars, param));
                // Every round of the loop around assumes less than the one before.
                let key = stm.pat.all().next();
                let held = key.and_then(|key| self.held.remove(&key));
                let invariants = self.invariants_of(vars, l, nested - 1, held);
                self.undo(mark);
                self.after_loop(vars, l, &stm.pat, &invariants);
                self.held.extend(key.map(|key| (key, invariants)));
            }
        }
    }

    /// What the statements of one side of a branch say of the elements of its results.
    fn side<O: Operator>(
        &mut self,
        vars: &Vars,
        (cond, value): (Atom, bool),
        body: &Body<O>,
        nested: u32,
        start: u32,
    ) -> Ends {
        let mark = self.mark();
        self.holds(vars, cond, value);
        self.block(vars, &body.stms, nested, true);
        let ends = self.ends(&body.result.vals, start);
        self.undo(mark);
        ends
    }
}

/// Lists the operands of the checks of a block, however deep, and what the results of its loops, elements and arrays are made of.
fn checked<O: Operator>(
    vars: &Vars,
    block: &[Stm<O>],
    list: &mut Vec<Var>,
    results: &mut FxHashMap<Var, Vec<Atom>>,
) {
    for stm in block {
        match &stm.exp {
            Exp::Check(check) => list.extend(walk::free_vars(&check.kind, vars)),
            Exp::Read { arr, .. } => {
                results.extend(stm.pat.vals.iter().map(|var| (*var, vec![(*arr).into()])));
            }
            Exp::Write { arr, val, .. } => {
                results.extend(stm.pat.vals.iter().map(|var| (*var, vec![(*arr).into(), *val])));
            }
            // Whether a check is reached matters too.
            Exp::If { cond, .. } => list.extend(cond.var()),
            Exp::Loop(l) => {
                for (i, var) in l.params.vals.iter().enumerate() {
                    let made = vec![l.init.vals[i], l.body.result.vals[i]];
                    results.insert(stm.pat.vals[i], made.clone());
                    results.insert(*var, made);
                }
                match &l.form {
                    LoopForm::For { count, .. } => list.extend(count.var()),
                    LoopForm::While(cond) => list.extend(cond.result.vals.iter().filter_map(|a| a.var())),
                }
            }
            Exp::Atom(_)
            | Exp::Prim(_)
            | Exp::Trace { .. }
            | Exp::View(_)
            | Exp::Copy { .. }
            | Exp::Scratch { .. }
            | Exp::Total { .. }
            | Exp::UpdateAcc { .. }
            | Exp::Call { .. }
            | Exp::WithAcc { .. }
            | Exp::Op(_) => {}
        }
        stm.exp.blocks(&mut |block| checked(vars, block, list, results));
    }
}

/// A form with the values of the parameters before the first round.
fn initial<O>(form: &Lin, l: &Loop<O>, carried: &[Carried]) -> Option<Lin> {
    let mut at: FxHashMap<Var, Lin> = carried.iter().map(|c| (c.param, c.init.clone())).collect();
    if let LoopForm::For { index, .. } = &l.form {
        at.insert(*index, Lin::number(0));
    }
    substitute(form, &at)
}

/// A form with the values of the parameters after a round.
fn next<O>(form: &Lin, l: &Loop<O>, carried: &[Carried]) -> Option<Lin> {
    let mut at: FxHashMap<Var, Lin> = carried.iter().map(|c| (c.param, c.next.clone())).collect();
    if let LoopForm::For { index, .. } = &l.form {
        at.insert(*index, Lin::var(*index).offset(1)?);
    }
    substitute(form, &at)
}

/// Replaces variables, all at once.
fn substitute(form: &Lin, by: &FxHashMap<Var, Lin>) -> Option<Lin> {
    let mut result = Lin::number(form.constant);
    for (var, factor) in &form.terms {
        let own = Lin::var(*var);
        result = result.plus(*factor, by.get(var).unwrap_or(&own))?;
    }
    Some(result)
}
