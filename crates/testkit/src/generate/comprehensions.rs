//! Comprehensions with qualifiers of every kind.

use super::{Gen, Var};
use crate::tree::{Exp, Ty};

/// A comprehension that is being written: its text so far, the names it binds and its subexpressions.
struct Draft {
    text: String,
    names: Vec<String>,
    kids: Vec<Exp>,
    /// What its qualifiers have bound, as long as it is in scope.
    bound: Vec<(String, Ty)>,
    /// Where its variables begin among those in scope.
    start: usize,
    /// Whether it may fail.
    risk: bool,
}

/// A template has one digit for each.
const MOST: usize = 8;

impl Draft {
    fn name(&mut self, name: &str) -> String {
        self.names.push(name.to_string());
        format!("${}", self.names.len() - 1)
    }
    fn kid(&mut self, kid: Exp) -> String {
        self.kids.push(kid);
        format!("%{}", self.kids.len() - 1)
    }
}

impl Gen<'_> {
    /// An array by a comprehension.
    pub(super) fn comprehension(&mut self, elem: &Ty, fuel: usize) -> Exp {
        let start = self.env.len();
        let mut draft =
            Draft { text: String::new(), names: vec![], kids: vec![], bound: vec![], start, risk: false };
        self.depth += 1;
        let control = std::mem::replace(&mut self.control, crate::coverage::Control::Straight);
        let zipped = self.first_binding(&mut draft, fuel);
        let mut grouped = false;
        for _ in 0..self.rng.below(4) {
            if draft.kids.len() > MOST - 2 || draft.names.len() > MOST - 1 {
                break;
            }
            match self.rng.below(10) {
                0 | 1 => self.next_binding(&mut draft, fuel),
                2..=4 => {
                    let on = self.last_bound(&draft);
                    self.hit("comprehension filter", &on);
                    let holds = self.exp(&Ty::BOOL, fuel.min(2));
                    let holds = draft.kid(holds);
                    draft.text.push_str(&format!(", {holds}"));
                }
                5 | 6 => {
                    let value = self.source(fuel.min(2));
                    self.hit("comprehension let", &value);
                    let (name, ty) = (self.fresh(), value.ty.clone());
                    let value = draft.kid(value);
                    let own = draft.name(&name);
                    draft.text.push_str(&format!(", let {own} = {value}"));
                    self.bind_in(&mut draft, name, ty);
                }
                7 | 8 => self.order(&mut draft),
                _ if !grouped => {
                    grouped = true;
                    self.group(&mut draft);
                }
                _ => {}
            }
        }
        let head = self.exp(elem, fuel);
        self.env.truncate(draft.start);
        self.depth -= 1;
        self.control = control;
        let head = draft.kid(head);
        let bracket = format!("[{head} | {}]", draft.text);
        let template = zipped.map_or(bracket.clone(), |before| format!("{before}{bracket}"));
        let names: Vec<&str> = draft.names.iter().map(String::as_str).collect();
        let made = Exp::node(Ty::arr(elem.clone()), &template, &names, draft.kids);
        if draft.risk { made.risky() } else { made }
    }

    fn bind_in(&mut self, draft: &mut Draft, name: String, ty: Ty) {
        draft.bound.push((name.clone(), ty.clone()));
        let level = self.depth;
        self.bring(Var { name, ty, level });
    }

    fn last_bound(&mut self, draft: &Draft) -> Exp {
        let (name, ty) = draft.bound.last().cloned().unwrap_or(("p0".into(), Ty::I64));
        Exp::var(ty, &name)
    }

    /// One source, or two that go together; then what has to stand in front of the bracket is returned.
    fn first_binding(&mut self, draft: &mut Draft, fuel: usize) -> Option<String> {
        let x = self.fresh();
        if self.rng.chance(15) {
            let own = draft.name(&x);
            let text = self.range(draft, fuel);
            draft.text = format!("{own} <- {text}");
            self.bind_in(draft, x, Ty::I64);
            return None;
        }
        let xs = self.source(fuel);
        let of = xs.ty.elem().unwrap_or(Ty::I64);
        if self.rng.chance(75) {
            self.hit(if of.rank() > 0 { "comprehension of rows" } else { "comprehension" }, &xs);
            let (own, xs) = (draft.name(&x), draft.kid(xs));
            draft.text = format!("{own} <- {xs}");
            self.bind_in(draft, x, of);
            return None;
        }
        let (y, all) = (self.fresh(), self.fresh());
        let (own, other, all) = (draft.name(&x), draft.name(&y), draft.name(&all));
        if self.fail_here() {
            let ys = self.source(fuel);
            let with = ys.ty.elem().unwrap_or(Ty::I64);
            self.hit("comprehension zip error", &ys);
            draft.risk = true;
            let (xs, ys) = (draft.kid(xs), draft.kid(ys));
            draft.text = format!("({own} <- {xs} | {other} <- {ys})");
            self.bind_in(draft, x, of);
            self.bind_in(draft, y, with);
            return None;
        }
        self.hit("comprehension zip", &xs);
        let xs = draft.kid(xs);
        let (ys, with) = match self.rng.below(3) {
            0 => (format!("0i64..<length {all}"), Ty::I64),
            1 => (format!("reverse {all}"), of.clone()),
            _ => (format!("rotate 1i64 {all}"), of.clone()),
        };
        draft.text = format!("({own} <- {all} | {other} <- {ys})");
        self.bind_in(draft, x, of);
        self.bind_in(draft, y, with);
        Some(format!("let {all} = {xs} in "))
    }

    fn range(&mut self, draft: &mut Draft, fuel: usize) -> String {
        let n = self.exp(&Ty::I64, fuel.min(2));
        self.hit("comprehension range", &n);
        let n = draft.kid(n);
        match self.rng.below(3) {
            0 => format!("0i64..<({n} % 4i64)"),
            1 => format!("1i64...({n} % 4i64)"),
            _ => format!("0i64..2i64..<({n} % 6i64)"),
        }
    }

    /// A later source sees what is bound already.
    fn next_binding(&mut self, draft: &mut Draft, fuel: usize) {
        let y = self.fresh();
        let rows: Vec<(String, Ty)> = draft.bound.iter().filter(|(_, t)| t.rank() > 0).cloned().collect();
        let on = self.last_bound(draft);
        self.hit("comprehension bindings", &on);
        if !rows.is_empty() && self.rng.chance(60) {
            let (name, ty) = self.rng.pick(&rows).clone();
            let of = ty.elem().unwrap_or(Ty::I64);
            let source = draft.kid(Exp::var(ty, &name));
            let own = draft.name(&y);
            draft.text.push_str(&format!(", {own} <- {source}"));
            self.bind_in(draft, y, of);
        } else if self.rng.chance(50) {
            let range = self.range(draft, fuel.min(1));
            let own = draft.name(&y);
            draft.text.push_str(&format!(", {own} <- {range}"));
            self.bind_in(draft, y, Ty::I64);
        } else {
            let ys = self.source(fuel.min(2));
            let of = ys.ty.elem().unwrap_or(Ty::I64);
            let (own, ys) = (draft.name(&y), draft.kid(ys));
            draft.text.push_str(&format!(", {own} <- {ys}"));
            self.bind_in(draft, y, of);
        }
    }

    fn order(&mut self, draft: &mut Draft) {
        let on = self.last_bound(draft);
        let down = self.rng.chance(50);
        self.hit(if down { "order by desc" } else { "order by" }, &on);
        let s = self.scalar_type();
        let key = self.exp(&Ty::Scalar(s), 2);
        let key = draft.kid(key);
        let key = if self.rng.chance(25) {
            self.hit("order by tuple", &on);
            let second = self.exp(&Ty::I64, 1);
            let second = draft.kid(second);
            format!("({key}, {second})")
        } else {
            key
        };
        draft.text.push_str(&format!(", order by {key}{}", if down { " desc" } else { "" }));
    }

    /// Everything bound so far becomes the array of its values.
    fn group(&mut self, draft: &mut Draft) {
        if draft.bound.iter().any(|(_, t)| t.rank() > 3) {
            return;
        }
        let on = self.last_bound(draft);
        self.hit("group by", &on);
        let key = self.exp(&Ty::I64, 2);
        let (key, name) = (draft.kid(key), self.fresh());
        let own = draft.name(&name);
        draft.text.push_str(&format!(", group by {own} = {key} % 3i64"));
        self.env.truncate(draft.start);
        for (name, ty) in std::mem::take(&mut draft.bound) {
            self.bind_in(draft, name, Ty::arr(ty));
        }
        self.bind_in(draft, name, Ty::I64);
    }
}
