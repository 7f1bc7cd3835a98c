//! Values as they enter and leave a program, and how they are bound to the parameters of an entry point.
//!
//! A value is dense data and, per dimension, either one size or the sizes of all rows in front. Regular or ragged is a
//! property of the value; the program's types say which sizes must agree.

use crate::body::Fun;
use crate::types::{Atom, Dim, Type, Var, Vars};
use base::{Scalar, ScalarType};
use rustc_hash::FxHashMap;

/// The sizes of one dimension.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lens {
    /// Every row has this size.
    Uniform(i64),
    /// One size per position of the dimensions in front, in order.
    Each(Vec<i64>),
}

impl Lens {
    /// The size of a row.
    fn of(&self, row: usize) -> usize {
        match self {
            Lens::Uniform(n) => *n as usize,
            Lens::Each(each) => each[row] as usize,
        }
    }
    /// Where each of so many rows starts, and where the last one ends.
    fn starts(&self, rows: usize) -> Vec<usize> {
        let mut starts = vec![0];
        for row in 0..rows {
            starts.push(starts[row] + self.of(row));
        }
        starts
    }
}

/// A scalar or an array of scalars.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Value {
    /// The type of the elements.
    pub elem: ScalarType,
    /// The dimensions, outermost first; none for a scalar. The first is `Uniform`.
    pub lens: Vec<Lens>,
    /// The elements in order, little-endian.
    pub data: Vec<u8>,
}

impl Value {
    /// A scalar.
    pub fn scalar(x: Scalar) -> Value {
        Value::from_scalars(x.ty(), vec![], &[x])
    }
    /// An array of `i64`.
    pub fn i64s(xs: &[i64]) -> Value {
        let data = xs.iter().flat_map(|x| x.to_le_bytes()).collect();
        Value { elem: ScalarType::I64, lens: vec![Lens::Uniform(xs.len() as i64)], data }
    }
    /// An array from its elements.
    pub fn from_scalars(elem: ScalarType, lens: Vec<Lens>, xs: &[Scalar]) -> Value {
        let mut data = Vec::with_capacity(xs.len() * elem.bytes());
        for x in xs {
            data.extend_from_slice(&x.bits().to_le_bytes()[..elem.bytes()]);
        }
        Value { elem, lens, data }
    }
    /// How many elements there are.
    pub fn len(&self) -> usize {
        self.data.len() / self.elem.bytes()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }
    /// The element at a position.
    pub fn get(&self, position: usize) -> Scalar {
        let bytes = self.elem.bytes();
        let mut bits = [0u8; 8];
        bits[..bytes].copy_from_slice(&self.data[position * bytes..][..bytes]);
        Scalar::from_bits(self.elem, u64::from_le_bytes(bits))
    }
    /// All elements as `i64`.
    pub fn to_i64s(&self) -> Vec<i64> {
        (0..self.len()).map(|i| self.get(i).as_i64()).collect()
    }
    /// The same value with `Each` turned into `Uniform` where all sizes agree.
    pub fn normalised(mut self) -> Value {
        for lens in &mut self.lens {
            if let Lens::Each(each) = lens
                && let Some(first) = each.first()
                && each.iter().all(|x| x == first)
            {
                *lens = Lens::Uniform(*first);
            }
        }
        self
    }
}

/// Why values are not arguments of an entry point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misfit {
    /// The name of the argument, where it is one that does not fit.
    pub argument: Option<String>,
    /// What does not fit.
    pub kind: MisfitKind,
    /// The same in words.
    pub text: String,
}

/// What does not fit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MisfitKind {
    /// There are too many or too few values, or there is no such entry point.
    Call,
    /// The type of the elements or the number of dimensions.
    Type {
        /// The type of the value.
        found: String,
    },
    /// The size of a dimension that something else determines.
    Size {
        /// Which, from 0.
        dimension: usize,
        /// In which row, where rows differ.
        row: Option<i64>,
        /// What it must be.
        expected: i64,
        /// What it is.
        found: i64,
    },
    /// Rows differ where they must not.
    Rows,
}

impl Misfit {
    /// A call that is wrong as a whole.
    pub fn of(text: String) -> Misfit {
        Misfit { argument: None, kind: MisfitKind::Call, text }
    }
    fn at(arg: &crate::body::EntryArg, kind: MisfitKind, text: String) -> Misfit {
        Misfit { argument: Some(arg.name.clone()), kind, text }
    }
}

impl std::fmt::Display for Misfit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}
impl std::error::Error for Misfit {}

/// For each position of the dimensions `lens`, in order, the position in the space of the levels `on` alone, whose own
/// dimensions are `small`: it may have rows that no position of the whole space is in.
fn project(lens: &[Lens], on: &[u32], small: &[Lens]) -> Vec<usize> {
    let mut at = vec![0usize];
    let mut small = small.iter();
    let mut rows = 1;
    for (level, lens) in lens.iter().enumerate() {
        let inside = if on.contains(&(level as u32)) { small.next() } else { None };
        let starts = inside.map(|lens| lens.starts(rows));
        rows = starts.as_ref().map_or(rows, |starts| starts[rows]);
        let mut next = Vec::new();
        for (p, row) in at.iter().enumerate() {
            for j in 0..lens.of(p) {
                next.push(starts.as_ref().map_or(*row, |starts| starts[*row] + j));
            }
        }
        at = next;
    }
    at
}

fn covers_all(on: &[u32], levels: usize) -> bool {
    on.len() == levels
}

/// Binds the arguments of an entry point: returns one value per parameter of the function, sizes included.
/// The error says which argument does not fit and why.
pub fn bind_args<O>(fun: &Fun<O>, vars: &Vars, args: &[Value]) -> Result<Vec<Value>, Misfit> {
    let Some(entry) = &fun.entry else {
        return Err(Misfit::of(format!("{} is not an entry point", fun.name)));
    };
    let wanted: usize = entry.args.iter().map(|a| a.vars.len()).sum();
    if wanted != args.len() {
        let types: Vec<&str> = entry.args.iter().map(|a| a.ty.as_str()).collect();
        let types = if types.is_empty() { "none".into() } else { types.join(", ") };
        return Err(Misfit::of(format!("{} takes {wanted} values ({types}), got {}", fun.name, args.len())));
    }
    let mut bound: FxHashMap<Var, Value> = FxHashMap::default();
    let named = entry.args.iter().flat_map(|a| a.vars.iter().map(move |v| (a, *v)));
    let data: Vec<_> = named.zip(args).collect();
    for ((arg, var), value) in &data {
        let ty = &vars[*var].ty;
        let describe = || format!("argument {} of {} ({})", arg.name, fun.name, arg.ty);
        if ty.elem() != Some(value.elem) || ty.rank() != value.lens.len() {
            let got = format!("{}{}", "[]".repeat(value.lens.len()), value.elem);
            let text = format!("{}: got a value of type {got}", describe());
            return Err(Misfit::at(arg, MisfitKind::Type { found: got }, text));
        }
        bound.insert(*var, (*value).clone());
    }
    for ((arg, var), value) in &data {
        for (level, dim) in vars[*var].ty.dims().iter().enumerate() {
            let describe = || format!("argument {} of {} ({})", arg.name, fun.name, arg.ty);
            let Some(sizes) = sizes_of(value, level, dim)
                .map_err(|e| Misfit::at(arg, MisfitKind::Rows, format!("{}: {e}", describe())))?
            else {
                continue;
            };
            match dim.size {
                Atom::Const(c) if sizes.data == Value::scalar(c).data => {}
                Atom::Const(c) => {
                    let (got, expected) = (sizes.get(0).as_i64(), c.as_i64());
                    let text =
                        format!("{}: dimension {level} has size {got}, expected {expected}", describe());
                    let row = None;
                    let kind = MisfitKind::Size { dimension: level, row, expected, found: got };
                    return Err(Misfit::at(arg, kind, text));
                }
                Atom::Var(size) => match bound.get(&size) {
                    None => {
                        bound.insert(size, sizes);
                    }
                    Some(before) => {
                        if let Some(i) = (0..before.len().max(sizes.len())).find(|i| {
                            *i >= before.len() || *i >= sizes.len() || before.get(*i) != sizes.get(*i)
                        }) {
                            let name = &vars[size].name;
                            let row = if dim.is_uniform() { String::new() } else { format!(" in row {i}") };
                            let show = |v: &Value| {
                                if i < v.len() { v.get(i).as_i64().to_string() } else { "none".into() }
                            };
                            let (got, wanted) = (show(&sizes), show(before));
                            let text = format!(
                                "{}: dimension {level} has size {got}{row}, but {name} is {wanted}",
                                describe()
                            );
                            let number = |v: &Value| if i < v.len() { v.get(i).as_i64() } else { 0 };
                            let kind = MisfitKind::Size {
                                dimension: level,
                                row: (!dim.is_uniform()).then_some(i as i64),
                                expected: number(before),
                                found: number(&sizes),
                            };
                            return Err(Misfit::at(arg, kind, text));
                        }
                    }
                },
            }
        }
    }
    let mut result = vec![];
    for param in &fun.params {
        // A uniform size that no argument determines (all of them are empty in front of it) is 0.
        let unknown = || match &vars[param.var].ty {
            ty if ty.rank() == 0 => Value::scalar(Scalar::I64(0)),
            ty => Value { elem: ScalarType::I64, lens: vec![Lens::Uniform(0); ty.rank()], data: vec![] },
        };
        result.push(bound.remove(&param.var).unwrap_or_else(unknown));
    }
    Ok(result)
}

/// The sizes that dimension `level` of `value` has, as a value of the type that `dim` asks of its size variable; `None`
/// if there is no row to tell.
fn sizes_of(value: &Value, level: usize, dim: &Dim) -> Result<Option<Value>, String> {
    let front = &value.lens[..level];
    if dim.is_uniform() {
        return match &value.lens[level] {
            Lens::Uniform(n) => Ok(Some(Value::scalar(Scalar::I64(*n)))),
            Lens::Each(each) => match each.first() {
                None => Ok(None),
                Some(first) => match each.iter().position(|x| x != first) {
                    None => Ok(Some(Value::scalar(Scalar::I64(*first)))),
                    Some(row) => Err(format!(
                        "rows must have one size, but row 0 of dimension {level} has size {first} and row {row} has size {}",
                        each[row]
                    )),
                },
            },
        };
    }
    // The space of the levels of `on`: of rows in it that no position is in nothing is known, so they have size 0.
    let mut lens: Vec<Lens> = vec![];
    for (k, level) in dim.on.iter().enumerate() {
        let own = &front[*level as usize];
        lens.push(match own {
            Lens::Uniform(n) => Lens::Uniform(*n),
            Lens::Each(full) => {
                let at = project(&front[..*level as usize], &dim.on[..k], &lens);
                let mut small = vec![0; count_positions(&lens)];
                at.iter().zip(full).for_each(|(p, n)| small[*p] = *n);
                Lens::Each(small)
            }
        });
    }
    let at = project(front, &dim.on, &lens);
    let each: Vec<i64> = match &value.lens[level] {
        Lens::Uniform(n) => vec![*n; at.len()],
        Lens::Each(each) => each.clone(),
    };
    if covers_all(&dim.on, level) {
        return Ok(Some(Value { lens, ..Value::i64s(&each) }));
    }
    let mut small: Vec<Option<i64>> = vec![None; count_positions(&lens)];
    for (p, n) in at.iter().zip(&each) {
        match small[*p] {
            Some(m) if m != *n => {
                return Err(format!("dimension {level} must have one size in row {p}, but has {m} and {n}"));
            }
            Some(_) | None => small[*p] = Some(*n),
        }
    }
    let small: Vec<i64> = small.into_iter().map(|n| n.unwrap_or(0)).collect();
    Ok(Some(Value { lens, ..Value::i64s(&small) }))
}

/// How many positions dense data of these dimensions has.
pub fn count_positions(lens: &[Lens]) -> usize {
    let mut count = 1usize;
    for lens in lens {
        count = match lens {
            Lens::Uniform(n) => count * *n as usize,
            Lens::Each(each) => each.iter().sum::<i64>() as usize,
        };
    }
    count
}

/// Puts a result together: dense `data` of type `ty`, the sizes looked up by `sizes` (dense, over the levels of `on`).
pub fn assemble(ty: &Type, data: Vec<u8>, mut sizes: impl FnMut(Atom) -> Vec<i64>) -> Value {
    let own: Vec<Vec<i64>> = ty.dims().iter().map(|dim| sizes(dim.size)).collect();
    let mut spaces = Spaces { dims: ty.dims(), own, of: FxHashMap::default() };
    let all: Vec<u32> = (0..ty.dims().len() as u32).collect();
    Value { elem: ty.elem().unwrap_or(ScalarType::I64), lens: spaces.lens(&all), data }
}

/// The spaces of sets of levels of one type.
struct Spaces<'t> {
    dims: &'t [Dim],
    /// The sizes of each dimension, over the levels of its `on`.
    own: Vec<Vec<i64>>,
    /// The spaces that have been asked for.
    of: FxHashMap<Vec<u32>, Vec<Lens>>,
}

impl Spaces<'_> {
    /// The dimensions of the space of some levels, a closed set.
    fn lens(&mut self, levels: &[u32]) -> Vec<Lens> {
        if let Some(lens) = self.of.get(levels) {
            return lens.clone();
        }
        let mut lens: Vec<Lens> = vec![];
        for (k, level) in levels.iter().enumerate() {
            let on = &self.dims[*level as usize].on;
            let next = if on.is_empty() {
                Lens::Uniform(self.own[*level as usize][0])
            } else if covers_all(on, k) {
                Lens::Each(self.own[*level as usize].clone())
            } else {
                let small = self.lens(on);
                // The place of each level among those of this space.
                let places: Vec<u32> =
                    (0..k as u32).filter(|place| on.contains(&levels[*place as usize])).collect();
                let own = &self.own[*level as usize];
                Lens::Each(project(&lens, &places, &small).into_iter().map(|p| own[p]).collect())
            };
            lens.push(next);
        }
        self.of.insert(levels.to_vec(), lens.clone());
        lens
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn projection_onto_the_first_level_repeats_it() {
        let lens = [Lens::Uniform(2), Lens::Each(vec![3, 1])];
        assert_eq!(project(&lens, &[0], &lens), vec![0, 0, 0, 1]);
        assert_eq!(project(&lens, &[0, 1], &lens), vec![0, 1, 2, 3]);
        assert_eq!(project(&lens, &[], &[]), vec![0, 0, 0, 0]);
    }

    #[test]
    fn projection_counts_rows_that_no_position_is_in() {
        // Nothing is in row 0 at level 1, but level 2 has rows there, and level 3 sizes for them.
        let sizes = [vec![2], vec![0, 1], vec![1, 1], vec![5, 7]];
        let dims = [vec![], vec![0], vec![0], vec![0, 2]];
        let dims = dims.into_iter().enumerate().map(|(k, on)| Dim { size: Atom::i64(k as i64), on });
        let ty = Type::array(ScalarType::I64, dims.collect());
        let value = assemble(&ty, vec![0; 56], |size| match size {
            Atom::Const(c) => sizes[c.as_i64() as usize].clone(),
            Atom::Var(_) => vec![],
        });
        assert_eq!(value.lens[3], Lens::Each(vec![7]));
    }

    #[test]
    fn sizes_over_levels_that_are_not_next_to_each_other_are_bound() {
        let lens = vec![
            Lens::Uniform(2),
            Lens::Each(vec![2, 1]),
            Lens::Each(vec![1, 1, 2]),
            Lens::Each(vec![5, 5, 7, 8]),
        ];
        let value = Value { lens, ..Value::i64s(&[0; 25]) };
        let dim = Dim { size: Atom::i64(0), on: vec![0, 2] };
        let sizes = sizes_of(&value, 3, &dim).unwrap().unwrap();
        assert_eq!(sizes.lens, vec![Lens::Uniform(2), Lens::Each(vec![1, 2])]);
        assert_eq!(sizes.to_i64s(), vec![5, 7, 8]);
    }

    #[test]
    fn own_shaped_matrices_have_one_width_per_matrix() {
        let value = Value {
            lens: vec![Lens::Uniform(2), Lens::Each(vec![2, 1]), Lens::Each(vec![3, 3, 1])],
            ..Value::i64s(&[1, 2, 3, 4, 5, 6, 7])
        };
        let dim = Dim { size: Atom::i64(0), on: vec![0] };
        assert_eq!(sizes_of(&value, 2, &dim).unwrap().unwrap().to_i64s(), vec![3, 1]);
        let ragged =
            Value { lens: vec![Lens::Uniform(1), Lens::Each(vec![2]), Lens::Each(vec![1, 2])], ..value };
        assert!(sizes_of(&ragged, 2, &dim).is_err());
    }
}
