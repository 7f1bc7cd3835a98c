//! Sizes: what stands between the brackets of a type is evaluated, but may consume nothing. It is no step of the program.

use super::Check;
use crate::ast::{Exp, Pat, SizeExp, TypeArg, TypeExp, TypeKind};
use base::diag::Diagnostic;

impl Check<'_> {
    /// The sizes in the types of a pattern.
    pub(super) fn sizes_of_pat(&mut self, pat: &Pat) {
        pat.each_type(&mut |ty| self.sizes(ty));
    }
    /// The sizes in a type. Names that a function type in it gives to arguments are no arrays.
    pub(super) fn sizes(&mut self, ty: &TypeExp) {
        match &ty.kind {
            TypeKind::Scalar(_) | TypeKind::Fun(..) => {}
            TypeKind::Name(_, args) | TypeKind::Abstract(_, args) => {
                for arg in args {
                    match arg {
                        TypeArg::Size(size) => self.size(size),
                        TypeArg::Type(ty) => self.sizes(ty),
                    }
                }
            }
            TypeKind::Record(fields) => fields.iter().for_each(|(_, ty)| self.sizes(ty)),
            TypeKind::Sum(cs) => cs.iter().flat_map(|(_, payload)| payload).for_each(|ty| self.sizes(ty)),
            TypeKind::Array(size, ty) => {
                self.size(size);
                self.sizes(ty);
            }
            TypeKind::Unique(ty) | TypeKind::Exists(_, ty) => self.sizes(ty),
        }
    }
    fn size(&mut self, size: &SizeExp) {
        // Anything smaller consumes nothing.
        if let SizeExp::Exp(e) = size
            && has_call(e)
        {
            let (spent, errors) = (self.state.spent.len(), self.state.errors.len());
            self.exp(e);
            if let Some((place, span)) = self.state.spent.get(spent).copied()
                && self.state.errors.len() == errors
            {
                let message = format!("{} is consumed by a size", self.state.name(place));
                let error = Diagnostic::error("consume-in-size", message).label(span, "consumed here");
                self.state.error(error.note("`copy` makes a new array; or bind the number by `let` first"));
            }
        }
    }
}

fn has_call(e: &Exp) -> bool {
    use crate::ast::ExpKind::{Apply, Update};
    matches!(e.kind, Apply(..) | Update(..)) || e.children().into_iter().any(has_call)
}
