//! Inlining: calls are replaced by the bodies of the functions.
//!
//! ```text
//! fun double (a) -> (i64) { let b = add.i64 a a  in (b) }
//! .. let y = call double(x) at (i) @9:4
//!   =>
//! .. let b2 = add.i64 x x @1:5 < 9:4  let y = b2
//! ```
//!
//! What calls itself, directly or through others, stays a function. Other calls are inlined where the callee is small, so that the
//! call would cost more than the code; and inside of maps, where what a callee does in parallel becomes a part of the nest around it. Larger
//! functions called outside of maps stay functions of the host, larger ones from scalars to scalars functions of kernels. Functions that nobody calls any more are dropped.
//!
//! Statements keep their positions and get that of the call behind them; checks name the indices of the call first.
//!
//! Precondition and postcondition: verified Core.

use crate::effects::calls_and_checks;
use crate::functions::scalar_functions;
use base::Id;
use ir::walk::Subst;
use ir::{Atom, Check, Core, Exp, Fun, FunId, Param, Pat, Soac, Stm, Var, Vars, View};

/// Most statements of a callee that is inlined everywhere.
const SMALL: usize = 8;

/// Inlines in every function.
pub fn inline(mut prog: Core) -> Core {
    let calls: Vec<Vec<FunId>> = prog.funs.iter().map(|fun| calls_and_checks(&fun.body.stms).0).collect();
    if calls.iter().all(Vec::is_empty) {
        return prog;
    }
    let reaches: Vec<Vec<bool>> = (0..calls.len()).map(|at| reached(&calls, [at])).collect();
    let scalar = scalar_functions(&prog.funs, &prog.vars, true);
    // Callees come first: what is copied holds no call that could have been inlined.
    let mut order: Vec<usize> = (0..calls.len()).collect();
    order.sort_by_key(|at| reaches[*at].iter().filter(|r| **r).count());
    for at in order {
        let mut stms = std::mem::take(&mut prog.funs[at].body.stms);
        let mut inliner =
            Inliner { vars: &mut prog.vars, funs: &prog.funs, reaches: &reaches, scalar: &scalar };
        inliner.block(&mut stms, Place::Outside);
        prog.funs[at].body.stms = stms;
    }
    drop_uncalled(&mut prog);
    prog
}

/// The functions that calls from some functions lead to.
pub(crate) fn reached(calls: &[Vec<FunId>], from: impl IntoIterator<Item = usize>) -> Vec<bool> {
    let mut reached = vec![false; calls.len()];
    let mut todo: Vec<usize> = from.into_iter().collect();
    while let Some(at) = todo.pop() {
        for callee in &calls[at] {
            if !std::mem::replace(&mut reached[callee.index()], true) {
                todo.push(callee.index());
            }
        }
    }
    reached
}

/// Drops the functions that no entry point reaches, and renumbers the others. A program without entry points keeps all.
pub fn drop_uncalled(prog: &mut Core) {
    let is_entry = |fun: &Fun<Soac>| fun.entry.is_some();
    if !prog.funs.iter().any(is_entry) {
        return;
    }
    let calls: Vec<Vec<FunId>> = prog.funs.iter().map(|fun| calls_and_checks(&fun.body.stms).0).collect();
    let entries = prog.funs.iter().enumerate().filter(|(_, fun)| is_entry(fun)).map(|(at, _)| at);
    let reached = reached(&calls, entries);
    let kept: Vec<bool> =
        prog.funs.iter().zip(reached).map(|(fun, called)| called || is_entry(fun)).collect();
    let mut numbers = vec![];
    let mut next = 0;
    for kept in &kept {
        numbers.push(FunId::from_index(next));
        next += usize::from(*kept);
    }
    let mut kept = kept.into_iter();
    prog.funs.retain(|_| kept.next().unwrap_or(true));
    prog.funs.iter_mut().for_each(|fun| renumber(&mut fun.body.stms, &numbers));
}

fn renumber(block: &mut [Stm<Soac>], numbers: &[FunId]) {
    for stm in block {
        if let Exp::Call { fun, .. } = &mut stm.exp {
            *fun = numbers[fun.index()];
        }
        stm.exp.blocks_mut(&mut |block, _| renumber(block, numbers));
    }
}

struct Inliner<'a> {
    vars: &'a mut Vars,
    funs: &'a [Fun<Soac>],
    /// For each function, those that calls from it lead to.
    reaches: &'a [Vec<bool>],
    /// Those that kernels can call.
    scalar: &'a [bool],
}

/// Where a call stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Outside,
    Map,
    /// In the operator of a fold or an accumulator.
    Operator,
}

impl Inliner<'_> {
    fn block(&mut self, block: &mut Vec<Stm<Soac>>, place: Place) {
        for mut stm in std::mem::take(block) {
            let place =
                if place == Place::Outside && matches!(stm.exp, Exp::Op(_)) { Place::Map } else { place };
            self.operators(&mut stm.exp);
            stm.exp.blocks_mut(&mut |block, _| self.block(block, place));
            if let Exp::Call { fun, args, at, .. } = &stm.exp
                && self.wanted(*fun, place)
            {
                self.copy(*fun, args, at, &stm, block);
            } else {
                block.push(stm)
            }
        }
    }

    /// The operators of folds and accumulators: what combines scalars calls nothing.
    fn operators(&mut self, exp: &mut Exp<Soac>) {
        if let Exp::Op(Soac::Screma(s)) = exp {
            for fold in s.clauses.folds_mut() {
                self.block(&mut fold.op.body.stms, Place::Operator);
            }
        }
        if let Exp::WithAcc { accs, .. } = exp {
            for op in accs.iter_mut().flat_map(|acc| &mut acc.op) {
                self.block(&mut op.lam.body.stms, Place::Operator);
            }
        }
    }

    fn wanted(&self, fun: FunId, place: Place) -> bool {
        let at = fun.index();
        let small = || size(&self.funs[at].body.stms) <= SMALL;
        let large_scalar = || {
            let scalar = |p: &Param| !self.vars[p.var].ty.is_array();
            self.scalar[at] && self.funs[at].params.iter().all(scalar) && !small()
        };
        !self.reaches[at][at]
            && match place {
                Place::Outside => small(),
                Place::Map => !large_scalar(),
                Place::Operator => true,
            }
    }

    /// Puts the statements of a function in place of a call.
    fn copy(&mut self, fun: FunId, args: &[Atom], at: &[Atom], call: &Stm<Soac>, block: &mut Vec<Stm<Soac>>) {
        let callee = &self.funs[fun.index()];
        let params = callee.params.iter().map(|p| p.var).zip(args.iter().copied());
        let mut body = Subst::renaming(self.vars, params).apply(callee.body.clone());
        called(&mut body.stms, call, at);
        block.append(&mut body.stms);
        let results: Vec<Atom> = body.result.all().collect();
        for (var, result) in call.pat.all().zip(results) {
            let exp = self.named(var, result);
            block.push(Stm::new(Pat::one(var), exp, call.loc.clone()));
        }
    }

    /// A result under the name, and with the sizes, that the call gave it.
    fn named(&self, var: Var, result: Atom) -> Exp<Soac> {
        match result {
            Atom::Var(arr) if self.vars[arr].ty != self.vars[var].ty => Exp::View(View::Recast {
                arr,
                dims: self.vars[var].ty.dims().to_vec(),
                under: vec![],
                inside: vec![],
            }),
            result @ (Atom::Var(_) | Atom::Const(_)) => Exp::Atom(result),
        }
    }
}

/// How many statements a block has, however deep.
fn size(block: &[Stm<Soac>]) -> usize {
    let mut sum = block.len();
    block.iter().for_each(|stm| stm.exp.blocks(&mut |block| sum += size(block)));
    sum
}

/// Adds the position and the indices of a call to statements that it led to.
fn called(block: &mut [Stm<Soac>], call: &Stm<Soac>, indices: &[Atom]) {
    for stm in block {
        stm.loc = stm.loc.called_from(&call.loc);
        if let Exp::Check(Check { at, .. }) | Exp::Call { at, .. } = &mut stm.exp {
            at.splice(0..0, indices.iter().copied());
        }
        stm.exp.blocks_mut(&mut |block, _| called(block, call, indices));
    }
}
