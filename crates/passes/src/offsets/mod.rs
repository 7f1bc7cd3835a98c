//! Offsets come from the kernel that computes the sizes, or from what they are made of, instead of a scan of stored sizes.
//!
//! ```text
//! let len = seg (i < n) { let a = offs[i] .. let b = offs[i + 1] .. let l = slice_len! a b 1 m } out (l)
//! let o = offsets (len)
//!   =>                                                            sizes that telescope
//! let c = seg (i < n) { .. slice_len! .. } out (cert)
//! let p = closed g upto n { offs[g] - offs[0] } under (c)
//! let len = differences p
//! let o = offsets (len) is p
//!   =>                                                            other sizes
//! let p = seg (i < n) { .. } out (offsets l)
//! let len = differences p
//! let o = offsets (len) is p
//! ```
//!
//! | file | what |
//! |---|---|
//! | `closed` | offsets that are sums of a closed form: telescoping sizes, multiples of known sizes, constants |
//! | `sums` | running sums that are stored: where rows begin is computed by hand from them |
//! | `tree` | code of numbers as trees, to be compared |
//!
//! Sizes that someone needs as an array stay stored beside. Nothing is checked anew: a closed form takes for granted what the kernel
//! that computed the sizes has checked, so it stands under that kernel's evidence.
//!
//! Precondition and postcondition: verified Flat.

mod closed;
mod sums;
pub(crate) mod tree;

use crate::effects::writes;
use crate::fuse_flat::{dead_code, shared_memory};
use base::Id;
use ir::{
    Atom, Closed, Exp, Extent, Flat, FunId, Inner, Out, Pat, Seg, SegOp, Stm, Type, Var, Vars, View, walk,
};
use rustc_hash::FxHashSet;

/// Rewrites offsets in every function.
pub fn offsets(mut prog: Flat) -> Flat {
    let mut called = vec![];
    prog.funs.iter().for_each(|fun| called.extend(crate::effects::calls_and_checks(&fun.body.stms).0));
    for (id, fun) in prog.funs.iter_mut().enumerate() {
        let mut known = Known { shared: shared_memory(fun), ..Known::default() };
        if fun.entry.is_some() {
            known.arguments = fun.params.iter().map(|param| param.var).collect();
        }
        let params = fun.params.iter().flat_map(|param| prog.vars[param.var].ty.dims());
        known.sizes.extend(params.filter(|d| !d.is_uniform()).filter_map(|d| d.size.var()));
        known.find_sizes(&fun.body.stms, &prog.vars);
        let result = &fun.body.result;
        if fun.entry.is_some() && !called.contains(&FunId::from_index(id)) {
            let values: FxHashSet<Var> = result.vals.iter().filter_map(|val| val.var()).collect();
            known.leaving = result.sizes.iter().filter_map(|size| size.var()).collect();
            known.leaving.retain(|size| !values.contains(size));
        }
        let returned: Vec<Var> = result.all().filter_map(Atom::var).collect();
        sums::rewrite(&mut fun.body.stms, &known, &mut prog.vars);
        known.block(&mut fun.body.stms, &returned, &mut prog.vars);
    }
    prog
}

/// What is known of a function.
#[derive(Default)]
struct Known {
    /// Arrays whose memory may be overwritten under another name.
    shared: FxHashSet<Var>,
    /// Parameters whose offsets come with them.
    arguments: FxHashSet<Var>,
    /// Arrays of sizes that offsets are made of, as a statement says or lowering will: every irregular array is found by them.
    sizes: FxHashSet<Var>,
    /// Sizes that leave an entry point: lowering returns the offsets that a kernel has made in their place.
    leaving: FxHashSet<Var>,
}

impl Known {
    fn find_sizes(&mut self, block: &[Stm<SegOp>], vars: &Vars) {
        for stm in block {
            if let Exp::Op(SegOp::Offsets { sizes, .. }) = &stm.exp {
                self.sizes.extend(sizes);
            }
            let dims = stm.pat.all().flat_map(|v| vars[v].ty.dims());
            self.sizes.extend(dims.filter(|d| !d.is_uniform()).filter_map(|d| d.size.var()));
            stm.exp.blocks(&mut |block| self.find_sizes(block, vars));
        }
    }

    fn block(&self, stms: &mut Vec<Stm<SegOp>>, behind: &[Var], vars: &mut Vars) {
        let mut at = 0;
        while at < stms.len() {
            if let Exp::Op(SegOp::Seg(_)) = &stms[at].exp {
                let results: Vec<Var> = stms[at].pat.all().filter(|v| self.sizes.contains(v)).collect();
                for sizes in results {
                    self.kernel(stms, at, sizes, behind, vars);
                }
            }
            stms[at].exp.blocks_mut(&mut |inner, behind| self.block(inner, behind, vars));
            at += 1;
        }
    }

    /// Says where the offsets of sizes that a kernel gives are known from, if they need not be made.
    fn kernel(&self, stms: &mut Vec<Stm<SegOp>>, at: usize, sizes: Var, behind: &[Var], vars: &mut Vars) {
        let Exp::Op(SegOp::Seg(seg)) = &stms[at].exp else { return };
        let Some(place) = stms[at].pat.all().position(|v| v == sizes) else { return };
        let (size, rows) = match seg.clauses.outs[place] {
            Out::Point(size) => (size, false),
            Out::Row(size) => (size, true),
            Out::Kept(_) | Out::Count | Out::Offsets(_) | Out::Acc(_) | Out::Owned(_) | Out::Cert => return,
        };
        let made = |stm: &Stm<SegOp>| matches!(&stm.exp, Exp::Op(SegOp::Offsets { sizes: own, is: None }) if own == &[sizes]);
        let statement = stms.iter().position(made);
        let under = seg.under.clone();
        let form = match rows {
            true => closed::row_sums(seg, size, &stms[..at], vars, self),
            false => closed::form(seg, size, &stms[..at], vars, self),
        };
        if form.is_none() && (rows || statement.is_none() || !is_cheap(seg)) {
            return;
        }
        // Existential sizes name results: they stay.
        let names = names(&stms[at..], sizes);
        let leaves = |name: &Var| form.is_none() && self.leaving.contains(name);
        let stored = place < stms[at].pat.sizes.len()
            || names.iter().any(|name| behind.contains(name) && !leaves(name))
            || stms
                .iter()
                .any(|stm| !is_name(stm, &names) && names.iter().any(|name| needs_memory(stm, *name, vars)));
        // Without a statement the differences say whose offsets they are.
        if stored && statement.is_none() {
            return;
        }
        let name = vars[sizes].name.clone();
        let offsets = ir::builder::fresh(vars, &format!("o_{name}"), Type::Offsets);
        let loc = stms[at].loc.clone();
        let new_stm = |var: Var, op: SegOp| Stm::new(Pat::one(var), Exp::Op(op), loc.clone());
        let mut new = vec![];
        if let Some(form) = form {
            for (var, sizes) in form.arguments {
                new.push(new_stm(var, SegOp::Offsets { sizes: vec![sizes], is: None }));
            }
            let mut under = under;
            under.extend(form.checked.then(|| evidence(&mut stms[at], vars)));
            let closed = Closed { under, ..form.closed };
            new.push(new_stm(offsets, SegOp::Closed(closed)));
        } else {
            add_result(&mut stms[at], offsets, Out::Offsets(size));
        }
        if !stored {
            remove_result(&mut stms[at], sizes, vars);
            new.push(new_stm(sizes, SegOp::Differences { offsets }));
        }
        if let Some(statement) = statement
            && let Exp::Op(SegOp::Offsets { is, .. }) = &mut stms[statement].exp
        {
            *is = Some(offsets);
        }
        stms.splice(at + 1..at + 1, new);
    }
}

/// Whether computing the sizes twice is cheaper than storing them: no loop inside, and nothing that may happen only once.
fn is_cheap(seg: &Seg) -> bool {
    let loops = |stm: &Stm<Inner>| {
        writes(&stm.exp) || stm.exp.any(&mut |exp| matches!(exp, Exp::Loop(_) | Exp::Op(_)))
    };
    let c = &seg.clauses;
    seg.rows.is_empty() && c.keep.is_none() && c.each.is_empty() && !seg.blocks().any(|b| b.iter().any(loops))
}

/// The evidence of a kernel that none of its checks has failed.
pub(crate) fn evidence(stm: &mut Stm<SegOp>, vars: &mut Vars) -> Var {
    if let Exp::Op(SegOp::Seg(seg)) = &stm.exp
        && let Some(at) = seg.clauses.outs.iter().position(|out| *out == Out::Cert)
        && let Some(cert) = stm.pat.all().nth(at)
    {
        return cert;
    }
    let cert = ir::builder::fresh(vars, "c", Type::Cert);
    add_result(stm, cert, Out::Cert);
    cert
}

fn add_result(stm: &mut Stm<SegOp>, var: Var, out: Out) {
    let Exp::Op(SegOp::Seg(seg)) = &mut stm.exp else { return };
    stm.pat.vals.push(var);
    seg.clauses.outs.push(out);
}

fn remove_result(stm: &mut Stm<SegOp>, var: Var, vars: &Vars) {
    let Exp::Op(SegOp::Seg(seg)) = &mut stm.exp else { return };
    let Some(at) = stm.pat.vals.iter().position(|v| *v == var) else { return };
    stm.pat.vals.remove(at);
    seg.clauses.outs.remove(stm.pat.sizes.len() + at);
    dead_code(seg, vars);
}

/// The names that sizes have behind a statement of a block: a recast is another one.
fn names(stms: &[Stm<SegOp>], sizes: Var) -> Vec<Var> {
    let mut names = vec![sizes];
    for stm in stms {
        if is_name(stm, &names) {
            names.extend(stm.pat.all());
        }
    }
    names
}

fn is_name(stm: &Stm<SegOp>, names: &[Var]) -> bool {
    matches!(&stm.exp, Exp::View(View::Recast { arr, .. }) if names.contains(arr))
}

/// Whether a statement uses sizes otherwise than as the extent of levels, to make offsets and totals, or by reading elements.
fn needs_memory(stm: &Stm<SegOp>, sizes: Var, vars: &Vars) -> bool {
    let all = walk::used_vars(stm).into_iter().filter(|v| *v == sizes).count();
    all > 0 && all > reads_of(stm, sizes, vars)
}

fn reads_of(stm: &Stm<SegOp>, sizes: Var, vars: &Vars) -> usize {
    let of = |vars: &[Var]| vars.iter().filter(|v| **v == sizes).count();
    let in_dims = |dims: &[ir::Dim]| dims.iter().filter(|d| d.size == Atom::Var(sizes)).count();
    let mut count = match &stm.exp {
        Exp::Op(SegOp::Offsets { sizes: own, .. }) | Exp::Total { sizes: own } => of(own),
        Exp::Scratch { ty, .. } => in_dims(ty.dims()),
        Exp::View(View::Recast { dims, .. } | View::Reshape { dims, .. }) => in_dims(dims),
        Exp::Op(SegOp::Seg(seg)) => {
            let extents = seg.levels.iter().filter(|level| match &level.extent {
                Extent::Uniform(_) => false,
                Extent::Per { size, .. } | Extent::Ragged { size, .. } => *size == sizes,
            });
            // The size of a row that belongs to the point is read too.
            let rows = seg.rows.iter().filter(|row| row.arr == sizes && vars[row.param].ty.rank() == 0);
            let mut count = extents.count() + rows.count();
            for stm in seg.blocks().flatten() {
                // Every expression is looked at: none is what is sought.
                stm.exp.any(&mut |exp| {
                    count += usize::from(matches!(exp, Exp::Read { arr, .. } if *arr == sizes));
                    false
                });
            }
            count
        }
        Exp::Atom(_)
        | Exp::Prim(_)
        | Exp::Read { .. }
        | Exp::Check(_)
        | Exp::Trace { .. }
        | Exp::View(_)
        | Exp::Copy { .. }
        | Exp::Write { .. }
        | Exp::UpdateAcc { .. }
        | Exp::Call { .. }
        | Exp::If { .. }
        | Exp::Loop(_)
        | Exp::WithAcc { .. }
        | Exp::Op(_) => 0,
    };
    stm.exp.blocks(&mut |block| count += block.iter().map(|stm| reads_of(stm, sizes, vars)).sum::<usize>());
    count
}
