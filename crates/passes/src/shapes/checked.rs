//! A number that a check has shown to be a size goes by the name that the check gives it.
//!
//! ```text
//! let n = size! k
//! let xs: [n]i64 = screma n (i <- iota) { .. }
//! let ys: [k]i64 = recast xs to [k]                 -- the type that is written down
//! let t = screma k (y <- ys) { .. } red + (y)
//!   =>
//! let n = size! k
//! let xs: [n]i64 = screma n (i <- iota) { .. }
//! let t = screma n (x <- xs) { .. } red + (x)
//! ```
//!
//! Behind the check both are the same number, but who says `k` for `n` has not said that the check has passed, and fusion cannot say it
//! instead. What a body returns in a type that was known before is recast at its end.
//!
//! Does not do: checks inside of operators, where the number may be one for all points and what the check gives is not; sizes of arrays
//! that are there before the check.

use base::Loc;
use ir::walk::{Mapper, Walk, bound_vars, free_vars};
use ir::{Atom, Body, CheckKind, Exp, Fun, LoopForm, Pat, Soac, Stm, Type, Var, Vars, View, fresh};
use rustc_hash::FxHashMap;

/// Renames the sizes of a function.
pub(super) fn checked(fun: &mut Fun<Soac>, vars: &mut Vars) {
    let mut namer = Namer { vars, found: false };
    namer.body(&mut fun.body, &[]);
    if namer.found {
        let mut same = Renaming { vars, by: FxHashMap::default() };
        same.drop_recasts(&mut fun.body.stms);
        fun.body.map_vars(&mut same);
    }
}

struct Namer<'a> {
    vars: &'a mut Vars,
    /// Whether there is any such size.
    found: bool,
}

impl Namer<'_> {
    /// A body, and the variables that are bound with it.
    fn body(&mut self, body: &mut Body<Soac>, own: &[Var]) {
        let mut recasts = vec![];
        for at in 0..body.stms.len() {
            match check(&body.stms[at]) {
                Some((number, size)) => self.rename(body, at, (number, size), own, &mut recasts),
                None => self.inside(&mut body.stms[at]),
            }
        }
        body.stms.extend(recasts);
    }
    fn inside(&mut self, stm: &mut Stm<Soac>) {
        if let Exp::If { then, els, .. } = &mut stm.exp {
            self.body(then, &[]);
            self.body(els, &[]);
        } else if let Exp::Loop(l) = &mut stm.exp {
            let mut own: Vec<Var> = l.params.all().collect();
            if let LoopForm::For { index, .. } = &l.form {
                own.push(*index);
            }
            self.body(&mut l.body, &own);
        }
    }

    /// Renames a number behind its check, unless something there has a type from before the check.
    fn rename(
        &mut self,
        body: &mut Body<Soac>,
        at: usize,
        (number, size): (Var, Var),
        own: &[Var],
        recasts: &mut Vec<Stm<Soac>>,
    ) {
        let Body { stms, result } = body;
        let (before, after) = stms.split_at_mut(at + 1);
        let bound: Vec<Var> = after.iter().flat_map(bound_vars).collect();
        let used = after.iter().flat_map(|stm| free_vars(stm, self.vars));
        let used = used.chain(free_vars(result, self.vars)).filter(|var| !bound.contains(var));
        if used.into_iter().any(|var| mentions(&self.vars[var].ty, number)) {
            return;
        }
        // What is bound outside may be named by the types that the body's results have there.
        let local = own.contains(&number) || before.iter().any(|stm| stm.pat.all().any(|var| var == number));
        if !local && result.sizes.contains(&number.into()) {
            return;
        }
        let types: Vec<Type> = result.all().map(|val| val.ty(self.vars)).collect();
        let mut renaming = Renaming { vars: self.vars, by: [(number, size)].into_iter().collect() };
        after.iter_mut().for_each(|stm| stm.map_vars(&mut renaming));
        result.map_vars(&mut renaming);
        self.found = true;
        if !local {
            let mut by = FxHashMap::default();
            let vals = result.sizes.iter_mut().chain(&mut result.vals).zip(types);
            recasts.extend(vals.filter_map(|(val, ty)| self.recast(val, ty, &mut by, &before[at].loc)));
        }
    }

    /// What a body returns in the type that it had, where lengths of rows have been recast themselves.
    fn recast(
        &mut self,
        val: &mut Atom,
        ty: Type,
        by: &mut FxHashMap<Var, Var>,
        loc: &Loc,
    ) -> Option<Stm<Soac>> {
        let Atom::Var(arr) = *val else { return None };
        let ty = ty.map_sizes(|a| a.var().and_then(|size| by.get(&size)).map_or(a, |size| (*size).into()));
        if self.vars[arr].ty == ty || !ty.is_array() {
            return None;
        }
        let name = self.vars[arr].name.clone();
        let dims = ty.dims().to_vec();
        let var = fresh(self.vars, &name, ty);
        *val = var.into();
        by.insert(arr, var);
        let exp = Exp::View(View::Recast { arr, dims, under: vec![], inside: vec![] });
        Some(Stm::new(Pat::one(var), exp, loc.clone()))
    }
}

/// A number that is checked, and the size that it is then. What has been proved is no check any more.
fn check(stm: &Stm<Soac>) -> Option<(Var, Var)> {
    let (Exp::Check(check), [size]) = (&stm.exp, stm.pat.vals.as_slice()) else { return None };
    let CheckKind::Size { a, .. } = &check.kind else { return None };
    a.var().filter(|_| !check.proved).map(|number| (number, *size))
}

fn mentions(ty: &Type, size: Var) -> bool {
    ty.map_sizes(|a| if a == size.into() { Atom::i64(-1) } else { a }) != *ty
}

/// Replaces variables in uses and types.
struct Renaming<'a> {
    vars: &'a mut Vars,
    by: FxHashMap<Var, Var>,
}

impl Renaming<'_> {
    /// Takes out recasts to the type that is there.
    fn drop_recasts(&mut self, block: &mut Vec<Stm<Soac>>) {
        block.retain(|stm| {
            let (Exp::View(View::Recast { arr, .. }), [var]) = (&stm.exp, stm.pat.vals.as_slice()) else {
                return true;
            };
            let arr = self.var(*arr);
            let same = self.vars[arr].ty == self.vars[*var].ty;
            if same {
                self.by.insert(*var, arr);
            }
            !same
        });
        block.iter_mut().for_each(|stm| stm.exp.blocks_mut(&mut |block, _| self.drop_recasts(block)));
    }
}

impl Mapper for Renaming<'_> {
    fn var(&mut self, var: Var) -> Var {
        self.by.get(&var).copied().unwrap_or(var)
    }
    fn bind(&mut self, var: Var) -> Var {
        let ty = self.vars[var].ty.clone();
        self.vars[var].ty = ty.map_sizes(|a| self.atom(a));
        var
    }
}
