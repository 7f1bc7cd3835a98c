//! For tests: a device that only has memory, one that fails on purpose, one that takes itself for a GPU, and memory that must not be left.

mod guarded;
mod shared;

pub use guarded::Guarded;
pub use shared::{Seen, Shared};

use crate::device::{Device, DeviceError, Info, Launch, Module, Piece, Raw, Sharing, Signature};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A device with memory and without kernels.
pub struct Plain {
    info: Info,
    blocks: Mutex<BTreeMap<u64, Vec<u8>>>,
}

impl Default for Plain {
    fn default() -> Plain {
        let info = Info {
            name: "plain".into(),
            listed: "plain".into(),
            workers: 4,
            lanes: 1,
            groups_progress: true,
            memory: None,
            remark: None,
        };
        Plain { info, blocks: Mutex::default() }
    }
}

impl Plain {
    fn blocks(&self) -> MutexGuard<'_, BTreeMap<u64, Vec<u8>>> {
        self.blocks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn lost(what: &str) -> DeviceError {
    DeviceError::Lost { what: what.into() }
}

impl Device for Plain {
    fn info(&self) -> &Info {
        &self.info
    }
    fn alloc(&self, bytes: usize) -> Result<Raw, DeviceError> {
        let mut blocks = self.blocks();
        let next = blocks.last_key_value().map_or(1, |(last, _)| last + 1);
        blocks.insert(next, vec![0xee; bytes]);
        Ok(Raw(next))
    }
    fn free(&self, raw: Raw) {
        self.blocks().remove(&raw.0);
    }
    fn upload(&self, to: Raw, at: usize, data: &[u8]) -> Result<(), DeviceError> {
        let mut blocks = self.blocks();
        let range = blocks.get_mut(&to.0).and_then(|b| b.get_mut(at..at + data.len()));
        range.ok_or_else(|| lost("upload out of range"))?.copy_from_slice(data);
        Ok(())
    }
    fn download(&self, from: Raw, at: usize, data: &mut [u8]) -> Result<(), DeviceError> {
        let blocks = self.blocks();
        let range = blocks.get(&from.0).and_then(|b| b.get(at..at + data.len()));
        data.copy_from_slice(range.ok_or_else(|| lost("download out of range"))?);
        Ok(())
    }
    fn copy(
        &self,
        to: Raw,
        to_at: usize,
        from: Raw,
        from_at: usize,
        bytes: usize,
    ) -> Result<(), DeviceError> {
        let mut data = vec![0; bytes];
        self.download(from, from_at, &mut data)?;
        self.upload(to, to_at, &data)
    }
    fn zero(&self, raw: Raw, bytes: usize) -> Result<(), DeviceError> {
        self.upload(raw, 0, &vec![0; bytes])
    }
    fn load(&self, _source: &str, _kernels: &[Signature]) -> Result<Box<dyn Module>, DeviceError> {
        Err(DeviceError::Missing { what: "a way to run kernels".into(), how: "use another device".into() })
    }
    fn sync(&self) -> Result<(), DeviceError> {
        Ok(())
    }
}

/// What a [`Faulty`] device does wrong; the first is number 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Faults {
    /// This allocation finds no memory.
    pub alloc: Option<usize>,
    /// This launch loses the device.
    pub launch: Option<usize>,
}

/// A device that fails on purpose.
pub struct Faulty {
    inner: Arc<dyn Device>,
    faults: Faults,
    allocs: AtomicUsize,
    launches: Arc<AtomicUsize>,
}

impl Faulty {
    /// `inner` with `faults`.
    pub fn new(inner: Arc<dyn Device>, faults: Faults) -> Faulty {
        Faulty { inner, faults, allocs: AtomicUsize::new(0), launches: Arc::default() }
    }
}

impl Device for Faulty {
    fn info(&self) -> &Info {
        self.inner.info()
    }
    fn alloc(&self, bytes: usize) -> Result<Raw, DeviceError> {
        let number = self.allocs.fetch_add(1, Ordering::Relaxed) + 1;
        if self.faults.alloc == Some(number) {
            return Err(DeviceError::OutOfMemory { bytes });
        }
        self.inner.alloc(bytes)
    }
    fn free(&self, raw: Raw) {
        self.inner.free(raw);
    }
    fn upload(&self, to: Raw, at: usize, data: &[u8]) -> Result<(), DeviceError> {
        self.inner.upload(to, at, data)
    }
    fn download(&self, from: Raw, at: usize, data: &mut [u8]) -> Result<(), DeviceError> {
        self.inner.download(from, at, data)
    }
    fn download_all(&self, pieces: &mut [Piece]) -> Result<(), DeviceError> {
        self.inner.download_all(pieces)
    }
    fn copy(
        &self,
        to: Raw,
        to_at: usize,
        from: Raw,
        from_at: usize,
        bytes: usize,
    ) -> Result<(), DeviceError> {
        self.inner.copy(to, to_at, from, from_at, bytes)
    }
    fn zero(&self, raw: Raw, bytes: usize) -> Result<(), DeviceError> {
        self.inner.zero(raw, bytes)
    }
    fn load(&self, source: &str, kernels: &[Signature]) -> Result<Box<dyn Module>, DeviceError> {
        let inner = self.inner.load(source, kernels)?;
        Ok(Box::new(FaultyModule { inner, fault: self.faults.launch, launches: self.launches.clone() }))
    }
    fn sync(&self) -> Result<(), DeviceError> {
        self.inner.sync()
    }
    fn uses_host_memory(&self) -> bool {
        self.inner.uses_host_memory()
    }
    fn sharing(&self) -> Option<&dyn Sharing> {
        self.inner.sharing()
    }
}

struct FaultyModule {
    inner: Box<dyn Module>,
    fault: Option<usize>,
    launches: Arc<AtomicUsize>,
}

impl Module for FaultyModule {
    fn launch(&self, launch: &Launch) -> Result<(), DeviceError> {
        let number = self.launches.fetch_add(1, Ordering::Relaxed) + 1;
        if self.fault == Some(number) {
            return Err(lost("this launch was meant to fail"));
        }
        self.inner.launch(launch)
    }
    fn host(&self, symbol: &str) -> Option<crate::table::HostEntry> {
        self.inner.host(symbol)
    }
}
