//! Host memory for large arrays: whole huge pages where the system has them.
//!
//! A fresh array costs one page fault per page at its first use. With pages of 4 KiB that is a large part of the time of a
//! program that makes its arrays anew; with huge pages it is 512 times fewer faults.

use crate::available::available_memory;
use crate::device::{DeviceError, padded};
use std::alloc::Layout;

/// Memory is handed out on cache lines.
const ALIGN: usize = 64;

/// The size of a huge page. Arrays from this size on begin at one.
const HUGE: usize = 2 << 20;

fn layout(bytes: usize) -> Result<Layout, DeviceError> {
    let align = if bytes >= HUGE { HUGE } else { ALIGN };
    let size = padded(bytes)?.checked_next_multiple_of(ALIGN);
    size.and_then(|size| Layout::from_size_align(size, align).ok()).ok_or(DeviceError::OutOfMemory { bytes })
}

/// From this size on the system is asked whether it has the memory: it would promise what it has not, and end the process when it is used.
const LARGE: usize = 64 << 20;

/// The address of fresh memory for `bytes` bytes.
pub(super) fn alloc(bytes: usize) -> Result<u64, DeviceError> {
    let layout = layout(bytes)?;
    if bytes >= LARGE && available_memory().is_some_and(|free| free < bytes) {
        return Err(DeviceError::OutOfMemory { bytes });
    }
    // SAFETY: the size is not zero.
    let pointer = unsafe { std::alloc::alloc(layout) } as u64;
    if pointer == 0 {
        return Err(DeviceError::OutOfMemory { bytes });
    }
    advise(pointer, bytes);
    Ok(pointer)
}

/// Frees memory.
///
/// # Safety
/// `pointer` is what [`alloc`] gave for the same number of bytes, and is freed once.
pub(super) unsafe fn free(pointer: u64, bytes: usize) {
    if let Ok(layout) = layout(bytes) {
        // SAFETY: by the precondition it was made with this layout.
        unsafe { std::alloc::dealloc(pointer as *mut u8, layout) }
    }
}

/// Asks for huge pages in the whole huge pages of a block. A system without them refuses, and nothing is lost.
#[cfg(target_os = "linux")]
fn advise(pointer: u64, bytes: usize) {
    let whole = bytes / HUGE * HUGE;
    if whole > 0 {
        // SAFETY: the range lies inside the block, and the advice does not change what it holds.
        let _ = unsafe { libc::madvise(pointer as *mut libc::c_void, whole, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(not(target_os = "linux"))]
fn advise(_pointer: u64, _bytes: usize) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_blocks_begin_at_huge_pages() {
        for bytes in [HUGE, HUGE + 1, 5 * HUGE] {
            let pointer = alloc(bytes).unwrap();
            assert_eq!(pointer % HUGE as u64, 0);
            // SAFETY: it was made above.
            unsafe { free(pointer, bytes) };
        }
        assert!(alloc(usize::MAX).is_err());
    }

    /// What the kernel says of the mapping that holds an address: its line of flags, `hg` among them where huge pages were asked for.
    #[cfg(target_os = "linux")]
    fn flags(pointer: u64) -> Option<String> {
        let maps = std::fs::read_to_string("/proc/self/smaps").ok()?;
        let mut inside = false;
        for line in maps.lines() {
            let range = line.split(' ').next().and_then(|r| r.split_once('-'));
            let ends = range.map(|(a, b)| (u64::from_str_radix(a, 16), u64::from_str_radix(b, 16)));
            if let Some((Ok(from), Ok(to))) = ends {
                inside = (from..to).contains(&pointer);
            } else if inside && line.starts_with("VmFlags:") {
                return Some(line.to_string());
            }
        }
        None
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn large_blocks_are_advised() {
        // Without the file the kernel was built without huge pages.
        if !std::path::Path::new("/sys/kernel/mm/transparent_hugepage/enabled").exists() {
            return;
        }
        let pointer = alloc(3 * HUGE).unwrap();
        if let Some(flags) = flags(pointer) {
            assert!(flags.contains(" hg"), "{flags}");
        }
        // SAFETY: it was made above.
        unsafe { free(pointer, 3 * HUGE) };
    }
}
