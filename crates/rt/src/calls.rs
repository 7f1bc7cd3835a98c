//! Calls between functions of the host part: each activation has variables of its own.
//!
//! The kernels of a call may fail after it has returned, so the record is looked at when a call begins and when it ends: what is found
//! in between happened inside. The position of the call and its indices are then added to the failure on the way out, as
//! the interpreter does.

use crate::RunError;
use crate::frame::Frame;
use crate::memory::Handle;
use base::{Id, Scalar, ScalarType};
use ir::failure::call_of_row;
use ir::kernel::{CheckId, HostFun, HostId, KType, KVar};

/// The stack of a run that calls functions. What kernels on this thread use of it (`DEVICE_STACK` in `emit/src/support/native.h`) fits
/// behind what calls may use.
const STACK: usize = 512 << 20;
/// How much of it calls may use; the rest is for what the last of them does.
const CALLS: usize = STACK / 4 * 3;
/// The most calls that may be under way: each holds memory, on the device too.
const DEPTH: usize = 100_000;

/// The activations that wait for a call to return.
pub(crate) struct Calls<'a> {
    waiting: Vec<(&'a HostFun, Vec<Option<Handle>>)>,
    /// Where the stack began.
    stack: usize,
    /// Whether calls have used it up.
    pub(crate) too_deep: bool,
}

/// The indices that a failure inside a call names first.
pub(crate) enum Indices {
    /// Those of the call.
    One(Vec<i64>),
    /// Those of the row that failed, of so many, in buffers of the caller.
    Rows { rows: i64, at: Vec<KVar> },
}

/// A call, as its statement says, or several with an equal part of the rows each.
pub(crate) struct Call<'s> {
    pub(crate) checks: &'s [CheckId],
    pub(crate) results: &'s [KVar],
    pub(crate) at: Indices,
}

impl Calls<'_> {
    pub(crate) fn new() -> Calls<'static> {
        Calls { waiting: vec![], stack: stack_address(), too_deep: false }
    }

    /// What activations hold that will never be returned to.
    pub(crate) fn end(&mut self) -> Vec<Option<Handle>> {
        self.waiting.drain(..).flat_map(|(_, held)| held).collect()
    }
}

/// Runs what calls functions, where there is room for them.
pub(crate) fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, RunError> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let thread = thread.map_err(|e| RunError::Broken(format!("calls: no thread: {e}")))?;
        Ok(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

impl<'a> Frame<'a> {
    /// The stack begins here.
    pub(crate) fn begin(&mut self) {
        self.calls.stack = stack_address();
    }

    /// Begins a call. A slot holds the bits of a scalar or the number of the variable that holds a buffer.
    pub(crate) fn enter(
        &mut self,
        fun: HostId,
        check: CheckId,
        slots: &[u64],
    ) -> Result<&'a HostFun, RunError> {
        self.look()?;
        let Some(callee) = self.code.program.funs.get(fun.index()) else {
            return Err(self.broken(format!("there is no function {}", fun.0)));
        };
        if self.calls.stack.abs_diff(stack_address()) > CALLS || self.calls.waiting.len() >= DEPTH {
            self.calls.too_deep = true;
            return Err(self.failure(check, &[]));
        }
        let mut held = vec![None; callee.vars.len()];
        for (param, slot) in callee.params.iter().zip(slots) {
            if matches!(callee.vars[*param].ty, KType::Buf(_)) {
                let handle = self.holding(KVar(*slot as u32))?;
                held[param.index()] = Some(self.memory.share(handle)?);
            }
        }
        let fun = std::mem::replace(&mut self.fun, callee);
        let held = std::mem::replace(&mut self.held, held);
        self.calls.waiting.push((fun, held));
        Ok(callee)
    }

    /// Ends the call that was begun last: its buffers go to the variables of the caller, or its error to whoever called.
    pub(crate) fn leave(&mut self, done: Result<(), RunError>, call: &Call) -> Result<(), RunError> {
        let callee = self.fun;
        let done = done.and_then(|()| self.look()).and_then(|()| {
            let bufs = callee.results.iter().zip(call.results);
            let bufs = bufs.filter(|(result, _)| matches!(callee.vars[**result].ty, KType::Buf(_)));
            bufs.map(|(result, to)| Ok((*to, self.memory.share(self.holding(*result)?)?))).collect()
        });
        for handle in std::mem::take(&mut self.held).into_iter().flatten() {
            self.memory.release(handle)?;
        }
        let Some((fun, held)) = self.calls.waiting.pop() else {
            return Err(self.broken("a return without a call".into()));
        };
        (self.fun, self.held) = (fun, held);
        let results: Vec<(KVar, Handle)> = done.map_err(|error| self.called(error, call))?;
        results.into_iter().try_for_each(|(to, handle)| self.hold(to, handle))
    }

    /// A failure inside a call: the position of the call follows its own, the indices of the call precede its own.
    fn called(&mut self, error: RunError, call: &Call) -> RunError {
        let RunError::Failure(mut failure) = error else { return error };
        let mut check = call.checks[0];
        // The indices of thousands of calls tell nobody anything.
        if !self.calls.too_deep {
            let at = match &call.at {
                Indices::One(at) => at.clone(),
                Indices::Rows { .. } if failure.at.is_empty() => vec![],
                Indices::Rows { rows, at } => {
                    let row = failure.at.remove(0);
                    check = call.checks[call_of_row(row, *rows, call.checks.len())];
                    match at.iter().map(|buf| self.element(*buf, row)).collect() {
                        Ok(at) => at,
                        Err(error) => return error,
                    }
                }
            };
            failure.at.splice(0..0, at);
        }
        if let Some(line) = self.code.program.checks.get(check) {
            failure.loc = failure.loc.through_call(&line.loc);
        }
        RunError::Failure(failure)
    }

    /// A number of a buffer, whatever the record says.
    fn element(&mut self, buf: KVar, at: i64) -> Result<i64, RunError> {
        let (handle, at) = (self.holding(buf)?, self.size(buf, at)?);
        let mut bits = [0u8; 8];
        self.memory.download(handle, at, &mut bits)?;
        Ok(Scalar::from_bits(ScalarType::I64, u64::from_le_bytes(bits)).as_i64())
    }
}

/// Where the stack has got to.
fn stack_address() -> usize {
    let here = 0u8;
    std::ptr::from_ref(&here).addr()
}
