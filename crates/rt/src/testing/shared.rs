//! A device that takes itself for a GPU: nobody else can use its addresses.

use crate::device::{Device, DeviceError, Info, Launch, LaunchArg, Module, Raw, Sharing, Signature, Work};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A device of this process that shares its memory as CUDA devices do. Nothing uses host memory in place, so that every copy that a GPU
/// would need is made and counted.
pub struct Shared {
    inner: Arc<dyn Device>,
    ordinal: i32,
    seen: Mutex<Vec<Seen>>,
}

/// Who was to wait for whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seen {
    /// The device for work of others.
    WaitFor(Work),
    /// A stream of others for the device.
    HoldBack(u64),
    /// The host for everything.
    Settle,
}

impl Shared {
    /// `inner`, a device that uses host memory, as a CUDA device of this number.
    pub fn new(inner: Arc<dyn Device>, ordinal: i32) -> Shared {
        Shared { inner, ordinal, seen: Mutex::default() }
    }

    fn all(&self) -> MutexGuard<'_, Vec<Seen>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn see(&self, what: Seen) -> Result<(), DeviceError> {
        self.all().push(what);
        Ok(())
    }

    /// Who was to wait since this was last asked.
    pub fn seen(&self) -> Vec<Seen> {
        std::mem::take(&mut self.all())
    }
}

/// Addresses of the device are those of the host with this bit, which none of the host has: who mistakes one for the other faults.
const DEVICE: u64 = 1 << 62;

fn inside(raw: Raw) -> Raw {
    Raw(raw.0 & !DEVICE)
}

impl Device for Shared {
    fn info(&self) -> &Info {
        self.inner.info()
    }
    fn alloc(&self, bytes: usize) -> Result<Raw, DeviceError> {
        self.inner.alloc(bytes).map(|raw| Raw(raw.0 | DEVICE))
    }
    fn free(&self, raw: Raw) {
        self.inner.free(inside(raw));
    }
    fn upload(&self, to: Raw, at: usize, data: &[u8]) -> Result<(), DeviceError> {
        self.inner.upload(inside(to), at, data)
    }
    fn download(&self, from: Raw, at: usize, data: &mut [u8]) -> Result<(), DeviceError> {
        self.inner.download(inside(from), at, data)
    }
    fn copy(
        &self,
        to: Raw,
        to_at: usize,
        from: Raw,
        from_at: usize,
        bytes: usize,
    ) -> Result<(), DeviceError> {
        self.inner.copy(inside(to), to_at, inside(from), from_at, bytes)
    }
    fn zero(&self, raw: Raw, bytes: usize) -> Result<(), DeviceError> {
        self.inner.zero(inside(raw), bytes)
    }
    fn load(&self, source: &str, kernels: &[Signature]) -> Result<Box<dyn Module>, DeviceError> {
        Ok(Box::new(SharedModule(self.inner.load(source, kernels)?)))
    }
    fn sync(&self) -> Result<(), DeviceError> {
        self.inner.sync()
    }
    fn sharing(&self) -> Option<&dyn Sharing> {
        Some(self)
    }
}

/// Its host part is evaluated, as on a GPU.
struct SharedModule(Box<dyn Module>);

impl Module for SharedModule {
    fn launch(&self, launch: &Launch) -> Result<(), DeviceError> {
        let inner = |arg: &LaunchArg| match arg {
            LaunchArg::Buf(raw) => LaunchArg::Buf(inside(*raw)),
            LaunchArg::Bits(bits) => LaunchArg::Bits(*bits),
        };
        let args: Vec<LaunchArg> = launch.args.iter().map(inner).collect();
        let (record, marks, values) = (inside(launch.record), inside(launch.marks), inside(launch.values));
        self.0.launch(&Launch { record, marks, values, args: &args, ..*launch })
    }
}

impl Sharing for Shared {
    fn ordinal(&self) -> i32 {
        self.ordinal
    }
    fn stream(&self) -> u64 {
        1
    }
    fn check(&self, address: u64) -> Result<(), String> {
        if address & DEVICE == 0 {
            return Err(format!(
                "there is no memory of CUDA device {} at address {address:#x}",
                self.ordinal
            ));
        }
        Ok(())
    }
    unsafe fn wait_for(&self, work: Work) -> Result<(), DeviceError> {
        self.see(Seen::WaitFor(work))
    }
    unsafe fn hold_back(&self, stream: u64) -> Result<(), DeviceError> {
        self.see(Seen::HoldBack(stream))
    }
    fn settle(&self) -> Result<(), DeviceError> {
        self.see(Seen::Settle)
    }
}
