//! The buffers of exported arrays, in memory of the processor or of a CUDA device.

use crate::array::{View, store};
use crate::context::Context;
use crate::cuda::Shared;
use crate::elem::Elem;
use crate::error::{Error, Result};
use rt::Buffer;
use rt::memory::Pinned;
use std::any::Any;
use std::ffi::c_void;
use std::ptr::{null, with_exposed_provenance};

/// What a buffer is, and what keeps it.
pub(super) enum Bytes {
    /// Not there.
    Null,
    Pinned(Pinned),
    Shared(Shared),
    Made {
        pointer: *const c_void,
        _owner: Box<dyn Any + Send + Sync>,
    },
}

impl Bytes {
    pub(super) fn pointer(&self) -> *const c_void {
        match self {
            Bytes::Null => null(),
            Bytes::Pinned(pinned) => with_exposed_provenance(pinned.raw().number() as usize),
            Bytes::Shared(shared) => with_exposed_provenance(shared.address() as usize),
            Bytes::Made { pointer, .. } => *pointer,
        }
    }

    /// In memory of the processor.
    fn here<T: Send + Sync + 'static>(data: Vec<T>) -> Bytes {
        Bytes::Made { pointer: data.as_ptr().cast(), _owner: Box::new(data) }
    }
}

/// Where the buffers of an array are to be.
#[derive(Clone, Copy)]
pub(super) enum Place<'a> {
    /// In memory of the processor, where elements of a GPU are fetched to.
    Host,
    /// In memory of the CUDA device of a context, which has the elements.
    Cuda(&'a Context),
}

impl Place<'_> {
    /// A buffer of numbers that were made for it.
    pub(super) fn made<T: Elem>(self, data: Vec<T>) -> Result<Bytes> {
        match self {
            Place::Host => Ok(Bytes::here(data)),
            Place::Cuda(context) => Ok(Bytes::Shared(Shared::new(&store(context, data)?)?)),
        }
    }

    /// Truth values as bits.
    pub(super) fn bits(self, values: impl Iterator<Item = bool>) -> Result<Bytes> {
        let mut bytes = vec![];
        for (i, value) in values.enumerate() {
            if i % 8 == 0 {
                bytes.push(0u8);
            }
            if let Some(last) = bytes.last_mut() {
                *last |= u8::from(value) << (i % 8);
            }
        }
        self.made(bytes)
    }

    /// The first bytes of a buffer of the context.
    pub(super) fn fetch(self, buffer: &Buffer, bytes: usize) -> Result<Bytes> {
        let wrong = |e: rt::MemoryError| Error::runtime(e.into());
        if bytes == 0 {
            return self.made(vec![0u64]);
        }
        let memory = buffer.memory();
        if bytes > memory.bytes(buffer.handle()).map_err(wrong)? {
            return Err(Error::runtime(rt::RunError::Broken("an array larger than its memory".into())));
        }
        if let Place::Cuda(context) = self {
            if !std::sync::Arc::ptr_eq(memory, context.0.memory.memory()) {
                return Err(Error::value("the value is in another context; copy it with `to_vec`"));
            }
            return Ok(Bytes::Shared(Shared::new(buffer)?));
        }
        if memory.device().uses_host_memory() {
            return Ok(Bytes::Pinned(buffer.pin().map_err(wrong)?));
        }
        let data: View<u8> = View::of(buffer, bytes)?;
        // In words, so that elements of any type are aligned.
        let words = data.chunks(8).map(|chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            u64::from_ne_bytes(word)
        });
        Ok(Bytes::here(words.collect()))
    }
}
