//! Reductions and scans whose operators are no scalar code: the maps inside their operators move outwards.
//!
//! ```text
//! let r: [m]t = screma n (xs <- xss) {} red (t) = (as, bs) { map f as bs } (xs) ne (zs) out (row t)         -- zs = replicate m z
//!   =>
//! let cols: [m][n]t = rearrange (1,0) xss
//! let r: [m]t = screma m (col <- cols) { let c = screma n (x <- col) {} red (t) = f (x) ne (z) out (row t) } out (c)
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
use ir::{
    Atom, Body, Builder, Clauses, Core, Dim, Exp, Fold, Input, Lambda, Loop, LoopForm, Out, Pat, Results,
    Screma, Soac, Stm, Type, Var, Vars, View, builder, fresh, peel, walk,
};
use rustc_hash::FxHashMap;

/// Rewrites every function.
pub fn interchange(mut prog: Core) -> Core {
    for fun in &mut prog.funs {
        let stms = std::mem::take(&mut fun.body.stms);
        fun.body.stms = Rewriter { vars: &mut prog.vars, fills: FxHashMap::default() }.block(stms);
    }
    prog
}

struct Rewriter<'a> {
    vars: &'a mut Vars,
    /// Arrays that are one value, replicated.
    fills: FxHashMap<Var, Atom>,
}

impl Rewriter<'_> {
    fn block(&mut self, block: Vec<Stm<Soac>>) -> Vec<Stm<Soac>> {
        let mut out = vec![];
        for stm in block {
            self.stm(stm, &mut out);
        }
        out
    }

    fn stm(&mut self, mut stm: Stm<Soac>, out: &mut Vec<Stm<Soac>>) {
        stm.exp.blocks_mut(&mut |block, _| *block = self.block(std::mem::take(block)));
        match stm.exp {
            Exp::Op(Soac::Screma(s)) if !s.clauses.folds().all(|fold| folds_scalars(fold, self.vars)) => {
                self.split(stm.pat, s, stm.loc, out);
            }
            exp @ (Exp::Atom(_)
            | Exp::Prim(_)
            | Exp::Read { .. }
            | Exp::Check(_)
            | Exp::Trace { .. }
            | Exp::View(_)
            | Exp::Copy { .. }
            | Exp::Scratch { .. }
            | Exp::Total { .. }
            | Exp::Write { .. }
            | Exp::UpdateAcc { .. }
            | Exp::Call { .. }
            | Exp::If { .. }
            | Exp::Loop(_)
            | Exp::WithAcc { .. }
            | Exp::Op(_)) => {
                if let (Exp::View(View::Replicate { x, .. }), [var]) = (&exp, stm.pat.vals.as_slice()) {
                    self.fills.insert(*var, *x);
                }
                out.push(Stm { exp, ..stm });
            }
        }
    }

    /// The map first, then each reduction and scan on its own.
    fn split(&mut self, pat: Pat, s: Screma<Soac>, loc: base::Loc, out: &mut Vec<Stm<Soac>>) {
        let Clauses { reds, scans, keep, each, end: _, outs } = s.clauses;
        if keep.is_some() || !each.is_empty() {
            base::bug!("interchange", "a fold of arrays beside other clauses");
        }
        let width = s.width;
        let folds: Vec<(Fold<Soac>, bool)> =
            reds.into_iter().map(|f| (f, false)).chain(scans.into_iter().map(|f| (f, true))).collect();
        let folded: Vec<Atom> = folds.iter().flat_map(|(f, _)| &f.res).map(|v| Atom::Var(*v)).collect();
        let (sums, plain): (Vec<_>, Vec<_>) = outs
            .into_iter()
            .zip(pat.all())
            .partition(|(out, _)| out.atom().is_some_and(|a| folded.contains(&a)));
        let operands = folds.iter().flat_map(|(f, _)| f.args.iter().copied());
        // Existential sizes come first, and are none of what is folded. Plain results keep their names.
        let operands: Vec<Out> = operands.map(Out::Point).collect();
        let bare: Clauses<Soac> = Clauses { outs: operands.clone(), ..Clauses::default() };
        let like = Screma { width, inputs: s.inputs.clone(), body: vec![], clauses: bare };
        let rows = builder::screma_pat(self.vars, "rows", &like, 0).vals;
        let sizes: Vec<Var> = pat.sizes.clone();
        let vals =
            plain.iter().map(|(_, var)| *var).filter(|v| !sizes.contains(v)).chain(rows.iter().copied());
        let map_pat = Pat { vals: vals.collect(), sizes };
        let outs = plain.iter().map(|(out, _)| *out).chain(operands).collect();
        let map =
            Screma { width, inputs: s.inputs, body: s.body, clauses: Clauses { outs, ..Clauses::default() } };
        out.push(Stm::new(map_pat, Exp::Op(Soac::Screma(map)), loc.clone()));
        let mut rows = &rows[..];
        for (fold, scan) in folds {
            let (from, rest) = rows.split_at(fold.ne.len());
            rows = rest;
            let types: Vec<Type> = from.iter().map(|v| self.vars[*v].ty.clone()).collect();
            let types = types.iter().map(|ty| if scan { ty.clone() } else { peel(ty, Atom::Var) });
            let to: Vec<Var> = types.map(|ty| fresh(self.vars, "fold", ty)).collect();
            let results: Vec<(Var, Var)> = fold.res.iter().copied().zip(to.iter().copied()).collect();
            let along = Along { width, from, to: &to, scan, loc: &loc };
            let made = match self.as_map(&fold) {
                Some(inner) => self.columns(along, inner),
                None if folds_scalars(&fold, self.vars) => self.plain(along, fold),
                None => self.one_by_one(along, fold),
            };
            // What moved outwards may fold arrays again.
            for stm in made {
                self.stm(stm, out);
            }
            for (sum, var) in &sums {
                if let Some((_, to)) = results.iter().find(|(res, _)| sum.atom() == Some(Atom::Var(*res))) {
                    out.push(Stm::new(Pat::one(*var), Exp::Atom((*to).into()), loc.clone()));
                }
            }
        }
    }

    /// The operator on elements, if the operator is a map over its operands and its neutral element a replicated scalar.
    fn as_map(&mut self, fold: &Fold<Soac>) -> Option<Elementwise> {
        let [stm] = fold.op.body.stms.as_slice() else { return None };
        let Exp::Op(Soac::Screma(s)) = &stm.exp else { return None };
        let plain = s.clauses.is_map() && stm.pat.sizes.is_empty();
        let returned: Vec<Atom> = stm.pat.vals.iter().map(|v| Atom::Var(*v)).collect();
        if !plain || fold.op.body.result.vals != returned || !fold.op.body.result.sizes.is_empty() {
            return None;
        }
        let rows =
            fold.op.params.iter().all(|p| self.vars[*p].ty.dims().first().is_some_and(|d| d.size == s.width));
        let operands_only = s.inputs.iter().all(|(_, input)| match input {
            Input::Array(arr) => fold.op.params.contains(arr),
            Input::Iota => true,
            Input::Acc(_) => false,
        });
        if !rows || !operands_only {
            return None;
        }
        let ne = fold.ne.iter().map(|z| self.fills.get(&z.var()?).copied()).collect::<Option<Vec<Atom>>>()?;
        // The parameters of the operator on elements, in the order of the operands.
        let mut params = vec![];
        let mut subst = vec![];
        for operand in &fold.op.params {
            let elem = peel(&self.vars[*operand].ty, Atom::Var);
            let name = self.vars[*operand].name.clone();
            let param = fresh(self.vars, &name, elem);
            for (inner, input) in &s.inputs {
                if *input == Input::Array(*operand) {
                    subst.push((*inner, Atom::Var(param)));
                }
            }
            params.push(param);
        }
        // The index of an element is that of its column.
        let column = fresh(self.vars, "col", Type::i64());
        let indices = s.inputs.iter().filter(|(_, input)| *input == Input::Iota);
        subst.extend(indices.map(|(param, _)| (*param, Atom::Var(column))));
        let body = Body { stms: s.body.clone(), result: Results::vals(s.clauses.out_atoms().collect()) };
        let body = walk::Subst::renaming(self.vars, subst).apply(body);
        let op = Operator { op: Lambda { params, body }, ne, comm: fold.comm, index: fold.index };
        Some(Elementwise { width: s.width, column, op })
    }

    /// A fold of every column.
    fn columns(&mut self, along: Along, inner: Elementwise) -> Vec<Stm<Soac>> {
        let Along { width, from, to, scan, .. } = along;
        let mut b = along.builder(self.vars);
        let mut inputs = vec![(inner.column, Input::Iota)];
        let mut params = vec![];
        for arr in from {
            let ty = b.vars[*arr].ty.clone();
            let perm = swap(ty.rank());
            let cols = b.bind("cols", transposed(&ty), Exp::View(View::Rearrange { perm, arr: *arr }));
            let ty = peel(&b.vars[cols].ty, Atom::Var);
            let col = b.fresh("col", ty);
            params.push(col);
            inputs.push((col, Input::Array(cols)));
        }
        let body = b.body(|b| {
            let vals = fold_of(b, width, &params, inner.op, scan);
            Results::vals(vals.into_iter().map(Atom::Var).collect())
        });
        let over = Screma::map(inner.width, inputs, body, b.vars);
        if scan {
            let results = b.screma("cols", over, 0);
            for (var, col) in to.iter().zip(results.vals) {
                let perm = swap(b.vars[col].ty.rank());
                b.push(Pat::one(*var), Exp::View(View::Rearrange { perm, arr: col }));
            }
        } else {
            b.push(Pat::vals(to.to_vec()), Exp::Op(Soac::Screma(over)));
        }
        b.stms
    }

    /// A fold of scalars beside one of arrays.
    fn plain(&mut self, along: Along, fold: Fold<Soac>) -> Vec<Stm<Soac>> {
        let mut b = along.builder(self.vars);
        let op = Operator { op: fold.op, ne: fold.ne, comm: fold.comm, index: fold.index };
        let made = fold_of(&mut b, along.width, along.from, op, along.scan);
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
            subst.extend(fold.index.map(|row| (row, Atom::Var(index))));
            for ((param, arr), ty) in fold.op.params[n..].iter().zip(from).zip(&types) {
                let at = vec![index.into()];
                let exp = match ty.rank() {
                    0 => Exp::Read { arr: *arr, index: at },
                    _ => Exp::View(View::Row { arr: *arr, index: at }),
                };
                subst.push((*param, b.bind("row", ty.clone(), exp).into()));
            }
            let step = walk::Subst::renaming(b.vars, subst).apply(fold.op.body.clone());
            b.stms.extend(step.stms);
            let mut vals = step.result.vals;
            if scan {
                for i in 0..n {
                    let (arr, val) = (params[n + i], vals[i]);
                    let ty = b.vars[arr].ty.clone();
                    let exp = Exp::Write { arr, index: vec![index.into()], val };
                    vals.push(b.bind("scanned", ty, exp).into());
                }
            }
            Results::vals(vals)
        });
        let finals: Vec<Var> = params.iter().map(|p| b.fresh("last", b.vars[*p].ty.clone())).collect();
        let form = LoopForm::For { index, count: width };
        let l = Loop { params: Pat::vals(params), init: Results::vals(init), form, body };
        b.push(Pat::vals(finals.clone()), Exp::Loop(Box::new(l)));
        let results = if scan { &finals[n..] } else { &finals[..n] };
        for (var, last) in to.iter().zip(results) {
            b.push(Pat::one(*var), Exp::Atom((*last).into()));
        }
        b.stms
    }
}

/// Whether a kernel can fold this: scalars, by scalar code.
pub(crate) fn folds_scalars(fold: &Fold<Soac>, vars: &Vars) -> bool {
    fold.op.params.iter().all(|p| !vars[*p].ty.is_array()) && is_kernel_code(&fold.op.body, vars)
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

/// The operator of a reduction or scan, apart from what it is applied to.
struct Operator {
    op: Lambda<Soac>,
    ne: Vec<Atom>,
    comm: bool,
    index: Option<Var>,
}

/// An operator that works on each element alone.
struct Elementwise {
    width: Atom,
    /// What the operator calls the index of the element.
    column: Var,
    op: Operator,
}

/// A reduction or scan of arrays as they are.
fn fold_of(b: &mut Builder<'_, Soac>, width: Atom, arrs: &[Var], fold: Operator, scan: bool) -> Vec<Var> {
    let (mut inputs, mut args, mut res) = (vec![], vec![], vec![]);
    for arr in arrs {
        let ty = peel(&b.vars[*arr].ty, Atom::Var);
        let x = b.fresh("x", ty.clone());
        inputs.push((x, Input::Array(*arr)));
        args.push(x.into());
        res.push(b.fresh("t", ty));
    }
    let out = |v: &Var| if scan { Out::Point((*v).into()) } else { Out::Row((*v).into()) };
    let outs = res.iter().map(out).collect();
    let Operator { op, ne, comm, index } = fold;
    let fold = vec![Fold { op, ne, args, res, comm, kept: false, index }];
    let (reds, scans) = if scan { (vec![], fold) } else { (fold, vec![]) };
    let clauses = Clauses { reds, scans, outs, ..Clauses::default() };
    b.screma("r", Screma { width, inputs, body: vec![], clauses }, 0).vals
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
