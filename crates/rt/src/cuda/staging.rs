//! A page of the host's memory that a GPU writes to by itself. The driver takes about twice as long to bring a few bytes anywhere else,
//! and most of what the host reads is a number.

use super::{Context, lost};
use crate::device::DeviceError;
use cudarc::driver::{result, sys};
use std::ptr::NonNull;
use std::sync::{Arc, Mutex, PoisonError};

/// The bytes of a page.
pub(super) const PAGE: usize = 4096;

/// A page that one download at a time uses.
pub(super) struct Staging {
    page: Mutex<NonNull<u8>>,
    context: Arc<Context>,
}
// SAFETY: the page may be used from any thread; the lock keeps them apart.
unsafe impl Send for Staging {}
// SAFETY: as above.
unsafe impl Sync for Staging {}

impl Staging {
    pub(super) fn new(context: &Arc<Context>) -> Result<Staging, DeviceError> {
        let _entered = context.enter()?;
        // SAFETY: the context is current.
        let page = unsafe { result::malloc_host(PAGE, 0) }.map_err(lost)?;
        let page = NonNull::new(page.cast::<u8>())
            .ok_or_else(|| DeviceError::Lost { what: "CUDA: the driver gave no memory".into() })?;
        Ok(Staging { page: Mutex::new(page), context: context.clone() })
    }

    /// Waits for what the stream does, and brings at most a page from the device.
    pub(super) fn download(
        &self,
        from: sys::CUdeviceptr,
        data: &mut [u8],
        stream: sys::CUstream,
    ) -> Result<(), DeviceError> {
        let page = self.page.lock().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: `data` is no longer than the page, of which the lock makes this the only user; the device is done with it behind
        // `synchronize`.
        unsafe {
            let room = std::slice::from_raw_parts_mut(page.as_ptr(), data.len());
            result::memcpy_dtoh_async(room, from, stream).map_err(lost)?;
            result::stream::synchronize(stream).map_err(lost)?;
            data.copy_from_slice(room);
        }
        Ok(())
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        let page = self.page.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Ok(_entered) = self.context.enter() {
            // SAFETY: `new` made it. There is nothing to do about an error here.
            let _ = unsafe { result::free_host(page.as_ptr().cast()) };
        }
    }
}
