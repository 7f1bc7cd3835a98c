//! Entry points: from written types to the parameters and results of a Core function.

use super::reveal::reveal;
use super::value::{Env, Value};
use super::{Ctx, Low, Lower};
use crate::ast::{Def, Exp, ExpKind, Name, Pat, PatKind, SizeExp, TypeArg, TypeExp, TypeKind, TypeParam};
use crate::types::{Size, Ty, plain_name};
use base::diag::{Diagnostic, Span};
use base::{Id, Loc, ScalarType};
use ir::interface::{Constructor, Data, Interface};
use ir::{Atom, Body, Dim, Entry, EntryArg, Fun, Param, Results, Soac, Type, Var, sizes_type};
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
    /// Sizes that have to be what an expression says.
    computed: Vec<(Var, Exp)>,
    /// Sizes named by `?[n].`.
    open: Vec<(Name, Dim)>,
}

impl Lower<'_> {
    /// Lowers an entry point.
    pub(super) fn entry(&mut self, def: &Def) -> Low<Fun<Soac>> {
        self.ctx = Ctx { callers: Loc::none(), site: def.span, prelude: false };
        self.depth = 0;
        self.constants.clear();
        let mut params = Params::default();
        let mut env = Env::default().called(self.new_call());
        for tparam in &def.tparams {
            match tparam {
                TypeParam::Size(name) => {
                    let size = self.fresh(name, Type::i64());
                    params.sizes.push(size);
                    env = env.bind(name.clone(), Value::Scalar(size.into()));
                }
                TypeParam::Type(name, _) => {
                    return Err(self
                        .error("entry-type", format!("an entry point cannot have a type parameter {name}")));
                }
            }
        }
        let (mut args, mut datas) = (vec![], vec![]);
        // A parameter without a type, or one that only the type of the body tells of, has the type that was inferred.
        let mut rest = self.types.definition(&def.name).cloned();
        let mut more = vec![];
        for i in 0.. {
            let inferred = match &rest {
                Some(Ty::Fun(_, from, to)) => {
                    let from = (**from).clone();
                    rest = Some((**to).clone());
                    from
                }
                Some(_) | None => break,
            };
            let first = params.data.len();
            let (name, ty) = match def.params.get(i) {
                Some(pat) => {
                    let (new, data) = self.entry_param(&mut params, env, pat, &inferred, i)?;
                    env = new;
                    datas.push(data);
                    self.describe(pat, &inferred, i)
                }
                None => {
                    let ty = written(&inferred, def.span);
                    let value = self.entry_value(&mut params, &env, &ty, "x", &[], false)?;
                    datas.push(self.data(&value));
                    more.push(value);
                    (format!("arg{i}"), inferred.to_string())
                }
            };
            let vars = params.data[first..].iter().map(|p| p.var).collect();
            args.push(EntryArg { name, ty, vars });
        }
        self.sizes.extend(&params.sizes);
        let named = self.mentioned(&params);
        self.sizes.extend(named.into_iter().filter_map(|a| a.var()));
        let sizes = params.sizes.iter().chain(&params.arrays);
        self.named.extend(sizes.copied().chain(params.data.iter().map(|p| p.var)));
        let mark = self.vars.len();
        let computed = std::mem::take(&mut params.computed);
        let (stms, value) = self.capture(|l| {
            for (size, e) in computed {
                let wanted = l.eval_atom(&env, &e)?;
                l.loc = l.at(e.span);
                let what = "argument of invalid size {}, where size {} is expected".to_string();
                l.bind(
                    "c",
                    Type::Cert,
                    ir::Exp::check(ir::CheckKind::Equal { a: size.into(), b: wanted, what }),
                );
            }
            let mut value = l.eval(&env, &def.body)?;
            if let Some(ty) = &def.ret {
                value = l.constrain(&env, ty, value, false, def.body.span)?;
            }
            for arg in more {
                value = l.apply(&value, arg, def.body.span)?;
            }
            if let Some(ty) = &rest {
                value = l.completed(&env, value, &written(ty, def.body.span))?;
            }
            Ok(value)
        })?;
        if value.has_function() {
            return Err(self.error("entry-type", "an entry point cannot return a function"));
        }
        let value = value.as_single();
        let vals = value.leaves();
        let (ret_sizes, sizes, ret) = self.entry_results(mark, &vals);
        let results = ret.iter().map(|ty| self.show(ty, &ret_sizes)).collect();
        let result = self.data(&value);
        self.interfaces.push(Interface {
            name: plain_name(&def.name).to_string(),
            args: datas,
            result,
            result_type: rest
                .or_else(|| self.types.definition(&def.name).cloned())
                .map_or(String::new(), |ty| ty.to_string()),
        });
        Ok(Fun {
            name: plain_name(&def.name).to_string(),
            entry: Some(Entry { args, results }),
            params: self.order(params),
            ret_sizes,
            ret,
            body: Body { stms, result: Results { sizes, vals } },
        })
    }

    /// How a value is put together.
    fn data(&mut self, value: &Value) -> Data {
        match value {
            Value::Scalar(_) | Value::Fun(_) => Data::Leaf,
            Value::Record(_) if value.is_empty_element() => Data::Empty,
            Value::Record(fields) => {
                Data::Record(fields.iter().map(|(n, v)| (n.to_string(), self.data(v))).collect())
            }
            Value::Array(elem) => Data::Array(Box::new(self.data(elem))),
            Value::Sum(_, parts) => {
                let constructors = parts.iter().map(|(name, payload)| {
                    let tag = match self.tag(name) {
                        Atom::Const(tag) => tag.as_i64(),
                        Atom::Var(_) => base::bug!("lower", "the number of a constructor is not known"),
                    };
                    let payload = payload.iter().map(|v| self.data(v)).collect();
                    Constructor { name: name.to_string(), tag, payload }
                });
                Data::Sum(constructors.collect())
            }
        }
    }

    fn entry_param(
        &mut self,
        params: &mut Params,
        env: Env,
        pat: &Pat,
        inferred: &Ty,
        i: usize,
    ) -> Low<(Env, Data)> {
        match &pat.kind {
            PatKind::Typed(inner, ty) => {
                let name =
                    inner.names().first().map_or_else(|| format!("arg{i}").into(), |(n, _)| (*n).clone());
                let value = self.entry_value(params, &env, ty, &name, &[], false)?;
                let data = self.data(&value);
                Ok((self.bind_pat(env, inner, value, &mut vec![])?, data))
            }
            PatKind::Record(fields) => {
                let (mut env, mut datas) = (env, vec![]);
                for (name, pat) in fields {
                    let Ty::Record(types) = inferred else { break };
                    let Some((_, ty)) = types.iter().find(|(n, _)| n == name) else { break };
                    let (new, data) = self.entry_param(params, env, pat, ty, i)?;
                    env = new;
                    datas.push((name.to_string(), data));
                }
                Ok((env, Data::Record(datas)))
            }
            PatKind::Wild | PatKind::Name(_) | PatKind::Constr(..) | PatKind::Literal(_) => {
                let name =
                    pat.names().first().map_or_else(|| format!("arg{i}").into(), |(n, _)| (*n).clone());
                let value =
                    self.entry_value(params, &env, &written(inferred, pat.span), &name, &[], false)?;
                let data = self.data(&value);
                Ok((self.bind_pat(env, pat, value, &mut vec![])?, data))
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
                let elem = self.entry_value(params, env, elem, name, &dims, consumed)?;
                if !elem.leaves().is_empty() {
                    return Ok(Value::array(elem));
                }
                // The size of an array of empty tuples comes with components that say nothing else.
                let elem = elem.as_element(Atom::bool(true));
                let mut leaves = vec![];
                for _ in elem.leaves() {
                    let var = self.fresh(name, Type::array(ScalarType::Bool, dims.clone()));
                    params.data.push(Param { var, consumed: false });
                    leaves.push(var.into());
                }
                Ok(Value::array(elem.with_leaves(leaves)))
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
            TypeKind::Sum(constructors) => {
                let tag = self.fresh(name, Type::array(super::sum::TAG, outer.to_vec()));
                params.data.push(Param { var: tag, consumed: false });
                let mut parts = vec![];
                for (constructor, payload) in constructors {
                    self.tag(constructor);
                    let mut values = vec![];
                    for ty in payload {
                        values.push(self.entry_value(params, env, ty, name, outer, consumed)?);
                    }
                    parts.push((constructor.clone(), values));
                }
                Ok(Value::Sum(tag.into(), parts.into()))
            }
            TypeKind::Abstract(unique, args)
                if let Some(ty) = self.hidden.get(unique).and_then(|bind| reveal(bind, args)) =>
            {
                self.entry_value(params, env, &ty, name, outer, consumed)
            }
            TypeKind::Abstract(..) | TypeKind::Name(..) | TypeKind::Fun(..) => Err(Diagnostic::error(
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
        let size = self.fresh("n", Type::i64());
        params.sizes.push(size);
        params.computed.push((size, (**e).clone()));
        Ok(Dim::uniform(size))
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

    /// The sizes that the types of parameters name.
    fn mentioned(&self, params: &Params) -> Vec<Atom> {
        let vars = params.arrays.iter().copied().chain(params.data.iter().map(|p| p.var));
        vars.flat_map(|v| self.vars[v].ty.dims().iter().map(|d| d.size).collect::<Vec<_>>()).collect()
    }

    /// Parameters so that types only mention earlier ones: sizes, numbers that are sizes too, arrays of sizes, the rest.
    fn order(&self, params: Params) -> Vec<Param> {
        let mentioned = self.mentioned(&params);
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
    fn describe(&self, pat: &Pat, inferred: &Ty, i: usize) -> (String, String) {
        let source = |span: Span| self.files[0].text[span.lo as usize..span.hi as usize].to_string();
        match &pat.kind {
            PatKind::Typed(inner, ty) => match &inner.kind {
                PatKind::Name(name) => (name.to_string(), source(ty.span)),
                _ => (format!("arg{i}"), source(ty.span)),
            },
            PatKind::Name(name) => (name.to_string(), inferred.to_string()),
            PatKind::Wild | PatKind::Record(_) | PatKind::Constr(..) | PatKind::Literal(_) => {
                (format!("arg{i}"), inferred.to_string())
            }
        }
    }
}

/// An inferred type as it would be written.
fn written(ty: &Ty, span: Span) -> TypeExp {
    let size_exp = |kind| SizeExp::Exp(Box::new(Exp { id: u32::MAX, span, kind, attrs: None }));
    let size = |size: &Size| match size {
        Size::Const(n) => size_exp(ExpKind::Int(i128::from(*n))),
        Size::Param(name, _) => size_exp(ExpKind::Var(name.clone())),
        Size::Var(_) | Size::Unknown(_) | Size::Ext(_) | Size::Exp(_) | Size::Term(..) => SizeExp::Anon,
        Size::Any(..) => SizeExp::Any,
    };
    let kind = match ty {
        Ty::Scalar(s) => TypeKind::Scalar(*s),
        Ty::Var(_) => TypeKind::Name("_".into(), vec![]),
        Ty::Param(name, _) => TypeKind::Name(name.clone(), vec![]),
        Ty::Record(fields) => {
            TypeKind::Record(fields.iter().map(|(n, t)| (n.clone(), written(t, span))).collect())
        }
        Ty::Array(n, elem) => TypeKind::Array(size(n), Box::new(written(elem, span))),
        Ty::Sum(cs) => {
            let payload = |types: &[Ty]| types.iter().map(|t| written(t, span)).collect();
            TypeKind::Sum(cs.iter().map(|(n, p)| (n.clone(), payload(p))).collect())
        }
        Ty::Opaque(name, types, sizes) => {
            let types = types.iter().map(|t| TypeArg::Type(written(t, span)));
            let args = types.chain(sizes.iter().map(|n| TypeArg::Size(size(n))));
            TypeKind::Abstract(name.clone(), args.collect())
        }
        Ty::Fun(_, a, b) => TypeKind::Fun(None, Box::new(written(a, span)), Box::new(written(b, span))),
    };
    TypeExp { kind, span }
}
