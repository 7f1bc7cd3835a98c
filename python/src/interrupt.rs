//! Ctrl-C during calls.
//!
//! Python's own handler of signals only notes that one came; Python looks when the main thread runs again, which it does not while a call
//! runs there. So while calls run another handler stands before it, which also asks them to stop: the call of the main thread always,
//! those of other threads if Ctrl-C raises `KeyboardInterrupt`, as it does unless the program has set a handler of its own.
//!
//! The handler may run on any thread at any time. What it looks at therefore stays for ever: a list of places for calls, which only grows,
//! to as many as ever run at the same time.

use pyo3::intern;
use pyo3::prelude::*;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use windrow::Stop;

/// A place for a call that can be asked to stop.
struct Slot {
    stop: Stop,
    taken: AtomicBool,
    next: Option<&'static Slot>,
}

/// The places for calls. They are added at the front and never freed.
static SLOTS: AtomicPtr<Slot> = AtomicPtr::new(null_mut());
/// Python's handler.
static BEFORE: AtomicUsize = AtomicUsize::new(libc::SIG_DFL);
/// How many calls want the handler, and what was there before it.
static INSTALLED: Mutex<(usize, Option<libc::sigaction>)> = Mutex::new((0, None));

/// All places for calls.
fn slots() -> impl Iterator<Item = &'static Slot> {
    // SAFETY: null, or a place that is never freed.
    let first = unsafe { SLOTS.load(Ordering::Acquire).as_ref() };
    std::iter::successors(first, |slot| slot.next)
}

/// A place that nobody else has.
fn take_slot() -> &'static Slot {
    let free = |slot: &&Slot| !slot.taken.swap(true, Ordering::AcqRel);
    if let Some(slot) = slots().find(free) {
        return slot;
    }
    let slot = Box::into_raw(Box::new(Slot { stop: Stop::new(), taken: AtomicBool::new(true), next: None }));
    let mut first = SLOTS.load(Ordering::Acquire);
    loop {
        // SAFETY: nobody else knows the place before it is in the list; the first one is null or never freed.
        unsafe { (*slot).next = first.as_ref() };
        match SLOTS.compare_exchange(first, slot, Ordering::AcqRel, Ordering::Acquire) {
            // SAFETY: never freed, and not written to as a whole from now on.
            Ok(_) => return unsafe { &*slot },
            Err(other) => first = other,
        }
    }
}

extern "C" fn interrupted(signal: libc::c_int) {
    for slot in slots().filter(|slot| slot.taken.load(Ordering::Acquire)) {
        slot.stop.request();
    }
    let before = BEFORE.load(Ordering::SeqCst);
    if before != libc::SIG_DFL && before != libc::SIG_IGN {
        // SAFETY: it was the handler of this signal, and takes its number: `install` has looked.
        let before: extern "C" fn(libc::c_int) = unsafe { std::mem::transmute(before) };
        before(signal);
    }
}

/// The handler as the system names it.
fn own() -> libc::sighandler_t {
    interrupted as extern "C" fn(libc::c_int) as libc::sighandler_t
}

fn current() -> Option<libc::sigaction> {
    // SAFETY: an action of zeros is one, and the address is valid.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        (libc::sigaction(libc::SIGINT, std::ptr::null(), &raw mut action) == 0).then_some(action)
    }
}

fn set(action: &libc::sigaction) -> bool {
    // SAFETY: the handler is one that was there before, or ours, which does only what is allowed in one.
    unsafe { libc::sigaction(libc::SIGINT, action, null_mut()) == 0 }
}

/// Puts the handler before Python's for one more call; whether it is there.
fn install() -> bool {
    let mut installed = INSTALLED.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(mut action) = current() else { return false };
    if action.sa_sigaction != own() {
        let with_number = action.sa_flags & libc::SA_SIGINFO == 0;
        if !with_number || [libc::SIG_DFL, libc::SIG_IGN].contains(&action.sa_sigaction) {
            return false;
        }
        BEFORE.store(action.sa_sigaction, Ordering::SeqCst);
        installed.1 = Some(action);
        // All else stays as Python wants it: its own waiting ends when a signal comes.
        action.sa_sigaction = own();
        if !set(&action) {
            return false;
        }
    }
    installed.0 += 1;
    true
}

/// Puts Python's handler back after the last call, unless the program has set another one meanwhile.
fn uninstall() {
    let mut installed = INSTALLED.lock().unwrap_or_else(PoisonError::into_inner);
    installed.0 -= 1;
    if installed.0 == 0
        && current().is_some_and(|action| action.sa_sigaction == own())
        && let Some(before) = installed.1.take()
    {
        set(&before);
    }
}

fn is_main() -> bool {
    // SAFETY: these have no preconditions.
    unsafe { libc::syscall(libc::SYS_gettid) == libc::c_long::from(libc::getpid()) }
}

/// Whether Ctrl-C raises `KeyboardInterrupt`.
fn raises(py: Python<'_>) -> PyResult<bool> {
    let module = py.import(intern!(py, "_signal"))?;
    let handler = module.call_method1(intern!(py, "getsignal"), (libc::SIGINT,))?;
    Ok(handler.is(&module.getattr(intern!(py, "default_int_handler"))?))
}

/// A call that can be interrupted, until this is dropped. It is made and dropped with the lock of the interpreter, as Python's own
/// handlers are set.
pub(crate) struct Guard {
    slot: Option<&'static Slot>,
}

/// Of calls that Ctrl-C does not concern.
static NEVER: Stop = Stop::new();

impl Guard {
    /// Its call is not stopped where Python leaves Ctrl-C to the system.
    pub(crate) fn new(py: Python<'_>) -> PyResult<Guard> {
        let concerned = is_main() || raises(py)?;
        if !concerned || !install() {
            return Ok(Guard { slot: None });
        }
        let slot = take_slot();
        let guard = Guard { slot: Some(slot) };
        // One that came before.
        py.check_signals()?;
        Ok(guard)
    }

    /// What the call has to look at.
    pub(crate) fn stop(&self) -> &'static Stop {
        self.slot.map_or(&NEVER, |slot| &slot.stop)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        if let Some(slot) = self.slot {
            // For the next call, before a signal can concern it.
            slot.stop.reset();
            slot.taken.store(false, Ordering::Release);
            uninstall();
        }
    }
}
