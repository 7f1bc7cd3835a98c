//! Calls of functions that were not inlined, by the host.
//!
//! A function is flattened once for calls outside of maps, and once *over rows*, for all calls inside of maps: then it gets the number
//! of rows, and every parameter and result has one row for each.
//!
//! ```text
//! map (i < k) { let y = call f x_i at (i) }         def f x = if c x then g x else h (f (x - 1))
//!   =>
//! let ys = call f_rows k xs at (is)                 def f_rows n xs = if n == 0 then [] else <the body of f over n rows>
//! ```
//!
//! A branch in such a body runs each side over its part of the rows, so the recursion ends where no row is left: with no rows the function
//! returns at once.
//!
//! Parameters that a function passes on to itself as they are have no rows where a call gives them what is the same for all rows: a
//! tree that is searched is not copied for everybody who searches it.
//!
//! Calls of one function that stand together are one call, over the rows of them all (`joined.rs`).
//!
//! The indices that a failure names first are those of the caller (`at`). A function does not know them: over rows, its checks name the
//! row first, and the call holds the indices of every row.

use super::declare::{Declared, Derivation};
use super::function::of_kernels;
use super::joined::passed_on;
use super::kernel::Kernel;
use super::materialise::indices;
use super::overwritten::Overwritten;
use super::rep::{At, Rep};
use super::{Ctx, Flattener, Policy};
use crate::effects::calls_and_checks;
use crate::functions::scalar_functions;
use crate::join::recursive;
use base::{BinOp, Id, Loc};
use ir::{
    Atom, Body, Builder, Check, Dim, Exp, Fun, FunId, Limitation, Param, Pat, Results, SegOp, Soac, Stm,
    Type, Var, Vars, fresh, walk,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The versions of functions that calls have asked for.
pub(super) struct Versions {
    /// The functions of Core.
    pub(super) funs: Vec<Fun<Soac>>,
    /// Whether a check may fail in a function, or in one that it calls.
    fails: Vec<bool>,
    /// Whether kernels can call a function.
    pub(super) of_kernels: Vec<bool>,
    /// For each function whether its calls lead back to it.
    pub(super) recursive: Vec<bool>,
    /// For each function that calls itself, and no others that do, which of its parameters it passes on as they are.
    pub(super) passed_on: Vec<Vec<bool>>,
    /// The versions by function, whether they work on rows, and which parameters are the same for all of these.
    known: FxHashMap<(FunId, bool, Vec<bool>), Rc<Signature>>,
    /// The versions that kernels call.
    in_kernels: FxHashMap<FunId, FunId>,
    /// Those whose bodies are not flattened yet, in the order of their numbers.
    waiting: Vec<Waiting>,
    /// The number of the next one.
    next: usize,
}

/// How a version is called.
pub(super) struct Signature {
    pub(super) id: FunId,
    /// The number of rows, if it works on rows.
    pub(super) rows: Option<Var>,
    /// For each parameter of the Core function, whether it is a size of another.
    is_size: Vec<bool>,
    /// For each parameter of the Core function, whether it has no rows, though the others may have.
    is_shared: Vec<bool>,
    /// Those without rows.
    pub(super) shared: Declared,
    pub(super) params: Declared,
    pub(super) results: Declared,
    pub(super) fails: bool,
}

impl Signature {
    /// The arguments of a call for the parameters that have rows, or for those that have none.
    pub(super) fn arguments(&self, args: &[Atom], shared: bool) -> Results {
        let mut own = Results::default();
        for (i, arg) in args.iter().enumerate().filter(|(i, _)| self.is_shared[*i] == shared) {
            if self.is_size[i] { own.sizes.push(*arg) } else { own.vals.push(*arg) }
        }
        own
    }
}

/// What a call has asked for.
enum Waiting {
    Version(Box<Version>),
    /// The version of a function that kernels call.
    OfKernels(FunId),
}

/// A version whose body is not flattened yet.
struct Version {
    name: String,
    signature: Rc<Signature>,
    /// A copy of its own of the Core body, and what its results are called.
    body: Body<Soac>,
    results: Pat,
    /// What is known of its parameters.
    env: FxHashMap<Var, Rep>,
    derived: FxHashMap<Derivation, Var>,
}

impl Versions {
    /// For a program whose entry points come first in Flat.
    pub(super) fn new(funs: Vec<Fun<Soac>>, vars: &Vars, policy: &Policy) -> Versions {
        let (calls, mut fails): (Vec<Vec<FunId>>, Vec<bool>) =
            funs.iter().map(|fun| calls_and_checks(&fun.body.stms)).unzip();
        // Functions may call each other: to a fixpoint.
        while let Some(at) =
            (0..funs.len()).find(|at| !fails[*at] && calls[*at].iter().any(|f| fails[f.index()]))
        {
            fails[at] = true;
        }
        let next = funs.iter().filter(|f| f.entry.is_some()).count();
        let of_kernels = scalar_functions(&funs, vars, policy.recursion);
        let (recursive, passed_on) = (recursive(&funs), passed_on(&funs, vars));
        let (known, in_kernels) = (FxHashMap::default(), FxHashMap::default());
        Versions { funs, fails, of_kernels, recursive, passed_on, known, in_kernels, waiting: vec![], next }
    }

    /// The version that kernels call.
    pub(super) fn in_kernels(&mut self, fun: FunId) -> FunId {
        if let Some(known) = self.in_kernels.get(&fun) {
            return *known;
        }
        let id = FunId::from_index(self.next);
        self.next += 1;
        self.in_kernels.insert(fun, id);
        self.waiting.push(Waiting::OfKernels(fun));
        id
    }
}

/// Flattens the next version that a call has asked for.
pub(super) fn flatten_version(
    vars: &mut Vars,
    versions: &mut Versions,
    policy: &Policy,
) -> Result<Option<Fun<SegOp>>, Limitation> {
    if versions.waiting.is_empty() {
        return Ok(None);
    }
    let Version { name, signature, body, results, env, derived } = match versions.waiting.remove(0) {
        Waiting::Version(version) => *version,
        Waiting::OfKernels(fun) => return Ok(Some(of_kernels(vars, versions, fun))),
    };
    let mut f = Flattener::new(vars, versions, policy, Overwritten::default());
    f.overwritten = Overwritten::of(&body, f.vars);
    f.env = env;
    f.derived = derived;
    let result = match signature.rows {
        None => {
            let done = f.lift_body(&Ctx::default(), &body)?;
            f.returned(&Ctx::default(), &done, &signature.results, &[])?
        }
        Some(rows) => f.unless_empty(rows, &body, &results)?,
    };
    let params =
        signature.rows.into_iter().chain(signature.shared.pat.all()).chain(signature.params.pat.all());
    let params = params.map(|var| Param { var, consumed: false }).collect();
    let Pat { sizes: ret_sizes, vals } = signature.results.pat.clone();
    let body = Body { stms: std::mem::take(&mut f.stms), result };
    let ret = vals.iter().map(|v| f.vars[*v].ty.clone()).collect();
    Ok(Some(Fun { name, entry: None, params, ret_sizes, ret, body }))
}

impl Flattener<'_> {
    /// The version of a function for calls outside of maps, or over rows that share some of the parameters.
    pub(super) fn version(
        &mut self,
        fun: FunId,
        over_rows: bool,
        is_shared: Vec<bool>,
    ) -> Result<Rc<Signature>, Limitation> {
        let key = (fun, over_rows, is_shared);
        if let Some(known) = self.versions.known.get(&key) {
            return Ok(known.clone());
        }
        let is_shared = key.2.clone();
        let Some(core) = self.versions.funs.get(fun.index()).cloned() else {
            base::bug!("flatten", "there is no function {fun:?}")
        };
        let fails = self.versions.fails[fun.index()];
        let (params, results, mut body) = copy(self.vars, &core);
        let mut f = Flattener::new(self.vars, self.versions, &self.policy, Overwritten::default());
        let mut rows = None;
        let mut ctx = Ctx::default();
        if over_rows {
            let n = fresh(f.vars, "n", Type::i64());
            rows = Some(n);
            ctx = Ctx::new(vec![Dim::uniform(n)]);
            let row = fresh(f.vars, "row", Type::i64());
            f.env.insert(row, Rep::Index(At::Level(0)));
            name_first(&mut body.stms, row);
        }
        let sizes: FxHashSet<Var> =
            params.iter().flat_map(|v| f.vars[*v].ty.dims().to_vec()).filter_map(|d| d.size.var()).collect();
        let is_size: Vec<bool> = params.iter().map(|v| sizes.contains(v)).collect();
        let part = |shared: bool| {
            let own = params.iter().zip(&is_shared).filter(|(_, s)| **s == shared).map(|(v, _)| *v);
            let (sizes, vals) = own.partition(|v| sizes.contains(v));
            Pat { sizes, vals }
        };
        let shared = f.declare(&Ctx::default(), &part(true))?;
        let params = f.declare(&ctx, &part(false))?;
        let declared = f.declare(&ctx, &results)?;
        if !f.stms.is_empty() {
            return f
                .limit("a recursive function whose sizes vary with levels that are not next to each other");
        }
        let (env, derived) = (f.env, f.derived);
        let id = FunId::from_index(self.versions.next);
        self.versions.next += 1;
        let signature =
            Rc::new(Signature { id, rows, is_size, is_shared, shared, params, results: declared, fails });
        // Versions that share other parameters have other names.
        let shared: String = signature
            .is_shared
            .iter()
            .enumerate()
            .filter(|(_, s)| **s)
            .map(|(i, _)| format!("_{i}"))
            .collect();
        let name = if over_rows { format!("{}_rows{shared}", core.name) } else { core.name };
        self.versions.known.insert(key, signature.clone());
        let signature_of = signature.clone();
        let version = Version { name, signature: signature_of, body, results, env, derived };
        self.versions.waiting.push(Waiting::Version(Box::new(version)));
        Ok(signature)
    }

    /// The results of a body over rows; where there are none, nothing is evaluated.
    fn unless_empty(&mut self, rows: Var, body: &Body<Soac>, results: &Pat) -> Result<Results, Limitation> {
        let ctx = Ctx::new(vec![Dim::uniform(rows)]);
        let mut b = Builder::new(self.vars);
        let none = b.bin("none", BinOp::Eq, rows.into(), Atom::i64(0));
        self.stms.append(&mut b.stms);
        let env = self.env.clone();
        let flat = self.declare(&ctx, results)?;
        self.env = env;
        let (then, ()) = self.nested(|this| Ok((this.no_rows(&ctx, &flat)?, ())))?;
        let (els, ()) = self.nested(|this| {
            let done = this.lift_body(&ctx, body)?;
            Ok((this.returned(&ctx, &done, &flat, &[])?, ()))
        })?;
        self.loc = Loc::none();
        let atoms = |vars: &[Var]| vars.iter().map(|v| Atom::Var(*v)).collect();
        let result = Results { sizes: atoms(&flat.pat.sizes), vals: atoms(&flat.pat.vals) };
        self.push(flat.pat, Exp::If { cond: none, then: Box::new(then), els: Box::new(els) });
        Ok(result)
    }

    /// Results of no rows, for which the context has no points.
    fn no_rows(&mut self, ctx: &Ctx, wanted: &Declared) -> Result<Results, Limitation> {
        let mut known: Vec<(Var, Atom)> = vec![];
        for var in wanted.pat.all() {
            let known_size = |a: Atom| known.iter().find(|(v, _)| a == Atom::Var(*v)).map_or(a, |(_, b)| *b);
            let ty = self.vars[var].ty.map_sizes(known_size);
            let Some(elem) = ty.elem() else {
                return self.limit("a recursive function that returns evidence");
            };
            let levels = self.levels(&ctx.dims)?;
            let k = Kernel::new(indices(&levels));
            let flat = ty.with_dims(ctx.dims.clone());
            let none = self.seg_map(&self.name(var), levels, k, vec![(Atom::Const(elem.zero()), flat)])[0];
            known.push((var, self.reshape(none, ty.dims().to_vec(), vec![]).into()));
        }
        let mut atoms = known.into_iter().map(|(_, atom)| atom);
        let sizes = atoms.by_ref().take(wanted.pat.sizes.len()).collect();
        Ok(Results { sizes, vals: atoms.collect() })
    }
}

/// A copy of a function: its parameters, what its results are called, and its body.
pub(super) fn copy(vars: &mut Vars, fun: &Fun<Soac>) -> (Vec<Var>, Pat, Body<Soac>) {
    let mut renamed: Vec<(Var, Atom)> = vec![];
    let mut rename = |vars: &mut Vars, var: Option<Var>, name: &str, ty: &Type| {
        let ty = ty.map_sizes(|a| renamed.iter().find(|(v, _)| a == Atom::Var(*v)).map_or(a, |(_, b)| *b));
        let new = fresh(vars, name, ty);
        renamed.extend(var.map(|var| (var, new.into())));
        new
    };
    let mut all = |vars: &mut Vars, own: Vec<Var>| -> Vec<Var> {
        let one = |var: Var| {
            let info = vars[var].clone();
            rename(vars, Some(var), &info.name, &info.ty)
        };
        own.into_iter().map(one).collect()
    };
    let params = all(vars, fun.params.iter().map(|p| p.var).collect());
    let sizes = all(vars, fun.ret_sizes.clone());
    let vals = fun.ret.iter().map(|ty| rename(vars, None, "r", ty)).collect();
    let body = walk::Subst::renaming(vars, renamed).apply(fun.body.clone());
    (params, Pat { sizes, vals }, body)
}

/// Lets every failure of a block name an index first.
fn name_first(block: &mut [Stm<Soac>], row: Var) {
    for stm in block {
        if let Exp::Check(Check { at, .. }) | Exp::Call { at, .. } = &mut stm.exp {
            at.insert(0, row.into());
        }
        stm.exp.blocks_mut(&mut |block, _| name_first(block, row));
    }
}
