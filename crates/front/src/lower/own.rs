//! Removes copies that nobody can see: lowering copies before every update, and most of these copies are the last use of an
//! array that the code owns.
//!
//! A body *owns* the arrays that its own statements make anew, the parameters of the function that are consumed, the parameters of
//! a loop that is given an owned array and returns one every round, and, in a branch, what the code around it owns and
//! does not use again. `let c = copy x` goes if `x` is owned and neither `x` nor a view of it is used later. Arrays of sizes are
//! never owned, because types use them without saying so.

use ir::walk::{Subst, free_vars};
use ir::{Atom, Body, Core, Exp, Loop, LoopForm, Soac, Stm, Var, Vars};
use rustc_hash::{FxHashMap, FxHashSet};

/// Removes copies from every function.
pub(super) fn remove_copies(core: &mut Core) {
    let sizes = core.vars.iter().flat_map(|(_, info)| info.ty.dims().iter().filter_map(|d| d.size.var()));
    let sizes: FxHashSet<Var> = sizes.collect();
    for fun in &mut core.funs {
        // Looking who uses what takes time that grows with the square of the nesting.
        if !has_copy(&fun.body) {
            continue;
        }
        let owned = fun.params.iter().filter(|p| p.consumed).map(|p| p.var).collect();
        let mut owner = Owner { vars: &mut core.vars, sizes: &sizes };
        owner.body(&mut fun.body, owned, FxHashMap::default());
    }
}

/// Whether there is anything to remove.
fn has_copy(body: &Body<Soac>) -> bool {
    body.stms.iter().any(|stm| match &stm.exp {
        Exp::Copy { .. } => true,
        Exp::If { then, els, .. } => has_copy(then) || has_copy(els),
        Exp::Loop(l) => has_copy(&l.body) || matches!(&l.form, LoopForm::While(cond) if has_copy(cond)),
        Exp::WithAcc { body, .. } => has_copy(body),
        Exp::Op(Soac::Screma(s)) => has_copy(&s.map.body),
        _ => false,
    })
}

struct Owner<'a> {
    vars: &'a mut Vars,
    sizes: &'a FxHashSet<Var>,
}

/// What is known while going through a body.
struct State {
    owned: FxHashSet<Var>,
    /// The last statement that uses a variable; the results count as one more.
    last: FxHashMap<Var, usize>,
    /// Arrays that may share memory: each variable's root.
    root: FxHashMap<Var, Var>,
}

impl State {
    fn root(&self, var: Var) -> Var {
        self.root.get(&var).copied().unwrap_or(var)
    }
    /// Whether `var` is owned, and dead after statement `k` together with everything that shares its memory.
    fn spendable(&self, var: Var, k: usize) -> bool {
        let dead = |v: Var| self.last.get(&v).is_none_or(|last| *last <= k);
        self.owned.contains(&var)
            && dead(var)
            && self.root.iter().all(|(view, root)| *root != var || *view == var || dead(*view))
    }
}

impl Owner<'_> {
    /// Goes through a body that owns `owned`; `root` is what is known of views outside. Returns which of its results it owns.
    fn body(&mut self, body: &mut Body<Soac>, owned: FxHashSet<Var>, root: FxHashMap<Var, Var>) -> Vec<bool> {
        let mut state = State { owned, last: FxHashMap::default(), root };
        for (k, stm) in body.stms.iter().enumerate() {
            for var in free_vars(&stm.exp, self.vars) {
                state.last.insert(var, k);
            }
        }
        for var in body.result.all().filter_map(|a| a.var()) {
            state.last.insert(var, body.stms.len());
        }
        let mut removed = vec![];
        for k in 0..body.stms.len() {
            if let Exp::Copy { arr } = body.stms[k].exp
                && state.spendable(arr, k)
            {
                self.replace(body, &mut state, k, arr);
                removed.push(k);
            } else {
                self.statement(&mut body.stms[k], &mut state, k);
            }
        }
        let mut index = 0;
        body.stms.retain(|_| {
            index += 1;
            removed.binary_search(&(index - 1)).is_err()
        });
        let vals = &body.result.vals;
        let same = |a: &Atom, v: Var| a.var().is_some_and(|w| state.root(w) == v);
        let owns = vals.iter().map(|a| {
            a.var()
                .is_some_and(|v| state.owned.contains(&v) && vals.iter().filter(|b| same(b, v)).count() == 1)
        });
        owns.collect()
    }

    /// Uses the source of the copy at statement `k` instead of the copy.
    fn replace(&mut self, body: &mut Body<Soac>, state: &mut State, k: usize, arr: Var) {
        let copy = body.stms[k].pat.vals[0];
        let rest: Vec<Stm<Soac>> = body.stms.split_off(k + 1);
        body.stms.extend(Subst::new(self.vars, [(copy, arr.into())]).apply(rest));
        body.result = Subst::new(self.vars, [(copy, arr.into())]).apply(std::mem::take(&mut body.result));
        if let Some(last) = state.last.get(&copy).copied() {
            state.last.insert(arr, last);
        }
    }

    fn statement(&mut self, stm: &mut Stm<Soac>, state: &mut State, k: usize) {
        let mut owns = vec![false; stm.pat.vals.len()];
        match &mut stm.exp {
            Exp::Copy { .. } | Exp::Iota { .. } | Exp::Literal { .. } => owns.fill(true),
            Exp::Replicate { x, .. } if x.ty(self.vars).as_scalar().is_some() => owns.fill(true),
            Exp::Update { arr, .. } => {
                state.owned.remove(arr);
                owns.fill(true);
            }
            Exp::WithAcc { accs, body } => {
                for arr in accs.iter().flat_map(|a| &a.arrs) {
                    state.owned.remove(arr);
                }
                self.body(body, FxHashSet::default(), FxHashMap::default());
                owns.fill(true);
            }
            Exp::Op(Soac::Screma(s)) => {
                self.body(&mut s.map.body, FxHashSet::default(), FxHashMap::default());
                owns.fill(true);
            }
            Exp::If { then, els, .. } => {
                let spendable: FxHashSet<Var> =
                    state.owned.iter().copied().filter(|v| state.spendable(*v, k)).collect();
                let a = self.body(then, spendable.clone(), state.root.clone());
                let b = self.body(els, spendable.clone(), state.root.clone());
                state.owned.retain(|v| !spendable.contains(v));
                owns = a.into_iter().zip(b).map(|(a, b)| a && b).collect();
            }
            Exp::Loop(l) => owns = self.looping(l, state, k),
            _ => {}
        }
        if !stm.pat.vals.iter().any(|v| self.vars[*v].ty.is_array()) {
            return;
        }
        // A result that is not made anew may share the memory of anything the statement uses.
        let used = free_vars(&stm.exp, self.vars);
        let source = used.into_iter().find(|v| self.vars[*v].ty.is_array() && !self.sizes.contains(v));
        for (var, own) in stm.pat.vals.iter().zip(owns) {
            if !self.vars[*var].ty.is_array() {
                continue;
            }
            if own && !self.sizes.contains(var) {
                state.owned.insert(*var);
            } else if let Some(source) = source {
                self.share(state, *var, source, &stm.exp);
            }
        }
    }
    /// Notes that `var` may be a view. With several sources none of them is owned any more.
    fn share(&self, state: &mut State, var: Var, source: Var, exp: &Exp<Soac>) {
        let root = state.root(source);
        state.root.insert(var, root);
        for other in free_vars(exp, self.vars) {
            if self.vars[other].ty.is_array() && state.root(other) != root {
                state.owned.remove(&other);
                let other_root = state.root(other);
                state.owned.remove(&other_root);
            }
        }
    }

    /// A loop owns a parameter if it is given an owned array that nobody uses later and every round returns an owned one.
    fn looping(&mut self, l: &mut Loop<Soac>, state: &mut State, k: usize) -> Vec<bool> {
        let inside: FxHashSet<Var> = {
            let cond = match &l.form {
                LoopForm::While(cond) => free_vars(cond, self.vars),
                LoopForm::For { .. } => vec![],
            };
            cond.into_iter().chain(free_vars(&l.body, self.vars)).collect()
        };
        let mut candidates: Vec<bool> = vec![];
        for (i, init) in l.init.vals.iter().enumerate() {
            let once = l.init.vals.iter().enumerate().all(|(j, other)| i == j || other != init);
            let own = |v: Var| once && state.spendable(v, k) && inside.iter().all(|w| state.root(*w) != v);
            let param = l.params.vals[i];
            candidates.push(init.var().is_some_and(own) && !self.sizes.contains(&param));
        }
        if let LoopForm::While(cond) = &mut l.form {
            self.body(cond, FxHashSet::default(), FxHashMap::default());
        }
        loop {
            let params = l.params.vals.iter().zip(&candidates).filter(|(_, c)| **c).map(|(p, _)| *p);
            let owned: FxHashSet<Var> = params.collect();
            let mut body = l.body.clone();
            let returned = self.body(&mut body, owned, FxHashMap::default());
            let next: Vec<bool> = candidates.iter().zip(&returned).map(|(c, r)| *c && *r).collect();
            if next == candidates {
                l.body = body;
                for (init, own) in l.init.vals.iter().zip(&candidates) {
                    if let (Atom::Var(v), true) = (init, own) {
                        state.owned.remove(v);
                    }
                }
                return candidates;
            }
            candidates = next;
        }
    }
}
