//! How large a tile is, and what of its points lies in shared memory.

use super::cut::Cut;
use crate::lower::Lowerer;
use crate::lower::code::KernelBuilder;
use crate::lower::seg::sizes;
use crate::schedule::asks_rows;
use base::ScalarType;
use ir::kernel::{KType, KVar};
use ir::{Atom, By, Dim, Limitation, Seg, Var, walk};
use rustc_hash::FxHashSet;

/// The shape of a kernel's tiles.
pub(in crate::lower) struct Plan {
    /// How many lanes a group has, and how many items of a tile each of them goes through in order.
    pub(super) lanes: u32,
    pub(super) each: u32,
    /// Whether the points of a tile depend on what comes before it, so that a group has one tile.
    pub(super) twice: bool,
    /// What the phases hand on, and where.
    pub(super) cut: Cut,
    /// Where rows end; none for a space with one row.
    pub(super) rows: Option<Rows>,
    /// Where kept elements go, counted from the tile's first.
    pub(super) place: Option<KVar>,
    /// The values of points that are kept.
    pub(super) values: Vec<(Var, KVar)>,
    /// What is known in order of points that need it behind: results of scans, and what is made of them.
    pub(super) results: Vec<(Var, KVar)>,
    /// What reductions have where rows end.
    pub(super) sums: Vec<KVar>,
    /// The offsets of sizes.
    pub(super) offsets: Vec<KVar>,
}

/// The rows of a tile, in shared memory.
pub(in crate::lower) struct Rows {
    /// Where they end, counted in points from the tile's first.
    pub(super) ends: KVar,
    /// A bit for each point, set for the last of a row, in words of 32; there is a word more than points need.
    pub(super) bits: KVar,
    /// How many rows with points end in front of each word of bits, and which rows have points, both counted from the tile's first.
    pub(super) in_front: KVar,
    pub(super) with_points: KVar,
}

impl Plan {
    /// How many items a tile has.
    pub(in crate::lower) fn items(&self) -> u32 {
        self.lanes * self.each
    }

    /// Whether a buffer keeps values of points.
    pub(super) fn keeps(&self, buf: KVar) -> bool {
        self.values.iter().any(|(_, kept)| *kept == buf)
    }

    /// How many words the bits of its points have.
    pub(super) fn words(&self) -> u32 {
        self.items().div_ceil(32) + 1
    }
}

impl Lowerer<'_> {
    /// Whether the host knows how many groups there are at most, where each has a tile of its own.
    pub(in crate::lower) fn tiles_known(&mut self, dims: &[Dim], by: By) -> Result<bool, Limitation> {
        if by != By::Chain {
            return Ok(true);
        }
        let outer = &dims[..dims.len() - 1];
        self.prepare(outer)?;
        Ok(self.most(outer)?.is_some() && self.most(dims)?.is_some())
    }

    /// The shape of the tiles of a kernel. `several`: tiles have parts of several rows.
    pub(in crate::lower) fn plan(
        &mut self,
        k: &mut KernelBuilder,
        seg: &Seg,
        several: bool,
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
        let cut = self.cut(seg, twice, &wanted);
        let placed = twice && c.keep.is_some();
        // Where rows end, and which of them have points.
        let counts = u32::from(several) + u32::from(several && asks_rows(seg, self.vars));
        let bytes = cut.bytes;
        // What reductions have at the end of a row takes the place of its last operand, if only they want that.
        let args: Vec<Atom> = c.reds.iter().flat_map(|red| red.args.clone()).collect();
        let alone = |arg: &Atom| {
            let elsewhere = c.keep.as_ref().is_some_and(|keep| keep.flag == *arg);
            !elsewhere && args.iter().filter(|other| *other == arg).count() == 1
        };
        let place = |arg: &Atom| cut.values.iter().position(|var| Atom::Var(*var) == *arg && alone(arg));
        let places: Vec<Option<usize>> = args.iter().map(place).collect();
        let sums: Vec<ScalarType> = c
            .reds
            .iter()
            .flat_map(|red| &red.ne)
            .map(|ne| ne.ty(self.vars).elem().unwrap_or(ScalarType::I64))
            .collect();
        let apart = sums.iter().zip(&places).filter(|(_, place)| several && place.is_none());
        let bytes = bytes + apart.map(|(ty, _)| ty.bytes() as u32).sum::<u32>();
        let bytes = bytes + 2 * (counts + u32::from(placed));
        // Groups that need not wait for each other have fewer lanes, which wait for fewer.
        let mut lanes = if twice { self.target.lanes } else { (self.target.lanes / 2).max(2) };
        let shared = self.target.shared / (self.target.lanes / lanes).max(1);
        while lanes > 2 && lanes * bytes > shared {
            lanes /= 2;
        }
        // An odd number of neighbours: lanes that go through theirs in order use different banks of shared memory.
        let most = (shared / (lanes * bytes).max(1)).min(self.target.items);
        let each = if most.is_multiple_of(2) { most.saturating_sub(1) } else { most }.max(1);
        let len = lanes * each;
        let mut room = |name: &str, var: Var| (var, k.shared(name, self.elem_of(var), len));
        let values: Vec<(Var, KVar)> = cut.values.iter().map(|var| room("value", *var)).collect();
        let result = |(var, place): (&Var, &Option<usize>)| match place {
            Some(place) => (*var, values[*place].1),
            None => room("result", *var),
        };
        let results = cut.results.iter().zip(&cut.places).map(result).collect();
        let sum = |(ty, place): (&ScalarType, &Option<usize>)| match place {
            Some(place) => values[*place].1,
            None => k.shared("sum", *ty, len),
        };
        let sums = if several { sums.iter().zip(&places).map(sum).collect() } else { vec![] };
        let offset = |place: &Option<usize>| match place {
            Some(place) => values[*place].1,
            None => k.shared("offset", ScalarType::I64, len),
        };
        let offsets = cut.offsets.iter().map(offset).collect();
        let rows = several.then(|| Rows {
            ends: k.shared("ends", ScalarType::U16, len),
            bits: k.shared("bits", ScalarType::U32, len.div_ceil(32) + 1),
            in_front: k.var("in_front", KType::Buf(ScalarType::U16)),
            with_points: k.var("with_points", KType::Buf(ScalarType::U16)),
        });
        let place = placed.then(|| k.shared("place", ScalarType::U16, len));
        Plan { lanes, each, twice, cut, rows, place, values, results, sums, offsets }
    }
}
