//! Ctrl-C while a program runs on a device: the first ends the run, the second the process.

use rt::Stop;

/// The run that is under way.
static RUN: Stop = Stop::new();

/// Does something that ends early when its argument is requested, which Ctrl-C does meanwhile.
pub(super) fn interruptible<T>(run: impl FnOnce(&Stop) -> T) -> T {
    RUN.reset();
    let before = handle();
    let result = run(&RUN);
    restore(before);
    result
}

#[cfg(unix)]
extern "C" fn interrupted(_: libc::c_int) {
    if RUN.requested() {
        // SAFETY: ends the process, which is allowed in a handler.
        unsafe { libc::_exit(130) }
    }
    RUN.request();
}

#[cfg(unix)]
fn handle() -> libc::sighandler_t {
    let handler = interrupted as extern "C" fn(libc::c_int);
    // SAFETY: the handler only does what a handler may do.
    unsafe { libc::signal(libc::SIGINT, handler as libc::sighandler_t) }
}

#[cfg(unix)]
fn restore(before: libc::sighandler_t) {
    // SAFETY: this is what was there before.
    unsafe { libc::signal(libc::SIGINT, before) };
}

#[cfg(not(unix))]
fn handle() {}

#[cfg(not(unix))]
fn restore(_: ()) {}
