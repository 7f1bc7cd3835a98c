//! Kernels into which code was copied or joined: a value has one name, and is computed once.

use super::rewrite;
use crate::effects::overwrites;
use ir::{Atom, Exp, Inner, Seg, Stm, Var, Vars, walk};

/// Puts values in the place of other names for them, and of code that computes them again in the same block.
pub(crate) fn tidy(seg: &mut Seg, vars: &mut Vars) {
    let reads = !overwrites(seg);
    loop {
        let mut known: Vec<(Var, Atom)> = vec![];
        seg.blocks_mut(&mut |block| {
            rewrite(block, &mut |stm| {
                if let Exp::Atom(a) = &stm.exp
                    && known.is_empty()
                    && !vars[stm.pat.vals[0]].ty.is_acc()
                {
                    known.push((stm.pat.vals[0], *a));
                    Some(vec![])
                } else {
                    None
                }
            });
        });
        if known.is_empty() {
            seg.blocks_mut(&mut |block| known.extend(computed_again(block, reads)));
        }
        if known.is_empty() {
            return;
        }
        *seg = walk::Subst::new(vars, known).apply(std::mem::take(seg));
    }
}

/// Takes away the statements of a block that compute what one in front does, and says what they are.
fn computed_again(block: &mut Vec<Stm<Inner>>, reads: bool) -> Vec<(Var, Atom)> {
    let mut known = vec![];
    let mut at = 0;
    while at < block.len() {
        let total = match &block[at].exp {
            Exp::Prim(_) => true,
            Exp::Read { .. } => reads,
            Exp::Atom(_)
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
            | Exp::Op(_) => false,
        };
        let before =
            block[..at].iter().find(|stm| total && stm.exp == block[at].exp).map(|stm| stm.pat.vals[0]);
        match before {
            Some(before) => known.push((block.remove(at).pat.vals[0], Atom::Var(before))),
            None => at += 1,
        }
    }
    known
}
