//! Elements: where they lie, whether they are inside, how accumulators combine them.

use super::body::{Point, Val, atomic_op, not, within};
use super::code::{KernelBuilder, from_index, ix, load, to_index};
use super::{AccPlace, Locks, Lowerer, Place};
use base::{BinOp, ScalarType};
use ir::kernel::{Exp as KExp, KType, KVar, Stm as KStm};
use ir::{Atom, Dim, Limitation, Var};

impl Lowerer<'_> {
    /// The element at an index that is in bounds, unless a check in front of it has failed.
    pub(super) fn k_read(
        &mut self,
        k: &mut KernelBuilder,
        point: &Point,
        arr: Var,
        index: &[Atom],
    ) -> Result<KExp, Limitation> {
        let ty = self.vars[arr].ty.elem().unwrap_or(ScalarType::I64);
        if !point.env.contains_key(&arr)
            && let Some(Place::Offsets(offsets)) = self.env.get(&arr).cloned()
        {
            let at = to_index(self.k_atom(k, point, index[0]));
            return Ok(from_index(self.k_offset(k, &offsets, at)?));
        }
        let place = self.k_place(k, point, arr, index)?;
        // What lies over the points themselves lies where they do.
        let own = matches!(place.row, Val::Nothing)
            && index == &point.levels[..]
            && self.vars[arr].ty.dims() == &point.dims[..];
        let own = point.position.clone().filter(|_| own);
        if let (Val::Nothing, Some(Place::Differences(offsets))) = (&place.row, self.env.get(&arr).cloned()) {
            let at = match own {
                Some(position) => position,
                None => {
                    let index: Vec<KExp> = place.index.iter().cloned().map(to_index).collect();
                    self.position(k, &place.dims, &index)?
                }
            };
            return Ok(from_index(self.k_difference(k, &offsets, at)?));
        }
        let (buf, at) = match own {
            Some(position) => {
                let name = self.vars[arr].name.clone();
                let host = self.buf(arr);
                (k.buf(&name, ty, host), position)
            }
            None => self.k_address(k, point, &place)?,
        };
        // After a failed check the index is 0. An array without elements has garbage there, which may become the trip count of a loop.
        Ok(match k.may_have_failed() {
            false => load(buf, at),
            true => {
                let zero = Box::new(KExp::Const(ty.zero()));
                KExp::Select(Box::new(KExp::FAILED), zero, Box::new(load(buf, at)))
            }
        })
    }

    /// Stores at a position that is inside of the buffer, unless a check in front of it has failed.
    pub(super) fn k_write(&mut self, k: &mut KernelBuilder, buf: KVar, at: KExp, val: KExp) {
        if !k.can_fail {
            return k.store(buf, at, val);
        }
        let (then, ()) = k.block(|k| k.store(buf, at, val));
        k.code.push(KStm::If { cond: not(KExp::FAILED), then, els: vec![] });
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
                ElemPlace { arr, row: row.clone(), dims: dims.clone(), index }
            }
            Some(row @ Val::Part { arr, at }) => {
                let dims = self.vars[*arr].ty.dims().to_vec();
                let full = at.iter().cloned().chain(index).collect();
                ElemPlace { arr: *arr, row: row.clone(), dims, index: full }
            }
            _ => {
                let dims = self.vars[arr].ty.dims().to_vec();
                ElemPlace { arr, row: Val::Nothing, dims, index }
            }
        })
    }

    /// The buffer and position of an element.
    pub(super) fn k_address(
        &mut self,
        k: &mut KernelBuilder,
        point: &Point,
        place: &ElemPlace,
    ) -> Result<(KVar, KExp), Limitation> {
        let index: Vec<KExp> = place.index.iter().cloned().map(to_index).collect();
        if let Val::Row { buf, base, dims } = &place.row {
            let mut at = KExp::Index(0);
            for (i, (dim, index)) in dims.iter().zip(index).enumerate() {
                if i > 0 {
                    at = ix(BinOp::Mul, at, to_index(self.k_atom(k, point, dim.size)));
                }
                at = ix(BinOp::Add, at, index);
            }
            Ok((*buf, ix(BinOp::Add, base.clone(), at)))
        } else {
            let elem = self.vars[place.arr].ty.elem().unwrap_or(ScalarType::I64);
            let name = self.vars[place.arr].name.clone();
            let host = self.buf(place.arr);
            let buf = k.buf(&name, elem, host);
            Ok((buf, self.position(k, &place.dims, &index)?))
        }
    }

    /// Runs `access` where every index from `level` on is inside of the element's own row.
    fn k_guarded<F>(
        &mut self,
        k: &mut KernelBuilder,
        point: &Point,
        place: &ElemPlace,
        level: usize,
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
                let size = from_index(self.k_size(k, sizes, at)?);
                KExp::Var(k.let_("size", KType::Scalar(ScalarType::I64), size))
            }
            size @ (Atom::Var(_) | Atom::Const(_)) => self.k_atom(k, point, size),
        };
        let cond = within(place.index[level].clone(), size);
        let (then, result) = k.block(|k| self.k_guarded(k, point, place, level + 1, access));
        result?;
        k.code.push(KStm::If { cond, then, els: vec![] });
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
            val @ (Val::Scalar(_) | Val::Row { .. } | Val::Part { .. } | Val::Nothing) => {
                base::bug!("lower", "{}_{} is no accumulator: {val:?}", self.vars[acc].name, acc.0)
            }
        };
        let Some(Place::Acc(place)) = self.env.get(&root).cloned() else {
            base::bug!("lower", "accumulator {}_{} has no memory", self.vars[root].name, root.0)
        };
        let ir::Type::Acc { elems, dims } = self.vars[root].ty.clone() else {
            base::bug!("lower", "accumulator {}_{} has another type", self.vars[root].name, root.0)
        };
        let index: Vec<KExp> = index.iter().map(|a| self.k_atom(k, point, *a)).collect();
        let elem = ElemPlace { arr: root, row: Val::Nothing, dims, index };
        for (var, i) in place.op.iter().flat_map(|op| &op.index).zip(&elem.index) {
            point.env.insert(*var, Val::Scalar(i.clone()));
        }
        let bufs: Vec<KVar> =
            place.bufs.iter().zip(&elems).map(|(host, elem)| k.buf("acc", *elem, *host)).collect();
        self.k_guarded(k, point, &elem, 0, |this, k| {
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
        if let Some(op) = atomic_op(&op.lam) {
            k.code.push(KStm::Atomic { op, buf: bufs[0], at, val: vals[0].clone(), old: None });
            return Ok(());
        }
        let Some(Locks { buf, count }) = &place.locks else {
            base::bug!("lower", "an operator without atomics has locks")
        };
        let locks = k.buf("locks", ScalarType::I32, *buf);
        let count = k.index("lock_count", count.clone());
        // Copies of the cells are combined by the same code: what is combined has a name.
        let vals: Vec<KExp> = vals
            .into_iter()
            .zip(elems)
            .map(|(val, elem)| KExp::Var(k.let_("val", KType::Scalar(*elem), val)))
            .collect();
        let (body, result) = k.block(|k| {
            let mut args: Vec<KExp> = vec![];
            for (buf, elem) in bufs.iter().zip(elems) {
                args.push(KExp::Var(k.let_("old", KType::Scalar(*elem), load(*buf, at.clone()))));
            }
            args.extend(vals.iter().cloned());
            let new = self.k_apply(k, point, &op.lam, args)?;
            for (buf, val) in bufs.iter().zip(new) {
                k.store(*buf, at.clone(), val);
            }
            Ok(())
        });
        result?;
        k.code.push(KStm::Locked { locks, count, at, vals, body });
        Ok(())
    }
}

/// An element: of an array of the host (`row` is nothing), of a row of the point, or of the point's part of an irregular array.
pub(super) struct ElemPlace {
    pub(super) arr: Var,
    pub(super) row: Val,
    pub(super) dims: Vec<Dim>,
    pub(super) index: Vec<KExp>,
}
