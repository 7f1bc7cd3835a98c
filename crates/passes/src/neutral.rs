//! Neutral elements that differ from row to row.
//!
//! ```text
//! screma n (xs) map (x) { in (x) } red op ne (z)          -- z is bound inside of an enclosing map
//!   =>
//! let (some, r) = screma n (xs) map (x) { in (true, x) } red (p, a, q, b) { both ? (true, op a b) : the one that is } ne (false, 0)
//! let r2 = if some { op z r } else { z }
//! ```
//!
//! A kernel starts its rows with one neutral element, so one that varies is taken out of the fold: elements are marked,
//! *none* is neutral, and the varying element is combined once, in front. Scans likewise, at every element.
//!
//! Precondition: verified Core whose folds have scalar operands. Postcondition: neutral elements are constants or do not vary
//! with any map. Does not do: folds whose neutral element is the same everywhere, the usual case.

use base::{BinOp, Scalar, ScalarType};
use ir::builder::folded;
use ir::{
    Atom, Body, Builder, Core, Exp, Fold, Input, Lambda, Loop, LoopForm, Pat, Results, Screma, Soac, Stm,
    Type, Var, Vars, walk,
};
use rustc_hash::FxHashSet;

/// Rewrites every function.
pub fn neutral(mut prog: Core) -> Core {
    for fun in &mut prog.funs {
        let body = std::mem::replace(&mut fun.body, Body { stms: vec![], result: Results::default() });
        let mut rewriter = Rewriter { vars: &mut prog.vars, varying: FxHashSet::default() };
        fun.body = rewriter.body(body, false);
    }
    prog
}

struct Rewriter<'a> {
    vars: &'a mut Vars,
    /// Variables bound inside of maps.
    varying: FxHashSet<Var>,
}

impl Rewriter<'_> {
    fn body(&mut self, body: Body<Soac>, inside: bool) -> Body<Soac> {
        let mut out = vec![];
        for stm in body.stms {
            self.stm(stm, inside, &mut out);
        }
        Body { stms: out, result: body.result }
    }

    fn stm(&mut self, mut stm: Stm<Soac>, inside: bool, out: &mut Vec<Stm<Soac>>) {
        if inside {
            self.varying.extend(stm.pat.all());
        }
        stm.exp = match stm.exp {
            Exp::If { cond, then, els } => {
                let (then, els) = (self.body(*then, inside), self.body(*els, inside));
                Exp::If { cond, then: Box::new(then), els: Box::new(els) }
            }
            Exp::Loop(l) => {
                let l = *l;
                if inside {
                    self.varying.extend(l.params.all());
                }
                let form = match l.form {
                    LoopForm::While(cond) => LoopForm::While(self.body(cond, inside)),
                    LoopForm::For { index, count } => {
                        if inside {
                            self.varying.insert(index);
                        }
                        LoopForm::For { index, count }
                    }
                };
                Exp::Loop(Box::new(Loop { form, body: self.body(l.body, inside), ..l }))
            }
            Exp::WithAcc { accs, body } => Exp::WithAcc { accs, body: Box::new(self.body(*body, inside)) },
            Exp::Op(Soac::Screma(mut s)) => {
                self.varying.extend(&s.map.params);
                s.map.body = self.body(s.map.body, true);
                let varies =
                    |f: &Fold<Soac>| f.ne.iter().any(|z| z.var().is_some_and(|v| self.varying.contains(&v)));
                if !s.keep && s.reds.iter().chain(&s.scans).any(varies) {
                    return self.marked(stm.pat, s, stm.loc, out);
                }
                Exp::Op(Soac::Screma(s))
            }
            exp => exp,
        };
        out.push(stm);
    }

    /// The screma with every fold over marked elements; then the neutral elements in front of the results.
    fn marked(&mut self, pat: Pat, mut s: Screma<Soac>, loc: base::Loc, out: &mut Vec<Stm<Soac>>) {
        let width = s.width;
        let (reds, scans) = (s.reds.clone(), s.scans.clone());
        let mut vals = std::mem::take(&mut s.map.body.result.vals).into_iter();
        let mut marked_vals = vec![];
        for fold in reds.iter().chain(&scans) {
            marked_vals.push(Atom::bool(true));
            marked_vals.extend(vals.by_ref().take(fold.ne.len()));
        }
        marked_vals.extend(vals);
        s.map.body.result.vals = marked_vals;
        s.reds = reds.iter().map(|f| self.mark(f, &loc)).collect();
        s.scans = scans.iter().map(|f| self.mark(f, &loc)).collect();
        let (n_reds, n_scans) = (folded(&s.reds), folded(&s.scans));

        let mut b: Builder<'_, Soac> = Builder::new(self.vars);
        b.loc = loc;
        let made = b.screma("marked", s);
        let mut results = pat.vals.iter().copied();
        let mut first = 0;
        for fold in &reds {
            let n = fold.ne.len();
            let own = &made.vals[first..first + n + 1];
            first += n + 1;
            let to: Vec<Var> = results.by_ref().take(n).collect();
            let exp = in_front(&mut b, fold, own[0].into(), own[1..].iter().map(|v| Atom::Var(*v)).collect());
            b.push(Pat::vals(to), exp);
        }
        for fold in &scans {
            let n = fold.ne.len();
            let own = &made.vals[first..first + n + 1];
            first += n + 1;
            let to: Vec<Var> = results.by_ref().take(n).collect();
            let params: Vec<Var> = own
                .iter()
                .map(|arr| {
                    let ty = ir::types::peel(&b.vars[*arr].ty, Atom::Var);
                    b.fresh("x", ty)
                })
                .collect();
            let body = b.body(|b| {
                let vals = params[1..].iter().map(|v| Atom::Var(*v)).collect();
                let exp = in_front(b, fold, params[0].into(), vals);
                let types: Vec<Type> = params[1..].iter().map(|p| b.vars[*p].ty.clone()).collect();
                let vars: Vec<Var> = types.into_iter().map(|ty| b.fresh("r", ty)).collect();
                b.push(Pat::vals(vars.clone()), exp);
                Results::vals(vars.into_iter().map(Atom::Var).collect())
            });
            let inputs = own.iter().map(|a| Input::Array(*a)).collect();
            let map = Lambda { params, body };
            let after = Screma::map(width, inputs, map);
            b.push(Pat::vals(to), Exp::Op(Soac::Screma(after)));
        }
        debug_assert_eq!(first, n_reds + n_scans);
        for (var, made) in results.zip(&made.vals[first..]) {
            b.push(Pat::one(var), Exp::Atom((*made).into()));
        }
        for (var, made) in pat.sizes.iter().zip(&made.sizes) {
            b.push(Pat::one(*var), Exp::Atom((*made).into()));
        }
        out.append(&mut b.stms);
    }

    /// The fold over marked elements: what is not there is neutral.
    fn mark(&mut self, fold: &Fold<Soac>, loc: &base::Loc) -> Fold<Soac> {
        let n = fold.ne.len();
        let mut b: Builder<'_, Soac> = Builder::new(self.vars);
        b.loc = loc.clone();
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
            let then = b.body(|b| apply(b, &fold.op, &args));
            let els = b.body(|b| {
                let pick = |b: &mut Builder<'_, Soac>, (l, r): (&Var, &Var)| {
                    let ty = b.vars[*l].ty.clone();
                    let exp = Exp::Select { cond: p.into(), a: (*l).into(), b: (*r).into() };
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
        let ne =
            std::iter::once(Atom::Const(Scalar::Bool(false))).chain(types[..n].iter().map(zero)).collect();
        Fold { op, ne, comm: fold.comm }
    }
}

/// The neutral element combined with what was folded, if anything was.
fn in_front(b: &mut Builder<'_, Soac>, fold: &Fold<Soac>, some: Atom, vals: Vec<Atom>) -> Exp<Soac> {
    let args: Vec<Atom> = fold.ne.iter().copied().chain(vals).collect();
    let then = b.body(|b| apply(b, &fold.op, &args));
    let els = b.body(|_| Results::vals(fold.ne.clone()));
    Exp::If { cond: some, then: Box::new(then), els: Box::new(els) }
}

/// A copy of an operator's body, applied.
fn apply(b: &mut Builder<'_, Soac>, op: &Lambda<Soac>, args: &[Atom]) -> Results {
    let subst: Vec<(Var, Atom)> = op.params.iter().copied().zip(args.iter().copied()).collect();
    let body = walk::Subst::renaming(b.vars, subst).apply(op.body.clone());
    b.stms.extend(body.stms);
    body.result
}
