//! Offsets of volumes.

use super::body::{Point, Val};
use super::code::{KernelBuilder, from_index, ix, load, to_index};
use super::{Lowerer, Place, number};
use base::{BinOp, ScalarType};
use ir::kernel::{Exp, HostExp, HostStm, KType, KVar, Stm as KStm};
use ir::{
    Atom, Builder, Clauses, Closed, Dim, Extent, Inner, Level, Limitation, Out, Pat, Seg, Type, Var, fresh,
};
use std::rc::Rc;

/// Where the entries of offsets are.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Offsets {
    /// In a buffer.
    Buf(KVar),
    /// They are computed.
    Closed(Rc<Closed>),
    /// Nowhere: a group that takes rows finds their sizes itself (`tile/deal.rs`), by the kernel that makes these.
    Within(Var),
}

pub(super) fn plus(a: Exp, b: Exp) -> Exp {
    Exp::Bin(BinOp::Add, ScalarType::I64, Box::new(a), Box::new(b))
}

impl Lowerer<'_> {
    /// A worker's contiguous share of `n` things.
    pub(super) fn each_of(
        &mut self,
        k: &mut KernelBuilder,
        n: HostExp,
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
        k.code.push(KStm::For { var: i, from, to, vector: None, body });
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
            Offsets::Within(made) => Ok(self.dealt_offset(*made, at)),
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
        if let Offsets::Within(made) = offsets
            && let Some(size) = self.taken_size(*made, &at)
        {
            return Ok(size);
        }
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
            self.launch(k, HostExp::workers(rows));
            Ok(sizes)
        });
        match stored {
            Ok(sizes) => sizes,
            Err(limit) => base::bug!("lower", "sizes of what has no size: {}", limit.what),
        }
    }

    /// The last entry of offsets, as a number of the host.
    pub(super) fn host_total(&mut self, offsets: &Offsets, rows: HostExp) -> Result<HostExp, Limitation> {
        let var = self.host_var("total", KType::Scalar(ScalarType::I64));
        match offsets {
            Offsets::Buf(buf) => self.code.push(HostStm::read(var, *buf, rows)),
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
            Offsets::Within(_) => base::bug!("lower", "the sum of sizes that groups find themselves"),
        }
        Ok(Exp::Var(var))
    }

    /// The sum that comes with the offsets of an argument.
    fn known_total(&self, offsets: KVar) -> Option<HostExp> {
        self.given.values().find(|(given, _)| *given == offsets).map(|(_, total)| Exp::Var(*total))
    }

    fn host_read(&mut self, elem: ScalarType, buf: KVar, at: HostExp) -> HostExp {
        let var = self.host_var("entry", KType::Scalar(elem));
        self.code.push(HostStm::read(var, buf, at));
        Exp::Var(var)
    }

    /// The last entry of offsets in closed form, on the host.
    fn host_entry(&mut self, closed: &Closed, at: HostExp) -> HostExp {
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
        let rows = fresh(self.vars, "rows", Type::i64());
        let kvar = self.set("rows", ScalarType::I64, n);
        self.env.insert(rows, Place::Scalar(kvar));
        let index = fresh(self.vars, "i", Type::i64());
        // The sizes as they lie in memory, one behind the other.
        let flat = Type::array(ScalarType::I64, vec![Dim::uniform(rows)]);
        let mut sizes = vec![];
        for size in volume {
            let name = self.vars[*size].name.clone();
            let dense = fresh(self.vars, &name, flat.clone());
            let buf = self.buf(*size);
            self.env.insert(dense, Place::Buf(buf));
            sizes.push(dense);
        }
        let mut b: Builder<'_, Inner> = Builder::new(self.vars);
        let mut product: Option<Atom> = None;
        for size in sizes {
            let size: Atom = b.elem("n", size, vec![index.into()]).into();
            product = Some(match product {
                Some(before) => b.bin("volume", BinOp::Mul, before, size),
                None => size,
            });
        }
        let body = b.stms;
        let clauses = Clauses { outs: product.map(Out::Offsets).into_iter().collect(), ..Clauses::default() };
        let level = Level { index, extent: Extent::Uniform(rows.into()) };
        let name = format!("o_{}", self.vars[volume[0]].name);
        let offsets = fresh(self.vars, &name, Type::Offsets);
        let seg = Seg { levels: vec![level], body, clauses, ..Seg::default() };
        self.seg(&Pat::one(offsets), &seg)?;
        match self.offsets_of(offsets) {
            Offsets::Buf(buf) => Ok(buf),
            Offsets::Closed(_) | Offsets::Within(_) => {
                base::bug!("lower", "offsets that are made have no memory")
            }
        }
    }
}
