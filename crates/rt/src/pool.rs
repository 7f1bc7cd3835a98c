//! A thread pool that runs a parallel-for: the caller and any idle threads take chunks of the range until it is used up.
//!
//! The caller never waits for a thread that has not started: a thread that wakes up late finds no job. So a small launch
//! costs little more than running it in the caller.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

/// The stack of a thread: more than functions that kernels call may use (`DEVICE_STACK` in `emit/src/support/native.h`).
const STACK: usize = 128 << 20;

/// Persistent threads.
pub(crate) struct Pool {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
    /// One parallel-for at a time.
    turn: Mutex<()>,
}

struct Shared {
    state: Mutex<State>,
    wake: Condvar,
    idle: Condvar,
}

#[derive(Default)]
struct State {
    job: Option<Job>,
    /// Counts jobs, so that a thread does not take one twice.
    number: u64,
    /// Threads inside the job.
    active: usize,
    quit: bool,
}

/// A parallel-for in progress. The pointers are valid while `State::job` holds it or a thread is active in it.
#[derive(Clone, Copy)]
struct Job {
    body: *const (dyn Fn(i64, i64) + Sync),
    next: *const AtomicI64,
    count: i64,
    chunk: i64,
}
// SAFETY: the body is `Sync` and `Pool::run` keeps both targets alive until every thread has left the job.
unsafe impl Send for Job {}

impl Job {
    fn work(&self) {
        // SAFETY: see `Job`.
        let (body, next) = unsafe { (&*self.body, &*self.next) };
        loop {
            let from = next.fetch_add(self.chunk, Ordering::Relaxed);
            if from >= self.count {
                return;
            }
            body(from, self.count.min(from + self.chunk));
        }
    }
}

/// A poisoned lock only means that a body panicked on another thread; the state itself is always whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Pool {
    /// A pool in which `threads` threads work, the caller included.
    pub(crate) fn new(threads: usize) -> Pool {
        let shared = Arc::new(Shared { state: Mutex::default(), wake: Condvar::new(), idle: Condvar::new() });
        let spawn = |i: usize| {
            let shared = shared.clone();
            let thread = std::thread::Builder::new().name(format!("windrow-{i}")).stack_size(STACK);
            thread.spawn(move || shared.serve()).ok()
        };
        let threads = (1..threads).filter_map(spawn).collect();
        Pool { shared, threads, turn: Mutex::new(()) }
    }

    /// How many threads work, the caller included.
    pub(crate) fn threads(&self) -> usize {
        self.threads.len() + 1
    }

    /// Calls `body` with ranges that together are `0..count`, and begin in order. If numbers wait for those in front (`one_by_one`) the
    /// ranges have one number each, so that none waits for what the same thread would do later or somebody else does at leisure.
    pub(crate) fn run(&self, count: i64, one_by_one: bool, body: &(dyn Fn(i64, i64) + Sync)) {
        if count <= 1 || self.threads.is_empty() {
            return body(0, count);
        }
        let _turn = lock(&self.turn);
        let next = AtomicI64::new(0);
        let chunk = if one_by_one { 1 } else { (count / (8 * self.threads() as i64)).max(1) };
        // SAFETY: only the lifetime changes; `Leave` waits for every user of the pointers before this frame ends.
        let body = unsafe {
            std::mem::transmute::<&(dyn Fn(i64, i64) + Sync), &'static (dyn Fn(i64, i64) + Sync)>(body)
        };
        let job = Job { body, next: &next, count, chunk };
        {
            let mut state = lock(&self.shared.state);
            state.job = Some(job);
            state.number += 1;
        }
        self.shared.wake.notify_all();
        let _leave = Leave(&self.shared);
        job.work();
    }
}

/// Closes the job and waits for the threads inside it, also when the caller's own part panics.
struct Leave<'a>(&'a Shared);

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        let mut state = lock(&self.0.state);
        state.job = None;
        while state.active > 0 {
            state = self.0.idle.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Shared {
    fn serve(&self) {
        let mut seen = 0;
        let mut state = lock(&self.state);
        while !state.quit {
            match state.job {
                Some(job) if state.number != seen => {
                    seen = state.number;
                    state.active += 1;
                    drop(state);
                    job.work();
                    state = lock(&self.state);
                    state.active -= 1;
                    if state.active == 0 {
                        self.idle.notify_one();
                    }
                }
                _ => state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        lock(&self.shared.state).quit = true;
        self.shared.wake.notify_all();
        for thread in self.threads.drain(..) {
            // A thread that panicked has nothing left to say.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_visited_once() {
        let pool = Pool::new(4);
        for count in [0, 1, 2, 7, 1000] {
            let hits: Vec<AtomicI64> = (0..count).map(|_| AtomicI64::new(0)).collect();
            pool.run(count, count == 7, &|from, to| {
                for i in from..to {
                    hits[i as usize].fetch_add(1, Ordering::Relaxed);
                }
            });
            assert!(hits.iter().all(|h| h.load(Ordering::Relaxed) == 1), "count {count}");
        }
    }
}
