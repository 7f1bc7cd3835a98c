//! Whether a vector loop is well-formed.

use super::Verifier;
use crate::access::{read, written};
use crate::kernel::{Exp, KVar, OnDevice, Stm};
use crate::vector::{
    Stride, Strides, Vector, assigned, counted, counts_up, fails, lane_blocks, only_tallied, reorders,
    scanned, updated,
};
use rustc_hash::FxHashSet;

impl Verifier<'_> {
    /// Called before the body is looked at: what is known now is declared outside.
    pub(super) fn vector(&mut self, vector: &Vector, var: KVar, body: &[Stm]) {
        let power = vector.lanes.is_power_of_two() && vector.lanes > 1;
        self.require(power && vector.sums > 0, "a vector loop with a strange number of lanes");
        let all = body;
        let (body, updates) = vector.parts(all);
        self.updates(vector, body, updates);
        let mut set = FxHashSet::default();
        assigned(body, &mut set);
        for (own, op) in vector.folds.iter().chain(&vector.scans) {
            self.known(*own);
            self.require(reorders(*op), "a vector loop with an operator that does not commute");
        }
        for (scan, op) in &vector.scans {
            self.require(
                scanned(body, *scan) == Some(*op),
                "a vector loop that does not go on with a running value",
            );
        }
        vector.counters.iter().chain(&vector.tallies).for_each(|counter| self.known(*counter));
        for counter in &vector.counters {
            self.require(
                counted(body, *counter),
                "a vector loop that does more with a counter than to store there",
            );
        }
        for tally in &vector.tallies {
            self.require(only_tallied(body, *tally), "a vector loop that does more than count");
        }
        let own: FxHashSet<KVar> = vector.own().collect();
        let counts = |var: &KVar| vector.counters.contains(var) || vector.tallies.contains(var);
        let others = set.iter().any(|var| self.known.contains(var) && !own.contains(var) && !counts(var));
        self.require(!others, "a vector loop that sets a variable from outside");
        let strides = Strides::of(var, own.iter().copied(), all);
        let mut seen = Seen { counters: vector.counters.clone(), ..Seen::default() };
        self.vector_block(&strides, body, false, &mut seen);
        if let (Some(cond), _) = updated(updates) {
            loads(cond, &mut seen.loaded);
        }
        let changed = written(updates);
        let reads = seen.loaded.iter().chain(&seen.stored).any(|buf| changed.contains(buf));
        self.require(!reads, "a vector loop that reads what it updates");
        let read = read(updates);
        self.require(
            !seen.stored.iter().any(|buf| read.contains(buf)),
            "an update that reads what lanes store",
        );
        let again = fails(body) && seen.stored.iter().any(|buf| seen.loaded.contains(buf));
        self.require(!again, "a vector loop that can fail reads what it stores");
    }

    /// What stands at the end of a body and is no code of lanes.
    fn updates(&mut self, vector: &Vector, body: &[Stm], updates: &[Stm]) {
        if vector.updates == 0 {
            return;
        }
        self.require(updates.len() == vector.updates, "a vector loop with more updates than statements");
        let others = vector.folds.len() + vector.scans.len() + vector.tallies.len() + vector.counters.len();
        self.require(others == 0 && vector.sums == 1, "a vector loop that updates and combines");
        self.require(!fails(updates), "an update that fails");
        self.require(!updates.iter().any(is_more), "an update with a loop, a call or code of a group");
        let mut set = FxHashSet::default();
        assigned(updates, &mut set);
        let set: Vec<KVar> = set.into_iter().filter(|var| self.known.contains(var)).collect();
        let asks = updated(updates).0.is_some_and(|cond| cond.mentions(&set));
        let reads = asks || body.iter().any(|stm| stm.mentions(&set));
        self.require(!reads, "a vector loop that reads what it updates");
    }

    fn vector_block(&mut self, strides: &Strides, stms: &[Stm], branch: bool, seen: &mut Seen) {
        for stm in stms {
            let together = !branch && strides.goes_together(stm);
            match stm {
                Stm::Let(..) | Stm::Set(..) | Stm::If { .. } | Stm::While { .. } | Stm::For { .. } => {
                    let apart = matches!(stm, Stm::While { .. } | Stm::For { .. }) && !together;
                    self.require(
                        !apart || !matches!(stm, Stm::For { .. }),
                        "lanes of a vector loop with `for` of different lengths",
                    );
                    let (branch, before) = (branch || apart, seen.loaded.len());
                    stm.exps().into_iter().for_each(|exp| loads(exp, &mut seen.loaded));
                    self.require(
                        !branch || seen.loaded.len() == before,
                        "a branch of a vector loop reads memory",
                    );
                }
                Stm::Store { buf, at, val } => {
                    let counter = seen.counters.iter().find(|counter| *at == Exp::Var(**counter));
                    match counter {
                        Some(counter) => {
                            let counts = stms.last().is_some_and(|last| counts_up(last, *counter));
                            self.require(branch && counts, "a vector loop stores at what it does not count");
                        }
                        None => {
                            self.require(!branch, "a branch of a vector loop writes memory");
                            self.require(!seen.in_loop, "a loop of a vector loop writes memory");
                            let neighbours = strides.exp(at) == Stride::Linear;
                            self.require(neighbours, "a vector loop that scatters");
                        }
                    }
                    self.require(!seen.stored.contains(buf), "a vector loop that stores twice");
                    seen.stored.push(*buf);
                    loads(at, &mut seen.loaded);
                    loads(val, &mut seen.loaded);
                }
                Stm::Fail { .. } => {}
                Stm::Local { .. }
                | Stm::Loads { .. }
                | Stm::Stores { .. }
                | Stm::Atomic { .. }
                | Stm::Locked { .. }
                | Stm::Lanes { .. }
                | Stm::Fold(_)
                | Stm::Count { .. }
                | Stm::Chain(_)
                | Stm::LastOut { .. }
                | Stm::Call { .. } => self.require(false, "a vector loop with more than scalar code"),
            }
            if let Stm::While { pre, body, .. } = stm {
                self.require(
                    together || !fails(pre) && !fails(body),
                    "a loop that ends at another time in every lane fails",
                );
            }
            let inside = branch || !together && matches!(stm, Stm::If { .. } | Stm::While { .. });
            let in_loop = seen.in_loop;
            seen.in_loop |= matches!(stm, Stm::For { .. } | Stm::While { .. });
            lane_blocks(stm).into_iter().for_each(|block| self.vector_block(strides, block, inside, seen));
            seen.in_loop = in_loop;
        }
    }
}

/// Whether a statement is or holds a loop, a call, or what all lanes of a group run.
fn is_more(stm: &Stm) -> bool {
    let own = matches!(
        stm,
        Stm::Lanes { .. }
            | Stm::Fold(_)
            | Stm::Count { .. }
            | Stm::Chain(_)
            | Stm::LastOut { .. }
            | Stm::Call { .. }
            | Stm::For { .. }
            | Stm::While { .. }
    );
    own || stm.blocks().into_iter().flatten().any(is_more)
}

/// The buffers that a loop touches.
#[derive(Default)]
struct Seen {
    counters: Vec<KVar>,
    loaded: Vec<KVar>,
    stored: Vec<KVar>,
    /// Whether there is a loop around the statement at hand.
    in_loop: bool,
}

fn loads(exp: &Exp, into: &mut Vec<KVar>) {
    if let Exp::Only(OnDevice::Load(buf, _)) = exp {
        into.push(*buf);
    }
    exp.parts().into_iter().for_each(|part| loads(part, into));
}
