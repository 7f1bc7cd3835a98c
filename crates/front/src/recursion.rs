//! What a definition that calls itself has to keep to, so that it can become a function of Core: its result holds no functions,
//! and where it takes functions, every call of itself has all arguments and passes the same ones on.

use crate::ast::{Decl, Def, Exp, ExpKind, Lift, Name, Pat, PatKind, TypeParam};
use crate::infer::Types;
use crate::types::{Ty, plain_name};
use base::diag::{Diagnostic, Span};
use rustc_hash::FxHashSet;

/// Checks the definitions that call themselves; their types are right.
pub(crate) fn check(decls: &[Decl], recursive: &FxHashSet<Name>, types: &Types) -> Vec<Diagnostic> {
    let mut errors = vec![];
    for decl in decls {
        let Decl::Def(def) = decl else { continue };
        let Some(ty) = types.definition(&def.name).filter(|_| recursive.contains(&def.name)) else {
            continue;
        };
        if let Err(error) = definition(def, ty) {
            errors.push(error);
        }
    }
    errors
}

fn definition(def: &Def, ty: &Ty) -> Result<(), Diagnostic> {
    let mut higher_order = vec![];
    let mut rest = ty;
    for pat in &def.params {
        let Ty::Fun(_, from, to) = rest else { break };
        higher_order.push(holds_function(from, def).then(|| name_of(pat)));
        rest = to;
    }
    if holds_function(rest, def) {
        let message = format!(
            "{} calls itself, but its result is not first-order: it has type {rest}",
            plain_name(&def.name)
        );
        return Err(Diagnostic::error("recursive-function", message)
            .label(def.span, "this definition")
            .note("write what the function would take as further parameters"));
    }
    if higher_order.iter().all(|p| p.is_none()) {
        return Ok(());
    }
    calls(&def.body, def, &higher_order)
}

/// Checks every use of a definition in its body. `params` are its parameters that are functions, with their names.
fn calls(e: &Exp, def: &Def, params: &[Option<Option<&Name>>]) -> Result<(), Diagnostic> {
    let (mut head, mut args) = (e, vec![]);
    while let ExpKind::Apply(fun, arg) = &head.kind {
        args.push(&**arg);
        head = fun;
    }
    args.reverse();
    if matches!(&head.kind, ExpKind::Global(name) if *name == def.name) {
        whole_call(&args, e.span, def, params)?;
        return args.into_iter().try_for_each(|arg| calls(arg, def, params));
    }
    e.children().into_iter().try_for_each(|child| calls(child, def, params))
}

fn whole_call(
    args: &[&Exp],
    span: Span,
    def: &Def,
    params: &[Option<Option<&Name>>],
) -> Result<(), Diagnostic> {
    let name = plain_name(&def.name);
    let wrong = |what: String, span: Span, note: &str| {
        Err(Diagnostic::error("recursive-function", what).label(span, "here").note(note))
    };
    if args.is_empty() {
        let what = format!("{name} has a higher-order parameter, so inside of itself it can only be called");
        return wrong(what, span, "apply it to all its arguments");
    }
    if args.len() < params.len() {
        let what = format!("this call of {name} in itself is not fully saturated: it takes {}", params.len());
        return wrong(
            what,
            span,
            "a definition with a higher-order parameter calls itself with all arguments",
        );
    }
    for (arg, param) in args.iter().zip(params) {
        let Some(param) = param else { continue };
        let passed = matches!((&arg.kind, param), (ExpKind::Var(own), Some(name)) if own == *name);
        if !passed {
            let what = format!("a function must be passed unchanged where {name} calls itself");
            return wrong(what, arg.span, "pass the parameter itself");
        }
    }
    Ok(())
}

/// Whether there may be a function in a value of this type.
fn holds_function(ty: &Ty, def: &Def) -> bool {
    match ty {
        Ty::Fun(..) => true,
        Ty::Param(name, _) => {
            def.tparams.iter().any(|p| matches!(p, TypeParam::Type(own, Lift::Functions) if own == name))
        }
        Ty::Record(fields) => fields.iter().any(|(_, t)| holds_function(t, def)),
        Ty::Sum(constructors) => constructors.iter().flat_map(|(_, p)| p).any(|t| holds_function(t, def)),
        Ty::Array(_, elem) => holds_function(elem, def),
        Ty::Opaque(_, types, _) => types.iter().any(|t| holds_function(t, def)),
        Ty::Scalar(_) | Ty::Var(_) => false,
    }
}

fn name_of(pat: &Pat) -> Option<&Name> {
    match &pat.kind {
        PatKind::Name(name) => Some(name),
        PatKind::Typed(inner, _) => name_of(inner),
        PatKind::Wild | PatKind::Record(_) | PatKind::Constr(..) | PatKind::Literal(_) => None,
    }
}
