//! Which arrays are overwritten in place.
//!
//! Inside a kernel the versions of an overwritten array share the memory of one row. A view of it (a slice, another name) is not
//! used after the update, by the rules of consumption. A *new* array made of it, such as a copy, may be: it must not be a view
//! of the row.

use super::sequential::is_view;
use ir::{Atom, Body, Exp, Soac, Stm, Var, Vars, View, walk};
use rustc_hash::FxHashSet;

/// The arrays of a body that are overwritten in place, their versions, and the views that show one of them.
#[derive(Default)]
pub(crate) struct Overwritten {
    arrays: FxHashSet<Var>,
    /// What accumulation starts from, which the host overwrites.
    accumulated: FxHashSet<Var>,
    /// What updates give, under any name or dimensions.
    versions: FxHashSet<Var>,
    views: FxHashSet<Var>,
}

impl Overwritten {
    pub(crate) fn of(body: &Body<Soac>, vars: &Vars) -> Overwritten {
        let mut found = Overwritten::default();
        collect(&body.stms, &mut found.arrays, &updated);
        collect(&body.stms, &mut found.accumulated, &|exp| {
            if let Exp::WithAcc { accs, .. } = exp {
                accs.iter().flat_map(|acc| &acc.arrs).copied().collect()
            } else {
                vec![]
            }
        });
        if !found.arrays.is_empty() {
            found.show(&body.stms, vars);
        }
        found
    }

    /// The arrays that a part of the body overwrites, be it under a name that it binds and that is overwritten behind it.
    pub(crate) fn within(&self, part: &[Stm<Soac>]) -> FxHashSet<Var> {
        let bound = walk::bound_vars(&part.to_vec());
        let mut arrays = bound.into_iter().filter(|var| self.contains(*var)).collect();
        collect(part, &mut arrays, &updated);
        arrays
    }

    /// Whether an array is overwritten: by an update, or by a loop that overwrites its parameter.
    pub(crate) fn contains(&self, var: Var) -> bool {
        self.arrays.contains(&var)
    }

    /// Whether an array is overwritten, be it by accumulation.
    pub(crate) fn consumes(&self, var: Var) -> bool {
        self.arrays.contains(&var) || self.accumulated.contains(&var)
    }

    /// Whether a statement gives an array that is overwritten, or a version of one, another name or other dimensions.
    pub(crate) fn renames(&self, stm: &Stm<Soac>) -> bool {
        let (Exp::Atom(Atom::Var(arr)) | Exp::View(View::Recast { arr, .. } | View::Reshape { arr, .. })) =
            &stm.exp
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

    /// Whether an array is overwritten somewhere, or a view of one that is.
    pub(crate) fn shows(&self, var: Var) -> bool {
        self.arrays.contains(&var) || self.views.contains(&var)
    }

    /// Finds the views, from the top.
    fn show(&mut self, block: &[Stm<Soac>], vars: &Vars) {
        for stm in block {
            if matches!(stm.exp, Exp::Write { .. }) || self.renames(stm) {
                self.versions.extend(stm.pat.vals.iter().copied());
            }
            // In a kernel a reshape of a row is the row.
            let reshaped = matches!(stm.exp, Exp::View(View::Reshape { .. }));
            let same = reshaped || is_view(&stm.exp, vars) && !is_new(&stm.exp);
            if same && walk::free_vars(&stm.exp, vars).iter().any(|v| self.shows(*v)) {
                self.views.extend(stm.pat.vals.iter().copied());
            }
            self.show_inside(stm, vars);
        }
    }

    fn show_inside(&mut self, stm: &Stm<Soac>, vars: &Vars) {
        let shown: Vec<Var> = if let Exp::Loop(l) = &stm.exp {
            let carried = l.params.vals.iter().zip(&l.init.vals);
            let shown = carried.filter(|(_, init)| init.var().is_some_and(|v| self.shows(v)));
            shown.map(|(param, _)| *param).collect()
        } else if let Exp::Op(Soac::Screma(s)) = &stm.exp {
            s.arrays().filter(|(_, arr)| self.shows(*arr)).map(|(param, _)| param).collect()
        } else {
            vec![]
        };
        self.views.extend(shown);
        stm.exp.blocks(&mut |block| self.show(block, vars));
        match &stm.exp {
            Exp::If { then, els, .. } => {
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
                let results = stm.pat.vals.iter().zip(&l.params.vals);
                self.versions.extend(results.filter(|(_, p)| self.arrays.contains(p)).map(|(r, _)| *r));
            }
            Exp::Atom(_)
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
            | Exp::Call { .. }
            | Exp::WithAcc { .. }
            | Exp::Op(_) => {}
        }
    }
}

/// What an expression overwrites by an update.
fn updated(exp: &Exp<Soac>) -> Vec<Var> {
    if let Exp::Write { arr, .. } = exp { vec![*arr] } else { vec![] }
}

/// Collects the arrays that expressions overwrite, as `overwrites` says, and those that these are other names of.
fn collect(block: &[Stm<Soac>], set: &mut FxHashSet<Var>, overwrites: &dyn Fn(&Exp<Soac>) -> Vec<Var>) {
    // Backwards: whether a later use overwrites an alias is known when its source is reached.
    for stm in block.iter().rev() {
        let overwritten = |set: &FxHashSet<Var>| stm.pat.vals.iter().any(|p| set.contains(p));
        set.extend(overwrites(&stm.exp));
        match &stm.exp {
            Exp::Atom(Atom::Var(arr)) | Exp::View(View::Recast { arr, .. } | View::Reshape { arr, .. })
                if overwritten(set) =>
            {
                set.insert(*arr);
            }
            Exp::If { then, els, .. } => {
                for body in [then, els] {
                    let results = stm.pat.vals.iter().zip(&body.result.vals);
                    let overwritten = results.filter(|(result, _)| set.contains(result));
                    let overwritten: Vec<Var> = overwritten.filter_map(|(_, atom)| atom.var()).collect();
                    set.extend(overwritten);
                }
            }
            Exp::Atom(_)
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
            | Exp::Call { .. }
            | Exp::Loop(_)
            | Exp::WithAcc { .. }
            | Exp::Op(_) => {}
        }
        stm.exp.blocks(&mut |block| collect(block, set, overwrites));
        if let Exp::Loop(l) = &stm.exp {
            for ((param, init), result) in l.params.vals.iter().zip(&l.init.vals).zip(&stm.pat.vals) {
                if (set.contains(param) || set.contains(result))
                    && let Atom::Var(v) = init
                {
                    set.insert(*v);
                    set.insert(*param);
                }
            }
        }
    }
}

/// Whether an expression that can be a view gives a new array: nobody minds if its sources are overwritten.
pub(super) fn is_new(exp: &Exp<Soac>) -> bool {
    matches!(
        exp,
        Exp::Copy { .. } | Exp::View(View::Replicate { .. } | View::Concat { .. } | View::Gather { .. })
    )
}
