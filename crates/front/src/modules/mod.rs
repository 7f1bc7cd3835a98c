//! Takes modules away: the result is a flat list of declarations with unique names, in which types have no abbreviations.
//!
//! A parametric module is evaluated again for every application, so that the types of its argument are known inside; once
//! more for a parameter that is only what its module type says, so that errors are found where they stand. Sealing makes
//! abstract types new names ([`crate::ast::TypeKind::Abstract`]) and sees values through [`crate::ast::Seal`].

mod abbreviation;
mod exp;
mod import;
mod kinds;
mod names;
pub(crate) mod renumber;
mod scope;
mod seal;
mod sizes;
mod types;
mod unknown;

use crate::ast::{Decl, Def, Lift, Name, TypeArg, TypeExp, TypeKind, TypeParam};
use crate::syntax::{Dec, ModExp, ModKind, ModType, TypeDec};
use base::diag::{Diagnostic, SourceFile, Span};
use names::Names;
use rustc_hash::{FxHashMap, FxHashSet};
use scope::{Functor, Kind, Module, Scope};
use seal::View;
use sizes::Sizes;
use std::rc::Rc;

pub(crate) use scope::TypeBind;
pub(crate) use sizes::unused_size;

/// Gives the text of an imported file, by its path; or says why not.
pub type Load<'a> = &'a (dyn Fn(&str) -> Result<String, String> + Sync);

/// Either something resolved, or the error that stopped it.
type Resolve<T> = Result<T, Diagnostic>;

/// A program without modules.
pub(crate) struct Flat {
    /// Its declarations, in order.
    pub decls: Vec<Decl>,
    /// How many of them are the prelude's, which come first.
    pub prelude: usize,
    /// How many expressions there are.
    pub exps: u32,
    /// What abstract types are.
    pub hidden: FxHashMap<Name, Rc<TypeBind>>,
    /// The definitions that call themselves.
    pub recursive: FxHashSet<Name>,
    /// What is probably not meant.
    pub warnings: Vec<Diagnostic>,
}

/// Reads and flattens a program: the first file is the user's, the second the prelude; imported files are added.
pub(crate) fn flatten(files: &mut Vec<SourceFile>, load: Load) -> (Flat, Vec<Diagnostic>) {
    let mut elab = Elab {
        out: vec![],
        errors: vec![],
        warnings: vec![],
        next_id: 0,
        used: FxHashMap::default(),
        hidden: FxHashMap::default(),
        defining: None,
        recursive: FxHashSet::default(),
        files,
        load,
        imported: FxHashMap::default(),
        importing: vec![],
        prelude: Scope::default(),
        declared: vec![],
        depth: 0,
    };
    let (decs, errors) = elab.parse(crate::PRELUDE);
    elab.errors.extend(errors);
    elab.prelude = elab.decs(&decs, Scope::default(), "", false);
    let prelude = elab.out.len();
    let (decs, errors) = elab.parse(0);
    let broken = !errors.is_empty();
    elab.errors.extend(errors);
    // A definition that did not parse would make its uses unknown names.
    if !broken {
        elab.importing.push(elab.files[0].name.clone());
        elab.decs(&decs, elab.prelude.clone(), "", true);
    }
    let errors = elab.errors;
    let flat = Flat {
        decls: elab.out,
        prelude,
        exps: elab.next_id,
        hidden: elab.hidden,
        recursive: elab.recursive,
        warnings: elab.warnings,
    };
    (flat, errors)
}

struct Elab<'a> {
    out: Vec<Decl>,
    errors: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
    next_id: u32,
    /// How often a name was declared.
    used: FxHashMap<Name, u32>,
    hidden: FxHashMap<Name, Rc<TypeBind>>,
    /// The definition being resolved: its name, its unique name, and whether it has parameters.
    defining: Option<(Name, Name, bool)>,
    recursive: FxHashSet<Name>,
    files: &'a mut Vec<SourceFile>,
    load: Load<'a>,
    imported: FxHashMap<String, Rc<Scope>>,
    /// The files whose declarations are being resolved, innermost last.
    importing: Vec<String>,
    prelude: Scope,
    /// What the declarations around declare, innermost last: to tell names that are declared too late from unknown ones.
    declared: Vec<FxHashMap<(Kind, Name), Span>>,
    /// How deeply parametric modules are being applied.
    depth: u32,
}

/// How deeply applications of parametric modules may nest.
const MAX_APPLICATIONS: u32 = 100;

impl Elab<'_> {
    fn parse(&mut self, file: usize) -> (Vec<Dec>, Vec<Diagnostic>) {
        let text = &self.files[file].text;
        let parsed = crate::parse::parse(file as u16, text, &mut self.next_id, file == crate::PRELUDE);
        self.warnings.extend(parsed.warnings);
        (parsed.decs, parsed.errors)
    }
    fn error(&mut self, error: Diagnostic) {
        if unknown::is_consequence(&error) {
            return;
        }
        // Nobody reads more, and each is compared with all before it.
        if self.errors.len() < 100 && !self.errors.contains(&error) {
            self.errors.push(error);
        }
    }
    /// A name that nothing else has.
    fn unique(&mut self, prefix: &str, name: &str) -> Name {
        let whole: Name = format!("{prefix}{name}").into();
        // Built-in operators are known by their names without any declaration.
        let count = self.used.entry(whole.clone()).or_insert(u32::from(crate::infer::is_operator(&whole)));
        *count += 1;
        if *count == 1 { whole } else { format!("{whole}#{count}").into() }
    }

    /// Evaluates declarations one after the other; returns the names they export. `entries` is whether entry points count.
    fn decs(&mut self, decs: &[Dec], mut scope: Scope, prefix: &str, entries: bool) -> Scope {
        let mut exports = Scope::default();
        let mut seen: FxHashSet<(Kind, Name)> = FxHashSet::default();
        let declared_here = decs.iter().filter_map(declared).map(|(kind, name, span)| ((kind, name), span));
        self.declared.push(declared_here.collect());
        for dec in decs {
            let (local, dec) = match dec {
                Dec::Local(dec) => (true, &**dec),
                dec => (false, dec),
            };
            if let Some((kind, name, span)) = declared(dec)
                && !seen.insert((kind, name.clone()))
                && prefix_is_user(span)
            {
                let message = format!("there are two definitions of the {} {name}", kind.word());
                self.error(Diagnostic::error("duplicate-name", message).label(span, "the second one"));
            }
            match self.dec(dec, &scope, prefix, entries) {
                Ok(new) => {
                    scope.open(&new);
                    if !local {
                        exports.open(&new);
                    }
                }
                Err(failed) => {
                    let (error, known) = *failed;
                    self.error(error);
                    scope.open(&known);
                    exports.open(&known);
                }
            }
        }
        self.declared.pop();
        exports
    }
    /// One declaration: the names it brings. With an error comes what is still to be known, so that there is no second one.
    fn dec(
        &mut self,
        dec: &Dec,
        scope: &Scope,
        prefix: &str,
        entries: bool,
    ) -> Result<Scope, Box<(Diagnostic, Scope)>> {
        let mut new = Scope::default();
        let fail = |error: Diagnostic| {
            let mut known = Scope::default();
            match (declared(dec), dec) {
                (Some((kind, name, _)), _) => known.fail(kind, name),
                (None, Dec::Open(_)) => known = Scope::unknown(),
                (None, _) => {}
            }
            Box::new((error, known))
        };
        match dec {
            Dec::Def(def) => {
                let unique = self.unique(prefix, &def.name);
                new.value(def.name.clone(), unique.clone());
                self.defining = Some((def.name.clone(), unique.clone(), !def.params.is_empty()));
                let mut resolved = match self.def(&mut Names::new(scope), def, unique.clone()) {
                    Ok(def) => def,
                    Err(error) => {
                        // Known with any type.
                        self.out.push(anything(unique, def.span));
                        return Err(Box::new((error, new)));
                    }
                };
                resolved.entry &= entries;
                if resolved.entry
                    && let Some(size) = untold_by_arguments(&resolved)
                {
                    let message =
                        format!("the arguments of the entry point {} do not tell [{size}]", def.name);
                    let error = Diagnostic::error("untold-size", message).label(def.span, "this entry point");
                    let error = error.note(format!("one of them has to be an array of the size [{size}]"));
                    return Err(Box::new((error, new)));
                }
                self.out.push(Decl::Def(Rc::new(resolved)));
            }
            Dec::Val(val) => {
                let unique = self.unique(prefix, &val.name);
                let resolved = self.val(&mut Names::new(scope), val, unique.clone()).map_err(fail)?;
                new.value(val.name.clone(), unique);
                self.out.push(Decl::Val(resolved));
            }
            Dec::Type(dec) => {
                let bind = self.type_dec(&mut Names::new(scope), dec).map_err(fail)?;
                new.ty(dec.name.clone(), Rc::new(bind));
            }
            Dec::Module(dec) => {
                let prefix = format!("{prefix}{}.", dec.name);
                let module = self.module(&dec.exp, scope, &prefix).map_err(fail)?;
                new.module(dec.name.clone(), module);
            }
            Dec::ModType(name, sig, _) => {
                self.check_sig(sig, scope, prefix).map_err(fail)?;
                new.mod_type(name.clone(), Rc::new((sig.clone(), scope.clone())));
            }
            Dec::Open(exp) => match self.module(exp, scope, prefix).map_err(fail)? {
                Module::Struct(inner) => new = (*inner).clone(),
                Module::Functor(_) => {
                    let error =
                        Diagnostic::error("parametric-module", "a parametric module cannot be opened");
                    return Err(fail(error.label(exp.span, "apply it first")));
                }
            },
            Dec::Local(dec) => return self.dec(dec, scope, prefix, entries),
        }
        Ok(new)
    }
    /// The type of a declaration, with the kind that it is declared with.
    fn type_dec(&mut self, names: &mut Names, dec: &TypeDec) -> Resolve<TypeBind> {
        let bind = self.type_of_own_kind(names, dec, dec.lift)?;
        Ok(TypeBind { lift: dec.lift, ..bind })
    }
    /// The type of a declaration, with the kind that follows from what it stands for; it is `most` at most.
    fn type_of_own_kind(&mut self, names: &mut Names, dec: &TypeDec, most: Lift) -> Resolve<TypeBind> {
        let mark = names.mark();
        let result = self.tparams(names, &dec.tparams, dec.span).and_then(|_| match &dec.ty {
            Some(ty) => Ok((self.ty(names, ty)?, self.lift(names, ty))),
            None => base::bug!("modules", "a type without a definition"),
        });
        names.reset(mark);
        let (ty, lift) = result?;
        if lift > most {
            let message = format!("{} is {}", dec.name, types::words(lift));
            return Err(Diagnostic::error("lifted-type", message)
                .label(dec.span, format!("declared as {}", types::words(dec.lift)))
                .note("`type~` may have anonymous sizes, `type^` functions too"));
        }
        sizes::told_to_functions(&dec.name, &ty)?;
        let sizes = Sizes::of(&ty);
        if let Some(size) = sizes.unused(&dec.tparams) {
            let message = format!("{} does not use its parameter [{size}]", dec.name);
            return Err(Diagnostic::error("unused-size", message)
                .label(dec.span, "this type")
                .note(format!("types that differ in {size} only would be the same; leave it out")));
        }
        Ok(TypeBind { lift, tparams: dec.tparams.clone(), ty })
    }

    fn module(&mut self, exp: &Rc<ModExp>, scope: &Scope, prefix: &str) -> Resolve<Module> {
        match &exp.kind {
            ModKind::Name(path) => {
                self.no_intrinsics(path, scope, exp.span)?;
                let names = Names::new(scope);
                names.find_module(path).ok_or_else(|| self.unknown_module(&names, path, exp.span))
            }
            ModKind::Struct(decs) => {
                Ok(Module::Struct(Rc::new(self.decs(decs, scope.clone(), prefix, false))))
            }
            ModKind::Seal(inner, sig) => {
                let module = self.module(inner, scope, prefix)?;
                self.seal(&module, sig, scope, prefix, exp.span, View::Opaque)
            }
            ModKind::Apply(fun, arg) => {
                let Module::Functor(functor) = self.module(fun, scope, prefix)? else {
                    return Err(Diagnostic::error("not-parametric", "this module takes no parameter")
                        .label(fun.span, "this module")
                        .label(arg.span, "given this argument"));
                };
                let arg_module = self.module(arg, scope, &format!("{prefix}{}.", functor.param))?;
                self.instantiate(&functor, &arg_module, prefix, arg.span)
            }
            ModKind::Lambda(param, sig, body) => {
                let functor = Functor {
                    param: param.clone(),
                    sig: sig.clone(),
                    body: body.clone(),
                    scope: scope.clone(),
                };
                self.check_functor(&functor, prefix)?;
                Ok(Module::Functor(Rc::new(functor)))
            }
            ModKind::Import(path) => Ok(Module::Struct(self.import(path, exp.span)?)),
        }
    }
    /// What is built in is used as `intrinsics.name` only: it has types of its own.
    fn no_intrinsics(&self, path: &[Name], scope: &Scope, span: Span) -> Resolve<()> {
        let own = self.prelude.modules.get("intrinsics");
        if let ([name], Some(Module::Struct(own))) = (path, own)
            && let Some(Module::Struct(found)) = scope.modules.get(name)
            && Rc::ptr_eq(own, found)
        {
            return Err(Diagnostic::error("intrinsics", "intrinsics cannot be opened, renamed or passed on")
                .label(span, "here")
                .note("its functions can be used, as in `intrinsics.name`"));
        }
        Ok(())
    }
    fn instantiate(&mut self, functor: &Functor, arg: &Module, prefix: &str, span: Span) -> Resolve<Module> {
        if self.depth >= MAX_APPLICATIONS {
            return Err(Diagnostic::error("too-deep", "parametric modules are applied too deeply")
                .label(span, "here"));
        }
        let inner = format!("{prefix}{}.", functor.param);
        let param = self.seal(arg, &functor.sig, &functor.scope, &inner, span, View::Transparent)?;
        let mut scope = functor.scope.clone();
        scope.module(functor.param.clone(), param);
        self.depth += 1;
        let result = self.module(&functor.body, &scope, prefix);
        self.depth -= 1;
        result
    }
    /// Checks the body of a parametric module for a parameter of which only its module type is known.
    fn check_functor(&mut self, functor: &Functor, prefix: &str) -> Resolve<()> {
        let Some(param) =
            self.assumed(&functor.sig, &functor.scope, &format!("{prefix}{}.", functor.param))?
        else {
            return Ok(());
        };
        let mut scope = functor.scope.clone();
        scope.module(functor.param.clone(), param);
        self.module(&functor.body, &scope, prefix).map(|_| ())
    }
    /// Checks a module type.
    fn check_sig(&mut self, sig: &Rc<ModType>, scope: &Scope, prefix: &str) -> Resolve<()> {
        self.assumed(sig, scope, &format!("{prefix}(module type).")).map(|_| ())
    }
}

/// The binding of a new abstract type.
fn abstract_bind(unique: Name, dec: &TypeDec) -> TypeBind {
    let args = dec.tparams.iter().map(|p| match p {
        TypeParam::Size(name) => {
            let exp = crate::ast::Exp {
                id: u32::MAX,
                span: dec.span,
                kind: crate::ast::ExpKind::Var(name.clone()),
                attrs: None,
            };
            TypeArg::Size(crate::ast::SizeExp::Exp(Box::new(exp)))
        }
        TypeParam::Type(name, _) => {
            TypeArg::Type(TypeExp { kind: TypeKind::Name(name.clone(), vec![]), span: dec.span })
        }
    });
    let ty = TypeExp { kind: TypeKind::Abstract(unique, args.collect()), span: dec.span };
    TypeBind { lift: dec.lift, tparams: dec.tparams.clone(), ty }
}

/// A size parameter of an entry point that cannot be read from its arguments.
fn untold_by_arguments(def: &Def) -> Option<&Name> {
    let mut sizes = Sizes::default();
    def.params.iter().for_each(|pat| sizes.add_pat(pat));
    // The value may be a function: what that takes are arguments too.
    let mut value = def.ret.as_ref();
    while let Some(TypeKind::Fun(_, from, to)) = value.map(|ty| &ty.kind) {
        sizes.add(from);
        value = Some(&**to);
    }
    sizes.untold(&def.tparams)
}

/// A declaration of a value of any type.
fn anything(name: Name, span: Span) -> Decl {
    let param: Name = "any".into();
    let ty = TypeExp { kind: TypeKind::Name(param.clone(), vec![]), span };
    let tparams = vec![TypeParam::Type(param, Lift::Functions)];
    Decl::Val(crate::ast::Val { name, span, tparams, ty })
}

/// The kind and name of what is declared.
fn declared(dec: &Dec) -> Option<(Kind, Name, Span)> {
    match dec {
        Dec::Def(def) => Some((Kind::Value, def.name.clone(), def.span)),
        Dec::Val(val) => Some((Kind::Value, val.name.clone(), val.span)),
        Dec::Type(dec) => Some((Kind::Type, dec.name.clone(), dec.span)),
        Dec::Module(dec) => Some((Kind::Module, dec.name.clone(), dec.span)),
        Dec::ModType(name, _, span) => Some((Kind::ModType, name.clone(), *span)),
        Dec::Local(dec) => declared(dec),
        Dec::Open(_) => None,
    }
}

fn prefix_is_user(span: Span) -> bool {
    usize::from(span.file) != crate::PRELUDE
}
