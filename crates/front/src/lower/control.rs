//! Branches and loops, and the sizes they return.

use super::spread::{Spreads, closed, union};
use super::value::{Env, Value};
use super::{Low, Lower};
use crate::ast::{Loop, LoopForm};
use crate::types::plain_name;
use base::ScalarType;
use base::diag::Span;
use ir::{Atom, Body, Dim, Exp, Pat, Results, Soac, Stm, Type, sizes_type};

/// One way to come by a result: the statements, and the leaves of the value.
struct Way {
    stms: Vec<Stm<Soac>>,
    leaves: Vec<Atom>,
}

/// Which existential size stands at each dimension of each leaf; `None` for a size from outside.
type Classes = Vec<Vec<Option<usize>>>;

impl Lower<'_> {
    /// A branch on a condition that is not known.
    pub(super) fn branch(
        &mut self,
        cond: Atom,
        then: impl FnOnce(&mut Self) -> Low<Value>,
        els: impl FnOnce(&mut Self) -> Low<Value>,
    ) -> Low<Value> {
        let loc = self.loc.clone();
        let mark = self.vars.len();
        let (a_stms, a) = self.capture(then)?;
        let (b_stms, b) = self.capture(els)?;
        self.loc = loc;
        self.plain(&a)?;
        self.plain(&b)?;
        let (a, b) = (a.as_single(), b.as_single());
        let (mut a_stms, mut b_stms) = (a_stms, b_stms);
        let a = self.resume(&mut a_stms, |l| l.extended(&a, &b, mark))?;
        let b = self.resume(&mut b_stms, |l| l.extended(&b, &a, mark))?;
        let mut ways = [Way { stms: a_stms, leaves: a.leaves() }, Way { stms: b_stms, leaves: b.leaves() }];
        let (pat, sizes) = self.merge(mark, &mut ways)?;
        let value = a.with_leaves(pat.vals.iter().map(|v| Atom::Var(*v)));
        let [then, els] = ways;
        let [then_sizes, els_sizes] = sizes;
        let body =
            |way: Way, sizes| Box::new(Body { stms: way.stms, result: Results { sizes, vals: way.leaves } });
        let exp = Exp::If { cond, then: body(then, then_sizes), els: body(els, els_sizes) };
        self.push(pat, exp);
        Ok(value)
    }

    /// A pattern for what either way returns, and the existential sizes of each. A size is existential unless both ways
    /// return the same one from outside.
    fn merge(&mut self, mark: usize, ways: &mut [Way; 2]) -> Low<(Pat, [Vec<Atom>; 2])> {
        let mut pat = Pat::default();
        let mut sizes = [vec![], vec![]];
        let mut spreads = [Spreads::default(), Spreads::default()];
        for i in 0..ways[0].leaves.len() {
            let rank = self.ty(ways[0].leaves[i]).rank();
            let mut dims: Vec<Dim> = vec![];
            for level in 0..rank {
                let [a, b] = [0, 1].map(|w| self.dims(ways[w].leaves[i])[level].clone());
                let on = closed(&union(&a.on, &b.on), &dims);
                for (way, known) in ways.iter_mut().zip(&mut spreads) {
                    let leaf = way.leaves[i];
                    way.leaves[i] = self.resume(&mut way.stms, |l| l.spread(leaf, level, &on, known))?;
                }
                let [a, b] = [0, 1].map(|w| self.dims(ways[w].leaves[i])[level].size);
                if a == b && self.is_outer(mark, a) {
                    dims.push(Dim { size: a, on });
                    continue;
                }
                let known = sizes[0].iter().zip(&sizes[1]).position(|(x, y)| (*x, *y) == (a, b));
                let size = match known {
                    Some(k) => pat.sizes[k],
                    None => {
                        let size = self.fresh("n", sizes_type(&dims, &on));
                        pat.sizes.push(size);
                        sizes[0].push(a);
                        sizes[1].push(b);
                        size
                    }
                };
                dims.push(Dim { size: size.into(), on });
            }
            let ty = self.ty(ways[0].leaves[i]).with_dims(dims);
            pat.vals.push(self.fresh("r", ty));
        }
        Ok((pat, sizes))
    }

    /// A loop. The body is lowered with every size assumed to stay, and again with those existential that did not.
    pub(super) fn eval_loop(&mut self, env: &Env, l: &Loop, span: Span) -> Low<Value> {
        let init = self.eval(env, &l.init)?;
        let over = match &l.form {
            LoopForm::For(_, count) => Over::Count(self.eval_atom(env, count)?),
            LoopForm::ForIn(_, arr) => Over::Array(self.eval(env, arr)?),
            LoopForm::While(_) => Over::Condition,
        };
        self.loc = self.at(span);
        // The types in the pattern are about every round; the first one is compared here.
        let init = self.loop_init(env, l, init)?.as_single();
        self.plain(&init)?;
        let mut init = init;
        let mut leaves = init.leaves();
        let mut classes: Classes = leaves.iter().map(|a| vec![None; self.ty(*a).rank()]).collect();
        loop {
            self.loc = self.at(span);
            let mark = self.vars.len();
            let params = self.loop_params(&leaves, &classes);
            let mut round = self.loop_round(env, l, &over, &init, &params, mark)?;
            self.loc = self.at(span);
            if init.has_sum() || self.has_untyped(&init) {
                let more = self.extended(&init, &round.value, mark)?;
                if more.leaves() != init.leaves() || more.constructors() != init.constructors() {
                    init = more;
                    leaves = init.leaves();
                    classes = leaves.iter().map(|a| vec![None; self.ty(*a).rank()]).collect();
                    continue;
                }
                let value = round.value.clone();
                let value = self.resume(&mut round.way.stms, |l| l.extended(&value, &init, mark))?;
                round.way.leaves = value.leaves();
            }
            match self.loop_check(&mut leaves, &classes, &params, round)? {
                Err(new) => classes = new,
                Ok((form, body)) => {
                    let sizes = class_sizes(self, &leaves, &classes, params.sizes.len());
                    let out = self.loop_params(&leaves, &classes);
                    let init_results = Results { sizes, vals: leaves };
                    let exp = Exp::Loop(Box::new(ir::Loop { params, init: init_results, form, body }));
                    let value = init.with_leaves(out.vals.iter().map(|v| Atom::Var(*v)));
                    self.push(out, exp);
                    return Ok(value);
                }
            }
        }
    }
    fn loop_init(&mut self, env: &Env, l: &Loop, init: Value) -> Low<Value> {
        match &l.pat.kind {
            crate::ast::PatKind::Typed(_, ty) if l.sizes.is_empty() => {
                self.constrain(env, ty, init, false, l.pat.span)
            }
            _ => Ok(init),
        }
    }

    /// New variables for what a loop carries.
    fn loop_params(&mut self, leaves: &[Atom], classes: &Classes) -> Pat {
        let mut pat = Pat::default();
        for (leaf, classes) in leaves.iter().zip(classes) {
            let mut dims: Vec<Dim> = vec![];
            for (dim, class) in self.dims(*leaf).into_iter().zip(classes) {
                let size = match class {
                    None => dim.size,
                    Some(k) if *k < pat.sizes.len() => pat.sizes[*k].into(),
                    Some(_) => {
                        let size = self.fresh("n", sizes_type(&dims, &dim.on));
                        self.sizes.insert(size);
                        pat.sizes.push(size);
                        size.into()
                    }
                };
                dims.push(Dim { size, on: dim.on });
            }
            let ty = self.ty(*leaf).with_dims(dims);
            let name = leaf.var().map_or("x".to_string(), |v| self.vars[v].name.clone());
            let param = self.fresh(&name, ty);
            if leaf.var().is_some_and(|v| self.untyped.contains(&v)) {
                self.untyped.insert(param);
            }
            pat.vals.push(param);
        }
        pat
    }
    fn loop_round(
        &mut self,
        env: &Env,
        l: &Loop,
        over: &Over,
        init: &Value,
        params: &Pat,
        mark: usize,
    ) -> Low<Round> {
        let carried = init.with_leaves(params.vals.iter().map(|v| Atom::Var(*v)));
        let (form, (stms, value)) = match (&l.form, over) {
            (LoopForm::While(cond), _) => {
                let (stms, flag) = self.capture_since(mark, |lower| {
                    let env = lower.bind_pat(env.clone(), &l.pat, carried.clone(), &mut l.sizes.clone())?;
                    lower.eval_atom(&env, cond)
                })?;
                let cond = Body { stms, result: Results::vals(vec![flag]) };
                let body = self.capture_since(mark, |lower| {
                    let env = lower.bind_pat(env.clone(), &l.pat, carried, &mut l.sizes.clone())?;
                    lower.eval(&env, &l.body)
                })?;
                (ir::LoopForm::While(cond), body)
            }
            (LoopForm::For(name, _), Over::Count(count)) => {
                let ty = self.scalar_ty(*count);
                let count = self.conv(ScalarType::I64, *count);
                let index = self.fresh(plain_name(name), Type::i64());
                let body = self.capture_since(mark, |lower| {
                    let env = lower.bind_pat(env.clone(), &l.pat, carried, &mut l.sizes.clone())?;
                    let i = lower.conv(ty, index.into());
                    lower.eval(&env.bind(name.clone(), Value::Scalar(i)), &l.body)
                })?;
                (ir::LoopForm::For { index, count }, body)
            }
            (LoopForm::ForIn(pat, _), Over::Array(array)) => {
                let count = self.size_of(array)?;
                let index = self.fresh("i", Type::i64());
                let body = self.capture_since(mark, |lower| {
                    let env = lower.bind_pat(env.clone(), &l.pat, carried, &mut l.sizes.clone())?;
                    let elem = lower.row(array, index.into())?;
                    let env = lower.bind_pat(env, pat, elem, &mut vec![])?;
                    lower.eval(&env, &l.body)
                })?;
                (ir::LoopForm::For { index, count }, body)
            }
            (LoopForm::For(..) | LoopForm::ForIn(..), _) => base::bug!("lower", "a loop over nothing"),
        };
        self.plain(&value)?;
        let value = value.as_single();
        Ok(Round { form, way: Way { stms, leaves: value.leaves() }, value })
    }

    /// Whether the sizes that a round returns are those its parameters promise. If so the finished body, else what has to
    /// be existential instead.
    fn loop_check(
        &mut self,
        init: &mut [Atom],
        classes: &Classes,
        params: &Pat,
        mut round: Round,
    ) -> Low<Result<Finished, Classes>> {
        let mut keys: Vec<(Option<usize>, Atom, Atom)> = vec![];
        let mut new: Classes = vec![];
        let mut regrouped = false;
        let (mut before_loop, mut in_round) = (Spreads::default(), Spreads::default());
        for (i, own) in classes.iter().enumerate() {
            let mut row = vec![];
            let promised = self.dims(init[i]);
            for (level, class) in own.iter().enumerate() {
                let outer = self.dims(init[i]);
                let got = self.dims(round.way.leaves[i])[level].on.clone();
                let on = closed(&union(&outer[level].on, &got), &outer);
                regrouped |= on != promised[level].on;
                init[i] = self.spread(init[i], level, &on, &mut before_loop)?;
                let leaf = round.way.leaves[i];
                let spread = |l: &mut Self| l.spread(leaf, level, &on, &mut in_round);
                round.way.leaves[i] = self.resume(&mut round.way.stms, spread)?;
                let before = self.dims(init[i])[level].size;
                let after = self.dims(round.way.leaves[i])[level].size;
                if class.is_none() && before == after {
                    row.push(None);
                    continue;
                }
                let key = (*class, before, after);
                let k = keys.iter().position(|x| *x == key).unwrap_or_else(|| {
                    keys.push(key);
                    keys.len() - 1
                });
                row.push(Some(k));
            }
            new.push(row);
        }
        if regrouped || new != *classes {
            return Ok(Err(new));
        }
        debug_assert_eq!(keys.len(), params.sizes.len());
        let sizes = keys.into_iter().map(|(_, _, after)| after).collect();
        Ok(Ok((round.form, Body { stms: round.way.stms, result: Results { sizes, vals: round.way.leaves } })))
    }
}

/// How long a loop runs, and its body.
type Finished = (ir::LoopForm<Soac>, Body<Soac>);

/// What a loop runs over, evaluated before it.
enum Over {
    Count(Atom),
    Array(Value),
    Condition,
}

struct Round {
    form: ir::LoopForm<Soac>,
    way: Way,
    value: Value,
}

/// The initial value of every existential size.
fn class_sizes(lower: &Lower, leaves: &[Atom], classes: &Classes, count: usize) -> Vec<Atom> {
    let mut sizes = vec![Atom::i64(0); count];
    for (leaf, classes) in leaves.iter().zip(classes) {
        for (dim, class) in lower.dims(*leaf).iter().zip(classes) {
            if let Some(k) = class {
                sizes[*k] = dim.size;
            }
        }
    }
    sizes
}
