//! Loops in a context.

use super::declare::How;
use super::rep::{At, Rep, identity};
use super::{Ctx, Flattener};
use base::{BinOp, ScalarType};
use ir::{
    Active, Atom, Body, Builder, Dim, Exp, Limitation, Loop, LoopForm, Pat, Results, SegOp, Soac, Type, Var,
    fresh, walk,
};

impl Flattener<'_> {
    /// A loop with parallelism in it, or around kernels.
    pub(super) fn lift_loop(&mut self, ctx: &Ctx, pat: &Pat, l: &Loop<Soac>) -> Result<(), Limitation> {
        let known = self.keep_on_host(ctx, &walk::free_vars(l, self.vars), l.params.all().chain(pat.all()));
        match &l.form {
            LoopForm::For { index, count } => match self.uniform(ctx, *count)? {
                Some(count) => {
                    let count = self.rounds(ctx, count)?;
                    self.host_loop(ctx, pat, l, Some((*index, count)))
                }
                None => {
                    let l = counted(self.vars, l, *index, *count);
                    let mut wide = pat.clone();
                    let last = fresh(self.vars, "end", Type::i64());
                    wide.vals.push(last);
                    self.active(ctx, &wide, &l)
                }
            },
            LoopForm::While(cond) if ctx.depth() == 0 || known && self.goes_on_alike(cond) => {
                self.host_loop(ctx, pat, l, None)
            }
            LoopForm::While(_) => self.active(ctx, pat, l),
        }
    }

    /// How often the host runs the body of a loop over all points of a context: not at all if there are none.
    fn rounds(&mut self, ctx: &Ctx, count: Atom) -> Result<Atom, Limitation> {
        if ctx.depth() == 0 || count.as_i64().is_some_and(|n| n <= 1) {
            return Ok(count);
        }
        let points = self.count(&ctx.dims)?;
        let mut b = Builder::new(self.vars);
        let none = b.bin("none", BinOp::Eq, points, Atom::i64(0));
        let rounds = b.bind("rounds", Type::i64(), Exp::select(none, Atom::i64(0), count));
        self.stms.append(&mut b.stms);
        Ok(rounds.into())
    }

    /// A loop that runs equally often for every point: the host's loop around lifted bodies.
    fn host_loop(
        &mut self,
        ctx: &Ctx,
        pat: &Pat,
        l: &Loop<Soac>,
        counter: Option<(Var, Atom)>,
    ) -> Result<(), Limitation> {
        let some = match &l.form {
            LoopForm::While(_) if ctx.depth() > 0 => Some(self.some_point(ctx)?),
            LoopForm::While(_) | LoopForm::For { .. } => None,
        };
        // Sizes that stay the same are made once: parameters, body and results share them.
        for size in self.fixed_sizes(l) {
            self.materialise(ctx, size)?;
        }
        self.make_carried(ctx, l)?;
        let (mut pat, mut l) = (pat.clone(), l.clone());
        let whole = self.take_whole(ctx, (&mut pat, &mut l), false)?;
        let outer = self.env.clone();
        let mut params = self.declare(ctx, &l.params)?;
        let inside = std::mem::replace(&mut self.env, outer.clone());
        let mut init = self.returned(ctx, &l.init, &params, &[])?;
        let roots: Vec<Option<Var>> = l.init.vals.iter().map(|a| self.root_of(*a)).collect();
        let mut flat = self.declare(ctx, &pat)?;
        let after = std::mem::replace(&mut self.env, inside);
        self.enter_whole(&whole, &identity(ctx.depth()));
        self.settle_accs(&l.params.vals, &params.pat.vals, &roots);
        let form = match (&l.form, counter) {
            (_, Some((index, count))) => {
                self.env.insert(index, Rep::Host(index.into()));
                LoopForm::For { index, count }
            }
            (LoopForm::While(cond), None) => {
                let (cond, ()) = self.nested(|this| {
                    let results = this.lift_body(ctx, cond)?;
                    let cond = match some {
                        Some(some) => this.goes_on(some, results.vals[0])?,
                        None => this.materialised(ctx, results.vals[0])?,
                    };
                    Ok((Results::vals(vec![cond]), ()))
                })?;
                LoopForm::While(cond)
            }
            (LoopForm::For { .. }, None) => base::bug!("flatten", "a counted loop has a count"),
        };
        let (body, ()) = self.nested(|this| {
            let results = this.lift_body(ctx, &l.body)?;
            let mut next = this.returned(ctx, &results, &params, &[])?;
            next.vals.extend(this.next_whole(ctx, &whole)?);
            Ok((next, ()))
        })?;
        self.env = after;
        self.settle_accs(&pat.vals, &flat.pat.vals, &roots);
        self.leave_whole(ctx, &whole)?;
        for one in whole {
            params.pat.vals.push(one.param);
            init.vals.push(one.start.into());
            flat.pat.vals.push(one.result);
        }
        self.push(flat.pat, Exp::Loop(Box::new(Loop { params: params.pat, init, form, body })));
        Ok(())
    }

    /// A loop that runs differently often from point to point.
    fn active(&mut self, ctx: &Ctx, pat: &Pat, l: &Loop<Soac>) -> Result<(), Limitation> {
        let (mut pat, mut l) = (pat.clone(), l.clone());
        let LoopForm::While(cond) = &l.form.clone() else {
            base::bug!("flatten", "counted loops were rewritten")
        };
        let outer_env = self.env.clone();
        let points = self.flat_ctx(ctx)?;
        let n = points.dims[0].size;
        let mut fixed = vec![];
        for core in self.fixed_sizes(&l) {
            let arr = self.materialise(&points, core)?;
            // Sizes that were checked to belong to as many rows may still say how many it were before.
            let dims = self.extend_by(&points, &self.vars[core].ty.clone())?.dims;
            let same = self.vars[arr].ty.dims() == dims.as_slice();
            fixed.push((core, if same { arr } else { self.derived(arr, How::Renamed(vec![]), dims)? }));
        }
        self.make_carried(&points, &l)?;
        let whole = self.take_whole(&points, (&mut pat, &mut l), true)?;
        // Initial values have the parameters' types over all points.
        let env = self.env.clone();
        let wanted = self.declare(&points, &l.params)?;
        self.env = env;
        let init = self.returned(&points, &l.init, &wanted, &[])?;
        let init_vars = |atoms: &[Atom]| atoms.iter().filter_map(|a| a.var()).collect::<Vec<Var>>();
        let init = Pat { sizes: init_vars(&init.sizes), vals: init_vars(&init.vals) };

        let env = self.env.clone();
        let mut result = self.declare(&points, &pat)?;
        let after = std::mem::replace(&mut self.env, env);

        let rows = fresh(self.vars, "rows", Type::i64());
        let ids = fresh(self.vars, "ids", Type::array(ScalarType::I64, vec![Dim::uniform(rows)]));
        let at = [At::Through(ids, Box::new(At::Level(0)))];
        let current = Ctx::new(vec![Dim::uniform(rows)]);
        self.remap_env(&at);
        let (fixed, params) = self.declare_rows(&current, n, &fixed, &l.params)?;
        self.enter_whole(&whole, &at);
        let (cond, ()) = self.nested(|this| {
            let results = this.lift_body(&current, cond)?;
            let cond = this.materialised(&current, results.vals[0])?;
            Ok((Results::vals(vec![cond]), ()))
        })?;
        let (body, ()) = self.nested(|this| {
            let results = this.lift_body(&current, &l.body)?;
            let mut next = this.returned(&current, &results, &params, &[])?;
            next.vals.extend(this.next_whole(&current, &whole)?);
            Ok((next, ()))
        })?;
        let own: Vec<Var> = result.own().collect();
        result.pat.vals.extend(whole.iter().map(|one| one.result));
        let carried = whole.iter().map(|one| (one.param, one.start)).collect();
        let active = Active { n, rows, ids, fixed, params: params.pat, init, whole: carried, cond, body };
        self.push(result.pat, Exp::Op(SegOp::Active(Box::new(active))));
        if ctx.depth() == 1 {
            self.env = after;
        } else {
            self.env = outer_env;
            self.unflatten(ctx, &pat, own)?;
        }
        self.leave_whole(ctx, &whole)
    }

    /// Makes the copies that a loop overwrites: what its rounds are given is then their own.
    fn make_carried(&mut self, ctx: &Ctx, l: &Loop<Soac>) -> Result<(), Limitation> {
        for (param, init) in l.params.vals.iter().zip(&l.init.vals) {
            if let Atom::Var(copy) = *init
                && self.copies.contains(&copy)
                && self.overwritten.consumes(*param)
            {
                let arr = self.build(ctx, copy)?;
                self.put(ctx, copy, arr);
            }
        }
        Ok(())
    }

    /// The sizes in the types of what a loop carries that differ from point to point but not from round to round.
    fn fixed_sizes(&self, l: &Loop<Soac>) -> Vec<Var> {
        let mut found = vec![];
        for var in l.params.vals.iter().chain(&l.params.sizes) {
            self.sizes_in(&self.vars[*var].ty, &l.params.sizes, &mut found);
        }
        found
    }

    fn sizes_in(&self, ty: &Type, except: &[Var], found: &mut Vec<Var>) {
        for dim in ty.dims() {
            if let Atom::Var(v) = dim.size
                && !except.contains(&v)
                && !found.contains(&v)
                && !matches!(self.env.get(&v), Some(Rep::Host(_)))
                && self.regular_size(v).is_none()
            {
                self.sizes_in(&self.vars[v].ty, except, found);
                found.push(v);
            }
        }
    }
}

/// A counted loop as a `while` with one more parameter, the index, which comes last.
fn counted(vars: &mut ir::Vars, l: &Loop<Soac>, index: Var, count: Atom) -> Loop<Soac> {
    let at = fresh(vars, "at", Type::i64());
    let mut params = l.params.clone();
    params.vals.push(at);
    let mut init = l.init.clone();
    init.vals.push(Atom::i64(0));
    let mut b: Builder<Soac> = Builder::new(vars);
    let go = b.bin("go", BinOp::Lt, at.into(), count);
    let cond = b.finish(vec![go]);
    let mut b: Builder<Soac> = Builder::new(vars);
    b.push(Pat::one(index), Exp::Atom(at.into()));
    let next = b.bin("next", BinOp::Add, at.into(), Atom::i64(1));
    let mut stms = b.stms;
    stms.extend(l.body.stms.iter().cloned());
    let mut result = l.body.result.clone();
    result.vals.push(next);
    Loop { params, init, form: LoopForm::While(cond), body: Body { stms, result } }
}
