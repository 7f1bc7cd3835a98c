//! Whether a product and a sum of floats may be rounded once, and functions of floats differ by their last digit.
//!
//! A compiler of C or CUDA contracts where it likes, and not the same way where the same code stands twice. Kernels that evaluate points
//! twice (to count what is kept and to place it, to sum sizes and to write offsets) must come to the same decisions both times. Where
//! such a decision depends on sums and products of floats, the program is compiled without. So it is with functions that lanes of vectors
//! compute in their own way: the last elements of a row may be none of lanes.

use crate::lower::sizes;
use crate::schedule::Needs;
use base::{BinOp, UnOp};
use ir::{Atom, Exp, Flat, Operator, Prim, Seg, SegOp, Stm, Var, Vars, walk};
use rustc_hash::FxHashSet;

/// Whether no decision of a program that is made twice depends on how floats are rounded.
pub fn rounds_freely(prog: &Flat) -> bool {
    fn block(stms: &[Stm<SegOp>], vars: &Vars) -> bool {
        stms.iter().all(|stm| {
            let own = if let Exp::Op(SegOp::Seg(seg)) = &stm.exp { !decides(seg, vars) } else { true };
            let mut inside = true;
            stm.exp.blocks(&mut |inner| inside &= block(inner, vars));
            own && inside
        })
    }
    prog.funs.iter().all(|fun| block(&fun.body.stms, &prog.vars))
}

/// Whether a kernel that evaluates its points twice decides by floats that it computes.
fn decides(seg: &Seg, vars: &Vars) -> bool {
    if !Needs::of(seg, vars).twice {
        return false;
    }
    let c = &seg.clauses;
    let exact = |atom: &Atom| !atom.ty(vars).elem().is_some_and(|elem| elem.is_float());
    let scanned = c.scans.iter().flat_map(|scan| &scan.args).copied().filter(exact);
    let decisions = c.keep.iter().map(|keep| keep.flag).chain(sizes(seg)).chain(scanned);
    let mut needed: FxHashSet<Var> = decisions.filter_map(|atom| atom.var()).collect();
    for stm in seg.once.iter().chain(&seg.body).rev() {
        if stm.pat.all().any(|var| needed.contains(&var)) {
            if rounds(std::slice::from_ref(stm)) {
                return true;
            }
            needed.extend(walk::free_vars(&stm.exp, vars));
        }
    }
    false
}

/// Whether statements have sums, products, exponentials or reciprocal roots of floats, or call what may.
fn rounds<O: Operator>(stms: &[Stm<O>]) -> bool {
    stms.iter().any(|stm| {
        let own = if let Exp::Prim(Prim::Bin { op, ty, .. }) = &stm.exp {
            ty.is_float() && matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul)
        } else if let Exp::Prim(Prim::Un { op, .. }) = &stm.exp {
            matches!(op, UnOp::Exp | UnOp::Rsqrt)
        } else {
            matches!(stm.exp, Exp::Call { .. })
        };
        let mut inside = false;
        stm.exp.blocks(&mut |block| inside |= rounds(block));
        own || inside
    })
}
