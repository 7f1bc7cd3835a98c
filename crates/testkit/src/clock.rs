//! Where the time of random programs goes: the parts of a check, each without the parts inside it.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

#[derive(Default)]
struct Clock {
    parts: BTreeMap<&'static str, Duration>,
    /// For every part that has begun, how long the parts inside it took.
    inner: Vec<Duration>,
}

thread_local! {
    static CLOCK: RefCell<Clock> = RefCell::default();
}

/// Adds the time that `work` takes to a part, also if it panics.
pub fn timed<T>(part: &'static str, work: impl FnOnce() -> T) -> T {
    CLOCK.with_borrow_mut(|clock| clock.inner.push(Duration::ZERO));
    let _part = Part { name: part, begin: Instant::now() };
    work()
}

/// A part that has begun.
struct Part {
    name: &'static str,
    begin: Instant,
}

impl Drop for Part {
    fn drop(&mut self) {
        let all = self.begin.elapsed();
        CLOCK.with_borrow_mut(|clock| {
            let inner = clock.inner.pop().unwrap_or_default();
            *clock.parts.entry(self.name).or_default() += all.saturating_sub(inner);
            if let Some(outer) = clock.inner.last_mut() {
                *outer += all;
            }
        });
    }
}

/// The parts so far, in microseconds, and an empty clock again.
pub fn taken() -> Vec<(&'static str, u128)> {
    let parts = CLOCK.with_borrow_mut(|clock| std::mem::take(&mut clock.parts));
    parts.into_iter().map(|(part, time)| (part, time.as_micros())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_without_their_inner_parts() {
        let wait = Duration::from_millis(30);
        timed("outer", || timed("inner", || std::thread::sleep(wait)));
        let parts = taken();
        assert_eq!(parts.iter().map(|(part, _)| *part).collect::<Vec<_>>(), ["inner", "outer"]);
        assert!(parts[0].1 >= wait.as_micros() && parts[1].1 < wait.as_micros(), "{parts:?}");
        assert_eq!(taken(), []);
    }
}
