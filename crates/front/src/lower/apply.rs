//! Application: inlines functions.

use super::value::{Chosen, Code, Env, Fun, Value};
use super::{Ctx, Global, Low, Lower, in_prelude};
use crate::ast::{Def, Name};
use base::diag::Span;
use std::rc::Rc;

impl Lower<'_> {
    /// The meaning of a name of the top level.
    pub(super) fn global(&mut self, name: &Name, span: Span, id: Option<u32>, chosen: &Chosen) -> Low<Value> {
        let home = (!in_prelude(span)).then(|| self.called_at(span));
        let mut name = name.clone();
        let mut inside;
        let mut chosen = chosen;
        let code = loop {
            match self.globals.get(&name) {
                Some(Global::Def(def)) => {
                    let env = Env::default().with_chosen(def, chosen);
                    break Code::Def(def.clone(), env, id.filter(|_| chosen.open));
                }
                Some(Global::Intrinsic(arity)) => break Code::Intrinsic(name, *arity),
                Some(Global::Promised) => {
                    return Err(self.unsupported("values that only a parameter of a module promises"));
                }
                Some(Global::Alias(source)) => {
                    let source = source.clone();
                    inside = self.through_seal(&name, chosen);
                    (name, chosen) = (source, &inside);
                }
                None if super::intrinsics::is_operator(&name) => break Code::Intrinsic(name, 2),
                None => base::bug!("lower", "the name {name} is not known"),
            }
        };
        let fun = Fun { code, args: vec![], home };
        if fun.arity() > 0 {
            return Ok(Value::Fun(Rc::new(fun)));
        }
        let ctx = self.called_at(span);
        let from_prelude = self.ctx.prelude;
        match &fun.code {
            Code::Def(def, ..) if def.tparams.is_empty() => {
                self.constant(def.clone(), |l| l.call(&fun, vec![], ctx, from_prelude))
            }
            _ => self.call(&fun, vec![], ctx, from_prelude),
        }
    }
    /// The value of a definition without parameters. It is computed once in a function, in front of everything that uses it.
    fn constant(&mut self, def: Rc<Def>, f: impl FnOnce(&mut Self) -> Low<Value>) -> Low<Value> {
        if let Some(value) = self.constants.get(&def.name) {
            return Ok(value.clone());
        }
        let value = self.outermost(f)?;
        // Functions remember where they were named.
        if !value.has_function() {
            self.constants.insert(def.name.clone(), value.clone());
        }
        Ok(value)
    }

    /// The intrinsic that a name of the top level is.
    pub(super) fn is_intrinsic(&self, name: &str, intrinsic: &str) -> bool {
        name == intrinsic && matches!(self.globals.get(name), Some(Global::Intrinsic(_)))
    }

    /// Applies a function to one argument, from the code at `span`.
    pub(super) fn apply(&mut self, fun: &Value, arg: Value, span: Span) -> Low<Value> {
        let ctx = self.called_at(span);
        let from_prelude = in_prelude(span);
        self.apply_from(fun, arg, ctx, from_prelude)
    }
    /// The value of a definition without parameters.
    pub(super) fn apply_nothing(&mut self, fun: &Value) -> Low<Value> {
        match fun {
            Value::Fun(fun) if fun.arity() == 0 => {
                let ctx = self.ctx.clone();
                self.call(fun, vec![], ctx, false)
            }
            value => Ok(value.clone()),
        }
    }
    /// Applies a function from inside an intrinsic.
    pub(super) fn apply_all(&mut self, fun: &Value, args: Vec<Value>) -> Low<Value> {
        let mut result = fun.clone();
        for arg in args {
            let ctx = self.ctx.clone();
            result = self.apply_from(&result, arg, ctx, true)?;
        }
        Ok(result)
    }
    fn apply_from(&mut self, fun: &Value, arg: Value, ctx: Ctx, from_prelude: bool) -> Low<Value> {
        let Value::Fun(fun) = fun else {
            base::bug!("lower", "application of something that is no function")
        };
        let mut args = fun.args.clone();
        args.push(arg);
        if args.len() < fun.arity() {
            let home = if from_prelude { fun.home.clone() } else { Some(ctx) };
            return Ok(Value::Fun(Rc::new(Fun { code: fun.code.clone(), args, home })));
        }
        self.deeper(|l| l.call(fun, args, ctx, from_prelude))
    }

    /// Calls a function with all its arguments.
    fn call(&mut self, fun: &Fun, args: Vec<Value>, ctx: Ctx, from_prelude: bool) -> Low<Value> {
        let home = fun.home.clone().filter(|_| from_prelude);
        match &fun.code {
            Code::Def(def, env, _) => {
                self.called.insert(Rc::as_ptr(def));
                let prelude = in_prelude(def.span);
                let ctx = match home {
                    Some(home) if prelude => home,
                    Some(_) | None => ctx,
                };
                if self.is_recursive(def) {
                    return self.within(Ctx { prelude, ..ctx }, |l| l.call_recursive(def, args));
                }
                let env = env.clone();
                self.within(Ctx { prelude, ..ctx }, |l| l.call_def(def, env, args))
            }
            Code::Lambda(lambda, env, ctx) => self.within(ctx.clone(), |l| {
                let mut env = env.called(l.new_call());
                for (pat, arg) in lambda.params.iter().zip(args) {
                    env = l.bind_pat(env, pat, arg, &mut vec![])?;
                }
                let result = l.eval(&env, &lambda.body)?;
                match &lambda.ret {
                    None => Ok(result),
                    Some(ty) => l.constrain(&env, ty, result, false, lambda.body.span),
                }
            }),
            Code::Intrinsic(name, _) => {
                let ctx = home.unwrap_or(ctx);
                self.within(Ctx { prelude: true, ..ctx }, |l| {
                    l.loc = l.ctx.callers.clone();
                    l.intrinsic(name, &args)
                })
            }
            Code::Constant(value, _) => Ok((**value).clone()),
            Code::Any(function) => self.call_any(function, &args),
            Code::Section(op, right) => {
                let ctx = Ctx { prelude: true, ..home.unwrap_or(ctx) };
                let args = args.into_iter().chain([(**right).clone()]).collect();
                self.within(ctx, |l| l.apply_all(op, args))
            }
        }
    }
    pub(super) fn call_def(&mut self, def: &Def, env: Env, args: Vec<Value>) -> Low<Value> {
        let mut pending = super::pattern::size_params(def);
        let mut env = env.called(self.new_call());
        for (pat, arg) in def.params.iter().zip(args) {
            env = self.bind_pat(env, pat, arg, &mut pending)?;
        }
        let result = self.eval(&env, &def.body)?;
        match &def.ret {
            None => Ok(result),
            Some(ty) => self.constrain(&env, ty, result, false, def.body.span),
        }
    }
}
