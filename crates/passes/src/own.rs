//! Ownership: copies that nobody can see are removed. The front end copies before every update, and most of these copies are the
//! last use of an array that the code owns.
//!
//! A body *owns* the arrays that its own statements make anew, the parameters of the function that are consumed, the parameters of
//! a loop that is given an owned array and returns one every round, and, in a branch, what the code around it owns and
//! does not use again. A recast, a reshape or another name of an owned array is the same memory and as good as the array itself.
//! `let c = copy x` goes if `x` is owned and nothing else that shares its memory is used later. Arrays of sizes are never owned,
//! because types use them without saying so.
//!
//! The same engine serves Core, where a copy is an expression, and Flat, where it is a kernel that only reads
//! ([`inplace`](flat::inplace)). What an operator consumes and makes is what [`Owning`] says of it.
//!
//! Precondition and postcondition: a verified program. Does not do: moving a use in front of the update that makes it impossible.

pub(crate) mod flat;

use ir::walk::{Subst, free_vars};
use ir::{
    Atom, Body, Core, Exp, Loop, LoopForm, Operator, Pat, Prog, Results, Screma, Soac, Stm, Var, Vars, View,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Removes copies from every function of Core.
pub fn own(mut core: Core) -> Core {
    remove_copies(&mut core, FxHashSet::default());
    core
}

/// Removes copies from every function. `sizes` are arrays that tell sizes besides those that types name.
fn remove_copies<O: Owning>(prog: &mut Prog<O>, mut sizes: FxHashSet<Var>) {
    let named = prog.vars.iter().flat_map(|(_, info)| info.ty.dims().iter().filter_map(|d| d.size.var()));
    sizes.extend(named);
    for fun in &mut prog.funs {
        // Looking who uses what takes time that grows with the square of the nesting.
        if !has_copy(&fun.body.stms, &prog.vars) {
            continue;
        }
        let owned = fun.params.iter().filter(|p| p.consumed).map(|p| p.var).collect();
        let mut owner = Owner { vars: &mut prog.vars, sizes: &sizes };
        owner.body(&mut fun.body, owned, Aliases::default());
    }
}

/// Whether there is anything to remove.
fn has_copy<O: Owning>(block: &[Stm<O>], vars: &Vars) -> bool {
    block.iter().any(|stm| {
        let mut found = O::copied(stm, vars).is_some();
        stm.exp.blocks(&mut |block| found = found || has_copy(block, vars));
        found
    })
}

/// What an operator means for ownership.
trait Owning: Operator + Clone {
    /// The array that a statement copies.
    fn copied(stm: &Stm<Self>, vars: &Vars) -> Option<Var>;
    /// Goes through the operator, spends the arrays that it consumes, and says which of the values it binds are made anew. It is
    /// statement `k`.
    fn operator(&mut self, owner: &mut Owner, state: &mut State, k: usize, pat: &Pat) -> Vec<bool>;
}

impl Owning for Soac {
    fn copied(stm: &Stm<Soac>, _: &Vars) -> Option<Var> {
        if let Exp::Copy { arr } = stm.exp { Some(arr) } else { None }
    }
    fn operator(&mut self, owner: &mut Owner, _: &mut State, _: usize, pat: &Pat) -> Vec<bool> {
        match self {
            Soac::Screma(s) => owner.screma(s),
            // A stream may be one chunk: then its results are those of the body.
            Soac::Stream(s) => return owner.body(&mut s.body, FxHashSet::default(), Aliases::default()),
        }
        vec![true; pat.vals.len()]
    }
}

struct Owner<'a> {
    vars: &'a mut Vars,
    sizes: &'a FxHashSet<Var>,
}

/// Which arrays may share memory.
#[derive(Clone, Default)]
struct Aliases {
    /// The array whose memory a view may show.
    root: FxHashMap<Var, Var>,
    /// Views that are all of their root under other dimensions.
    whole: FxHashSet<Var>,
}

/// What is known while going through a body.
struct State {
    /// Roots that the body owns.
    owned: FxHashSet<Var>,
    /// The last statement that uses a variable; the results count as one more.
    last: FxHashMap<Var, usize>,
    aliases: Aliases,
}

impl State {
    fn root(&self, var: Var) -> Var {
        self.aliases.root.get(&var).copied().unwrap_or(var)
    }
    /// Whether the body owns all of the memory that `var` shows.
    fn owns(&self, var: Var) -> bool {
        let root = self.root(var);
        self.owned.contains(&root) && (root == var || self.aliases.whole.contains(&var))
    }
    /// Whether `var` is owned, and dead after statement `k` together with everything that shares its memory.
    fn spendable(&self, var: Var, k: usize) -> bool {
        let dead = |v: Var| self.last.get(&v).is_none_or(|last| *last <= k);
        let root = self.root(var);
        self.owns(var) && dead(root) && self.aliases.root.iter().all(|(view, of)| *of != root || dead(*view))
    }
    /// Gives up the ownership of what `var` shows.
    fn spend(&mut self, var: Var) {
        let root = self.root(var);
        self.owned.remove(&root);
    }
}

impl Owner<'_> {
    /// Goes through a body that owns `owned`; `aliases` are those of the code around. Returns which of its results it owns.
    fn body<O: Owning>(&mut self, body: &mut Body<O>, owned: FxHashSet<Var>, aliases: Aliases) -> Vec<bool> {
        let mut state = State { owned, last: FxHashMap::default(), aliases };
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
            if let Some(arr) = O::copied(&body.stms[k], self.vars)
                && !self.sizes.contains(&body.stms[k].pat.vals[0])
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
        let same = |a: &Atom, v: Var| a.var().is_some_and(|w| state.root(w) == state.root(v));
        let alone = |v: Var| vals.iter().filter(|a| same(a, v)).count() == 1;
        vals.iter().map(|a| a.var().is_some_and(|v| state.owns(v) && alone(v))).collect()
    }

    /// Uses the source of the copy at statement `k` instead of the copy.
    fn replace<O: Owning>(&mut self, body: &mut Body<O>, state: &mut State, k: usize, arr: Var) {
        let copy = body.stms[k].pat.vals[0];
        let rest: Vec<Stm<O>> = body.stms.split_off(k + 1);
        body.stms.extend(Subst::new(self.vars, [(copy, arr.into())]).apply(rest));
        body.result = Subst::new(self.vars, [(copy, arr.into())]).apply(std::mem::take(&mut body.result));
        if let Some(last) = state.last.get(&copy).copied() {
            state.last.insert(arr, last);
        }
    }

    fn statement<O: Owning>(&mut self, stm: &mut Stm<O>, state: &mut State, k: usize) {
        let mut owns = vec![false; stm.pat.vals.len()];
        let mut whole = false;
        match &mut stm.exp {
            Exp::Copy { .. }
            | Exp::View(View::Iota { .. })
            | Exp::View(View::Literal { .. })
            | Exp::View(View::Replicate { .. })
            | Exp::View(View::Concat { .. })
            | Exp::View(View::Gather { .. })
            | Exp::Scratch { .. } => owns.fill(true),
            Exp::Write { arr, .. } => {
                state.spend(*arr);
                owns.fill(true);
            }
            Exp::WithAcc { accs, body } => {
                let arrs: Vec<Var> = accs.iter().flat_map(|a| &a.arrs).copied().collect();
                arrs.iter().for_each(|arr| state.spend(*arr));
                // Other results stand behind the arrays, and behind the accumulators in the body.
                let made = self.body(body, FxHashSet::default(), state.aliases.clone());
                owns = arrs.iter().map(|_| true).chain(made.into_iter().skip(accs.len())).collect();
            }
            Exp::Op(op) => owns = op.operator(self, state, k, &stm.pat),
            Exp::Atom(Atom::Var(_)) | Exp::View(View::Recast { .. }) | Exp::View(View::Reshape { .. }) => {
                whole = true
            }
            Exp::If { then, els, .. } => {
                let spendable: FxHashSet<Var> =
                    state.owned.iter().copied().filter(|v| state.spendable(*v, k)).collect();
                let a = self.body(then, spendable.clone(), state.aliases.clone());
                let b = self.body(els, spendable.clone(), state.aliases.clone());
                state.owned.retain(|v| !spendable.contains(v));
                owns = a.into_iter().zip(b).map(|(a, b)| a && b).collect();
            }
            Exp::Loop(l) => owns = self.looping(l, state, k),
            Exp::Atom(_)
            | Exp::Prim(_)
            | Exp::Read { .. }
            | Exp::Check(_)
            | Exp::Trace { .. }
            | Exp::View(_)
            | Exp::Total { .. }
            | Exp::UpdateAcc { .. }
            | Exp::Call { .. } => {}
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
                if whole && (source == state.root(source) || state.aliases.whole.contains(&source)) {
                    state.aliases.whole.insert(*var);
                }
                self.share(state, *var, source, &stm.exp);
            }
        }
    }

    /// Copies in the body of an operator; its clauses use what it binds.
    fn screma(&mut self, s: &mut Screma<Soac>) {
        let used = free_vars(&s.clauses, self.vars);
        let result = Results::vals(used.iter().map(|v| Atom::Var(*v)).collect());
        let mut body = Body { stms: std::mem::take(&mut s.body), result };
        self.body(&mut body, FxHashSet::default(), Aliases::default());
        s.body = body.stms;
        let renamed = used.into_iter().zip(body.result.vals);
        let clauses = std::mem::take(&mut s.clauses);
        s.clauses = Subst::new(self.vars, renamed).apply(clauses);
    }

    /// Notes that `var` may be a view. With several sources none of them is owned any more.
    fn share<O: Owning>(&self, state: &mut State, var: Var, source: Var, exp: &Exp<O>) {
        let root = state.root(source);
        // Types use sizes without saying so.
        if self.sizes.contains(&var) {
            state.spend(root);
        }
        state.aliases.root.insert(var, root);
        for other in free_vars(exp, self.vars) {
            if self.vars[other].ty.is_array() && state.root(other) != root {
                state.spend(other);
            }
        }
    }

    /// A loop owns a parameter if it is given an owned array that nobody uses later and every round returns an owned one.
    fn looping<O: Owning>(&mut self, l: &mut Loop<O>, state: &mut State, k: usize) -> Vec<bool> {
        let cond = match &mut l.form {
            LoopForm::While(cond) => Some(cond),
            LoopForm::For { .. } => None,
        };
        self.rounds(&l.params.vals, &l.init.vals, cond, &mut l.body, (state, k))
    }

    /// Says which parameters of rounds are owned, and so are what they leave.
    fn rounds<O: Owning>(
        &mut self,
        params: &[Var],
        init: &[Atom],
        cond: Option<&mut Body<O>>,
        round: &mut Body<O>,
        (state, k): (&mut State, usize),
    ) -> Vec<bool> {
        let mut inside: FxHashSet<Var> = free_vars(round, self.vars).into_iter().collect();
        inside.extend(cond.iter().flat_map(|cond| free_vars(&**cond, self.vars)));
        let mut candidates: Vec<bool> = vec![];
        for (i, (param, given)) in params.iter().zip(init).enumerate() {
            let root = |a: &Atom| a.var().map(|v| state.root(v));
            let mut others = init.iter().enumerate().filter(|(j, _)| *j != i);
            let once = others.all(|(_, b)| root(b).is_none() || root(b) != root(given));
            let outside = |v: Var| inside.iter().all(|w| state.root(*w) != state.root(v));
            let own = |v: Var| once && state.spendable(v, k) && outside(v);
            candidates.push(given.var().is_some_and(own) && !self.sizes.contains(param));
        }
        if let Some(cond) = cond {
            self.body(cond, FxHashSet::default(), Aliases::default());
        }
        loop {
            let params = params.iter().zip(&candidates).filter(|(_, c)| **c).map(|(p, _)| *p);
            let owned: FxHashSet<Var> = params.collect();
            let mut body = round.clone();
            let returned = self.body(&mut body, owned, Aliases::default());
            let next: Vec<bool> = candidates.iter().zip(&returned).map(|(c, r)| *c && *r).collect();
            if next == candidates {
                *round = body;
                for (given, own) in init.iter().zip(&candidates) {
                    if let (Atom::Var(v), true) = (given, own) {
                        state.spend(*v);
                    }
                }
                return candidates;
            }
            candidates = next;
        }
    }
}
