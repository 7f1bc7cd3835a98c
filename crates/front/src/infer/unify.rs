//! Making two types one.
//!
//! There is a direction: what is got has to be usable where something is wanted. It matters for sizes only, where a
//! regular array is accepted for an irregular one, and a function with known sizes for one whose results have any.

use super::class::Class;
use super::solver::{Free, NOWHERE, Solution, Solver};
use crate::ast::{Lift, Name};
use crate::types::{ParamId, RowName, Size, Ty, TyVar};
use base::diag::{Diagnostic, Span};

/// Why two types are not one.
#[derive(Debug)]
pub(super) enum Clash {
    Types,
    /// Two sizes that are not the same.
    Sizes(Size, Size),
    /// Two sizes of rows that are not known to be the same although they have one name.
    Named,
    /// A size that is not known where it would be needed.
    Scope(Size),
    /// A type that is not known where it would be needed.
    TypeScope(Ty),
    /// A function whose results have sizes of their own, where one size is needed.
    Existential,
    Class(Class, Ty),
    /// A type whose values vary in shape, where one shape is needed.
    Shape,
    Infinite,
}

impl Solver {
    /// Makes `got` what is `wanted`, or says why not.
    pub(super) fn unify(&mut self, wanted: &Ty, got: &Ty, span: Span) -> Result<(), Diagnostic> {
        self.met.clear();
        self.met_rows.clear();
        self.go(wanted, got).map_err(|clash| self.explain(clash, wanted, got, span))
    }
    fn go(&mut self, wanted: &Ty, got: &Ty) -> Result<(), Clash> {
        let (a, b) = (self.shallow(wanted), self.shallow(got));
        match (&a, &b) {
            (Ty::Var(v), Ty::Var(w)) if v == w => Ok(()),
            (Ty::Var(v), _) => self.bind(*v, &b),
            (_, Ty::Var(w)) => self.bind(*w, &a),
            (Ty::Scalar(s), Ty::Scalar(t)) if s == t => Ok(()),
            (Ty::Param(_, p), Ty::Param(_, q)) if p == q => Ok(()),
            (Ty::Record(xs), Ty::Record(ys)) if same_fields(xs, ys) => {
                xs.iter().zip(ys.iter()).try_for_each(|(x, y)| self.go(&x.1, &y.1))
            }
            (Ty::Array(m, s), Ty::Array(n, t)) => {
                self.go(s, t)?;
                self.go_size(m, n)
            }
            (Ty::Fun(p, f, x), Ty::Fun(q, g, y)) => {
                // The function that is got is called with a row of what is wanted, whose sizes are its own.
                let row = self.open_rows(f, self.level);
                self.go(g, &row)?;
                if p.is_none() && q.is_none() {
                    return self.go(x, y);
                }
                if p.is_none() {
                    let each_call = self.fresh_ext();
                    let y = self.replace_param(y, *q, &each_call);
                    // A later argument cannot depend on an earlier one that nobody names.
                    if takes(&y, &each_call) {
                        return Err(Clash::Existential);
                    }
                    return self.go(x, &y);
                }
                // Results may depend on the argument: on the same one, which is nowhere else.
                let arg = Size::Param("_".into(), self.param_at(Lift::Plain, NOWHERE));
                let (x, y) = (self.replace_param(x, *p, &arg), self.replace_param(y, *q, &arg));
                self.go(&x, &y)
            }
            (Ty::Sum(xs), Ty::Sum(ys)) if same_constructors(xs, ys) => {
                let pairs = xs.iter().zip(ys.iter()).flat_map(|(x, y)| x.1.iter().zip(&y.1));
                pairs.into_iter().try_for_each(|(x, y)| self.go(x, y))
            }
            (Ty::Opaque(m, xs, ss), Ty::Opaque(n, ys, ts)) if m == n => {
                xs.iter().zip(ys.iter()).try_for_each(|(x, y)| self.go(x, y))?;
                ss.iter().zip(ts.iter()).try_for_each(|(s, t)| self.go_size(s, t))
            }
            _ => Err(Clash::Types),
        }
    }
    fn bind(&mut self, v: TyVar, ty: &Ty) -> Result<(), Clash> {
        let Solution::Free(free) = self.solution(v) else { base::bug!("infer", "{v:?} is solved already") };
        if let Ty::Var(w) = ty {
            let Solution::Free(other) = self.solution(*w) else {
                base::bug!("infer", "{w:?} is solved already")
            };
            let both = free.meet(other).ok_or_else(|| Clash::Class(free.class, ty.clone()))?;
            self.tys[*w] = Solution::Free(both);
            self.solve(v, ty.clone());
            return Ok(());
        }
        self.renamed.clear();
        let ty = &self.fit(v, free, ty, 0, &mut vec![])?;
        let class = free.class;
        match ty {
            Ty::Scalar(s) if !class.admits(*s) => return Err(Clash::Class(class, ty.clone())),
            Ty::Param(_, p) if class == Class::Data => {
                if self.lift(*p) == Lift::Functions {
                    return Err(Clash::Class(class, self.resolve(ty)));
                }
            }
            Ty::Fun(..) | Ty::Param(..) if class != Class::Any => {
                return Err(Clash::Class(class, self.resolve(ty)));
            }
            Ty::Opaque(..) if !matches!(class, Class::Any | Class::Data) => {
                return Err(Clash::Class(class, self.resolve(ty)));
            }
            Ty::Array(..) | Ty::Record(_) | Ty::Sum(_) => {
                if !matches!(class, Class::Any | Class::Data | Class::Eq | Class::Key) {
                    return Err(Clash::Class(class, self.resolve(ty)));
                }
                if class != Class::Any {
                    self.require(class, ty)?;
                }
            }
            Ty::Scalar(_) | Ty::Var(_) | Ty::Fun(..) | Ty::Param(..) | Ty::Opaque(..) => {}
        }
        self.solve(v, ty.clone());
        Ok(())
    }
    /// Demands that the parts of a type are of a class.
    fn require(&mut self, class: Class, ty: &Ty) -> Result<(), Clash> {
        match self.shallow(ty) {
            Ty::Record(fields) if class == Class::Key && !crate::ast::is_tuple(&fields) => {
                Err(Clash::Class(class, self.resolve(ty)))
            }
            Ty::Array(..) | Ty::Sum(_) if class == Class::Key => Err(Clash::Class(class, self.resolve(ty))),
            Ty::Record(fields) => fields.iter().try_for_each(|(_, t)| self.require(class, t)),
            Ty::Sum(cs) => cs.iter().flat_map(|(_, p)| p).try_for_each(|t| self.require(class, t)),
            Ty::Array(_, elem) => self.require(class, &elem),
            part => {
                let wanted = self.fresh_of(class);
                self.go(&wanted, &part)
            }
        }
    }
    /// The type as a solution of `v`: it does not contain `v`, and nothing that does not exist at its level. `inside` are the
    /// names of arguments of the functions around, whose results may have sizes of their own; `around` counts arrays.
    fn fit(
        &mut self,
        v: TyVar,
        free: Free,
        ty: &Ty,
        around: u32,
        inside: &mut Vec<Option<ParamId>>,
    ) -> Result<Ty, Clash> {
        match self.shallow(ty) {
            Ty::Var(w) if v == w => Err(Clash::Infinite),
            Ty::Var(w) => {
                if let Solution::Free(mut own) = self.solution(w) {
                    own.level = own.level.min(free.level);
                    if inside.is_empty() {
                        own.one_shape |= free.one_shape;
                        own.plain |= free.plain;
                        own.under = own.under.into_iter().chain(free.under.map(|n| n + around)).min();
                    }
                    self.tys[w] = Solution::Free(own);
                }
                Ok(Ty::Var(w))
            }
            Ty::Param(name, p) if self.param_level(p) > free.level => {
                Err(Clash::TypeScope(Ty::Param(name, p)))
            }
            Ty::Param(name, p) => {
                if free.one_shape && inside.is_empty() {
                    self.need_one_shape(p);
                }
                Ok(Ty::Param(name, p))
            }
            ty @ Ty::Scalar(_) => Ok(ty),
            Ty::Record(fields) => {
                let mut new = vec![];
                for (name, t) in fields.iter() {
                    new.push((name.clone(), self.fit(v, free, t, around, inside)?));
                }
                Ok(Ty::Record(new.into()))
            }
            Ty::Array(size, elem) => {
                let size = self.fit_size(free, &size, around, inside)?;
                Ok(Ty::array(size, self.fit(v, free, &elem, around + 1, inside)?))
            }
            Ty::Fun(name, from, to) => {
                inside.push(name);
                let from = self.fit(v, free, &from, 0, inside);
                let to = self.fit(v, free, &to, 0, inside);
                inside.pop();
                Ok(Ty::Fun(name, from?.into(), to?.into()))
            }
            Ty::Sum(cs) => {
                let mut new = vec![];
                for (name, payload) in cs.iter() {
                    let payload: Result<Vec<Ty>, Clash> =
                        payload.iter().map(|t| self.fit(v, free, t, around, inside)).collect();
                    new.push((name.clone(), payload?));
                }
                Ok(Ty::Sum(new.into()))
            }
            Ty::Opaque(name, types, sizes) => {
                let types: Result<Vec<Ty>, Clash> =
                    types.iter().map(|t| self.fit(v, free, t, around, inside)).collect();
                let sizes: Result<Vec<Size>, Clash> =
                    sizes.iter().map(|s| self.fit_size(free, s, around, inside)).collect();
                Ok(Ty::Opaque(name, types?.into(), sizes?.into()))
            }
        }
    }
    fn fit_size(
        &mut self,
        free: Free,
        size: &Size,
        around: u32,
        inside: &[Option<ParamId>],
    ) -> Result<Size, Clash> {
        let own = |s: &Size| matches!(s, Size::Param(_, p) if inside.contains(&Some(*p)));
        let known = self.size(size);
        if !inside.is_empty() {
            if !known.any(&own) {
                self.admit_size(&known, free.level)?;
            }
            return Ok(size.clone());
        }
        if free.one_shape {
            if known.by_row() {
                return Err(Clash::Shape);
            }
            self.close_size(size);
        }
        let ext = known.any(&|s| matches!(s, Size::Ext(_)));
        let fits = if ext && (free.plain || free.under.is_some()) {
            Err(Clash::Existential)
        } else {
            self.admit_size(&known, free.level)
        };
        let row = known.row();
        let widens = free.under.filter(|_| self.widening && !free.one_shape).map(|n| n + around);
        if let (Ok(()), Some(row)) = (&fits, row) {
            // A size of a row that the variable is only a part of is one of what the variable stands for.
            let named = matches!(known, Size::Any(_, Some(_)));
            let own = match known {
                Size::Any(row, Some(_)) => Size::Any(row.min(around), Some(self.name_in_solution(&known))),
                _ if row > around => Size::of_row(around),
                _ => size.clone(),
            };
            // It may still come to vary with the rows inside, or to differ from others of its row.
            let inside = row.min(around);
            return Ok(match widens {
                Some(_) if inside > 0 || named => self.widening_size(own, free.level, inside),
                _ => own,
            });
        }
        match (fits, widens) {
            (Ok(()), Some(row)) => Ok(self.widening_size(size.clone(), free.level, row)),
            (Ok(()), None) => Ok(size.clone()),
            (Err(_), Some(widest)) => Ok(match row {
                Some(row) => Size::of_row(row.min(widest)),
                // What is one size in each call is one in each element.
                None => {
                    let own = Size::Any(widest, Some(self.name_in_solution(&known)));
                    self.widening_size(own, free.level, widest)
                }
            }),
            (Err(clash), None) => Err(clash),
        }
    }
}

impl Solver {
    /// The name that a size has in the solution of a type variable that is being made.
    fn name_in_solution(&mut self, size: &Size) -> RowName {
        let same = |known: &Size| match (known, size) {
            (Size::Any(_, a), Size::Any(_, b)) => a == b,
            (known, size) => known == size,
        };
        if let Some((_, name)) = self.renamed.iter().find(|(known, _)| same(known)) {
            return *name;
        }
        let name = self.fresh_row_name();
        self.renamed.push((size.clone(), name));
        name
    }
}

fn same_fields(a: &[(Name, Ty)], b: &[(Name, Ty)]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(x, y)| x.0 == y.0)
}
fn same_constructors(a: &[(Name, Vec<Ty>)], b: &[(Name, Vec<Ty>)]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(x, y)| x.0 == y.0 && x.1.len() == y.1.len())
}
/// Whether a function takes an argument with this size.
fn takes(ty: &Ty, size: &Size) -> bool {
    fn has(ty: &Ty, size: &Size) -> bool {
        ty.sizes().iter().any(|s| s.any(&|s| s == size)) || ty.parts().into_iter().any(|t| has(t, size))
    }
    match ty {
        Ty::Fun(_, from, to) => has(from, size) || takes(to, size),
        _ => false,
    }
}
