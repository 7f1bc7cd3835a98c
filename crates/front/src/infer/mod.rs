//! Type inference: Hindley-Milner with overloaded numbers, sizes (see [`crate::types`]), and local polymorphism for
//! functions. The result is the type of every expression; lowering reads those of literals.
//!
//! A definition is checked by Futhark's rules first. If sizes are at fault, it is checked again with widening points open,
//! where sizes that are not the same become `[?]` (`LANGUAGE.md`, section 1).
//!
//! An error ends the definition it is in. The name is then known with any type, so that it causes no second error.

mod apply;
mod causality;
mod class;
mod constructor;
mod control;
mod definition;
mod demand;
mod exhaust;
mod exp;
mod explain;
mod hints;
mod index;
mod join;
mod literal;
mod loops;
mod operator;
mod rank;
mod rounds;
mod scheme;
mod scope;
mod seal;
mod size;
mod size_exp;
mod solver;
mod types;
mod unify;

use crate::ast::{Decl, Exp, ExpKind, Lift, Name, Pat, TypeParam};
use crate::modules::Flat;
use crate::types::{Declared, Scheme, Size, SizeVar, Ty, TypeVar, plain_name};
use base::diag::{Diagnostic, Span};
use demand::{Deferred, Demand};
use join::SideBySide;
use literal::Number;
pub(crate) use operator::is_operator;
use rounds::Learned;
use rustc_hash::{FxHashMap, FxHashSet};
use solver::Solver;

/// What inference found out, by the number of the expression.
pub(crate) struct Types {
    types: Vec<Option<Ty>>,
    widened: FxHashSet<u32>,
    definitions: FxHashMap<Name, Ty>,
    schemes: Vec<(Name, Option<Scheme>)>,
    chosen: FxHashMap<u32, Chosen>,
    sealed: FxHashMap<Name, Sealed>,
    soft: FxHashMap<u32, Name>,
}

/// What a value seen through a module type chooses for the value that it is.
#[derive(Clone, Debug)]
pub(crate) struct Sealed {
    /// The parameters of the module type, in order: names for those that are sizes.
    pub(crate) sizes: Vec<Option<Name>>,
    /// What stands for types outside, and what it is called in the choice.
    pub(crate) types: Vec<(TypeVar, TypeVar)>,
    /// The choice.
    pub(crate) chosen: Chosen,
}

/// The sizes and types that a use of a definition has chosen.
#[derive(Clone, Debug)]
pub(crate) struct Chosen {
    /// For its declared parameters, in order.
    pub(crate) declared: Vec<Size>,
    /// For the sizes without a name that were inferred for it.
    pub(crate) inferred: Vec<(SizeVar, Size)>,
    /// The types for its type parameters, and for the variables that were inferred for it.
    pub(crate) types: Vec<(TypeVar, Ty)>,
}

impl Types {
    /// The type of an expression.
    pub(crate) fn of(&self, id: u32) -> Option<&Ty> {
        self.types.get(id as usize).and_then(|t| t.as_ref())
    }
    /// The type of a definition of the program; the prelude's are not kept.
    pub(crate) fn definition(&self, name: &str) -> Option<&Ty> {
        self.definitions.get(name)
    }
    /// The types of the definitions of the user's file, in order; none for those that are wrong.
    pub(crate) fn schemes(&self) -> &[(Name, Option<Scheme>)] {
        &self.schemes
    }
    /// The sizes that the use of a definition has chosen.
    pub(crate) fn chosen(&self, id: u32) -> Option<&Chosen> {
        self.chosen.get(&id)
    }
    /// What a value seen through a module type chooses.
    pub(crate) fn sealed(&self, name: &str) -> Option<&Sealed> {
        self.sealed.get(name)
    }
    /// The local name that a size is the value of.
    pub(crate) fn soft_name(&self, unknown: u32) -> Option<&Name> {
        self.soft.get(&unknown)
    }
    /// Whether rows come to vary in a literal, a branch or a `++`.
    pub(crate) fn widens(&self, id: u32) -> bool {
        self.widened.contains(&id)
    }
}

/// What the prelude declares for elements of one shape only; everything else that it declares takes others too.
const ONE_SHAPE: [&str; 5] = ["reduce", "reduce_comm", "scan", "reduce_by_index", "transpose"];

/// Checks a program.
pub(crate) fn infer(flat: &Flat) -> (Types, Vec<Diagnostic>) {
    infer_with(flat, true)
}

/// The same; without `widening` no definition of the program is checked a second time.
pub(crate) fn infer_with(flat: &Flat, widening: bool) -> (Types, Vec<Diagnostic>) {
    let mut infer = Infer {
        solver: Solver::default(),
        globals: FxHashMap::default(),
        locals: vec![],
        tyvars: vec![],
        rigid: vec![],
        deferred: vec![],
        matches: vec![],
        types: vec![None; flat.exps as usize],
        widened: FxHashSet::default(),
        chosen: FxHashMap::default(),
        sealed: FxHashMap::default(),
        soft: FxHashMap::default(),
        literals: vec![],
        side_by_side: vec![],
        bound_sizes: vec![],
        told_to_local: FxHashSet::default(),
        recursive: flat.recursive.clone(),
        may_widen: widening,
        learned: Learned::default(),
        around: 0,
        computed_from: 0,
    };
    let mut errors = vec![];
    let mut definitions = FxHashMap::default();
    let mut schemes = vec![];
    let (mut failed, mut reported) = (FxHashSet::default(), FxHashSet::default());
    for decl in &flat.decls {
        let (name, span, result) = match decl {
            Decl::Def(def) => (def.name.clone(), def.span, infer.definition(def)),
            Decl::Val(val) => (val.name.clone(), val.span, infer.val(val)),
            Decl::Seal(seal) => (seal.outside.name.clone(), seal.span, infer.sealed(seal)),
        };
        if span.file == 0 && !matches!(decl, Decl::Val(_)) {
            schemes.push((name.clone(), result.as_ref().ok().cloned()));
        }
        let mut scheme = result.unwrap_or_else(|error| {
            // What an error leaves open is not a second one.
            let open = matches!(error.id, "ambiguous" | "unknown-size");
            let follows = open && matches!(decl, Decl::Def(def) if mentions(&def.body, &failed));
            // The body of a parametric module is checked for each argument: its errors are reported once.
            let plain = plain_name(&name);
            let own = plain.rsplit_once('.').map_or(plain, |(_, own)| own).to_string();
            let place = (own, error.id, error.labels.first().map(|label| label.span));
            if !follows && reported.insert(place) {
                errors.push(error);
            }
            failed.insert(name.clone());
            infer.anything()
        });
        let prelude = usize::from(span.file) == crate::PRELUDE;
        // It has a regular and an irregular meaning.
        scheme.uniform = !(prelude && name.starts_with("flatten"));
        if prelude && ONE_SHAPE.contains(&&*name) {
            scheme.params.iter().for_each(|p| infer.solver.need_one_shape(p.id));
        }
        if matches!(decl, Decl::Def(_)) && (!prelude || infer.recursive.contains(&name)) {
            definitions.insert(name.clone(), infer.solver.resolve(&scheme.ty));
        }
        infer.globals.insert(name, scheme);
    }
    flat.hidden.values().for_each(|bind| infer.hidden_type(bind));
    let types = infer.types.iter().map(|t| t.as_ref().map(|t| infer.solver.resolve(t))).collect();
    let solver = &infer.solver;
    let resolved = |c: Chosen| Chosen {
        declared: c.declared.iter().map(|s| solver.size(s)).collect(),
        inferred: c.inferred.iter().map(|(v, s)| (*v, solver.size(s))).collect(),
        types: c.types.iter().map(|(v, t)| (*v, solver.resolve(t))).collect(),
    };
    let chosen = infer.chosen.into_iter().map(|(id, c)| (id, resolved(c))).collect();
    let seals = infer.sealed.into_iter();
    let sealed = seals.map(|(name, s)| (name, Sealed { chosen: resolved(s.chosen), ..s })).collect();
    (Types { types, widened: infer.widened, definitions, schemes, chosen, sealed, soft: infer.soft }, errors)
}

/// Whether an expression uses one of these definitions.
fn mentions(e: &Exp, names: &FxHashSet<Name>) -> bool {
    matches!(&e.kind, ExpKind::Global(name) if names.contains(name))
        || e.children().into_iter().any(|e| mentions(e, names))
}

struct Local {
    name: Name,
    scheme: Scheme,
    /// What the name means as a size, as far as it is known or has been asked for.
    size: Option<Size>,
    /// The level from which on it exists.
    level: u32,
}

struct Infer {
    solver: Solver,
    globals: FxHashMap<Name, Scheme>,
    locals: Vec<Local>,
    tyvars: Vec<(Name, Ty)>,
    /// Parameters declared by the definitions being checked.
    rigid: Vec<Declared>,
    deferred: Vec<Deferred>,
    types: Vec<Option<Ty>>,
    /// Patterns that together have to match every value of a type.
    matches: Vec<(Vec<Pat>, Ty, Span)>,
    widened: FxHashSet<u32>,
    /// What uses of definitions have chosen for their declared parameters.
    chosen: FxHashMap<u32, Chosen>,
    /// What values seen through a module type choose.
    sealed: FxHashMap<Name, Sealed>,
    /// Unknown sizes that are the value of a local name.
    soft: FxHashMap<u32, Name>,
    /// Elements that stand side by side, and may come to differ in size.
    side_by_side: Vec<SideBySide>,
    /// Sizes that patterns have bound.
    bound_sizes: Vec<(Name, Size, Span)>,
    /// Sizes that uses of local functions tell.
    told_to_local: FxHashSet<SizeVar>,
    /// Definitions that call themselves.
    recursive: FxHashSet<Name>,
    /// Whether definitions of the program may be checked a second time.
    may_widen: bool,
    /// What earlier rounds of the definition being checked have taught.
    learned: Learned,
    /// How many arrays are around a written type.
    around: u32,
    /// The first of the unknown sizes of the definition being checked.
    computed_from: u32,
    /// Literals whose type is to be found: number, sign, and where.
    literals: Vec<(u32, Number, Span)>,
}

type Check<T> = Result<T, Diagnostic>;

impl Infer {
    /// The scheme of a name whose definition is wrong.
    fn anything(&mut self) -> Scheme {
        self.solver.level += 1;
        let ty = self.solver.fresh();
        self.solver.level -= 1;
        self.solver.generalise(&ty, vec![])
    }

    fn begin(&mut self) {
        self.locals.clear();
        self.tyvars.clear();
        self.rigid.clear();
        self.deferred.clear();
        self.matches.clear();
        self.literals.clear();
        self.side_by_side.clear();
        self.bound_sizes.clear();
        self.told_to_local.clear();
        self.solver.level = 0;
        self.solver.loops_around.clear();
        self.around = 0;
        self.computed_from = self.solver.unknown_count();
    }

    /// Checks what exists only inside of a new scope.
    fn inside<T>(&mut self, check: impl FnOnce(&mut Self) -> Check<T>) -> Check<T> {
        self.solver.level += 1;
        let result = check(self);
        // What is asked of a type is answered while the sizes in it are known.
        let answered = self.solve_deferred();
        self.solver.level -= 1;
        result.and_then(|result| answered.map(|()| result))
    }

    /// Opens a scope with these parameters.
    fn enter(&mut self, tparams: &[TypeParam]) -> (usize, usize, usize) {
        let scope = (self.locals.len(), self.tyvars.len(), self.rigid.len());
        for tparam in tparams {
            let lift = match tparam {
                TypeParam::Size(_) => Lift::Plain,
                TypeParam::Type(_, lift) => *lift,
            };
            let id = self.solver.fresh_param(lift);
            self.rigid.push(Declared { id, lift, written: true });
            match tparam {
                TypeParam::Size(name) => {
                    self.bind(name, Ty::i64(), Some(Size::Param(name.clone(), id)));
                }
                TypeParam::Type(name, _) => {
                    self.tyvars.push((name.clone(), Ty::Param(name.clone(), id)));
                }
            }
        }
        scope
    }
    /// Closes it, and returns the parameters declared in it. The level goes back by one too.
    fn leave(&mut self, (locals, tyvars, rigid): (usize, usize, usize)) -> Vec<Declared> {
        self.locals.truncate(locals);
        self.tyvars.truncate(tyvars);
        self.solver.level -= 1;
        self.rigid.split_off(rigid)
    }

    fn lookup(&mut self, name: &Name, id: u32) -> Check<Ty> {
        let Some(local) = self.locals.iter().rev().find(|l| l.name == *name) else {
            base::bug!("infer", "the local name {name} is not bound")
        };
        let scheme = local.scheme.clone();
        Ok(self.instantiate(&scheme, id))
    }
    fn instantiate(&mut self, scheme: &Scheme, id: u32) -> Ty {
        let instance = self.solver.instantiate(scheme);
        let Chosen { declared, inferred, types } = &instance.chosen;
        if !declared.is_empty() || !inferred.is_empty() || !types.is_empty() {
            self.chosen.insert(id, instance.chosen);
        }
        instance.ty
    }
    fn global(&mut self, name: &Name, id: u32) -> Check<Ty> {
        if &**name == crate::parse::KEY {
            let key = self.solver.fresh_of(class::Class::Key);
            return Ok(Ty::fun(key.clone(), key));
        }
        if let Some(scheme) = self.globals.get(name) {
            let scheme = scheme.clone();
            return Ok(self.instantiate(&scheme, id));
        }
        match self.operator(name) {
            Some(ty) => Ok(ty),
            None => base::bug!("infer", "the name {name} is not known"),
        }
    }
}
