//! The native device with a fixed number of workers: what a run allocates and launches is the same on every machine.

use rt::device::{Device, DeviceError, Info, Module, Raw, Signature};
use rt::native::Native;

/// How many workers the device says that it likes: some groups of a GPU's schedules, and little scratch memory.
const WORKERS: i64 = 64;

/// The device.
pub struct Steady {
    native: Native,
    info: Info,
}

impl Steady {
    /// The device, or what is missing for it.
    pub fn new() -> Result<Steady, DeviceError> {
        let native = Native::new()?;
        let info = Info { workers: WORKERS, ..native.info().clone() };
        Ok(Steady { native, info })
    }
}

impl Device for Steady {
    fn info(&self) -> &Info {
        &self.info
    }
    fn alloc(&self, bytes: usize) -> Result<Raw, DeviceError> {
        self.native.alloc(bytes)
    }
    fn free(&self, raw: Raw) {
        self.native.free(raw);
    }
    fn upload(&self, to: Raw, at: usize, data: &[u8]) -> Result<(), DeviceError> {
        self.native.upload(to, at, data)
    }
    fn download(&self, from: Raw, at: usize, data: &mut [u8]) -> Result<(), DeviceError> {
        self.native.download(from, at, data)
    }
    fn copy(
        &self,
        to: Raw,
        to_at: usize,
        from: Raw,
        from_at: usize,
        bytes: usize,
    ) -> Result<(), DeviceError> {
        self.native.copy(to, to_at, from, from_at, bytes)
    }
    fn zero(&self, raw: Raw, bytes: usize) -> Result<(), DeviceError> {
        self.native.zero(raw, bytes)
    }
    fn load(&self, source: &str, kernels: &[Signature]) -> Result<Box<dyn Module>, DeviceError> {
        self.native.load(source, kernels)
    }
    fn sync(&self) -> Result<(), DeviceError> {
        self.native.sync()
    }
}
