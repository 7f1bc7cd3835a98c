//! Productions that are about irregular arrays as such: their elements and rows replaced, rows regrouped and sorted, rows inside
//! of records and sums.

use super::Gen;
use crate::tree::{Exp, Ty};

impl Gen<'_> {
    /// An array of rows (or of matrices) by an operation on irregular arrays.
    pub(super) fn irregular(&mut self, elem: &Ty, fuel: usize) -> Exp {
        match (elem, self.rng.below(14)) {
            (Ty::Arr(inner), 0 | 1) if matches!(**inner, Ty::Scalar(_)) => self.replaced_element(inner, fuel),
            (Ty::Arr(inner), 2) if matches!(**inner, Ty::Scalar(_)) => self.replaced_rows(inner, fuel),
            (Ty::Arr(inner), 3) => self.row_slices(inner, fuel),
            (Ty::Arr(inner), 4 | 10 | 11) => self.regrouped(inner, fuel),
            (_, 5) => self.scattered(elem, fuel),
            (_, 6) => self.sorted(elem, fuel),
            (Ty::Arr(inner), 7) if matches!(**inner, Ty::Scalar(_)) => self.in_sums(elem, fuel),
            (Ty::Arr(inner), 8 | 9) if elem.rank() > 1 && matches!(**inner, Ty::Arr(_)) => {
                self.replaced_inner(elem, inner, fuel)
            }
            _ => self.in_records(elem, fuel),
        }
    }

    /// A row of a row replaced by itself, turned around if it holds scalars.
    fn replaced_inner(&mut self, elem: &Ty, inner: &Ty, fuel: usize) -> Exp {
        let ty = Ty::arr(elem.clone());
        let (xsss, i) = (self.exp(&ty, fuel), self.leaf(&Ty::I64));
        self.hit("update row of a row", &xsss);
        let (a, b) = (self.fresh(), self.fresh());
        let scalars = inner.elem().is_some_and(|t| matches!(t, Ty::Scalar(_)));
        let turned = if scalars { "reverse" } else { "copy" };
        let template = format!(
            "let $0 = %0 let $1 = if length $0 > 0i64 then %1 % length $0 else 0i64 in \
             if length $0 > 0i64 && length $0[$1] > 0i64 then (copy $0) with [$1, 0i64] = {turned} $0[$1, 0i64] else $0"
        );
        Exp::node(ty, &template, &[&a, &b], vec![xsss, i])
    }

    /// One element of one row replaced, outside of any loop.
    fn replaced_element(&mut self, inner: &Ty, fuel: usize) -> Exp {
        let ty = Ty::arr(Ty::arr(inner.clone()));
        let xss = self.exp(&ty, fuel);
        let (i, j, x) = (self.leaf(&Ty::I64), self.leaf(&Ty::I64), self.exp(inner, fuel.min(2)));
        self.hit("update rows", &xss);
        let (a, b) = (self.fresh(), self.fresh());
        let template = "let $0 = %0 let $1 = if length $0 > 0i64 then %1 % length $0 else 0i64 in \
             if length $0 > 0i64 && length $0[$1] > 0i64 then (copy $0) with [$1, %2 % length $0[$1]] = %3 else $0";
        Exp::node(ty, template, &[&a, &b], vec![xss, i, j, x])
    }

    /// One row, or the first rows, replaced by rows of the same sizes.
    fn replaced_rows(&mut self, inner: &Ty, fuel: usize) -> Exp {
        let ty = Ty::arr(Ty::arr(inner.clone()));
        let xss = self.exp(&ty, fuel);
        let i = self.leaf(&Ty::I64);
        let (a, b, x, row) = (self.fresh(), self.fresh(), self.fresh(), self.fresh());
        let new = self.in_map(vec![(x.clone(), inner.clone())], |g| g.exp(inner, fuel.min(2)));
        if self.fail_here() {
            self.hit("update row error", &xss);
            let template = "let $0 = %0 in if length $0 > 1i64 then (copy $0) with [%1 % 2i64] = map (\\$2 -> %2) $0[1] else $0";
            return Exp::node(ty, template, &[&a, &b, &x], vec![xss, i, new]).risky();
        }
        if self.rng.chance(50) {
            self.hit("update row", &xss);
            let template = "let $0 = %0 in if length $0 > 0i64 then let $1 = %1 % length $0 in \
                 (copy $0) with [$1] = map (\\$2 -> %2) $0[$1] else $0";
            return Exp::node(ty, template, &[&a, &b, &x], vec![xss, i, new]);
        }
        self.hit("update range of rows", &xss);
        let template = "let $0 = %0 let $1 = %1 % (length $0 + 1i64) in \
             (copy $0) with [0i64:$1] = map (\\$3 -> map (\\$2 -> %2) $3) $0[0i64:$1]";
        Exp::node(ty, template, &[&a, &b, &x, &row], vec![xss, i, new])
    }

    /// Every row without its first element.
    fn row_slices(&mut self, inner: &Ty, fuel: usize) -> Exp {
        let ty = Ty::arr(Ty::arr(inner.clone()));
        let (xss, x) = (self.exp(&ty, fuel), self.leaf(inner));
        self.hit("slice of rows", &xss);
        let row = self.fresh();
        let template = "(map (\\$0 -> if length $0 > 0i64 then $0 else [%1]) %0)[:, 1i64:]";
        Exp::node(ty, template, &[&row], vec![xss, x])
    }

    /// An array cut into rows by sizes or by keys.
    fn regrouped(&mut self, inner: &Ty, fuel: usize) -> Exp {
        let (row, ty) = (Ty::arr(inner.clone()), Ty::arr(Ty::arr(inner.clone())));
        let xs = self.exp(&row, fuel);
        let (a, b) = (self.fresh(), self.fresh());
        if self.rng.chance(50) {
            self.hit("unflatten_by", &xs);
            let k = self.leaf(&Ty::I64);
            if self.fail_here() {
                self.hit("unflatten_by error", &xs);
                // One or the other: which of several failures is reported is not specified.
                let template = if self.rng.chance(50) {
                    "let $0 = %0 let $1 = %1 % 3i64 in unflatten_by [$1, 1i64] $0"
                } else {
                    "let $0 = %0 let $1 = %1 % 4i64 - 1i64 in unflatten_by [$1, 0i64, length $0 - $1] $0"
                };
                return Exp::node(ty, template, &[&a, &b], vec![xs, k]).risky();
            }
            let template =
                "let $0 = %0 let $1 = %1 % (length $0 + 1i64) in unflatten_by [$1, 0i64, length $0 - $1] $0";
            return Exp::node(ty, template, &[&a, &b], vec![xs, k]);
        }
        self.hit("group_by_key", &xs);
        let key = self.in_map(vec![(b.clone(), inner.clone())], |g| g.exp(&Ty::I64, fuel.min(1)));
        let template = "let $0 = %0 in (group_by_key (<=) (map (\\$1 -> %1 % 3i64) $0) $0).1";
        Exp::node(ty, template, &[&a, &b], vec![xs, key])
    }

    fn sorted(&mut self, elem: &Ty, fuel: usize) -> Exp {
        let ty = Ty::arr(elem.clone());
        let xs = self.exp(&ty, fuel);
        self.hit("sort_by_key", &xs);
        let (a, b) = (self.fresh(), self.fresh());
        let key = self.in_map(vec![(b.clone(), elem.clone())], |g| g.exp(&Ty::I64, fuel.min(1)));
        let template = "let $0 = %0 in (sort_by_key (<=) (map (\\$1 -> %1) $0) $0).1";
        Exp::node(ty, template, &[&a, &b], vec![xs, key])
    }

    /// Rows beside a number in records, which are moved about.
    fn in_records(&mut self, elem: &Ty, fuel: usize) -> Exp {
        let xs = self.source(fuel);
        let of = xs.ty.elem().unwrap_or(Ty::I64);
        self.hit("records", &xs);
        let (x, r, s, t) = (self.fresh(), self.fresh(), self.fresh(), self.fresh());
        let vars = vec![(x.clone(), of)];
        let (k, v) = self.in_map(vars, |g| (g.exp(&Ty::I64, fuel.min(1)), g.exp(elem, fuel.min(3))));
        let moved = *self.rng.pick(&[
            "reverse",
            "rotate 1i64",
            "filter (\\{k = $1, v = _} -> $1 % 2i64 == 0i64)",
            "map (\\{k = $1, v = $3} -> if $1 % 2i64 == 0i64 then {k = $1, v = $3} else {k = 0i64, v = $3})",
        ]);
        let template =
            format!("map (\\{{k = _, v = $2}} -> $2) ({moved} (map (\\$0 -> {{k = %0, v = %1}}) %2))");
        Exp::node(Ty::arr(elem.clone()), &template, &[&x, &r, &s, &t], vec![k, v, xs])
    }

    /// Elements that are there or not.
    fn in_sums(&mut self, elem: &Ty, fuel: usize) -> Exp {
        let ty = Ty::arr(elem.clone());
        let Some(inner) = elem.elem() else { return self.leaf(&ty) };
        let xss = self.exp(&ty, fuel);
        self.hit("sums", &xss);
        let names: Vec<String> = (0..5).map(|_| self.fresh()).collect();
        let there = self.in_map(vec![(names[1].clone(), inner.clone())], |g| g.exp(&Ty::BOOL, 1));
        let other = self.leaf(&inner);
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let template = format!(
            "map (\\$2 -> map (\\$3 -> match $3 case #is $4 -> $4 case #no -> %2) $2) \
             (map (\\$0 -> map (\\$1 -> if %1 then #is $1 else (#no: #is {} | #no)) $0) %0)",
            inner.inner()
        );
        Exp::node(ty, &template, &names, vec![xss, there, other])
    }

    /// Whether an array is equal to another one of its length.
    pub(super) fn equal_arrays(&mut self, fuel: usize) -> Exp {
        let xs = self.source(fuel);
        self.hit("== arrays", &xs);
        let a = self.fresh();
        let template =
            *self.rng.pick(&["let $0 = %0 in $0 == reverse $0", "let $0 = %0 in $0 != rotate 1i64 $0"]);
        Exp::node(Ty::BOOL, template, &[&a], vec![xs])
    }
}
