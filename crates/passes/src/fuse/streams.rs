//! Fusion of streams, before their chunks are chosen: the rules F1 to F7 of Henriksen et al. (PLDI 2017).
//!
//! ```text
//! let ys = screma n (x <- xs) {..} out (y)                        let r = stream n size m (c <- xs) acc (a) par op do {
//! let r = stream n size m (c <- ys) acc (a) par op do { .. }  =>      let y = screma m (x <- c) {..} out (y)  .. }
//! ```
//!
//! | rule | what becomes what |
//! |---|---|
//! | F1, F2 | a map beside a parallel, or a sequential stream: a stream of that kind, which maps every chunk |
//! | F3, F4 | a reduction: the stream that combines its accumulator with the reduction of every chunk |
//! | F5 | a scan, beside a sequential stream: the stream that adds to the scan of a chunk what came before it |
//! | F6, F7 | two parallel, or two sequential streams: one, that does with every chunk what both do |
//!
//! One is the producer of an input of the other; streams may also stand side by side, over a common array. A scan becomes a stream only inside of a
//! map: elsewhere a sequential stream is one chunk. A parallel and a sequential stream are never one: that would lose parallelism.
//! An operator of a fold that can fail stays where it is, since a stream applies it once more.

use super::order::{between, escapes};
use super::{Block, MOST_RESULTS};
use crate::effects::{can_fail, has_stream};
use crate::simplify::drop_stream_parts;
use crate::stream::is_one_pass;
use base::BinOp;
use ir::walk::{Subst, free_vars};
use ir::{
    Atom, Body, Builder, Core, Exp, Input, Lambda, Out, Pat, Results, Screma, Soac, Stm, Stream, Type, Var,
    Vars, fresh,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Fuses streams in every function.
pub fn fuse_streams(mut prog: Core) -> Core {
    for fun in prog.funs.iter_mut().filter(|fun| has_stream(&fun.body.stms)) {
        let returned: Vec<Var> = fun.body.result.all().filter_map(Atom::var).collect();
        let params: FxHashSet<Var> = fun.params.iter().map(|p| p.var).collect();
        fuse_block(&mut fun.body.stms, &returned, &mut prog.vars, &params, false);
    }
    prog
}

fn fuse_block(
    stms: &mut Vec<Stm<Soac>>,
    behind: &[Var],
    vars: &mut Vars,
    params: &FxHashSet<Var>,
    nested: bool,
) {
    if !has_stream(stms) {
        return;
    }
    let mut block = Block::new(std::mem::take(stms), behind, (params, &FxHashSet::default()), vars);
    while step(&mut block, vars, nested) {}
    *stms = block.stms;
    for stm in stms {
        let nested = nested || matches!(stm.exp, Exp::Op(_));
        stm.exp.blocks_mut(&mut |block, behind| fuse_block(block, behind, vars, params, nested));
    }
}

/// Fuses one pair; `false` if there is none.
fn step(block: &mut Block, vars: &mut Vars, nested: bool) -> bool {
    for to in 0..block.stms.len() {
        for from in (0..to).rev() {
            let Some(late) = joinable(block, vars, (from, to), nested) else { continue };
            let one = as_stream(&block.stms[from], vars);
            let other = as_stream(&block.stms[to], vars);
            let joint = join(one, other, |v| escapes(block, v, to), vars);
            block.join(from, to, &late, joint, vars);
            return true;
        }
    }
    false
}

/// Whether two statements can become one stream, and which statements between them then stand behind it.
fn joinable(block: &Block, vars: &Vars, (from, to): (usize, usize), nested: bool) -> Option<Vec<usize>> {
    let (one, other) = (&block.stms[from], &block.stms[to]);
    let alike = match (&one.exp, &other.exp) {
        (Exp::Op(Soac::Stream(s)), Exp::Op(Soac::Stream(t))) => {
            s.op.is_some() == t.op.is_some() && s.chunk == t.chunk
        }
        (Exp::Op(Soac::Stream(s)), Exp::Op(Soac::Screma(m)))
        | (Exp::Op(Soac::Screma(m)), Exp::Op(Soac::Stream(s))) => {
            is_stream(m, vars) && (m.clauses.scans.is_empty() || s.op.is_none() && nested)
        }
        _ => false,
    };
    if !alike {
        return None;
    }
    let (s, t) = (Shape::new(&one.exp)?, Shape::new(&other.exp)?);
    if s.width != t.width || one.pat.all().count() + other.pat.all().count() > MOST_RESULTS {
        return None;
    }
    // Sizes are known in front of what has them: an array that the first makes is no size of what the second makes beside it.
    let sized = |var: Var| {
        vars[var].ty.dims().iter().any(|d| d.size.var().is_some_and(|v| one.pat.vals.contains(&v)))
    };
    if other.pat.all().any(sized) {
        return None;
    }
    let made: FxHashSet<Var> = arrays(one).collect();
    let produced = t.arrays.iter().any(|arr| made.contains(arr));
    // Side by side, what is parallel as it is would not gain from the chunks of the other.
    let both = match (&one.exp, &other.exp) {
        (Exp::Op(Soac::Stream(s)), Exp::Op(Soac::Stream(t))) => is_one_pass(s, vars) == is_one_pass(t, vars),
        _ => false,
    };
    let beside = both && s.arrays.iter().any(|arr| t.arrays.contains(arr));
    if !produced && !beside {
        return None;
    }
    // Of what the first makes, the second knows the elements of the same chunk only.
    let mut rest = other.exp.clone();
    match &mut rest {
        Exp::Op(Soac::Stream(t)) => t.inputs.clear(),
        Exp::Op(Soac::Screma(m)) => m.inputs.clear(),
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
        | Exp::WithAcc { .. } => return None,
    }
    let inside = free_vars(&rest, vars);
    if one.pat.all().any(|v| inside.contains(&v))
        || t.arrays.iter().any(|v| one.pat.all().any(|w| w == *v) && !made.contains(v))
    {
        return None;
    }
    between(block, vars, from, to)
}

/// The arrays that a statement binds whose elements are those of chunks.
fn arrays(stm: &Stm<Soac>) -> impl Iterator<Item = Var> + '_ {
    let chunked: Vec<Var> = match &stm.exp {
        Exp::Op(Soac::Stream(s)) => {
            stm.pat.sizes.iter().chain(stm.pat.vals.iter().skip(s.accs.len())).copied().collect()
        }
        Exp::Op(Soac::Screma(m)) => {
            let outs = m.clauses.outs.iter().zip(stm.pat.all());
            outs.filter(|(out, _)| matches!(out, Out::Point(_))).map(|(_, var)| var).collect()
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
        | Exp::WithAcc { .. } => vec![],
    };
    chunked.into_iter()
}

/// What an operator runs over.
struct Shape {
    width: Atom,
    arrays: Vec<Var>,
}

impl Shape {
    fn new(exp: &Exp<Soac>) -> Option<Shape> {
        match exp {
            Exp::Op(Soac::Stream(s)) => {
                Some(Shape { width: s.width, arrays: s.inputs.iter().map(|(_, arr)| *arr).collect() })
            }
            Exp::Op(Soac::Screma(m)) => {
                Some(Shape { width: m.width, arrays: m.arrays().map(|(_, arr)| arr).collect() })
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
            | Exp::WithAcc { .. } => None,
        }
    }
}

/// Whether a screma can be a stream: maps, and folds by operators that cannot fail.
fn is_stream(m: &Screma<Soac>, vars: &Vars) -> bool {
    let c = &m.clauses;
    let results = c.outs.iter().all(|out| match out {
        Out::Point(a) => a.ty(vars).elem().is_some(),
        Out::Row(a) => c.reds.iter().any(|red| red.res.iter().any(|v| Atom::Var(*v) == *a)),
        Out::Kept(_) | Out::Count | Out::Acc(_) | Out::Owned(_) | Out::Offsets(_) | Out::Cert => false,
    });
    let inputs = m.inputs.iter().all(|(_, input)| matches!(input, Input::Array(_) | Input::Iota));
    let folds = c.folds().all(|fold| !can_fail(&fold.op.body.stms) && fold.index.is_none());
    let mut scanned = c.scans.iter().flat_map(|scan| &scan.res);
    let arrays = scanned.all(|res| c.outs.contains(&Out::Point((*res).into())));
    results && inputs && folds && arrays && c.keep.is_none() && c.each.is_empty()
}

/// An operator as a stream, and what it binds: accumulators first.
fn as_stream(stm: &Stm<Soac>, vars: &mut Vars) -> (Stream<Soac>, Pat, base::Loc) {
    match &stm.exp {
        Exp::Op(Soac::Stream(s)) => (s.clone(), stm.pat.clone(), stm.loc.clone()),
        Exp::Op(Soac::Screma(m)) => {
            let (stream, pat) = stream_of(m.clone(), &stm.pat, vars, &stm.loc);
            (stream, pat, stm.loc.clone())
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
        | Exp::WithAcc { .. } => base::bug!("fuse", "what is no operator is no stream"),
    }
}

/// F1 to F5: a screma as a stream.
fn stream_of(mut m: Screma<Soac>, pat: &Pat, vars: &mut Vars, loc: &base::Loc) -> (Stream<Soac>, Pat) {
    let (size, first) = (fresh(vars, "size", Type::i64()), fresh(vars, "first", Type::i64()));
    let body = Body { stms: vec![], result: Results::default() };
    let op = Lambda { params: vec![], body: body.clone() };
    let mut s =
        Stream { width: m.width, chunk: None, size, first, inputs: vec![], accs: vec![], op: Some(op), body };
    for (_, arr) in m.arrays().collect::<Vec<_>>() {
        if s.inputs.iter().all(|(_, other)| *other != arr) {
            let part = fresh(vars, &vars[arr].name.clone(), Type::i64());
            s.inputs.push((part, arr));
        }
    }
    for (part, arr) in s.inputs.clone() {
        vars[part].ty = s.chunk_type(&vars[arr].ty.clone());
    }
    let mut b = Builder { vars, stms: vec![], loc: loc.clone() };
    m.width = size.into();
    let mut front = vec![];
    for (param, input) in &mut m.inputs {
        match input {
            Input::Array(arr) | Input::Acc(arr) => {
                let part = s.inputs.iter().find(|(_, other)| other == arr);
                *arr = part.map_or(*arr, |(part, _)| *part);
            }
            Input::Iota => {
                let index = b.fresh("i", Type::i64());
                let add = Exp::bin(BinOp::Add, base::ScalarType::I64, first.into(), index.into());
                front.push(Stm::new(Pat::one(*param), add, loc.clone()));
                *param = index;
            }
        }
    }
    m.body.splice(0..0, front);
    // The accumulators: what reductions and scans have made of the chunks in front.
    let mut starts: Vec<Atom> = vec![];
    let mut ops: Vec<Lambda<Soac>> = vec![];
    let mut total = vec![];
    let outs = m.clauses.outs.clone();
    for red in &m.clauses.reds {
        starts.extend(&red.ne);
        ops.push(red.op.clone());
        for res in &red.res {
            let bound =
                outs.iter().zip(pat.all()).find(|(out, _)| **out == Out::Row((*res).into())).map(|(_, v)| v);
            let ty = b.vars[*res].ty.clone();
            total.push(bound.unwrap_or_else(|| b.fresh("t", ty)));
        }
    }
    let scans = m.clauses.scans.clone();
    for scan in &scans {
        let red = Subst::renaming(b.vars, []).apply(scan.clone());
        starts.extend(&red.ne);
        ops.push(red.op.clone());
        total.extend(red.res.iter().copied());
        let again = Subst::renaming(b.vars, []).apply(red);
        m.clauses.reds.push(again);
    }
    let rows: Vec<Out> =
        m.clauses.reds.iter().flat_map(|red| &red.res).map(|res| Out::Row((*res).into())).collect();
    let points: Vec<(Out, Var)> =
        outs.iter().copied().zip(pat.all()).filter(|(out, _)| matches!(out, Out::Point(_))).collect();
    m.clauses.outs = points.iter().map(|(out, _)| *out).chain(rows).collect();
    let inner = b.screma("c", m, pat.sizes.len());
    let made: Vec<Var> = inner.all().collect();
    let (mut made, folded) = (made[..points.len()].to_vec(), made[points.len()..].to_vec());
    // Typed as before: a size that is constant is not seen in the types of elements to be the one that is returned.
    let chunks = s.inputs.iter().map(|(part, arr)| (*arr, Atom::Var(*part)));
    let own = points.iter().zip(&made).map(|((_, var), part)| (*var, Atom::Var(*part)));
    let sizes: FxHashMap<Var, Atom> = chunks.chain(own).collect();
    for ((_, var), part) in points.iter().zip(&made) {
        // What varies with another level than that of the stream is not cut.
        b.vars[*part].ty = ir::ops::recut(&b.vars[*var].ty, size.into(), |v| sizes.get(&v).copied());
    }
    let accs: Vec<Var> = starts
        .iter()
        .map(|start| {
            let ty = b.ty(*start);
            b.fresh("acc", ty)
        })
        .collect();
    s.accs = accs.iter().copied().zip(starts).collect();
    // Combines what came before a chunk with what it makes.
    let mut left: Vec<Atom> = vec![];
    for (op, at) in starting_at(&ops) {
        let args = accs[at..].iter().zip(&op.params).map(|(acc, param)| (*param, Atom::Var(*acc)));
        let right = op.params[op.params.len() / 2..].iter().zip(&folded[at..]);
        let map: Vec<(Var, Atom)> =
            args.take(op.params.len() / 2).chain(right.map(|(param, r)| (*param, Atom::Var(*r)))).collect();
        let body = Subst::renaming(b.vars, map).apply(op.body.clone());
        b.stms.extend(body.stms);
        left.extend(body.result.vals);
    }
    let mut scanned = accs.len() - scans.iter().map(|scan| scan.res.len()).sum::<usize>();
    for scan in &scans {
        after(&mut b, scan, &accs[scanned..], size, &points, &mut made);
        scanned += scan.res.len();
    }
    let sizes: Vec<Atom> = made[..pat.sizes.len()].iter().map(|v| Atom::Var(*v)).collect();
    let arrays = made[pat.sizes.len()..].iter().map(|v| Atom::Var(*v));
    let vals = left.into_iter().chain(arrays).collect();
    s.body = Body { stms: b.stms, result: Results { sizes, vals } };
    s.op = Some(beside(ops, vars));
    let results = points[pat.sizes.len()..].iter().map(|(_, var)| *var);
    (s, Pat { sizes: pat.sizes.clone(), vals: total.into_iter().chain(results).collect() })
}

/// The operators with the place of their first accumulator.
fn starting_at(ops: &[Lambda<Soac>]) -> Vec<(&Lambda<Soac>, usize)> {
    let mut at = 0;
    let mut found = vec![];
    for op in ops {
        found.push((op, at));
        at += op.params.len() / 2;
    }
    found
}

/// Adds what came before a chunk to the elements of its scan.
fn after(
    b: &mut Builder<'_, Soac>,
    scan: &ir::Fold<Soac>,
    accs: &[Var],
    size: Var,
    points: &[(Out, Var)],
    made: &mut [Var],
) {
    let params: Vec<(Var, usize)> = (scan.res.iter())
        .map(|res| {
            let at = points.iter().position(|(out, _)| *out == Out::Point((*res).into()));
            let at = at.unwrap_or_else(|| base::bug!("fuse", "a scan that gives no array"));
            let ty = b.vars[*res].ty.clone();
            (b.fresh("x", ty), at)
        })
        .collect();
    let n = scan.res.len();
    let left = scan.op.params[..n].iter().copied().zip(accs.iter().map(|acc| Atom::Var(*acc)));
    let right = scan.op.params[n..].iter().copied().zip(params.iter().map(|(x, _)| Atom::Var(*x)));
    let body = Subst::renaming(b.vars, left.chain(right)).apply(scan.op.body.clone());
    let inputs = params.iter().map(|(x, at)| (*x, Input::Array(made[*at]))).collect();
    let map = Screma::map(size.into(), inputs, body, b.vars);
    let sums = b.screma("c", map, 0);
    for ((_, at), sum) in params.iter().zip(sums.vals) {
        made[*at] = sum;
    }
}

/// Operators on components, as one on all of them.
fn beside(ops: Vec<Lambda<Soac>>, vars: &mut Vars) -> Lambda<Soac> {
    let (mut left, mut right): (Vec<Var>, Vec<Var>) = (vec![], vec![]);
    let mut body = Body { stms: vec![], result: Results::default() };
    for op in ops {
        let op = Subst::renaming(vars, []).apply(op);
        let (l, r) = op.params.split_at(op.params.len() / 2);
        left.extend(l);
        right.extend(r);
        body.stms.extend(op.body.stms);
        body.result.vals.extend(op.body.result.vals);
    }
    left.extend(right);
    Lambda { params: left, body }
}

/// F6 and F7: two streams as one. `escapes` says which results of the first others use too.
fn join(
    (one, one_pat, _): (Stream<Soac>, Pat, base::Loc),
    (other, other_pat, loc): (Stream<Soac>, Pat, base::Loc),
    escapes: impl Fn(Var) -> bool,
    vars: &mut Vars,
) -> Stm<Soac> {
    let chunked = one_pat.sizes.iter().chain(&one_pat.vals[one.accs.len()..]).copied();
    let parts = one.body.result.sizes.iter().chain(&one.body.result.vals[one.accs.len()..]).copied();
    let made: FxHashMap<Var, Atom> = chunked.zip(parts).collect();
    let mut map: Vec<(Var, Atom)> = vec![(other.size, one.size.into()), (other.first, one.first.into())];
    let mut inputs = one.inputs.clone();
    for (part, arr) in &other.inputs {
        match (made.get(arr), inputs.iter().find(|(_, known)| known == arr)) {
            (Some(atom), _) => map.push((*part, *atom)),
            (None, Some((known, _))) => map.push((*part, (*known).into())),
            (None, None) => inputs.push((*part, *arr)),
        }
    }
    // The types of chunks and accumulators name the size of the chunk too.
    let sizes: FxHashMap<Var, Atom> = map.iter().copied().collect();
    for (part, _) in &inputs {
        vars[*part].ty =
            vars[*part].ty.map_sizes(|a| a.var().and_then(|v| sizes.get(&v).copied()).unwrap_or(a));
    }
    let second = Subst::new(vars, map).apply(other.body);
    let split = |body: &Results, accs: usize| (body.vals[..accs].to_vec(), body.vals[accs..].to_vec());
    let (left, arrays) = split(&one.body.result, one.accs.len());
    let (more_left, more_arrays) = split(&second.result, other.accs.len());
    let sizes = one.body.result.sizes.iter().chain(&second.result.sizes).copied().collect();
    let vals = [left, more_left, arrays, more_arrays].concat();
    let stms = one.body.stms.into_iter().chain(second.stms).collect();
    let (own, rest) = one_pat.vals.split_at(one.accs.len());
    let (more_own, more_rest) = other_pat.vals.split_at(other.accs.len());
    let mut pat = Pat {
        sizes: one_pat.sizes.iter().chain(&other_pat.sizes).copied().collect(),
        vals: [own, more_own, rest, more_rest].concat(),
    };
    // A screma that became a stream is of the kind of the other.
    let op = one.op.zip(other.op).map(|(a, b)| beside(vec![a, b], vars));
    let mut joint = Stream {
        width: one.width,
        chunk: one.chunk.or(other.chunk),
        size: one.size,
        first: one.first,
        inputs,
        accs: one.accs.into_iter().chain(other.accs).collect(),
        op,
        body: Body { stms, result: Results { sizes, vals } },
    };
    let second: FxHashSet<Var> = other_pat.all().collect();
    drop_stream_parts(&mut joint, &mut pat, |v| second.contains(v) || escapes(*v), vars);
    Stm::new(pat, Exp::Op(Soac::Stream(joint)), loc)
}
