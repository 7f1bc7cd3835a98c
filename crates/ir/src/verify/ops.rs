//! The parallel operators: what their bodies get and what they bind.

use super::{Verifier, substitute};
use crate::body::{Lambda, Pat, Results};
use crate::builder::{param_types, space_dims};
use crate::ops::{Active, Extent, Fold, Inner, Input, Row, Screma, Seg, SegOp, Soac, Tag};
use crate::print::PrintOp;
use crate::types::{Atom, Dim, Type, Var, lift};
use base::ScalarType;
use rustc_hash::FxHashMap;

/// A parallel operator that can be verified.
pub trait VerifyOp: PrintOp {
    /// Checks the operator and binds its pattern.
    fn verify(&self, v: &mut Verifier<'_>, pat: &Pat);
}

impl VerifyOp for Soac {
    fn verify(&self, v: &mut Verifier<'_>, pat: &Pat) {
        let Soac::Screma(s) = self;
        v.screma(s, pat);
    }
}

impl VerifyOp for Inner {
    fn verify(&self, v: &mut Verifier<'_>, pat: &Pat) {
        let Inner::Screma(tag, s) = self;
        let outer = v.tag;
        let downwards = outer.is_none_or(|o| o < *tag || (o == Tag::Seq && *tag == Tag::Seq));
        v.require(downwards, |_| format!("{} inside {}", tag.name(), outer.map_or("", Tag::name)));
        v.tag = Some(*tag);
        v.screma(s, pat);
        v.tag = outer;
    }
}

impl VerifyOp for SegOp {
    fn verify(&self, v: &mut Verifier<'_>, pat: &Pat) {
        match self {
            SegOp::Seg(seg) => v.seg(seg, pat),
            SegOp::Offsets { sizes } => {
                v.volume(sizes, 1);
                v.require(sizes.is_sorted(), |_| "the factors of a volume are not ascending".into());
                v.bind_pat(pat);
                let fine =
                    pat.sizes.is_empty() && pat.vals.len() == 1 && v.type_of(pat.vals[0]) == Type::Offsets;
                v.require(fine, |_| "offsets are bound as one variable of their type".into());
            }
            SegOp::Active(a) => v.active(a, pat),
        }
    }
}

/// The types of a body's results, cut into what the clauses take.
struct Cut {
    flag: Option<Type>,
    reds: Vec<Type>,
    scans: Vec<Type>,
    plain: Vec<Type>,
}

impl Verifier<'_> {
    /// An operator on values of these types.
    pub(super) fn operator<O: VerifyOp>(&mut self, lam: &Lambda<O>, types: &[Type]) {
        let params: Vec<Type> = lam.params.iter().map(|v| self.type_of(*v)).collect();
        let wanted: Vec<Type> = types.iter().chain(types).cloned().collect();
        self.require(params == wanted, |_| "an operator does not take its operands twice".into());
        self.lambda(lam, |v, results| v.fits(&[], &[], types, results));
    }

    fn folds<O: VerifyOp>(&mut self, folds: &[Fold<O>]) -> Vec<Type> {
        let mut all = vec![];
        for fold in folds {
            let types: Vec<Type> = fold.ne.iter().map(|a| self.operand(*a)).collect();
            let data = types.iter().all(|t| t.elem().is_some() && t.dims().iter().all(Dim::is_uniform));
            self.require(data, |_| "a fold of what is no regular data".into());
            self.operator(&fold.op, &types);
            all.extend(types);
        }
        all
    }

    fn cut(&mut self, vals: &[Atom], keep: bool, reds: usize, scans: usize) -> Cut {
        let mut types = vals.iter().map(|a| self.atom_type(*a)).collect::<Vec<_>>().into_iter();
        let flag = if keep { types.next() } else { None };
        let reds = types.by_ref().take(reds).collect();
        let scans = types.by_ref().take(scans).collect();
        let cut = Cut { flag, reds, scans, plain: types.collect() };
        self.require(!keep || cut.flag == Some(Type::bool()), |_| "keep needs a flag".into());
        cut
    }

    fn screma<O: VerifyOp>(&mut self, s: &Screma<O>, pat: &Pat) {
        self.int(s.width);
        for input in &s.inputs {
            match input {
                Input::Iota => {}
                Input::Array(arr) => {
                    let ty = self.used(*arr);
                    let width = ty.is_array() && ty.dims()[0] == Dim::uniform(s.width);
                    self.require(width, |v| format!("{} is no array of the width", v.name(*arr)));
                }
                Input::Acc(acc) => {
                    let ty = self.used(*acc);
                    self.require(ty.is_acc(), |v| format!("{} is no accumulator", v.name(*acc)));
                }
            }
        }
        if s.inputs.len() != s.map.params.len() {
            self.error(format!("{} inputs for {} parameters", s.inputs.len(), s.map.params.len()));
            return self.bind_pat(pat);
        }
        for (param, wanted) in s.map.params.iter().zip(param_types(self.vars, s)) {
            let got = self.type_of(*param);
            match wanted {
                Some(wanted) => self.same(&got, &wanted, &format!("parameter {}", self.name(*param))),
                None => self.error(format!("the sizes of {} are not an input", self.name(*param))),
            }
        }
        let (reds, scans) = (self.folds(&s.reds), self.folds(&s.scans));
        let mut lifting = Lifting::new(s, pat);
        let mut after = None;
        self.lambda(&s.map, |v, results| {
            let cut = v.cut(&results.vals, s.keep, reds.len(), scans.len());
            v.require(cut.reds == reds, |_| "operands do not fit their reductions".into());
            v.require(cut.scans == scans, |_| "operands do not fit their scans".into());
            let arrays: Vec<Type> = cut.scans.iter().chain(&cut.plain).cloned().collect();
            if s.post.is_none() {
                v.lifted(pat, reds.len(), &results.sizes, &arrays, &mut lifting);
            } else {
                v.require(results.sizes.is_empty(), |_| {
                    "sizes are returned by the map in front of a post".into()
                });
            }
            after = Some(arrays);
        });
        if let (Some(post), Some(wanted)) = (&s.post, after) {
            let params: Vec<Type> = post.params.iter().map(|p| self.type_of(*p)).collect();
            self.require(params == wanted, |_| "post does not take the scans and plain results".into());
            self.lambda(post, |v, results| {
                let arrays: Vec<Type> = results.vals.iter().map(|a| v.atom_type(*a)).collect();
                v.lifted(pat, reds.len(), &results.sizes, &arrays, &mut lifting);
            });
        }
        let got: Vec<Type> = pat.vals.iter().take(reds.len()).map(|x| self.type_of(*x)).collect();
        self.require(got == reds, |_| "the results of reductions have other types".into());
        self.bind_pat(pat);
    }

    /// Checks the sizes and arrays that a screma binds against those its lambda returns.
    fn lifted(&mut self, pat: &Pat, reds: usize, sizes: &[Atom], vals: &[Type], lifting: &mut Lifting) {
        let own = pat.sizes.get(lifting.keep as usize..).unwrap_or(&[]);
        if own.len() != sizes.len() || pat.vals.len() != reds + vals.len() {
            return self.error("a screma binds another number of results");
        }
        if lifting.keep {
            self.require(sizes.is_empty(), |_| "sizes are returned beside keep".into());
            let scalars = vals.iter().all(|t| t.as_scalar().is_some());
            self.require(scalars, |_| "keep of what are no scalars".into());
            let count = self.type_of(pat.sizes[0]);
            self.same(&count, &Type::i64(), "the number of kept elements");
        }
        for (outer, size) in own.iter().zip(sizes) {
            let (got, ty) = (self.type_of(*outer), self.atom_type(*size));
            self.require(ty.elem() == Some(ScalarType::I64), |_| "an existential size is no i64".into());
            self.lifts_to(&got, &ty, lifting);
            lifting.sizes.push((*size, *outer));
        }
        for (outer, ty) in pat.vals[reds..].iter().zip(vals) {
            let got = self.type_of(*outer);
            self.lifts_to(&got, ty, lifting);
        }
    }

    fn lifts_to(&mut self, got: &Type, elem: &Type, lifting: &Lifting) {
        let plain = lift(elem, lifting.width, |v| lifting.params.get(&v).copied());
        // Where a size is returned, the array may be typed by what was returned instead.
        let fits = got.with_dims(vec![]) == plain.with_dims(vec![])
            && got.rank() == plain.rank()
            && got.dims().iter().zip(plain.dims()).enumerate().all(|(i, (got, plain))| {
                let returned = |(size, outer): &(Atom, Var)| {
                    let Some(inner) = i.checked_sub(1).map(|i| &elem.dims()[i]) else { return false };
                    let on: Vec<u32> = std::iter::once(0).chain(inner.on.iter().map(|l| l + 1)).collect();
                    inner.size == *size && *got == Dim { size: Atom::Var(*outer), on }
                };
                got == plain || (!elem.is_acc() && lifting.sizes.iter().any(returned))
            });
        self.require(fits, |v| format!("a result has type {}, not {}", v.show(got), v.show(&plain)));
    }

    fn seg(&mut self, seg: &Seg, pat: &Pat) {
        let dims = space_dims(&seg.levels);
        // A space without levels is one point, where there is nothing to run clauses along.
        let outer = dims.split_last().map_or(&[][..], |(_, outer)| outer);
        let clauses = seg.keep || !seg.reds.is_empty() || !seg.scans.is_empty();
        self.require(!dims.is_empty() || !clauses, |_| "a clause along no level".into());
        self.dims(&dims);
        let mut searched = false;
        for level in &seg.levels {
            match &level.extent {
                Extent::Uniform(size) => self.int(*size),
                Extent::Per { size: _, on } => {
                    self.require(searched && !on.is_empty(), |_| "a per level without a ragged one".into());
                }
                Extent::Ragged { size: _, on, offsets } => {
                    searched = true;
                    self.require(!on.is_empty(), |_| "a ragged level that does not vary".into());
                    let ty = self.used(*offsets);
                    self.same(&ty, &Type::Offsets, "what a level is found by");
                }
            }
        }
        let reds = self.folds(&seg.reds);
        let scans = self.folds(&seg.scans);
        let arrays: Vec<Type> = seg.rows.iter().map(|r| self.used(r.arr)).collect();
        let inner = self.stack.len();
        for level in &seg.levels {
            self.bind_all(&[level.index]);
            let ty = self.type_of(level.index);
            self.same(&ty, &Type::i64(), "an index");
        }
        self.rows(seg, &dims, &arrays);
        // Accumulators come from outside and belong to all points; everything else is bound here.
        let results = self.kernel(seg);
        let cut = self.cut(&results.vals, seg.keep, reds.len(), scans.len());
        self.require(cut.reds == reds, |_| "operands do not fit their reductions".into());
        self.require(cut.scans == scans, |_| "operands do not fit their scans".into());
        let mut space = dims.clone();
        if seg.keep
            && let (Some(last), Some(count)) = (space.last_mut(), pat.sizes.first())
        {
            *last = Dim { size: Atom::Var(*count), on: (0..outer.len() as u32).collect() };
            let ty = self.type_of(*count);
            self.same(&ty, &Type::array(ScalarType::I64, outer.to_vec()), "the numbers of kept elements");
        }
        let sizes: Vec<Type> = results.sizes.iter().map(|a| self.atom_type(*a)).collect();
        let own = pat.sizes.get(seg.keep as usize..).unwrap_or(&[]);
        let arrays = cut.scans.len() + cut.plain.len();
        if own.len() != sizes.len() || pat.vals.len() != reds.len() + arrays {
            self.error("a seg binds another number of results");
        } else {
            for (var, ty) in pat.vals.iter().zip(&reds) {
                self.over(*var, outer, ty);
            }
            let vals = pat.vals[reds.len()..].iter().zip(cut.scans.iter().chain(&cut.plain));
            for (var, ty) in own.iter().zip(&sizes).chain(vals) {
                self.over(*var, &space, ty);
            }
        }
        self.leave(inner);
        self.bind_pat(pat);
    }

    /// The body of a kernel: it may spend accumulators from outside, but no arrays.
    fn kernel(&mut self, seg: &Seg) -> Results {
        let spent = self.spent.clone();
        let start = self.stack.len();
        let results = self.body_open(&seg.body);
        let known = self.stack[..start].to_vec();
        for var in known {
            let own = seg.rows.iter().any(|r| r.param == var && !self.is_size_row(seg, r));
            if self.spent.contains(&var) && !spent.contains(&var) && !own && !self.type_of(var).is_acc() {
                self.error(format!("{} is spent by code that may run many times", self.name(var)));
            }
        }
        results
    }

    fn rows(&mut self, seg: &Seg, dims: &[Dim], arrays: &[Type]) {
        for row in &seg.rows {
            self.bind(row.param);
        }
        for (row, ty) in seg.rows.iter().zip(arrays) {
            self.type_of_bound(row.param);
            let over = ty.rank() >= dims.len() && ty.dims()[..dims.len()] == *dims;
            self.require(over, |v| format!("{} is not over the levels of the space", v.name(row.arr)));
            if !over {
                continue;
            }
            let levels = dims.len() as u32;
            let mut wanted = vec![];
            for dim in &ty.dims()[dims.len()..] {
                let varies = dim.on.iter().any(|l| *l < levels);
                let param = seg.rows.iter().find(|r| Atom::Var(r.arr) == dim.size).map(|r| r.param);
                let size = if varies { param.map(Atom::Var) } else { Some(dim.size) };
                let on = dim.on.iter().filter_map(|l| l.checked_sub(levels)).collect();
                match size {
                    Some(size) => wanted.push(Dim { size, on }),
                    None => self.error(format!("the sizes of {} are no rows", self.name(row.arr))),
                }
            }
            let got = self.type_of(row.param);
            self.same(&got, &ty.with_dims(wanted), &format!("row {}", self.name(row.param)));
            if got.is_array() && !self.is_size_row(seg, row) {
                self.spend(row.arr);
            }
        }
    }
    /// Whether a row holds sizes of another one: it is read only.
    fn is_size_row(&self, seg: &Seg, row: &Row) -> bool {
        let sizes = seg.rows.iter().flat_map(|r| self.type_of(r.arr).dims().to_vec());
        sizes.into_iter().any(|d| d.size == Atom::Var(row.arr))
    }

    /// A result of type `elem` at every point of `space`. Sizes inside of the kernel are compared by rank only.
    fn over(&mut self, var: Var, space: &[Dim], elem: &Type) {
        let got = self.type_of(var);
        let fits = match elem {
            Type::Acc { .. } => got == *elem,
            Type::Data { elem: scalar, dims } => {
                got.elem() == Some(*scalar)
                    && got.rank() == space.len() + dims.len()
                    && got.dims()[..space.len()] == *space
            }
            Type::Cert | Type::Offsets => false,
        };
        let wanted = elem.with_dims(space.to_vec());
        self.require(fits, |v| {
            format!("{} has type {}, not over {}", v.name(var), v.show(&got), v.show(&wanted))
        });
    }

    fn active(&mut self, a: &Active, pat: &Pat) {
        self.int(a.n);
        let init: Vec<Type> = a.init.all().map(|v| self.used(v)).collect();
        let fixed: Vec<Type> = a.fixed.iter().map(|(_, outer)| self.used(*outer)).collect();
        let (start, floor) = (self.stack.len(), self.floor);
        self.floor = floor.max(start);
        self.bind_all(&[a.rows]);
        self.bind_all(&[a.ids]);
        let inner: Vec<Var> = a.fixed.iter().map(|(inner, _)| *inner).collect();
        self.bind_all(&inner);
        self.bind_pat(&a.params);
        let rows = Dim::uniform(a.rows);
        let (ty, wanted) = (self.type_of(a.ids), Type::array(ScalarType::I64, vec![rows.clone()]));
        self.same(&ty, &wanted, "the ids");

        // What sizes are called inside, to what they are called where they come from and where they go: two may come from one.
        let pairs = |from: Vec<Var>, to: Vec<Var>| from.into_iter().zip(to.into_iter().map(Atom::Var));
        let outer: Vec<Var> = a.fixed.iter().map(|(_, outer)| *outer).collect();
        let fixed_out: FxHashMap<Var, Atom> = pairs(inner, outer).collect();
        let (mut enter, mut leave) = (fixed_out.clone(), fixed_out);
        enter.extend(pairs(a.params.sizes.clone(), a.init.sizes.clone()));
        leave.extend(pairs(a.params.sizes.clone(), pat.sizes.clone()));
        let counts = (a.params.sizes.len(), a.params.vals.len());
        let same_counts = [&a.init, pat].iter().all(|p| (p.sizes.len(), p.vals.len()) == counts);
        self.require(same_counts, |_| "active binds another number of results".into());
        let entering = a.fixed.iter().map(|(v, _)| *v).zip(fixed).chain(a.params.all().zip(init));
        for (var, got) in entering.collect::<Vec<_>>() {
            let ty = self.type_of(var);
            let wanted = self.over_rows(&ty, rows.clone(), Dim::uniform(a.n), &enter);
            self.same(&got, &wanted, &format!("the start of {}", self.name(var)));
        }
        for (var, param) in pat.all().zip(a.params.all()) {
            let ty = self.type_of(param);
            let wanted = self.over_rows(&ty, rows.clone(), Dim::uniform(a.n), &leave);
            let got = self.type_of(var);
            self.same(&got, &wanted, &format!("result {}", self.name(var)));
        }
        self.repeated(&a.cond, |v, results| {
            v.fits(&[], &[], &[Type::array(ScalarType::Bool, vec![rows])], results);
        });
        self.repeated(&a.body, |v, results| v.fits_pat(&a.params, results));
        self.leave(start);
        self.floor = floor;
        self.bind_pat(pat);
    }

    /// A type over one number of rows as it is over another.
    fn over_rows(&mut self, ty: &Type, from: Dim, to: Dim, sizes: &FxHashMap<Var, Atom>) -> Type {
        self.require(ty.dims().first() == Some(&from), |_| "a value of active is not over its rows".into());
        let inner = substitute(ty, sizes);
        ty.with_dims(std::iter::once(to).chain(inner.dims().iter().skip(1).cloned()).collect())
    }
}

/// What the sizes of a lambda's results are called outside.
struct Lifting {
    width: Atom,
    keep: bool,
    /// Parameters, and the arrays they range over.
    params: FxHashMap<Var, Var>,
    /// Sizes returned, and the variables that receive them.
    sizes: Vec<(Atom, Var)>,
}

impl Lifting {
    fn new<O>(s: &Screma<O>, pat: &Pat) -> Lifting {
        let array = |(input, param): (&Input, &Var)| match input {
            Input::Array(arr) => Some((*param, *arr)),
            Input::Iota | Input::Acc(_) => None,
        };
        let width = match pat.sizes.first() {
            Some(count) if s.keep => Atom::Var(*count),
            Some(_) | None => s.width,
        };
        let params = s.inputs.iter().zip(&s.map.params).filter_map(array).collect();
        Lifting { width, keep: s.keep, params, sizes: vec![] }
    }
}
