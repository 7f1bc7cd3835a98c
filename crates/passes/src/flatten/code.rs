//! The statements of a kernel: Core statements without parallelism, translated.

use super::Flattener;
use super::kernel::Kernel;
use super::rep::{Delayed, Ix, Rep};
use super::sequential::is_trivial_map;
use ir::walk::{Mapper, Walk};
use ir::{
    Atom, Body, Clauses, Exp, Fold, Inner, Input, Lambda, Limitation, Out, Pat, Results, Screma, Soac, Stm,
    Tag, Type, Var, View, fresh,
};

impl Flattener<'_> {
    /// A body inside the kernel.
    pub(super) fn k_nested(
        &mut self,
        k: &mut Kernel,
        f: impl FnOnce(&mut Self, &mut Kernel) -> Vec<Atom>,
    ) -> Body<Inner> {
        let outer = std::mem::take(&mut k.stms);
        k.nesting += 1;
        let vals = f(self, k);
        k.nesting -= 1;
        let stms = std::mem::replace(&mut k.stms, outer);
        Body { stms, result: Results::vals(vals) }
    }

    /// A nested Core body.
    pub(super) fn k_body(&mut self, k: &mut Kernel, body: &Body<Soac>) -> Result<Body<Inner>, Limitation> {
        self.k_body_giving(k, body, &mut |this, k, _, a| this.k_result(k, a))
    }

    /// A nested Core body whose results are had by `result`, which gets their positions.
    pub(super) fn k_body_giving(
        &mut self,
        k: &mut Kernel,
        body: &Body<Soac>,
        result: &mut dyn FnMut(&mut Self, &mut Kernel, usize, Atom) -> Atom,
    ) -> Result<Body<Inner>, Limitation> {
        let mut failed = None;
        let nested = self.k_nested(k, |this, k| {
            if let Err(limitation) = this.k_block(k, &body.stms, &body.result.vals) {
                failed = Some(limitation);
                return vec![];
            }
            body.result.vals.iter().enumerate().map(|(i, a)| result(this, k, i, *a)).collect()
        });
        failed.map_or(Ok(nested), Err)
    }

    /// Statements, after which `result` is used.
    pub(super) fn k_block(
        &mut self,
        k: &mut Kernel,
        block: &[Stm<Soac>],
        result: &[Atom],
    ) -> Result<(), Limitation> {
        for (i, stm) in block.iter().enumerate() {
            self.k_enter(k, stm, &block[i + 1..], result);
            self.k_stm(k, stm)?;
            self.k_leave(k, stm);
        }
        Ok(())
    }

    /// A result of a body: a scalar, an accumulator, or an array that belongs to the point.
    pub(super) fn k_result(&mut self, k: &mut Kernel, atom: Atom) -> Atom {
        match atom {
            Atom::Var(v) if k.arrays.contains_key(&v) => k.arrays[&v].into(),
            atom @ (Atom::Var(_) | Atom::Const(_)) => self.k_atom(k, atom),
        }
    }

    /// Declares an array that belongs to the point under its Core name.
    pub(super) fn k_own(&mut self, k: &mut Kernel, core: Var, row: Var) {
        k.arrays.insert(core, row);
        k.rows.insert(row, row);
    }

    /// Declares the next version of a row, and returns what it is called here: its type names sizes as they are called here, while
    /// code after the kernel knows the Core variable by its Core type.
    pub(super) fn k_version(&mut self, k: &mut Kernel, core: Var, of: Var) -> Var {
        let ty = self.vars[core].ty.clone();
        let irregular = ty.dims().iter().any(|d| !d.is_uniform());
        let mut dims = if irregular { self.vars[of].ty.dims().to_vec() } else { ty.dims().to_vec() };
        if !irregular {
            for dim in &mut dims {
                dim.size = self.k_atom(k, dim.size);
            }
        }
        let new = fresh(self.vars, &self.name(core), ty.with_dims(dims));
        k.arrays.insert(core, new);
        if let Some(row) = k.rows.get(&of).copied() {
            k.rows.insert(new, row);
        }
        new
    }

    /// A Core statement without parallelism.
    pub(super) fn k_stm(&mut self, k: &mut Kernel, stm: &Stm<Soac>) -> Result<(), Limitation> {
        self.loc = stm.loc.clone();
        let exp: Exp<Inner> = match &stm.exp {
            exp if self.is_view(exp) && self.is_made(stm) => {
                // The view is what the row is filled from, under a name of its own.
                let result = stm.pat.vals[0];
                let src = fresh(self.vars, &self.name(result), self.vars[result].ty.clone());
                let view = Stm::new(Pat::one(src), exp.clone(), stm.loc.clone());
                if let Exp::Copy { arr } = exp
                    && k.arrays.contains_key(arr)
                {
                    _ = k.arrays.insert(src, k.arrays[arr])
                } else {
                    self.register_view(&view)?
                }
                self.k_make(k, result, src);
                return Ok(());
            }
            // A copy stays in a kernel only if nobody overwrites what it is a copy of.
            Exp::Atom(Atom::Var(arr)) | Exp::Copy { arr } if k.arrays.contains_key(arr) => {
                let row = k.arrays[arr];
                k.arrays.insert(stm.pat.vals[0], row);
                return Ok(());
            }
            Exp::View(View::Recast { arr, .. } | View::Reshape { arr, .. }) if k.arrays.contains_key(arr) => {
                if let Exp::View(View::Recast { under, .. } | View::Reshape { under, .. }) = &stm.exp {
                    k.rest(&self.evidence(under));
                }
                let row = k.arrays[arr];
                let new = self.k_version(k, stm.pat.vals[0], row);
                let dims = self.vars[new].ty.dims().to_vec();
                let view = if let Exp::View(View::Reshape { .. }) = &stm.exp {
                    View::Reshape { arr: row, dims, under: vec![] }
                } else {
                    View::Recast { arr: row, dims, under: vec![], inside: vec![] }
                };
                k.push(Pat::one(new), Exp::View(view), &stm.loc);
                return Ok(());
            }
            exp if self.is_view(exp) => return self.register_view(stm),
            Exp::Atom(a) => {
                let a = self.k_atom(k, *a);
                k.local.insert(stm.pat.vals[0], a);
                return Ok(());
            }
            Exp::Read { arr, index } => {
                let index = self.k_atoms(k, index);
                let a = self.k_read(k, *arr, index);
                k.local.insert(stm.pat.vals[0], a);
                return Ok(());
            }
            Exp::Prim(prim) => {
                let mut prim = *prim;
                prim.map_vars(&mut AtPoint(self, k));
                Exp::Prim(prim)
            }
            Exp::Check(check) => {
                let mut check = check.clone();
                check.kind.map_vars(&mut AtPoint(self, k));
                check.at.map_vars(&mut AtPoint(self, k));
                Exp::Check(check)
            }
            Exp::Write { arr, index, val } => {
                let Some(row) = k.arrays.get(arr).copied() else {
                    let name = self.name(*arr);
                    return self.limit(format!(
                        "updating {name}, which does not belong to one row; the backend interp runs it"
                    ));
                };
                let index = self.k_atoms(k, index);
                if let Atom::Var(src) = val
                    && self.vars[*src].ty.is_array()
                {
                    self.k_replace_row(k, stm.pat.vals[0], row, &index, *src);
                    return Ok(());
                }
                Exp::Write { arr: row, index, val: self.k_atom(k, *val) }
            }
            Exp::UpdateAcc { acc, index, vals } => {
                let (current, root, mut full) = self.k_acc(k, *acc);
                full.extend(self.k_atoms(k, index));
                let vals = self.k_atoms(k, vals);
                let result = stm.pat.vals[0];
                self.vars[result].ty = self.vars[current].ty.clone();
                k.accs.insert(result, root);
                k.local.insert(result, result.into());
                let exp = Exp::UpdateAcc { acc: current, index: full, vals };
                k.push(Pat::one(result), exp, &stm.loc);
                return Ok(());
            }
            Exp::If { cond, then, els } => self.k_if(k, stm, *cond, then, els)?,
            // Generated code shows nothing.
            Exp::Trace { .. } => return Ok(()),
            Exp::Loop(l) => self.k_loop(k, stm, l)?,
            Exp::Call { fun, args, at, beside: _ } => self.k_call(k, *fun, args, at),
            Exp::Op(Soac::Screma(s)) if is_trivial_map(s, self.vars) => {
                self.register_map(&stm.pat, s);
                return Ok(());
            }
            Exp::Op(Soac::Screma(s)) => self.k_screma(k, &stm.pat, s)?,
            // `sequential` names everything that may be in a kernel; views have been taken away before.
            Exp::View(_)
            | Exp::Copy { .. }
            | Exp::Scratch { .. }
            | Exp::Total { .. }
            | Exp::WithAcc { .. }
            | Exp::Op(Soac::Stream(_)) => base::bug!("flatten", "{:?} in a kernel", stm.pat),
        };
        // Array results of a branch or loop are rows under a new name; everything else is a scalar, an accumulator or evidence.
        let mut vals = vec![];
        for var in &stm.pat.vals {
            if !self.vars[*var].ty.is_array() {
                k.local.insert(*var, (*var).into());
                vals.push(*var);
            } else if let Exp::Write { arr, .. } = &exp {
                vals.push(self.k_version(k, *var, *arr));
            } else if !self.is_dropped(stm, *var) {
                vals.push(k.arrays[var]);
            }
        }
        k.push(Pat::vals(vals), exp, &stm.loc);
        Ok(())
    }

    /// An accumulator that comes out of a branch or loop.
    pub(super) fn k_acc_result(&mut self, k: &mut Kernel, var: Var, from: Atom) {
        if !self.vars[var].ty.is_acc() {
            return;
        }
        let Atom::Var(from) = from else { base::bug!("flatten", "a constant is no accumulator") };
        let (current, root, _) = self.k_acc(k, from);
        self.vars[var].ty = self.vars[current].ty.clone();
        k.accs.insert(var, root);
    }

    /// A reduction inside the kernel, run by one thread in order. Its elements are read where they lie.
    pub(super) fn k_screma(
        &mut self,
        k: &mut Kernel,
        pat: &Pat,
        s: &Screma<Soac>,
    ) -> Result<Exp<Inner>, Limitation> {
        let width = self.k_atom(k, s.width);
        let index = fresh(self.vars, "e", Type::i64());
        k.local.insert(index, index.into());
        let mut inputs = vec![(index, Input::Iota)];
        for (param, input) in &s.inputs {
            match input {
                Input::Iota => {
                    k.local.insert(*param, index.into());
                }
                Input::Array(arr) => {
                    let row = Delayed::Row { src: *arr, index: vec![Ix::Atom(index.into())] };
                    self.env.insert(*param, Rep::Delayed(row));
                }
                Input::Acc(acc) => {
                    let (current, root, _) = self.k_acc(k, *acc);
                    self.vars[*param].ty = self.vars[current].ty.clone();
                    k.accs.insert(*param, root);
                    k.local.insert(*param, (*param).into());
                    inputs.push((*param, Input::Acc(current)));
                }
            }
        }
        let operands = s.clauses.reds.iter().flat_map(|f| f.args.iter().copied());
        let accs = s.clauses.outs.iter().filter_map(|out| match out {
            Out::Acc(v) => Some(Atom::Var(*v)),
            Out::Point(_)
            | Out::Kept(_)
            | Out::Row(_)
            | Out::Count
            | Out::Owned(_)
            | Out::Offsets(_)
            | Out::Cert => None,
        });
        let result = Results::vals(operands.chain(accs).collect());
        let body = self.k_body(k, &Body { stms: s.body.clone(), result })?;
        let mut vals = body.result.vals.into_iter();
        let mut reds = vec![];
        for red in &s.clauses.reds {
            let args = vals.by_ref().take(red.args.len()).collect();
            reds.push(self.k_fold(k, red, args)?);
        }
        let mut outs = vec![];
        for (out, var) in s.clauses.outs.iter().zip(pat.all()) {
            outs.push(match (out, out.atom()) {
                (Out::Acc(_), Some(core)) => {
                    self.k_acc_result(k, var, core);
                    match vals.next() {
                        Some(Atom::Var(acc)) => Out::Acc(acc),
                        _ => base::bug!("flatten", "a constant is no accumulator"),
                    }
                }
                _ => *out,
            });
        }
        let clauses = Clauses { reds, outs, ..Clauses::default() };
        Ok(Exp::Op(Inner::Screma(Tag::Seq, Screma { width, inputs, body: body.stms, clauses })))
    }

    /// A reduction or scan of these operands.
    pub(super) fn k_fold(
        &mut self,
        k: &mut Kernel,
        fold: &Fold<Soac>,
        args: Vec<Atom>,
    ) -> Result<Fold<Inner>, Limitation> {
        fold.index.iter().for_each(|index| k.know(*index, *index));
        let (op, ne) = self.k_operator(k, &fold.op, &fold.ne)?;
        Ok(Fold { op, ne, args, res: fold.res.clone(), comm: fold.comm, kept: fold.kept, index: fold.index })
    }

    /// An operator on scalars and its neutral element.
    pub(super) fn k_operator(
        &mut self,
        k: &mut Kernel,
        op: &Lambda<Soac>,
        ne: &[Atom],
    ) -> Result<(Lambda<Inner>, Vec<Atom>), Limitation> {
        let ne = self.k_atoms(k, ne);
        for param in &op.params {
            if self.vars[*param].ty.is_array() {
                return self
                    .limit("reducing or scanning arrays element by element; map over the columns instead");
            }
            k.know(*param, *param);
        }
        let body = self.k_body(k, &op.body)?;
        Ok((Lambda { params: op.params.clone(), body }, ne))
    }
}

/// Operands as they are had at the kernel's point.
pub(super) struct AtPoint<'f, 'a, 'k>(pub(super) &'f mut Flattener<'a>, pub(super) &'k mut Kernel);

impl Mapper for AtPoint<'_, '_, '_> {
    fn atom(&mut self, atom: Atom) -> Atom {
        self.0.k_atom(self.1, atom)
    }
    fn var(&mut self, var: Var) -> Var {
        base::bug!("flatten", "{}_{} is no scalar operand", self.0.name(var), var.0)
    }
    fn bind(&mut self, var: Var) -> Var {
        var
    }
}
