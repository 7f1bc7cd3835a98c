//! Productions that give a scalar.

use super::Gen;
use crate::tree::{Exp, S, Ty};

/// An associative operator with its neutral element.
pub(super) fn operator(g: &mut Gen<'_>, s: S) -> (&'static str, &'static str) {
    match s {
        S::I64 => *g.rng.pick(&[
            ("(+)", "0i64"),
            ("(\\a b -> a + b)", "0i64"),
            ("(*)", "1i64"),
            ("i64.max", "i64.lowest"),
            ("i64.min", "i64.highest"),
            // Not commutative: the last number that is not 0.
            ("(\\a b -> if b == 0i64 then a else b)", "0i64"),
        ]),
        S::I32 => *g.rng.pick(&[("(+)", "0i32"), ("i32.max", "i32.lowest")]),
        S::F64 => *g.rng.pick(&[("(+)", "0f64"), ("(\\a b -> if b == 0f64 then a else b)", "0f64")]),
        S::Bool => *g.rng.pick(&[("(&&)", "true"), ("(||)", "false")]),
    }
}

impl Gen<'_> {
    /// A scalar of a type.
    pub(super) fn scalar(&mut self, s: S, fuel: usize) -> Exp {
        let ty = Ty::Scalar(s);
        match self.rng.below(16) {
            0 | 1 => self.leaf(&ty),
            2 | 3 => self.arithmetic(s, fuel),
            4 | 5 => self.reduce(s, fuel),
            6 => self.element(&ty, fuel),
            7 if s == S::I64 => {
                let xs = self.source(fuel);
                self.hit("length", &xs);
                Exp::node(ty, "length %0", &[], vec![xs])
            }
            8 if s == S::I64 => self.reduce_pairs(fuel),
            8 if s == S::Bool => self.equal_arrays(fuel),
            9 => self.extreme(s, fuel),
            10 => self.inner_element(&ty, fuel),
            11 if s == S::I64 => self.streamed_scalar(fuel),
            12 => self.own_array(s, fuel),
            13 if s == S::I64 => self.reduce_small_rows(fuel),
            _ => self.arithmetic(s, fuel),
        }
    }

    /// Plain operators.
    fn arithmetic(&mut self, s: S, fuel: usize) -> Exp {
        let ty = Ty::Scalar(s);
        if s == S::Bool {
            let of = *self.rng.pick(&[S::I64, S::I64, S::F64, S::Bool]);
            let operators: &[&str] = match of {
                S::Bool => &["%0 && %1", "%0 || %1", "%0 != %1"],
                S::I64 | S::I32 | S::F64 => &["%0 < %1", "%0 == %1", "%0 >= %1", "!(%0 > %1)"],
            };
            let template = *self.rng.pick(operators);
            let (a, b) = (self.exp(&Ty::Scalar(of), fuel), self.leaf(&Ty::Scalar(of)));
            return Exp::node(ty, template, &[], vec![a, b]);
        }
        if s == S::I64 && self.fail_here() {
            let (a, b) = (self.exp(&ty, fuel), self.leaf(&ty));
            self.hit("division by 0", &b);
            return Exp::node(ty, "%0 / (%1 % 3i64)", &[], vec![a, b]).risky();
        }
        let operators: &[&str] = match s {
            S::I64 => &["%0 + %1", "%0 - %1", "%0 * %1", "%0 / 3i64 + %1", "%0 % 7i64 - %1", "i64.max %0 %1"],
            S::I32 => &["%0 + %1", "%0 - %1", "%0 * %1", "i32.i64 (i64.i32 %0) - %1"],
            S::F64 => &["%0 + %1", "%0 - %1", "%0 * 0.5f64 + %1", "f64.max %0 %1"],
            S::Bool => &[],
        };
        let template = *self.rng.pick(operators);
        if self.rng.chance(20) {
            return self.converted(s, fuel);
        }
        let (a, b) = (self.exp(&ty, fuel), self.leaf(&ty));
        Exp::node(ty, template, &[], vec![a, b])
    }

    fn converted(&mut self, s: S, fuel: usize) -> Exp {
        let ty = Ty::Scalar(s);
        let (template, from) = match s {
            S::I64 => *self.rng.pick(&[("i64.i32 %0", S::I32), ("i64.bool %0", S::Bool)]),
            S::I32 => *self.rng.pick(&[("i32.i64 %0", S::I64), ("i32.bool %0", S::Bool)]),
            // Large integers are no exact doubles.
            S::F64 => ("f64.i64 (%0 % 16i64)", S::I64),
            S::Bool => ("bool.i64 %0", S::I64),
        };
        let from = self.exp(&Ty::Scalar(from), fuel);
        Exp::node(ty, template, &[], vec![from])
    }

    fn reduce(&mut self, s: S, fuel: usize) -> Exp {
        let xs = self.exp(&Ty::arr(Ty::Scalar(s)), fuel);
        let (op, ne) = operator(self, s);
        self.hit(if op.starts_with("(\\") { "reduce lambda" } else { "reduce" }, &xs);
        Exp::node(Ty::Scalar(s), &format!("reduce {op} {ne} %0"), &[], vec![xs])
    }

    /// A reduction of pairs: composition of functions `x -> a x + b`, which is not commutative.
    fn reduce_pairs(&mut self, fuel: usize) -> Exp {
        let xs = self.exp(&Ty::arr(Ty::I64), fuel);
        self.hit("reduce pairs", &xs);
        let x = self.fresh();
        let (a, b) = self.in_map(vec![(x.clone(), Ty::I64)], |g| (g.exp(&Ty::I64, 1), g.leaf(&Ty::I64)));
        Exp::node(
            Ty::I64,
            "(\\(a, b) -> a - b) (reduce (\\(a, b) (c, d) -> (a * c, b * c + d)) (1i64, 0i64) (map (\\$0 -> (%0, %1)) %2))",
            &[&x],
            vec![a, b, xs],
        )
    }

    /// An element of a small array that the point makes and overwrites.
    fn own_array(&mut self, s: S, fuel: usize) -> Exp {
        let ty = Ty::Scalar(s);
        let (a, b, i) = (self.exp(&ty, fuel), self.leaf(&ty), self.leaf(&Ty::I64));
        self.hit("array of a point", &a);
        let (row, k) = (self.fresh(), self.fresh());
        let template = *self.rng.pick(&[
            "let $0 = [%0, %1] with [0] = %1 in $0[%2 % 2i64]",
            "let $0 = [%0, %1, %0] with [%2 % 3i64] = %1 in $0[(%2 + 1i64) % 3i64]",
            "let $0 = loop $0 = [%0, %1, %0] for $1 < 4i64 do $0 with [$1 % 3i64] = $0[($1 + %2) % 3i64] in $0[1]",
            "let $0 = (if %2 > 2i64 then [%0, %1] else [%1, %0]) with [1] = %0 in $0[%2 % 2i64]",
        ]);
        Exp::node(ty, template, &[&row, &k], vec![a, b, i])
    }

    /// The same as of pairs, of rows of two numbers: the operator is no map.
    fn reduce_small_rows(&mut self, fuel: usize) -> Exp {
        let xs = self.exp(&Ty::arr(Ty::I64), fuel);
        self.hit("reduce rows", &xs);
        let x = self.fresh();
        let (a, b) = self.in_map(vec![(x.clone(), Ty::I64)], |g| (g.exp(&Ty::I64, 1), g.leaf(&Ty::I64)));
        let template = *self.rng.pick(&[
            "(\\r -> r[0] - r[1]) (reduce (\\p q -> [p[0] * q[0], p[1] * q[0] + q[1]]) [1i64, 0i64] (map (\\$0 -> [%0, %1]) %2))",
            "i64.sum (map (\\r -> r[0] - r[1]) (scan (\\p q -> [p[0] * q[0], p[1] * q[0] + q[1]]) [1i64, 0i64] (map (\\$0 -> [%0, %1]) %2)))",
            "let $1 = %2 in i64.sum (flatten (hist (\\p q -> if p[0] < q[0] || p[0] == q[0] && p[1] <= q[1] then p else q) [i64.highest, 0i64] 3i64 (map (\\$2 -> $2 % 3i64) $1) (map (\\$0 -> [%0, %1]) $1)))",
            "i64.sum (reduce (\\p q -> map2 i64.max q p) [i64.lowest, 3i64] (map (\\$0 -> [%0, %1]) %2))",
        ]);
        Exp::node(Ty::I64, template, &[&x, &self.fresh(), &self.fresh()], vec![a, b, xs])
    }

    /// The least or greatest number; what stands for the empty array must not meet arithmetic that makes NaN of it.
    fn extreme(&mut self, s: S, fuel: usize) -> Exp {
        let ty = Ty::Scalar(s);
        let xs = self.exp(&Ty::arr(ty.clone()), fuel);
        let template = match s {
            S::F64 => "(\\m -> if m > 1000000f64 then 0f64 else m) (f64.minimum %0)",
            S::I64 => "i64.maximum %0",
            S::I32 => "i32.minimum %0",
            S::Bool => "or %0",
        };
        self.hit("reduce", &xs);
        Exp::node(ty, template, &[], vec![xs])
    }

    /// An element or row of an array: in bounds, or the one place that may fail.
    pub(super) fn element(&mut self, ty: &Ty, fuel: usize) -> Exp {
        let xs = self.exp(&Ty::arr(ty.clone()), fuel);
        let i = self.exp(&Ty::I64, fuel.min(1));
        let row = matches!(ty, Ty::Arr(_) | Ty::Mat(_));
        self.hit(if row { "index row" } else { "index" }, &xs);
        if self.fail_here() {
            self.hit("index error", &i);
            return Exp::node(ty.clone(), "%0[%1 % 7i64]", &[], vec![xs, i]).risky();
        }
        let other = self.leaf(ty);
        let name = self.fresh();
        if self.rng.chance(50) {
            let template = "let $0 = %0 in if length $0 > 0 then $0[%1 % length $0] else %2";
            return Exp::node(ty.clone(), template, &[&name], vec![xs, i, other]);
        }
        let template = "let $0 = [%2] ++ %0 in $0[%1 % length $0]";
        Exp::node(ty.clone(), template, &[&name], vec![xs, i, other])
    }
}
