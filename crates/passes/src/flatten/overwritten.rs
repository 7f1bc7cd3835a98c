//! Which arrays are overwritten in place.
//!
//! Inside a kernel the versions of an overwritten array share the memory of one row. A view of it (a slice, another name) is not
//! used after the update, by the rules of consumption. A *new* array made of it, such as a copy, may be: it must not be a view
//! of the row.

use super::sequential::is_view;
use ir::{Atom, Body, Exp, Input, LoopForm, Soac, Stm, Var, Vars, walk};
use rustc_hash::FxHashSet;

/// The arrays of a body that are overwritten in place, their versions, and the views that show one of them.
#[derive(Default)]
pub(crate) struct Overwritten {
    arrays: FxHashSet<Var>,
    /// What updates give, under any name or dimensions.
    versions: FxHashSet<Var>,
    views: FxHashSet<Var>,
}

impl Overwritten {
    pub(crate) fn of(body: &Body<Soac>, vars: &Vars) -> Overwritten {
        let mut found = Overwritten::default();
        collect(body, &mut found.arrays);
        if !found.arrays.is_empty() {
            found.show(body, vars);
        }
        found
    }

    /// Whether an array is overwritten: by an update, or by a loop that overwrites its parameter.
    pub(crate) fn contains(&self, var: Var) -> bool {
        self.arrays.contains(&var)
    }

    /// Whether a statement gives an array that is overwritten, or a version of one, another name or other dimensions.
    pub(crate) fn renames(&self, stm: &Stm<Soac>) -> bool {
        let (Exp::Atom(Atom::Var(arr)) | Exp::Recast { arr, .. } | Exp::Reshape { arr, .. }) = &stm.exp
        else {
            return false;
        };
        self.is_version(*arr)
    }

    fn is_version(&self, var: Var) -> bool {
        self.arrays.contains(&var) || self.versions.contains(&var)
    }

    /// Whether an expression that could be a view gives a new array, which may be used after one that it shows is overwritten.
    pub(crate) fn outlived(&self, exp: &Exp<Soac>, vars: &Vars) -> bool {
        is_new(exp) && walk::free_vars(exp, vars).iter().any(|v| self.shows(*v))
    }

    fn shows(&self, var: Var) -> bool {
        self.arrays.contains(&var) || self.views.contains(&var)
    }

    /// Finds the views, from the top.
    fn show(&mut self, body: &Body<Soac>, vars: &Vars) {
        for stm in &body.stms {
            if matches!(stm.exp, Exp::Update { .. }) || self.renames(stm) {
                self.versions.extend(stm.pat.vals.iter().copied());
            }
            // In a kernel a reshape of a row is the row.
            let reshaped = matches!(stm.exp, Exp::Reshape { .. });
            let same = reshaped || is_view(&stm.exp, vars) && !is_new(&stm.exp);
            if same && walk::free_vars(&stm.exp, vars).iter().any(|v| self.shows(*v)) {
                self.views.extend(stm.pat.vals.iter().copied());
            }
            self.show_inside(stm, vars);
        }
    }

    fn show_inside(&mut self, stm: &Stm<Soac>, vars: &Vars) {
        match &stm.exp {
            Exp::If { then, els, .. } => {
                self.show(then, vars);
                self.show(els, vars);
                let results = then.result.vals.iter().zip(&els.result.vals);
                for (result, (a, b)) in stm.pat.vals.iter().zip(results) {
                    let (Atom::Var(a), Atom::Var(b)) = (*a, *b) else { continue };
                    if self.is_version(a) && self.is_version(b) {
                        self.versions.insert(*result);
                    }
                    if self.shows(a) || self.shows(b) {
                        self.views.insert(*result);
                    }
                }
            }
            Exp::Loop(l) => {
                let carried = l.params.vals.iter().zip(&l.init.vals);
                let shown = carried.filter(|(_, init)| init.var().is_some_and(|v| self.shows(v)));
                let shown: Vec<Var> = shown.map(|(param, _)| *param).collect();
                self.views.extend(shown);
                if let LoopForm::While(cond) = &l.form {
                    self.show(cond, vars);
                }
                self.show(&l.body, vars);
                let results = stm.pat.vals.iter().zip(&l.params.vals);
                self.versions.extend(results.filter(|(_, p)| self.arrays.contains(p)).map(|(r, _)| *r));
            }
            Exp::WithAcc { accs, body } => {
                accs.iter().flat_map(|acc| &acc.op).for_each(|op| self.show(&op.lam.body, vars));
                self.show(body, vars);
            }
            Exp::Op(Soac::Screma(s)) => {
                for (input, param) in s.inputs.iter().zip(&s.map.params) {
                    if let Input::Array(arr) = input
                        && self.shows(*arr)
                    {
                        self.views.insert(*param);
                    }
                }
                s.reds.iter().chain(&s.scans).for_each(|fold| self.show(&fold.op.body, vars));
                s.post.iter().for_each(|post| self.show(&post.body, vars));
                self.show(&s.map.body, vars);
            }
            _ => {}
        }
    }
}

fn collect(body: &Body<Soac>, set: &mut FxHashSet<Var>) {
    // Backwards: whether a later use overwrites an alias is known when its source is reached.
    for stm in body.stms.iter().rev() {
        match &stm.exp {
            Exp::Update { arr, .. } => {
                set.insert(*arr);
            }
            Exp::Atom(Atom::Var(v)) if stm.pat.vals.iter().any(|p| set.contains(p)) => {
                set.insert(*v);
            }
            Exp::Recast { arr, .. } | Exp::Reshape { arr, .. }
                if stm.pat.vals.iter().any(|p| set.contains(p)) =>
            {
                set.insert(*arr);
            }
            Exp::Loop(l) => {
                if let LoopForm::While(cond) = &l.form {
                    collect(cond, set);
                }
                collect(&l.body, set);
                for ((param, init), result) in l.params.vals.iter().zip(&l.init.vals).zip(&stm.pat.vals) {
                    if (set.contains(param) || set.contains(result))
                        && let Atom::Var(v) = init
                    {
                        set.insert(*v);
                        set.insert(*param);
                    }
                }
            }
            Exp::If { then, els, .. } => {
                for body in [then, els] {
                    let results = stm.pat.vals.iter().zip(&body.result.vals);
                    let overwritten = results.filter(|(result, _)| set.contains(result));
                    let overwritten: Vec<Var> = overwritten.filter_map(|(_, atom)| atom.var()).collect();
                    set.extend(overwritten);
                }
                collect(then, set);
                collect(els, set);
            }
            Exp::WithAcc { accs, body } => {
                accs.iter().flat_map(|acc| &acc.op).for_each(|op| collect(&op.lam.body, set));
                collect(body, set);
            }
            Exp::Op(Soac::Screma(s)) => {
                s.reds.iter().chain(&s.scans).for_each(|fold| collect(&fold.op.body, set));
                s.post.iter().for_each(|post| collect(&post.body, set));
                collect(&s.map.body, set);
            }
            _ => {}
        }
    }
}

/// Whether an expression that can be a view gives a new array: nobody minds if its sources are overwritten.
fn is_new(exp: &Exp<Soac>) -> bool {
    matches!(exp, Exp::Copy { .. } | Exp::Replicate { .. } | Exp::Concat { .. } | Exp::GatherRows { .. })
}
