//! Kernels over spaces, and offsets.

use crate::Error;
use crate::accs::Aliases;
use crate::active::active;
use crate::clauses::Clauses;
use crate::exp::{self, Eval};
use crate::machine::{Machine, Res, internal};
use crate::shape::{Shape, build};
use crate::value::{Arr, V};
use ir::builder::{folded, space_dims};
use ir::{Atom, Extent, Level, Pat, Seg, SegOp, Start, Var};
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
                aliases.body(&seg.body);
                let results = seg.body.result.vals.get(seg.keep as usize..).unwrap_or(&[]);
                aliases.links(&pat.vals, results);
            }
            SegOp::Offsets { .. } => {}
            SegOp::Active(a) => {
                aliases.body(&a.cond);
                aliases.body(&a.body);
            }
        }
    }
}

impl Machine<'_> {
    /// A failure in a kernel, with the indices of the source in place of those of the levels, which begin at `depth`.
    fn in_source_terms(&self, seg: &Seg, depth: usize, mut error: Box<Error>) -> Box<Error> {
        if let (Error::Failure(failure), false) = (&mut *error, seg.origins.is_empty()) {
            let index = |o: &ir::Origin| {
                let start = match o.start {
                    Start::Level(level) => failure.at.get(depth + level as usize).copied().unwrap_or(0),
                    Start::Host(index) => self.int(index)?,
                    Start::Inside => return Ok(None),
                };
                let source = o.through.iter().try_fold(start, |at, ids| match self.var(*ids)? {
                    V::Array(arr) if at >= 0 && (at as usize) < arr.len() => match Arr::at(&arr, at as usize)
                    {
                        V::Scalar(x) => Ok(x.as_i64()),
                        _ => internal("positions are numbers"),
                    },
                    _ => internal("positions are an array"),
                });
                source.map(Some)
            };
            if let Ok(source) = seg.origins.iter().map(index).collect::<Res<Vec<Option<i64>>>>() {
                let inside = failure.at.get(depth + seg.levels.len()..).unwrap_or(&[]).to_vec();
                failure.at = ir::named_indices(source, inside);
            }
        }
        error
    }

    /// The exclusive scan of a volume, its total at the end.
    fn offsets(&self, sizes: &[Var]) -> Res<Vec<i64>> {
        let mut offsets = vec![0];
        for n in self.volume(sizes)? {
            offsets.push(offsets[offsets.len() - 1] + n);
        }
        Ok(offsets)
    }

    /// Offsets do not change what a kernel means, but those it names must be those of its chunks: a ragged level and the
    /// `per` levels behind it, up to the next ragged one.
    fn check_offsets(&self, levels: &[Level]) -> Res<()> {
        for (i, level) in levels.iter().enumerate() {
            let Extent::Ragged { size, offsets, .. } = &level.extent else { continue };
            let mut sizes = vec![*size];
            for behind in &levels[i + 1..] {
                match &behind.extent {
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

/// What one kernel produces, flat, in the order of its points.
struct Output {
    /// Numbers of kept elements, one per segment.
    counts: Vec<V>,
    /// Results of reductions, one list per component.
    reduced: Vec<Vec<V>>,
    /// Existential sizes, scans and plain results, one list per result.
    columns: Vec<Vec<V>>,
}

fn segmented<'p>(m: &mut Machine<'p>, seg: &'p Seg, pat: &'p Pat) -> Res<()> {
    if m.check {
        m.check_offsets(&seg.levels)?;
    }
    let dims = space_dims(&seg.levels);
    let shape = m.shape(&dims)?;
    let flags = seg.keep as usize;
    let reduced = folded(&seg.reds);
    let results = &seg.body.result;
    let plain = results.vals.get(flags + reduced..).unwrap_or(&[]);
    if pat.sizes.len() != flags + results.sizes.len() || pat.vals.len() != reduced + plain.len() {
        return internal("a seg has not as many results as variables");
    }
    let rows = seg.rows.iter().map(|r| m.var(r.arr)).collect::<Res<Vec<V>>>()?;
    let mut output = Output {
        counts: vec![],
        reduced: vec![vec![]; reduced],
        columns: vec![vec![]; results.sizes.len() + plain.len()],
    };
    if seg.levels.is_empty() {
        return single(m, seg, rows, pat);
    }
    let depth = m.at.len();
    let done = space(m, Space { seg, shape: &shape, rows: &rows }, &mut vec![], &mut output);
    m.at.truncate(depth);
    done.map_err(|e| m.in_source_terms(seg, depth, e))?;

    let outer = m.shape(&dims[..dims.len() - 1])?;
    let mut out = vec![];
    let mut inner = shape;
    if seg.keep {
        let counts = build(&outer, outer.rank(), output.counts)?;
        out.push(counts.clone());
        // Kept results have the counts as their innermost dimension, which is found in the first size of the pattern.
        m.set(pat.sizes[0], counts);
        let on = (0..outer.rank() as u32).collect();
        let mut dims = dims.clone();
        let Some(last) = dims.last_mut() else { return internal("a space without levels") };
        *last = ir::Dim { size: Atom::Var(pat.sizes[0]), on };
        inner = m.shape(&dims)?;
    }
    let mut columns = output.columns.into_iter();
    for (var, column) in pat.sizes[flags..].iter().zip(columns.by_ref()) {
        out.push(build(&inner, m.vars[*var].ty.rank(), column)?);
    }
    for (var, column) in pat.vals.iter().zip(output.reduced) {
        out.push(build(&outer, m.vars[*var].ty.rank(), column)?);
    }
    for ((var, column), result) in pat.vals[reduced..].iter().zip(columns).zip(plain) {
        let ty = &m.vars[*var].ty;
        out.push(if ty.is_acc() { m.untouched_acc(*result)? } else { build(&inner, ty.rank(), column)? });
    }
    m.bind(pat, out)
}

/// A space without levels has one point: the results are those of the body.
fn single<'p>(m: &mut Machine<'p>, seg: &'p Seg, rows: Vec<V>, pat: &'p Pat) -> Res<()> {
    if seg.keep || !seg.reds.is_empty() || !seg.scans.is_empty() {
        return internal("a clause along no level");
    }
    for (row, whole) in seg.rows.iter().zip(rows) {
        m.set(row.param, whole);
    }
    exp::exec(m, &seg.body)?;
    let results = m.atoms(&seg.body.result.sizes)?.into_iter().chain(m.atoms(&seg.body.result.vals)?);
    let results = results.collect();
    m.bind(pat, results)
}

/// A kernel over its space.
#[derive(Clone, Copy)]
struct Space<'p, 'a> {
    seg: &'p Seg,
    shape: &'a Shape,
    /// The arrays whose rows belong to the points.
    rows: &'a [V],
}

/// Visits the points of the levels from `point` on, in order.
fn space<'p>(
    m: &mut Machine<'p>,
    within: Space<'p, '_>,
    point: &mut Vec<usize>,
    out: &mut Output,
) -> Res<()> {
    let (seg, level) = (within.seg, point.len());
    if level + 1 == seg.levels.len() {
        return segment(m, within, point, out);
    }
    for i in 0..within.shape.size(level, point)? {
        m.set(seg.levels[level].index, V::i64(i as i64));
        m.at.push(i as i64);
        point.push(i);
        space(m, within, point, out)?;
        point.pop();
        m.at.pop();
    }
    Ok(())
}

/// The innermost level: the clauses run along it.
fn segment<'p>(
    m: &mut Machine<'p>,
    Space { seg, shape, rows }: Space<'p, '_>,
    point: &mut Vec<usize>,
    out: &mut Output,
) -> Res<()> {
    let level = point.len();
    let mut clauses = Clauses::new(m, &seg.reds, &seg.scans, seg.keep)?;
    let mut count = 0;
    for i in 0..shape.size(level, point)? {
        m.set(seg.levels[level].index, V::i64(i as i64));
        m.at.push(i as i64);
        point.push(i);
        for (row, whole) in seg.rows.iter().zip(rows) {
            let value = point.iter().try_fold(whole.clone(), |v, i| match v {
                V::Array(arr) if *i < arr.len() => Ok(Arr::at(&arr, *i)),
                _ => internal("a consumed array has not the levels of its space"),
            })?;
            m.set(row.param, value);
        }
        m.check_vars(seg.rows.iter().map(|r| r.param))?;
        exp::exec(m, &seg.body)?;
        let (kept, results) = clauses.step(m, &seg.body.result.vals)?;
        if kept {
            count += 1;
            let sizes = m.atoms(&seg.body.result.sizes)?;
            let items = sizes.into_iter().chain(clauses.scanned().cloned()).chain(m.atoms(results)?);
            out.columns.iter_mut().zip(items).for_each(|(column, item)| column.push(item));
        }
        point.pop();
        m.at.pop();
    }
    out.counts.push(V::i64(count));
    out.reduced.iter_mut().zip(clauses.into_reduced()).for_each(|(column, total)| column.push(total));
    Ok(())
}
