//! Memory that faults when somebody leaves it.

use std::io;

/// A read-only copy of some bytes at the end of a page, with a page behind it that nobody may touch. The copy is aligned as its length is,
/// which is no more than elements need.
pub struct Guarded {
    /// Where the mapping begins.
    base: usize,
    /// Bytes in front of the guard.
    front: usize,
    page: usize,
    bytes: usize,
}

#[cfg(target_os = "linux")]
impl Guarded {
    /// A copy of `data`.
    pub fn new(data: &[u8]) -> io::Result<Guarded> {
        // SAFETY: this only asks for a number.
        let page = usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap_or(4096);
        let front = data.len().max(1).next_multiple_of(page);
        let (read_write, kind) =
            (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
        // SAFETY: a new mapping at an address that the system chooses changes no other memory.
        let base = unsafe { libc::mmap(std::ptr::null_mut(), front + page, read_write, kind, -1, 0) };
        if base == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let guarded = Guarded { base: base.expose_provenance(), front, page, bytes: data.len() };
        // SAFETY: the bytes lie inside the mapping, which nobody else knows yet; both protections are of whole pages inside it.
        let protected = unsafe {
            std::ptr::copy_nonoverlapping(data.as_ptr(), guarded.pointer(), data.len());
            let guard = base.cast::<u8>().add(front).cast();
            libc::mprotect(base, front, libc::PROT_READ) | libc::mprotect(guard, page, libc::PROT_NONE)
        };
        if protected == 0 { Ok(guarded) } else { Err(io::Error::last_os_error()) }
    }
}

#[cfg(not(target_os = "linux"))]
impl Guarded {
    /// A copy of `data`.
    pub fn new(_: &[u8]) -> io::Result<Guarded> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

impl Guarded {
    /// Where the copy begins.
    pub fn pointer(&self) -> *mut u8 {
        std::ptr::with_exposed_provenance_mut(self.base + self.front - self.bytes)
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        #[cfg(target_os = "linux")]
        // SAFETY: the mapping is this one's own, and whoever used it is done.
        unsafe {
            libc::munmap(std::ptr::with_exposed_provenance_mut(self.base), self.front + self.page);
        }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::os::unix::process::ExitStatusExt;
    use std::process::Command;

    /// What the child process does.
    const TASK: &str = "WINDROW_TEST_GUARDED";

    #[test]
    fn the_copy_ends_where_the_page_does() {
        let guarded = Guarded::new(&[1, 2, 3]).unwrap();
        // SAFETY: three bytes were copied.
        let copy = unsafe { std::slice::from_raw_parts(guarded.pointer(), 3) };
        assert_eq!((copy, (guarded.pointer().addr() + 3) % guarded.page), (&[1, 2, 3][..], 0));
    }

    /// Not a test by itself: leaves guarded memory as the environment says.
    #[test]
    fn child() {
        let Ok(task) = std::env::var(TASK) else { return };
        let guarded = Guarded::new(&[1, 2, 3]).unwrap();
        // SAFETY: none; that is what the parent looks for.
        unsafe {
            match task.as_str() {
                "read" => _ = guarded.pointer().add(3).read_volatile(),
                _ => guarded.pointer().write_volatile(0),
            }
        }
    }

    #[test]
    fn leaving_it_ends_the_process() {
        for task in ["read", "write"] {
            let name = "testing::guarded::tests::child";
            let mut child = Command::new(std::env::current_exe().unwrap());
            let output = child.args(["--exact", name]).env(TASK, task).output().unwrap();
            assert_eq!(output.status.signal(), Some(libc::SIGSEGV), "{task}");
        }
    }
}
