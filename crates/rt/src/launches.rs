//! Numbers of launches, and the memory through which the groups of a launch wait for each other.
//!
//! A group marks what it says by the number of its launch, so that nobody has to clear the memory between launches. Marks and values
//! are apart: kernels divide the memory differently, and a value of an earlier launch must not be taken for a mark.

use crate::device::{Device, DeviceError, Raw};
use std::sync::Arc;

/// The largest number: two bits of a mark say more.
const MOST: i32 = (1 << 30) - 1;

pub(crate) struct Launches {
    device: Arc<dyn Device>,
    /// The number of the last one.
    last: i32,
    /// The memory.
    chain: Option<Chain>,
}

#[derive(Clone, Copy)]
struct Chain {
    marks: Raw,
    values: Raw,
    /// How many words each has.
    words: usize,
}

impl Launches {
    pub(crate) fn new(device: Arc<dyn Device>) -> Launches {
        Launches { device, last: 0, chain: None }
    }

    /// The number of the next launch; not 0.
    pub(crate) fn next(&mut self) -> Result<i32, DeviceError> {
        self.last = if self.last == MOST { 1 } else { self.last + 1 };
        if self.last == 1
            && let Some(chain) = self.chain
        {
            // Numbers begin again.
            self.device.zero(chain.marks, 8 * chain.words)?;
        }
        Ok(self.last)
    }

    /// Memory for the chains of a launch, marks and values: `words` for each group, and one word.
    pub(crate) fn chain(&mut self, groups: i64, words: u32) -> Result<(Raw, Raw), DeviceError> {
        let wanted = usize::try_from(groups).ok().and_then(|groups| groups.checked_mul(words as usize));
        let bytes = wanted.and_then(|words| words.checked_add(1)?.checked_mul(8));
        let (Some(wanted), Some(_)) = (wanted.map(|words| words + 1), bytes) else {
            return Err(DeviceError::OutOfMemory { bytes: usize::MAX });
        };
        if let Some(chain) = self.chain {
            if chain.words >= wanted {
                return Ok((chain.marks, chain.values));
            }
            // Earlier launches use it.
            self.device.sync()?;
            self.release();
        }
        let words = wanted.next_power_of_two();
        let marks = self.device.alloc(8 * words)?;
        let values = match self.device.alloc(8 * words) {
            Ok(values) => values,
            Err(e) => {
                self.device.free(marks);
                return Err(e);
            }
        };
        if let Err(e) = self.device.zero(marks, 8 * words) {
            self.device.free(marks);
            self.device.free(values);
            return Err(e);
        }
        self.chain = Some(Chain { marks, values, words });
        Ok((marks, values))
    }

    fn release(&mut self) {
        if let Some(chain) = self.chain.take() {
            self.device.free(chain.marks);
            self.device.free(chain.values);
        }
    }
}

impl Drop for Launches {
    fn drop(&mut self) {
        self.release();
    }
}
