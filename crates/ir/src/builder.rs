//! Building statements: the builder invents names, derives result types and captures nested bodies.
//!
//! ```
//! use ir::{Atom, Body, Builder, Soac, Type, Vars};
//! let mut vars = Vars::new();
//! let x = ir::fresh(&mut vars, "x", Type::i64());
//! let mut b: Builder<Soac> = Builder::new(&mut vars);
//! let y = b.bin("y", base::BinOp::Add, x.into(), Atom::i64(1));
//! let body: Body<Soac> = b.finish(vec![y]);
//! assert_eq!(body.stms.len(), 1);
//! ```

use crate::body::{Body, Exp, Lambda, Pat, Prim, Results, Stm};
use crate::ops::{Input, Out, Screma, SegOp, Soac, Stream};
use crate::types::{Atom, Dim, Type, Var, VarInfo, Vars, lift, peel};
use base::{BinOp, Loc, ScalarType, UnOp};
use rustc_hash::FxHashMap;

/// A new variable.
pub fn fresh(vars: &mut Vars, name: &str, ty: Type) -> Var {
    vars.push(VarInfo { name: printable(name), ty })
}

/// What is left of a name that IR text can have: names of the source and of the compiler have other characters too.
pub fn printable(name: &str) -> String {
    let name: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    let starts_well = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    if starts_well { name } else { format!("v{name}") }
}

/// Collects the statements of one body.
pub struct Builder<'a, O> {
    /// The program's variables.
    pub vars: &'a mut Vars,
    /// What has been built.
    pub stms: Vec<Stm<O>>,
    /// The position given to the next statements.
    pub loc: Loc,
}

impl<'a, O> Builder<'a, O> {
    /// An empty body.
    pub fn new(vars: &'a mut Vars) -> Builder<'a, O> {
        Builder { vars, stms: vec![], loc: Loc::none() }
    }
    /// A new variable that the caller binds itself.
    pub fn fresh(&mut self, name: &str, ty: Type) -> Var {
        fresh(self.vars, name, ty)
    }
    /// The type of an atom.
    pub fn ty(&self, atom: Atom) -> Type {
        atom.ty(self.vars)
    }
    /// Adds a statement that binds one new variable of type `ty`.
    pub fn bind(&mut self, name: &str, ty: Type, exp: Exp<O>) -> Var {
        let var = self.fresh(name, ty);
        self.push(Pat::one(var), exp);
        var
    }
    /// Adds a statement for a pattern whose variables exist.
    pub fn push(&mut self, pat: Pat, exp: Exp<O>) {
        self.stms.push(Stm::new(pat, exp, self.loc.clone()));
    }
    /// A binary operator that cannot fail.
    pub fn bin(&mut self, name: &str, op: BinOp, a: Atom, b: Atom) -> Atom {
        let ty = self.scalar_ty(a);
        self.bind(name, Type::scalar(op.result(ty)), Exp::bin(op, ty, a, b)).into()
    }
    /// A unary operator.
    pub fn un(&mut self, name: &str, op: UnOp, a: Atom) -> Atom {
        let ty = self.scalar_ty(a);
        self.bind(name, Type::scalar(op.result(ty)), Exp::Prim(Prim::Un { op, ty, a })).into()
    }
    /// A conversion.
    pub fn conv(&mut self, name: &str, to: ScalarType, a: Atom) -> Atom {
        let from = self.scalar_ty(a);
        self.bind(name, Type::scalar(to), Exp::Prim(Prim::Conv { from, to, a })).into()
    }
    /// The element of `arr` at `index`, which names every dimension and is in bounds.
    pub fn elem(&mut self, name: &str, arr: Var, index: Vec<Atom>) -> Var {
        let elem = self.vars[arr].ty.elem().unwrap_or_else(|| base::bug!("builder", "{arr:?} is no array"));
        self.bind(name, Type::scalar(elem), Exp::Read { arr, index })
    }
    /// Closes the body with plain values.
    pub fn finish(self, vals: Vec<Atom>) -> Body<O> {
        Body { stms: self.stms, result: Results::vals(vals) }
    }
    /// Closes the body with existential sizes and values.
    pub fn finish_with(self, sizes: Vec<Atom>, vals: Vec<Atom>) -> Body<O> {
        Body { stms: self.stms, result: Results { sizes, vals } }
    }
    /// A nested body, built by `f`, which returns the results.
    pub fn body(&mut self, f: impl FnOnce(&mut Builder<'_, O>) -> Results) -> Body<O> {
        let mut inner = Builder { vars: self.vars, stms: vec![], loc: self.loc.clone() };
        let result = f(&mut inner);
        Body { stms: inner.stms, result }
    }
    /// A lambda over new parameters of the given types.
    pub fn lambda(
        &mut self,
        params: &[(&str, Type)],
        f: impl FnOnce(&mut Builder<'_, O>, &[Var]) -> Results,
    ) -> Lambda<O> {
        let params: Vec<Var> = params.iter().map(|(name, ty)| self.fresh(name, ty.clone())).collect();
        let body = self.body(|b| f(b, &params));
        Lambda { params, body }
    }
    /// The lambda `\a b -> a op b` on scalars.
    pub fn op_lambda(&mut self, op: BinOp, ty: ScalarType) -> Lambda<O> {
        let t = Type::scalar(ty);
        self.lambda(&[("a", t.clone()), ("b", t)], |b, p| {
            let r = b.bin("r", op, p[0].into(), p[1].into());
            Results::vals(vec![r])
        })
    }
    fn scalar_ty(&self, a: Atom) -> ScalarType {
        let ty = self.ty(a);
        ty.as_scalar().unwrap_or_else(|| base::bug!("builder", "scalar operand expected, got {a:?}: {ty:?}"))
    }
}

impl Builder<'_, Soac> {
    /// Adds a screma and binds its results, of which the first `sizes` are existential sizes, under names made from `name`.
    pub fn screma(&mut self, name: &str, screma: Screma<Soac>, sizes: usize) -> Pat {
        let pat = screma_pat(self.vars, name, &screma, sizes);
        self.push(pat.clone(), Exp::Op(Soac::Screma(screma)));
        pat
    }
}

impl Builder<'_, SegOp> {
    /// Offsets of a volume.
    pub fn offsets(&mut self, mut sizes: Vec<Var>) -> Var {
        sizes.sort();
        let name = format!("o_{}", self.vars[sizes[0]].name);
        self.bind(&name, Type::Offsets, Exp::Op(SegOp::Offsets { sizes, is: None }))
    }
}

/// For each input of a screma the type its parameter must have: level 0 peeled, varying sizes replaced by the parameters of
/// the inputs that hold them. `None` where an array of sizes is not an input.
pub fn param_types<O>(vars: &Vars, screma: &Screma<O>) -> Vec<Option<Type>> {
    let params: FxHashMap<Var, Var> = screma.arrays().map(|(param, arr)| (arr, param)).collect();
    let mut types = vec![];
    for (_, input) in &screma.inputs {
        types.push(match input {
            Input::Iota => Some(Type::i64()),
            Input::Acc(acc) => Some(vars[*acc].ty.clone()),
            Input::Array(arr) => {
                let mut complete = true;
                let ty = peel(&vars[*arr].ty, |size| match params.get(&size) {
                    Some(param) => Atom::Var(*param),
                    None => {
                        complete = false;
                        Atom::Var(size)
                    }
                });
                complete.then_some(ty)
            }
        });
    }
    types
}

/// A pattern of new variables, correctly typed, for the results of a screma; the first `sizes` of them are existential sizes.
pub fn screma_pat<O>(vars: &mut Vars, name: &str, screma: &Screma<O>, sizes: usize) -> Pat {
    let mut varying: FxHashMap<Var, Var> = screma.arrays().collect();
    let mut pat = Pat::default();
    let mut count = screma.width;
    for (i, out) in screma.clauses.outs.iter().enumerate() {
        let (suffix, list) = if i < sizes { ("_s", &mut pat.sizes) } else { ("", &mut pat.vals) };
        let (suffix, ty) = match out {
            Out::Count => ("_n", Type::i64()),
            Out::Point(a) => (suffix, lift(&a.ty(vars), screma.width, |v| varying.get(&v).copied())),
            Out::Kept(a) => (suffix, lift(&a.ty(vars), count, |v| varying.get(&v).copied())),
            Out::Row(a) => (suffix, a.ty(vars)),
            Out::Acc(v) | Out::Owned(v) => (suffix, vars[*v].ty.clone()),
            Out::Offsets(_) => (suffix, Type::Offsets),
            Out::Cert => (suffix, Type::Cert),
        };
        let outer = fresh(vars, &format!("{name}{suffix}"), ty);
        list.push(outer);
        match out {
            Out::Count => count = Atom::Var(outer),
            Out::Point(Atom::Var(v)) if i < sizes => _ = varying.insert(*v, outer),
            Out::Point(_) | Out::Kept(_) | Out::Row(_) | Out::Acc(_) | Out::Owned(_) => {}
            Out::Offsets(_) | Out::Cert => {}
        }
    }
    pat
}

/// A pattern of new variables, correctly typed, for the results of a stream.
pub fn stream_pat<O>(vars: &mut Vars, name: &str, stream: &Stream<O>) -> Pat {
    let mut outside: FxHashMap<Var, Atom> = FxHashMap::default();
    let mut pat = Pat::default();
    for size in &stream.body.result.sizes {
        let ty = stream.whole_type(&size.ty(vars), |v| outside.get(&v).copied());
        let outer = fresh(vars, &format!("{name}_s"), ty);
        pat.sizes.push(outer);
        size.var().map(|inner| outside.insert(inner, outer.into()));
    }
    for (i, val) in stream.body.result.vals.iter().enumerate() {
        let ty = match stream.accs.get(i) {
            Some((acc, _)) => vars[*acc].ty.clone(),
            None => stream.whole_type(&val.ty(vars), |v| outside.get(&v).copied()),
        };
        pat.vals.push(fresh(vars, name, ty));
    }
    pat
}

/// The dimensions of an array over a space.
pub fn space_dims(levels: &[crate::ops::Level]) -> Vec<Dim> {
    levels.iter().map(|l| l.extent.dim()).collect()
}
