//! The types of expressions.

use super::class::Class;
use super::demand::field_type;
use super::join::SideBySide;
use super::{Check, Deferred, Demand, Infer, Number};
use crate::ast::{Exp, ExpKind, Name, PatKind, Unary};
use crate::types::{Size, Ty};
use base::diag::Diagnostic;

impl Infer {
    /// The type of an expression, which is also noted down.
    pub(super) fn exp(&mut self, e: &Exp) -> Check<Ty> {
        let around = self.solver.here.replace(e.span);
        let ty = self.kind(e);
        self.solver.here = around;
        let ty = ty?;
        self.has_sensible_rank(&ty, e.span)?;
        self.types[e.id as usize] = Some(ty.clone());
        Ok(ty)
    }

    fn kind(&mut self, e: &Exp) -> Check<Ty> {
        match &e.kind {
            ExpKind::Const(c) => Ok(Ty::Scalar(c.ty())),
            ExpKind::Int(x) => {
                self.literals.push((e.id, Number::Int(*x), e.span));
                Ok(self.solver.fresh_of(Class::Num))
            }
            ExpKind::Float(x) => {
                self.literals.push((e.id, Number::Float(*x), e.span));
                Ok(self.solver.fresh_of(Class::Float))
            }
            ExpKind::Var(name) => self.lookup(name, e.id),
            ExpKind::Global(name) => self.global(name, e.id),
            ExpKind::Open(..) => base::bug!("infer", "modules are gone"),
            ExpKind::Hole => Ok(self.solver.fresh()),
            ExpKind::Constr(name, args) => {
                let mut payload = vec![];
                for arg in args {
                    payload.push(self.exp(arg)?);
                }
                let of = self.solver.fresh_of(Class::Any);
                let demand = Demand::Constr(name.clone(), payload);
                self.deferred.push(Deferred { of: of.clone(), demand, span: e.span });
                Ok(of)
            }
            ExpKind::Match(what, cases) => self.match_type(e, what, cases),
            ExpKind::Record(fields) => {
                let mut types = vec![];
                for (name, e) in fields {
                    types.push((name.clone(), self.exp(e)?));
                }
                Ok(Ty::Record(types.into()))
            }
            ExpKind::Project(record, field) => {
                let record = self.exp(record)?;
                self.solve_deferred()?;
                match self.solver.shallow(&record) {
                    Ty::Var(_) => {
                        let result = self.solver.fresh();
                        let demand = Demand::Field(field.clone(), result.clone());
                        self.deferred.push(Deferred { of: record, demand, span: e.span });
                        Ok(result)
                    }
                    ty => field_type(&self.solver.resolve(&ty), field, e.span),
                }
            }
            ExpKind::Array(elems) => {
                let elem = self.element(Class::Data);
                let (mut types, mut untold) = (vec![], vec![]);
                for e in elems {
                    let ty = self.exp(e)?;
                    types.push(ty.clone());
                    // Which sum a constructor is of, others may tell.
                    if self.is_constructor(&ty) {
                        untold.push((ty, e.span));
                    } else {
                        self.solver.unify(&elem, &ty, e.span)?;
                    }
                }
                for (ty, span) in untold {
                    self.accept(&elem, &ty, span)?;
                }
                self.side_by_side.push(SideBySide { id: e.id, elems: types });
                let size = Size::Const(elems.len() as i64);
                Ok(Ty::array(size, elem))
            }
            ExpKind::Range(range) => {
                let elem = self.solver.fresh_of(Class::Int);
                self.expect(&range.first, &elem)?;
                if let Some(second) = &range.second {
                    self.expect(second, &elem)?;
                }
                self.expect(&range.end, &elem)?;
                let size = self.range_size(range, &elem);
                Ok(Ty::array(size, elem))
            }
            ExpKind::Index(arr, dims) => {
                let ty = self.exp(arr)?;
                self.indexed(&ty, dims, arr)
            }
            ExpKind::Update(arr, dims, val) => {
                let ty = self.exp(arr)?;
                let part = self.indexed(&ty, dims, arr)?;
                // Whether it fits a slice, or a row of an irregular array, is seen at run time.
                let part = self.solver.with_sizes(&part, &mut |solver, _| solver.fresh_size());
                self.expect(val, &part)?;
                Ok(ty)
            }
            ExpKind::RecordUpdate(record, path, val) => {
                let ty = self.exp(record)?;
                self.solve_deferred()?;
                let mut part = self.solver.resolve(&ty);
                for field in path {
                    if let Ty::Var(_) = part {
                        return Err(Diagnostic::error(
                            "ambiguous",
                            "the type of this record is not known here",
                        )
                        .label(record.span, "annotate it"));
                    }
                    part = field_type(&part, field, e.span)?;
                }
                // The new part may have other sizes.
                let open = self.solver.with_sizes(&part, &mut |solver, _| solver.fresh_size());
                self.expect(val, &open)?;
                Ok(replace_field(&self.solver.resolve(&ty), path, &open))
            }
            ExpKind::Apply(..) => self.application(e, None),
            ExpKind::Logic(_, a, b) => {
                self.expect(a, &Ty::bool())?;
                self.expect(b, &Ty::bool())?;
                Ok(Ty::bool())
            }
            ExpKind::Unary(op, a) => {
                let ty = self.exp(a)?;
                // The sign belongs to the number.
                if let (Unary::Neg, Some((id, number, _))) = (op, self.literals.last_mut())
                    && *id == a.id
                {
                    *number = match *number {
                        Number::Int(x) => Number::Int(-x),
                        Number::Float(x) => Number::Float(-x),
                    };
                }
                let class = match op {
                    Unary::Not => Class::Bits,
                    Unary::Neg => Class::Num,
                };
                let wanted = self.solver.fresh_of(class);
                self.solver.unify(&wanted, &ty, a.span)?;
                Ok(ty)
            }
            ExpKind::SectionRight(op, arg) => {
                let ty = self.exp(op)?;
                self.section(&ty, arg)
            }
            ExpKind::If(cond, then, els) => {
                self.expect(cond, &Ty::bool())?;
                let a = self.exp(then)?;
                let b = self.exp(els)?;
                let data = self.solver.fresh_of(Class::Data);
                self.solver.unify(&data, &a, then.span)?;
                self.either(&a, &b, els.span).map_err(|error| {
                    error.label(then.span, format!("the other branch is {}", self.solver.describe(&a)))
                })
            }
            ExpKind::Let(sizes, pat, val, body) => {
                self.unique_names(std::slice::from_ref(pat))?;
                let ty = self.exp(val)?;
                let scope = self.locals.len();
                self.bind_sizes(sizes, pat.span);
                let own = self.pat(pat, false)?;
                self.solver.unify(&own, &ty, val.span)?;
                self.irrefutable(pat, &own);
                self.known_length(pat, val);
                let named = sizes.is_empty() && matches!(pat.kind, PatKind::Name(_));
                let known = if named && self.solver.shallow(&own) == Ty::i64() {
                    Some(self.size_of_exp(val))
                } else {
                    None
                };
                self.block(scope, body, known)
            }
            ExpKind::LetFun(def, body) => {
                let scheme = self.local_function(def)?;
                let scope = self.locals.len();
                self.bind(&def.name, Ty::i64(), None);
                if let Some(local) = self.locals.last_mut() {
                    local.scheme = scheme;
                }
                self.block(scope, body, None)
            }
            ExpKind::Lambda(lambda) => self.lambda(lambda, None),
            ExpKind::Loop(l) => self.loop_type(l),
            ExpKind::Typed(a, ty) => {
                let ty = self.ty(ty)?;
                self.expect(a, &ty)?;
                Ok(ty)
            }
            ExpKind::Coerce(a, ty) => {
                let ty = self.checked_ty(ty)?;
                let got = self.exp(a)?;
                // What is told its form only here has sizes that nobody asks for; those that are asked for are compared with
                // sizes that nothing tells.
                if let Ty::Var(_) = self.solver.shallow(&got) {
                    let level = self.solver.level;
                    let own = self.solver.with_sizes(&ty, &mut |solver, size| match size {
                        Size::Unknown(_) => solver.unknown_at(level),
                        _ => solver.fresh_size(),
                    });
                    self.solver.unify(&own, &got, a.span)?;
                    return Ok(ty);
                }
                let (open, got) = (self.solver.with_any_sizes(&ty), self.solver.with_any_sizes(&got));
                self.solver.unify(&open, &got, a.span)?;
                Ok(ty)
            }
        }
    }
}

/// A record with another type for a part of it.
fn replace_field(ty: &Ty, path: &[Name], new: &Ty) -> Ty {
    let (Some((field, rest)), Ty::Record(fields)) = (path.split_first(), ty) else { return new.clone() };
    let part = |(name, t): &(Name, Ty)| {
        (name.clone(), if name == field { replace_field(t, rest, new) } else { t.clone() })
    };
    Ty::Record(fields.iter().map(part).collect())
}
