//! Written types against values: sizes are bound, sizes that are bound already are compared.

use super::spread::{Spreads, closed};
use super::value::{Env, Value};
use super::{Low, Lower};
use crate::ast::{ExpKind, Name, SizeExp, TypeArg, TypeExp, TypeKind, TypeParam};
use crate::modules::TypeBind;
use base::BinOp;
use ir::{Atom, Dim, Type};
use rustc_hash::FxHashMap;

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
    /// How many of these stand outside of the abstract type that is walked over, where they have no names.
    nameless: usize,
    /// Whether it is an abstract type of elements that is walked over.
    hidden: bool,
    coerce: bool,
    /// The type as it is written, for the message of a failed `:>`.
    written: Option<String>,
    certs: FxHashMap<(Atom, Atom), Option<ir::Var>>,
    cast: FxHashMap<ir::Var, ir::Var>,
    spreads: Spreads,
}

impl Walk<'_> {
    /// What one size that differs is reported as.
    fn what(&self) -> String {
        if !self.coerce {
            return super::shape::MISMATCH.to_string();
        }
        let ty = self.written.as_ref().map_or(String::new(), |text| format!(" \"{text}\""));
        format!("Value of size {{}} cannot match shape of type{ty}, which has size {{}} here")
    }
    /// The number of the size that `?[n].` has bound to a name.
    fn open_name(&self, name: &Name) -> Option<usize> {
        let seen = &self.open[self.nameless..];
        seen.iter().rposition(|n| n.name == *name).map(|at| self.nameless + at)
    }
}

impl Lower<'_> {
    /// The value under a written type, and the environment with the sizes that it binds. With `coerce` this is `:>`.
    pub(super) fn match_type(
        &mut self,
        env: Env,
        ty: &TypeExp,
        value: Value,
        pending: &mut Vec<Name>,
        coerce: bool,
    ) -> Low<(Env, Value)> {
        let (certs, cast) = (FxHashMap::default(), FxHashMap::default());
        // A type of the prelude says nothing to the user.
        let shown = coerce && !super::in_prelude(ty.span);
        let written = shown.then(|| super::exp::source_text(self.files, ty.span).to_string());
        let spreads = Spreads::default();
        let mut walk = Walk {
            env,
            pending,
            open: vec![],
            nameless: 0,
            hidden: false,
            coerce,
            written,
            certs,
            cast,
            spreads,
        };
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
            (TypeKind::Abstract(name, args), _) => match self.hidden.get(name).cloned() {
                Some(bind) => self.walk_hidden(walk, &bind, args, value, wants),
                None => self.fit_all(walk, value, wants),
            },
            // A scalar, a type variable or a function: the dimensions in front of it are all that is asked.
            _ => self.fit_all(walk, value, wants),
        }
    }
    fn fit_all(&mut self, walk: &mut Walk, value: &Value, wants: &[Want]) -> Low<Value> {
        let mut leaves = vec![];
        for leaf in value.leaves() {
            leaves.push(self.fit(walk, leaf, wants)?);
        }
        Ok(value.with_leaves(leaves))
    }
    /// Walks over a value of an abstract type by what the type is. Names in that mean nothing here, and those here nothing in
    /// it: only its arguments pass between.
    fn walk_hidden(
        &mut self,
        walk: &mut Walk,
        bind: &TypeBind,
        args: &[TypeArg],
        value: &Value,
        wants: &mut Vec<Want>,
    ) -> Low<Value> {
        let (mut env, mut pending, mut bound) = (Env::default(), vec![], vec![]);
        let (before, nameless) = (walk.open.len(), walk.nameless);
        let mut named = vec![];
        for (param, arg) in bind.tparams.iter().zip(args) {
            let (TypeParam::Size(param), TypeArg::Size(size)) = (param, arg) else { continue };
            let pends = match size {
                SizeExp::Exp(e) => match &e.kind {
                    ExpKind::Var(name) => walk.pending.iter().find(|p| *p == name).cloned(),
                    _ => None,
                },
                SizeExp::Any | SizeExp::Anon => None,
            };
            if let Some(name) = pends {
                pending.push(param.clone());
                bound.push((param.clone(), name));
                continue;
            }
            match self.size_wanted(walk, size)? {
                Want::Size(size) => env = env.bind(param.clone(), Value::Scalar(size)),
                Want::Named(at) => named.push(Named { name: param.clone(), dim: None, ..walk.open[at] }),
                // Nothing is asked of it.
                Want::Open | Want::Uniform => {
                    named.push(Named { name: param.clone(), depth: usize::MAX, dim: None });
                }
            }
        }
        walk.nameless = before;
        walk.open.extend(named);
        // The sizes that each element hides are its own.
        let around = walk.hidden;
        walk.hidden |= !wants.is_empty();
        let outer = std::mem::replace(&mut walk.env, env);
        std::mem::swap(walk.pending, &mut pending);
        let result = self.walk_type(walk, &bind.ty, value, wants);
        std::mem::swap(walk.pending, &mut pending);
        let inner = std::mem::replace(&mut walk.env, outer);
        walk.open.truncate(before);
        walk.nameless = nameless;
        walk.hidden = around;
        for (param, name) in bound {
            if let Some(size) = inner.get(&param) {
                walk.env = walk.env.bind(name.clone(), size.clone());
                walk.pending.retain(|p| *p != name);
            }
        }
        result
    }
    fn want(&mut self, walk: &mut Walk, size: &SizeExp, elem: &Value, level: usize) -> Low<Want> {
        if let SizeExp::Exp(e) = size
            && let ExpKind::Var(name) = &e.kind
            && walk.open_name(name).is_none()
            && let Some(at) = walk.pending.iter().position(|p| p == name)
        {
            let Some(leaf) = elem.leaves().first().copied() else {
                return Err(self.unsupported("arrays of empty tuples"));
            };
            let size = self.size_at(leaf, level)?;
            walk.pending.remove(at);
            walk.env = walk.env.bind(name.clone(), Value::Scalar(size));
            return Ok(Want::Size(size));
        }
        self.size_wanted(walk, size)
    }
    /// What a written size that nothing is bound by asks for.
    fn size_wanted(&mut self, walk: &mut Walk, size: &SizeExp) -> Low<Want> {
        let e = match size {
            SizeExp::Any => return Ok(Want::Open),
            SizeExp::Anon if walk.hidden => return Ok(Want::Open),
            SizeExp::Anon => return Ok(Want::Uniform),
            SizeExp::Exp(e) => e,
        };
        if let ExpKind::Var(name) = &e.kind
            && let Some(at) = walk.open_name(name)
        {
            return Ok(Want::Named(at));
        }
        if e.any(&|e| matches!(&e.kind, ExpKind::Var(name) if walk.open_name(name).is_some())) {
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
    /// Brings one leaf to the sizes that are asked for.
    fn fit(&mut self, walk: &mut Walk, mut leaf: Atom, wants: &[Want]) -> Low<Atom> {
        let what = walk.what();
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
        if walk.coerce {
            self.check_shape(walk, leaf, &old, wants);
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
    /// Compares all the sizes of a regular array with those that `:>` asks for at once, so that a failure shows both shapes.
    fn check_shape(&mut self, walk: &mut Walk, leaf: Atom, old: &[Dim], wants: &[Want]) {
        let have: Vec<Atom> = old.iter().map(|d| d.size).collect();
        let wanted = have.iter().enumerate().map(|(level, own)| match wants.get(level) {
            Some(Want::Size(size)) => *size,
            Some(Want::Open | Want::Uniform | Want::Named(_)) | None => *own,
        });
        let wanted: Vec<Atom> = wanted.collect();
        let pairs = have.iter().copied().zip(wanted.iter().copied());
        let unknown = |l: &Self, p: &(Atom, Atom)| !walk.certs.contains_key(p) && !l.same_size(p.0, p.1);
        let differ: Vec<(Atom, Atom)> = pairs.filter(|p| unknown(self, p)).collect();
        let empty = leaf.var().is_some_and(|v| self.unsized_rows.contains(&v));
        if differ.is_empty() || empty || 2 * have.len() > ir::kernel::RECORD_SLOTS {
            return;
        }
        let shape = "[{}]".repeat(have.len());
        let elem = self.scalar_ty(leaf);
        let ty = walk.written.as_ref().map_or(String::new(), |text| format!(" \"{text}\""));
        let what =
            format!("Value of shape {shape} cannot match shape of type{ty}, which is \"{shape}{elem}\" here");
        if let ([a], [b]) = (have.as_slice(), wanted.as_slice()) {
            let cert = self.evidence(*a, *b, &what);
            walk.certs.insert((*a, *b), cert);
            return;
        }
        let mut cond = Atom::bool(true);
        for (a, b) in &differ {
            let same = self.bin(BinOp::Eq, *a, *b);
            cond = if cond == Atom::bool(true) { same } else { self.bin(BinOp::And, cond, same) };
        }
        let vals = have.into_iter().chain(wanted).collect();
        let cert = self.bind("c", Type::Cert, ir::Exp::check(ir::CheckKind::Assert { cond, what, vals }));
        walk.certs.extend(differ.into_iter().map(|pair| (pair, Some(cert))));
    }
    /// Checks that an irregular array has the sizes that are asked for.
    fn coerce(&mut self, walk: &mut Walk, leaf: Atom, old: &[Dim], wants: &[Want], what: &str) -> Low<Atom> {
        let Atom::Var(var) = leaf else { return Ok(leaf) };
        let mut new: Vec<Dim> = vec![];
        walk.spreads.under.clear();
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
            self.agree(&new, have, &want, what, &mut walk.spreads)?;
            new.push(want);
        }
        Ok(if new == old { leaf } else { self.recast(var, new, &walk.spreads.under).into() })
    }
}
