//! The parallel operators as text.

use super::Printer;
use crate::ops::{Active, Extent, Fold, Inner, Input, Level, Screma, Seg, SegOp, Soac, Start};

/// A parallel operator that can be printed.
pub trait PrintOp: Sized {
    /// Its text. Lines after the first are indented by `indent` steps.
    fn print(&self, p: &Printer<'_>, indent: usize) -> String;
}

impl PrintOp for Soac {
    fn print(&self, p: &Printer<'_>, indent: usize) -> String {
        let Soac::Screma(s) = self;
        format!("screma {}", p.screma(s, indent))
    }
}

impl PrintOp for Inner {
    fn print(&self, p: &Printer<'_>, indent: usize) -> String {
        let Inner::Screma(tag, s) = self;
        format!("screma.{} {}", tag.name(), p.screma(s, indent))
    }
}

impl PrintOp for SegOp {
    fn print(&self, p: &Printer<'_>, indent: usize) -> String {
        match self {
            SegOp::Seg(seg) => p.seg(seg, indent),
            SegOp::Offsets { sizes } => format!("offsets ({})", p.var_list(sizes)),
            SegOp::Active(active) => p.active(active, indent),
        }
    }
}

impl Printer<'_> {
    fn screma<O: PrintOp>(&self, s: &Screma<O>, indent: usize) -> String {
        let inputs: Vec<String> = s.inputs.iter().map(|i| self.input(i)).collect();
        let mut text = format!("{} ({}) map ", self.atom(s.width), inputs.join(", "));
        text += &self.lambda(&s.map, indent);
        text += &self.clauses(&s.reds, &s.scans, s.keep, indent);
        if let Some(post) = &s.post {
            text += &format!(" post {}", self.lambda(post, indent));
        }
        if s.behind {
            text += " behind";
        }
        text
    }

    fn input(&self, input: &Input) -> String {
        match input {
            Input::Array(x) => self.var(*x),
            Input::Iota => "iota".into(),
            Input::Acc(x) => format!("acc {}", self.var(*x)),
        }
    }

    fn clauses<O: PrintOp>(&self, reds: &[Fold<O>], scans: &[Fold<O>], keep: bool, indent: usize) -> String {
        let mut text = String::new();
        let reds = reds.iter().map(|f| ("red", f));
        for (name, fold) in reds.chain(scans.iter().map(|f| ("scan", f))) {
            let comm = if fold.comm { " comm" } else { "" };
            text += &format!(" {name}{comm} {} ne ({})", self.lambda(&fold.op, indent), self.atoms(&fold.ne));
        }
        if keep {
            text += " keep";
        }
        text
    }

    fn seg(&self, seg: &Seg, indent: usize) -> String {
        let levels: Vec<String> =
            seg.levels.iter().enumerate().map(|(i, l)| self.level(l, &seg.levels[..i])).collect();
        let mut text = format!("seg ({}) ", levels.join(", "));
        if !seg.origins.is_empty() {
            let origin = |o: &crate::ops::Origin| {
                let index = match o.start {
                    Start::Host(index) => self.atom(index),
                    Start::Inside => "inside".into(),
                    Start::Level(l) => {
                        seg.levels.get(l as usize).map_or_else(|| format!("#{l}"), |l| self.var(l.index))
                    }
                };
                o.through.iter().fold(index, |at, ids| format!("{}[{at}]", self.var(*ids)))
            };
            let origins: Vec<String> = seg.origins.iter().map(origin).collect();
            text += &format!("from ({}) ", origins.join(", "));
        }
        if !seg.rows.is_empty() {
            let row = |r: &crate::ops::Row| format!("{} = {}", self.binder(r.param), self.var(r.arr));
            let rows: Vec<String> = seg.rows.iter().map(row).collect();
            text += &format!("rows ({}) ", rows.join(", "));
        }
        text += &self.body(&seg.body, indent);
        text + &self.clauses(&seg.reds, &seg.scans, seg.keep, indent)
    }

    fn level(&self, level: &Level, front: &[Level]) -> String {
        // The sizes are shown as they are read: indexed by the levels they vary with.
        let read = |on: &[u32]| {
            let index = |l: &u32| match front.get(*l as usize) {
                Some(level) => self.var(level.index),
                None => format!("#{l}"),
            };
            on.iter().map(index).collect::<Vec<_>>().join(", ")
        };
        let extent = match &level.extent {
            Extent::Uniform(size) => self.atom(*size),
            Extent::Per { size, on } => format!("{}[{}] per", self.var(*size), read(on)),
            Extent::Ragged { size, on, offsets } => {
                format!("{}[{}] via {}", self.var(*size), read(on), self.var(*offsets))
            }
        };
        format!("{} < {extent}", self.index(level.index))
    }

    fn active(&self, a: &Active, indent: usize) -> String {
        let fixed: Vec<String> = a
            .fixed
            .iter()
            .map(|(inner, outer)| format!("{} = {}", self.binder(*inner), self.var(*outer)))
            .collect();
        let fixed = if fixed.is_empty() { String::new() } else { format!("fixed ({}) ", fixed.join(", ")) };
        let names = |vars: &[crate::Var]| vars.iter().map(|v| self.var(*v)).collect();
        let init = self.barred(names(&a.init.sizes), names(&a.init.vals));
        format!(
            "active {} rows {} ids {} {fixed}{} = {init} while {} do {}",
            self.atom(a.n),
            self.index(a.rows),
            self.binder(a.ids),
            self.params(&a.params),
            self.body(&a.cond, indent),
            self.body(&a.body, indent)
        )
    }
}
