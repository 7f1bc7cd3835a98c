//! What the generator has made: construct, depth of maps around it, whether its size varies there, and control flow around it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The innermost control flow around a construct, inside of the innermost map.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Control {
    /// None.
    Straight,
    /// A side of a branch.
    Branch,
    /// The body of a loop.
    Loop,
}

/// A cell of the table.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    /// The construct.
    pub construct: &'static str,
    /// Maps around it; 2 stands for more.
    pub depth: usize,
    /// Whether what it works on differs from point to point of those maps.
    pub varying: bool,
    /// Control flow around it.
    pub control: Control,
}

/// How often each cell was made, and which inputs were used.
#[derive(Clone, Default, Debug)]
pub struct Coverage {
    cells: BTreeMap<Cell, usize>,
    inputs: BTreeMap<&'static str, usize>,
    /// The constructs of the program that is being made, and in how many programs each occurs.
    current: BTreeSet<&'static str>,
    within: BTreeMap<&'static str, usize>,
    programs: usize,
}

impl Coverage {
    /// Counts a construct.
    pub fn hit(&mut self, cell: Cell) {
        self.current.insert(cell.construct);
        *self.cells.entry(cell).or_default() += 1;
    }

    /// Counts an input of a kind.
    pub fn input(&mut self, kind: &'static str) {
        *self.inputs.entry(kind).or_default() += 1;
    }

    /// Counts something that is there or not, wherever it is.
    pub fn note(&mut self, what: &'static str) {
        self.current.insert(what);
    }

    /// A program is complete.
    pub fn program(&mut self) {
        self.programs += 1;
        for construct in std::mem::take(&mut self.current) {
            *self.within.entry(construct).or_default() += 1;
        }
    }

    /// In how many of a hundred programs something occurs.
    pub fn percent(&self, construct: &str) -> f64 {
        let within = self.within.get(construct).copied().unwrap_or(0);
        100.0 * within as f64 / self.programs.max(1) as f64
    }

    /// The share of programs that each construct occurs in.
    pub fn shares(&self) -> String {
        let mut text = format!("{:<28}{:>10}\n", "construct", "programs");
        for name in self.within.keys() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{name:<28}{:>9.1}%", self.percent(name));
        }
        text
    }

    /// Adds the counts of another.
    pub fn add(&mut self, other: &Coverage) {
        for (cell, n) in &other.cells {
            *self.cells.entry(cell.clone()).or_default() += n;
        }
        for (kind, n) in &other.inputs {
            *self.inputs.entry(kind).or_default() += n;
        }
        for (construct, n) in &other.within {
            *self.within.entry(construct).or_default() += n;
        }
        self.programs += other.programs;
    }

    /// How often a construct was made in cells that satisfy a condition.
    pub fn count(&self, construct: &str, condition: impl Fn(&Cell) -> bool) -> usize {
        let cells = self.cells.iter().filter(|(cell, _)| cell.construct == construct && condition(cell));
        cells.map(|(_, n)| n).sum()
    }

    /// How often inputs of a kind were used.
    pub fn inputs(&self, kind: &str) -> usize {
        self.inputs.get(kind).copied().unwrap_or(0)
    }

    /// The constructs that occur.
    pub fn constructs(&self) -> Vec<&'static str> {
        let mut names: Vec<_> = self.cells.keys().map(|c| c.construct).collect();
        names.dedup();
        names
    }

    /// The table.
    pub fn table(&self) -> String {
        let mut text = String::new();
        let columns = [(0, false), (1, false), (1, true), (2, false), (2, true)];
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:<18}{:>9}{:>9}{:>9}{:>9}{:>9}{:>10}{:>8}",
            "construct", "top", "1 same", "1 vary", "2+ same", "2+ vary", "in branch", "in loop"
        );
        for name in self.constructs() {
            let _ = write!(text, "{name:<18}");
            for (depth, varying) in columns {
                let n = self.count(name, |c| c.depth == depth && (c.varying == varying || depth == 0));
                let _ = write!(text, "{n:>9}");
            }
            let branch = self.count(name, |c| c.control == Control::Branch);
            let looped = self.count(name, |c| c.control == Control::Loop);
            let _ = writeln!(text, "{branch:>10}{looped:>8}");
        }
        for (kind, n) in &self.inputs {
            let _ = writeln!(text, "inputs: {kind:<20} {n:>9}");
        }
        text
    }
}
