//! What an entry point costs, counted in its text: the yardstick of the optimiser.
//!
//! The counts are static. What stands in a loop of the host is counted once; a profile (`windrow run --profile`) counts runs.

use ir::kernel::{HostFun, HostStm, Program};
use ir::{Body, Exp, Flat, LoopForm, SegOp};

/// The counts of one entry point.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// The entry point.
    pub entry: String,
    /// Kernels of Flat, those that make offsets included.
    pub segs: usize,
    /// Loops of the host, those whose rows stop one by one included.
    pub loops: usize,
    /// Launches in the host part.
    pub launches: usize,
    /// Numbers that the host reads from the device.
    pub reads: usize,
    /// Buffers that the host part allocates, results and scratch included.
    pub buffers: usize,
}

/// Counts every entry point; both programs are the same one.
pub fn counts(flat: &Flat, kernel: &Program) -> Vec<Counts> {
    let entries = flat.funs.iter().filter(|f| f.entry.is_some());
    let count = |fun: &ir::Fun<SegOp>| {
        let mut counts = Counts { entry: fun.name.clone(), ..Counts::default() };
        counts.flat(&fun.body);
        if let Some(host) = kernel.funs.iter().find(|f: &&HostFun| f.name == fun.name) {
            counts.host(&host.body);
        }
        counts
    };
    entries.map(count).collect()
}

/// The counts as a table.
pub fn table(counts: &[Counts]) -> String {
    let width = counts.iter().map(|c| c.entry.len()).max().unwrap_or(0).max("entry".len());
    let mut text = format!(
        "{:<width$}  {:>5} {:>5} {:>8} {:>5} {:>7}\n",
        "entry", "segs", "loops", "launches", "reads", "buffers"
    );
    for c in counts {
        text += &format!(
            "{:<width$}  {:>5} {:>5} {:>8} {:>5} {:>7}\n",
            c.entry, c.segs, c.loops, c.launches, c.reads, c.buffers
        );
    }
    text
}

impl Counts {
    fn flat(&mut self, body: &Body<SegOp>) {
        for stm in &body.stms {
            match &stm.exp {
                Exp::Op(SegOp::Seg(_) | SegOp::Offsets { .. }) => self.segs += 1,
                Exp::Op(SegOp::Active(active)) => {
                    self.loops += 1;
                    self.flat(&active.cond);
                    self.flat(&active.body);
                }
                Exp::Loop(l) => {
                    self.loops += 1;
                    if let LoopForm::While(cond) = &l.form {
                        self.flat(cond);
                    }
                    self.flat(&l.body);
                }
                Exp::If { then, els, .. } => {
                    self.flat(then);
                    self.flat(els);
                }
                Exp::WithAcc { body, .. } => self.flat(body),
                _ => {}
            }
        }
    }

    fn host(&mut self, stms: &[HostStm]) {
        for stm in stms {
            match stm {
                HostStm::Launch { .. } => self.launches += 1,
                HostStm::Read { .. } => self.reads += 1,
                HostStm::Alloc { .. } => self.buffers += 1,
                HostStm::If { cond: _, then, els } => {
                    self.host(then);
                    self.host(els);
                }
                HostStm::While { pre, cond: _, body } => {
                    self.host(pre);
                    self.host(body);
                }
                HostStm::Set(..)
                | HostStm::Share { .. }
                | HostStm::Release(_)
                | HostStm::Copy { .. }
                | HostStm::Check { .. } => {}
            }
        }
    }
}
