//! Definitions, local functions and lambdas.

use super::alias::{Alias, Place, Places};
use super::sig::{Param, Shares, Sig};
use super::state::shared_by_parts;
use super::{Check, Kept, PRELUDE};
use crate::ast::{Def, Exp, Lambda, Name, Pat, PatKind, TypeExp, TypeKind};
use crate::types::{Ty, plain_name};
use base::diag::{Diagnostic, Span};
use std::rc::Rc;

impl Check<'_> {
    /// A definition of the top level. Errors in the prelude are not the user's.
    pub(super) fn definition(&mut self, def: &Def) -> Alias {
        let errors = self.state.errors.len();
        let in_prelude = def.span.file == PRELUDE;
        let alias = if def.params.is_empty() {
            let alias = self.exp(&def.body);
            if let Some(ty) = &def.ret {
                self.expected_function(&Param::of_type(ty), &def.body, &alias);
            }
            // With size parameters it is made anew for every use.
            let new = !def.tparams.is_empty();
            let place = self.state.place(&plain_name(&def.name).into(), Kept::Global);
            constant(&alias, if new { Places::new() } else { Places::from([place]) })
        } else {
            let ret = def.ret.as_ref().filter(|_| !in_prelude);
            // What a call of itself does is what the types say.
            let params = def.params.iter().map(Param::of_pat).collect();
            let sig = Sig { params, result: ret.map_or(Shares::Anything, Shares::declared) };
            self.globals.insert(def.name.clone(), Alias::Fun(Places::new(), Rc::new(sig)));
            let (sig, _) = self.function(&def.params, None, ret, &def.body);
            Alias::Fun(Places::new(), Rc::new(sig))
        };
        if in_prelude {
            self.state.errors.truncate(errors);
        }
        self.state.locals.clear();
        self.state.consumed.clear();
        self.state.used.clear();
        self.state.spent.clear();
        alias
    }

    /// A lambda, and what is expected of it where it stands, if that is known.
    pub(super) fn lambda(&mut self, lambda: &Lambda, expected: Option<&Sig>) -> Alias {
        let (sig, captured) = self.function(&lambda.params, expected, lambda.ret.as_ref(), &lambda.body);
        Alias::Fun(captured, Rc::new(sig))
    }

    /// A function: what it does, and the places outside that it uses. A parameter without a type is the function's own
    /// where one is expected that consumes.
    pub(super) fn function(
        &mut self,
        params: &[Pat],
        expected: Option<&Sig>,
        ret: Option<&TypeExp>,
        body: &Exp,
    ) -> (Sig, Places) {
        let (scope, used) = (self.state.locals.len(), self.state.used.len());
        self.state.around.push(false);
        let mut sig = Sig { params: vec![], result: Shares::Anything };
        for (i, pat) in params.iter().enumerate() {
            let mut param = Param::of_pat(pat);
            let wanted = expected.and_then(|sig| sig.params.get(i));
            param.consumes |= is_untyped(pat) && wanted.is_some_and(|wanted| wanted.consumes);
            let kept = if param.consumes { Kept::No } else { Kept::Parameter };
            self.sizes_of_pat(pat);
            self.bind_pat(pat, &shape(pat), kept);
            sig.params.push(param);
        }
        let result = self.exp(body);
        self.state.around.pop();
        self.state.locals.truncate(scope);
        let captured: Places = {
            let places = self.state.used[used..].iter().map(|(place, _)| *place);
            places.filter(|place| self.is_outside(*place)).collect()
        };
        self.no_global(&result, body);
        match ret {
            Some(ty) => {
                self.unique_result(&result, ty, body.span);
                sig.result = Shares::declared(ty);
            }
            None => {
                let twice = shared_by_parts(&result);
                let theirs = |place: &Place| {
                    let kept = self.state.places[*place].kept != Kept::No;
                    kept || self.is_outside(*place) || Some(*place) == twice
                };
                sig.result = Shares::inferred(&result, &|places| places.iter().any(theirs));
            }
        }
        (sig, captured)
    }

    /// Whether a place is bound outside of what has just been left.
    pub(super) fn is_outside(&self, place: Place) -> bool {
        self.state.places[place].depth <= self.state.around.len()
    }

    /// The result of a function is no definition of the top level: a caller might consume it.
    fn no_global(&mut self, result: &Alias, body: &Exp) {
        let mut arrays = Places::new();
        if let Some(ty) = self.types.of(body.id) {
            array_places(result, ty, &mut arrays);
        }
        let found = arrays.into_iter().find(|p| self.state.places[*p].kept == Kept::Global);
        if let Some(place) = found {
            let name = self.state.name(place);
            let message = format!("the result of a function must not be the array {name} of the top level");
            let error = Diagnostic::error("result-is-global", message).label(body.span, "this result");
            self.state.error(error.note("`copy` makes a new array that may be returned"));
        }
    }

    /// A result with an asterisk shares memory with nothing that belongs to others, and with no other part.
    fn unique_result(&mut self, result: &Alias, ty: &TypeExp, span: Span) {
        let mut unique = vec![];
        let mut others = Places::new();
        unique_parts(result, ty, false, &mut |places, is_unique| {
            if is_unique { unique.push(places.clone()) } else { others.extend(places) }
        });
        for part in &unique {
            let theirs = |p: &&Place| self.state.places[**p].kept != Kept::No || self.is_outside(**p);
            if let Some(place) = part.iter().find(theirs) {
                let name = self.state.name(*place);
                let message = format!("the result is declared unique, but may share memory with {name}");
                let error = Diagnostic::error("result-not-unique", message).label(span, "this result");
                self.state.error(
                    error
                        .label(ty.span, "the asterisk promises a new array")
                        .note("`copy` makes a new array; or leave the asterisk out"),
                );
            }
            if let Some(place) = part.iter().find(|p| others.contains(p)) {
                let name = self.state.name(*place);
                let message =
                    format!("two parts of the result share the memory of {name}, and one is declared unique");
                let error = Diagnostic::error("result-shared", message).label(span, "this result");
                self.state.error(error.note("`copy` makes a new array"));
            }
            others.extend(part);
        }
    }

    /// Gives the names of a pattern the places of a value.
    pub(super) fn bind_pat(&mut self, pat: &Pat, alias: &Alias, kept: Kept) {
        match &pat.kind {
            PatKind::Wild | PatKind::Literal(_) => {}
            PatKind::Constr(_, pats, _) => {
                let whole = Alias::Whole(alias.places());
                pats.iter().for_each(|pat| self.bind_pat(pat, &whole, kept));
            }
            PatKind::Name(name) => self.state.bind(name, alias, kept),
            PatKind::Record(fields) => {
                for (name, pat) in fields {
                    self.bind_pat(pat, &alias.field(name), kept);
                }
            }
            PatKind::Typed(pat, ty) => {
                let sig = matches!(ty.kind, TypeKind::Fun(..)).then(|| Rc::new(Sig::of_type(ty)));
                match (alias, sig) {
                    (Alias::Whole(places), Some(sig)) => {
                        self.bind_pat(pat, &Alias::Fun(places.clone(), sig), kept);
                    }
                    _ => self.bind_pat(pat, alias, kept),
                }
            }
        }
    }
}

/// The parts of a result, each with whether the declared type makes it unique.
fn unique_parts<'a>(alias: &'a Alias, ty: &TypeExp, inside: bool, each: &mut dyn FnMut(&'a Places, bool)) {
    match (alias, &ty.kind) {
        (_, TypeKind::Unique(ty)) => unique_parts(alias, ty, true, each),
        (_, TypeKind::Exists(_, ty)) => unique_parts(alias, ty, inside, each),
        (Alias::Record(fields), TypeKind::Record(types)) => {
            for (name, alias) in fields {
                match types.iter().find(|(n, _)| n == name) {
                    Some((_, ty)) => unique_parts(alias, ty, inside, each),
                    None => alias.parts(&mut |places| each(places, inside)),
                }
            }
        }
        _ => alias.parts(&mut |places| each(places, inside)),
    }
}

/// The places of the arrays in a value.
fn array_places(alias: &Alias, ty: &Ty, places: &mut Places) {
    match ty {
        Ty::Array(..) => places.extend(alias.places()),
        Ty::Record(fields) => {
            fields.iter().for_each(|(name, ty)| array_places(&alias.field(name), ty, places));
        }
        _ => {}
    }
}

/// The value of a definition: functions capture nothing that can be consumed.
fn constant(alias: &Alias, places: Places) -> Alias {
    match alias {
        Alias::Whole(_) => Alias::Whole(places),
        Alias::Fun(_, sig) => Alias::Fun(Places::new(), sig.clone()),
        Alias::Record(fields) => {
            let field = |(name, alias): &(Name, Alias)| (name.clone(), constant(alias, places.clone()));
            Alias::Record(fields.iter().map(field).collect())
        }
    }
}

/// Whether a pattern says nothing about types.
fn is_untyped(pat: &Pat) -> bool {
    match &pat.kind {
        PatKind::Typed(..) => false,
        PatKind::Record(fields) => fields.iter().all(|(_, pat)| is_untyped(pat)),
        PatKind::Constr(_, pats, _) => pats.iter().all(is_untyped),
        PatKind::Name(_) | PatKind::Wild | PatKind::Literal(_) => true,
    }
}

/// The structure of a parameter, as far as its pattern tells.
fn shape(pat: &Pat) -> Alias {
    match &pat.kind {
        PatKind::Typed(inner, ty) => match shape(inner) {
            Alias::Record(fields) => Alias::Record(fields),
            _ => shape_of_type(ty),
        },
        PatKind::Record(fields) => {
            Alias::Record(fields.iter().map(|(name, pat)| (name.clone(), shape(pat))).collect())
        }
        _ => Alias::fresh(),
    }
}

/// The structure of a value of a declared type.
fn shape_of_type(ty: &TypeExp) -> Alias {
    match &ty.kind {
        TypeKind::Record(fields) => {
            let field = |(name, ty): &(Name, TypeExp)| (name.clone(), shape_of_type(ty));
            Alias::Record(fields.iter().map(field).collect())
        }
        TypeKind::Unique(ty) | TypeKind::Exists(_, ty) => shape_of_type(ty),
        TypeKind::Fun(..) => Alias::Fun(Places::new(), Rc::new(Sig::of_type(ty))),
        _ => Alias::fresh(),
    }
}
