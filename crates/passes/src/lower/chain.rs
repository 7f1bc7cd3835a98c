//! What comes before a worker: the sums of the row that goes on in its share, how many elements are kept, where offsets stand.
//!
//! A worker that has walked through its share has a *state*. The states of the lanes of a group are folded, those of the groups
//! chained, by one operator, so that a kernel needs no other kernel to combine what its workers have. The sums in a state are
//! those of the row that is open at the end of the share; a row that has ended in between cuts off what came before.
//!
//! Where all that is left to do is to end the rows that began in front of shares, workers of a CPU do not wait for each other: that
//! would make all of them as slow as the slowest. The last one out ends those rows.

use super::Lowerer;
use super::body::{Point, either, not};
use super::code::{KernelBuilder, ix};
use super::offsets::plus;
use super::seg::Outs;
use super::walker::Tail;
use crate::effects::exp_can_fail;
use base::{BinOp, Scalar, ScalarType};
use ir::kernel::{Combine, Exp, HostExp, KType, KVar, Stm as KStm};
use ir::{Dim, Fold, Inner, Limitation, Seg, Var};
use std::ops::Range;

/// A kernel over a space whose rows several workers share.
#[derive(Clone, Copy)]
pub(super) struct Shared<'a> {
    pub(super) seg: &'a Seg,
    /// The dimensions of its points.
    pub(super) dims: &'a [Dim],
    /// The folds whose sums are handed on.
    pub(super) folds: &'a [Fold<Inner>],
}

/// The variables of a state, of one worker or of several.
#[derive(Clone)]
pub(super) struct State {
    /// Whether a row has ended, where there are several: nothing comes behind the end of the only one.
    pub(super) ended: Option<KVar>,
    /// Whether the open row has elements, for each of [`parts`], if an operator can fail: it is not applied to what nobody gave it.
    pub(super) some: Vec<KVar>,
    /// The open row and the index in it where the sums begin, if an operator asks for them.
    pub(super) place: Option<(KVar, KVar)>,
    /// The sums of the open row.
    pub(super) sums: Vec<KVar>,
    /// How many elements are kept.
    pub(super) kept: Option<KVar>,
    /// Sums of sizes whose offsets are made.
    pub(super) sizes: Vec<KVar>,
}

impl State {
    pub(super) fn vars(&self) -> Vec<KVar> {
        let place = self.place.iter().flat_map(|(row, begin)| [*row, *begin]);
        let front = self
            .ended
            .into_iter()
            .chain(self.some.iter().copied())
            .chain(place)
            .chain(self.sums.iter().copied());
        front.chain(self.kept).chain(self.sizes.iter().copied()).collect()
    }

    /// The same state in other variables.
    fn map(&self, f: &mut impl FnMut(KVar) -> KVar) -> State {
        State {
            ended: self.ended.map(&mut *f),
            some: self.some.iter().map(|v| f(*v)).collect(),
            place: self.place.map(|(row, begin)| (f(row), f(begin))),
            sums: self.sums.iter().map(|v| f(*v)).collect(),
            kept: self.kept.map(&mut *f),
            sizes: self.sizes.iter().map(|v| f(*v)).collect(),
        }
    }
}

/// The states that a kernel has to do with.
pub(super) struct States {
    /// What this worker has.
    pub(super) own: State,
    /// What comes before it.
    pub(super) before: State,
}

/// What is known when states have been combined.
pub(super) struct Combined {
    /// The operator.
    step: Combine,
    /// What all workers of the group have, and what comes before the group.
    pub(super) total: State,
    pub(super) base: State,
}

/// The end of the first row of a worker's share, which began in front of it.
pub(super) struct Heads {
    /// What workers have of reductions.
    pub(super) states: States,
    /// Whether the worker has come to that end, and what it has of the row.
    pub(super) some: KVar,
    pub(super) sums: Vec<KVar>,
    /// The row, and the index of the first of its elements in the share.
    pub(super) row: KVar,
    pub(super) begin: KVar,
    /// Whether there are elements of it in the share besides its end, for each of [`parts`].
    pub(super) points: Vec<KVar>,
}

impl Heads {
    /// What has to be known of the worker to end that row.
    fn vars(&self) -> Vec<KVar> {
        let sums = self.points.iter().chain(&self.sums).copied();
        [self.some, self.row, self.begin].into_iter().chain(sums).collect()
    }
}

/// Folds of all elements, or those of kept ones, which stand behind: a row may have elements of which none is kept.
pub(super) struct Part {
    pub(super) folds: Range<usize>,
    /// Their components.
    pub(super) states: Range<usize>,
    pub(super) kept: bool,
}

/// The parts of folds that are not empty.
pub(super) fn parts(folds: &[Fold<Inner>]) -> Vec<Part> {
    let all = folds.iter().filter(|fold| !fold.kept).count();
    let states = |folds: &[Fold<Inner>]| folds.iter().map(|fold| fold.ne.len()).sum::<usize>();
    let middle = states(&folds[..all]);
    let first = Part { folds: 0..all, states: 0..middle, kept: false };
    let second = Part { folds: all..folds.len(), states: middle..states(folds), kept: true };
    [first, second].into_iter().filter(|part| !part.folds.is_empty()).collect()
}

impl Lowerer<'_> {
    /// Declares the states of a kernel: nothing has been seen.
    pub(super) fn states(&mut self, k: &mut KernelBuilder, of: Shared, kept: bool, sizes: usize) -> States {
        let own = self.empty_state(k, "own", true, (of, kept, sizes));
        let before = self.empty_state(k, "before", true, (of, kept, sizes));
        States { own, before }
    }

    pub(super) fn empty_state(
        &mut self,
        k: &mut KernelBuilder,
        name: &str,
        per_lane: bool,
        (of, kept, sizes): (Shared, bool, usize),
    ) -> State {
        let cuts = !of.folds.is_empty() && of.dims.len() > 1;
        let none = Exp::Const(Scalar::Bool(false));
        let ended = cuts.then(|| k.declare(name, KType::Scalar(ScalarType::Bool), none.clone(), per_lane));
        let fails = of.folds.iter().any(|fold| fold.op.body.stms.iter().any(|stm| exp_can_fail(&stm.exp)));
        let mut some = vec![];
        if fails {
            let flag = |_| k.declare(name, KType::Scalar(ScalarType::Bool), none.clone(), per_lane);
            some = parts(of.folds).into_iter().map(flag).collect();
        }
        let place = self.asks_place(of).then(|| {
            let row = k.declare(name, KType::Index, Exp::Index(0), per_lane);
            (row, k.declare(name, KType::Index, Exp::Index(0), per_lane))
        });
        let mut sums = vec![];
        for ne in of.folds.iter().flat_map(|fold| &fold.ne) {
            let ty = ne.ty(self.vars).elem().unwrap_or(ScalarType::I64);
            let ne = self.k_atom(k, &Point::default(), *ne);
            sums.push(k.declare(name, KType::Scalar(ty), ne, per_lane));
        }
        let kept = kept.then(|| k.declare(name, KType::Index, Exp::Index(0), per_lane));
        let zero = Exp::Const(Scalar::I64(0));
        let mut size = || k.declare(name, KType::Scalar(ScalarType::I64), zero.clone(), per_lane);
        State { ended, some, place, sums, kept, sizes: (0..sizes).map(|_| size()).collect() }
    }

    /// Declares what a kernel needs to end the rows that began in front of a share. Code of the group.
    pub(super) fn heads(&mut self, k: &mut KernelBuilder, of: Shared) -> Heads {
        let states = self.states(k, of, false, 0);
        let some = k.declare("some", KType::Scalar(ScalarType::Bool), Exp::Const(Scalar::Bool(false)), true);
        let row = k.declare("row", KType::Index, Exp::Index(0), true);
        let begin = k.declare("begin", KType::Index, Exp::Index(0), true);
        let no = Exp::Const(Scalar::Bool(false));
        let flag = |_| k.declare("points", KType::Scalar(ScalarType::Bool), no.clone(), true);
        let points = parts(of.folds).into_iter().map(flag).collect();
        let like: Vec<KType> = states.own.sums.iter().map(|v| k.type_of(*v)).collect();
        let mut sums = vec![];
        for ty in like {
            let zero = if let KType::Scalar(ty) = ty { Exp::Const(ty.zero()) } else { Exp::Index(0) };
            sums.push(k.declare("head", ty, zero, true));
        }
        Heads { states, some, sums, row, begin, points }
    }

    /// Ends the row that began in front of the share. Code of a lane.
    fn end_head(
        &mut self,
        k: &mut KernelBuilder,
        of: Shared,
        heads: &Heads,
        outs: &Outs,
    ) -> Result<(), Limitation> {
        let (then, result) = k.block(|k| {
            let exps = |vars: &[KVar]| vars.iter().map(|v| Exp::Var(*v)).collect::<Vec<Exp>>();
            let (left, right) = (exps(&heads.states.before.sums), exps(&heads.sums));
            let place = self.asks_place(of).then_some((heads.row, heads.begin));
            let point = self.place_of(k, of, place)?;
            for (Part { folds, states, .. }, points) in parts(of.folds).into_iter().zip(&heads.points) {
                let (sums, left) = (&heads.sums[states.clone()], &left[states.clone()]);
                let operands = (left, &right[states]);
                let (then, result) = k.block(|k| self.fold_step(k, &point, &of.folds[folds], sums, operands));
                result?;
                let els = sums.iter().zip(left).map(|(to, sum)| KStm::Set(*to, sum.clone())).collect();
                k.code.push(KStm::If { cond: Exp::Var(*points), then, els });
            }
            let row = Exp::Var(heads.row);
            let index = self.decode(k, &of.dims[..of.dims.len() - 1], row.clone())?;
            self.end_row(k, (of.seg, outs), &row, &index, &right)
        });
        result?;
        k.code.push(KStm::If { cond: Exp::Var(heads.some), then, els: vec![] });
        Ok(())
    }

    /// Whether an operator uses the indices of a row, or names the element where its right operand begins.
    pub(super) fn asks_place(&self, Shared { seg, folds, .. }: Shared) -> bool {
        let indices: Vec<Var> = seg.levels.iter().map(|l| l.index).collect();
        let used = folds.iter().flat_map(|f| self.uses_of(&f.op)).any(|v| indices.contains(&v));
        used || folds.iter().any(|f| f.index.is_some())
    }

    /// Says what this worker has at the end of its walk.
    pub(super) fn leave(
        &mut self,
        k: &mut KernelBuilder,
        of: Shared,
        own: &State,
        (tail, sums, kept): (&Tail, &[KVar], Option<KVar>),
    ) -> Result<(), Limitation> {
        for (to, from) in own.sums.iter().zip(sums) {
            k.set(*to, Exp::Var(*from));
        }
        if let Some(ended) = own.ended {
            k.set(ended, Exp::Var(tail.ended));
        }
        for (some, part) in own.some.iter().zip(parts(of.folds)) {
            let seen = if part.kept { kept.unwrap_or(tail.some) } else { tail.some };
            k.set(*some, Exp::Var(seen));
        }
        if let Some((row, begin)) = own.place {
            k.set(row, Exp::Var(tail.row));
            let start = self.row_start(k, of.dims, Exp::Var(tail.row))?;
            // A row that begins in the share begins with its first element.
            let inside = ix(BinOp::Sub, tail.first.clone(), start);
            let first =
                Exp::Select(Box::new(Exp::Var(tail.ended)), Box::new(Exp::Index(0)), Box::new(inside));
            k.set(begin, first);
        }
        Ok(())
    }

    /// Combines the states of all workers: sets what comes before each. Code of the group.
    pub(super) fn combine(
        &mut self,
        k: &mut KernelBuilder,
        of: Shared,
        states: &States,
    ) -> Result<Combined, Limitation> {
        let like = (of, states.own.kept.is_some(), states.own.sizes.len());
        let total = self.empty_state(k, "total", false, like);
        let base = self.empty_state(k, "base", false, like);
        let step = self.step(k, of, &states.own)?;
        let fold = Combine {
            own: states.own.vars(),
            before: states.before.vars(),
            total: total.vars(),
            ..step.clone()
        };
        k.code.push(KStm::Fold(fold));
        k.between_groups(KStm::Chain(Combine { own: total.vars(), before: base.vars(), ..step.clone() }));
        Ok(Combined { step, total, base })
    }

    /// Ends the rows that began in front of shares. Code of the group.
    pub(super) fn end_heads(
        &mut self,
        k: &mut KernelBuilder,
        (of, outs): (Shared, &Outs),
        heads: &Heads,
        (lanes, workers): (u32, &HostExp),
    ) -> Result<(), Limitation> {
        let end = |this: &mut Self, k: &mut KernelBuilder| {
            this.invariants(k, of.seg);
            this.end_head(k, of, heads, outs)
        };
        if lanes > 1 {
            let combined = self.combine(k, of, &heads.states)?;
            return k.region(lanes, workers, |k| {
                self.before_worker(k, &combined, &heads.states, lanes);
                end(self, k)
            });
        }
        let states = &heads.states;
        let step = self.step(k, of, &states.own)?;
        let combine = Combine { own: states.own.vars(), before: states.before.vars(), ..step };
        let (body, result) = k.block(|k| k.region(lanes, workers, |k| end(self, k)));
        k.between_groups(KStm::LastOut { combine, saved: heads.vars(), body });
        result
    }

    /// Puts what comes before the group in front of what comes before the worker in it. Code of a lane.
    pub(super) fn before_worker(
        &mut self,
        k: &mut KernelBuilder,
        Combined { step, base, .. }: &Combined,
        states: &States,
        lanes: u32,
    ) {
        let (before, base) = (states.before.vars(), base.vars());
        let copy =
            |from: &[KVar]| before.iter().zip(from).map(|(to, v)| KStm::Set(*to, Exp::Var(*v))).collect();
        if lanes == 1 {
            k.code.extend::<Vec<KStm>>(copy(&base));
            return;
        }
        let args = base.iter().chain(&before);
        let mut both: Vec<KStm> =
            step.params.iter().zip(args).map(|(param, arg)| KStm::Let(*param, Exp::Var(*arg))).collect();
        both.extend(step.body.iter().cloned());
        both.extend(before.iter().zip(&step.results).map(|(to, result)| KStm::Set(*to, result.clone())));
        let none = |var: KVar| Exp::IndexBin(BinOp::Eq, Box::new(Exp::Var(var)), Box::new(Exp::Index(0)));
        // Nothing comes before the first lane but what comes before its group, and nothing before the first group.
        let first_lane = KStm::If { cond: none(k.lane), then: copy(&base), els: both };
        k.code.push(KStm::If { cond: none(k.group()), then: vec![], els: vec![first_lane] });
    }

    /// Combines two states. Code of a lane.
    pub(super) fn join(
        &mut self,
        k: &mut KernelBuilder,
        of: Shared,
        (front, behind): (&State, &State),
        into: &State,
    ) -> Result<(), Limitation> {
        let step = self.step(k, of, front)?;
        let args = front.vars().into_iter().chain(behind.vars());
        k.code.extend(step.params.iter().zip(args).map(|(param, arg)| KStm::Let(*param, Exp::Var(arg))));
        k.code.extend(step.body);
        k.code.extend(into.vars().into_iter().zip(step.results).map(|(to, result)| KStm::Set(to, result)));
        Ok(())
    }

    /// The operator on states.
    pub(super) fn step(
        &mut self,
        k: &mut KernelBuilder,
        of: Shared,
        like: &State,
    ) -> Result<Combine, Limitation> {
        let mut side = |name: &str| {
            like.map(&mut |v| {
                let ty = k.type_of(v);
                k.var(name, ty)
            })
        };
        let (front, behind) = (side("front"), side("behind"));
        let (body, result) = k.block(|k| {
            let mut results = vec![];
            let sums: Vec<KVar> =
                behind.sums.iter().map(|v| k.let_("sum", k.type_of(*v), Exp::Var(*v))).collect();
            if !of.folds.is_empty() {
                let (goes_on, result) = k.block(|k| {
                    let point = self.place_of(k, of, behind.place)?;
                    let exps = |vars: &[KVar]| vars.iter().map(|v| Exp::Var(*v)).collect::<Vec<Exp>>();
                    for (i, Part { folds, states, .. }) in parts(of.folds).into_iter().enumerate() {
                        let (front_sums, sums) = (&front.sums[states.clone()], &sums[states.clone()]);
                        let operands = (&exps(front_sums)[..], &exps(&behind.sums[states])[..]);
                        let (both, result) =
                            k.block(|k| self.fold_step(k, &point, &of.folds[folds], sums, operands));
                        result?;
                        let (Some(in_front), Some(there)) = (front.some.get(i), behind.some.get(i)) else {
                            k.code.extend(both);
                            continue;
                        };
                        let copied = sums.iter().zip(front_sums);
                        let els = copied.map(|(to, from)| KStm::Set(*to, Exp::Var(*from))).collect();
                        let then = vec![KStm::If { cond: Exp::Var(*in_front), then: both, els: vec![] }];
                        k.code.push(KStm::If { cond: Exp::Var(*there), then, els });
                    }
                    Ok(())
                });
                result?;
                match (front.ended, behind.ended) {
                    (Some(a), Some(b)) => {
                        k.code.push(KStm::If { cond: not(Exp::Var(b)), then: goes_on, els: vec![] });
                        results.push(either(Exp::Var(a), Exp::Var(b)));
                    }
                    (None, _) | (_, None) => k.code.extend(goes_on),
                }
                // What the state in front says, unless a row has ended behind it.
                let cut = |there: KVar, in_front: KVar| match behind.ended {
                    Some(ended) => Exp::Select(
                        Box::new(Exp::Var(ended)),
                        Box::new(Exp::Var(there)),
                        Box::new(Exp::Var(in_front)),
                    ),
                    None => Exp::Var(in_front),
                };
                for (in_front, there) in front.some.iter().zip(&behind.some) {
                    let yes = Exp::Const(Scalar::Bool(true));
                    let open = cut(*there, *in_front);
                    results.push(Exp::Select(Box::new(Exp::Var(*there)), Box::new(yes), Box::new(open)));
                }
                if let (Some((_, begun)), Some((row, begin))) = (front.place, behind.place) {
                    results.extend([Exp::Var(row), cut(begin, begun)]);
                }
            }
            results.extend(sums.into_iter().map(Exp::Var));
            if let (Some(a), Some(b)) = (front.kept, behind.kept) {
                results.push(ix(BinOp::Add, Exp::Var(a), Exp::Var(b)));
            }
            let sizes = front.sizes.iter().zip(&behind.sizes);
            results.extend(sizes.map(|(a, b)| plus(Exp::Var(*a), Exp::Var(*b))));
            Ok(results)
        });
        let params = front.vars().into_iter().chain(behind.vars()).collect();
        Ok(Combine { own: vec![], before: vec![], total: vec![], params, body, results: result? })
    }

    /// The point where the sums of two parts of a row are combined: the indices of the row, and that of the first element of the part
    /// behind.
    pub(super) fn place_of(
        &mut self,
        k: &mut KernelBuilder,
        Shared { seg, dims, .. }: Shared,
        place: Option<(KVar, KVar)>,
    ) -> Result<Point, Limitation> {
        let mut point = Point::default();
        let Some((row, begin)) = place else { return Ok(point) };
        // A worker that has seen all points stands behind the last row, which has no indices.
        let outer = &dims[..dims.len() - 1];
        let index: Vec<KVar> = outer.iter().map(|_| k.let_("i", KType::Index, Exp::Index(0))).collect();
        let rows = self.k_count(k, outer)?;
        let (then, result) = k.block(|k| {
            for (var, value) in index.iter().zip(self.decode(k, outer, Exp::Var(row))?) {
                k.set(*var, value);
            }
            Ok(())
        });
        result?;
        let cond = Exp::IndexBin(BinOp::Lt, Box::new(Exp::Var(row)), Box::new(rows));
        k.code.push(KStm::If { cond, then, els: vec![] });
        let index: Vec<Exp> = index.into_iter().map(Exp::Var).collect();
        point.enter(&seg.levels, &index);
        point.at.push(Exp::Var(begin));
        Ok(point)
    }

    /// Whether this is the last worker.
    pub(super) fn is_last(&self, k: &KernelBuilder) -> Exp {
        let next = ix(BinOp::Add, Exp::Var(k.worker), Exp::Index(1));
        Exp::IndexBin(BinOp::Eq, Box::new(next), Box::new(Exp::Var(k.workers)))
    }

    /// The number of workers that walk through shares, as code of a kernel wants it: computed once.
    pub(super) fn fix_workers(&mut self, dims: &[Dim], walks: usize) -> Result<HostExp, Limitation> {
        let workers = self.walkers(dims, walks)?;
        Ok(Exp::Var(self.set("workers", ScalarType::I64, workers)))
    }
}
