//! A device with its memory: what all programs that are loaded there share.

use crate::array::{Array, Datum, Dim};
use crate::device::{Device, Raw};
use crate::launches::Launches;
use crate::lengths::{self, Lengths};
use crate::memory::{Buffer, Handle, Memory, Owner, Stats};
use crate::testing::Guarded;
use crate::{RunError, record};
use ir::Value;
use ir::value::Lens;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A device, its memory, and the queue that runs programs on it one after the other.
pub struct Context {
    memory: Arc<Memory>,
    queue: Mutex<Queue>,
    /// Arguments are placed so that an access outside of them is a fault: for tests.
    guarded: bool,
}

/// What one run at a time uses.
pub(crate) struct Queue {
    device: Arc<dyn Device>,
    pub(crate) launches: Launches,
    /// The failure record.
    pub(crate) record: Raw,
}

impl Drop for Queue {
    fn drop(&mut self) {
        self.device.free(self.record);
    }
}

impl Context {
    /// A device of whose memory at most `limit` bytes are used.
    pub fn new(device: Arc<dyn Device>, limit: Option<usize>) -> Result<Context, RunError> {
        let record = device.alloc(record::BYTES)?;
        let launches = Launches::new(device.clone());
        let queue = Mutex::new(Queue { device: device.clone(), launches, record });
        Ok(Context { memory: Arc::new(Memory::new(device, limit)), queue, guarded: false })
    }

    /// The same, with every argument that [`Context::store`] takes at the end of a page, read-only, and a page behind it that
    /// nobody may touch ([`crate::testing::Guarded`]): a kernel that reads past the last element or writes to memory that is not
    /// its own ends the process. For devices that use host memory.
    pub fn guarded(device: Arc<dyn Device>, limit: Option<usize>) -> Result<Context, RunError> {
        let guarded = device.uses_host_memory();
        Ok(Context { guarded, ..Context::new(device, limit)? })
    }

    /// The device.
    pub fn device(&self) -> &Arc<dyn Device> {
        self.memory.device()
    }

    /// The memory.
    pub fn memory(&self) -> &Arc<Memory> {
        &self.memory
    }

    /// How memory has been used.
    pub fn stats(&self) -> Stats {
        self.memory.stats()
    }

    /// Waits until nobody runs anything, and keeps it so.
    pub(crate) fn queue(&self) -> MutexGuard<'_, Queue> {
        // Whoever panicked left numbers of launches that were not used, which is allowed.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A copy of some bytes.
    pub fn upload(&self, data: &[u8]) -> Result<Buffer, RunError> {
        let buffer = Buffer::alloc(&self.memory, data.len())?;
        self.memory.upload(buffer.handle(), 0, data)?;
        if !data.is_empty() {
            self.memory.count(|copies| &mut copies.uploads, data.len());
        }
        Ok(buffer)
    }

    /// Some bytes of which `owner` disposes: used where they are if the device can, else copied.
    ///
    /// # Safety
    /// There are `bytes` readable bytes at `pointer` until `owner` is dropped, and until then nobody writes to them. Unless
    /// `read_only`, they may be written, and nobody else reads them.
    pub unsafe fn adopt(
        &self,
        pointer: *mut u8,
        bytes: usize,
        align: usize,
        owner: Owner,
        read_only: bool,
    ) -> Result<Buffer, RunError> {
        if self.in_place(pointer, bytes, align) {
            // SAFETY: the caller promises it, and the device uses host memory.
            let handle = unsafe { self.memory.adopt(pointer, bytes, Some(owner), read_only) }?;
            return Ok(Buffer::new(self.memory.clone(), handle));
        }
        // SAFETY: the caller promises that they are there.
        self.upload(unsafe { slice(pointer, bytes) })
    }

    /// Some bytes that are there until the borrow ends: used where they are if the device can, else copied.
    ///
    /// # Safety
    /// There are `bytes` readable bytes at `pointer` until the borrow is ended or dropped, and until then nobody writes to them.
    pub unsafe fn borrow(&self, pointer: *const u8, bytes: usize, align: usize) -> Result<Borrow, RunError> {
        if self.in_place(pointer, bytes, align) {
            // SAFETY: the caller promises it, and the device uses host memory. It is not written.
            let handle = unsafe { self.memory.adopt(pointer.cast_mut(), bytes, None, true) }?;
            return Ok(Borrow { memory: self.memory.clone(), handle: Some(handle) });
        }
        // SAFETY: the caller promises that they are there.
        let buffer = self.upload(unsafe { slice(pointer, bytes) })?;
        Ok(Borrow { memory: self.memory.clone(), handle: Some(buffer.into_handle()) })
    }

    /// Some bytes in memory of the device, of which `owner` disposes. They are not written.
    ///
    /// # Safety
    /// [`Device::sharing`] is there. There are `bytes` bytes at `address`, aligned for their elements, until `owner` is dropped, and
    /// until then nobody writes to them.
    pub unsafe fn adopt_there(&self, address: u64, bytes: usize, owner: Owner) -> Result<Buffer, RunError> {
        if bytes == 0 {
            return self.upload(&[]);
        }
        let pointer = std::ptr::with_exposed_provenance_mut(address as usize);
        // SAFETY: the caller promises it.
        let handle = unsafe { self.memory.adopt(pointer, bytes, Some(owner), true) }?;
        Ok(Buffer::new(self.memory.clone(), handle))
    }

    /// Some bytes in memory of the device that are there until the borrow ends.
    ///
    /// # Safety
    /// As for [`Context::adopt_there`], until the borrow is ended or dropped.
    pub unsafe fn borrow_there(&self, address: u64, bytes: usize) -> Result<Borrow, RunError> {
        let handle = if bytes == 0 {
            self.upload(&[])?.into_handle()
        } else {
            let pointer = std::ptr::with_exposed_provenance_mut(address as usize);
            // SAFETY: the caller promises it.
            unsafe { self.memory.adopt(pointer, bytes, None, true) }?
        };
        Ok(Borrow { memory: self.memory.clone(), handle: Some(handle) })
    }

    /// Whether the device can use these bytes where they are. Of an array without elements the address need not be one.
    fn in_place(&self, pointer: *const u8, bytes: usize, align: usize) -> bool {
        bytes > 0 && self.device().uses_host_memory() && pointer.addr().is_multiple_of(align)
    }

    /// Takes over a value.
    pub fn store(&self, value: Value) -> Result<Datum, RunError> {
        if value.lens.is_empty() {
            return Ok(Datum::Scalar(value.get(0)));
        }
        let Value { elem, lens, mut data } = value;
        let len = data.len() / elem.bytes();
        let mut dims = vec![];
        for lens in lens {
            dims.push(match lens {
                Lens::Uniform(n) => Dim::Uniform(n),
                Lens::Each(each) if self.guarded => Dim::Each(Arc::new(self.guard_lengths(&each)?)),
                Lens::Each(each) => Dim::Each(Arc::new(Lengths::of(self.memory.clone(), each))),
            });
        }
        let data = if self.guarded {
            self.guard(&data, elem.bytes())?
        } else {
            let (pointer, bytes) = (data.as_mut_ptr(), data.len());
            // SAFETY: the vector is its own owner, and moving it does not move its elements.
            unsafe { self.adopt(pointer, bytes, elem.bytes(), Box::new(data), false) }?
        };
        Ok(Datum::Array(Array::new(elem, dims, data, len)))
    }

    /// A guarded copy.
    fn guard(&self, data: &[u8], align: usize) -> Result<Buffer, RunError> {
        let guarded = Guarded::new(data).map_err(|e| RunError::Broken(format!("guarded memory: {e}")))?;
        // SAFETY: the mapping holds these bytes, and is dropped with its owner.
        unsafe { self.adopt(guarded.pointer(), data.len(), align, Box::new(guarded), true) }
    }

    /// Guarded sizes and offsets.
    fn guard_lengths(&self, sizes: &[i64]) -> Result<Lengths, RunError> {
        let bytes = |numbers: &[i64]| numbers.iter().flat_map(|n| n.to_le_bytes()).collect::<Vec<u8>>();
        let (offsets, total) = lengths::starts(sizes);
        let (sizes_there, offsets) = (self.guard(&bytes(sizes), 8)?, self.guard(&bytes(&offsets), 8)?);
        Ok(Lengths::of_both(sizes_there, sizes.len(), offsets, total))
    }
}

/// # Safety
/// There are `bytes` readable bytes at `pointer`, unless there are none.
unsafe fn slice<'a>(pointer: *const u8, bytes: usize) -> &'a [u8] {
    // SAFETY: the caller promises it; no bytes may have any address.
    if bytes == 0 { &[] } else { unsafe { std::slice::from_raw_parts(pointer, bytes) } }
}

/// Memory that is only there for a while. When the borrow ends, arrays that still use it have been moved to memory of their own.
pub struct Borrow {
    memory: Arc<Memory>,
    /// None when it has ended.
    handle: Option<Handle>,
}

impl Borrow {
    /// The array, for the time of the borrow; whoever still has it afterwards has a copy.
    pub fn buffer(&self) -> Result<Buffer, RunError> {
        match self.handle {
            Some(handle) => Ok(Buffer::new(self.memory.clone(), self.memory.share(handle)?)),
            None => Err(RunError::Broken("a borrow that has ended".into())),
        }
    }

    /// Ends the borrow. The error says that there was no memory for a copy that somebody needs.
    pub fn end(mut self) -> Result<(), RunError> {
        match self.handle.take() {
            Some(handle) => Ok(self.memory.end_borrow(handle)?),
            None => Ok(()),
        }
    }
}

impl Drop for Borrow {
    fn drop(&mut self) {
        if let Some(handle) = self.handle.take() {
            // Only a caller that is being unwound does not end it.
            let _ = self.memory.end_borrow(handle);
        }
    }
}
