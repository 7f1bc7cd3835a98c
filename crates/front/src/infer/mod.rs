//! Type inference: Hindley-Milner with overloaded numbers, sizes (see [`crate::types`]), and local polymorphism for
//! functions. The result is the type of every expression; lowering reads those of literals.
//!
//! A definition is checked by Futhark's rules first. If sizes are at fault, it is checked again with widening points open,
//! where sizes that are not the same become `[?]` (`LANGUAGE.md`, section 1).
//!
//! An error ends the definition it is in. The name is then known with any type, so that it causes no second error.

mod class;
mod control;
mod exhaust;
mod exp;
mod join;
mod rank;
mod scheme;
mod scope;
mod size;
mod solver;
mod types;
mod unify;

use crate::ast::{Decl, Def, Lift, Name, Pat, Seal, TypeParam, Val};
use crate::modules::Flat;
use crate::types::{Declared, ParamId, Scheme, Size, SizeVar, Ty, plain_name};
use base::Scalar;
use base::diag::{Diagnostic, Span};
use class::Class;
use join::SideBySide;
use rustc_hash::{FxHashMap, FxHashSet};
use scope::Leaving;
use solver::{Free, Solver};
use std::rc::Rc;

/// What inference found out, by the number of the expression.
pub(crate) struct Types {
    types: Vec<Option<Ty>>,
    widened: FxHashSet<u32>,
    entries: FxHashMap<Name, Ty>,
    schemes: Vec<(Name, Option<Scheme>)>,
    chosen: FxHashMap<u32, Chosen>,
    soft: FxHashMap<u32, Name>,
}

/// The sizes that a use of a definition has chosen.
#[derive(Clone, Debug)]
pub(crate) struct Chosen {
    /// For its declared parameters, in order.
    pub(crate) declared: Vec<Size>,
    /// For the sizes without a name that were inferred for it.
    pub(crate) inferred: Vec<(SizeVar, Size)>,
}

impl Types {
    /// The type of an expression.
    pub(crate) fn of(&self, id: u32) -> Option<&Ty> {
        self.types.get(id as usize).and_then(|t| t.as_ref())
    }
    /// The type of an entry point.
    pub(crate) fn entry(&self, name: &str) -> Option<&Ty> {
        self.entries.get(name)
    }
    /// The types of the definitions of the user's file, in order; none for those that are wrong.
    pub(crate) fn schemes(&self) -> &[(Name, Option<Scheme>)] {
        &self.schemes
    }
    /// The sizes that the use of a definition has chosen.
    pub(crate) fn chosen(&self, id: u32) -> Option<&Chosen> {
        self.chosen.get(&id)
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
        soft: FxHashMap::default(),
        literals: vec![],
        side_by_side: vec![],
        bound_sizes: vec![],
        recursive: flat.recursive.clone(),
        may_widen: widening,
    };
    let mut errors = vec![];
    let mut entries = FxHashMap::default();
    let mut schemes = vec![];
    for decl in &flat.decls {
        let (name, span, result) = match decl {
            Decl::Def(def) => (def.name.clone(), def.span, infer.definition(def)),
            Decl::Val(val) => (val.name.clone(), val.span, infer.val(val)),
            Decl::Seal(seal) => (seal.outside.name.clone(), seal.span, infer.sealed(seal)),
        };
        if span.file == 0 && !matches!(decl, Decl::Val(_)) {
            schemes.push((name.clone(), result.as_ref().ok().cloned()));
        }
        let scheme = result.unwrap_or_else(|error| {
            if !errors.contains(&error) {
                errors.push(error);
            }
            infer.anything()
        });
        if matches!(decl, Decl::Def(def) if def.entry || infer.recursive.contains(&name)) {
            entries.insert(name.clone(), infer.solver.resolve(&scheme.ty));
        }
        infer.globals.insert(name, scheme);
    }
    let types = infer.types.iter().map(|t| t.as_ref().map(|t| infer.solver.resolve(t))).collect();
    let solver = &infer.solver;
    let resolved = |c: Chosen| Chosen {
        declared: c.declared.iter().map(|s| solver.size(s)).collect(),
        inferred: c.inferred.iter().map(|(v, s)| (*v, solver.size(s))).collect(),
    };
    let chosen = infer.chosen.into_iter().map(|(id, c)| (id, resolved(c))).collect();
    (Types { types, widened: infer.widened, entries, schemes, chosen, soft: infer.soft }, errors)
}

struct Local {
    name: Name,
    scheme: Scheme,
    /// What the name means as a size, as far as it is known or has been asked for.
    size: Option<Size>,
    /// The level from which on it exists.
    level: u32,
}

/// What is asked of a type that was unknown when the question was met.
struct Deferred {
    of: Ty,
    demand: Demand,
    span: Span,
}

/// What is asked of a type.
enum Demand {
    /// A field of this type.
    Field(Name, Ty),
    /// A constructor with this payload.
    Constr(Name, Vec<Ty>),
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
    /// Unknown sizes that are the value of a local name.
    soft: FxHashMap<u32, Name>,
    /// Elements that stand side by side, and may come to differ in size.
    side_by_side: Vec<SideBySide>,
    /// Sizes that patterns have bound.
    bound_sizes: Vec<(Name, Size, Span)>,
    /// Definitions that call themselves.
    recursive: FxHashSet<Name>,
    /// Whether definitions of the program may be checked a second time.
    may_widen: bool,
    /// Literals whose type is to be found: number, sign, and where.
    literals: Vec<(u32, Number, Span)>,
}

/// The number of a literal, its sign included.
#[derive(Clone, Copy)]
enum Number {
    Int(i128),
    Float(f64),
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

    /// Checks a definition by Futhark's rules; where these meet sizes that are not the same, once more with widening points
    /// open. If that does not help, the first message stands.
    fn definition(&mut self, def: &Def) -> Check<Scheme> {
        let first = self.top_level(def);
        let widens = self.may_widen || usize::from(def.span.file) == crate::PRELUDE;
        if !widens || !matches!(&first, Err(error) if error.id == "size-mismatch") {
            return first;
        }
        self.solver.widening = true;
        let second = self.top_level(def);
        self.solver.widening = false;
        match (second, first) {
            (Ok(scheme), _) => Ok(scheme),
            (Err(second), _) if second.id == "irregular-fold" => Err(second),
            (Err(second), Err(first)) if second.message.contains("[?]") && !first.message.contains("[?]") => {
                Err(first.note("the array would be irregular"))
            }
            (Err(_), first) => first,
        }
    }

    fn val(&mut self, val: &Val) -> Check<Scheme> {
        self.solver.level += 1;
        let scope = self.enter(&val.tparams);
        let ty = self.ty(&val.ty);
        let params = self.leave(scope);
        Ok(self.solver.generalise(&ty?, params))
    }

    /// A value seen through a module type: it has to have the type that is promised.
    fn sealed(&mut self, seal: &Seal) -> Check<Scheme> {
        let Some(source) = self.globals.get(&seal.source).cloned() else {
            base::bug!("infer", "{} is sealed before it is known", seal.source)
        };
        self.begin();
        self.solver.level += 1;
        let scope = self.enter(&seal.inside.tparams);
        let got = self.solver.instantiate(&source).ty;
        let result = self.ty(&seal.inside.ty).and_then(|wanted| {
            self.solver.unify(&wanted, &got, seal.span).map_err(|error| {
                let message = format!(
                    "the value {} has another type than its module type says: {}",
                    plain_name(&seal.outside.name),
                    error.message
                );
                Diagnostic { message, ..error }
            })
        });
        self.leave(scope);
        self.solver.level = 0;
        result?;
        self.val(&seal.outside)
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
        self.solver.level = 0;
    }
    /// Reports literals that do not fit the types they have got.
    fn check_literals(&mut self) -> Check<()> {
        for (id, number, span) in std::mem::take(&mut self.literals) {
            let Some(Ty::Scalar(ty)) = self.types[id as usize].as_ref().map(|t| self.solver.shallow(t))
            else {
                continue;
            };
            let (fits, text) = match number {
                Number::Int(x) if ty.is_float() => (true, x.to_string()),
                Number::Int(x) => {
                    let bits = 8 * ty.bytes() as u32;
                    let (low, high) = if ty.is_unsigned() {
                        (0, (1i128 << bits) - 1)
                    } else {
                        (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1)
                    };
                    ((low..=high).contains(&x), x.to_string())
                }
                Number::Float(x) => (Scalar::from_f64(ty, x).as_f64().is_finite(), format!("{x:e}")),
            };
            if !fits {
                let message = format!("the number {text} is out of bounds for its type {ty}");
                return Err(Diagnostic::error("literal", message).label(span, format!("this is {ty}")));
            }
        }
        Ok(())
    }

    fn top_level(&mut self, def: &Def) -> Check<Scheme> {
        self.begin();
        let first = self.solver.count();
        let ty = self.def_type(def);
        self.solver.level = 0;
        let (ty, params) = ty?;
        self.solve_deferred()?;
        self.solver.default_numbers(first);
        self.solve_deferred()?;
        if let Some(d) = self.deferred.first() {
            let what = match &d.demand {
                Demand::Field(name, _) => format!("the type of what has the field {name} is not known here"),
                Demand::Constr(name, _) => {
                    format!("the type of what has the constructor #{name} is not known here")
                }
            };
            return Err(Diagnostic::error("ambiguous", what).label(d.span, "annotate it"));
        }
        if self.solver.only_compared(first) {
            let message = format!("the type of what {} compares is not known", plain_name(&def.name));
            return Err(Diagnostic::error("ambiguous", message)
                .label(def.span, "in this definition")
                .note("annotate one of the operands of `==` or `!=`: not every type can be compared"));
        }
        self.check_literals()?;
        for (pats, ty, span) in std::mem::take(&mut self.matches) {
            let ty = self.solver.resolve(&ty);
            exhaust::check(&pats, &ty, span)?;
        }
        self.note_widened();
        let scheme = self.solver.generalise(&ty, params);
        self.told_by_arguments(&scheme);
        for (name, size, span) in std::mem::take(&mut self.bound_sizes) {
            if matches!(self.solver.size(&size), Size::Var(_)) {
                let message = format!("the size {name} is not known: nothing tells it");
                return Err(Diagnostic::error("unknown-size", message).label(span, "bound here"));
            }
        }
        Ok(scheme)
    }
    /// Forgets about the sizes bound by patterns that arguments of a function tell.
    fn told_by_arguments(&mut self, scheme: &Scheme) {
        let solver = &self.solver;
        self.bound_sizes.retain(|(_, size, _)| match solver.size(size) {
            Size::Var(v) => !scheme.sizes.contains(&v),
            _ => false,
        });
    }

    /// The type of a definition, and its declared parameters. One level deeper than the caller.
    fn def_type(&mut self, def: &Def) -> Check<(Ty, Vec<Declared>)> {
        self.solver.level += 1;
        let scope = self.enter(&def.tparams);
        let result = self.def_body(def);
        let params = self.leave(scope);
        Ok((result?, params))
    }
    fn def_body(&mut self, def: &Def) -> Check<Ty> {
        self.unique_names(&def.params)?;
        let mut args = vec![];
        let level = self.solver.level;
        for pat in &def.params {
            let (name, ty) = self.param(pat)?;
            self.irrefutable(pat, &ty);
            args.push((name, ty));
            // What a parameter is cannot depend on later ones.
            self.solver.level += 1;
        }
        let result = self.def_result(def, args);
        self.solver.level = level;
        result
    }
    fn def_result(&mut self, def: &Def, args: Vec<(Option<ParamId>, Ty)>) -> Check<Ty> {
        let constant = args.is_empty();
        let declared = match &def.ret {
            Some(ret) if constant => Some(self.ty(ret)?),
            Some(ret) => Some(self.result_ty(ret)?),
            None => None,
        };
        let fun = |to, (name, from): (Option<ParamId>, Ty)| Ty::Fun(name, Rc::new(from), Rc::new(to));
        let declared = if self.recursive.contains(&def.name) {
            let result = declared.unwrap_or_else(|| self.solver.fresh());
            let ty = args.iter().cloned().rev().fold(result.clone(), fun);
            self.calls_itself(def, &ty);
            Some(result)
        } else {
            declared
        };
        let body = self.inside(|infer| infer.exp(&def.body))?;
        let how = if constant { Leaving::Block } else { Leaving::Function };
        let own: Vec<ParamId> = args.iter().filter_map(|(name, _)| *name).collect();
        let body = self.solver.leave(&body, how, &own, &[]);
        self.no_hidden_param(def.body.span)?;
        if constant
            && def.tparams.iter().any(|p| matches!(p, TypeParam::Size(_)))
            && has_unknown(&self.solver.resolve(&body))
        {
            let message =
                format!("{} has size parameters and a size that is not known", plain_name(&def.name));
            return Err(Diagnostic::error("unknown-size", message)
                .label(def.body.span, "this is evaluated anew at every use")
                .note("make it a function"));
        }
        let ty = match declared {
            Some(declared) => {
                self.solver.unify(&declared, &body, def.body.span).map_err(|error| {
                    let error = self.unapplied(error, &declared, &body);
                    match &def.ret {
                        Some(ret) => error.label(ret.span, "the type of the result is declared here"),
                        None => error,
                    }
                })?;
                declared
            }
            None => body,
        };
        Ok(args.into_iter().rev().fold(ty, fun))
    }
    /// Reports a function that leaves the scope of the size of what it takes.
    fn no_hidden_param(&mut self, span: Span) -> Check<()> {
        if !std::mem::take(&mut self.solver.hidden_in_param) {
            return Ok(());
        }
        let message = "this function takes an array of a size that is not known outside";
        Err(Diagnostic::error("size-mismatch", message).label(span, "here"))
    }
    /// Inside, a definition that calls itself has one type, but may be called with other sizes.
    fn calls_itself(&mut self, def: &Def, ty: &Ty) {
        let is_type =
            |p: &Declared| self.tyvars.iter().any(|(_, t)| matches!(t, Ty::Param(_, id) if *id == p.id));
        let sizes = self.rigid.iter().filter(|p| !is_type(p)).copied().collect();
        self.solver.level -= 1;
        let scheme = self.solver.generalise(ty, sizes);
        self.solver.level += 1;
        self.globals.insert(def.name.clone(), Scheme { tys: vec![], ..scheme });
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
        if !instance.sizes.declared.is_empty() || !instance.sizes.inferred.is_empty() {
            self.chosen.insert(id, instance.sizes);
        }
        instance.ty
    }
    fn global(&mut self, name: &Name, id: u32) -> Check<Ty> {
        if let Some(scheme) = self.globals.get(name) {
            let scheme = scheme.clone();
            return Ok(self.instantiate(&scheme, id));
        }
        match self.operator(name) {
            Some(ty) => Ok(ty),
            None => base::bug!("infer", "the name {name} is not known"),
        }
    }
    /// The types of the built-in operators.
    fn operator(&mut self, name: &str) -> Option<Ty> {
        let (class, compares) = operator_class(name)?;
        // Arrays of other sizes can be compared: they are not equal.
        let under = self.solver.widening && class == Class::Eq;
        let operand = self.solver.fresh_free(Free { level: self.solver.level, class, plain: false, under });
        let result = if compares { Ty::bool() } else { operand.clone() };
        Some(Ty::fun(operand.clone(), Ty::fun(operand, result)))
    }
    /// Answers what is asked of types that have become known.
    fn solve_deferred(&mut self) -> Check<()> {
        loop {
            let waiting = std::mem::take(&mut self.deferred);
            let before = waiting.len();
            for d in waiting {
                match (self.solver.shallow(&d.of), &d.demand) {
                    (Ty::Var(_), _) => self.deferred.push(d),
                    (ty, Demand::Field(name, result)) => {
                        let field = field_type(&self.solver.resolve(&ty), name, d.span)?;
                        self.solver.unify(result, &field, d.span)?;
                    }
                    (ty, Demand::Constr(name, payload)) => {
                        let wanted = payload_types(&self.solver.resolve(&ty), name, payload.len(), d.span)?;
                        for (wanted, got) in wanted.iter().zip(payload) {
                            self.solver.unify(wanted, got, d.span)?;
                        }
                    }
                }
            }
            if self.deferred.len() == before {
                return Ok(());
            }
        }
    }
}

/// What the built-in operators take, and whether they compare.
fn operator_class(name: &str) -> Option<(Class, bool)> {
    Some(match name {
        "+" | "-" | "*" | "/" | "%" | "**" => (Class::Num, false),
        "//" | "%%" | "<<" | ">>" | ">>>" => (Class::Int, false),
        "&" | "|" | "^" => (Class::Bits, false),
        "==" | "!=" => (Class::Eq, true),
        "<" | "<=" | ">" | ">=" => (Class::Ord, true),
        _ => return None,
    })
}

/// Whether this is a built-in operator.
pub(crate) fn is_operator(name: &str) -> bool {
    operator_class(name).is_some()
}

/// The types that a constructor of a sum takes.
fn payload_types(ty: &Ty, constructor: &str, count: usize, span: Span) -> Check<Vec<Ty>> {
    let Ty::Sum(cs) = ty else {
        return Err(Diagnostic::error(
            "type-mismatch",
            format!("expected {ty}, got a sum with #{constructor}"),
        )
        .label(span, format!("this is #{constructor}")));
    };
    let Some((_, payload)) = cs.iter().find(|(n, _)| **n == *constructor) else {
        return Err(Diagnostic::error(
            "unknown-constructor",
            format!("{ty} has no constructor #{constructor}"),
        )
        .label(span, "here"));
    };
    if payload.len() != count {
        let message = format!("#{constructor} takes {} values, got {count}", payload.len());
        return Err(
            Diagnostic::error("constructor-arguments", message).label(span, format!("it is one of {ty}"))
        );
    }
    Ok(payload.clone())
}

/// The type of a field of a record.
fn field_type(ty: &Ty, field: &str, span: Span) -> Check<Ty> {
    if let Ty::Record(fields) = ty
        && let Some((_, ty)) = fields.iter().find(|(n, _)| **n == *field)
    {
        return Ok(ty.clone());
    }
    Err(Diagnostic::error("unknown-field", format!("{ty} has no field {field}")).label(span, "here"))
}

/// Whether a size of a type is what some expression returned.
fn has_unknown(ty: &Ty) -> bool {
    ty.sizes().iter().any(|s| s.any(&|s| matches!(s, Size::Unknown(_))))
        || ty.parts().into_iter().any(has_unknown)
}
