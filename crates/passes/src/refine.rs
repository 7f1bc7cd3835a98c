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
//! The two have the same points then and may become one. Where all that is computed of the flat elements is used by such kernels, or kept,
//! nobody has to know how many there are. Else maps and compactions that read flattened elements at their own index are refined all the
//! same, one by one, and what they give is flattened behind them: `let ys = reshape [k] yss`. So it is with nests of regular levels, whose
//! number of elements the host knows anyway.
//!
//! Precondition and postcondition: verified Flat. Does not do: scans and reductions over all flat elements, which go past the ends of rows.

use ir::{
    Atom, Dim, Exp, Extent, Flat, Fun, Inner, Level, Out, Pat, Seg, SegOp, Stm, Type, Var, Vars, View, fresh,
    walk,
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
        // A nest whose elements somebody has to count is still one for those that need no count.
        let done = nest.is_ragged() && refine_nest(fun, vars, &nest, Scope::All);
        if !done {
            refine_nest(fun, vars, &nest, Scope::Maps);
        }
    }
}

/// Which kernels over the flat elements are refined.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// All, so that nobody counts the elements.
    All,
    /// Maps and compactions that read an array which was flattened in the same block at their own index; what they give is flattened. That
    /// the array has as many elements must not rest on a check, which would come after what becomes one with the nest.
    Maps,
}

/// Refines the kernels over one nest; whether there are such.
fn refine_nest(fun: &mut Fun<SegOp>, vars: &mut Vars, nest: &Nest, scope: Scope) -> bool {
    let mut refined = fun.body.clone();
    let mut refiner = Refiner {
        nest: nest.clone(),
        scope,
        vars: &mut *vars,
        rows: FxHashMap::default(),
        views: FxHashMap::default(),
        here: vec![],
        same: vec![],
        gone: vec![],
        found: false,
    };
    let done = refiner.block(&mut refined.stms).is_some() && refiner.found;
    let (gone, same) = (refiner.gone, refiner.same);
    let mut refined = walk::Subst::new(vars, same).apply(refined);
    sort_factors(&mut refined.stms);
    let done = done && !walk::free_vars(&refined, vars).iter().any(|v| gone.contains(v));
    if done {
        fun.body = refined;
    }
    done
}

/// Puts the factors of volumes in order: some have other names now.
fn sort_factors(block: &mut [Stm<SegOp>]) {
    for stm in block {
        if let Exp::Op(SegOp::Offsets { sizes, .. }) = &mut stm.exp {
            sizes.sort();
        }
        stm.exp.blocks_mut(&mut |inner, _| sort_factors(inner));
    }
}

/// A nest of levels that somebody flattens.
#[derive(Clone)]
struct Nest {
    levels: Vec<Extent>,
    total: Var,
}

impl Nest {
    fn is_ragged(&self) -> bool {
        self.levels.iter().any(|level| matches!(level, Extent::Ragged { .. }))
    }

    fn dims(&self) -> Vec<Dim> {
        self.levels.iter().map(Extent::dim).collect()
    }
}

/// The nests whose total a block knows; `made` says over which levels arrays are.
fn find(block: &[Stm<SegOp>], made: &mut FxHashMap<Var, Vec<Extent>>, nests: &mut Vec<Nest>, vars: &Vars) {
    for stm in block {
        match &stm.exp {
            Exp::Op(SegOp::Seg(seg)) => {
                let levels: Vec<Extent> = seg.levels.iter().map(|level| level.extent.clone()).collect();
                let regular = levels.len() > 1 && levels.iter().all(|l| matches!(l, Extent::Uniform(_)));
                let ragged = matches!(&levels[..], [Extent::Uniform(_), Extent::Ragged { .. }]);
                for (var, out) in stm.pat.all().zip(&seg.clauses.outs) {
                    if (regular || ragged) && matches!(out, Out::Point(_)) {
                        made.insert(var, levels.clone());
                    }
                }
            }
            Exp::View(View::Reshape { arr, .. }) => {
                let dims = vars[stm.pat.vals[0]].ty.dims();
                let Some(levels) = made.get(arr).cloned() else { continue };
                if let [Dim { size: Atom::Var(total), .. }] = dims {
                    if !nests.iter().any(|nest| nest.total == *total && nest.levels == levels) {
                        nests.push(Nest { levels, total: *total });
                    }
                } else {
                    // Flattened level by level.
                    made.insert(stm.pat.vals[0], levels);
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
    scope: Scope,
    vars: &'a mut Vars,
    /// What arrays of flat elements are as arrays over the nest.
    rows: FxHashMap<Var, Var>,
    /// Arrays over the nest with some levels flattened: those with all levels.
    views: FxHashMap<Var, Var>,
    /// Those that were flattened in this block: kernels of other blocks do not become one with the nest.
    here: Vec<Var>,
    /// Flat arrays that are nests again: those they are.
    same: Vec<(Var, Atom)>,
    /// What nobody may use afterwards.
    gone: Vec<Var>,
    found: bool,
}

impl Refiner<'_> {
    fn block(&mut self, block: &mut Vec<Stm<SegOp>>) -> Option<()> {
        let all = self.scope == Scope::All;
        let around = std::mem::take(&mut self.here);
        for mut stm in std::mem::take(block) {
            let mut flat = vec![];
            match &mut stm.exp {
                Exp::Total { .. } if all && stm.pat.vals == [self.nest.total] => {
                    self.gone.push(self.nest.total);
                    continue;
                }
                Exp::View(View::Reshape { arr, under, .. })
                    if self.is_flat(stm.pat.vals[0], self.nest_of(*arr)) && (all || under.is_empty()) =>
                {
                    self.rows.insert(stm.pat.vals[0], self.nest_of(*arr));
                    self.here.push(stm.pat.vals[0]);
                    if all {
                        self.gone.push(stm.pat.vals[0]);
                        continue;
                    }
                }
                Exp::View(View::Reshape { arr, .. }) if !all && self.is_nest(stm.pat.vals[0], *arr) => {
                    self.same.push((stm.pat.vals[0], self.rows[arr].into()));
                    continue;
                }
                Exp::View(View::Reshape { arr, under, .. })
                    if self.is_over_nest(self.nest_of(*arr)) && under.is_empty() =>
                {
                    self.views.insert(stm.pat.vals[0], self.nest_of(*arr));
                }
                Exp::Op(SegOp::Offsets { sizes, .. }) if all => {
                    for size in sizes.iter_mut() {
                        *size = self.rows.get(size).copied().unwrap_or(*size);
                    }
                }
                Exp::Op(SegOp::Seg(seg)) if all && self.is_over_flat(&seg.levels) => {
                    self.kernel(&mut stm)?;
                }
                Exp::Op(SegOp::Seg(seg)) if self.is_map_of_flat(seg, &stm.pat) => {
                    let mut refined = stm.clone();
                    if let Some(made) = self.kernel(&mut refined) {
                        stm = refined;
                        flat = made;
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
                | Exp::Op(_) => {
                    let mut fits = true;
                    stm.exp.blocks_mut(&mut |block, _| fits &= self.block(block).is_some());
                    fits.then_some(())?;
                }
            }
            let loc = stm.loc.clone();
            block.push(stm);
            for var in flat {
                let dims = vec![Dim::uniform(self.nest.total)];
                let view = View::Reshape { arr: self.rows[&var], dims, under: vec![] };
                block.push(Stm::new(Pat::one(var), Exp::View(view), loc.clone()));
                self.here.push(var);
            }
        }
        self.here = around;
        Some(())
    }

    /// Whether a kernel is over the flat elements alone, reads some that were flattened at its own index, and gives arrays over them or
    /// what it keeps.
    fn is_map_of_flat(&self, seg: &Seg, pat: &Pat) -> bool {
        let [level] = seg.levels.as_slice() else { return false };
        let gives = |out: &Out| match out {
            Out::Point(_) | Out::Kept(_) | Out::Count | Out::Cert => true,
            Out::Row(_) | Out::Acc(_) | Out::Owned(_) | Out::Offsets(_) => false,
        };
        let sizes = pat.sizes.iter().any(|size| self.vars[*size].ty.is_array());
        self.is_over_flat(&seg.levels)
            && !sizes
            && seg.clauses.outs.iter().all(gives)
            && seg.blocks().any(|block| self.reads_own(block, level.index))
    }

    fn reads_own(&self, block: &[Stm<Inner>], flat: Var) -> bool {
        block.iter().any(|stm| {
            stm.exp.any(&mut |exp| {
                matches!(exp, Exp::Read { arr, index } if *index == [Atom::Var(flat)] && self.here.contains(arr))
            })
        })
    }

    /// Whether a flat array with other dimensions is the nest that was flattened.
    fn is_nest(&self, nest: Var, flat: Var) -> bool {
        self.rows.get(&flat).is_some_and(|rows| self.vars[*rows].ty == self.vars[nest].ty)
    }

    fn is_over_flat(&self, levels: &[Level]) -> bool {
        levels.first().is_some_and(|level| level.extent == Extent::Uniform(self.nest.total.into()))
    }

    /// Whether an array is another one over the nest, flattened.
    fn is_flat(&self, flat: Var, rows: Var) -> bool {
        *self.vars[flat].ty.dims() == [Dim::uniform(self.nest.total)] && self.is_over_nest(rows)
    }

    fn is_over_nest(&self, arr: Var) -> bool {
        *self.vars[arr].ty.dims() == self.nest.dims()
    }

    /// The array that another one is with some levels flattened.
    fn nest_of(&self, arr: Var) -> Var {
        self.views.get(&arr).copied().unwrap_or(arr)
    }

    /// A kernel over the flat elements as one over the nest, if it can be one; the flat arrays that it gave.
    fn kernel(&mut self, stm: &mut Stm<SegOp>) -> Option<Vec<Var>> {
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
        let level =
            |extent: &Extent| Level { index: fresh(self.vars, "i", Type::i64()), extent: extent.clone() };
        let levels: Vec<Level> = self.nest.levels.iter().map(level).collect();
        let index: Vec<Atom> = levels.iter().map(|level| level.index.into()).collect();
        seg.levels.splice(0..0, levels);
        seg.blocks_mut(&mut |block| self.reads(block, flat, &index));
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
        let (dims, mut made) = (self.nest.dims(), vec![]);
        for (var, point) in stm.pat.sizes.iter_mut().chain(&mut stm.pat.vals).zip(points) {
            if point {
                let info = self.vars[*var].clone();
                let rows = fresh(self.vars, &info.name, info.ty.with_dims(dims.clone()));
                self.rows.insert(*var, rows);
                match self.scope {
                    Scope::All => self.gone.push(*var),
                    Scope::Maps => made.push(*var),
                }
                *var = rows;
            }
        }
        self.found = true;
        Some(made)
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
    fn reads(&self, block: &mut [Stm<Inner>], flat: Var, index: &[Atom]) {
        for stm in block {
            if let Exp::Read { arr, index: at } = &mut stm.exp
                && *at == [Atom::Var(flat)]
                && let Some(rows) = self.rows.get(arr)
            {
                *arr = *rows;
                *at = index.to_vec();
            }
            stm.exp.blocks_mut(&mut |block, _| self.reads(block, flat, index));
        }
    }
}
