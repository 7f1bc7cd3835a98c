//! Calls that nobody waits for.

use crate::error::{Error, Result};
use rt::Stop;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

/// A call that has been started: a future, which any executor runs, or something to wait for.
///
/// Dropping it does not stop the call; [`Pending::cancel`] does.
pub struct Pending<R> {
    shared: Arc<Shared<R>>,
    stop: Arc<Stop>,
}

struct Shared<R> {
    state: Mutex<State<R>>,
    done: Condvar,
}

struct State<R> {
    result: Option<Result<R>>,
    waker: Option<Waker>,
}

/// Ends a call.
pub(crate) struct Finish<R>(Arc<Shared<R>>);

impl<R> Shared<R> {
    fn lock(&self) -> MutexGuard<'_, State<R>> {
        // The state is set in one step, so that a panic elsewhere leaves it whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<R> Finish<R> {
    pub(crate) fn set(self, result: Result<R>) {
        let mut state = self.0.lock();
        state.result = Some(result);
        let waker = state.waker.take();
        drop(state);
        self.0.done.notify_all();
        waker.into_iter().for_each(Waker::wake);
    }
}

impl<R> Pending<R> {
    pub(crate) fn new() -> (Pending<R>, Finish<R>) {
        let state = Mutex::new(State { result: None, waker: None });
        let shared = Arc::new(Shared { state, done: Condvar::new() });
        (Pending { shared: shared.clone(), stop: Arc::default() }, Finish(shared))
    }

    /// A call that could not be started.
    pub(crate) fn failed(error: Error) -> Pending<R> {
        let (pending, finish) = Pending::new();
        finish.set(Err(error));
        pending
    }

    pub(crate) fn stop(&self) -> Arc<Stop> {
        self.stop.clone()
    }

    /// Asks the call to end. It then fails with [`ErrorKind::Cancelled`](crate::ErrorKind::Cancelled) before its next kernel or round of
    /// a loop of its host part, unless it is done before that: a kernel that runs is not stopped, and the interpreter only looks
    /// before it begins.
    pub fn cancel(&self) {
        self.stop.request();
    }

    /// Whether the call has ended.
    pub fn is_done(&self) -> bool {
        self.shared.lock().result.is_some()
    }

    /// Waits until the call has ended.
    pub fn wait(self) -> Result<R> {
        let mut state = self.shared.lock();
        loop {
            match state.result.take() {
                Some(result) => return result,
                None => state = self.shared.done.wait(state).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}

impl<R> Future for Pending<R> {
    type Output = Result<R>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<R>> {
        let mut state = self.shared.lock();
        match state.result.take() {
            Some(result) => Poll::Ready(result),
            None => {
                state.waker = Some(context.waker().clone());
                Poll::Pending
            }
        }
    }
}
