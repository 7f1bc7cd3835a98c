//! Loops of maps become maps of loops, where each element goes its own way.
//!
//! ```text
//! loop (xs = xs0) for i < k do { ys = screma w (x <- xs, a <- as) { y = f i x a } out (y)  in (ys) }
//!   =>
//! screma w (x0 <- xs0, a <- as) { z = loop (x = x0) for i < k do { y = f i x a  in (y) } } out (z)
//! ```
//!
//! The array is read and written once instead of once a round, and inside of maps the rounds cost no launches, however different
//! their numbers are. This is loop interchange, the other way round than flattening does it (G7 of the seeds).
//!
//! What a round computes beside its maps, carried scalars and the condition of a `while` included, is repeated at every element: only where
//! the maps do at least twice as much, and only total code, since an empty array has no element where a check would fail. Carried scalars
//! that are results are computed by a loop of their own.
//!
//! Precondition and postcondition: verified Core. Does not do: rounds that read other elements than their own, rounds with other operators than
//! maps, and elements that are computed by operators, whose parallelism would be lost.

use crate::effects::has_effect;
use crate::element_code::is_scalar_code;
use base::Loc;
use ir::{
    Atom, Body, Core, Dim, Exp, Input, Loop, LoopForm, Out, Pat, Results, Screma, Soac, Stm, Type, Var, Vars,
    View, fresh, peel, walk,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Rewrites every function.
pub fn sink(mut prog: Core) -> Core {
    for fun in &mut prog.funs {
        block(&mut fun.body.stms, &mut prog.vars);
    }
    prog
}

fn block(stms: &mut Vec<Stm<Soac>>, vars: &mut Vars) {
    for mut stm in std::mem::take(stms) {
        stm.exp.blocks_mut(&mut |inner, _| block(inner, vars));
        match sunk(&stm, vars) {
            Some(made) => stms.extend(made),
            None => stms.push(stm),
        }
    }
}

/// A loop as a map of loops, behind a loop of its carried scalars; nothing if it is none.
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
    /// The rounds without their results; nothing where they are more than maps, or too much beside maps is repeated.
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
        let mut repeated = 0;
        match &l.form {
            LoopForm::For { index, .. } => {
                code.bound.insert(*index);
                let name = vars[*index].name.clone();
                code.here.insert(*index, fresh(vars, &name, Type::i64()).into());
            }
            LoopForm::While(cond) if is_total_code(&cond.stms, vars) => {
                code.bound.extend(walk::bound_vars(&cond.stms));
                repeated += size(&cond.stms);
            }
            LoopForm::While(_) => return None,
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
        let mut at_elements = 0;
        for stm in &l.body.stms {
            if let Exp::Op(Soac::Screma(s)) = &stm.exp {
                at_elements += size(&s.body);
                code.map_of_round(&stm.pat, s, &stm.loc, vars)?;
                code.attrs.extend(stm.attrs.iter().cloned());
            } else {
                code.beside(stm, vars)?;
            }
        }
        repeated += size(&code.around);
        (2 * repeated <= at_elements).then_some(code)
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
        let scalars = pat.vals.iter().all(|v| vars[*v].ty.rank() == 1);
        if !s.clauses.is_map()
            || !pat.sizes.is_empty()
            || s.width != self.width
            || scalars && !is_scalar_code(&s.body, vars, false)
        {
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
        let vals = self.take(s.body.clone(), vals, given, vars);
        self.elems.extend(pat.vals.iter().copied().zip(vals));
        Some(())
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

    /// The element of an array.
    fn element(&mut self, arr: Var, loc: &Loc, vars: &mut Vars) -> Option<Atom> {
        if let Some(elem) = self.elems.get(&arr) {
            return Some(*elem);
        }
        let Some((whole, index)) = self.rows.get(&arr).cloned() else {
            return (!self.bound.contains(&arr)).then(|| self.given(arr, vars).into());
        };
        let ty = vars[arr].ty.clone();
        if ty.dims()[0] != Dim::uniform(self.width) || !ty.dims().iter().all(Dim::is_uniform) {
            return None;
        }
        let index = index.into_iter().chain([self.index.into()]).collect();
        let elem = fresh(vars, "elem", peel(&ty, Atom::Var));
        let exp = match ty.rank() {
            1 => Exp::Read { arr: whole, index },
            _ => Exp::View(View::Row { arr: whole, index }),
        };
        self.stms.push(Stm::new(Pat::one(elem), exp, loc.clone()));
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
        let body = Body { stms: self.stms, result: Results::vals(vals) };
        let inner = Loop { params: Pat::vals(params), init: Results::vals(init), form, body };
        let mut inner = Stm::new(Pat::vals(results.clone()), Exp::Loop(Box::new(inner)), stm.loc.clone());
        inner.attrs.clone_from(&stm.attrs);
        let arrays = rows.iter().any(|i| vars[results[*i]].ty.is_array());
        let body = if arrays { sunk(&inner, vars)? } else { vec![inner] };
        let outs = rows.iter().map(|i| Out::Point(results[*i].into())).collect();
        let inputs = [(self.index, Input::Iota)].into_iter();
        let inputs = inputs.chain(self.given.iter().map(|(arr, elem)| (*elem, Input::Array(*arr)))).collect();
        let clauses = ir::Clauses { outs, ..ir::Clauses::default() };
        let exp = Exp::Op(Soac::Screma(Screma { width: self.width, inputs, body, clauses }));
        let pat = Pat::vals(rows.iter().map(|i| stm.pat.vals[*i]).collect());
        let map = Stm { pat, exp, loc: stm.loc.clone(), attrs: self.attrs };
        walk::free_vars(&map, vars).iter().all(|v| !self.bound.contains(v)).then_some(map)
    }
}

/// Whether scalar code gives a value whatever its operands are, in a time that does not depend on them.
fn is_total_code(block: &[Stm<Soac>], vars: &Vars) -> bool {
    let loops = |stm: &Stm<Soac>| stm.exp.any(&mut |exp| matches!(exp, Exp::Loop(_)));
    is_scalar_code(block, vars, false) && block.iter().all(|stm| !has_effect(&stm.exp) && !loops(stm))
}

/// How many statements there are, those inside of others included.
fn size(block: &[Stm<Soac>]) -> usize {
    let mut count = 0;
    for stm in block {
        // All of it is looked at: nothing is what is sought.
        stm.exp.any(&mut |exp| {
            count += usize::from(!matches!(exp, Exp::Atom(_)));
            false
        });
    }
    count
}
