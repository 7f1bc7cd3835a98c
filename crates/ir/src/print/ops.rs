//! The parallel operators as text.

use super::Printer;
use crate::ops::{
    Active, Clauses, Closed, Extent, Inner, Input, Level, Out, Screma, Seg, SegOp, Soac, Stream,
};
use crate::types::{Atom, Var};

/// A parallel operator that can be printed.
pub trait PrintOp: Sized {
    /// Its text. Lines after the first are indented by `indent` steps.
    fn print(&self, p: &Printer<'_>, indent: usize) -> String;
}

impl PrintOp for Soac {
    fn print(&self, p: &Printer<'_>, indent: usize) -> String {
        match self {
            Soac::Screma(s) => format!("screma {}", p.screma(s, indent)),
            Soac::Stream(s) => p.stream(s, indent),
        }
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
            SegOp::Offsets { sizes, is } => {
                let is = is.map_or(String::new(), |is| format!(" is {}", p.var(is)));
                format!("offsets ({}){is}", p.var_list(sizes))
            }
            SegOp::Closed(closed) => p.closed(closed, indent),
            SegOp::Differences { offsets } => format!("differences {}", p.var(*offsets)),
            SegOp::Active(active) => p.active(active, indent),
        }
    }
}

impl Printer<'_> {
    fn screma<O: PrintOp>(&self, s: &Screma<O>, indent: usize) -> String {
        let input = |(param, input): &(Var, Input)| match input {
            Input::Array(x) => format!("{} <- {}", self.binder(*param), self.var(*x)),
            Input::Iota => format!("{} <- iota", self.index(*param)),
            Input::Acc(x) => format!("{} <- acc {}", self.binder(*param), self.var(*x)),
        };
        let inputs: Vec<String> = s.inputs.iter().map(input).collect();
        let body = self.stms(&s.body, indent);
        format!("{} ({}) {body}{}", self.atom(s.width), inputs.join(", "), self.clauses(&s.clauses, indent))
    }

    fn stream<O: PrintOp>(&self, s: &Stream<O>, indent: usize) -> String {
        let chunk = s.chunk.map_or(String::new(), |chunk| format!(" by {}", self.atom(chunk)));
        let input = |(part, arr): &(Var, Var)| format!("{} <- {}", self.binder(*part), self.var(*arr));
        let inputs: Vec<String> = s.inputs.iter().map(input).collect();
        let acc = |(acc, start): &(Var, Atom)| format!("{} = {}", self.binder(*acc), self.atom(*start));
        let accs: Vec<String> = s.accs.iter().map(acc).collect();
        let op = s.op.as_ref().map_or("seq".into(), |op| format!("par {}", self.lambda(op, indent)));
        format!(
            "stream {}{chunk} size {} first {} ({}) acc ({}) {op} do {}",
            self.atom(s.width),
            self.index(s.size),
            self.index(s.first),
            inputs.join(", "),
            accs.join(", "),
            self.body(&s.body, indent)
        )
    }

    fn clauses<O: PrintOp>(&self, c: &Clauses<O>, indent: usize) -> String {
        let mut text = String::new();
        let reds = c.reds.iter().map(|f| ("red", f));
        for (name, fold) in reds.chain(c.scans.iter().map(|f| ("scan", f))) {
            let comm = if fold.comm { " comm" } else { "" };
            let kept = if fold.kept { " kept" } else { "" };
            let index = fold.index.map_or(String::new(), |i| format!("index {} ", self.index(i)));
            text += &format!(
                " {name}{comm}{kept} ({}) = {index}{} ({}) ne ({})",
                self.binders(&fold.res).join(", "),
                self.lambda(&fold.op, indent),
                self.atoms(&fold.args),
                self.atoms(&fold.ne)
            );
        }
        if let Some(keep) = &c.keep {
            text += if keep.whole { " keep whole " } else { " keep " };
            text += &self.atom(keep.flag);
            if let Some(place) = keep.place {
                text += &format!(" place {}", self.index(place));
            }
            if let Some(count) = keep.count {
                text += &format!(" count {}", self.index(count));
            }
        }
        if !c.each.is_empty() {
            text += &format!(" each {}", self.stms(&c.each, indent));
        }
        if !c.end.is_empty() {
            text += &format!(" end {}", self.stms(&c.end, indent));
        }
        let out = |out: &Out| match out {
            Out::Point(a) => self.atom(*a),
            Out::Kept(a) => format!("kept {}", self.atom(*a)),
            Out::Row(a) => format!("row {}", self.atom(*a)),
            Out::Count => "count".to_string(),
            Out::Acc(v) => format!("acc {}", self.var(*v)),
            Out::Owned(v) => format!("owned {}", self.var(*v)),
            Out::Offsets(a) => format!("offsets {}", self.atom(*a)),
            Out::Cert => "cert".to_string(),
        };
        let outs: Vec<String> = c.outs.iter().map(out).collect();
        text + &format!(" out ({})", outs.join(", "))
    }

    fn seg(&self, seg: &Seg, indent: usize) -> String {
        let levels: Vec<String> =
            seg.levels.iter().enumerate().map(|(i, l)| self.level(l, &seg.levels[..i])).collect();
        let mut text = format!("seg ({}) ", levels.join(", "));
        if let Some(position) = seg.position {
            text += &format!("at {} ", self.var(position));
        }
        if !seg.rows.is_empty() {
            let row = |r: &crate::ops::Row| format!("{} = {}", self.binder(r.param), self.var(r.arr));
            let rows: Vec<String> = seg.rows.iter().map(row).collect();
            text += &format!("rows ({}) ", rows.join(", "));
        }
        if !seg.under.is_empty() {
            text += &format!("under ({}) ", self.var_list(&seg.under));
        }
        if let Some(by) = seg.by {
            text += &format!("by {by} ");
        }
        if !seg.once.is_empty() {
            text += &format!("once {} ", self.stms(&seg.once, indent));
        }
        text += &self.stms(&seg.body, indent);
        text + &self.clauses(&seg.clauses, indent)
    }

    fn closed(&self, closed: &Closed, indent: usize) -> String {
        let under = self.under(&closed.under);
        let (index, rows) = (self.index(closed.index), self.atom(closed.rows));
        let body = self.stms(&closed.body, indent);
        format!("closed {index} upto {rows} {body} ({}){under}", self.atom(closed.result))
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
        let binders_from = |word: &str, binders: &[(Var, Var)]| {
            let binder =
                |(inner, outer): &(Var, Var)| format!("{} = {}", self.binder(*inner), self.var(*outer));
            let binders: Vec<String> = binders.iter().map(binder).collect();
            if binders.is_empty() { String::new() } else { format!("{word} ({}) ", binders.join(", ")) }
        };
        let (fixed, whole) = (binders_from("fixed", &a.fixed), binders_from("whole", &a.whole));
        let names = |vars: &[Var]| vars.iter().map(|v| self.var(*v)).collect();
        let init = self.barred(names(&a.init.sizes), names(&a.init.vals));
        format!(
            "active {} rows {} ids {} {fixed}{} = {init} {whole}while {} do {}",
            self.atom(a.n),
            self.index(a.rows),
            self.binder(a.ids),
            self.params(&a.params),
            self.body(&a.cond, indent),
            self.body(&a.body, indent)
        )
    }
}
