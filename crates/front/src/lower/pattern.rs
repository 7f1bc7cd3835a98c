//! Patterns and written types against values: names and sizes are bound, sizes that are bound already are compared.

use super::spread::{Spreads, closed};
use super::value::{Env, Value};
use super::{Ctx, Low, Lower};
use crate::ast::{Def, Exp, ExpKind, Name, Pat, PatKind, SizeExp, TypeExp, TypeKind, TypeParam};
use base::diag::Span;
use ir::{Atom, Dim};
use rustc_hash::FxHashMap;

/// The size parameters of a definition, to be bound by its arguments.
pub(super) fn size_params(def: &Def) -> Vec<Name> {
    let sizes = def.tparams.iter().filter_map(|p| match p {
        TypeParam::Size(name) => Some(name.clone()),
        TypeParam::Type(..) => None,
    });
    sizes.collect()
}

/// What a written dimension asks of a value.
enum Want {
    /// Nothing.
    Open,
    /// One size, whichever.
    Uniform,
    /// This size.
    Size(Atom),
    /// A size that is named by `?[n].`: its number in the walk.
    Named(usize),
}

impl Want {
    /// The number of the size that is named.
    fn named(&self) -> Option<usize> {
        match self {
            Want::Named(at) => Some(*at),
            Want::Open | Want::Uniform | Want::Size(_) => None,
        }
    }
}

/// A size bound by `?[n].`
struct Named {
    name: Name,
    /// How many dimensions stand in front of where it is bound: it may vary with them.
    depth: usize,
    /// The dimension that has it, once one is found.
    dim: Option<Dim>,
}

/// One walk of a written type over a value.
struct Walk<'a> {
    env: Env,
    /// Sizes that the first dimension to name them binds.
    pending: &'a mut Vec<Name>,
    /// The sizes bound by `?[n].` around what is walked over.
    open: Vec<Named>,
    coerce: bool,
    /// What a size that differs is reported as.
    what: String,
    certs: FxHashMap<(Atom, Atom), Option<ir::Var>>,
    cast: FxHashMap<ir::Var, ir::Var>,
    spreads: Spreads,
}

impl Lower<'_> {
    /// Binds the names of a pattern.
    pub(super) fn bind_pat(
        &mut self,
        env: Env,
        pat: &Pat,
        value: Value,
        pending: &mut Vec<Name>,
    ) -> Low<Env> {
        match &pat.kind {
            PatKind::Wild | PatKind::Literal(_) => Ok(env),
            PatKind::Constr(name, pats, _) => {
                let Value::Sum(_, parts) = value else {
                    base::bug!("lower", "a constructor pattern on another value")
                };
                let Some((_, payload)) = parts.iter().find(|(n, _)| n == name) else {
                    // Only the last case is taken without a test: no value gets here.
                    return Err(self.unsupported("matches of values that are built nowhere"));
                };
                let mut env = env;
                for (pat, value) in pats.iter().zip(payload) {
                    env = self.bind_pat(env, pat, value.clone(), pending)?;
                }
                Ok(env)
            }
            PatKind::Name(name) => {
                self.rename(name, &value, pat.span);
                Ok(env.bind(name.clone(), value))
            }
            PatKind::Record(pats) => {
                let Value::Record(fields) = value else {
                    base::bug!("lower", "a record pattern on another value")
                };
                let mut env = env;
                for ((_, pat), (_, value)) in pats.iter().zip(fields.iter()) {
                    env = self.bind_pat(env, pat, value.clone(), pending)?;
                }
                Ok(env)
            }
            PatKind::Typed(inner, ty) => {
                self.loc = self.at(pat.span);
                let (env, value) = self.match_type(env, ty, value, pending, false)?;
                self.bind_pat(env, inner, value, pending)
            }
        }
    }
    /// Gives what a value is made of the name the user first gives it.
    fn rename(&mut self, name: &Name, value: &Value, span: Span) {
        for var in value.leaves().into_iter().filter_map(|a| a.var()) {
            if !super::in_prelude(span) && self.named.insert(var) {
                self.vars[var].name = name.replace('\'', "_");
            }
        }
    }
    /// The value under a written type whose sizes are all known. With `coerce` this is `:>`.
    pub(super) fn constrain(
        &mut self,
        env: &Env,
        ty: &TypeExp,
        value: Value,
        coerce: bool,
        span: Span,
    ) -> Low<Value> {
        self.loc = self.at(span);
        let ctx =
            Ctx { prelude: self.ctx.prelude, callers: self.ctx.callers.clone(), ..self.called_at(span) };
        self.within(ctx, |l| Ok(l.match_type(env.clone(), ty, value, &mut vec![], coerce)?.1))
    }

    fn match_type(
        &mut self,
        env: Env,
        ty: &TypeExp,
        value: Value,
        pending: &mut Vec<Name>,
        coerce: bool,
    ) -> Low<(Env, Value)> {
        let (certs, cast) = (FxHashMap::default(), FxHashMap::default());
        let what = if coerce { self.coercion_failure(ty) } else { super::shape::MISMATCH.to_string() };
        let spreads = Spreads::default();
        let mut walk = Walk { env, pending, open: vec![], coerce, what, certs, cast, spreads };
        let value = self.walk_type(&mut walk, ty, &value, &mut vec![])?;
        Ok((walk.env, value))
    }
    fn walk_type(
        &mut self,
        walk: &mut Walk,
        ty: &TypeExp,
        value: &Value,
        wants: &mut Vec<Want>,
    ) -> Low<Value> {
        match (&ty.kind, value) {
            (TypeKind::Unique(ty), _) => self.walk_type(walk, ty, value, wants),
            (TypeKind::Exists(names, ty), _) => {
                let before = walk.open.len();
                let named = |name: &Name| Named { name: name.clone(), depth: wants.len(), dim: None };
                walk.open.extend(names.iter().map(named));
                let result = self.walk_type(walk, ty, value, wants);
                walk.open.truncate(before);
                result
            }
            (TypeKind::Record(types), Value::Record(fields)) if !types.is_empty() => {
                let mut new = vec![];
                for ((name, ty), (_, value)) in types.iter().zip(fields.iter()) {
                    new.push((name.clone(), self.walk_type(walk, ty, value, wants)?));
                }
                Ok(Value::Record(new.into()))
            }
            (TypeKind::Array(size, ty), Value::Array(elem)) => {
                let want = self.want(walk, size, elem, wants.len())?;
                wants.push(want);
                let elem = self.walk_type(walk, ty, elem, wants);
                wants.pop();
                Ok(Value::array(elem?))
            }
            (TypeKind::Sum(types), Value::Sum(tag, parts)) => {
                let tag = self.fit(walk, *tag, wants)?;
                let mut new = vec![];
                for (name, payload) in parts.iter() {
                    let types = types.iter().find(|(n, _)| n == name).map_or(&[][..], |(_, t)| t);
                    let mut values = vec![];
                    for (ty, value) in types.iter().zip(payload) {
                        values.push(self.walk_type(walk, ty, value, wants)?);
                    }
                    new.push((name.clone(), values));
                }
                Ok(Value::Sum(tag, new.into()))
            }
            // A scalar, a type variable or a function: the dimensions in front of it are all that is asked.
            _ => {
                let mut leaves = vec![];
                for leaf in value.leaves() {
                    leaves.push(self.fit(walk, leaf, wants)?);
                }
                Ok(value.with_leaves(leaves))
            }
        }
    }
    fn want(&mut self, walk: &mut Walk, size: &SizeExp, elem: &Value, level: usize) -> Low<Want> {
        let e = match size {
            SizeExp::Any => return Ok(Want::Open),
            SizeExp::Anon => return Ok(Want::Uniform),
            SizeExp::Exp(e) => e,
        };
        if let ExpKind::Var(name) = &e.kind {
            if let Some(at) = walk.open.iter().rposition(|n| n.name == *name) {
                return Ok(Want::Named(at));
            }
            if let Some(at) = walk.pending.iter().position(|p| p == name) {
                let Some(leaf) = elem.leaves().first().copied() else {
                    return Err(self.unsupported("arrays of empty tuples"));
                };
                let size = self.size_at(leaf, level)?;
                walk.pending.remove(at);
                walk.env = walk.env.bind(name.clone(), Value::Scalar(size));
                return Ok(Want::Size(size));
            }
        }
        if mentions(e, &|name| walk.open.iter().any(|n| n.name == *name)) {
            return Ok(Want::Open);
        }
        let loc = self.loc.clone();
        let env = walk.env.clone();
        let value = self.eval(&env, e)?;
        self.loc = loc;
        match value {
            Value::Scalar(a) => Ok(Want::Size(self.settled(a))),
            Value::Record(_) | Value::Array(_) | Value::Fun(_) | Value::Sum(..) => {
                base::bug!("lower", "a size that is no number")
            }
        }
    }
    /// What a failed `:>` says: the type as it is written, and the sizes that differ.
    fn coercion_failure(&self, ty: &TypeExp) -> String {
        // A type of the prelude says nothing to the user.
        if super::in_prelude(ty.span) {
            return "Value of size {} cannot match shape of type, which has size {} here".to_string();
        }
        let text = super::exp::source_text(self.files, ty.span);
        format!("Value of size {{}} cannot match shape of type \"{text}\", which has size {{}} here")
    }
    /// Brings one leaf to the sizes that are asked for.
    fn fit(&mut self, walk: &mut Walk, mut leaf: Atom, wants: &[Want]) -> Low<Atom> {
        let what = walk.what.clone();
        let old = self.dims(leaf);
        // The checker may know that rows have one size where their sizes are computed one by one.
        let sized = |(d, w): (&Dim, &Want)| !d.is_uniform() && matches!(w, Want::Size(_));
        let open = |(d, w): (&Dim, &Want)| d.is_uniform() || !matches!(w, Want::Uniform);
        let proved = old.iter().zip(wants).any(sized) && old.iter().zip(wants).all(open);
        // So may dimensions that share a name.
        let names: Vec<usize> = wants.iter().filter_map(Want::named).collect();
        let shared = names.iter().enumerate().any(|(i, at)| names[..i].contains(at));
        if proved || shared || walk.coerce && old.iter().any(|d| !d.is_uniform()) {
            return self.coerce(walk, leaf, &old, wants, &what);
        }
        for (level, want) in wants.iter().enumerate() {
            let Some(dim) = old.get(level) else { break };
            leaf = match want {
                Want::Open => leaf,
                Want::Named(at) => {
                    let Named { name, depth, .. } = &walk.open[*at];
                    if dim.on.iter().any(|l| *l as usize >= *depth) {
                        return Err(self.varies_inside(name));
                    }
                    leaf
                }
                Want::Uniform if dim.is_uniform() => leaf,
                Want::Size(size) if dim.is_uniform() => {
                    self.recast_level(leaf, level, *size, &what, &mut walk.certs, &mut walk.cast)?
                }
                Want::Uniform | Want::Size(_) => return Err(self.irregular()),
            };
        }
        Ok(leaf)
    }
    /// Checks that an irregular array has the sizes that are asked for.
    fn coerce(&mut self, walk: &mut Walk, leaf: Atom, old: &[Dim], wants: &[Want], what: &str) -> Low<Atom> {
        let Atom::Var(var) = leaf else { return Ok(leaf) };
        let mut new: Vec<Dim> = vec![];
        let mut under = None;
        for (level, have) in old.iter().enumerate() {
            let known = match wants.get(level) {
                Some(Want::Size(size)) => Some(Dim::uniform(*size)),
                Some(Want::Named(at)) => match &walk.open[*at].dim {
                    Some(dim) => Some(dim.clone()),
                    None => {
                        let dim = self.largest(have, walk.open[*at].depth)?;
                        walk.open[*at].dim = Some(dim.clone());
                        Some(dim)
                    }
                },
                Some(Want::Open | Want::Uniform) | None => None,
            };
            let (dim, on) = match &known {
                Some(dim) => (dim, dim.on.clone()),
                None => (have, closed(&have.on, &new)),
            };
            // Each level is compared before the next ones are seen over its new sizes.
            let want = Dim { size: self.spread_sizes(&new, dim, &on, &mut walk.spreads)?, on };
            under = self.agree(&new, have, &want, what, &mut walk.spreads)?.or(under);
            new.push(want);
        }
        Ok(if new == old { leaf } else { self.recast(var, new, under).into() })
    }
}

/// Whether such a name occurs in an expression.
fn mentions(e: &Exp, is: &dyn Fn(&Name) -> bool) -> bool {
    match &e.kind {
        ExpKind::Var(name) => is(name),
        _ => e.children().into_iter().any(|child| mentions(child, is)),
    }
}
