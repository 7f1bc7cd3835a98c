//! The stack of a GPU thread for functions that call themselves.
//!
//! The driver sizes stacks by what a kernel needs, which it cannot know of a recursion. The limit holds for all threads that the device
//! keeps at once, so that a deep stack takes much memory: only programs with recursion ask for one. They declare the variable
//! `device_stack` (`RECURSION` in `emit/src/support/cuda.cu`), which is told how many bytes calls may use, and check it.

use super::lost;
use crate::device::DeviceError;
use cudarc::driver::{result, sys};

/// The largest stack that is asked for: CUDA has at most 512 KiB of memory for a thread.
const MOST: usize = 256 << 10;
/// The smallest that is of any use.
const LEAST: usize = 4 << 10;
/// The part of the memory of the device that stacks may take.
const SHARE: usize = 4;

/// The stack of each thread on a device with `memory` bytes that keeps `threads` at once.
pub(super) fn size(memory: usize, threads: usize) -> usize {
    (memory / SHARE / threads.max(1)).clamp(LEAST, MOST) / 1024 * 1024
}

/// Whether a program has recursion, as its PTX says: asking the driver for a variable that is not there counts as an error with those
/// who watch for errors.
pub(super) fn is_wanted(ptx: &[u8]) -> bool {
    const NAME: &[u8] = b"device_stack";
    ptx.windows(NAME.len()).any(|part| part == NAME)
}

/// How much of a stack calls may use; the rest is for what the last of them does.
fn calls(stack: usize) -> usize {
    stack / 4 * 3
}

/// Gives the threads of a loaded program with recursion a stack of `size` bytes beyond what its kernels use, or as much as there is
/// memory for. The context is current.
pub(super) fn provide(
    module: sys::CUmodule,
    kernels: &[sys::CUfunction],
    size: usize,
) -> Result<(), DeviceError> {
    // SAFETY: the module is loaded.
    let (variable, _) =
        unsafe { result::module::get_global(module, c"device_stack".into()) }.map_err(lost)?;
    let mut own = 0;
    for kernel in kernels {
        let attribute = sys::CUfunction_attribute::CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES;
        // SAFETY: the kernel is one of the module.
        let bytes = unsafe { result::function::get_function_attribute(*kernel, attribute) }.map_err(lost)?;
        own = own.max(usize::try_from(bytes).unwrap_or(0));
    }
    // Another program may have asked for more.
    let limit = sys::CUlimit::CU_LIMIT_STACK_SIZE;
    let there = result::ctx::get_limit(limit).map_err(lost)?;
    let mut size = size;
    while there < own + size {
        match result::ctx::set_limit(limit, own + size) {
            Ok(()) => break,
            Err(_) if size / 2 >= LEAST => size /= 2,
            Err(e) => return Err(lost(e)),
        }
    }
    // SAFETY: the variable is of the module and has eight bytes.
    unsafe { result::memcpy_htod_sync(variable, &(calls(size) as u64).to_le_bytes()) }.map_err(lost)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stacks_take_a_share_of_the_memory() {
        // An H200, and a card with less memory for each thread.
        assert_eq!(size(139 << 30, 132 * 2048), 134 << 10);
        assert_eq!(size(8 << 30, 46 * 1536), 29 << 10);
        assert_eq!(size(1 << 40, 2048), MOST);
        assert_eq!(size(1 << 20, 1 << 20), LEAST);
        assert!(calls(LEAST) < LEAST);
    }
}
