//! The parallel operators: what their bodies get and what they bind.

use super::{Verifier, substitute};
use crate::body::{Lambda, Pat};
use crate::builder::{param_types, space_dims};
use crate::ops::{
    Active, Clauses, Extent, Fold, Inner, Input, Keep, Out, Row, Screma, Seg, SegOp, Soac, Tag,
};
use crate::print::PrintOp;
use crate::types::{Atom, Dim, Type, Var, lift};
use crate::walk::used_vars;
use base::ScalarType;
use rustc_hash::FxHashMap;

/// A parallel operator that can be verified.
pub trait VerifyOp: PrintOp {
    /// Checks the operator and binds its pattern.
    fn verify(&self, v: &mut Verifier<'_>, pat: &Pat);
}

impl VerifyOp for Soac {
    fn verify(&self, v: &mut Verifier<'_>, pat: &Pat) {
        match self {
            Soac::Screma(s) => v.screma(s, pat),
            Soac::Stream(s) => v.stream(s, pat),
        }
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
            SegOp::Offsets { sizes, is } => {
                v.volume(sizes, 1);
                v.require(sizes.is_sorted(), |_| "the factors of a volume are not ascending".into());
                if let Some(is) = is {
                    v.offsets(*is);
                }
                v.bind_offsets(pat);
            }
            SegOp::Closed(closed) => {
                v.closed(closed);
                v.bind_offsets(pat);
            }
            SegOp::Differences { offsets } => {
                v.offsets(*offsets);
                v.bind_pat(pat);
                let sizes = |var: &Var| {
                    let ty = v.type_of(*var);
                    ty.is_array() && ty.elem() == Some(ScalarType::I64)
                };
                let fine = pat.sizes.is_empty() && pat.vals.len() == 1 && pat.vals.iter().all(sizes);
                v.require(fine, |_| "differences are bound as one array of sizes".into());
            }
            SegOp::Active(a) => v.active(a, pat),
        }
    }
}

impl Verifier<'_> {
    /// An operator on values of these types.
    pub(super) fn operator<O: VerifyOp>(&mut self, lam: &Lambda<O>, types: &[Type]) {
        let params: Vec<Type> = lam.params.iter().map(|v| self.type_of(*v)).collect();
        let wanted: Vec<Type> = types.iter().chain(types).cloned().collect();
        self.require(params == wanted, |_| "an operator does not take its operands twice".into());
        self.lambda(lam, |v, results| v.fits(&[], &[], types, results));
    }

    /// The operator and the neutral element of every fold, and the types of its results.
    fn folds<O: VerifyOp>(&mut self, clauses: &Clauses<O>) {
        for fold in clauses.folds() {
            let types: Vec<Type> = fold.ne.iter().map(|a| self.operand(*a)).collect();
            let data = types.iter().all(|t| t.elem().is_some() && t.dims().iter().all(Dim::is_uniform));
            self.require(data, |_| "a fold of what is no regular data".into());
            let start = self.stack.len();
            if let Some(index) = fold.index {
                self.bind_all(&[index]);
                let ty = self.type_of(index);
                self.same(&ty, &Type::i64(), "the index of an operand");
            }
            self.operator(&fold.op, &types);
            self.leave(start);
            let got: Vec<Type> = fold.res.iter().map(|v| self.type_of(*v)).collect();
            self.require(got == types, |_| "the results of a fold have other types".into());
        }
    }

    fn operands<O>(&mut self, fold: &Fold<O>) {
        let args: Vec<Type> = fold.args.iter().map(|a| self.operand(*a)).collect();
        let types: Vec<Type> = fold.ne.iter().map(|a| self.atom_type(*a)).collect();
        self.require(args == types, |_| "operands do not fit their fold".into());
    }

    /// Everything behind the body of an operator, in its scope, which began at `start` and ends here. At the end of a row the first
    /// `row` variables of the scope are known, the indices of the levels in front. The pattern is bound by the caller.
    fn clauses<O: VerifyOp>(&mut self, clauses: &Clauses<O>, pat: &Pat, (start, row): (usize, usize)) {
        clauses.folds().filter(|fold| !fold.kept).for_each(|fold| self.operands(fold));
        let scanned = clauses.scans.iter().any(|scan| scan.kept);
        self.require(!scanned, |_| "a scan of kept elements".into());
        if let Some(keep) = &clauses.keep {
            self.scalar(keep.flag, ScalarType::Bool);
        }
        for fold in &clauses.scans {
            self.bind_all(&fold.res);
        }
        let each = self.stack.len();
        if let Some(Keep { place: Some(place), .. }) = &clauses.keep {
            self.bind_all(&[*place]);
            let ty = self.type_of(*place);
            self.same(&ty, &Type::i64(), "the place");
        }
        clauses.each.iter().for_each(|stm| self.stm(stm));
        for red in clauses.reds.iter().filter(|red| red.kept) {
            self.require(clauses.keep.is_some(), |_| "a reduction of kept elements without keep".into());
            self.operands(red);
        }
        let counts = clauses.outs.iter().filter(|o| matches!(o, Out::Count)).count();
        let kept = clauses.outs.iter().any(|o| matches!(o, Out::Kept(_)));
        self.require(counts == 0 || clauses.keep.is_some(), |_| "a count without keep".into());
        self.require(!kept || counts == 1, |_| "kept elements without one count".into());
        let mut at_end: Vec<Atom> = vec![];
        for out in &clauses.outs {
            if let (Out::Point(Atom::Var(v)) | Out::Offsets(Atom::Var(v)), true) =
                (out, clauses.keep.is_some())
            {
                let late = self.scope.get(v).is_some_and(|at| *at >= each);
                self.require(!late, |x| format!("{} is known at kept elements only", x.name(*v)));
            }
            match out {
                // Accumulators may be updated at the end of rows.
                Out::Acc(v) if !self.scope.contains_key(v) => at_end.push(Atom::Var(*v)),
                Out::Point(_) | Out::Kept(_) | Out::Acc(_) | Out::Owned(_) => {
                    out.atom().map(|a| self.operand(a));
                }
                Out::Offsets(size) => self.int(*size),
                Out::Row(a) => at_end.push(*a),
                Out::Count | Out::Cert => {}
            }
        }
        let (outs, all) = (clauses.outs.len(), pat.all().count());
        self.require(outs == all, |_| format!("{outs} results for {all} variables"));
        self.leave(start + row);
        clauses.reds.iter().for_each(|fold| self.bind_all(&fold.res));
        if let Some(Keep { count: Some(count), .. }) = &clauses.keep {
            self.bind_all(&[*count]);
            let ty = self.type_of(*count);
            self.same(&ty, &Type::i64(), "the count");
        }
        clauses.end.iter().for_each(|stm| self.stm(stm));
        for atom in at_end {
            self.operand(atom);
        }
        self.leave(start);
    }

    fn screma<O: VerifyOp>(&mut self, s: &Screma<O>, pat: &Pat) {
        self.int(s.width);
        for (_, input) in &s.inputs {
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
        for ((param, _), wanted) in s.inputs.iter().zip(param_types(self.vars, s)) {
            let got = self.type_of(*param);
            match wanted {
                Some(wanted) => self.same(&got, &wanted, &format!("parameter {}", self.name(*param))),
                None => self.error(format!("the sizes of {} are not an input", self.name(*param))),
            }
        }
        self.folds(&s.clauses);
        let (floor, start) = (self.floor, self.stack.len());
        self.floor = self.floor.max(start);
        let params: Vec<Var> = s.inputs.iter().map(|(param, _)| *param).collect();
        self.bind_all(&params);
        s.body.iter().for_each(|stm| self.stm(stm));
        let counts = s.clauses.keep.as_ref().is_some_and(|keep| keep.count.is_some());
        self.require(s.clauses.end.is_empty() && !counts, |_| "code at the end of no kernel's row".into());
        let whole = s.clauses.keep.as_ref().is_some_and(|keep| keep.whole);
        self.require(!whole, |_| "all rows are kept as one by kernels only".into());
        self.clauses(&s.clauses, pat, (start, 0));
        self.floor = floor;
        let mut lifting = Lifting { params: s.arrays().collect(), sizes: vec![] };
        let mut count = s.width;
        for (i, (out, var)) in s.clauses.outs.iter().zip(pat.all()).enumerate() {
            let got = self.type_of(var);
            match out {
                Out::Count => {
                    self.same(&got, &Type::i64(), "the number of kept elements");
                    count = var.into();
                }
                Out::Point(atom) => {
                    let ty = self.atom_type(*atom);
                    if i < pat.sizes.len() {
                        let sizes = ty.elem() == Some(ScalarType::I64);
                        self.require(sizes, |_| "an existential size is no i64".into());
                    }
                    self.lifts_to(&got, &ty, s.width, &lifting);
                    if i < pat.sizes.len() {
                        lifting.sizes.push((*atom, var));
                    }
                }
                Out::Kept(atom) => {
                    let ty = self.atom_type(*atom);
                    self.require(ty.as_scalar().is_some(), |_| "keep of what are no scalars".into());
                    self.lifts_to(&got, &ty, count, &lifting);
                }
                Out::Row(atom) => {
                    let ty = self.atom_type(*atom);
                    self.same(&got, &ty, "the result of a reduction");
                }
                Out::Acc(acc) => {
                    let ty = self.type_of(*acc);
                    self.require(ty.is_acc(), |v| format!("{} is no accumulator", v.name(*acc)));
                    self.same(&got, &ty, "an accumulator");
                }
                Out::Owned(_) => self.error("a row that is owned outside of a kernel"),
                Out::Offsets(_) | Out::Cert => self.error("offsets or evidence of what is no kernel"),
            }
        }
        self.bind_pat(pat);
    }

    fn lifts_to(&mut self, got: &Type, elem: &Type, width: Atom, lifting: &Lifting) {
        let plain = lift(elem, width, |v| lifting.params.get(&v).copied());
        // Where a size is returned, the array may be typed by what was returned instead.
        let fits = got.with_dims(vec![]) == plain.with_dims(vec![])
            && got.rank() == plain.rank()
            && got.dims().iter().zip(plain.dims()).enumerate().all(|(i, (got, plain))| {
                let returned = |(size, outer): &(Atom, Var)| {
                    let Some(inner) = i.checked_sub(1).map(|i| &elem.dims()[i]) else { return false };
                    let on: Vec<u32> = std::iter::once(0).chain(inner.on.iter().map(|l| l + 1)).collect();
                    inner.size == *size && *got == Dim { size: Atom::Var(*outer), on }
                };
                got == plain || lifting.sizes.iter().any(returned)
            });
        self.require(fits && !elem.is_acc(), |v| {
            format!("a result has type {}, not {}", v.show(got), v.show(&plain))
        });
    }

    fn seg(&mut self, seg: &Seg, pat: &Pat) {
        let dims = space_dims(&seg.levels);
        let clauses = &seg.clauses;
        // A space without levels is one point, where there is nothing to run clauses along.
        let outer = dims.split_last().map_or(&[][..], |(_, outer)| outer);
        let plain = clauses.keep.is_none() && clauses.folds().next().is_none() && clauses.end.is_empty();
        self.require(!dims.is_empty() || plain, |_| "a clause along no level".into());
        // Rows that are kept as one have no ends, and are counted together.
        let whole = clauses.keep.as_ref().is_some_and(|keep| keep.whole);
        let rows = clauses.folds().next().is_some() || !clauses.end.is_empty();
        let counted = clauses.outs.iter().any(|out| matches!(out, Out::Count));
        self.require(!whole || !rows && counted, |_| {
            "rows that are kept as one are not folded or ended".into()
        });
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
        let arrays: Vec<Type> = seg.rows.iter().map(|r| self.used(r.arr)).collect();
        seg.under.iter().for_each(|cert| self.cert(*cert));
        let start = self.stack.len();
        for level in &seg.levels {
            self.bind_all(&[level.index]);
            let ty = self.type_of(level.index);
            self.same(&ty, &Type::i64(), "an index");
        }
        self.folds(clauses);
        if let Some(position) = seg.position {
            self.bind_all(&[position]);
            let ty = self.type_of(position);
            self.same(&ty, &Type::i64(), "the position");
        }
        self.rows(seg, &dims, &arrays);
        self.once(seg);
        // Accumulators come from outside and belong to all points; everything else is bound here.
        let spent = self.spent.clone();
        let known = self.stack.clone();
        seg.body.iter().for_each(|stm| self.stm(stm));
        self.clauses(clauses, pat, (start, outer.len()));
        for var in known {
            let own = seg.rows.iter().any(|r| r.param == var && !self.is_size_row(seg, r));
            if self.spent.contains(&var) && !spent.contains(&var) && !own && !self.type_of(var).is_acc() {
                self.error(format!("{} is spent by code that may run many times", self.name(var)));
            }
        }
        let mut kept = dims.clone();
        for (out, var) in clauses.outs.iter().zip(pat.all()) {
            let ty = out.atom().map_or(Type::i64(), |a| self.atom_type(a));
            match out {
                Out::Count if whole => {
                    kept = vec![Dim::uniform(var)];
                    let got = self.type_of(var);
                    self.same(&got, &Type::i64(), "the number of kept elements");
                }
                Out::Count => {
                    if let Some(last) = kept.last_mut() {
                        *last = Dim { size: Atom::Var(var), on: (0..outer.len() as u32).collect() };
                    }
                    let got = self.type_of(var);
                    let wanted = Type::array(ScalarType::I64, outer.to_vec());
                    self.same(&got, &wanted, "the numbers of kept elements");
                }
                Out::Row(_) => self.over(var, outer, &ty),
                Out::Kept(_) => self.over(var, &kept, &ty),
                Out::Point(_) => {
                    self.require(ty.as_scalar().is_some(), |_| "a point gives what is no scalar".into());
                    self.over(var, &dims, &ty);
                }
                Out::Owned(_) => self.over(var, &dims, &ty),
                Out::Acc(_) => {
                    let got = self.type_of(var);
                    self.require(ty.is_acc(), |v| format!("{} is no accumulator", v.name(var)));
                    self.same(&got, &ty, "an accumulator");
                }
                Out::Offsets(_) => {
                    self.require(!dims.is_empty(), |_| "offsets along no level".into());
                    let got = self.type_of(var);
                    self.same(&got, &Type::Offsets, "offsets");
                }
                Out::Cert => {
                    let got = self.type_of(var);
                    self.same(&got, &Type::Cert, "evidence");
                }
            }
        }
        self.bind_pat(pat);
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
    /// What is evaluated once for all points.
    fn once(&mut self, seg: &Seg) {
        self.require(super::offsets::is_total(&seg.once), |_| "what is evaluated once can fail".into());
        let used = used_vars(&seg.once);
        let levels = seg.levels.iter().map(|level| level.index);
        let varies =
            levels.chain(seg.position).chain(seg.rows.iter().map(|r| r.param)).any(|v| used.contains(&v));
        self.require(!varies, |_| "what is evaluated once varies with the point".into());
        seg.once.iter().for_each(|stm| self.stm(stm));
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
        let whole: Vec<Type> = a.whole.iter().map(|(_, start)| self.used(*start)).collect();
        let (start, floor) = (self.stack.len(), self.floor);
        self.floor = floor.max(start);
        self.bind_all(&[a.rows]);
        self.bind_all(&[a.ids]);
        let inner: Vec<Var> = a.fixed.iter().map(|(inner, _)| *inner).collect();
        self.bind_all(&inner);
        self.bind_pat(&a.params);
        let carried: Vec<Var> = a.whole.iter().map(|(param, _)| *param).collect();
        self.bind_all(&carried);
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
        let bound = (counts.0, counts.1 + carried.len());
        let same_counts =
            [(&a.init, counts), (pat, bound)].iter().all(|(p, n)| (p.sizes.len(), p.vals.len()) == *n);
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
        let received = pat.vals.iter().skip(counts.1).map(|var| self.type_of(*var)).collect::<Vec<_>>();
        for ((param, got), received) in carried.iter().zip(&whole).zip(&received) {
            let ty = self.type_of(*param);
            self.same(got, &ty, &format!("the start of {}", self.name(*param)));
            self.same(received, &ty, &format!("what {} is at the end", self.name(*param)));
        }
        self.repeated(&a.cond, |v, results| {
            v.fits(&[], &[], &[Type::array(ScalarType::Bool, vec![rows])], results);
        });
        // A round may spend what it carries, but not what the next one is given again.
        self.lent.extend(a.fixed.iter().map(|(inner, _)| *inner).chain([a.ids]));
        let results = self.body_open(&a.body);
        let mut next = a.params.clone();
        next.vals.extend(carried);
        self.fits_pat(&next, &results);
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

/// What the sizes of results are called outside.
struct Lifting {
    /// Parameters, and the arrays they range over.
    params: FxHashMap<Var, Var>,
    /// Sizes returned, and the variables that receive them.
    sizes: Vec<(Atom, Var)>,
}
