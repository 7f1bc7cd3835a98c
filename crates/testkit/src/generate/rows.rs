//! More on rows: their elements, slices at any depth, shapes that are checked, functions that make rows.

use super::Gen;
use super::scalars::operator;
use crate::tree::{Exp, S, Ty};

impl Gen<'_> {
    /// `xss[i, j]`: in bounds, or the one place that may fail.
    pub(super) fn inner_element(&mut self, ty: &Ty, fuel: usize) -> Exp {
        let xss = self.exp(&Ty::arr(Ty::arr(ty.clone())), fuel);
        let (i, j) = (self.leaf(&Ty::I64), self.leaf(&Ty::I64));
        self.hit("index element", &xss);
        if self.fail_here() {
            self.hit("index error", &i);
            return Exp::node(ty.clone(), "%0[%1 % 5i64, %2 % 4i64]", &[], vec![xss, i, j]).risky();
        }
        let other = self.leaf(ty);
        let (a, r) = (self.fresh(), self.fresh());
        let template = "let $0 = map (\\$1 -> [%3] ++ $1) (%0 ++ [[%3]]) in $0[%1 % length $0, %2 % length $0[%1 % length $0]]";
        Exp::node(ty.clone(), template, &[&a, &r], vec![xss, i, j, other])
    }

    /// A slice of every row, or of the rows of every row.
    pub(super) fn sliced_rows(&mut self, elem: &Ty, fuel: usize) -> Exp {
        let ty = Ty::arr(elem.clone());
        let xss = self.exp(&ty, fuel);
        let (a, r, s) = (self.fresh(), self.fresh(), self.fresh());
        if elem.rank() > 1 && self.rng.chance(50) {
            let Some(inner) = elem.elem().and_then(|t| t.elem()) else { return xss };
            let Ty::Arr(_) = elem.elem().unwrap_or(Ty::I64) else { return xss };
            let x = self.leaf(&inner);
            self.hit("slice of rows of rows", &xss);
            let template = "(map (\\$1 -> map (\\$2 -> [%1] ++ $2) $1) %0)[:, :, 1i64:]";
            return Exp::node(ty, template, &[&a, &r, &s], vec![xss, x]);
        }
        self.hit("slice of rows", &xss);
        let template =
            *self.rng.pick(&["%0[:, :]", "%0[:, 0i64:0i64]", "let $0 = %0 in $0[length $0 / 2i64:, :]"]);
        Exp::node(ty, template, &[&a], vec![xss])
    }

    /// Rows made by `expand_rows`.
    pub(super) fn expanded_rows(&mut self, inner: &Ty, fuel: usize) -> Exp {
        let xs = self.source(fuel);
        let of = xs.ty.elem().unwrap_or(Ty::I64);
        self.hit("expand_rows", &xs);
        let (x, y, j) = (self.fresh(), self.fresh(), self.fresh());
        let size = self.in_map(vec![(x.clone(), of.clone())], |g| g.exp(&Ty::I64, fuel.min(1)));
        let params = vec![(y.clone(), of), (j.clone(), Ty::I64)];
        let body = self.in_map(params, |g| g.exp(inner, fuel.min(2)));
        let ty = Ty::arr(Ty::arr(inner.clone()));
        let names = [x.as_str(), y.as_str(), j.as_str()];
        if self.fail_here() {
            self.hit("negative size", &size);
            let template = "expand_rows (\\$0 -> %0 % 4i64 - 1i64) (\\$1 $2 -> %1) %2";
            return Exp::node(ty, template, &names, vec![size, body, xs]).risky();
        }
        Exp::node(ty, "expand_rows (\\$0 -> %0 % 4i64) (\\$1 $2 -> %1) %2", &names, vec![size, body, xs])
    }

    /// One result per element by `expand_reduce`.
    pub(super) fn expand_reduced(&mut self, s: S, fuel: usize) -> Exp {
        let xs = self.source(fuel);
        let of = xs.ty.elem().unwrap_or(Ty::I64);
        self.hit("expand_reduce", &xs);
        let (x, y, j) = (self.fresh(), self.fresh(), self.fresh());
        let size = self.in_map(vec![(x.clone(), of.clone())], |g| g.exp(&Ty::I64, fuel.min(1)));
        let params = vec![(y.clone(), of), (j.clone(), Ty::I64)];
        let body = self.in_map(params, |g| g.exp(&Ty::Scalar(s), fuel.min(2)));
        let (op, ne) = operator(self, s);
        let template = format!("expand_reduce (\\$0 -> %0 % 4i64) (\\$1 $2 -> %1) {op} {ne} %2");
        Exp::node(Ty::arr(Ty::Scalar(s)), &template, &[&x, &y, &j], vec![size, body, xs])
    }

    /// Rows of which a coercion says that they have one size.
    pub(super) fn made_regular(&mut self, s: S, fuel: usize) -> Exp {
        let ty = Ty::Mat(s);
        let xss = self.exp(&Ty::arr(Ty::arr(Ty::Scalar(s))), fuel);
        let (a, r) = (self.fresh(), self.fresh());
        if self.fail_here() {
            self.hit("coercion error", &xss);
            let template = format!("let $0 = %0 in $0 :> [length $0][2]{}", s.name());
            return Exp::node(ty, &template, &[&a], vec![xss]).risky();
        }
        self.hit("coercion to regular", &xss);
        let x = self.leaf(&Ty::Scalar(s));
        let template = format!(
            "let $0 = map (\\$1 -> if length $1 > 1i64 then $1[:2] else [%1, %1]) %0 in $0 :> [length $0][2]{}",
            s.name()
        );
        Exp::node(ty, &template, &[&a, &r], vec![xss, x])
    }

    /// Rows of rows of which a coercion says that they are matrices.
    pub(super) fn made_matrices(&mut self, s: S, fuel: usize) -> Exp {
        let rows = Ty::arr(Ty::arr(Ty::arr(Ty::Scalar(s))));
        let (xsss, x) = (self.exp(&rows, fuel), self.leaf(&Ty::Scalar(s)));
        self.hit("coercion to matrices", &xsss);
        let (a, q, r) = (self.fresh(), self.fresh(), self.fresh());
        let to = if self.rng.chance(50) { "[?][1]" } else { "(?[k][l].[k][l]" };
        let close = if to.starts_with('(') { ")" } else { "" };
        let template = format!(
            "let $0 = map (\\$1 -> map (\\$2 -> ([%1] ++ $2)[:1]) $1) %0 in $0 :> [length $0]{to}{}{close}",
            s.name()
        );
        Exp::node(Ty::arr(Ty::Mat(s)), &template, &[&a, &q, &r], vec![xsss, x])
    }

    /// Arrays that go through pairs and back.
    pub(super) fn through_pairs(&mut self, elem: &Ty, fuel: usize) -> Exp {
        let ty = Ty::arr(elem.clone());
        let xs = self.exp(&ty, fuel);
        let (a, b, c) = (self.fresh(), self.fresh(), self.fresh());
        let (construct, template) = *self.rng.pick(&[
            ("zip", "let $0 = %0 in map (\\($1, $2) -> if $2 % 2i64 == 0i64 then $1 else $0[0]) (zip $0 (indices $0))"),
            ("unzip", "let ($1, _) = unzip (map (\\$0 -> ($0, 1i64)) %0) in $1"),
            ("partition", "let $0 = %0 let ($1, $2) = partition (\\x -> length x % 2i64 == 0i64) (map (\\y -> [y]) $0) in flatten ($2 ++ $1)"),
            ("head, last", "let $0 = %0 in if length $0 > 0i64 then [last $0, head $0] ++ tail $0 else $0"),
            ("rotate", "rotate 2i64 %0"),
            ("concat", "let $0 = %0 in concat $0 (init ([$0] ++ [$0]))[0]"),
            ("map3", "let $0 = %0 in map3 (\\$1 $2 _ -> if $1 > 1i64 then $2 else $0[$1]) (indices $0) $0 $0"),
            ("tabulate", "let $0 = %0 in tabulate (length $0) (\\$1 -> $0[$1])"),
            ("slice backwards", "%0[::-1]"),
        ]);
        if construct == "head, last" && elem.has_matrices() {
            return xs;
        }
        self.hit(construct, &xs);
        Exp::node(ty, template, &[&a, &b, &c], vec![xs])
    }
}
