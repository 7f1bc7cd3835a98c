//! What is known of every element of an array: facts that pass through memory.
//!
//! ```text
//! let ks = screma n (x <- xs) { let k = bounds! x m } out (k)      -- every element of ks: 0 <= e <= m - 1
//! let (c | js) = screma m (i <- iota) { .. } keep f out (count, kept i)
//! ```

use super::{CHECKED_SIZE, Def, Facts, Lin, Range, Undo, integer_type};
use ir::{Atom, Out, Pat, Prim, Screma, Soac, Var, Vars, View};

/// `factor * e + rest >= 0` for every element `e` of an array.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Element {
    factor: i128,
    rest: Lin,
}

/// What is known of the elements of the results at the end of one side of a branch.
pub(crate) type Ends = Vec<Vec<Element>>;

impl Facts {
    pub(super) fn element(&mut self, arr: Var, element: Element) {
        self.elements.entry(arr).or_default().push(element);
        self.trail.push(Undo::Element(arr));
    }

    fn elements_in(&mut self, arr: Var, range: Range) {
        self.element(arr, Element { factor: 1, rest: Lin::number(-range.lo) });
        self.element(arr, Element { factor: -1, rest: Lin::number(range.hi) });
    }

    /// An array holds sizes.
    pub(super) fn natural_elements(&mut self, arr: Var) {
        if !self.elements.contains_key(&arr) || self.elements[&arr].is_empty() {
            self.elements_in(arr, Range::new(0, CHECKED_SIZE));
        }
    }

    /// Both arrays have the same elements, perhaps not all of them, in any order.
    pub(super) fn same_elements(&mut self, new: Var, old: Var) {
        for element in self.elements.get(&old).cloned().unwrap_or_default() {
            self.element(new, element);
        }
    }

    /// What is known of the elements of an array.
    pub(super) fn elements_of(&self, arr: Atom) -> &[Element] {
        arr.var().and_then(|arr| self.elements.get(&arr)).map_or(&[], Vec::as_slice)
    }

    /// An array is another one with an element or a row replaced: what holds of its old elements and of the new one.
    pub(super) fn written(&mut self, vars: &Vars, new: Var, arr: Var, val: Atom) {
        let old = self.elements_of(arr.into());
        if old.is_empty() {
            return;
        }
        let kept = if integer_of(vars, val) {
            let Some(val) = self.lin(val) else { return };
            let query = self.query(vars);
            let holds = |e: &&Element| e.rest.plus(e.factor, &val).is_some_and(|form| query.natural(form));
            let mut kept: Vec<Element> = old.iter().filter(holds).cloned().collect();
            for factor in [1, -1] {
                // No old bound is one of the new element: the new element may be a bound of the old ones.
                let Some(rest) = val.times(-factor) else { continue };
                let wider = |e: &Element| {
                    e.factor == factor && rest.plus(-1, &e.rest).is_some_and(|form| query.natural(form))
                };
                if !kept.iter().any(|e| e.factor == factor) && old.iter().any(wider) {
                    kept.push(Element { factor, rest });
                }
            }
            kept
        } else {
            let row = self.elements_of(val);
            old.iter().filter(|e| row.contains(e)).cloned().collect()
        };
        kept.into_iter().for_each(|element| self.element(new, element));
    }

    /// What is known of the elements of results at the end of one side of a branch, in terms of variables bound before `start`.
    pub(crate) fn ends(&self, results: &[Atom], start: u32) -> Ends {
        let outer = |e: &&Element| self.bound_before(&e.rest, start);
        results.iter().map(|a| self.elements_of(*a).iter().filter(outer).cloned().collect()).collect()
    }

    /// What holds at the end of both sides of a branch.
    pub(crate) fn joined(&mut self, results: &[Var], then: Ends, els: Ends) {
        for (var, (then, els)) in results.iter().zip(then.into_iter().zip(els)) {
            then.into_iter().filter(|e| els.contains(e)).for_each(|element| self.element(*var, element));
        }
    }

    fn bound_before(&self, form: &Lin, start: u32) -> bool {
        form.terms.iter().all(|(v, _)| self.bound.get(v).is_some_and(|t| *t <= start))
    }

    /// A variable is an element or a row of an array.
    pub(crate) fn element_of(&mut self, vars: &Vars, var: Var, arr: Var) {
        if vars[var].ty.rank() > 0 {
            return self.same_elements(var, arr);
        }
        if integer_type(vars, var).is_none() {
            return;
        }
        for element in self.elements.get(&arr).cloned().unwrap_or_default() {
            if let Some(form) = element.rest.plus(element.factor, &Lin::var(var)) {
                self.fact(vars, form);
            }
        }
    }

    /// The elements of a view are those of its operands.
    pub(super) fn view(&mut self, vars: &Vars, var: Var, view: &View) {
        match view {
            View::Iota { n } => {
                self.element(var, Element { factor: 1, rest: Lin::default() });
                if let Some(rest) = self.lin(*n).and_then(|n| n.offset(-1)) {
                    self.element(var, Element { factor: -1, rest });
                }
            }
            View::Replicate { x: Atom::Var(x), .. } if vars[*x].ty.rank() > 0 => self.same_elements(var, *x),
            View::Replicate { x, .. } => {
                if integer_of(vars, *x)
                    && let Some(x) = self.lin(*x)
                {
                    let negative = x.times(-1);
                    self.element(var, Element { factor: -1, rest: x });
                    negative.into_iter().for_each(|rest| self.element(var, Element { factor: 1, rest }));
                }
            }
            View::Literal { elems, .. } => {
                let query = self.query(vars);
                let range = |a: &Atom| if integer_of(vars, *a) { query.range(*a) } else { None };
                let all: Option<Vec<Range>> = elems.iter().map(range).collect();
                if let Some(range) = all.and_then(|all| all.into_iter().reduce(Range::join)) {
                    self.elements_in(var, range);
                }
            }
            View::Row { arr, .. }
            | View::Slice { arr, .. }
            | View::Gather { arr, .. }
            | View::Rearrange { arr, .. }
            | View::Reshape { arr, .. }
            | View::Recast { arr, .. } => self.same_elements(var, *arr),
            View::Concat { .. } => {}
        }
    }

    /// What the elements of a screma's results have in common. Called while its body is in scope; what variables bound since
    /// `start` say of each other stays inside.
    ///
    /// Asked for where that holds: of every element in front of the choice of a compaction, of kept ones behind it.
    pub(crate) fn results(
        &self,
        vars: &Vars,
        s: &Screma<Soac>,
        pat: &Pat,
        start: u32,
        wanted: impl Fn(&Out) -> bool,
    ) -> Results {
        let mut found = vec![];
        for (out, var) in s.clauses.outs.iter().zip(pat.all()).filter(|(out, _)| wanted(out)) {
            let (Out::Point(Atom::Var(v)) | Out::Kept(Atom::Var(v))) = out else { continue };
            for element in self.outside(vars, *v, start) {
                found.push((var, element));
            }
        }
        Results(found)
    }

    /// Remembers what [`Facts::results`] has found.
    pub(crate) fn learn_results(&mut self, results: Results) {
        for (var, element) in results.0 {
            self.element(var, element);
        }
    }

    /// What is known of a variable, or of the elements of an array, in terms of variables bound before `start`.
    fn outside(&self, vars: &Vars, var: Var, start: u32) -> Vec<Element> {
        let outer = |form: &Lin| self.bound_before(form, start);
        if vars[var].ty.rank() > 0 {
            let elements = self.elements.get(&var).cloned().unwrap_or_default();
            return elements.into_iter().filter(|e| outer(&e.rest)).collect();
        }
        let Some(ty) = integer_type(vars, var) else { return vec![] };
        let mut found = vec![];
        let query = self.query(vars);
        if let Some(range) = query.range(var.into()) {
            let all = Range::of_type(ty);
            if range.lo > all.lo {
                found.push(Element { factor: 1, rest: Lin::number(-range.lo) });
            }
            if range.hi < all.hi {
                found.push(Element { factor: -1, rest: Lin::number(range.hi) });
            }
        }
        if let Some(Def::Branch { then: a, els: b, .. } | Def::Prim(Prim::Select { a, b, .. })) =
            self.defs.get(&var)
        {
            // What holds of one side may hold of the other too.
            for side in [a, b].into_iter().filter_map(|a| a.var()) {
                let both = |e: &Element| {
                    e.rest.plus(e.factor, &Lin::var(var)).is_some_and(|form| query.natural(form))
                };
                found.extend(self.outside(vars, side, start).into_iter().filter(both));
            }
        }
        let Some(own) = self.lin(var.into()) else { return found };
        let mut forms = vec![own.clone()];
        let expanded = query.expanded(&own);
        if expanded != own {
            forms.push(expanded);
        }
        for form in forms {
            let inner: Vec<_> = form
                .terms
                .iter()
                .filter(|(v, _)| self.bound.get(v).is_none_or(|t| *t > start))
                .copied()
                .collect();
            let [(i, c)] = inner[..] else { continue };
            let Some(rest) = form.plus(-c, &Lin::var(i)) else { continue };
            for known in query.facts_about(i) {
                // var = c * i + rest, d * i + known >= 0
                let d = known.factor(i);
                let sign = c.signum() * d.signum();
                let bound = known
                    .plus(-d, &Lin::var(i))
                    .filter(&outer)
                    .and_then(|known| known.times(c.abs())?.plus(-sign * d.abs(), &rest));
                found.extend(bound.map(|rest| Element { factor: sign * d.abs(), rest }));
            }
        }
        found
    }
}

/// What was found about the results of a screma.
#[derive(Default)]
pub(crate) struct Results(Vec<(Var, Element)>);

impl Results {
    pub(crate) fn extend(&mut self, more: Results) {
        self.0.extend(more.0);
    }
}

fn integer_of(vars: &Vars, atom: Atom) -> bool {
    atom.ty(vars).as_scalar().is_some_and(|ty| ty.is_integer())
}
