//! A page of the host's memory that a GPU writes to by itself. Most of what the host reads is a number, and a kernel that brings it there
//! takes half as long as a copy by the driver, which has to be told to the host, too: the page says itself when it is there.

use super::{Context, lost};
use crate::device::{DeviceError, Piece};
use cudarc::driver::{result, sys};
use std::ffi::c_void;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The bytes of a page. Behind them stands the number of the last piece that is there.
pub(super) const PAGE: usize = 4096;

/// Threads that bring a page.
const THREADS: u32 = 128;

/// Copies a piece to the page, and then says which one that was. As text for all GPUs, so that nothing has to be compiled first.
const BRING: &str = concat!(
    ".version 6.0\n.target sm_52\n.address_size 64\n",
    ".visible .entry bring(\n",
    "    .param .u64 from, .param .u64 to, .param .u32 bytes, .param .u64 there, .param .u32 number\n) {\n",
    "    .reg .pred %p<2>;\n    .reg .b16 %h<1>;\n    .reg .b32 %r<5>;\n    .reg .b64 %a<6>;\n",
    "    ld.param.u64 %a0, [from];\n    ld.param.u64 %a1, [to];\n    ld.param.u64 %a5, [there];\n",
    "    ld.param.u32 %r0, [bytes];\n    ld.param.u32 %r1, [number];\n",
    "    cvta.to.global.u64 %a0, %a0;\n    cvta.to.global.u64 %a1, %a1;\n    cvta.to.global.u64 %a5, %a5;\n",
    "    mov.u32 %r2, %tid.x;\n    mov.u32 %r3, %ntid.x;\n    mov.u32 %r4, %r2;\n",
    "more:\n    setp.ge.u32 %p0, %r4, %r0;\n    @%p0 bra done;\n",
    "    cvt.u64.u32 %a2, %r4;\n    add.u64 %a3, %a0, %a2;\n    add.u64 %a4, %a1, %a2;\n",
    "    ld.global.u8 %h0, [%a3];\n    st.global.u8 [%a4], %h0;\n",
    "    add.u32 %r4, %r4, %r3;\n    bra more;\n",
    "done:\n    membar.sys;\n    bar.sync 0;\n",
    "    setp.ne.u32 %p1, %r2, 0;\n    @%p1 bra end;\n    st.volatile.global.u32 [%a5], %r1;\n",
    "end:\n    ret;\n}\n\0",
);

/// A page that one call at a time uses.
pub(super) struct Staging {
    page: Mutex<Page>,
    module: sys::CUmodule,
    bring: sys::CUfunction,
    context: Arc<Context>,
}
// SAFETY: page, module and function may be used from any thread in which the context is current; the lock keeps users of the page apart.
unsafe impl Send for Staging {}
// SAFETY: as above.
unsafe impl Sync for Staging {}

struct Page {
    start: NonNull<u8>,
    /// The number of the last piece.
    number: u32,
}

impl Page {
    /// The number of the last piece that is there; the device writes it.
    fn there(&self) -> &AtomicU32 {
        // SAFETY: there is a word behind the page, which is aligned, and lives as long as it.
        unsafe { AtomicU32::from_ptr(self.start.as_ptr().add(PAGE).cast()) }
    }
}

impl Staging {
    pub(super) fn new(context: &Arc<Context>) -> Result<Staging, DeviceError> {
        let _entered = context.enter()?;
        // SAFETY: the context is current, and the text ends in a zero byte.
        let (module, bring) = unsafe {
            let module = result::module::load_data(BRING.as_ptr().cast()).map_err(lost)?;
            (module, result::module::get_function(module, c"bring".into()).map_err(lost)?)
        };
        // SAFETY: the context is current.
        let page = unsafe { result::malloc_host(PAGE + 8, sys::CU_MEMHOSTALLOC_DEVICEMAP) }.map_err(lost)?;
        let start = NonNull::new(page.cast::<u8>())
            .ok_or_else(|| DeviceError::Lost { what: "CUDA: the driver gave no memory".into() })?;
        let page = Page { start, number: 0 };
        page.there().store(0, Ordering::Relaxed);
        Ok(Staging { page: Mutex::new(page), module, bring, context: context.clone() })
    }

    /// Waits for what the stream does, and brings pieces of the device's memory, together at most a page. The stream keeps their order:
    /// where the last one is there, all are.
    pub(super) fn download(&self, pieces: &mut [Piece], stream: sys::CUstream) -> Result<(), DeviceError> {
        let mut page = self.page.lock().unwrap_or_else(PoisonError::into_inner);
        let mut used = 0;
        for piece in pieces.iter().filter(|piece| !piece.into.is_empty()) {
            self.launch(&mut page, piece, used, stream)?;
            used += piece.into.len();
        }
        // Work that fails never says that it is there.
        while page.there().load(Ordering::Acquire) != page.number {
            // SAFETY: the stream exists, and the context is current.
            match unsafe { sys::cuStreamQuery(stream) } {
                sys::CUresult::CUDA_SUCCESS => break,
                sys::CUresult::CUDA_ERROR_NOT_READY => std::hint::spin_loop(),
                error => return Err(lost(result::DriverError(error))),
            }
        }
        let mut used = 0;
        for Piece { into, .. } in pieces {
            // SAFETY: the pieces fit the page, and the device does not write to it any more.
            into.copy_from_slice(unsafe {
                std::slice::from_raw_parts(page.start.as_ptr().add(used), into.len())
            });
            used += into.len();
        }
        Ok(())
    }

    /// Asks for a piece, `at` bytes into the page.
    fn launch(
        &self,
        page: &mut Page,
        piece: &Piece,
        at: usize,
        stream: sys::CUstream,
    ) -> Result<(), DeviceError> {
        page.number = page.number.wrapping_add(1);
        // Pinned memory has one address for host and device.
        let mut to = page.start.as_ptr() as u64 + at as u64;
        let mut there = page.there().as_ptr() as u64;
        let (mut from, mut number) = (piece.from.0 + piece.at as u64, page.number);
        let mut bytes = piece.into.len() as u32;
        let mut params: [*mut c_void; 5] = [
            (&raw mut from).cast(),
            (&raw mut to).cast(),
            (&raw mut bytes).cast(),
            (&raw mut there).cast(),
            (&raw mut number).cast(),
        ];
        // SAFETY: the arguments fit the kernel; the piece ends inside the page, of which the lock makes the caller the only user.
        unsafe { result::launch_kernel(self.bring, (1, 1, 1), (THREADS, 1, 1), 0, stream, &mut params) }
            .map_err(lost)
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        let page = self.page.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Ok(_entered) = self.context.enter() {
            // SAFETY: `new` made both. There is nothing to do about an error here.
            let _ = unsafe {
                (result::free_host(page.start.as_ptr().cast()), result::module::unload(self.module))
            };
        }
    }
}
