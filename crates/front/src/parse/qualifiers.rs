//! What comprehensions mean, in terms of the prelude.
//!
//! A binding is a map over its source, a binding under another one a row of a nest that is flattened: sizes that depend on
//! earlier variables make an irregular nest, others a regular one, and nothing is built for a source that fusion can read
//! element by element. Filters choose among the elements of the source in front of them. What orders or groups needs all
//! that has been bound so far side by side: the variables that are used later become columns.

use crate::ast::*;
use base::diag::Span;
use base::{Scalar, ScalarType};
use std::rc::Rc;

/// What stands behind the bar.
pub(super) enum Qualifier {
    /// `pat <- e`.
    Bind(Pat, Exp),
    /// A condition.
    Filter(Exp),
    /// `let pat = e`.
    Let(Pat, Exp),
    /// `order by e`.
    Order(Exp, Direction, Span),
    /// `group by pat = e`.
    Group(Pat, Exp, Span),
    /// Sides that go in step, and where they stand.
    Zip(Vec<Vec<Qualifier>>, Span),
}

/// Which way things are ordered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    /// From small to large.
    Rising,
    /// From large to small.
    Falling,
}

/// Makes the expressions that a comprehension stands for.
pub(super) struct Writer<'a> {
    pub next_id: &'a mut u32,
    /// The comprehension.
    pub span: Span,
}

/// The function around every key: it has the type of what can be ordered.
pub(crate) const KEY: &str = "intrinsics.key";
/// Names that no program can use.
const ROWS: &str = "rows of comprehension";
const KEYS: &str = "keys of comprehension";
const GROUP: &str = "group of comprehension";

impl Writer<'_> {
    /// The array of `head` for everything that is bound.
    pub(super) fn rows(&mut self, mut quals: Vec<Qualifier>, head: Exp) -> Exp {
        let last = quals.iter().rposition(|q| matches!(q, Qualifier::Order(..) | Qualifier::Group(..)));
        if let Some(at) = last {
            let rest = quals.split_off(at + 1);
            let Some(op) = quals.pop() else { return head };
            let quals = self.arranged(quals, op, rest, &head);
            return self.rows(quals, head);
        }
        let rest = quals.split_off(1.min(quals.len()));
        match quals.pop() {
            Some(Qualifier::Bind(pat, source)) => self.nest(pat, source, rest, head),
            Some(Qualifier::Zip(sides, span)) => {
                let (pat, source) = self.zipped(sides, span);
                self.nest(pat, source, rest, head)
            }
            // The reader sees to it that there is a binding first.
            _ => head,
        }
    }

    /// A binding and what follows it.
    fn nest(&mut self, mut pat: Pat, mut source: Exp, rest: Vec<Qualifier>, head: Exp) -> Exp {
        let mut rest: std::collections::VecDeque<Qualifier> = rest.into();
        // Conditions choose from the source; what they see by `let` is computed before.
        let filtered = rest.iter().take_while(|q| matches!(q, Qualifier::Filter(_) | Qualifier::Let(..)));
        let filters = filtered.collect::<Vec<_>>();
        let mut before = filters.iter().rposition(|q| matches!(q, Qualifier::Filter(_))).map_or(0, |i| i + 1);
        while before > 0 {
            before -= 1;
            match rest.pop_front() {
                Some(Qualifier::Filter(mut cond)) => {
                    // Conditions that follow each other choose at once; a later one is asked only where the earlier ones hold.
                    while let Some(Qualifier::Filter(_)) = rest.front()
                        && let Some(Qualifier::Filter(next)) = rest.pop_front()
                    {
                        before -= 1;
                        let both = ExpKind::Logic(Logic::And, Box::new(cond), Box::new(next));
                        cond = self.make(both);
                    }
                    let p = self.condition(pat.clone(), cond);
                    source = self.apply("filter", vec![p, source]);
                }
                Some(Qualifier::Let(own, val)) => {
                    // What it binds may hide what is bound already.
                    let (mut names, hidden) = (names_of(&pat), names_of(&own));
                    names.retain(|(n, _)| !has(&hidden, n));
                    let vars = self.vars(&names);
                    let pair = self.tuple(vec![vars, val]);
                    let f = self.lambda(pat, pair);
                    source = self.apply("map", vec![f, source]);
                    let vars = self.pats(&names);
                    pat = self.tuple_pat(vec![vars, own]);
                }
                _ => {}
            }
        }
        let (body, is_rows) = self.inside(rest, head);
        let f = self.lambda(pat, body);
        let mapped = self.apply("map", vec![f, source]);
        if is_rows { self.apply("flatten", vec![mapped]) } else { mapped }
    }
    /// What there is for one element, and whether these are rows.
    fn inside(&mut self, mut rest: std::collections::VecDeque<Qualifier>, head: Exp) -> (Exp, bool) {
        match rest.pop_front() {
            None => (head, false),
            Some(Qualifier::Let(pat, val)) => {
                let (body, is_rows) = self.inside(rest, head);
                (self.make(ExpKind::Let(vec![], pat, Box::new(val), Box::new(body))), is_rows)
            }
            Some(first) => {
                rest.push_front(first);
                (self.rows(rest.into(), head), true)
            }
        }
    }

    /// Sides that go in step: their variables, and an array of them.
    fn zipped(&mut self, sides: Vec<Vec<Qualifier>>, span: Span) -> (Pat, Exp) {
        let whole_span = std::mem::replace(&mut self.span, span);
        let mut zipped: Option<(Pat, Exp)> = None;
        for side in sides {
            let names = bound(&side);
            let head = self.vars(&names);
            let rows = self.rows(side, head);
            let pat = self.pats(&names);
            zipped = Some(match zipped {
                None => (pat, rows),
                Some((before, array)) => {
                    (self.tuple_pat(vec![before, pat]), self.apply("zip_same", vec![array, rows]))
                }
            });
        }
        self.span = whole_span;
        zipped.unwrap_or_else(|| base::bug!("parse", "a zip of nothing"))
    }

    /// What `order by` or `group by` makes of what is bound in front of it: a binding to go on from.
    fn arranged(
        &mut self,
        quals: Vec<Qualifier>,
        op: Qualifier,
        rest: Vec<Qualifier>,
        head: &Exp,
    ) -> Vec<Qualifier> {
        let used = |name: &Name, key: &Exp| {
            mentions(key, name) || mentions(head, name) || rest.iter().any(|q| qualifier_mentions(q, name))
        };
        let (key, direction, span) = match &op {
            Qualifier::Order(key, direction, span) => (key.clone(), *direction, *span),
            Qualifier::Group(_, key, span) => (key.clone(), Direction::Rising, *span),
            _ => base::bug!("parse", "nothing to arrange"),
        };
        let names: Vec<Bound> = bound(&quals).into_iter().filter(|(n, _)| used(n, &key)).collect();
        let columns = self.vars(&names);
        let rows = self.rows(quals, columns);
        let whole_span = std::mem::replace(&mut self.span, span);
        let pat = self.pats(&names);
        let named = |w: &mut Self, name: &str| w.make(ExpKind::Var(name.into()));
        let compare = match direction {
            Direction::Rising => "key_rising",
            Direction::Falling => "key_falling",
        };
        let leq = self.make(ExpKind::Global(compare.into()));
        let key = self.apply(KEY, vec![key]);
        let of_key = self.lambda(pat.clone(), key);
        let whole = named(self, ROWS);
        let keys = self.apply("map", vec![of_key, whole]);
        let whole = named(self, ROWS);
        let rows_pat = self.name_pat(ROWS);
        let mut next = match op {
            Qualifier::Group(key_pat, ..) => {
                let grouped = self.apply("group_by_key", vec![leq, keys, whole]);
                let (ks, gs) = (named(self, KEYS), named(self, GROUP));
                let pairs = self.apply("zip", vec![ks, gs]);
                let both = vec![self.name_pat(KEYS), self.name_pat(GROUP)];
                let both = self.tuple_pat(both);
                let pairs = self.make(ExpKind::Let(vec![], both, Box::new(grouped), Box::new(pairs)));
                let source = self.make(ExpKind::Let(vec![], rows_pat, Box::new(rows), Box::new(pairs)));
                let own = names_of(&key_pat);
                let group = self.name_pat(GROUP);
                let mut next = vec![Qualifier::Bind(self.tuple_pat(vec![key_pat, group]), source)];
                // The key may hide a variable.
                for (name, _) in names.iter().filter(|(n, _)| !has(&own, n)) {
                    let column = self.make(ExpKind::Var(name.clone()));
                    let f = self.lambda(pat.clone(), column);
                    let group = named(self, GROUP);
                    let values = self.apply("map", vec![f, group]);
                    next.push(Qualifier::Let(self.name_pat(name), values));
                }
                next
            }
            _ => {
                let sorted = self.apply("sort_by_key", vec![leq, keys, whole]);
                let sorted = self.make(ExpKind::Project(Box::new(sorted), field(1)));
                let source = self.make(ExpKind::Let(vec![], rows_pat, Box::new(rows), Box::new(sorted)));
                vec![Qualifier::Bind(pat, source)]
            }
        };
        self.span = whole_span;
        next.extend(rest);
        next
    }

    fn make(&mut self, kind: ExpKind) -> Exp {
        *self.next_id += 1;
        Exp { id: *self.next_id - 1, span: self.span, kind, attrs: None }
    }
    fn apply(&mut self, name: &str, args: Vec<Exp>) -> Exp {
        let f = self.make(ExpKind::Global(name.into()));
        args.into_iter().fold(f, |f, arg| self.make(ExpKind::Apply(Box::new(f), Box::new(arg))))
    }
    /// A function of what is bound; errors about it show its body.
    fn lambda(&mut self, pat: Pat, body: Exp) -> Exp {
        let span = body.span;
        let f = self.make(ExpKind::Lambda(Rc::new(Lambda { params: vec![pat], ret: None, body })));
        Exp { span, ..f }
    }
    fn condition(&mut self, pat: Pat, body: Exp) -> Exp {
        let ret = TypeExp { kind: TypeKind::Scalar(ScalarType::Bool), span: body.span };
        self.make(ExpKind::Lambda(Rc::new(Lambda { params: vec![pat], ret: Some(ret), body })))
    }
    fn tuple(&mut self, parts: Vec<Exp>) -> Exp {
        self.make(ExpKind::Record(parts.into_iter().enumerate().map(|(i, e)| (field(i), e)).collect()))
    }
    fn tuple_pat(&mut self, parts: Vec<Pat>) -> Pat {
        let parts = parts.into_iter().enumerate().map(|(i, p)| (field(i), p)).collect();
        Pat { kind: PatKind::Record(parts), span: self.span }
    }
    fn name_pat(&self, name: &str) -> Pat {
        Pat { kind: PatKind::Name(name.into()), span: self.span }
    }
    /// Several variables as one value; none are some value.
    fn vars(&mut self, names: &[Bound]) -> Exp {
        let mut vars: Vec<Exp> = names.iter().map(|(n, _)| self.make(ExpKind::Var(n.clone()))).collect();
        match vars.len() {
            0 => self.make(ExpKind::Const(Scalar::Bool(true))),
            1 => vars.remove(0),
            _ => self.tuple(vars),
        }
    }
    /// The pattern of [`Writer::vars`].
    fn pats(&mut self, names: &[Bound]) -> Pat {
        let own = |(name, span): &Bound| Pat { kind: PatKind::Name(name.clone()), span: *span };
        let mut pats: Vec<Pat> = names.iter().map(own).collect();
        match pats.len() {
            0 => Pat { kind: PatKind::Wild, span: self.span },
            1 => pats.remove(0),
            _ => self.tuple_pat(pats),
        }
    }
}

/// A variable, and where it is bound.
type Bound = (Name, Span);

/// The names that a pattern binds. Nothing can use one that begins with an underscore, so none is passed on.
fn names_of(pat: &Pat) -> Vec<Bound> {
    let used = pat.names().into_iter().filter(|(name, _)| !name.starts_with('_'));
    used.map(|(name, span)| (name.clone(), span)).collect()
}
fn has(names: &[Bound], name: &Name) -> bool {
    names.iter().any(|(n, _)| n == name)
}
/// The names that qualifiers bind, each once, where it is bound last.
fn bound(quals: &[Qualifier]) -> Vec<Bound> {
    let mut names: Vec<Bound> = vec![];
    for qualifier in quals {
        let new = match qualifier {
            Qualifier::Bind(pat, _) | Qualifier::Let(pat, _) | Qualifier::Group(pat, ..) => names_of(pat),
            Qualifier::Zip(sides, _) => sides.iter().flat_map(|side| bound(side)).collect(),
            Qualifier::Filter(_) | Qualifier::Order(..) => vec![],
        };
        for (name, span) in new {
            match names.iter_mut().find(|(n, _)| *n == name) {
                Some(before) => before.1 = span,
                None => names.push((name, span)),
            }
        }
    }
    names
}
/// Whether a name may occur in an expression; types in it are not looked into.
fn mentions(e: &Exp, name: &Name) -> bool {
    e.any(&|e| match &e.kind {
        ExpKind::Var(n) => n == name,
        ExpKind::Typed(..)
        | ExpKind::Coerce(..)
        | ExpKind::Lambda(_)
        | ExpKind::LetFun(..)
        | ExpKind::Loop(_) => true,
        _ => false,
    })
}
fn qualifier_mentions(qualifier: &Qualifier, name: &Name) -> bool {
    match qualifier {
        Qualifier::Bind(_, e)
        | Qualifier::Filter(e)
        | Qualifier::Let(_, e)
        | Qualifier::Order(e, ..)
        | Qualifier::Group(_, e, _) => mentions(e, name),
        Qualifier::Zip(sides, _) => sides.iter().flatten().any(|q| qualifier_mentions(q, name)),
    }
}
