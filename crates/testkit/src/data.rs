//! Random arguments: trees of scalars, so that they can be shrunk row by row.

use crate::coverage::Coverage;
use crate::rng::Rng;
use crate::tree::{S, Ty};
use base::{Scalar, ScalarType};
use ir::Value;
use ir::value::Lens;

/// An argument.
#[derive(Clone, PartialEq, Debug)]
pub enum Data {
    /// A scalar.
    Scalar(Scalar),
    /// Elements or rows.
    Rows(Vec<Data>),
}

/// A kind of input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// All arrays are empty.
    NoRows,
    /// All rows are empty.
    EmptyRows,
    /// One row.
    OneRow,
    /// One row much longer than the others, which are short or empty.
    Skewed,
    /// Anything small.
    Mixed,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 5] = [Kind::Mixed, Kind::NoRows, Kind::Skewed, Kind::EmptyRows, Kind::OneRow];

    /// Its name in the table.
    pub fn name(self) -> &'static str {
        match self {
            Kind::NoRows => "no rows",
            Kind::EmptyRows => "empty rows",
            Kind::OneRow => "one row",
            Kind::Skewed => "skewed",
            Kind::Mixed => "mixed",
        }
    }
}

/// Arguments for parameters of these types.
pub fn arguments(rng: &mut Rng, kind: Kind, types: &[Ty], coverage: &mut Coverage) -> Vec<Data> {
    coverage.input(kind.name());
    types.iter().map(|ty| argument(rng, kind, ty, 0)).collect()
}

fn argument(rng: &mut Rng, kind: Kind, ty: &Ty, depth: usize) -> Data {
    match ty {
        Ty::Scalar(s) => Data::Scalar(scalar(rng, *s)),
        Ty::Arr(elem) => {
            let n = size(rng, kind, depth);
            // In skewed data one row takes after mixed data of the level above: the others are short.
            let long = rng.below(n.max(1));
            let row = |i| argument(rng, if i == long { kind } else { calmer(kind) }, elem, depth + 1);
            Data::Rows((0..n).map(row).collect())
        }
        Ty::Mat(s) => {
            let (rows, cols) = (size(rng, kind, depth), rng.below(4));
            let cols = if kind == Kind::EmptyRows { 0 } else { cols };
            let row = |_| Data::Rows((0..cols).map(|_| Data::Scalar(scalar(rng, *s))).collect());
            Data::Rows((0..rows).map(row).collect())
        }
        // Arguments hold no sums.
        Ty::Tup(_) | Ty::Rec(_) | Ty::Sum(_) => {
            Data::Rows(ty.parts().into_iter().map(|(_, t)| argument(rng, kind, t, depth)).collect())
        }
    }
}

fn calmer(kind: Kind) -> Kind {
    if kind == Kind::Skewed { Kind::Mixed } else { kind }
}

fn size(rng: &mut Rng, kind: Kind, depth: usize) -> usize {
    match (kind, depth) {
        (Kind::NoRows, 0) => 0,
        (Kind::NoRows, _) => rng.below(3),
        (Kind::EmptyRows, 0) => 1 + rng.below(4),
        (Kind::EmptyRows, _) => 0,
        (Kind::OneRow, 0) => 1,
        (Kind::OneRow, _) => 1 + rng.below(5),
        (Kind::Skewed, 0) => 3 + rng.below(3),
        (Kind::Skewed, _) => 12 + rng.below(24),
        (Kind::Mixed, 0) => 1 + rng.below(6),
        (Kind::Mixed, _) => [0, 0, 1, 2, 3, 5][rng.below(6)],
    }
}

fn scalar(rng: &mut Rng, s: S) -> Scalar {
    match s {
        S::I64 => Scalar::I64(rng.range(-6, 12)),
        S::I32 => Scalar::I32(rng.range(-6, 12) as i32),
        S::F64 => Scalar::F64(rng.range(-8, 16) as f64 / 2.0),
        S::Bool => Scalar::Bool(rng.chance(50)),
    }
}

impl Data {
    /// As the values that an argument of a type is passed as.
    pub fn values(&self, ty: &Ty) -> Vec<Value> {
        self.components(ty).iter().zip(ty.components()).map(|(data, ty)| data.value(&ty)).collect()
    }

    fn components(&self, ty: &Ty) -> Vec<Data> {
        match (self, ty) {
            (Data::Rows(rows), Ty::Arr(elem)) => {
                let mut columns = vec![vec![]; elem.components().len()];
                for row in rows {
                    columns.iter_mut().zip(row.components(elem)).for_each(|(column, part)| column.push(part));
                }
                columns.into_iter().map(Data::Rows).collect()
            }
            (Data::Rows(items), Ty::Tup(_) | Ty::Rec(_) | Ty::Sum(_)) => {
                items.iter().zip(ty.parts()).flat_map(|(data, (_, t))| data.components(t)).collect()
            }
            (data, _) => vec![data.clone()],
        }
    }

    /// As a value of a scalar type or one of arrays of scalars.
    fn value(&self, ty: &Ty) -> Value {
        let mut lens: Vec<Vec<i64>> = vec![vec![]; ty.rank()];
        let mut scalars = vec![];
        self.collect(0, &mut lens, &mut scalars);
        let elem = match ty {
            Ty::Scalar(s) | Ty::Mat(s) => *s,
            Ty::Arr(elem) => {
                let mut elem = elem;
                while let Ty::Arr(inner) = &**elem {
                    elem = inner;
                }
                match &**elem {
                    Ty::Scalar(s) | Ty::Mat(s) => *s,
                    Ty::Arr(_) | Ty::Tup(_) | Ty::Rec(_) | Ty::Sum(_) => S::I64,
                }
            }
            Ty::Tup(_) | Ty::Rec(_) | Ty::Sum(_) => S::I64,
        };
        let lens = lens.into_iter().enumerate().map(|(level, each)| match (level, ty) {
            (0, _) => Lens::Uniform(each[0]),
            (_, Ty::Mat(_)) => Lens::Uniform(each.first().copied().unwrap_or(0)),
            _ => Lens::Each(each),
        });
        let elem = ScalarType::from_name(elem.name()).unwrap_or(ScalarType::I64);
        Value::from_scalars(elem, lens.collect(), &scalars)
    }

    fn collect(&self, level: usize, lens: &mut [Vec<i64>], scalars: &mut Vec<Scalar>) {
        match self {
            Data::Scalar(x) => scalars.push(*x),
            Data::Rows(rows) => {
                lens[level].push(rows.len() as i64);
                rows.iter().for_each(|row| row.collect(level + 1, lens, scalars));
            }
        }
    }
}
