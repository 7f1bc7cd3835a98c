//! Names inside a definition: local ones in front of those of the top level.

use super::scope::{Kind, Module, Scope, TypeBind};
use crate::ast::{Lift, Name};
use crate::types::plain_name;
use std::rc::Rc;

/// One thing that brings names into view.
enum Layer {
    /// A local name, and the name that only it has among those in view.
    Local(Name, Name),
    TyVar(Name, Lift),
    /// The names of a module, `m.(e)`.
    Open(Rc<Scope>),
}

/// What names mean inside a definition.
pub(super) struct Names<'a> {
    scope: &'a Scope,
    layers: Vec<Layer>,
    /// Where the names of the binding that is being read begin. They do not shadow each other: that is an error.
    binding: usize,
}

/// The meaning of a name of a value.
pub(super) enum Meaning {
    /// A local name, by the name that only it has.
    Local(Name),
    Global(Name),
}

impl<'a> Names<'a> {
    pub(super) fn new(scope: &'a Scope) -> Names<'a> {
        Names { scope, layers: vec![], binding: 0 }
    }
    pub(super) fn mark(&self) -> usize {
        self.layers.len()
    }
    pub(super) fn reset(&mut self, mark: usize) {
        self.layers.truncate(mark);
    }
    /// The names of a new binding follow.
    pub(super) fn begin(&mut self) {
        self.binding = self.layers.len();
    }
    /// The binding that is being read, to come back to.
    pub(super) fn binding(&self) -> usize {
        self.binding
    }
    /// Comes back to a binding.
    pub(super) fn resume(&mut self, binding: usize) {
        self.binding = binding;
    }
    /// A name that is bound. One that hides another local name gets a name of its own, so that a size that is called by the
    /// hidden one still means that.
    pub(super) fn bound(&mut self, name: &Name, number: u32) -> Name {
        let named = |layers: &[Layer]| {
            layers.iter().find_map(|layer| match layer {
                Layer::Local(local, unique) if local == name => Some(unique.clone()),
                Layer::Local(..) | Layer::TyVar(..) | Layer::Open(_) => None,
            })
        };
        let (outside, own) = self.layers.split_at(self.binding);
        // A name that is bound twice is one name: that is an error, which inference reports.
        let unique = match named(own) {
            Some(unique) => unique,
            None if named(outside).is_some() => own_name(name, number),
            None => name.clone(),
        };
        self.layers.push(Layer::Local(name.clone(), unique.clone()));
        unique
    }
    /// A local function. It always has a name of its own: what is known of a recursive function of the top level is not
    /// meant for one that hides it.
    pub(super) fn function(&mut self, name: &Name, number: u32) -> Name {
        let unique = own_name(name, number);
        self.layers.push(Layer::Local(name.clone(), unique.clone()));
        unique
    }
    pub(super) fn tyvar(&mut self, name: &Name, lift: Lift) {
        self.layers.push(Layer::TyVar(name.clone(), lift));
    }
    pub(super) fn open(&mut self, scope: Rc<Scope>) {
        self.layers.push(Layer::Open(scope));
    }

    pub(super) fn find(&self, name: &Name) -> Option<Meaning> {
        for layer in self.layers.iter().rev() {
            match layer {
                Layer::Local(local, unique) if local == name => return Some(Meaning::Local(unique.clone())),
                Layer::Open(scope) => {
                    if let Some(unique) = scope.values.get(name) {
                        return Some(Meaning::Global(unique.clone()));
                    }
                }
                Layer::Local(..) | Layer::TyVar(..) => {}
            }
        }
        self.scope.values.get(name).cloned().map(Meaning::Global)
    }
    pub(super) fn find_module(&self, path: &[Name]) -> Option<Module> {
        let (first, rest) = path.split_first()?;
        let opened = self.layers.iter().rev().find_map(|layer| match layer {
            Layer::Open(scope) => scope.modules.get(first),
            Layer::Local(..) | Layer::TyVar(..) => None,
        });
        let mut module = opened.or_else(|| self.scope.modules.get(first))?.clone();
        for name in rest {
            let Module::Struct(scope) = &module else { return None };
            module = scope.modules.get(name)?.clone();
        }
        Some(module)
    }
    /// Whether a path that has no meaning lost it to an error that was reported where its first unknown name is declared.
    pub(super) fn lost(&self, kind: Kind, path: &[Name]) -> bool {
        let Some((last, modules)) = path.split_last() else { return false };
        let Some(first) = modules.first() else {
            let opened = self.layers.iter().any(|layer| match layer {
                Layer::Open(scope) => scope.lost(kind, last),
                Layer::Local(..) | Layer::TyVar(..) => false,
            });
            return opened || self.scope.lost(kind, last);
        };
        let Some(mut module) = self.find_module(std::slice::from_ref(first)) else {
            return self.lost(Kind::Module, std::slice::from_ref(first));
        };
        for name in &modules[1..] {
            let Module::Struct(scope) = &module else { return false };
            let Some(inner) = scope.modules.get(name) else { return scope.lost(Kind::Module, name) };
            module = inner.clone();
        }
        matches!(module, Module::Struct(scope) if scope.lost(kind, last))
    }
    /// What a type parameter of this name may be.
    pub(super) fn tyvar_lift(&self, name: &Name) -> Option<Lift> {
        self.layers.iter().rev().find_map(|layer| match layer {
            Layer::TyVar(n, lift) if n == name => Some(*lift),
            Layer::TyVar(..) | Layer::Local(..) | Layer::Open(_) => None,
        })
    }
    /// The type that a name, perhaps a qualified one, stands for.
    pub(super) fn find_type(&self, name: &str) -> Option<Rc<TypeBind>> {
        if let Some((path, last)) = name.rsplit_once('.') {
            let path: Vec<Name> = path.split('.').map(Name::from).collect();
            let Some(Module::Struct(scope)) = self.find_module(&path) else { return None };
            return scope.types.get(last).cloned();
        }
        let opened = self.layers.iter().rev().find_map(|layer| match layer {
            Layer::Open(scope) => scope.types.get(name),
            Layer::Local(..) | Layer::TyVar(..) => None,
        });
        opened.or_else(|| self.scope.types.get(name)).cloned()
    }
    /// A known name that differs in one letter.
    pub(super) fn similar(&self, name: &str) -> Option<Name> {
        let locals = self.layers.iter().rev().filter_map(|layer| match layer {
            Layer::Local(name, _) => Some(name),
            Layer::TyVar(..) | Layer::Open(_) => None,
        });
        let mut found: Vec<&Name> = locals.filter(|n| one_apart(n, name)).collect();
        if found.is_empty() {
            found = self.scope.values.keys().filter(|n| one_apart(n, name)).collect();
            found.sort();
        }
        found.first().map(|n| (*n).clone())
    }
}

/// A name that nothing else has; names of the top level are told apart with one `#`.
pub(super) fn own_name(name: &str, number: u32) -> Name {
    format!("{}##{number}", plain_name(name)).into()
}

/// Whether one letter put in, left out or changed, or two swapped, make the same word.
fn one_apart(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let (long, short) = if a.len() >= b.len() { (&a, &b) } else { (&b, &a) };
    if short.len() < 2 || long.len() - short.len() > 1 {
        return false;
    }
    let same = long.iter().zip(short).take_while(|(x, y)| x == y).count();
    let swapped = long.len() == short.len()
        && same + 2 <= long.len()
        && (long[same], long[same + 1]) == (short[same + 1], short[same])
        && long[same + 2..] == short[same + 2..];
    if swapped {
        return true;
    }
    let rest = if long.len() == short.len() { same + 1 } else { same };
    long[(same + 1).min(long.len())..] == short[rest.min(short.len())..]
}
