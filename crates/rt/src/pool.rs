//! A thread pool that runs a parallel-for: the caller and any idle threads take chunks of the range until it is used up.
//!
//! The caller never waits for a thread that has not started: a thread that wakes up late finds no job. So a small launch
//! costs little more than running it in the caller. To wake a thread up takes the system longer than many launches take, and programs
//! make one launch after another: whoever waits looks around for a moment before it sleeps.

use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The stack of a thread: more than functions that kernels call may use (`DEVICE_STACK` in `emit/src/support/native.h`).
const STACK: usize = 128 << 20;

/// How long somebody who waits looks around before it sleeps.
const LOOK: Duration = Duration::from_micros(30);

/// Persistent threads.
pub(crate) struct Pool {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
    /// One parallel-for at a time.
    turn: Mutex<()>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    wake: Condvar,
    idle: Condvar,
    /// Counts jobs, so that a thread does not take one twice. Changed under the lock of the state.
    number: AtomicU64,
    /// Threads inside the job. Changed under the lock of the state.
    active: AtomicUsize,
    quit: AtomicBool,
}

#[derive(Default)]
struct State {
    job: Option<Job>,
    /// Threads that sleep until there is a job.
    asleep: usize,
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
        let shared = Arc::new(Shared::default());
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
        let asleep = {
            let mut state = lock(&self.shared.state);
            state.job = Some(job);
            self.shared.number.fetch_add(1, Ordering::Release);
            state.asleep
        };
        if asleep > 0 {
            self.shared.wake.notify_all();
        }
        let _leave = Leave(&self.shared);
        job.work();
    }
}

/// Closes the job and waits for the threads inside it, also when the caller's own part panics.
struct Leave<'a>(&'a Shared);

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        lock(&self.0.state).job = None;
        let idle = || self.0.active.load(Ordering::Acquire) == 0;
        if looked_for(idle) {
            return;
        }
        let mut state = lock(&self.0.state);
        while !idle() {
            state = self.0.idle.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Whether something comes true soon.
fn looked_for(done: impl Fn() -> bool) -> bool {
    let began = Instant::now();
    loop {
        for _ in 0..64 {
            if done() {
                return true;
            }
            std::hint::spin_loop();
        }
        if began.elapsed() > LOOK {
            return false;
        }
    }
}

impl Shared {
    fn serve(&self) {
        let mut seen = 0;
        while !self.quit.load(Ordering::Acquire) {
            let news = || self.number.load(Ordering::Acquire) != seen || self.quit.load(Ordering::Acquire);
            looked_for(news);
            let mut state = lock(&self.state);
            while !news() {
                state.asleep += 1;
                state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
                state.asleep -= 1;
            }
            seen = self.number.load(Ordering::Acquire);
            let Some(job) = state.job else { continue };
            self.active.fetch_add(1, Ordering::AcqRel);
            drop(state);
            job.work();
            // Under the lock, so that a caller who has seen it active is asleep or sees it idle.
            let state = lock(&self.state);
            if self.active.fetch_sub(1, Ordering::AcqRel) == 1 {
                self.idle.notify_one();
            }
            drop(state);
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        {
            let _state = lock(&self.shared.state);
            self.shared.quit.store(true, Ordering::Release);
        }
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

    #[test]
    fn threads_that_sleep_wake_up() {
        let pool = Pool::new(3);
        for round in 0..200 {
            // Some rounds find the threads awake, others asleep.
            if round % 20 == 0 {
                std::thread::sleep(10 * LOOK);
            }
            let sum = AtomicI64::new(0);
            let others = AtomicI64::new(0);
            let caller = std::thread::current().id();
            pool.run(64, true, &|from, to| {
                sum.fetch_add((from..to).sum(), Ordering::Relaxed);
                if std::thread::current().id() != caller {
                    others.fetch_add(1, Ordering::Relaxed);
                } else if round % 20 == 0 {
                    // The caller leaves something to do until somebody has come.
                    let came = || others.load(Ordering::Relaxed) > 0;
                    let began = Instant::now();
                    while from == 0 && !came() && began.elapsed() < Duration::from_secs(10) {
                        std::thread::yield_now();
                    }
                    assert!(from > 0 || came(), "nobody came");
                }
            });
            assert_eq!(sum.load(Ordering::Relaxed), 64 * 63 / 2);
        }
    }
}
