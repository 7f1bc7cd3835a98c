//! Operators of a few elements as code for each of them.

use super::{Block, FEW, Unpacker};
use ir::{Atom, Body, Dim, Exp, Input, Out, Pat, Results, Screma, Soac, Stm, Var, View, fresh, peel, walk};

impl Unpacker<'_> {
    /// The code of every element, one after the other. Says whether it is there.
    pub(super) fn unrolled(&mut self, s: &Screma<Soac>, stm: &Stm<Soac>, out: &mut Block) -> bool {
        let Some(width) = few(s.width).filter(|_| self.is_code(s, &stm.pat)) else { return false };
        // The results of folds so far, and the elements that are results.
        let mut running: Vec<Atom> = s.clauses.folds().flat_map(|fold| fold.ne.iter().copied()).collect();
        let mut points: Vec<Vec<Atom>> = vec![vec![]; s.clauses.outs.len()];
        for i in 0..width {
            let params = self.params(s, i, stm, out);
            let body = walk::Subst::renaming(self.vars, params).apply(element(s, &running, i));
            self.code(body.stms, out);
            let vals: Vec<Atom> = body.result.vals.into_iter().map(|val| self.resolved(val)).collect();
            let (folded, mut vals) = vals.split_at(running.len());
            running = folded.to_vec();
            for (result, points) in s.clauses.outs.iter().zip(&mut points) {
                if let (Out::Point(_), [val, rest @ ..]) = (result, vals) {
                    points.extend(self.elements(*val, out));
                    vals = rest;
                }
            }
        }
        let res: Vec<Var> = s.clauses.folds().flat_map(|fold| fold.res.iter().copied()).collect();
        for ((result, var), points) in s.clauses.outs.iter().zip(&stm.pat.vals).zip(points) {
            match res.iter().position(|res| *result == Out::Row((*res).into())) {
                Some(at) => self.rename(*var, running[at], &stm.loc, out),
                None => self.name(*var, points, &stm.loc, out),
            }
        }
        true
    }

    /// Whether an operator is code on scalars and small arrays that can be written down for each element.
    fn is_code(&self, s: &Screma<Soac>, pat: &Pat) -> bool {
        let whole = s.clauses.keep.is_none() && s.clauses.end.is_empty() && pat.sizes.is_empty();
        let uniform = |arr: Var| self.vars[arr].ty.dims().iter().all(Dim::is_uniform);
        let inputs = s.inputs.iter().all(|(_, input)| match input {
            Input::Array(arr) => uniform(*arr),
            Input::Iota => true,
            Input::Acc(_) => false,
        });
        let held = |var: Var| {
            let ty = &self.vars[var].ty;
            ty.as_scalar().is_some() || self.small(ty).is_some()
        };
        let reduced =
            |a: &Atom| s.clauses.reds.iter().any(|red| red.res.iter().any(|res| a.var() == Some(*res)));
        let results = s.clauses.outs.iter().zip(&pat.vals).all(|(out, var)| match out {
            Out::Point(_) => held(*var),
            Out::Row(a) => held(*var) && reduced(a),
            Out::Kept(_) | Out::Count | Out::Acc(_) | Out::Owned(_) | Out::Offsets(_) | Out::Cert => false,
        });
        // What is parallel stays one operator.
        let mut parallel = |exp: &Exp<Soac>| {
            if let Exp::Op(Soac::Screma(inner)) = exp {
                return few(inner.width).is_none();
            }
            matches!(exp, Exp::Op(Soac::Stream(_)) | Exp::WithAcc { .. } | Exp::UpdateAcc { .. })
        };
        let folds = s.clauses.folds().map(|fold| &fold.op.body.stms);
        let mut blocks = [&s.body, &s.clauses.each].into_iter().chain(folds);
        whole && inputs && results && !blocks.any(|block| block.iter().any(|stm| stm.exp.any(&mut parallel)))
    }

    /// What the parameters of an operator are at an element.
    fn params(&mut self, s: &Screma<Soac>, i: i64, stm: &Stm<Soac>, out: &mut Block) -> Vec<(Var, Atom)> {
        let mut params = vec![];
        for (param, input) in &s.inputs {
            let index = vec![Atom::i64(i)];
            let x = match input {
                Input::Array(arr) => {
                    let ty = peel(&self.vars[*arr].ty, Atom::Var);
                    let exp = match ty.rank() {
                        0 => Exp::Read { arr: *arr, index },
                        _ => Exp::View(View::Row { arr: *arr, index }),
                    };
                    let name = self.vars[*param].name.clone();
                    let x = fresh(self.vars, &name, ty);
                    self.code(vec![Stm::new(Pat::one(x), exp, stm.loc.clone())], out);
                    self.resolved(Atom::Var(x))
                }
                Input::Iota => index[0],
                Input::Acc(_) => base::bug!("unpack", "an accumulator in code of elements"),
            };
            params.push((*param, x));
        }
        params
    }
}

/// A number of elements that is known and small.
pub(super) fn few(width: Atom) -> Option<i64> {
    width.as_i64().filter(|width| (1..=FEW as i64).contains(width))
}

/// What is done at an element, where folds have come to `running`. Gives what they come to, then the results of the element.
fn element(s: &Screma<Soac>, running: &[Atom], i: i64) -> Body<Soac> {
    let mut stms = s.body.clone();
    let mut vals = vec![];
    let mut left = running;
    for fold in s.clauses.folds() {
        let (accs, rest) = left.split_at(fold.ne.len());
        left = rest;
        let loc = fold.op.body.stms.first().map_or_else(base::Loc::none, |stm| stm.loc.clone());
        let same = |var: &Var, a: Atom| Stm::new(Pat::one(*var), Exp::Atom(a), loc.clone());
        let operands = accs.iter().chain(&fold.args);
        stms.extend(fold.op.params.iter().zip(operands).map(|(param, a)| same(param, *a)));
        stms.extend(fold.index.iter().map(|index| same(index, Atom::i64(i))));
        stms.extend(fold.op.body.stms.iter().cloned());
        stms.extend(fold.res.iter().zip(&fold.op.body.result.vals).map(|(res, a)| same(res, *a)));
        vals.extend(fold.res.iter().map(|res| Atom::Var(*res)));
    }
    stms.extend(s.clauses.each.iter().cloned());
    vals.extend(s.clauses.outs.iter().filter(|out| matches!(out, Out::Point(_))).filter_map(Out::atom));
    Body { stms, result: Results::vals(vals) }
}
