//! What a GPU and other libraries of the process need of each other: whose memory an address is, and who waits for whom.

use super::{Cuda, lost};
use crate::device::{DeviceError, Sharing, Work};
use cudarc::driver::{result, sys};
use std::ptr::with_exposed_provenance_mut;

/// A stream or an event of somebody else.
fn handle<T>(number: u64) -> *mut T {
    with_exposed_provenance_mut(number as usize)
}

/// Records what is in a stream, uses the event, and forgets it.
///
/// # Safety
/// The stream exists, and its context is current.
unsafe fn after(
    stream: sys::CUstream,
    use_it: impl FnOnce(sys::CUevent) -> Result<(), cudarc::driver::DriverError>,
) -> Result<(), DeviceError> {
    let event = result::event::create(sys::CUevent_flags::CU_EVENT_DISABLE_TIMING).map_err(lost)?;
    // SAFETY: the event was just made; the driver keeps it until the work that waits for it is done.
    unsafe {
        let used = result::event::record(event, stream).and_then(|()| use_it(event));
        let destroyed = result::event::destroy(event);
        used.and(destroyed).map_err(lost)
    }
}

impl Cuda {
    /// Whether a handle is the stream of this device.
    fn is_own(&self, stream: u64) -> bool {
        // Both numbers are the default stream.
        let plain = |stream: u64| if stream == 1 { 0 } else { stream };
        plain(stream) == plain(self.stream.0.expose_provenance() as u64)
    }
}

impl Sharing for Cuda {
    fn ordinal(&self) -> i32 {
        self.context.device
    }

    fn stream(&self) -> u64 {
        // The driver and all protocols know the default stream by this number.
        match self.stream.0.expose_provenance() as u64 {
            0 => 1,
            other => other,
        }
    }

    fn check(&self, address: u64) -> Result<(), String> {
        let _entered = self.context.enter().map_err(|e| e.to_string())?;
        let (mut ordinal, own) = (-1i32, self.ordinal());
        let wanted = sys::CUpointer_attribute::CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL;
        // SAFETY: there is room for the number; the driver knows its own memory from other addresses.
        match unsafe { sys::cuPointerGetAttribute((&raw mut ordinal).cast(), wanted, address) } {
            sys::CUresult::CUDA_SUCCESS if ordinal == own => Ok(()),
            sys::CUresult::CUDA_SUCCESS => {
                Err(format!("memory of CUDA device {ordinal} cannot be used on CUDA device {own}"))
            }
            _ => Err(format!("there is no memory of CUDA device {own} at address {address:#x}")),
        }
    }

    unsafe fn wait_for(&self, work: Work) -> Result<(), DeviceError> {
        let own = self.stream.0;
        let _entered = self.context.enter()?;
        let flags = sys::CUevent_wait_flags::CU_EVENT_WAIT_DEFAULT;
        // SAFETY: the caller promises that the stream or the event exists.
        unsafe {
            match work {
                Work::Stream(stream) if self.is_own(stream) => Ok(()),
                Work::Stream(stream) => {
                    after(handle(stream), |event| result::stream::wait_event(own, event, flags))
                }
                Work::Event(event) => result::stream::wait_event(own, handle(event), flags).map_err(lost),
            }
        }
    }

    unsafe fn hold_back(&self, stream: u64) -> Result<(), DeviceError> {
        if self.is_own(stream) {
            return Ok(());
        }
        let _entered = self.context.enter()?;
        let flags = sys::CUevent_wait_flags::CU_EVENT_WAIT_DEFAULT;
        // SAFETY: the caller promises that the stream exists.
        unsafe { after(self.stream.0, |event| result::stream::wait_event(handle(stream), event, flags)) }
    }

    fn settle(&self) -> Result<(), DeviceError> {
        let _entered = self.context.enter()?;
        result::ctx::synchronize().map_err(lost)
    }
}
