//! Contexts: devices with their memory, and what has gone wrong in them.

use crate::config::Config;
use crate::failure::{CFailure, ERROR, Failures, Fault};
use crate::text;
use api::{Entry, Module};
use std::collections::BTreeMap;
use std::ffi::{c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

/// `struct windrow_context`: a counted pointer, which values and programs hold too, so that they may be freed after it.
pub(crate) struct Context {
    /// None if it could not be made: then the failures say why.
    opened: Option<Opened>,
    pub(crate) failures: Failures,
    /// Whether calls are counted and timed.
    profiling: bool,
    paused: AtomicBool,
    calls: Mutex<BTreeMap<String, Calls>>,
    logging: bool,
    /// Where the log goes; standard error if it is null.
    log: AtomicPtr<libc::FILE>,
}

pub(crate) struct Opened {
    pub(crate) context: api::Context,
    /// The program of a library that was generated for it.
    pub(crate) library: Option<Module>,
    /// Its entry points, in order, when they are first called.
    pub(crate) entries: Vec<(String, OnceLock<Entry>)>,
}

/// How often an entry point was called, and how long that took.
#[derive(Clone, Copy, Default)]
struct Calls {
    count: u64,
    time: Duration,
}

impl Context {
    /// A context for C, whether or not it could be opened.
    pub(crate) fn make(
        config: &Config,
        open: impl FnOnce(&Config) -> Result<Opened, Fault>,
    ) -> *const Context {
        let failures = Failures::default();
        let opened = guarded(|| open(config)).inspect_err(|fault| _ = failures.add(fault)).ok();
        Arc::into_raw(Arc::new(Context {
            opened,
            failures,
            profiling: config.profiling,
            paused: AtomicBool::new(false),
            calls: Mutex::default(),
            logging: config.logging,
            log: AtomicPtr::default(),
        }))
    }

    /// The context at a pointer.
    ///
    /// # Safety
    /// It is null or a context that has not been freed.
    pub(crate) unsafe fn at(pointer: *const Context) -> Option<Arc<Context>> {
        if pointer.is_null() {
            return None;
        }
        // SAFETY: a context is a counted pointer; this is one more.
        unsafe {
            Arc::increment_strong_count(pointer);
            Some(Arc::from_raw(pointer))
        }
    }

    pub(crate) fn opened(&self) -> Result<&Opened, Fault> {
        self.opened.as_ref().ok_or_else(|| "the context could not be made, and cannot be used".into())
    }

    pub(crate) fn api(&self) -> Result<&api::Context, Fault> {
        Ok(&self.opened()?.context)
    }

    /// Does something that may fail; gives 0 or the code of the failure, which is recorded.
    pub(crate) fn run(&self, f: impl FnOnce() -> Result<(), Fault>) -> c_int {
        match guarded(f) {
            Ok(()) => 0,
            Err(fault) => self.failures.add(&fault),
        }
    }

    /// Counts a call.
    pub(crate) fn called(&self, entry: &str, time: Duration) {
        if self.profiling && !self.paused.load(Ordering::Relaxed) {
            let mut calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
            let calls = calls.entry(entry.to_string()).or_default();
            calls.count += 1;
            calls.time += time;
        }
        if self.logging {
            let line = text::owned(&format!("windrow: {entry}: {} us\n", time.as_micros()));
            let file = self.log.load(Ordering::Acquire);
            if file.is_null() {
                eprint!("{}", line.to_string_lossy());
            } else {
                // SAFETY: the client gave an open file, to be used until the context is freed.
                unsafe { _ = libc::fputs(line.as_ptr(), file) };
            }
        }
    }

    /// What is known of calls and memory, as JSON.
    fn report(&self) -> Result<String, Fault> {
        let stats = self.api()?.stats();
        let copies = stats.copies.total();
        let calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let entries: Vec<String> = calls
            .iter()
            .map(|(name, calls)| {
                format!("\"{name}\":{{\"calls\":{},\"micros\":{}}}", calls.count, calls.time.as_micros())
            })
            .collect();
        Ok(format!(
            "{{\"entries\":{{{}}},\"memory\":{{\"resident\":{},\"adopted\":{},\"pooled\":{},\"peak\":{},\"evictions\":{}}},\"copies\":{{\"count\":{},\"bytes\":{}}}}}",
            entries.join(","),
            stats.resident,
            stats.adopted,
            stats.pooled,
            stats.peak,
            stats.evictions,
            copies.count,
            copies.bytes,
        ))
    }
}

/// A panic is a failure like any other.
fn guarded<T>(f: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    // What is shared with `f` is behind locks that do not mind a panic.
    catch_unwind(AssertUnwindSafe(f)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic");
        Err(Fault::from(format!("bug in windrow: {text}")).plain())
    })
}

/// Does something in a context; gives 0 or a code.
///
/// # Safety
/// The pointer is null or a context.
pub(crate) unsafe fn within(
    context: *const Context,
    f: impl FnOnce(&Arc<Context>) -> Result<(), Fault>,
) -> c_int {
    // SAFETY: the caller promises it.
    match unsafe { Context::at(context) } {
        Some(context) => context.run(|| f(&context)),
        None => ERROR,
    }
}

/// Does something that does not call a program: see [`Fault::plain`].
///
/// # Safety
/// The pointer is null or a context.
pub(crate) unsafe fn plainly(
    context: *const Context,
    f: impl FnOnce(&Arc<Context>) -> Result<(), Fault>,
) -> c_int {
    // SAFETY: the caller promises it.
    unsafe { within(context, |context| f(context).map_err(Fault::plain)) }
}

/// What `f` finds in a context, or something else if it fails: for functions that return no code.
///
/// # Safety
/// The pointer is null or a context.
pub(crate) unsafe fn found<T>(
    context: *const Context,
    otherwise: T,
    f: impl FnOnce(&Arc<Context>) -> Result<T, Fault>,
) -> T {
    let mut found = otherwise;
    // SAFETY: the caller promises it.
    unsafe {
        plainly(context, |context| {
            found = f(context)?;
            Ok(())
        })
    };
    found
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_context_free(context: *const Context) {
    if !context.is_null() {
        // SAFETY: one of the functions that make contexts made it, and nobody frees it again.
        drop(unsafe { Arc::from_raw(context) });
    }
}

/// Calls wait for their results, so that there is nothing to wait for.
#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_context_sync(context: *const Context) -> c_int {
    // SAFETY: a context.
    unsafe { within(context, |context| context.opened().map(drop)) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_context_get_error(context: *const Context) -> *mut c_char {
    // SAFETY: a context.
    let text = unsafe { Context::at(context) }.and_then(|context| context.failures.take());
    text.map_or(std::ptr::null_mut(), |text| text::give(&text))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_context_failure(context: *const c_void) -> *const CFailure {
    // SAFETY: a context. The failure belongs to it.
    let context = unsafe { Context::at(context.cast()) };
    context.map_or(std::ptr::null(), |context| context.failures.last())
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_context_clear_caches(context: *const Context) -> c_int {
    // SAFETY: a context.
    unsafe {
        plainly(context, |context| {
            context.api()?.release_unused();
            Ok(())
        })
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_context_report(context: *const Context) -> *mut c_char {
    // SAFETY: a context.
    unsafe { found(context, std::ptr::null_mut(), |context| Ok(text::give(&context.report()?))) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_context_pause_profiling(context: *const Context, flag: c_int) {
    // SAFETY: a context.
    if let Some(context) = unsafe { Context::at(context) } {
        context.paused.store(flag != 0, Ordering::Relaxed);
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_context_set_logging_file(context: *const Context, file: *mut libc::FILE) {
    // SAFETY: a context.
    if let Some(context) = unsafe { Context::at(context) } {
        context.log.store(file, Ordering::Release);
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_context_backend(context: *const Context) -> *const c_char {
    // SAFETY: a context.
    let context = unsafe { Context::at(context) };
    let name = match context.as_ref().and_then(|context| context.api().ok().map(api::Context::backend)) {
        Some(api::Backend::Native) => c"native",
        Some(api::Backend::Cuda) => c"cuda",
        Some(api::Backend::OpenCl) => c"opencl",
        Some(api::Backend::Interp) => c"interp",
        Some(_) => c"unknown",
        None => return std::ptr::null(),
    };
    name.as_ptr()
}
