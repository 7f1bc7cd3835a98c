//! `match`: one test after the other. What is known while lowering, such as the constructor of a value just built, is not tested.

use super::value::{Env, Value};
use super::{Low, Lower};
use crate::ast::{Exp, Pat, PatKind};
use base::BinOp;
use ir::Atom;

impl Lower<'_> {
    /// The first case whose pattern matches.
    pub(super) fn match_cases(&mut self, env: &Env, value: &Value, cases: &[(Pat, Exp)]) -> Low<Value> {
        // Cases for constructors that the value is never built with have nothing to bind their names to.
        let possible: Vec<&(Pat, Exp)> = cases.iter().filter(|(pat, _)| may_match(pat, value)).collect();
        if possible.is_empty() {
            return Err(self.unsupported("matches of values that are built nowhere"));
        }
        self.possible_cases(env, value, &possible)
    }
    fn possible_cases(&mut self, env: &Env, value: &Value, cases: &[&(Pat, Exp)]) -> Low<Value> {
        let Some(((pat, body), rest)) = cases.split_first() else {
            base::bug!("lower", "a match without cases")
        };
        // Inference has shown that the cases together match every value.
        let cond = if rest.is_empty() { Atom::bool(true) } else { self.test(env, pat, value)? };
        let taken = |l: &mut Self| {
            let env = l.bind_pat(env.clone(), pat, value.clone(), &mut vec![])?;
            l.eval(&env, body)
        };
        match cond {
            Atom::Const(c) if c.as_bool() => taken(self),
            Atom::Const(_) => self.possible_cases(env, value, rest),
            Atom::Var(_) => self.branch(cond, taken, |l| l.possible_cases(env, value, rest)),
        }
    }
    /// Whether a pattern matches.
    fn test(&mut self, env: &Env, pat: &Pat, value: &Value) -> Low<Atom> {
        match &pat.kind {
            PatKind::Wild | PatKind::Name(_) => Ok(Atom::bool(true)),
            PatKind::Typed(pat, _) => self.test(env, pat, value),
            PatKind::Record(pats) => {
                let Value::Record(fields) = value else {
                    base::bug!("lower", "a record pattern on another value")
                };
                let mut result = Atom::bool(true);
                for ((_, pat), (_, value)) in pats.iter().zip(fields.iter()) {
                    let test = self.test(env, pat, value)?;
                    result = self.and(result, test);
                }
                Ok(result)
            }
            PatKind::Literal(e) => {
                let wanted = self.eval(env, e)?;
                self.equal(value, &wanted)
            }
            PatKind::Constr(name, pats, _) => {
                let Value::Sum(tag, parts) = value else {
                    base::bug!("lower", "a constructor pattern on another value")
                };
                let Some((_, payload)) = parts.iter().find(|(n, _)| n == name) else {
                    base::bug!("lower", "a test for a constructor that the value is never built with")
                };
                let own = self.tag(name);
                let mut result =
                    if parts.len() == 1 { Atom::bool(true) } else { self.bin(BinOp::Eq, *tag, own) };
                for (pat, value) in pats.iter().zip(payload) {
                    let test = self.test(env, pat, value)?;
                    result = self.and(result, test);
                }
                Ok(result)
            }
        }
    }
    fn and(&mut self, a: Atom, b: Atom) -> Atom {
        match (a, b) {
            (Atom::Const(c), other) | (other, Atom::Const(c)) => {
                if c.as_bool() {
                    other
                } else {
                    Atom::bool(false)
                }
            }
            (Atom::Var(_), Atom::Var(_)) => self.bin(BinOp::And, a, b),
        }
    }
}

/// Whether a value has the constructors that a pattern is about.
fn may_match(pat: &Pat, value: &Value) -> bool {
    match (&pat.kind, value) {
        (PatKind::Typed(pat, _), _) => may_match(pat, value),
        (PatKind::Record(pats), Value::Record(fields)) => {
            pats.iter().zip(fields.iter()).all(|((_, pat), (_, value))| may_match(pat, value))
        }
        (PatKind::Constr(name, pats, _), Value::Sum(_, parts)) => {
            let own = parts.iter().find(|(n, _)| n == name);
            own.is_some_and(|(_, payload)| pats.iter().zip(payload).all(|(pat, value)| may_match(pat, value)))
        }
        _ => true,
    }
}
