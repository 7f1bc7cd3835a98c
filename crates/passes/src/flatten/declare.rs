//! Variables of branches and loops over a context: declared with their types before the values are there.
//!
//! A type over a context may need sizes that the Core type does not name. In `[2][k][s on 1]`, lifted over `n` points at which `k` and
//! `s` differ, `s` varies with the levels 0 and 2; such a hole has no layout, so one size per point of all levels in front is
//! gathered from `s` (see `Flattener::extend`). Where `s` itself is only declared, the gathered sizes are declared beside it, as one
//! more existential size, and made where a value of `s` is.

use super::rep::{At, Rep};
use super::{Ctx, Flattener};
use base::ScalarType;
use ir::{Atom, Dim, Limitation, Pat, Results, Type, Var, fresh};

/// How an array of sizes is made from another one.
#[derive(Clone)]
pub(super) enum How {
    /// Gathered over the dimensions at these levels.
    Gathered(Vec<u32>),
    /// Renamed to be typed by outer sizes, which are equal if the maps of these sizes have a point.
    Renamed(Vec<Atom>),
}

impl How {
    /// The same with other sizes.
    fn with(&self, size: impl Fn(Atom) -> Atom) -> How {
        match self {
            How::Gathered(on) => How::Gathered(on.clone()),
            How::Renamed(inside) => How::Renamed(inside.iter().map(|a| size(*a)).collect()),
        }
    }
}

/// An array of sizes made from another one, if it was gathered the levels, and the dimensions it has.
pub(super) type Derivation = (Var, Option<Vec<u32>>, Vec<Dim>);

/// A size declared beside the Core ones: it is made from one of them.
pub(super) struct Extra {
    var: Var,
    src: Var,
    how: How,
}

/// Flat variables for a Core pattern.
pub(super) struct Declared {
    /// All of them. A size stands behind those that its type names.
    pub(super) pat: Pat,
    extras: Vec<Extra>,
}

impl Declared {
    /// Those that stand for Core variables, in their order.
    pub(super) fn own(&self) -> impl Iterator<Item = Var> + '_ {
        self.pat.all().filter(|v| self.extra(*v).is_none())
    }
    /// Whether a variable stands for no Core variable.
    pub(super) fn is_extra(&self, var: Var) -> bool {
        self.extra(var).is_some()
    }
    fn extra(&self, var: Var) -> Option<&Extra> {
        self.extras.iter().find(|e| e.var == var)
    }
}

impl Flattener<'_> {
    /// Sizes made from `src`; they are made once, and only declared where `src` is.
    pub(super) fn derived(&mut self, src: Var, how: How, dims: Vec<Dim>) -> Result<Var, Limitation> {
        let on = match &how {
            How::Gathered(on) => Some(on.clone()),
            How::Renamed(_) => None,
        };
        let key: Derivation = (src, on, dims.clone());
        if let Some(var) = self.derived.get(&key) {
            return Ok(*var);
        }
        let sizes = dims.iter().filter_map(|d| d.size.var());
        let var = if sizes.chain([src]).any(|v| self.unbound.contains(&v)) {
            let var = fresh(self.vars, &self.name(src), Type::array(ScalarType::I64, dims));
            self.unbound.push(var);
            self.extras.push(Extra { var, src, how });
            var
        } else {
            match how {
                How::Gathered(on) => {
                    let at = on.into_iter().map(At::Level).collect();
                    self.gather(&Ctx::new(dims), &self.name(src), src, at)?
                }
                How::Renamed(inside) => {
                    let under = self.sizes_rest.get(&src).cloned().unwrap_or_default();
                    self.recast_inside(src, dims, under, inside)
                }
            }
        };
        self.derived.insert(key, var);
        Ok(var)
    }

    /// Fresh Flat variables for Core variables over a context; afterwards those stand for the Core ones.
    pub(super) fn declare(&mut self, ctx: &Ctx, pat: &Pat) -> Result<Declared, Limitation> {
        let mark = self.unbound.len();
        let mut flat = Declared { pat: Pat::default(), extras: vec![] };
        for var in &pat.sizes {
            let size = self.declare_one(ctx, *var)?;
            flat.pat.sizes.extend(self.extras.iter().map(|e| e.var));
            flat.extras.append(&mut self.extras);
            flat.pat.sizes.push(size);
            self.unbound.push(size);
        }
        for var in &pat.vals {
            let val = self.declare_one(ctx, *var)?;
            flat.pat.sizes.extend(self.extras.iter().map(|e| e.var));
            flat.extras.append(&mut self.extras);
            flat.pat.vals.push(val);
        }
        self.unbound.truncate(mark);
        Ok(flat)
    }

    /// The variables of an `active` over its current rows. `fixed` are the Core sizes that do not change, with their arrays over all
    /// `n` rows; what is made from them alone is fixed too.
    pub(super) fn declare_rows(
        &mut self,
        current: &Ctx,
        n: Atom,
        fixed: &[(Var, Var)],
        params: &Pat,
    ) -> Result<(Vec<(Var, Var)>, Declared), Limitation> {
        let mark = self.unbound.len();
        let rows = current.dims[0].size;
        self.unbound.extend(rows.var());
        let mut known: Vec<(Var, Var)> = vec![];
        for (core, arr) in fixed {
            let var = self.declare_one(current, *core)?;
            for extra in std::mem::take(&mut self.extras) {
                known.push((extra.var, self.over_all(&extra, (rows, n), &known)?));
            }
            known.push((var, *arr));
            self.unbound.push(var);
        }
        let mut params = self.declare(current, params)?;
        self.unbound.truncate(mark);
        let mut carried: Vec<Var> = params.own().collect();
        let mut extras = vec![];
        for extra in std::mem::take(&mut params.extras) {
            let dims = self.vars[extra.var].ty.dims();
            let mut from = dims.iter().filter_map(|d| d.size.var()).chain([extra.src]);
            if from.any(|v| carried.contains(&v)) {
                carried.push(extra.var);
                extras.push(extra);
            } else {
                params.pat.sizes.retain(|v| *v != extra.var);
                known.push((extra.var, self.over_all(&extra, (rows, n), &known)?));
            }
        }
        params.extras = extras;
        Ok((known, params))
    }

    /// The sizes that an extra one of the current rows is chosen from: the same, made over all rows.
    fn over_all(
        &mut self,
        extra: &Extra,
        rows: (Atom, Atom),
        known: &[(Var, Var)],
    ) -> Result<Var, Limitation> {
        let all = |a: Atom| match known.iter().find(|(v, _)| a == Atom::Var(*v)) {
            Some((_, arr)) => (*arr).into(),
            None if a == rows.0 => rows.1,
            None => a,
        };
        let dims = self.vars[extra.var].ty.map_sizes(all).dims().to_vec();
        let src = all(extra.src.into()).var().unwrap_or(extra.src);
        self.derived(src, extra.how.with(all), dims)
    }

    fn declare_one(&mut self, ctx: &Ctx, var: Var) -> Result<Var, Limitation> {
        let ty = self.vars[var].ty.clone();
        let name = self.name(var);
        if self.hosted.contains(&var) {
            let flat = fresh(self.vars, &name, ty);
            self.hosted.insert(flat);
            self.env.insert(var, Rep::Host(flat.into()));
            return Ok(flat);
        }
        let ty = match ty {
            Type::Data { .. } => {
                let all = self.extend_by(ctx, &ty)?;
                ty.with_dims(all.dims)
            }
            // Which accumulator it is a version of is known where a value of it is: see `settle_accs`.
            Type::Acc { .. } => return Ok(fresh(self.vars, &name, ty)),
            Type::Cert | Type::Offsets => ty,
        };
        let cert = ty == Type::Cert;
        let flat = fresh(self.vars, &name, ty);
        if cert {
            self.env.insert(var, Rep::Cert(vec![flat]));
        } else {
            self.put(ctx, var, flat);
        }
        Ok(flat)
    }

    /// The results of a body as arrays over the context with the types of `wanted`, whose sizes are replaced by the body's own, and
    /// as `known` says.
    pub(super) fn returned(
        &mut self,
        ctx: &Ctx,
        results: &Results,
        wanted: &Declared,
        known: &[(Var, Atom)],
    ) -> Result<Results, Limitation> {
        let mut out = Results::default();
        let mut sizes: Vec<(Var, Atom)> = known.to_vec();
        let mut own = results.sizes.iter();
        for var in &wanted.pat.sizes {
            let atom = match wanted.extra(*var) {
                Some(extra) => {
                    let replace = |a: Atom| replaced(&sizes, a);
                    let dims = self.vars[*var].ty.map_sizes(replace).dims().to_vec();
                    let src = replace(extra.src.into()).var().unwrap_or(extra.src);
                    self.derived(src, extra.how.with(replace), dims)?.into()
                }
                None => match own.next() {
                    Some(atom) => self.returned_one(ctx, *atom, *var, &sizes)?,
                    None => base::bug!("flatten", "a body returns a size for each that is declared"),
                },
            };
            sizes.push((*var, atom));
            out.sizes.push(atom);
        }
        for (atom, var) in results.vals.iter().zip(&wanted.pat.vals) {
            out.vals.push(self.returned_one(ctx, *atom, *var, &sizes)?);
        }
        Ok(out)
    }

    fn returned_one(
        &mut self,
        ctx: &Ctx,
        atom: Atom,
        wanted: Var,
        sizes: &[(Var, Atom)],
    ) -> Result<Atom, Limitation> {
        if self.vars[wanted].ty == Type::Cert {
            let certs = self.evidence(&atom.var().into_iter().collect::<Vec<Var>>());
            return Ok(certs.first().map_or(atom, |cert| (*cert).into()));
        }
        if self.hosted.contains(&wanted) {
            let Some(value) = self.on_host(atom) else {
                base::bug!("flatten", "{atom:?} is not known on the host")
            };
            return Ok(value);
        }
        if let Some(root) = self.root_of(atom) {
            return Ok(self.accs[&root].into());
        }
        let value = self.materialised(ctx, atom)?;
        let dims = self.vars[wanted].ty.map_sizes(|a| replaced(sizes, a)).dims().to_vec();
        let under = atom.var().map_or(vec![], |v| self.rests(v));
        Ok(self.recast(value, dims, under))
    }
}

/// What an atom stands for.
pub(super) fn replaced(sizes: &[(Var, Atom)], atom: Atom) -> Atom {
    sizes.iter().find(|(v, _)| atom == Atom::Var(*v)).map_or(atom, |(_, by)| *by)
}
