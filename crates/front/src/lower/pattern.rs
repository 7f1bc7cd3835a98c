//! Patterns against values: names and sizes are bound.

use super::value::{Env, Value};
use super::{Ctx, Low, Lower};
use crate::ast::{Def, Name, Pat, PatKind, TypeExp, TypeParam};
use crate::types::plain_name;
use base::diag::Span;

/// The size parameters of a definition, to be bound by its arguments.
pub(super) fn size_params(def: &Def) -> Vec<Name> {
    let sizes = def.tparams.iter().filter_map(|p| match p {
        TypeParam::Size(name) => Some(name.clone()),
        TypeParam::Type(..) => None,
    });
    sizes.collect()
}

impl Lower<'_> {
    /// Binds the names of a pattern.
    pub(super) fn bind_pat(
        &mut self,
        env: Env,
        pat: &Pat,
        value: Value,
        pending: &mut Vec<Name>,
    ) -> Low<Env> {
        match &pat.kind {
            PatKind::Wild | PatKind::Literal(_) => Ok(env),
            PatKind::Constr(name, pats, _) => {
                let Value::Sum(_, parts) = value else {
                    base::bug!("lower", "a constructor pattern on another value")
                };
                let Some((_, payload)) = parts.iter().find(|(n, _)| n == name) else {
                    base::bug!("lower", "a constructor pattern on a value without this constructor")
                };
                let mut env = env;
                for (pat, value) in pats.iter().zip(payload) {
                    env = self.bind_pat(env, pat, value.clone(), pending)?;
                }
                Ok(env)
            }
            PatKind::Name(name) => {
                self.rename(name, &value, pat.span);
                Ok(env.bind(name.clone(), value))
            }
            PatKind::Record(pats) => {
                let Value::Record(fields) = value else {
                    base::bug!("lower", "a record pattern on another value")
                };
                let mut env = env;
                for ((_, pat), (_, value)) in pats.iter().zip(fields.iter()) {
                    env = self.bind_pat(env, pat, value.clone(), pending)?;
                }
                Ok(env)
            }
            PatKind::Typed(inner, ty) => {
                self.loc = self.at(pat.span);
                let (env, value) = self.match_type(env, ty, value, pending, false)?;
                self.bind_pat(env, inner, value, pending)
            }
        }
    }
    /// Gives what a value is made of the name the user first gives it.
    fn rename(&mut self, name: &Name, value: &Value, span: Span) {
        for var in value.leaves().into_iter().filter_map(|a| a.var()) {
            if !super::in_prelude(span) && self.named.insert(var) {
                self.vars[var].name = ir::printable(&plain_name(name).replace('\'', "_"));
            }
        }
    }
    /// The value under a written type whose sizes are all known. With `coerce` this is `:>`.
    pub(super) fn constrain(
        &mut self,
        env: &Env,
        ty: &TypeExp,
        value: Value,
        coerce: bool,
        span: Span,
    ) -> Low<Value> {
        self.loc = self.at(span);
        let ctx =
            Ctx { prelude: self.ctx.prelude, callers: self.ctx.callers.clone(), ..self.called_at(span) };
        self.within(ctx, |l| Ok(l.match_type(env.clone(), ty, value, &mut vec![], coerce)?.1))
    }
}
