//! Loops of maps become maps of loops, where each element goes its own way.
//!
//! ```text
//! loop (xs = xs0) for i < k do { ys = screma w (x <- xs, a <- as) { y = f i x a } out (y)  in (ys) }
//!   =>
//! screma w (x0 <- xs0, a <- as) { z = loop (x = x0) for i < k do { y = f i x a  in (y) } } out (z)
//! ```
//!
//! Only loops in maps whose number of rounds varies with these, as regularity detection says: rows that stop at different rounds are launches of their own in every round,
//! and are copied when they stop. Rounds that are the same for all points stay loops of the host, whose maps have vectors where an
//! element's rounds wait for each other. This is loop interchange, the other way round than flattening does it (G7 of the seeds).
//!
//! What a round computes beside its maps, carried scalars and the condition of a `while` included, is repeated at every element: only where
//! the maps take at least twice as long (`effects::cost`), and only total code, since an empty array has no element where a check would
//! fail. Carried scalars that are results are computed by a loop of their own.
//!
//! Precondition and postcondition: verified Core. Does not do: rounds that read other elements than their own, rounds with other operators than
//! maps, and elements that are computed by operators, whose parallelism would be lost.

use crate::effects::{cost, has_effect};
use crate::element_code::is_scalar_code;
use crate::regularity::{self, Regularity};
use crate::shapes;
use base::Loc;
use ir::{
    Atom, Body, Core, Dim, Exp, Input, Loop, LoopForm, Out, Pat, Results, Screma, Soac, Stm, Type, Var, Vars,
    View, fresh, peel, walk,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Rewrites every function.
pub fn sink(mut prog: Core) -> Core {
    for fun in &mut prog.funs {
        if !fun.body.stms.iter().any(|stm| stm.exp.any(&mut |exp| matches!(exp, Exp::Loop(_)))) {
            continue;
        }
        let shapes = shapes::analyse(&prog.vars, fun);
        let regularity = regularity::analyse(&prog.vars, fun, Some(&shapes));
        Sinker { vars: &mut prog.vars, regularity }.block(&mut fun.body.stms, Place::Host);
    }
    prog
}

/// Where a statement stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Outside of maps.
    Host,
    /// In a map.
    Map,
    /// In a loop of a map whose number of rounds varies with the map.
    Rounds,
}

struct Sinker<'a> {
    vars: &'a mut Vars,
    regularity: Regularity,
}

impl Sinker<'_> {
    /// Rewrites the loops of a block, inner ones first.
    fn block(&mut self, stms: &mut Vec<Stm<Soac>>, place: Place) {
        for mut stm in std::mem::take(stms) {
            let mut below = place;
            if matches!(stm.exp, Exp::Op(_)) && place == Place::Host {
                below = Place::Map;
            } else if matches!(&stm.exp, Exp::Loop(l) if place == Place::Map && self.varies(l)) {
                below = Place::Rounds;
            }
            stm.exp.blocks_mut(&mut |inner, _| self.block(inner, below));
            match Some(&stm).filter(|_| below == Place::Rounds).and_then(|stm| sunk(stm, self.vars)) {
                Some(made) => stms.extend(made),
                None => stms.push(stm),
            }
        }
    }

    /// Whether the number of rounds varies with the map that a loop stands in: what flattening asks, too.
    fn varies(&self, l: &Loop<Soac>) -> bool {
        match &l.form {
            LoopForm::For { count, .. } => !self.regularity.is_avoided(*count),
            LoopForm::While(cond) => {
                !cond.result.vals.iter().all(|goes_on| self.regularity.is_avoided(*goes_on))
            }
        }
    }
}

/// A loop as a map of loops, after a loop of its carried scalars; nothing if it cannot be one.
fn sunk(stm: &Stm<Soac>, vars: &mut Vars) -> Option<Vec<Stm<Soac>>> {
    let Exp::Loop(l) = &stm.exp else { return None };
    let (rows, numbers): (Vec<usize>, Vec<usize>) =
        (0..l.params.vals.len()).partition(|i| vars[l.params.vals[*i]].ty.is_array());
    let plain = numbers.iter().all(|i| vars[l.params.vals[*i]].ty.as_scalar().is_some());
    if !l.params.sizes.is_empty() || !plain {
        return None;
    }
    let width = vars[l.params.vals[*rows.first()?]].ty.dims()[0].size;
    if rows.iter().any(|i| vars[l.params.vals[*i]].ty.dims()[0] != Dim::uniform(width)) {
        return None;
    }
    if !repeats_little(l, vars) {
        return None;
    }
    let code = Rounds::of(l, width, vars)?;
    let around = code.around.clone();
    let map = code.map(stm, l, &rows, vars)?;
    let mut made = vec![];
    if !numbers.is_empty() {
        made.push(scalars(stm, l, &numbers, around, vars));
    }
    made.push(map);
    Some(made)
}

/// The loop without its arrays.
fn scalars(
    stm: &Stm<Soac>,
    l: &Loop<Soac>,
    numbers: &[usize],
    around: Vec<Stm<Soac>>,
    vars: &mut Vars,
) -> Stm<Soac> {
    let vals = |all: &[Atom]| Results::vals(numbers.iter().map(|i| all[*i]).collect());
    let names = |all: &[Var]| Pat::vals(numbers.iter().map(|i| all[*i]).collect());
    let body = Body { stms: around, result: vals(&l.body.result.vals) };
    let params = names(&l.params.vals);
    let copy = Loop { params, init: vals(&l.init.vals), form: l.form.clone(), body };
    let exp: Exp<Soac> = walk::Subst::renaming(vars, []).apply(Exp::Loop(Box::new(copy)));
    Stm { pat: names(&stm.pat.vals), exp, loc: stm.loc.clone(), attrs: stm.attrs.clone() }
}

/// The rounds of a loop, as one element sees them. All of it has new names: the loop stays as it is until this is known to be all of it.
struct Rounds {
    width: Atom,
    /// The index of the element.
    index: Var,
    /// What is bound in the loop.
    bound: FxHashSet<Var>,
    /// Arrays from outside, and what their element is called.
    given: Vec<(Var, Var)>,
    /// What the scalars of a round are at the element. Arrays are not among them: who reads more of one than its element is noticed.
    here: FxHashMap<Var, Atom>,
    /// What the elements of a round's arrays are.
    elems: FxHashMap<Var, Atom>,
    /// Rows of arrays from outside that a round looks at.
    rows: FxHashMap<Var, (Var, Vec<Atom>)>,
    /// One round.
    stms: Vec<Stm<Soac>>,
    /// What rounds do beside maps, by its old names.
    around: Vec<Stm<Soac>>,
    /// Attributes of the maps.
    attrs: Vec<String>,
}

impl Rounds {
    /// The rounds without their results; nothing where they are more than maps.
    fn of(l: &Loop<Soac>, width: Atom, vars: &mut Vars) -> Option<Rounds> {
        let mut code = Rounds {
            width,
            index: fresh(vars, "e", Type::i64()),
            bound: walk::bound_vars(&l.body).into_iter().chain(l.params.all()).collect(),
            given: vec![],
            here: FxHashMap::default(),
            elems: FxHashMap::default(),
            rows: FxHashMap::default(),
            stms: vec![],
            around: vec![],
            attrs: vec![],
        };
        match &l.form {
            LoopForm::For { index, .. } => {
                code.bound.insert(*index);
                let name = vars[*index].name.clone();
                code.here.insert(*index, fresh(vars, &name, Type::i64()).into());
            }
            LoopForm::While(cond) => code.bound.extend(walk::bound_vars(&cond.stms)),
        }
        for param in &l.params.vals {
            let (name, ty) = (vars[*param].name.clone(), vars[*param].ty.clone());
            if ty.is_array() {
                let ty = code.element_type(&ty, vars);
                code.elems.insert(*param, fresh(vars, &name, ty).into());
            } else {
                code.here.insert(*param, fresh(vars, &name, ty).into());
            }
        }
        for stm in &l.body.stms {
            if let Exp::Op(Soac::Screma(s)) = &stm.exp {
                code.map_of_round(&stm.pat, s, &stm.loc, vars)?;
                code.attrs.extend(stm.attrs.iter().cloned());
            } else {
                code.beside(stm, vars)?;
            }
        }
        Some(code)
    }

    /// What rounds do beside maps.
    fn beside(&mut self, stm: &Stm<Soac>, vars: &mut Vars) -> Option<()> {
        match (&stm.exp, stm.pat.vals.as_slice()) {
            (Exp::View(View::Row { arr, index }), [row]) if stm.pat.sizes.is_empty() => {
                let index = index.iter().map(|at| self.value(*at)).collect();
                (!self.bound.contains(arr)).then(|| _ = self.rows.insert(*row, (*arr, index)))
            }
            (Exp::Atom(Atom::Var(old)), [new]) if vars[*new].ty.is_array() => {
                let elem = self.element(*old, &stm.loc, vars)?;
                self.elems.insert(*new, elem);
                Some(())
            }
            _ if is_total_code(std::slice::from_ref(stm), vars) => {
                let vals = stm.pat.vals.iter().map(|v| Atom::Var(*v)).collect();
                let vals = self.take(vec![stm.clone()], vals, vec![], vars);
                self.here.extend(stm.pat.vals.iter().copied().zip(vals));
                self.around.push(stm.clone());
                Some(())
            }
            _ => None,
        }
    }

    /// A map of a round, at the element.
    fn map_of_round(&mut self, pat: &Pat, s: &Screma<Soac>, loc: &Loc, vars: &mut Vars) -> Option<()> {
        if !s.clauses.is_map() || !pat.sizes.is_empty() || s.width != self.width {
            return None;
        }
        let mut given = vec![];
        for (param, input) in &s.inputs {
            let elem = match input {
                Input::Iota => self.index.into(),
                Input::Array(arr) => self.element(*arr, loc, vars)?,
                Input::Acc(_) => return None,
            };
            given.push((*param, elem));
        }
        let point = |out: &Out| if let Out::Point(a) = out { Some(*a) } else { None };
        let vals = s.clauses.outs.iter().map(point).collect::<Option<Vec<Atom>>>()?;
        let mut body = s.body.clone();
        for (index, _) in s.inputs.iter().filter(|(_, input)| *input == Input::Iota) {
            self.own_reads(&mut body, *index, loc, vars);
        }
        let vals = self.take(body, vals, given, vars);
        self.elems.extend(pat.vals.iter().copied().zip(vals));
        Some(())
    }

    /// Reads of a round's arrays at the index of the element are the element.
    fn own_reads(&mut self, block: &mut [Stm<Soac>], at: Var, loc: &Loc, vars: &mut Vars) {
        for stm in block {
            if let Exp::Read { arr, index } = &stm.exp
                && self.bound.contains(arr)
                && *index == [Atom::Var(at)]
                && let Some(elem) = self.element(*arr, loc, vars)
            {
                stm.exp = Exp::Atom(elem);
            }
            stm.exp.blocks_mut(&mut |inner, _| self.own_reads(inner, at, loc, vars));
        }
    }

    /// Goes on with code of a round, under new names; returns what its values are.
    fn take(
        &mut self,
        stms: Vec<Stm<Soac>>,
        vals: Vec<Atom>,
        given: Vec<(Var, Atom)>,
        vars: &mut Vars,
    ) -> Vec<Atom> {
        let mut known = self.here.clone();
        known.extend(given);
        let body = walk::Subst::renaming(vars, known).apply(Body { stms, result: Results::vals(vals) });
        self.stms.extend(body.stms);
        body.result.vals
    }

    /// What a scalar of a round is at the element.
    fn value(&self, old: Atom) -> Atom {
        old.var().and_then(|v| self.here.get(&v).copied()).unwrap_or(old)
    }

    /// The element of an array, if it is one over the elements; of a row, by a statement that reads it.
    fn element(&mut self, arr: Var, loc: &Loc, vars: &mut Vars) -> Option<Atom> {
        if let Some(elem) = self.elems.get(&arr) {
            return Some(*elem);
        }
        if vars[arr].ty.dims()[0] != Dim::uniform(self.width) {
            return None;
        }
        let Some((whole, index)) = self.rows.get(&arr).cloned() else {
            return (!self.bound.contains(&arr)).then(|| self.given(arr, vars).into());
        };
        let ty = vars[arr].ty.clone();
        if !ty.dims().iter().all(Dim::is_uniform) {
            return None;
        }
        let index = index.into_iter().chain([self.index.into()]).collect();
        let elem = fresh(vars, "elem", peel(&ty, Atom::Var));
        let exp = match ty.rank() {
            1 => Exp::Read { arr: whole, index },
            _ => Exp::View(View::Row { arr: whole, index }),
        };
        self.stms.push(Stm::new(Pat::one(elem), exp, loc.clone()));
        self.elems.insert(arr, elem.into());
        Some(elem.into())
    }

    /// What the element of an array from outside is called.
    fn given(&mut self, arr: Var, vars: &mut Vars) -> Var {
        if let Some((_, elem)) = self.given.iter().find(|(of, _)| *of == arr) {
            return *elem;
        }
        let (name, ty) = (vars[arr].name.clone(), vars[arr].ty.clone());
        let ty = self.element_type(&ty, vars);
        let elem = fresh(vars, &name, ty);
        self.given.push((arr, elem));
        elem
    }

    /// The type of the elements of an array. Sizes that vary with them are elements, too.
    fn element_type(&mut self, ty: &Type, vars: &mut Vars) -> Type {
        peel(ty, |sizes| self.given(sizes, vars).into())
    }

    /// The map of loops that gives the arrays among the results; nothing if an element needs more than itself, or would be computed by
    /// operators.
    fn map(mut self, stm: &Stm<Soac>, l: &Loop<Soac>, rows: &[usize], vars: &mut Vars) -> Option<Stm<Soac>> {
        let (mut params, mut init, mut vals) = (vec![], vec![], vec![]);
        for (i, param) in l.params.vals.iter().enumerate() {
            params.push(self.elems.get(param).or(self.here.get(param))?.var()?);
            let (from, to) = (l.init.vals[i], l.body.result.vals[i]);
            let row = rows.contains(&i);
            init.push(if row { self.given(from.var()?, vars).into() } else { from });
            vals.push(if row { self.element(to.var()?, &stm.loc, vars)? } else { self.value(to) });
        }
        let numbers = l.params.vals.iter().filter(|v| !vars[**v].ty.is_array());
        let carried: Vec<(Var, Atom)> = numbers.map(|v| (*v, self.here[v])).collect();
        let form = match &l.form {
            LoopForm::For { index, count } => LoopForm::For { index: self.here[index].var()?, count: *count },
            LoopForm::While(cond) => {
                LoopForm::While(walk::Subst::renaming(vars, carried).apply(cond.clone()))
            }
        };
        let results: Vec<Var> =
            params.iter().map(|v| fresh(vars, &vars[*v].name.clone(), vars[*v].ty.clone())).collect();
        let arrays = rows.iter().any(|i| vars[l.params.vals[*i]].ty.rank() > 1);
        if !arrays && !is_scalar_code(&self.stms, vars, false) {
            return None;
        }
        let body = Body { stms: self.stms, result: Results::vals(vals) };
        let inner = Loop { params: Pat::vals(params), init: Results::vals(init), form, body };
        let mut inner = Stm::new(Pat::vals(results.clone()), Exp::Loop(Box::new(inner)), stm.loc.clone());
        inner.attrs.clone_from(&stm.attrs);
        let body = if arrays { sunk(&inner, vars)? } else { vec![inner] };
        let outs = rows.iter().map(|i| Out::Point(results[*i].into())).collect();
        let inputs = [(self.index, Input::Iota)].into_iter();
        let inputs = inputs.chain(self.given.iter().map(|(arr, elem)| (*elem, Input::Array(*arr)))).collect();
        let clauses = ir::Clauses { outs, ..ir::Clauses::default() };
        let exp = Exp::Op(Soac::Screma(Screma { width: self.width, inputs, body, clauses }));
        let pat = Pat::vals(rows.iter().map(|i| stm.pat.vals[*i]).collect());
        let map = Stm { pat, exp, loc: stm.loc.clone(), attrs: self.attrs };
        // Arrays of a round have no new names: who reads more of one than its element still has the old one.
        walk::free_vars(&map, vars).iter().all(|v| !self.bound.contains(v)).then_some(map)
    }
}

/// Whether scalar code gives a value whatever its operands are, in a time that does not depend on them.
fn is_total_code(block: &[Stm<Soac>], vars: &Vars) -> bool {
    let loops = |stm: &Stm<Soac>| stm.exp.any(&mut |exp| matches!(exp, Exp::Loop(_)));
    is_scalar_code(block, vars, false) && block.iter().all(|stm| !has_effect(&stm.exp) && !loops(stm))
}

/// Whether what a round does beside maps, which would be done at every element, takes at most half as long as the maps at an element.
fn repeats_little(l: &Loop<Soac>, vars: &Vars) -> bool {
    let mut around = 0;
    if let LoopForm::While(cond) = &l.form {
        if !is_total_code(&cond.stms, vars) {
            return false;
        }
        around += time(&cond.stms);
    }
    let mut maps = 0;
    for stm in &l.body.stms {
        let part = if matches!(stm.exp, Exp::Op(_)) { &mut maps } else { &mut around };
        *part += time(std::slice::from_ref(stm));
    }
    maps > 0 && 2 * around <= maps
}

/// How many simple operations take as long as a block, each part of it evaluated once.
fn time(block: &[Stm<Soac>]) -> usize {
    let mut time = 0;
    for stm in block {
        // All of it is looked at: nothing is what is sought.
        stm.exp.any(&mut |exp| {
            let reads = matches!(exp, Exp::Read { .. } | Exp::Check(_));
            time += if let Exp::Prim(prim) = exp { cost(prim) } else { usize::from(reads) };
            false
        });
    }
    time
}
