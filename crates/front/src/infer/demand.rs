//! What is asked of types before they are known: fields and constructors.

use super::{Check, Infer};
use crate::ast::Name;
use crate::types::Ty;
use base::diag::{Diagnostic, Span};

/// What is asked of a type that was unknown when the question was met.
pub(super) struct Deferred {
    pub of: Ty,
    pub demand: Demand,
    pub span: Span,
}

/// What is asked of a type.
pub(super) enum Demand {
    /// A field of this type.
    Field(Name, Ty),
    /// A constructor with this payload.
    Constr(Name, Vec<Ty>),
}

impl Infer {
    /// Answers what is asked of types that have become known.
    pub(super) fn solve_deferred(&mut self) -> Check<()> {
        loop {
            let waiting = std::mem::take(&mut self.deferred);
            let before = waiting.len();
            for d in waiting {
                match (self.solver.shallow(&d.of), &d.demand) {
                    (Ty::Var(_), _) => self.deferred.push(d),
                    (ty, Demand::Field(name, result)) => {
                        let field = field_type(&self.solver.resolve(&ty), name, d.span)?;
                        self.solver.unify(result, &field, d.span)?;
                    }
                    (ty, Demand::Constr(name, payload)) => {
                        let wanted = payload_types(&self.solver.resolve(&ty), name, payload.len(), d.span)?;
                        for (wanted, got) in wanted.iter().zip(payload) {
                            self.solver.unify(wanted, got, d.span)?;
                        }
                    }
                }
            }
            if self.deferred.len() == before {
                return Ok(());
            }
        }
    }
}

/// The types that a constructor of a sum takes.
pub(super) fn payload_types(ty: &Ty, constructor: &str, count: usize, span: Span) -> Check<Vec<Ty>> {
    let Ty::Sum(cs) = ty else {
        return Err(Diagnostic::error(
            "type-mismatch",
            format!("expected {ty}, got a sum with #{constructor}"),
        )
        .label(span, format!("this is #{constructor}")));
    };
    let Some((_, payload)) = cs.iter().find(|(n, _)| **n == *constructor) else {
        return Err(Diagnostic::error(
            "unknown-constructor",
            format!("{ty} has no constructor #{constructor}"),
        )
        .label(span, "here"));
    };
    if payload.len() != count {
        let message = format!("#{constructor} takes {} values, got {count}", payload.len());
        return Err(
            Diagnostic::error("constructor-arguments", message).label(span, format!("it is one of {ty}"))
        );
    }
    Ok(payload.clone())
}

/// The type of a field of a record.
pub(super) fn field_type(ty: &Ty, field: &str, span: Span) -> Check<Ty> {
    if let Ty::Record(fields) = ty
        && let Some((_, ty)) = fields.iter().find(|(n, _)| **n == *field)
    {
        return Ok(ty.clone());
    }
    Err(Diagnostic::error("unknown-field", format!("{ty} has no field {field}")).label(span, "here"))
}
