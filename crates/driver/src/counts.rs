//! What an entry point costs, counted in its text: the yardstick of the optimiser.
//!
//! The counts are static: what stands in a loop of the host, or on a side of a branch, is counted once. A profile
//! (`windrow run --profile`) counts runs.

mod arrays;
mod checks;
mod reuse;

use ir::kernel::{HostFun, HostStm, Program};
use ir::{Exp, Flat, Seg, SegOp, Stm};

/// A seg of at most this many operations that reads no memory is a fill.
const FILL_OPERATIONS: usize = 4;

/// The counts of one entry point.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// The entry point.
    pub entry: String,
    /// Kernels of Flat, those that make offsets included, without fills. Offsets of arguments come with them.
    pub segs: usize,
    /// Kernels that give an array its first contents from indices and numbers of the host, with at most four operations and
    /// without reading memory: what `replicate` and `iota` cost where they are stored.
    pub fills: usize,
    /// Loops of the host, those whose rows stop one by one included.
    pub loops: usize,
    /// Launches in the host part.
    pub launches: usize,
    /// Transfers of numbers that the host reads from the device, the final results not included.
    pub reads: usize,
    /// Arrays that are made besides arguments and results, offsets included: single numbers and the scratch memory of schedules
    /// do not count, nor does what a `loop` carries to a result. An array that is written over another one in place counts with it.
    pub arrays: usize,
    /// Checks that can fail, in kernels and on the host.
    pub checks: usize,
}

/// Counts every entry point; both programs are the same one.
pub fn counts(flat: &Flat, kernel: &Program) -> Vec<Counts> {
    let entries = flat.funs.iter().filter(|f| f.entry.is_some());
    let count = |fun: &ir::Fun<SegOp>| {
        let mut counts = Counts { entry: fun.name.clone(), ..Counts::default() };
        let params: Vec<ir::Var> = fun.params.iter().map(|param| param.var).collect();
        counts.flat(&fun.body.stms, &params);
        counts.arrays = arrays::count(fun, &flat.vars);
        counts.checks = checks::count(&fun.body.stms);
        if let Some(part) = kernel.funs.iter().find(|f: &&HostFun| f.name == fun.name) {
            // What is read behind the last work of the device comes with the results.
            let works = |stm: &HostStm| {
                use HostStm::{Call, If, Launch, While};
                matches!(stm, Launch { .. } | If { .. } | While { .. } | Call { .. })
            };
            let last = part.body.iter().rposition(works).map_or(0, |last| last + 1);
            (counts.launches, counts.reads) = host(&part.body[..last]);
            counts.arrays -= reuse::count(part).min(counts.arrays);
        }
        counts
    };
    entries.map(count).collect()
}

/// The names of the counts, in the order of [`Counts::numbers`].
pub const COLUMNS: [&str; 7] = ["segs", "fills", "loops", "launches", "reads", "arrays", "checks"];

/// The counts as a table.
pub fn table(counts: &[Counts]) -> String {
    let width = counts.iter().map(|c| c.entry.len()).max().unwrap_or(0).max("entry".len());
    let mut text = format!("{:<width$} ", "entry");
    text.extend(COLUMNS.map(|name| format!(" {name}")));
    text.push('\n');
    for c in counts {
        text += &format!("{:<width$} ", c.entry);
        text.extend(
            c.numbers().iter().zip(COLUMNS).map(|(number, name)| format!(" {number:>0$}", name.len())),
        );
        text.push('\n');
    }
    text
}

impl Counts {
    /// All counts, in the order of [`COLUMNS`].
    pub fn numbers(&self) -> [usize; COLUMNS.len()] {
        [self.segs, self.fills, self.loops, self.launches, self.reads, self.arrays, self.checks]
    }

    fn flat(&mut self, block: &[Stm<SegOp>], params: &[ir::Var]) {
        for stm in block {
            match &stm.exp {
                // They come with the arguments.
                Exp::Op(SegOp::Offsets { sizes, .. }) if sizes.iter().all(|size| params.contains(size)) => {}
                Exp::Op(SegOp::Offsets { is: Some(_), .. }) => {}
                Exp::Op(SegOp::Seg(seg)) if is_fill(seg) => self.fills += 1,
                Exp::Op(SegOp::Seg(_) | SegOp::Offsets { .. }) => self.segs += 1,
                Exp::Op(SegOp::Active(_)) | Exp::Loop(_) => self.loops += 1,
                _ => {}
            }
            stm.exp.blocks(&mut |block| self.flat(block, params));
        }
    }
}

/// Launches and reads of a host part. A run takes one side of an `if`: the one with more counts.
fn host(stms: &[HostStm]) -> (usize, usize) {
    let mut found = (0, 0);
    for stm in stms {
        let [(a, b), (c, d)] = stm.blocks().map(host);
        let inside = match stm {
            HostStm::Launch { .. } => (1, 0),
            HostStm::Read(_) => (0, 1),
            HostStm::If { .. } => (a.max(c), b.max(d)),
            HostStm::Set(..)
            | HostStm::While { .. }
            | HostStm::Alloc { .. }
            | HostStm::Share { .. }
            | HostStm::Reuse { .. }
            | HostStm::Release(_)
            | HostStm::Copy { .. }
            | HostStm::Check { .. }
            // What the function does stands in its own text.
            | HostStm::Call { .. } => (a + c, b + d),
        };
        found = (found.0 + inside.0, found.1 + inside.1);
    }
    found
}

/// Whether a kernel only gives an array its first contents.
fn is_fill(seg: &Seg) -> bool {
    let points = seg.clauses.outs.iter().all(|out| matches!(out, ir::Out::Point(_)));
    let plain = points && seg.clauses.is_map() && seg.rows.is_empty() && !seg.levels.is_empty();
    let total = |stm: &Stm<ir::Inner>| matches!(stm.exp, Exp::Atom(_) | Exp::Prim(_));
    plain && seg.body.len() <= FILL_OPERATIONS && seg.body.iter().all(total)
}
