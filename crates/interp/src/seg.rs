//! Kernels over spaces, and offsets.

use crate::accs::Aliases;
use crate::active::active;
use crate::clauses::{self, Row, ranks};
use crate::exp::{self, Eval};
use crate::machine::{Machine, Res, internal};
use crate::shape::{Shape, build};
use crate::value::{Arr, V};
use ir::builder::space_dims;
use ir::{Closed, Extent, Level, Out, Pat, Seg, SegOp, Var};
use std::cell::Cell;
use std::rc::Rc;

impl Eval for SegOp {
    fn eval<'p>(&'p self, m: &mut Machine<'p>, pat: &'p Pat) -> Res<()> {
        match self {
            SegOp::Seg(seg) => segmented(m, seg, pat),
            SegOp::Offsets { sizes, is } => {
                let offsets = Rc::new(m.offsets(sizes)?);
                if let Some(is) = is
                    && *m.offset_entries(*is)? != *offsets
                {
                    return internal(format!("{} are not the offsets of these sizes", m.name(*is)));
                }
                exp::bind_one(m, pat, V::Offsets(offsets))
            }
            SegOp::Closed(form) => closed(m, form, pat),
            SegOp::Differences { offsets } => {
                let entries = m.offset_entries(*offsets)?;
                let sizes = entries.windows(2).map(|pair| V::i64(pair[1] - pair[0])).collect();
                let dims = m.vars[pat.vals[0]].ty.dims();
                let sizes = build(&m.shape(dims)?, dims.len(), sizes)?;
                exp::bind_one(m, pat, sizes)
            }
            SegOp::Active(a) => active(m, a, pat),
        }
    }
    fn link(&self, aliases: &mut Aliases, pat: &Pat) {
        match self {
            SegOp::Seg(seg) => {
                aliases.stms(&seg.once);
                aliases.stms(&seg.body);
                aliases.clauses(&seg.clauses, pat);
            }
            SegOp::Offsets { .. } | SegOp::Closed(_) | SegOp::Differences { .. } => {}
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

    fn offset_entries(&self, var: Var) -> Res<Rc<Vec<i64>>> {
        match self.var(var)? {
            V::Offsets(entries) => Ok(entries),
            V::Scalar(_) | V::Array(_) | V::Acc(_) | V::Cert | V::Gone => {
                internal(format!("{} are no offsets", self.name(var)))
            }
        }
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
            let given = self.offset_entries(*offsets)?;
            if *given != self.offsets(&sizes)? {
                return internal(format!("{} are not the offsets of level {i}", self.name(*offsets)));
            }
        }
        Ok(())
    }
}

/// Without rows there is nothing that the body could read.
fn closed<'p>(m: &mut Machine<'p>, closed: &'p Closed, pat: &'p Pat) -> Res<()> {
    closed.under.iter().try_for_each(|cert| m.evidence(*cert))?;
    let mut entries = vec![0];
    let rows = m.int(closed.rows)?;
    for row in 0..=rows {
        if rows == 0 {
            break;
        }
        m.set(closed.index, V::i64(row));
        exp::exec(m, &closed.body)?;
        let entry = m.int(closed.result)?;
        match row {
            0 if entry == 0 => {}
            0 => return internal(format!("offsets begin with {entry}")),
            _ => entries.push(entry),
        }
    }
    exp::bind_one(m, pat, V::Offsets(Rc::new(entries)))
}

/// The offsets of what the points gave, in the order of memory.
fn sums(sizes: &V, entries: &mut Vec<i64>) -> Res<()> {
    match sizes {
        V::Scalar(size) => entries.push(entries[entries.len() - 1] + size.as_i64()),
        V::Array(rows) => {
            for i in 0..rows.len() {
                sums(&rows.at(i), entries)?;
            }
        }
        V::Acc(_) | V::Cert | V::Offsets(_) | V::Gone => return internal("offsets of no sizes"),
    }
    Ok(())
}

fn segmented<'p>(m: &mut Machine<'p>, seg: &'p Seg, pat: &'p Pat) -> Res<()> {
    if m.check {
        m.check_offsets(&seg.levels)?;
    }
    seg.under.iter().try_for_each(|cert| m.evidence(*cert))?;
    let shape = m.shape(&space_dims(&seg.levels))?;
    let owned = seg.rows.iter().map(|r| m.var(r.arr)).collect::<Res<Vec<V>>>()?;
    let space =
        Space { seg, pat, shape, owned, kept: Cell::new(0), points: Cell::new(0), begun: Cell::new(false) };
    let results = match seg.levels.as_slice() {
        [] => space.one_point(m)?,
        [..] => space.level(m, &mut vec![])?,
    };
    let mut results = results;
    for (out, result) in seg.clauses.outs.iter().zip(&mut results) {
        if let Out::Offsets(_) = out {
            let mut entries = vec![0];
            sums(result, &mut entries)?;
            *result = V::Offsets(Rc::new(entries));
        }
    }
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
    /// Whether there was a point.
    begun: Cell<bool>,
}

impl<'p> Space<'p> {
    /// The results of the part of the space where the indices of the outer levels are `point`: those of its rows, in order, as
    /// arrays. The innermost level is a row.
    fn level(&self, m: &mut Machine<'p>, point: &mut Vec<usize>) -> Res<Vec<V>> {
        let (seg, depth) = (self.seg, point.len());
        let width = self.shape.size(depth, point)?;
        let whole = seg.clauses.keep.as_ref().is_some_and(|keep| keep.whole);
        let mut ranks = ranks(m, self.pat, depth);
        for ((rank, out), var) in ranks.iter_mut().zip(&seg.clauses.outs).zip(self.pat.all()) {
            match out {
                // They are sizes of the points until all points are known.
                Out::Offsets(_) => *rank = seg.levels.len() - depth,
                Out::Kept(_) if whole => *rank = m.vars[var].ty.rank(),
                Out::Point(_) | Out::Kept(_) | Out::Row(_) | Out::Count => {}
                Out::Acc(_) | Out::Owned(_) | Out::Cert => {}
            }
        }
        if depth + 1 == seg.levels.len() {
            let before = if whole { self.kept.get() } else { 0 };
            let row = Row { width, body: &seg.body, clauses: &seg.clauses, ranks, before };
            let results = row.run(m, |m, i| {
                if !self.begun.replace(true) {
                    exp::exec(m, &seg.once)?;
                }
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
                    Out::Point(_)
                    | Out::Kept(_)
                    | Out::Owned(_)
                    | Out::Row(_)
                    | Out::Count
                    | Out::Offsets(_) => {
                        clauses::push(column, result)?;
                    }
                    Out::Acc(_) | Out::Cert => {}
                }
            }
        }
        let result = |(out, column): (&Out, Arr)| match out {
            Out::Count if whole => Ok(V::i64(self.kept.get())),
            Out::Point(_) | Out::Kept(_) | Out::Owned(_) | Out::Row(_) | Out::Count | Out::Offsets(_) => {
                Ok(V::Array(Rc::new(column)))
            }
            Out::Acc(acc) => m.same_acc(*acc),
            Out::Cert => Ok(V::Cert),
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
        let Seg { once, body, clauses, .. } = self.seg;
        if clauses.keep.is_some() || clauses.folds().next().is_some() {
            return internal("a clause along no level");
        }
        self.enter_rows(m, &[])?;
        exp::exec(m, once)?;
        exp::exec(m, body)?;
        exp::exec(m, &clauses.each)?;
        let result = |out: &Out| match out {
            Out::Point(a) => m.atom(*a),
            Out::Acc(var) | Out::Owned(var) => m.var(*var),
            Out::Cert => Ok(V::Cert),
            Out::Kept(_) | Out::Row(_) | Out::Count | Out::Offsets(_) => internal("a result along no level"),
        };
        clauses.outs.iter().map(result).collect()
    }
}

/// Adds what a row keeps to what was kept in front of it.
fn append(column: &mut Arr, row: &V) -> Res<()> {
    let V::Array(row) = row else { return internal("what is kept is no array") };
    (0..row.len()).try_for_each(|i| clauses::push(column, row.at(i)))
}
