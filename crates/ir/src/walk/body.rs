//! Bodies, statements and expressions.

use super::{Mapper, Visitor, Walk};
use crate::body::{AccDef, Body, Exp, Lambda, Loop, LoopForm, Pat, Slice, Stm};
use crate::types::Var;

/// Shows the variables a pattern binds.
pub(super) fn visit_pat(pat: &Pat, v: &mut dyn Visitor) {
    pat.all().for_each(|x| v.bound(x));
}

fn map_binders(vars: &mut [Var], m: &mut dyn Mapper) {
    vars.iter_mut().for_each(|x| *x = m.bind(*x));
}

pub(super) fn map_pat(pat: &mut Pat, m: &mut dyn Mapper) {
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
