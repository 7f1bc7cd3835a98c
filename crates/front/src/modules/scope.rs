//! What names mean while modules are taken away.

use crate::ast::{Lift, Name, TypeExp, TypeParam};
use crate::syntax::{ModExp, ModType};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The names of one kind.
pub(super) type Table<T> = Rc<FxHashMap<Name, T>>;

/// The kinds of names. A name may be declared once in each.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Value,
    Type,
    Module,
    ModType,
}

impl Kind {
    /// The kind as messages call it.
    pub(super) fn word(self) -> &'static str {
        match self {
            Kind::Value => "value",
            Kind::Type => "type",
            Kind::Module => "module",
            Kind::ModType => "module type",
        }
    }
}

/// What names mean at a place. Copies share their tables until one of them changes.
#[derive(Clone, Default)]
pub(super) struct Scope {
    /// Values, with their unique names.
    pub values: Table<Name>,
    pub types: Table<Rc<TypeBind>>,
    pub modules: Table<Module>,
    pub mod_types: Table<Rc<(Rc<ModType>, Scope)>>,
    /// Names whose declaration has an error: that they have no meaning is not a second one.
    failed: Rc<FxHashSet<(Kind, Name)>>,
    /// Whether a module with an error was opened: it may declare any name that is not known here.
    incomplete: bool,
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
    /// The names of a module that could not be read.
    pub(super) fn unknown() -> Scope {
        Scope { incomplete: true, ..Scope::default() }
    }
    /// A name whose declaration has an error. It hides what the name meant before.
    pub(super) fn fail(&mut self, kind: Kind, name: Name) {
        match kind {
            Kind::Value => _ = Rc::make_mut(&mut self.values).remove(&name),
            Kind::Type => _ = Rc::make_mut(&mut self.types).remove(&name),
            Kind::Module => _ = Rc::make_mut(&mut self.modules).remove(&name),
            Kind::ModType => _ = Rc::make_mut(&mut self.mod_types).remove(&name),
        }
        Rc::make_mut(&mut self.failed).insert((kind, name));
    }
    /// Whether a name that has no meaning here lost it to an error that was reported.
    pub(super) fn lost(&self, kind: Kind, name: &Name) -> bool {
        self.incomplete || self.failed.contains(&(kind, name.clone()))
    }
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
        other.failed.iter().for_each(|(kind, name)| self.fail(*kind, name.clone()));
        self.incomplete |= other.incomplete;
    }
}
