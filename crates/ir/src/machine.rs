//! Figures of machines on which several stages have to agree, each defined once. What only one stage asks for is in `passes::Target` or
//! `emit::Dialect`.

/// What one processor of a machine has for the groups that run on it at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Processor {
    /// Bytes of shared memory, at least.
    pub shared: u32,
    /// The most lanes.
    pub lanes: u32,
}

impl Processor {
    /// A core of a CPU: it runs one group of one lane.
    pub const CPU: Processor = Processor { shared: 0, lanes: 1 };
    /// A multiprocessor of a GPU.
    pub const GPU: Processor = Processor { shared: 200 << 10, lanes: 1024 };

    /// How many groups of so many lanes run at a time, each of which uses so many bytes of shared memory.
    pub fn groups(self, lanes: u32, bytes: u32) -> u32 {
        let fit = self.shared.checked_div(bytes).unwrap_or(u32::MAX);
        fit.clamp(1, (self.lanes / lanes).max(1))
    }

    /// The bytes of shared memory that a group of so many lanes may use without leaving others waiting.
    pub fn share(self, lanes: u32) -> u32 {
        self.shared / self.lanes * lanes
    }
}

/// How many workers a thread of the processor has at most: as many are launched in all, so that threads that are done early take over
/// some of the others'.
pub const WORKERS_PER_THREAD: i64 = 4;
