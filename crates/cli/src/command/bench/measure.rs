//! How often a data set is run.
//!
//! The first phase makes a number of runs, and goes on for half a second if they are short. If their mean is not sure enough, they are
//! taken for a warm-up, and a second phase runs until its own mean is, or until its time is over.

use super::stats::Estimate;
use std::time::Duration;

/// A mean is sure enough if half its confidence interval is at most this part of it.
const SURE: f64 = 0.01;

/// When to stop.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Plan {
    /// Runs of each phase, at least.
    pub(super) runs: usize,
    /// How long the first phase is, at least.
    pub(super) least: Duration,
    /// How long the second phase is, at most; there is none without.
    pub(super) most: Option<Duration>,
}

/// How far a measurement is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Progress {
    /// This part of the first phase.
    First(f64),
    /// The second phase, and how sure the mean is so far.
    Second(f64),
}

impl Plan {
    /// The times of all runs that count, in microseconds. `run` gives the time of one; `clock`, the time since any moment.
    pub(super) fn measure<E>(
        &self,
        mut run: impl FnMut() -> Result<Duration, E>,
        clock: impl Fn() -> Duration,
        mut tell: impl FnMut(Progress),
    ) -> Result<Vec<f64>, E> {
        let mut one = || run().map(|time| time.as_nanos() as f64 / 1e3);
        let mut times = vec![];
        let start = clock();
        while times.len() < self.runs || clock() - start < self.least {
            let runs = times.len() as f64 / self.runs.max(1) as f64;
            let spent = (clock() - start).as_secs_f64() / self.least.as_secs_f64().max(1e-9);
            tell(Progress::First(runs.min(spent).min(1.0)));
            times.push(one()?);
        }
        let Some(most) = self.most.filter(|_| Estimate::of(&times).relative() > SURE) else {
            return Ok(times);
        };
        times.clear();
        let start = clock();
        let mut next = self.runs.max(2);
        while clock() - start < most || times.is_empty() {
            times.push(one()?);
            if times.len() >= next {
                let sure = Estimate::of(&times).relative();
                if sure <= SURE {
                    break;
                }
                tell(Progress::Second(sure));
                // Looking again after each of many runs would take longer than the runs.
                next += (next / 4).max(1);
            }
        }
        Ok(times)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// The measurement of runs that take so many microseconds each, on a machine that does nothing else.
    fn measured(plan: Plan, times: impl Fn(usize) -> u64) -> Vec<f64> {
        let mut count = 0;
        let now = Cell::new(Duration::ZERO);
        let run = || {
            let time = Duration::from_micros(times(count));
            count += 1;
            now.set(now.get() + time);
            Ok::<_, ()>(time)
        };
        plan.measure(run, || now.get(), |_| ()).unwrap()
    }

    const PLAN: Plan = Plan { runs: 10, least: Duration::ZERO, most: Some(Duration::from_secs(60)) };

    #[test]
    fn steady_runs_end_with_the_first_phase() {
        assert_eq!(measured(PLAN, |i| 1000 + i as u64 % 2), [1000.0, 1001.0].repeat(5));
    }

    #[test]
    fn a_slow_start_is_forgotten() {
        assert_eq!(measured(PLAN, |i| if i < 4 { 9000 } else { 1000 }), [1000.0; 10]);
    }

    #[test]
    fn unsteady_runs_go_on_until_the_mean_is_sure() {
        let times = measured(PLAN, |i| if i % 2 == 0 { 900 } else { 1100 });
        assert!(times.len() > 100, "{}", times.len());
        assert!(Estimate::of(&times).relative() <= SURE);
    }

    #[test]
    fn time_limits_both_phases() {
        let noisy = |i: usize| if i.is_multiple_of(2) { 1 } else { 100_000 };
        let once = Plan { runs: 3, most: None, ..PLAN };
        assert_eq!(measured(once, noisy).len(), 3);
        let short = Plan { runs: 3, most: Some(Duration::ZERO), ..PLAN };
        assert_eq!(measured(short, noisy).len(), 1);
        let second = Plan { runs: 3, most: Some(Duration::from_millis(250)), ..PLAN };
        assert_eq!(measured(second, noisy).len(), 5);
        let long = Plan { runs: 1, least: Duration::from_millis(20), most: None };
        assert_eq!(measured(long, |_| 1).len(), 20_000);
    }

    #[test]
    fn a_failing_run_ends_the_measurement() {
        let mut count = 0;
        let run = || {
            count += 1;
            if count == 3 { Err("failed") } else { Ok(Duration::from_micros(1)) }
        };
        assert_eq!(PLAN.measure(run, || Duration::ZERO, |_| ()), Err("failed"));
    }
}
