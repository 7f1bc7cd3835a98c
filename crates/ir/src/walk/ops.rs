//! Parallel operators.

use super::body::{map_binders, map_pat, visit_pat};
use super::{Mapper, Visitor, Walk};
use crate::ops::{
    Active, Clauses, Closed, Extent, Fold, Inner, Input, Out, Screma, Seg, SegOp, Soac, Stream,
};

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
        self.args.visit(v);
        self.index.iter().for_each(|x| v.bound(*x));
        self.op.visit(v);
        self.res.iter().for_each(|x| v.bound(*x));
    }
    fn map_vars(&mut self, m: &mut dyn Mapper) {
        self.ne.map_vars(m);
        self.args.map_vars(m);
        self.index.iter_mut().for_each(|x| *x = m.bind(*x));
        self.op.map_vars(m);
        map_binders(&mut self.res, m);
    }
}

impl Walk for Out {
    fn visit(&self, v: &mut dyn Visitor) {
        self.atom().visit(v);
    }
    fn map_vars(&mut self, m: &mut dyn Mapper) {
        match self {
            Out::Point(a) | Out::Kept(a) | Out::Row(a) | Out::Offsets(a) => a.map_vars(m),
            Out::Acc(x) | Out::Owned(x) => x.map_vars(m),
            Out::Count | Out::Cert => {}
        }
    }
}

impl<O: Walk> Walk for Clauses<O> {
    fn visit(&self, v: &mut dyn Visitor) {
        self.reds.visit(v);
        self.scans.visit(v);
        if let Some(keep) = &self.keep {
            keep.flag.visit(v);
            keep.place.iter().chain(&keep.count).for_each(|x| v.bound(*x));
        }
        self.each.visit(v);
        self.end.visit(v);
        self.outs.visit(v);
    }
    fn map_vars(&mut self, m: &mut dyn Mapper) {
        self.reds.map_vars(m);
        self.scans.map_vars(m);
        if let Some(keep) = &mut self.keep {
            keep.flag.map_vars(m);
            keep.place.iter_mut().chain(&mut keep.count).for_each(|x| *x = m.bind(*x));
        }
        self.each.map_vars(m);
        self.end.map_vars(m);
        self.outs.map_vars(m);
    }
}

impl<O: Walk> Walk for Screma<O> {
    fn visit(&self, v: &mut dyn Visitor) {
        self.width.visit(v);
        self.inputs.iter().for_each(|(_, input)| input.visit(v));
        self.inputs.iter().for_each(|(param, _)| v.bound(*param));
        self.body.visit(v);
        self.clauses.visit(v);
    }
    fn map_vars(&mut self, m: &mut dyn Mapper) {
        self.width.map_vars(m);
        self.inputs.iter_mut().for_each(|(_, input)| input.map_vars(m));
        self.inputs.iter_mut().for_each(|(param, _)| *param = m.bind(*param));
        self.body.map_vars(m);
        self.clauses.map_vars(m);
    }
}

impl<O: Walk> Walk for Stream<O> {
    fn visit(&self, v: &mut dyn Visitor) {
        self.width.visit(v);
        self.chunk.visit(v);
        self.inputs.iter().for_each(|(_, arr)| v.used(*arr));
        self.accs.iter().for_each(|(_, start)| start.visit(v));
        v.bound(self.size);
        v.bound(self.first);
        self.inputs.iter().for_each(|(chunk, _)| v.bound(*chunk));
        self.accs.iter().for_each(|(acc, _)| v.bound(*acc));
        self.op.iter().for_each(|op| op.visit(v));
        self.body.visit(v);
    }
    fn map_vars(&mut self, m: &mut dyn Mapper) {
        self.width.map_vars(m);
        self.chunk.map_vars(m);
        self.inputs.iter_mut().for_each(|(_, arr)| *arr = m.var(*arr));
        self.accs.iter_mut().for_each(|(_, start)| start.map_vars(m));
        self.size = m.bind(self.size);
        self.first = m.bind(self.first);
        self.inputs.iter_mut().for_each(|(chunk, _)| *chunk = m.bind(*chunk));
        self.accs.iter_mut().for_each(|(acc, _)| *acc = m.bind(*acc));
        self.op.iter_mut().for_each(|op| op.map_vars(m));
        self.body.map_vars(m);
    }
}

impl Walk for Soac {
    fn visit(&self, v: &mut dyn Visitor) {
        match self {
            Soac::Screma(s) => s.visit(v),
            Soac::Stream(s) => s.visit(v),
        }
    }
    fn map_vars(&mut self, m: &mut dyn Mapper) {
        match self {
            Soac::Screma(s) => s.map_vars(m),
            Soac::Stream(s) => s.map_vars(m),
        }
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

impl Walk for Seg {
    fn visit(&self, v: &mut dyn Visitor) {
        for level in &self.levels {
            level.extent.visit(v);
            v.bound(level.index);
        }
        self.position.iter().for_each(|position| v.bound(*position));
        for row in &self.rows {
            v.used(row.arr);
            v.bound(row.param);
        }
        self.under.iter().for_each(|cert| v.used(*cert));
        self.once.visit(v);
        self.body.visit(v);
        self.clauses.visit(v);
    }
    fn map_vars(&mut self, m: &mut dyn Mapper) {
        for level in &mut self.levels {
            level.extent.map_vars(m);
            level.index = m.bind(level.index);
        }
        self.position.iter_mut().for_each(|position| *position = m.bind(*position));
        for row in &mut self.rows {
            row.arr = m.var(row.arr);
            row.param = m.bind(row.param);
        }
        self.under.iter_mut().for_each(|cert| *cert = m.var(*cert));
        self.once.map_vars(m);
        self.body.map_vars(m);
        self.clauses.map_vars(m);
    }
}

impl Walk for Closed {
    fn visit(&self, v: &mut dyn Visitor) {
        self.rows.visit(v);
        self.under.iter().for_each(|cert| v.used(*cert));
        v.bound(self.index);
        self.body.visit(v);
        self.result.visit(v);
    }
    fn map_vars(&mut self, m: &mut dyn Mapper) {
        self.rows.map_vars(m);
        self.under.iter_mut().for_each(|cert| *cert = m.var(*cert));
        self.index = m.bind(self.index);
        self.body.map_vars(m);
        self.result.map_vars(m);
    }
}

impl Walk for Active {
    fn visit(&self, v: &mut dyn Visitor) {
        self.n.visit(v);
        self.fixed.iter().for_each(|(_, outer)| v.used(*outer));
        self.init.all().for_each(|x| v.used(x));
        self.whole.iter().for_each(|(_, start)| v.used(*start));
        v.bound(self.rows);
        v.bound(self.ids);
        self.fixed.iter().for_each(|(inner, _)| v.bound(*inner));
        visit_pat(&self.params, v);
        self.whole.iter().for_each(|(param, _)| v.bound(*param));
        self.cond.visit(v);
        self.body.visit(v);
    }
    fn map_vars(&mut self, m: &mut dyn Mapper) {
        self.n.map_vars(m);
        self.fixed.iter_mut().for_each(|(_, outer)| *outer = m.var(*outer));
        self.init.sizes.map_vars(m);
        self.init.vals.map_vars(m);
        self.whole.iter_mut().for_each(|(_, start)| *start = m.var(*start));
        self.rows = m.bind(self.rows);
        self.ids = m.bind(self.ids);
        self.fixed.iter_mut().for_each(|(inner, _)| *inner = m.bind(*inner));
        map_pat(&mut self.params, m);
        self.whole.iter_mut().for_each(|(param, _)| *param = m.bind(*param));
        self.cond.map_vars(m);
        self.body.map_vars(m);
    }
}

impl Walk for SegOp {
    fn visit(&self, v: &mut dyn Visitor) {
        match self {
            SegOp::Seg(s) => s.visit(v),
            SegOp::Offsets { sizes, is } => {
                sizes.visit(v);
                is.iter().for_each(|is| v.used(*is));
            }
            SegOp::Closed(closed) => closed.visit(v),
            SegOp::Differences { offsets } => v.used(*offsets),
            SegOp::Active(a) => a.visit(v),
        }
    }
    fn map_vars(&mut self, m: &mut dyn Mapper) {
        match self {
            SegOp::Seg(s) => s.map_vars(m),
            SegOp::Offsets { sizes, is } => {
                sizes.map_vars(m);
                *is = is.map(|is| m.var(is));
            }
            SegOp::Closed(closed) => closed.map_vars(m),
            SegOp::Differences { offsets } => *offsets = m.var(*offsets),
            SegOp::Active(a) => a.map_vars(m),
        }
    }
}
