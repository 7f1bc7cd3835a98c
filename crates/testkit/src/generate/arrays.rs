//! Productions that give an array of scalars.

use super::Gen;
use super::scalars::operator;
use crate::tree::{Exp, S, Ty};

impl Gen<'_> {
    /// An array of scalars.
    pub(super) fn vector(&mut self, s: S, fuel: usize) -> Exp {
        let elem = Ty::Scalar(s);
        let ty = Ty::arr(elem.clone());
        match self.rng.below(32) {
            0 => self.leaf(&ty),
            1..=5 => self.map(&elem, fuel),
            6 => self.map2(&elem, fuel),
            7 => self.scan(s, fuel),
            8 => self.filter(&elem, fuel),
            9 => self.flattened(&elem, fuel),
            10 => self.scattered(&elem, fuel),
            11 => self.histogram(s, fuel),
            12 => self.expanded(&elem, fuel),
            13 if s == S::I64 => {
                let n = self.exp(&Ty::I64, fuel);
                self.hit("iota", &n);
                if self.fail_here() {
                    self.hit("negative size", &n);
                    return Exp::node(ty, "iota (%0 % 5i64 - 1i64)", &[], vec![n]).risky();
                }
                Exp::node(ty, "iota (%0 % 5i64)", &[], vec![n])
            }
            14 if s == S::I64 => {
                let rows = Ty::arr(Ty::arr(Ty::Scalar(self.scalar_type())));
                let xss = self.exp(&rows, fuel);
                self.hit("lengths", &xss);
                Exp::node(ty, "lengths %0", &[], vec![xss])
            }
            15 => self.element(&ty, fuel),
            16 => self.streamed(&elem, fuel),
            17 if s == S::I64 => self.streamed_counts(fuel),
            18 => self.expand_reduced(s, fuel),
            19 => self.through_pairs(&elem, fuel),
            20..=23 => self.comprehension(&elem, fuel),
            24 => self.each_matched(&elem, fuel),
            _ => self.rearranged(&elem, fuel),
        }
    }

    /// A map over any array.
    pub(super) fn map(&mut self, elem: &Ty, fuel: usize) -> Exp {
        let xs = self.source(fuel);
        self.hit(if xs.ty.rank() > 1 { "map rows" } else { "map" }, &xs);
        let x = self.fresh();
        let of = xs.ty.elem().unwrap_or(Ty::I64);
        let body = self.in_map(vec![(x.clone(), of)], |g| g.exp(elem, fuel));
        Exp::node(Ty::arr(elem.clone()), "map (\\$0 -> %0) %1", &[&x], vec![body, xs])
    }

    /// A map over two arrays, cut to a common length.
    pub(super) fn map2(&mut self, elem: &Ty, fuel: usize) -> Exp {
        let (xs, ys) = (self.source(fuel), self.source(fuel));
        let names: Vec<String> = (0..5).map(|_| self.fresh()).collect();
        let of = |e: &Exp| e.ty.elem().unwrap_or(Ty::I64);
        let (a, b) = (of(&xs), of(&ys));
        let params = vec![(names[3].clone(), a.clone()), (names[4].clone(), b.clone())];
        self.hit("map2", &xs);
        let body = self.in_map(params, |g| g.exp(elem, fuel));
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let ty = Ty::arr(elem.clone());
        if self.fail_here() {
            self.hit("coercion error", &ys);
            let template = format!("let $0 = %0 in map2 (\\$3 $4 -> %2) $0 (%1 :> [length $0]{})", b.inner());
            return Exp::node(ty, &template, &names, vec![xs, ys, body]).risky();
        }
        self.hit("coercion", &ys);
        let template = format!(
            "let $0 = %0 let $1 = %1 let $2 = i64.min (length $0) (length $1) in \
             map2 (\\$3 $4 -> %2) (take $2 $0 :> [$2]{}) (take $2 $1 :> [$2]{})",
            a.inner(),
            b.inner()
        );
        Exp::node(ty, &template, &names, vec![xs, ys, body])
    }

    fn scan(&mut self, s: S, fuel: usize) -> Exp {
        let ty = Ty::arr(Ty::Scalar(s));
        let xs = self.exp(&ty, fuel);
        let (op, ne) = operator(self, s);
        self.hit(if op.starts_with("(\\") { "scan lambda" } else { "scan" }, &xs);
        Exp::node(ty, &format!("scan {op} {ne} %0"), &[], vec![xs])
    }

    /// A filter of elements or rows.
    pub(super) fn filter(&mut self, elem: &Ty, fuel: usize) -> Exp {
        let ty = Ty::arr(elem.clone());
        let xs = self.exp(&ty, fuel);
        self.hit(if elem.rank() > 0 { "filter rows" } else { "filter" }, &xs);
        let x = self.fresh();
        let keep = self.in_map(vec![(x.clone(), elem.clone())], |g| g.exp(&Ty::BOOL, fuel.min(2)));
        Exp::node(ty, "filter (\\$0 -> %0) %1", &[&x], vec![keep, xs])
    }

    /// Two dimensions joined.
    pub(super) fn flattened(&mut self, elem: &Ty, fuel: usize) -> Exp {
        let ty = Ty::arr(elem.clone());
        if let Ty::Scalar(s) = elem
            && self.rng.chance(40)
        {
            let m = self.exp(&Ty::Mat(*s), fuel);
            self.hit("flatten matrix", &m);
            return Exp::node(ty, "flatten %0", &[], vec![m]);
        }
        let xss = self.exp(&Ty::arr(ty.clone()), fuel);
        self.hit("flatten", &xss);
        Exp::node(ty, "flatten %0", &[], vec![xss])
    }

    /// Scatter to distinct targets: some are out of range, and dropped.
    pub(super) fn scattered(&mut self, elem: &Ty, fuel: usize) -> Exp {
        let ty = Ty::arr(elem.clone());
        let (dest, vals) = (self.exp(&ty, fuel), self.exp(&ty, fuel.min(2)));
        let by = self.leaf(&Ty::I64);
        self.hit(if elem.rank() > 0 { "scatter rows" } else { "scatter" }, &dest);
        let (d, v, i) = (self.fresh(), self.fresh(), self.fresh());
        let template = "let $0 = %0 let $1 = %1 in scatter (copy $0) (map (\\$2 -> $2 * 2i64 - %2 % 3i64) (indices $1)) $1";
        Exp::node(ty, template, &[&d, &v, &i], vec![dest, vals, by])
    }

    fn histogram(&mut self, s: S, fuel: usize) -> Exp {
        let ty = Ty::arr(Ty::Scalar(s));
        let (op, ne) = match s {
            S::I64 => *self.rng.pick(&[
                ("(+)", "0i64"),
                ("i64.max", "i64.lowest"),
                ("(\\a b -> a * b)", "1i64"),
                ("(\\a b -> i64.maximum [a, b])", "i64.lowest"),
            ]),
            S::I32 => ("(+)", "0i32"),
            S::F64 => ("(+)", "0f64"),
            S::Bool => ("(||)", "false"),
        };
        let (dest, vals) = (self.exp(&ty, fuel), self.exp(&ty, fuel));
        let (d, v, i) = (self.fresh(), self.fresh(), self.fresh());
        let permute = self.rng.chance(50);
        self.hit(if permute { "permute" } else { "reduce_by_index" }, &vals);
        let to = self.in_map(vec![(i.clone(), Ty::I64)], |g| g.exp(&Ty::I64, fuel.min(1)));
        let targets = "(map (\\$2 -> %2 % 5i64 - 1i64) (indices $1)) $1";
        if permute && s == S::I64 && self.rng.chance(50) {
            let least = self.leaf(&Ty::I64);
            self.hit("permute by row", &least);
            let op = "(\\a b -> i64.max (i64.max a b) %3)";
            let template = format!("let $0 = %0 let $1 = %1 in permute {op} (copy $0) {targets}");
            return Exp::node(ty, &template, &[&d, &v, &i], vec![dest, vals, to, least]);
        }
        let template = if permute {
            format!("let $0 = %0 let $1 = %1 in permute {op} (copy $0) {targets}")
        } else {
            format!("let $0 = %0 let $1 = %1 in reduce_by_index (copy $0) {op} {ne} {targets}")
        };
        Exp::node(ty, &template, &[&d, &v, &i], vec![dest, vals, to])
    }

    fn expanded(&mut self, elem: &Ty, fuel: usize) -> Exp {
        let xs = self.source(fuel);
        let of = xs.ty.elem().unwrap_or(Ty::I64);
        self.hit("expand", &xs);
        let (x, y, j) = (self.fresh(), self.fresh(), self.fresh());
        let size = self.in_map(vec![(x.clone(), of.clone())], |g| g.exp(&Ty::I64, fuel.min(1)));
        let params = vec![(y.clone(), of), (j.clone(), Ty::I64)];
        let body = self.in_map(params, |g| g.exp(elem, fuel.min(2)));
        let template = "expand (\\$0 -> %0 % 4i64) (\\$1 $2 -> %1) %2";
        Exp::node(Ty::arr(elem.clone()), template, &[&x, &y, &j], vec![size, body, xs])
    }

    /// Arrays that only rename elements or rows of others.
    pub(super) fn rearranged(&mut self, elem: &Ty, fuel: usize) -> Exp {
        let ty = Ty::arr(elem.clone());
        let rows = elem.rank() > 0;
        let name = self.fresh();
        match self.rng.below(6) {
            0 => {
                let (n, x) = (self.exp(&Ty::I64, fuel.min(2)), self.exp(elem, fuel));
                self.hit(if rows { "replicate rows" } else { "replicate" }, &n);
                Exp::node(ty, "replicate (%0 % 4i64) %1", &[], vec![n, x])
            }
            1 => {
                let (xs, ys) = (self.exp(&ty, fuel), self.exp(&ty, fuel.min(2)));
                self.hit(if rows { "++ rows" } else { "++" }, &xs);
                Exp::node(ty, "%0 ++ %1", &[], vec![xs, ys])
            }
            2 => {
                let xs = self.exp(&ty, fuel);
                self.hit(if rows { "reverse rows" } else { "reverse" }, &xs);
                Exp::node(ty, "reverse %0", &[], vec![xs])
            }
            3 => {
                let (xs, k) = (self.exp(&ty, fuel), self.exp(&Ty::I64, fuel.min(1)));
                let cut = *self.rng.pick(&["take", "drop"]);
                self.hit(if rows { "take, drop rows" } else { "take, drop" }, &xs);
                let template = format!("let $0 = %0 in {cut} (%1 % (length $0 + 1i64)) $0");
                Exp::node(ty, &template, &[&name], vec![xs, k])
            }
            4 => {
                let (xs, k) = (self.exp(&ty, fuel), self.exp(&Ty::I64, fuel.min(1)));
                self.hit(if rows { "slice rows" } else { "slice" }, &xs);
                if self.fail_here() {
                    self.hit("slice error", &k);
                    return Exp::node(ty, "%0[1i64:%1 % 6i64]", &[], vec![xs, k]).risky();
                }
                let template = *self.rng.pick(&[
                    "let $0 = %0 in $0[%1 % (length $0 + 1i64):]",
                    "let $0 = %0 in $0[0i64:length $0:2i64]",
                    "let $0 = %0 in $0[length $0 / 2i64:length $0]",
                    "let $0 = %0 in if length $0 > 1i64 then $0[1i64:] else $0",
                ]);
                let kids = if template.contains("%1") { vec![xs, k] } else { vec![xs] };
                Exp::node(ty, template, &[&name], kids)
            }
            _ => {
                let (xs, i, x) = (self.exp(&ty, fuel), self.leaf(&Ty::I64), self.exp(elem, fuel.min(2)));
                if ty.raggedness() > 0 {
                    // A row may only be replaced by one of its size.
                    return xs;
                }
                self.hit("update", &xs);
                let template =
                    "let $0 = %0 in if length $0 > 0i64 then (copy $0) with [%1 % length $0] = %2 else $0";
                Exp::node(ty, template, &[&name], vec![xs, i, x])
            }
        }
    }
}
