//! Accumulation into rows inside of the loops of maps: the point overwrites its row itself, element by element.
//!
//! ```text
//! loop (ys) for i < k do { .. with_acc (acc = (ys)) { screma w (j <- iota, v <- vs, acc) { update_acc acc [i + j] (v) } } .. }
//!   =>
//! loop (ys) for i < k do { .. loop (zs = ys) for j < w do { v = vs[j]  if i + j is inside { zs with [i + j] = v } else { zs } } .. }
//! ```
//!
//! This is how `ys with [a:b] = vs`, `scatter` and `reduce_by_index` stay in the kernel of a loop: the rounds then cost no launches. An
//! update outside of its row is dropped, as before; the passes behind this one prove most updates to be inside.
//!
//! ```text
//! loop (..) for i < k do { .. ws = screma 16 (j <- iota) { w = f i j } out (w) .. }
//!   =>
//! loop (..) for i < k do { .. ws = loop (zs = scratch [16]) for j < 16 do { w = f i j  zs with [j] = w } .. }
//! ```
//!
//! And this is how maps that give few elements do: the vectors of a simulation, the words of a block. Their parallelism is little beside
//! that of the points, and a loop of the host would sort the points in each round into those that go on and those that do not.
//!
//! Precondition and postcondition: verified Core. Does not do: loops with other operators than these, reductions and trivial maps, which are of the host
//! whatever becomes of their accumulations; accumulators of irregular arrays, or that are passed on otherwise than by maps and
//! branches; maps that give rows.

use crate::flatten::sequential::{SMALL, is_trivial_map};
use base::{BinOp, Loc, ScalarType};
use ir::walk::Subst;
use ir::{
    AccDef, Atom, Body, Builder, Core, Dim, Exp, Input, Loop, LoopForm, Out, Pat, Results, Screma, Soac, Stm,
    Type, Var, Vars, View, fresh,
};
use rustc_hash::FxHashMap;

/// Rewrites every function.
pub fn inrow(mut prog: Core) -> Core {
    for fun in &mut prog.funs {
        Rewriter { vars: &mut prog.vars }.block(&mut fun.body.stms, false);
    }
    prog
}

struct Rewriter<'a> {
    vars: &'a mut Vars,
}

/// The rows that accumulators stand for, and how these combine values.
type Rows = FxHashMap<Var, (Vec<Var>, AccDef<Soac>)>;

impl Rewriter<'_> {
    fn block(&mut self, block: &mut [Stm<Soac>], inside: bool) {
        for stm in block {
            if inside && matches!(stm.exp, Exp::Loop(_)) && self.can_overwrite(stm) {
                stm.exp.blocks_mut(&mut |block, _| self.overwrite(block));
                continue;
            }
            let inside = inside || matches!(stm.exp, Exp::Op(_));
            stm.exp.blocks_mut(&mut |block, _| self.block(block, inside));
        }
    }

    /// Whether a loop accumulates or has small maps, and is code of a kernel if it overwrites rows instead.
    fn can_overwrite(&self, stm: &Stm<Soac>) -> bool {
        let mut code = true;
        stm.exp.blocks(&mut |block| code &= self.is_code(block));
        code && stm.exp.any(&mut |exp| matches!(exp, Exp::WithAcc { .. }) || self.filling(exp).is_some())
    }

    fn is_code(&self, block: &[Stm<Soac>]) -> bool {
        block.iter().all(|stm| {
            if let Exp::WithAcc { accs, body } = &stm.exp {
                return self.is_overwriting(accs, body);
            }
            let mut code = !matches!(stm.exp, Exp::Call { .. });
            if let Exp::Op(op) = &stm.exp {
                code = matches!(op, Soac::Screma(s) if self.is_inner(s, stm));
            }
            stm.exp.blocks(&mut |block| code = code && self.is_code(block));
            code
        })
    }

    /// Whether an operator is a reduction to scalars, computed where its elements are read, or a map that fills a row.
    fn is_inner(&self, s: &Screma<Soac>, stm: &Stm<Soac>) -> bool {
        let scalars = stm.pat.all().all(|v| self.vars[v].ty.as_scalar().is_some());
        let reduces = scalars && s.clauses.keep.is_none() && s.clauses.scans.is_empty();
        is_trivial_map(s, self.vars) || reduces || self.is_filled(s)
    }

    /// The map that fills a row, if an expression is one.
    fn filling<'a>(&self, exp: &'a Exp<Soac>) -> Option<&'a Screma<Soac>> {
        if let Exp::Op(Soac::Screma(s)) = exp { Some(s).filter(|s| self.is_filled(s)) } else { None }
    }

    /// Whether an operator is a map of so few elements, each of which takes so little, that the point fills a row with them.
    fn is_filled(&self, s: &Screma<Soac>) -> bool {
        let scalar = |a: Atom| a.ty(self.vars).as_scalar().is_some();
        s.clauses.is_map()
            && is_small(s.width)
            && s.inputs.iter().all(|(_, input)| !matches!(input, Input::Acc(_)))
            && s.clauses.outs.iter().all(|out| matches!(out, Out::Point(a) if scalar(*a)))
            && !is_trivial_map(s, self.vars)
            && s.body.iter().all(|stm| !stm.exp.any(&mut takes_long))
    }

    fn is_overwriting(&self, accs: &[AccDef<Soac>], body: &Body<Soac>) -> bool {
        let regular = |arr: &Var| self.vars[*arr].ty.dims().iter().all(Dim::is_uniform);
        let total = |acc: &AccDef<Soac>| acc.op.as_ref().is_none_or(|op| self.is_code(&op.lam.body.stms));
        let results = body.result.sizes.is_empty() && body.result.vals.len() == accs.len();
        results
            && accs.iter().all(|acc| acc.arrs.iter().all(regular) && total(acc))
            && self.updates(&body.stms)
    }

    /// Whether accumulators are updated, or passed on by maps and branches.
    fn updates(&self, block: &[Stm<Soac>]) -> bool {
        block.iter().all(|stm| {
            if let Exp::UpdateAcc { acc, index, .. } = &stm.exp {
                return matches!(&self.vars[*acc].ty, Type::Acc { dims, .. } if dims.len() == index.len());
            }
            if !stm.pat.all().any(|v| self.vars[v].ty.is_acc()) {
                return !matches!(stm.exp, Exp::WithAcc { .. }) && self.is_code(std::slice::from_ref(stm));
            }
            if let Exp::Op(Soac::Screma(s)) = &stm.exp {
                let passed = s.clauses.outs.iter().all(|out| matches!(out, Out::Acc(_)));
                let regular =
                    |(param, _): &(Var, Input)| self.vars[*param].ty.dims().iter().all(Dim::is_uniform);
                return passed && s.clauses.is_map() && s.inputs.iter().all(regular) && self.updates(&s.body);
            }
            if let Exp::If { then, els, .. } = &stm.exp {
                return self.updates(&then.stms) && self.updates(&els.stms);
            }
            false
        })
    }

    /// Overwrites rows instead of accumulating into them.
    fn overwrite(&mut self, block: &mut Vec<Stm<Soac>>) {
        for mut stm in std::mem::take(block) {
            let fills = self.filling(&stm.exp).is_some();
            stm.exp.blocks_mut(&mut |block, _| self.overwrite(block));
            if fills && let Exp::Op(Soac::Screma(s)) = stm.exp {
                self.fill(&stm.pat, s, &stm.loc, block);
                continue;
            }
            let Exp::WithAcc { accs, body } = stm.exp else {
                block.push(stm);
                continue;
            };
            let mut rows = Rows::default();
            for acc in accs {
                rows.insert(acc.param, (acc.arrs.clone(), acc));
            }
            for stm in body.stms {
                self.stm(stm, &mut rows, block);
            }
            let given = body.result.vals.iter().flat_map(|acc| rows_of(&rows, *acc));
            for (var, row) in stm.pat.vals.iter().zip(given) {
                block.push(Stm::new(Pat::one(*var), Exp::Atom(row.into()), stm.loc.clone()));
            }
        }
    }

    fn stm(&mut self, stm: Stm<Soac>, rows: &mut Rows, out: &mut Vec<Stm<Soac>>) {
        if !stm.pat.all().any(|v| self.vars[v].ty.is_acc()) {
            return out.push(stm);
        }
        let Stm { pat, exp, loc, attrs } = stm;
        if let Exp::UpdateAcc { acc, index, vals } = exp {
            let (old, def) = rows[&acc].clone();
            let new = self.update(&old, &def, index, vals, &loc, out);
            rows.insert(pat.vals[0], (new, def));
        } else if let Exp::Op(Soac::Screma(s)) = exp {
            self.map(&pat, s, &loc, rows, out);
        } else if let Exp::If { cond, then, els } = exp {
            let (pat, [then, els]) = self.branch(pat, [*then, *els], rows);
            out.push(Stm { pat, exp: Exp::If { cond, then, els }, loc, attrs });
        } else {
            base::bug!("inrow", "accumulators are passed on by maps and branches")
        }
    }

    /// The sides of a branch that passes accumulators on, and what it gives.
    fn branch(&mut self, pat: Pat, sides: [Body<Soac>; 2], rows: &mut Rows) -> (Pat, [Box<Body<Soac>>; 2]) {
        let results = sides.each_ref().map(|side| side.result.vals.clone());
        let mut sides = sides.map(|side| {
            let (mut own, mut stms) = (rows.clone(), vec![]);
            side.stms.into_iter().for_each(|stm| self.stm(stm, &mut own, &mut stms));
            (Box::new(Body { stms, result: Results { sizes: side.result.sizes, vals: vec![] } }), own)
        });
        let mut vals = vec![];
        for (i, var) in pat.vals.iter().enumerate() {
            if !self.vars[*var].ty.is_acc() {
                vals.push(*var);
                sides.iter_mut().zip(&results).for_each(|((body, _), of)| body.result.vals.push(of[i]));
                continue;
            }
            for ((body, own), of) in sides.iter_mut().zip(&results) {
                body.result.vals.extend(rows_of(own, of[i]).into_iter().map(Atom::Var));
            }
            let Some((_, def)) = results[0][i].var().and_then(|acc| sides[0].1.get(&acc)).cloned() else {
                base::bug!("inrow", "a branch passes its accumulators on")
            };
            let new = self.versions(&def.arrs);
            vals.extend(&new);
            rows.insert(*var, (new, def));
        }
        (Pat { sizes: pat.sizes, vals }, sides.map(|(body, _)| body))
    }

    /// New names for rows.
    fn versions(&mut self, rows: &[Var]) -> Vec<Var> {
        rows.iter()
            .map(|row| {
                let (name, ty) = (self.vars[*row].name.clone(), self.vars[*row].ty.clone());
                fresh(self.vars, &name, ty)
            })
            .collect()
    }

    /// Combines values into the elements of rows at an index, if it is inside of them.
    fn update(
        &mut self,
        old: &[Var],
        def: &AccDef<Soac>,
        index: Vec<Atom>,
        vals: Vec<Atom>,
        loc: &Loc,
        out: &mut Vec<Stm<Soac>>,
    ) -> Vec<Var> {
        let start = out.len();
        let new = self.versions(old);
        let dims = self.vars[old[0]].ty.dims().to_vec();
        let written = self.versions(old);
        let mut b = Builder::new(self.vars);
        let mut inside = Atom::bool(true);
        for (i, dim) in index.iter().zip(dims) {
            let from = b.bin("from", BinOp::Ge, *i, Atom::i64(0));
            let below = b.bin("below", BinOp::Lt, *i, dim.size);
            for also in [from, below] {
                let exp = Exp::bin(BinOp::And, ScalarType::Bool, inside, also);
                inside = b.bind("inside", Type::bool(), exp).into();
            }
        }
        out.append(&mut b.stms);
        let mut stms = vec![];
        let vals = match &def.op {
            None => vals,
            Some(op) => {
                let mut b = Builder::new(self.vars);
                let before: Vec<Atom> =
                    old.iter().map(|row| b.elem("old", *row, index.clone()).into()).collect();
                stms.append(&mut b.stms);
                let given: Vec<(Var, Atom)> =
                    op.lam.params.iter().copied().zip(before.into_iter().chain(vals)).collect();
                let body = Subst::renaming(self.vars, given).apply(op.lam.body.clone());
                stms.extend(body.stms);
                body.result.vals
            }
        };
        for ((row, val), var) in old.iter().zip(vals).zip(&written) {
            let exp = Exp::Write { arr: *row, index: index.clone(), val };
            stms.push(Stm::new(Pat::one(*var), exp, loc.clone()));
        }
        let atoms = |rows: &[Var]| Results::vals(rows.iter().map(|row| Atom::Var(*row)).collect());
        let then = Body { stms, result: atoms(&written) };
        let els = Body { stms: vec![], result: atoms(old) };
        let exp = Exp::If { cond: inside, then: Box::new(then), els: Box::new(els) };
        out.push(Stm::new(Pat::vals(new.clone()), exp, loc.clone()));
        out[start..].iter_mut().for_each(|stm| stm.loc = loc.clone());
        new
    }

    /// A map, as a loop that fills rows.
    fn fill(&mut self, pat: &Pat, s: Screma<Soac>, loc: &Loc, out: &mut Vec<Stm<Soac>>) {
        let index = fresh(self.vars, "e", Type::i64());
        let inputs = s.inputs.into_iter().map(|(param, input)| self.element(param, &input, index, loc));
        let mut stms: Vec<Stm<Soac>> = inputs.collect();
        stms.extend(s.body);
        let [rows, params, filled] = [(); 3].map(|()| self.versions(&pat.vals));
        for ((row, param), (to, val)) in rows.iter().zip(&params).zip(filled.iter().zip(&s.clauses.outs)) {
            let scratch = Exp::Scratch { ty: self.vars[*row].ty.clone(), part: None };
            out.push(Stm::new(Pat::one(*row), scratch, loc.clone()));
            let Out::Point(val) = *val else { base::bug!("inrow", "a map gives elements") };
            let write = Exp::Write { arr: *param, index: vec![index.into()], val };
            stms.push(Stm::new(Pat::one(*to), write, loc.clone()));
        }
        let atoms = |rows: Vec<Var>| Results::vals(rows.into_iter().map(Atom::Var).collect());
        let body = Body { stms, result: atoms(filled) };
        let form = LoopForm::For { index, count: s.width };
        let l = Loop { params: Pat::vals(params), init: atoms(rows), form, body };
        out.push(Stm::new(pat.clone(), Exp::Loop(Box::new(l)), loc.clone()));
    }

    /// What a round of a loop has for an operator's element.
    fn element(&self, param: Var, input: &Input, index: Var, loc: &Loc) -> Stm<Soac> {
        let exp = match *input {
            Input::Iota => Exp::Atom(index.into()),
            Input::Array(arr) if self.vars[param].ty.is_array() => {
                Exp::View(View::Row { arr, index: vec![index.into()] })
            }
            Input::Array(arr) => Exp::Read { arr, index: vec![index.into()] },
            Input::Acc(_) => base::bug!("inrow", "an accumulator is not read"),
        };
        Stm::new(Pat::one(param), exp, loc.clone())
    }

    /// A map that updates accumulators, as a loop that overwrites rows.
    fn map(&mut self, pat: &Pat, s: Screma<Soac>, loc: &Loc, rows: &mut Rows, out: &mut Vec<Stm<Soac>>) {
        let index = fresh(self.vars, "e", Type::i64());
        let (mut stms, mut params, mut init, mut roots) = (vec![], vec![], vec![], vec![]);
        let mut own = rows.clone();
        for (param, input) in s.inputs {
            let Input::Acc(acc) = input else {
                stms.push(self.element(param, &input, index, loc));
                continue;
            };
            let (old, def) = rows[&acc].clone();
            let carried = self.versions(&old);
            init.extend(old.into_iter().map(Atom::Var));
            params.extend(&carried);
            roots.push(def.param);
            own.insert(param, (carried, def));
        }
        for stm in s.body {
            self.stm(stm, &mut own, &mut stms);
        }
        let accs: Vec<Var> = s.clauses.outs.iter().filter_map(Out::atom).filter_map(Atom::var).collect();
        let (mut results, mut given) = (vec![], vec![]);
        for root in roots {
            let Some((var, acc)) = pat.all().zip(&accs).find(|(_, acc)| own[*acc].1.param == root) else {
                base::bug!("inrow", "a map passes its accumulators on")
            };
            let (last, def) = own[acc].clone();
            let new = self.versions(&last);
            results.extend(last.into_iter().map(Atom::Var));
            given.extend(&new);
            rows.insert(var, (new, def));
        }
        let form = LoopForm::For { index, count: s.width };
        let body = Body { stms, result: Results::vals(results) };
        let l = Loop { params: Pat::vals(params), init: Results::vals(init), form, body };
        out.push(Stm::new(Pat::vals(given), Exp::Loop(Box::new(l)), loc.clone()));
    }
}

/// The rows that an accumulator stands for.
fn rows_of(rows: &Rows, acc: Atom) -> Vec<Var> {
    acc.var().and_then(|acc| rows.get(&acc)).map(|(rows, _)| rows.clone()).unwrap_or_default()
}

/// Whether there are so few elements that a point goes through them alone.
fn is_small(width: Atom) -> bool {
    width.as_i64().is_some_and(|width| width <= SMALL)
}

/// Whether an expression may take more time than a few operations do.
fn takes_long(exp: &Exp<Soac>) -> bool {
    match exp {
        Exp::Op(Soac::Screma(s)) => !is_small(s.width),
        Exp::Op(Soac::Stream(_)) | Exp::Loop(_) | Exp::Call { .. } | Exp::WithAcc { .. } => true,
        Exp::Atom(_)
        | Exp::Prim(_)
        | Exp::Read { .. }
        | Exp::Check(_)
        | Exp::Trace { .. }
        | Exp::Total { .. }
        | Exp::View(_)
        | Exp::Copy { .. }
        | Exp::Scratch { .. }
        | Exp::Write { .. }
        | Exp::UpdateAcc { .. }
        | Exp::If { .. } => false,
    }
}
