//! Reductions and scans whose operators are no scalar code: the maps inside their operators move outwards.
//!
//! ```text
//! let r: [m]t = screma n (xss) map (xs) { in (xs) } red (as, bs) { map f as bs } ne (zs)         -- zs = replicate m z
//!   =>
//! let cols: [m][n]t = rearrange (1,0) xss
//! let r: [m]t = screma m (cols) map (col) { let c = screma n (col) map (x) { in (x) } red f ne (z) in (c) }
//! ```
//!
//! This is the reduce-map interchange (G5 of the seeds), for scans too. Where the operator is no map, or its neutral element no
//! replicated scalar, the outer elements are combined one after the other by a loop whose rounds are as parallel as the operator.
//! So are scalars whose operator computes with arrays.
//!
//! Precondition: verified Core. Postcondition: verified Core whose reductions and scans have scalar operands and operators that are
//! code of a kernel.
//! Does not do: operands whose sizes vary (the front end refuses them).

use crate::flatten::sequential::is_kernel_code;
use ir::builder::folded;
use ir::{
    Atom, Body, Builder, Core, Dim, Exp, Fold, Input, Lambda, Loop, LoopForm, Pat, Results, Screma, Soac,
    Stm, Type, Var, Vars, fresh, walk,
};
use rustc_hash::FxHashMap;

/// Rewrites every function.
pub fn interchange(mut prog: Core) -> Core {
    for fun in &mut prog.funs {
        let body = std::mem::replace(&mut fun.body, Body { stms: vec![], result: Results::default() });
        fun.body = Rewriter { vars: &mut prog.vars, fills: FxHashMap::default() }.body(body);
    }
    prog
}

struct Rewriter<'a> {
    vars: &'a mut Vars,
    /// Arrays that are one value, replicated.
    fills: FxHashMap<Var, Atom>,
}

impl Rewriter<'_> {
    fn body(&mut self, body: Body<Soac>) -> Body<Soac> {
        let mut out = vec![];
        for stm in body.stms {
            self.stm(stm, &mut out);
        }
        Body { stms: out, result: body.result }
    }

    fn lambda(&mut self, lam: Lambda<Soac>) -> Lambda<Soac> {
        Lambda { params: lam.params, body: self.body(lam.body) }
    }

    fn stm(&mut self, mut stm: Stm<Soac>, out: &mut Vec<Stm<Soac>>) {
        stm.exp = match stm.exp {
            Exp::If { cond, then, els } => {
                Exp::If { cond, then: Box::new(self.body(*then)), els: Box::new(self.body(*els)) }
            }
            Exp::Loop(l) => {
                let l = *l;
                let form = match l.form {
                    LoopForm::While(cond) => LoopForm::While(self.body(cond)),
                    form @ LoopForm::For { .. } => form,
                };
                Exp::Loop(Box::new(Loop { form, body: self.body(l.body), ..l }))
            }
            Exp::WithAcc { accs, body } => Exp::WithAcc { accs, body: Box::new(self.body(*body)) },
            Exp::Op(Soac::Screma(mut s)) => {
                s.map = self.lambda(s.map);
                if !s.reds.iter().chain(&s.scans).all(|fold| self.folds_scalars(fold)) {
                    return self.split(stm.pat, s, stm.loc, out);
                }
                Exp::Op(Soac::Screma(s))
            }
            exp => exp,
        };
        if let (Exp::Replicate { x, .. }, [var]) = (&stm.exp, stm.pat.vals.as_slice()) {
            self.fills.insert(*var, *x);
        }
        out.push(stm);
    }

    /// The map first, then each reduction and scan on its own.
    fn split(&mut self, pat: Pat, s: Screma<Soac>, loc: base::Loc, out: &mut Vec<Stm<Soac>>) {
        let width = s.width;
        let n_folded = folded(&s.reds) + folded(&s.scans);
        let map = Screma { reds: vec![], scans: vec![], keep: false, post: None, ..s.clone() };
        let mut b: Builder<'_, Soac> = Builder::new(self.vars);
        b.loc = loc.clone();
        let rows = b.screma("rows", map);
        out.append(&mut b.stms);
        // Plain results keep their names.
        for (var, row) in pat.vals[n_folded..].iter().zip(&rows.vals[n_folded..]) {
            out.push(Stm { pat: Pat::one(*var), exp: Exp::Atom((*row).into()), loc: loc.clone() });
        }
        for (var, size) in pat.sizes.iter().zip(&rows.sizes) {
            out.push(Stm { pat: Pat::one(*var), exp: Exp::Atom((*size).into()), loc: loc.clone() });
        }
        let mut first = 0;
        let reds = s.reds.into_iter().map(|f| (f, false));
        for (fold, scan) in reds.chain(s.scans.into_iter().map(|f| (f, true))) {
            let n = fold.ne.len();
            let (from, to) = (&rows.vals[first..first + n], &pat.vals[first..first + n]);
            first += n;
            let along = Along { width, from, to, scan, loc: &loc };
            let made = match self.as_map(&fold) {
                Some(inner) => self.columns(along, inner, fold.comm),
                None if self.folds_scalars(&fold) => self.plain(along, fold),
                None => self.one_by_one(along, fold),
            };
            // What moved outwards may fold arrays again.
            for stm in made {
                self.stm(stm, out);
            }
        }
    }

    /// Whether a kernel can fold this: scalars, by scalar code.
    fn folds_scalars(&self, fold: &Fold<Soac>) -> bool {
        fold.op.params.iter().all(|p| !self.vars[*p].ty.is_array())
            && is_kernel_code(&fold.op.body, self.vars)
    }

    /// The operator on elements, if the operator is a map over its operands and its neutral element a replicated scalar.
    fn as_map(&mut self, fold: &Fold<Soac>) -> Option<Elementwise> {
        let [stm] = fold.op.body.stms.as_slice() else { return None };
        let Exp::Op(Soac::Screma(s)) = &stm.exp else { return None };
        let maps = s.reds.is_empty() && s.scans.is_empty() && !s.keep && s.post.is_none();
        let plain = maps && stm.pat.sizes.is_empty() && s.map.body.result.sizes.is_empty();
        let returned: Vec<Atom> = stm.pat.vals.iter().map(|v| Atom::Var(*v)).collect();
        if !plain || fold.op.body.result.vals != returned || !fold.op.body.result.sizes.is_empty() {
            return None;
        }
        let rows =
            fold.op.params.iter().all(|p| self.vars[*p].ty.dims().first().is_some_and(|d| d.size == s.width));
        let operands_only = s.inputs.iter().all(|i| match i {
            Input::Array(arr) => fold.op.params.contains(arr),
            Input::Iota | Input::Acc(_) => false,
        });
        if !rows || !operands_only {
            return None;
        }
        let ne = fold.ne.iter().map(|z| self.fills.get(&z.var()?).copied()).collect::<Option<Vec<Atom>>>()?;
        // The parameters of the operator on elements, in the order of the operands.
        let mut params = vec![];
        let mut subst = vec![];
        for operand in &fold.op.params {
            let elem = ir::types::peel(&self.vars[*operand].ty, Atom::Var);
            let name = self.vars[*operand].name.clone();
            let param = fresh(self.vars, &name, elem);
            for (input, inner) in s.inputs.iter().zip(&s.map.params) {
                if *input == Input::Array(*operand) {
                    subst.push((*inner, Atom::Var(param)));
                }
            }
            params.push(param);
        }
        let body = walk::Subst::renaming(self.vars, subst).apply(s.map.body.clone());
        Some(Elementwise { width: s.width, op: Lambda { params, body }, ne })
    }

    /// A fold of every column.
    fn columns(&mut self, along: Along, inner: Elementwise, comm: bool) -> Vec<Stm<Soac>> {
        let Along { width, from, to, scan, .. } = along;
        let mut b = along.builder(self.vars);
        let mut cols = vec![];
        for arr in from {
            let ty = b.vars[*arr].ty.clone();
            cols.push(b.bind("cols", transposed(&ty), Exp::Rearrange { perm: swap(ty.rank()), arr: *arr }));
        }
        let params: Vec<Var> = cols
            .iter()
            .map(|col| {
                let ty = ir::types::peel(&b.vars[*col].ty, Atom::Var);
                b.fresh("col", ty)
            })
            .collect();
        let body = b.body(|b| {
            let fold = Fold { op: inner.op, ne: inner.ne, comm };
            let vals = fold_of(b, width, &params, fold, scan);
            Results::vals(vals.into_iter().map(Atom::Var).collect())
        });
        let inputs = cols.iter().map(|c| Input::Array(*c)).collect();
        let over = Screma { behind: true, ..Screma::map(inner.width, inputs, Lambda { params, body }) };
        if scan {
            let results = b.screma("cols", over);
            for (var, col) in to.iter().zip(results.vals) {
                let rank = b.vars[col].ty.rank();
                b.push(Pat::one(*var), Exp::Rearrange { perm: swap(rank), arr: col });
            }
        } else {
            b.push(Pat::vals(to.to_vec()), Exp::Op(Soac::Screma(over)));
        }
        b.stms
    }

    /// A fold of scalars beside one of arrays.
    fn plain(&mut self, along: Along, fold: Fold<Soac>) -> Vec<Stm<Soac>> {
        let mut b = along.builder(self.vars);
        let made = fold_of(&mut b, along.width, along.from, fold, along.scan);
        for (var, made) in along.to.iter().zip(made) {
            b.push(Pat::one(*var), Exp::Atom(made.into()));
        }
        b.stms
    }

    /// A loop over the outer elements.
    fn one_by_one(&mut self, along: Along, fold: Fold<Soac>) -> Vec<Stm<Soac>> {
        let Along { width, from, to, scan, .. } = along;
        let n = fold.ne.len();
        let mut b = along.builder(self.vars);
        let types: Vec<Type> = fold.op.params[..n].iter().map(|p| b.vars[*p].ty.clone()).collect();
        let mut params: Vec<Var> = types.iter().map(|ty| b.fresh("acc", ty.clone())).collect();
        let mut init = fold.ne.clone();
        if scan {
            // The results so far, overwritten row by row.
            for arr in from {
                let ty = b.vars[*arr].ty.clone();
                let copy = b.bind("scanned", ty.clone(), Exp::Copy { arr: *arr });
                init.push(copy.into());
                params.push(b.fresh("scanned", ty));
            }
        }
        let index = b.fresh("i", Type::i64());
        let body = b.body(|b| {
            let mut subst: Vec<(Var, Atom)> =
                fold.op.params[..n].iter().zip(&params).map(|(p, acc)| (*p, Atom::Var(*acc))).collect();
            for ((param, arr), ty) in fold.op.params[n..].iter().zip(from).zip(&types) {
                let exp = Exp::Index { arr: *arr, index: vec![index.into()], checked: false };
                subst.push((*param, b.bind("row", ty.clone(), exp).into()));
            }
            let step = walk::Subst::renaming(b.vars, subst).apply(fold.op.body.clone());
            b.stms.extend(step.stms);
            let mut vals = step.result.vals;
            if scan {
                for i in 0..n {
                    let (arr, val) = (params[n + i], vals[i]);
                    let ty = b.vars[arr].ty.clone();
                    let exp = Exp::Update { arr, index: vec![index.into()], val, checked: false };
                    vals.push(b.bind("scanned", ty, exp).into());
                }
            }
            Results::vals(vals)
        });
        let finals: Vec<Var> = params.iter().map(|p| b.fresh("last", b.vars[*p].ty.clone())).collect();
        let form = LoopForm::For { index, count: width };
        let l = Loop { params: Pat::vals(params), init: Results::vals(init), form, rows: true, body };
        b.push(Pat::vals(finals.clone()), Exp::Loop(Box::new(l)));
        let results = if scan { &finals[n..] } else { &finals[..n] };
        for (var, last) in to.iter().zip(results) {
            b.push(Pat::one(*var), Exp::Atom((*last).into()));
        }
        b.stms
    }
}

/// A reduction or scan along the outermost dimension.
#[derive(Clone, Copy)]
struct Along<'a> {
    width: Atom,
    from: &'a [Var],
    /// The variables of its results.
    to: &'a [Var],
    scan: bool,
    loc: &'a base::Loc,
}

impl Along<'_> {
    fn builder<'v>(&self, vars: &'v mut Vars) -> Builder<'v, Soac> {
        let mut b = Builder::new(vars);
        b.loc = self.loc.clone();
        b
    }
}

/// An operator that works on each element alone.
struct Elementwise {
    width: Atom,
    op: Lambda<Soac>,
    ne: Vec<Atom>,
}

/// A reduction or scan of arrays as they are.
fn fold_of(b: &mut Builder<'_, Soac>, width: Atom, arrs: &[Var], fold: Fold<Soac>, scan: bool) -> Vec<Var> {
    let params: Vec<Var> = arrs
        .iter()
        .map(|arr| {
            let ty = ir::types::peel(&b.vars[*arr].ty, Atom::Var);
            b.fresh("x", ty)
        })
        .collect();
    let vals = params.iter().map(|p| Atom::Var(*p)).collect();
    let map = Lambda { params, body: Body { stms: vec![], result: Results::vals(vals) } };
    let inputs = arrs.iter().map(|a| Input::Array(*a)).collect();
    let (reds, scans) = if scan { (vec![], vec![fold]) } else { (vec![fold], vec![]) };
    b.screma("r", Screma { reds, scans, ..Screma::map(width, inputs, map) }).vals
}

/// The permutation that exchanges the two outermost dimensions.
fn swap(rank: usize) -> Vec<u32> {
    let mut perm: Vec<u32> = (0..rank as u32).collect();
    perm.swap(0, 1);
    perm
}

fn transposed(ty: &Type) -> Type {
    let mut dims: Vec<Dim> = ty.dims().to_vec();
    dims.swap(0, 1);
    ty.with_dims(dims)
}
