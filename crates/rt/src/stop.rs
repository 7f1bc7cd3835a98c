//! How a caller ends a run from another thread.

use std::sync::atomic::{AtomicI32, Ordering};

/// Asks a run to end. The run looks at it before every launch and after every round of a loop of its host part; a kernel that
/// is running runs to its end.
#[derive(Debug, Default)]
pub struct Stop(AtomicI32);

impl Stop {
    /// A run that nobody has asked to end.
    pub const fn new() -> Stop {
        Stop(AtomicI32::new(0))
    }

    /// Asks for the end. This is safe in a signal handler.
    pub fn request(&self) {
        self.0.store(1, Ordering::Relaxed);
    }

    /// Takes the request back, for the next run.
    pub fn reset(&self) {
        self.0.store(0, Ordering::Relaxed);
    }

    /// Whether somebody has asked.
    pub fn requested(&self) -> bool {
        self.0.load(Ordering::Relaxed) != 0
    }

    /// What compiled host parts look at.
    pub(crate) fn flag(&self) -> *const i32 {
        self.0.as_ptr()
    }
}
