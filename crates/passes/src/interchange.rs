//! Reductions and scans whose operators are no scalar code: the maps inside their operators move outwards.
//!
//! ```text
//! let r: [m]t = screma n (xs <- xss) {} red (t) = (as, bs) { map f as bs } (xs) ne (zs) out (row t)
//!   =>
//! let cols: [m][n]t = rearrange (1,0) xss
//! let r: [m]t = screma m (col <- cols, z <- zs) { let c = screma n (x <- col) {} red (t) = f (x) ne (z) out (row t) } out (c)
//! ```
//!
//! This is the reduce-map interchange (G5 of the seeds), for scans too (`columns`). Where the operator is no map, many elements are
//! combined at once, each time by the operator as it is (`tree`). So are scalars whose operator computes with arrays. Inside of an
//! operator, whose points are parallel already, a loop combines one element after the other where its rounds need no kernels of
//! their own.
//!
//! Precondition: verified Core. Postcondition: verified Core whose reductions and scans have scalar operands and operators that are
//! code of a kernel.
//! Does not do: operands whose sizes vary (the front end refuses them).

mod columns;
mod tree;

use crate::flatten::sequential::is_kernel_code;
use ir::{
    Atom, Builder, Clauses, Core, Exp, Fold, Input, Lambda, Out, Pat, Screma, Soac, Stm, Type, Var, Vars,
    View, builder, fresh, peel,
};
use rustc_hash::FxHashMap;

/// Rewrites every function.
pub fn interchange(mut prog: Core) -> Core {
    for fun in &mut prog.funs {
        let stms = std::mem::take(&mut fun.body.stms);
        fun.body.stms =
            Rewriter { vars: &mut prog.vars, fills: FxHashMap::default(), inside: false }.block(stms);
    }
    prog
}

struct Rewriter<'a> {
    vars: &'a mut Vars,
    /// Arrays that are one value, replicated.
    fills: FxHashMap<Var, Atom>,
    /// Whether what is looked at stands inside of an operator.
    inside: bool,
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
        let outside = self.inside;
        self.inside |= matches!(stm.exp, Exp::Op(_));
        stm.exp.blocks_mut(&mut |block, _| *block = self.block(std::mem::take(block)));
        self.inside = outside;
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
                if let (Exp::View(view), [var]) = (&exp, stm.pat.vals.as_slice())
                    && let Some(x) = filling(view)
                {
                    self.fills.insert(*var, x);
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
                None if width.as_i64().is_some_and(|n| n <= tree::GROUP)
                    || self.inside && !is_parallel(&fold.op.body.stms) =>
                {
                    self.one_by_one(along, &fold)
                }
                None => self.tree(along, &fold),
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
}

/// The value that all elements of an array are.
fn filling(view: &View) -> Option<Atom> {
    if let View::Literal { elems, .. } = view {
        return elems.first().copied().filter(|x| elems.iter().all(|y| y == x));
    }
    if let View::Replicate { x, .. } = view { Some(*x) } else { None }
}

/// Whether code makes arrays by parallel operators, so that the loop around it would be one of the host.
fn is_parallel(block: &[Stm<Soac>]) -> bool {
    let makes = |exp: &Exp<Soac>| {
        if let Exp::Op(Soac::Screma(s)) = exp {
            return !s.clauses.outs.iter().all(|out| matches!(out, Out::Row(_)));
        }
        matches!(exp, Exp::Op(Soac::Stream(_)) | Exp::WithAcc { .. })
    };
    block.iter().any(|stm| stm.exp.any(&mut |exp| makes(exp)))
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
