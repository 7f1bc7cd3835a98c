//! Building the body of a kernel: Core statements without parallelism, with every variable had at the kernel's point.

use super::Flattener;
use super::code::AtPoint;
use super::rep::{At, Delayed, Ix, Part, Rep};
use base::{BinOp, Loc};
use ir::walk::Walk;
use ir::{Atom, Exp, Inner, Pat, Prim, Slice, Soac, Stm, Type, Var, fresh};
use rustc_hash::{FxHashMap, FxHashSet};

/// A kernel being built.
pub(super) struct Kernel {
    pub(super) stms: Vec<Stm<Inner>>,
    /// The index of each level.
    pub(super) index: Vec<Var>,
    /// What a Core scalar is called here.
    pub(super) local: FxHashMap<Var, Atom>,
    /// What a Core array that belongs to this point is called here.
    pub(super) arrays: FxHashMap<Var, Var>,
    /// The row that a version of it was made from.
    pub(super) rows: FxHashMap<Var, Var>,
    /// Rows of arrays of the host that hold arrays made here, by the Core variable.
    pub(super) places: FxHashMap<Var, Var>,
    /// Memory made here, and inside of how many loops it was made.
    pub(super) made: FxHashMap<Var, usize>,
    /// Memory whose size differs from point to point, and its type in Core.
    pub(super) parts: Vec<(Var, Type)>,
    /// How many loops are around this place.
    pub(super) rounds: usize,
    /// What is used behind each branch and loop around this place.
    pub(super) live: Vec<FxHashSet<Var>>,
    /// Accumulators updated in this kernel: the Core variable's root.
    pub(super) accs: FxHashMap<Var, Var>,
    pub(super) ats: FxHashMap<At, Atom>,
    /// Evidence for what it reads.
    pub(super) under: Vec<Var>,
    /// How many bodies deep; values may be remembered at 0 only.
    pub(super) nesting: usize,
}

impl Kernel {
    pub(super) fn new(index: Vec<Var>) -> Kernel {
        Kernel {
            stms: vec![],
            index,
            local: FxHashMap::default(),
            arrays: FxHashMap::default(),
            rows: FxHashMap::default(),
            places: FxHashMap::default(),
            made: FxHashMap::default(),
            parts: vec![],
            rounds: 0,
            live: vec![],
            accs: FxHashMap::default(),
            ats: FxHashMap::default(),
            under: vec![],
            nesting: 0,
        }
    }

    /// Says what a Core scalar is called here.
    pub(super) fn know(&mut self, core: Var, local: Var) {
        self.local.insert(core, local.into());
    }

    /// Says that it stands under this evidence.
    pub(super) fn rest(&mut self, certs: &[Var]) {
        for cert in certs {
            if !self.under.contains(cert) {
                self.under.push(*cert);
            }
        }
    }

    /// The row parameter that an array of this kernel is a version of.
    pub(super) fn row_of(&self, var: Var) -> Option<Var> {
        self.rows.get(&var).copied()
    }

    /// The definition of an accumulator that this kernel updated.
    pub(super) fn acc_root(&self, core: Var) -> Option<Var> {
        self.accs.get(&core).copied()
    }

    pub(super) fn push(&mut self, pat: Pat, exp: Exp<Inner>, loc: &Loc) {
        self.stms.push(Stm::new(pat, exp, loc.clone()));
    }
}

impl Flattener<'_> {
    pub(super) fn k_bind(&mut self, k: &mut Kernel, name: &str, ty: Type, exp: Exp<Inner>) -> Atom {
        let var = fresh(self.vars, name, ty);
        let loc = self.loc.clone();
        k.push(Pat::one(var), exp, &loc);
        var.into()
    }

    pub(super) fn k_bin(&mut self, k: &mut Kernel, name: &str, op: BinOp, a: Atom, b: Atom) -> Atom {
        let ty = base::ScalarType::I64;
        self.k_bind(k, name, Type::scalar(op.result(ty)), Exp::bin(op, ty, a, b))
    }

    /// A number of the context.
    pub(super) fn k_at(&mut self, k: &mut Kernel, at: &At) -> Atom {
        match at {
            At::Level(l) => k.index[*l as usize].into(),
            At::Through(ids, inner) => {
                if let Some(known) = k.ats.get(at) {
                    return *known;
                }
                let inner = self.k_at(k, inner);
                let exp = Exp::Read { arr: *ids, index: vec![inner] };
                let atom = self.k_bind(k, "at", Type::i64(), exp);
                if k.nesting == 0 {
                    k.ats.insert(at.clone(), atom);
                }
                atom
            }
        }
    }

    pub(super) fn k_ats(&mut self, k: &mut Kernel, at: &[At]) -> Vec<Atom> {
        at.iter().map(|a| self.k_at(k, a)).collect()
    }

    /// A scalar at this point.
    pub(super) fn k_atom(&mut self, k: &mut Kernel, atom: Atom) -> Atom {
        let Atom::Var(var) = atom else { return atom };
        if let Some(local) = k.local.get(&var) {
            return *local;
        }
        let value = match self.env.get(&var).cloned() {
            None => base::bug!("flatten", "{}_{} has no value here", self.name(var), var.0),
            Some(Rep::Host(a)) => return a,
            Some(Rep::Index(at)) => self.k_at(k, &at),
            Some(Rep::Lifted { .. } | Rep::Delayed(_)) => self.k_read(k, var, vec![]),
            Some(Rep::Acc { .. }) => return self.k_acc(k, var).0.into(),
            Some(Rep::Cert(_)) => return atom,
        };
        if k.nesting == 0 {
            k.local.insert(var, value);
        }
        value
    }

    pub(super) fn k_atoms(&mut self, k: &mut Kernel, atoms: &[Atom]) -> Vec<Atom> {
        atoms.iter().map(|a| self.k_atom(k, *a)).collect()
    }

    /// The current Flat accumulator of a Core one, its root, and the point it belongs to.
    pub(super) fn k_acc(&mut self, k: &mut Kernel, acc: Var) -> (Var, Var, Vec<Atom>) {
        let (root, current) = match k.accs.get(&acc) {
            Some(root) => (*root, acc),
            None => match self.env.get(&acc) {
                Some(Rep::Acc { root, .. }) => (*root, self.accs[root]),
                _ => base::bug!("flatten", "{}_{} is no accumulator", self.name(acc), acc.0),
            },
        };
        let Some(Rep::Acc { at, .. }) = self.env.get(&root).cloned() else {
            base::bug!("flatten", "accumulator {}_{} has no point", self.name(root), root.0)
        };
        // The operator reads what differs from row to row.
        self.k_rest(k, root);
        let at = self.k_ats(k, &at);
        (current, root, at)
    }

    /// The element of a Core array (or a scalar, without indices) at this point.
    pub(super) fn k_read(&mut self, k: &mut Kernel, arr: Var, index: Vec<Atom>) -> Atom {
        let name = self.name(arr);
        let elem =
            |this: &Self, flat: Var| Type::scalar(this.vars[flat].ty.elem().unwrap_or(base::ScalarType::I64));
        if let Some(row) = k.arrays.get(&arr).copied() {
            let ty = elem(self, row);
            return self.k_bind(k, &name, ty, Exp::Read { arr: row, index });
        }
        if index.is_empty()
            && let Some(local) = k.local.get(&arr)
        {
            return *local;
        }
        self.k_rest(k, arr);
        match self.env.get(&arr).cloned() {
            Some(Rep::Host(Atom::Var(flat))) if index.is_empty() => flat.into(),
            Some(Rep::Host(Atom::Var(flat))) => {
                let ty = elem(self, flat);
                self.k_bind(k, &name, ty, Exp::Read { arr: flat, index })
            }
            Some(Rep::Lifted { arr: flat, at }) => {
                let mut full = self.k_ats(k, &at);
                full.extend(index);
                let ty = elem(self, flat);
                self.k_bind(k, &name, ty, Exp::Read { arr: flat, index: full })
            }
            Some(Rep::Delayed(Delayed::Row { src, index: row })) => {
                let mut full = vec![];
                for ix in &row {
                    full.push(match ix {
                        Ix::Atom(a) => self.k_atom(k, *a),
                        Ix::At(at) => self.k_at(k, at),
                    });
                }
                full.extend(index);
                self.k_read(k, src, full)
            }
            Some(Rep::Delayed(view)) => self.k_view(k, arr, &view, index),
            Some(Rep::Host(a)) => a,
            Some(Rep::Index(at)) => self.k_at(k, &at),
            Some(Rep::Acc { .. } | Rep::Cert(_)) | None => {
                base::bug!("flatten", "{name}_{} cannot be read here", arr.0)
            }
        }
    }

    fn k_view(&mut self, k: &mut Kernel, arr: Var, view: &Delayed, index: Vec<Atom>) -> Atom {
        match view {
            Delayed::Row { .. } => base::bug!("flatten", "rows are read by their source"),
            Delayed::Iota => index[0],
            Delayed::Scratch { elem } => Atom::Const(elem.zero()),
            Delayed::Replicate { x: Atom::Var(x) } if self.vars[*x].ty.is_array() => {
                self.k_read(k, *x, index[1..].to_vec())
            }
            Delayed::Replicate { x } => self.k_atom(k, *x),
            Delayed::Slice { src, slices } => {
                let mut given = index.into_iter();
                let mut full = vec![];
                for slice in slices {
                    full.push(match slice {
                        Slice::At(i) => self.k_atom(k, *i),
                        Slice::Range { start, stride, .. } => {
                            let (start, stride) = (self.k_atom(k, *start), self.k_atom(k, *stride));
                            let i = given.next().unwrap_or(Atom::i64(0));
                            let step = match stride.as_i64() {
                                Some(1) => i,
                                _ => self.k_bin(k, "step", BinOp::Mul, i, stride),
                            };
                            match start.as_i64() {
                                Some(0) => step,
                                _ => self.k_bin(k, "ix", BinOp::Add, start, step),
                            }
                        }
                    });
                }
                full.extend(given);
                self.k_read(k, *src, full)
            }
            Delayed::Rearrange { src, perm } => {
                let mut full = index.clone();
                for (i, p) in perm.iter().enumerate() {
                    full[*p as usize] = index[i];
                }
                self.k_read(k, *src, full)
            }
            Delayed::Gather { src, at } => {
                let p = self.k_read(k, *at, vec![index[0]]);
                let mut full = vec![p];
                full.extend(&index[1..]);
                self.k_read(k, *src, full)
            }
            Delayed::Concat { parts } => self.k_concat(k, arr, parts, index),
            Delayed::Map { inputs, body, out } => self.k_mapped(k, inputs, body, *out, index[0]),
            Delayed::Literal { elems } => {
                let Some((last, rest)) = elems.split_last() else { return self.zero_of(arr) };
                let mut value = self.k_atom(k, *last);
                let ty = self.vars[arr].ty.elem().unwrap_or(base::ScalarType::I64);
                for (i, elem) in rest.iter().enumerate().rev() {
                    let a = self.k_atom(k, *elem);
                    let cond = self.k_bin(k, "is", BinOp::Eq, index[0], Atom::i64(i as i64));
                    value = self.k_bind(k, "elem", Type::scalar(ty), Exp::select(cond, a, value));
                }
                value
            }
        }
    }

    /// An element of a map that is computed where it is read.
    fn k_mapped(
        &mut self,
        k: &mut Kernel,
        inputs: &[(Var, Option<Var>)],
        body: &[Stm<Soac>],
        out: Atom,
        index: Atom,
    ) -> Atom {
        for (param, arr) in inputs {
            let value = match arr {
                None => index,
                Some(arr) => self.k_read(k, *arr, vec![index]),
            };
            k.local.insert(*param, value);
        }
        for stm in body {
            let result = stm.pat.vals[0];
            let value = match &stm.exp {
                Exp::Prim(prim) => {
                    let mut prim = *prim;
                    prim.map_vars(&mut AtPoint(self, k));
                    self.k_bind(k, &self.name(result), self.vars[result].ty.clone(), Exp::Prim(prim))
                }
                Exp::Read { arr, index } => {
                    let index = self.k_atoms(k, index);
                    self.k_read(k, *arr, index)
                }
                Exp::Atom(_)
                | Exp::Check(_)
                | Exp::Trace { .. }
                | Exp::View(_)
                | Exp::Copy { .. }
                | Exp::Scratch { .. }
                | Exp::Total { .. }
                | Exp::Write { .. }
                | Exp::UpdateAcc { .. }
                | Exp::Call { .. }
                | Exp::If { .. }
                | Exp::Loop(_)
                | Exp::WithAcc { .. }
                | Exp::Op(_) => {
                    base::bug!("flatten", "{:?} in a map that is computed where it is read", stm.pat)
                }
            };
            k.local.insert(result, value);
        }
        self.k_atom(k, out)
    }

    fn zero_of(&self, arr: Var) -> Atom {
        Atom::Const(self.vars[arr].ty.elem().unwrap_or(base::ScalarType::I64).zero())
    }

    /// Reads the part that the index falls into; a branch, because a read of another part would leave its array.
    fn k_concat(&mut self, k: &mut Kernel, arr: Var, parts: &[Part], index: Vec<Atom>) -> Atom {
        let part = &parts[0];
        let read = |this: &mut Self, k: &mut Kernel, index: Vec<Atom>| match part.src {
            Atom::Var(v) if this.vars[v].ty.is_array() => this.k_read(k, v, index),
            x @ (Atom::Var(_) | Atom::Const(_)) => this.k_atom(k, x),
        };
        if parts.len() == 1 {
            return read(self, k, index);
        }
        let size = self.k_atom(k, part.size);
        let cond = self.k_bin(k, "left", BinOp::Lt, index[0], size);
        let then = self.k_nested(k, |this, k| vec![read(this, k, index.clone())]);
        let els = self.k_nested(k, |this, k| {
            let mut rest = index.clone();
            rest[0] = this.k_bin(k, "ix", BinOp::Sub, index[0], size);
            vec![this.k_concat(k, arr, &parts[1..], rest)]
        });
        let ty = Type::scalar(self.vars[arr].ty.elem().unwrap_or(base::ScalarType::I64));
        self.k_bind(k, "elem", ty, Exp::If { cond, then: Box::new(then), els: Box::new(els) })
    }

    /// An element of a Flat array.
    pub(super) fn k_flat(&mut self, k: &mut Kernel, arr: Var, index: Vec<Atom>) -> Atom {
        let name = self.name(arr);
        let elem = self.vars[arr].ty.elem().unwrap_or(base::ScalarType::I64);
        self.k_bind(k, &name, Type::scalar(elem), Exp::Read { arr, index })
    }

    /// A product of sizes.
    pub(super) fn k_times(&mut self, k: &mut Kernel, a: Atom, b: Atom) -> Atom {
        self.k_bin(k, "volume", BinOp::Mul, a, b)
    }

    /// A conversion.
    pub(super) fn k_conv(&mut self, k: &mut Kernel, to: base::ScalarType, a: Atom) -> Atom {
        let from = a.ty(self.vars).as_scalar().unwrap_or(to);
        self.k_bind(k, "x", Type::scalar(to), Exp::Prim(Prim::Conv { from, to, a }))
    }

    /// A unary operator on bools.
    pub(super) fn k_un(&mut self, k: &mut Kernel, op: base::UnOp, a: Atom) -> Atom {
        let ty = base::ScalarType::Bool;
        self.k_bind(k, "x", Type::scalar(ty), Exp::Prim(Prim::Un { op, ty, a }))
    }

    /// The element of the side of a branch that computed this point; both are arrays over their parts of the points.
    pub(super) fn k_merge(&mut self, k: &mut Kernel, cond: Var, rank: Var, then: Var, els: Var) -> Atom {
        let at: Vec<Atom> = k.index.iter().map(|v| (*v).into()).collect();
        let c = self.k_flat(k, cond, vec![at[0]]);
        let r = self.k_flat(k, rank, vec![at[0]]);
        let then_body = self.k_nested(k, |this, k| {
            let mut index = at.clone();
            index[0] = this.k_bin(k, "p", BinOp::Sub, r, Atom::i64(1));
            vec![this.k_flat(k, then, index)]
        });
        let els_body = self.k_nested(k, |this, k| {
            let mut index = at.clone();
            index[0] = this.k_bin(k, "p", BinOp::Sub, at[0], r);
            vec![this.k_flat(k, els, index)]
        });
        let elem = self.vars[then].ty.elem().unwrap_or(base::ScalarType::I64);
        let exp = Exp::If { cond: c, then: Box::new(then_body), els: Box::new(els_body) };
        self.k_bind(k, "m", Type::scalar(elem), exp)
    }

    /// The element `own` of `arr` with the row at `index` replaced.
    pub(super) fn k_replace(
        &mut self,
        k: &mut Kernel,
        arr: Var,
        row: Var,
        index: &[Atom],
        own: &[Atom],
    ) -> Atom {
        let mut here = Atom::bool(true);
        for (i, at) in index.iter().zip(own) {
            let i = self.k_atom(k, *i);
            let same = self.k_bin(k, "same", BinOp::Eq, i, *at);
            here = if here == Atom::bool(true) {
                same
            } else {
                let ty = base::ScalarType::Bool;
                let exp = Exp::bin(BinOp::And, ty, here, same);
                self.k_bind(k, "here", Type::bool(), exp)
            };
        }
        let rest = own[index.len()..].to_vec();
        let then = self.k_nested(k, |this, k| vec![this.k_read(k, row, rest)]);
        let els = self.k_nested(k, |this, k| vec![this.k_read(k, arr, own.to_vec())]);
        let elem = self.vars[arr].ty.elem().unwrap_or(base::ScalarType::I64);
        let exp = Exp::If { cond: here, then: Box::new(then), els: Box::new(els) };
        self.k_bind(k, "elem", Type::scalar(elem), exp)
    }
}
