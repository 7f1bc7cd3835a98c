//! Which types there are in a program.

use super::Gen;
use crate::tree::{S, Ty};

/// Arrays in arrays, this many dimensions in all.
fn nested(elem: Ty, rank: usize) -> Ty {
    (0..rank).fold(elem, |ty, _| Ty::arr(ty))
}

impl Gen<'_> {
    pub(super) fn scalar_type(&mut self) -> S {
        self.rng.weighted(&[(6, S::I64), (1, S::I32), (2, S::F64), (1, S::Bool)])
    }

    pub(super) fn param_type(&mut self, number: usize) -> Ty {
        let s = Ty::Scalar(self.scalar_type());
        let row = Ty::arr(s.clone());
        match (number, self.rng.below(12)) {
            (0, 6) => {
                let rank = 3 + self.rng.below(3);
                nested(s, rank)
            }
            (0, 0..=4) => Ty::arr(row),
            (0, 5) => nested(s, 3),
            (_, 7) => Ty::arr(Ty::Mat(self.scalar_type())),
            (_, 8) => Ty::Mat(self.scalar_type()),
            (_, 9) => Ty::arr(self.compound_type(false)),
            (_, 10) => {
                let parts = vec![s, nested(Ty::I64, 2)];
                if self.rng.chance(50) { Ty::Tup(parts) } else { self.compound_type(false) }
            }
            (0, _) | (_, 0..=2) => row,
            (_, 3 | 4) => Ty::arr(row),
            (_, 5 | 6) => Ty::I64,
            _ => s,
        }
    }

    pub(super) fn result_type(&mut self) -> Ty {
        let s = Ty::Scalar(self.scalar_type());
        match self.rng.below(14) {
            0 => s,
            1..=3 => Ty::arr(s),
            4..=7 => nested(s, 2),
            8 => {
                let rank = 3 + self.rng.below(3);
                nested(s, rank)
            }
            9 => Ty::Mat(self.scalar_type()),
            10 => Ty::arr(Ty::Mat(self.scalar_type())),
            11 => Ty::arr(self.compound_type(false)),
            12 => self.compound_type(false),
            _ => Ty::Tup(vec![Ty::arr(s), nested(Ty::I64, 2)]),
        }
    }

    /// The type of an array that is made on the way.
    pub(super) fn array_type(&mut self) -> Ty {
        let s = Ty::Scalar(self.scalar_type());
        match self.rng.below(16) {
            0 | 1 => nested(s, 2),
            2 | 3 => nested(s, 3),
            4 | 5 => nested(s, 4),
            6 | 7 => nested(s, 5),
            8 => Ty::arr(Ty::Mat(self.scalar_type())),
            _ => Ty::arr(self.compound_type(true)),
        }
    }

    /// Tuples, records and sums with rows in them.
    pub(super) fn compound_type(&mut self, sums: bool) -> Ty {
        let (s, t) = (Ty::Scalar(self.scalar_type()), Ty::Scalar(self.scalar_type()));
        match self.rng.below(if sums { 10 } else { 6 }) {
            0 => Ty::Tup(vec![Ty::I64, Ty::arr(s)]),
            1 => Ty::Tup(vec![Ty::arr(s), Ty::arr(t)]),
            2 => Ty::Rec(vec![("k", Ty::I64), ("v", Ty::arr(s))]),
            3 => Ty::Rec(vec![("a", s), ("b", nested(t, 2))]),
            4 => Ty::Tup(vec![s, Ty::Mat(self.scalar_type())]),
            5 => Ty::Tup(vec![s, t]),
            6..=8 => self.sum_type(),
            _ => Ty::Tup(vec![t, Ty::Sum(vec![("none", vec![]), ("row", vec![Ty::arr(s)])])]),
        }
    }

    /// A sum, mostly with rows in it.
    pub(super) fn sum_type(&mut self) -> Ty {
        let (s, t) = (Ty::Scalar(self.scalar_type()), Ty::Scalar(self.scalar_type()));
        let pair = vec![Ty::I64, nested(t, 2)];
        if self.rng.chance(30) {
            return Ty::Sum(vec![("is", vec![s]), ("no", vec![])]);
        }
        Ty::Sum(vec![("none", vec![]), ("pair", pair), ("row", vec![Ty::arr(s)])])
    }

    /// Notes the shape of a value that is made.
    pub(super) fn shape(&mut self, ty: &Ty) {
        let ragged = ["regular", "ragged 1", "ragged 2", "ragged 3", "ragged 4"];
        self.coverage.note(ragged[ty.raggedness().min(4)]);
        let Ty::Arr(elem) = ty else { return };
        if let Some(what) = match &**elem {
            Ty::Mat(_) => Some("matrices of own shapes"),
            Ty::Tup(_) if ty.raggedness() > 0 => Some("ragged in tuples"),
            Ty::Rec(_) if ty.raggedness() > 0 => Some("ragged in records"),
            Ty::Sum(_) if ty.raggedness() > 0 => Some("ragged in sums"),
            Ty::Tup(_) | Ty::Rec(_) | Ty::Sum(_) | Ty::Scalar(_) | Ty::Arr(_) => None,
        } {
            self.coverage.note(what);
        }
    }
}
