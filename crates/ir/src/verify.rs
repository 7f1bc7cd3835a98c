//! Whether a Core or Flat program is well-formed. These checks are the definition; passes may rely on all of them.
//!
//! **Names.** Every variable is in the table, bound once in the program, and bound before it is used, in scope. A function's
//! parameters and a pattern's sizes are bound in order; the parameters of a lambda together. Functions have distinct names.
//!
//! **Types.** The sizes in the type of a variable are in scope where it is bound. `on` is strictly ascending, names levels in
//! front, and is closed. A uniform size is an `i64`; other sizes are `i64` arrays over the dimensions of the levels in `on`.
//!
//! **Statements.** Operands and results have the types that the variants of [`Exp`](crate::Exp) ask for. Sizes are compared
//! by name: equality that is known otherwise is said with a `recast`. A check binds its value, or else its evidence; what a proved one
//! binds is not used.
//!
//! **Existential sizes.** Results fit a pattern if their types are equal once the pattern's sizes are replaced by the sizes
//! returned. This holds for functions, branches, loops (parameters, initial values and every round) and accumulation.
//!
//! **Operators.** The parameters of a screma have the types of [`param_types`](crate::builder::param_types), its results those
//! of [`screma_pat`](crate::builder::screma_pat) (where a result has a size that is also returned, either name will do): one
//! [`Out`](crate::Out) a variable. Folds take and give the types of their neutral elements, and their operators see nothing of the
//! body. Results of scans and the place are known in `each`, results of reductions only as values of rows; with `keep` a value of
//! every point does not come from `each`. Kept elements are scalars and have one count; a reduction
//! may be of them alone. Tags nest downwards. The levels of a space are dimensions of a well-formed array type; a `Per` level follows a
//! ragged one; offsets are ascending products; sizes of consumed rows are rows themselves. Offsets may be read at an index; those in
//! closed form are total code, and differences of offsets are an array of sizes.
//! Scratch memory in a kernel may be a part of a row, which has one dimension more; their sizes are not compared.
//!
//! Chunks of a stream have the types of [`Stream::chunk_type`](crate::Stream::chunk_type), its results those of
//! [`Stream::whole_type`](crate::Stream::whole_type); accumulators are regular data.
//!
//! **Linearity.** On every path an accumulator is used at most once, and an array that was updated, accumulated into or
//! consumed by row or by a call is not used again; parameters that are not `consumed` are none of these. A body that may run many times spends only what it binds (but a `seg` may update an
//! accumulator from outside). The first results of `with_acc` are its accumulators.
//!
//! **Evidence.** Variables of type `cert` are bound by checks, by kernels whose checks have all held, or as another name of one. What
//! stands under evidence uses it, so the check is in front of it wherever both are moved.
//!
//! **Entry points.** Arguments name parameters; every other parameter holds sizes. There is a source type per result.

mod control;
mod exp;
mod offsets;
mod ops;
mod stream;

use crate::body::{Body, Fun, Lambda, Param, Pat, Prog, Results, Stm};
use crate::ops::Tag;
use crate::print::{print_type, print_var};
use crate::types::{Atom, Dim, Type, Var, Vars, sizes_type};
use base::{Id, ScalarType};
pub use ops::VerifyOp;
use rustc_hash::{FxHashMap, FxHashSet};

/// Lists what is wrong with a program.
pub fn verify<O: VerifyOp>(prog: &Prog<O>) -> Result<(), Vec<String>> {
    let sigs = prog.funs.iter().map(|f| Sig {
        name: &f.name,
        params: &f.params,
        ret_sizes: &f.ret_sizes,
        ret: &f.ret,
    });
    let mut v = Verifier {
        vars: &prog.vars,
        sigs: sigs.collect(),
        scope: FxHashMap::default(),
        stack: vec![],
        bound: FxHashSet::default(),
        spent: FxHashSet::default(),
        lent: FxHashSet::default(),
        proved: FxHashSet::default(),
        floor: 0,
        tag: None,
        place: String::new(),
        errors: vec![],
    };
    let mut names = FxHashSet::default();
    for fun in &prog.funs {
        v.place = format!("function {}", fun.name);
        if !names.insert(&fun.name) {
            v.error("the name is taken");
        }
        v.fun(fun);
    }
    if v.errors.is_empty() { Ok(()) } else { Err(v.errors) }
}

/// What a call needs to know of a function.
struct Sig<'a> {
    name: &'a str,
    params: &'a [Param],
    ret_sizes: &'a [Var],
    ret: &'a [Type],
}

/// The state of the verification.
pub struct Verifier<'a> {
    vars: &'a Vars,
    sigs: Vec<Sig<'a>>,
    /// Variables in scope, with their place on the stack of bindings.
    scope: FxHashMap<Var, usize>,
    stack: Vec<Var>,
    bound: FxHashSet<Var>,
    /// Accumulators that were used and arrays that were consumed on this path.
    spent: FxHashSet<Var>,
    /// Parameters that belong to the caller.
    lent: FxHashSet<Var>,
    /// What proved checks bind: only the interpreter makes them.
    proved: FxHashSet<Var>,
    /// Only what lies above on the stack may be spent: the code below runs many times.
    floor: usize,
    /// How the innermost operator around this place runs.
    tag: Option<Tag>,
    place: String,
    errors: Vec<String>,
}

impl<'a> Verifier<'a> {
    fn error(&mut self, what: impl std::fmt::Display) {
        self.errors.push(format!("{}: {what}", self.place));
    }

    fn require(&mut self, holds: bool, what: impl FnOnce(&Self) -> String) {
        if !holds {
            self.error(what(self));
        }
    }

    fn name(&self, var: Var) -> String {
        print_var(self.vars, var)
    }

    fn show(&self, ty: &Type) -> String {
        print_type(self.vars, ty)
    }

    fn fun<O: VerifyOp>(&mut self, fun: &Fun<O>) {
        let start = self.stack.len();
        for param in &fun.params {
            self.bind(param.var);
            self.type_of_bound(param.var);
            if !param.consumed && self.type_of(param.var).is_array() {
                self.lent.insert(param.var);
            }
        }
        let inner = self.stack.len();
        for size in &fun.ret_sizes {
            self.bind(*size);
            self.type_of_bound(*size);
        }
        fun.ret.iter().for_each(|ty| self.ty(ty));
        self.leave(inner);
        if let Some(entry) = &fun.entry {
            let named: FxHashSet<Var> = entry.args.iter().flat_map(|a| a.vars.iter().copied()).collect();
            for arg in &entry.args {
                let known = arg.vars.iter().all(|v| fun.params.iter().any(|p| p.var == *v));
                self.require(known, |_| format!("argument {} is no parameter", arg.name));
            }
            for param in fun.params.iter().filter(|p| !named.contains(&p.var)) {
                let sizes = self.vars.get(param.var).is_some_and(|i| i.ty.elem() == Some(ScalarType::I64));
                self.require(sizes, |v| format!("{} is neither an argument nor a size", v.name(param.var)));
            }
            let (sources, types) = (entry.results.len(), fun.ret.len());
            self.require(sources == types, |_| format!("{sources} source types for {types} results"));
        }
        let spent = std::mem::take(&mut self.spent);
        let results = self.body_open(&fun.body);
        self.place = format!("function {}, results", fun.name);
        let ret_sizes: Vec<Type> = fun.ret_sizes.iter().map(|v| self.type_of(*v)).collect();
        self.fits(&fun.ret_sizes, &ret_sizes, &fun.ret, &results);
        self.leave(start);
        self.spent = spent;
    }

    /// Puts a variable in scope.
    fn bind(&mut self, var: Var) {
        if self.vars.get(var).is_none() {
            return self.error(format!("variable {} is not in the table", var.index()));
        }
        if !self.bound.insert(var) {
            self.error(format!("{} is bound twice", self.name(var)));
        }
        self.scope.insert(var, self.stack.len());
        self.stack.push(var);
    }

    fn type_of_bound(&mut self, var: Var) {
        let ty = self.type_of(var);
        self.ty(&ty);
    }

    fn bind_all(&mut self, vars: &[Var]) {
        vars.iter().for_each(|v| self.bind(*v));
        vars.iter().for_each(|v| self.type_of_bound(*v));
    }

    fn bind_pat(&mut self, pat: &Pat) {
        for size in &pat.sizes {
            self.bind(*size);
            self.type_of_bound(*size);
        }
        self.bind_all(&pat.vals);
    }

    /// Ends the scope of what was bound since the stack had this length.
    fn leave(&mut self, len: usize) {
        for var in self.stack.drain(len..) {
            self.scope.remove(&var);
        }
    }

    fn type_of(&self, var: Var) -> Type {
        self.vars.get(var).map_or(Type::Cert, |info| info.ty.clone())
    }

    fn atom_type(&self, atom: Atom) -> Type {
        match atom {
            Atom::Var(v) => self.type_of(v),
            Atom::Const(c) => Type::scalar(c.ty()),
        }
    }

    /// A use. An accumulator is spent by it.
    fn used(&mut self, var: Var) -> Type {
        if !self.scope.contains_key(&var) {
            self.error(format!("{} is not in scope", self.name(var)));
        }
        self.require(!self.proved.contains(&var), |v| {
            format!("{} is bound by a check that is not made", v.name(var))
        });
        let ty = self.type_of(var);
        if self.spent.contains(&var) {
            self.error(format!("{} was consumed before", self.name(var)));
        } else if ty.is_acc() {
            self.spend(var);
        }
        ty
    }

    fn operand(&mut self, atom: Atom) -> Type {
        match atom {
            Atom::Var(v) => self.used(v),
            Atom::Const(c) => Type::scalar(c.ty()),
        }
    }

    fn spend(&mut self, var: Var) {
        if self.scope.get(&var).is_some_and(|at| *at < self.floor) {
            self.error(format!("{} is spent by code that may run many times", self.name(var)));
        }
        if self.lent.contains(&var) {
            self.error(format!("{} is consumed, but belongs to the caller", self.name(var)));
        }
        self.spent.insert(var);
    }

    /// A use of a scalar of this type.
    fn scalar(&mut self, atom: Atom, ty: ScalarType) {
        let got = self.operand(atom);
        self.same(&got, &Type::scalar(ty), "an operand");
    }

    fn int(&mut self, atom: Atom) {
        self.scalar(atom, ScalarType::I64);
    }

    fn same(&mut self, got: &Type, wanted: &Type, what: &str) {
        if got != wanted {
            self.error(format!("{what} has type {}, not {}", self.show(got), self.show(wanted)));
        }
    }

    /// The dimensions of a type are well-formed and their sizes in scope.
    fn ty(&mut self, ty: &Type) {
        self.dims(ty.dims());
    }

    fn dims(&mut self, dims: &[Dim]) {
        for (level, dim) in dims.iter().enumerate() {
            let ascending = dim.on.windows(2).all(|w| w[0] < w[1]);
            let in_front = dim.on.iter().all(|l| (*l as usize) < level);
            if !ascending || !in_front {
                self.error(format!("dimension {level} varies with {:?}", dim.on));
                continue;
            }
            let closed = dim.on.iter().all(|l| dims[*l as usize].on.iter().all(|m| dim.on.contains(m)));
            self.require(closed, |_| {
                format!("dimension {level} varies with {:?}, which is not closed", dim.on)
            });
            match dim.size {
                Atom::Var(v) => {
                    if !self.scope.contains_key(&v) {
                        self.error(format!("size {} is not in scope", self.name(v)));
                    }
                }
                Atom::Const(c) => self.require(c.as_i64() >= 0, |_| format!("size {c}")),
            }
            if closed {
                let wanted = sizes_type(dims, &dim.on);
                let got = self.atom_type(dim.size);
                self.same(&got, &wanted, &format!("the size of dimension {level}"));
            }
        }
    }

    /// Checks that results fit types of which `binders` stand for the sizes returned.
    fn fits(&mut self, binders: &[Var], sizes: &[Type], vals: &[Type], results: &Results) {
        let counts = (binders.len(), vals.len());
        let got = (results.sizes.len(), results.vals.len());
        if counts != got {
            return self.error(format!(
                "{} sizes and {} values where {} and {} are needed",
                got.0, got.1, counts.0, counts.1
            ));
        }
        let map: FxHashMap<Var, Atom> = binders.iter().copied().zip(results.sizes.iter().copied()).collect();
        for (wanted, atom) in sizes.iter().chain(vals).zip(results.all()) {
            let wanted = substitute(wanted, &map);
            let got = self.atom_type(atom);
            self.same(&got, &wanted, "a result");
        }
    }

    /// Checks that results fit a pattern (or the parameters of a loop).
    fn fits_pat(&mut self, pat: &Pat, results: &Results) {
        let types = |v: &Self, vars: &[Var]| vars.iter().map(|x| v.type_of(*x)).collect::<Vec<_>>();
        let (sizes, vals) = (types(self, &pat.sizes), types(self, &pat.vals));
        self.fits(&pat.sizes, &sizes, &vals, results);
    }

    /// Statements and results of a body, in a scope that the caller ends with [`Self::leave`].
    fn body_open<O: VerifyOp>(&mut self, body: &Body<O>) -> Results {
        body.stms.iter().for_each(|stm| self.stm(stm));
        body.result.all().for_each(|a| {
            self.operand(a);
        });
        body.result.clone()
    }

    /// A body that may run many times, or not at all. `f` looks at its results before its scope ends.
    fn repeated<O: VerifyOp>(&mut self, body: &Body<O>, f: impl FnOnce(&mut Self, &Results)) {
        let (floor, start) = (self.floor, self.stack.len());
        self.floor = self.floor.max(start);
        let results = self.body_open(body);
        f(self, &results);
        self.leave(start);
        self.floor = floor;
    }

    /// A lambda whose parameters are checked by the caller.
    fn lambda<O: VerifyOp>(&mut self, lam: &Lambda<O>, f: impl FnOnce(&mut Self, &Results)) {
        let (floor, start) = (self.floor, self.stack.len());
        self.floor = self.floor.max(start);
        self.bind_all(&lam.params);
        let results = self.body_open(&lam.body);
        f(self, &results);
        self.leave(start);
        self.floor = floor;
    }

    fn stm<O: VerifyOp>(&mut self, stm: &Stm<O>) {
        let names: Vec<String> = stm.pat.all().map(|v| self.name(v)).collect();
        let outer = std::mem::replace(&mut self.place, format!("let {}", names.join(", ")));
        self.exp(stm);
        self.place = outer;
    }
}

fn substitute(ty: &Type, map: &FxHashMap<Var, Atom>) -> Type {
    ty.map_sizes(|size| size.var().and_then(|v| map.get(&v).copied()).unwrap_or(size))
}
