//! Operators that are neither scalar code nor maps: many are applied at once, however the elements are folded.
//!
//! ```text
//! let r: t = screma n (x <- xs) {} red (t) = op (x) ne (z) out (row t)
//!   =>
//! let parts: [p]t = screma p (k <- iota) { loop (acc = z) for j < q { op acc xs[start + j] } }      -- p = max 1 (n / 16), q = n / p
//! let all: [p]t = parts, of which the first n % p have one element more
//! let done: [p]t = loop (a = all) for r < ceil (log2 p) {                                           -- s = 2 ^ r
//!   let new = screma ((p - 1 + s) / 2s) (k <- iota) { op a[2s * k] a[2s * k + s] }
//!   in with_acc (a) { a[2s * k] := new[k], for every k }
//! }
//! let r = done[0]
//! ```
//!
//! A scan does the same in place. Groups of 16 elements are scanned one element after the other, all groups at once; their last
//! elements are scanned as a tree, upwards and then downwards (Brent and Kung); then what is in front of a group is combined with
//! its elements. That is twice as many applications as a loop would need, in twice the logarithm of its rounds.
//!
//! No two elements are exchanged, and an element is the right operand where it is first combined, so that a failure names it.

use super::{Along, Rewriter};
use base::{BinOp, ScalarType, UnOp};
use ir::{
    AccDef, Atom, Builder, Dim, Exp, Fold, Input, Loop, LoopForm, Pat, Results, Screma, Slice, Soac, Stm,
    Type, Var, View, lift, peel, walk,
};

/// How many elements are folded one after the other before others are combined with them.
pub(super) const GROUP: i64 = 16;

type B<'a> = Builder<'a, Soac>;

impl Rewriter<'_> {
    /// Groups of elements, then their totals as a tree.
    pub(super) fn tree(&mut self, along: Along, fold: &Fold<Soac>) -> Vec<Stm<Soac>> {
        let mut b = along.builder(self.vars);
        if along.scan {
            scan(&mut b, along, fold)
        } else {
            reduce(&mut b, along, fold)
        }
        b.stms
    }

    /// A loop over the outer elements.
    pub(super) fn one_by_one(&mut self, along: Along, fold: &Fold<Soac>) -> Vec<Stm<Soac>> {
        let Along { width, from, to, .. } = along;
        let mut b = along.builder(self.vars);
        let results = if along.scan {
            // The results so far, overwritten row by row.
            let copies = from.iter().map(|arr| own(&mut b, *arr)).collect();
            in_order(&mut b, fold, from, (Atom::i64(0), width), Some(copies))
        } else {
            in_order(&mut b, fold, from, (Atom::i64(0), width), None)
        };
        for (var, last) in to.iter().zip(results) {
            b.push(Pat::one(*var), Exp::Atom(last.into()));
        }
        b.stms
    }
}

fn add(b: &mut B, x: Atom, y: Atom) -> Atom {
    b.bin("sum", BinOp::Add, x, y)
}
fn sub(b: &mut B, x: Atom, y: Atom) -> Atom {
    b.bin("difference", BinOp::Sub, x, y)
}
fn mul(b: &mut B, x: Atom, y: Atom) -> Atom {
    b.bin("product", BinOp::Mul, x, y)
}
fn select(b: &mut B, cond: Atom, x: Atom, y: Atom) -> Atom {
    b.bind("chosen", Type::i64(), Exp::select(cond, x, y)).into()
}

/// An array of its own with the same elements.
fn own(b: &mut B, arr: Var) -> Var {
    let ty = b.vars[arr].ty.clone();
    b.bind("own", ty, Exp::Copy { arr })
}

/// The operator between two operands, of elements of which the right one is `number`.
fn applied(b: &mut B, fold: &Fold<Soac>, left: &[Atom], right: &[Atom], number: Atom) -> Vec<Atom> {
    let operands = left.iter().chain(right).copied();
    let mut subst: Vec<(Var, Atom)> = fold.op.params.iter().copied().zip(operands).collect();
    subst.extend(fold.index.map(|index| (index, number)));
    let step = walk::Subst::renaming(b.vars, subst).apply(fold.op.body.clone());
    b.stms.extend(step.stms);
    step.result.vals
}

/// The elements at a position.
fn elements(b: &mut B, arrs: &[Var], at: Atom) -> Vec<Atom> {
    let element = |arr: &Var| {
        let ty = peel(&b.vars[*arr].ty, Atom::Var);
        let index = vec![at];
        let exp = match ty.rank() {
            0 => Exp::Read { arr: *arr, index },
            _ => Exp::View(View::Row { arr: *arr, index }),
        };
        b.bind("x", ty, exp).into()
    };
    arrs.iter().map(element).collect()
}

/// Folds `count` elements from `start` on, one after the other: the last results, or `running` with all of them.
fn in_order(
    b: &mut B,
    fold: &Fold<Soac>,
    from: &[Var],
    (start, count): (Atom, Atom),
    running: Option<Vec<Var>>,
) -> Vec<Var> {
    let n = from.len();
    let types: Vec<Type> = fold.op.params[..n].iter().map(|p| b.vars[*p].ty.clone()).collect();
    let mut params: Vec<Var> = types.iter().map(|ty| b.fresh("acc", ty.clone())).collect();
    let mut init = fold.ne.clone();
    for arr in running.iter().flatten() {
        init.push((*arr).into());
        params.push(b.fresh("running", b.vars[*arr].ty.clone()));
    }
    let index = b.fresh("i", Type::i64());
    let body = b.body(|b| {
        let at = if start == Atom::i64(0) { index.into() } else { add(b, start, index.into()) };
        let accs: Vec<Atom> = params[..n].iter().map(|acc| Atom::Var(*acc)).collect();
        let row = elements(b, from, at);
        let mut vals = applied(b, fold, &accs, &row, at);
        for (i, arr) in params[n..].iter().enumerate() {
            let ty = b.vars[*arr].ty.clone();
            vals.push(b.bind("running", ty, Exp::Write { arr: *arr, index: vec![at], val: vals[i] }).into());
        }
        Results::vals(vals)
    });
    let form = LoopForm::For { index, count };
    let last = looping(b, params, init, form, body);
    if running.is_some() { last[n..].to_vec() } else { last }
}

fn looping(
    b: &mut B,
    params: Vec<Var>,
    init: Vec<Atom>,
    form: LoopForm<Soac>,
    body: ir::Body<Soac>,
) -> Vec<Var> {
    let last: Vec<Var> = params.iter().map(|p| b.fresh("last", b.vars[*p].ty.clone())).collect();
    let l = Loop { params: Pat::vals(params), init: Results::vals(init), form, body };
    b.push(Pat::vals(last.clone()), Exp::Loop(Box::new(l)));
    last
}

/// The number of rounds in which pairs of so many elements, at least one, become one element.
fn levels(b: &mut B, count: Atom) -> Atom {
    let last = sub(b, count, Atom::i64(1));
    let zeros = b.un("zeros", UnOp::Clz, last);
    let zeros = b.conv("zeros", ScalarType::I64, zeros);
    sub(b, Atom::i64(64), zeros)
}

fn reduce(b: &mut B, along: Along, fold: &Fold<Soac>) {
    let Along { width, from, to, .. } = along;
    let groups = b.bin("groups", BinOp::Quot, width, Atom::i64(GROUP));
    let groups = b.bin("groups", BinOp::Max, groups, Atom::i64(1));
    let each = b.bin("each", BinOp::Quot, width, groups);
    let more = b.bin("more", BinOp::Rem, width, groups);
    let group = b.fresh("group", Type::i64());
    // Where a group begins; the first ones have one element more.
    let start_of = |b: &mut B, group: Atom| {
        let start = mul(b, group, each);
        let longer = b.bin("longer", BinOp::Min, group, more);
        add(b, start, longer)
    };
    let body = b.body(|b| {
        let start = start_of(b, group.into());
        let last = in_order(b, fold, from, (start, each), None);
        Results::vals(last.into_iter().map(Atom::Var).collect())
    });
    let map = Screma::map(groups, vec![(group, Input::Iota)], body, b.vars);
    let parts = b.screma("parts", map, 0).vals;
    // What the first groups have more.
    let group = b.fresh("group", Type::i64());
    let body = b.body(|b| {
        let left = elements(b, &parts, group.into());
        let start = start_of(b, group.into());
        let at = add(b, start, each);
        let right = elements(b, from, at);
        Results::vals(applied(b, fold, &left, &right, at))
    });
    let map = Screma::map(more, vec![(group, Input::Iota)], body, b.vars);
    let longer = b.screma("longer", map, 0).vals;
    let shorter = sub(b, groups, more);
    let mut all = vec![];
    for (longer, part) in longer.iter().zip(&parts) {
        let row = peel(&b.vars[*part].ty, Atom::Var);
        let slices = vec![Slice::Range { start: more, len: shorter, stride: Atom::i64(1) }];
        let rest =
            b.bind("rest", lift(&row, shorter, |_| None), Exp::View(View::Slice { arr: *part, slices }));
        let concat = View::Concat { arrs: vec![*longer, rest], size: groups };
        let parts = b.bind("parts", lift(&row, groups, |_| None), Exp::View(concat));
        all.push(own(b, parts));
    }
    let rounds = levels(b, groups);
    let done = in_rounds(b, fold, (all, false), rounds, start_of, |b, round| {
        let step = b.bin("step", BinOp::Shl, Atom::i64(1), round);
        let apart = b.bin("apart", BinOp::Shl, step, Atom::i64(1));
        let behind = sub(b, groups, Atom::i64(1));
        let behind = add(b, behind, step);
        let shift = add(b, round, Atom::i64(1));
        let pairs = b.bin("pairs", BinOp::Shr, behind, shift);
        Round { left: Atom::i64(0), right: step, left_apart: apart, apart, pairs }
    });
    for (var, x) in to.iter().zip(elements(b, &done, Atom::i64(0))) {
        b.push(Pat::one(*var), Exp::Atom(x));
    }
}

fn scan(b: &mut B, along: Along, fold: &Fold<Soac>) {
    let Along { width, from, to, .. } = along;
    let count = add(b, width, Atom::i64(1));
    // The neutral element stands in front.
    let all: Vec<Var> = from.iter().zip(&fold.ne).map(|(arr, z)| with_neutral(b, *arr, *z, count)).collect();
    let (one, size) = (Atom::i64(1), Atom::i64(GROUP));
    let full = b.bin("full", BinOp::Quot, width, size);
    let ends = b.bin("ends", BinOp::Max, full, one);
    let levels = levels(b, ends);
    let inside = b.bin("inside", BinOp::Min, width, size);
    let twice = mul(b, levels, Atom::i64(2));
    let summed = add(b, inside, twice);
    let several = b.bin("several", BinOp::Lt, size, width);
    let behind = select(b, several, Atom::i64(GROUP - 1), Atom::i64(0));
    let rounds = add(b, summed, behind);
    let done = in_rounds(
        b,
        fold,
        (all, true),
        rounds,
        |b, at| sub(b, at, one),
        |b, round| {
            // First each element of the groups, from the neutral element on.
            let first = b.bin("first", BinOp::Eq, round, Atom::i64(0));
            let next = add(b, round, one);
            let elements = add(b, width, Atom::i64(GROUP - 1));
            let elements = sub(b, elements, round);
            let starting = Round {
                left: round,
                right: next,
                left_apart: select(b, first, Atom::i64(0), size),
                apart: size,
                pairs: b.bin("pairs", BinOp::Quot, elements, size),
            };
            // Then the last elements of groups.
            let level = sub(b, round, inside);
            let up = b.bin("up", BinOp::Lt, level, levels);
            let down = sub(b, twice, one);
            let down = sub(b, down, level);
            let level = select(b, up, level, down);
            // In other rounds the level is anything, and nothing of this is used.
            let level = b.bin("level", BinOp::Max, level, Atom::i64(0));
            let step = b.bin("step", BinOp::Shl, one, level);
            let skipped = select(b, up, Atom::i64(0), step);
            let left = add(b, skipped, step);
            let left = mul(b, left, size);
            let step = mul(b, step, size);
            let right = add(b, left, step);
            let apart = b.bin("apart", BinOp::Shl, step, one);
            let left_over = sub(b, full, skipped);
            let shift = add(b, level, one);
            let pairs = b.bin("pairs", BinOp::Shr, left_over, shift);
            let combining = Round { left, right, left_apart: apart, apart, pairs };
            // Then what is in front of a group with each of its elements but the last.
            let after = sub(b, round, summed);
            let right = add(b, Atom::i64(GROUP + 1), after);
            let remaining = sub(b, width, one);
            let remaining = sub(b, remaining, after);
            let finishing = Round {
                left: size,
                right,
                left_apart: size,
                apart: size,
                pairs: b.bin("pairs", BinOp::Quot, remaining, size),
            };
            let is_start = b.bin("is_start", BinOp::Lt, round, inside);
            let is_finish = b.bin("is_finish", BinOp::Le, summed, round);
            let last = either(b, is_finish, finishing, combining);
            either(b, is_start, starting, last)
        },
    );
    for (var, arr) in to.iter().zip(done) {
        let slices = vec![Slice::Range { start: one, len: width, stride: one }];
        b.push(Pat::one(*var), Exp::View(View::Slice { arr, slices }));
    }
}

/// An array of its own: the neutral element, then the elements.
fn with_neutral(b: &mut B, arr: Var, z: Atom, count: Atom) -> Var {
    let row = b.ty(z);
    let first = match row.as_scalar() {
        Some(elem) => View::Literal { elem, elems: vec![z] },
        None => View::Replicate { n: Atom::i64(1), x: z },
    };
    let first = b.bind("zero", lift(&row, Atom::i64(1), |_| None), Exp::View(first));
    let all = View::Concat { arrs: vec![first, arr], size: count };
    let all = b.bind("all", lift(&row, count, |_| None), Exp::View(all));
    own(b, all)
}

/// What one round combines: element `left + k * left_apart` with element `right + k * apart`, for every `k < pairs`.
struct Round {
    left: Atom,
    right: Atom,
    left_apart: Atom,
    apart: Atom,
    pairs: Atom,
}

fn either(b: &mut B, cond: Atom, x: Round, y: Round) -> Round {
    Round {
        left: select(b, cond, x.left, y.left),
        right: select(b, cond, x.right, y.right),
        left_apart: select(b, cond, x.left_apart, y.left_apart),
        apart: select(b, cond, x.apart, y.apart),
        pairs: select(b, cond, x.pairs, y.pairs),
    }
}

/// A loop over rounds, which work in place: a scan puts results where the right operands were, a reduction where the left ones were.
/// `number` is that of the element which a right operand is, or begins with.
fn in_rounds(
    b: &mut B,
    fold: &Fold<Soac>,
    (all, scan): (Vec<Var>, bool),
    rounds: Atom,
    number: impl FnOnce(&mut B, Atom) -> Atom,
    round: impl FnOnce(&mut B, Atom) -> Round,
) -> Vec<Var> {
    let index = b.fresh("round", Type::i64());
    let params: Vec<Var> = all.iter().map(|arr| b.fresh("a", b.vars[*arr].ty.clone())).collect();
    let body = b.body(|b| {
        let round = round(b, index.into());
        let k = b.fresh("k", Type::i64());
        let body = b.body(|b| {
            let place = |b: &mut B, start: Atom, apart: Atom| {
                let offset = mul(b, k.into(), apart);
                add(b, start, offset)
            };
            let left = place(b, round.left, round.left_apart);
            let left = elements(b, &params, left);
            let right_at = place(b, round.right, round.apart);
            let right = elements(b, &params, right_at);
            let number = number(b, right_at);
            Results::vals(applied(b, fold, &left, &right, number))
        });
        let map = Screma::map(round.pairs, vec![(k, Input::Iota)], body, b.vars);
        let new = b.screma("new", map, 0).vals;
        let start = if scan { round.right } else { round.left };
        let updated = params.iter().zip(new).map(|(a, new)| written(b, *a, new, start, &round).into());
        Results::vals(updated.collect())
    });
    let init = all.into_iter().map(Atom::Var).collect();
    looping(b, params, init, LoopForm::For { index, count: rounds }, body)
}

/// `arr` with the elements `new` as far apart as in a round, from `start` on.
fn written(b: &mut B, arr: Var, new: Var, start: Atom, round: &Round) -> Var {
    let ty = b.vars[arr].ty.clone();
    let elem = ty.elem().unwrap_or_else(|| base::bug!("interchange", "{arr:?} is no array"));
    let dims = ty.dims().to_vec();
    let param = b.fresh("acc", Type::Acc { elems: vec![elem], dims: dims.clone() });
    let body = b.body(|b| {
        let mut place = |b: &mut B, k: Atom| {
            let offset = mul(b, k, round.apart);
            add(b, start, offset)
        };
        let last = updated(b, param, new, round.pairs, &dims[1..], &mut place, &mut vec![]);
        Results::vals(vec![last.into()])
    });
    let accs = vec![AccDef { param, arrs: vec![arr], op: None }];
    b.bind("a", ty, Exp::WithAcc { accs, body: Box::new(body) })
}

/// Updates `acc` with all elements of `rows`, of which there are `width` along this dimension; `place` says where they lie along it.
fn updated(
    b: &mut B,
    acc: Var,
    rows: Var,
    width: Atom,
    inner: &[Dim],
    place: &mut dyn FnMut(&mut B, Atom) -> Atom,
    index: &mut Vec<Atom>,
) -> Var {
    let acc_ty = b.vars[acc].ty.clone();
    let row_ty = peel(&b.vars[rows].ty, Atom::Var);
    let (row, k, inside) =
        (b.fresh("row", row_ty), b.fresh("k", Type::i64()), b.fresh("acc", acc_ty.clone()));
    let body = b.body(|b| {
        index.push(place(b, k.into()));
        let last = match inner {
            [dim, inner @ ..] => updated(b, inside, row, dim.size, inner, &mut |_, k| k, index),
            [] => b.bind(
                "acc",
                acc_ty,
                Exp::UpdateAcc { acc: inside, index: index.clone(), vals: vec![row.into()] },
            ),
        };
        index.pop();
        Results::vals(vec![last.into()])
    });
    let inputs = vec![(row, Input::Array(rows)), (k, Input::Iota), (inside, Input::Acc(acc))];
    let map = Screma::map(width, inputs, body, b.vars);
    b.screma("acc", map, 0).vals[0]
}
