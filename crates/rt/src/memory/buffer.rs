//! Shares of arrays that count themselves.

use super::{Handle, Memory, MemoryError};
use crate::device::Raw;
use std::fmt;
use std::sync::Arc;

/// A share of an array that stays where it is until this is dropped: what [`Pin`] is, for those who cannot borrow the memory.
pub struct Pinned {
    buffer: Buffer,
    raw: Raw,
}

impl Pinned {
    /// Where the array is, in memory of the device.
    pub fn raw(&self) -> Raw {
        self.raw
    }
}

impl Drop for Pinned {
    fn drop(&mut self) {
        if let Ok(slot) = self.buffer.memory.slots().slot(self.buffer.handle) {
            slot.pins = slot.pins.saturating_sub(1);
        }
    }
}

/// A share of an array that outlives a run. Cloning it shares the array; the last one that is dropped releases it.
pub struct Buffer {
    memory: Arc<Memory>,
    handle: Handle,
}

impl Buffer {
    /// Takes over one share of the array.
    pub fn new(memory: Arc<Memory>, handle: Handle) -> Buffer {
        Buffer { memory, handle }
    }

    /// New memory with unspecified contents.
    pub fn alloc(memory: &Arc<Memory>, bytes: usize) -> Result<Buffer, MemoryError> {
        Ok(Buffer::new(memory.clone(), memory.alloc(bytes, false)?))
    }

    /// The array.
    pub fn handle(&self) -> Handle {
        self.handle
    }

    /// Where it lies.
    pub fn memory(&self) -> &Arc<Memory> {
        &self.memory
    }

    /// Keeps the array where it is.
    pub fn pin(&self) -> Result<Pinned, MemoryError> {
        let mut slots = self.memory.slots();
        let raw = slots.resident(self.handle, &[self.handle])?;
        slots.slot(self.handle)?.pins += 1;
        drop(slots);
        Ok(Pinned { buffer: self.clone(), raw })
    }

    /// Gives the share away.
    pub(crate) fn into_handle(self) -> Handle {
        let handle = self.handle;
        // The share goes on; only the reference to the memory ends here.
        let this = std::mem::ManuallyDrop::new(self);
        // SAFETY: `this` is not used again and does not drop the field.
        drop(unsafe { std::ptr::read(&raw const this.memory) });
        handle
    }
}

impl Clone for Buffer {
    fn clone(&self) -> Buffer {
        // A buffer holds its array, so that sharing it cannot fail.
        let _ = self.memory.share(self.handle);
        Buffer { memory: self.memory.clone(), handle: self.handle }
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        let _ = self.memory.release(self.handle);
    }
}

impl fmt::Debug for Buffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "buffer {}", self.handle.0)
    }
}
