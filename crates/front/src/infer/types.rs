//! Types and patterns as they are written, for inference.

use super::scope::map_size;
use super::{Check, Deferred, Demand, Infer, Local};
use crate::ast::{Lift, Name, Pat, PatKind, SizeExp, TypeArg, TypeExp, TypeKind};
use crate::types::{Declared, ParamId, Scheme, Size, Ty, plain_name};
use base::diag::{Diagnostic, Span};

/// Where a type is written: what it means that a size is left out, or named by `?[n].`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// The type of a value: sizes to be found out.
    Value,
    /// The result of a function: sizes that may differ from call to call.
    Result,
    /// The result of a function whose body is there: sizes that are left out are those of the body.
    Body,
    /// What a value is checked to be at run time: sizes that are left out are those it has.
    Checked,
    /// The elements of an array that is checked.
    CheckedRows,
    /// The elements of an array: sizes that are named may differ from row to row.
    Rows,
    /// The elements of an array in the result of a function.
    ResultRows,
}

impl Place {
    fn rows(self) -> Place {
        match self {
            Place::Value | Place::Body | Place::Rows => Place::Rows,
            Place::Result | Place::ResultRows => Place::ResultRows,
            Place::Checked | Place::CheckedRows => Place::CheckedRows,
        }
    }
}

impl Infer {
    /// The type that a written one stands for.
    pub(super) fn ty(&mut self, ty: &TypeExp) -> Check<Ty> {
        no_outermost_any(ty)?;
        self.ty_at(ty, Place::Value)
    }
    /// The type of the result of a function.
    pub(super) fn result_ty(&mut self, ty: &TypeExp) -> Check<Ty> {
        no_outermost_any(ty)?;
        self.ty_at(ty, Place::Result)
    }
    /// The type of the result of a function, made with its body in view.
    pub(super) fn body_ty(&mut self, ty: &TypeExp) -> Check<Ty> {
        no_outermost_any(ty)?;
        self.ty_at(ty, Place::Body)
    }
    /// The type that a value is checked to have at run time.
    pub(super) fn checked_ty(&mut self, ty: &TypeExp) -> Check<Ty> {
        no_outermost_any(ty)?;
        self.ty_at(ty, Place::Checked)
    }
    fn ty_at(&mut self, ty: &TypeExp, place: Place) -> Check<Ty> {
        match &ty.kind {
            TypeKind::Scalar(s) => Ok(Ty::Scalar(*s)),
            TypeKind::Name(name, _) => {
                let found = self.tyvars.iter().rev().find(|(n, _)| n == name);
                found.map(|(_, t)| t.clone()).ok_or_else(|| {
                    Diagnostic::error("unknown-type", format!("unknown type {name}"))
                        .label(ty.span, "not defined here")
                })
            }
            TypeKind::Record(fields) => {
                let mut types = vec![];
                for (name, t) in fields {
                    types.push((name.clone(), self.ty_at(t, place)?));
                }
                Ok(Ty::Record(types.into()))
            }
            TypeKind::Array(size, elem) => {
                let size = self.size(size, place)?;
                self.around += 1;
                let elem = self.ty_at(elem, place.rows());
                self.around -= 1;
                let array = Ty::array(size, elem?);
                self.has_sensible_rank(&array, ty.span)?;
                Ok(array)
            }
            TypeKind::Fun(name, from, to) => {
                let around = std::mem::take(&mut self.around);
                // It takes rows of any size.
                let from = self.ty_at(from, Place::Value);
                self.around = around;
                let from = from?;
                let scope = self.locals.len();
                let param = match name {
                    Some(name) if from == Ty::i64() => {
                        let id = self.solver.fresh_param(Lift::Plain);
                        self.bind(name, from.clone(), Some(Size::Param(name.clone(), id)));
                        Some(id)
                    }
                    Some(name) => {
                        self.bind(name, from.clone(), None);
                        None
                    }
                    None => None,
                };
                let to = self.result_ty(to);
                self.locals.truncate(scope);
                Ok(Ty::Fun(param, from.into(), to?.into()))
            }
            TypeKind::Unique(t) => self.ty_at(t, place),
            TypeKind::Sum(constructors) => {
                let mut new = vec![];
                for (name, payload) in constructors {
                    let payload: Check<Vec<Ty>> = payload.iter().map(|t| self.ty_at(t, place)).collect();
                    new.push((name.clone(), payload?));
                }
                Ok(Ty::Sum(new.into()))
            }
            TypeKind::Abstract(name, args) => {
                let (mut types, mut sizes) = (vec![], vec![]);
                for arg in args {
                    match arg {
                        TypeArg::Size(s) => sizes.push(self.size(s, place)?),
                        TypeArg::Type(t) => types.push(self.ty_at(t, place)?),
                    }
                }
                Ok(Ty::Opaque(name.clone(), types.into(), sizes.into()))
            }
            TypeKind::Exists(names, t) => {
                let scope = self.locals.len();
                for name in names {
                    let size = match place {
                        Place::Value => self.solver.fresh_size(),
                        Place::Result | Place::Body => self.solver.fresh_ext(),
                        Place::Checked => self.solver.fresh_unknown(),
                        Place::Rows | Place::ResultRows | Place::CheckedRows => {
                            Size::Any(self.around, Some(self.solver.fresh_row_name()))
                        }
                    };
                    self.bind(name, Ty::i64(), Some(size));
                }
                let ty = self.ty_at(t, place);
                self.locals.truncate(scope);
                ty
            }
        }
    }
    fn size(&mut self, size: &SizeExp, place: Place) -> Check<Size> {
        let e = match size {
            SizeExp::Anon if matches!(place, Place::Result | Place::ResultRows) => {
                return Ok(self.solver.fresh_ext());
            }
            SizeExp::Anon if matches!(place, Place::Checked | Place::CheckedRows) => {
                return Ok(self.solver.fresh_unknown());
            }
            SizeExp::Anon if place == Place::Rows => return Ok(self.solver.uniform_size()),
            SizeExp::Anon => return Ok(self.solver.fresh_size()),
            SizeExp::Any => return Ok(Size::of_row(0)),
            SizeExp::Exp(e) => e,
        };
        let ty = self.exp(e)?;
        self.solver.unify(&Ty::i64(), &ty, e.span)?;
        // A name bound further out is a size of what stands there.
        let size = self.size_of_exp(e);
        Ok(map_size(&size, &mut |part| match part {
            Size::Any(around, name) => Size::Any(self.around - around, *name),
            part => part.clone(),
        }))
    }
    pub(super) fn bind(&mut self, name: &Name, ty: Ty, size: Option<Size>) {
        let level = self.solver.level + 1;
        self.locals.push(Local { name: name.clone(), scheme: Scheme::mono(ty), size, level });
    }

    /// The type of a pattern; its names are bound. With `rigid` its `i64`s are sizes of the definition.
    pub(super) fn pat(&mut self, pat: &Pat, rigid: bool) -> Check<Ty> {
        match &pat.kind {
            PatKind::Wild => Ok(self.solver.fresh()),
            PatKind::Name(name) => {
                let ty = self.solver.fresh();
                self.bind(name, ty.clone(), None);
                Ok(ty)
            }
            PatKind::Record(fields) => {
                let mut types = vec![];
                for (name, p) in fields {
                    types.push((name.clone(), self.pat(p, rigid)?));
                }
                Ok(Ty::Record(types.into()))
            }
            PatKind::Constr(name, args, id) => {
                let mut payload = vec![];
                for p in args {
                    payload.push(self.pat(p, false)?);
                }
                let ty = self.solver.fresh();
                self.types[*id as usize] = Some(ty.clone());
                self.deferred.push(Deferred {
                    of: ty.clone(),
                    demand: Demand::Constr(name.clone(), payload),
                    span: pat.span,
                });
                Ok(ty)
            }
            PatKind::Literal(e) => self.exp(e),
            PatKind::Typed(inner, ty) => {
                let ty = self.ty(ty)?;
                if self.solver.has_open_rows(&ty) {
                    self.row(inner, &ty)?;
                    return Ok(ty);
                }
                if let PatKind::Name(name) = &inner.kind {
                    let size = (rigid && ty == Ty::i64()).then(|| {
                        let lift = Lift::Plain;
                        let id = self.solver.fresh_param(lift);
                        self.rigid.push(Declared { id, lift, written: false });
                        Size::Param(name.clone(), id)
                    });
                    self.bind(name, ty.clone(), size);
                    return Ok(ty);
                }
                let own = self.pat(inner, rigid)?;
                self.solver.unify(&ty, &own, pat.span)?;
                Ok(ty)
            }
        }
    }
    /// The type of a parameter of a function, and what sizes call its argument: the parameter if it is a name.
    pub(super) fn param(&mut self, pat: &Pat) -> Check<(Option<ParamId>, Ty)> {
        let name = match &pat.kind {
            PatKind::Name(name) => name,
            PatKind::Typed(inner, _) => match &inner.kind {
                PatKind::Name(name) => name,
                _ => return Ok((None, self.pat(pat, true)?)),
            },
            _ => return Ok((None, self.pat(pat, true)?)),
        };
        let ty = self.pat(pat, false)?;
        // The sizes of a parameter do not depend on its value.
        let id = self.solver.param_at(Lift::Plain, self.solver.level + 1);
        if let Some(local) = self.locals.last_mut() {
            local.size = Some(Size::Param(name.clone(), id));
        }
        Ok((Some(id), ty))
    }
    /// Reports a name that is bound twice.
    pub(super) fn unique_names(&self, pats: &[Pat]) -> Check<()> {
        let mut seen: Vec<(&Name, Span)> = vec![];
        for (name, span) in pats.iter().flat_map(|p| p.names()) {
            if let Some((_, first)) = seen.iter().find(|(n, _)| *n == name) {
                let message = format!("{} is bound twice", plain_name(name));
                return Err(Diagnostic::error("duplicate-name", message)
                    .label(span, "the second time")
                    .label(*first, "the first time"));
            }
            seen.push((name, span));
        }
        Ok(())
    }
}

/// Reports `[?]` where nothing stands in front that it could vary with.
fn no_outermost_any(ty: &TypeExp) -> Check<()> {
    match &ty.kind {
        TypeKind::Array(SizeExp::Any, _) => {
            Err(Diagnostic::error("outermost-size", "the outermost size cannot be [?]")
                .label(ty.span, "nothing stands in front that it could vary with")
                .note("write [] or name the size"))
        }
        TypeKind::Unique(t) | TypeKind::Exists(_, t) => no_outermost_any(t),
        _ => Ok(()),
    }
}
