//! Type inference: Hindley-Milner with overloaded numbers, open sizes (see [`crate::types`]), and local polymorphism for
//! functions. The result is the type of every expression; lowering reads those of literals.
//!
//! An error ends the definition it is in. The name is then known with any type, so that it causes no second error.

mod exp;
mod types;
mod unify;

use crate::ast::{Decl, Def, Name, TypeParam, Val};
use crate::types::{Declared, Scheme, Size, Ty};
use base::ScalarType;
use base::diag::{Diagnostic, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use unify::{Class, Solver};

/// What inference found out, by the number of the expression.
pub(crate) struct Types {
    types: Vec<Option<Ty>>,
    widened: FxHashSet<u32>,
    entries: FxHashMap<Name, Ty>,
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
    /// Whether rows come to vary in a literal, a branch or a `++`.
    pub(crate) fn widens(&self, id: u32) -> bool {
        self.widened.contains(&id)
    }
}

/// Checks a program: the declarations of the prelude, then those of the user. `exps` is how many expressions there are.
pub(crate) fn infer(decls: &[Decl], exps: u32) -> (Types, Vec<Diagnostic>) {
    let mut infer = Infer {
        solver: Solver::default(),
        globals: FxHashMap::default(),
        locals: vec![],
        tyvars: vec![],
        rigid: vec![],
        deferred: vec![],
        types: vec![None; exps as usize],
        defining: None,
        own_concat: false,
        widened: FxHashSet::default(),
    };
    let mut errors = vec![];
    let mut entries = FxHashMap::default();
    for decl in decls {
        let (name, result) = match decl {
            Decl::Def(def) => (def.name.clone(), infer.top_level(def)),
            Decl::Val(val) => (val.name.clone(), infer.val(val)),
        };
        let scheme = result.unwrap_or_else(|error| {
            errors.push(error);
            infer.anything()
        });
        if matches!(decl, Decl::Def(def) if def.entry) {
            entries.insert(name.clone(), infer.solver.resolve(&scheme.ty));
        }
        infer.globals.insert(name, scheme);
    }
    let types = infer.types.iter().map(|t| t.as_ref().map(|t| infer.solver.resolve(t))).collect();
    (Types { types, widened: infer.widened, entries }, errors)
}

struct Local {
    name: Name,
    scheme: Scheme,
    /// What the name means as a size, if it is a parameter of a definition.
    size: Option<Size>,
}

/// A projection from a type that was unknown when it was met.
struct Deferred {
    record: Ty,
    field: Name,
    result: Ty,
    span: Span,
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
    /// The definition being checked.
    defining: Option<Name>,
    widened: FxHashSet<u32>,
    /// Whether the program defines a `++` of its own, which is no widening point.
    own_concat: bool,
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

    fn val(&mut self, val: &Val) -> Check<Scheme> {
        self.solver.level += 1;
        let scope = self.enter(&val.tparams);
        let ty = self.ty(&val.ty);
        let params = self.leave(scope);
        Ok(self.solver.generalise(&ty?, params))
    }

    fn top_level(&mut self, def: &Def) -> Check<Scheme> {
        self.defining = Some(def.name.clone());
        self.own_concat |= &*def.name == "++";
        self.locals.clear();
        self.tyvars.clear();
        self.rigid.clear();
        self.deferred.clear();
        self.solver.level = 0;
        let first = self.solver.count();
        let ty = self.def_type(def);
        self.solver.level = 0;
        let (ty, params) = ty?;
        self.project_deferred()?;
        self.solver.default_numbers(first);
        self.project_deferred()?;
        if let Some(d) = self.deferred.first() {
            return Err(Diagnostic::error(
                "ambiguous",
                format!("the type of what has the field {} is not known here", d.field),
            )
            .label(d.span, "annotate it"));
        }
        Ok(self.solver.generalise(&ty, params))
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
        for pat in &def.params {
            args.push(self.pat(pat, true)?);
        }
        let declared = def.ret.as_ref().map(|t| self.ty(t)).transpose()?;
        let mut ty = self.exp(&def.body)?;
        if let Some(declared) = declared {
            self.solver.unify(&declared, &ty, def.body.span)?;
            ty = declared;
        }
        Ok(args.into_iter().rev().fold(ty, |to, from| Ty::fun(from, to)))
    }

    /// Opens a scope with these parameters.
    fn enter(&mut self, tparams: &[TypeParam]) -> (usize, usize, usize) {
        let scope = (self.locals.len(), self.tyvars.len(), self.rigid.len());
        for tparam in tparams {
            let id = self.solver.fresh_param();
            self.rigid.push(Declared { id, chosen: true });
            match tparam {
                TypeParam::Size(name) => {
                    let size = Some(Size::Param(name.clone(), id));
                    self.locals.push(Local { name: name.clone(), scheme: Scheme::mono(Ty::i64()), size });
                }
                TypeParam::Type(name) => {
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

    fn lookup(&mut self, name: &Name, span: Span) -> Check<Ty> {
        if let Some(local) = self.locals.iter().rev().find(|l| l.name == *name) {
            let scheme = local.scheme.clone();
            return Ok(self.solver.instantiate(&scheme));
        }
        if let Some(scheme) = self.globals.get(name) {
            let scheme = scheme.clone();
            return Ok(self.solver.instantiate(&scheme));
        }
        if let Some(ty) = self.operator(name) {
            return Ok(ty);
        }
        let mut error =
            Diagnostic::error("unknown-name", format!("unknown name {name}")).label(span, "not defined here");
        if self.defining.as_ref() == Some(name) {
            error = error.note("a definition cannot use itself; a loop can repeat");
        } else if let Some(close) = self.similar(name) {
            error = error.note(format!("did you mean {close}?"));
        }
        Err(error)
    }
    /// The types of the built-in operators.
    fn operator(&mut self, name: &str) -> Option<Ty> {
        let (of, name) = split_operator(name);
        let (class, compares) = match name {
            "+" | "-" | "*" | "/" | "%" | "**" => (Class::Num, false),
            "//" | "%%" | "&" | "|" | "^" | "<<" | ">>" | ">>>" => (Class::Int, false),
            "==" | "!=" => (Class::Eq, true),
            "<" | "<=" | ">" | ">=" => (Class::Num, true),
            _ => return None,
        };
        let operand = of.map_or_else(|| self.solver.fresh_of(class), Ty::Scalar);
        let result = if compares { Ty::bool() } else { operand.clone() };
        Some(Ty::fun(operand.clone(), Ty::fun(operand, result)))
    }
    /// A known name that differs in one letter.
    fn similar(&self, name: &str) -> Option<Name> {
        let locals = self.locals.iter().rev().map(|l| &l.name);
        let mut found: Vec<&Name> = locals.filter(|n| one_apart(n, name)).collect();
        if found.is_empty() {
            found = self.globals.keys().filter(|n| one_apart(n, name)).collect();
            found.sort();
        }
        found.first().map(|n| (*n).clone())
    }

    /// Solves projections whose record has become known.
    fn project_deferred(&mut self) -> Check<()> {
        loop {
            let waiting = std::mem::take(&mut self.deferred);
            let before = waiting.len();
            for d in waiting {
                match self.solver.shallow(&d.record) {
                    Ty::Var(_) => self.deferred.push(d),
                    ty => {
                        let field = field_type(&self.solver.resolve(&ty), &d.field, d.span)?;
                        self.solver.unify(&d.result, &field, d.span)?;
                    }
                }
            }
            if self.deferred.len() == before {
                return Ok(());
            }
        }
    }
}

/// The type and the operator of a qualified one, `i32.+`.
pub(crate) fn split_operator(name: &str) -> (Option<ScalarType>, &str) {
    match name.split_once('.') {
        Some((ty, op)) if ScalarType::from_name(ty).is_some() => (ScalarType::from_name(ty), op),
        Some(_) | None => (None, name),
    }
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
