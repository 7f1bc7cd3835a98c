//! Rows that belong to one point and are made inside of its kernel.
//!
//! An array that a kernel makes and overwrites is *scratch* memory of the point, filled by a loop. A row is *moved* into a loop, out
//! of a round or out of a branch without a copy where its memory was made for the same round and nothing shows it afterwards;
//! otherwise a copy is. So two names never share memory that either of them overwrites, and lowering may exchange the memory of
//! rows that change places (`loop (a, b) .. in (b, f a)`).
//!
//! Memory whose size differs from point to point is a part of one array over all points; any other is the worker's own.

use super::kernel::Kernel;
use super::rep::{Delayed, Rep};
use super::sequential::updates_of;
use super::{Ctx, Flattener};
use ir::{
    Atom, Body, Dim, Exp, Inner, Limitation, Loop, LoopForm, Operator, Pat, Results, Row, Stm, Type, Var,
    fresh, walk,
};
use rustc_hash::FxHashSet;

/// Literals of at most this many elements are written out, not by a loop.
const WRITTEN_OUT: usize = 16;

impl Flattener<'_> {
    /// What a Core type is called in the kernel: the sizes have been read where the point begins.
    fn k_type(&mut self, k: &mut Kernel, ty: &Type) -> Type {
        let dims = ty.dims().iter().map(|d| Dim::uniform(self.k_atom(k, d.size))).collect();
        ty.with_dims(dims)
    }

    /// A row with the elements of `src`, under the Core name `core`.
    pub(super) fn k_make(&mut self, k: &mut Kernel, core: Var, src: Var) {
        let row = match k.places.get(&core).copied() {
            Some(row) => row,
            None => self.k_scratch(k, core),
        };
        let filled = self.k_fill(k, row, src);
        let root = k.rows[&row];
        k.rows.insert(filled, root);
        k.arrays.insert(core, filled);
    }

    /// New memory for an array of the type of `core`.
    fn k_scratch(&mut self, k: &mut Kernel, core: Var) -> Var {
        let core_ty = self.vars[core].ty.clone();
        let ty = self.k_type(k, &core_ty);
        let varies = |size: Atom| size.var().is_some_and(|v| !matches!(self.env.get(&v), Some(Rep::Host(_))));
        let varying = core_ty.dims().iter().any(|d| varies(d.size));
        let row = fresh(self.vars, &self.name(core), ty.clone());
        let loc = self.loc.clone();
        k.push(Pat::one(row), Exp::Scratch { ty, part: None }, &loc);
        if varying {
            k.parts.push((row, core_ty));
        }
        self.k_root(k, row);
        row
    }

    /// Says that `row` is memory of its own, made for the round of the innermost loop.
    pub(super) fn k_root(&mut self, k: &mut Kernel, row: Var) {
        k.rows.insert(row, row);
        k.made.insert(row, k.rounds);
    }

    /// Writes every element of the Core array `src` to a row; returns the row with them.
    pub(super) fn k_fill(&mut self, k: &mut Kernel, row: Var, src: Var) -> Var {
        if let Some(Rep::Delayed(Delayed::Literal { elems })) = self.env.get(&src).cloned()
            && elems.len() <= WRITTEN_OUT
            && !k.arrays.contains_key(&src)
        {
            let mut row = row;
            for (i, elem) in elems.iter().enumerate() {
                let val = self.k_atom(k, *elem);
                row = self.k_store(k, row, vec![Atom::i64(i as i64)], val);
            }
            return row;
        }
        if let Some(Rep::Delayed(Delayed::Scratch { .. })) = self.env.get(&src) {
            return row;
        }
        let sizes: Vec<Atom> = self.vars[row].ty.dims().iter().map(|d| d.size).collect();
        self.k_fill_part(k, row, &[], src, &sizes, vec![])
    }

    /// Writes the elements of the Core array `src` to the row of `row` at `at`, under the name `core`. What shows the row that is
    /// overwritten is copied first.
    pub(super) fn k_replace_row(&mut self, k: &mut Kernel, core: Var, row: Var, at: &[Atom], src: Var) {
        let root = k.rows.get(&row).copied().unwrap_or(row);
        let mut src = src;
        if self.shows(k, src, root) {
            let copy = fresh(self.vars, &self.name(src), self.vars[src].ty.clone());
            self.k_make(k, copy, src);
            src = copy;
        }
        let dims = self.vars[src].ty.dims().to_vec();
        let sizes: Vec<Atom> = dims.iter().map(|d| self.k_atom(k, d.size)).collect();
        let replaced = self.k_fill_part(k, row, at, src, &sizes, vec![]);
        k.rows.insert(replaced, root);
        k.arrays.insert(core, replaced);
    }

    /// Writes elements `index` and further ones of `src`, whose sizes are `sizes`, behind the indices `at` of a row.
    fn k_fill_part(
        &mut self,
        k: &mut Kernel,
        row: Var,
        at: &[Atom],
        src: Var,
        sizes: &[Atom],
        index: Vec<Atom>,
    ) -> Var {
        let Some(size) = sizes.get(index.len()) else {
            let val = self.k_read(k, src, index.clone());
            return self.k_store(k, row, at.iter().copied().chain(index).collect(), val);
        };
        let ty = self.vars[row].ty.clone();
        let (e, param) = (fresh(self.vars, "e", Type::i64()), fresh(self.vars, &self.name(row), ty.clone()));
        let body = self.k_nested(k, |this, k| {
            let inner = index.iter().copied().chain([e.into()]).collect();
            vec![this.k_fill_part(k, param, at, src, sizes, inner).into()]
        });
        let form = LoopForm::For { index: e, count: *size };
        let (params, init) = (Pat::one(param), Results::vals(vec![row.into()]));
        let filled = fresh(self.vars, &self.name(row), ty);
        let loc = self.loc.clone();
        k.push(Pat::one(filled), Exp::Loop(Box::new(Loop { params, init, form, body })), &loc);
        filled
    }

    fn k_store(&mut self, k: &mut Kernel, row: Var, index: Vec<Atom>, val: Atom) -> Var {
        let new = fresh(self.vars, &self.name(row), self.vars[row].ty.clone());
        let loc = self.loc.clone();
        k.push(Pat::one(new), Exp::Write { arr: row, index, val }, &loc);
        new
    }

    /// The row that the Core array `of` is or is copied to, to be given away as a row of the type of `like`. `round` is the number of
    /// loops that memory which may be given away was made inside of, `given` what is given away with it.
    pub(super) fn k_take(
        &mut self,
        k: &mut Kernel,
        of: Atom,
        like: Var,
        round: usize,
        given: &mut FxHashSet<Var>,
    ) -> Var {
        let Atom::Var(of) = of else { base::bug!("flatten", "a constant is no array") };
        let core_ty = self.vars[like].ty.clone();
        let wanted = self.k_type(k, &core_ty);
        if let Some(row) = k.arrays.get(&of).copied() {
            let root = k.rows.get(&row).copied().unwrap_or(row);
            let own = k.made.get(&root).is_some_and(|made| *made >= round);
            // Memory of another size lies elsewhere, though a recast may say that the sizes are equal.
            let fits = self.vars[row].ty == wanted && self.vars[root].ty == wanted;
            if own && fits && !self.is_live(k, root) && given.insert(root) {
                return row;
            }
        }
        let row = self.k_scratch(k, like);
        let filled = self.k_fill(k, row, of);
        k.rows.insert(filled, row);
        given.insert(row);
        filled
    }

    /// Whether code behind the current branch or loop may see the memory of a row.
    fn is_live(&self, k: &Kernel, root: Var) -> bool {
        k.live.iter().flatten().any(|var| self.shows(k, *var, root))
    }

    /// Whether a Core variable is a version or a view of a row.
    fn shows(&self, k: &Kernel, var: Var, root: Var) -> bool {
        if let Some(row) = k.arrays.get(&var) {
            return k.rows.get(row) == Some(&root);
        }
        let Some(Rep::Delayed(view)) = self.env.get(&var) else { return false };
        let of_atom = |a: &Atom| a.var().is_some_and(|v| v != var && self.shows(k, v, root));
        match view {
            Delayed::Row { src, .. } | Delayed::Slice { src, .. } | Delayed::Rearrange { src, .. } => {
                self.shows(k, *src, root)
            }
            Delayed::Gather { src, at } => self.shows(k, *src, root) || self.shows(k, *at, root),
            Delayed::Replicate { x } => of_atom(x),
            Delayed::Concat { parts } => parts.iter().any(|p| of_atom(&p.src)),
            Delayed::Map { inputs, body, .. } => {
                let read = walk::free_vars(&**body, self.vars);
                let inputs = inputs.iter().filter_map(|(_, arr)| *arr);
                inputs.chain(read).any(|v| self.shows(k, v, root))
            }
            Delayed::Iota | Delayed::Scratch { .. } | Delayed::Literal { .. } => false,
        }
    }

    /// What is used behind a statement, if that may give rows away.
    pub(super) fn k_enter(
        &self,
        k: &mut Kernel,
        stm: &Stm<ir::Soac>,
        rest: &[Stm<ir::Soac>],
        result: &[Atom],
    ) {
        if matches!(stm.exp, Exp::If { .. } | Exp::Loop(_)) {
            let mut live: FxHashSet<Var> = result.iter().filter_map(|a| a.var()).collect();
            rest.iter().for_each(|stm| live.extend(walk::free_vars(stm, self.vars)));
            k.live.push(live);
        }
    }

    pub(super) fn k_leave(&self, k: &mut Kernel, stm: &Stm<ir::Soac>) {
        if matches!(stm.exp, Exp::If { .. } | Exp::Loop(_)) {
            k.live.pop();
        }
    }

    /// Whether a statement is a loop that overwrites elements.
    pub(super) fn loops_over_rows(&self, stm: &Stm<ir::Soac>) -> bool {
        matches!(stm.exp, Exp::Loop(_)) && overwrites(&stm.exp)
    }

    /// Whether a row of this type is one piece of memory.
    pub(super) fn is_regular(&self, var: Var) -> bool {
        self.vars[var].ty.dims().iter().all(Dim::is_uniform)
    }

    /// The arrays that a group makes and that are, overwritten, what is wanted of it: they lie in the arrays of the host from the start.
    pub(super) fn escaping(&self, group: &[Stm<ir::Soac>], wanted: &[Var]) -> Vec<Var> {
        let body = Body { stms: group.to_vec(), result: Results::default() };
        let made =
            |var: &Var| group.iter().any(|s| s.pat.vals == [*var] && self.is_made(s) && self.is_view(&s.exp));
        let arrays = wanted.iter().filter(|v| self.vars[**v].ty.is_array());
        arrays.map(|v| updates_of(&body, *v)).filter(|v| made(v) && self.is_regular(*v)).collect()
    }

    /// Reads the sizes of the rows that a group makes where the point begins.
    pub(super) fn k_sizes(&mut self, k: &mut Kernel, group: &[Stm<ir::Soac>]) {
        if !group.iter().any(|stm| overwrites(&stm.exp)) {
            return;
        }
        for var in walk::bound_vars(&group.to_vec()) {
            for size in self.vars[var]
                .ty
                .dims()
                .to_vec()
                .into_iter()
                .filter(Dim::is_uniform)
                .filter_map(|d| d.size.var())
            {
                if self.env.contains_key(&size) {
                    self.k_atom(k, size.into());
                }
            }
        }
    }

    /// A row that a group gives, in an array of the host: where it was made, or copied.
    pub(super) fn k_row_out(
        &mut self,
        ctx: &Ctx,
        k: &mut Kernel,
        var: Var,
        rows: &mut Vec<Row>,
    ) -> Result<Var, Limitation> {
        if let Some(row) = k.arrays.get(&var).copied()
            && rows.iter().any(|r| k.rows.get(&row) == Some(&r.param))
        {
            return Ok(row);
        }
        let ty = self.vars[var].ty.clone();
        let (param, _) = self.scratch_row(ctx, &self.name(var), &ty, rows)?;
        let filled = self.k_fill(k, param, var);
        k.rows.insert(filled, param);
        Ok(filled)
    }

    /// A new array over the context, and the row of it that belongs to the point: `core_ty` is the type of the row in Core.
    pub(super) fn scratch_row(
        &mut self,
        ctx: &Ctx,
        name: &str,
        core_ty: &Type,
        rows: &mut Vec<Row>,
    ) -> Result<(Var, Var), Limitation> {
        let dims = self.rows_over(ctx, core_ty)?;
        Ok(self.scratch_over(ctx, name, core_ty.with_dims(dims), rows))
    }

    fn scratch_over(&mut self, ctx: &Ctx, name: &str, ty: Type, rows: &mut Vec<Row>) -> (Var, Var) {
        let arr = self.bind(name, ty.clone(), Exp::Scratch { ty, part: None });
        let param = self.row_param(ctx, arr, arr, rows);
        (param, arr)
    }

    /// Gives memory whose size differs from point to point its place: rows of one type are parts of one array.
    pub(super) fn place_parts(
        &mut self,
        ctx: &Ctx,
        k: &mut Kernel,
        rows: &mut Vec<Row>,
    ) -> Result<(), Limitation> {
        let sites = std::mem::take(&mut k.parts);
        let mut types: Vec<Type> = vec![];
        for (_, ty) in &sites {
            if !types.contains(ty) {
                types.push(ty.clone());
            }
        }
        for ty in types {
            let of: Vec<Var> = sites.iter().filter(|(_, t)| *t == ty).map(|(v, _)| *v).collect();
            // The parts of a point lie side by side, all of the same sizes.
            let mut dims = self.rows_over(ctx, &ty)?;
            let depth = ctx.depth();
            let behind = dims[depth..].iter_mut().flat_map(|dim| &mut dim.on);
            behind.filter(|level| **level >= depth as u32).for_each(|level| *level += 1);
            dims.insert(depth, Dim::uniform(Atom::i64(of.len() as i64)));
            let (param, _) = self.scratch_over(ctx, "scratch", ty.with_dims(dims), rows);
            let mut place = |site: Var| of.iter().position(|v| *v == site).map(|i| (param, i as u32));
            place_sites(&mut k.stms, &mut place);
        }
        Ok(())
    }
}

/// Says where scratch memory lies.
fn place_sites(block: &mut [Stm<Inner>], place: &mut dyn FnMut(Var) -> Option<(Var, u32)>) {
    for stm in block {
        if let Exp::Scratch { part: part @ None, .. } = &mut stm.exp {
            *part = place(stm.pat.vals[0]);
        }
        stm.exp.blocks_mut(&mut |block, _| place_sites(block, place));
    }
}

/// Whether an expression overwrites an element, however deep.
pub(super) fn overwrites<O: Operator>(exp: &Exp<O>) -> bool {
    exp.any(&mut |e| matches!(e, Exp::Write { .. }))
}
