//! What is known of the elements of arrays, and of scalars that are others.

use ir::{Atom, Var, Vars, walk};
use rustc_hash::FxHashMap;

/// The elements of arrays in row-major order; of a scalar what it is.
#[derive(Default)]
pub(super) struct Known {
    elems: FxHashMap<Var, Vec<Atom>>,
    /// The literals that arrays of more dimensions are made of.
    literals: FxHashMap<Var, Var>,
    /// In the order in which they became known.
    order: Vec<Var>,
}

impl Known {
    pub(super) fn insert(&mut self, var: Var, elems: Vec<Atom>) {
        self.elems.insert(var, elems);
        self.order.push(var);
    }
    pub(super) fn insert_literal(&mut self, var: Var, literal: Var) {
        self.literals.insert(var, literal);
    }
    pub(super) fn literal(&self, var: Var) -> Option<Var> {
        self.elems.get(&var).and_then(|_| self.literals.get(&var)).copied()
    }
    pub(super) fn get(&self, var: Var) -> Option<&Vec<Atom>> {
        self.elems.get(&var)
    }
    /// What to go back to where the scope of what becomes known ends.
    pub(super) fn scope(&self) -> usize {
        self.order.len()
    }
    /// Forgets what became known since.
    pub(super) fn leave(&mut self, scope: usize) {
        for var in self.order.drain(scope..) {
            self.elems.remove(&var);
        }
    }
}

/// Replaces scalars by what they are.
pub(super) struct Resolve<'a> {
    pub(super) known: &'a Known,
    pub(super) vars: &'a mut Vars,
}

impl Resolve<'_> {
    fn scalar(&self, var: Var) -> Option<Atom> {
        if self.vars[var].ty.is_array() {
            return None;
        }
        self.known.get(var).map(|elems| elems[0])
    }
}

impl walk::Mapper for Resolve<'_> {
    fn atom(&mut self, atom: Atom) -> Atom {
        atom.var().and_then(|var| self.scalar(var)).unwrap_or(atom)
    }
    fn var(&mut self, var: Var) -> Var {
        self.scalar(var).and_then(Atom::var).unwrap_or(var)
    }
    fn bind(&mut self, var: Var) -> Var {
        let ty = self.vars[var].ty.map_sizes(|size| size.var().and_then(|v| self.scalar(v)).unwrap_or(size));
        self.vars[var].ty = ty;
        var
    }
}
