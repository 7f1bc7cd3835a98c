//! Offsets of volumes, and the scans of counts that compactions share with them.

use super::body::{Point, Val};

use super::code::{KernelBuilder, from_index, ix, load, to_index};
use super::{Lowerer, Place, host_bin, number};
use base::{BinOp, Scalar, ScalarType};
use ir::kernel::{Exp, HostStm, KType, KVar, Stm as KStm};
use ir::{Closed, Limitation, Var};
use std::rc::Rc;

/// Where the entries of offsets are.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Offsets {
    /// In a buffer.
    Buf(KVar),
    /// They are computed.
    Closed(Rc<Closed>),
}

/// What comes before each worker.
pub(super) struct Counts {
    /// What comes before it in its group.
    counts: KVar,
    /// The size of groups, and what comes before each; `None` if all workers are one.
    groups: Option<(Exp, KVar)>,
    /// A buffer with the sum of all.
    pub(super) total: KVar,
}

pub(super) fn plus(a: Exp, b: Exp) -> Exp {
    Exp::Bin(BinOp::Add, ScalarType::I64, Box::new(a), Box::new(b))
}

impl Lowerer<'_> {
    /// Turns counts per worker into what comes before each.
    pub(super) fn scan_counts(&mut self, counts: KVar, workers: Exp) -> Counts {
        let total = self.alloc("total", ScalarType::I64, number(1), false);
        let Some(groups) = self.groups(&workers) else {
            self.sum_counts(counts, workers, total);
            return Counts { counts, groups: None, total };
        };
        let sums = self.alloc("group_counts", ScalarType::I64, groups.count.clone(), false);
        let mut k = KernelBuilder::new();
        let (from, to) = self.members(&mut k, &groups, &workers);
        let sum = self.exclusive_counts(&mut k, counts, from, to);
        let k_sums = self.k_out(&mut k, sums);
        k.store(k_sums, Exp::Var(k.worker), Exp::Var(sum));
        self.launch(k, groups.count.clone());
        self.sum_counts(sums, groups.count, total);
        Counts { counts, groups: Some((groups.size, sums)), total }
    }

    fn sum_counts(&mut self, counts: KVar, workers: Exp, total: KVar) {
        let mut k = KernelBuilder::new();
        let count = k.index("workers_before", workers);
        let sum = self.exclusive_counts(&mut k, counts, Exp::Index(0), count);
        let k_total = self.k_out(&mut k, total);
        k.store(k_total, Exp::Index(0), Exp::Var(sum));
        self.launch(k, number(1));
    }

    /// Replaces counts by the sums of those before; gives the sum of all.
    fn exclusive_counts(&mut self, k: &mut KernelBuilder, counts: KVar, from: Exp, to: Exp) -> KVar {
        let k_counts = self.k_out(k, counts);
        let sum = k.let_("sum", KType::Scalar(ScalarType::I64), Exp::Const(Scalar::I64(0)));
        let w = k.var("w", KType::Index);
        let (body, ()) = k.block(|k| {
            let own = k.let_("own", KType::Scalar(ScalarType::I64), load(k_counts, Exp::Var(w)));
            k.store(k_counts, Exp::Var(w), Exp::Var(sum));
            k.set(sum, plus(Exp::Var(sum), Exp::Var(own)));
        });
        k.code.push(KStm::For { var: w, from, to, body });
        sum
    }

    /// What comes before this worker.
    pub(super) fn count_before(&mut self, k: &mut KernelBuilder, counts: &Counts) -> Exp {
        let own = self.k_out(k, counts.counts);
        let own = load(own, Exp::Var(k.worker));
        let Some((size, sums)) = &counts.groups else { return own };
        let (size, sums) = (k.index("group", size.clone()), self.k_out(k, *sums));
        plus(load(sums, ix(BinOp::Div, Exp::Var(k.worker), size)), own)
    }

    /// A worker's contiguous share of `n` things.
    pub(super) fn each_of(
        &mut self,
        k: &mut KernelBuilder,
        n: Exp,
        f: impl FnOnce(&mut Self, &mut KernelBuilder, Exp),
    ) {
        let n = k.index("n", n);
        let share =
            |w: Exp, k: &KernelBuilder| ix(BinOp::Div, ix(BinOp::Mul, w, n.clone()), Exp::Var(k.workers));
        let from = share(Exp::Var(k.worker), k);
        let to = share(ix(BinOp::Add, Exp::Var(k.worker), Exp::Index(1)), k);
        let to = k.let_index("to", to);
        let i = k.var("i", KType::Index);
        let (body, ()) = k.block(|k| f(self, k, Exp::Var(i)));
        k.code.push(KStm::For { var: i, from, to, body });
    }

    /// What a variable of Flat that holds offsets stands for.
    pub(super) fn offsets_of(&self, var: Var) -> Offsets {
        match self.env.get(&var) {
            Some(Place::Offsets(offsets)) => offsets.clone(),
            place => base::bug!("lower", "{}_{} are no offsets: {place:?}", self.vars[var].name, var.0),
        }
    }

    /// An entry of offsets.
    pub(super) fn k_offset(
        &mut self,
        k: &mut KernelBuilder,
        offsets: &Offsets,
        at: Exp,
    ) -> Result<Exp, Limitation> {
        match offsets {
            Offsets::Buf(host) => {
                let buf = k.buf("offsets", ScalarType::I64, *host);
                Ok(to_index(load(buf, at)))
            }
            Offsets::Closed(closed) => {
                let at = k.let_index("at", at);
                let mut point = Point::default();
                point.env.insert(closed.index, Val::Scalar(from_index(at)));
                self.k_block(k, &mut point, &closed.body)?;
                Ok(to_index(self.k_atom(k, &point, closed.result)))
            }
        }
    }

    /// The size at a position that offsets were made of.
    pub(super) fn k_difference(
        &mut self,
        k: &mut KernelBuilder,
        offsets: &Offsets,
        at: Exp,
    ) -> Result<Exp, Limitation> {
        let at = k.let_index("at", at);
        let before = self.k_offset(k, offsets, at.clone())?;
        let after = self.k_offset(k, offsets, ix(BinOp::Add, at, Exp::Index(1)))?;
        Ok(ix(BinOp::Sub, after, before))
    }

    /// Stores the sizes that offsets were made of.
    pub(super) fn store_differences(&mut self, var: Var, offsets: &Offsets) -> KVar {
        let stored = self.output(var).and_then(|sizes| {
            let dims = self.vars[var].ty.dims().to_vec();
            let rows = self.count(&dims)?;
            let mut k = KernelBuilder::new();
            let k_sizes = self.k_out(&mut k, sizes);
            let mut result = Ok(());
            self.each_of(&mut k, rows.clone(), |this, k, at| {
                result = this
                    .k_difference(k, offsets, at.clone())
                    .map(|size| k.store(k_sizes, at, from_index(size)));
            });
            result?;
            self.launch(k, Exp::Workers(Box::new(rows)));
            Ok(sizes)
        });
        match stored {
            Ok(sizes) => sizes,
            Err(limit) => base::bug!("lower", "sizes of what has no size: {}", limit.what),
        }
    }

    /// The last entry of offsets, as a number of the host.
    pub(super) fn host_total(&mut self, offsets: &Offsets, rows: Exp) -> Result<Exp, Limitation> {
        let var = self.host_var("total", KType::Scalar(ScalarType::I64));
        match offsets {
            Offsets::Buf(buf) => self.code.push(HostStm::Read { var, buf: *buf, at: rows }),
            Offsets::Closed(closed) => {
                // Without rows there may be nothing to read.
                self.code.push(HostStm::Set(var, number(0)));
                let (then, ()) = self.nested(|this| {
                    let total = this.host_entry(closed, rows.clone());
                    this.code.push(HostStm::Set(var, total));
                    Ok(())
                })?;
                let cond = Exp::Bin(BinOp::Gt, ScalarType::I64, Box::new(rows), Box::new(number(0)));
                self.code.push(HostStm::If { cond, then, els: vec![] });
            }
        }
        Ok(Exp::Var(var))
    }

    /// The sum that comes with the offsets of an argument.
    fn known_total(&self, offsets: KVar) -> Option<Exp> {
        self.given.values().find(|(given, _)| *given == offsets).map(|(_, total)| Exp::Var(*total))
    }

    fn host_read(&mut self, elem: ScalarType, buf: KVar, at: Exp) -> Exp {
        let var = self.host_var("entry", KType::Scalar(elem));
        self.code.push(HostStm::Read { var, buf, at });
        Exp::Var(var)
    }

    /// The last entry of offsets in closed form, on the host.
    fn host_entry(&mut self, closed: &Closed, at: Exp) -> Exp {
        let at = self.set("at", ScalarType::I64, at);
        self.env.insert(closed.index, Place::Scalar(at));
        for stm in &closed.body {
            let var = stm.pat.vals[0];
            let elem = self.vars[var].ty.elem().unwrap_or(ScalarType::I64);
            let value = match &stm.exp {
                ir::Exp::Atom(a) => self.scalar(*a),
                ir::Exp::Prim(prim) => self.host_prim(prim),
                ir::Exp::Read { arr, index } => {
                    let at = self.scalar(index[0]);
                    let place = self.env.get(arr).cloned();
                    let last = index[0] == closed.index.into();
                    match place {
                        Some(Place::Offsets(Offsets::Closed(inner))) => self.host_entry(&inner, at),
                        Some(Place::Offsets(Offsets::Buf(buf))) => match self.known_total(buf) {
                            Some(total) if last => total,
                            _ => self.host_read(elem, buf, at),
                        },
                        _ => {
                            let buf = self.buf(*arr);
                            self.host_read(elem, buf, at)
                        }
                    }
                }
                exp @ (ir::Exp::Check(_)
                | ir::Exp::Trace { .. }
                | ir::Exp::View(_)
                | ir::Exp::Copy { .. }
                | ir::Exp::Scratch { .. }
                | ir::Exp::Total { .. }
                | ir::Exp::Write { .. }
                | ir::Exp::UpdateAcc { .. }
                | ir::Exp::Call { .. }
                | ir::Exp::If { .. }
                | ir::Exp::Loop(_)
                | ir::Exp::WithAcc { .. }
                | ir::Exp::Op(_)) => base::bug!("lower", "a closed form with {exp:?}"),
            };
            let kvar = self.set("entry", elem, value);
            self.env.insert(var, Place::Scalar(kvar));
        }
        self.scalar(closed.result)
    }

    /// Offsets of a volume: its exclusive scan, with the total behind the last entry.
    pub(super) fn make_offsets(&mut self, volume: &[Var]) -> Result<KVar, Limitation> {
        let dims = self.vars[volume[0]].ty.dims().to_vec();
        let n = self.count(&dims)?;
        let n = Exp::Var(self.set("rows", ScalarType::I64, n));
        let entries = host_bin(BinOp::Add, n.clone(), number(1));
        let name = format!("o_{}", self.vars[volume[0]].name);
        let offsets = self.alloc(&name, ScalarType::I64, entries, false);
        let workers = Exp::Workers(Box::new(n.clone()));
        let workers = Exp::Var(self.set("workers", ScalarType::I64, workers));
        let counts = self.alloc("counts", ScalarType::I64, workers.clone(), false);
        let sizes: Vec<KVar> = volume.iter().map(|v| self.buf(*v)).collect();

        let mut before = None;
        for write in [false, true] {
            let mut k = KernelBuilder::new();
            let k_sizes: Vec<KVar> = sizes.iter().map(|s| self.k_out(&mut k, *s)).collect();
            let worker = Exp::Var(k.worker);
            let start = match &before {
                Some(before) => self.count_before(&mut k, before),
                None => Exp::Const(Scalar::I64(0)),
            };
            let sum = k.let_("sum", KType::Scalar(ScalarType::I64), start);
            let k_offsets = write.then(|| self.k_out(&mut k, offsets));
            self.each_of(&mut k, n.clone(), |_, k, i| {
                if let Some(offsets) = k_offsets {
                    k.store(offsets, i.clone(), Exp::Var(sum));
                }
                let mut product = load(k_sizes[0], i.clone());
                for size in &k_sizes[1..] {
                    let next = load(*size, i.clone());
                    product = Exp::Bin(BinOp::Mul, ScalarType::I64, Box::new(product), Box::new(next));
                }
                k.set(sum, plus(Exp::Var(sum), product));
            });
            if let Some(offsets) = k_offsets {
                let next = ix(BinOp::Add, worker, Exp::Index(1));
                let last = Exp::IndexBin(BinOp::Eq, Box::new(next), Box::new(Exp::Var(k.workers)));
                let n = k.index("n", n.clone());
                let then = vec![KStm::Store { buf: offsets, at: n, val: Exp::Var(sum) }];
                k.code.push(KStm::If { cond: last, then, els: vec![] });
            } else {
                let k_counts = self.k_out(&mut k, counts);
                k.store(k_counts, worker, Exp::Var(sum));
            }
            self.launch(k, workers.clone());
            if !write {
                before = Some(self.scan_counts(counts, workers.clone()));
            }
        }
        Ok(offsets)
    }
}
