//! Hoisting: what does not vary is computed once, in front of the maps or loops that it stands in.
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
//! only total code leaves a branch, where it costs no more than once, and no loop moves, as it may never end. Code that varies with an outer map stays in the inner one:
//! flattening would make arrays of what crosses from one to the other.
//!
//! A check of an index, or of a slice, that moves with the index of a map is one check of all elements (`affine`).
//!
//! Precondition and postcondition: verified Core. Does not do: arrays, and other checks that vary with the index.

mod affine;

use crate::effects::{can_fail, exp_can_fail, is_total};
use base::{BinOp, Loc, Scalar, ScalarType};
use ir::{
    Atom, Builder, Check, CheckKind, Core, Exp, Input, Loop, LoopForm, Pat, Prim, Screma, Soac, Stm, Var,
    Vars, walk,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Hoists in every function.
pub fn hoist(mut prog: Core) -> Core {
    for fun in &mut prog.funs {
        let stms = std::mem::take(&mut fun.body.stms);
        let host = fun.params.iter().map(|p| p.var).collect();
        fun.body.stms = Hoister { vars: &mut prog.vars, host, defs: FxHashMap::default() }.block(stms);
    }
    prog
}

struct Hoister<'a> {
    vars: &'a mut Vars,
    /// What is bound outside of maps so far.
    host: FxHashSet<Var>,
    /// Operations that stay inside of maps.
    defs: FxHashMap<Var, Prim>,
}

/// A map or loop that code is taken out of.
struct Around {
    /// How often its body is evaluated; a negative number is never. Nothing where the body decides.
    count: Option<Atom>,
    /// Its index, if it is a map that has one.
    index: Option<Var>,
    /// What it returns: to be told apart by the index.
    returned: FxHashSet<Var>,
}

impl Hoister<'_> {
    /// Statements outside of maps.
    fn block(&mut self, block: Vec<Stm<Soac>>) -> Vec<Stm<Soac>> {
        let mut out = vec![];
        for mut stm in block {
            match &mut stm.exp {
                Exp::Op(Soac::Screma(s)) => {
                    let (around, body) = (around_screma(s), std::mem::take(&mut s.body));
                    s.body = self.leave(body, &mut vec![around], &mut false, &mut out);
                }
                Exp::Loop(l) => {
                    let (around, body) = (around_loop(l), std::mem::take(&mut l.body.stms));
                    let body = self.leave(body, &mut vec![around], &mut false, &mut out);
                    // What is left varies with the rounds, but perhaps not with the maps inside.
                    self.host.extend(l.params.all());
                    if let LoopForm::For { index, .. } = &l.form {
                        self.host.insert(*index);
                    }
                    l.body.stms = self.block(body);
                }
                exp @ (Exp::Atom(_)
                | Exp::Prim(_)
                | Exp::Read { .. }
                | Exp::Check(_)
                | Exp::Op(Soac::Stream(_))
                | Exp::Trace { .. }
                | Exp::View(_)
                | Exp::Copy { .. }
                | Exp::Scratch { .. }
                | Exp::Total { .. }
                | Exp::Write { .. }
                | Exp::UpdateAcc { .. }
                | Exp::Call { .. }
                | Exp::If { .. }
                | Exp::WithAcc { .. }) => {
                    exp.blocks_mut(&mut |block, _| *block = self.block(std::mem::take(block)))
                }
            }
            self.host.extend(stm.pat.all());
            out.push(stm);
        }
        out
    }

    /// Moves what varies with nothing around it to `out`; returns what stays. `fails` says whether something that is evaluated
    /// in front, and stays, may fail.
    fn leave(
        &mut self,
        block: Vec<Stm<Soac>>,
        around: &mut Vec<Around>,
        fails: &mut bool,
        out: &mut Vec<Stm<Soac>>,
    ) -> Vec<Stm<Soac>> {
        let mut stays = vec![];
        for mut stm in block {
            let returned =
                stm.pat.all().any(|v| around.last().is_some_and(|around| around.returned.contains(&v)));
            if let (Exp::Check(check), false) = (&stm.exp, *fails)
                && let Some(ends) = self.affine(check, around)
                && let Some(same) = self.check_ends(check.clone(), &ends, &stm.loc, around, out)
            {
                stm.exp = Exp::Atom(same);
            }
            match &mut stm.exp {
                Exp::Prim(prim) if !returned && is_total(prim) && self.is_host(prim) => {
                    self.host.extend(stm.pat.all());
                    out.push(stm);
                    continue;
                }
                Exp::Check(check)
                    if !*fails && !returned && self.is_host(&check.kind) && self.movable(check, around) =>
                {
                    self.host.extend(stm.pat.all());
                    self.check(stm.pat, check.clone(), stm.loc, around, out);
                    continue;
                }
                Exp::Op(Soac::Screma(s)) => {
                    around.push(around_screma(s));
                    s.body = self.leave(std::mem::take(&mut s.body), around, fails, out);
                    around.pop();
                }
                Exp::Loop(l) => {
                    around.push(around_loop(l));
                    // A condition is evaluated in front of the body.
                    let mut first = *fails || matches!(&l.form, LoopForm::While(c) if can_fail(&c.stms));
                    let body = std::mem::take(&mut l.body.stms);
                    l.body.stms = self.leave(body, around, &mut first, out);
                    around.pop();
                }
                Exp::If { then, els, .. } => {
                    for side in [then, els] {
                        side.stms = self.leave_side(std::mem::take(&mut side.stms), out);
                    }
                }
                Exp::Atom(_)
                | Exp::Prim(_)
                | Exp::Read { .. }
                | Exp::Check(_)
                | Exp::Op(Soac::Stream(_))
                | Exp::Trace { .. }
                | Exp::View(_)
                | Exp::Copy { .. }
                | Exp::Scratch { .. }
                | Exp::Total { .. }
                | Exp::Write { .. }
                | Exp::UpdateAcc { .. }
                | Exp::Call { .. }
                | Exp::WithAcc { .. } => {}
            }
            if let (Exp::Prim(prim), [var]) = (&stm.exp, stm.pat.vals.as_slice()) {
                self.defs.insert(*var, *prim);
            }
            *fails |= exp_can_fail(&stm.exp);
            stays.push(stm);
        }
        stays
    }

    /// Moves the total code of one side of a branch to `out` that varies with nothing around the branch; returns what stays.
    fn leave_side(&mut self, block: Vec<Stm<Soac>>, out: &mut Vec<Stm<Soac>>) -> Vec<Stm<Soac>> {
        let mut stays = vec![];
        for mut stm in block {
            match &mut stm.exp {
                Exp::Prim(prim) if is_total(prim) && self.is_host(prim) => {
                    self.host.extend(stm.pat.all());
                    out.push(stm);
                    continue;
                }
                Exp::If { then, els, .. } => {
                    for side in [then, els] {
                        side.stms = self.leave_side(std::mem::take(&mut side.stms), out);
                    }
                }
                Exp::Atom(_)
                | Exp::Prim(_)
                | Exp::Read { .. }
                | Exp::Check(_)
                | Exp::Op(_)
                | Exp::Loop(_)
                | Exp::Trace { .. }
                | Exp::View(_)
                | Exp::Copy { .. }
                | Exp::Scratch { .. }
                | Exp::Total { .. }
                | Exp::Write { .. }
                | Exp::UpdateAcc { .. }
                | Exp::Call { .. }
                | Exp::WithAcc { .. } => {}
            }
            stays.push(stm);
        }
        stays
    }

    fn is_host(&self, x: &impl walk::Walk) -> bool {
        walk::free_vars(x, self.vars).iter().all(|v| self.host.contains(v))
    }

    /// Whether a check can be evaluated in front: it is known how often it would be, and it names no index but those of the maps.
    fn movable(&self, check: &Check, around: &[Around]) -> bool {
        let host = |a: &Atom| a.var().is_none_or(|v| self.host.contains(&v));
        let named = |a: &Atom| host(a) || around.iter().any(|around| around.index == a.var());
        let counted = around.iter().all(|around| around.count.as_ref().is_some_and(host));
        let scalar = !matches!(check.kind, CheckKind::Equal { .. });
        counted && !check.proved && scalar && check.at.iter().all(named)
    }

    /// The check in front, where there is an element.
    fn check(&mut self, pat: Pat, mut check: Check, loc: Loc, around: &[Around], out: &mut Vec<Stm<Soac>>) {
        for at in &mut check.at {
            if at.var().is_some() && around.iter().any(|around| around.index == at.var()) {
                *at = Atom::i64(0);
            }
        }
        let mut b: Builder<'_, Soac> = Builder::new(self.vars);
        b.loc = loc;
        let counts = around.iter().filter_map(|around| around.count);
        let some: Vec<Atom> = counts.map(|n| b.bin("some", BinOp::Lt, Atom::i64(0), n)).collect();
        let some =
            some.into_iter().reduce(|x, y| b.bin("some", BinOp::And, x, y)).unwrap_or(Atom::bool(true));
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

/// What is known of a map.
fn around_screma(s: &Screma<Soac>) -> Around {
    let index = s.inputs.iter().find(|(_, input)| *input == Input::Iota).map(|(param, _)| *param);
    Around { count: Some(s.width), index, returned: s.clauses.out_atoms().filter_map(Atom::var).collect() }
}

/// What is known of a loop.
fn around_loop(l: &Loop<Soac>) -> Around {
    let count = match &l.form {
        LoopForm::For { count, .. } => Some(*count),
        LoopForm::While(_) => None,
    };
    Around { count, index: None, returned: l.body.result.all().filter_map(Atom::var).collect() }
}
