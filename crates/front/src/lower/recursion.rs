//! Definitions that call themselves become functions of Core.
//!
//! Everything else is inlined, so a recursive definition is made into a function where it is first called, for the structure
//! of the arguments it is called with: every size of an argument is a parameter of its own, so one function serves all sizes.
//! Functions among the arguments stay static; recursive calls have to pass the same ones. What those use of the code around the
//! call are further parameters, found when the body is there ([`Lower::close`]).
//!
//! The structure of the result comes from its inferred type, because the calls inside need it before the body is known. All its
//! sizes are existential; where the caller knows them, it compares.

use super::structure::{Outer, Structure};
use super::value::{Code, Env, Fun, Value};
use super::{Ctx, Global, Low, Lower, Memo};
use crate::ast::{Def, Name};
use crate::types::{Ty, plain_name};
use base::{Id, Loc};
use ir::walk::{Subst, free_vars};
use ir::{Atom, Body, Exp, FunId, Param, Pat, Results, Soac, Stm, Var};
use rustc_hash::FxHashMap;
use std::fmt::Write;
use std::rc::Rc;

/// A recursive definition for one structure of arguments.
pub(super) struct Recursive {
    def: Rc<Def>,
    /// The structure of its arguments, in words.
    key: String,
    /// The functions among its arguments.
    funs: Vec<Rc<Fun>>,
    id: FunId,
    params: Structure,
    /// The types that type parameters stand for.
    bound: FxHashMap<Name, (Value, usize)>,
    /// The function, when it is finished, and what its calls pass in front.
    done: Option<(ir::Fun<Soac>, Vec<Var>)>,
}

impl Recursive {
    /// The finished function.
    pub(super) fn into_fun(self) -> Option<ir::Fun<Soac>> {
        self.done.map(|(fun, _)| fun)
    }
}

impl Lower<'_> {
    /// Whether a definition calls itself.
    pub(super) fn is_recursive(&self, def: &Rc<Def>) -> bool {
        let global = matches!(self.globals.get(&def.name), Some(Global::Def(own)) if Rc::ptr_eq(own, def));
        global && self.recursive.contains(&def.name)
    }

    /// Calls a recursive definition.
    pub(super) fn call_recursive(&mut self, def: &Rc<Def>, args: Vec<Value>) -> Low<Value> {
        let loc = self.ctx.callers.clone();
        self.loc = loc.clone();
        let Some(ty) = self.types.definition(&def.name).cloned() else {
            base::bug!("lower", "{} has no type", def.name)
        };
        let (types, result) = split(&ty, args.len());
        let args = self.whole_sums(&types, args)?;
        let args = self.spread_as_declared(&types, args)?;
        let mut funs = vec![];
        args.iter().for_each(|a| functions(a, &mut funs));
        let key = self.key(&args);
        let at = match self.find_recursive(def, &key, &funs)? {
            Some(at) => at,
            None => self.new_recursive(def, &types, &result, &args, key, funs)?,
        };
        self.loc = loc;
        let leaves: Vec<Atom> = args.iter().flat_map(|a| a.leaves()).collect();
        let params = self.recs[at].params.clone();
        let (sizes, leaves) = self.fit_structure(&params, leaves)?;
        let captured = self.recs[at].done.iter().flat_map(|(_, c)| c.iter().map(|v| Atom::Var(*v)));
        let args = captured.chain(sizes).chain(leaves).collect();
        let bound = self.recs[at].bound.clone();
        let mut out = Structure::default();
        let value = self.of_type(&mut out, &result, &bound, &mut Outer::default())?;
        let fun = self.recs[at].id;
        let pat = Pat { sizes: out.sizes.iter().map(|s| s.0).collect(), vals: out.leaves };
        self.push(pat, Exp::Call { fun, args, at: vec![], beside: vec![] });
        Ok(value)
    }

    /// The function that serves a call, if there is one.
    fn find_recursive(&mut self, def: &Rc<Def>, key: &str, funs: &[Rc<Fun>]) -> Low<Option<usize>> {
        for (at, rec) in self.recs.iter().enumerate().filter(|(_, r)| Rc::ptr_eq(&r.def, def)) {
            let same = rec.key == key && rec.funs.len() == funs.len();
            let same_funs = rec.funs.iter().zip(funs).all(|(a, b)| same_function(a, b));
            match rec.done {
                // What functions use of the code around them is only in view of the call that made them.
                Some(_) if same && funs.is_empty() => return Ok(Some(at)),
                Some(_) => {}
                None if same && same_funs => return Ok(Some(at)),
                None if same => {
                    let name = plain_name(&def.name);
                    return Err(self
                        .error("recursive-function", format!("{name} calls itself with another function"))
                        .note("a recursive call passes the functions that the definition has got"));
                }
                None => return Err(self.unsupported("recursive calls with arguments of another structure")),
            }
        }
        Ok(None)
    }

    /// Lowers a definition to a function.
    fn new_recursive(
        &mut self,
        def: &Rc<Def>,
        types: &[Ty],
        result: &Ty,
        args: &[Value],
        key: String,
        funs: Vec<Rc<Fun>>,
    ) -> Low<usize> {
        let mut bound = FxHashMap::default();
        for (ty, arg) in types.iter().zip(args) {
            bind_types(ty, arg, 0, &mut bound);
        }
        let mut params = Structure::default();
        for arg in args {
            let value = self.like_value(&mut params, arg, 0, &mut Outer::default());
            params.values.push(value);
        }
        let id = FunId::from_index(self.entries + self.recs.len());
        let at = self.recs.len();
        let rec = Recursive {
            def: def.clone(),
            key,
            funs,
            id,
            params: params.clone(),
            bound: bound.clone(),
            done: None,
        };
        self.recs.push(rec);
        self.sizes.extend(params.sizes.iter().map(|s| s.0));
        // The body belongs to no code around it.
        let stms = std::mem::take(&mut self.stms);
        let open = std::mem::take(&mut self.open);
        let memo = std::mem::replace(&mut self.memo, vec![Memo::default()]);
        let constants = std::mem::take(&mut self.constants);
        let ctx = Ctx { callers: Loc::none(), site: def.span, prelude: false };
        let body = self.within(ctx, |l| l.recursive_body(def, params.values.clone(), result, &bound));
        self.stms = stms;
        self.open = open;
        self.memo = memo;
        self.constants = constants;
        let (body, out) = body?;
        let ret = out.leaves.iter().map(|v| self.vars[*v].ty.clone()).collect();
        let all = params.sizes.iter().map(|s| s.0).chain(params.leaves.iter().copied());
        let fun = ir::Fun {
            name: self.function_name(&def.name, at),
            entry: None,
            params: all.map(|var| Param { var, consumed: false }).collect(),
            ret_sizes: out.sizes.iter().map(|s| s.0).collect(),
            ret,
            body,
        };
        let done = self.close(id, fun)?;
        self.recs[at].done = Some(done);
        Ok(at)
    }
    fn recursive_body(
        &mut self,
        def: &Def,
        args: Vec<Value>,
        result: &Ty,
        bound: &FxHashMap<Name, (Value, usize)>,
    ) -> Low<(Body<Soac>, Structure)> {
        let mut out = Structure::default();
        let wanted = self.of_type(&mut out, result, bound, &mut Outer::default())?;
        let mark = self.vars.len();
        let (stms, (sizes, vals)) = self.capture(|l| {
            let value = l.call_def(def, Env::default(), args)?;
            if value.has_function() {
                return Err(l.unsupported("recursive definitions that return functions"));
            }
            let value = l.extended(&value, &wanted, mark)?;
            l.fit_structure(&out, value.leaves())
        })?;
        Ok((Body { stms, result: Results { sizes, vals } }, out))
    }
    /// A name that no entry point has.
    fn function_name(&self, name: &str, at: usize) -> String {
        let mut new = format!("{}_rec{at}", plain_name(name).replace(['.', '\''], "_"));
        while self.globals.contains_key(new.as_str()) {
            new.push('_');
        }
        new
    }

    /// Makes what a function uses of the code around it parameters, in front of the others; also in the calls in its body.
    fn close(&mut self, id: FunId, mut fun: ir::Fun<Soac>) -> Low<(ir::Fun<Soac>, Vec<Var>)> {
        let own: Vec<Var> = fun.params.iter().map(|p| p.var).chain(fun.ret_sizes.iter().copied()).collect();
        let mut captured: Vec<Var> = vec![];
        let mut todo = free_vars(&fun.body, &self.vars);
        while let Some(var) = todo.pop() {
            if own.contains(&var) || captured.contains(&var) {
                continue;
            }
            captured.push(var);
            todo.extend(self.vars[var].ty.dims().iter().filter_map(|d| d.size.var()));
        }
        if captured.iter().any(|v| self.vars[*v].ty.is_acc()) {
            return Err(self.unsupported("accumulators in functions that a recursive definition is given"));
        }
        // Sizes are older than what they are sizes of.
        captured.sort_by_key(|v| v.index());
        let mut renamed: Vec<(Var, Atom)> = vec![];
        for var in &captured {
            let info = self.vars[*var].clone();
            let known = |a: Atom| renamed.iter().find(|(v, _)| Atom::Var(*v) == a).map_or(a, |(_, new)| *new);
            let new = self.fresh(&info.name, info.ty.map_sizes(known));
            renamed.push((*var, new.into()));
        }
        let passed: Vec<Atom> = renamed.iter().map(|(_, new)| *new).collect();
        fun.body = Subst::new(&mut self.vars, renamed).apply(fun.body);
        calls(&mut fun.body.stms, id, &passed);
        let front = passed.iter().filter_map(|a| a.var()).map(|var| Param { var, consumed: false });
        fun.params.splice(0..0, front.collect::<Vec<_>>());
        Ok((fun, captured))
    }

    /// The arguments with the payloads of all constructors of their types.
    fn whole_sums(&mut self, types: &[Ty], args: Vec<Value>) -> Low<Vec<Value>> {
        let mut whole = vec![];
        for (ty, arg) in types.iter().zip(args) {
            if !arg.has_sum() || arg.has_function() {
                whole.push(arg);
                continue;
            }
            let mark = self.vars.len();
            let all = self.zero_of(&Env::default(), ty, &mut vec![])?;
            whole.push(self.extended(&arg, &all, mark)?);
        }
        Ok(whole)
    }

    /// The structure of arguments, in words.
    fn key(&self, args: &[Value]) -> String {
        let mut key = String::new();
        args.iter().for_each(|a| self.describe_value(a, &mut key));
        key
    }
    fn describe_value(&self, value: &Value, key: &mut String) {
        match value {
            Value::Scalar(a) => {
                let ty = self.ty(*a);
                let on: Vec<&Vec<u32>> = ty.dims().iter().map(|d| &d.on).collect();
                _ = write!(key, "{:?}{on:?} ", ty.elem());
            }
            Value::Record(fields) => {
                for (name, value) in fields.iter() {
                    _ = write!(key, "{name}=");
                    self.describe_value(value, key);
                }
            }
            Value::Array(elem) => {
                key.push_str("[] ");
                self.describe_value(elem, key);
            }
            Value::Fun(_) => key.push_str("-> "),
            Value::Sum(_, parts) => {
                for (name, payload) in parts.iter() {
                    _ = write!(key, "#{name} ");
                    payload.iter().for_each(|v| self.describe_value(v, key));
                }
            }
        }
    }
}

/// The types of so many parameters, and of the result.
fn split(ty: &Ty, count: usize) -> (Vec<Ty>, Ty) {
    let (mut params, mut rest) = (vec![], ty.clone());
    for _ in 0..count {
        let Ty::Fun(_, from, to) = rest else {
            base::bug!("lower", "a call with more arguments than parameters")
        };
        params.push((*from).clone());
        rest = (*to).clone();
    }
    (params, rest)
}

/// What type parameters stand for: parts of values, whose leaves are under so many dimensions.
fn bind_types(ty: &Ty, value: &Value, depth: usize, bound: &mut FxHashMap<Name, (Value, usize)>) {
    match (ty, value) {
        (Ty::Param(name, _), value) if !value.has_function() => {
            bound.entry(name.clone()).or_insert_with(|| (value.clone(), depth));
        }
        (Ty::Record(types), Value::Record(values)) => {
            for ((_, ty), (_, value)) in types.iter().zip(values.iter()) {
                bind_types(ty, value, depth, bound);
            }
        }
        (Ty::Array(_, ty), Value::Array(value)) => bind_types(ty, value, depth + 1, bound),
        (Ty::Sum(types), Value::Sum(_, values)) => {
            for ((_, types), (_, values)) in types.iter().zip(values.iter()) {
                for (ty, value) in types.iter().zip(values) {
                    bind_types(ty, value, depth, bound);
                }
            }
        }
        _ => {}
    }
}

/// The functions in a value.
fn functions(value: &Value, funs: &mut Vec<Rc<Fun>>) {
    match value {
        Value::Fun(f) => funs.push(f.clone()),
        Value::Record(fields) => fields.iter().for_each(|(_, v)| functions(v, funs)),
        Value::Sum(_, parts) => parts.iter().flat_map(|(_, p)| p).for_each(|v| functions(v, funs)),
        Value::Scalar(_) | Value::Array(_) => {}
    }
}

/// Whether two functions are the same one, passed on.
fn same_function(a: &Rc<Fun>, b: &Rc<Fun>) -> bool {
    if Rc::ptr_eq(a, b) {
        return true;
    }
    let same_code = match (&a.code, &b.code) {
        (Code::Def(x, ..), Code::Def(y, ..)) => Rc::ptr_eq(x, y),
        (Code::Intrinsic(x, _), Code::Intrinsic(y, _)) => x == y,
        _ => false,
    };
    same_code && a.args.is_empty() && b.args.is_empty()
}

/// Puts arguments in front of those of every call of a function in a block.
fn calls(block: &mut [Stm<Soac>], id: FunId, passed: &[Atom]) {
    for stm in block {
        if let Exp::Call { fun, args, .. } = &mut stm.exp
            && *fun == id
        {
            args.splice(0..0, passed.iter().copied());
        }
        stm.exp.blocks_mut(&mut |block, _| calls(block, id, passed));
    }
}
