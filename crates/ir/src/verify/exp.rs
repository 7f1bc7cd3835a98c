//! Expressions: operands, and the types of what they bind.

use super::{Verifier, VerifyOp, substitute};
use crate::body::{
    AccDef, Body, Check, CheckKind, Exp, FunId, Loop, LoopForm, Pat, Prim, Results, Slice, Stm, View,
};
use crate::types::{Atom, Dim, Type, Var, lift};
use base::scalar::{ScalarFault, binary, unary};
use base::{Id, Scalar, ScalarType, UnOp};
use rustc_hash::FxHashMap;

impl Verifier<'_> {
    /// Checks a statement and binds its pattern.
    pub(super) fn exp<O: VerifyOp>(&mut self, stm: &Stm<O>) {
        let pat = &stm.pat;
        let ty = match &stm.exp {
            Exp::Atom(a) => self.operand(*a),
            Exp::Prim(prim) => self.prim(prim),
            Exp::Read { arr, index } => {
                let ty = self.array(*arr);
                index.iter().for_each(|i| self.int(*i));
                let (given, rank) = (index.len(), ty.rank());
                self.require(given == rank, |_| format!("{given} indices for {rank} dimensions"));
                ty.with_dims(vec![])
            }
            Exp::Check(check) => self.check(check),
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
            Exp::Call { fun, args, at } => {
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
                op.verify(self, pat);
                return self.no_evidence(pat);
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
            View::Reshape { arr, dims } => {
                let ty = self.array(*arr);
                self.dims(dims);
                ty.with_dims(dims.clone())
            }
            View::Recast { arr, dims, under } => {
                let ty = self.array(*arr);
                self.dims(dims);
                self.require(ty.rank() == dims.len(), |_| "recast to another rank".into());
                under.iter().for_each(|cert| self.evidence(*cert));
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

    fn no_evidence(&mut self, pat: &Pat) {
        let evidence = pat.all().any(|v| self.type_of(v) == Type::Cert);
        self.require(!evidence, |_| "evidence that no assertion made".into());
    }

    fn array(&mut self, arr: Var) -> Type {
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

    fn call(&mut self, pat: &Pat, fun: FunId, args: &[Atom]) {
        let got: Vec<Type> = args.iter().map(|a| self.operand(*a)).collect();
        self.no_evidence(pat);
        let Some(sig) = self.sigs.get(fun.index()) else { return self.error("a call of no function") };
        let (name, params) = (sig.name.to_string(), sig.params.to_vec());
        let (ret_sizes, ret) = (sig.ret_sizes.to_vec(), sig.ret.to_vec());
        if params.len() != args.len() {
            return self.error(format!("{name} takes {} arguments, not {}", params.len(), args.len()));
        }
        let mut map: FxHashMap<Var, Atom> = params.iter().map(|p| p.var).zip(args.iter().copied()).collect();
        for ((param, arg), got) in params.iter().zip(args).zip(got) {
            let wanted = substitute(&self.type_of(param.var), &map);
            self.same(&got, &wanted, &format!("an argument of {name}"));
            if let Atom::Var(arg) = arg
                && param.consumed
                && got.is_array()
            {
                self.spend(*arg);
            }
        }
        self.bind_pat(pat);
        map.extend(ret_sizes.iter().copied().zip(pat.sizes.iter().map(|v| Atom::Var(*v))));
        let sizes: Vec<Type> = ret_sizes.iter().map(|v| substitute(&self.type_of(*v), &map)).collect();
        let vals: Vec<Type> = ret.iter().map(|ty| substitute(ty, &map)).collect();
        let atoms = |vars: &[Var]| vars.iter().map(|v| Atom::Var(*v)).collect();
        let bound = Results { sizes: atoms(&pat.sizes), vals: atoms(&pat.vals) };
        self.fits(&pat.sizes, &sizes, &vals, &bound);
    }

    fn branch<O: VerifyOp>(&mut self, pat: &Pat, cond: Atom, then: &Body<O>, els: &Body<O>) {
        self.scalar(cond, ScalarType::Bool);
        self.no_evidence(pat);
        let before = self.spent.clone();
        let mut after = before.clone();
        for body in [then, els] {
            self.spent = before.clone();
            let start = self.stack.len();
            let results = self.body_open(body);
            self.fits_pat(pat, &results);
            self.leave(start);
            after.extend(&self.spent);
        }
        self.spent = after;
        self.bind_pat(pat);
    }

    fn loop_exp<O: VerifyOp>(&mut self, pat: &Pat, l: &Loop<O>) {
        l.init.all().for_each(|a| {
            self.operand(a);
        });
        self.no_evidence(pat);
        if let LoopForm::For { count, .. } = &l.form {
            self.int(*count);
        }
        let (start, floor) = (self.stack.len(), self.floor);
        self.floor = floor.max(start);
        self.bind_pat(&l.params);
        self.fits_pat(&l.params, &l.init);
        match &l.form {
            LoopForm::While(cond) => self.repeated(cond, |v, results| {
                let flag = results.sizes.is_empty() && results.vals.len() == 1;
                let flag = flag && v.atom_type(results.vals[0]) == Type::bool();
                v.require(flag, |_| "the condition of a loop is not one bool".into());
            }),
            LoopForm::For { index, count: _ } => {
                self.bind_all(&[*index]);
                let ty = self.type_of(*index);
                self.same(&ty, &Type::i64(), "the index");
            }
        }
        let results = self.body_open(&l.body);
        self.fits_pat(&l.params, &results);
        self.floor = floor;
        let params = Results {
            sizes: l.params.sizes.iter().map(|v| Atom::Var(*v)).collect(),
            vals: l.params.vals.iter().map(|v| Atom::Var(*v)).collect(),
        };
        self.fits_pat(pat, &params);
        self.leave(start);
        self.bind_pat(pat);
    }

    fn with_acc<O: VerifyOp>(&mut self, pat: &Pat, accs: &[AccDef<O>], body: &Body<O>) {
        self.no_evidence(pat);
        let mut arrays = vec![];
        for acc in accs {
            let types: Vec<Type> = acc.arrs.iter().map(|a| self.array(*a)).collect();
            acc.arrs.iter().for_each(|a| self.spend(*a));
            let Type::Acc { elems, dims } = self.type_of(acc.param) else {
                self.error(format!("{} is no accumulator", self.name(acc.param)));
                continue;
            };
            let wanted: Vec<Type> = elems.iter().map(|e| Type::array(*e, dims.clone())).collect();
            self.require(types == wanted, |_| "arrays that do not fit their accumulator".into());
            arrays.extend(types);
            if let Some(op) = &acc.op {
                let scalars: Vec<Type> = elems.iter().map(|e| Type::scalar(*e)).collect();
                self.operator(&op.lam, &scalars);
                if let Some(ne) = &op.ne {
                    let got: Vec<Type> = ne.iter().map(|a| self.operand(*a)).collect();
                    self.require(got == scalars, |_| "neutral elements of other types".into());
                }
            }
        }
        let start = self.stack.len();
        accs.iter().for_each(|a| self.bind_all(&[a.param]));
        let results = self.body_open(body);
        for (i, acc) in accs.iter().enumerate() {
            let got = results.vals.get(i).map(|a| self.atom_type(*a));
            let fits = got == Some(self.type_of(acc.param));
            self.require(fits, |v| format!("result {i} is not the accumulator {}", v.name(acc.param)));
        }
        // The arrays that are bound have the place of the accumulators among the results.
        let others = Results { vals: results.vals.iter().skip(accs.len()).copied().collect(), ..results };
        let (first, rest) = pat.vals.split_at(arrays.len().min(pat.vals.len()));
        self.fits_pat(&Pat { sizes: pat.sizes.clone(), vals: rest.to_vec() }, &others);
        self.leave(start);
        self.bind_pat(pat);
        let got: Vec<Type> = first.iter().map(|v| self.type_of(*v)).collect();
        self.require(got == arrays, |_| "the arrays of the accumulators come first".into());
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
