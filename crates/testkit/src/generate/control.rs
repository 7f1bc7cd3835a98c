//! Bindings, branches and loops: of any type.

use super::{Gen, Var};
use crate::coverage::Control;
use crate::tree::{Exp, Ty};

impl Gen<'_> {
    /// A binding, so that a value is used more than once.
    pub(super) fn bind(&mut self, ty: &Ty, fuel: usize) -> Exp {
        let value = if self.rng.chance(40) {
            let ty = self.array_type();
            self.exp(&ty, fuel.max(2))
        } else {
            self.source(fuel)
        };
        let level = self.level(&value);
        let name = self.fresh();
        let var = Var { name: name.clone(), ty: value.ty.clone(), level };
        let body = self.with(vec![var], |g| g.exp(ty, fuel));
        Exp::node(ty.clone(), "let $0 = %0 in %1", &[&name], vec![value, body])
    }

    /// A branch; the condition may vary with the maps around or not.
    pub(super) fn branch(&mut self, ty: &Ty, fuel: usize) -> Exp {
        let condition = self.exp(&Ty::BOOL, fuel.min(2));
        self.hit(
            match ty {
                Ty::Scalar(_) => "if scalar",
                Ty::Arr(elem) if elem.rank() == 0 => "if array",
                Ty::Arr(_) | Ty::Mat(_) => "if rows",
                Ty::Tup(_) | Ty::Rec(_) | Ty::Sum(_) => "if tuple",
            },
            &condition,
        );
        let (yes, no) = self.under(Control::Branch, |g| (g.exp(ty, fuel), g.exp(ty, fuel.min(1))));
        let sides = if self.rng.chance(50) { vec![condition, yes, no] } else { vec![condition, no, yes] };
        Exp::node(ty.clone(), "if %0 then %1 else %2", &[], sides)
    }

    /// A loop.
    pub(super) fn repeat(&mut self, ty: &Ty, fuel: usize) -> Exp {
        match (ty, self.rng.below(7)) {
            (Ty::Arr(elem), 0 | 1) if elem.rank() == 0 && matches!(**elem, Ty::Scalar(_)) => {
                self.update_loop(elem, fuel)
            }
            (Ty::Arr(elem), 6) if matches!(**elem, Ty::Scalar(_)) => self.update_table(elem, fuel),
            (Ty::Scalar(_), 0 | 1) => self.fold(ty, fuel),
            (Ty::Arr(elem), 2) if matches!(**elem, Ty::Scalar(_)) => self.growing(elem, fuel),
            (_, 3) => self.while_loop(ty, fuel),
            _ => self.for_loop(ty, fuel),
        }
    }

    fn trips(&mut self, fuel: usize) -> Exp {
        let n = self.exp(&Ty::I64, fuel.min(2));
        Exp::node(Ty::I64, "%0 % 4i64", &[], vec![n])
    }

    /// `loop x = .. for i < n do ..`: the body gives any value of the type, so its shape may change.
    fn for_loop(&mut self, ty: &Ty, fuel: usize) -> Exp {
        let start = self.exp(ty, fuel.min(1));
        let trips = self.trips(fuel);
        self.hit("for", &trips);
        let (x, i) = (self.fresh(), self.fresh());
        let vars = self.loop_vars(vec![(x.clone(), ty.clone()), (i.clone(), Ty::I64)]);
        let body = self.under(Control::Loop, |g| g.with(vars, |g| g.bounded(ty, fuel)));
        let template = "loop $0 = %0 for $1 < %1 do %2";
        Exp::node(ty.clone(), template, &[&x, &i], vec![start, trips, body])
    }

    /// What a loop carries varies with all maps around: start, trip count and body may.
    fn loop_vars(&self, vars: Vec<(String, Ty)>) -> Vec<Var> {
        vars.into_iter().map(|(name, ty)| Var { name, ty, level: self.depth }).collect()
    }

    /// The body of a loop: arrays stay small.
    fn bounded(&mut self, ty: &Ty, fuel: usize) -> Exp {
        let body = self.exp(ty, fuel);
        match ty {
            Ty::Arr(_) => {
                let name = self.fresh();
                let template = "let $0 = %0 in if length $0 > 24i64 then take 24i64 $0 else $0";
                if self.rng.chance(70) && body.nodes() < 4 {
                    body
                } else {
                    Exp::node(ty.clone(), template, &[&name], vec![body])
                }
            }
            Ty::Scalar(_) | Ty::Mat(_) | Ty::Tup(_) | Ty::Rec(_) | Ty::Sum(_) => body,
        }
    }

    /// A while loop with a counter beside its value.
    fn while_loop(&mut self, ty: &Ty, fuel: usize) -> Exp {
        let start = self.exp(ty, fuel.min(1));
        let trips = self.trips(fuel);
        let (x, i, y) = (self.fresh(), self.fresh(), self.fresh());
        let vars = self.loop_vars(vec![(x.clone(), ty.clone()), (i.clone(), Ty::I64)]);
        let more = self.with(vars.clone(), |g| g.exp(&Ty::BOOL, 1));
        self.hit("while", &trips);
        let body = self.under(Control::Loop, |g| g.with(vars, |g| g.bounded(ty, fuel)));
        let template = "let ($2, _) = loop ($0, $1) = (%0, %1) while $1 > 0i64 && ($1 == 2i64 || %2) do (%3, $1 - 1i64) in $2";
        Exp::node(ty.clone(), template, &[&x, &i, &y], vec![start, trips, more, body])
    }

    /// A sequential fold over an array.
    fn fold(&mut self, ty: &Ty, fuel: usize) -> Exp {
        let start = self.leaf(ty);
        let xs = self.source(fuel);
        self.hit("for in", &xs);
        let (acc, x) = (self.fresh(), self.fresh());
        let elem = xs.ty.elem().unwrap_or(Ty::I64);
        let vars = self.loop_vars(vec![(acc.clone(), ty.clone()), (x.clone(), elem)]);
        let body = self.under(Control::Loop, |g| g.with(vars, |g| g.exp(ty, fuel.min(2))));
        Exp::node(ty.clone(), "loop $0 = %0 for $1 in %1 do %2", &[&acc, &x], vec![start, xs, body])
    }

    /// A row that grows until a condition on it holds.
    fn growing(&mut self, elem: &Ty, fuel: usize) -> Exp {
        let ty = Ty::arr(elem.clone());
        let start = self.exp(&ty, fuel);
        self.hit("while growing", &start);
        let limit = self.exp(&Ty::I64, 1);
        let y = self.fresh();
        let vars = self.loop_vars(vec![(y.clone(), ty.clone())]);
        let more = self.under(Control::Loop, |g| g.with(vars, |g| g.exp(&ty, 1)));
        let template =
            "loop $0 = %0 while length $0 > 0i64 && length $0 < 3i64 + %1 % 9i64 do $0 ++ [$0[0]] ++ %2";
        Exp::node(ty, template, &[&y], vec![start, limit, more])
    }

    /// Updates in place into a copied row.
    fn update_loop(&mut self, elem: &Ty, fuel: usize) -> Exp {
        let ty = Ty::arr(elem.clone());
        let start = self.exp(&ty, fuel);
        let (y, i, z) = (self.fresh(), self.fresh(), self.fresh());
        if self.rng.chance(50) {
            let trips = self.trips(fuel);
            self.hit("update in for", &start);
            let vars = self.loop_vars(vec![(i.clone(), Ty::I64)]);
            let at = self.with(vars.clone(), |g| g.exp(&Ty::I64, 1));
            let value = self.under(Control::Loop, |g| g.with(vars, |g| g.exp(elem, fuel.min(2))));
            if *elem == Ty::I64 && self.fail_here() {
                self.hit("update error", &at);
                let template = "loop $0 = copy %0 for $1 < %1 do $0 with [%2 % 7i64] = %3";
                return Exp::node(ty, template, &[&y, &i], vec![start, trips, at, value]).risky();
            }
            let template = "loop $0 = copy %0 for $1 < (if length $0 > 0i64 then %1 else 0i64) do $0 with [%2 % length $0] = %3";
            if self.rng.chance(40) {
                return self.update_of_kept(ty, &i, vec![start, trips, at, value]);
            }
            // The parameter is not in scope in the trip count: the start is bound first.
            let template = template.replacen("length $0 > 0i64", "length $2 > 0i64", 1);
            let template = format!("let $2 = %0 in {}", template.replace("copy %0", "copy $2"));
            return Exp::node(ty, &template, &[&y, &i, &z], vec![start, trips, at, value]);
        }
        self.hit("update in while", &start);
        let limit = self.exp(&Ty::I64, 1);
        let vars = self.loop_vars(vec![(i.clone(), Ty::I64)]);
        let value = self.under(Control::Loop, |g| g.with(vars, |g| g.exp(elem, fuel.min(2))));
        let template = "let ($2, _) = loop ($0, $1) = (copy %0, 0i64) while $1 < length $0 && $1 < %1 % 9i64 do ($0 with [$1] = %2, $1 + 1i64 + $1 % 2i64) in $2";
        Exp::node(ty, template, &[&y, &i, &z], vec![start, limit, value])
    }

    /// Updates of a row while an array made of its former elements is still used. `parts` are start, trips, and, which may use the
    /// loop's index, where and what is written.
    fn update_of_kept(&mut self, ty: Ty, index: &str, parts: Vec<Exp>) -> Exp {
        self.hit("update of kept", &parts[0]);
        let kept = *self.rng.pick(&[
            "copy $0",
            "$0 ++ [$0[0]]",
            "reverse $0",
            "(replicate 2i64 $0)[1]",
            "copy $0[0:1]",
        ]);
        let template = format!(
            "let $2 = %0 in loop $0 = copy $2 for $1 < (if length $2 > 0i64 then %1 else 0i64) do \
             let $3 = {kept} in let $4 = $0 with [%2 % length $0] = %3 in $4 with [$1 % length $4] = $3[$1 % length $3]"
        );
        let [y, z, kept, next] = std::array::from_fn(|_| self.fresh());
        Exp::node(ty, &template, &[&y, index, &z, &kept, &next], parts)
    }

    /// Updates in place of the rows and elements of a table by parallel code, in rounds that differ from row to row of the maps around.
    fn update_table(&mut self, elem: &Ty, fuel: usize) -> Exp {
        let ty = Ty::arr(elem.clone());
        let start = self.exp(&ty, fuel.min(2));
        let trips = self.exp(&Ty::I64, fuel.min(2));
        self.hit("update table", &trips);
        let names: [String; 7] = std::array::from_fn(|_| self.fresh());
        let [_, i, _, _, x, y, _] = &names;
        let vars = self.loop_vars(vec![(i.clone(), Ty::I64)]);
        let (at, more) = self.with(vars.clone(), |g| (g.exp(&Ty::I64, 1), g.exp(&Ty::BOOL, 1)));
        let vars = vars
            .into_iter()
            .chain(self.loop_vars(vec![(x.clone(), elem.clone()), (y.clone(), elem.clone())]));
        let value = self.under(Control::Loop, |g| g.with(vars.collect(), |g| g.exp(elem, fuel.min(2))));
        let row = "map2 (\\$4 $5 -> %4) $0[%2 % $3] $0[$1 % $3]";
        let step = match self.rng.below(5) {
            0 => format!("$0 with [$1 % $3] = {row}"),
            1 => format!("if %3 then $0 with [%2 % $3] = {row} else $0"),
            2 => format!(
                "if %3 then $0 with [%2 % $3] = {row} \
                 else loop $0 = $0 for $6 < $1 % 3i64 do $0 with [$6 % $3] = map2 (\\$4 $5 -> %4) $0[$6 % $3] $0[%2 % $3]"
            ),
            3 => format!("$0 with [%2 % $3, $1 % $3] = last ({row})"),
            _ => format!(
                "let $6 = {row} in loop $0 = $0 for $1 < (if %3 then $3 else 0i64) do $0 with [$1] = rotate $1 $6"
            ),
        };
        let template = format!(
            "let $2 = %0 let $3 = i64.min 4i64 (length $2) in flatten (loop $0 = replicate $3 (take $3 $2) \
             for $1 < (if $3 > 0i64 then %1 % 5i64 else 0i64) do {step})"
        );
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        Exp::node(ty, &template, &names, vec![start, trips, at, more, value])
    }
}
