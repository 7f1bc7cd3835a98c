//! Sizes that do not vary with the rows they are computed in: computed outside, so that the rows are seen to have one size.
//!
//! ```text
//! map (\x -> replicate (n + 1) x) xs   -- the rows have n + 1 elements each: n + 1 is computed in front of the map
//! ```
//!
//! The statements that lead to a size are copied to the outermost open body that sees all they start from. Those that can fail
//! stay where they are as well, and are computed outside only if the bodies in between are those of maps, and only where these have
//! elements.

use super::{Lower, Memo, OpenBody};
use base::{BinOp, Id, ScalarType};
use ir::walk::{Subst, free_vars};
use ir::{Atom, Body, Check, CheckKind, Exp, Pat, Prim, Results, Soac, Type, Var};
use rustc_hash::FxHashMap;

/// Expressions with more statements in them are not copied.
const MAX_COPIED: usize = 32;

impl Lower<'_> {
    /// Remembers how a scalar is computed.
    pub(super) fn define(&mut self, pat: &Pat, exp: &Exp<Soac>) {
        if let ([], [var]) = (pat.sizes.as_slice(), pat.vals.as_slice())
            && self.vars[*var].ty.as_scalar().is_some()
            && statements(exp).is_some_and(|n| n <= MAX_COPIED)
        {
            self.scalars.insert(*var, exp.clone());
        }
    }

    /// Computes a size at the end of the outermost open body in which the atoms can be had, as they are there; `None` if that
    /// is this one. What `f` writes must not be able to fail.
    pub(super) fn outside(
        &mut self,
        atoms: &[Atom],
        f: impl FnOnce(&mut Self, &[Atom]) -> Atom,
    ) -> Option<Atom> {
        let mut leaves = vec![];
        let mut slice = vec![];
        for var in atoms.iter().filter_map(|a| a.var()) {
            self.origins(var, 0, &mut slice, &mut leaves);
        }
        let newest = leaves.iter().map(|v| self.birth(*v)).max().unwrap_or(0);
        // Variables of an open body are newer than its mark. The first body is that of the entry point.
        let outermost = 1 + self.open.iter().skip(1).position(|body| newest < body.mark)?;
        let all = slice;
        let (depth, slice, guards) =
            (outermost..self.open.len()).find_map(|depth| self.slice_at(depth, &all))?;
        // Until it is written that body is the innermost one.
        let inner = self.memo.split_off(depth + 1);
        let mut closed = self.open.split_off(depth);
        std::mem::swap(&mut self.stms, &mut closed[0].stms);
        let first = self.vars.len();
        let result = match guards {
            None => self.copied(&slice, atoms, f),
            Some(widths) => self.guarded(widths, |l| l.copied(&slice, atoms, f)),
        };
        std::mem::swap(&mut self.stms, &mut closed[0].stms);
        self.open.extend(closed);
        self.memo.extend(inner);
        // Where it was written further in than what it starts from, it is as new as that body.
        let birth = if depth == outermost { newest } else { newest.max(self.open[depth - 1].mark) };
        for index in first..self.vars.len() {
            self.hoisted.insert(Var::from_index(index), birth);
        }
        Some(result)
    }

    /// Which of the scalars have to be copied to an open body, and the widths that must be positive if they can fail; `None` if
    /// these are not known there.
    fn slice_at(&self, depth: usize, all: &[Var]) -> Option<(usize, Vec<Var>, Option<Vec<Atom>>)> {
        let mark = self.open[depth].mark;
        let slice: Vec<Var> = all.iter().copied().filter(|v| self.birth(*v) >= mark).collect();
        let fails = |v: &&Var| self.scalars.get(v).is_none_or(can_fail);
        let Some(last) = slice.iter().filter(fails).map(|v| self.birth(*v)).max() else {
            return Some((depth, slice, None));
        };
        // Bodies further in than what can fail do not decide whether it runs.
        let around = self.open[depth..].iter().filter(|body| body.mark <= last);
        let widths = around.map(|body| body.width.filter(|w| self.is_outer(mark, *w)));
        widths.collect::<Option<Vec<Atom>>>().map(|widths| (depth, slice, Some(widths)))
    }

    /// What a variable is computed from: scalars that can be computed elsewhere, each behind what it needs, and the rest.
    fn origins(&self, var: Var, depth: usize, slice: &mut Vec<Var>, leaves: &mut Vec<Var>) {
        if slice.contains(&var) || leaves.contains(&var) {
            return;
        }
        match self.scalars.get(&var) {
            Some(exp) if depth < MAX_COPIED => {
                for used in free_vars(exp, &self.vars) {
                    self.origins(used, depth + 1, slice, leaves);
                }
                slice.push(var);
            }
            Some(_) | None => leaves.push(var),
        }
    }
    /// Copies of the statements, and what `f` makes of the copies of the atoms.
    fn copied(&mut self, slice: &[Var], atoms: &[Atom], f: impl FnOnce(&mut Self, &[Atom]) -> Atom) -> Atom {
        let mut new: FxHashMap<Var, Atom> = FxHashMap::default();
        for var in slice {
            let Some(exp) = self.scalars.get(var).cloned() else { continue };
            let here = |a: Atom| a.var().and_then(|v| new.get(&v).copied()).unwrap_or(a);
            let copy = match exp {
                // The same sum of the same sizes is computed once.
                Exp::Prim(Prim::Bin { op, ty: ScalarType::I64, a, b }) if !op.can_fail(ScalarType::I64) => {
                    self.size_op(op, here(a), here(b))
                }
                Exp::Check(Check { kind: CheckKind::Size { a, .. }, .. }) => {
                    self.size_op(BinOp::Max, here(a), Atom::i64(0))
                }
                exp => {
                    let map: Vec<(Var, Atom)> = free_vars(&exp, &self.vars)
                        .into_iter()
                        .filter_map(|v| new.get(&v).map(|a| (v, *a)))
                        .collect();
                    let exp = Subst::renaming(&mut self.vars, map).apply(exp);
                    let ty = self.vars[*var].ty.clone();
                    let name = self.vars[*var].name.clone();
                    self.bind(&name, ty, exp).into()
                }
            };
            new.insert(*var, copy);
        }
        let here: Vec<Atom> =
            atoms.iter().map(|a| a.var().and_then(|v| new.get(&v).copied()).unwrap_or(*a)).collect();
        f(self, &here)
    }
    /// A scalar that is computed only if all these numbers are positive, else 0: a size, or what one is computed from.
    pub(super) fn guarded(&mut self, widths: Vec<Atom>, f: impl FnOnce(&mut Self) -> Atom) -> Atom {
        if widths.is_empty() {
            return f(self);
        }
        let mut cond = Atom::bool(true);
        for width in widths {
            let some = self.bin(BinOp::Lt, Atom::i64(0), width);
            cond = if cond == Atom::bool(true) { some } else { self.bin(BinOp::And, cond, some) };
        }
        // Nothing in it that can fail is computed further out: it need not be computed at all.
        let stms = std::mem::take(&mut self.stms);
        self.open.push(OpenBody { mark: self.vars.len(), width: None, stms });
        self.memo.push(Memo::default());
        let size = f(self);
        self.memo.pop();
        let outer = self.open.pop().map(|body| body.stms).unwrap_or_default();
        let stms = std::mem::replace(&mut self.stms, outer);
        let then = Box::new(Body { stms, result: Results::vals(vec![size]) });
        let ty = self.scalar_ty(size);
        let els = Box::new(Body { stms: vec![], result: Results::vals(vec![Atom::Const(ty.zero())]) });
        self.bind("n", Type::scalar(ty), Exp::If { cond, then, els }).into()
    }

    /// Writes what `f` writes only if it cannot fail; else `None`.
    pub(super) fn unless_it_fails<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let stms = std::mem::take(&mut self.stms);
        self.open.push(OpenBody { mark: self.vars.len(), width: None, stms });
        self.memo.push(Memo::default());
        let result = f(self);
        let memo = self.memo.pop().unwrap_or_default();
        let outer = self.open.pop().map(|body| body.stms).unwrap_or_default();
        let stms = std::mem::replace(&mut self.stms, outer);
        if !stms.iter().all(|s| is_total(&s.exp)) {
            return None;
        }
        self.stms.extend(stms);
        if let Some(body) = self.memo.last_mut() {
            body.sizes.extend(memo.sizes);
            body.slices.extend(memo.slices);
            body.told.extend(memo.told);
        }
        Some(result)
    }

    /// When a variable was made, so that it can be compared with the mark of a body. What was moved to an outer body counts as
    /// made there with the newest variable it is computed from.
    pub(super) fn birth(&self, var: Var) -> usize {
        self.hoisted.get(&var).copied().unwrap_or(var.index())
    }
    /// Whether an atom comes from outside the body that began at `mark`.
    pub(super) fn is_outer(&self, mark: usize, atom: Atom) -> bool {
        atom.var().is_none_or(|v| self.birth(v) < mark)
    }
}

/// The number of statements inside an expression, itself included; `None` for one that is not computed elsewhere.
fn statements(exp: &Exp<Soac>) -> Option<usize> {
    let own = match exp {
        Exp::Prim(_) | Exp::Read { .. } | Exp::Atom(_) | Exp::If { .. } | Exp::Loop(_) => true,
        Exp::Check(check) => check.kind.value().is_some(),
        Exp::Op(Soac::Screma(s)) => {
            s.clauses.scans.is_empty() && s.clauses.keep.is_none() && s.clauses.each.is_empty()
        }
        _ => false,
    };
    let mut count = own.then_some(1);
    exp.blocks(&mut |block| {
        let inside = block.iter().try_fold(0, |sum, stm| statements(&stm.exp).map(|n| sum + n));
        count = count.zip(inside).map(|(a, b)| a + b);
    });
    count
}

/// Whether an expression is scalar code that cannot fail.
pub(super) fn is_total(exp: &Exp<Soac>) -> bool {
    let body = |b: &Body<Soac>| b.stms.iter().all(|s| is_total(&s.exp));
    match exp {
        Exp::Prim(_) | Exp::Atom(_) | Exp::Total { .. } => true,
        Exp::If { then, els, .. } => body(then) && body(els),
        _ => false,
    }
}

/// Whether an expression that can be computed elsewhere can fail there.
fn can_fail(exp: &Exp<Soac>) -> bool {
    exp.any(&mut |exp| match exp {
        Exp::Check(Check { kind: CheckKind::Size { .. }, .. }) => false,
        // What was checked before was perhaps checked by what stays behind; a loop may also not end.
        Exp::Check(_) | Exp::Read { .. } | Exp::Loop(_) => true,
        Exp::Prim(Prim::Bin { op, ty, .. }) => op.can_fail(*ty),
        _ => false,
    })
}
