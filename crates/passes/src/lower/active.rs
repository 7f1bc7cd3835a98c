//! A `while` over rows that stop one by one: a loop of the host.
//!
//! A round evaluates the condition for the current rows and counts those that go on. If others stop, it writes these to their final
//! places (or, where their place depends on sizes not yet known, appends them to a *store* that grows by doubling), and gathers those that
//! go on. Then it evaluates the body for them. At the end stored rows are put in order once. What is carried whole is what any loop carries.

use super::body::{bin, not};
use super::code::{KernelBuilder, ix, load, to_index};
use super::{Lowerer, Place, host_bin, number};
use base::{BinOp, ScalarType};
use ir::kernel::{Exp, HostExp, HostStm, KVar, Stm};
use ir::{
    Active, Atom, Builder, Clauses, Dim, Extent, Inner, Keep, Level, Limitation, Out, Pat, Results, Seg,
    Type, Var, fresh,
};
use rustc_hash::FxHashMap;

/// Where the rows of a result go when they stop.
enum Home {
    /// To their final place in the result.
    Final,
    /// To the end of a store.
    Store(Store),
}

struct Store {
    buf: KVar,
    len: KVar,
    capacity: KVar,
    /// For each of the `n` rows, where it begins in the store.
    starts: KVar,
}

impl Lowerer<'_> {
    pub(super) fn active(&mut self, pat: &Pat, active: &Active) -> Result<(), Limitation> {
        let n = self.scalar(active.n);
        let rows = self.declare(active.rows);
        self.code.push(HostStm::Set(rows, n.clone()));
        let ids = self.declare(active.ids);
        self.iota(ids, n.clone());
        for (inner, outer) in &active.fixed {
            let from = self.buf(*outer);
            let to = self.declare(*inner);
            self.code.push(HostStm::Share { to, from });
        }
        for (param, init) in active.params.all().zip(active.init.all()) {
            let from = self.buf(init);
            let to = self.declare(param);
            self.code.push(HostStm::Share { to, from });
        }
        let (whole, start): (Vec<Var>, Vec<Atom>) =
            active.whole.iter().map(|(v, a)| (*v, Atom::Var(*a))).unzip();
        let mut carried: Vec<Option<KVar>> = active.params.all().map(|p| Some(self.buf(p))).collect();
        carried.extend(self.start_loop(&Pat::vals(whole), &Results::vals(start)));
        let homes = self.homes(pat, active, &n)?;

        let known = self.known();
        let (code, ()) = self.nested(|this| this.round(pat, active, (&homes, &carried), known, rows))?;
        let cond = Exp::Bin(BinOp::Gt, ScalarType::I64, Box::new(Exp::Var(rows)), Box::new(number(0)));
        self.code.push(HostStm::While { pre: vec![], cond, body: code });

        for (var, home) in pat.all().zip(homes) {
            if let Home::Store(store) = home {
                self.put_in_order(var, &store)?;
            }
        }
        let whole = pat.vals.iter().skip(active.params.vals.len());
        self.end_loop(whole.copied().zip(active.whole.iter().map(|(param, _)| *param)));
        Ok(())
    }

    /// Chooses and allocates the homes of the results: a place is known beforehand if no carried size decides it.
    fn homes(&mut self, pat: &Pat, active: &Active, n: &HostExp) -> Result<Vec<Home>, Limitation> {
        let mut homes = vec![];
        debug_assert_eq!(pat.sizes.len(), active.params.sizes.len());
        for var in pat.all().take(active.params.all().count()) {
            let ty = self.vars[var].ty.clone();
            let elem = ty.elem().unwrap_or(ScalarType::I64);
            let name = self.vars[var].name.clone();
            let carried = ty.dims().iter().any(|d| d.size.var().is_some_and(|v| pat.sizes.contains(&v)));
            if !carried {
                let count = self.count(ty.dims())?;
                let buf = self.alloc(&name, elem, count, false);
                self.env.insert(var, Place::Buf(buf));
                homes.push(Home::Final);
                continue;
            }
            let buf = self.alloc("store", elem, number(0), false);
            let len = self.set("store_len", ScalarType::I64, number(0));
            let capacity = self.set("store_capacity", ScalarType::I64, number(0));
            let starts = self.alloc("starts", ScalarType::I64, n.clone(), false);
            homes.push(Home::Store(Store { buf, len, capacity, starts }));
        }
        Ok(homes)
    }

    fn round(
        &mut self,
        pat: &Pat,
        active: &Active,
        (homes, carried): (&[Home], &[Option<KVar>]),
        known: super::host::Known,
        rows: KVar,
    ) -> Result<(), Limitation> {
        self.body(&active.cond)?;
        let Some(cond) = active.cond.result.vals[0].var() else {
            return self.limit("a loop whose condition is constant");
        };
        let (left, kept) = self.choose(active, cond, true)?;
        let some = bin(BinOp::Lt, self.scalar(left.into()), Exp::Var(rows));
        let (code, ()) = self.nested(|this| {
            this.retire_elements(pat, active, cond)?;
            if active.params.all().any(|param| this.vars[param].ty.rank() > 1) {
                let (stopped, gone) = this.choose(active, cond, false)?;
                this.retire(pat, active, homes, stopped, gone)?;
            }
            this.compact(active, left, kept)?;
            let left = this.scalar(left.into());
            this.code.push(HostStm::Set(rows, left));
            Ok(())
        })?;
        self.code.push(HostStm::If { cond: some, then: code, els: vec![] });
        // The rows have changed: nothing that was found out about them holds any more.
        self.forget(known);
        let any = bin(BinOp::Gt, Exp::Var(rows), number(0));
        let (code, ()) = self.nested(|this| {
            this.body(&active.body)?;
            this.assign_all(carried, &active.body.result);
            Ok(())
        })?;
        self.code.push(HostStm::If { cond: any, then: code, els: vec![] });
        Ok(())
    }

    /// The current rows where the condition has this value: how many, and which.
    fn choose(&mut self, active: &Active, cond: Var, side: bool) -> Result<(Var, Var), Limitation> {
        let count = fresh(self.vars, "part", Type::i64());
        let which = fresh(self.vars, "which", Type::array(ScalarType::I64, vec![Dim::uniform(count)]));
        let index = fresh(self.vars, "i", Type::i64());
        let mut b: Builder<'_, Inner> = Builder::new(self.vars);
        let mut flag: Atom = b.elem("go", cond, vec![index.into()]).into();
        if !side {
            flag = b.un("stop", base::UnOp::Not, flag);
        }
        let level = Level { index, extent: Extent::Uniform(active.rows.into()) };
        let keep = Some(Keep { flag, place: None, count: None, whole: false });
        let outs = vec![Out::Count, Out::Kept(index.into())];
        let clauses = Clauses { keep, outs, ..Clauses::default() };
        let seg = Seg { levels: vec![level], body: b.stms, clauses, ..Seg::default() };
        self.seg(&Pat { sizes: vec![count], vals: vec![which] }, &seg)?;
        Ok((count, which))
    }

    /// Writes what the rows that stop have one element of to its place, all at once.
    fn retire_elements(&mut self, pat: &Pat, active: &Active, cond: Var) -> Result<(), Limitation> {
        let mut moves = vec![];
        for (param, var) in active.params.all().zip(pat.all()) {
            if self.vars[param].ty.rank() == 1 {
                moves.push((self.elem(param), self.buf(param), self.buf(var)));
            }
        }
        if moves.is_empty() {
            return Ok(());
        }
        let (ids, cond) = (self.buf(active.ids), self.buf(cond));
        let dims = self.vars[active.ids].ty.dims().to_vec();
        self.each_point(KernelBuilder::new(), &[], &dims, |_, k, point, _| {
            let (ids, cond) = (k.buf("ids", ScalarType::I64, ids), k.buf("go", ScalarType::Bool, cond));
            let row = point.at[0].clone();
            let stops = not(load(cond, row.clone()));
            let moves =
                moves.iter().map(|(elem, from, to)| (k.buf("src", *elem, *from), k.buf("out", *elem, *to)));
            let moves: Vec<(KVar, KVar)> = moves.collect();
            let (then, ()) = k.block(|k| {
                let id = k.let_index("id", to_index(load(ids, row.clone())));
                for (from, to) in moves {
                    k.store(to, id.clone(), load(from, row.clone()));
                }
            });
            k.code.push(Stm::If { cond: stops, then, els: vec![] });
            Ok(())
        })
    }

    fn elem(&self, var: Var) -> ScalarType {
        self.vars[var].ty.elem().unwrap_or(ScalarType::I64)
    }

    /// Writes the arrays of the rows that stop to their homes.
    fn retire(
        &mut self,
        pat: &Pat,
        active: &Active,
        homes: &[Home],
        count: Var,
        which: Var,
    ) -> Result<(), Limitation> {
        let mut gathered: FxHashMap<Var, Var> = FxHashMap::default();
        let (ids, which_buf) = (self.buf(active.ids), self.buf(which));
        for ((param, var), home) in active.params.all().zip(pat.all()).zip(homes) {
            if self.vars[param].ty.rank() == 1 {
                continue;
            }
            let src_dims = self.vars[param].ty.dims().to_vec();
            let elem = self.elem(param);
            let dims = self.gathered_dims(&src_dims, count, which, &mut gathered)?;
            match home {
                Home::Final => {
                    let final_dims = self.vars[var].ty.dims().to_vec();
                    let (src, out) = (self.buf(param), self.buf(var));
                    self.each_point(KernelBuilder::new(), &[], &dims, |this, k, point, _| {
                        let ids = k.buf("ids", ScalarType::I64, ids);
                        let which = k.buf("which", ScalarType::I64, which_buf);
                        let (src, out) = (k.buf("src", elem, src), k.buf("out", elem, out));
                        let mut index = point.at.clone();
                        let row = k.let_index("row", to_index(load(which, index[0].clone())));
                        index[0] = row.clone();
                        let from = this.position(k, &src_dims, &index)?;
                        index[0] = k.let_index("id", to_index(load(ids, row)));
                        let to = this.position(k, &final_dims, &index)?;
                        k.store(out, to, load(src, from));
                        Ok(())
                    })?;
                }
                Home::Store(store) => {
                    let rows = self.gather_rows(param, count, which, &mut gathered)?;
                    self.append(store, rows, ids, which_buf, &dims)?;
                }
            }
        }
        Ok(())
    }

    /// Adds gathered rows to the end of a store, and remembers where each begins.
    fn append(
        &mut self,
        store: &Store,
        rows: Var,
        ids: KVar,
        which: KVar,
        dims: &[Dim],
    ) -> Result<(), Limitation> {
        let elem = self.elem(rows);
        let added = self.count(dims)?;
        let need = host_bin(BinOp::Add, Exp::Var(store.len), added.clone());
        let need = self.set("need", ScalarType::I64, need);
        let (grow, ()) = self.nested(|this| {
            let twice = host_bin(BinOp::Mul, number(2), Exp::Var(store.capacity));
            let capacity = host_bin(BinOp::Max, twice, Exp::Var(need));
            this.code.push(HostStm::Set(store.capacity, capacity));
            let wider = this.alloc("wider", elem, Exp::Var(store.capacity), false);
            this.code.push(HostStm::Copy {
                to: wider,
                to_at: number(0),
                from: store.buf,
                from_at: number(0),
                count: Exp::Var(store.len),
            });
            this.code.push(HostStm::Share { to: store.buf, from: wider });
            Ok(())
        })?;
        let full = bin(BinOp::Gt, Exp::Var(need), Exp::Var(store.capacity));
        self.code.push(HostStm::If { cond: full, then: grow, els: vec![] });
        let from = self.buf(rows);
        self.code.push(HostStm::Copy {
            to: store.buf,
            to_at: Exp::Var(store.len),
            from,
            from_at: number(0),
            count: added,
        });
        let (starts, len) = (store.starts, store.len);
        let outer = dims[..1].to_vec();
        self.each_point(KernelBuilder::new(), &[], &outer, |this, k, point, _| {
            let ids = k.buf("ids", ScalarType::I64, ids);
            let which = k.buf("which", ScalarType::I64, which);
            let starts = k.buf("starts", ScalarType::I64, starts);
            let mut index = vec![point.at[0].clone()];
            index.resize(dims.len(), Exp::Index(0));
            let start = this.position(k, dims, &index)?;
            let start = ix(BinOp::Add, k.index("store_len", Exp::Var(len)), start);
            let row = to_index(load(which, index[0].clone()));
            let id = k.let_index("id", to_index(load(ids, row)));
            k.store(starts, id, super::code::from_index(start));
            Ok(())
        })?;
        self.code.push(HostStm::Set(store.len, Exp::Var(need)));
        Ok(())
    }

    /// Copies every stored row to its place, now that all sizes are known.
    fn put_in_order(&mut self, var: Var, store: &Store) -> Result<(), Limitation> {
        let ty = self.vars[var].ty.clone();
        let elem = ty.elem().unwrap_or(ScalarType::I64);
        let name = self.vars[var].name.clone();
        let dims = ty.dims().to_vec();
        let count = self.count(&dims)?;
        let out = self.alloc(&name, elem, count, false);
        self.env.insert(var, Place::Buf(out));
        let (buf, starts) = (store.buf, store.starts);
        self.each_point(KernelBuilder::new(), &[], &dims, |this, k, point, position| {
            let (out, buf) = (k.buf("out", elem, out), k.buf("store", elem, buf));
            let starts = k.buf("starts", ScalarType::I64, starts);
            let row = point.at[0].clone();
            let mut index = vec![row.clone()];
            index.resize(dims.len(), Exp::Index(0));
            let base = this.position(k, &dims, &index)?;
            let inside = ix(BinOp::Sub, position.clone(), base);
            let from = ix(BinOp::Add, to_index(load(starts, row)), inside);
            k.store(out, position.clone(), load(buf, from));
            Ok(())
        })?;
        Ok(())
    }

    /// Makes the rows that go on the current ones.
    fn compact(&mut self, active: &Active, count: Var, which: Var) -> Result<(), Limitation> {
        let mut gathered: FxHashMap<Var, Var> = FxHashMap::default();
        let fixed = active.fixed.iter().map(|(inner, _)| *inner);
        let all: Vec<Var> = std::iter::once(active.ids).chain(fixed).chain(active.params.all()).collect();
        let mut moves = vec![];
        self.gather_elements(&all, count, which, &mut gathered)?;
        for var in all {
            let new = self.gather_rows(var, count, which, &mut gathered)?;
            moves.push((self.buf(var), self.buf(new)));
        }
        for (to, from) in moves {
            self.code.push(HostStm::Share { to, from });
        }
        Ok(())
    }

    /// The dimensions of some rows of an array, `which` of them: varying sizes are gathered too.
    fn gathered_dims(
        &mut self,
        dims: &[Dim],
        count: Var,
        which: Var,
        gathered: &mut FxHashMap<Var, Var>,
    ) -> Result<Vec<Dim>, Limitation> {
        let mut result = vec![Dim::uniform(count)];
        for dim in &dims[1..] {
            let size = match dim.size {
                Atom::Var(size) if dim.on.contains(&0) => {
                    Atom::Var(self.gather_rows(size, count, which, gathered)?)
                }
                size @ (Atom::Var(_) | Atom::Const(_)) => size,
            };
            result.push(Dim { size, on: dim.on.clone() });
        }
        Ok(result)
    }

    /// Those among some arrays of which a row is an element: `which` of their elements, all at once.
    fn gather_elements(
        &mut self,
        arrs: &[Var],
        count: Var,
        which: Var,
        gathered: &mut FxHashMap<Var, Var>,
    ) -> Result<(), Limitation> {
        let dims = vec![Dim::uniform(count)];
        let points = self.count(&dims)?;
        let mut moves = vec![];
        for arr in arrs.iter().copied().filter(|arr| self.vars[*arr].ty.rank() == 1).collect::<Vec<Var>>() {
            let (elem, name) = (self.elem(arr), self.vars[arr].name.clone());
            let new = fresh(self.vars, &name, Type::array(elem, dims.clone()));
            let out = self.alloc(&name, elem, points.clone(), false);
            self.env.insert(new, Place::Buf(out));
            gathered.insert(arr, new);
            moves.push((elem, self.buf(arr), out));
        }
        let which = self.buf(which);
        self.each_point(KernelBuilder::new(), &[], &dims, |_, k, point, position| {
            let which = k.buf("which", ScalarType::I64, which);
            let row = k.let_index("row", to_index(load(which, point.at[0].clone())));
            for (elem, from, to) in &moves {
                let (src, out) = (k.buf("src", *elem, *from), k.buf("out", *elem, *to));
                k.store(out, position.clone(), load(src, row.clone()));
            }
            Ok(())
        })
    }

    /// Some rows of an array, `which` of them, as a new dense array.
    fn gather_rows(
        &mut self,
        arr: Var,
        count: Var,
        which: Var,
        gathered: &mut FxHashMap<Var, Var>,
    ) -> Result<Var, Limitation> {
        if let Some(done) = gathered.get(&arr) {
            return Ok(*done);
        }
        let ty = self.vars[arr].ty.clone();
        let elem = ty.elem().unwrap_or(ScalarType::I64);
        let src_dims = ty.dims().to_vec();
        let dims = self.gathered_dims(&src_dims, count, which, gathered)?;
        let name = self.vars[arr].name.clone();
        let new = fresh(self.vars, &name, ty.with_dims(dims.clone()));
        let points = self.count(&dims)?;
        let out = self.alloc(&name, elem, points, false);
        self.env.insert(new, Place::Buf(out));
        gathered.insert(arr, new);
        let (src, which) = (self.buf(arr), self.buf(which));
        self.each_point(KernelBuilder::new(), &[], &dims, |this, k, point, position| {
            let (src, out) = (k.buf("src", elem, src), k.buf("out", elem, out));
            let which = k.buf("which", ScalarType::I64, which);
            let mut index = point.at.clone();
            index[0] = k.let_index("row", to_index(load(which, index[0].clone())));
            let from = this.position(k, &src_dims, &index)?;
            k.store(out, position.clone(), load(src, from));
            Ok(())
        })?;
        Ok(new)
    }

    /// Fills a new buffer with its indices.
    fn iota(&mut self, buf: KVar, n: HostExp) {
        self.code.push(HostStm::Alloc { buf, count: n.clone(), zeroed: false });
        let mut k = KernelBuilder::new();
        let out = k.buf("ids", ScalarType::I64, buf);
        self.each_of(&mut k, n.clone(), |_, k, i| {
            k.store(out, i.clone(), super::code::from_index(i));
        });
        self.launch(k, HostExp::workers(n));
    }
}
