//! Numbers of launches, and the memory through which the groups of a launch wait for each other.
//!
//! A group marks what it says by the number of its launch, so that nobody has to clear the memory between launches. Nothing else is
//! ever stored there.

use crate::device::{Device, DeviceError, Raw};
use std::sync::Arc;

pub(crate) struct Launches {
    device: Arc<dyn Device>,
    /// The number of the last one.
    last: i32,
    /// The memory, and how many words it has.
    chain: Option<(Raw, usize)>,
}

impl Launches {
    pub(crate) fn new(device: Arc<dyn Device>) -> Launches {
        Launches { device, last: 0, chain: None }
    }

    /// The number of the next launch; not 0.
    pub(crate) fn next(&mut self) -> Result<i32, DeviceError> {
        self.last = self.last.checked_add(1).unwrap_or(1);
        if self.last == 1
            && let Some((raw, words)) = self.chain
        {
            // Numbers begin again.
            self.device.zero(raw, 8 * words)?;
        }
        Ok(self.last)
    }

    /// Memory for the chains of a launch: `words` for each group, and one word.
    pub(crate) fn chain(&mut self, groups: i64, words: u32) -> Result<Raw, DeviceError> {
        let wanted = usize::try_from(groups).ok().and_then(|groups| groups.checked_mul(words as usize));
        let bytes = wanted.and_then(|words| words.checked_add(1)?.checked_mul(8));
        let (Some(wanted), Some(_)) = (wanted.map(|words| words + 1), bytes) else {
            return Err(DeviceError::OutOfMemory { bytes: usize::MAX });
        };
        if let Some((raw, words)) = self.chain {
            if words >= wanted {
                return Ok(raw);
            }
            // Earlier launches use it.
            self.device.sync()?;
            self.device.free(raw);
            self.chain = None;
        }
        let words = wanted.next_power_of_two();
        let raw = self.device.alloc(8 * words)?;
        self.chain = Some((raw, words));
        self.device.zero(raw, 8 * words)?;
        Ok(raw)
    }
}

impl Drop for Launches {
    fn drop(&mut self) {
        if let Some((raw, _)) = self.chain {
            self.device.free(raw);
        }
    }
}
