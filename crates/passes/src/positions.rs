//! Elements that are found by the start of a row and an index inside of it are found by the position of the point.
//!
//! ```text
//! let o = closed g upto n { offs[g] - offs[0] }
//! seg (i < n, j < len[i] via o) { let a = offs[i]  let ix = add.i64 a j  let x = xs[ix] } ..
//!   =>
//! seg (i < n, j < len[i] via o) at p once { let a = offs[0] } { let ix = add.i64 p a  let x = xs[ix] } ..
//! ```
//!
//! The position of a point is `o[i] + j`, so `e + j` is the position and `e - o[i]`. Where the parts of that difference that vary
//! with the row cancel out, nobody needs to know which row a point is in, and what is left is computed once. Rows between offsets (sparse matrices, graphs, list columns)
//! are read as one array then.
//!
//! Precondition and postcondition: verified Flat.

use crate::effects::overwrites;
use crate::fuse_flat::{dead_code, tidy};
use crate::offsets::tree::{Reader, Tree, collect, sum};
use base::{BinOp, ScalarType};
use ir::{Atom, Builder, Closed, Exp, Extent, Flat, Inner, Level, Seg, SegOp, Stm, Type, Var, Vars, walk};
use rustc_hash::FxHashMap;

/// Rewrites kernels in every function.
pub fn positions(mut prog: Flat) -> Flat {
    for fun in &mut prog.funs {
        let mut forms = FxHashMap::default();
        find_forms(&fun.body.stms, &mut forms);
        if !forms.is_empty() {
            block(&mut fun.body.stms, &forms, &mut prog.vars);
        }
    }
    prog
}

/// Offsets in closed form, under all their names.
type Forms = FxHashMap<Var, Closed>;

fn find_forms(block: &[Stm<SegOp>], forms: &mut Forms) {
    for stm in block {
        if let Exp::Op(SegOp::Closed(closed)) = &stm.exp {
            forms.insert(stm.pat.vals[0], closed.clone());
        } else if let Exp::Op(SegOp::Offsets { is: Some(is), .. }) = &stm.exp
            && let Some(form) = forms.get(is).cloned()
        {
            forms.insert(stm.pat.vals[0], form);
        }
        stm.exp.blocks(&mut |block| find_forms(block, forms));
    }
}

fn block(stms: &mut [Stm<SegOp>], forms: &Forms, vars: &mut Vars) {
    for stm in stms {
        if let Exp::Op(SegOp::Seg(seg)) = &mut stm.exp {
            kernel(seg, forms, vars);
        }
        stm.exp.blocks_mut(&mut |inner, _| block(inner, forms, vars));
    }
}

/// Rewrites the indices of a kernel over rows with offsets in closed form.
fn kernel(seg: &mut Seg, forms: &Forms, vars: &mut Vars) {
    let [Level { index: row, .. }, Level { index: inner, extent: Extent::Ragged { offsets, .. } }] =
        seg.levels.as_slice()
    else {
        return;
    };
    let (row, inner) = (*row, *inner);
    let Some(form) = forms.get(offsets) else { return };
    // What is read twice may have been overwritten in between.
    if overwrites(seg) {
        return;
    }
    let Some(front) = in_front(form, vars) else { return };
    let position = seg.position.unwrap_or_else(|| ir::builder::fresh(vars, "p", Type::i64()));
    let bound = walk::bound_vars(seg);
    let mut rewritten = vec![];
    for (at, stm) in seg.body.iter().enumerate() {
        if !matches!(&stm.exp, Exp::Prim(ir::Prim::Bin { op: BinOp::Add | BinOp::Sub, .. })) {
            continue;
        }
        let mut reader = Reader {
            code: &seg.body,
            index: row,
            vars,
            outside: &|var| var == inner || !bound.contains(&var),
            stays: &|_| true,
            checked: None,
        };
        let tree = reader.tree(stm.pat.vals[0].into());
        if let Some(rest) = tree.and_then(|tree| along(&tree, inner, &front)) {
            rewritten.push((at, rest));
        }
    }
    if rewritten.is_empty() {
        return;
    }
    for (at, rest) in rewritten.into_iter().rev() {
        let mut once: Builder<Inner> = Builder::new(vars);
        let parts = rest.into_iter().map(|(factor, term)| {
            let part = term.code(&mut once, Atom::i64(0));
            if factor == 1 { part } else { once.bin("part", BinOp::Mul, part, Atom::i64(factor)) }
        });
        let parts: Vec<Atom> = parts.collect();
        let apart = parts.into_iter().reduce(|sum, part| once.bin("apart", BinOp::Add, sum, part));
        seg.once.extend(once.stms);
        let position = Atom::Var(position);
        seg.body[at].exp = match apart {
            Some(apart) => Exp::bin(BinOp::Add, ScalarType::I64, position, apart),
            None => Exp::Atom(position),
        };
    }
    seg.position = Some(position);
    tidy(seg, vars);
    dead_code(seg, vars);
}

/// The terms of the offsets of a row.
fn in_front(form: &Closed, vars: &Vars) -> Option<Vec<(i64, Tree)>> {
    let bound = walk::bound_vars(&form.body);
    let mut reader = Reader {
        code: &form.body,
        index: form.index,
        vars,
        outside: &|var| !bound.contains(&var),
        stays: &|_| true,
        checked: None,
    };
    let mut terms = vec![];
    sum(&reader.tree(form.result)?, -1, &mut terms)?;
    Some(terms)
}

/// What has to be added to the position, if an index is the same at all points but for that.
fn along(index: &Tree, inner: Var, front: &[(i64, Tree)]) -> Option<Vec<(i64, Tree)>> {
    let mut terms = vec![];
    sum(index, 1, &mut terms)?;
    let is_inner = |tree: &Tree| *tree == Tree::Fixed(inner.into());
    let mut terms = collect(terms)?;
    let at = terms.iter().position(|(factor, tree)| *factor == 1 && is_inner(tree))?;
    terms.remove(at);
    let rest = collect(terms.into_iter().chain(front.iter().cloned()).collect())?;
    rest.iter().all(|(_, tree)| !tree.varies() && !tree.mentions(inner)).then_some(rest)
}
