//! Substitution.

use super::{Mapper, Walk};
use crate::types::{Atom, Var, VarInfo, Vars};
use rustc_hash::FxHashMap;

/// A substitution of variables by atoms. Applying it also rewrites the types of what is bound in its scope.
pub struct Subst<'a> {
    vars: &'a mut Vars,
    map: FxHashMap<Var, Atom>,
    fresh: bool,
}

impl<'a> Subst<'a> {
    /// Replaces free variables.
    pub fn new(vars: &'a mut Vars, map: impl IntoIterator<Item = (Var, Atom)>) -> Subst<'a> {
        Subst { vars, map: map.into_iter().collect(), fresh: false }
    }
    /// Replaces free variables and gives every binding a fresh variable: how code is copied.
    pub fn renaming(vars: &'a mut Vars, map: impl IntoIterator<Item = (Var, Atom)>) -> Subst<'a> {
        Subst { vars, map: map.into_iter().collect(), fresh: true }
    }
    /// Applies it.
    pub fn apply<T: Walk>(mut self, mut x: T) -> T {
        x.map_vars(&mut self);
        x
    }
}

impl Mapper for Subst<'_> {
    fn atom(&mut self, atom: Atom) -> Atom {
        match atom {
            Atom::Var(v) => self.map.get(&v).copied().unwrap_or(atom),
            Atom::Const(_) => atom,
        }
    }
    fn var(&mut self, var: Var) -> Var {
        match self.map.get(&var) {
            Some(Atom::Var(v)) => *v,
            Some(Atom::Const(_)) | None => var,
        }
    }
    fn bind(&mut self, var: Var) -> Var {
        let map = &self.map;
        let ty = self.vars[var].ty.map_sizes(|a| a.var().and_then(|v| map.get(&v).copied()).unwrap_or(a));
        if self.fresh {
            let name = self.vars[var].name.clone();
            let new = self.vars.push(VarInfo { name, ty });
            self.map.insert(var, Atom::Var(new));
            new
        } else {
            self.vars[var].ty = ty;
            var
        }
    }
}
