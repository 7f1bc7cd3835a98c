//! How large a tile is, and what of its points lies in shared memory.

use crate::lower::Lowerer;
use crate::lower::code::KernelBuilder;
use crate::lower::seg::sizes;
use base::ScalarType;
use ir::kernel::{KType, KVar};
use ir::{Atom, Dim, Limitation, Out, Seg, Type, Var, walk};
use rustc_hash::FxHashSet;

/// Values of a point that are worth keeping, in bytes; else its body is evaluated again.
const KEPT_BYTES: u32 = 64;

/// The shape of a kernel's tiles.
pub(in crate::lower) struct Plan {
    /// How many lanes a group has, and how many items of a tile each of them goes through in order.
    pub(super) lanes: u32,
    pub(super) each: u32,
    /// Whether the points of a tile depend on what comes before it, so that a group has one tile.
    pub(super) twice: bool,
    /// Whether the body is evaluated again behind the chain, because not all that is needed of it can be kept.
    pub(super) again: bool,
    /// Where rows end, counted in points from the tile's first; none for a space with one row.
    pub(super) ends: Option<KVar>,
    /// The row of every point, counted from the tile's first.
    pub(super) row_of: KVar,
    /// Where kept elements go, counted from the tile's first.
    pub(super) place: Option<KVar>,
    /// The values of points that are kept.
    pub(super) values: Vec<(Var, KVar)>,
    /// The results of scans.
    pub(super) results: Vec<(KVar, ScalarType)>,
    /// The offsets of sizes.
    pub(super) offsets: Vec<KVar>,
}

impl Plan {
    /// How many items a tile has.
    pub(in crate::lower) fn items(&self) -> u32 {
        self.lanes * self.each
    }

    /// Whether a space has several rows: the indices of its points are found by their row, which takes no division.
    pub(super) fn has_rows(&self) -> bool {
        self.ends.is_some()
    }
}

impl Lowerer<'_> {
    /// Whether tiles suit a kernel: groups have several lanes, points need no memory of the worker's own (there are too many workers),
    /// the host knows how many tiles there are at most where each is a group's, and points that are independent are found by search.
    pub(in crate::lower) fn tiles_suit(
        &mut self,
        seg: &Seg,
        dims: &[Dim],
        (folds, twice): (bool, bool),
    ) -> Result<bool, Limitation> {
        let regular = dims.iter().all(Dim::is_uniform);
        let suits = self.target.deals_out() && !dims.is_empty() && (folds || !regular);
        Ok(suits && !self.takes_slices(seg) && (!twice || self.most(dims)?.is_some()))
    }

    /// The shape of the tiles of a kernel.
    pub(in crate::lower) fn plan(
        &mut self,
        k: &mut KernelBuilder,
        seg: &Seg,
        dims: &[Dim],
        twice: bool,
    ) -> Plan {
        let c = &seg.clauses;
        let mut first = vec![];
        if twice {
            first.extend(c.scans.iter().flat_map(|scan| scan.args.clone()).chain(sizes(seg)));
            first.extend(c.keep.as_ref().map(|keep| keep.flag));
        }
        let second = c.reds.iter().flat_map(|red| red.args.clone());
        let chosen = c.reds.iter().any(|red| red.kept);
        let second = second.chain(c.keep.as_ref().filter(|_| chosen).map(|keep| keep.flag));
        let mut wanted: Vec<Var> = vec![];
        let want = |atom: Atom, wanted: &mut Vec<Var>| {
            if let Atom::Var(var) = atom
                && !wanted.contains(&var)
            {
                wanted.push(var);
            }
        };
        first.into_iter().chain(second).for_each(|atom| want(atom, &mut wanted));
        let own: FxHashSet<Var> =
            walk::bound_vars(&seg.body).into_iter().chain(walk::bound_vars(&c.each)).collect();
        let rows: FxHashSet<Var> = seg.rows.iter().map(|row| row.param).collect();
        let varies = |var: &Var| own.contains(var) || rows.contains(var) || seg.position == Some(*var);
        wanted.retain(|var| varies(var) || seg.levels.iter().any(|level| level.index == *var));
        let mut again = false;
        if twice {
            let body: FxHashSet<Var> =
                walk::bound_vars(&seg.body).into_iter().chain(rows.iter().copied()).collect();
            let mut later = wanted.clone();
            let outs =
                c.outs.iter().filter(|out| matches!(out, Out::Point(_) | Out::Kept(_) | Out::Owned(_)));
            outs.filter_map(Out::atom).for_each(|atom| want(atom, &mut later));
            walk::free_vars(&c.each, self.vars).into_iter().for_each(|var| want(var.into(), &mut later));
            later.retain(|var| body.contains(var) && self.vars[*var].ty != Type::Cert);
            let bytes: usize =
                later.iter().filter_map(|var| self.vars[*var].ty.elem()).map(|ty| ty.bytes()).sum();
            again = later.iter().any(|var| self.vars[*var].ty.as_scalar().is_none())
                || bytes > KEPT_BYTES as usize;
            if !again {
                later.retain(|var| !wanted.contains(var));
                wanted.extend(later);
            }
        }
        let ty = |var: &Var| self.vars[*var].ty.elem().unwrap_or(ScalarType::I64);
        let types: Vec<(Var, ScalarType)> = wanted.iter().map(|var| (*var, ty(var))).collect();
        let scans: Vec<ScalarType> = c.scans.iter().flat_map(|scan| &scan.res).map(ty).collect();
        let sizes = sizes(seg).count() as u32;
        let several = dims.len() > 1;
        let placed = twice && c.keep.is_some();
        let counts = 2 * u32::from(several);
        let bytes = types.iter().map(|(_, ty)| ty).chain(&scans).map(|ty| ty.bytes() as u32).sum::<u32>();
        let bytes = bytes + 4 * (counts + u32::from(placed)) + 8 * sizes;
        let mut lanes = self.target.lanes;
        while lanes > 2 && lanes * bytes > self.target.shared {
            lanes /= 2;
        }
        // An odd number of neighbours: lanes that go through theirs in order use different banks of shared memory.
        let most = (self.target.shared / (lanes * bytes).max(1)).min(self.target.items);
        let each = if most.is_multiple_of(2) { most.saturating_sub(1) } else { most }.max(1);
        let len = lanes * each;
        let values = types.into_iter().map(|(var, ty)| (var, k.shared("value", ty, len))).collect();
        let results = scans.into_iter().map(|ty| (k.shared("result", ty, len), ty)).collect();
        let offsets = (0..sizes).map(|_| k.shared("offset", ScalarType::I64, len)).collect();
        let ends = several.then(|| k.shared("ends", ScalarType::I32, len));
        let row_of = k.var("row_of", KType::Buf(ScalarType::I32));
        let place = placed.then(|| k.shared("place", ScalarType::I32, len));
        Plan { lanes, each, twice, again, ends, row_of, place, values, results, offsets }
    }
}
