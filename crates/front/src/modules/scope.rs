//! What names mean while modules are taken away.

use crate::ast::{Lift, Name, TypeExp, TypeParam};
use crate::syntax::{ModExp, ModType};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The names of one kind.
pub(super) type Table<T> = Rc<FxHashMap<Name, T>>;

/// What names mean at a place. Copies share their tables until one of them changes.
#[derive(Clone, Default)]
pub(super) struct Scope {
    /// Values, with their unique names.
    pub values: Table<Name>,
    pub types: Table<Rc<TypeBind>>,
    pub modules: Table<Module>,
    pub mod_types: Table<Rc<(Rc<ModType>, Scope)>>,
}

/// The meaning of a type name: abbreviations and abstract types alike.
#[derive(Debug)]
pub(crate) struct TypeBind {
    /// What may be inside.
    pub lift: Lift,
    /// Its parameters.
    pub tparams: Vec<TypeParam>,
    /// What it stands for, in terms that need no scope.
    pub ty: TypeExp,
}

/// The meaning of a module name.
#[derive(Clone)]
pub(super) enum Module {
    Struct(Rc<Scope>),
    Functor(Rc<Functor>),
}

/// A module with a parameter.
pub(super) struct Functor {
    pub param: Name,
    pub sig: Rc<ModType>,
    pub body: Rc<ModExp>,
    /// Where it was defined.
    pub scope: Scope,
}

impl Scope {
    pub(super) fn value(&mut self, name: Name, unique: Name) {
        Rc::make_mut(&mut self.values).insert(name, unique);
    }
    pub(super) fn ty(&mut self, name: Name, bind: Rc<TypeBind>) {
        Rc::make_mut(&mut self.types).insert(name, bind);
    }
    pub(super) fn module(&mut self, name: Name, module: Module) {
        Rc::make_mut(&mut self.modules).insert(name, module);
    }
    pub(super) fn mod_type(&mut self, name: Name, sig: Rc<(Rc<ModType>, Scope)>) {
        Rc::make_mut(&mut self.mod_types).insert(name, sig);
    }
    /// The scope with the names of another one in front.
    pub(super) fn opened(&self, other: &Scope) -> Scope {
        let mut scope = self.clone();
        scope.open(other);
        scope
    }
    /// Takes the names of another scope.
    pub(super) fn open(&mut self, other: &Scope) {
        fn add<T: Clone>(to: &mut Table<T>, from: &Table<T>) {
            if !from.is_empty() {
                Rc::make_mut(to).extend(from.iter().map(|(k, v)| (k.clone(), v.clone())));
            }
        }
        add(&mut self.values, &other.values);
        add(&mut self.types, &other.types);
        add(&mut self.modules, &other.modules);
        add(&mut self.mod_types, &other.mod_types);
    }
}
