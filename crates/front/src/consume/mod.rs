//! Checks that nothing is used after it has been consumed.
//!
//! `xs with [i] = v`, and calls of functions whose parameter has an asterisk, take the memory of an array. Every array that a name
//! stands for is a *place*; an expression has the places its value may share memory with ([`alias::Alias`]). Consuming a
//! value makes its places unusable from there on. What belongs to somebody else (parameters without asterisk, definitions of
//! the top level, names from outside of a function or loop that consumes them) must not be consumed at all.
//!
//! What a function does is told by its type ([`sig::Sig`]); a result without asterisk may share memory with every argument that
//! is not consumed. Where the type of the result is left out, the body tells, and so it does for the prelude.
//!
//! | file | what |
//! |---|---|
//! | `alias` | what a value may share memory with |
//! | `sig` | what functions do with arguments |
//! | `state` | names, places, what has been consumed, errors |
//! | `function` | definitions, local functions and lambdas |
//! | `exp`, `apply`, `looping` | expressions |
//! | `size` | sizes in types |

mod alias;
mod apply;
mod exp;
mod function;
mod looping;
mod sig;
mod size;
mod state;

use crate::ast::{Decl, Name, Seal, TypeExp, TypeKind, Val};
use crate::infer::Types;
use crate::types::plain_name;
use alias::{Alias, Places};
use base::diag::Diagnostic;
use rustc_hash::FxHashMap;
use sig::{Shares, Sig};
use state::{Kept, State};
use std::rc::Rc;

/// The number of the prelude among the files.
const PRELUDE: u16 = crate::PRELUDE as u16;

/// The intrinsics whose result may share memory with their arguments.
const VIEWS: [&str; 10] = [
    "zip",
    "zip3",
    "unzip",
    "unzip3",
    "flatten",
    "unflatten",
    "unflatten_to",
    "transpose",
    "assert",
    "trace",
];

/// Checks a program whose types are right.
pub(crate) fn check(decls: &[Decl], types: &Types) -> Vec<Diagnostic> {
    let mut check = Check { types, globals: FxHashMap::default(), state: State::default() };
    for decl in decls {
        match decl {
            Decl::Def(def) => {
                let alias = check.definition(def);
                check.globals.insert(def.name.clone(), alias);
            }
            Decl::Val(val) => {
                let alias = check.declared(val).unwrap_or_else(Alias::fresh);
                check.globals.insert(val.name.clone(), alias);
            }
            Decl::Seal(seal) => {
                let source = check.globals.get(&seal.source).cloned().unwrap_or_else(Alias::fresh);
                if let Alias::Fun(_, sig) = &source {
                    check.promised(seal, sig);
                }
                // With size parameters a constant is made anew for every use.
                let constant = if seal.outside.tparams.is_empty() { source } else { Alias::fresh() };
                let alias = check.declared(&seal.outside).unwrap_or(constant);
                check.globals.insert(seal.outside.name.clone(), alias);
            }
        }
    }
    check.state.errors
}

struct Check<'a> {
    types: &'a Types,
    globals: FxHashMap<Name, Alias>,
    state: State,
}

impl Check<'_> {
    /// A function seen through a module type consumes no more, and gives away no less, than the module type says.
    fn promised(&mut self, seal: &Seal, sig: &Sig) {
        let wanted = Sig::of_type(&seal.inside.ty);
        let name = plain_name(&seal.outside.name);
        let error = |message: String, label: &str| {
            Diagnostic::error("module-mismatch", message)
                .label(seal.span, label)
                .label(seal.inside.ty.span, "the module type says this")
        };
        if sig.params.iter().zip(&wanted.params).any(|(own, wanted)| own.consumes && !wanted.consumes) {
            let message =
                format!("the value {name} consumes an argument that its module type does not give away");
            let error = error(message, "it wants an asterisk there");
            self.state.error(error.note("write the asterisk in the module type too, or `copy` the argument"));
        }
        if sig.params.len() != wanted.params.len() {
            return;
        }
        let mut result = &seal.inside.ty;
        while let TypeKind::Fun(_, _, to) = &result.kind {
            result = to;
        }
        if promises_more(result, &sig.result) {
            let message = format!("the result of {name} is unique in its module type, but may share memory");
            let error = error(message, "it promises less");
            self.state.error(error.note("declare the result of the function with an asterisk"));
        }
    }
    /// What a declaration without definition says of a function, or of a constant of the prelude.
    fn declared(&self, val: &Val) -> Option<Alias> {
        let mut sig = Sig::of_type(&val.ty);
        if val.ty.span.file != PRELUDE {
            return (!sig.params.is_empty()).then(|| Alias::Fun(Places::new(), Rc::new(sig)));
        }
        if !VIEWS.contains(&plain_name(&val.name)) {
            sig.result = Shares::Nothing;
        }
        Some(Alias::Fun(Places::new(), Rc::new(sig)))
    }
}

/// Whether a type has an asterisk where a result may share memory with others.
fn promises_more(ty: &TypeExp, shares: &Shares) -> bool {
    match (&ty.kind, shares) {
        (TypeKind::Exists(_, ty), _) => promises_more(ty, shares),
        (TypeKind::Unique(ty), _) => match &ty.kind {
            TypeKind::Array(..) => matches!(shares, Shares::Anything),
            _ => false,
        },
        (TypeKind::Record(types), Shares::Record(fields)) => types.iter().any(|(name, ty)| {
            fields.iter().any(|(field, shares)| field == name && promises_more(ty, shares))
        }),
        _ => false,
    }
}
