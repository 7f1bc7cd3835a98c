//! Ctrl-C during a call.
//!
//! Python's own handler of signals only notes that one came; Python looks when it runs again, which it does not while a program does.
//! So for the time of a call on the main thread another handler stands before it, which also asks the program to stop.

use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};
use windrow::Stop;

/// The call that runs on the main thread.
static RUNNING: AtomicPtr<Stop> = AtomicPtr::new(std::ptr::null_mut());
/// Python's handler.
static BEFORE: AtomicUsize = AtomicUsize::new(libc::SIG_DFL);

extern "C" fn interrupted(signal: libc::c_int) {
    if !is_main() {
        // Only the main thread knows for how long its call is there. It may be sent signals from a handler.
        // SAFETY: these have no preconditions.
        unsafe { libc::syscall(libc::SYS_tgkill, libc::getpid(), libc::getpid(), signal) };
        return;
    }
    // SAFETY: the pointer is null, or to a call of this thread, which does not end while its handler runs.
    if let Some(stop) = unsafe { RUNNING.load(Ordering::SeqCst).as_ref() } {
        stop.request();
    }
    let before = BEFORE.load(Ordering::SeqCst);
    if before != libc::SIG_DFL && before != libc::SIG_IGN {
        // SAFETY: it was the handler of this signal, and takes its number: `Guard::new` has looked.
        let before: extern "C" fn(libc::c_int) = unsafe { std::mem::transmute(before) };
        before(signal);
    }
}

fn is_main() -> bool {
    // SAFETY: these have no preconditions.
    unsafe { libc::syscall(libc::SYS_gettid) == libc::c_long::from(libc::getpid()) }
}

/// Stops a call on Ctrl-C until this is dropped.
pub(crate) struct Guard {
    before: libc::sigaction,
}

impl Guard {
    /// None where Ctrl-C does not concern this thread, or Python leaves it to the system.
    pub(crate) fn new(stop: &Stop) -> Option<Guard> {
        if !is_main() {
            return None;
        }
        // SAFETY: an action of zeros is one, and the addresses are valid.
        let mut before = unsafe {
            let mut before: libc::sigaction = std::mem::zeroed();
            if libc::sigaction(libc::SIGINT, std::ptr::null(), &raw mut before) != 0 {
                return None;
            }
            before
        };
        let own = interrupted as extern "C" fn(libc::c_int) as libc::sighandler_t;
        let with_number = before.sa_flags & libc::SA_SIGINFO == 0;
        if !with_number || [libc::SIG_DFL, libc::SIG_IGN, own].contains(&before.sa_sigaction) {
            return None;
        }
        BEFORE.store(before.sa_sigaction, Ordering::SeqCst);
        RUNNING.store(std::ptr::from_ref(stop).cast_mut(), Ordering::SeqCst);
        // All else stays as Python wants it: its own waiting ends when a signal comes.
        let python = std::mem::replace(&mut before.sa_sigaction, own);
        // SAFETY: the handler does only what is allowed in one.
        let failed = unsafe { libc::sigaction(libc::SIGINT, &raw const before, std::ptr::null_mut()) } != 0;
        before.sa_sigaction = python;
        (!failed).then_some(Guard { before })
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        // SAFETY: puts back what was there.
        unsafe { libc::sigaction(libc::SIGINT, &raw const self.before, std::ptr::null_mut()) };
        RUNNING.store(std::ptr::null_mut(), Ordering::SeqCst);
    }
}
