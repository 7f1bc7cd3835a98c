//! The rows that failures name: every check is given the indices of the maps and folds around it.
//!
//! ```text
//! screma n (xs: [m]i64 <- xss) { let k = bounds! j m }   =>   screma n (xs: [m]i64 <- xss, i <- iota) { let k = bounds! j m at (i) }
//! ```
//!
//! From here on the indices are operands like any other: whatever moves, splits or fuses the code around a check renames them with
//! everything else, and messages stay what they were.

use base::{BinOp, ScalarType};
use ir::{Atom, Check, Core, Exp, Fold, Input, Pat, Soac, Stm, Type, Var, Vars, fresh};

/// Names the rows in every function.
pub(super) fn name_rows(core: &mut Core) {
    for fun in &mut core.funs {
        name(&mut fun.body.stms, &[], &mut core.vars);
    }
}

fn name(block: &mut [Stm<Soac>], around: &[Atom], vars: &mut Vars) {
    for stm in block {
        match &mut stm.exp {
            Exp::Check(Check { at, .. }) | Exp::Call { at, .. } => *at = around.to_vec(),
            Exp::Op(Soac::Screma(s)) => {
                if names_rows(&s.body) || names_rows(&s.clauses.each) {
                    let known = s.inputs.iter().find(|(_, input)| *input == Input::Iota);
                    let index = known.map(|(param, _)| *param).unwrap_or_else(|| {
                        let index = fresh(vars, "row", Type::i64());
                        s.inputs.push((index, Input::Iota));
                        index
                    });
                    let around: Vec<Atom> = around.iter().copied().chain([index.into()]).collect();
                    name(&mut s.body, &around, vars);
                    name(&mut s.clauses.each, &around, vars);
                }
                s.clauses.folds_mut().for_each(|fold| name_in_fold(fold, around, vars));
            }
            Exp::Op(Soac::Stream(s)) => {
                if let Some(op) = &mut s.op {
                    name(&mut op.body.stms, around, vars);
                }
                name(&mut s.body.stms, around, vars);
                from_first(&mut s.body.stms, (s.size, s.first), vars);
            }
            // The operator of an accumulator is applied wherever it is updated.
            Exp::WithAcc { accs, body } => {
                let ops = accs.iter_mut().filter_map(|acc| acc.op.as_mut());
                ops.for_each(|op| name(&mut op.lam.body.stms, &[], vars));
                name(&mut body.stms, around, vars);
            }
            exp => exp.blocks_mut(&mut |block, _| name(block, around, vars)),
        }
    }
}

/// In maps over a whole chunk, the row of a failure is that of the array, however it was cut.
fn from_first(block: &mut [Stm<Soac>], (size, first): (Var, Var), vars: &mut Vars) {
    for stm in block {
        if let Exp::Op(Soac::Screma(s)) = &mut stm.exp
            && s.width == size.into()
            && let Some(index) =
                s.inputs.iter().find(|(_, input)| *input == Input::Iota).map(|(param, _)| *param)
            && (names_rows(&s.body) || names_rows(&s.clauses.each))
        {
            let row = fresh(vars, "row", Type::i64());
            let add = Exp::bin(BinOp::Add, ScalarType::I64, first.into(), index.into());
            rename(&mut s.body, index, row);
            rename(&mut s.clauses.each, index, row);
            s.body.insert(0, Stm::new(Pat::one(row), add, stm.loc.clone()));
        }
        if let Exp::Op(Soac::Screma(s)) = &mut stm.exp
            && s.width == size.into()
        {
            for fold in s.clauses.folds_mut() {
                let Some(index) = fold.index else { continue };
                let row = fresh(vars, "row", Type::i64());
                let add = Exp::bin(BinOp::Add, ScalarType::I64, first.into(), index.into());
                rename(&mut fold.op.body.stms, index, row);
                fold.op.body.stms.insert(0, Stm::new(Pat::one(row), add, stm.loc.clone()));
            }
        }
        stm.exp.blocks_mut(&mut |block, _| from_first(block, (size, first), vars));
    }
}

/// Names another row in failures.
fn rename(block: &mut [Stm<Soac>], index: Var, row: Var) {
    for stm in block {
        if let Exp::Check(Check { at, .. }) | Exp::Call { at, .. } = &mut stm.exp {
            at.iter_mut().filter(|a| **a == index.into()).for_each(|a| *a = row.into());
        }
        stm.exp.blocks_mut(&mut |block, _| rename(block, index, row));
    }
}

/// In an operator that can fail, the row is the one that its right operand begins with.
fn name_in_fold(fold: &mut Fold<Soac>, around: &[Atom], vars: &mut Vars) {
    if names_rows(&fold.op.body.stms) {
        let index = fresh(vars, "row", Type::i64());
        fold.index = Some(index);
        let around: Vec<Atom> = around.iter().copied().chain([index.into()]).collect();
        name(&mut fold.op.body.stms, &around, vars);
    }
}

fn names_rows(block: &[Stm<Soac>]) -> bool {
    block.iter().any(|stm| stm.exp.any(&mut |exp| matches!(exp, Exp::Check(_) | Exp::Call { .. })))
}
