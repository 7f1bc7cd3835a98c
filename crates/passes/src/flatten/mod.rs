//! Flattening: nested parallelism becomes operators over spaces.
//!
//! ```text
//! screma n (s, xss) map (m, xs: [m]f64) { let t = screma m (xs) map .. red add.f64 ne (0.0) in (t) }
//!   =>
//! let o_s = offsets s
//! let r: [n]f64 = seg (i < n, j < s[i] via o_s) { let x = xss[i, j] in (x) } red add.f64 ne (0.0)
//! ```
//!
//! The body of a map is *lifted* over a context, a list of dimensions: every statement is computed for all points of the
//! context at once. Statements without parallelism are collected in a pending group and become one kernel; a screma extends the
//! context by its width; arrays that only rename elements (iota, slices, gathers, ...) stay *views*, read where they are used; what does
//! not vary with the context is not lifted. Branches with parallelism split the points by their condition, run each side over
//! its part, and merge; loops that run equally often for all points (`host`) stay loops around lifted bodies, others become `active`.
//!
//! Functions that are called are flattened for outside and for inside of maps (`call`), or stay functions of kernels (`function`).
//!
//! Precondition: no streams. Postcondition: a [`Flat`] program; every variable bound once.
//! Does not do: fusion, choice of versions, memory.

mod accumulate;
mod arrays;
mod branch;
mod call;
mod code;
mod code_control;
mod control;
mod declare;
mod evidence;
mod function;
mod host;
mod joined;
mod kernel;
mod lift;
mod looping;
mod materialise;
mod overwritten;
mod private;
mod rep;
mod seg;
pub(crate) mod sequential;
mod views;
mod whole;

use crate::regularity::{self, Regularity};
use crate::shapes;
use crate::space::chunks;
use base::Loc;
use call::{Versions, flatten_version};
use declare::{Derivation, Extra, How};
use ir::{
    AccDef, Atom, Body, Builder, By, Core, Dim, Exp, Extent, Flat, Fun, Level, Limitation, Pat, Prog,
    Results, SegOp, Stm, Type, Var, Vars, fresh, sizes_type,
};
use overwritten::Overwritten;
use rep::{At, Rep};
use rustc_hash::{FxHashMap, FxHashSet};

/// How much of the nested parallelism to exploit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Policy {
    /// Levels of maps that become levels of spaces. Below, reductions become sequential [`Inner`](ir::Inner) operators
    /// of their kernels where they can; what cannot is flattened all the same.
    pub levels: usize,
    /// Whether regularity detection is asked what is the same for every point, and whether it asks shape analysis.
    pub regularity: bool,
    /// Whether shape analysis is asked.
    pub shapes: bool,
    /// Whether functions of kernels may call themselves.
    pub recursion: bool,
}

impl Policy {
    /// Every level.
    pub const FULL: Policy = Policy { levels: usize::MAX, regularity: true, shapes: true, recursion: true };
}

impl Policy {
    fn analyse(&self, vars: &Vars, fun: &Fun<ir::Soac>) -> Regularity {
        if !self.regularity {
            return Regularity::default();
        }
        let shapes = self.shapes.then(|| shapes::analyse(vars, fun));
        regularity::analyse(vars, fun, shapes.as_ref())
    }
}

/// Flattens every function of a program.
pub fn flatten(prog: Core, policy: &Policy) -> Result<Flat, Limitation> {
    let mut vars = prog.vars;
    let mut funs = vec![];
    let entries: Vec<Fun<ir::Soac>> = prog.funs.iter().filter(|f| f.entry.is_some()).cloned().collect();
    let mut versions = Versions::new(prog.funs, &vars, policy);
    for fun in entries {
        funs.push(flatten_fun(&mut vars, &mut versions, fun, policy)?);
    }
    // What is no entry point is flattened for those who call it.
    while let Some(fun) = flatten_version(&mut vars, &mut versions, policy)? {
        funs.push(fun);
    }
    Ok(Prog { files: prog.files, vars, funs })
}

fn flatten_fun(
    vars: &mut Vars,
    versions: &mut Versions,
    fun: Fun<ir::Soac>,
    policy: &Policy,
) -> Result<Fun<SegOp>, Limitation> {
    let overwritten = Overwritten::of(&fun.body, vars);
    let regularity = policy.analyse(vars, &fun);
    let mut f = Flattener::new(vars, versions, policy, overwritten);
    f.regularity = regularity;
    for param in &fun.params {
        f.env.insert(param.var, Rep::Host(param.var.into()));
    }
    let lifted = f.lift_body(&Ctx::default(), &fun.body)?;
    let mut result = Results::default();
    let mut sizes: FxHashMap<Var, Atom> = FxHashMap::default();
    for (size, var) in lifted.sizes.iter().zip(&fun.ret_sizes) {
        let atom = f.materialised(&Ctx::default(), *size)?;
        let wanted = f.vars[*var].ty.map_sizes(|a| a.var().and_then(|v| sizes.get(&v).copied()).unwrap_or(a));
        let under = size.var().map_or(vec![], |v| f.rests(v));
        let atom = f.recast(atom, wanted.dims().to_vec(), under);
        sizes.insert(*var, atom);
        result.sizes.push(atom);
    }
    for (val, ty) in lifted.vals.iter().zip(&fun.ret) {
        let atom = f.materialised(&Ctx::default(), *val)?;
        let wanted = ty.map_sizes(|a| a.var().and_then(|v| sizes.get(&v).copied()).unwrap_or(a));
        let under = val.var().map_or(vec![], |v| f.rests(v));
        let atom = f.recast(atom, wanted.dims().to_vec(), under);
        result.vals.push(atom);
    }
    let body = Body { stms: f.stms, result };
    Ok(Fun {
        name: fun.name,
        entry: fun.entry,
        params: fun.params,
        ret_sizes: fun.ret_sizes,
        ret: fun.ret,
        body,
    })
}

/// The points at which a body is evaluated at once: the dimensions of an array with one element per point.
#[derive(Clone, PartialEq, Debug, Default)]
struct Ctx {
    dims: Vec<Dim>,
}

impl Ctx {
    fn new(dims: Vec<Dim>) -> Ctx {
        Ctx { dims }
    }
    fn depth(&self) -> usize {
        self.dims.len()
    }
    /// All levels: what an existential size varies with.
    fn all(&self) -> Vec<u32> {
        (0..self.depth() as u32).collect()
    }
}

/// The state of flattening one function.
struct Flattener<'a> {
    vars: &'a mut Vars,
    /// The functions that calls have asked for.
    versions: &'a mut Versions,
    policy: Policy,
    overwritten: Overwritten,
    /// Copies that are not made: they are read where their sources are.
    copies: FxHashSet<Var>,
    /// Arrays that stay where they are while rows stop one by one, and their versions.
    staying: FxHashSet<Var>,
    /// What is the same for every point.
    regularity: Regularity,
    /// Numbers of branches and loops that stay on the host, and the Flat variables that stand for them.
    hosted: FxHashSet<Var>,
    env: FxHashMap<Var, Rep>,
    /// The evidence that Core arrays rest on, and Flat ones where they are sizes.
    rests: FxHashMap<Var, Vec<Var>>,
    sizes_rest: FxHashMap<Var, Vec<Var>>,
    /// Offsets that exist in the body being built, by volume.
    offsets: FxHashMap<Vec<Var>, Var>,
    /// Arrays of sizes made from other ones, in the body being built.
    derived: FxHashMap<Derivation, Var>,
    /// Declared variables whose statement is not there yet.
    unbound: Vec<Var>,
    /// Sizes made from unbound ones, to be declared beside them.
    extras: Vec<Extra>,
    /// The current Flat variable of each accumulator.
    accs: FxHashMap<Var, Var>,
    /// The body being built.
    stms: Vec<Stm<SegOp>>,
    /// Position for new statements.
    loc: Loc,
    /// The schedule that the program asks for where it is.
    by: Option<By>,
}

impl<'a> Flattener<'a> {
    fn new(
        vars: &'a mut Vars,
        versions: &'a mut Versions,
        policy: &Policy,
        overwritten: Overwritten,
    ) -> Flattener<'a> {
        Flattener {
            vars,
            versions,
            policy: *policy,
            overwritten,
            copies: FxHashSet::default(),
            staying: FxHashSet::default(),
            regularity: Regularity::default(),
            hosted: FxHashSet::default(),
            env: FxHashMap::default(),
            rests: FxHashMap::default(),
            sizes_rest: FxHashMap::default(),
            offsets: FxHashMap::default(),
            derived: FxHashMap::default(),
            unbound: vec![],
            extras: vec![],
            accs: FxHashMap::default(),
            stms: vec![],
            loc: Loc::none(),
            by: None,
        }
    }
}

impl Flattener<'_> {
    fn limit<T>(&self, what: impl Into<String>) -> Result<T, Limitation> {
        Err(Limitation { what: what.into(), loc: self.loc.clone() })
    }

    fn push(&mut self, pat: Pat, exp: Exp<SegOp>) {
        self.stms.push(Stm::new(pat, exp, self.loc.clone()));
    }

    fn bind(&mut self, name: &str, ty: Type, exp: Exp<SegOp>) -> Var {
        let var = fresh(self.vars, name, ty);
        self.push(Pat::one(var), exp);
        var
    }

    fn name(&self, var: Var) -> String {
        self.vars[var].name.clone()
    }

    /// Builds a nested body: what is made inside is not in scope afterwards.
    fn nested<T>(
        &mut self,
        f: impl FnOnce(&mut Self) -> Result<(Results, T), Limitation>,
    ) -> Result<(Body<SegOp>, T), Limitation> {
        let stms = std::mem::take(&mut self.stms);
        let (env, offsets) = (self.env.clone(), self.offsets.clone());
        let (derived, sizes_rest) = (self.derived.clone(), self.sizes_rest.clone());
        let result = f(self);
        self.env = env;
        self.offsets = offsets;
        self.derived = derived;
        self.sizes_rest = sizes_rest;
        let stms = std::mem::replace(&mut self.stms, stms);
        let (result, extra) = result?;
        Ok((Body { stms, result }, extra))
    }

    /// The levels of a space, with fresh indices; makes the offsets that are missing.
    fn levels(&mut self, dims: &[Dim]) -> Result<Vec<Level>, Limitation> {
        let Some(chunks) = chunks(dims) else {
            return self.limit("sizes that vary with levels that are not next to each other");
        };
        let mut levels = vec![];
        for chunk in chunks {
            let searched = chunk.searched(dims);
            for (i, dim) in dims.iter().enumerate().take(chunk.end).skip(chunk.start) {
                let index = fresh(self.vars, ["i", "j", "k", "l"][i.min(3)], Type::i64());
                let extent = match dim.size {
                    size if dim.is_uniform() => Extent::Uniform(size),
                    Atom::Var(size) if searched == Some(i) => {
                        let offsets = self.offsets_of(chunk.volume(dims));
                        Extent::Ragged { size, on: dim.on.clone(), offsets }
                    }
                    Atom::Var(size) => Extent::Per { size, on: dim.on.clone() },
                    Atom::Const(c) => base::bug!("flatten", "constant {c} as a varying size"),
                };
                levels.push(Level { index, extent });
            }
        }
        Ok(levels)
    }

    fn offsets_of(&mut self, volume: Vec<Var>) -> Var {
        if let Some(offsets) = self.offsets.get(&volume) {
            return *offsets;
        }
        let mut b = Builder::new(self.vars);
        let offsets = b.offsets(volume.clone());
        self.stms.append(&mut b.stms);
        self.offsets.insert(volume, offsets);
        offsets
    }

    /// The context with one more dimension, whose sizes are gathered first where the layout needs it.
    fn extend(&mut self, ctx: &Ctx, dim: Dim) -> Result<Ctx, Limitation> {
        let mut dims = ctx.dims.clone();
        if dim.on.iter().all(|l| dims[*l as usize].on.iter().all(|m| dim.on.contains(m))) {
            dims.push(self.over(&ctx.dims, dim.clone())?);
            if chunks(&dims).is_some() {
                return Ok(Ctx::new(dims));
            }
            dims.pop();
        }
        // An `on` with a hole, or without the levels that those in it vary with here, is made whole: one size per point of all levels in front.
        let Atom::Var(size) = dim.size else {
            base::bug!("flatten", "uniform dimension {dim:?} makes no hole")
        };
        let whole = self.derived(size, How::Gathered(dim.on), ctx.dims.clone())?;
        dims.push(Dim { size: whole.into(), on: ctx.all() });
        Ok(Ctx::new(dims))
    }

    /// The dimension with its sizes typed by the dimensions in front of it: a recast in the source says that they are equal, where the
    /// levels that they do not vary with have points.
    fn over(&mut self, outer: &[Dim], dim: Dim) -> Result<Dim, Limitation> {
        let Atom::Var(size) = dim.size else { return Ok(dim) };
        let wanted = sizes_type(outer, &dim.on).dims().to_vec();
        if self.vars[size].ty.dims() == wanted {
            return Ok(dim);
        }
        let empty = |d: &Dim| d.size.as_i64().is_none_or(|n| n <= 0);
        let others = (0..).zip(outer).filter(|(l, d)| !dim.on.contains(l) && empty(d));
        let how = How::Renamed(others.map(|(_, d)| d.size).collect());
        let cast = self.derived(size, how, wanted)?;
        Ok(Dim { size: cast.into(), on: dim.on })
    }

    /// The number of points of a space, as a host scalar.
    fn count(&mut self, dims: &[Dim]) -> Result<Atom, Limitation> {
        let Some(chunks) = chunks(dims) else {
            return self.limit("sizes that vary with levels that are not next to each other");
        };
        let Some(chunk) = chunks.last() else { return Ok(Atom::i64(1)) };
        let mut count = Atom::i64(1);
        let volume = chunk.volume(dims);
        if !volume.is_empty() {
            let repeats = self.count(&dims[..chunk.first])?;
            let total = self.bind("total", Type::i64(), Exp::Total { sizes: volume });
            count = self.times(repeats, total.into());
        }
        for factor in chunk.factors(dims) {
            count = self.times(count, factor);
        }
        Ok(count)
    }

    fn times(&mut self, a: Atom, b: Atom) -> Atom {
        match (a.as_i64(), b.as_i64()) {
            (Some(1), _) => b,
            (_, Some(1)) => a,
            _ => {
                let mut builder = Builder::new(self.vars);
                let product = builder.bin("count", base::BinOp::Mul, a, b);
                self.stms.append(&mut builder.stms);
                product
            }
        }
    }

    /// A Core size at the points of a context: the sizes and the levels they vary with. `own` are the levels of the type it stands in
    /// that it varies with.
    fn size(&mut self, ctx: &Ctx, size: Atom, own: &[u32]) -> Result<Dim, Limitation> {
        let depth = ctx.depth() as u32;
        let own_on = own.iter().map(|l| l + depth);
        let Atom::Var(var) = size else { return Ok(Dim::uniform(size)) };
        if let Some(size) = self.regular_size(var) {
            return Ok(Dim::uniform(size));
        }
        match self.env.get(&var) {
            Some(Rep::Host(size)) => {
                let size = *size;
                size.var().into_iter().for_each(|flat| self.size_rests(flat, var));
                return Ok(Dim { size, on: own_on.collect() });
            }
            Some(Rep::Lifted { arr, at }) => {
                let arr = *arr;
                let plain: Option<Vec<u32>> = at
                    .iter()
                    .map(|a| match a {
                        At::Level(l) => Some(*l),
                        At::Through(..) => None,
                    })
                    .collect();
                if let Some(levels) = plain
                    && levels.is_sorted_by(|a, b| a < b)
                {
                    self.size_rests(arr, var);
                    return Ok(Dim { size: arr.into(), on: levels.into_iter().chain(own_on).collect() });
                }
            }
            Some(Rep::Index(_) | Rep::Delayed(_) | Rep::Acc { .. } | Rep::Cert(_)) | None => {}
        }
        let arr = self.materialise(ctx, var)?;
        if own.is_empty() && ctx.depth() == 0 {
            return Ok(Dim::uniform(arr));
        }
        Ok(Dim { size: arr.into(), on: (0..depth).chain(own_on).collect() })
    }

    /// The dimensions of an array over the context whose elements have the Core type `ty`.
    fn extend_by(&mut self, ctx: &Ctx, ty: &Type) -> Result<Ctx, Limitation> {
        let mut all = ctx.clone();
        for dim in ty.dims() {
            let dim = self.size(ctx, dim.size, &dim.on)?;
            all = self.extend(&all, dim)?;
        }
        Ok(all)
    }

    /// Makes every value reachable from a context whose points are chosen from this one: `levels[l]` is where level `l` is found.
    #[allow(clippy::iter_over_hash_type)] // Each entry is rewritten on its own: the order does not matter.
    fn remap_env(&mut self, levels: &[At]) {
        for rep in self.env.values_mut() {
            *rep = rep.remap(levels);
        }
    }
}

/// What is known of an accumulator's definition when its body is lifted.
fn acc_type(def: &AccDef<ir::Soac>, vars: &Vars, dims: Vec<Dim>) -> Type {
    vars[def.param].ty.with_dims(dims)
}
