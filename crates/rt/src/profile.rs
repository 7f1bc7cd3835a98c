//! What a run did: kernels, transfers, memory. While a run is profiled every launch is waited for, so that its time is its own.

use crate::memory::Copies;
use base::{Id, Loc};
use ir::access::{Access, accesses, only_moves};
use ir::kernel::{KernelId, Program};
use std::time::Duration;

/// What one run did.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Profile {
    /// Every kernel of the program.
    pub kernels: Vec<KernelProfile>,
    /// Arguments that were brought to the device.
    pub uploads: Moved,
    /// Results that were fetched.
    pub downloads: Moved,
    /// Numbers that the host waited for, sizes and conditions of its loops: how often, and how many bytes they were.
    pub reads: Moved,
    /// Rows that loops are done with, which are copied to the others of them.
    pub ended: Moved,
    /// What the runtime copied, by its reasons.
    pub copied: Copies,
    /// Arrays that were allocated.
    pub allocated: Moved,
    /// The most bytes that arrays took at the same time, arguments and results included.
    pub peak: usize,
    /// From the first upload to the last download.
    pub time: Duration,
}

/// How often something was moved or made, and how many bytes it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moved {
    /// How often.
    pub count: usize,
    /// Bytes in all.
    pub bytes: usize,
}

impl Moved {
    pub(crate) fn count(&mut self, bytes: usize) {
        self.count += 1;
        self.bytes += bytes;
    }
}

impl std::ops::Add for Moved {
    type Output = Moved;

    fn add(self, other: Moved) -> Moved {
        Moved { count: self.count + other.count, bytes: self.bytes + other.bytes }
    }
}

impl std::ops::Sub for Moved {
    type Output = Moved;

    fn sub(self, other: Moved) -> Moved {
        Moved { count: self.count - other.count, bytes: self.bytes - other.bytes }
    }
}

/// What one kernel did.
#[derive(Clone, PartialEq, Debug)]
pub struct KernelProfile {
    /// Its name.
    pub name: String,
    /// What it was made from.
    pub loc: Loc,
    /// How often it ran.
    pub launches: usize,
    /// How long, in all.
    pub time: Duration,
    /// Bytes of the arrays that it reads, each counted once a launch however often and however much of it is read.
    pub read: usize,
    /// Bytes of the arrays that it writes, likewise.
    pub written: usize,
    /// Whether it writes nothing but elements of other arrays.
    pub only_moves: bool,
    /// Bytes of the arrays that it moves elements from or to at a launch, whichever are fewer: one that writes a row into a table moves
    /// the row.
    moved: usize,
    accesses: Vec<Access>,
}

impl Profile {
    /// Nothing done yet.
    pub(crate) fn new(program: &Program) -> Profile {
        let kernel = |(_, kernel): (KernelId, &ir::kernel::Kernel)| KernelProfile {
            name: kernel.name.clone(),
            loc: kernel.loc.clone(),
            launches: 0,
            time: Duration::ZERO,
            read: 0,
            written: 0,
            only_moves: only_moves(kernel),
            moved: 0,
            accesses: accesses(kernel),
        };
        Profile { kernels: program.kernels.iter().map(kernel).collect(), ..Profile::default() }
    }

    /// A launch; `bytes` are the sizes of its arguments, 0 for scalars.
    pub(crate) fn launched(&mut self, kernel: KernelId, time: Duration, bytes: &[usize]) {
        let Some(kernel) = self.kernels.get_mut(kernel.index()) else { return };
        kernel.launches += 1;
        kernel.time += time;
        let (mut read, mut written) = (0, 0);
        for (access, bytes) in kernel.accesses.iter().zip(bytes) {
            read += if access.read { *bytes } else { 0 };
            written += if access.written { *bytes } else { 0 };
        }
        kernel.read += read;
        kernel.written += written;
        kernel.moved += read.min(written);
    }

    /// Notes what was moved between two counts of copies: arguments with what was made of their sizes, and results.
    pub fn transfers(&mut self, before: &Copies, after: &Copies) {
        self.uploads = after.uploads - before.uploads + (after.sizes - before.sizes);
        self.downloads = after.downloads - before.downloads;
        self.copied = Copies {
            borrowed: after.borrowed - before.borrowed,
            unshared: after.unshared - before.unshared,
            evicted: after.evicted - before.evicted,
            converted: after.converted - before.converted,
            ..Copies::default()
        };
    }

    /// Copies besides arguments and results that came from and went to elsewhere, each with the reason for it.
    pub fn copies(&self) -> Vec<(&'static str, Moved)> {
        let Copies { borrowed, unshared, evicted, converted, .. } = self.copied;
        let moves = self.kernels.iter().filter(|kernel| kernel.only_moves && kernel.launches > 0);
        let moves = moves.map(|kernel| Moved { count: kernel.launches, bytes: kernel.moved });
        let all = [
            ("kernels that only move elements", moves.fold(Moved::default(), |a, b| a + b)),
            ("rows that a loop is done with", self.ended),
            ("arguments that are overwritten and that somebody else holds", unshared),
            ("arguments that were lent and are results", borrowed),
            ("arrays that made room for others", evicted),
            ("data in another form", converted),
        ];
        all.into_iter().filter(|(_, moved)| moved.count > 0).collect()
    }

    /// Launches of all kernels.
    pub fn launches(&self) -> usize {
        self.kernels.iter().map(|kernel| kernel.launches).sum()
    }
}
