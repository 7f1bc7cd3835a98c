//! Loops inside of maps that carry small arrays of constant size, which every round makes anew by writing their elements out.
//!
//! ```text
//! let a = array [1, 2]
//! let r = loop (s) = (a) for i < k do { let x = s[1]  let b = array [x, i] in (b) }
//!   =>
//! let (e, f) = loop (s0, s1) = (1, 2) for i < k do { in (s1, i) }
//! let r = array [e, f]
//! ```
//!
//! A loop of scalars is scalar code and stays in its kernel. The array is made again where it is used otherwise than by reads at
//! constant indices: at the start of the round, and after the loop. What a round returns may pass through branches and inner loops,
//! which then return elements too, and may be an array of such arrays. The elements of a start that is not written out are read.
//!
//! Does not do: arrays that are updated in place, which a kernel keeps as rows of the point; arrays that a loop only hands on, which
//! are read where they lie; loops with other operators than reductions and trivial maps, which are loops of the host anyway.

use super::literals::SMALL;
use crate::flatten::sequential::is_trivial_map;
use base::{Loc, ScalarType};
use ir::walk::{Subst, used_vars};
use ir::{
    Atom, Body, Dim, Exp, Fun, Loop, LoopForm, Out, Pat, Screma, Soac, Stm, Type, Var, Vars, View, fresh,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Rewrites the loops of a function.
pub(super) fn carried(fun: &mut Fun<Soac>, vars: &mut Vars) {
    let mut origins = Origins { vars, of: FxHashMap::default() };
    origins.block(&fun.body.stms, false);
    let chosen = origins.chosen();
    if chosen.is_empty() {
        return;
    }
    let mut rewriter = Rewriter { vars, chosen, elems: FxHashMap::default() };
    rewriter.block(&mut fun.body.stms);
    let Rewriter { elems, .. } = rewriter;
    while drop_unused(&mut fun.body, &elems) {}
}

/// How an array of few elements comes about.
enum Origin {
    /// Its elements are written out, or are those of these arrays.
    Written(Vec<Var>),
    /// It is one of these arrays.
    One(Vec<Var>),
    /// A loop carries it: its start, and what a round returns.
    Carried { start: Option<Var>, round: Var },
}

/// The origins of the small arrays of a function.
struct Origins<'a> {
    vars: &'a Vars,
    of: FxHashMap<Var, Origin>,
}

impl Origins<'_> {
    fn block(&mut self, block: &[Stm<Soac>], inside: bool) {
        for stm in block {
            self.stm(stm, inside);
            let inside = inside || matches!(stm.exp, Exp::Op(_));
            stm.exp.blocks(&mut |block| self.block(block, inside));
        }
    }

    fn stm(&mut self, stm: &Stm<Soac>, inside: bool) {
        if let ([var], Some(origin)) = (&stm.pat.vals[..], origin(&stm.exp, self.vars)) {
            self.insert(*var, origin);
        }
        if !inside {
            return;
        }
        if let Exp::If { then, els, .. } = &stm.exp {
            let sides = then.result.vals.iter().zip(&els.result.vals);
            for (var, (a, b)) in stm.pat.vals.iter().zip(sides) {
                self.insert(*var, Origin::One([a, b].into_iter().filter_map(|a| a.var()).collect()));
            }
        }
        if let Exp::Loop(l) = &stm.exp
            && is_code(std::slice::from_ref(stm), self.vars)
        {
            for (i, var) in stm.pat.vals.iter().enumerate() {
                let (param, start) = (l.params.vals[i], l.init.vals[i].var());
                if let Atom::Var(round) = l.body.result.vals[i]
                    && self.vars[param].ty == self.vars[*var].ty
                {
                    self.insert(param, Origin::Carried { start, round });
                    self.insert(*var, Origin::One(vec![param]));
                }
            }
        }
    }

    fn insert(&mut self, var: Var, origin: Origin) {
        if constant_dims(&self.vars[var].ty).is_some() {
            self.of.insert(var, origin);
        }
    }

    /// The arrays that are carried element by element, and those that they come from.
    fn chosen(&self) -> FxHashSet<Var> {
        let mut known: FxHashSet<Var> = self.of.keys().copied().filter(|v| self.is_remade(*v)).collect();
        loop {
            let unknown: Vec<Var> = known.iter().copied().filter(|v| !self.is_known(*v, &known)).collect();
            if unknown.is_empty() {
                break;
            }
            unknown.iter().for_each(|v| _ = known.remove(v));
        }
        let is_carried = |v: &Var| matches!(self.of[v], Origin::Carried { .. });
        let mut left: Vec<Var> = known.iter().copied().filter(is_carried).collect();
        let results = self.of.iter().filter(|(var, origin)| {
            matches!(origin, Origin::One(of) if of.len() == 1 && left.contains(&of[0])) && known.contains(var)
        });
        let results: Vec<Var> = results.map(|(var, _)| *var).collect();
        left.extend(results);
        let mut chosen = FxHashSet::default();
        while let Some(var) = left.pop() {
            if known.contains(&var) && chosen.insert(var) {
                match &self.of[&var] {
                    Origin::Written(of) | Origin::One(of) => left.extend(of),
                    Origin::Carried { start, round } => left.extend(start.iter().chain([round])),
                }
            }
        }
        chosen
    }

    /// Whether the elements of an array are known where those of the others are.
    fn is_known(&self, var: Var, known: &FxHashSet<Var>) -> bool {
        let same = |of: &Var| known.contains(of) && self.vars[*of].ty == self.vars[var].ty;
        match &self.of[&var] {
            Origin::Written(of) => of.iter().all(|v| known.contains(v)),
            Origin::One(of) => !of.is_empty() && of.iter().all(same),
            Origin::Carried { round, .. } => same(round),
        }
    }

    /// Whether the rounds of the loop that carries an array make it anew.
    fn is_remade(&self, var: Var) -> bool {
        let Some(Origin::Carried { round, .. }) = self.of.get(&var) else { return true };
        let (mut left, mut seen) = (vec![*round], FxHashSet::default());
        while let Some(var) = left.pop() {
            if !seen.insert(var) {
                continue;
            }
            match self.of.get(&var) {
                Some(Origin::Written(_)) => return true,
                Some(Origin::One(of)) => left.extend(of),
                // Of an inner loop what its rounds return: what it starts with is older.
                Some(Origin::Carried { round, .. }) => left.push(*round),
                None => {}
            }
        }
        false
    }
}

/// Where an array comes from that neither a branch nor a loop returns.
fn origin(exp: &Exp<Soac>, vars: &Vars) -> Option<Origin> {
    if let Exp::Atom(Atom::Var(arr)) | Exp::Copy { arr } = exp {
        return Some(Origin::One(vec![*arr]));
    }
    let Exp::View(view) = exp else { return None };
    match view {
        View::Literal { .. } => Some(Origin::Written(vec![])),
        View::Replicate { x, .. } => {
            let array = x.var().filter(|x| vars[*x].ty.is_array());
            Some(Origin::Written(array.into_iter().collect()))
        }
        View::Concat { arrs, .. } => Some(Origin::Written(arrs.clone())),
        View::Row { arr, index } => {
            let constant = index.iter().all(|i| i.as_i64().is_some());
            constant.then(|| Origin::Written(vec![*arr]))
        }
        View::Iota { .. }
        | View::Slice { .. }
        | View::Gather { .. }
        | View::Rearrange { .. }
        | View::Reshape { .. }
        | View::Recast { .. } => None,
    }
}

/// The sizes of an array of constant size and few elements.
fn constant_dims(ty: &Type) -> Option<Vec<usize>> {
    let Type::Data { dims, .. } = ty else { return None };
    let size =
        |dim: &Dim| dim.size.as_i64().filter(|_| dim.is_uniform()).and_then(|n| usize::try_from(n).ok());
    let sizes: Vec<usize> = dims.iter().map(size).collect::<Option<_>>()?;
    let count = sizes.iter().try_fold(1usize, |n, size| n.checked_mul(*size))?;
    (!sizes.is_empty() && (1..=SMALL).contains(&count)).then_some(sizes)
}

/// Whether a block of a loop can be code of a kernel, as far as its operators are concerned.
fn is_code(block: &[Stm<Soac>], vars: &Vars) -> bool {
    block.iter().all(|stm| {
        let mut code = !matches!(stm.exp, Exp::Call { .. });
        if let Exp::Op(op) = &stm.exp {
            let reduced = |(var, out): (Var, &Out)| match out {
                Out::Acc(_) => true,
                Out::Row(_) => vars[var].ty.as_scalar().is_some(),
                Out::Point(_) | Out::Kept(_) | Out::Count | Out::Owned(_) | Out::Offsets(_) | Out::Cert => {
                    false
                }
            };
            let inner = |s: &Screma<Soac>| stm.pat.all().zip(&s.clauses.outs).all(reduced);
            code = matches!(op, Soac::Screma(s) if is_trivial_map(s, vars) || inner(s));
        }
        stm.exp.blocks(&mut |block| code = code && is_code(block, vars));
        code
    })
}

struct Rewriter<'a> {
    vars: &'a mut Vars,
    /// The arrays that become scalars where branches and loops return them.
    chosen: FxHashSet<Var>,
    /// The elements of these arrays, in order of their indices.
    elems: FxHashMap<Var, Vec<Atom>>,
}

impl Rewriter<'_> {
    fn block(&mut self, block: &mut Vec<Stm<Soac>>) {
        for mut stm in std::mem::take(block) {
            if let Exp::Read { arr, index } = &stm.exp
                && let Some(elem) = self.element(*arr, index)
            {
                stm.exp = Exp::Atom(elem);
            }
            if let Exp::Loop(l) = &mut stm.exp {
                self.start(l, &stm.loc, block);
            }
            stm.exp.blocks_mut(&mut |block, _| self.block(block));
            let loc = stm.loc.clone();
            let made = self.results(&mut stm);
            if let [var] = stm.pat.vals[..]
                && self.chosen.contains(&var)
                && let Some(elems) = self.written(&stm.exp)
            {
                self.elems.insert(var, elems);
            }
            block.push(stm);
            for (var, elems) in made {
                self.make(var, elems, &loc, block);
            }
        }
    }

    /// The elements of an array that a statement writes out.
    fn written(&self, exp: &Exp<Soac>) -> Option<Vec<Atom>> {
        if let Exp::Atom(Atom::Var(arr)) | Exp::Copy { arr } = exp {
            return self.elems.get(arr).cloned();
        }
        let Exp::View(view) = exp else { return None };
        match view {
            View::Literal { elems, .. } => Some(elems.clone()),
            View::Replicate { n, x } => {
                let elems = x.var().and_then(|x| self.elems.get(&x)).cloned().unwrap_or_else(|| vec![*x]);
                Some(elems.repeat(usize::try_from(n.as_i64()?).ok()?))
            }
            View::Concat { arrs, .. } => {
                let parts: Option<Vec<_>> = arrs.iter().map(|arr| self.elems.get(arr).cloned()).collect();
                Some(parts?.concat())
            }
            View::Row { arr, index } => Some(self.elems.get(arr)?[self.position(*arr, index)?].to_vec()),
            View::Iota { .. }
            | View::Slice { .. }
            | View::Gather { .. }
            | View::Rearrange { .. }
            | View::Reshape { .. }
            | View::Recast { .. } => None,
        }
    }

    /// Where the elements at constant indices stand among those of an array.
    fn position(&self, arr: Var, index: &[Atom]) -> Option<std::ops::Range<usize>> {
        let sizes = constant_dims(&self.vars[arr].ty)?;
        let mut first = 0;
        for (i, size) in index.iter().zip(&sizes) {
            let i = usize::try_from(i.as_i64()?).ok().filter(|i| i < size)?;
            first = first * size + i;
        }
        let count: usize = sizes[index.len()..].iter().product();
        Some(first * count..(first + 1) * count)
    }

    fn element(&self, arr: Var, index: &[Atom]) -> Option<Atom> {
        self.elems.get(&arr)?[self.position(arr, index)?].first().copied()
    }

    /// Makes a loop carry elements; its arrays are made of them at the start of a round.
    fn start(&mut self, l: &mut Loop<Soac>, loc: &Loc, out: &mut Vec<Stm<Soac>>) {
        let mut made = vec![];
        for i in (0..l.params.vals.len()).rev() {
            let (param, Atom::Var(start)) = (l.params.vals[i], l.init.vals[i]) else { continue };
            if !self.chosen.contains(&param) {
                continue;
            }
            let given = self.elems.get(&start).cloned().unwrap_or_else(|| self.read(start, loc, out));
            let elems = self.scalars(param);
            l.init.vals.splice(i..=i, given);
            l.params.vals.splice(i..=i, elems.iter().filter_map(|e| e.var()));
            made.push((param, elems));
        }
        let mut stms = vec![];
        for (param, elems) in made {
            if let LoopForm::While(cond) = &mut l.form {
                let copy = fresh(self.vars, &self.vars[param].name.clone(), self.vars[param].ty.clone());
                let body = std::mem::replace(cond, Body { stms: vec![], result: Default::default() });
                *cond = Subst::new(self.vars, [(param, copy.into())]).apply(body);
                let mut front = vec![];
                self.make(copy, elems.clone(), loc, &mut front);
                cond.stms.splice(0..0, front);
            }
            self.make(param, elems, loc, &mut stms);
        }
        l.body.stms.splice(0..0, stms);
    }

    /// Makes a branch or loop return elements; gives the arrays that it returned.
    fn results(&mut self, stm: &mut Stm<Soac>) -> Vec<(Var, Vec<Atom>)> {
        let mut bodies = if let Exp::If { then, els, .. } = &mut stm.exp {
            vec![then.as_mut(), els.as_mut()]
        } else if let Exp::Loop(l) = &mut stm.exp {
            vec![&mut l.body]
        } else {
            return vec![];
        };
        let mut made = vec![];
        for i in (0..stm.pat.vals.len()).rev() {
            let var = stm.pat.vals[i];
            if !self.chosen.contains(&var) {
                continue;
            }
            for body in &mut bodies {
                let elems = body.result.vals[i].var().and_then(|v| self.elems.get(&v)).cloned();
                let Some(elems) = elems else {
                    base::bug!("mask", "the elements of a chosen array are known")
                };
                body.result.vals.splice(i..=i, elems);
            }
            let elems = self.scalars(var);
            stm.pat.vals.splice(i..=i, elems.iter().filter_map(|e| e.var()));
            made.push((var, elems));
        }
        made
    }

    /// New scalars for the elements of an array.
    fn scalars(&mut self, arr: Var) -> Vec<Atom> {
        let info = self.vars[arr].clone();
        let count = constant_dims(&info.ty).map_or(0, |sizes| sizes.iter().product());
        let elem = info.ty.with_dims(vec![]);
        (0..count).map(|_| fresh(self.vars, &info.name, elem.clone()).into()).collect()
    }

    /// Reads all elements of an array.
    fn read(&mut self, arr: Var, loc: &Loc, out: &mut Vec<Stm<Soac>>) -> Vec<Atom> {
        let elems = self.scalars(arr);
        let sizes = constant_dims(&self.vars[arr].ty).unwrap_or_default();
        for (k, elem) in elems.iter().enumerate() {
            let mut rest = k;
            let mut index: Vec<Atom> = vec![];
            for size in sizes.iter().rev() {
                index.push(Atom::i64((rest % size) as i64));
                rest /= size;
            }
            index.reverse();
            out.push(Stm::new(
                Pat::vals(elem.var().into_iter().collect()),
                Exp::Read { arr, index },
                loc.clone(),
            ));
        }
        elems
    }

    /// Makes an array of its elements.
    fn make(&mut self, var: Var, elems: Vec<Atom>, loc: &Loc, out: &mut Vec<Stm<Soac>>) {
        let ty = self.vars[var].ty.clone();
        let elem = ty.elem().unwrap_or(ScalarType::I64);
        let exp = if ty.rank() == 1 {
            Exp::View(View::Literal { elem, elems: elems.clone() })
        } else {
            let size = ty.dims()[0].size;
            let rows = elems.chunks(elems.len() / size.as_i64().map_or(1, |n| n as usize));
            let row_ty = ty.with_dims(ty.dims()[1..].to_vec());
            let mut arrs = vec![];
            for row_elems in rows {
                let row = fresh(self.vars, "row", row_ty.clone());
                self.make(row, row_elems.to_vec(), loc, out);
                let mut dims = ty.dims().to_vec();
                dims[0] = Dim::uniform(Atom::i64(1));
                let one = fresh(self.vars, "rep", ty.with_dims(dims));
                let exp = Exp::View(View::Replicate { n: Atom::i64(1), x: row.into() });
                self.elems.insert(one, row_elems.to_vec());
                out.push(Stm::new(Pat::one(one), exp, loc.clone()));
                arrs.push(one);
            }
            Exp::View(View::Concat { arrs, size })
        };
        self.elems.insert(var, elems);
        out.push(Stm::new(Pat::one(var), exp, loc.clone()));
    }
}

/// Drops the arrays of known elements that nothing uses any more.
fn drop_unused(body: &mut Body<Soac>, known: &FxHashMap<Var, Vec<Atom>>) -> bool {
    let mut used: FxHashSet<Var> = used_vars(&body.result).into_iter().collect();
    body.stms.iter().for_each(|stm| used.extend(used_vars(&stm.exp)));
    fn sweep(block: &mut Vec<Stm<Soac>>, unused: &dyn Fn(&Stm<Soac>) -> bool) -> bool {
        let before = block.len();
        block.retain(|stm| !unused(stm));
        let mut dropped = block.len() < before;
        for stm in block {
            stm.exp.blocks_mut(&mut |block, _| dropped |= sweep(block, unused));
        }
        dropped
    }
    let unused = |stm: &Stm<Soac>| {
        let array = matches!(stm.exp, Exp::View(_) | Exp::Copy { .. } | Exp::Atom(_));
        array && matches!(stm.pat.vals[..], [var] if known.contains_key(&var) && !used.contains(&var))
    };
    sweep(&mut body.stms, &unused)
}
