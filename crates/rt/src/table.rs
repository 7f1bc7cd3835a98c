//! The table of functions that a compiled host part calls. It passes the numbers of buffer variables, never pointers,
//! because memory may be evicted and brought back.
//!
//! A function that returns a status returns 0 when the run goes on; otherwise the host part returns at once and the error
//! waits in the run. `emit`'s `support/host.h` declares the same table.

use crate::RunError;
use crate::calls::{Call, Indices};
use crate::frame::Frame;
use ir::kernel::{CheckId, HostId, KVar, KernelId};
use std::ffi::c_void;
use std::slice;

/// A compiled host part. It gets the bits of the scalar arguments, one per parameter, and fills in one number per result: the
/// bits of a scalar or how many elements of a buffer are valid. It returns 0 on success.
pub type HostEntry = unsafe extern "C" fn(*const Table, *const u64, *mut u64) -> i32;

/// What a compiled host part can ask for.
#[repr(C)]
pub struct Table {
    run: *mut c_void,
    workers: i64,
    /// Not 0 when the run shall end.
    stop: *const i32,
    alloc: unsafe extern "C" fn(*mut c_void, u32, i64, i32) -> i32,
    reuse: unsafe extern "C" fn(*mut c_void, u32, u32, i64) -> i32,
    share: unsafe extern "C" fn(*mut c_void, u32, u32) -> i32,
    release: unsafe extern "C" fn(*mut c_void, u32) -> i32,
    copy: unsafe extern "C" fn(*mut c_void, u32, i64, u32, i64, i64) -> i32,
    launch: unsafe extern "C" fn(*mut c_void, u32, i64, *const u64, u32) -> i32,
    read: unsafe extern "C" fn(*mut c_void, *const u32, *const i64, *mut u64, u32) -> i32,
    fail: unsafe extern "C" fn(*mut c_void, u32, *const u64, u32) -> i32,
    enter: unsafe extern "C" fn(*mut c_void, u32, u32, *const u64, u32) -> i32,
    leave:
        unsafe extern "C" fn(*mut c_void, *const u32, u32, i32, *const u32, u32, *const u64, u32, u64) -> i32,
    stopped: unsafe extern "C" fn(*mut c_void) -> i32,
}

/// Runs a compiled host part and returns the number of each result.
pub(crate) fn call(entry: HostEntry, frame: &mut Frame, args: &[u64]) -> Result<Vec<u64>, RunError> {
    let mut results = vec![0; frame.fun.results.len()];
    let workers = frame.code.device.info().workers;
    let frame_stop = frame.code.stop.flag();
    let mut run = Run { frame, error: None };
    let table = Table {
        run: (&raw mut run).cast(),
        workers,
        stop: frame_stop,
        alloc,
        reuse,
        share,
        release,
        copy,
        launch,
        read,
        fail,
        enter,
        leave,
        stopped,
    };
    // SAFETY: the entry was printed for this table and this function; `args` and `results` have the lengths it expects.
    let status = unsafe { entry(&table, args.as_ptr(), results.as_mut_ptr()) };
    match run.error.take() {
        Some(error) => Err(error),
        None if status != 0 => Err(run.frame.broken(format!("the host part returned {status}"))),
        None => Ok(results),
    }
}

struct Run<'f, 'a> {
    frame: &'f mut Frame<'a>,
    error: Option<RunError>,
}

/// Does one thing for a host part and keeps the error.
///
/// # Safety
/// `run` is the `run` of the table, and nobody else uses it now.
unsafe fn step(run: *mut c_void, body: impl FnOnce(&mut Frame) -> Result<(), RunError>) -> i32 {
    // SAFETY: the caller promises it; a host part runs on one thread.
    let run = unsafe { &mut *run.cast::<Run>() };
    match body(run.frame) {
        Ok(()) => 0,
        Err(error) => {
            run.error.get_or_insert(error);
            1
        }
    }
}

unsafe extern "C" fn alloc(run: *mut c_void, buf: u32, count: i64, zeroed: i32) -> i32 {
    // SAFETY: called by a host part with its table's `run`; so below.
    unsafe { step(run, |frame| frame.alloc(KVar(buf), count, zeroed != 0)) }
}

unsafe extern "C" fn reuse(run: *mut c_void, to: u32, from: u32, count: i64) -> i32 {
    unsafe { step(run, |frame| frame.reuse(KVar(to), KVar(from), count)) }
}

unsafe extern "C" fn share(run: *mut c_void, to: u32, from: u32) -> i32 {
    unsafe { step(run, |frame| frame.share(KVar(to), KVar(from))) }
}

unsafe extern "C" fn release(run: *mut c_void, buf: u32) -> i32 {
    unsafe { step(run, |frame| frame.release(KVar(buf))) }
}

unsafe extern "C" fn copy(run: *mut c_void, to: u32, to_at: i64, from: u32, from_at: i64, count: i64) -> i32 {
    unsafe { step(run, |frame| frame.copy((KVar(to), to_at), (KVar(from), from_at), count)) }
}

unsafe extern "C" fn launch(run: *mut c_void, kernel: u32, groups: i64, args: *const u64, count: u32) -> i32 {
    // SAFETY: the host part passes an array of `count` slots.
    unsafe {
        let slots = slice::from_raw_parts(args, count as usize);
        step(run, |frame| frame.launch(KernelId(kernel), groups, slots))
    }
}

unsafe extern "C" fn read(
    run: *mut c_void,
    bufs: *const u32,
    at: *const i64,
    bits: *mut u64,
    count: u32,
) -> i32 {
    // SAFETY: the host part passes arrays of `count` buffers, positions and words.
    unsafe {
        let count = count as usize;
        let (bufs, at) = (slice::from_raw_parts(bufs, count), slice::from_raw_parts(at, count));
        let bits = slice::from_raw_parts_mut(bits, count);
        step(run, |frame| {
            let places: Vec<(KVar, i64)> = bufs.iter().zip(at).map(|(buf, at)| (KVar(*buf), *at)).collect();
            let values = frame.read(&places)?;
            bits.iter_mut().zip(values).for_each(|(word, value)| *word = value.bits());
            Ok(())
        })
    }
}

unsafe extern "C" fn fail(run: *mut c_void, check: u32, vals: *const u64, count: u32) -> i32 {
    // SAFETY: the host part passes an array of `count` operands.
    unsafe {
        let vals = slice::from_raw_parts(vals, count as usize);
        step(run, |frame| {
            frame.look()?;
            Err(frame.failure(CheckId(check), vals))
        })
    }
}

unsafe extern "C" fn enter(run: *mut c_void, fun: u32, check: u32, args: *const u64, count: u32) -> i32 {
    // SAFETY: the host part passes an array of `count` slots.
    unsafe {
        let slots = slice::from_raw_parts(args, count as usize);
        step(run, |frame| frame.enter(HostId(fun), CheckId(check), slots).map(|_| ()))
    }
}

/// The host part has seen that it shall end.
unsafe extern "C" fn stopped(run: *mut c_void) -> i32 {
    unsafe { step(run, |_| Err(RunError::Cancelled)) }
}

/// The call returned `failed`: then the error waits in the run, and goes on to the caller with the position of the call.
#[allow(clippy::too_many_arguments)] // Arrays are passed to C as pointer and length.
unsafe extern "C" fn leave(
    run: *mut c_void,
    calls: *const u32,
    call_count: u32,
    failed: i32,
    results: *const u32,
    count: u32,
    at: *const u64,
    at_count: u32,
    rows: u64,
) -> i32 {
    // SAFETY: the host part passes arrays of these lengths, and its table's `run`, which nobody else uses now.
    let (calls, results, at, pending) = unsafe {
        let calls = slice::from_raw_parts(calls, call_count as usize);
        let results = slice::from_raw_parts(results, count as usize);
        let pending = if failed == 0 { None } else { (*run.cast::<Run>()).error.take() };
        (calls, results, slice::from_raw_parts(at, at_count as usize), pending)
    };
    let results: Vec<KVar> = results.iter().map(|var| KVar(*var)).collect();
    let at = match rows {
        0 => Indices::One(at.iter().map(|word| *word as i64).collect()),
        rows => Indices::Rows { rows: rows as i64, at: at.iter().map(|word| KVar(*word as u32)).collect() },
    };
    let checks: Vec<CheckId> = calls.iter().map(|check| CheckId(*check)).collect();
    let call = Call { checks: &checks, results: &results, at };
    unsafe {
        step(run, |frame| {
            let done = match (pending, failed) {
                (Some(error), _) => Err(error),
                (None, 0) => Ok(()),
                (None, status) => Err(frame.broken(format!("a function returned {status}"))),
            };
            frame.leave(done, &call)
        })
    }
}
