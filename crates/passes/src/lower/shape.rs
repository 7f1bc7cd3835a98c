//! Shapes at run time: how many points, where a point lies, which point lies there. See [`crate::space`] for chunks.

use super::body::Point;
use super::code::{KernelBuilder, ix, load, to_index};
use super::offsets::Offsets;
use super::{Lowerer, Place, host_bin, number};
use crate::space::{Chunk, chunks};
use base::{BinOp, ScalarType};
use ir::kernel::{Exp, HostExp, KType, KVar, Stm};
use ir::{Atom, Dim, Limitation, Var};

impl Lowerer<'_> {
    pub(super) fn chunks(&self, dims: &[Dim]) -> Result<Vec<Chunk>, Limitation> {
        match chunks(dims) {
            Some(chunks) => Ok(chunks),
            None => self.limit("sizes that vary with levels that are not next to each other"),
        }
    }

    /// The number of points, as a host scalar.
    pub(super) fn count(&mut self, dims: &[Dim]) -> Result<HostExp, Limitation> {
        let chunks = self.chunks(dims)?;
        let Some(chunk) = chunks.last() else { return Ok(number(1)) };
        let volume = chunk.volume(dims);
        let mut count = if volume.is_empty() {
            number(1)
        } else {
            let repeats = self.count(&dims[..chunk.first])?;
            let total = self.total(&volume)?;
            host_bin(BinOp::Mul, repeats, total)
        };
        for factor in chunk.factors(dims) {
            let factor = self.scalar(factor);
            count = host_bin(BinOp::Mul, count, factor);
        }
        Ok(count)
    }

    fn key(&self, volume: &[Var]) -> Vec<Var> {
        let mut key: Vec<Var> = volume.iter().map(|v| self.canonical(*v)).collect();
        key.sort();
        key
    }

    /// The sum of a volume, read back once.
    pub(super) fn total(&mut self, volume: &[Var]) -> Result<HostExp, Limitation> {
        let key = self.key(volume);
        if let Some(total) = self.totals.get(&key) {
            return Ok(total.clone());
        }
        let offsets = self.offsets(volume)?;
        if let Some((_, total)) = self.given.get(&key) {
            return Ok(Exp::Var(*total));
        }
        let dims = self.vars[volume[0]].ty.dims().to_vec();
        let at = self.count(&dims)?;
        let total = self.host_total(&offsets, at)?;
        self.totals.insert(key, total.clone());
        Ok(total)
    }

    /// How many elements to allocate: as many as there are points, or where the host would have to read a number first, as many as
    /// there can be.
    pub(super) fn capacity(&mut self, dims: &[Dim]) -> Result<HostExp, Limitation> {
        match self.most(dims)? {
            Some(most) => Ok(most),
            None => self.count(dims),
        }
    }

    /// How many points there can be, if the host knows that without reading anything from a device.
    pub(super) fn most(&mut self, dims: &[Dim]) -> Result<Option<HostExp>, Limitation> {
        if self.is_known(dims)? {
            return self.count(dims).map(Some);
        }
        let chunks = self.chunks(dims)?;
        let Some(chunk) = chunks.last() else { return Ok(Some(number(1))) };
        let volume = chunk.volume(dims);
        let mut most = number(1);
        if !volume.is_empty() {
            let key = self.key(&volume);
            let given = self.given.get(&key).map(|(_, total)| Exp::Var(*total));
            let total = given.or_else(|| self.totals.get(&key).or(self.most_in_all.get(&key)).cloned());
            let (Some(repeats), Some(total)) = (self.most(&dims[..chunk.first])?, total) else {
                return Ok(None);
            };
            most = host_bin(BinOp::Mul, repeats, total);
        }
        for size in chunk.factors(dims) {
            let size = match size {
                Atom::Var(v) if self.is_pending(size) => self.most.get(&v).cloned(),
                size @ (Atom::Var(_) | Atom::Const(_)) => Some(self.scalar(size)),
            };
            let Some(size) = size else { return Ok(None) };
            most = host_bin(BinOp::Mul, most, size);
        }
        Ok(Some(most))
    }

    /// Whether a number is on the device only.
    pub(super) fn is_pending(&self, atom: Atom) -> bool {
        let place = atom.var().and_then(|v| self.env.get(&v));
        self.target.apart && matches!(place, Some(Place::Pending(_) | Place::Late { .. }))
    }

    /// Whether the host knows the number of points without reading anything from a device.
    pub(super) fn is_known(&mut self, dims: &[Dim]) -> Result<bool, Limitation> {
        if !self.target.apart {
            return Ok(true);
        }
        if dims.iter().any(|dim| dim.is_uniform() && self.is_pending(dim.size)) {
            return Ok(false);
        }
        for chunk in self.chunks(dims)? {
            let volume = chunk.volume(dims);
            if !volume.is_empty() {
                let key = self.key(&volume);
                if !self.totals.contains_key(&key) && !self.given.contains_key(&key) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The offsets of a volume: those of arguments come with them, others are made where they are first needed.
    pub(super) fn offsets(&mut self, volume: &[Var]) -> Result<Offsets, Limitation> {
        let key = self.key(volume);
        if let Some(offsets) = self.offsets.get(&key) {
            return Ok(offsets.clone());
        }
        if let Some((offsets, _)) = self.given.get(&key) {
            return Ok(Offsets::Buf(*offsets));
        }
        let arguments: Option<Vec<KVar>> = key.iter().map(|v| self.arguments.get(v).copied()).collect();
        if let Some(sizes) = arguments {
            let name = format!("o_{}", self.vars[volume[0]].name);
            let offsets = self.host_var(&name, KType::Buf(ScalarType::I64));
            let total = self.host_var("total", KType::Scalar(ScalarType::I64));
            self.host.given.push(sizes);
            self.host.params.extend([offsets, total]);
            self.given.insert(key, (offsets, total));
            return Ok(Offsets::Buf(offsets));
        }
        let offsets = Offsets::Buf(self.make_offsets(volume)?);
        self.offsets.insert(key, offsets.clone());
        Ok(offsets)
    }

    /// The offsets of a volume are those of a variable.
    pub(super) fn same_offsets(&mut self, volume: &[Var], is: Var) {
        let key = self.key(volume);
        if let Some(most) = self.most_by_offsets.get(&is) {
            self.most_in_all.insert(key.clone(), most.clone());
        }
        let offsets = self.offsets_of(is);
        self.offsets.entry(key).or_insert(offsets);
    }

    /// A host scalar, as an index of a kernel.
    pub(super) fn k_index(&mut self, k: &mut KernelBuilder, name: &str, atom: Atom) -> Exp {
        if self.is_pending(atom) {
            let size = self.k_atom(k, &Point::default(), atom);
            return k.let_index(name, to_index(size));
        }
        let exp = self.scalar(atom);
        k.index(name, exp)
    }

    /// The number of points of a uniform or ragged space, as an index of a kernel: from the host where it knows it, else the kernel
    /// looks at the last offset itself.
    pub(super) fn k_count(&mut self, k: &mut KernelBuilder, dims: &[Dim]) -> Result<Exp, Limitation> {
        if self.is_known(dims)? {
            let count = self.count(dims)?;
            return Ok(k.index("count", count));
        }
        let chunks = self.chunks(dims)?;
        let Some(chunk) = chunks.last() else { return Ok(Exp::Index(1)) };
        let mut count = self.factor(k, chunk, dims);
        let volume = chunk.volume(dims);
        if !volume.is_empty() {
            let rows = self.vars[volume[0]].ty.dims().to_vec();
            let rows = self.k_count(k, &rows)?;
            let offsets = self.offsets(&volume)?;
            let repeats = self.k_count(k, &dims[..chunk.first])?;
            // Where there are no repeats, nothing says that there are as many rows.
            let total = k.let_("total", KType::Index, Exp::Index(0));
            let (then, result) = k.block(|k| {
                let last = self.k_offset(k, &offsets, rows)?;
                k.set(total, last);
                Ok(())
            });
            result?;
            let some = Exp::IndexBin(BinOp::Gt, Box::new(repeats.clone()), Box::new(Exp::Index(0)));
            k.code.push(Stm::If { cond: some, then, els: vec![] });
            count = ix(BinOp::Mul, count, ix(BinOp::Mul, repeats, Exp::Var(total)));
        }
        Ok(k.let_index("count", count))
    }

    /// The entry at a position of an array of sizes.
    pub(super) fn k_size(&mut self, k: &mut KernelBuilder, sizes: Var, at: Exp) -> Result<Exp, Limitation> {
        if let Some(Place::Differences(offsets)) = self.env.get(&sizes).cloned() {
            return self.k_difference(k, &offsets, at);
        }
        let host = self.buf(sizes);
        let name = self.vars[sizes].name.clone();
        let buf = k.buf(&name, ScalarType::I64, host);
        Ok(to_index(load(buf, at)))
    }

    /// The size of a dimension of a chunk, given the position of the levels it varies with.
    pub(super) fn size_at(
        &mut self,
        k: &mut KernelBuilder,
        dim: &Dim,
        outer: &Exp,
    ) -> Result<Exp, Limitation> {
        match dim.size {
            Atom::Var(sizes) if !dim.is_uniform() => self.k_size(k, sizes, outer.clone()),
            size @ (Atom::Var(_) | Atom::Const(_)) => Ok(self.k_index(k, "n", size)),
        }
    }

    /// The position of a point in dense memory. `index` has one entry per dimension.
    pub(super) fn position(
        &mut self,
        k: &mut KernelBuilder,
        dims: &[Dim],
        index: &[Exp],
    ) -> Result<Exp, Limitation> {
        let chunks = self.chunks(dims)?;
        let Some(chunk) = chunks.last().filter(|_| !dims.is_empty()) else { return Ok(Exp::Index(0)) };
        let volume = chunk.volume(dims);
        if volume.is_empty() {
            return self.row_major(k, dims, index, &Exp::Index(0));
        }
        let front = renumber(&dims[chunk.first..chunk.start], chunk.first);
        let outer = self.position(k, &front, &index[chunk.first..chunk.start])?;
        let outer = k.let_index("g", outer);
        let inner = self.row_major(k, &dims[chunk.start..], &index[chunk.start..], &outer)?;
        let offsets = self.offsets(&volume)?;
        let factor = self.factor(k, chunk, dims);
        let start = ix(BinOp::Mul, self.k_offset(k, &offsets, outer)?, factor.clone());
        let mut position = ix(BinOp::Add, start, inner);
        if chunk.first > 0 {
            let repeat = self.position(k, &dims[..chunk.first], &index[..chunk.first])?;
            let total = self.total(&volume)?;
            let total = ix(BinOp::Mul, k.index("total", total), factor);
            position = ix(BinOp::Add, ix(BinOp::Mul, repeat, total), position);
        }
        Ok(position)
    }

    /// The product of the uniform sizes of a chunk.
    pub(super) fn factor(&mut self, k: &mut KernelBuilder, chunk: &Chunk, dims: &[Dim]) -> Exp {
        let mut factor = Exp::Index(1);
        for size in chunk.factors(dims) {
            factor = ix(BinOp::Mul, factor, self.k_index(k, "n", size));
        }
        factor
    }

    fn row_major(
        &mut self,
        k: &mut KernelBuilder,
        dims: &[Dim],
        index: &[Exp],
        outer: &Exp,
    ) -> Result<Exp, Limitation> {
        let mut position = Exp::Index(0);
        for (i, (dim, at)) in dims.iter().zip(index).enumerate() {
            if i > 0 {
                position = ix(BinOp::Mul, position, self.size_at(k, dim, outer)?);
            }
            position = ix(BinOp::Add, position, at.clone());
        }
        Ok(position)
    }

    /// The point that lies at a position: the inverse of [`Self::position`]. There is a point there.
    pub(super) fn decode(
        &mut self,
        k: &mut KernelBuilder,
        dims: &[Dim],
        position: Exp,
    ) -> Result<Vec<Exp>, Limitation> {
        let chunks = self.chunks(dims)?;
        let Some(chunk) = chunks.last().filter(|_| !dims.is_empty()) else { return Ok(vec![]) };
        let volume = chunk.volume(dims);
        if volume.is_empty() {
            return self.divide(k, dims, position, &Exp::Index(0));
        }
        let offsets = self.offsets(&volume)?;
        let factor = self.factor(k, chunk, dims);
        let mut position = k.let_index("p", position);
        let mut index = vec![];
        if chunk.first > 0 {
            let total = self.total(&volume)?;
            let total = ix(BinOp::Mul, k.index("total", total), factor.clone());
            let repeat = k.let_index("h", ix(BinOp::Div, position.clone(), total.clone()));
            index = self.decode(k, &dims[..chunk.first], repeat)?;
            position = k.let_index("p", ix(BinOp::Rem, position, total));
        }
        let front = renumber(&dims[chunk.first..chunk.start], chunk.first);
        let rows = match (&offsets, &self.dealt) {
            (Offsets::Within(_), Some(dealt)) => dealt.reach(),
            _ => (Exp::Index(0), self.k_count(k, &front)?),
        };
        let outer = self.search(k, &offsets, rows, ix(BinOp::Div, position.clone(), factor.clone()))?;
        let start = ix(BinOp::Mul, self.k_offset(k, &offsets, outer.clone())?, factor);
        let inside = k.let_index("q", ix(BinOp::Sub, position, start));
        index.extend(self.decode(k, &front, outer.clone())?);
        index.extend(self.divide(k, &dims[chunk.start..], inside, &outer)?);
        Ok(index)
    }

    /// Indices inside a chunk, by division from the right.
    pub(super) fn divide(
        &mut self,
        k: &mut KernelBuilder,
        dims: &[Dim],
        position: Exp,
        outer: &Exp,
    ) -> Result<Vec<Exp>, Limitation> {
        let mut index = vec![];
        let mut rest = position;
        for (i, dim) in dims.iter().enumerate().rev() {
            if i == 0 {
                index.push(rest.clone());
                break;
            }
            let size = self.size_at(k, dim, outer)?;
            let size = k.let_index("n", size);
            let whole = k.let_index("p", rest);
            index.push(k.let_index("i", ix(BinOp::Rem, whole.clone(), size.clone())));
            rest = k.let_index("p", ix(BinOp::Div, whole, size));
        }
        index.reverse();
        Ok(index)
    }

    /// The offsets of the rows of a ragged space whose last level alone varies with all others.
    pub(super) fn offsets_of_rows(&mut self, dims: &[Dim]) -> Result<Offsets, Limitation> {
        let chunks = self.chunks(dims)?;
        self.offsets(&chunks[chunks.len() - 1].volume(dims))
    }

    /// Where row `g` of the levels in front of the last one begins. `g` may be the number of rows: the end.
    pub(super) fn row_start(
        &mut self,
        k: &mut KernelBuilder,
        dims: &[Dim],
        g: Exp,
    ) -> Result<Exp, Limitation> {
        let (outer, last) = (&dims[..dims.len() - 1], &dims[dims.len() - 1]);
        if outer.is_empty() {
            let size = self.k_index(k, "n", last.size);
            return Ok(ix(BinOp::Mul, g, size));
        }
        if last.is_uniform() {
            let size = self.k_index(k, "n", last.size);
            return Ok(ix(BinOp::Mul, g, size));
        }
        let chunks = self.chunks(dims)?;
        let chunk = &chunks[chunks.len() - 1];
        if chunk.first == 0 && chunk.start + 1 == dims.len() {
            let offsets = self.offsets(&chunk.volume(dims))?;
            return self.k_offset(k, &offsets, g);
        }
        let total = self.k_count(k, dims)?;
        let rows = self.k_count(k, outer)?;
        let start = k.let_("start", KType::Index, total);
        let g = k.let_index("g", g);
        let (code, result) = k.block(|k| {
            let mut index = self.decode(k, outer, g.clone())?;
            index.push(Exp::Index(0));
            let position = self.position(k, dims, &index)?;
            k.set(start, position);
            Ok(())
        });
        result?;
        let inside = Exp::IndexBin(BinOp::Lt, Box::new(g), Box::new(rows));
        k.code.push(Stm::If { cond: inside, then: code, els: vec![] });
        Ok(Exp::Var(start))
    }

    /// Makes everything a kernel over these dimensions, or one that reads such an array, needs from the host.
    pub(super) fn prepare(&mut self, dims: &[Dim]) -> Result<(), Limitation> {
        for chunk in self.chunks(dims)? {
            let volume = chunk.volume(dims);
            if !volume.is_empty() {
                self.offsets(&volume)?;
                if chunk.first > 0 {
                    self.total(&volume)?;
                }
                let front = renumber(&dims[chunk.first..chunk.start], chunk.first);
                self.prepare(&front)?;
            }
        }
        Ok(())
    }
}

/// The same levels, counted from `first`.
pub(super) fn renumber(dims: &[Dim], first: usize) -> Vec<Dim> {
    let down = |d: &Dim| Dim { size: d.size, on: d.on.iter().map(|l| l - first as u32).collect() };
    dims.iter().map(down).collect()
}

impl Lowerer<'_> {
    /// The last of the rows from `low` to `high` whose offset is at most `position`: it is not empty.
    pub(super) fn search(
        &mut self,
        k: &mut KernelBuilder,
        offsets: &Offsets,
        (low, high): (Exp, Exp),
        position: Exp,
    ) -> Result<Exp, Limitation> {
        let position = k.let_index("p", position);
        let low = k.let_("lo", KType::Index, low);
        let high = k.let_("hi", KType::Index, high);
        let cond = Exp::IndexBin(
            BinOp::Gt,
            Box::new(ix(BinOp::Sub, Exp::Var(high), Exp::Var(low))),
            Box::new(Exp::Index(1)),
        );
        let (body, result) = k.block(|k| {
            let sum = ix(BinOp::Add, Exp::Var(low), Exp::Var(high));
            let mid = k.let_index("mid", ix(BinOp::Div, sum, Exp::Index(2)));
            let offset = self.k_offset(k, offsets, mid.clone())?;
            let at_most = Exp::IndexBin(BinOp::Le, Box::new(offset), Box::new(position));
            k.code.push(Stm::If {
                cond: at_most,
                then: vec![Stm::Set(low, mid.clone())],
                els: vec![Stm::Set(high, mid)],
            });
            Ok(())
        });
        result?;
        k.code.push(Stm::While { bounded: true, pre: vec![], cond, body });
        Ok(Exp::Var(low))
    }
}
