//! Offsets that are sums of a closed form.
//!
//! A size is read as a sum of terms, checks being their operands. The sum over the rows in front of row `g` is known for each term:
//!
//! | term | sum |
//! |---|---|
//! | `c` that does not vary | `c * g` |
//! | `k * s[i]`, where the offsets `o` of `s` are known | `k * o[g]` |
//! | `k * f(i + 1)` beside `-k * f(i)` | `k * (f(g) - f(0))` |
//!
//! All arithmetic wraps, and so does a telescoping sum: what is true of the numbers is true modulo 2^64.

use super::Known;
use crate::effects;
use base::{BinOp, ScalarType, UnOp};
use ir::{Atom, Builder, Closed, Exp, Extent, Inner, Prim, Seg, SegOp, Stm, Type, Var, Vars, walk};
use rustc_hash::FxHashSet;

/// Offsets in closed form.
pub(super) struct Form {
    /// The form, without evidence.
    pub(super) closed: Closed,
    /// Whether it takes for granted what a check of the kernel says.
    pub(super) checked: bool,
    /// Offsets of arguments that it uses: a new variable, and the sizes.
    pub(super) arguments: Vec<(Var, Var)>,
}

/// Most operations and reads of a term: entries are computed wherever they are needed.
const MOST_NODES: usize = 8;

/// Code as a tree over the index of the row.
#[derive(Clone, PartialEq, Debug)]
enum Tree {
    /// The index, and a constant.
    Index(i64),
    /// What does not vary.
    Fixed(Atom),
    Read(Var, Box<Tree>),
    Bin(BinOp, ScalarType, Box<Tree>, Box<Tree>),
    Un(UnOp, ScalarType, Box<Tree>),
    Conv(ScalarType, ScalarType, Box<Tree>),
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
    let mut reader = Reader { seg, index: level.index, vars, shared: &known.shared, checked: false };
    let tree = reader.tree(size)?;
    let checked = reader.checked;
    let mut terms = vec![];
    sum(&tree, 1, &mut terms)?;
    let mut terms = collect(terms)?;
    let index = ir::builder::fresh(vars, "g", Type::i64());
    let mut b: Builder<Inner> = Builder::new(vars);
    let (mut parts, mut arguments) = (vec![], vec![]);
    while let Some((factor, term)) = terms.pop() {
        let part = match &term {
            term if !term.varies() => match term.code(&mut b, index.into()) {
                value if value.as_i64() == Some(1) => index.into(),
                value => b.bin("part", BinOp::Mul, value, index.into()),
            },
            term => match known_offsets(term, front, known) {
                Some(source) => {
                    let offsets = match source {
                        Source::Made(offsets) => offsets,
                        Source::Argument(sizes) => {
                            let name = format!("o_{}", b.vars[sizes].name);
                            let offsets = b.fresh(&name, Type::Offsets);
                            arguments.push((offsets, sizes));
                            offsets
                        }
                    };
                    let read = Exp::Read { arr: offsets, index: vec![index.into()] };
                    Atom::Var(b.bind("entry", Type::i64(), read))
                }
                None => {
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
            },
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

/// Reads code of a kernel as trees.
struct Reader<'a> {
    seg: &'a Seg,
    index: Var,
    vars: &'a Vars,
    shared: &'a FxHashSet<Var>,
    checked: bool,
}

impl Reader<'_> {
    fn tree(&mut self, atom: Atom) -> Option<Tree> {
        let tree = self.code(atom)?;
        (tree.nodes() <= MOST_NODES).then_some(tree)
    }

    fn code(&mut self, atom: Atom) -> Option<Tree> {
        let var = match atom {
            Atom::Var(var) if var == self.index => return Some(Tree::Index(0)),
            Atom::Var(var) => var,
            Atom::Const(_) => return Some(Tree::Fixed(atom)),
        };
        if let Some(stm) = self.seg.body.iter().find(|stm| stm.pat.all().any(|v| v == var)) {
            return self.exp(&stm.exp);
        }
        // What the kernel does not bind is a number from outside. What scans give has no form.
        let outside = !walk::bound_vars(self.seg).contains(&var);
        (outside && self.vars[var].ty.rank() == 0).then_some(Tree::Fixed(atom))
    }

    fn exp(&mut self, exp: &Exp<Inner>) -> Option<Tree> {
        match exp {
            Exp::Atom(a) => self.tree(*a),
            Exp::Prim(Prim::Bin { op, ty, a, b }) if !op.can_fail(*ty) => {
                let (a, b) = (self.tree(*a)?, self.tree(*b)?);
                Some(match (op, &a, &b) {
                    (BinOp::Add, Tree::Index(k), Tree::Fixed(c))
                    | (BinOp::Add, Tree::Fixed(c), Tree::Index(k))
                        if c.as_i64().is_some() =>
                    {
                        Tree::Index(k.wrapping_add(c.as_i64()?))
                    }
                    (BinOp::Sub, Tree::Index(k), Tree::Fixed(c)) if c.as_i64().is_some() => {
                        Tree::Index(k.wrapping_sub(c.as_i64()?))
                    }
                    _ => Tree::Bin(*op, *ty, Box::new(a), Box::new(b)),
                })
            }
            Exp::Prim(Prim::Un { op, ty, a }) => Some(Tree::Un(*op, *ty, Box::new(self.tree(*a)?))),
            Exp::Prim(Prim::Conv { from, to, a }) => Some(Tree::Conv(*from, *to, Box::new(self.tree(*a)?))),
            Exp::Read { arr, index } if !self.shared.contains(arr) => {
                let [index] = index.as_slice() else { return None };
                // Without rows only the first element of an array may be looked at: it is always there.
                let at = self.tree(*index)?;
                matches!(at, Tree::Index(0 | 1)).then(|| Tree::Read(*arr, Box::new(at)))
            }
            Exp::Check(check) => {
                self.checked = true;
                self.exp(&effects::passed(&check.kind)?)
            }
            Exp::Prim(_)
            | Exp::Read { .. }
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
            | Exp::WithAcc { .. }
            | Exp::Op(_) => None,
        }
    }
}

/// A tree as a sum of terms with constant factors.
fn sum(tree: &Tree, factor: i64, terms: &mut Vec<(i64, Tree)>) -> Option<()> {
    match tree {
        Tree::Bin(op @ (BinOp::Add | BinOp::Sub), ScalarType::I64, a, b) => {
            sum(a, factor, terms)?;
            let factor = if *op == BinOp::Sub { factor.checked_neg()? } else { factor };
            sum(b, factor, terms)
        }
        Tree::Bin(BinOp::Mul, ScalarType::I64, a, b) => match (a.as_ref(), b.as_ref()) {
            (Tree::Fixed(c), x) | (x, Tree::Fixed(c)) if c.as_i64().is_some() => {
                sum(x, factor.checked_mul(c.as_i64()?)?, terms)
            }
            _ => {
                terms.push((factor, tree.clone()));
                Some(())
            }
        },
        Tree::Un(UnOp::Neg, ScalarType::I64, a) => sum(a, factor.checked_neg()?, terms),
        Tree::Fixed(_) | Tree::Index(_) | Tree::Read(..) | Tree::Bin(..) | Tree::Un(..) | Tree::Conv(..) => {
            terms.push((factor, tree.clone()));
            Some(())
        }
    }
}

/// Terms of one tree become one.
fn collect(terms: Vec<(i64, Tree)>) -> Option<Vec<(i64, Tree)>> {
    let mut sums: Vec<(i64, Tree)> = vec![];
    for (factor, term) in terms {
        match sums.iter_mut().find(|(_, other)| *other == term) {
            Some((sum, _)) => *sum = sum.checked_add(factor)?,
            None => sums.push((factor, term)),
        }
    }
    sums.retain(|(factor, _)| *factor != 0);
    Some(sums)
}

/// Where offsets are known from.
enum Source {
    /// A statement in front.
    Made(Var),
    /// They come with these sizes, an argument.
    Argument(Var),
}

/// The offsets of `s`, where the tree is `s[i]` and they are known.
fn known_offsets(tree: &Tree, front: &[Stm<SegOp>], known: &Known) -> Option<Source> {
    let Tree::Read(arr, at) = tree else { return None };
    if **at != Tree::Index(0) {
        return None;
    }
    let made = front.iter().find_map(|stm| {
        if let Exp::Op(SegOp::Offsets { sizes, .. }) = &stm.exp
            && sizes == &[*arr]
        {
            Some(Source::Made(stm.pat.vals[0]))
        } else {
            None
        }
    });
    let argument =
        || (known.arguments.contains(arr) && known.sizes.contains(arr)).then_some(Source::Argument(*arr));
    made.or_else(argument)
}

impl Tree {
    fn varies(&self) -> bool {
        match self {
            Tree::Index(_) => true,
            Tree::Fixed(_) => false,
            Tree::Read(_, x) | Tree::Un(_, _, x) | Tree::Conv(_, _, x) => x.varies(),
            Tree::Bin(_, _, a, b) => a.varies() || b.varies(),
        }
    }

    fn nodes(&self) -> usize {
        match self {
            Tree::Index(_) | Tree::Fixed(_) => 1,
            Tree::Read(_, x) | Tree::Un(_, _, x) | Tree::Conv(_, _, x) => 1 + x.nodes(),
            Tree::Bin(_, _, a, b) => 1 + a.nodes() + b.nodes(),
        }
    }

    /// The tree of the next row.
    fn shifted(&self) -> Tree {
        let inner = |x: &Tree| Box::new(x.shifted());
        match self {
            Tree::Index(k) => Tree::Index(k.wrapping_add(1)),
            Tree::Fixed(a) => Tree::Fixed(*a),
            Tree::Read(arr, x) => Tree::Read(*arr, inner(x)),
            Tree::Bin(op, ty, a, b) => Tree::Bin(*op, *ty, inner(a), inner(b)),
            Tree::Un(op, ty, x) => Tree::Un(*op, *ty, inner(x)),
            Tree::Conv(from, to, x) => Tree::Conv(*from, *to, inner(x)),
        }
    }

    /// Code that evaluates the tree at a row.
    fn code(&self, b: &mut Builder<Inner>, row: Atom) -> Atom {
        match self {
            Tree::Index(0) => row,
            Tree::Index(k) => match row.as_i64() {
                Some(row) => Atom::i64(row.wrapping_add(*k)),
                None => b.bin("at", BinOp::Add, row, Atom::i64(*k)),
            },
            Tree::Fixed(a) => *a,
            Tree::Read(arr, x) => {
                let index = vec![x.code(b, row)];
                b.elem("x", *arr, index).into()
            }
            Tree::Bin(op, _, x, y) => {
                let (x, y) = (x.code(b, row), y.code(b, row));
                b.bin("x", *op, x, y)
            }
            Tree::Un(op, _, x) => {
                let x = x.code(b, row);
                b.un("x", *op, x)
            }
            Tree::Conv(_, to, x) => {
                let x = x.code(b, row);
                b.conv("x", *to, x)
            }
        }
    }
}
