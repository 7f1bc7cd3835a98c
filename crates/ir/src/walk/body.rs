//! Bodies, statements and expressions.

use super::{Mapper, Visitor, Walk};
use crate::body::{AccDef, Body, Check, CheckKind, Exp, Lambda, Loop, LoopForm, Pat, Prim, Slice, Stm, View};
use crate::types::Var;

/// Shows the variables a pattern binds.
pub(super) fn visit_pat(pat: &Pat, v: &mut dyn Visitor) {
    pat.all().for_each(|x| v.bound(x));
}

pub(super) fn map_binders(vars: &mut [Var], m: &mut dyn Mapper) {
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
            op.index.iter().for_each(|x| v.bound(*x));
            op.lam.visit(v);
        }
        v.bound(self.param);
    }
    fn map_vars(&mut self, m: &mut dyn Mapper) {
        self.arrs.map_vars(m);
        if let Some(op) = &mut self.op {
            op.ne.map_vars(m);
            op.index.iter_mut().for_each(|x| *x = m.bind(*x));
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
            Exp::Prim(prim) => prim.$call($arg),
            Exp::Read { arr, index } => {
                arr.$call($arg);
                index.$call($arg);
            }
            Exp::Check(Check { kind, at, proved: _ }) => {
                kind.$call($arg);
                at.$call($arg);
            }
            Exp::Trace { what: _, vals } => vals.$call($arg),
            Exp::View(view) => view.$call($arg),
            Exp::Copy { arr } => arr.$call($arg),
            Exp::Scratch { ty, part } => {
                ty.$call($arg);
                if let Some((row, _)) = part {
                    row.$call($arg);
                }
            }
            Exp::Total { sizes } => sizes.$call($arg),
            Exp::Write { arr, index, val } => {
                arr.$call($arg);
                index.$call($arg);
                val.$call($arg);
            }
            Exp::UpdateAcc { acc, index, vals } => {
                acc.$call($arg);
                index.$call($arg);
                vals.$call($arg);
            }
            Exp::Call { fun: _, args, at, beside: _ } => {
                args.$call($arg);
                at.$call($arg);
            }
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
            Exp::Op(o) => o.$call($arg),
        }
    };
}

macro_rules! walk_prim {
    ($self:expr, $call:ident, $arg:expr) => {
        match $self {
            Prim::Bin { op: _, ty: _, a, b } => {
                a.$call($arg);
                b.$call($arg);
            }
            Prim::Un { op: _, ty: _, a } => a.$call($arg),
            Prim::Conv { from: _, to: _, a } => a.$call($arg),
            Prim::Select { cond, a, b } => {
                cond.$call($arg);
                a.$call($arg);
                b.$call($arg);
            }
        }
    };
}

macro_rules! walk_check {
    ($self:expr, $call:ident, $arg:expr) => {
        match $self {
            CheckKind::Size { a, iota: _ } => a.$call($arg),
            CheckKind::NonZero { ty: _, a } | CheckKind::Exponent { ty: _, a } => a.$call($arg),
            CheckKind::Bounds { index, size } => {
                index.$call($arg);
                size.$call($arg);
            }
            CheckKind::SliceLen { start, end, stride, size } => {
                start.$call($arg);
                end.$call($arg);
                stride.$call($arg);
                size.$call($arg);
            }
            CheckKind::Assert { cond, what: _, vals } => {
                cond.$call($arg);
                vals.$call($arg);
            }
            CheckKind::Equal { a, b, what: _ } => {
                a.$call($arg);
                b.$call($arg);
            }
        }
    };
}

macro_rules! walk_view {
    ($self:expr, $call:ident, $arg:expr) => {
        match $self {
            View::Iota { n } => n.$call($arg),
            View::Replicate { n, x } => {
                n.$call($arg);
                x.$call($arg);
            }
            View::Literal { elem: _, elems } => elems.$call($arg),
            View::Row { arr, index } => {
                arr.$call($arg);
                index.$call($arg);
            }
            View::Slice { arr, slices } => {
                arr.$call($arg);
                slices.$call($arg);
            }
            View::Gather { arr, at } => {
                arr.$call($arg);
                at.$call($arg);
            }
            View::Rearrange { perm: _, arr } => arr.$call($arg),
            View::Concat { arrs, size } => {
                arrs.$call($arg);
                size.$call($arg);
            }
            View::Reshape { arr, dims, under } => {
                arr.$call($arg);
                dims.$call($arg);
                under.$call($arg);
            }
            View::Recast { arr, dims, under, inside } => {
                arr.$call($arg);
                dims.$call($arg);
                under.$call($arg);
                inside.$call($arg);
            }
        }
    };
}

impl Walk for Prim {
    fn visit(&self, v: &mut dyn Visitor) {
        walk_prim!(self, visit, v)
    }
    fn map_vars(&mut self, m: &mut dyn Mapper) {
        walk_prim!(self, map_vars, m)
    }
}

impl Walk for CheckKind {
    fn visit(&self, v: &mut dyn Visitor) {
        walk_check!(self, visit, v)
    }
    fn map_vars(&mut self, m: &mut dyn Mapper) {
        walk_check!(self, map_vars, m)
    }
}

impl Walk for View {
    fn visit(&self, v: &mut dyn Visitor) {
        walk_view!(self, visit, v)
    }
    fn map_vars(&mut self, m: &mut dyn Mapper) {
        walk_view!(self, map_vars, m)
    }
}

impl<O: Walk> Walk for Exp<O> {
    fn visit(&self, v: &mut dyn Visitor) {
        walk_exp!(self, visit, v)
    }
    fn map_vars(&mut self, m: &mut dyn Mapper) {
        walk_exp!(self, map_vars, m)
    }
}
