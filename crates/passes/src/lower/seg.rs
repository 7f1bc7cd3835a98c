//! Kernels over spaces: maps, reductions, scans, compactions, and offsets.

use super::body::{Point, Val, scalar};
use super::code::{KernelBuilder, from_index, ix, load, to_index};
use super::walker::Visit;
use super::{Lowerer, Place, host_bin, number};
use base::{BinOp, ScalarType};
use ir::kernel::{Exp, HostStm, KType, KVar, Stm as KStm};
use ir::{Atom, Dim, Inner, Limitation, Pat, Seg, Var, walk};

impl Lowerer<'_> {
    pub(super) fn seg(&mut self, pat: &Pat, seg: &Seg) -> Result<(), Limitation> {
        let dims = ir::builder::space_dims(&seg.levels);
        self.prepare(&dims)?;
        if seg.keep {
            return self.seg_keep(pat, seg, &dims);
        }
        if !seg.scans.is_empty() {
            if !seg.reds.is_empty() {
                return self.limit("a reduction and a scan in one kernel");
            }
            return self.seg_scan(pat, seg, &dims);
        }
        if !seg.reds.is_empty() {
            return self.seg_red(pat, seg, &dims);
        }
        let outs = self.outputs(&pat.vals, seg)?;
        self.each_point(KernelBuilder::new(), &seg.levels, &dims, |this, k, point, position| {
            this.enter_rows(k, point, seg)?;
            let vals = this.k_body(k, point, &seg.body)?;
            this.store_plain(k, &outs, &vals, position);
            Ok(())
        })
    }

    /// The buffers that plain results are written to: new ones, or those of consumed arrays and accumulators.
    pub(super) fn outputs(&mut self, vars: &[Var], seg: &Seg) -> Result<Vec<Option<KVar>>, Limitation> {
        let first = seg.body.result.vals.len() - vars.len();
        let mut outs = vec![];
        for (var, result) in vars.iter().zip(&seg.body.result.vals[first..]) {
            let ty = self.vars[*var].ty.clone();
            if ty.is_acc() {
                let from = self.acc_source(seg, *result);
                let place = self.env[&from].clone();
                self.env.insert(*var, place);
                outs.push(None);
                continue;
            }
            // Sizes of rows are rows too, but a result computed from one is a number of its own.
            let is_row = result.ty(self.vars).is_array();
            if let Some(arr) = row_source(seg, *result).filter(|_| is_row) {
                let buf = self.buf(arr);
                self.env.insert(*var, Place::Buf(buf));
                outs.push(None);
                continue;
            }
            outs.push(Some(self.output(*var)?));
        }
        Ok(outs)
    }

    /// A new buffer for a result.
    pub(super) fn output(&mut self, var: Var) -> Result<KVar, Limitation> {
        let ty = self.vars[var].ty.clone();
        let elem = ty.elem().unwrap_or(ScalarType::I64);
        let count = self.count(ty.dims())?;
        let name = self.vars[var].name.clone();
        let buf = self.alloc(&name, elem, count, false);
        self.env.insert(var, if ty.rank() == 0 { Place::Pending(buf) } else { Place::Buf(buf) });
        Ok(buf)
    }

    /// The accumulator, known outside, that a kernel's result is a version of.
    fn acc_source(&self, seg: &Seg, result: Atom) -> Var {
        let Atom::Var(mut var) = result else { base::bug!("lower", "a constant is no accumulator") };
        let used = walk::free_vars(&seg.body, self.vars);
        if self.env.contains_key(&var) {
            return var;
        }
        // Inside the kernel each version has the type of its source; the source is the accumulator used from outside.
        let same = used.iter().filter(|v| self.vars[**v].ty.is_acc() && self.env.contains_key(v));
        let candidates: Vec<Var> = same.copied().collect();
        if let [only] = candidates.as_slice() {
            return *only;
        }
        while let Some(source) = acc_step(&seg.body, var) {
            var = source;
            if self.env.contains_key(&var) {
                return var;
            }
        }
        base::bug!("lower", "accumulator {}_{} has no source", self.vars[var].name, var.0)
    }

    /// Gives the point its rows of the consumed arrays, and says what its indices mean.
    pub(super) fn enter_rows(
        &mut self,
        k: &mut KernelBuilder,
        point: &mut Point,
        seg: &Seg,
    ) -> Result<(), Limitation> {
        point.origins = seg.origins.clone();
        for row in &seg.rows {
            let ty = self.vars[row.arr].ty.clone();
            let elem = ty.elem().unwrap_or(ScalarType::I64);
            let dims = self.vars[row.param].ty.dims().to_vec();
            if dims.iter().any(|d| !d.is_uniform()) {
                let at = point.at.iter().cloned().map(from_index).collect();
                point.env.insert(row.param, Val::Part { arr: row.arr, at });
                continue;
            }
            let mut index = point.at.clone();
            index.resize(ty.rank(), Exp::Index(0));
            let base = self.position(k, ty.dims(), &index)?;
            let name = self.vars[row.arr].name.clone();
            let host = self.buf(row.arr);
            let buf = k.buf(&name, elem, host);
            let val = if dims.is_empty() {
                Val::Scalar(Exp::Var(k.let_(&name, KType::Scalar(elem), load(buf, base))))
            } else {
                Val::Row { buf, base: k.let_index("base", base), dims, room: None }
            };
            point.env.insert(row.param, val);
        }
        Ok(())
    }

    pub(super) fn store_plain(
        &mut self,
        k: &mut KernelBuilder,
        outs: &[Option<KVar>],
        vals: &[Val],
        position: &Exp,
    ) {
        let first = vals.len() - outs.len();
        for (out, val) in outs.iter().zip(&vals[first..]) {
            if let Some(host) = out {
                let buf = self.k_out(k, *host);
                k.store(buf, position.clone(), scalar(val.clone()));
            }
        }
    }

    pub(super) fn k_out(&mut self, k: &mut KernelBuilder, host: KVar) -> KVar {
        let info = &self.host.vars[host];
        let KType::Buf(elem) = info.ty else { base::bug!("lower", "{} is no buffer", info.name) };
        k.buf(&info.name.clone(), elem, host)
    }

    /// The number of workers, computed once.
    pub(super) fn fix_workers(&mut self, dims: &[Dim]) -> Result<Exp, Limitation> {
        let workers = self.walkers(dims)?;
        Ok(Exp::Var(self.set("workers", ScalarType::I64, workers)))
    }

    pub(super) fn space_or_point(&self, dims: &[Dim]) -> Result<(), Limitation> {
        if dims.is_empty() { self.limit("a reduction over no level") } else { Ok(()) }
    }

    /// Compaction: count, place, write. The counts at row ends are the offsets of the result.
    fn seg_keep(&mut self, pat: &Pat, seg: &Seg, dims: &[Dim]) -> Result<(), Limitation> {
        self.space_or_point(dims)?;
        if !seg.reds.is_empty() || !seg.scans.is_empty() || !seg.rows.is_empty() {
            return self.limit("a compaction together with other clauses");
        }
        let workers = self.fix_workers(dims)?;
        let counts = self.alloc("counts", ScalarType::I64, workers.clone(), false);
        let outer = &dims[..dims.len() - 1];

        let mut k = KernelBuilder::new();
        let kept = k.let_("kept", KType::Index, Exp::Index(0));
        let mut keep = Keep { seg, kept, outs: None };
        self.walk(&mut k, &seg.levels, dims, &mut keep)?;
        let buf = self.k_out(&mut k, counts);
        k.store(buf, Exp::Var(k.worker), from_index(Exp::Var(kept)));
        self.launch(k, workers.clone());

        let before = self.scan_counts(counts, workers.clone());
        let count = pat.sizes[0];
        let total_var = self.host_var("kept", KType::Scalar(ScalarType::I64));
        self.code.push(HostStm::Read { var: total_var, buf: before.total, at: number(0) });
        let rows = self.count(outer)?;
        let entries = host_bin(BinOp::Add, rows, number(1));
        let offsets = self.alloc("offsets", ScalarType::I64, entries, true);
        if outer.is_empty() {
            self.env.insert(count, Place::Scalar(total_var));
        } else {
            self.offsets.insert(vec![count], offsets);
            self.totals.insert(vec![count], Exp::Var(total_var));
        }
        let mut outs = vec![];
        for var in &pat.vals {
            let name = self.vars[*var].name.clone();
            let elem = self.vars[*var].ty.elem().unwrap_or(ScalarType::I64);
            let buf = self.alloc(&name, elem, Exp::Var(total_var), false);
            self.env.insert(*var, Place::Buf(buf));
            outs.push(buf);
        }

        let mut k = KernelBuilder::new();
        let base = self.count_before(&mut k, &before);
        let kept = k.let_("kept", KType::Index, to_index(base));
        let mut keep = Keep { seg, kept, outs: Some((outs, offsets)) };
        self.walk(&mut k, &seg.levels, dims, &mut keep)?;
        self.launch(k, workers);

        if !outer.is_empty() {
            let sizes = self.output(count)?;
            let rows = self.count(outer)?;
            let mut k = KernelBuilder::new();
            let (k_offsets, k_sizes) = (self.k_out(&mut k, offsets), self.k_out(&mut k, sizes));
            self.each_of(&mut k, rows.clone(), |k, g| {
                let after = load(k_offsets, ix(BinOp::Add, g.clone(), Exp::Index(1)));
                let size = Exp::Bin(
                    BinOp::Sub,
                    ScalarType::I64,
                    Box::new(after),
                    Box::new(load(k_offsets, g.clone())),
                );
                k.store(k_sizes, g, size);
            });
            self.launch(k, Exp::Workers(Box::new(rows)));
        }
        Ok(())
    }
}

/// The consumed array that a kernel's result is the row of.
fn row_source(seg: &Seg, result: Atom) -> Option<Var> {
    let var = row_start(&seg.body, result.var()?);
    seg.rows.iter().find(|r| r.param == var).map(|r| r.arr)
}

/// The array from outside of a body that `var` is a version of.
fn row_start(body: &ir::Body<Inner>, mut var: Var) -> Var {
    while let Some(before) = row_step(body, var) {
        var = before;
    }
    var
}

/// The array that `var` is the next version of, inside a body.
fn row_step(body: &ir::Body<Inner>, var: Var) -> Option<Var> {
    let stm = body.stms.iter().find(|s| s.pat.vals.contains(&var))?;
    let i = stm.pat.vals.iter().position(|v| *v == var)?;
    match &stm.exp {
        ir::Exp::Update { arr, .. } | ir::Exp::Recast { arr, .. } | ir::Exp::Reshape { arr, .. } => {
            Some(*arr)
        }
        ir::Exp::Loop(l) => l.init.vals[i].var(),
        ir::Exp::Atom(a) => a.var(),
        // Both sides give versions of the same row.
        ir::Exp::If { then, .. } => then.result.vals[i].var().map(|v| row_start(then, v)),
        _ => None,
    }
}

/// The accumulator that `var` is the next version of, inside a body.
fn acc_step(body: &ir::Body<Inner>, var: Var) -> Option<Var> {
    let stm = body.stms.iter().find(|s| s.pat.vals.contains(&var))?;
    let i = stm.pat.vals.iter().position(|v| *v == var)?;
    match &stm.exp {
        ir::Exp::UpdateAcc { acc, .. } => Some(*acc),
        ir::Exp::Loop(l) => l.init.vals[i].var(),
        ir::Exp::If { then, .. } => {
            let mut inner = then.result.vals[i].var()?;
            while let Some(next) = acc_step(then, inner) {
                inner = next;
            }
            Some(inner)
        }
        ir::Exp::Op(Inner::Screma(_, s)) => {
            let mut inner = s.map.body.result.vals[i].var()?;
            while let Some(next) = acc_step(&s.map.body, inner) {
                inner = next;
            }
            let at = s.map.params.iter().position(|p| *p == inner)?;
            match s.inputs[at] {
                ir::Input::Acc(acc) => Some(acc),
                ir::Input::Array(_) | ir::Input::Iota => None,
            }
        }
        _ => None,
    }
}

/// Both runs of a compaction: without `outs` it only counts.
struct Keep<'a> {
    seg: &'a Seg,
    kept: KVar,
    outs: Option<(Vec<KVar>, KVar)>,
}

impl Visit for Keep<'_> {
    fn point(
        &mut self,
        l: &mut Lowerer<'_>,
        k: &mut KernelBuilder,
        point: &mut Point,
        _: &Exp,
    ) -> Result<(), Limitation> {
        l.enter_rows(k, point, self.seg)?;
        let vals = l.k_body(k, point, &self.seg.body)?;
        let (then, ()) = k.block(|k| {
            if let Some((outs, _)) = &self.outs {
                for (host, val) in outs.iter().zip(&vals[1..]) {
                    let buf = l.k_out(k, *host);
                    k.store(buf, Exp::Var(self.kept), scalar(val.clone()));
                }
            }
            k.set(self.kept, ix(BinOp::Add, Exp::Var(self.kept), Exp::Index(1)));
        });
        k.code.push(KStm::If { cond: scalar(vals[0].clone()), then, els: vec![] });
        Ok(())
    }
    fn row_end(&mut self, l: &mut Lowerer<'_>, k: &mut KernelBuilder, row: &Exp) -> Result<(), Limitation> {
        if let Some((_, offsets)) = &self.outs {
            let buf = l.k_out(k, *offsets);
            k.store(buf, ix(BinOp::Add, row.clone(), Exp::Index(1)), from_index(Exp::Var(self.kept)));
        }
        Ok(())
    }
}
