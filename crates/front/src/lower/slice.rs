//! Slices.

use super::index::{At, peeled};
use super::value::Value;
use super::{Low, Lower};
use base::BinOp;
use ir::{Atom, CheckKind, Dim, Exp, Slice, Type, Var, View};

/// How many values a message can show.
const MAX_SHOWN: usize = ir::kernel::RECORD_SLOTS;

impl Lower<'_> {
    /// The positions of a slice.
    pub(super) fn positions(&mut self, start: Atom, len: Atom, stride: Atom) -> Low<Var> {
        let indices = self.iota(len);
        let at = self.map(&[indices], |l, args| {
            let step = l.bin(BinOp::Mul, args[0].leaves()[0], stride);
            Ok(Value::Scalar(l.bin(BinOp::Add, start, step)))
        })?;
        let at = at.leaves().first().and_then(|a| a.var());
        Ok(at.unwrap_or_else(|| base::bug!("lower", "positions without an array")))
    }
    /// Whether no number is larger than the next one, and none is negative where the first one is 0.
    fn ordered(&mut self, numbers: &[Atom]) -> Atom {
        let mut cond = Atom::bool(true);
        for pair in numbers.windows(2) {
            let is_size = |l: &Self, a: Atom| a.var().is_some_and(|v| l.sizes.contains(&v));
            if pair[0] == pair[1] || pair[0] == Atom::i64(0) && is_size(self, pair[1]) {
                continue;
            }
            let le = self.size_op(BinOp::Le, pair[0], pair[1]);
            cond = self.both(cond, le);
        }
        cond
    }
    fn both(&mut self, a: Atom, b: Atom) -> Atom {
        if a == Atom::bool(true) {
            return b;
        }
        if b == Atom::bool(true) { a } else { self.size_op(BinOp::And, a, b) }
    }
    /// Checks the indices and slices of several dimensions at once, so that a failure shows all of them; `false` if they have to
    /// be checked one by one.
    fn check_together(&mut self, dims: &[At], sizes: &[Atom]) -> bool {
        let plain = |at: &At| !matches!(at, At::Range([_, _, Some(stride)]) if *stride != Atom::i64(1));
        if dims.len() < 2 || !dims.iter().all(plain) {
            return false;
        }
        let (mut cond, mut vals, mut shown) = (Atom::bool(true), vec![], vec![]);
        for (at, size) in dims.iter().zip(sizes) {
            let own = match at {
                At::Index(i) => {
                    vals.push(*i);
                    shown.push("{}");
                    let low = self.ordered(&[Atom::i64(0), *i]);
                    let high = self.size_op(BinOp::Lt, *i, *size);
                    self.both(low, high)
                }
                At::Range([start, end, _]) => {
                    let (start, end) = (start.unwrap_or(Atom::i64(0)), end.unwrap_or(*size));
                    vals.extend([start, end]);
                    shown.push("{}:{}");
                    self.ordered(&[Atom::i64(0), start, end, *size])
                }
            };
            cond = self.both(cond, own);
        }
        vals.extend(sizes);
        if vals.len() > MAX_SHOWN {
            return false;
        }
        if cond != Atom::bool(true) {
            let what = format!(
                "Index [{}] out of bounds for array of shape {}",
                shown.join(", "),
                "[{}]".repeat(sizes.len())
            );
            self.bind("c", Type::Cert, Exp::check(CheckKind::Assert { cond, what, vals }));
        }
        true
    }
    /// Start, length and stride of a slice, checked.
    pub(super) fn slice_len(&mut self, range: &[Option<Atom>; 3], size: Atom) -> (Atom, Atom, Atom) {
        let stride = range[2].unwrap_or(Atom::i64(1));
        let (low, high) = (Atom::i64(0), size);
        let (start, end) = match stride.as_i64() {
            Some(s) if s >= 0 => (low, high),
            Some(_) => (self.size_op(BinOp::Sub, size, Atom::i64(1)), Atom::i64(-1)),
            None => {
                let down = self.bin(BinOp::Lt, stride, Atom::i64(0));
                let last = self.size_op(BinOp::Sub, size, Atom::i64(1));
                let mut select = |a: Atom, b: Atom| -> Atom {
                    self.bind("s", Type::i64(), Exp::select(down, a, b)).into()
                };
                (select(last, low), select(Atom::i64(-1), high))
            }
        };
        // All of it, forwards or backwards.
        if let ([None, None, _], Some(1 | -1)) = (range, stride.as_i64()) {
            return (start, size, stride);
        }
        let (start, end) = (range[0].unwrap_or(start), range[1].unwrap_or(end));
        let exp = Exp::check(CheckKind::SliceLen { start, end, stride, size });
        let len = self.bind("len", Type::i64(), exp);
        self.sizes.insert(len);
        // As with sizes: if only the check belongs in this body, the length itself is computed outside.
        let uniform = match stride.as_i64() {
            Some(1) => self.outside(&[start, end, size], |l, at| l.total_slice_len(at[0], at[1], at[2])),
            Some(_) | None => None,
        };
        (start, uniform.unwrap_or(len.into()), stride)
    }
    /// The length of `start:end`, or 0 where that is no slice of an array of `size` elements.
    fn total_slice_len(&mut self, start: Atom, end: Atom, size: Atom) -> Atom {
        let key = [start, end, size];
        if let Some(known) = self.memo.iter().find_map(|m| m.slices.get(&key)) {
            return *known;
        }
        let cond = self.ordered(&[Atom::i64(0), start, end, size]);
        let len = self.size_op(BinOp::Sub, end, start);
        if cond == Atom::bool(true) {
            return len;
        }
        let exp = Exp::select(cond, len, Atom::i64(0));
        let len = self.bind("len", Type::i64(), exp).into();
        if let Some(scope) = self.memo.last_mut() {
            scope.slices.insert(key, len);
        }
        len
    }
    /// A slice of a regular array.
    pub(super) fn slice(&mut self, arr: &Value, dims: &[At]) -> Low<Value> {
        let leaves = arr.leaves();
        let Some(leaf) = leaves.first() else { return Err(self.unsupported("arrays of empty tuples")) };
        let mut sizes = vec![];
        for level in 0..dims.len() {
            sizes.push(self.size_at(*leaf, level)?);
        }
        let together = self.check_together(dims, &sizes);
        let mut slices = vec![];
        for (at, size) in dims.iter().zip(sizes) {
            slices.push(match at {
                At::Index(i) => Slice::At(self.bounded(*i, size)),
                At::Range([start, end, _]) if together => {
                    let (start, end) = (start.unwrap_or(Atom::i64(0)), end.unwrap_or(size));
                    let outside =
                        self.outside(&[start, end, size], |l, at| l.total_slice_len(at[0], at[1], at[2]));
                    let len = outside.unwrap_or_else(|| self.total_slice_len(start, end, size));
                    self.sizes.extend(len.var());
                    Slice::Range { start, len, stride: Atom::i64(1) }
                }
                At::Range(range) => {
                    let (start, len, stride) = self.slice_len(range, size);
                    Slice::Range { start, len, stride }
                }
            });
        }
        let mut new = vec![];
        for leaf in leaves.iter().filter_map(|l| l.var()) {
            let ty = self.vars[leaf].ty.clone();
            let mut kept: Vec<Dim> = slices
                .iter()
                .filter_map(|s| match s {
                    Slice::At(_) => None,
                    Slice::Range { len, .. } => Some(Dim::uniform(*len)),
                })
                .collect();
            kept.extend(ty.dims()[slices.len()..].iter().cloned());
            let exp = Exp::View(View::Slice { arr: leaf, slices: slices.clone() });
            new.push(Atom::Var(self.bind("part", ty.with_dims(kept), exp)));
        }
        let dropped = dims.iter().filter(|d| matches!(d, At::Index(_))).count();
        Ok(peeled(arr, dropped).with_leaves(new))
    }
}
