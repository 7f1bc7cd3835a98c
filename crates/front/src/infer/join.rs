//! Values of which only one is taken, or that come to stand side by side: branches, and the elements of arrays.

use super::Infer;
use super::size::Normal;
use super::solver::{SizeState, Solver};
use crate::types::{RowName, Size, SizeVar, Ty};
use base::diag::{Diagnostic, Span};

/// Sizes that have been joined, with what they have become.
#[derive(Default)]
struct Joined {
    sizes: Vec<(Size, Size, Size)>,
    rows: Vec<((Normal, Normal), RowName)>,
}

/// Elements that stand side by side in the array of an expression.
pub(super) struct SideBySide {
    /// The number of the expression.
    pub id: u32,
    pub elems: Vec<Ty>,
}

impl Solver {
    /// The type of values that are one of two: where sizes differ, some size.
    pub(super) fn either(&mut self, a: &Ty, b: &Ty, span: Span) -> Result<Ty, Diagnostic> {
        // Types are made one with sizes left open; then sizes are compared one by one.
        let (open_a, open_b) =
            (self.with_sizes(a, &mut |s, _| s.fresh_size()), self.with_sizes(b, &mut |s, _| s.fresh_size()));
        if matches!(self.shallow(a), Ty::Var(_)) || matches!(self.shallow(b), Ty::Var(_)) {
            self.unify(a, b, span)?;
            return Ok(a.clone());
        }
        self.unify(&open_a, &open_b, span)?;
        Ok(self.join(a, b, &mut Joined::default()))
    }
    fn join(&mut self, a: &Ty, b: &Ty, joined: &mut Joined) -> Ty {
        let (a, b) = (self.shallow(a), self.shallow(b));
        match (&a, &b) {
            (Ty::Array(m, s), Ty::Array(n, t)) => {
                let elem = self.join(s, t, joined);
                Ty::array(self.join_sizes(m, n, joined), elem)
            }
            (Ty::Record(_) | Ty::Sum(_), Ty::Record(_) | Ty::Sum(_)) => {
                let others: Vec<Ty> = b.parts().into_iter().cloned().collect();
                let mut others = others.iter();
                let mut join =
                    |t: &Ty| others.next().map_or_else(|| t.clone(), |other| self.join(t, other, joined));
                a.map_parts(&mut join, &mut |size| size.clone())
            }
            // Functions and types to be found out have been made one.
            _ => a,
        }
    }
    /// A name for what two sizes become, so that others that are joined of the same two are known to be the same.
    fn joined_name(&mut self, m: &Size, n: &Size, joined: &mut Joined) -> Option<RowName> {
        let both = (self.of_named_rows(m)?, self.of_named_rows(n)?);
        if let Some((_, name)) = joined.rows.iter().find(|(known, _)| *known == both) {
            return Some(*name);
        }
        let name = self.fresh_row_name();
        joined.rows.push((both, name));
        Some(name)
    }
    /// `joined` are the sizes joined before: what is one size either way is one size after.
    fn join_sizes(&mut self, m: &Size, n: &Size, joined: &mut Joined) -> Size {
        let rows = [self.size(m).row(), self.size(n).row()];
        if let Some(row) = rows.into_iter().flatten().min() {
            // What is not known, as the rows of an empty array, is so too; not what a loop carries, which the loop tells.
            for size in [m, n] {
                if let Size::Var(v) = self.size(size)
                    && !self.sizes[v].uniform
                    && !self.sizes[v].carried
                {
                    self.solve_size(v, Size::of_row(row));
                }
            }
            return Size::Any(row, self.joined_name(m, n, joined));
        }
        if let Some(size) = self.join_untold(m, n) {
            return size;
        }
        let mark = self.trail.len();
        if self.go_size(m, n).is_ok() && !self.fixes_carried(mark) && !self.fixes_given(mark) {
            return m.clone();
        }
        self.undo(mark);
        let (m, n) = (self.size(m), self.size(n));
        if let Some((_, _, size)) = joined.sizes.iter().find(|(a, b, _)| *a == m && *b == n) {
            return size.clone();
        }
        let size = self.fresh_unknown();
        if let Size::Unknown(k) = size {
            self.joined_of.insert(k, m.clone());
        }
        joined.sizes.push((m, n, size.clone()));
        size
    }
    /// Whether the last check is to take sizes for different ones although they could be made one, as they have been since
    /// `mark`: what a loop carries would then have that size in every round.
    pub(super) fn fixes_carried(&self, mark: usize) -> bool {
        let free = |size: Size| matches!(size, Size::Var(v) if !self.sizes[v].carried);
        self.loops_change && self.trail[mark..].iter().any(|(v, s)| s.carried && self.has_become(*v, s, free))
    }
    /// Joins what other branches have come to with a size that nothing tells, as that of the rows of an empty array: it may be the
    /// size in any branch, which is known before the branches are joined.
    fn join_untold(&mut self, m: &Size, n: &Size) -> Option<Size> {
        let (unknown, v) = match (self.size(m), self.size(n)) {
            (Size::Unknown(k), Size::Var(v)) | (Size::Var(v), Size::Unknown(k)) => (k, v),
            _ => return None,
        };
        if self.sizes[v].given || self.sizes[v].carried {
            return None;
        }
        let mut branch = self.joined_of.get(&unknown)?.clone();
        while let Size::Unknown(k) = self.size(&branch)
            && let Some(size) = self.joined_of.get(&k)
        {
            branch = size.clone();
        }
        let mark = self.trail.len();
        if self.go_size(&Size::Var(v), &branch).is_err() {
            self.undo(mark);
            return None;
        }
        Some(Size::Unknown(unknown))
    }
    /// Whether sizes of parameters have been made others since `mark`: as in Futhark they differ from what another branch returns.
    pub(super) fn fixes_given(&self, mark: usize) -> bool {
        let since = &self.trail[mark..];
        let was_given = |v: SizeVar| match since.iter().find(|(w, _)| *w == v) {
            Some((_, before)) => before.given,
            None => self.sizes[v].given,
        };
        let free = |size: Size| matches!(size, Size::Var(v) if !was_given(v));
        since.iter().any(|(v, s)| s.given && self.has_become(*v, s, free))
    }
    /// Whether a size that was open has become one that is not `free`.
    fn has_become(&self, v: SizeVar, before: &SizeState, free: impl Fn(Size) -> bool) -> bool {
        let now = self.size(&Size::Var(v));
        before.value.is_none() && now != Size::Var(v) && !free(now)
    }
    /// The sizes of a parameter's type belong to the caller.
    pub(super) fn give(&mut self, ty: &Ty) {
        let ty = self.shallow(ty);
        for size in ty.sizes() {
            if let Size::Var(v) = self.size(size) {
                self.sizes[v].given = true;
            }
        }
        ty.parts().into_iter().for_each(|t| self.give(t));
    }
    /// Sizes of a value that nothing has told, as the rows of an empty array, vary where those of the type that it is used as do.
    pub(super) fn vary_with(&mut self, wanted: &Ty, got: &Ty) {
        let (wanted, got) = (self.shallow(wanted), self.shallow(got));
        for (wanted, got) in wanted.sizes().iter().zip(got.sizes()) {
            if let (Some(row), Size::Var(v)) = (self.size(wanted).row(), self.size(got))
                && !self.sizes[v].uniform
                && !self.sizes[v].carried
            {
                self.solve_size(v, Size::of_row(row));
            }
        }
        wanted.parts().into_iter().zip(got.parts()).for_each(|(wanted, got)| self.vary_with(wanted, got));
    }
    /// Whether sizes of two types of the same form differ, or may: what is `[?]` in both need not be the same.
    fn differ(&self, a: &Ty, b: &Ty) -> bool {
        let (a, b) = (self.shallow(a), self.shallow(b));
        let may = |m: &Size, n: &Size| !self.equal(m, n) || self.size(m).by_row();
        let sizes = a.sizes().iter().zip(b.sizes()).any(|(m, n)| may(m, n));
        sizes || a.parts().into_iter().zip(b.parts()).any(|(s, t)| self.differ(s, t))
    }
}

impl Infer {
    /// Notes the expressions whose arrays have come to have elements of different shapes.
    pub(super) fn note_widened(&mut self) {
        for SideBySide { id, elems } in std::mem::take(&mut self.side_by_side) {
            if elems.windows(2).any(|pair| self.solver.differ(&pair[0], &pair[1])) {
                self.widened.insert(id);
            }
        }
    }
}
