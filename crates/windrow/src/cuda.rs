//! Arrays in memory of a CUDA device that other libraries of the process use, too: DLPack, `__cuda_array_interface__` and Arrow's device
//! interface describe them.
//!
//! Nothing is copied. Who reads what somebody else writes waits for it: on the device, by events, not on the host.

#[cfg(test)]
pub(crate) mod tests;

use crate::any::AnyArray;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::outside::Loan;
use base::ScalarType;
use rt::device::{Device, Sharing, Work};
use rt::memory::Pinned;
use rt::{Buffer, Dim};
use std::sync::Arc;

impl Context {
    /// The number among the devices of CUDA of the one that the context uses, if it does.
    pub fn cuda_device(&self) -> Option<i32> {
        self.sharing().map(Sharing::ordinal)
    }

    /// The stream of CUDA in which the context does all work, as the driver and the protocols number it: 1 is the default stream.
    pub fn cuda_stream(&self) -> Option<u64> {
        self.sharing().map(Sharing::stream)
    }

    fn sharing(&self) -> Option<&dyn Sharing> {
        self.0.memory.device().sharing()
    }

    /// That the context uses a CUDA device, the one with this number if there is one; the error says what else to do.
    pub fn expect_cuda(&self, ordinal: Option<i32>) -> Result<()> {
        self.shared(ordinal).map(|_| ())
    }

    /// How the device can be shared, and that it is the one with this number, if it must be one.
    pub(crate) fn shared(&self, ordinal: Option<i32>) -> Result<&dyn Sharing> {
        let Some(sharing) = self.sharing() else {
            return Err(Error::value(format!(
                "an array in memory of a CUDA device cannot be used by a context with the backend {}: copy it to the processor, or use a \
                 context with the backend cuda",
                self.0.place.backend.name()
            )));
        };
        match ordinal.filter(|ordinal| *ordinal != sharing.ordinal()) {
            Some(other) => Err(Error::value(format!(
                "an array on CUDA device {other} cannot be used by a context for CUDA device {}",
                sharing.ordinal()
            ))),
            None => Ok(sharing),
        }
    }

    /// Lets everything that is called from now on wait for work of others.
    ///
    /// # Safety
    /// The stream or the event exists.
    pub(crate) unsafe fn wait_for(&self, work: Work) -> Result<()> {
        // SAFETY: the caller promises it.
        unsafe { self.shared(None)?.wait_for(work) }.map_err(|e| Error::runtime(e.into()))
    }

    /// An array of scalars in memory of the CUDA device that is only there until the loan ends. Calls wait for what is in `stream` now, in
    /// which the elements are written.
    ///
    /// # Safety
    /// As many elements as the product of `shape` lie at `address`, one after the other, until the loan is ended or dropped, and until
    /// then nobody writes to them. Truth values are 0 and 1. The stream exists.
    pub unsafe fn lend_cuda(
        &self,
        elem: ScalarType,
        shape: &[usize],
        address: u64,
        stream: Option<u64>,
    ) -> Result<(AnyArray, Loan)> {
        let len: usize = shape.iter().product();
        self.check_cuda(elem, address, len)?;
        if let Some(stream) = stream {
            // SAFETY: the caller promises it.
            unsafe { self.wait_for(Work::Stream(stream)) }?;
        }
        // SAFETY: the caller promises it.
        let borrow = unsafe { self.0.memory.borrow_there(address, len * elem.bytes()) };
        let borrow = borrow.map_err(Error::runtime)?;
        let buffer = borrow.buffer().map_err(Error::runtime)?;
        let dims = shape.iter().map(|n| Dim::Uniform(*n as i64)).collect();
        Ok((AnyArray::plain(rt::Array::new(elem, dims, buffer, len)), Loan::new(borrow)))
    }

    /// That elements at an address can be used by the device.
    pub(crate) fn check_cuda(&self, elem: ScalarType, address: u64, len: usize) -> Result<()> {
        let sharing = self.shared(None)?;
        if len == 0 {
            return Ok(());
        }
        if !address.is_multiple_of(elem.bytes() as u64) {
            return Err(Error::value(format!("address {address:#x} is not aligned for {elem}")));
        }
        sharing.check(address).map_err(Error::value)
    }
}

/// Elements of an array in memory of a CUDA device, which stay there until this is dropped.
pub struct HeldCuda {
    /// How many elements each dimension has.
    pub shape: Vec<usize>,
    /// What they are.
    pub elem: ScalarType,
    shared: Shared,
    /// Whether a stream has been named that reads them.
    named: bool,
}

impl AnyArray {
    /// The elements where they are, if this is an array of scalars whose rows have equal sizes, and they are in memory of a CUDA device.
    pub fn hold_cuda(&self) -> Result<Option<HeldCuda>> {
        let Some((leaf, shape)) = self.dense() else { return Ok(None) };
        if leaf.data().memory().device().sharing().is_none() {
            return Ok(None);
        }
        let shared = Shared::new(leaf.data())?;
        Ok(Some(HeldCuda { shape, elem: leaf.elem(), shared, named: false }))
    }
}

impl HeldCuda {
    /// The number of the device.
    pub fn device(&self) -> i32 {
        self.shared.sharing().map_or(0, Sharing::ordinal)
    }

    /// Where the first element is. Nobody may write to it.
    pub fn address(&self) -> u64 {
        if self.shape.contains(&0) { 0 } else { self.shared.address() }
    }

    /// Lets what is put into a stream from now on wait until the elements are there.
    ///
    /// # Safety
    /// The stream exists.
    pub unsafe fn for_stream(&mut self, stream: u64) -> Result<()> {
        let Some(sharing) = self.shared.sharing() else { return Ok(()) };
        // SAFETY: the caller promises it.
        unsafe { sharing.hold_back(stream) }.map_err(|e| Error::runtime(e.into()))?;
        // What the context does later is done after all that is in its own stream.
        let own = stream == sharing.stream() || (stream == 0 && sharing.stream() == 1);
        // Who has named no stream may use any.
        self.shared.settles = !own || (self.named && self.shared.settles);
        self.named = true;
        Ok(())
    }
}

/// Memory of the device that another library reads. Its work may not be done when it gives the memory back, so that nobody else is given
/// it before.
pub(crate) struct Shared {
    device: Arc<dyn Device>,
    pinned: Pinned,
    /// Whether one has to wait for that work.
    settles: bool,
}

impl Shared {
    pub(crate) fn new(buffer: &Buffer) -> Result<Shared> {
        let pinned = buffer.pin().map_err(|e| Error::runtime(e.into()))?;
        Ok(Shared { device: buffer.memory().device().clone(), pinned, settles: true })
    }

    fn sharing(&self) -> Option<&dyn Sharing> {
        self.device.sharing()
    }

    pub(crate) fn address(&self) -> u64 {
        self.pinned.raw().number()
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        if let Some(sharing) = self.sharing().filter(|_| self.settles) {
            // There is nothing to do about a device that broke down.
            let _ = sharing.settle();
        }
    }
}
