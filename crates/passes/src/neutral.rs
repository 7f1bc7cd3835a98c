//! Neutral elements that differ from row to row.
//!
//! ```text
//! screma n (x <- xs) {} red (t) = op (x) ne (z) out (row t)         -- z is bound inside of an enclosing map, or of a function that runs over rows
//!   =>
//! let (some, r) = screma n (x <- xs) {} red (m, t) = (p, a, q, b) { both ? (true, op a b) : the one that is } (true, x) ne (false, 0) out (row m, row t)
//! let r2 = if some { op z r } else { z }
//! ```
//!
//! A kernel starts its rows with one neutral element, so one that varies is taken out of the fold: elements are marked,
//! *none* is neutral, and the varying element is combined once, in front. Scans likewise, at every element (`each`).
//!
//! Precondition: verified Core whose folds have scalar operands. Postcondition: neutral elements are constants or do not vary
//! with any map. Does not do: folds whose neutral element is the same everywhere, the usual case.

use crate::effects::calls_and_checks;
use crate::inline::reached;
use crate::join::recursive;
use base::{BinOp, Id, Scalar, ScalarType};
use ir::{
    Atom, Builder, Core, Exp, Fold, Fun, FunId, Operator, Out, Pat, Results, Screma, Soac, Stm, Type, Var,
    Vars, walk,
};
use rustc_hash::FxHashSet;

/// Rewrites every function.
pub fn neutral(mut prog: Core) -> Core {
    let lifted = called_in_maps(&prog.funs);
    for (fun, lifted) in prog.funs.iter_mut().zip(lifted) {
        let stms = std::mem::take(&mut fun.body.stms);
        let mut rewriter = Rewriter { vars: &mut prog.vars, varying: FxHashSet::default() };
        if lifted {
            rewriter.varying.extend(fun.params.iter().map(|param| param.var));
        }
        fun.body.stms = rewriter.block(stms, lifted);
    }
    prog
}

/// The functions that calls inside of maps lead to, and calls that may be joined: these run over rows.
fn called_in_maps(funs: &[Fun<Soac>]) -> Vec<bool> {
    let mut inside = vec![];
    for stm in funs.iter().flat_map(|fun| &fun.body.stms) {
        // Every operator is looked at: none is what is sought.
        stm.exp.any(&mut |exp| {
            if let Exp::Op(op) = exp {
                op.blocks(&mut |block| inside.extend(calls_and_checks(block).0));
            }
            false
        });
    }
    let calls: Vec<Vec<FunId>> = funs.iter().map(|fun| calls_and_checks(&fun.body.stms).0).collect();
    let recursive = recursive(funs);
    for calls in &calls {
        let twice = |fun: &&FunId| recursive[fun.index()] && calls.iter().filter(|f| f == fun).count() > 1;
        inside.extend(calls.iter().filter(twice));
    }
    let mut lifted = reached(&calls, inside.iter().map(|fun| fun.index()));
    inside.iter().for_each(|fun| lifted[fun.index()] = true);
    lifted
}

struct Rewriter<'a> {
    vars: &'a mut Vars,
    /// Variables bound inside of maps.
    varying: FxHashSet<Var>,
}

impl Rewriter<'_> {
    fn block(&mut self, block: Vec<Stm<Soac>>, inside: bool) -> Vec<Stm<Soac>> {
        let mut out = vec![];
        for stm in block {
            self.stm(stm, inside, &mut out);
        }
        out
    }

    fn stm(&mut self, mut stm: Stm<Soac>, inside: bool, out: &mut Vec<Stm<Soac>>) {
        let map = matches!(stm.exp, Exp::Op(_));
        if map || inside {
            self.varying.extend(walk::bound_vars(&stm.exp));
        }
        if inside {
            self.varying.extend(stm.pat.all());
        }
        stm.exp.blocks_mut(&mut |block, _| *block = self.block(std::mem::take(block), inside || map));
        match stm.exp {
            Exp::Op(Soac::Screma(s)) if s.clauses.folds().any(|fold| inside && self.varies(fold)) => {
                self.marked(stm.pat, s, stm.loc, out);
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
            | Exp::Op(_)) => out.push(Stm { exp, ..stm }),
        }
    }

    fn varies(&self, fold: &Fold<Soac>) -> bool {
        fold.ne.iter().any(|z| z.var().is_some_and(|v| self.varying.contains(&v)))
    }

    /// The screma with every fold over marked elements. The neutral elements are combined with the results of scans in `each`, with
    /// those of reductions behind the operator.
    fn marked(&mut self, pat: Pat, mut s: Screma<Soac>, loc: base::Loc, out: &mut Vec<Stm<Soac>>) {
        let scans = std::mem::take(&mut s.clauses.scans);
        let mut b: Builder<'_, Soac> = Builder::new(self.vars);
        b.loc = loc.clone();
        let mut fixed = vec![];
        for scan in &scans {
            let marked = mark(&mut b, scan);
            let vals = marked.res[1..].iter().map(|v| Atom::Var(*v)).collect();
            let exp = in_front(&mut b, scan, marked.res[0].into(), vals);
            b.push(Pat::vals(scan.res.clone()), exp);
            fixed.append(&mut b.stms);
            s.clauses.scans.push(marked);
        }
        s.clauses.each.splice(0..0, fixed);

        let reds = std::mem::take(&mut s.clauses.reds);
        let folded: FxHashSet<Var> = reds.iter().flat_map(|f| f.res.iter().copied()).collect();
        let is_folded = |out: &Out| out.atom().and_then(Atom::var).is_some_and(|v| folded.contains(&v));
        let outs = std::mem::take(&mut s.clauses.outs);
        let (sums, plain): (Vec<_>, Vec<_>) =
            outs.into_iter().zip(pat.all()).partition(|(out, _)| is_folded(out));
        s.clauses.reds = reds.iter().map(|red| mark(&mut b, red)).collect();
        let results: Vec<Var> = s.clauses.reds.iter().flat_map(|red| red.res.iter().copied()).collect();
        s.clauses.outs =
            plain.iter().map(|(out, _)| *out).chain(results.iter().map(|v| Out::Row((*v).into()))).collect();
        // The marked results are bound beside the others, under names of their own.
        let types: Vec<Type> = results.iter().map(|v| b.vars[*v].ty.clone()).collect();
        let made: Vec<Var> = types.into_iter().map(|ty| b.fresh("marked", ty)).collect();
        let kept = |v: &Var| plain.iter().any(|(_, var)| var == v);
        let sizes = pat.sizes.iter().copied().filter(kept).collect();
        let vals = pat.vals.iter().copied().filter(kept).chain(made.iter().copied()).collect();
        b.push(Pat { sizes, vals }, Exp::Op(Soac::Screma(s)));
        let mut made = &made[..];
        for red in &reds {
            let (own, rest) = made.split_at(red.ne.len() + 1);
            made = rest;
            let vals = own[1..].iter().map(|v| Atom::Var(*v)).collect();
            let exp = in_front(&mut b, red, own[0].into(), vals);
            let combined = bind_like(&mut b, &own[1..], exp);
            for (res, combined) in red.res.iter().zip(combined) {
                let to = sums.iter().filter(|(out, _)| out.atom() == Some(Atom::Var(*res)));
                to.for_each(|(_, var)| b.push(Pat::one(*var), Exp::Atom(combined.into())));
            }
        }
        out.append(&mut b.stms);
    }
}

/// The fold over marked elements: what is not there is neutral.
fn mark(b: &mut Builder<'_, Soac>, fold: &Fold<Soac>) -> Fold<Soac> {
    let n = fold.ne.len();
    let index = b.fresh("row", Type::i64());
    let types: Vec<Type> = fold.op.params.iter().map(|p| b.vars[*p].ty.clone()).collect();
    let mut params: Vec<(&str, Type)> = vec![("p", Type::bool())];
    params.extend(types[..n].iter().map(|t| ("a", t.clone())));
    params.push(("q", Type::bool()));
    params.extend(types[n..].iter().map(|t| ("b", t.clone())));
    let op = b.lambda(&params, |b, params| {
        let (p, left) = (params[0], &params[1..=n]);
        let (q, right) = (params[n + 1], &params[n + 2..]);
        let both = b.bin("both", BinOp::And, p.into(), q.into());
        let some = b.bin("some", BinOp::Or, p.into(), q.into());
        let args: Vec<Atom> = left.iter().chain(right).map(|v| Atom::Var(*v)).collect();
        let then = b.body(|b| apply(b, fold, index.into(), &args));
        let els = b.body(|b| {
            let pick = |b: &mut Builder<'_, Soac>, (l, r): (&Var, &Var)| {
                let ty = b.vars[*l].ty.clone();
                let exp = Exp::select(p.into(), (*l).into(), (*r).into());
                b.bind("one", ty, exp).into()
            };
            let vals = left.iter().zip(right).map(|pair| pick(b, pair)).collect();
            Results::vals(vals)
        });
        let vars: Vec<Var> = types[..n].iter().map(|ty| b.fresh("r", ty.clone())).collect();
        let exp = Exp::If { cond: both, then: Box::new(then), els: Box::new(els) };
        b.push(Pat::vals(vars.clone()), exp);
        let vals = std::iter::once(some).chain(vars.into_iter().map(Atom::Var)).collect();
        Results::vals(vals)
    });
    let zero = |ty: &Type| Atom::Const(ty.as_scalar().unwrap_or(ScalarType::I64).zero());
    let ne = std::iter::once(Atom::Const(Scalar::Bool(false))).chain(types[..n].iter().map(zero)).collect();
    let args = std::iter::once(Atom::bool(true)).chain(fold.args.iter().copied()).collect();
    let mut res = vec![b.fresh("some", Type::bool())];
    res.extend(types[..n].iter().map(|ty| b.fresh("t", ty.clone())));
    Fold { op, ne, args, res, comm: fold.comm, kept: fold.kept, index: fold.index.map(|_| index) }
}

/// The neutral element combined with what was folded, if anything was.
fn in_front(b: &mut Builder<'_, Soac>, fold: &Fold<Soac>, some: Atom, vals: Vec<Atom>) -> Exp<Soac> {
    let args: Vec<Atom> = fold.ne.iter().copied().chain(vals).collect();
    // What was folded begins with the first element.
    let then = b.body(|b| apply(b, fold, Atom::i64(0), &args));
    let els = b.body(|_| Results::vals(fold.ne.clone()));
    Exp::If { cond: some, then: Box::new(then), els: Box::new(els) }
}

/// Binds what an expression gives to new variables of these types.
fn bind_like(b: &mut Builder<'_, Soac>, like: &[Var], exp: Exp<Soac>) -> Vec<Var> {
    let types: Vec<Type> = like.iter().map(|v| b.vars[*v].ty.clone()).collect();
    let vars: Vec<Var> = types.into_iter().map(|ty| b.fresh("r", ty)).collect();
    b.push(Pat::vals(vars.clone()), exp);
    vars
}

/// A copy of an operator's body, applied to a right operand that begins at `index`.
fn apply(b: &mut Builder<'_, Soac>, fold: &Fold<Soac>, index: Atom, args: &[Atom]) -> Results {
    let params = fold.op.params.iter().copied().zip(args.iter().copied());
    let subst: Vec<(Var, Atom)> = params.chain(fold.index.map(|row| (row, index))).collect();
    let body = walk::Subst::renaming(b.vars, subst).apply(fold.op.body.clone());
    b.stms.extend(body.stms);
    body.result
}
