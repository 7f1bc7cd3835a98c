//! Expressions: operands, and the types of what they bind.

use super::{Verifier, VerifyOp};
use crate::body::{Check, CheckKind, Exp, Pat, Prim, Slice, Stm, View};
use crate::types::{Atom, Dim, Type, Var, lift};
use base::scalar::{ScalarFault, binary, unary};
use base::{Scalar, ScalarType, UnOp};

impl Verifier<'_> {
    /// Checks a statement and binds its pattern.
    pub(super) fn exp<O: VerifyOp>(&mut self, stm: &Stm<O>) {
        let pat = &stm.pat;
        let ty = match &stm.exp {
            Exp::Atom(a) => self.operand(*a),
            Exp::Prim(prim) => self.prim(prim),
            Exp::Read { arr, index } => {
                index.iter().for_each(|i| self.int(*i));
                let offsets = self.type_of(*arr) == Type::Offsets;
                let ty = if offsets { self.used(*arr) } else { self.array(*arr) };
                let (given, rank) = (index.len(), if offsets { 1 } else { ty.rank() });
                self.require(given == rank, |_| format!("{given} indices for {rank} dimensions"));
                if offsets { Type::i64() } else { ty.with_dims(vec![]) }
            }
            Exp::Check(check) => {
                let ty = self.check(check);
                self.proved.extend(pat.all().filter(|_| check.proved));
                ty
            }
            Exp::Trace { what, vals } => {
                for val in vals {
                    let ty = self.operand(*val);
                    self.require(ty.elem().is_some(), |_| "a trace shows what is no data".into());
                }
                let holes = what.matches("{}").count();
                self.require(holes == vals.len(), |_| format!("{} values for {holes} places", vals.len()));
                Type::Cert
            }
            Exp::View(view) => match self.view(pat, view) {
                Some(ty) => ty,
                None => return,
            },
            Exp::Copy { arr } => self.array(*arr),
            Exp::Scratch { ty, part } => {
                self.require(ty.is_array(), |_| "scratch of what is no array".into());
                self.dims(ty.dims());
                if let Some((row, _)) = part {
                    let whole = self.array(*row);
                    let fits = whole.elem() == ty.elem() && whole.rank() == ty.rank() + 1;
                    self.require(fits, |v| format!("{} has no parts of this type", v.name(*row)));
                }
                ty.clone()
            }
            Exp::Total { sizes } => {
                self.volume(sizes, 0);
                Type::i64()
            }
            Exp::Write { arr, index, val } => self.update(*arr, index, *val),
            Exp::UpdateAcc { acc, index, vals } => self.update_acc(*acc, index, vals),
            Exp::Call { fun, args, at, beside } => {
                let counted = args.first().is_some_and(|rows| self.operand(*rows) == Type::i64());
                self.require(beside.is_empty() || counted, |_| {
                    "several calls without a number of rows".into()
                });
                let rows = at.iter().filter(|i| self.operand(**i).is_array()).count();
                self.require(rows == 0 || rows == at.len(), |_| {
                    "indices of one call beside those of many rows".into()
                });
                for index in at {
                    let ty = self.operand(*index);
                    let number = ty.elem() == Some(ScalarType::I64) && ty.rank() <= 1;
                    self.require(number, |_| "an index of a call is no i64".into());
                }
                return self.call(pat, *fun, args);
            }
            Exp::If { cond, then, els } => return self.branch(pat, *cond, then, els),
            Exp::Loop(l) => return self.loop_exp(pat, l),
            Exp::WithAcc { accs, body } => return self.with_acc(pat, accs, body),
            Exp::Op(op) => {
                // Results are held to the types of what they are made of: evidence is made by kernels alone.
                return op.verify(self, pat);
            }
        };
        if ty != Type::Cert {
            self.no_evidence(pat);
        }
        self.binds(pat, 0, &ty);
    }

    fn prim(&mut self, prim: &Prim) -> Type {
        match *prim {
            Prim::Bin { op, ty, a, b } => {
                self.scalar(a, ty);
                self.scalar(b, ty);
                let one = Scalar::from_i64(ty, 1);
                self.defined(binary(op, one, one).err(), op.name(), ty);
                Type::scalar(op.result(ty))
            }
            Prim::Un { op, ty, a } => {
                self.scalar(a, ty);
                self.defined(unary(op, Scalar::from_i64(ty, 1)).err(), op.name(), ty);
                Type::scalar(UnOp::result(op, ty))
            }
            Prim::Conv { from, to, a } => {
                self.scalar(a, from);
                Type::scalar(to)
            }
            Prim::Select { cond, a, b } => {
                self.scalar(cond, ScalarType::Bool);
                let (ty, other) = (self.operand(a), self.operand(b));
                self.same(&other, &ty, "an operand");
                self.require(ty.as_scalar().is_some(), |_| "select of what is no scalar".into());
                ty
            }
        }
    }

    /// A check binds its value, or else its evidence.
    fn check(&mut self, check: &Check) -> Type {
        check.at.iter().for_each(|i| self.int(*i));
        match &check.kind {
            CheckKind::Size { a, iota: _ } => {
                self.int(*a);
                Type::i64()
            }
            CheckKind::Bounds { index, size } => {
                self.int(*index);
                self.int(*size);
                Type::i64()
            }
            CheckKind::NonZero { ty, a } | CheckKind::Exponent { ty, a } => {
                self.scalar(*a, *ty);
                self.require(ty.is_integer(), |_| format!("{ty} is no type of integers"));
                Type::scalar(*ty)
            }
            CheckKind::SliceLen { start, end, stride, size } => {
                [start, end, stride, size].into_iter().for_each(|a| self.int(*a));
                Type::i64()
            }
            CheckKind::Assert { cond, what, vals } => {
                self.scalar(*cond, ScalarType::Bool);
                for val in vals {
                    let ty = self.operand(*val);
                    self.require(ty.as_scalar().is_some(), |_| "a message shows what is no scalar".into());
                }
                let holes = what.matches("{}").count();
                self.require(holes == vals.len(), |_| format!("{} values for {holes} places", vals.len()));
                Type::Cert
            }
            CheckKind::Equal { a, b, what } => {
                let (ty, other) = (self.operand(*a), self.operand(*b));
                self.same(&other, &ty, "the other operand");
                self.require(ty.elem() == Some(ScalarType::I64), |_| "assert_eq of what are no sizes".into());
                self.require(what.matches("{}").count() == 2, |_| "assert_eq shows two sizes".into());
                Type::Cert
            }
        }
    }

    fn evidence(&mut self, cert: Var) {
        let ty = self.used(cert);
        self.same(&ty, &Type::Cert, "the evidence");
    }

    /// The type of a view; `None` if it has bound its pattern itself.
    fn view(&mut self, pat: &Pat, view: &View) -> Option<Type> {
        Some(match view {
            View::Iota { n } => {
                self.int(*n);
                Type::array(ScalarType::I64, vec![Dim::uniform(*n)])
            }
            View::Replicate { n, x } => {
                self.int(*n);
                let ty = self.operand(*x);
                self.require(ty.elem().is_some(), |_| "replicate of no data".into());
                lift(&ty, *n, |_| None)
            }
            View::Literal { elem, elems } => {
                elems.iter().for_each(|a| self.scalar(*a, *elem));
                Type::array(*elem, vec![Dim::uniform(Atom::i64(elems.len() as i64))])
            }
            View::Slice { arr, slices } => self.slice(*arr, slices),
            View::Rearrange { perm, arr } => self.rearrange(perm, *arr),
            View::Reshape { arr, dims, under } => {
                let ty = self.array(*arr);
                self.dims(dims);
                under.iter().for_each(|cert| self.evidence(*cert));
                ty.with_dims(dims.clone())
            }
            View::Recast { arr, dims, under, inside } => {
                let ty = self.array(*arr);
                self.dims(dims);
                self.require(ty.rank() == dims.len(), |_| "recast to another rank".into());
                under.iter().for_each(|cert| self.evidence(*cert));
                for size in inside {
                    let ty = self.operand(*size);
                    self.require(ty.elem() == Some(ScalarType::I64), |_| "the points of no size".into());
                }
                ty.with_dims(dims.clone())
            }
            View::Row { arr, index } => {
                self.row(pat, *arr, index);
                return None;
            }
            View::Gather { arr, at } => {
                self.gather_rows(pat, *arr, *at);
                return None;
            }
            View::Concat { arrs, size } => {
                self.concat(pat, arrs, *size);
                return None;
            }
        })
    }

    /// Binds a pattern of one value, of type `ty`, and so many existential sizes.
    fn binds(&mut self, pat: &Pat, sizes: usize, ty: &Type) {
        self.bind_pat(pat);
        match pat.vals.as_slice() {
            [one] if pat.sizes.len() == sizes => {
                let got = self.type_of(*one);
                self.same(&got, ty, "the variable");
            }
            _ => self.error(format!("{sizes} sizes and one value are to be bound")),
        }
    }

    pub(super) fn no_evidence(&mut self, pat: &Pat) {
        let evidence = pat.all().any(|v| self.type_of(v) == Type::Cert);
        self.require(!evidence, |_| "evidence that no assertion made".into());
    }

    pub(super) fn array(&mut self, arr: Var) -> Type {
        let ty = self.used(arr);
        self.require(ty.is_array(), |v| format!("{} is no array", v.name(arr)));
        ty
    }

    fn defined(&mut self, fault: Option<ScalarFault>, op: &str, ty: ScalarType) {
        self.require(fault != Some(ScalarFault::Undefined), |_| format!("{op} is not defined on {ty}"));
    }

    /// Replaces, in order, the sizes of dimensions that vary with one of the first `levels` by the sizes of a pattern;
    /// the other dimensions stay. Says how many there were.
    fn existential(&mut self, dims: &[Dim], levels: u32, pat: &Pat) -> (Vec<Dim>, usize) {
        let mut sizes = pat.sizes.iter();
        let mut count = 0;
        let mut result = vec![];
        for dim in dims {
            let mut dim = dim.clone();
            if dim.on.iter().any(|l| *l < levels) {
                count += 1;
                if let Some(size) = sizes.next() {
                    dim.size = Atom::Var(*size);
                }
            }
            result.push(dim);
        }
        (result, count)
    }

    fn row(&mut self, pat: &Pat, arr: Var, index: &[Atom]) {
        let ty = self.array(arr);
        index.iter().for_each(|i| self.int(*i));
        self.no_evidence(pat);
        let levels = index.len();
        if levels == 0 || levels >= ty.rank() {
            return self.error(format!("{levels} indices of a row with {} dimensions", ty.rank()));
        }
        let (rest, count) = self.existential(&ty.dims()[levels..], levels as u32, pat);
        let drop = |l: &u32| l.checked_sub(levels as u32);
        let rest = rest.into_iter().map(|d| Dim { on: d.on.iter().filter_map(drop).collect(), ..d });
        self.binds(pat, count, &ty.with_dims(rest.collect()));
    }

    fn slice(&mut self, arr: Var, slices: &[Slice]) -> Type {
        let ty = self.array(arr);
        self.require(slices.len() <= ty.rank(), |_| "more slices than dimensions".into());
        self.require(ty.dims().iter().all(Dim::is_uniform), |_| "a slice of varying sizes".into());
        let mut dims = vec![];
        for slice in slices {
            match slice {
                Slice::At(i) => self.int(*i),
                Slice::Range { start, len, stride } => {
                    [start, len, stride].into_iter().for_each(|a| self.int(*a));
                    dims.push(Dim::uniform(*len));
                }
            }
        }
        dims.extend(ty.dims().iter().skip(slices.len()).cloned());
        ty.with_dims(dims)
    }

    fn update(&mut self, arr: Var, index: &[Atom], val: Atom) -> Type {
        let ty = self.array(arr);
        index.iter().for_each(|i| self.int(*i));
        let row = self.operand(val);
        let levels = index.len();
        let fits = levels > 0
            && levels <= ty.rank()
            && row.elem() == ty.elem()
            && row.rank() == ty.rank() - levels
            && ty.dims()[levels..].iter().zip(row.dims()).all(|(a, b)| !a.is_uniform() || a == b);
        self.require(fits, |v| format!("{} is no element or row of {}", v.show(&row), v.show(&ty)));
        self.spend(arr);
        ty
    }

    fn concat(&mut self, pat: &Pat, arrs: &[Var], size: Atom) {
        let types: Vec<Type> = arrs.iter().map(|a| self.array(*a)).collect();
        self.int(size);
        self.no_evidence(pat);
        let Some(first) = types.first() else { return self.error("concat of nothing") };
        if types.iter().any(|t| t.elem() != first.elem() || t.rank() != first.rank()) {
            return self.error("concat of different element types or ranks");
        }
        let mut dims = vec![Dim::uniform(size)];
        for level in 1..first.rank() {
            let mut on: Vec<u32> = types.iter().flat_map(|t| t.dims()[level].on.iter().copied()).collect();
            on.sort();
            on.dedup();
            let alike = types.iter().all(|t| t.dims()[level] == first.dims()[level]);
            self.require(on.contains(&0) || alike, |_| format!("dimension {level} differs"));
            dims.push(Dim { size: first.dims()[level].size, on });
        }
        let (dims, count) = self.existential(&dims, 1, pat);
        self.binds(pat, count, &first.with_dims(dims));
    }

    fn rearrange(&mut self, perm: &[u32], arr: Var) -> Type {
        let ty = self.array(arr);
        let mut sorted = perm.to_vec();
        sorted.sort();
        if perm.len() > ty.rank() || !sorted.iter().copied().eq(0..perm.len() as u32) {
            self.error(format!("{perm:?} is no permutation of dimensions"));
            return ty;
        }
        let new = |l: &u32| perm.iter().position(|p| p == l).map_or(*l, |p| p as u32);
        let mut dims = vec![];
        for (i, level) in (0..ty.rank()).map(|i| (i, perm.get(i).map_or(i, |p| *p as usize))) {
            let dim = &ty.dims()[level];
            self.require(i == level || dim.is_uniform(), |_| {
                format!("dimension {level} varies and is moved")
            });
            let mut on: Vec<u32> = dim.on.iter().map(new).collect();
            on.sort();
            dims.push(Dim { size: dim.size, on });
        }
        ty.with_dims(dims)
    }

    fn gather_rows(&mut self, pat: &Pat, arr: Var, at: Var) {
        let (ty, positions) = (self.array(arr), self.array(at));
        self.no_evidence(pat);
        let vector = positions.elem() == Some(ScalarType::I64) && positions.rank() == 1;
        if !vector || ty.rank() == 0 {
            return self.error("gather_rows takes an array and a vector of positions");
        }
        let (mut dims, count) = self.existential(ty.dims(), 1, pat);
        dims[0] = positions.dims()[0].clone();
        self.binds(pat, count, &ty.with_dims(dims));
    }

    /// Sizes over the same dimensions, of which there are at least `rank`.
    pub(super) fn volume(&mut self, sizes: &[Var], rank: usize) {
        let types: Vec<Type> = sizes.iter().map(|v| self.used(*v)).collect();
        self.require(!types.is_empty(), |_| "a volume of nothing".into());
        for ty in &types {
            let fine = ty.elem() == Some(ScalarType::I64) && ty.rank() >= rank;
            self.require(fine, |_| "a volume of what are no sizes".into());
            self.same(ty, &types[0], "a factor");
        }
    }

    fn update_acc(&mut self, acc: Var, index: &[Atom], vals: &[Atom]) -> Type {
        let ty = self.used(acc);
        index.iter().for_each(|i| self.int(*i));
        let vals: Vec<Option<ScalarType>> = vals.iter().map(|a| self.operand(*a).as_scalar()).collect();
        match &ty {
            Type::Acc { elems, dims } => {
                let elems: Vec<Option<ScalarType>> = elems.iter().map(|e| Some(*e)).collect();
                self.require(elems == vals, |_| "values that do not fit their accumulator".into());
                self.require(dims.len() == index.len(), |_| {
                    "an accumulator takes one index a dimension".into()
                });
            }
            Type::Data { .. } | Type::Cert | Type::Offsets => self.error("update_acc of no accumulator"),
        }
        ty
    }
}
