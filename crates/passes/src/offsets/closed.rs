//! Offsets that are sums of a closed form.
//!
//! A size is read as a sum of terms, checks being their operands. The sum over the rows in front of row `g` is known for each term:
//!
//! | term | sum |
//! |---|---|
//! | `c` that does not vary | `c * g` |
//! | `k * s[i]`, where the offsets `o` of `s` are known | `k * o[g]` |
//! | `k * s[i]`, where an array `t` holds the sums of `s` up to each row | `k * t[g - 1]`, 0 in front |
//! | `k * f(i + 1)` beside `-k * f(i)` | `k * (f(g) - f(0))` |
//!
//! A size that is the sum of the sizes `t` of its own rows, as that of a flattened row is, begins where the first of these does: at
//! `o_t[o[g]]`, where `o` are the offsets of the rows and `o_t` those of `t`.
//!
//! All arithmetic wraps, and so does a telescoping sum: what is true of the numbers is true modulo 2^64.

use super::tree::{Reader, Tree, collect, is_small, sum};
use super::{Known, sums};
use base::{BinOp, ScalarType};
use ir::{Atom, Builder, Closed, Exp, Extent, Inner, Lambda, Seg, SegOp, Stm, Type, Var, Vars, walk};

/// Offsets in closed form.
pub(super) struct Form {
    /// The form, without evidence.
    pub(super) closed: Closed,
    /// Whether it takes for granted what a check of the kernel says.
    pub(super) checked: bool,
    /// Offsets of arguments that it uses: a new variable, and the sizes.
    pub(super) arguments: Vec<(Var, Var)>,
}

/// The closed form of the offsets of a size that a kernel over one level computes. `front` are the statements in front of the kernel.
pub(super) fn form(
    seg: &Seg,
    size: Atom,
    front: &[Stm<SegOp>],
    vars: &mut Vars,
    known: &Known,
) -> Option<Form> {
    let [level] = seg.levels.as_slice() else { return None };
    let Extent::Uniform(rows) = level.extent else { return None };
    if !seg.rows.is_empty() {
        return None;
    }
    // What the kernel does not bind is a number from outside. What scans give has no form.
    let bound = walk::bound_vars(seg);
    let mut checked = false;
    let mut reader = Reader {
        code: &seg.body,
        index: level.index,
        vars,
        outside: &|var| !bound.contains(&var),
        stays: &|arr| !known.shared.contains(&arr),
        checked: Some(&mut checked),
    };
    // Without rows only the first element of an array may be looked at: it is always there.
    let tree = reader.large_tree(size).filter(Tree::reads_near)?;
    let mut terms = vec![];
    sum(&tree, 1, &mut terms)?;
    let mut terms = collect(terms).filter(|terms| is_small(terms))?;
    let index = ir::builder::fresh(vars, "g", Type::i64());
    let mut b: Builder<Inner> = Builder::new(vars);
    let (mut parts, mut arguments) = (vec![], vec![]);
    while let Some((factor, term)) = terms.pop() {
        let part = match &term {
            term if !term.varies() => match term.code(&mut b, index.into()) {
                value if value.as_i64() == Some(1) => index.into(),
                value => b.bin("part", BinOp::Mul, value, index.into()),
            },
            term => {
                if let Some(source) = known_offsets(term, front, known) {
                    let offsets = source.offsets(b.vars, &mut arguments);
                    let read = Exp::Read { arr: offsets, index: vec![index.into()] };
                    Atom::Var(b.bind("entry", Type::i64(), read))
                } else if let Some(sums) = running_sums(term, rows, front, known) {
                    sums::in_front(&mut b, sums, index.into())
                } else {
                    let later = |(other, tree): &(i64, Tree)| {
                        *other == -factor && (*tree == term.shifted() || tree.shifted() == *term)
                    };
                    let other = terms.iter().position(later)?;
                    let (_, other) = terms.remove(other);
                    // The part that comes with the factor is `f(i + 1)` or `f(i)`.
                    let (first, sign) =
                        if other.shifted() == *term { (other, 1) } else { (term.clone(), -1) };
                    let at = first.code(&mut b, index.into());
                    let start = first.code(&mut b, Atom::i64(0));
                    let part = b.bin("part", BinOp::Sub, at, start);
                    parts.push((factor * sign, part));
                    continue;
                }
            }
        };
        parts.push((factor, part));
    }
    let mut result = Atom::i64(0);
    for (factor, part) in parts {
        let scaled = match factor {
            1 => part,
            _ => b.bin("part", BinOp::Mul, part, Atom::i64(factor)),
        };
        result = match result {
            Atom::Const(_) => scaled,
            Atom::Var(_) => b.bin("entry", BinOp::Add, result, scaled),
        };
    }
    let body = b.stms;
    Some(Form { closed: Closed { index, rows, body, result, under: vec![] }, checked, arguments })
}

/// The array of the sums of `s` up to each row, where the tree is `s[i]` and a kernel in front over the same rows makes them.
fn running_sums(tree: &Tree, rows: Atom, front: &[Stm<SegOp>], known: &Known) -> Option<Var> {
    let Tree::Read(sizes, at) = tree else { return None };
    let found =
        sums::find(front, known).into_iter().find(|sums| sums.parts == *sizes && sums.width == rows)?;
    (**at == Tree::Index(0)).then_some(found.sums)
}

/// The closed form of the offsets of a size that a kernel over rows computes as the sum of the sizes of their elements.
pub(super) fn row_sums(
    seg: &Seg,
    size: Atom,
    front: &[Stm<SegOp>],
    vars: &mut Vars,
    known: &Known,
) -> Option<Form> {
    let [outer, inner] = seg.levels.as_slice() else { return None };
    let (Extent::Uniform(rows), Extent::Ragged { offsets, .. }) = (&outer.extent, &inner.extent) else {
        return None;
    };
    let red = seg.clauses.reds.iter().find(|red| red.res.first().map(|res| (*res).into()) == Some(size))?;
    let adds = is_sum(&red.op) && red.ne == [Atom::i64(0)] && !red.kept;
    let read = seg.body.iter().find(|stm| stm.pat.vals.first().copied() == red.args[0].var())?;
    let Exp::Read { arr, index } = &read.exp else { return None };
    let own = *index == [outer.index.into(), inner.index.into()] && !known.shared.contains(arr);
    if !adds || !own || !seg.rows.is_empty() {
        return None;
    }
    let mut arguments = vec![];
    let inside = sizes_offsets(*arr, front, known)?.offsets(vars, &mut arguments);
    let index = ir::builder::fresh(vars, "g", Type::i64());
    let mut b: Builder<Inner> = Builder::new(vars);
    let mut entry: Atom = index.into();
    for arr in [*offsets, inside] {
        entry = b.bind("entry", Type::i64(), Exp::Read { arr, index: vec![entry] }).into();
    }
    let closed = Closed { index, rows: *rows, body: b.stms, result: entry, under: vec![] };
    Some(Form { closed, checked: false, arguments })
}

/// Whether an operator is the sum of two `i64`.
pub(super) fn is_sum(op: &Lambda<Inner>) -> bool {
    let ([a, b], [stm]) = (op.params.as_slice(), op.body.stms.as_slice()) else { return false };
    let sum = Exp::bin(BinOp::Add, ScalarType::I64, (*a).into(), (*b).into());
    let result = stm.pat.vals.iter().map(|var| Atom::Var(*var));
    stm.exp == sum && op.body.result.vals.iter().copied().eq(result)
}

/// Where offsets are known from.
enum Source {
    /// A statement in front.
    Made(Var),
    /// They come with these sizes, an argument.
    Argument(Var),
}

impl Source {
    /// The offsets; those of an argument get a name, which is added to `arguments`.
    fn offsets(self, vars: &mut Vars, arguments: &mut Vec<(Var, Var)>) -> Var {
        match self {
            Source::Made(offsets) => offsets,
            Source::Argument(sizes) => {
                let name = format!("o_{}", vars[sizes].name);
                let offsets = ir::builder::fresh(vars, &name, Type::Offsets);
                arguments.push((offsets, sizes));
                offsets
            }
        }
    }
}

/// The offsets of `s`, where the tree is `s[i]` and they are known.
fn known_offsets(tree: &Tree, front: &[Stm<SegOp>], known: &Known) -> Option<Source> {
    let Tree::Read(arr, at) = tree else { return None };
    if **at != Tree::Index(0) {
        return None;
    }
    sizes_offsets(*arr, front, known)
}

/// The offsets of an array of sizes, where they are known.
fn sizes_offsets(arr: Var, front: &[Stm<SegOp>], known: &Known) -> Option<Source> {
    let made = front.iter().find_map(|stm| {
        if let Exp::Op(SegOp::Offsets { sizes, .. }) = &stm.exp
            && sizes == &[arr]
        {
            Some(Source::Made(stm.pat.vals[0]))
        } else {
            None
        }
    });
    let argument =
        || (known.arguments.contains(&arr) && known.sizes.contains(&arr)).then_some(Source::Argument(arr));
    made.or_else(argument)
}
