//! Kernels over the flattened elements of a nest are kernels over the nest.
//!
//! ```text
//! let xss = seg (i < n, j < s[i] via o) { .. } out (x)
//! let k = total (s)
//! let xs = reshape [k] xss
//! let ys = seg (t < k) { let x = xs[t]  let y = f x t } out (y)
//!   =>
//! let xss = ..
//! let yss = seg (i < n, j < s[i] via o) at t { let x = xss[i, j]  let y = f x t } out (y)
//! ```
//!
//! The two have the same points then and may become one, and nobody has to know how many there are. Only where that is so: all that
//! is computed of the flat elements is used by such kernels, or kept.
//!
//! Precondition and postcondition: verified Flat.

use ir::{
    Atom, Dim, Exp, Extent, Flat, Fun, Inner, Level, Out, SegOp, Stm, Type, Var, Vars, View, fresh, walk,
};
use rustc_hash::FxHashMap;

/// Refines the kernels of every function.
pub fn refine(mut prog: Flat) -> Flat {
    prog.funs.iter_mut().for_each(|fun| function(fun, &mut prog.vars));
    prog
}

fn function(fun: &mut Fun<SegOp>, vars: &mut Vars) {
    let mut nests = vec![];
    find(&fun.body.stms, &mut FxHashMap::default(), &mut nests, vars);
    for nest in nests {
        let mut refined = fun.body.clone();
        let mut refiner =
            Refiner { nest, vars: &mut *vars, rows: FxHashMap::default(), gone: vec![], found: false };
        let done = refiner.block(&mut refined.stms).is_some() && refiner.found;
        let gone = std::mem::take(&mut refiner.gone);
        if done && !walk::free_vars(&refined, vars).iter().any(|v| gone.contains(v)) {
            fun.body = refined;
        }
    }
}

/// A nest of two levels that somebody flattens.
#[derive(Clone)]
struct Nest {
    levels: Vec<Extent>,
    total: Var,
}

/// The nests whose total a block knows; `made` says over which levels arrays are.
fn find(block: &[Stm<SegOp>], made: &mut FxHashMap<Var, Vec<Extent>>, nests: &mut Vec<Nest>, vars: &Vars) {
    for stm in block {
        match &stm.exp {
            Exp::Op(SegOp::Seg(seg)) => {
                let levels: Vec<Extent> = seg.levels.iter().map(|level| level.extent.clone()).collect();
                let two = matches!(&levels[..], [Extent::Uniform(_), Extent::Ragged { .. }]);
                for (var, out) in stm.pat.all().zip(&seg.clauses.outs) {
                    if two && matches!(out, Out::Point(_)) {
                        made.insert(var, levels.clone());
                    }
                }
            }
            Exp::View(View::Reshape { arr, .. }) => {
                let dims = vars[stm.pat.vals[0]].ty.dims();
                if let (Some(levels), [Dim { size: Atom::Var(total), .. }]) = (made.get(arr), dims)
                    && !nests.iter().any(|nest| nest.total == *total)
                {
                    nests.push(Nest { levels: levels.clone(), total: *total });
                }
            }
            Exp::Atom(_)
            | Exp::Prim(_)
            | Exp::Read { .. }
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
            | Exp::Op(_) => {}
        }
        stm.exp.blocks(&mut |block| find(block, made, nests, vars));
    }
}

struct Refiner<'a> {
    nest: Nest,
    vars: &'a mut Vars,
    /// What arrays of flat elements are as arrays over the nest.
    rows: FxHashMap<Var, Var>,
    /// What nobody may use afterwards.
    gone: Vec<Var>,
    found: bool,
}

impl Refiner<'_> {
    fn block(&mut self, block: &mut Vec<Stm<SegOp>>) -> Option<()> {
        for mut stm in std::mem::take(block) {
            match &mut stm.exp {
                Exp::Total { .. } if stm.pat.vals == [self.nest.total] => {
                    self.gone.push(self.nest.total);
                    continue;
                }
                Exp::View(View::Reshape { arr, .. }) if self.is_flat(stm.pat.vals[0], *arr) => {
                    self.rows.insert(stm.pat.vals[0], *arr);
                    self.gone.push(stm.pat.vals[0]);
                    continue;
                }
                Exp::Op(SegOp::Offsets { sizes, .. }) => {
                    for size in sizes.iter_mut() {
                        *size = self.rows.get(size).copied().unwrap_or(*size);
                    }
                    sizes.sort();
                }
                Exp::Op(SegOp::Seg(seg)) if self.is_over_flat(&seg.levels) => self.kernel(&mut stm)?,
                Exp::Atom(_)
                | Exp::Prim(_)
                | Exp::Read { .. }
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
                | Exp::Op(_) => {
                    let mut fits = true;
                    stm.exp.blocks_mut(&mut |block, _| fits &= self.block(block).is_some());
                    fits.then_some(())?;
                }
            }
            block.push(stm);
        }
        Some(())
    }

    fn is_over_flat(&self, levels: &[Level]) -> bool {
        levels.first().is_some_and(|level| level.extent == Extent::Uniform(self.nest.total.into()))
    }

    /// Whether an array is another one over the nest, flattened.
    fn is_flat(&self, flat: Var, rows: Var) -> bool {
        let dims: Vec<Dim> = self.nest.levels.iter().map(Extent::dim).collect();
        *self.vars[flat].ty.dims() == [Dim::uniform(self.nest.total)] && *self.vars[rows].ty.dims() == dims
    }

    /// A kernel over the flat elements as one over the nest, if it can be one.
    fn kernel(&mut self, stm: &mut Stm<SegOp>) -> Option<()> {
        let Exp::Op(SegOp::Seg(seg)) = &mut stm.exp else { return None };
        let c = &seg.clauses;
        let inner = seg.levels.len() > 1;
        let fits = |out: &Out| match out {
            Out::Point(_) | Out::Kept(_) | Out::Count | Out::Offsets(_) => !inner,
            Out::Acc(_) | Out::Cert => true,
            Out::Row(_) | Out::Owned(_) => false,
        };
        let plain = seg.rows.is_empty()
            && seg.position.is_none()
            && (inner || c.folds().next().is_none())
            && c.end.is_empty()
            && c.outs.iter().all(fits);
        if !plain {
            return None;
        }
        let flat = seg.levels.remove(0).index;
        for level in &mut seg.levels {
            self.level(&mut level.extent)?;
        }
        let index = ["i", "j"].map(|name| fresh(self.vars, name, Type::i64()));
        let levels = index.iter().zip(&self.nest.levels);
        let levels: Vec<Level> =
            levels.map(|(index, extent)| Level { index: *index, extent: extent.clone() }).collect();
        seg.levels.splice(0..0, levels);
        seg.blocks_mut(&mut |block| self.reads(block, flat, index));
        // What else needs the position knows it at the points of the nest, but not of levels inside.
        let used = walk::used_vars(seg).contains(&flat);
        if used && inner {
            return None;
        }
        seg.position = used.then_some(flat);
        // What is kept only to update accumulators is not counted.
        let counted = seg.clauses.outs.iter().any(|out| matches!(out, Out::Count));
        if let Some(keep) = &mut seg.clauses.keep
            && !inner
        {
            if keep.place.is_some() && !counted {
                return None;
            }
            keep.whole = counted;
        }
        let points: Vec<bool> = seg.clauses.outs.iter().map(|out| matches!(out, Out::Point(_))).collect();
        let dims: Vec<Dim> = self.nest.levels.iter().map(Extent::dim).collect();
        for (var, point) in stm.pat.sizes.iter_mut().chain(&mut stm.pat.vals).zip(points) {
            if point {
                let info = self.vars[*var].clone();
                let rows = fresh(self.vars, &info.name, info.ty.with_dims(dims.clone()));
                self.rows.insert(*var, rows);
                self.gone.push(*var);
                *var = rows;
            }
        }
        self.found = true;
        Some(())
    }

    /// A level inside: what varied with the flat elements varies with both levels of the nest.
    fn level(&self, extent: &mut Extent) -> Option<()> {
        let (Extent::Per { size, on } | Extent::Ragged { size, on, .. }) = extent else { return Some(()) };
        if on.first() == Some(&0) {
            *size = *self.rows.get(size)?;
        }
        *on = on.iter().flat_map(|l| if *l == 0 { vec![0, 1] } else { vec![l + 1] }).collect();
        Some(())
    }

    /// Reads of flat elements at the index of the kernel are those of elements of the nest.
    fn reads(&self, block: &mut [Stm<Inner>], flat: Var, index: [Var; 2]) {
        for stm in block {
            if let Exp::Read { arr, index: at } = &mut stm.exp
                && *at == [Atom::Var(flat)]
                && let Some(rows) = self.rows.get(arr)
            {
                *arr = *rows;
                *at = index.map(Atom::Var).to_vec();
            }
            stm.exp.blocks_mut(&mut |block, _| self.reads(block, flat, index));
        }
    }
}
