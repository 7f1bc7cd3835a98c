//! Elements: where they lie, whether they are inside, how accumulators combine them.

use super::body::{Point, Val, atomic_op, within};
use super::code::{KernelBuilder, ix, load, to_index};
use super::{AccPlace, LOCKS, Lowerer, Place};
use base::{BinOp, ScalarType};
use ir::failure::what;
use ir::kernel::{Exp as KExp, KType, KVar, Stm as KStm};
use ir::{Atom, Dim, Limitation, Var};

impl Lowerer<'_> {
    pub(super) fn k_index_exp(
        &mut self,
        k: &mut KernelBuilder,
        point: &mut Point,
        arr: Var,
        index: &[Atom],
        checked: bool,
    ) -> Result<KExp, Limitation> {
        let ty = self.vars[arr].ty.elem().unwrap_or(ScalarType::I64);
        let place = self.k_place(k, point, arr, index)?;
        if !checked && place.room().is_none() {
            let (buf, at) = self.k_address(k, point, &place)?;
            return Ok(load(buf, at));
        }
        let name = self.vars[arr].name.clone();
        let var = k.let_(&name, KType::Scalar(ty), KExp::Const(ty.zero()));
        let read = |this: &mut Self, k: &mut KernelBuilder| {
            let (buf, at) = this.k_address(k, point, &place)?;
            k_in_room(k, &place, &at, |k| k.set(var, load(buf, at.clone())));
            Ok(())
        };
        if checked {
            self.k_guarded(k, point, &place, true, read)?;
        } else {
            read(self, k)?;
        }
        Ok(KExp::Var(var))
    }

    pub(super) fn k_place(
        &mut self,
        k: &mut KernelBuilder,
        point: &Point,
        arr: Var,
        index: &[Atom],
    ) -> Result<ElemPlace, Limitation> {
        let index: Vec<KExp> = index.iter().map(|a| self.k_atom(k, point, *a)).collect();
        Ok(match point.env.get(&arr) {
            Some(row @ Val::Row { dims, .. }) => {
                ElemPlace { arr, row: row.clone(), dims: dims.clone(), index, inside: 0 }
            }
            Some(row @ Val::Part { arr, at }) => {
                let dims = self.vars[*arr].ty.dims().to_vec();
                let full = at.iter().cloned().chain(index).collect();
                ElemPlace { arr: *arr, row: row.clone(), dims, index: full, inside: at.len() }
            }
            _ => {
                let dims = self.vars[arr].ty.dims().to_vec();
                ElemPlace { arr, row: Val::Nothing, dims, index, inside: 0 }
            }
        })
    }

    /// How many elements a row of the point has: an expression of what is in scope in the whole kernel.
    pub(super) fn k_volume(&mut self, k: &mut KernelBuilder, point: &Point, dims: &[Dim]) -> KExp {
        let mut volume = KExp::Index(1);
        for dim in dims {
            volume = ix(BinOp::Mul, volume, to_index(self.k_atom(k, point, dim.size)));
        }
        volume
    }

    /// The buffer and position of an element.
    pub(super) fn k_address(
        &mut self,
        k: &mut KernelBuilder,
        point: &Point,
        place: &ElemPlace,
    ) -> Result<(KVar, KExp), Limitation> {
        let index: Vec<KExp> = place.index.iter().cloned().map(to_index).collect();
        match &place.row {
            Val::Row { buf, base, dims, room: _ } => {
                let mut at = KExp::Index(0);
                for (i, (dim, index)) in dims.iter().zip(index).enumerate() {
                    if i > 0 {
                        at = ix(BinOp::Mul, at, to_index(self.k_atom(k, point, dim.size)));
                    }
                    at = ix(BinOp::Add, at, index);
                }
                Ok((*buf, ix(BinOp::Add, base.clone(), at)))
            }
            _ => {
                let elem = self.vars[place.arr].ty.elem().unwrap_or(ScalarType::I64);
                let name = self.vars[place.arr].name.clone();
                let host = self.buf(place.arr);
                let buf = k.buf(&name, elem, host);
                Ok((buf, self.position(k, &place.dims, &index)?))
            }
        }
    }

    /// Runs `access` where every index is inside the element's own row; elsewhere fails, if `report`, or does nothing.
    pub(super) fn k_guarded(
        &mut self,
        k: &mut KernelBuilder,
        point: &Point,
        place: &ElemPlace,
        report: bool,
        access: impl FnOnce(&mut Self, &mut KernelBuilder) -> Result<(), Limitation>,
    ) -> Result<(), Limitation> {
        self.k_guard_from(k, point, place, place.inside, report, access)
    }

    pub(super) fn k_guard_from<F>(
        &mut self,
        k: &mut KernelBuilder,
        point: &Point,
        place: &ElemPlace,
        level: usize,
        report: bool,
        access: F,
    ) -> Result<(), Limitation>
    where
        F: FnOnce(&mut Self, &mut KernelBuilder) -> Result<(), Limitation>,
    {
        if level == place.dims.len() {
            return access(self, k);
        }
        let dim = place.dims[level].clone();
        // The size of this level may be read only where the levels in front are inside.
        let size = match dim.size {
            Atom::Var(sizes) if !dim.is_uniform() => {
                let index: Vec<KExp> =
                    dim.on.iter().map(|l| to_index(place.index[*l as usize].clone())).collect();
                let dims = self.vars[sizes].ty.dims().to_vec();
                let at = self.position(k, &dims, &index)?;
                let host = self.buf(sizes);
                let name = self.vars[sizes].name.clone();
                let buf = k.buf(&name, ScalarType::I64, host);
                KExp::Var(k.let_("size", KType::Scalar(ScalarType::I64), load(buf, at)))
            }
            size => self.k_atom(k, point, size),
        };
        let i = place.index[level].clone();
        let cond = within(i.clone(), size.clone());
        let (then, result) = k.block(|k| self.k_guard_from(k, point, place, level + 1, report, access));
        result?;
        let (els, ()) = k.block(|k| {
            if report {
                self.k_fail(k, point, what::INDEX, vec![(ScalarType::I64, i), (ScalarType::I64, size)]);
            }
        });
        k.code.push(KStm::If { cond, then, els });
        Ok(())
    }

    pub(super) fn k_update_acc(
        &mut self,
        k: &mut KernelBuilder,
        point: &mut Point,
        acc: Var,
        index: &[Atom],
        vals: Vec<KExp>,
    ) -> Result<(), Limitation> {
        let root = match self.k_val(k, point, Atom::Var(acc)) {
            Val::Acc(root) => root,
            val => base::bug!("lower", "{}_{} is no accumulator: {val:?}", self.vars[acc].name, acc.0),
        };
        let Some(Place::Acc(place)) = self.env.get(&root).cloned() else {
            base::bug!("lower", "accumulator {}_{} has no memory", self.vars[root].name, root.0)
        };
        let ir::Type::Acc { elems, dims } = self.vars[root].ty.clone() else {
            base::bug!("lower", "accumulator {}_{} has another type", self.vars[root].name, root.0)
        };
        let index: Vec<KExp> = index.iter().map(|a| self.k_atom(k, point, *a)).collect();
        let elem = ElemPlace { arr: root, row: Val::Nothing, dims, index, inside: 0 };
        let bufs: Vec<KVar> =
            place.bufs.iter().zip(&elems).map(|(host, elem)| k.buf("acc", *elem, *host)).collect();
        self.k_guarded(k, point, &elem, false, |this, k| {
            let index: Vec<KExp> = elem.index.iter().cloned().map(to_index).collect();
            let at = this.position(k, &elem.dims, &index)?;
            let at = k.let_index("at", at);
            this.k_combine(k, point, &place, &elems, &bufs, at, vals)
        })
    }

    /// Combines values into an accumulator at a position inside it.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn k_combine(
        &mut self,
        k: &mut KernelBuilder,
        point: &Point,
        place: &AccPlace,
        elems: &[ScalarType],
        bufs: &[KVar],
        at: KExp,
        vals: Vec<KExp>,
    ) -> Result<(), Limitation> {
        let Some(op) = &place.op else {
            for (buf, val) in bufs.iter().zip(vals) {
                k.store(*buf, at.clone(), val);
            }
            return Ok(());
        };
        if let Some(op) = atomic_op(op) {
            k.code.push(KStm::Atomic { op, buf: bufs[0], at, val: vals[0].clone() });
            return Ok(());
        }
        let Some(locks) = place.locks else { base::bug!("lower", "an operator without atomics has locks") };
        let locks = k.buf("locks", ScalarType::I32, locks);
        let (body, result) = k.block(|k| {
            let mut args: Vec<KExp> = vec![];
            for (buf, elem) in bufs.iter().zip(elems) {
                args.push(KExp::Var(k.let_("old", KType::Scalar(*elem), load(*buf, at.clone()))));
            }
            args.extend(vals);
            let new = self.k_apply(k, point, op, args)?;
            for (buf, val) in bufs.iter().zip(new) {
                k.store(*buf, at.clone(), val);
            }
            Ok(())
        });
        result?;
        k.code.push(KStm::Locked { locks, count: KExp::Index(LOCKS), at, body });
        Ok(())
    }
}

/// An element: of an array of the host (`row` is nothing), of a row of the point, or of the point's part of an irregular array.
pub(super) struct ElemPlace {
    pub(super) arr: Var,
    pub(super) row: Val,
    pub(super) dims: Vec<Dim>,
    pub(super) index: Vec<KExp>,
    /// How many indices are known to be inside: those of the point.
    pub(super) inside: usize,
}

impl ElemPlace {
    /// Where the row begins and how many elements it really has, if its dimensions may say more.
    fn room(&self) -> Option<(&KExp, &KExp)> {
        match &self.row {
            Val::Row { base, room: Some(room), .. } => Some((base, room)),
            Val::Row { .. } | Val::Scalar(_) | Val::Part { .. } | Val::Acc(_) | Val::Nothing => None,
        }
    }
}

/// Runs `access` to the position `at` unless that is outside of the row, as it can be once a check of its dimensions has failed.
pub(super) fn k_in_room(
    k: &mut KernelBuilder,
    place: &ElemPlace,
    at: &KExp,
    access: impl FnOnce(&mut KernelBuilder),
) {
    let Some((base, room)) = place.room() else { return access(k) };
    let inside = k.let_index("inside", ix(BinOp::Sub, at.clone(), base.clone()));
    let compare = |op, b: KExp| KExp::IndexBin(op, Box::new(inside.clone()), Box::new(b));
    let (low, high) = (compare(BinOp::Ge, KExp::Index(0)), compare(BinOp::Lt, room.clone()));
    let cond = KExp::Bin(BinOp::And, ScalarType::Bool, Box::new(low), Box::new(high));
    let (then, ()) = k.block(access);
    k.code.push(KStm::If { cond, then, els: vec![] });
}
