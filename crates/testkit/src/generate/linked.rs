//! Elements whose parts have one size: pairs of rows, and squares. Whatever is done with the array, each element can be walked in
//! step without a check.

use super::Gen;
use crate::tree::{Exp, Ty};

/// What is done to an array of pairs of rows that keeps them pairs of one size.
const KEEPING: [&str; 9] = [
    "reverse (ARRAY)",
    "rotate 1i64 (ARRAY)",
    "(let $5 = ARRAY in $5 ++ reverse $5)",
    "filter (\\($5, $6) -> length $5 > 1i64) (ARRAY)",
    "(let $5 = ARRAY in take (length $5 / 2i64) $5)",
    "(let $5 = ARRAY in if length $5 > 1i64 then $5 else reverse $5)",
    "(loop $5 = ARRAY for $6 < 2i64 do rotate 1i64 $5)",
    "(loop $5 = ARRAY for $6 < 2i64 do map (\\($7, $8) -> (reverse $7, $8)) $5)",
    "map (\\($5, $6) -> (map (\\$7 -> $7 + 1i64) $5, reverse $6)) (ARRAY)",
];

/// The same for squares.
const SQUARE: [&str; 5] = [
    "reverse (ARRAY)",
    "map transpose (ARRAY)",
    "(let $5 = ARRAY in $5 ++ reverse $5)",
    "filter (\\$5 -> length $5 > 1i64) (ARRAY)",
    "(loop $5 = ARRAY for $6 < 2i64 do map (\\$7 -> reverse $7) $5)",
];

impl Gen<'_> {
    /// Rows that come from pairs of rows, or from squares, walked in step.
    pub(super) fn linked(&mut self, elem: &Ty, fuel: usize) -> Exp {
        let Ty::Arr(inner) = elem else { return self.map(elem, fuel) };
        if **inner == Ty::arr(Ty::I64) && self.rng.chance(70) {
            return self.squares(fuel);
        }
        let xss = self.exp(&Ty::arr(Ty::arr(Ty::I64)), fuel);
        self.hit("pairs of rows", &xss);
        let names: Vec<String> = (0..9).map(|_| self.fresh()).collect();
        let other = self.in_map(vec![(names[1].clone(), Ty::I64)], |g| g.exp(inner, 1));
        let params = vec![(names[3].clone(), Ty::I64), (names[4].clone(), (**inner).clone())];
        let combine = self.in_map(params, |g| g.exp(inner, 1));
        let made = self.kept("map (\\$0 -> ($0, map (\\$1 -> %1) $0)) %0", &KEEPING);
        let template = format!("map (\\($0, $2) -> map2 (\\$3 $4 -> %2) $0 $2) ({made})");
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        Exp::node(Ty::arr(elem.clone()), &template, &names, vec![xss, other, combine])
    }

    /// The sums of squares and what they are transposed.
    fn squares(&mut self, fuel: usize) -> Exp {
        let ns = self.exp(&Ty::arr(Ty::I64), fuel);
        self.hit("squares", &ns);
        let names: Vec<String> = (0..9).map(|_| self.fresh()).collect();
        let params = vec![(names[1].clone(), Ty::I64), (names[2].clone(), Ty::I64)];
        let entry = self.in_map(params, |g| g.exp(&Ty::I64, 1));
        let square =
            "map (\\$0 -> let $3 = $0 % 4i64 in map (\\$1 -> map (\\$2 -> %1) (iota $3)) (iota $3)) %0";
        let made = self.kept(square, &SQUARE);
        let template = format!(
            "map (\\$0 -> map2 (\\$1 $2 -> map2 (\\$3 $4 -> $3 - 2i64 * $4) $1 $2) $0 (transpose $0)) ({made})"
        );
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        Exp::node(Ty::arr(Ty::arr(Ty::arr(Ty::I64))), &template, &names, vec![ns, entry])
    }

    /// An array with some of these done to it.
    fn kept(&mut self, start: &str, steps: &[&str]) -> String {
        let count = 1 + self.rng.below(3);
        (0..count).fold(start.to_string(), |made, _| self.rng.pick(steps).replace("ARRAY", &made))
    }
}
