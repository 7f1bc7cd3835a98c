//! Code of numbers as trees over the index of a row, so that they can be compared and taken apart.

use crate::effects;
use base::{BinOp, ScalarType, UnOp};
use ir::{Atom, Builder, Exp, Inner, Prim, Stm, Var, Vars};

/// Most operations and reads of a tree: what is compared is computed wherever it is needed.
const MOST_NODES: usize = 8;
/// Most operations and reads of a tree whose terms may cancel out.
const MOST_READ: usize = 16;

/// Code as a tree over the index of the row.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Tree {
    /// The index, and a constant.
    Index(i64),
    /// What does not vary.
    Fixed(Atom),
    Read(Var, Box<Tree>),
    Bin(BinOp, ScalarType, Box<Tree>, Box<Tree>),
    Un(UnOp, ScalarType, Box<Tree>),
    Conv(ScalarType, ScalarType, Box<Tree>),
}

/// Reads code as trees.
pub(crate) struct Reader<'a> {
    /// Where variables are bound that are no numbers from outside.
    pub(crate) code: &'a [Stm<Inner>],
    /// The index of the row.
    pub(crate) index: Var,
    pub(crate) vars: &'a Vars,
    /// Whether a variable is bound outside of the code.
    pub(crate) outside: &'a dyn Fn(Var) -> bool,
    /// Whether elements of an array may be compared: nobody overwrites them in between.
    pub(crate) stays: &'a dyn Fn(Var) -> bool,
    /// Where checks are their operands: whether there was one.
    pub(crate) checked: Option<&'a mut bool>,
}

impl Reader<'_> {
    pub(crate) fn tree(&mut self, atom: Atom) -> Option<Tree> {
        self.large_tree(atom).filter(|tree| tree.nodes() <= MOST_NODES)
    }

    /// A tree that need not be computed as it is.
    pub(crate) fn large_tree(&mut self, atom: Atom) -> Option<Tree> {
        self.code(atom).filter(|tree| tree.nodes() <= MOST_READ)
    }

    fn code(&mut self, atom: Atom) -> Option<Tree> {
        let var = match atom {
            Atom::Var(var) if var == self.index => return Some(Tree::Index(0)),
            Atom::Var(var) => var,
            Atom::Const(_) => return Some(Tree::Fixed(atom)),
        };
        if let Some(stm) = self.code.iter().find(|stm| stm.pat.all().any(|v| v == var)) {
            return self.exp(&stm.exp);
        }
        ((self.outside)(var) && self.vars[var].ty.rank() == 0).then_some(Tree::Fixed(atom))
    }

    fn exp(&mut self, exp: &Exp<Inner>) -> Option<Tree> {
        match exp {
            Exp::Atom(a) => self.large_tree(*a),
            Exp::Prim(Prim::Bin { op, ty, a, b }) if !op.can_fail(*ty) => {
                let (a, b) = (self.large_tree(*a)?, self.large_tree(*b)?);
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
            Exp::Prim(Prim::Un { op, ty, a }) => Some(Tree::Un(*op, *ty, Box::new(self.large_tree(*a)?))),
            Exp::Prim(Prim::Conv { from, to, a }) => {
                Some(Tree::Conv(*from, *to, Box::new(self.large_tree(*a)?)))
            }
            Exp::Read { arr, index } if (self.stays)(*arr) => {
                let [index] = index.as_slice() else { return None };
                Some(Tree::Read(*arr, Box::new(self.large_tree(*index)?)))
            }
            Exp::Check(check) => {
                **self.checked.as_mut()? = true;
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
pub(crate) fn sum(tree: &Tree, factor: i64, terms: &mut Vec<(i64, Tree)>) -> Option<()> {
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
pub(crate) fn collect(terms: Vec<(i64, Tree)>) -> Option<Vec<(i64, Tree)>> {
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

/// Whether terms are few enough to be computed wherever they are needed.
pub(crate) fn is_small(terms: &[(i64, Tree)]) -> bool {
    terms.iter().map(|(_, term)| term.nodes()).sum::<usize>() <= MOST_NODES
}

impl Tree {
    /// Whether it varies with the row.
    pub(crate) fn varies(&self) -> bool {
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

    /// Whether it has a variable.
    pub(crate) fn mentions(&self, var: Var) -> bool {
        match self {
            Tree::Index(_) => false,
            Tree::Fixed(atom) => *atom == Atom::Var(var),
            Tree::Read(_, x) | Tree::Un(_, _, x) | Tree::Conv(_, _, x) => x.mentions(var),
            Tree::Bin(_, _, a, b) => a.mentions(var) || b.mentions(var),
        }
    }

    /// Whether all its reads are at the row or the next one.
    pub(super) fn reads_near(&self) -> bool {
        match self {
            Tree::Index(_) | Tree::Fixed(_) => true,
            Tree::Read(_, at) => matches!(**at, Tree::Index(0 | 1)),
            Tree::Un(_, _, x) | Tree::Conv(_, _, x) => x.reads_near(),
            Tree::Bin(_, _, a, b) => a.reads_near() && b.reads_near(),
        }
    }

    /// The tree of the next row.
    pub(super) fn shifted(&self) -> Tree {
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
    pub(crate) fn code(&self, b: &mut Builder<Inner>, row: Atom) -> Atom {
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
