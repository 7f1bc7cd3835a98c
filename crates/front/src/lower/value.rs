//! Static values: what an expression is while it is lowered.
//!
//! Records are lists of components and an array of records is a record of arrays, so every value is a tree whose leaves
//! are Core atoms. Inside [`Value::Array`] the leaves are Core arrays of full rank: `[n](a, [m]b)` is
//! `Array(Record(Scalar(xs: [n]a), Array(Scalar(ys: [n][m]b))))`.

use super::Ctx;
use super::uncalled::AnyFunction;
use crate::ast::{Def, Lambda, Name, TypeParam};
use crate::types::{Size, SizeVar, Ty, TypeVar};
use ir::Atom;
use std::rc::Rc;

/// The field of an empty tuple in an array: no source can name it. An array needs a leaf that tells its size.
const PRESENT: &str = " ";

/// A value.
#[derive(Clone)]
pub(super) enum Value {
    /// A leaf.
    Scalar(Atom),
    /// A tuple or record.
    Record(Rc<[(Name, Value)]>),
    /// An array, given by its elements: each leaf has one dimension more.
    Array(Rc<Value>),
    /// A function.
    Fun(Rc<Fun>),
    /// A sum: the number of the constructor, and the payloads of those constructors that the value may have, in the order of
    /// their names. Payloads of other constructors than the value's hold anything.
    Sum(Atom, Payloads),
}

/// Constructors with their payloads.
pub(super) type Payloads = Rc<[(Name, Vec<Value>)]>;

/// A function with the arguments it has so far.
#[derive(Clone)]
pub(super) struct Fun {
    /// What is called when all arguments are there.
    pub code: Code,
    /// The arguments so far.
    pub args: Vec<Value>,
    /// Where the user named it; failures inside a function of the prelude are reported there if the prelude calls it.
    pub home: Option<Ctx>,
}

/// What can be called.
#[derive(Clone)]
pub(super) enum Code {
    /// A definition and the environment of a local one; and the expression that named it, if sizes that it has chosen were not
    /// known then.
    Def(Rc<Def>, Env, Option<u32>),
    /// A lambda, its environment and where it stands.
    Lambda(Rc<Lambda>, Env, Ctx),
    /// An intrinsic or operator, and how many arguments it takes.
    Intrinsic(Name, usize),
    /// `(op e)`: the operator and its right operand.
    Section(Box<Value>, Box<Value>),
    /// A function of so many arguments that gives this value for all of them.
    Constant(Box<Value>, usize),
    /// A parameter of a definition that nothing calls.
    Any(Rc<AnyFunction>),
}

impl Fun {
    /// How many arguments a call needs.
    pub(super) fn arity(&self) -> usize {
        match &self.code {
            Code::Def(def, ..) => def.params.len(),
            Code::Lambda(lambda, ..) => lambda.params.len(),
            Code::Intrinsic(_, arity) => *arity,
            Code::Section(..) => 1,
            Code::Constant(_, arity) => *arity,
            Code::Any(function) => function.arity(),
        }
    }
}

impl Value {
    /// A tuple.
    pub(super) fn tuple(parts: Vec<Value>) -> Value {
        Value::Record(parts.into_iter().enumerate().map(|(i, v)| (crate::ast::field(i), v)).collect())
    }
    /// An array from its elements.
    pub(super) fn array(elem: Value) -> Value {
        Value::Array(Rc::new(elem))
    }
    /// The atoms at the leaves, in order. Functions have none.
    pub(super) fn leaves(&self) -> Vec<Atom> {
        let mut leaves = vec![];
        self.collect(&mut leaves);
        leaves
    }
    fn collect(&self, leaves: &mut Vec<Atom>) {
        match self {
            Value::Scalar(a) => leaves.push(*a),
            Value::Record(fields) => fields.iter().for_each(|(_, v)| v.collect(leaves)),
            Value::Array(elem) => elem.collect(leaves),
            Value::Fun(_) => {}
            Value::Sum(tag, parts) => {
                leaves.push(*tag);
                parts.iter().flat_map(|(_, p)| p).for_each(|v| v.collect(leaves));
            }
        }
    }
    /// The same tree with other leaves.
    pub(super) fn with_leaves(&self, leaves: impl IntoIterator<Item = Atom>) -> Value {
        self.replace(&mut leaves.into_iter())
    }
    fn replace(&self, leaves: &mut dyn Iterator<Item = Atom>) -> Value {
        match self {
            Value::Scalar(a) => Value::Scalar(leaves.next().unwrap_or(*a)),
            Value::Record(fields) => {
                Value::Record(fields.iter().map(|(n, v)| (n.clone(), v.replace(leaves))).collect())
            }
            Value::Array(elem) => Value::array(elem.replace(leaves)),
            Value::Fun(f) => Value::Fun(f.clone()),
            Value::Sum(tag, parts) => {
                let tag = leaves.next().unwrap_or(*tag);
                let parts = parts
                    .iter()
                    .map(|(n, payload)| (n.clone(), payload.iter().map(|v| v.replace(leaves)).collect()));
                Value::Sum(tag, parts.collect())
            }
        }
    }
    /// The value as an element of an array: if it has no leaves, its empty tuples get `leaf`.
    pub(super) fn as_element(&self, leaf: Atom) -> Value {
        if self.has_function() || !self.leaves().is_empty() {
            return self.clone();
        }
        match self {
            Value::Record(fields) if fields.is_empty() => {
                Value::Record([(PRESENT.into(), Value::Scalar(leaf))].into())
            }
            Value::Record(fields) => {
                Value::Record(fields.iter().map(|(n, v)| (n.clone(), v.as_element(leaf))).collect())
            }
            Value::Scalar(_) | Value::Array(_) | Value::Fun(_) | Value::Sum(..) => self.clone(),
        }
    }
    /// The value outside of arrays: empty tuples are empty there.
    pub(super) fn as_single(&self) -> Value {
        match self {
            Value::Record(_) if self.is_empty_element() => Value::Record([].into()),
            Value::Record(fields) => {
                Value::Record(fields.iter().map(|(n, v)| (n.clone(), v.as_single())).collect())
            }
            Value::Scalar(_) | Value::Array(_) | Value::Fun(_) | Value::Sum(..) => self.clone(),
        }
    }
    /// Whether it is an empty tuple in an array.
    pub(super) fn is_empty_element(&self) -> bool {
        matches!(self, Value::Record(fields) if fields.iter().any(|(n, _)| **n == *PRESENT))
    }
    /// Whether there is a function somewhere in the value.
    pub(super) fn has_function(&self) -> bool {
        match self {
            Value::Scalar(_) | Value::Array(_) => false,
            Value::Record(fields) => fields.iter().any(|(_, v)| v.has_function()),
            Value::Fun(_) => true,
            Value::Sum(_, parts) => parts.iter().flat_map(|(_, p)| p).any(|v| v.has_function()),
        }
    }
    /// How many constructors the sums in the value may have. Those without payload have no leaves.
    pub(super) fn constructors(&self) -> usize {
        match self {
            Value::Scalar(_) | Value::Fun(_) => 0,
            Value::Array(elem) => elem.constructors(),
            Value::Record(fields) => fields.iter().map(|(_, v)| v.constructors()).sum(),
            Value::Sum(_, parts) => {
                let inside = parts.iter().flat_map(|(_, payload)| payload).map(Value::constructors);
                parts.len() + inside.sum::<usize>()
            }
        }
    }
    /// Whether there is a sum somewhere in the value.
    pub(super) fn has_sum(&self) -> bool {
        match self {
            Value::Scalar(_) | Value::Fun(_) => false,
            Value::Array(elem) => elem.has_sum(),
            Value::Record(fields) => fields.iter().any(|(_, v)| v.has_sum()),
            Value::Sum(..) => true,
        }
    }
}

/// What names mean; cheap to extend and to keep.
#[derive(Clone, Default)]
pub(super) struct Env {
    first: Option<Rc<Binding>>,
    /// The call whose body this is.
    call: Option<Rc<Call>>,
}

struct Binding {
    bound: Bound,
    rest: Option<Rc<Binding>>,
}

/// What is bound.
enum Bound {
    Name(Name, Value),
    /// A declared size of a definition whose value is computed when it is asked for.
    Later(Name, Size, Env),
    /// A size that inference found a definition to have, without a name.
    Size(SizeVar, ChosenSize),
    /// What a type of a definition is in a call, with what the names in it mean there.
    Type(TypeVar, Ty, Env),
}

/// The call of a function: what the sizes in the types of its body are is another thing in every call.
pub(super) struct Call {
    /// Its number.
    pub id: u32,
    /// The call of the function around, if this one is local.
    pub around: Option<Rc<Call>>,
}

impl Env {
    fn with(&self, bound: Bound) -> Env {
        let binding = Binding { bound, rest: self.first.clone() };
        Env { first: Some(Rc::new(binding)), call: self.call.clone() }
    }
    /// The environment with one more name.
    pub(super) fn bind(&self, name: Name, value: Value) -> Env {
        self.with(Bound::Name(name, value))
    }
    /// The environment of the body of a function that is called in it.
    pub(super) fn called(&self, id: u32) -> Env {
        let call = Call { id, around: self.call.clone() };
        Env { first: self.first.clone(), call: Some(Rc::new(call)) }
    }
    /// The calls whose bodies are around, innermost first.
    pub(super) fn calls(&self) -> impl Iterator<Item = u32> {
        std::iter::successors(self.call.as_deref(), |call| call.around.as_deref()).map(|call| call.id)
    }
    /// The environment with those sizes that the use of a definition has chosen, for parameters that no argument tells of.
    pub(super) fn with_chosen(&self, def: &Def, chosen: &Chosen) -> Env {
        let mut env = self.clone();
        for (param, size) in def.tparams.iter().zip(&chosen.declared) {
            if let (TypeParam::Size(name), Some(size)) = (param, size) {
                env = env.bind_size(name, size);
            }
        }
        for (var, size) in &chosen.inferred {
            env = env.with(Bound::Size(*var, size.clone()));
        }
        for (var, ty, of) in &chosen.types {
            env = env.bind_type(*var, ty.clone(), of.clone());
        }
        env
    }
    /// The environment with a declared size of a definition.
    pub(super) fn bind_size(&self, name: &Name, size: &ChosenSize) -> Env {
        self.with(match size {
            ChosenSize::Known(size) => Bound::Name(name.clone(), Value::Scalar(*size)),
            ChosenSize::Later(size, env) => Bound::Later(name.clone(), size.clone(), env.clone()),
        })
    }
    /// The environment with what a type is.
    pub(super) fn bind_type(&self, var: TypeVar, ty: Ty, env: Env) -> Env {
        self.with(Bound::Type(var, ty, env))
    }
    fn find<'a, T>(&'a self, is: impl Fn(&'a Bound) -> Option<T>) -> Option<T> {
        let mut rest = &self.first;
        while let Some(binding) = rest {
            if let Some(found) = is(&binding.bound) {
                return Some(found);
            }
            rest = &binding.rest;
        }
        None
    }
    /// What a name means.
    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        self.find(|bound| match bound {
            Bound::Name(own, value) if **own == *name => Some(Some(value)),
            Bound::Later(own, ..) if **own == *name => Some(None),
            _ => None,
        })
        .flatten()
    }
    /// The size that a name means, if it is one that is computed when it is asked for.
    pub(super) fn later(&self, name: &str) -> Option<(&Size, &Env)> {
        self.find(|bound| match bound {
            Bound::Name(own, _) if **own == *name => Some(None),
            Bound::Later(own, size, env) if **own == *name => Some(Some((size, env))),
            _ => None,
        })
        .flatten()
    }
    /// What a size is that the use of a definition has chosen.
    pub(super) fn size(&self, var: SizeVar) -> Option<&ChosenSize> {
        self.find(|bound| match bound {
            Bound::Size(own, size) if *own == var => Some(size),
            _ => None,
        })
    }
    /// What a type is that the use of a definition has chosen.
    pub(super) fn type_of(&self, var: TypeVar) -> Option<(&Ty, &Env)> {
        self.find(|bound| match bound {
            Bound::Type(own, ty, env) if *own == var => Some((ty, env)),
            _ => None,
        })
    }
    /// Whether values of a type of the definition differ in shape in this call.
    pub(super) fn varies(&self, ty: &Ty) -> bool {
        let chosen = ty.type_var().and_then(|var| self.type_of(var));
        chosen.is_some_and(|(ty, env)| env.varies(ty))
            || ty.sizes().iter().any(|s| s.by_row())
            || ty.parts().into_iter().any(|t| self.varies(t))
    }
}

/// A size that a use of a definition has chosen.
#[derive(Clone)]
pub(super) enum ChosenSize {
    /// Its value.
    Known(Atom),
    /// A size whose computation can fail, and what the names in it mean. It is computed only when the definition asks for it: it
    /// may be the size of rows that are not there, and then nothing else computes it.
    Later(Size, Env),
}

/// The sizes that a use of a definition has chosen, as far as they are known.
#[derive(Default)]
pub(super) struct Chosen {
    /// For its declared parameters, in order.
    pub declared: Vec<Option<ChosenSize>>,
    /// For the sizes without a name that its arguments have.
    pub inferred: Vec<(SizeVar, ChosenSize)>,
    /// For what stands for types in it, with what the names in them mean.
    pub types: Vec<(TypeVar, Ty, Env)>,
    /// Whether some are not known yet.
    pub open: bool,
}
