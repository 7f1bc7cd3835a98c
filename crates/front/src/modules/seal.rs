//! Module types: sealing a module, fitting an argument to a parameter, and assuming what a module type says.

use super::kinds::takes_all;
use super::names::Names;
use super::scope::{Functor, Kind, Module, Scope, TypeBind};
use super::sizes::Sizes;
use super::types::{alike, words};
use super::unknown::{consequence, is_consequence};
use super::{Elab, Resolve, abstract_bind};
use crate::ast::{Decl, Lift, Name, Seal, TypeExp, TypeParam, Val};
use crate::syntax::{ModExp, ModKind, ModType, ModTypeKind, Spec, TypeDec};
use base::diag::{Diagnostic, Span};
use std::rc::Rc;

/// A module type, taken apart.
enum Sig {
    Items(Vec<Item>),
    Arrow(Option<Name>, Rc<ModType>, Rc<ModType>, Scope),
}

/// One promise of a module type, with the scope it was written in.
enum Item {
    Val(Val, Rc<Scope>),
    Type(TypeDec, Rc<Scope>),
    /// A type that `with` has fixed.
    Fixed(TypeDec, Rc<TypeBind>),
    /// The same, by a type that names earlier ones of the module type around.
    FixedByEarlier(TypeDec, Rc<Scope>),
    Module(Name, Rc<ModType>, Rc<Scope>, Vec<Fix>, Span),
}

/// A type that `with` fixes inside a module: the rest of its path and its meaning.
type Fix = (Vec<Name>, Rc<TypeBind>);

/// How a module is seen through a module type.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum View {
    /// Abstract types are new.
    Opaque,
    /// As the argument of a parameter: only what the module type says, but its types are known.
    Transparent,
}

impl Elab<'_> {
    /// The module seen through a module type.
    pub(super) fn seal(
        &mut self,
        module: &Module,
        sig: &Rc<ModType>,
        scope: &Scope,
        prefix: &str,
        span: Span,
        view: View,
    ) -> Resolve<Module> {
        self.view(module, sig, scope, &[], prefix, span, view, &mut Both::default())
    }

    /// The promises of a module type.
    fn sig(&mut self, sig: &ModType, scope: &Scope) -> Resolve<Sig> {
        match &sig.kind {
            ModTypeKind::Name(path) => {
                let found = self.find_sig(path, scope).ok_or_else(|| {
                    let message = format!("unknown module type {}", path.join("."));
                    let error = Diagnostic::error("unknown-module-type", message);
                    let error = error.label(sig.span, "not defined here");
                    self.unknown(&Names::new(scope), Kind::ModType, path, sig.span, error)
                })?;
                self.sig(&found.0, &found.1)
            }
            ModTypeKind::Specs(specs) => {
                let own = Rc::new(scope.clone());
                // What stands in front of an `include` has no meaning yet: it hides what is outside.
                let mut outside = scope.clone();
                let mut items = vec![];
                for spec in specs {
                    let before = items.len();
                    match spec {
                        Spec::Val(val) => items.push(Item::Val(val.clone(), own.clone())),
                        Spec::Type(dec) => items.push(Item::Type(dec.clone(), own.clone())),
                        Spec::Module(name, sig, span) => {
                            items.push(Item::Module(name.clone(), sig.clone(), own.clone(), vec![], *span));
                        }
                        Spec::Include(inner) => match self.sig(inner, &outside)? {
                            Sig::Items(inner) => items.extend(inner),
                            Sig::Arrow(..) => return Err(no_arrow(inner.span)),
                        },
                    }
                    for item in &items[before..] {
                        match item {
                            Item::Type(dec, _) | Item::Fixed(dec, _) | Item::FixedByEarlier(dec, _) => {
                                outside.fail(Kind::Type, dec.name.clone());
                            }
                            Item::Module(name, ..) => outside.fail(Kind::Module, name.clone()),
                            Item::Val(val, _) => outside.fail(Kind::Value, val.name.clone()),
                        }
                    }
                }
                Ok(Sig::Items(items))
            }
            ModTypeKind::With(inner, path, tparams, ty) => {
                let Sig::Items(mut items) = self.sig(inner, scope)? else { return Err(no_arrow(inner.span)) };
                let mut names = Names::new(scope);
                self.tparams(&mut names, tparams, sig.span)?;
                let written = ty;
                let ty = match self.ty(&mut names, ty) {
                    Ok(ty) => ty,
                    Err(error) => {
                        // It may name a type that stands in front of this one in the module type around.
                        if fix_by_earlier(&mut items, path, tparams, written, scope) {
                            return Ok(Sig::Items(items));
                        }
                        return Err(match is_consequence(&error) {
                            true => no_such_type(no_abstract_type(path), sig.span),
                            false => error,
                        });
                    }
                };
                // The kind is that of the type it fixes; its parameters are as the module type declares them.
                let mut plain = Names::new(scope);
                for param in tparams {
                    if let TypeParam::Type(name, _) = param {
                        plain.tyvar(name, Lift::Plain);
                    }
                }
                let lift = self.lift(&plain, written);
                let bind = Rc::new(TypeBind { lift, tparams: tparams.clone(), ty });
                fix(&mut items, path, bind).map_err(|what| no_such_type(what, sig.span))?;
                Ok(Sig::Items(items))
            }
            ModTypeKind::Arrow(name, from, to) => {
                Ok(Sig::Arrow(name.clone(), from.clone(), to.clone(), scope.clone()))
            }
        }
    }
    fn find_sig(&self, path: &[Name], scope: &Scope) -> Option<Rc<(Rc<ModType>, Scope)>> {
        let (last, modules) = path.split_last()?;
        if modules.is_empty() {
            return scope.mod_types.get(last).cloned();
        }
        match Names::new(scope).find_module(modules)? {
            Module::Struct(scope) => scope.mod_types.get(last).cloned(),
            Module::Functor(_) => None,
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn view(
        &mut self,
        module: &Module,
        sig: &Rc<ModType>,
        scope: &Scope,
        fixes: &[Fix],
        prefix: &str,
        span: Span,
        view: View,
        both: &mut Both,
    ) -> Resolve<Module> {
        match (self.sig(sig, scope)?, module) {
            (Sig::Items(mut items), Module::Struct(source)) => {
                for (path, bind) in fixes {
                    fix(&mut items, path, bind.clone())
                        .map_err(|what| Diagnostic::error("no-such-type", what).label(span, "here"))?;
                }
                let mut new = Scope::default();
                for item in &items {
                    self.view_item(item, source, &mut new, prefix, span, view, both)?;
                }
                Ok(Module::Struct(Rc::new(new)))
            }
            (Sig::Arrow(name, from, to, mut scope), Module::Functor(_)) => {
                // A functor that hands its parameter on and seals the result.
                let hidden: Name = "(functor)".into();
                scope.module(hidden.clone(), module.clone());
                let param = name.unwrap_or_else(|| "(parameter)".into());
                let exp = |kind| Rc::new(ModExp { kind, span });
                let (fun, arg) = (exp(ModKind::Name(vec![hidden])), exp(ModKind::Name(vec![param.clone()])));
                let body = exp(ModKind::Seal(exp(ModKind::Apply(fun, arg)), to));
                let functor = Functor { param, sig: from, body, scope };
                self.check_functor(&functor, prefix)?;
                Ok(Module::Functor(Rc::new(functor)))
            }
            (Sig::Items(_), Module::Functor(_)) => {
                Err(Diagnostic::error("module-mismatch", "a parametric module where a plain one is expected")
                    .label(span, "apply it first"))
            }
            (Sig::Arrow(..), Module::Struct(_)) => {
                Err(Diagnostic::error("module-mismatch", "a plain module where a parametric one is expected")
                    .label(span, "this takes no parameter"))
            }
        }
    }
    #[allow(clippy::too_many_arguments)]
    fn view_item(
        &mut self,
        item: &Item,
        source: &Scope,
        new: &mut Scope,
        prefix: &str,
        span: Span,
        view: View,
        both: &mut Both,
    ) -> Resolve<()> {
        match item {
            Item::Type(dec, _) | Item::Fixed(dec, _) | Item::FixedByEarlier(dec, _) => {
                let Some(bind) = source.types.get(&dec.name) else {
                    return Err(missing(source, Kind::Type, &dec.name, span));
                };
                let wanted = self.manifest(item, &both.outside)?;
                // Where a type is told, what it stands for counts, not the kind that it is declared with.
                let inside = |ty: &TypeExp| self.lift(&Names::new(&Scope::default()), ty);
                let (own, most) = match &wanted {
                    Some(wanted) => (inside(&bind.ty), inside(&wanted.ty).max(dec.lift)),
                    None => (bind.lift, dec.lift),
                };
                if own > most {
                    let message = format!("the type {} is {}", dec.name, words(own));
                    let error = Diagnostic::error("module-mismatch", message);
                    return Err(error.label(span, "the module type asks for less"));
                }
                agree(dec, bind, span)?;
                let outside = match wanted {
                    Some(wanted) => {
                        if let Some(inside) = self.manifest(item, &both.inside)? {
                            self.same(dec, &inside, bind, span)?;
                        }
                        wanted
                    }
                    None if view == View::Transparent => bind.clone(),
                    None => {
                        let unique = self.unique(prefix, &dec.name);
                        self.hidden.insert(unique.clone(), bind.clone());
                        Rc::new(abstract_bind(unique, dec))
                    }
                };
                // The module type is read with the kind that it declares, inside too.
                let (lift, tparams) = (bind.lift.min(dec.lift), bind.tparams.clone());
                let inside = TypeBind { lift, tparams, ty: bind.ty.clone() };
                both.inside.ty(dec.name.clone(), Rc::new(inside));
                both.outside.ty(dec.name.clone(), outside.clone());
                new.ty(dec.name.clone(), outside);
            }
            Item::Val(val, scope) => {
                let Some(value) = source.values.get(&val.name) else {
                    return Err(missing(source, Kind::Value, &val.name, span));
                };
                let unique = self.unique(prefix, &val.name);
                let (inner, outer) = (scope.opened(&both.inside), scope.opened(&both.outside));
                let inside = self.val(&mut Names::new(&inner), val, unique.clone())?;
                let outside = self.val(&mut Names::new(&outer), val, unique.clone())?;
                let seal = Seal { outside, inside, source: value.clone(), span };
                self.out.push(Decl::Seal(Rc::new(seal)));
                // Sizes in later types may name it.
                both.inside.value(val.name.clone(), value.clone());
                both.outside.value(val.name.clone(), unique.clone());
                new.value(val.name.clone(), unique);
            }
            Item::Module(name, sig, scope, fixes, _) => {
                let Some(module) = source.modules.get(name) else {
                    return Err(missing(source, Kind::Module, name, span));
                };
                let prefix = format!("{prefix}{name}.");
                let scope = scope.opened(&both.outside);
                let mut inner = Both { inside: both.inside.clone(), outside: both.outside.clone() };
                let viewed = self.view(module, sig, &scope, fixes, &prefix, span, view, &mut inner)?;
                both.inside.module(name.clone(), module.clone());
                both.outside.module(name.clone(), viewed.clone());
                new.module(name.clone(), viewed);
            }
        }
        Ok(())
    }
    /// The type that a module type gives to one of its types, if it is not abstract. `earlier` is what the types in front of it
    /// are.
    fn manifest(&mut self, item: &Item, earlier: &Scope) -> Resolve<Option<Rc<TypeBind>>> {
        Ok(match item {
            Item::Fixed(_, fixed) => Some(fixed.clone()),
            Item::FixedByEarlier(dec, scope) => {
                let scope = scope.opened(earlier);
                let most = dec.lift.max(Lift::Sizes);
                let bind = self.type_of_own_kind(&mut Names::new(&scope), dec, most)?;
                Some(Rc::new(TypeBind { lift: bind.lift.min(dec.lift), ..bind }))
            }
            Item::Type(dec, scope) if dec.ty.is_some() => {
                Some(Rc::new(self.type_dec(&mut Names::new(&scope.opened(earlier)), dec)?))
            }
            Item::Type(..) | Item::Val(..) | Item::Module(..) => None,
        })
    }
    /// Whether a type is what a module type says it is.
    fn same(&self, dec: &TypeDec, wanted: &TypeBind, got: &TypeBind, span: Span) -> Resolve<()> {
        let pairs = wanted.tparams.iter().zip(&got.tparams);
        let params: Vec<(Name, Name)> = pairs.map(|(a, b)| (a.name().clone(), b.name().clone())).collect();
        if alike(&wanted.ty, &got.ty, &params) {
            return Ok(());
        }
        Err(mismatch(dec, span))
    }

    /// A module of which only its module type is known; none for the types of parametric modules.
    pub(super) fn assumed(
        &mut self,
        sig: &Rc<ModType>,
        scope: &Scope,
        prefix: &str,
    ) -> Resolve<Option<Module>> {
        let Sig::Items(items) = self.sig(sig, scope)? else { return Ok(None) };
        let module = self.assume_items(items, Scope::default(), prefix)?;
        Ok(module.map(|scope| Module::Struct(Rc::new(scope))))
    }
    fn assume_items(&mut self, items: Vec<Item>, outer: Scope, prefix: &str) -> Resolve<Option<Scope>> {
        let mut extra = outer;
        let mut new = Scope::default();
        for item in items {
            match item {
                Item::Type(ref dec, _) | Item::Fixed(ref dec, _) | Item::FixedByEarlier(ref dec, _) => {
                    let bind = match (self.manifest(&item, &extra)?, &item) {
                        (None, Item::Type(dec, scope)) => {
                            self.tparams(&mut Names::new(scope), &dec.tparams, dec.span)?;
                            Rc::new(abstract_bind(self.unique(prefix, &dec.name), dec))
                        }
                        (Some(bind), _) => bind,
                        (None, _) => base::bug!("modules", "a fixed type without a type"),
                    };
                    extra.ty(dec.name.clone(), bind.clone());
                    new.ty(dec.name.clone(), bind);
                }
                Item::Val(val, scope) => {
                    let unique = self.unique(prefix, &val.name);
                    let scope = scope.opened(&extra);
                    let resolved = self.val(&mut Names::new(&scope), &val, unique.clone())?;
                    self.out.push(Decl::Val(resolved));
                    extra.value(val.name.clone(), unique.clone());
                    new.value(val.name, unique);
                }
                Item::Module(name, sig, scope, fixes, span) => {
                    let scope = scope.opened(&extra);
                    let Sig::Items(mut items) = self.sig(&sig, &scope)? else { return Ok(None) };
                    for (path, bind) in fixes {
                        fix(&mut items, &path, bind)
                            .map_err(|what| Diagnostic::error("no-such-type", what).label(span, "here"))?;
                    }
                    let prefix = format!("{prefix}{name}.");
                    let Some(inner) = self.assume_items(items, extra.clone(), &prefix)? else {
                        return Ok(None);
                    };
                    let module = Module::Struct(Rc::new(inner));
                    extra.module(name.clone(), module.clone());
                    new.module(name, module);
                }
            }
        }
        Ok(Some(new))
    }
}

/// What the types of a module type mean inside the module and outside.
#[derive(Default)]
struct Both {
    inside: Scope,
    outside: Scope,
}

/// Fixes a type of these items by what is written, whose names are looked up when the items are.
fn fix_by_earlier(
    items: &mut [Item],
    path: &[Name],
    tparams: &[TypeParam],
    ty: &TypeExp,
    scope: &Scope,
) -> bool {
    let [name] = path else { return false };
    for item in items {
        if let Item::Type(dec, _) = item
            && dec.name == *name
            && dec.ty.is_none()
            && takes_all(tparams, &dec.tparams)
        {
            let dec = TypeDec { tparams: tparams.to_vec(), ty: Some(ty.clone()), ..dec.clone() };
            *item = Item::FixedByEarlier(dec, Rc::new(scope.clone()));
            return true;
        }
    }
    false
}

/// Fixes the type at a path.
fn fix(items: &mut [Item], path: &[Name], bind: Rc<TypeBind>) -> Result<(), String> {
    let nothing = || Err(no_abstract_type(path));
    let Some((first, rest)) = path.split_first() else { return nothing() };
    for item in items {
        match item {
            Item::Type(dec, _) if dec.name == *first && rest.is_empty() => {
                if dec.tparams.len() != bind.tparams.len() {
                    return Err(format!("{first} takes {} arguments", dec.tparams.len()));
                }
                if !takes_all(&bind.tparams, &dec.tparams) {
                    return Err(format!("{first} is declared to take more than this type does"));
                }
                if dec.ty.is_some() {
                    return nothing();
                }
                // As in Futhark a type with anonymous sizes may be put for a plain one, and counts as plain data then.
                if bind.lift > dec.lift.max(Lift::Sizes) {
                    return Err(format!("the type {first} cannot be {}", words(bind.lift)));
                }
                let (tparams, ty) = (bind.tparams.clone(), bind.ty.clone());
                let bind = TypeBind { lift: bind.lift.min(dec.lift), tparams, ty };
                *item = Item::Fixed(dec.clone(), Rc::new(bind));
                return Ok(());
            }
            Item::Module(name, _, _, fixes, _) if name == first && !rest.is_empty() => {
                fixes.push((rest.to_vec(), bind));
                return Ok(());
            }
            Item::Type(..)
            | Item::Fixed(..)
            | Item::FixedByEarlier(..)
            | Item::Module(..)
            | Item::Val(..) => {}
        }
    }
    nothing()
}

/// Whether a type has the parameters that a module type asks for.
fn agree(dec: &TypeDec, bind: &TypeBind, span: Span) -> Resolve<()> {
    let kind = |p: &TypeParam| matches!(p, TypeParam::Size(_));
    let same = dec.tparams.len() == bind.tparams.len()
        && dec.tparams.iter().zip(&bind.tparams).all(|(a, b)| kind(a) == kind(b));
    if !same {
        let message = format!("the type {} has other parameters in the module type", dec.name);
        return Err(Diagnostic::error("module-mismatch", message).label(span, "here"));
    }
    let mut sizes = Sizes::default();
    sizes.add(&bind.ty);
    if let (None, Some(size)) = (&dec.ty, sizes.untold(&bind.tparams)) {
        let message = format!("a value of the type {} does not tell its size [{size}]", dec.name);
        return Err(Diagnostic::error("untold-size", message)
            .label(span, "the type cannot be abstract")
            .label(dec.span, "the module type says nothing but its name")
            .note(format!("an array of the size [{size}] somewhere in it tells it, even one of ()")));
    }
    Ok(())
}

fn no_abstract_type(path: &[Name]) -> String {
    format!("there is no abstract type {}", path.join("."))
}
fn no_such_type(what: String, span: Span) -> Diagnostic {
    Diagnostic::error("no-such-type", what).label(span, "in this module type")
}
fn missing(source: &Scope, kind: Kind, name: &Name, span: Span) -> Diagnostic {
    let message = format!("the module has no {} {name}", kind.word());
    let error = Diagnostic::error("module-mismatch", message).label(span, "its module type asks for it");
    if source.lost(kind, name) { consequence() } else { error }
}
fn mismatch(dec: &TypeDec, span: Span) -> Diagnostic {
    Diagnostic::error("module-mismatch", format!("the type {} is another one in the module type", dec.name))
        .label(span, "here")
        .label(dec.span, "the module type")
}
fn no_arrow(span: Span) -> Diagnostic {
    Diagnostic::error("module-mismatch", "this is the type of a parametric module")
        .label(span, "a plain one is expected")
}
