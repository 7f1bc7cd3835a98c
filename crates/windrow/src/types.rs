//! The types of entry points.

use base::ScalarType;
use ir::interface::{Constructor, Data, Interface};
use ir::{Atom, Fun, Vars};
use std::collections::BTreeMap;
use std::fmt;

/// What an entry point takes and returns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub params: Vec<Param>,
    /// The type of its result.
    pub result: Type,
}

/// A parameter of an entry point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Param {
    /// Its name; may be made up where the program has a pattern.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Whether the entry point may overwrite the argument.
    pub unique: bool,
}

/// The type of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Type {
    /// A scalar.
    Scalar(ScalarType),
    /// An array.
    Array {
        /// How many elements it has.
        dim: Size,
        /// What they are.
        elem: Box<Type>,
    },
    /// A record or a tuple; the fields of a tuple are called `0`, `1`, ..
    Record(Vec<(String, Type)>),
    /// A sum: the constructors with what they carry.
    Sum(Vec<(String, Vec<Type>)>),
}

/// The size of a dimension.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Size {
    /// This one.
    Known(i64),
    /// Any, the same wherever this name stands.
    Named(String),
    /// Any.
    Any,
    /// One for each row.
    Varies,
}

impl Type {
    /// How many components a value of this type has: scalars and arrays of scalars.
    pub(crate) fn components(&self) -> usize {
        match self {
            Type::Scalar(_) => 1,
            Type::Array { elem, .. } => elem.components().max(1),
            Type::Record(fields) => fields.iter().map(|(_, ty)| ty.components()).sum(),
            Type::Sum(constructors) => {
                1 + constructors.iter().flat_map(|(_, payload)| payload).map(Type::components).sum::<usize>()
            }
        }
    }

    /// How a value of this type is put together where no program says it: constructors are numbered in their order.
    pub(crate) fn data(&self) -> Data {
        match self {
            Type::Scalar(_) => Data::Leaf,
            Type::Array { elem, .. } if elem.components() == 0 => Data::Array(Box::new(Data::Empty)),
            Type::Array { elem, .. } => Data::Array(Box::new(elem.data())),
            Type::Record(fields) => {
                Data::Record(fields.iter().map(|(name, ty)| (name.clone(), ty.data())).collect())
            }
            Type::Sum(constructors) => {
                let own = |(tag, (name, payload)): (usize, &(String, Vec<Type>))| Constructor {
                    name: name.clone(),
                    tag: tag as i64,
                    payload: payload.iter().map(Type::data).collect(),
                };
                Data::Sum(constructors.iter().enumerate().map(own).collect())
            }
        }
    }

    /// Whether a value of type `other` may be passed, as far as that can be said without its sizes.
    pub(crate) fn takes(&self, other: &Type) -> bool {
        match (self, other) {
            (Type::Scalar(a), Type::Scalar(b)) => a == b,
            (Type::Array { elem: a, .. }, Type::Array { elem: b, .. }) => a.takes(b),
            (Type::Record(a), Type::Record(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|((m, a), (n, b))| m == n && a.takes(b))
            }
            // A value has only one of the constructors.
            (Type::Sum(a), Type::Sum(b)) => b.iter().all(|(name, payload)| {
                a.iter().any(|(other, wanted)| {
                    name == other
                        && wanted.len() == payload.len()
                        && wanted.iter().zip(payload).all(|(a, b)| a.takes(b))
                })
            }),
            (Type::Scalar(_) | Type::Array { .. } | Type::Record(_) | Type::Sum(_), _) => false,
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Size::Known(n) => write!(f, "{n}"),
            Size::Named(name) => f.write_str(name),
            Size::Any => Ok(()),
            Size::Varies => f.write_str("?"),
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Scalar(ty) => write!(f, "{ty}"),
            Type::Array { dim, elem } if matches!(**elem, Type::Sum(_)) => write!(f, "[{dim}]({elem})"),
            Type::Array { dim, elem } => write!(f, "[{dim}]{elem}"),
            Type::Record(fields) => {
                let tuple = driver::structure::is_tuple(fields);
                f.write_str(if tuple { "(" } else { "{" })?;
                for (i, (name, ty)) in fields.iter().enumerate() {
                    f.write_str(if i > 0 { ", " } else { "" })?;
                    if !tuple {
                        write!(f, "{name}: ")?;
                    }
                    write!(f, "{ty}")?;
                }
                f.write_str(if tuple { ")" } else { "}" })
            }
            Type::Sum(constructors) => {
                for (i, (name, payload)) in constructors.iter().enumerate() {
                    write!(f, "{}#{name}", if i > 0 { " | " } else { "" })?;
                    for ty in payload {
                        match ty {
                            Type::Sum(_) => write!(f, " ({ty})")?,
                            _ => write!(f, " {ty}")?,
                        }
                    }
                }
                Ok(())
            }
        }
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} :", self.name)?;
        for param in &self.params {
            let unique = if param.unique { "*" } else { "" };
            write!(f, " ({}: {unique}{}) ->", param.name, param.ty)?;
        }
        write!(f, " {}", self.result)
    }
}

/// The signature of an entry point, whose values are put together as the interface says, if there is one.
pub(crate) fn signature<O>(vars: &Vars, fun: &Fun<O>, interface: Option<&Interface>) -> Option<Signature> {
    let entry = fun.entry.as_ref()?;
    let owners = owners(vars, fun);
    let mut params = vec![];
    for (i, arg) in entry.args.iter().enumerate() {
        let plain = plain(arg.vars.len());
        let data = interface.and_then(|interface| interface.args.get(i)).unwrap_or(&plain);
        let leaves: Vec<&ir::Type> = arg.vars.iter().map(|var| &vars[*var].ty).collect();
        let sizes = Sizes { vars, owners: &owners, written: &arg.ty };
        let consumed = |param: &ir::Param| param.consumed && arg.vars.contains(&param.var);
        let unique = fun.params.iter().any(consumed);
        params.push(Param { name: arg.name.clone(), ty: sizes.ty(data, &leaves, 0), unique });
    }
    let plain = plain(fun.ret.len());
    let (data, written) = match interface {
        Some(interface) => (&interface.result, interface.result_type.clone()),
        None => (&plain, entry.results.join(" ")),
    };
    let leaves: Vec<&ir::Type> = fun.ret.iter().collect();
    let result = Sizes { vars, owners: &owners, written: &written }.ty(data, &leaves, 0);
    Some(Signature { name: fun.name.clone(), params, result })
}

/// So many components of which nothing more is known.
fn plain(components: usize) -> Data {
    match components {
        1 => Data::Leaf,
        n => Data::Record((0..n).map(|i| (i.to_string(), Data::Leaf)).collect()),
    }
}

/// The sizes among the parameters that have a name of their own. Sizes without a name are called like some that have one; they come
/// later, except before numbers that are sizes too.
fn owners<O>(vars: &Vars, fun: &Fun<O>) -> BTreeMap<String, ir::Var> {
    let mut owners = BTreeMap::new();
    for arg in fun.entry.iter().flat_map(|entry| &entry.args) {
        if let [var] = arg.vars[..]
            && vars[var].ty.rank() == 0
        {
            owners.insert(arg.name.clone(), var);
        }
    }
    for param in &fun.params {
        owners.entry(vars[param.var].name.clone()).or_insert(param.var);
    }
    owners
}

/// What sizes are called.
struct Sizes<'a> {
    vars: &'a Vars,
    /// The variables that have names of their own.
    owners: &'a BTreeMap<String, ir::Var>,
    /// The type as it is written, in which only those names stand that its author knows.
    written: &'a str,
}

impl Sizes<'_> {
    fn size(&self, dim: &ir::Dim) -> Size {
        let var = match dim.size {
            _ if !dim.is_uniform() => return Size::Varies,
            Atom::Const(n) => return Size::Known(n.as_i64()),
            Atom::Var(var) => var,
        };
        let name = &self.vars[var].name;
        let known = self.owners.get(name) == Some(&var) && self.written.contains(&format!("[{name}]"));
        if known { Size::Named(name.clone()) } else { Size::Any }
    }

    /// The type of what stands at `depth` of these components.
    fn ty(&self, data: &Data, leaves: &[&ir::Type], depth: usize) -> Type {
        let array = |elem: Type| match leaves.first().and_then(|leaf| leaf.dims().get(depth)) {
            Some(dim) => Type::Array { dim: self.size(dim), elem: Box::new(elem) },
            None => elem,
        };
        let mut rest = leaves;
        let mut part = |data: &Data| {
            let (own, others) = rest.split_at(data.leaves().min(rest.len()));
            rest = others;
            self.ty(data, own, depth)
        };
        match data {
            Data::Leaf if leaves.first().is_some_and(|leaf| leaf.rank() > depth) => {
                array(self.ty(data, leaves, depth + 1))
            }
            Data::Leaf => {
                let elem = leaves.first().and_then(|leaf| leaf.elem());
                Type::Scalar(elem.unwrap_or(ScalarType::I64))
            }
            Data::Empty => Type::Record(vec![]),
            Data::Array(elem) => array(self.ty(elem, leaves, depth + 1)),
            Data::Record(fields) => {
                Type::Record(fields.iter().map(|(name, data)| (name.clone(), part(data))).collect())
            }
            Data::Sum(constructors) => {
                let tag = Data::Leaf;
                part(&tag);
                let own = |c: &ir::interface::Constructor| {
                    (c.name.clone(), c.payload.iter().map(&mut part).collect())
                };
                Type::Sum(constructors.iter().map(own).collect())
            }
        }
    }
}
