//! Walks over variables: uses, bindings, substitution, free variables. Written once for all operators.

mod body;
mod ops;
mod subst;

pub use subst::Subst;

use crate::body::Results;
use crate::types::{Atom, Dim, Type, Var, Vars};
use rustc_hash::FxHashSet;

/// Sees every variable of a piece of program, in order of evaluation.
pub trait Visitor {
    /// A use. Sizes in types are not shown; look at the types of what is bound.
    fn used(&mut self, var: Var);
    /// A binding.
    fn bound(&mut self, var: Var);
}

/// Rewrites every variable of a piece of program.
pub trait Mapper {
    /// Replaces an operand.
    fn atom(&mut self, atom: Atom) -> Atom {
        match atom {
            Atom::Var(v) => Atom::Var(self.var(v)),
            Atom::Const(_) => atom,
        }
    }
    /// Replaces a variable that must stay one.
    fn var(&mut self, var: Var) -> Var;
    /// Replaces a binding; called before the uses in its scope.
    fn bind(&mut self, var: Var) -> Var;
}

/// Something that holds variables.
pub trait Walk {
    /// Shows every variable.
    fn visit(&self, v: &mut dyn Visitor);
    /// Rewrites every variable.
    fn map_vars(&mut self, m: &mut dyn Mapper);
}

impl Walk for Atom {
    fn visit(&self, v: &mut dyn Visitor) {
        if let Atom::Var(var) = self {
            v.used(*var);
        }
    }
    fn map_vars(&mut self, m: &mut dyn Mapper) {
        *self = m.atom(*self);
    }
}

impl Walk for Var {
    fn visit(&self, v: &mut dyn Visitor) {
        v.used(*self);
    }
    fn map_vars(&mut self, m: &mut dyn Mapper) {
        *self = m.var(*self);
    }
}

impl<T: Walk> Walk for Vec<T> {
    fn visit(&self, v: &mut dyn Visitor) {
        self.iter().for_each(|x| x.visit(v));
    }
    fn map_vars(&mut self, m: &mut dyn Mapper) {
        self.iter_mut().for_each(|x| x.map_vars(m));
    }
}

impl<T: Walk> Walk for Option<T> {
    fn visit(&self, v: &mut dyn Visitor) {
        self.iter().for_each(|x| x.visit(v));
    }
    fn map_vars(&mut self, m: &mut dyn Mapper) {
        self.iter_mut().for_each(|x| x.map_vars(m));
    }
}

impl Walk for Dim {
    fn visit(&self, v: &mut dyn Visitor) {
        self.size.visit(v);
    }
    fn map_vars(&mut self, m: &mut dyn Mapper) {
        self.size.map_vars(m);
    }
}

impl Walk for Type {
    fn visit(&self, v: &mut dyn Visitor) {
        self.dims().iter().for_each(|d| d.visit(v));
    }
    fn map_vars(&mut self, m: &mut dyn Mapper) {
        *self = self.map_sizes(|a| m.atom(a));
    }
}

impl Walk for Results {
    fn visit(&self, v: &mut dyn Visitor) {
        self.sizes.visit(v);
        self.vals.visit(v);
    }
    fn map_vars(&mut self, m: &mut dyn Mapper) {
        self.sizes.map_vars(m);
        self.vals.map_vars(m);
    }
}

/// The variables used in `x` and in the types of what it binds, but not bound in it, in order of first use.
pub fn free_vars(x: &impl Walk, vars: &Vars) -> Vec<Var> {
    struct Free<'a> {
        vars: &'a Vars,
        bound: FxHashSet<Var>,
        seen: FxHashSet<Var>,
        order: Vec<Var>,
    }
    impl Visitor for Free<'_> {
        fn used(&mut self, var: Var) {
            if self.seen.insert(var) {
                self.order.push(var);
            }
        }
        fn bound(&mut self, var: Var) {
            self.bound.insert(var);
            for dim in self.vars[var].ty.dims() {
                if let Atom::Var(v) = dim.size {
                    self.used(v);
                }
            }
        }
    }
    let mut free = Free { vars, bound: FxHashSet::default(), seen: FxHashSet::default(), order: vec![] };
    x.visit(&mut free);
    free.order.retain(|v| !free.bound.contains(v));
    free.order
}

/// The variables used in `x`, one entry a use, in order; those in types are not among them.
pub fn used_vars(x: &impl Walk) -> Vec<Var> {
    struct Used(Vec<Var>);
    impl Visitor for Used {
        fn used(&mut self, var: Var) {
            self.0.push(var);
        }
        fn bound(&mut self, _: Var) {}
    }
    let mut used = Used(vec![]);
    x.visit(&mut used);
    used.0
}

/// The variables bound in `x`, in order.
pub fn bound_vars(x: &impl Walk) -> Vec<Var> {
    struct Bound(Vec<Var>);
    impl Visitor for Bound {
        fn used(&mut self, _: Var) {}
        fn bound(&mut self, var: Var) {
            self.0.push(var);
        }
    }
    let mut bound = Bound(vec![]);
    x.visit(&mut bound);
    bound.0
}
