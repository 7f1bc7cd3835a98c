//! Streams whose results do not depend on how they are cut into chunks.

use super::Gen;
use crate::tree::{Exp, S, Ty};

impl Gen<'_> {
    /// An array of anything by a stream: each element by itself, or after those before it.
    pub(super) fn streamed(&mut self, elem: &Ty, fuel: usize) -> Exp {
        let ty = Ty::arr(elem.clone());
        let xs = self.source(fuel);
        let of = xs.ty.elem().unwrap_or(Ty::I64);
        let (c, x, a, s) = (self.fresh(), self.fresh(), self.fresh(), self.fresh());
        match self.rng.below(4) {
            0 | 1 => {
                self.hit("stream_map", &xs);
                let body = self.in_map(vec![(x.clone(), of)], |g| g.exp(elem, fuel.min(3)));
                let template = *self.rng.pick(&[
                    "stream_map (\\$0 -> map (\\$1 -> %0) $0) %1",
                    "stream_map (map (\\$1 -> %0)) %1",
                    "stream_map (\\$0 -> [%0 | $1 <- $0]) %1",
                ]);
                Exp::node(ty, template, &[&c, &x], vec![body, xs])
            }
            2 => {
                self.hit("stream_red", &xs);
                let vars = vec![(x.clone(), of)];
                let (count, body) =
                    self.in_map(vars, |g| (g.exp(&Ty::I64, fuel.min(2)), g.exp(elem, fuel.min(2))));
                let template = "(stream_red (+) (\\$2 $0 -> ($2 + i64.sum (map (\\$1 -> %0) $0), \
                     map (\\$1 -> %1) $0)) 0i64 %2).1";
                Exp::node(ty, template, &[&c, &x, &a], vec![count, body, xs])
            }
            _ => {
                self.hit("stream_seq", &xs);
                let value = self.in_map(vec![(x.clone(), of)], |g| g.exp(&Ty::I64, fuel.min(2)));
                let y = self.fresh();
                let body = self.in_map(vec![(y.clone(), Ty::I64)], |g| g.exp(elem, fuel.min(2)));
                let template = "(stream_seq (\\$2 $0 -> let $3 = map (\\$1 -> %0) $0 in \
                     ($2 + i64.sum $3, map (\\$4 -> %1) (map (\\$1 -> $1 + $2) (scan (+) 0i64 $3)))) 0i64 %2).1";
                Exp::node(ty, template, &[&c, &x, &a, &s, &y], vec![value, body, xs])
            }
        }
    }

    /// A number by a stream.
    pub(super) fn streamed_scalar(&mut self, fuel: usize) -> Exp {
        let xs = self.source(fuel);
        let of = xs.ty.elem().unwrap_or(Ty::I64);
        let (c, x, a) = (self.fresh(), self.fresh(), self.fresh());
        let (op, ne) =
            *self.rng.pick(&[("(+)", "0i64"), ("i64.max", "i64.lowest"), ("i64.min", "i64.highest")]);
        let value = self.in_map(vec![(x.clone(), of)], |g| g.exp(&Ty::I64, fuel.min(2)));
        if self.rng.chance(60) {
            self.hit("stream_fold", &xs);
            let template = format!(
                "stream_fold {op} (\\$2 $0 -> {op} $2 (reduce {op} {ne} (map (\\$1 -> %0) $0))) {ne} %1"
            );
            return Exp::node(Ty::I64, &template, &[&c, &x, &a], vec![value, xs]);
        }
        self.hit("stream_red", &xs);
        let template = format!(
            "(stream_red {op} (\\$2 $0 -> let $0 = map (\\$1 -> %0) $0 in ({op} $2 (reduce {op} {ne} $0), $0)) {ne} %1).0"
        );
        Exp::node(Ty::I64, &template, &[&c, &x, &a], vec![value, xs])
    }

    /// How often each number occurs, with an accumulator that chunks consume.
    pub(super) fn streamed_counts(&mut self, fuel: usize) -> Exp {
        let xs = self.exp(&Ty::arr(Ty::I64), fuel);
        self.hit("stream_fold array", &xs);
        let (c, x, a) = (self.fresh(), self.fresh(), self.fresh());
        let template = "stream_fold (map2 (+)) (\\($2: *[3]i64) $0 -> \
             reduce_by_index $2 (+) 0i64 (map (\\$1 -> $1 % 4i64) $0) (map (\\$1 -> 1i64 + $1 * 0i64) $0)) (replicate 3i64 0i64) %0";
        Exp::node(Ty::arr(Ty::Scalar(S::I64)), template, &[&c, &x, &a], vec![xs])
    }
}
