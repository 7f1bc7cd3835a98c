//! Expressions to values.

use super::scalars::{binary, unary};
use super::syntax::{Dim, E, Form, Ix, P, T};
use super::value::{Callee, Env, Fun, V};
use super::{DEPTH, Run, Stop, fails, prelude};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The state of an evaluation.
pub(super) struct Eval {
    /// Steps left.
    pub(super) steps: u64,
    /// Steps inside of which this one is.
    pub(super) depth: usize,
}

impl Eval {
    /// Counts work.
    pub(super) fn step(&mut self, work: usize) -> Result<(), Stop> {
        self.steps = self.steps.saturating_sub(1 + work as u64);
        if self.steps == 0 { Err(Stop::Slow) } else { Ok(()) }
    }

    pub(super) fn exp(&mut self, exp: &E, env: &Env) -> Run {
        self.step(0)?;
        if self.depth > DEPTH {
            return Err(Stop::Outside("nested too deeply".into()));
        }
        self.depth += 1;
        let result = self.inner(exp, env);
        self.depth -= 1;
        result
    }

    fn exps(&mut self, exps: &[E], env: &Env) -> Result<Vec<V>, Stop> {
        exps.iter().map(|e| self.exp(e, env)).collect()
    }

    fn inner(&mut self, exp: &E, env: &Env) -> Run {
        match exp {
            E::Lit(value) => Ok(value.clone()),
            E::Var(name) => match env.get(name) {
                Some(value) => Ok(value.clone()),
                None => prelude::named(name),
            },
            E::Section(op) => Ok(V::Fun(Fun(Callee::Operator(op.as_str().into())))),
            E::Lambda(lambda) => Ok(V::Fun(Fun(Callee::Lambda(lambda.clone(), env.clone())))),
            E::Apply(fun, args) => {
                let fun = self.exp(fun, env)?;
                let args = self.exps(args, env)?;
                self.call(&fun, args)
            }
            E::Binary(op, a, b) => {
                let a = self.exp(a, env)?;
                match (op.as_str(), &a) {
                    ("&&", V::Bool(false)) | ("||", V::Bool(true)) => return Ok(a),
                    _ => {}
                }
                let b = self.exp(b, env)?;
                if let (V::Arr(a), V::Arr(b)) = (&a, &b) {
                    self.step(a.len() + b.len())?;
                }
                binary(op, &a, &b)
            }
            E::Unary(op, a) => unary(*op, &self.exp(a, env)?),
            E::If(condition, yes, no) => {
                let chosen = if self.exp(condition, env)?.truth()? { yes } else { no };
                self.exp(chosen, env)
            }
            E::Let(pat, value, body) => {
                let value = self.exp(value, env)?;
                let env = bound(pat, &value, env)?;
                self.exp(body, &env)
            }
            E::Loop(pat, start, form, body) => self.repeat(pat, start, form, body, env),
            E::Index(array, at) => {
                let array = self.exp(array, env)?;
                let at = self.indices(at, env)?;
                self.step(1)?;
                super::arrays::index(&array, &at)
            }
            E::With(array, at, value) => {
                let array = self.exp(array, env)?;
                let at = self.indices(at, env)?;
                let value = self.exp(value, env)?;
                self.step(array.items()?.len())?;
                super::arrays::update(&array, &at, &value)
            }
            E::WithField(record, field, value) => {
                let (record, value) = (self.exp(record, env)?, self.exp(value, env)?);
                let V::Rec(fields) = record else { return Err(Stop::Outside("no record".into())) };
                let mut fields = (*fields).clone();
                fields.insert(field.clone(), value);
                Ok(V::Rec(Rc::new(fields)))
            }
            E::Array(items) => Ok(V::arr(self.exps(items, env)?)),
            E::Range(from, second, to, inclusive) => {
                let from = self.exp(from, env)?.int()?;
                let second = second.as_ref().map(|s| self.exp(s, env)).transpose()?;
                let to = self.exp(to, env)?.int()? + i64::from(*inclusive);
                let step = second.map_or(Ok(1), |s| s.int())? - from;
                let step = if matches!(exp, E::Range(_, None, ..)) { 1 } else { step };
                self.range(from, step, to)
            }
            E::Tuple(items) => Ok(V::tup(self.exps(items, env)?)),
            E::Record(fields) => {
                let mut values = BTreeMap::new();
                for (name, exp) in fields {
                    values.insert(name.clone(), self.exp(exp, env)?);
                }
                Ok(V::Rec(Rc::new(values)))
            }
            E::Field(of, field) => {
                let of = self.exp(of, env)?;
                let found = match &of {
                    V::Tup(items) => field.parse::<usize>().ok().and_then(|i| items.get(i)),
                    V::Rec(fields) => fields.get(field),
                    _ => None,
                };
                found.cloned().ok_or_else(|| Stop::Outside(format!("no field {field} in {of:?}")))
            }
            E::Con(name, args) => Ok(V::Con(name.as_str().into(), Rc::new(self.exps(args, env)?))),
            E::Match(of, cases) => {
                let of = self.exp(of, env)?;
                for (pat, body) in cases {
                    if let Some(env) = matched(pat, &of, env)? {
                        return self.exp(body, &env);
                    }
                }
                Err(Stop::Outside("no case matches".into()))
            }
            E::Coerce(of, ty) => {
                let of = self.exp(of, env)?;
                self.coerce(&of, ty, env)?;
                Ok(of)
            }
            E::Comprehension(head, sides) => self.comprehension(head, sides, env),
        }
    }

    fn range(&mut self, from: i64, step: i64, to: i64) -> Run {
        if step <= 0 {
            return Err(Stop::Outside("a range that does not rise".into()));
        }
        if to < from {
            return fails("a range that ends before it begins");
        }
        let mut items = vec![];
        let mut at = from;
        while at < to {
            self.step(0)?;
            items.push(V::I64(at));
            at += step;
        }
        Ok(V::arr(items))
    }

    fn indices(&mut self, at: &[Ix], env: &Env) -> Result<Vec<super::arrays::At>, Stop> {
        let mut found = vec![];
        for ix in at {
            found.push(match ix {
                Ix::At(i) => super::arrays::At::One(self.exp(i, env)?.int()?),
                Ix::Slice(parts) => {
                    let [from, to, by] = &**parts;
                    let mut part = |e: &Option<E>| match e {
                        Some(e) => self.exp(e, env)?.int().map(Some),
                        None => Ok(None),
                    };
                    super::arrays::At::Slice(part(from)?, part(to)?, part(by)?)
                }
            });
        }
        Ok(found)
    }

    fn repeat(&mut self, pat: &P, start: &E, form: &Form, body: &E, env: &Env) -> Run {
        let mut value = self.exp(start, env)?;
        match form {
            Form::For(name, count) => {
                let count = self.exp(count, env)?.int()?;
                for i in 0..count {
                    let env = bound(pat, &value, env)?.bind(name, V::I64(i));
                    value = self.exp(body, &env)?;
                }
            }
            Form::In(each, of) => {
                let of = self.exp(of, env)?;
                for x in of.items()?.iter() {
                    let env = bound(each, x, &bound(pat, &value, env)?)?;
                    value = self.exp(body, &env)?;
                }
            }
            Form::While(condition) => loop {
                let env = bound(pat, &value, env)?;
                if !self.exp(condition, &env)?.truth()? {
                    break;
                }
                value = self.exp(body, &env)?;
            },
        }
        Ok(value)
    }

    /// Calls a function with some of its arguments, or with more.
    pub(super) fn call(&mut self, fun: &V, args: Vec<V>) -> Run {
        let V::Fun(Fun(callee)) = fun else { return Err(Stop::Outside(format!("{fun:?} is called"))) };
        match callee {
            Callee::Lambda(lambda, env) => {
                if args.len() != lambda.params.len() {
                    return Err(Stop::Outside("a function with some of its arguments".into()));
                }
                let mut env = env.clone();
                for (pat, arg) in lambda.params.iter().zip(&args) {
                    env = bound(pat, arg, &env)?;
                }
                self.exp(&lambda.body, &env)
            }
            Callee::Operator(op) => match &args[..] {
                [a, b] => binary(op, a, b),
                _ => Err(Stop::Outside("an operator with one argument".into())),
            },
            Callee::Known(name, arity, before) => {
                let mut all = (**before).clone();
                all.extend(args);
                if all.len() < *arity {
                    return Ok(V::Fun(Fun(Callee::Known(name, *arity, Rc::new(all)))));
                }
                let rest = all.split_off(*arity);
                let result = self.known(name, &all)?;
                if rest.is_empty() { Ok(result) } else { self.call(&result, rest) }
            }
        }
    }

    /// Checks the sizes that a type names.
    fn coerce(&mut self, value: &V, ty: &T, env: &Env) -> Result<(), Stop> {
        let mut open = vec![];
        self.sizes(value, ty, env, &mut open)
    }

    fn sizes(
        &mut self,
        value: &V,
        ty: &T,
        env: &Env,
        open: &mut Vec<(String, Option<usize>)>,
    ) -> Result<(), Stop> {
        match (ty, value) {
            (T::Plain, _) => Ok(()),
            (T::Array(dim, elem), V::Arr(items)) => {
                match dim {
                    Dim::Any => {}
                    Dim::Is(size) => {
                        let name = if let E::Var(name) = &**size { name.as_str() } else { "" };
                        let own = open.iter_mut().rev().find(|(n, _)| n == name);
                        let size = match own {
                            Some((_, size)) => *size.get_or_insert(items.len()) as i64,
                            None => self.exp(size, env)?.int()?,
                        };
                        if size != items.len() as i64 {
                            return fails(format!("size {} instead of {size}", items.len()));
                        }
                    }
                }
                if items.is_empty() && elem.names_sizes() {
                    return Err(Stop::no_rows());
                }
                items.iter().try_for_each(|item| self.sizes(item, elem, env, open))
            }
            (T::Exists(names, inner), _) => {
                let before = open.len();
                open.extend(names.iter().map(|n| (n.clone(), None)));
                self.sizes(value, inner, env, open)?;
                open.truncate(before);
                Ok(())
            }
            (T::Tuple(types), V::Tup(items)) => {
                types.iter().zip(items.iter()).try_for_each(|(t, v)| self.sizes(v, t, env, open))
            }
            (T::Record(types), V::Rec(fields)) => {
                let mut pairs = types.iter().filter_map(|(name, t)| Some((fields.get(name)?, t)));
                pairs.try_for_each(|(v, t)| self.sizes(v, t, env, open))
            }
            (T::Sum(cases), V::Con(name, items)) => {
                let case = cases.iter().find(|(n, _)| **n == **name).map_or(&[][..], |(_, parts)| parts);
                case.iter().zip(items.iter()).try_for_each(|(t, v)| self.sizes(v, t, env, open))
            }
            _ => Err(Stop::Outside("a coercion to another type".into())),
        }
    }
}

/// Binds a pattern that always matches.
pub(super) fn bound(pat: &P, value: &V, env: &Env) -> Result<Env, Stop> {
    matched(pat, value, env)?.ok_or_else(|| Stop::Outside("a pattern does not match".into()))
}

fn matched(pat: &P, value: &V, env: &Env) -> Result<Option<Env>, Stop> {
    let parts = |pats: &[P], values: &[V]| {
        let mut env = env.clone();
        for (pat, value) in pats.iter().zip(values) {
            let Some(more) = matched(pat, value, &env)? else { return Ok(None) };
            env = more;
        }
        Ok(Some(env))
    };
    match (pat, value) {
        (P::Any, _) => Ok(Some(env.clone())),
        (P::Name(name), _) => Ok(Some(env.bind(name, value.clone()))),
        (P::Tuple(pats), V::Tup(items)) if pats.len() == items.len() => parts(pats, items),
        (P::Record(fields), V::Rec(values)) => {
            let mut env = env.clone();
            for (name, pat) in fields {
                let Some(value) = values.get(name) else { return Err(Stop::Outside("no such field".into())) };
                let Some(more) = matched(pat, value, &env)? else { return Ok(None) };
                env = more;
            }
            Ok(Some(env))
        }
        (P::Con(name, pats), V::Con(other, items)) => {
            if **name != **other {
                Ok(None)
            } else {
                parts(pats, items)
            }
        }
        (P::Lit(wanted), _) => Ok(wanted.same(value)?.then(|| env.clone())),
        (pat, value) => Err(Stop::Outside(format!("{value:?} matched with {pat:?}"))),
    }
}
