//! Expressions.

use super::alias::{Alias, Place, Places};
use super::sig::{Param, Shares, Sig};
use super::{Check, Kept};
use crate::ast::{Exp, ExpKind, Name, Pat};
use crate::types::plain_name;
use base::diag::Diagnostic;
use std::rc::Rc;

impl Check<'_> {
    /// Goes through an expression in the order of evaluation; gives what its value may share.
    pub(super) fn exp(&mut self, e: &Exp) -> Alias {
        let alias = self.kind(e);
        alias.of_type(self.types.of(e.id))
    }

    fn kind(&mut self, e: &Exp) -> Alias {
        match &e.kind {
            ExpKind::Var(name) => {
                let alias = self.lookup(name).of_type(self.types.of(e.id));
                self.state.observe(&alias, name, e.span);
                alias
            }
            ExpKind::Global(name) => {
                let alias = self.global(name).of_type(self.types.of(e.id));
                self.state.observe(&alias, plain_name(name), e.span);
                alias
            }
            ExpKind::Match(what, cases) => {
                let value = self.exp(what);
                self.cases(&value, cases)
            }
            ExpKind::Constr(_, args) => {
                let values: Vec<Alias> = args.iter().map(|e| self.exp(e)).collect();
                Alias::Whole(all_places(&values))
            }
            ExpKind::Project(record, field) => {
                let Some((root, alias)) = self.path(record) else { return self.exp(record).field(field) };
                // Only the field is used: the others may have been consumed.
                let alias = alias.field(field).of_type(self.types.of(e.id));
                self.state.observe(&alias, &root, e.span);
                alias
            }
            ExpKind::Record(fields) => {
                Alias::Record(fields.iter().map(|(name, e)| (name.clone(), self.exp(e))).collect())
            }
            ExpKind::RecordUpdate(record, path, val) => {
                let old = match self.path(record) {
                    Some((_, alias)) => alias,
                    None => self.exp(record),
                };
                let val = self.exp(val);
                let alias = old.with_field(path, val);
                self.state.observe(&alias, "this record", record.span);
                alias
            }
            ExpKind::Index(arr, _) => {
                let alias = self.exp(arr);
                e.children().into_iter().skip(1).for_each(|e| drop(self.exp(e)));
                Alias::Whole(alias.places())
            }
            ExpKind::Update(arr, _, val) => {
                // Indices and value come before the array: `(xs with [0] = x) with [1] = xs[1]` is fine.
                e.children().into_iter().skip(2).for_each(|e| drop(self.exp(e)));
                let value = self.exp(val);
                let target = Alias::Whole(self.exp(arr).places());
                if let Some(place) = value.places().intersection(&target.places()).next() {
                    let name = self.state.name(*place);
                    let message = format!("what is written may share memory with {name}, which is updated");
                    let error =
                        Diagnostic::error("update-from-itself", message).label(val.span, "this value");
                    self.state.error(error.label(arr.span, "is written here").note("`copy` the value first"));
                }
                self.state.consume(&target, arr.span);
                Alias::fresh()
            }
            ExpKind::Apply(..) => self.application(e),
            ExpKind::SectionRight(op, arg) => {
                let places = &self.exp(op).places() | &self.exp(arg).places();
                let param = Param { consumes: false, fun: None };
                Alias::Fun(places, Rc::new(Sig { params: vec![param], result: Shares::Anything }))
            }
            ExpKind::If(cond, then, els) => {
                self.exp(cond);
                self.branches(&[then, els])
            }
            ExpKind::Let(_, pat, val, body) => {
                let alias = self.exp(val);
                let scope = self.state.locals.len();
                self.bind_pat(pat, &alias, Kept::No);
                let result = self.exp(body);
                self.state.locals.truncate(scope);
                result
            }
            ExpKind::LetFun(def, body) => {
                let (sig, captured) = self.function(&def.params, def.ret.as_ref(), &def.body);
                let scope = self.state.locals.len();
                self.state.locals.push((def.name.clone(), Alias::Fun(captured, Rc::new(sig))));
                let result = self.exp(body);
                self.state.locals.truncate(scope);
                result
            }
            ExpKind::Lambda(lambda) => {
                let (sig, captured) = self.function(&lambda.params, lambda.ret.as_ref(), &lambda.body);
                Alias::Fun(captured, Rc::new(sig))
            }
            ExpKind::Loop(l) => self.looping(l),
            ExpKind::Typed(inner, ty) => {
                let alias = self.exp(inner);
                self.expected_function(&Param::of_type(ty), inner, &alias);
                alias
            }
            ExpKind::Coerce(inner, _) => self.exp(inner),
            // New arrays and scalars.
            _ => {
                e.children().into_iter().for_each(|e| drop(self.exp(e)));
                Alias::fresh()
            }
        }
    }

    /// Expressions of which one is evaluated.
    pub(super) fn branches(&mut self, branches: &[&Exp]) -> Alias {
        self.alternatives(branches, |check, branch| check.exp(branch))
    }
    /// The cases of a match: each binds parts of the value.
    fn cases(&mut self, value: &Alias, cases: &[(Pat, Exp)]) -> Alias {
        self.alternatives(cases, |check, (pat, body)| {
            let scope = check.state.locals.len();
            check.bind_pat(pat, value, Kept::No);
            let alias = check.exp(body);
            check.state.locals.truncate(scope);
            alias
        })
    }
    fn alternatives<T>(&mut self, branches: &[T], each: impl Fn(&mut Self, &T) -> Alias) -> Alias {
        let before = self.state.consumed.clone();
        let mut after = before.clone();
        let mut result: Option<Alias> = None;
        for branch in branches {
            self.state.consumed.clone_from(&before);
            let alias = each(self, branch);
            result = Some(result.map_or_else(|| alias.clone(), |r| r.or(alias.clone())));
            after.extend(self.state.consumed.drain());
        }
        // A result that shares what another branch consumes does not come from that branch.
        let gone = |place: &Place| after.contains_key(place) && !before.contains_key(place);
        let result = result.unwrap_or_else(Alias::fresh);
        let result = result.map(&mut |places| places.iter().copied().filter(|p| !gone(p)).collect());
        self.state.consumed = after;
        result
    }

    /// What a local name may share; sizes share nothing.
    pub(super) fn lookup(&self, name: &Name) -> Alias {
        self.local(name).cloned().unwrap_or_else(Alias::fresh)
    }
    /// What a definition of the top level may share.
    pub(super) fn global(&self, name: &Name) -> Alias {
        self.globals.get(name).cloned().unwrap_or_else(Alias::fresh)
    }

    /// What a local name may share.
    pub(super) fn local(&self, name: &Name) -> Option<&Alias> {
        self.state.locals.iter().rev().find(|(n, _)| n == name).map(|(_, alias)| alias)
    }

    /// What `x.a.b` may share, and its root; nothing is used by this alone.
    fn path(&self, e: &Exp) -> Option<(Name, Alias)> {
        match &e.kind {
            ExpKind::Var(name) => Some((name.clone(), self.lookup(name).of_type(self.types.of(e.id)))),
            ExpKind::Global(name) => {
                Some((plain_name(name).into(), self.global(name).of_type(self.types.of(e.id))))
            }
            ExpKind::Project(record, field) => {
                let (root, alias) = self.path(record)?;
                Some((root, alias.field(field).of_type(self.types.of(e.id))))
            }
            _ => None,
        }
    }
}

/// The places of several values.
pub(super) fn all_places(aliases: &[Alias]) -> Places {
    aliases.iter().flat_map(|alias| alias.places()).collect()
}
