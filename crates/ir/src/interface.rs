//! How the values of entry points are put together from components: what the text and binary formats, which know only arrays of
//! scalars, do not say.

/// An entry point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interface {
    /// Its name.
    pub name: String,
    /// Its arguments.
    pub args: Vec<Data>,
    /// Its result.
    pub result: Data,
    /// The type of the result, as a user would write it.
    pub result_type: String,
}

/// How a value is put together. The components are numbered in the order of the leaves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Data {
    /// One component.
    Leaf,
    /// An empty tuple in an array that has no other components: one component that says nothing but how many there are.
    Empty,
    /// A tuple or a record, by the names of the fields; those of a tuple are `0`, `1`, ...
    Record(Vec<(String, Data)>),
    /// An array: each component has one more dimension.
    Array(Box<Data>),
    /// A sum: a component for the number of the constructor, then the payloads of all constructors that the value may have.
    Sum(Vec<Constructor>),
}

/// A constructor of a sum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constructor {
    /// Its name.
    pub name: String,
    /// Its number.
    pub tag: i64,
    /// Its payload.
    pub payload: Vec<Data>,
}

impl Data {
    /// How many components there are.
    pub fn leaves(&self) -> usize {
        match self {
            Data::Leaf | Data::Empty => 1,
            Data::Record(fields) => fields.iter().map(|(_, d)| d.leaves()).sum(),
            Data::Array(elem) => elem.leaves(),
            Data::Sum(constructors) => {
                1 + constructors.iter().flat_map(|c| &c.payload).map(Data::leaves).sum::<usize>()
            }
        }
    }
}
