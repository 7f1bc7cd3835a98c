//! The table of arrays behind [`super::Memory`]: who holds what, where it lies, and how room is made.
//!
//! Everything here happens under the lock of the memory, so nothing here takes time that grows with an array, except eviction.

use super::{Handle, MemoryError, Stats};
use crate::available::available_memory;
use crate::device::{Device, DeviceError, Raw};
use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What keeps adopted memory alive; dropped when nobody holds the array any more.
pub type Owner = Box<dyn Any + Send + Sync>;

pub(super) struct Slots {
    pub(super) device: Arc<dyn Device>,
    limit: Option<usize>,
    slots: Vec<Slot>,
    unused: Vec<Handle>,
    /// Freed blocks by their size; no list is empty.
    pool: BTreeMap<usize, Vec<Raw>>,
    clock: u64,
    pub(super) stats: Stats,
}

pub(super) struct Slot {
    /// How many hold the array; the slot is unused when nobody does.
    pub(super) holders: u32,
    /// How many use its address now; it stays where it is while somebody does.
    pub(super) pins: u32,
    pub(super) bytes: usize,
    pub(super) place: Place,
    /// When it was last used.
    used: u64,
}

pub(super) enum Place {
    /// A block of the device, which may be larger than the array.
    Device { raw: Raw, capacity: usize },
    /// Memory of somebody else, which the device can use where it is.
    Adopted { raw: Raw, owner: Option<Owner>, read_only: bool },
    /// Moved out of the way.
    Host(Vec<u8>),
}

impl Slots {
    pub(super) fn new(device: Arc<dyn Device>, limit: Option<usize>) -> Slots {
        Slots {
            device,
            limit,
            slots: vec![],
            unused: vec![],
            pool: BTreeMap::new(),
            clock: 0,
            stats: Stats::default(),
        }
    }

    /// A new array, held once.
    pub(super) fn insert(&mut self, bytes: usize, place: Place) -> Handle {
        if let Place::Adopted { .. } = place {
            self.stats.adopted += bytes;
            self.count_peak();
        }
        self.clock += 1;
        let slot = Slot { holders: 1, pins: 0, bytes, place, used: self.clock };
        match self.unused.pop() {
            Some(handle) => {
                self.slots[handle.0 as usize] = slot;
                handle
            }
            None => {
                self.slots.push(slot);
                Handle(self.slots.len() as u32 - 1)
            }
        }
    }

    pub(super) fn slot(&mut self, handle: Handle) -> Result<&mut Slot, MemoryError> {
        let slot = self.slots.get_mut(handle.0 as usize);
        slot.filter(|slot| slot.holders > 0).ok_or(MemoryError::Dead(handle))
    }

    pub(super) fn touch(&mut self, handle: Handle) -> Result<&mut Slot, MemoryError> {
        self.clock += 1;
        let now = self.clock;
        let slot = self.slot(handle)?;
        slot.used = now;
        Ok(slot)
    }

    /// The array, if these bytes are inside it.
    pub(super) fn check(&mut self, handle: Handle, at: usize, bytes: usize) -> Result<(), MemoryError> {
        let size = self.slot(handle)?.bytes;
        match at.checked_add(bytes) {
            Some(end) if end <= size => Ok(()),
            Some(_) | None => Err(MemoryError::Range { at, bytes, size }),
        }
    }

    /// Holds the array once less. What is returned must be dropped without the lock: it may be anybody's code.
    pub(super) fn release(&mut self, handle: Handle) -> Result<Option<Owner>, MemoryError> {
        let slot = self.slot(handle)?;
        slot.holders -= 1;
        if slot.holders > 0 {
            return Ok(None);
        }
        let bytes = slot.bytes;
        let place = std::mem::replace(&mut slot.place, Place::Host(vec![]));
        self.unused.push(handle);
        Ok(self.vacate(place, bytes))
    }

    /// Takes back the memory of an array of so many bytes.
    pub(super) fn vacate(&mut self, place: Place, bytes: usize) -> Option<Owner> {
        match place {
            Place::Device { raw, capacity } => {
                self.keep(capacity, raw);
                None
            }
            Place::Adopted { owner, .. } => {
                self.stats.adopted -= bytes;
                owner
            }
            Place::Host(_) => None,
        }
    }

    /// The device memory of an array, brought back if it was evicted; no array of `wanted` is evicted for it.
    pub(super) fn resident(&mut self, handle: Handle, wanted: &[Handle]) -> Result<Raw, MemoryError> {
        let slot = self.touch(handle)?;
        let bytes = slot.bytes;
        match &slot.place {
            Place::Device { raw, .. } | Place::Adopted { raw, .. } => return Ok(*raw),
            Place::Host(_) => {}
        }
        let (raw, capacity) = self.take(bytes, wanted)?;
        let device = self.device.clone();
        let slot = self.slot(handle)?;
        if let Place::Host(host) = &slot.place
            && let Err(e) = device.upload(raw, 0, host)
        {
            self.keep(capacity, raw);
            return Err(e.into());
        }
        slot.place = Place::Device { raw, capacity };
        self.stats.copies.evicted.count(bytes);
        Ok(raw)
    }

    /// Device memory for `bytes` bytes and how large it is, without evicting an array of `wanted`.
    pub(super) fn take(&mut self, bytes: usize, wanted: &[Handle]) -> Result<(Raw, usize), MemoryError> {
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
        self.count_peak();
    }

    fn count_peak(&mut self) {
        self.stats.peak = self.stats.peak.max(self.stats.resident + self.stats.adopted);
    }

    /// Keeps a block for reuse.
    pub(super) fn keep(&mut self, capacity: usize, raw: Raw) {
        self.stats.resident -= capacity;
        self.stats.pooled += capacity;
        self.pool.entry(capacity).or_default().push(raw);
    }

    /// Gives pooled memory back to the device.
    pub(super) fn drain(&mut self) {
        let device = self.device.clone();
        std::mem::take(&mut self.pool).into_values().flatten().for_each(|raw| device.free(raw));
        self.stats.pooled = 0;
    }

    /// Moves the least recently used array that nobody uses now and that is not `wanted` to the host; false if there is none, or if the
    /// host has no memory either.
    fn evict(&mut self, wanted: &[Handle]) -> Result<bool, MemoryError> {
        let movable =
            |slot: &Slot| slot.holders > 0 && slot.pins == 0 && matches!(slot.place, Place::Device { .. });
        let candidates = self.slots.iter().enumerate().filter(|(_, slot)| movable(slot));
        let candidates = candidates.filter(|(i, _)| !wanted.contains(&Handle(*i as u32)));
        let Some(victim) = candidates.min_by_key(|(_, slot)| slot.used).map(|(i, _)| i) else {
            return Ok(false);
        };
        let slot = &mut self.slots[victim];
        // What the device has taken from the host is not there twice.
        let same = self.device.uses_host_memory() && self.limit.is_none();
        if same || available_memory().is_some_and(|free| free < slot.bytes) {
            return Ok(false);
        }
        if let Place::Device { raw, capacity } = slot.place {
            let mut host = vec![0; slot.bytes];
            self.device.download(raw, 0, &mut host)?;
            slot.place = Place::Host(host);
            self.stats.resident -= capacity;
            self.stats.evictions += 1;
            self.stats.copies.evicted.count(slot.bytes);
            self.device.free(raw);
        }
        Ok(true)
    }
}

impl Drop for Slots {
    fn drop(&mut self) {
        self.drain();
        for slot in &self.slots {
            if let Place::Device { raw, .. } = slot.place {
                self.device.free(raw);
            }
        }
    }
}

/// Blocks come in few sizes, so that they fit again: at least 64 bytes, eight sizes between powers of two.
pub(super) fn capacity(bytes: usize) -> Option<usize> {
    let step = (bytes.max(64).checked_next_power_of_two()? / 16).max(64);
    bytes.max(1).checked_next_multiple_of(step)
}
