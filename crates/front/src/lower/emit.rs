//! Writing statements, with the few simplifications that keep sizes recognisable.

use super::value::Value;
use super::{Low, Lower, Memo, OpenBody};
use crate::types::MAX_RANK;
use base::{BinOp, Id, ScalarType, UnOp, scalar};
use ir::{Atom, Body, CheckKind, Dim, Exp, Lambda, Pat, Prim, Results, Soac, Stm, Type, Var};

impl Lower<'_> {
    pub(super) fn fresh(&mut self, name: &str, ty: Type) -> Var {
        self.too_many_dimensions |= ty.rank() > MAX_RANK;
        ir::fresh(&mut self.vars, name, ty)
    }
    pub(super) fn push(&mut self, pat: Pat, exp: Exp<Soac>) {
        self.count += 1;
        self.sizes.extend(&pat.sizes);
        self.define(&pat, &exp);
        self.stms.push(Stm::new(pat, exp, self.loc.clone()));
    }
    pub(super) fn bind(&mut self, name: &str, ty: Type, exp: Exp<Soac>) -> Var {
        let var = self.fresh(name, ty);
        self.push(Pat::one(var), exp);
        var
    }
    pub(super) fn ty(&self, atom: Atom) -> Type {
        atom.ty(&self.vars)
    }
    pub(super) fn dims(&self, atom: Atom) -> Vec<Dim> {
        self.ty(atom).dims().to_vec()
    }
    pub(super) fn scalar_ty(&self, atom: Atom) -> ScalarType {
        self.ty(atom).elem().unwrap_or(ScalarType::I64)
    }

    pub(super) fn bin(&mut self, op: BinOp, a: Atom, b: Atom) -> Atom {
        let ty = self.scalar_ty(a);
        if let (Atom::Const(x), Atom::Const(y)) = (a, b)
            && let Ok(z) = scalar::binary(op, x, y)
        {
            return Atom::Const(z);
        }
        let safe = match (op, b.as_i64()) {
            (BinOp::Pow, Some(exponent)) => exponent >= 0,
            (_, Some(divisor)) => divisor != 0,
            (_, None) => false,
        };
        let b = if op.can_fail(ty) && !safe { self.checked_operand(op, ty, b) } else { b };
        self.bind(op.name(), Type::scalar(op.result(ty)), Exp::bin(op, ty, a, b)).into()
    }
    /// A divisor or an exponent that the operator has a result for.
    fn checked_operand(&mut self, op: BinOp, ty: ScalarType, a: Atom) -> Atom {
        let kind = match op {
            BinOp::Pow => CheckKind::Exponent { ty, a },
            _ => CheckKind::NonZero { ty, a },
        };
        self.bind(op.name(), Type::scalar(ty), Exp::check(kind)).into()
    }
    pub(super) fn un(&mut self, op: UnOp, a: Atom) -> Atom {
        if let Atom::Const(x) = a
            && let Ok(z) = scalar::unary(op, x)
        {
            return Atom::Const(z);
        }
        let ty = self.scalar_ty(a);
        self.bind(op.name(), Type::scalar(op.result(ty)), Exp::Prim(Prim::Un { op, ty, a })).into()
    }
    pub(super) fn conv(&mut self, to: ScalarType, a: Atom) -> Atom {
        let from = self.scalar_ty(a);
        match a {
            _ if from == to => a,
            Atom::Const(x) => Atom::Const(scalar::convert(to, x)),
            Atom::Var(_) => {
                self.bind(to.name(), Type::scalar(to), Exp::Prim(Prim::Conv { from, to, a })).into()
            }
        }
    }

    /// Arithmetic on sizes: what was computed already in an open body is not computed again.
    pub(super) fn size_op(&mut self, op: BinOp, a: Atom, b: Atom) -> Atom {
        let key = (Some(op), a, b);
        if let Some(known) = self.memo.iter().find_map(|m| m.sizes.get(&key)) {
            return *known;
        }
        let result = match (op, a.as_i64(), b.as_i64()) {
            (BinOp::Mul, _, Some(1)) | (BinOp::Add | BinOp::Sub, _, Some(0)) => a,
            (BinOp::Mul, Some(1), _) | (BinOp::Add, Some(0), _) => b,
            (_, Some(_), Some(_)) => self.bin(op, a, b),
            _ => match self.outside(&[a, b], |l, at| l.size_op(op, at[0], at[1])) {
                Some(outer) => outer,
                None => self.bin(op, a, b),
            },
        };
        let is_size = |x: Atom| x.var().map_or(x.as_i64() >= Some(0), |v| self.sizes.contains(&v));
        if let Atom::Var(v) = result
            && matches!(op, BinOp::Mul | BinOp::Add)
            && is_size(a)
            && is_size(b)
        {
            self.sizes.insert(v);
        }
        if let Some(scope) = self.memo.last_mut() {
            scope.sizes.insert(key, result);
        }
        result
    }
    /// The sum of an array of sizes.
    pub(super) fn total(&mut self, sizes: Var) -> Atom {
        let key = (None, sizes.into(), sizes.into());
        if let Some(known) = self.memo.iter().find_map(|m| m.sizes.get(&key)) {
            return *known;
        }
        let total = match self.outside(&[sizes.into()], |l, _| l.total(sizes)) {
            Some(total) => total,
            None => {
                let total = self.bind("total", Type::i64(), Exp::Total { sizes: vec![sizes] });
                self.sizes.insert(total);
                total.into()
            }
        };
        if let Some(scope) = self.memo.last_mut() {
            scope.sizes.insert(key, total);
        }
        total
    }
    /// A number as a size: checked not to be negative.
    ///
    /// In a body inside the one that binds the number the check stays where it is, but the size is computed outside, so that
    /// the rows of a map are seen to have one size.
    pub(super) fn as_size(&mut self, a: Atom) -> Atom {
        self.checked_size(a, false)
    }
    /// The size of an `iota`.
    pub(super) fn iota_size(&mut self, a: Atom) -> Atom {
        self.checked_size(a, true)
    }
    fn checked_size(&mut self, a: Atom, iota: bool) -> Atom {
        let Atom::Var(var) = a else {
            return match a.as_i64() {
                Some(n) if n >= 0 => a,
                _ => self.bind("n", Type::i64(), Exp::check(CheckKind::Size { a, iota })).into(),
            };
        };
        if self.sizes.contains(&var) {
            return a;
        }
        self.outer_size(a, iota).unwrap_or_else(|| {
            let size = self.bind("n", Type::i64(), Exp::check(CheckKind::Size { a, iota })).into();
            self.remember_size(a, size);
            size
        })
    }
    /// A written size, which an array is compared with: computed outside of the bodies it does not vary with.
    pub(super) fn settled(&mut self, a: Atom) -> Atom {
        match a {
            Atom::Var(var) if !self.sizes.contains(&var) => match self.outer_size(a, false) {
                Some(size) if self.is_outer(self.birth(var), size) => size,
                Some(_) | None => a,
            },
            Atom::Var(_) => self.outside(&[a], |_, at| at[0]).unwrap_or(a),
            Atom::Const(_) => a,
        }
    }
    /// A number as a size that is known already, or that is computed outside and checked here.
    fn outer_size(&mut self, a: Atom, iota: bool) -> Option<Atom> {
        if let Some(known) = self.memo.iter().find_map(|m| m.sizes.get(&(None, a, a))) {
            return Some(*known);
        }
        let size = self.outside(&[a], |l, at| l.size_op(BinOp::Max, at[0], Atom::i64(0)))?;
        self.bind("n", Type::i64(), Exp::check(CheckKind::Size { a, iota }));
        self.remember_size(a, size);
        Some(size)
    }
    fn remember_size(&mut self, a: Atom, size: Atom) {
        if let Atom::Var(size) = size {
            self.equal.insert(size, a);
            self.sizes.insert(size);
        }
        if let Some(scope) = self.memo.last_mut() {
            scope.sizes.insert((None, a, a), size);
        }
    }
    /// Writes statements that need nothing of the code around them at the end of the outermost open body.
    pub(super) fn outermost<T>(&mut self, f: impl FnOnce(&mut Self) -> Low<T>) -> Low<T> {
        // The first body is that of the function, whose statements are in the way of all others.
        if self.open.len() < 2 {
            return f(self);
        }
        let inner = self.memo.split_off(2);
        let mut open = self.open.split_off(1);
        std::mem::swap(&mut self.stms, &mut open[0].stms);
        let first = self.vars.len();
        let result = f(self);
        std::mem::swap(&mut self.stms, &mut open[0].stms);
        self.open.extend(open);
        self.memo.extend(inner);
        for index in first..self.vars.len() {
            self.hoisted.insert(Var::from_index(index), 0);
        }
        result
    }
    /// Whether two sizes are the same, because one is the other, checked not to be negative.
    pub(super) fn same_size(&self, a: Atom, b: Atom) -> bool {
        let root = |mut x: Atom| {
            while let Some(y) = x.var().and_then(|v| self.equal.get(&v)) {
                x = *y;
            }
            x
        };
        root(a) == root(b)
    }

    /// Captures the statements that `f` writes.
    pub(super) fn capture<T>(&mut self, f: impl FnOnce(&mut Self) -> Low<T>) -> Low<(Vec<Stm<Soac>>, T)> {
        self.capture_since(self.vars.len(), f)
    }
    /// Captures the statements that `f` writes, in a body whose variables, parameters included, were made since `mark`.
    pub(super) fn capture_since<T>(
        &mut self,
        mark: usize,
        f: impl FnOnce(&mut Self) -> Low<T>,
    ) -> Low<(Vec<Stm<Soac>>, T)> {
        self.capture_over(mark, None, f)
    }
    /// The same for the body of a map over `width` elements.
    pub(super) fn capture_over<T>(
        &mut self,
        mark: usize,
        width: Option<Atom>,
        f: impl FnOnce(&mut Self) -> Low<T>,
    ) -> Low<(Vec<Stm<Soac>>, T)> {
        self.open.push(OpenBody { mark, width, stms: std::mem::take(&mut self.stms) });
        self.memo.push(Memo::default());
        let result = f(self);
        self.memo.pop();
        let outer = self.open.pop().map(|body| body.stms).unwrap_or_default();
        let stms = std::mem::replace(&mut self.stms, outer);
        Ok((stms, result?))
    }
    /// Goes on writing where an earlier capture ended.
    pub(super) fn resume<T>(
        &mut self,
        stms: &mut Vec<Stm<Soac>>,
        f: impl FnOnce(&mut Self) -> Low<T>,
    ) -> Low<T> {
        std::mem::swap(&mut self.stms, stms);
        // What is computed there is not known here.
        self.memo.push(Memo::default());
        let result = f(self);
        self.memo.pop();
        std::mem::swap(&mut self.stms, stms);
        result
    }
    /// A lambda on values shaped like `like`, whose leaves have the given types.
    pub(super) fn lambda(
        &mut self,
        shapes: &[(&Value, Vec<Type>)],
        f: impl FnOnce(&mut Self, Vec<Value>) -> Low<Vec<Atom>>,
    ) -> Low<Lambda<Soac>> {
        let mark = self.vars.len();
        let mut params = vec![];
        let mut values = vec![];
        for (like, types) in shapes {
            let own: Vec<Var> = types.iter().map(|t| self.fresh("x", t.clone())).collect();
            values.push(like.with_leaves(own.iter().map(|v| Atom::Var(*v))));
            params.extend(own);
        }
        let (stms, vals) = self.capture_since(mark, |l| f(l, values))?;
        Ok(Lambda { params, body: Body { stms, result: Results::vals(vals) } })
    }

    /// The variables made since `mark` that the types of these atoms name as sizes, each after those its own type names.
    /// Those in `known` are left out.
    pub(super) fn sizes_since(&self, mark: usize, atoms: &[Atom], known: &[Var]) -> Vec<Atom> {
        let mut sizes = vec![];
        for atom in atoms {
            self.collect_sizes(mark, &self.ty(*atom), known, &mut sizes);
        }
        sizes
    }
    fn collect_sizes(&self, mark: usize, ty: &Type, known: &[Var], sizes: &mut Vec<Atom>) {
        for dim in ty.dims() {
            let Atom::Var(v) = dim.size else { continue };
            if self.birth(v) >= mark && !known.contains(&v) && !sizes.contains(&dim.size) {
                self.collect_sizes(mark, &self.vars[v].ty, known, sizes);
                sizes.push(dim.size);
            }
        }
    }
}
