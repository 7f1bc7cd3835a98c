//! The failure record: who claims it describes the first failure, callers add where they called.

use ir::kernel::{CheckId, RECORD_CALLS, RECORD_SLOTS};

/// What the first failing lane of a run leaves behind.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// The launch that has claimed it; 0 if none.
    pub claim: i32,
    /// Which check failed.
    pub check: u32,
    /// Indices of levels.
    pub at: [i64; RECORD_SLOTS],
    /// The bits of operands.
    pub vals: [u64; RECORD_SLOTS],
    /// How many calls led to the failure, and the indices that they put in front.
    pub calls: i32,
    #[allow(missing_docs)]
    pub more: i32,
    /// Whether calls were nested too deeply.
    pub deep: bool,
    /// Where the innermost and the outermost calls stand.
    pub call: [i32; RECORD_CALLS],
}

impl Record {
    /// A failure; whether this is the first.
    pub(super) fn claim(
        &mut self,
        launch: i32,
        check: CheckId,
        deep: bool,
        at: &[i64],
        vals: &[u64],
    ) -> bool {
        if self.claim != 0 {
            return false;
        }
        (self.claim, self.check, self.deep) = (launch, check.0, deep);
        self.at[..at.len()].copy_from_slice(at);
        self.vals[..vals.len()].copy_from_slice(vals);
        true
    }

    /// Whoever claimed it returns from a call: calls from one place count once, and the indices of a call go in front.
    pub(super) fn called(&mut self, check: CheckId, at: &[i64]) {
        let half = RECORD_CALLS / 2;
        let place = |n: usize| if n < half { n } else { half + n % half };
        let (n, call) = (self.calls as usize, check.0 as i32);
        if n == 0 || self.call[place(n - 1)] != call {
            self.call[place(n)] = call;
            self.calls += 1;
        }
        if self.deep {
            return;
        }
        self.at.rotate_right(at.len());
        self.at[..at.len()].copy_from_slice(at);
        self.more += at.len() as i32;
    }
}
