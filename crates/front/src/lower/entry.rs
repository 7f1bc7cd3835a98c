//! Entry points: from written types to the parameters and results of a Core function.

use super::control::sizes_type;
use super::value::{Env, Value};
use super::{Ctx, Low, Lower};
use crate::ast::{Def, ExpKind, Name, Pat, PatKind, SizeExp, TypeExp, TypeKind, TypeParam};
use base::diag::{Diagnostic, Span};
use base::{Id, Loc};
use ir::{Atom, Body, Dim, Entry, EntryArg, Fun, Param, Results, Soac, Type, Var};
use rustc_hash::FxHashMap;

/// The parameters of an entry point as they are made.
#[derive(Default)]
struct Params {
    /// Sizes.
    sizes: Vec<Var>,
    /// Arrays of sizes.
    arrays: Vec<Var>,
    /// What the arguments hold.
    data: Vec<Param>,
    /// Sizes named by `?[n].`.
    open: Vec<(Name, Dim)>,
}

impl Lower<'_> {
    /// Lowers an entry point.
    pub(super) fn entry(&mut self, def: &Def) -> Low<Fun<Soac>> {
        self.ctx = Ctx { callers: Loc::none(), site: def.span, prelude: false };
        self.depth = 0;
        let mut params = Params::default();
        let mut env = Env::default();
        for tparam in &def.tparams {
            match tparam {
                TypeParam::Size(name) => {
                    let size = self.fresh(name, Type::i64());
                    params.sizes.push(size);
                    env = env.bind(name.clone(), Value::Scalar(size.into()));
                }
                TypeParam::Type(name) => {
                    return Err(self
                        .error("entry-type", format!("an entry point cannot have a type parameter {name}")));
                }
            }
        }
        let mut args = vec![];
        for (i, pat) in def.params.iter().enumerate() {
            let first = params.data.len();
            env = self.entry_param(&mut params, env, pat, i)?;
            let vars = params.data[first..].iter().map(|p| p.var).collect();
            let (name, ty) = self.describe(pat, i);
            args.push(EntryArg { name, ty, vars });
        }
        let sizes = params.sizes.iter().chain(&params.arrays);
        self.named.extend(sizes.copied().chain(params.data.iter().map(|p| p.var)));
        let mark = self.vars.len();
        let (stms, value) = self.capture(|l| {
            let value = l.eval(&env, &def.body)?;
            match &def.ret {
                None => Ok(value),
                Some(ty) => l.constrain(&env, ty, value, false, def.body.span),
            }
        })?;
        if value.has_function() {
            return Err(self.error("entry-type", "an entry point cannot return a function"));
        }
        let vals = value.leaves();
        let (ret_sizes, sizes, ret) = self.entry_results(mark, &vals);
        let results = ret.iter().map(|ty| self.show(ty, &ret_sizes)).collect();
        Ok(Fun {
            name: def.name.to_string(),
            entry: Some(Entry { args, results }),
            params: self.order(params),
            ret_sizes,
            ret,
            body: Body { stms, result: Results { sizes, vals } },
        })
    }

    fn entry_param(&mut self, params: &mut Params, env: Env, pat: &Pat, i: usize) -> Low<Env> {
        match &pat.kind {
            PatKind::Typed(inner, ty) => {
                let name =
                    inner.names().first().map_or_else(|| format!("arg{i}").into(), |(n, _)| (*n).clone());
                let value = self.entry_value(params, &env, ty, &name, &[], false)?;
                self.bind_pat(env, inner, value, &mut vec![])
            }
            PatKind::Record(fields) => {
                let mut env = env;
                for (_, pat) in fields {
                    env = self.entry_param(params, env, pat, i)?;
                }
                Ok(env)
            }
            PatKind::Wild | PatKind::Name(_) => {
                Err(Diagnostic::error("entry-type", "a parameter of an entry point needs a type")
                    .label(pat.span, "write (name: type)"))
            }
        }
    }
    /// A value of a written type, made of new parameters. `outer` are the dimensions in front.
    fn entry_value(
        &mut self,
        params: &mut Params,
        env: &Env,
        ty: &TypeExp,
        name: &str,
        outer: &[Dim],
        consumed: bool,
    ) -> Low<Value> {
        match &ty.kind {
            TypeKind::Scalar(elem) => {
                let var = self.fresh(name, Type::array(*elem, outer.to_vec()));
                params.data.push(Param { var, consumed: consumed && !outer.is_empty() });
                Ok(Value::Scalar(var.into()))
            }
            TypeKind::Unique(ty) => self.entry_value(params, env, ty, name, outer, true),
            TypeKind::Record(fields) => {
                let mut values = vec![];
                for (field, ty) in fields {
                    values.push((field.clone(), self.entry_value(params, env, ty, name, outer, consumed)?));
                }
                Ok(Value::Record(values.into()))
            }
            TypeKind::Array(size, elem) => {
                let dim = self.entry_dim(params, env, size, outer, ty.span)?;
                let dims: Vec<Dim> = outer.iter().cloned().chain([dim]).collect();
                Ok(Value::array(self.entry_value(params, env, elem, name, &dims, consumed)?))
            }
            TypeKind::Exists(names, inner) => {
                let before = params.open.len();
                for name in names {
                    let dim = self.varying(params, name, outer);
                    params.open.push((name.clone(), dim));
                }
                let value = self.entry_value(params, env, inner, name, outer, consumed);
                params.open.truncate(before);
                value
            }
            TypeKind::Name(..) | TypeKind::Fun(..) => Err(Diagnostic::error(
                "entry-type",
                "an entry point takes scalars, arrays, tuples and records",
            )
            .label(ty.span, "here")),
        }
    }
    fn entry_dim(
        &mut self,
        params: &mut Params,
        env: &Env,
        size: &SizeExp,
        outer: &[Dim],
        span: Span,
    ) -> Low<Dim> {
        let e = match size {
            SizeExp::Any if outer.is_empty() => {
                return Err(Diagnostic::error("outermost-size", "the outermost size cannot be [?]")
                    .label(span, "nothing stands in front that it could vary with")
                    .note("write [] or name the size"));
            }
            SizeExp::Any => return Ok(self.varying(params, "s", outer)),
            SizeExp::Anon => {
                let size = self.fresh("n", Type::i64());
                params.sizes.push(size);
                return Ok(Dim::uniform(size));
            }
            SizeExp::Exp(e) => e,
        };
        if let ExpKind::Var(name) = &e.kind {
            if let Some((_, dim)) = params.open.iter().rev().find(|(n, _)| n == name) {
                return Ok(dim.clone());
            }
            if let Some(Value::Scalar(size)) = env.get(name) {
                return Ok(Dim::uniform(*size));
            }
        }
        if let ExpKind::Int(n) = e.kind {
            return Ok(Dim::uniform(Atom::i64(n as i64)));
        }
        Err(Diagnostic::error("not-supported", "computed sizes of entry parameters are not supported yet")
            .label(e.span, "name the size instead"))
    }
    /// A size that varies with all the dimensions in front; without any, one new size.
    fn varying(&mut self, params: &mut Params, name: &str, outer: &[Dim]) -> Dim {
        let on: Vec<u32> = (0..outer.len() as u32).collect();
        let size = self.fresh(name, sizes_type(outer, &on));
        if on.is_empty() {
            params.sizes.push(size);
        } else {
            params.arrays.push(size);
        }
        Dim { size: size.into(), on }
    }

    /// Parameters so that types only mention earlier ones: sizes, numbers that are sizes too, arrays of sizes, the rest.
    fn order(&self, params: Params) -> Vec<Param> {
        let mentioned: Vec<Atom> = params
            .arrays
            .iter()
            .copied()
            .chain(params.data.iter().map(|p| p.var))
            .flat_map(|v| self.vars[v].ty.dims().iter().map(|d| d.size).collect::<Vec<_>>())
            .collect();
        let (first, rest): (Vec<Param>, Vec<Param>) =
            params.data.into_iter().partition(|p| mentioned.contains(&Atom::Var(p.var)));
        let plain = |var: Var| Param { var, consumed: false };
        let sizes = params.sizes.into_iter().map(plain).chain(first);
        sizes.chain(params.arrays.into_iter().map(plain)).chain(rest).collect()
    }

    /// The existential sizes of the results: their variables, their values and the types that mention them. Sizes that vary
    /// are existential even where they are those of an argument: the result has sizes of its own.
    fn entry_results(&mut self, mark: usize, vals: &[Atom]) -> (Vec<Var>, Vec<Atom>, Vec<Type>) {
        let mut sizes = vec![];
        for val in vals {
            self.result_sizes(mark, &self.ty(*val), &mut sizes);
        }
        let mut renamed: FxHashMap<Atom, Atom> = FxHashMap::default();
        let mut ret_sizes = vec![];
        for size in &sizes {
            let ty = self.ty(*size).map_sizes(|a| renamed.get(&a).copied().unwrap_or(a));
            let name = size.var().map_or("n".to_string(), |v| self.vars[v].name.clone());
            let var = self.fresh(&name, ty);
            ret_sizes.push(var);
            renamed.insert(*size, var.into());
        }
        let rename = |ty: Type| ty.map_sizes(|a| renamed.get(&a).copied().unwrap_or(a));
        let ret = vals.iter().map(|v| rename(self.ty(*v))).collect();
        (ret_sizes, sizes, ret)
    }
    fn result_sizes(&self, mark: usize, ty: &Type, sizes: &mut Vec<Atom>) {
        for dim in ty.dims() {
            let Atom::Var(v) = dim.size else { continue };
            if (v.index() >= mark || !dim.is_uniform()) && !sizes.contains(&dim.size) {
                self.result_sizes(mark, &self.vars[v].ty, sizes);
                sizes.push(dim.size);
            }
        }
    }

    /// The type of a result as a user would write it.
    fn show(&self, ty: &Type, existential: &[Var]) -> String {
        let mut text = String::new();
        for dim in ty.dims() {
            text += &match dim.size {
                _ if !dim.is_uniform() => "[?]".to_string(),
                Atom::Const(c) => format!("[{}]", c.as_i64()),
                Atom::Var(v) if existential.contains(&v) => "[]".to_string(),
                Atom::Var(v) => format!("[{}]", self.vars[v].name),
            };
        }
        text + ty.elem().map_or("?", |e| e.name())
    }
    /// The name and the written type of a parameter.
    fn describe(&self, pat: &Pat, i: usize) -> (String, String) {
        let source = |span: Span| self.text[span.lo as usize..span.hi as usize].to_string();
        match &pat.kind {
            PatKind::Typed(inner, ty) => match &inner.kind {
                PatKind::Name(name) => (name.to_string(), source(ty.span)),
                _ => (format!("arg{i}"), source(ty.span)),
            },
            _ => (format!("arg{i}"), source(pat.span)),
        }
    }
}
