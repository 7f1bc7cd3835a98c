//! Streams cut into chunks: in parallel as a map over chunks, sequentially as a loop over them.

use base::BinOp;
use ir::walk::Subst;
use ir::{
    Atom, Body, Builder, Clauses, Dim, Exp, Fold, Input, Loop, LoopForm, Out, Pat, Results, Screma, Slice,
    Soac, Stream, Type, Var, View, peel, points,
};
use rustc_hash::FxHashSet;

/// Most chunks that run in parallel: enough for every thread of a large device.
const CHUNKS: i64 = 1 << 14;
/// Least number of elements of a chunk for each number of its accumulators, which are made and combined for every chunk.
const LEAST: i64 = 8;

fn add(b: &mut Builder<'_, Soac>, x: Atom, y: Atom) -> Atom {
    b.bin("n", BinOp::Add, x, y)
}

/// `n` divided by a positive number, rounded up.
fn divided(b: &mut Builder<'_, Soac>, n: Atom, by: Atom) -> Atom {
    let more = add(b, n, by);
    let more = b.bin("n", BinOp::Sub, more, Atom::i64(1));
    b.bin("n", BinOp::Div, more, by)
}

/// The number of elements of a chunk where nobody has said it.
pub(super) fn size_of_chunks(b: &mut Builder<'_, Soac>, s: &Stream<Soac>) -> Atom {
    let mut numbers = Atom::i64(1);
    for (_, start) in &s.accs {
        let dims: Vec<Atom> = b.ty(*start).dims().iter().map(|d| d.size).collect();
        if !dims.is_empty() {
            let volume = dims.into_iter().reduce(|x, y| b.bin("n", BinOp::Mul, x, y));
            numbers = add(b, numbers, volume.unwrap_or(Atom::i64(1)));
        }
    }
    let least = b.bin("n", BinOp::Mul, numbers, Atom::i64(LEAST));
    let share = divided(b, s.width, Atom::i64(CHUNKS));
    b.bin("chunk", BinOp::Max, share, least)
}

/// The number of chunks. An empty array is one.
fn count(b: &mut Builder<'_, Soac>, s: &Stream<Soac>, chunk: Atom) -> Atom {
    let chunks = divided(b, s.width, chunk);
    b.bin("chunks", BinOp::Max, chunks, Atom::i64(1))
}

/// What a stream binds in its body for the chunk at an index: where it begins, its size and the parts of the arrays.
fn enter(b: &mut Builder<'_, Soac>, s: &Stream<Soac>, chunk: Atom, index: Var) -> Atom {
    let first = b.bin("first", BinOp::Mul, index.into(), chunk);
    let rest = b.bin("n", BinOp::Sub, s.width, first);
    let size = b.bin("size", BinOp::Min, chunk, rest);
    b.push(Pat::one(s.first), Exp::Atom(first));
    b.push(Pat::one(s.size), Exp::Atom(size));
    let mut at = None;
    for (part, arr) in &s.inputs {
        let dims = b.vars[*arr].ty.dims().to_vec();
        if dims.iter().all(Dim::is_uniform) {
            let range = Slice::Range { start: first, len: s.size.into(), stride: Atom::i64(1) };
            b.push(Pat::one(*part), Exp::View(View::Slice { arr: *arr, slices: vec![range] }));
            continue;
        }
        let at = *at.get_or_insert_with(|| positions(b, first, s.size));
        gather(b, *part, *arr, at);
    }
    size
}

/// The positions of a chunk's elements.
fn positions(b: &mut Builder<'_, Soac>, first: Atom, size: Var) -> Var {
    let j = b.fresh("j", Type::i64());
    let body = b.body(|b| Results::vals(vec![add(b, first, j.into())]));
    let map = Screma::map(size.into(), vec![(j, Input::Iota)], body, b.vars);
    b.screma("at", map, 0).vals[0]
}

/// The rows of an irregular array at some positions, under the sizes that `part` has.
fn gather(b: &mut Builder<'_, Soac>, part: Var, arr: Var, at: Var) {
    let dims = b.vars[part].ty.dims().to_vec();
    let whole = b.vars[arr].ty.clone();
    let mut own = vec![dims[0].clone()];
    let mut sizes = vec![];
    for (level, dim) in dims.iter().enumerate().skip(1) {
        if !dim.on.contains(&0) {
            own.push(dim.clone());
            continue;
        }
        let size = b.fresh("s", ir::sizes_type(&own[..level], &dim.on));
        sizes.push(size);
        own.push(Dim { size: size.into(), on: dim.on.clone() });
    }
    let rows = b.fresh("rows", whole.with_dims(own));
    b.push(Pat { sizes, vals: vec![rows] }, Exp::View(View::Gather { arr, at }));
    b.push(Pat::one(part), Exp::View(View::Recast { arr: rows, dims, under: vec![], inside: vec![] }));
}

/// Returns the chunks that hold sizes of results beside these: what is made of many chunks is typed by what is made of their sizes. Gives
/// the pattern for all results, and the arrays whose chunks are returned.
fn return_sizes(b: &mut Builder<'_, Soac>, s: &mut Stream<Soac>, pat: &Pat) -> (Pat, Vec<Var>) {
    let mut named: FxHashSet<Var> = FxHashSet::default();
    let mut todo: Vec<Var> = s.body.result.all().filter_map(Atom::var).collect();
    while let Some(var) = todo.pop() {
        let sizes = b.vars[var].ty.dims().iter().filter_map(|d| d.size.var());
        todo.extend(sizes.filter(|size| named.insert(*size)).collect::<Vec<Var>>());
    }
    let returned: Vec<Atom> = s.body.result.sizes.clone();
    let held =
        s.inputs.iter().filter(|(part, _)| named.contains(part) && !returned.contains(&(*part).into()));
    let (parts, arrs): (Vec<Var>, Vec<Var>) = held.copied().unzip();
    s.body.result.sizes.splice(0..0, parts.into_iter().map(Atom::Var));
    let mut pat = pat.clone();
    let new: Vec<Var> = arrs.iter().map(|arr| b.fresh("s", b.vars[*arr].ty.clone())).collect();
    pat.sizes.splice(0..0, new);
    (pat, arrs)
}

/// A parallel stream: a map over its chunks, whose accumulators are reduced and whose results lie behind each other.
pub(super) fn parallel(b: &mut Builder<'_, Soac>, mut s: Stream<Soac>, chunk: Atom, pat: &Pat) {
    let (pat, _) = return_sizes(b, &mut s, pat);
    let chunks = count(b, &s, chunk);
    let index = b.fresh("i", Type::i64());
    let start = s.accs.clone();
    let body = std::mem::replace(&mut s.body, Body { stms: vec![], result: Results::default() });
    let body = Subst::new(b.vars, start).apply(body);
    let mut inner = Builder { vars: b.vars, stms: vec![], loc: b.loc.clone() };
    enter(&mut inner, &s, chunk, index);
    let mut stms = inner.stms;
    stms.extend(body.stms);
    let sizes: Vec<Atom> = [s.size.into()].into_iter().chain(body.result.sizes).collect();
    let count = sizes.len();
    let result = Results { sizes, vals: body.result.vals };
    let mut map =
        Screma { width: chunks, inputs: vec![(index, Input::Iota)], body: stms, clauses: Clauses::default() };
    map.clauses.outs = points(result.all(), b.vars);
    let made = b.screma("r", map, count);
    let (accs, arrays) = made.vals.split_at(s.accs.len());
    let (total, results) = pat.vals.split_at(s.accs.len());
    for (arr, var) in made.sizes[1..].iter().zip(&pat.sizes).chain(arrays.iter().zip(results)) {
        let dims = b.vars[*var].ty.dims().to_vec();
        b.push(Pat::one(*var), Exp::View(View::Reshape { arr: *arr, dims, under: vec![] }));
    }
    if let (Some(op), false) = (s.op, accs.is_empty()) {
        reduce(b, op, &s.accs, accs, chunks, total);
    }
}

fn reduce(
    b: &mut Builder<'_, Soac>,
    op: ir::Lambda<Soac>,
    start: &[(Var, Atom)],
    accs: &[Var],
    chunks: Atom,
    total: &[Var],
) {
    let mut inputs = vec![];
    let mut res = vec![];
    for acc in accs {
        let ty = peel(&b.vars[*acc].ty, Atom::Var);
        inputs.push((b.fresh("acc", ty.clone()), Input::Array(*acc)));
        res.push(b.fresh("t", ty));
    }
    let args = inputs.iter().map(|(param, _)| Atom::Var(*param)).collect();
    let ne = start.iter().map(|(_, start)| *start).collect();
    let outs = res.iter().map(|v| Out::Row((*v).into())).collect();
    let fold = Fold { op, ne, args, res, comm: false, kept: false, index: None };
    let clauses = Clauses { reds: vec![fold], outs, ..Clauses::default() };
    let fold = Screma { width: chunks, inputs, body: vec![], clauses };
    b.push(Pat::vals(total.to_vec()), Exp::Op(Soac::Screma(fold)));
}

/// A sequential stream: a loop over its chunks, which puts their results behind each other.
pub(super) fn sequential(b: &mut Builder<'_, Soac>, mut s: Stream<Soac>, chunk: Atom, pat: &Pat) {
    let (pat, arrs) = return_sizes(b, &mut s, pat);
    let chunks = count(b, &s, chunk);
    let index = b.fresh("i", Type::i64());
    let done = b.fresh("done", Type::i64());
    let body = std::mem::replace(&mut s.body, Body { stms: vec![], result: Results::default() });
    let accs = s.accs.len();
    // What the loop carries: how many elements are done, and the results over these.
    let (mut params, mut init) = (Pat { sizes: vec![done], vals: vec![] }, Results::default());
    init.sizes.push(Atom::i64(0));
    params.vals.extend(s.accs.iter().map(|(acc, _)| *acc));
    init.vals.extend(s.accs.iter().map(|(_, start)| *start));
    let mut over: Vec<(Var, Var)> = vec![];
    let mut none: Vec<(Var, Var)> = vec![];
    for (i, var) in pat.sizes.iter().chain(&pat.vals[accs..]).enumerate() {
        let ty = b.vars[*var].ty.clone();
        let param = b.fresh("done", recut(&ty, done.into(), &over));
        let empty = recut(&ty, Atom::i64(0), &none);
        let empty = nothing(b, empty);
        if i < pat.sizes.len() {
            params.sizes.push(param);
            init.sizes.push(empty.into());
            for name in [Some(*var), arrs.get(i).copied()].into_iter().flatten() {
                over.push((name, param));
                none.push((name, empty));
            }
        } else {
            params.vals.push(param);
            init.vals.push(empty.into());
        }
    }
    let round = b.body(|b| {
        let size = enter(b, &s, chunk, index);
        b.stms.extend(body.stms);
        let more = add(b, done.into(), size);
        let mut result = Results { sizes: vec![more], vals: body.result.vals[..accs].to_vec() };
        let parts = body.result.sizes.iter().chain(&body.result.vals[accs..]);
        let before = params.sizes[1..].iter().chain(&params.vals[accs..]);
        let mut named: Vec<(Var, Var)> = vec![];
        for (i, (before, part)) in before.zip(parts).enumerate() {
            let Atom::Var(part) = *part else { base::bug!("stream", "a chunk that is no array") };
            let ty = recut(&b.vars[*before].ty, more, &named);
            let joint = concat(b, &[*before, part], more, ty);
            if i < params.sizes.len() - 1 {
                result.sizes.push(joint.into());
                named.push((*before, joint));
            } else {
                result.vals.push(joint.into());
            }
        }
        result
    });
    let form = LoopForm::For { index, count: chunks };
    let mut bound = Pat::default();
    let mut sizes: Vec<(Var, Var)> = vec![];
    for param in &params.sizes {
        let ty = renamed(&b.vars[*param].ty, &sizes);
        let all = b.fresh("all", ty);
        bound.sizes.push(all);
        sizes.push((*param, all));
    }
    bound.vals.extend(&pat.vals[..accs]);
    for param in &params.vals[accs..] {
        let ty = renamed(&b.vars[*param].ty, &sizes);
        bound.vals.push(b.fresh("all", ty));
    }
    b.push(bound.clone(), Exp::Loop(Box::new(Loop { params, init, form, body: round })));
    let all = bound.sizes[1..].iter().chain(&bound.vals[accs..]);
    for (arr, var) in all.zip(pat.sizes.iter().chain(&pat.vals[accs..])) {
        let dims = b.vars[*var].ty.dims().to_vec();
        b.push(Pat::one(*var), Exp::View(View::Recast { arr: *arr, dims, under: vec![], inside: vec![] }));
    }
}

/// An array of a type that has no elements.
fn nothing(b: &mut Builder<'_, Soac>, ty: Type) -> Var {
    let Some(elem) = ty.elem() else { base::bug!("stream", "results that are no data") };
    let mut value = Atom::Const(elem.zero());
    let mut dims: Vec<Dim> = vec![];
    for dim in ty.dims().iter().rev() {
        // There are no rows whose sizes could differ.
        let n = if dim.is_uniform() { dim.size } else { Atom::i64(0) };
        dims.insert(0, Dim::uniform(n));
        value = b.bind("none", ty.with_dims(dims.clone()), Exp::View(View::Replicate { n, x: value })).into();
    }
    let Atom::Var(arr) = value else { base::bug!("stream", "results that are no arrays") };
    if ty.dims() == dims {
        return arr;
    }
    let dims = ty.dims().to_vec();
    b.bind("none", ty, Exp::View(View::Recast { arr, dims, under: vec![], inside: vec![] }))
}

/// Arrays behind each other, as an array of a type.
fn concat(b: &mut Builder<'_, Soac>, arrs: &[Var], size: Atom, ty: Type) -> Var {
    let dims = ty.dims().to_vec();
    let mut own = vec![dims[0].clone()];
    let mut sizes = vec![];
    for (level, dim) in dims.iter().enumerate().skip(1) {
        let varies = arrs.iter().any(|arr| b.vars[*arr].ty.dims()[level].on.contains(&0));
        if !varies {
            own.push(dim.clone());
            continue;
        }
        let s = b.fresh("s", ir::sizes_type(&own[..level], &dim.on));
        sizes.push(s);
        own.push(Dim { size: s.into(), on: dim.on.clone() });
    }
    let joint = b.fresh("joint", ty.with_dims(own.clone()));
    b.push(Pat { sizes, vals: vec![joint] }, Exp::View(View::Concat { arrs: arrs.to_vec(), size }));
    if own == dims {
        return joint;
    }
    b.bind("joint", ty, Exp::View(View::Recast { arr: joint, dims, under: vec![], inside: vec![] }))
}

/// The type of as many elements as `size`, with other arrays of sizes.
fn recut(ty: &Type, size: Atom, sizes: &[(Var, Var)]) -> Type {
    let mut dims = renamed(ty, sizes).dims().to_vec();
    dims[0] = Dim::uniform(size);
    ty.with_dims(dims)
}

fn renamed(ty: &Type, sizes: &[(Var, Var)]) -> Type {
    ty.map_sizes(|size| {
        sizes.iter().find(|(old, _)| size == (*old).into()).map_or(size, |(_, new)| (*new).into())
    })
}
