//! Device memory as a cache of arrays: counted handles, a pool of freed blocks, eviction to the host, and memory of others.
//!
//! A handle names an array wherever it lies. When the device or the limit has no room left, pooled blocks are given back,
//! then the least recently used arrays move to host memory; [`Memory::pin`] brings them back when a kernel wants them.
//!
//! Any thread may use the memory. Its lock is held to allocate, to release and to make room, not while data is copied: an array
//! whose address is in use is *pinned* and stays where it is.
//!
//! *Adopted* memory belongs to somebody else. It is never evicted, kept for reuse, or read past its last element, and never
//! written if it was adopted as read-only: [`Memory::is_shared`] holds for it, so that whoever wants to write makes a copy.

mod buffer;
mod slots;
#[cfg(test)]
mod tests;

use crate::device::{Device, DeviceError, Piece, Raw};
use crate::profile::Moved;
use slots::{Place, Slots};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub use buffer::{Buffer, Pinned};
pub use slots::Owner;

/// An array in device or host memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Handle(u32);

/// Why memory could not be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MemoryError {
    /// The device said no.
    Device(DeviceError),
    /// Bytes outside of the array were asked for.
    Range {
        /// First byte.
        at: usize,
        /// How many.
        bytes: usize,
        /// Size of the array.
        size: usize,
    },
    /// Nobody holds the handle any more.
    Dead(Handle),
}

impl From<DeviceError> for MemoryError {
    fn from(e: DeviceError) -> MemoryError {
        MemoryError::Device(e)
    }
}

impl fmt::Display for MemoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MemoryError::Device(e) => e.fmt(f),
            MemoryError::Range { at, bytes, size } => {
                write!(f, "{bytes} bytes at {at} are outside of a buffer of {size} bytes")
            }
            MemoryError::Dead(handle) => write!(f, "buffer {} is not held any more", handle.0),
        }
    }
}
impl std::error::Error for MemoryError {}

/// How memory has been used so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Bytes of arrays in memory of the device now.
    pub resident: usize,
    /// Bytes of adopted arrays now.
    pub adopted: usize,
    /// Bytes kept for reuse now.
    pub pooled: usize,
    /// The most bytes that `resident` and `adopted` were together, since the last run of a program began.
    pub peak: usize,
    /// How many arrays moved to the host.
    pub evictions: usize,
    /// How many kernels have been launched.
    pub launches: usize,
    /// Every copy of an array that the runtime made, by its reason.
    pub copies: Copies,
}

/// Copies of arrays that the runtime made, by their reasons. What kernels write is not counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Copies {
    /// From the host to the device, because the device cannot use host memory or the data was not aligned.
    pub uploads: Moved,
    /// From the device to the host, for a caller that asked for it.
    pub downloads: Moved,
    /// Arguments that were borrowed for a call and are part of its result.
    pub borrowed: Moved,
    /// Arguments of parameters that may be overwritten, which somebody else still holds.
    pub unshared: Moved,
    /// Sizes of rows made from offsets, and offsets made from sizes.
    pub sizes: Moved,
    /// Arrays moved to the host to make room, and back.
    pub evicted: Moved,
    /// Data of others that had another form: 32-bit offsets, truth values as bits, elements that do not lie one after the other.
    pub converted: Moved,
}

impl Copies {
    /// All of them.
    pub fn total(&self) -> Moved {
        let Copies { uploads, downloads, borrowed, unshared, sizes, evicted, converted } = *self;
        uploads + downloads + borrowed + unshared + sizes + evicted + converted
    }
}

/// The memory of one device.
pub struct Memory {
    device: Arc<dyn Device>,
    slots: Mutex<Slots>,
}

impl Memory {
    /// Memory of `device`, of which at most `limit` bytes are used.
    pub fn new(device: Arc<dyn Device>, limit: Option<usize>) -> Memory {
        Memory { slots: Mutex::new(Slots::new(device.clone(), limit)), device }
    }

    /// A poisoned lock only means that another thread panicked; the table itself is whole between any two of its methods.
    fn slots(&self) -> MutexGuard<'_, Slots> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whose memory it is.
    pub fn device(&self) -> &Arc<dyn Device> {
        &self.device
    }

    /// How it has been used so far.
    pub fn stats(&self) -> Stats {
        self.slots().stats
    }

    /// Gives memory that is kept for reuse back to the device.
    pub fn release_unused(&self) {
        self.slots().drain();
    }

    /// Counts a launch.
    pub(crate) fn count_launch(&self) {
        self.slots().stats.launches += 1;
    }

    /// Counts the most bytes from now on.
    pub(crate) fn forget_peak(&self) {
        let mut slots = self.slots();
        slots.stats.peak = slots.stats.resident + slots.stats.adopted;
    }

    /// Counts a copy of so many bytes.
    pub(crate) fn count(&self, reason: impl FnOnce(&mut Copies) -> &mut Moved, bytes: usize) {
        reason(&mut self.slots().stats.copies).count(bytes);
    }

    /// Counts what somebody has downloaded for a caller.
    pub fn count_download(&self, bytes: usize) {
        self.count(|copies| &mut copies.downloads, bytes);
    }

    /// Counts data of others that was brought into another form.
    pub fn count_converted(&self, bytes: usize) {
        self.count(|copies| &mut copies.converted, bytes);
    }

    /// How many bytes arrays have.
    pub(crate) fn sizes(&self, handles: &[Handle]) -> Result<Vec<usize>, MemoryError> {
        let mut slots = self.slots();
        handles.iter().map(|handle| slots.slot(*handle).map(|slot| slot.bytes)).collect()
    }

    /// A new array, held once.
    pub fn alloc(&self, bytes: usize, zeroed: bool) -> Result<Handle, MemoryError> {
        let mut slots = self.slots();
        let (raw, capacity) = slots.take(bytes, &[])?;
        let handle = slots.insert(bytes, Place::Device { raw, capacity });
        drop(slots);
        if zeroed {
            let cleared = self.pin(&[handle]).and_then(|pin| Ok(self.device.zero(pin.raws[0], bytes)?));
            cleared.or_else(|e| self.release(handle).and(Err(e)))?;
        }
        Ok(handle)
    }

    /// An array in memory of somebody else, held once. The owner is dropped when nobody holds it any more.
    ///
    /// # Safety
    /// The device can use the address: it is one of the host ([`Device::uses_host_memory`]) or of the device
    /// ([`Device::sharing`]). There are `bytes` readable bytes at `pointer`, aligned for the elements of the array, until `owner` is dropped, or without one until [`Memory::end_borrow`]; until then
    /// nobody writes to them, and unless `read_only` nobody reads them either.
    pub unsafe fn adopt(
        &self,
        pointer: *mut u8,
        bytes: usize,
        owner: Option<Owner>,
        read_only: bool,
    ) -> Result<Handle, MemoryError> {
        // Kernels update narrow elements through the word around them, which then has to be part of the array.
        let whole_words = (pointer.addr() | bytes).is_multiple_of(4);
        let raw = Raw(pointer.expose_provenance() as u64);
        let place = Place::Adopted { raw, owner, read_only: read_only || !whole_words };
        Ok(self.slots().insert(bytes, place))
    }

    /// Ends a borrow: gives the holder's share back, and if others still hold the array, moves it to memory of its own first.
    pub fn end_borrow(&self, handle: Handle) -> Result<(), MemoryError> {
        let mut slots = self.slots();
        let slot = slots.slot(handle)?;
        let bytes = slot.bytes;
        if slot.holders > 1
            && let Place::Adopted { raw: from, .. } = slot.place
        {
            let (raw, capacity) = match slots.take(bytes, &[]) {
                Ok(taken) => taken,
                Err(e) => {
                    // Whoever holds it must not see memory that is not there any more.
                    slots.slot(handle)?.place = Place::Host(vec![0; bytes]);
                    slots.stats.adopted -= bytes;
                    slots.release(handle)?;
                    return Err(e);
                }
            };
            // Whoever lent the memory may use it again at once.
            let copied = self.device.copy(raw, 0, from, 0, bytes).and_then(|()| self.device.sync());
            slots.slot(handle)?.place = Place::Device { raw, capacity };
            slots.stats.adopted -= bytes;
            slots.stats.copies.borrowed.count(bytes);
            slots.release(handle)?;
            return Ok(copied?);
        }
        let owner = slots.release(handle)?;
        drop(slots);
        self.settle(owner)
    }

    /// Holds the array once more.
    pub fn share(&self, handle: Handle) -> Result<Handle, MemoryError> {
        self.slots().slot(handle)?.holders += 1;
        Ok(handle)
    }

    /// Whether writing to the array would be seen by others than the one holder who asks.
    pub fn is_shared(&self, handle: Handle) -> Result<bool, MemoryError> {
        let mut slots = self.slots();
        let slot = slots.slot(handle)?;
        Ok(slot.holders > 1 || matches!(slot.place, Place::Adopted { read_only: true, .. }))
    }

    /// Holds the array once less; when nobody does, its memory can be used again.
    pub fn release(&self, handle: Handle) -> Result<(), MemoryError> {
        let owner = self.slots().release(handle)?;
        if owner.is_some() { self.settle(owner) } else { Ok(()) }
    }

    /// Gives memory back to whoever lent it, who may use it again at once: kernels that have been launched may still read it, also
    /// those of a run that was stopped.
    fn settle(&self, owner: Option<Owner>) -> Result<(), MemoryError> {
        let done = if self.device.sharing().is_some() { self.device.sync() } else { Ok(()) };
        drop(owner);
        Ok(done?)
    }

    /// The size of the array.
    pub fn bytes(&self, handle: Handle) -> Result<usize, MemoryError> {
        Ok(self.slots().slot(handle)?.bytes)
    }

    /// Forgets what is behind the first bytes of an array that one holds alone.
    pub(crate) fn truncate(&self, handle: Handle, bytes: usize) -> Result<(), MemoryError> {
        let mut slots = self.slots();
        slots.check(handle, 0, bytes)?;
        let slot = slots.slot(handle)?;
        if slot.holders == 1 && matches!(slot.place, Place::Device { .. }) {
            slot.bytes = bytes;
        }
        Ok(())
    }

    /// From the host into the array.
    pub fn upload(&self, to: Handle, at: usize, data: &[u8]) -> Result<(), MemoryError> {
        self.slots().check(to, at, data.len())?;
        let pin = self.pin(&[to])?;
        Ok(self.device.upload(pin.raws[0], at, data)?)
    }

    /// From the array to the host.
    pub fn download(&self, from: Handle, at: usize, data: &mut [u8]) -> Result<(), MemoryError> {
        self.download_all(vec![(from, at, data)], None)
    }

    /// From arrays to the host: for each the first byte, and where its bytes go. A piece of memory that is no array comes `beside` them.
    pub(crate) fn download_all(
        &self,
        from: Vec<(Handle, usize, &mut [u8])>,
        beside: Option<Piece>,
    ) -> Result<(), MemoryError> {
        // Dropped after the lock, which it takes.
        let mut pin = Pin { memory: self, handles: vec![], raws: vec![] };
        let mut slots = self.slots();
        from.iter().try_for_each(|(handle, at, into)| slots.check(*handle, *at, into.len()))?;
        let mut pieces: Vec<Piece> = vec![];
        for (handle, at, into) in from {
            let slot = slots.touch(handle)?;
            match &slot.place {
                Place::Host(host) => into.copy_from_slice(&host[at..at + into.len()]),
                Place::Device { raw, .. } | Place::Adopted { raw, .. } => {
                    pieces.push(Piece { from: *raw, at, into });
                    pin.handles.push(handle);
                    pin.raws.push(*raw);
                    slot.pins += 1;
                }
            }
        }
        drop(slots);
        pieces.extend(beside);
        Ok(self.device.download_all(&mut pieces)?)
    }

    /// Between arrays, or inside one, where the ranges may overlap.
    pub fn copy(
        &self,
        to: Handle,
        to_at: usize,
        from: Handle,
        from_at: usize,
        bytes: usize,
    ) -> Result<(), MemoryError> {
        let mut slots = self.slots();
        slots.check(to, to_at, bytes)?;
        slots.check(from, from_at, bytes)?;
        drop(slots);
        if bytes == 0 {
            return Ok(());
        }
        if to == from && to_at.abs_diff(from_at) < bytes {
            let between = self.alloc(bytes, false)?;
            let result = self.copy(between, 0, from, from_at, bytes);
            let result = result.and_then(|()| self.copy(to, to_at, between, 0, bytes));
            return self.release(between).and(result);
        }
        let pin = self.pin(&[to, from])?;
        Ok(self.device.copy(pin.raws[0], to_at, pin.raws[1], from_at, bytes)?)
    }

    /// The device memory of these arrays, all of them there at once until the pin is dropped.
    pub fn pin(&self, handles: &[Handle]) -> Result<Pin<'_>, MemoryError> {
        let mut slots = self.slots();
        let raws: Vec<Raw> =
            handles.iter().map(|handle| slots.resident(*handle, handles)).collect::<Result<_, _>>()?;
        for handle in handles {
            slots.slot(*handle)?.pins += 1;
        }
        Ok(Pin { memory: self, handles: handles.to_vec(), raws })
    }
}

/// Arrays that stay where they are until this is dropped.
pub struct Pin<'m> {
    memory: &'m Memory,
    handles: Vec<Handle>,
    /// Where they are.
    pub raws: Vec<Raw>,
}

impl Drop for Pin<'_> {
    fn drop(&mut self) {
        let mut slots = self.memory.slots();
        for handle in &self.handles {
            if let Ok(slot) = slots.slot(*handle) {
                slot.pins = slot.pins.saturating_sub(1);
            }
        }
    }
}
