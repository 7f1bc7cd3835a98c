//! Hoisting: what does not vary is computed once, in front of the map or loop that it stands in.
//!
//! ```text
//! screma n (x <- xs) { let d = sub.i64 63i64 c  let k = nonzero.i64! d at (i)  .. }
//!   =>
//! let d = sub.i64 63i64 c
//! let some = lt.i64 0i64 n
//! let k = nonzero.i64! (select some d 1i64) at (0i64)
//! screma n (x <- xs) { .. }
//! ```
//!
//! Total scalar code moves. A check moves if nothing in front of it can fail: it is then the first to fail at the first element,
//! and fails there for every element, so that no failure is lost, invented or reported instead of another. Where there is no
//! element it checks something that holds. A division stays where its divisor was shown not to be 0, a read where its index was shown to be in bounds;
//! nothing leaves a branch, and no loop moves, as it may never end.
//!
//! Precondition and postcondition: verified Core. Does not do: arrays, and checks that vary with the index.

use base::{BinOp, Loc, Scalar, ScalarType};
use ir::{
    Atom, Builder, Check, CheckKind, Core, Exp, Input, Loop, LoopForm, Pat, Prim, Screma, Soac, Stm, Var,
    Vars, walk,
};
use rustc_hash::FxHashSet;

/// Hoists in every function.
pub fn hoist(mut prog: Core) -> Core {
    for fun in &mut prog.funs {
        let stms = std::mem::take(&mut fun.body.stms);
        fun.body.stms = Hoister { vars: &mut prog.vars }.block(stms);
    }
    prog
}

struct Hoister<'a> {
    vars: &'a mut Vars,
}

/// A map or loop that code is taken out of.
struct Around {
    /// How often its body is evaluated; a negative number is never. Nothing where the body decides.
    count: Option<Atom>,
    /// What it binds, besides what the statements of its body do.
    bound: FxHashSet<Var>,
    /// Its index, if it is a map that has one.
    index: Option<Var>,
    /// What it returns, and may have to be told apart by the index.
    returned: FxHashSet<Var>,
}

impl Hoister<'_> {
    fn block(&mut self, block: Vec<Stm<Soac>>) -> Vec<Stm<Soac>> {
        let mut out = vec![];
        for mut stm in block {
            stm.exp.blocks_mut(&mut |block, _| *block = self.block(std::mem::take(block)));
            match &mut stm.exp {
                Exp::Op(Soac::Screma(s)) => {
                    let around = around_screma(s);
                    s.body = self.leave(std::mem::take(&mut s.body), around, &mut out);
                }
                Exp::Loop(l) => {
                    let around = around_loop(l);
                    l.body.stms = self.leave(std::mem::take(&mut l.body.stms), around, &mut out);
                }
                _ => {}
            }
            out.push(stm);
        }
        out
    }

    /// Moves what does not vary to `out`; returns what stays.
    fn leave(
        &mut self,
        block: Vec<Stm<Soac>>,
        mut around: Around,
        out: &mut Vec<Stm<Soac>>,
    ) -> Vec<Stm<Soac>> {
        let mut stays = vec![];
        // Whether something that stays may fail.
        let mut fails = false;
        for stm in block {
            let varies = |v: &Var| around.bound.contains(v);
            let returned = stm.pat.all().any(|v| around.returned.contains(&v));
            match stm.exp {
                Exp::Prim(prim)
                    if !returned
                        && is_total(&prim)
                        && !walk::free_vars(&prim, self.vars).iter().any(varies) =>
                {
                    out.push(stm);
                }
                Exp::Check(check)
                    if !fails
                        && !returned
                        && movable(&check, &around)
                        && !walk::free_vars(&check.kind, self.vars).iter().any(varies) =>
                {
                    let count = around.count.unwrap_or(Atom::i64(0));
                    self.check(stm.pat, check, stm.loc, (count, around.index), out);
                }
                exp => {
                    fails |= crate::effects::exp_can_fail(&exp);
                    around.bound.extend(stm.pat.all());
                    stays.push(Stm { pat: stm.pat, exp, loc: stm.loc });
                }
            }
        }
        stays
    }

    /// The check in front, where there is an element.
    fn check(
        &mut self,
        pat: Pat,
        mut check: Check,
        loc: Loc,
        (count, index): (Atom, Option<Var>),
        out: &mut Vec<Stm<Soac>>,
    ) {
        for at in &mut check.at {
            if at.var().is_some() && at.var() == index {
                *at = Atom::i64(0);
            }
        }
        let mut b: Builder<'_, Soac> = Builder::new(self.vars);
        b.loc = loc;
        let some = b.bin("some", BinOp::Lt, Atom::i64(0), count);
        let mut guarded = |a: &mut Atom, safe: i64| {
            let ty = b.ty(*a);
            let safe = Atom::Const(Scalar::from_i64(ty.as_scalar().unwrap_or(ScalarType::I64), safe));
            if *a != safe {
                *a = b.bind("checked", ty, Exp::select(some, *a, safe)).into();
            }
        };
        match &mut check.kind {
            CheckKind::Size { a, .. } | CheckKind::Exponent { a, .. } => guarded(a, 0),
            CheckKind::NonZero { a, .. } => guarded(a, 1),
            CheckKind::Bounds { index, size } => {
                guarded(index, 0);
                guarded(size, 1);
            }
            CheckKind::SliceLen { start, end, stride, .. } => {
                guarded(start, 0);
                guarded(end, 0);
                guarded(stride, 1);
            }
            CheckKind::Assert { cond, .. } => guarded(cond, 1),
            CheckKind::Equal { .. } => base::bug!("hoist", "an equality was moved"),
        }
        b.push(pat, Exp::Check(check));
        out.append(&mut b.stms);
    }
}

/// What a screma binds at an element.
fn around_screma(s: &Screma<Soac>) -> Around {
    let index = s.inputs.iter().find(|(_, input)| *input == Input::Iota).map(|(param, _)| *param);
    let bound = s.inputs.iter().map(|(param, _)| *param).collect();
    Around {
        count: Some(s.width),
        bound,
        index,
        returned: s.clauses.out_atoms().filter_map(Atom::var).collect(),
    }
}

/// What a loop binds in a round.
fn around_loop(l: &Loop<Soac>) -> Around {
    let mut bound: FxHashSet<Var> = l.params.all().collect();
    let count = match &l.form {
        LoopForm::For { index, count } => {
            bound.insert(*index);
            Some(*count)
        }
        LoopForm::While(_) => None,
    };
    Around { count, bound, index: None, returned: l.body.result.all().filter_map(Atom::var).collect() }
}

/// Whether a check can be evaluated in front: it names no index but that of the map.
fn movable(check: &Check, around: &Around) -> bool {
    let named = |a: &Atom| a.var().is_none_or(|v| Some(v) == around.index || !around.bound.contains(&v));
    let scalar = !matches!(check.kind, CheckKind::Equal { .. });
    around.count.is_some() && !check.proved && scalar && check.at.iter().all(named)
}

/// Whether an operation gives a value for all operands.
fn is_total(prim: &Prim) -> bool {
    match prim {
        Prim::Bin { op, ty, b, .. } => {
            !op.can_fail(*ty) || matches!(b, Atom::Const(c) if *op != BinOp::Pow && c.bits() != 0)
        }
        Prim::Un { .. } | Prim::Conv { .. } | Prim::Select { .. } => true,
    }
}
