//! What of points lies in shared memory between the phases of a tile, and what is computed again from it.
//!
//! Bodies are evaluated striped, folds go through the tile in order, and what points give is striped again. Shared memory is what the
//! phases hand on, and how much a point takes of it says how large a tile can be. So simple operations are cut where the least has to be
//! handed on: what bodies compute of one number is computed again in order, and what `each` makes of several sums is made in order,
//! where the sums are.

use crate::lower::Lowerer;
use crate::lower::body::Point;
use crate::lower::seg::sizes;
use base::ScalarType;
use ir::{Atom, Inner, Out, Seg, Stm, Type, Var, walk};
use rustc_hash::{FxHashMap, FxHashSet};

/// Values of a point that are worth keeping, in bytes; else its body is evaluated again.
const KEPT_BYTES: u32 = 64;

/// The most simple operations of a point that are evaluated elsewhere.
const MOST_AGAIN: usize = 24;

/// What is handed on.
pub(super) struct Cut {
    /// The values of points that bodies leave.
    pub(super) values: Vec<Var>,
    /// Statements of bodies that make of these what else is needed.
    pub(super) derived: Vec<Stm<Inner>>,
    /// Statements of `each` that are evaluated in order, where the results of scans are known, and the others.
    pub(super) early: Vec<Stm<Inner>>,
    pub(super) late: Vec<Stm<Inner>>,
    /// The results of scans and of early statements that points need behind, and which value each of them takes the place of.
    pub(super) results: Vec<Var>,
    pub(super) places: Vec<Option<usize>>,
    /// The same of the offsets of sizes.
    pub(super) offsets: Vec<Option<usize>>,
    /// Whether bodies are evaluated again behind the chain, because not all that is needed of them can be kept.
    pub(super) again: bool,
    /// The memory of a point.
    pub(super) bytes: u32,
}

impl Lowerer<'_> {
    /// Cuts the phases of a tile apart; folds want these values of points. `twice`: points depend on what comes before them.
    pub(super) fn cut(&self, seg: &Seg, twice: bool, wanted: &[Var]) -> Cut {
        let plain = self.cut_at(seg, wanted, twice, (false, false));
        if !twice {
            return plain;
        }
        let others = [(true, false), (true, true)].map(|how| self.cut_at(seg, wanted, twice, how));
        // The first of the smallest. Where bodies are evaluated again, nothing of them is there in order but what folds want.
        let others = others.into_iter().filter(|other| !other.again);
        others.fold(plain, |best, other| if other.bytes < best.bytes { other } else { best })
    }

    fn cut_at(&self, seg: &Seg, wanted: &[Var], twice: bool, (derives, hurries): (bool, bool)) -> Cut {
        let c = &seg.clauses;
        let early = if hurries { self.early(seg) } else { vec![] };
        let late: Vec<Stm<Inner>> = c.each.iter().filter(|stm| !early.contains(stm)).cloned().collect();
        let body: FxHashSet<Var> =
            walk::bound_vars(&seg.body).into_iter().chain(seg.rows.iter().map(|row| row.param)).collect();
        let mut values = wanted.to_vec();
        // What points need behind the chain, and what must not be written over before.
        let mut behind: Vec<Var> = vec![];
        let mut again = false;
        let mut derived = vec![];
        if twice {
            let outs =
                c.outs.iter().filter(|out| matches!(out, Out::Point(_) | Out::Kept(_) | Out::Owned(_)));
            behind.extend(outs.filter_map(Out::atom).filter_map(Atom::var));
            behind.extend(walk::free_vars(&late, self.vars));
            let mut needed = behind.clone();
            needed.extend(walk::free_vars(&early, self.vars));
            needed.retain(|var| body.contains(var) && self.vars[*var].ty != Type::Cert);
            values.extend(needed.clone());
            values = distinct(values);
            if derives {
                derived = self.derive(seg, &mut values);
            }
            let kept: Vec<Var> = values.iter().copied().filter(|var| body.contains(var)).collect();
            again = kept.iter().any(|var| self.vars[*var].ty.as_scalar().is_none())
                || self.bytes_of(&kept) > KEPT_BYTES;
            if again {
                values = wanted.to_vec();
                derived.clear();
            }
            behind.extend(c.reds.iter().flat_map(|red| &red.args).filter_map(|arg| arg.var()));
            behind.extend(c.keep.as_ref().and_then(|keep| keep.flag.var()));
            // Where a value lies that others are made of nothing else may lie.
            behind.extend(walk::free_vars(&derived, self.vars));
        }
        // An offset takes the place of its size, if nobody wants that behind.
        let all: Vec<Atom> = sizes(seg).collect();
        let over = |size: &Atom| {
            let alone = all.iter().filter(|other| *other == size).count() == 1;
            let at = values.iter().position(|var| Atom::Var(*var) == *size)?;
            let free = self.elem_of(values[at]) == ScalarType::I64 && !behind.contains(&values[at]);
            (alone && free).then_some(at)
        };
        let offsets: Vec<Option<usize>> = all.iter().map(over).collect();
        behind.extend(all.iter().filter_map(|size| size.var()));
        let operands: Vec<Atom> = c.scans.iter().flat_map(|scan| scan.args.clone()).collect();
        let sums: Vec<Var> = c.scans.iter().flat_map(|scan| scan.res.clone()).collect();
        let made = sums.iter().copied().chain(walk::bound_vars(&early));
        let results: Vec<Var> = made.filter(|var| behind.contains(var)).collect();
        // The result of a scan takes the place of its operand, if only the scan wants that.
        let in_place = |result: &Var| {
            let arg = operands[sums.iter().position(|sum| sum == result)?];
            let alone = operands.iter().filter(|other| **other == arg).count() == 1;
            let at = values.iter().position(|var| Atom::Var(*var) == arg)?;
            (alone && !behind.contains(&values[at])).then_some(at)
        };
        let places: Vec<Option<usize>> = results.iter().map(in_place).collect();
        let apart = results.iter().zip(&places).filter(|(_, place)| place.is_none()).map(|(var, _)| *var);
        let made = offsets.iter().filter(|place| place.is_none()).count() * ScalarType::I64.bytes();
        let bytes = self.bytes_of(&values) + self.bytes_of(&apart.collect::<Vec<Var>>()) + made as u32;
        Cut { values, derived, early, late, results, places, offsets, again, bytes }
    }

    /// How many bytes values take.
    fn bytes_of(&self, vars: &[Var]) -> u32 {
        vars.iter().map(|var| self.elem_of(*var).bytes() as u32).sum()
    }

    /// The type of a value in shared memory.
    pub(super) fn elem_of(&self, var: Var) -> ScalarType {
        self.vars[var].ty.elem().unwrap_or(ScalarType::I64)
    }

    /// Replaces values by fewer bytes that they are made of; returns the statements that make them.
    fn derive(&self, seg: &Seg, values: &mut Vec<Var>) -> Vec<Stm<Inner>> {
        let mut budget = MOST_AGAIN;
        let mut simple: FxHashMap<Var, &Stm<Inner>> = FxHashMap::default();
        for stm in &seg.body {
            let mut left = MOST_AGAIN;
            if self.is_cheap_stm(&Point::default(), stm, &mut left) {
                simple.extend(stm.pat.vals.iter().map(|var| (*var, stm)));
            }
        }
        let own: FxHashSet<Var> = walk::bound_vars(&seg.body)
            .into_iter()
            .chain(seg.levels.iter().map(|level| level.index))
            .chain(seg.position)
            .chain(seg.rows.iter().map(|row| row.param))
            .collect();
        let mut made: FxHashSet<Var> = FxHashSet::default();
        let mut wide = values.clone();
        wide.sort_by_key(|var| std::cmp::Reverse(self.bytes_of(&[*var])));
        for var in wide {
            let parts = |stm: &Stm<Inner>| {
                let free = walk::free_vars(&stm.exp, self.vars).into_iter();
                free.filter(|var| own.contains(var)).collect::<Vec<Var>>()
            };
            let Some((leaves, used)) = made_of(var, &simple, parts) else { continue };
            let fresh: Vec<Var> = leaves.iter().copied().filter(|leaf| !values.contains(leaf)).collect();
            let scalars = fresh.iter().all(|leaf| self.vars[*leaf].ty.as_scalar().is_some());
            let cost = used.difference(&made).count();
            if leaves.contains(&var)
                || !scalars
                || cost > budget
                || self.bytes_of(&fresh) >= self.bytes_of(&[var])
            {
                continue;
            }
            budget -= cost;
            made.extend(used);
            values.retain(|value| *value != var);
            values.extend(fresh);
        }
        let needed = |stm: &&Stm<Inner>| stm.pat.vals.iter().any(|var| made.contains(var));
        seg.body.iter().filter(needed).cloned().collect()
    }

    /// The simple statements of `each` that ask for nothing but sums, values of points and each other, as far as somebody behind asks for
    /// theirs. Kept elements and reductions want everything in its place.
    fn early(&self, seg: &Seg) -> Vec<Stm<Inner>> {
        let c = &seg.clauses;
        if c.keep.is_some() || !c.reds.is_empty() {
            return vec![];
        }
        let mut budget = MOST_AGAIN;
        let mut placed: FxHashSet<Var> =
            seg.levels.iter().map(|level| level.index).chain(seg.position).collect();
        let mut early = vec![];
        for stm in &c.each {
            let free = walk::free_vars(&stm.exp, self.vars);
            let asks = free.iter().any(|var| placed.contains(var));
            if !asks && self.is_cheap_stm(&Point::default(), stm, &mut budget) {
                early.push(stm.clone());
            } else {
                placed.extend(stm.pat.vals.iter().copied());
            }
        }
        early
    }
}

/// The values that a value is made of by simple statements, and what these give on the way; nothing if they are too many.
fn made_of(
    var: Var,
    simple: &FxHashMap<Var, &Stm<Inner>>,
    parts: impl Fn(&Stm<Inner>) -> Vec<Var>,
) -> Option<(Vec<Var>, FxHashSet<Var>)> {
    let (mut leaves, mut used, mut seen) = (vec![], FxHashSet::default(), FxHashSet::default());
    let mut left = vec![var];
    while let Some(var) = left.pop() {
        if !seen.insert(var) {
            continue;
        }
        match simple.get(&var) {
            None => leaves.push(var),
            Some(stm) => {
                used.extend(stm.pat.vals.iter().copied());
                left.extend(parts(stm));
            }
        }
        if used.len() > MOST_AGAIN {
            return None;
        }
    }
    Some((leaves, used))
}

/// Each once, in the order in which they first stand.
fn distinct(vars: Vec<Var>) -> Vec<Var> {
    let mut seen = FxHashSet::default();
    vars.into_iter().filter(|var| seen.insert(*var)).collect()
}
