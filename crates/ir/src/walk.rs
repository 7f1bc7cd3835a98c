//! Walks over variables: uses, bindings, substitution, free variables. Written once for all operators.

use crate::body::{AccDef, Body, Exp, Lambda, Loop, LoopForm, Pat, Results, Slice, Stm};
use crate::ops::{Active, Extent, Fold, Inner, Input, Origin, Screma, Seg, SegOp, Soac, Start};
use crate::types::{Atom, Dim, Type, Var, VarInfo, Vars};
use rustc_hash::{FxHashMap, FxHashSet};

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
    fn atom(&mut self, atom: Atom) -> Atom;
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

/// Shows the variables a pattern binds.
fn visit_pat(pat: &Pat, v: &mut dyn Visitor) {
    pat.all().for_each(|x| v.bound(x));
}

fn map_binders(vars: &mut [Var], m: &mut dyn Mapper) {
    vars.iter_mut().for_each(|x| *x = m.bind(*x));
}

fn map_pat(pat: &mut Pat, m: &mut dyn Mapper) {
    map_binders(&mut pat.sizes, m);
    map_binders(&mut pat.vals, m);
}

impl<O: Walk> Walk for Body<O> {
    fn visit(&self, v: &mut dyn Visitor) {
        self.stms.visit(v);
        self.result.visit(v);
    }
    fn map_vars(&mut self, m: &mut dyn Mapper) {
        self.stms.map_vars(m);
        self.result.map_vars(m);
    }
}

impl<O: Walk> Walk for Stm<O> {
    fn visit(&self, v: &mut dyn Visitor) {
        self.exp.visit(v);
        visit_pat(&self.pat, v);
    }
    fn map_vars(&mut self, m: &mut dyn Mapper) {
        self.exp.map_vars(m);
        map_pat(&mut self.pat, m);
    }
}

impl<O: Walk> Walk for Lambda<O> {
    fn visit(&self, v: &mut dyn Visitor) {
        self.params.iter().for_each(|p| v.bound(*p));
        self.body.visit(v);
    }
    fn map_vars(&mut self, m: &mut dyn Mapper) {
        map_binders(&mut self.params, m);
        self.body.map_vars(m);
    }
}

impl<O: Walk> Walk for Loop<O> {
    fn visit(&self, v: &mut dyn Visitor) {
        self.init.visit(v);
        visit_pat(&self.params, v);
        match &self.form {
            LoopForm::While(cond) => cond.visit(v),
            LoopForm::For { index, count } => {
                count.visit(v);
                v.bound(*index);
            }
        }
        self.body.visit(v);
    }
    fn map_vars(&mut self, m: &mut dyn Mapper) {
        self.init.map_vars(m);
        map_pat(&mut self.params, m);
        match &mut self.form {
            LoopForm::While(cond) => cond.map_vars(m),
            LoopForm::For { index, count } => {
                count.map_vars(m);
                *index = m.bind(*index);
            }
        }
        self.body.map_vars(m);
    }
}

impl<O: Walk> Walk for AccDef<O> {
    fn visit(&self, v: &mut dyn Visitor) {
        self.arrs.visit(v);
        if let Some(op) = &self.op {
            op.ne.visit(v);
            op.lam.visit(v);
        }
        v.bound(self.param);
    }
    fn map_vars(&mut self, m: &mut dyn Mapper) {
        self.arrs.map_vars(m);
        if let Some(op) = &mut self.op {
            op.ne.map_vars(m);
            op.lam.map_vars(m);
        }
        self.param = m.bind(self.param);
    }
}

impl Walk for Slice {
    fn visit(&self, v: &mut dyn Visitor) {
        match self {
            Slice::At(i) => i.visit(v),
            Slice::Range { start, len, stride } => [start, len, stride].iter().for_each(|a| a.visit(v)),
        }
    }
    fn map_vars(&mut self, m: &mut dyn Mapper) {
        match self {
            Slice::At(i) => i.map_vars(m),
            Slice::Range { start, len, stride } => {
                [start, len, stride].into_iter().for_each(|a| a.map_vars(m))
            }
        }
    }
}

/// Lists the parts of an expression once; both directions of the walk are made from it.
macro_rules! walk_exp {
    ($self:expr, $call:ident, $arg:expr) => {
        match $self {
            Exp::Atom(a) => a.$call($arg),
            Exp::Bin { op: _, ty: _, a, b, checked: _ } => {
                a.$call($arg);
                b.$call($arg);
            }
            Exp::Un { op: _, ty: _, a } => a.$call($arg),
            Exp::Conv { from: _, to: _, a } => a.$call($arg),
            Exp::Select { cond, a, b } => {
                cond.$call($arg);
                a.$call($arg);
                b.$call($arg);
            }
            Exp::Size { a, iota: _, checked: _ } => a.$call($arg),
            Exp::Bounds { index, size, checked: _ } => {
                index.$call($arg);
                size.$call($arg);
            }
            Exp::SliceLen { start, end, stride, size, checked: _ } => {
                start.$call($arg);
                end.$call($arg);
                stride.$call($arg);
                size.$call($arg);
            }
            Exp::Assert { cond, what: _, vals } => {
                cond.$call($arg);
                vals.$call($arg);
            }
            Exp::Trace { what: _, vals } => vals.$call($arg),
            Exp::AssertEq { a, b, what: _ } => {
                a.$call($arg);
                b.$call($arg);
            }
            Exp::Recast { arr, dims, under } => {
                arr.$call($arg);
                dims.$call($arg);
                under.$call($arg);
            }
            Exp::Index { arr, index, checked: _ } => {
                arr.$call($arg);
                index.$call($arg);
            }
            Exp::Slice { arr, slices } => {
                arr.$call($arg);
                slices.$call($arg);
            }
            Exp::Update { arr, index, val, checked: _ } => {
                arr.$call($arg);
                index.$call($arg);
                val.$call($arg);
            }
            Exp::Iota { n } => n.$call($arg),
            Exp::Replicate { n, x } => {
                n.$call($arg);
                x.$call($arg);
            }
            Exp::Copy { arr } => arr.$call($arg),
            Exp::Concat { arrs, size } => {
                arrs.$call($arg);
                size.$call($arg);
            }
            Exp::Reshape { arr, dims } => {
                arr.$call($arg);
                dims.$call($arg);
            }
            Exp::Rearrange { perm: _, arr } => arr.$call($arg),
            Exp::GatherRows { arr, at } => {
                arr.$call($arg);
                at.$call($arg);
            }
            Exp::Total { sizes } => sizes.$call($arg),
            Exp::Literal { elem: _, elems } => elems.$call($arg),
            Exp::Call { fun: _, args } => args.$call($arg),
            Exp::If { cond, then, els } => {
                cond.$call($arg);
                then.$call($arg);
                els.$call($arg);
            }
            Exp::Loop(l) => l.$call($arg),
            Exp::WithAcc { accs, body } => {
                accs.$call($arg);
                body.$call($arg);
            }
            Exp::UpdateAcc { acc, index, vals } => {
                acc.$call($arg);
                index.$call($arg);
                vals.$call($arg);
            }
            Exp::Op(o) => o.$call($arg),
        }
    };
}

impl<O: Walk> Walk for Exp<O> {
    fn visit(&self, v: &mut dyn Visitor) {
        walk_exp!(self, visit, v)
    }
    fn map_vars(&mut self, m: &mut dyn Mapper) {
        walk_exp!(self, map_vars, m)
    }
}

impl Walk for Input {
    fn visit(&self, v: &mut dyn Visitor) {
        match self {
            Input::Array(x) | Input::Acc(x) => v.used(*x),
            Input::Iota => {}
        }
    }
    fn map_vars(&mut self, m: &mut dyn Mapper) {
        match self {
            Input::Array(x) | Input::Acc(x) => *x = m.var(*x),
            Input::Iota => {}
        }
    }
}

impl<O: Walk> Walk for Fold<O> {
    fn visit(&self, v: &mut dyn Visitor) {
        self.ne.visit(v);
        self.op.visit(v);
    }
    fn map_vars(&mut self, m: &mut dyn Mapper) {
        self.ne.map_vars(m);
        self.op.map_vars(m);
    }
}

impl<O: Walk> Walk for Screma<O> {
    fn visit(&self, v: &mut dyn Visitor) {
        self.width.visit(v);
        self.inputs.visit(v);
        self.map.visit(v);
        self.reds.visit(v);
        self.scans.visit(v);
        self.post.visit(v);
    }
    fn map_vars(&mut self, m: &mut dyn Mapper) {
        self.width.map_vars(m);
        self.inputs.map_vars(m);
        self.map.map_vars(m);
        self.reds.map_vars(m);
        self.scans.map_vars(m);
        self.post.map_vars(m);
    }
}

impl Walk for Soac {
    fn visit(&self, v: &mut dyn Visitor) {
        let Soac::Screma(s) = self;
        s.visit(v);
    }
    fn map_vars(&mut self, m: &mut dyn Mapper) {
        let Soac::Screma(s) = self;
        s.map_vars(m);
    }
}

impl Walk for Inner {
    fn visit(&self, v: &mut dyn Visitor) {
        let Inner::Screma(_, s) = self;
        s.visit(v);
    }
    fn map_vars(&mut self, m: &mut dyn Mapper) {
        let Inner::Screma(_, s) = self;
        s.map_vars(m);
    }
}

impl Walk for Extent {
    fn visit(&self, v: &mut dyn Visitor) {
        match self {
            Extent::Uniform(a) => a.visit(v),
            Extent::Per { size, on: _ } => size.visit(v),
            Extent::Ragged { size, on: _, offsets } => {
                size.visit(v);
                offsets.visit(v);
            }
        }
    }
    fn map_vars(&mut self, m: &mut dyn Mapper) {
        match self {
            Extent::Uniform(a) => a.map_vars(m),
            Extent::Per { size, on: _ } => size.map_vars(m),
            Extent::Ragged { size, on: _, offsets } => {
                size.map_vars(m);
                offsets.map_vars(m);
            }
        }
    }
}

impl Walk for Origin {
    fn visit(&self, v: &mut dyn Visitor) {
        if let Start::Host(index) = &self.start {
            index.visit(v);
        }
        self.through.visit(v);
    }
    fn map_vars(&mut self, m: &mut dyn Mapper) {
        if let Start::Host(index) = &mut self.start {
            index.map_vars(m);
        }
        self.through.map_vars(m);
    }
}

impl Walk for Seg {
    fn visit(&self, v: &mut dyn Visitor) {
        for level in &self.levels {
            level.extent.visit(v);
            v.bound(level.index);
        }
        self.origins.visit(v);
        for row in &self.rows {
            v.used(row.arr);
            v.bound(row.param);
        }
        self.body.visit(v);
        self.reds.visit(v);
        self.scans.visit(v);
    }
    fn map_vars(&mut self, m: &mut dyn Mapper) {
        for level in &mut self.levels {
            level.extent.map_vars(m);
            level.index = m.bind(level.index);
        }
        self.origins.map_vars(m);
        for row in &mut self.rows {
            row.arr = m.var(row.arr);
            row.param = m.bind(row.param);
        }
        self.body.map_vars(m);
        self.reds.map_vars(m);
        self.scans.map_vars(m);
    }
}

impl Walk for Active {
    fn visit(&self, v: &mut dyn Visitor) {
        self.n.visit(v);
        self.fixed.iter().for_each(|(_, outer)| v.used(*outer));
        self.init.all().for_each(|x| v.used(x));
        v.bound(self.rows);
        v.bound(self.ids);
        self.fixed.iter().for_each(|(inner, _)| v.bound(*inner));
        visit_pat(&self.params, v);
        self.cond.visit(v);
        self.body.visit(v);
    }
    fn map_vars(&mut self, m: &mut dyn Mapper) {
        self.n.map_vars(m);
        self.fixed.iter_mut().for_each(|(_, outer)| *outer = m.var(*outer));
        self.init.sizes.map_vars(m);
        self.init.vals.map_vars(m);
        self.rows = m.bind(self.rows);
        self.ids = m.bind(self.ids);
        self.fixed.iter_mut().for_each(|(inner, _)| *inner = m.bind(*inner));
        map_pat(&mut self.params, m);
        self.cond.map_vars(m);
        self.body.map_vars(m);
    }
}

impl Walk for SegOp {
    fn visit(&self, v: &mut dyn Visitor) {
        match self {
            SegOp::Seg(s) => s.visit(v),
            SegOp::Offsets { sizes } => sizes.visit(v),
            SegOp::Active(a) => a.visit(v),
        }
    }
    fn map_vars(&mut self, m: &mut dyn Mapper) {
        match self {
            SegOp::Seg(s) => s.map_vars(m),
            SegOp::Offsets { sizes } => sizes.map_vars(m),
            SegOp::Active(a) => a.map_vars(m),
        }
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
