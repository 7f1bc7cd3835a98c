//! Sizes that shape analysis shows to be equal get one name, so that arrays of one shape have one type.
//!
//! ```text
//! let (t | yss: [n][t on 0]i64) = screma n (i <- iota) { let (m | xs: [m]i64) = row xss[i]  .. } out (m, ys)     -- xss: [n][s on 0]i64
//!   =>
//! let yss: [n][s on 0]i64 = screma n (i <- iota, m <- s, xs: [m]i64 <- xss) { .. } out (ys)
//! ```
//!
//! A row at the index of the map is an input of it. Where the size that a map returns was computed otherwise, the row is recast. The
//! same for the sizes of branches (COND-SHAPE). Those of loops are left to `simplify`, which sees the new names. What has one type has
//! one array of sizes and one of offsets, and may lie in the memory of the other.
//!
//! Precondition and postcondition: verified Core. Does not do: sizes that vary with more than one level, recasts of irregular rows.

use super::checked::checked;
use super::{Node, Shapes, analyse};
use crate::simplify::Overwritten;
use base::Loc;
use ir::walk::{Mapper, Walk};
use ir::{Atom, Body, Core, Exp, Input, LoopForm, Out, Pat, Screma, Soac, Stm, Type, Var, Vars, View, fresh};
use rustc_hash::FxHashMap;

/// Shares the sizes of every function.
pub fn share(mut prog: Core) -> Core {
    for fun in &mut prog.funs {
        checked(fun, &mut prog.vars);
        let shapes = analyse(&prog.vars, fun);
        let overwritten = Overwritten::new(&fun.body);
        let mut sharer = Sharer {
            vars: &mut prog.vars,
            shapes,
            overwritten,
            scope: fun.params.iter().map(|p| p.var).collect(),
            depth: 0,
            renamed: FxHashMap::default(),
        };
        sharer.block(&mut fun.body.stms);
        let Sharer { renamed, .. } = sharer;
        if !renamed.is_empty() {
            fun.body.map_vars(&mut Renaming { vars: &mut prog.vars, renamed });
        }
    }
    prog
}

struct Sharer<'a> {
    vars: &'a mut Vars,
    shapes: Shapes,
    overwritten: Overwritten,
    /// The variables in scope.
    scope: Vec<Var>,
    /// How many maps are around.
    depth: u32,
    /// Sizes and those that take their places.
    renamed: FxHashMap<Var, Atom>,
}

impl Sharer<'_> {
    fn block(&mut self, block: &mut [Stm<Soac>]) {
        for stm in block {
            let mark = self.scope.len();
            match &mut stm.exp {
                Exp::Op(Soac::Screma(s)) => {
                    self.merge_inputs(s);
                    self.rows(s);
                    self.scope.extend(s.inputs.iter().map(|(param, _)| *param));
                    self.depth += 1;
                    self.block(&mut s.body);
                    self.block(&mut s.clauses.each);
                    self.depth -= 1;
                    self.scope.truncate(mark);
                    self.map(&mut stm.pat, s, &stm.loc);
                }
                Exp::If { then, els, .. } => {
                    self.branch(&mut stm.pat, then, els, &stm.loc);
                    for side in [then, els] {
                        self.block(&mut side.stms);
                        self.scope.truncate(mark);
                    }
                }
                Exp::Loop(l) => {
                    self.scope.extend(l.params.all());
                    if let LoopForm::For { index, .. } = &l.form {
                        self.scope.push(*index);
                    }
                    self.block(&mut l.body.stms);
                    self.scope.truncate(mark);
                }
                Exp::WithAcc { body, .. } => {
                    self.block(&mut body.stms);
                    self.scope.truncate(mark);
                }
                Exp::Atom(_)
                | Exp::Prim(_)
                | Exp::Read { .. }
                | Exp::Check(_)
                | Exp::Op(Soac::Stream(_))
                | Exp::Trace { .. }
                | Exp::View(_)
                | Exp::Copy { .. }
                | Exp::Scratch { .. }
                | Exp::Total { .. }
                | Exp::Write { .. }
                | Exp::UpdateAcc { .. }
                | Exp::Call { .. } => {}
            }
            self.scope.extend(stm.pat.all());
        }
    }

    /// A size that was there before and is equal to this one. A number that is no size yet has not been checked to be one.
    fn same_before(&self, size: Var) -> Option<Atom> {
        let number = self.shapes.number(size)?;
        if let Node::Const(c) = self.shapes.numbers.node(number) {
            return Some(Atom::Const(*c)).filter(|_| self.vars[size].ty.rank() == 0);
        }
        let same = |var: &&Var| {
            self.shapes.number(**var) == Some(number)
                && self.type_of(**var) == self.type_of(size)
                && self.is_size(**var)
        };
        self.scope.iter().find(same).map(|var| Atom::Var(*var))
    }

    /// Whether a variable is a size of an array in scope, and stays as it is.
    fn is_size(&self, size: Var) -> bool {
        let named = |var: &Var| self.type_of(*var).dims().iter().any(|d| d.size == Atom::Var(size));
        self.scope.iter().any(named) && (self.vars[size].ty.rank() == 0 || self.overwritten.is_free(size))
    }

    /// The type of a variable under the new names.
    fn type_of(&self, var: Var) -> Type {
        self.vars[var].ty.map_sizes(|a| renamed(&self.renamed, a))
    }

    /// Arrays that have become one are one input: the sizes of rows are known by it.
    fn merge_inputs(&mut self, s: &mut Screma<Soac>) {
        let mut seen: Vec<(Var, Atom)> = vec![];
        s.inputs.retain(|(param, input)| {
            let Input::Array(arr) = input else { return true };
            let arr = renamed(&self.renamed, (*arr).into());
            match seen.iter().find(|(_, other)| *other == arr) {
                Some((known, _)) => _ = self.renamed.insert(*param, (*known).into()),
                None => {
                    seen.push((*param, arr));
                    return true;
                }
            }
            false
        });
    }

    /// Rows that a map takes at its own index become its inputs, with their sizes.
    fn rows(&mut self, s: &mut Screma<Soac>) {
        let mut body = vec![];
        for stm in std::mem::take(&mut s.body) {
            if let Exp::View(View::Row { arr, index }) = &stm.exp
                && self.is_own_row(s.width, *arr, index)
            {
                self.row_input(s, &stm.pat, *arr);
            } else {
                body.push(stm)
            }
        }
        s.body = body;
    }

    /// Whether a row of an array from outside is the one at the index of the map.
    fn is_own_row(&mut self, width: Atom, arr: Var, index: &[Atom]) -> bool {
        let [index] = index else { return false };
        let own = self.shapes.numbers.make(Node::Level(self.depth));
        let ty = self.type_of(arr);
        let all = ty.dims()[0].size == renamed(&self.renamed, width);
        // Sizes of rows that vary with nothing else are inputs themselves.
        let plain = ty.dims().iter().all(|d| d.on.is_empty() || d.on == [0]);
        let free = self.overwritten.is_free(arr) && self.scope.contains(&arr);
        all && plain && free && self.shapes.atom(*index) == own
    }

    fn row_input(&mut self, s: &mut Screma<Soac>, pat: &Pat, arr: Var) {
        let dims = self.type_of(arr).dims().to_vec();
        let sizes = dims.iter().filter(|d| !d.is_uniform()).filter_map(|d| d.size.var());
        let inputs: Vec<(Var, Var)> =
            pat.sizes.iter().copied().zip(sizes).chain([(pat.vals[0], arr)]).collect();
        for (param, array) in inputs {
            let same = |(_, other): &(Var, Var)| renamed(&self.renamed, (*other).into()) == Atom::Var(array);
            let known = s.arrays().find(same).map(|(known, _)| known);
            match known {
                Some(known) => _ = self.renamed.insert(param, known.into()),
                None => s.inputs.push((param, Input::Array(array))),
            }
        }
    }

    /// A map that returns sizes which are those of the rows of another array.
    fn map(&mut self, pat: &mut Pat, s: &mut Screma<Soac>, loc: &Loc) {
        if !s.clauses.is_map() {
            return;
        }
        for i in (0..pat.sizes.len()).rev() {
            let size = pat.sizes[i];
            let Out::Point(own) = s.clauses.outs[i] else { continue };
            let Atom::Var(own) = renamed(&self.renamed, own) else { continue };
            let Some(Atom::Var(same)) = self.same_before(size).filter(|_| self.vars[size].ty.rank() == 1)
            else {
                continue;
            };
            if s.clauses.out_atoms().any(|a| self.is_nested(a, own)) {
                continue;
            }
            let input = s.arrays().find(|(_, arr)| renamed(&self.renamed, (*arr).into()) == Atom::Var(same));
            let input = input.map(|(param, _)| param);
            let param = input.unwrap_or_else(|| {
                let param = fresh(self.vars, &self.vars[own].name.clone(), Type::i64());
                s.inputs.push((param, Input::Array(same)));
                param
            });
            pat.sizes.remove(i);
            s.clauses.outs.remove(i);
            for out in &mut s.clauses.outs {
                if let Out::Point(atom) = out {
                    *atom = self.recast(*atom, own, param.into(), &mut s.body, loc);
                }
            }
            self.renamed.insert(size, same.into());
        }
    }

    /// A branch that returns sizes which are the same on both sides, and were there before.
    fn branch(&mut self, pat: &mut Pat, then: &mut Body<Soac>, els: &mut Body<Soac>, loc: &Loc) {
        for i in (0..pat.sizes.len()).rev() {
            let size = pat.sizes[i];
            let Some(same) = self.same_before(size) else { continue };
            let nested = |side: &Body<Soac>| {
                let own = side.result.sizes[i];
                own.var().is_some_and(|own| side.result.all().any(|a| self.is_nested(a, own)))
            };
            if nested(then) || nested(els) {
                continue;
            }
            pat.sizes.remove(i);
            for side in [&mut *then, &mut *els] {
                let own = side.result.sizes.remove(i);
                let Atom::Var(own) = renamed(&self.renamed, own) else { continue };
                let result = &mut side.result;
                for atom in result.sizes.iter_mut().chain(&mut result.vals) {
                    *atom = self.recast(*atom, own, same, &mut side.stms, loc);
                }
            }
            self.renamed.insert(size, same);
        }
    }

    /// Whether an array has this size, and rows whose sizes are counted by it: those would have to be recast too.
    fn is_nested(&self, atom: Atom, own: Var) -> bool {
        let Atom::Var(arr) = atom else { return false };
        let ty = self.type_of(arr);
        let own = renamed(&self.renamed, own.into());
        ty.dims().iter().any(|d| d.size == own) && ty.dims().iter().any(|d| !d.is_uniform())
    }

    /// The array under the size `by` instead of `own`, which is equal.
    fn recast(&mut self, atom: Atom, own: Var, by: Atom, body: &mut Vec<Stm<Soac>>, loc: &Loc) -> Atom {
        let Atom::Var(arr) = atom else { return atom };
        let ty = self.type_of(arr);
        let wanted = ty.map_sizes(|a| if a == Atom::Var(own) { by } else { a });
        if ty == wanted {
            return atom;
        }
        let var = fresh(self.vars, &self.vars[arr].name.clone(), wanted.clone());
        let exp =
            Exp::View(View::Recast { arr, dims: wanted.dims().to_vec(), under: vec![], inside: vec![] });
        body.push(Stm::new(Pat::one(var), exp, loc.clone()));
        var.into()
    }
}

/// Replaces sizes in uses and types.
struct Renaming<'a> {
    vars: &'a mut Vars,
    renamed: FxHashMap<Var, Atom>,
}

impl Mapper for Renaming<'_> {
    fn atom(&mut self, atom: Atom) -> Atom {
        renamed(&self.renamed, atom)
    }
    fn var(&mut self, var: Var) -> Var {
        renamed(&self.renamed, var.into()).var().unwrap_or(var)
    }
    fn bind(&mut self, var: Var) -> Var {
        self.vars[var].ty = self.vars[var].ty.map_sizes(|a| renamed(&self.renamed, a));
        var
    }
}

/// The name of a size after the renaming; what takes the place of one may have been replaced before.
fn renamed(by: &FxHashMap<Var, Atom>, atom: Atom) -> Atom {
    match atom.var().and_then(|v| by.get(&v)) {
        Some(other) => renamed(by, *other),
        None => atom,
    }
}
