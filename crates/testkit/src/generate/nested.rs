//! Productions that give arrays of arrays, and matrices.

use super::Gen;
use super::scalars::operator;
use crate::tree::{Exp, S, Ty};

impl Gen<'_> {
    /// An array of rows, of matrices, or of tuples.
    pub(super) fn rows(&mut self, elem: &Ty, fuel: usize) -> Exp {
        let ty = Ty::arr(elem.clone());
        match self.rng.below(31) {
            0 => self.leaf(&ty),
            1..=7 => self.map(elem, fuel),
            8 => self.map2(elem, fuel),
            9 => self.filter(elem, fuel),
            10 if ty.rank() < 4 => self.flattened(elem, fuel),
            11 => self.same_shaped(elem, fuel),
            12 if ty.rank() < 4 => self.element(&ty, fuel),
            13 if ty.rank() == 2 => self.pieces(elem, fuel),
            14 if ty.rank() == 2 => self.crossed(elem, fuel),
            15..=18 => self.irregular(elem, fuel),
            19 => self.streamed(elem, fuel),
            20 => self.through_pairs(elem, fuel),
            21..=23 => self.comprehension(elem, fuel),
            24 | 25 => self.more_rows(elem, fuel),
            26 => self.each_matched(elem, fuel),
            27 => self.linked(elem, fuel),
            _ => self.rearranged(elem, fuel),
        }
    }

    fn more_rows(&mut self, elem: &Ty, fuel: usize) -> Exp {
        match (elem, self.rng.chance(50)) {
            (Ty::Mat(s), _) => self.made_matrices(*s, fuel),
            (Ty::Arr(inner), true) => self.expanded_rows(inner, fuel),
            (Ty::Arr(_), false) => self.sliced_rows(elem, fuel),
            (Ty::Scalar(_) | Ty::Tup(_) | Ty::Rec(_) | Ty::Sum(_), _) => self.map(elem, fuel),
        }
    }

    /// Rows from two computations that are known to have equal lengths, combined element by element.
    fn same_shaped(&mut self, elem: &Ty, fuel: usize) -> Exp {
        let (Ty::Arr(inner), true) = (elem, elem.rank() == 1) else { return self.map(elem, fuel) };
        let xss = self.exp(&Ty::arr(elem.clone()), fuel);
        self.hit("rows of one shape", &xss);
        let names: Vec<String> = (0..6).map(|_| self.fresh()).collect();
        let change = self.in_map(vec![(names[3].clone(), (**inner).clone())], |g| g.exp(inner, 1));
        let params = vec![(names[4].clone(), (**inner).clone()), (names[5].clone(), (**inner).clone())];
        let combine = self.in_map(params, |g| g.exp(inner, 1));
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let template = format!(
            "let $0 = %0 in map2 (\\$1 $2 -> map2 (\\$4 $5 -> %2) $1 ($2 :> [length $1]{})) $0 \
             (map (\\y -> reverse (map (\\$3 -> %1) y)) $0)",
            inner.inner()
        );
        Exp::node(Ty::arr(elem.clone()), &template, &names, vec![xss, change, combine])
    }

    /// Rows reduced again and again in a nest whose second level they do not vary with.
    fn crossed(&mut self, elem: &Ty, fuel: usize) -> Exp {
        let deep = |ty: &Ty| ty.rank() == 3 && matches!(ty, Ty::Arr(_));
        let sources: Vec<(String, Ty)> =
            self.env.iter().filter(|v| deep(&v.ty)).map(|v| (v.name.clone(), v.ty.clone())).collect();
        let (Ty::Arr(result), false) = (elem, sources.is_empty()) else { return self.map(elem, fuel) };
        let Ty::Scalar(s) = **result else { return self.map(elem, fuel) };
        let (name, ty) = self.rng.pick(&sources).clone();
        let xsss = Exp::var(ty.clone(), &name);
        let times = self.exp(&Ty::arr(Ty::I64), fuel.min(2));
        self.hit("crossed", &xsss);
        let names: Vec<String> = (0..4).map(|_| self.fresh()).collect();
        let row = ty.elem().and_then(|t| t.elem()).unwrap_or(Ty::I64);
        let of = row.elem().unwrap_or(Ty::I64);
        let params = vec![(names[1].clone(), Ty::I64), (names[2].clone(), row), (names[3].clone(), of)];
        let (op, ne) = operator(self, s);
        let body = self.in_map(params, |g| g.in_map(vec![], |g| g.in_map(vec![], |g| g.exp(result, 1))));
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let template = format!(
            "map (\\$0 -> flatten (map (\\$1 -> map (\\$2 -> reduce {op} {ne} (map (\\$3 -> %0) $2)) $0) %1)) %2"
        );
        Exp::node(Ty::arr(elem.clone()), &template, &names, vec![body, times, xsss])
    }

    /// Rows cut out of one array by positions computed per row.
    fn pieces(&mut self, elem: &Ty, fuel: usize) -> Exp {
        let xs = self.exp(elem, fuel);
        self.hit("pieces", &xs);
        let (n, a, i) = (self.fresh(), self.fresh(), self.fresh());
        let template = "let $0 = %0 in map (\\$1 -> $0[$1:]) (map (\\$2 -> $2 / 2i64) (indices $0))";
        Exp::node(Ty::arr(elem.clone()), template, &[&n, &a, &i], vec![xs])
    }

    /// A matrix: rows of one length, and known to be.
    pub(super) fn matrix(&mut self, s: S, fuel: usize) -> Exp {
        let (ty, elem) = (Ty::Mat(s), Ty::Scalar(s));
        match self.rng.below(8) {
            0 => self.leaf(&ty),
            7 => self.made_regular(s, fuel),
            1 | 2 => {
                let m = self.exp(&ty, fuel);
                self.hit("transpose", &m);
                Exp::node(ty, "transpose %0", &[], vec![m])
            }
            3 => {
                let m = self.exp(&ty, fuel);
                self.hit("map matrix", &m);
                let (row, x) = (self.fresh(), self.fresh());
                let params = vec![(row.clone(), Ty::arr(elem.clone())), (x.clone(), elem.clone())];
                let body = self.in_map(params, |g| g.in_map(vec![], |g| g.exp(&elem, fuel.min(2))));
                let template = "map (\\$0 -> map (\\$1 -> %0) $0) %1";
                Exp::node(ty, template, &[&row, &x], vec![body, m])
            }
            4 => {
                let (n, row) = (self.exp(&Ty::I64, fuel.min(2)), self.exp(&Ty::arr(elem), fuel));
                self.hit("replicate matrix", &row);
                Exp::node(ty, "replicate (%0 % 4i64) %1", &[], vec![n, row])
            }
            5 => {
                let (a, b) = (self.exp(&Ty::arr(Ty::I64), fuel), self.exp(&Ty::arr(Ty::I64), fuel));
                self.hit("outer product", &a);
                let (x, y) = (self.fresh(), self.fresh());
                let params = vec![(x.clone(), Ty::I64), (y.clone(), Ty::I64)];
                let body = self.in_map(params, |g| g.in_map(vec![], |g| g.exp(&elem, fuel.min(2))));
                let c = self.fresh();
                let template = "let $2 = %1 in map (\\$0 -> map (\\$1 -> %2) $2) %0";
                Exp::node(ty, template, &[&x, &y, &c], vec![a, b, body])
            }
            _ => {
                let (n, m) = (self.exp(&Ty::I64, fuel.min(2)), self.exp(&Ty::I64, fuel.min(2)));
                self.hit("tabulate", &n);
                let (i, j) = (self.fresh(), self.fresh());
                let (a, b) = (self.fresh(), self.fresh());
                let params = vec![(i.clone(), Ty::I64), (j.clone(), Ty::I64)];
                let body = self.in_map(params, |g| g.in_map(vec![], |g| g.exp(&elem, fuel.min(2))));
                let template = "let $2 = %0 % 4i64 let $3 = %1 % 4i64 in tabulate_2d $2 $3 (\\$0 $1 -> %2)";
                Exp::node(ty, template, &[&i, &j, &a, &b], vec![n, m, body])
            }
        }
    }
}
