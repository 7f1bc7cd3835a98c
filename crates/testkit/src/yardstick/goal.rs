//! The counts that an entry point should reach: `3+1f/4/0/1` are 3 segs and 1 fill, 4 launches, no read, 1 array. A fifth
//! number limits the checks.

use driver::counts::Counts;

/// A goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Goal {
    segs: usize,
    fills: usize,
    launches: usize,
    reads: usize,
    arrays: usize,
    checks: Option<usize>,
}

impl Goal {
    /// Reads a goal; none for `-`.
    pub fn parse(text: &str) -> Result<Option<Goal>, String> {
        if text == "-" {
            return Ok(None);
        }
        let wrong = || format!("`{text}` is no goal: SEGS+FILLSf/LAUNCHES/READS/ARRAYS");
        let mut parts = text.split('/');
        let mut next = || parts.next().ok_or_else(wrong);
        let kernels = next()?;
        let (segs, fills) = match kernels.split_once('+') {
            Some((segs, fills)) => (segs, fills.strip_suffix('f').ok_or_else(wrong)?),
            None => (kernels, "0"),
        };
        let number = |s: &str| s.parse::<usize>().map_err(|_| wrong());
        let goal = Goal {
            segs: number(segs)?,
            fills: number(fills)?,
            launches: number(next()?)?,
            reads: number(next()?)?,
            arrays: number(next()?)?,
            checks: parts.next().map(number).transpose()?,
        };
        Ok(Some(goal))
    }

    /// By how much counts are above the goal: `segs`, `fills`, launches, reads, arrays, checks. Nothing if it is reached.
    pub fn above(&self, counts: &Counts) -> Vec<(&'static str, usize)> {
        // A fill that was saved may stand for a seg.
        let kernels = (counts.segs + counts.fills).saturating_sub(self.segs + self.fills);
        let segs = counts.segs.saturating_sub(self.segs);
        let above = [
            ("segs", segs),
            ("fills", kernels.saturating_sub(segs)),
            ("launches", counts.launches.saturating_sub(self.launches)),
            ("reads", counts.reads.saturating_sub(self.reads)),
            ("arrays", counts.arrays.saturating_sub(self.arrays)),
            ("checks", self.checks.map_or(0, |checks| counts.checks.saturating_sub(checks))),
        ];
        above.into_iter().filter(|(_, by)| *by > 0).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_are_read_and_compared() {
        let goal = Goal::parse("2+1f/3/0/1").unwrap().unwrap();
        let reached = Counts { segs: 2, fills: 1, launches: 3, arrays: 1, ..Counts::default() };
        assert_eq!(goal.above(&reached), []);
        let above = Counts { segs: 4, fills: 0, reads: 2, checks: 9, ..reached };
        assert_eq!(goal.above(&above), [("segs", 2), ("reads", 2)]);
        let above = Counts { segs: 2, fills: 2, ..Counts::default() };
        assert_eq!(goal.above(&above), [("fills", 1)]);
        assert_eq!(Goal::parse("1/1/0/0/0").unwrap().unwrap().checks, Some(0));
        assert_eq!(Goal::parse("-").unwrap(), None);
        assert!(Goal::parse("2+1/3/0/1").is_err() && Goal::parse("2/3").is_err());
    }
}
