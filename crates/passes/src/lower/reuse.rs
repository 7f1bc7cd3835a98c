//! A map writes its result over an input that nobody uses afterwards.
//!
//! ```text
//! alloc ys = n;                                  reuse ys = xs count n;
//! launch f (buf xs, buf ys);               =>    launch f (buf xs, buf ys);
//! release xs;                                    release xs;
//! ```
//!
//! The input has the space of the kernel and the type of the result, and every point reads its own element, before it writes. A reduction
//! does the same with an input that has an element for every row, which only the points of that row read: whoever ends a row, be it parts
//! of which other groups have seen, does so after all its points. Whether it is the
//! last use of the variable is decided where buffers are released ([`super::release`]), whether another variable or a caller holds
//! the buffer, where the program runs: handles are counted.

use super::{Lowerer, Place};
use base::ScalarType;
use ir::kernel::{HostStm, KType, KVar, Program};
use ir::{Atom, Dim, Exp, Inner, Out, Seg, Stm, Var};

impl Lowerer<'_> {
    /// Lets results of a map, whose buffers have just been allocated, have the memory of inputs.
    pub(super) fn reuse_inputs(&mut self, seg: &Seg, dims: &[Dim], outs: &[Option<KVar>]) {
        if dims.is_empty() || !seg.clauses.is_map() || !seg.rows.is_empty() {
            return;
        }
        let inputs = self.own_inputs(seg, dims);
        self.reuse(inputs, seg.clauses.outs.iter().zip(outs).filter(|(out, _)| matches!(out, Out::Point(_))));
    }

    /// Lets results of the rows of a reduction, whose buffers have just been allocated, have the memory of inputs that have an element a row.
    pub(super) fn reuse_row_inputs(&mut self, seg: &Seg, dims: &[Dim], outs: &[Option<KVar>]) {
        let c = &seg.clauses;
        // What a check that has failed has read is looked for once more, perhaps after the row has ended.
        let checks = |block: &[Stm<Inner>]| {
            let (calls, checks) = crate::effects::calls_and_checks(block);
            checks || !calls.is_empty()
        };
        let reduces = !c.reds.is_empty() && c.scans.is_empty() && c.keep.is_none();
        let again = crate::lower::sizes(seg).next().is_some() || checks(&seg.body) || checks(&c.end);
        if dims.len() < 2 || !reduces || again || !seg.rows.is_empty() {
            return;
        }
        let inputs = self.own_inputs(seg, &dims[..dims.len() - 1]);
        self.reuse(inputs, c.outs.iter().zip(outs).filter(|(out, _)| matches!(out, Out::Row(_))));
    }

    /// Lets results have the memory of inputs with elements of the same type, each at most once.
    fn reuse<'a>(
        &mut self,
        mut inputs: Vec<(KVar, ScalarType)>,
        results: impl Iterator<Item = (&'a Out, &'a Option<KVar>)>,
    ) {
        for (_, buf) in results {
            let Some(buf) = buf else { continue };
            let KType::Buf(elem) = self.host.vars[*buf].ty else { continue };
            let Some(input) = inputs.iter().position(|(_, input)| *input == elem) else { continue };
            let (from, _) = inputs.remove(input);
            let made = self
                .code
                .iter_mut()
                .rev()
                .find(|stm| matches!(stm, HostStm::Alloc { buf: b, .. } if b == buf));
            if let Some(HostStm::Alloc { count, .. }) = made.as_deref() {
                let reuse = HostStm::Reuse { to: *buf, from, count: count.clone() };
                made.into_iter().for_each(|stm| *stm = reuse.clone());
            }
        }
    }

    /// The buffers that a kernel uses for nothing but the elements of its own points or of their rows, which have these dimensions, with
    /// the types of their elements.
    fn own_inputs(&self, seg: &Seg, dims: &[Dim]) -> Vec<(KVar, ScalarType)> {
        let own: Vec<Atom> = seg.levels[..dims.len()].iter().map(|level| level.index.into()).collect();
        let mut reads = vec![];
        own_reads(&seg.body, &own, &mut reads);
        own_reads(&seg.clauses.end, &own, &mut reads);
        let used = ir::walk::used_vars(seg);
        let sizes: Vec<KVar> = used.iter().flat_map(|var| self.sizes_of(*var)).collect();
        let bufs = |vars: &[Var]| -> Vec<KVar> { vars.iter().filter_map(|var| self.buffer(*var)).collect() };
        let (all, own) = (bufs(&used), bufs(&reads));
        let times = |bufs: &[KVar], buf: KVar| bufs.iter().filter(|b| **b == buf).count();
        let mut found: Vec<(KVar, ScalarType)> = vec![];
        for var in &reads {
            let Some(buf) = self.buffer(*var) else { continue };
            let KType::Buf(elem) = self.host.vars[buf].ty else { continue };
            let only = times(&all, buf) == times(&own, buf) && !sizes.contains(&buf);
            if only && self.same_dims(self.vars[*var].ty.dims(), dims) && !found.contains(&(buf, elem)) {
                found.push((buf, elem));
            }
        }
        found
    }

    pub(super) fn buffer(&self, var: Var) -> Option<KVar> {
        match self.env.get(&var) {
            Some(Place::Buf(buf)) => Some(*buf),
            _ => None,
        }
    }

    /// The buffers of the sizes of an array, and of their sizes.
    fn sizes_of(&self, var: Var) -> Vec<KVar> {
        let sizes = self.vars[var].ty.dims().iter().filter_map(|dim| dim.size.var());
        sizes.flat_map(|size| self.buffer(size).into_iter().chain(self.sizes_of(size))).collect()
    }

    /// Whether dimensions are the same, under whatever names of their sizes.
    fn same_dims(&self, a: &[Dim], b: &[Dim]) -> bool {
        let name = |size: Atom| size.var().map_or(size, |v| self.canonical(v).into());
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.on == b.on && name(a.size) == name(b.size))
    }
}

/// The arrays that a block reads at these indices, one entry a read.
fn own_reads(block: &[Stm<Inner>], own: &[Atom], found: &mut Vec<Var>) {
    for stm in block {
        if let Exp::Read { arr, index } = &stm.exp
            && index == own
        {
            found.push(*arr);
        }
        stm.exp.blocks(&mut |block| own_reads(block, own, found));
    }
}

/// The program with a buffer of its own for every array.
pub fn allocate_apart(mut program: Program) -> Program {
    fn block(stms: &mut [HostStm]) {
        for stm in stms {
            if let HostStm::Reuse { to, from: _, count } = stm {
                *stm = HostStm::Alloc { buf: *to, count: count.clone(), zeroed: false };
            }
            stm.blocks_mut().into_iter().for_each(block);
        }
    }
    program.funs.iter_mut().for_each(|fun| block(&mut fun.body));
    program
}
