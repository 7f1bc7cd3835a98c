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
    outcome: Outcome<R>,
    waker: Option<Waker>,
}

enum Outcome<R> {
    Waiting,
    Ended(Result<R>),
    /// Somebody has it.
    Taken,
}

/// Ends a call. One that is dropped before says that the call has come to no end of its own.
pub(crate) struct Finish<R>(Arc<Shared<R>>);

impl<R> Shared<R> {
    fn lock(&self) -> MutexGuard<'_, State<R>> {
        // The state is set in one step, so that a panic elsewhere leaves it whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<R> State<R> {
    /// The result, if the call has ended.
    ///
    /// # Panics
    /// If it has been taken before.
    fn take(&mut self) -> Option<Result<R>> {
        match std::mem::replace(&mut self.outcome, Outcome::Taken) {
            Outcome::Ended(result) => Some(result),
            Outcome::Waiting => {
                self.outcome = Outcome::Waiting;
                None
            }
            Outcome::Taken => panic!("the result of this call has been taken before"),
        }
    }
}

impl<R> Finish<R> {
    pub(crate) fn set(self, result: Result<R>) {
        self.end(result);
    }

    fn end(&self, result: Result<R>) {
        let mut state = self.0.lock();
        if !matches!(state.outcome, Outcome::Waiting) {
            return;
        }
        state.outcome = Outcome::Ended(result);
        let waker = state.waker.take();
        drop(state);
        self.0.done.notify_all();
        // What an executor does must not end the thread that other calls wait for.
        let _ = driver::guarded(|| waker.into_iter().for_each(Waker::wake));
    }
}

impl<R> Drop for Finish<R> {
    fn drop(&mut self) {
        self.end(Err(Error::from_driver(driver::Error::Device("the thread for calls has ended".into()), "")));
    }
}

impl<R> Pending<R> {
    pub(crate) fn new() -> (Pending<R>, Finish<R>) {
        let state = Mutex::new(State { outcome: Outcome::Waiting, waker: None });
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
        !matches!(self.shared.lock().outcome, Outcome::Waiting)
    }

    /// Waits until the call has ended.
    ///
    /// # Panics
    /// If the call was awaited before.
    pub fn wait(self) -> Result<R> {
        let mut state = self.shared.lock();
        loop {
            match state.take() {
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
        match state.take() {
            Some(result) => Poll::Ready(result),
            None => {
                state.waker = Some(context.waker().clone());
                Poll::Pending
            }
        }
    }
}
