//! The mean of run times and how sure it is.

/// A mean with its 95% confidence interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Estimate {
    /// The arithmetic mean.
    pub(super) mean: f64,
    /// Half the width of the interval.
    pub(super) margin: f64,
}

impl Estimate {
    /// From measurements in the order in which they were made; of one alone nothing is known but itself.
    ///
    /// The interval is Student's. Runs that resemble the run before them, because a processor heats up or another program is
    /// busy, say less than independent ones: with the autocorrelation r of neighbours, n runs count as n (1 - r) / (1 + r).
    pub(super) fn of(times: &[f64]) -> Estimate {
        let n = times.len() as f64;
        let mean = times.iter().sum::<f64>() / n.max(1.0);
        let squares: f64 = times.iter().map(|t| (t - mean).powi(2)).sum();
        if times.len() < 2 || squares == 0.0 {
            return Estimate { mean, margin: 0.0 };
        }
        let neighbours: f64 = times.windows(2).map(|w| (w[0] - mean) * (w[1] - mean)).sum();
        let r = (neighbours / squares).clamp(0.0, 0.99);
        let independent = (n * (1.0 - r) / (1.0 + r)).max(2.0);
        let deviation = (squares / (n - 1.0)).sqrt();
        Estimate { mean, margin: student(independent - 1.0) * deviation / independent.sqrt() }
    }

    /// The lower end of the interval.
    pub(super) fn low(&self) -> f64 {
        self.mean - self.margin
    }

    /// The upper end of the interval.
    pub(super) fn high(&self) -> f64 {
        self.mean + self.margin
    }

    /// The margin as a part of the mean.
    pub(super) fn relative(&self) -> f64 {
        if self.mean > 0.0 { self.margin / self.mean } else { 0.0 }
    }

    /// Whether two means differ by more than chance: their intervals do not overlap.
    pub(super) fn differs(&self, other: &Estimate) -> bool {
        self.high() < other.low() || other.high() < self.low()
    }
}

/// The 97.5% quantile of Student's distribution with so many degrees of freedom, at least one, by the expansion of Cornish and
/// Fisher around that of the normal distribution; the first ones, where it does not hold, are from the table.
fn student(freedom: f64) -> f64 {
    const TABLE: [f64; 4] = [12.706, 4.303, 3.182, 2.776];
    if freedom < 5.0 {
        // Between whole numbers the smaller one is the safe side.
        return TABLE[(freedom.max(1.0) as usize).min(TABLE.len()) - 1];
    }
    let z: f64 = 1.959964;
    let first = (z.powi(3) + z) / 4.0;
    let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
    let third = (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0;
    z + first / freedom + second / freedom.powi(2) + third / freedom.powi(3)
}

/// The geometric mean; 1 of nothing.
pub(super) fn geometric_mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|r| r.ln()).sum::<f64>() / ratios.len().max(1) as f64).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_the_tables() {
        // Alternating values have no positive autocorrelation. Deviation 1.054, 10 runs, quantile 2.262 of 9 degrees.
        let times: Vec<f64> = (0..10).map(|i| if i % 2 == 0 { 9.0 } else { 11.0 }).collect();
        let estimate = Estimate::of(&times);
        assert_eq!(estimate.mean, 10.0);
        assert!((estimate.margin - 2.262 * 1.0541 / 10f64.sqrt()).abs() < 0.01, "{estimate:?}");
        for (freedom, quantile) in [(1.0, 12.706), (4.0, 2.776), (5.0, 2.571), (9.0, 2.262), (30.0, 2.042)] {
            assert!((student(freedom) - quantile).abs() < 0.01, "{freedom}: {}", student(freedom));
        }
    }

    #[test]
    fn runs_that_follow_their_neighbours_say_less() {
        let drifting: Vec<f64> = (0..20).map(f64::from).collect();
        let mut mixed = drifting.clone();
        mixed.sort_by_key(|x| (*x as i64 * 7) % 20);
        let (drifting, mixed) = (Estimate::of(&drifting), Estimate::of(&mixed));
        assert_eq!(drifting.mean, mixed.mean);
        assert!(drifting.margin > 1.5 * mixed.margin, "{drifting:?} {mixed:?}");
    }

    #[test]
    fn few_and_equal_measurements() {
        assert_eq!(Estimate::of(&[3.0]), Estimate { mean: 3.0, margin: 0.0 });
        assert_eq!(Estimate::of(&[3.0, 3.0, 3.0]), Estimate { mean: 3.0, margin: 0.0 });
        assert_eq!(Estimate::of(&[]).mean, 0.0);
        assert!(Estimate::of(&[3.0, 5.0]).margin > 1.0);
    }

    #[test]
    fn means_differ_when_their_intervals_do() {
        let estimate = |mean| Estimate { mean, margin: 1.0 };
        assert!(estimate(1.0).differs(&estimate(4.0)) && estimate(4.0).differs(&estimate(1.0)));
        assert!(!estimate(1.0).differs(&estimate(2.5)));
        assert!((geometric_mean(&[2.0, 8.0]) - 4.0).abs() < 1e-9);
        assert_eq!(geometric_mean(&[]), 1.0);
    }
}
