//! Reductions whose elements lie side by side for neighbouring rows, and far apart within a row: a point takes a row, and goes through it.
//!
//! ```text
//! let r = seg (j < m, i < n) { let x = xss[i, j] } red (t) = add.f32 (x) ne (0) out (row t)
//!   =>
//! let share = max least (n * m >> busy)    let chunks = ceil (n / share)    let wide = m >= few
//! let r = if wide {                                              -- and if there is one chunk, the same without chunks
//!   let part = seg (c < chunks, j < m) { let w = min share (n - c * share)
//!                let t = screma w (e <- iota) { let i = c * share + e  let x = xss[i, j] } red (t) = add.f32 (x) ne (0) out (row t) } out (t)
//!   in seg (j < m) { let t = screma chunks (c <- iota) { let x = part[c, j] } red (t) = add.f32 (x) ne (0) out (row t) } out (t)
//! } else { as it was }
//! ```
//!
//! So the lanes of a group, or of a vector, read what lies side by side: sums of columns, products of matrices. Rows are cut into chunks where
//! there are too few of them to keep the machine busy; the results of the chunks are combined in order. Where neighbours are few, lanes of a GPU would
//! read a few elements each in another place. The numbers are the host's: it has to know the sizes. No version is made for a number of neighbours that is constant.
//!
//! Rows of a constant, short length need neither versions nor chunks: a point takes a row, unless neighbouring rows would read what lies apart.
//!
//! ```text
//! seg (i < n, k < 16) { let x = xs[add i k] } red (t) = add.f32 (x) ne (0) out (row t)
//!   =>
//! seg (i < n) { let t = screma 16 (k <- iota) { let x = xs[add i k] } red .. out (row t) } out (t)
//! ```
//!
//! Does not do: ragged rows, operators that can fail (they name the element), elements that need memory of their own, several elements side by side in one lane.

use crate::effects::can_fail;
use crate::lower::{Target, takes_rows, takes_slices};
use crate::schedule::access;
use base::{BinOp, Loc, ScalarType};
use ir::builder::space_dims;
use ir::vector::Stride;
use ir::walk::Subst;
use ir::{
    Atom, Body, Builder, Clauses, Exp, Extent, Flat, Fold, Inner, Input, Level, Out, Pat, Results, Screma,
    Seg, SegOp, Stm, Tag, Type, Var, Vars, fresh,
};
use rustc_hash::FxHashSet;

/// So many neighbours are read together by a processor: lanes that are left over cost less than reading one element after the other.
const FEWEST: i64 = 2;

/// So many fill what a GPU reads at once; fewer do so, too, where there are so many times as many points that go through the same elements.
const FILLING: i64 = 8;
const SHARING: i64 = 4;

/// The most elements of a row of constant length that a point goes through alone.
const SHORT: i64 = 64;

/// The fewest elements of a chunk.
const LEAST: i64 = 64;

/// Turns the reductions of a program.
pub fn across(mut prog: Flat, target: Target) -> Flat {
    for fun in &mut prog.funs {
        let known = fun.params.iter().map(|param| param.var).collect();
        block(&mut fun.body.stms, &mut prog.vars, target, &known);
    }
    prog
}

/// `known` are numbers that the host has without waiting for the device.
fn block(stms: &mut Vec<Stm<SegOp>>, vars: &mut Vars, target: Target, known: &FxHashSet<Var>) {
    let mut known = known.clone();
    let mut out = vec![];
    for mut stm in std::mem::take(stms) {
        if let Exp::Prim(_) | Exp::Atom(_) | Exp::Check(_) = &stm.exp
            && ir::walk::used_vars(&stm.exp).iter().all(|var| known.contains(var))
        {
            known.extend(stm.pat.all());
        }
        if let Exp::Op(SegOp::Seg(seg)) = &stm.exp
            && let Some(rows) = Rows::short(seg)
        {
            stm.exp = Exp::Op(SegOp::Seg(rows.rows(vars, &stm.loc)));
        } else if let Exp::Op(SegOp::Seg(seg)) = &stm.exp
            && let Some(rows) = Rows::of(seg, &known, target)
        {
            let exp = rows.versions(&mut out, vars, target, &stm);
            stm.exp = exp;
        } else {
            stm.exp.blocks_mut(&mut |inner, _| block(inner, vars, target, &known));
        }
        out.push(stm);
    }
    *stms = out;
}

/// A reduction of rows whose neighbours should be read together.
struct Rows<'a> {
    seg: &'a Seg,
    /// The sizes of the levels in front.
    outer: Vec<Atom>,
    /// How many elements a row has.
    length: Atom,
}

impl<'a> Rows<'a> {
    /// Those whose elements lie side by side for neighbouring rows alone.
    fn of(seg: &'a Seg, known: &FxHashSet<Var>, target: Target) -> Option<Rows<'a>> {
        let sizes = seg.levels.iter().map(|level| match &level.extent {
            Extent::Uniform(size) => {
                Some(*size).filter(|size| size.var().is_none_or(|var| known.contains(&var)))
            }
            Extent::Per { .. } | Extent::Ragged { .. } => None,
        });
        let mut outer = sizes.collect::<Option<Vec<Atom>>>()?;
        let length = outer.pop()?;
        let better = access::reads(seg).contains(&(Stride::Linear, Stride::Varying));
        let rows = Rows { seg, outer, length };
        (better && rows.known_wide(target) != Some(false) && can_turn(seg)).then_some(rows)
    }

    /// Those of a few elements, as many in every row, that a point goes through alone: no lanes have to be combined, and a row is no work to be shared.
    fn short(seg: &'a Seg) -> Option<Rows<'a>> {
        let [.., _, last] = seg.levels.as_slice() else { return None };
        let Extent::Uniform(length @ Atom::Const(size)) = last.extent else { return None };
        let loops = |stm: &Stm<Inner>| stm.exp.any(&mut |exp| matches!(exp, Exp::Loop(_) | Exp::Op(_)));
        let plain = !seg.body.iter().any(loops);
        (size.as_i64() <= SHORT && plain && can_turn(seg)).then_some(Rows { seg, outer: vec![], length })
    }

    /// Whether there are enough neighbours, if their number is constant.
    fn known_wide(&self, target: Target) -> Option<bool> {
        let sizes = self.outer.iter().map(|size| match size {
            Atom::Const(size) => Some(size.as_i64()),
            Atom::Var(_) => None,
        });
        let sizes = sizes.collect::<Option<Vec<i64>>>()?;
        let (last, points) = (*sizes.last()?, sizes.iter().fold(1i64, |all, size| all.saturating_mul(*size)));
        Some(if target.deals_out() { last.max(points / SHARING) >= FILLING } else { last >= FEWEST })
    }

    /// The same, decided by the host; `points` are all rows.
    fn wide(&self, host: &mut Builder<SegOp>, points: Option<Atom>, target: Target) -> Option<Atom> {
        if self.known_wide(target).is_some() {
            return None;
        }
        let last = *self.outer.last()?;
        if !target.deals_out() {
            return Some(host.bin("wide", BinOp::Ge, last, Atom::i64(FEWEST)));
        }
        let mut most = last;
        if let (Some(points), [_, _, ..]) = (points, &self.outer[..]) {
            let shared = host.bin("shared", BinOp::Quot, points, Atom::i64(SHARING));
            most = host.bin("most", BinOp::Max, last, shared);
        }
        Some(host.bin("wide", BinOp::Ge, most, Atom::i64(FILLING)))
    }

    /// The versions; what decides between them stands in front.
    fn versions(
        &self,
        front: &mut Vec<Stm<SegOp>>,
        vars: &mut Vars,
        target: Target,
        stm: &Stm<SegOp>,
    ) -> Exp<SegOp> {
        let mut host: Builder<SegOp> = Builder::new(vars);
        host.loc = stm.loc.clone();
        let points = self.outer.iter().copied().reduce(|a, b| host.bin("points", BinOp::Mul, a, b));
        let work = points.map_or(self.length, |points| host.bin("work", BinOp::Mul, points, self.length));
        let share = host.bin("share", BinOp::Shr, work, Atom::i64(target.busy.ilog2().into()));
        let share = host.bin("share", BinOp::Max, share, Atom::i64(LEAST));
        let more = host.bin("more", BinOp::Add, self.length, share);
        let more = host.bin("more", BinOp::Sub, more, Atom::i64(1));
        let chunks = host.bin("chunks", BinOp::Quot, more, share);
        let wide = self.wide(&mut host, points, target);
        let whole = host.bin("whole", BinOp::Le, chunks, Atom::i64(1));
        front.append(&mut host.stms);
        let rows = Exp::Op(SegOp::Seg(self.rows(vars, &stm.loc)));
        let at_once = Box::new(alone(stm, rows, vars));
        let in_chunks = Box::new(self.chunks(vars, (share, chunks), stm));
        let across = Exp::If { cond: whole, then: at_once, els: in_chunks };
        let Some(wide) = wide else { return across };
        let as_it_was = Exp::Op(SegOp::Seg(Subst::renaming(vars, []).apply(self.seg.clone())));
        let (then, els) = (alone(stm, across, vars), alone(stm, as_it_was, vars));
        Exp::If { cond: wide, then: Box::new(then), els: Box::new(els) }
    }

    /// A copy of the kernel without its innermost level: what was done along that is apart.
    fn taken_apart(&self, vars: &mut Vars) -> (Seg, Var, Vec<Stm<Inner>>, Clauses<Inner>) {
        let mut seg = Subst::renaming(vars, []).apply(self.seg.clone());
        let Some(Level { index, .. }) = seg.levels.pop() else {
            base::bug!("schedule", "a reduction without a level")
        };
        let (body, clauses) = (std::mem::take(&mut seg.body), std::mem::take(&mut seg.clauses));
        (seg, index, body, clauses)
    }

    /// Every point takes a row.
    fn rows(&self, vars: &mut Vars, loc: &Loc) -> Seg {
        let (mut seg, index, body, clauses) = self.taken_apart(vars);
        seg.body.push(reduction((self.length, index), body, clauses.reds, vars, loc));
        seg.body.extend(clauses.end);
        seg.clauses.outs = clauses.outs.iter().filter_map(Out::atom).map(Out::Point).collect();
        seg
    }

    /// Every point takes a chunk of a row; then every point combines those of a row.
    fn chunks(&self, vars: &mut Vars, (share, chunks): (Atom, Atom), stm: &Stm<SegOp>) -> Body<SegOp> {
        let (mut part, index, mut elements, clauses) = self.taken_apart(vars);
        let mut code: Builder<Inner> = Builder::new(vars);
        code.loc = stm.loc.clone();
        let chunk = code.fresh("c", Type::i64());
        let first = code.bin("first", BinOp::Mul, chunk.into(), share);
        let left = code.bin("left", BinOp::Sub, self.length, first);
        let width = code.bin("width", BinOp::Min, share, left);
        part.body = std::mem::take(&mut code.stms);
        let inside = code.fresh("e", Type::i64());
        code.push(Pat::one(index), Exp::bin(BinOp::Add, ScalarType::I64, first, inside.into()));
        elements.splice(0..0, code.stms);
        let combined = reduction((width, inside), elements, clauses.reds, vars, &stm.loc);
        part.levels.insert(0, Level { index: chunk, extent: Extent::Uniform(chunks) });
        part.clauses.outs = combined.pat.vals.iter().map(|var| Out::Point(Atom::Var(*var))).collect();
        let dims = space_dims(&part.levels);
        let stored = |var: &Var| vars[*var].ty.elem().map(|elem| Type::array(elem, dims.clone()));
        let types: Vec<Type> = combined.pat.vals.iter().filter_map(stored).collect();
        let parts: Vec<Var> = types.into_iter().map(|ty| fresh(vars, "part", ty)).collect();
        part.body.push(combined);

        let (mut seg, chunk, _, mut clauses) = self.taken_apart(vars);
        let outer = seg.levels.iter().map(|level| Atom::Var(level.index));
        let at: Vec<Atom> = std::iter::once(chunk.into()).chain(outer).collect();
        let mut code: Builder<Inner> = Builder::new(vars);
        code.loc = stm.loc.clone();
        let mut parts_left = parts.iter();
        for arg in clauses.reds.iter_mut().flat_map(|red| &mut red.args) {
            if let Some(part) = parts_left.next() {
                *arg = code.elem("x", *part, at.clone()).into();
            }
        }
        let elements = code.stms;
        seg.body.push(reduction((chunks, chunk), elements, clauses.reds, vars, &stm.loc));
        seg.body.extend(clauses.end);
        seg.clauses.outs = clauses.outs.iter().filter_map(Out::atom).map(Out::Point).collect();
        let first = Stm::new(Pat::vals(parts), Exp::Op(SegOp::Seg(part)), stm.loc.clone());
        let mut body = alone(stm, Exp::Op(SegOp::Seg(seg)), vars);
        body.stms.insert(0, first);
        body
    }
}

/// Whether a kernel reduces rows, and neighbouring rows read nothing that lies apart.
fn can_turn(seg: &Seg) -> bool {
    let c = &seg.clauses;
    let plain = |fold: &Fold<Inner>| !fold.kept && fold.index.is_none() && !can_fail(&fold.op.body.stms);
    let reduces = !c.reds.is_empty() && c.scans.is_empty() && c.keep.is_none() && c.each.is_empty();
    let rows = c.outs.iter().all(|out| matches!(out, Out::Row(_)));
    let alone = seg.rows.is_empty() && seg.once.is_empty() && seg.position.is_none() && seg.by.is_none();
    let remembers = takes_slices(seg) || takes_rows(seg);
    let fits = access::reads(seg).iter().all(|(across, _)| *across != Stride::Varying);
    fits && !remembers && reduces && rows && alone && c.reds.iter().all(plain)
}

/// A reduction in order, inside of a kernel, that binds the results under their own names.
fn reduction(
    (width, index): (Atom, Var),
    body: Vec<Stm<Inner>>,
    mut reds: Vec<Fold<Inner>>,
    vars: &mut Vars,
    loc: &Loc,
) -> Stm<Inner> {
    let mut pat = vec![];
    for res in reds.iter_mut().flat_map(|red| &mut red.res) {
        pat.push(*res);
        *res = fresh(vars, "t", vars[*res].ty.clone());
    }
    let outs = reds.iter().flat_map(|red| &red.res).map(|res| Out::Row(Atom::Var(*res))).collect();
    let clauses = Clauses { reds, outs, ..Clauses::default() };
    let screma = Screma { width, inputs: vec![(index, Input::Iota)], body, clauses };
    Stm::new(Pat::vals(pat), Exp::Op(Inner::Screma(Tag::Seq, screma)), loc.clone())
}

/// A body that is one expression, with the results of a statement.
fn alone(stm: &Stm<SegOp>, exp: Exp<SegOp>, vars: &mut Vars) -> Body<SegOp> {
    let results = stm.pat.vals.iter();
    let vals: Vec<Var> = results.map(|var| fresh(vars, "r", vars[*var].ty.clone())).collect();
    let result = Results::vals(vals.iter().map(|var| Atom::Var(*var)).collect());
    Body { stms: vec![Stm::new(Pat::vals(vals), exp, stm.loc.clone())], result }
}
