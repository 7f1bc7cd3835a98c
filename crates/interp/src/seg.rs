//! Kernels over spaces, and offsets.

use crate::accs::Aliases;
use crate::active::active;
use crate::clauses::{self, Row, ranks};
use crate::exp::{self, Eval};
use crate::machine::{Machine, Res, internal};
use crate::shape::Shape;
use crate::value::{Arr, V};
use ir::builder::space_dims;
use ir::{Extent, Level, Out, Pat, Seg, SegOp, Var};
use std::cell::Cell;
use std::rc::Rc;

impl Eval for SegOp {
    fn eval<'p>(&'p self, m: &mut Machine<'p>, pat: &'p Pat) -> Res<()> {
        match self {
            SegOp::Seg(seg) => segmented(m, seg, pat),
            SegOp::Offsets { sizes } => {
                let offsets = V::Offsets(Rc::new(m.offsets(sizes)?));
                exp::bind_one(m, pat, offsets)
            }
            SegOp::Active(a) => active(m, a, pat),
        }
    }
    fn link(&self, aliases: &mut Aliases, pat: &Pat) {
        match self {
            SegOp::Seg(seg) => {
                aliases.stms(&seg.body);
                aliases.clauses(&seg.clauses, pat);
            }
            SegOp::Offsets { .. } => {}
            SegOp::Active(a) => {
                aliases.stms(&a.cond.stms);
                aliases.stms(&a.body.stms);
            }
        }
    }
}

impl Machine<'_> {
    /// The exclusive scan of a volume, its total at the end.
    fn offsets(&self, sizes: &[Var]) -> Res<Vec<i64>> {
        let mut offsets = vec![0];
        for n in self.volume(sizes)? {
            offsets.push(offsets[offsets.len() - 1] + n);
        }
        Ok(offsets)
    }

    /// Offsets do not change what a kernel means, but those it names must be those of its chunks: a ragged level and the
    /// `per` levels after it, up to the next ragged one.
    fn check_offsets(&self, levels: &[Level]) -> Res<()> {
        for (i, level) in levels.iter().enumerate() {
            let Extent::Ragged { size, offsets, .. } = &level.extent else { continue };
            let mut sizes = vec![*size];
            for inner in &levels[i + 1..] {
                match &inner.extent {
                    Extent::Ragged { .. } => break,
                    Extent::Per { size, .. } => sizes.push(*size),
                    Extent::Uniform(_) => {}
                }
            }
            let V::Offsets(given) = self.var(*offsets)? else { return internal("a level via no offsets") };
            if *given != self.offsets(&sizes)? {
                return internal(format!("{} are not the offsets of level {i}", self.name(*offsets)));
            }
        }
        Ok(())
    }
}

fn segmented<'p>(m: &mut Machine<'p>, seg: &'p Seg, pat: &'p Pat) -> Res<()> {
    if m.check {
        m.check_offsets(&seg.levels)?;
    }
    let shape = m.shape(&space_dims(&seg.levels))?;
    let owned = seg.rows.iter().map(|r| m.var(r.arr)).collect::<Res<Vec<V>>>()?;
    let space = Space { seg, pat, shape, owned, kept: Cell::new(0), points: Cell::new(0) };
    let results = match seg.levels.as_slice() {
        [] => space.one_point(m)?,
        [..] => space.level(m, &mut vec![])?,
    };
    m.bind(pat, results)
}

/// A kernel over its space.
struct Space<'p> {
    seg: &'p Seg,
    pat: &'p Pat,
    shape: Shape,
    /// The arrays whose rows belong to the points.
    owned: Vec<V>,
    /// How many have been kept, where rows are kept as one.
    kept: Cell<i64>,
    /// How many points have been visited.
    points: Cell<i64>,
}

impl<'p> Space<'p> {
    /// The results of the part of the space where the indices of the outer levels are `point`: those of its rows, in order, as
    /// arrays. The innermost level is a row.
    fn level(&self, m: &mut Machine<'p>, point: &mut Vec<usize>) -> Res<Vec<V>> {
        let (seg, depth) = (self.seg, point.len());
        let width = self.shape.size(depth, point)?;
        let whole = seg.clauses.keep.as_ref().is_some_and(|keep| keep.whole);
        let mut ranks = ranks(m, self.pat, depth);
        if whole {
            for ((rank, out), var) in ranks.iter_mut().zip(&seg.clauses.outs).zip(self.pat.all()) {
                if matches!(out, Out::Kept(_)) {
                    *rank = m.vars[var].ty.rank();
                }
            }
        }
        if depth + 1 == seg.levels.len() {
            let before = if whole { self.kept.get() } else { 0 };
            let row = Row { width, body: &seg.body, clauses: &seg.clauses, ranks, before };
            let results = row.run(m, |m, i| {
                m.set(seg.levels[depth].index, V::i64(i as i64));
                point.push(i);
                self.enter_rows(m, point)?;
                point.pop();
                if let Some(position) = seg.position {
                    m.set(position, V::i64(self.points.replace(self.points.get() + 1)));
                }
                Ok(())
            })?;
            for (out, result) in seg.clauses.outs.iter().zip(&results) {
                if let (Out::Count, V::Scalar(count)) = (out, result) {
                    self.kept.set(self.kept.get() + count.as_i64());
                }
            }
            return Ok(results);
        }
        let mut columns: Vec<Arr> = ranks.into_iter().map(Arr::empty).collect();
        for i in 0..width {
            m.set(seg.levels[depth].index, V::i64(i as i64));
            point.push(i);
            let results = self.level(m, point)?;
            point.pop();
            for ((out, column), result) in seg.clauses.outs.iter().zip(&mut columns).zip(results) {
                match out {
                    Out::Count if whole => {}
                    Out::Kept(_) if whole => append(column, &result)?,
                    Out::Point(_) | Out::Kept(_) | Out::Owned(_) | Out::Row(_) | Out::Count => {
                        clauses::push(column, result)?;
                    }
                    Out::Acc(_) => {}
                }
            }
        }
        let result = |(out, column): (&Out, Arr)| match out {
            Out::Count if whole => Ok(V::i64(self.kept.get())),
            Out::Point(_) | Out::Kept(_) | Out::Owned(_) | Out::Row(_) | Out::Count => {
                Ok(V::Array(Rc::new(column)))
            }
            Out::Acc(acc) => m.same_acc(*acc),
        };
        seg.clauses.outs.iter().zip(columns).map(result).collect()
    }

    /// Binds the rows that belong to a point.
    fn enter_rows(&self, m: &mut Machine<'p>, point: &[usize]) -> Res<()> {
        for (row, whole) in self.seg.rows.iter().zip(&self.owned) {
            let Some(value) = point.iter().try_fold(whole.clone(), |v, i| v.element(*i)) else {
                return internal("a consumed array has not the levels of its space");
            };
            m.set(row.param, value);
        }
        m.check_vars(self.seg.rows.iter().map(|r| r.param))
    }

    /// A space without levels: the results are those of its one point.
    fn one_point(&self, m: &mut Machine<'p>) -> Res<Vec<V>> {
        let Seg { body, clauses, .. } = self.seg;
        if clauses.keep.is_some() || clauses.folds().next().is_some() {
            return internal("a clause along no level");
        }
        self.enter_rows(m, &[])?;
        exp::exec(m, body)?;
        exp::exec(m, &clauses.each)?;
        let result = |out: &Out| match out {
            Out::Point(a) => m.atom(*a),
            Out::Acc(var) | Out::Owned(var) => m.var(*var),
            Out::Kept(_) | Out::Row(_) | Out::Count => internal("a result along no level"),
        };
        clauses.outs.iter().map(result).collect()
    }
}

/// Adds what a row keeps to what was kept in front of it.
fn append(column: &mut Arr, row: &V) -> Res<()> {
    let V::Array(row) = row else { return internal("what is kept is no array") };
    (0..row.len()).try_for_each(|i| clauses::push(column, row.at(i)))
}
