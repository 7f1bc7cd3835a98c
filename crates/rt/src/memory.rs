//! Device memory as a cache of arrays: counted handles, a pool of freed blocks, and eviction to the host.
//!
//! A handle names an array wherever it lies. When the device or the limit has no room left, pooled blocks are given back,
//! then the least recently used arrays move to host memory; [`Memory::resident`] brings them back when a kernel wants them.

use crate::device::{Device, DeviceError, Raw};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

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
    /// Bytes of arrays on the device now.
    pub resident: usize,
    /// Bytes kept for reuse now.
    pub pooled: usize,
    /// The most bytes that `resident` was, since the last run of a program began.
    pub peak: usize,
    /// How many arrays moved to the host.
    pub evictions: usize,
}

/// The memory of one device.
pub struct Memory {
    device: Arc<dyn Device>,
    limit: Option<usize>,
    slots: Vec<Slot>,
    unused: Vec<Handle>,
    /// Freed blocks by their size; no list is empty.
    pool: BTreeMap<usize, Vec<Raw>>,
    clock: u64,
    stats: Stats,
}

struct Slot {
    /// How many hold the array; the slot is unused when nobody does.
    holders: u32,
    bytes: usize,
    /// How large its block on the device is, which may be more than it asked for.
    capacity: usize,
    place: Place,
    /// When it was last used.
    used: u64,
}

enum Place {
    Device(Raw),
    Host(Vec<u8>),
}

impl Memory {
    /// Memory of `device`, of which at most `limit` bytes are used.
    pub fn new(device: Arc<dyn Device>, limit: Option<usize>) -> Memory {
        Memory {
            device,
            limit,
            slots: vec![],
            unused: vec![],
            pool: BTreeMap::new(),
            clock: 0,
            stats: Stats::default(),
        }
    }

    /// How it has been used so far.
    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// Counts the most bytes from now on.
    pub(crate) fn forget_peak(&mut self) {
        self.stats.peak = self.stats.resident;
    }

    /// How many bytes arrays have.
    pub(crate) fn sizes(&mut self, handles: &[Handle]) -> Result<Vec<usize>, MemoryError> {
        handles.iter().map(|handle| self.slot(*handle).map(|slot| slot.bytes)).collect()
    }

    /// A new array, held once.
    pub fn alloc(&mut self, bytes: usize, zeroed: bool) -> Result<Handle, MemoryError> {
        let (raw, capacity) = self.take(bytes, &[])?;
        if zeroed && let Err(e) = self.device.zero(raw, bytes) {
            self.keep(capacity, raw);
            return Err(e.into());
        }
        self.clock += 1;
        let slot = Slot { holders: 1, bytes, capacity, place: Place::Device(raw), used: self.clock };
        Ok(match self.unused.pop() {
            Some(handle) => {
                self.slots[handle.0 as usize] = slot;
                handle
            }
            None => {
                self.slots.push(slot);
                Handle(self.slots.len() as u32 - 1)
            }
        })
    }

    /// Holds the array once more.
    pub fn share(&mut self, handle: Handle) -> Result<Handle, MemoryError> {
        self.slot(handle)?.holders += 1;
        Ok(handle)
    }

    /// Whether several hold the array.
    pub fn is_shared(&mut self, handle: Handle) -> Result<bool, MemoryError> {
        Ok(self.slot(handle)?.holders > 1)
    }

    /// Holds the array once less; when nobody does, its memory can be used again.
    pub fn release(&mut self, handle: Handle) -> Result<(), MemoryError> {
        let slot = self.slot(handle)?;
        slot.holders -= 1;
        if slot.holders == 0 {
            let capacity = slot.capacity;
            if let Place::Device(raw) = std::mem::replace(&mut slot.place, Place::Host(vec![])) {
                self.keep(capacity, raw);
            }
            self.unused.push(handle);
        }
        Ok(())
    }

    /// The size of the array.
    pub fn bytes(&mut self, handle: Handle) -> Result<usize, MemoryError> {
        Ok(self.slot(handle)?.bytes)
    }

    /// From the host into the array.
    pub fn upload(&mut self, to: Handle, at: usize, data: &[u8]) -> Result<(), MemoryError> {
        self.check(to, at, data.len())?;
        let device = self.device.clone();
        match &mut self.touch(to)?.place {
            Place::Device(raw) => device.upload(*raw, at, data)?,
            Place::Host(host) => host[at..at + data.len()].copy_from_slice(data),
        }
        Ok(())
    }

    /// From the array to the host.
    pub fn download(&mut self, from: Handle, at: usize, data: &mut [u8]) -> Result<(), MemoryError> {
        self.check(from, at, data.len())?;
        let device = self.device.clone();
        match &mut self.touch(from)?.place {
            Place::Device(raw) => device.download(*raw, at, data)?,
            Place::Host(host) => data.copy_from_slice(&host[at..at + data.len()]),
        }
        Ok(())
    }

    /// Between arrays, or inside one, where the ranges may overlap.
    pub fn copy(
        &mut self,
        to: Handle,
        to_at: usize,
        from: Handle,
        from_at: usize,
        bytes: usize,
    ) -> Result<(), MemoryError> {
        self.check(to, to_at, bytes)?;
        self.check(from, from_at, bytes)?;
        if bytes == 0 {
            return Ok(());
        }
        if to == from && to_at.abs_diff(from_at) < bytes {
            let between = self.alloc(bytes, false)?;
            let result = self.copy(between, 0, from, from_at, bytes);
            let result = result.and_then(|()| self.copy(to, to_at, between, 0, bytes));
            return self.release(between).and(result);
        }
        let raws = self.resident(&[to, from])?;
        Ok(self.device.copy(raws[0], to_at, raws[1], from_at, bytes)?)
    }

    /// The device memory of these arrays, all of them there at once until the next call.
    pub fn resident(&mut self, handles: &[Handle]) -> Result<Vec<Raw>, MemoryError> {
        let mut raws = Vec::with_capacity(handles.len());
        for handle in handles {
            let slot = self.touch(*handle)?;
            let bytes = slot.bytes;
            let raw = match &slot.place {
                Place::Device(raw) => *raw,
                Place::Host(_) => {
                    let (raw, capacity) = self.take(bytes, handles)?;
                    self.bring_back(*handle, raw, capacity)?;
                    raw
                }
            };
            raws.push(raw);
        }
        Ok(raws)
    }

    fn bring_back(&mut self, handle: Handle, raw: Raw, capacity: usize) -> Result<(), MemoryError> {
        let device = self.device.clone();
        let slot = self.slot(handle)?;
        if let Place::Host(host) = &slot.place
            && let Err(e) = device.upload(raw, 0, host)
        {
            self.keep(capacity, raw);
            return Err(e.into());
        }
        slot.place = Place::Device(raw);
        slot.capacity = capacity;
        Ok(())
    }

    fn slot(&mut self, handle: Handle) -> Result<&mut Slot, MemoryError> {
        let slot = self.slots.get_mut(handle.0 as usize);
        slot.filter(|slot| slot.holders > 0).ok_or(MemoryError::Dead(handle))
    }

    fn touch(&mut self, handle: Handle) -> Result<&mut Slot, MemoryError> {
        self.clock += 1;
        let now = self.clock;
        let slot = self.slot(handle)?;
        slot.used = now;
        Ok(slot)
    }

    fn check(&mut self, handle: Handle, at: usize, bytes: usize) -> Result<(), MemoryError> {
        let size = self.slot(handle)?.bytes;
        match at.checked_add(bytes) {
            Some(end) if end <= size => Ok(()),
            Some(_) | None => Err(MemoryError::Range { at, bytes, size }),
        }
    }

    /// Device memory for `bytes` bytes and how large it is, without evicting an array of `wanted`.
    fn take(&mut self, bytes: usize, wanted: &[Handle]) -> Result<(Raw, usize), MemoryError> {
        let capacity = capacity(bytes).ok_or(DeviceError::OutOfMemory { bytes })?;
        if let Some((raw, capacity)) = self.pooled(capacity) {
            self.stats.pooled -= capacity;
            self.count_in(capacity);
            return Ok((raw, capacity));
        }
        loop {
            let used = self.stats.resident + self.stats.pooled;
            if self.limit.is_none_or(|limit| capacity <= limit.saturating_sub(used)) {
                match self.device.alloc(capacity) {
                    Ok(raw) => {
                        self.count_in(capacity);
                        return Ok((raw, capacity));
                    }
                    Err(DeviceError::OutOfMemory { .. }) => {}
                    Err(other) => return Err(other.into()),
                }
            }
            if self.stats.pooled > 0 {
                self.drain();
            } else if !self.evict(wanted)? {
                return Err(DeviceError::OutOfMemory { bytes }.into());
            }
        }
    }

    /// The smallest pooled block of at least `capacity` bytes that wastes at most a quarter of it.
    fn pooled(&mut self, capacity: usize) -> Option<(Raw, usize)> {
        let most = capacity.saturating_add(capacity / 4);
        let (&found, blocks) = self.pool.range_mut(capacity..=most).next()?;
        let raw = blocks.pop()?;
        if blocks.is_empty() {
            self.pool.remove(&found);
        }
        Some((raw, found))
    }

    fn count_in(&mut self, capacity: usize) {
        self.stats.resident += capacity;
        self.stats.peak = self.stats.peak.max(self.stats.resident);
    }

    /// Keeps a block for reuse.
    fn keep(&mut self, capacity: usize, raw: Raw) {
        self.stats.resident -= capacity;
        self.stats.pooled += capacity;
        self.pool.entry(capacity).or_default().push(raw);
    }

    /// Gives pooled memory back to the device.
    fn drain(&mut self) {
        let device = self.device.clone();
        std::mem::take(&mut self.pool).into_values().flatten().for_each(|raw| device.free(raw));
        self.stats.pooled = 0;
    }

    /// Moves the least recently used array that is not `wanted` to the host; false if there is none.
    fn evict(&mut self, wanted: &[Handle]) -> Result<bool, MemoryError> {
        let on_device = |slot: &Slot| slot.holders > 0 && matches!(slot.place, Place::Device(_));
        let candidates = self.slots.iter().enumerate().filter(|(_, slot)| on_device(slot));
        let candidates = candidates.filter(|(i, _)| !wanted.contains(&Handle(*i as u32)));
        let Some(victim) = candidates.min_by_key(|(_, slot)| slot.used).map(|(i, _)| i) else {
            return Ok(false);
        };
        let slot = &mut self.slots[victim];
        if let Place::Device(raw) = slot.place {
            let mut host = vec![0; slot.bytes];
            self.device.download(raw, 0, &mut host)?;
            slot.place = Place::Host(host);
            self.stats.resident -= slot.capacity;
            self.stats.evictions += 1;
            self.device.free(raw);
        }
        Ok(true)
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        self.drain();
        for slot in &self.slots {
            if let Place::Device(raw) = slot.place {
                self.device.free(raw);
            }
        }
    }
}

/// Blocks come in few sizes, so that they fit again: at least 64 bytes, eight sizes between powers of two.
fn capacity(bytes: usize) -> Option<usize> {
    let step = (bytes.max(64).checked_next_power_of_two()? / 16).max(64);
    bytes.max(1).checked_next_multiple_of(step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Faults, Faulty, Plain};

    fn memory(limit: Option<usize>) -> Memory {
        Memory::new(Arc::new(Plain::default()), limit)
    }

    fn fetch(memory: &mut Memory, handle: Handle) -> Vec<u8> {
        let mut data = vec![0; memory.bytes(handle).unwrap()];
        memory.download(handle, 0, &mut data).unwrap();
        data
    }

    #[test]
    fn capacities_waste_little() {
        for bytes in [0, 1, 64, 65, 1000, 1 << 20, (1 << 20) + 1, 12345678] {
            let got = capacity(bytes).unwrap();
            assert!(got >= bytes && got <= bytes.max(64) * 9 / 8 + 64, "{bytes} {got}");
        }
        assert_eq!(capacity(usize::MAX), None);
    }

    #[test]
    fn freed_memory_is_used_again() {
        let mut memory = memory(None);
        let a = memory.alloc(1000, false).unwrap();
        let raw = memory.resident(&[a]).unwrap();
        memory.share(a).unwrap();
        memory.release(a).unwrap();
        memory.release(a).unwrap();
        assert_eq!(memory.release(a), Err(MemoryError::Dead(a)));
        let b = memory.alloc(990, true).unwrap();
        assert_eq!(memory.resident(&[b]).unwrap(), raw);
        assert_eq!(fetch(&mut memory, b), vec![0; 990]);
    }

    #[test]
    fn the_best_fitting_block_is_used_again_and_counted_whole() {
        let mut memory = memory(None);
        let blocks: Vec<Handle> = [1600, 1280, 1152].map(|bytes| memory.alloc(bytes, false).unwrap()).into();
        let raws: Vec<Vec<Raw>> = blocks.iter().map(|b| memory.resident(&[*b]).unwrap()).collect();
        blocks.into_iter().for_each(|b| memory.release(b).unwrap());
        let before = memory.stats();
        let a = memory.alloc(1024, false).unwrap();
        assert_eq!(memory.resident(&[a]).unwrap(), raws[2]);
        assert_eq!(memory.stats().resident, before.resident + 1152);
        let b = memory.alloc(1024, false).unwrap();
        assert_eq!(memory.resident(&[b]).unwrap(), raws[1]);
        // 1600 bytes are more than a quarter too large.
        let c = memory.alloc(1024, false).unwrap();
        assert!(!raws.contains(&memory.resident(&[c]).unwrap()));
        memory.release(a).unwrap();
        assert_eq!(memory.stats().pooled, before.pooled - 1280);
    }

    #[test]
    fn what_does_not_fit_moves_to_the_host_and_back() {
        let mut memory = memory(Some(3000));
        let arrays: Vec<Handle> = (0..5).map(|_| memory.alloc(1000, true).unwrap()).collect();
        for (i, array) in arrays.iter().enumerate() {
            memory.upload(*array, 0, &[i as u8; 1000]).unwrap();
        }
        for (i, array) in arrays.iter().enumerate() {
            memory.resident(&[*array]).unwrap();
            assert_eq!(fetch(&mut memory, *array), vec![i as u8; 1000]);
        }
        assert!(memory.stats().evictions > 3 && memory.stats().peak <= 3000);
        let too_many = memory.resident(&arrays);
        assert_eq!(too_many, Err(DeviceError::OutOfMemory { bytes: 1000 }.into()));
    }

    #[test]
    fn a_device_without_memory_makes_room() {
        let device = Faulty::new(Arc::new(Plain::default()), Faults { alloc: Some(2), launch: None });
        let mut memory = Memory::new(Arc::new(device), None);
        let a = memory.alloc(64, true).unwrap();
        memory.upload(a, 0, &[7; 64]).unwrap();
        let b = memory.alloc(64, true).unwrap();
        assert_eq!(memory.stats().evictions, 1);
        assert_eq!(fetch(&mut memory, a), vec![7; 64]);
        assert_eq!(fetch(&mut memory, b), vec![0; 64]);
    }

    #[test]
    fn ranges_are_checked_and_overlap_is_allowed() {
        let mut memory = memory(None);
        let a = memory.alloc(4, true).unwrap();
        memory.upload(a, 0, &[1, 2, 3, 4]).unwrap();
        memory.copy(a, 1, a, 0, 3).unwrap();
        assert_eq!(fetch(&mut memory, a), vec![1, 1, 2, 3]);
        let outside = MemoryError::Range { at: 2, bytes: 3, size: 4 };
        assert_eq!(memory.copy(a, 2, a, 0, 3), Err(outside.clone()));
        assert_eq!(memory.upload(a, 2, &[0; 3]), Err(outside));
    }
}
