//! Operators over a chunk as one loop over its elements (rules F2, F4, F5 and F7 with chunks of one element).
//!
//! ```text
//! let t = screma m (x <- c) {..} out (y)   let z = screma m (y2 <- t) {} scan (u) = .. out (u)   let s = screma m (z2 <- z) {} red ..
//!   =>  loop (u = ne, s = 0) for j < m { x = c[j]; ..; u' = op u y; s' = op s u' }
//! ```
//!
//! What no other code uses is never an array, so that a chunk needs memory for its results alone. Operators whose operands wait for
//! the reductions of others begin another loop. An operator alone is left to flattening, unless it scans.

use crate::effects::writes;
use base::Loc;
use ir::walk::{Subst, free_vars};
use ir::{
    Atom, Builder, Dim, Exp, Fold, Input, Loop, LoopForm, Out, Pat, Results, Screma, Soac, Stm, Type, Var,
    Vars, View,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Fuses the operators over `size` elements in a block; `behind` are the variables used behind it.
pub(super) fn fuse(
    block: Vec<Stm<Soac>>,
    size: Var,
    behind: &FxHashSet<Var>,
    vars: &mut Vars,
) -> Vec<Stm<Soac>> {
    let mut rest: Vec<Vec<Var>> = block.iter().map(|stm| free_vars(stm, vars)).collect();
    rest.reverse();
    let mut group = Group::default();
    let mut out = vec![];
    for stm in block {
        let uses = rest.pop().unwrap_or_default();
        let needed =
            |v: Var| behind.contains(&v) || uses.contains(&v) || rest.iter().flatten().any(|u| *u == v);
        match operator(&stm, size, vars) {
            Some(s) => {
                let inputs: Vec<Var> = s.arrays().map(|(_, arr)| arr).collect();
                let mut alone = s.clone();
                alone.inputs.clear();
                let inside = free_vars(&Exp::Op(Soac::Screma(alone)), vars);
                // Of the group's results only the elements at the same place are known by then.
                let known = |v: &Var| !group.made.contains(v);
                let fits = inside.iter().all(known) && !inputs.iter().any(|v| group.late.contains(v));
                if !fits || uses.iter().any(|v| group.after.contains(v)) {
                    group.close(&mut out, size, needed, vars);
                }
                group.add(stm);
            }
            None => {
                // The group reads what it finds where it begins.
                if writes(&stm.exp) {
                    group.close(&mut out, size, needed, vars);
                }
                if uses.iter().any(|v| group.made.contains(v)) {
                    group.after.extend(stm.pat.all());
                    group.late.extend(stm.pat.all());
                    group.made.extend(stm.pat.all());
                    group.behind.push(stm);
                } else {
                    out.push(stm);
                }
            }
        }
    }
    group.close(&mut out, size, |v| behind.contains(&v), vars);
    out
}

/// The operator of a statement, if a round of a loop can be one of its elements.
fn operator<'a>(stm: &'a Stm<Soac>, size: Var, vars: &Vars) -> Option<&'a Screma<Soac>> {
    let Exp::Op(Soac::Screma(s)) = &stm.exp else { return None };
    let c = &s.clauses;
    let scalar = |a: Atom| a.ty(vars).as_scalar().is_some();
    let results = c.outs.iter().all(|out| match out {
        Out::Point(a) => scalar(*a),
        Out::Row(a) => c.reds.iter().any(|red| red.res.iter().any(|v| Atom::Var(*v) == *a)),
        Out::Kept(_) | Out::Count | Out::Acc(_) | Out::Owned(_) | Out::Offsets(_) | Out::Cert => false,
    });
    let folds = c.folds().all(|fold| fold.ne.iter().all(|ne| scalar(*ne)));
    let plain = c.keep.is_none() && c.each.is_empty() && stm.pat.sizes.is_empty();
    let inputs = s.inputs.iter().all(|(_, input)| matches!(input, Input::Array(_) | Input::Iota));
    (s.width == size.into() && results && folds && plain && inputs).then_some(s)
}

/// Operators that become one loop.
#[derive(Default)]
struct Group {
    stms: Vec<Stm<Soac>>,
    /// What they bind, and statements behind them.
    made: FxHashSet<Var>,
    /// What is known only when they have ended.
    late: FxHashSet<Var>,
    /// Statements that use what they have made, and what these bind.
    behind: Vec<Stm<Soac>>,
    after: FxHashSet<Var>,
}

impl Group {
    fn add(&mut self, stm: Stm<Soac>) {
        let Exp::Op(Soac::Screma(s)) = &stm.exp else { return };
        self.made.extend(stm.pat.all());
        let rows = s.clauses.outs.iter().zip(stm.pat.all()).filter(|(out, _)| matches!(out, Out::Row(_)));
        self.late.extend(rows.map(|(_, var)| var));
        self.stms.push(stm);
    }

    /// Ends the group. `used` says which of its arrays others need.
    fn close(&mut self, out: &mut Vec<Stm<Soac>>, size: Var, used: impl Fn(Var) -> bool, vars: &mut Vars) {
        let Group { stms, behind, .. } = std::mem::take(self);
        let later: FxHashSet<Var> = behind.iter().flat_map(|stm| free_vars(stm, vars)).collect();
        let scans = stms
            .iter()
            .any(|stm| matches!(&stm.exp, Exp::Op(Soac::Screma(s)) if !s.clauses.scans.is_empty()));
        if stms.len() > 1 || scans {
            out.extend(looped(stms, size, |v| used(v) || later.contains(&v), vars));
        } else {
            out.extend(stms);
        }
        out.extend(behind);
    }
}

/// What a loop carries for the operators that it replaces.
#[derive(Default)]
struct Carried {
    params: Pat,
    init: Results,
    results: Vec<Atom>,
    bound: Pat,
}

impl Carried {
    fn push(&mut self, param: Var, init: Atom, bound: Var) {
        self.params.vals.push(param);
        self.init.vals.push(init);
        self.bound.vals.push(bound);
    }
}

/// The operators as a loop over the elements.
fn looped(stms: Vec<Stm<Soac>>, size: Var, used: impl Fn(Var) -> bool, vars: &mut Vars) -> Vec<Stm<Soac>> {
    let loc = stms.last().map_or_else(Loc::none, |stm| stm.loc.clone());
    let index = ir::fresh(vars, "j", Type::i64());
    let mut carried = Carried::default();
    // The values of this round that stand for elements of arrays.
    let mut elements: FxHashMap<Var, Atom> = FxHashMap::default();
    let mut rows: Vec<(Var, Atom)> = vec![];
    let mut b = Builder::new(vars);
    for Stm { pat, exp, loc, attrs: _ } in stms {
        let Exp::Op(Soac::Screma(s)) = exp else { continue };
        b.loc = loc;
        let mut map: Vec<(Var, Atom)> = vec![];
        for (param, input) in &s.inputs {
            match input {
                Input::Iota => map.push((*param, index.into())),
                Input::Array(arr) | Input::Acc(arr) => match elements.get(arr) {
                    Some(value) => map.push((*param, *value)),
                    None => element(&mut b, *param, *arr, index),
                },
            }
        }
        let body = Subst::new(b.vars, map.iter().copied()).apply(s.body);
        b.stms.extend(body);
        let outs = Subst::new(b.vars, map.iter().copied()).apply(s.clauses.outs);
        let mut scanned: Vec<(Var, Atom)> = vec![];
        for (fold, is_scan) in s
            .clauses
            .reds
            .into_iter()
            .map(|f| (f, false))
            .chain(s.clauses.scans.into_iter().map(|f| (f, true)))
        {
            let fold = Subst::new(b.vars, map.iter().copied()).apply(fold);
            let bound: Vec<Var> = (fold.res.iter())
                .map(|res| {
                    let row =
                        outs.iter().position(|out| *out == Out::Row((*res).into())).filter(|_| !is_scan);
                    let again = |at: usize| pat.all().nth(at);
                    row.and_then(again).unwrap_or_else(|| {
                        let ty = b.vars[*res].ty.clone();
                        b.fresh("t", ty)
                    })
                })
                .collect();
            let res = fold.res.clone();
            let values = step(&mut b, fold, index, &bound, &mut carried);
            if is_scan {
                scanned.extend(res.into_iter().zip(values));
            }
        }
        let value =
            |a: Atom| scanned.iter().find(|(res, _)| a == (*res).into()).map_or(a, |(_, value)| *value);
        for (out, var) in outs.iter().zip(pat.all()) {
            if let Out::Point(a) = out {
                elements.insert(var, value(*a));
                if used(var) {
                    rows.push((var, value(*a)));
                }
            }
        }
    }
    let mut front = Builder::new(&mut *b.vars);
    let mut new = vec![];
    for (var, value) in rows {
        let ty = front.vars[var].ty.clone();
        let zero = ty.elem().unwrap_or_else(|| base::bug!("stream", "elements that are no data")).zero();
        let row = View::Replicate { n: size.into(), x: Atom::Const(zero) };
        let memory = front.bind("row", ty.clone(), Exp::View(row));
        let param = front.fresh("row", ty);
        new.push((param, value));
        carried.push(param, memory.into(), var);
    }
    let memory = std::mem::take(&mut front.stms);
    for (param, value) in new {
        let ty = b.vars[param].ty.clone();
        let written = b.bind("row", ty, Exp::Write { arr: param, index: vec![index.into()], val: value });
        carried.results.push(written.into());
    }
    let body = ir::Body { stms: std::mem::take(&mut b.stms), result: Results::vals(carried.results) };
    let form = LoopForm::For { index, count: size.into() };
    let exp = Exp::Loop(Box::new(Loop { params: carried.params, init: carried.init, form, body }));
    memory.into_iter().chain([Stm::new(carried.bound, exp, loc)]).collect()
}

/// The element of an array in a round.
fn element(b: &mut Builder<'_, Soac>, param: Var, arr: Var, index: Var) {
    let dims = b.vars[param].ty.dims().to_vec();
    if dims.is_empty() {
        b.push(Pat::one(param), Exp::Read { arr, index: vec![index.into()] });
        return;
    }
    // Sizes that vary with the index are returned beside the row.
    let whole = b.vars[arr].ty.dims().to_vec();
    let mut own: Vec<Dim> = vec![];
    let mut sizes = vec![];
    for (dim, outer) in dims.iter().zip(&whole[1..]) {
        let size = match outer.on.contains(&0) {
            false => dim.size,
            true => {
                let size = b.fresh("s", ir::sizes_type(&own, &dim.on));
                sizes.push(size);
                size.into()
            }
        };
        own.push(Dim { size, on: dim.on.clone() });
    }
    let row = View::Row { arr, index: vec![index.into()] };
    if sizes.is_empty() {
        b.push(Pat::one(param), Exp::View(row));
        return;
    }
    let ty = b.vars[param].ty.with_dims(own);
    let found = b.fresh("row", ty);
    b.push(Pat { sizes, vals: vec![found] }, Exp::View(row));
    b.push(Pat::one(param), Exp::View(View::Recast { arr: found, dims, under: vec![], inside: vec![] }));
}

/// One application of the operator of a fold to what the loop carries, and the new values.
fn step(
    b: &mut Builder<'_, Soac>,
    fold: Fold<Soac>,
    index: Var,
    bound: &[Var],
    carried: &mut Carried,
) -> Vec<Atom> {
    let mut map: Vec<(Var, Atom)> = fold.index.map(|own| (own, index.into())).into_iter().collect();
    let (left, right) = fold.op.params.split_at(fold.args.len());
    for ((param, start), bound) in left.iter().zip(&fold.ne).zip(bound) {
        carried.push(*param, *start, *bound);
    }
    map.extend(right.iter().copied().zip(fold.args.iter().copied()));
    let body = Subst::new(b.vars, map).apply(fold.op.body);
    b.stms.extend(body.stms);
    carried.results.extend(&body.result.vals);
    body.result.vals
}
