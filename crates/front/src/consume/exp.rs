//! Expressions.

use super::alias::{Alias, Place, Places};
use super::sig::{Param, Shares, Sig};
use super::{Check, Kept};
use crate::ast::{Exp, ExpKind, Name, Pat, PatKind, SCRATCH};
use crate::types::plain_name;
use base::diag::Diagnostic;
use std::rc::Rc;

/// What the parser calls the array or record of an update that goes deeper than one step.
const WHOLE: &str = "whole of update";

impl Check<'_> {
    /// Goes through an expression in the order of evaluation; gives what its value may share.
    pub(super) fn exp(&mut self, e: &Exp) -> Alias {
        let mut alias = self.kind(e);
        if e.is_marked(SCRATCH) && !matches!(alias, Alias::Fun(..)) {
            alias = Alias::fresh();
        }
        alias.of_type(self.types.of(e.id))
    }

    fn kind(&mut self, e: &Exp) -> Alias {
        match &e.kind {
            ExpKind::Var(name) | ExpKind::Global(name) => {
                let alias = self.lookup(e).of_type(self.types.of(e.id));
                self.state.observe(&alias, plain_name(name), e.span);
                alias
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
                self.branches(2, |check, i| check.exp([then, els][i]))
            }
            ExpKind::Match(e, cases) => {
                let alias = self.exp(e);
                self.branches(cases.len(), |check, i| {
                    let (pat, body) = &cases[i];
                    check.with_pat(pat, &alias, body)
                })
            }
            ExpKind::Constr(_, args) => {
                let args: Vec<Alias> = args.iter().map(|e| self.exp(e)).collect();
                Alias::Whole(all_places(&args))
            }
            ExpKind::Open(_, inner) => self.exp(inner),
            ExpKind::Let(_, pat, val, body) => {
                let alias = self.exp(val);
                if let PatKind::Name(name) = &pat.kind
                    && plain_name(name) == WHOLE
                {
                    return self.deep_update(name, alias, val, body);
                }
                self.with_pat(pat, &alias, body)
            }
            ExpKind::LetFun(def, body) => {
                let (sig, captured) = self.function(&def.params, None, def.ret.as_ref(), &def.body);
                let scope = self.state.locals.len();
                self.state.locals.push((def.name.clone(), Alias::Fun(captured, Rc::new(sig))));
                let result = self.exp(body);
                self.state.locals.truncate(scope);
                result
            }
            ExpKind::Lambda(lambda) => self.lambda(lambda, None),
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

    /// `xs with [i].f[j] = v`, which the parser writes as an update by an updated part: as one update of the whole.
    fn deep_update(&mut self, name: &Name, alias: Alias, whole: &Exp, body: &Exp) -> Alias {
        self.state.locals.push((name.clone(), Alias::fresh()));
        self.exp(body);
        self.state.locals.pop();
        match &body.kind {
            ExpKind::RecordUpdate(_, path, _) => {
                let part = path.iter().fold(alias.clone(), |alias, field| alias.field(field));
                self.state.consume(&Alias::Whole(part.places()), whole.span);
                alias.with_field(path, Alias::fresh())
            }
            _ => {
                self.state.consume(&Alias::Whole(alias.places()), whole.span);
                Alias::fresh()
            }
        }
    }

    /// So many branches, one of which is evaluated.
    fn branches(&mut self, count: usize, mut branch: impl FnMut(&mut Self, usize) -> Alias) -> Alias {
        let before = self.state.consumed.clone();
        let mut after = before.clone();
        let mut result: Option<Alias> = None;
        for i in 0..count {
            self.state.consumed.clone_from(&before);
            let alias = branch(self, i);
            result = Some(match result {
                Some(before) => before.or(alias),
                None => alias,
            });
            after.extend(self.state.consumed.drain());
        }
        // A result that shares what another branch consumes does not come from that branch.
        let gone = |place: &Place| after.contains_key(place) && !before.contains_key(place);
        let result = result.unwrap_or_else(Alias::fresh);
        let result = result.map(&mut |places| places.iter().copied().filter(|p| !gone(p)).collect());
        self.state.consumed = after;
        result
    }

    /// Checks a body that sees the names of a pattern.
    fn with_pat(&mut self, pat: &Pat, alias: &Alias, body: &Exp) -> Alias {
        let scope = self.state.locals.len();
        self.bind_pat(pat, alias, Kept::No);
        let result = self.exp(body);
        self.state.locals.truncate(scope);
        result
    }

    /// What a variable may share.
    fn lookup(&self, e: &Exp) -> Alias {
        let found = match &e.kind {
            ExpKind::Var(name) => self.local(name).cloned(),
            ExpKind::Global(name) => self.globals.get(name).map(|a| a.clone().of_global(self.types.of(e.id))),
            _ => None,
        };
        found.unwrap_or_else(Alias::fresh)
    }

    /// What a local name may share.
    pub(super) fn local(&self, name: &Name) -> Option<&Alias> {
        self.state.locals.iter().rev().find(|(n, _)| n == name).map(|(_, alias)| alias)
    }

    /// What `x.a.b` may share, and its root; nothing is used by this alone.
    fn path(&self, e: &Exp) -> Option<(Name, Alias)> {
        match &e.kind {
            ExpKind::Var(name) | ExpKind::Global(name) => {
                Some((plain_name(name).into(), self.lookup(e).of_type(self.types.of(e.id))))
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
