//! Tuples, records and sums: made, changed and taken apart.

use super::{Gen, Var};
use crate::coverage::Control;
use crate::tree::{Exp, Ty};

impl Gen<'_> {
    /// A tuple, record or sum.
    pub(super) fn compound(&mut self, ty: &Ty, fuel: usize) -> Exp {
        if self.rng.chance(25) {
            return self.element(ty, fuel);
        }
        if let Ty::Rec(fields) = ty
            && self.rng.chance(20)
        {
            let (name, of) = self.rng.pick(fields).clone();
            // A field keeps its type, and so the size of an array in it.
            if of.rank() == 0 {
                let (record, value) = (self.exp(ty, fuel), self.exp(&of, fuel));
                self.hit("record update", &record);
                return Exp::node(ty.clone(), &format!("%0 with {name} = %1"), &[], vec![record, value]);
            }
        }
        self.made(ty, |g, t| g.exp(t, fuel))
    }

    /// A tuple, record or sum from parts.
    pub(super) fn made(&mut self, ty: &Ty, mut part: impl FnMut(&mut Self, &Ty) -> Exp) -> Exp {
        match ty {
            Ty::Sum(cases) => {
                let (name, parts) = self.rng.pick(cases).clone();
                let kids: Vec<Exp> = parts.iter().map(|t| part(self, t)).collect();
                let holes: String = (0..kids.len()).map(|i| format!(" %{i}")).collect();
                // In parentheses: without parts it is one piece.
                Exp::node(ty.clone(), &format!("(#{name}{holes}: {})", ty.inner()), &[], kids)
            }
            Ty::Rec(fields) => {
                let kids: Vec<Exp> = fields.iter().map(|(_, t)| part(self, t)).collect();
                let holes: Vec<String> =
                    fields.iter().enumerate().map(|(i, (name, _))| format!("{name} = %{i}")).collect();
                Exp::node(ty.clone(), &format!("{{{}}}", holes.join(", ")), &[], kids)
            }
            Ty::Tup(items) => {
                let kids: Vec<Exp> = items.iter().map(|t| part(self, t)).collect();
                let holes: Vec<String> = (0..kids.len()).map(|i| format!("%{i}")).collect();
                Exp::node(ty.clone(), &format!("({})", holes.join(", ")), &[], kids)
            }
            Ty::Scalar(_) | Ty::Arr(_) | Ty::Mat(_) => part(self, ty),
        }
    }

    /// A match on every element of an array of sums.
    pub(super) fn each_matched(&mut self, elem: &Ty, fuel: usize) -> Exp {
        let of = self.sum_type();
        let sums: Vec<Ty> = self.env.iter().map(|v| v.ty.clone()).collect();
        let mut sums = sums.into_iter().filter_map(|t| t.elem()).filter(|t| matches!(t, Ty::Sum(_)));
        let of = sums.next().unwrap_or(of);
        let xs = self.exp(&Ty::arr(of.clone()), fuel.max(1));
        let x = self.fresh();
        let body = self
            .in_map(vec![(x.clone(), of)], |g| g.matched(elem, fuel).unwrap_or_else(|| g.exp(elem, fuel)));
        Exp::node(Ty::arr(elem.clone()), "map (\\$0 -> %0) %1", &[&x], vec![body, xs])
    }

    /// A match on a sum that is in scope.
    pub(super) fn matched(&mut self, ty: &Ty, fuel: usize) -> Option<Exp> {
        let sums: Vec<Var> = self.env.iter().filter(|v| matches!(v.ty, Ty::Sum(_))).cloned().collect();
        if sums.is_empty() {
            return None;
        }
        let var = self.rng.pick(&sums).clone();
        let Ty::Sum(cases) = &var.ty else { return None };
        let of = Exp::var(var.ty.clone(), &var.name);
        self.hit("match", &of);
        let (mut template, mut names, mut kids) = ("match %0".to_string(), vec![], vec![of]);
        for (name, parts) in cases {
            template.push_str(&format!(" case #{name}"));
            let mut vars = vec![];
            for part in parts {
                template.push_str(&format!(" ${}", names.len()));
                let name = self.fresh();
                vars.push(Var { name: name.clone(), ty: part.clone(), level: var.level });
                names.push(name);
            }
            template.push_str(&format!(" -> %{}", kids.len()));
            let body = self.under(Control::Branch, |g| g.with(vars, |g| g.exp(ty, fuel.min(2))));
            kids.push(body);
        }
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        Some(Exp::node(ty.clone(), &template, &names, kids))
    }
}
