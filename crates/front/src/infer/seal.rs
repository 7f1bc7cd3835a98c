//! Values that are declared, and values seen through a module type.

use super::scheme::Instance;
use super::{Check, Infer, Sealed};
use crate::ast::{Lift, Seal, TypeParam, Val};
use crate::modules::TypeBind;
use crate::types::{Declared, Scheme, Size, Ty, TypeVar, plain_name};
use base::diag::Diagnostic;

impl Infer {
    /// What an abstract type stands for, so that the sizes in it have types for lowering. What is wrong with it has been
    /// reported where it is used.
    pub(super) fn hidden_type(&mut self, bind: &TypeBind) {
        self.begin();
        self.solver.level += 1;
        let scope = self.enter(&bind.tparams);
        let _ = self.ty(&bind.ty);
        self.leave(scope);
    }
    /// What is declared without a definition.
    pub(super) fn val(&mut self, val: &Val) -> Check<Scheme> {
        self.solver.level += 1;
        let scope = self.enter(&val.tparams);
        let ty = self.ty(&val.ty);
        let params = self.leave(scope);
        let ty = ty?;
        self.sizes_of_value(&ty);
        Ok(self.solver.generalise(&ty, params))
    }
    /// A value that is no function has sizes, even where they are left out: nobody chooses them.
    fn sizes_of_value(&mut self, ty: &Ty) {
        match self.solver.shallow(ty) {
            Ty::Fun(..) => {}
            ty => {
                for size in ty.sizes() {
                    if let Size::Var(v) = self.solver.size(size) {
                        let unknown = self.solver.unknown_at(self.solver.level);
                        self.solver.solve_size(v, unknown);
                    }
                }
                ty.parts().into_iter().for_each(|t| self.sizes_of_value(t));
            }
        }
    }

    /// A value seen through a module type: it has to have the type that is promised.
    pub(super) fn sealed(&mut self, seal: &Seal) -> Check<Scheme> {
        let Some(source) = self.globals.get(&seal.source).cloned() else {
            base::bug!("infer", "{} is sealed before it is known", seal.source)
        };
        self.begin();
        self.solver.level += 1;
        let scope = self.enter(&seal.inside.tparams);
        let Instance { ty: got, chosen } = self.solver.instantiate(&source);
        let result = self.ty(&seal.inside.ty).and_then(|wanted| {
            self.solver.unify(&wanted, &got, seal.span).map_err(|error| {
                let message = format!(
                    "the value {} has another type than its module type says: {}",
                    plain_name(&seal.outside.name),
                    error.message
                );
                Diagnostic { message, ..error }
            })
        });
        let params = self.leave(scope);
        self.solver.level = 0;
        result?;
        if params.iter().any(|p| p.lift != Lift::Plain && self.solver.has_one_shape(p.id)) {
            let message = format!(
                "the module type promises {} for types of varying shape, but it needs values of one shape",
                plain_name(&seal.outside.name)
            );
            return Err(Diagnostic::error("irregular-element", message)
                .label(seal.span, "here")
                .note("a type parameter written 't stands for types whose values have one shape"));
        }
        let scheme = self.val(&seal.outside)?;
        let declared = |p: &Declared| TypeVar::Declared(p.id);
        let sizes = seal.inside.tparams.iter().map(|p| match p {
            TypeParam::Size(name) => Some(name.clone()),
            TypeParam::Type(..) => None,
        });
        let (outside, inside) = (scheme.params.iter().map(declared), params.iter().map(declared));
        let seen = Sealed { sizes: sizes.collect(), types: outside.zip(inside).collect(), chosen };
        self.sealed.insert(seal.outside.name.clone(), seen);
        // What is written counts.
        if usize::from(seal.span.file) != crate::PRELUDE {
            let plain = scheme.params.iter().filter(|p| p.lift == Lift::Plain);
            plain.for_each(|p| self.solver.need_one_shape(p.id));
        }
        Ok(scheme)
    }
}
