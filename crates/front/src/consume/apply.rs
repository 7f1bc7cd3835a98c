//! Applications.

use super::Check;
use super::alias::{Alias, Places};
use super::exp::all_places;
use super::sig::{Param, Shares, Sig};
use super::state::Kept;
use crate::ast::{Exp, ExpKind, Name};
use crate::types::{Ty, plain_name};
use base::diag::Diagnostic;
use std::rc::Rc;

impl Check<'_> {
    /// A function with its arguments.
    pub(super) fn application(&mut self, e: &Exp) -> Alias {
        let mut args = vec![];
        let head = Self::flatten(e, &mut args);
        let fun = self.exp(head);
        let values: Vec<Alias> =
            args.iter().enumerate().map(|(i, arg)| self.argument(&fun, i, arg)).collect();
        let name: Name = match &head.kind {
            ExpKind::Var(name) | ExpKind::Global(name) => plain_name(name).into(),
            _ => "this function".into(),
        };
        let mut rest = &args[..];
        let mut values = &values[..];
        let mut fun = fun;
        while !rest.is_empty() {
            let Alias::Fun(captured, sig) = &fun else {
                // A function that nothing is known about: it does not consume, and may return anything.
                let places = &fun.places() | &all_places(values);
                return self.result(&Shares::Anything, places, &name);
            };
            let count = sig.params.len().min(rest.len());
            if count == 0 {
                return self.result(&Shares::Anything, &fun.places() | &all_places(values), &name);
            }
            let (captured, sig) = (captured.clone(), sig.clone());
            let partial = rest.len() < sig.params.len();
            let kept = self.pass(&sig, &rest[..count], &values[..count], partial);
            let places = &captured | &kept;
            if partial {
                let sig = Sig { params: sig.params[count..].to_vec(), result: sig.result.clone() };
                return Alias::Fun(places, Rc::new(sig));
            }
            fun = self.result(&sig.result, places, &name);
            rest = &rest[count..];
            values = &values[count..];
        }
        fun
    }

    /// The argument number `i` of a function. A lambda is told what is expected of it there.
    fn argument(&mut self, fun: &Alias, i: usize, arg: &Exp) -> Alias {
        match (fun, &arg.kind) {
            (Alias::Fun(_, sig), ExpKind::Lambda(lambda)) => {
                let expected = sig.params.get(i).and_then(|param| param.fun.clone());
                self.lambda(lambda, expected.as_deref())
            }
            _ => self.exp(arg),
        }
    }

    /// The function and the arguments of an application.
    fn flatten<'e>(e: &'e Exp, args: &mut Vec<&'e Exp>) -> &'e Exp {
        let Some((fun, arg)) = e.applied() else { return e };
        let head = Self::flatten(fun, args);
        args.push(arg);
        head
    }

    /// Hands arguments to a function; gives the places of those that it does not consume.
    fn pass(&mut self, sig: &Sig, args: &[&Exp], values: &[Alias], partial: bool) -> Places {
        let mut kept = Places::new();
        for (param, value) in sig.params.iter().zip(values) {
            if !param.consumes {
                kept.extend(value.places());
            }
        }
        for ((param, arg), value) in sig.params.iter().zip(args).zip(values) {
            self.expected_function(param, arg, value);
            if !param.consumes {
                continue;
            }
            if let Some(place) = value.places().intersection(&kept).next() {
                let name = self.state.name(*place).to_string();
                let message = format!("{name} is consumed by a call that also uses it");
                let error = Diagnostic::error("use-after-consume", message).label(arg.span, "consumed here");
                self.state.error(error.note("`copy` one of the arguments"));
            }
            if partial && !value.places().is_empty() {
                let message = "an argument is consumed by a function that may be called several times";
                let error = Diagnostic::error("consume-partial", message).label(arg.span, "consumed here");
                self.state.error(error.note("give the function all of its arguments"));
            }
            self.state.consume(value, arg.span);
        }
        kept
    }

    /// A function may only consume, or give away what is not new, where that is expected of it.
    pub(super) fn expected_function(&mut self, param: &Param, arg: &Exp, value: &Alias) {
        let (Some(wanted), Alias::Fun(_, sig)) = (&param.fun, value) else { return };
        let consumes = |(a, b): (&Param, &Param)| a.consumes && !b.consumes;
        if sig.params.iter().zip(&wanted.params).any(consumes) {
            let message = "this function consumes its argument, which is not allowed here";
            let error = Diagnostic::error("consuming-function", message).label(arg.span, "this function");
            self.state.error(error.note("a lambda can copy the argument first"));
        }
        let new = matches!(wanted.result, Shares::Nothing) && wanted.params.len() == sig.params.len();
        if new && matches!(sig.result, Shares::Anything) && self.gives_arrays(arg) {
            let message = "the result of this function is to be unique, but may share memory with others";
            let error = Diagnostic::error("result-not-unique", message).label(arg.span, "this function");
            self.state.error(error.note("declare its result with an asterisk"));
        }
    }

    /// Whether an expression is a function that gives an array in the end.
    fn gives_arrays(&self, e: &Exp) -> bool {
        let mut ty = self.types.of(e.id);
        while let Some(Ty::Fun(_, _, to)) = ty {
            ty = Some(to);
        }
        matches!(ty, Some(Ty::Array(..)))
    }

    /// What the result of a call may share. Parts of one result may share memory with each other.
    fn result(&mut self, shares: &Shares, mut places: Places, name: &Name) -> Alias {
        places.insert(self.state.place(&format!("the result of {name}").into(), Kept::No));
        build(shares, &places)
    }
}

fn build(shares: &Shares, places: &Places) -> Alias {
    match shares {
        Shares::Nothing => Alias::fresh(),
        Shares::Anything => Alias::Whole(places.clone()),
        Shares::Record(fields) => {
            Alias::Record(fields.iter().map(|(name, shares)| (name.clone(), build(shares, places))).collect())
        }
        Shares::Fun(sig) => Alias::Fun(places.clone(), sig.clone()),
    }
}
