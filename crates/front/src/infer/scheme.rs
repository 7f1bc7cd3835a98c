//! Types that are chosen anew at every use.

use super::Chosen;
use super::class::Class;
use super::solver::{Free, Solution, Solver};
use crate::ast::Lift;
use crate::types::{Declared, ParamId, Scheme, Size, SizeVar, Ty, TyVar, TypeVar};
use rustc_hash::{FxHashMap, FxHashSet};

/// A scheme at one of its uses.
pub(super) struct Instance {
    /// Its type.
    pub ty: Ty,
    /// What is chosen.
    pub chosen: Chosen,
}

#[derive(Default)]
struct Choice {
    tys: FxHashMap<TyVar, Ty>,
    sizes: FxHashMap<SizeVar, Size>,
    params: FxHashMap<ParamId, (Ty, Size)>,
}

/// The variables and parameters that arrays of a scheme have as elements, or as sizes of these.
#[derive(Default)]
struct Elements {
    tys: FxHashSet<TyVar>,
    params: FxHashSet<ParamId>,
    sizes: FxHashSet<ParamId>,
}

impl Solver {
    /// A scheme with new variables for what may be chosen, and the sizes chosen for declared parameters, in order.
    pub(super) fn instantiate(&mut self, scheme: &Scheme) -> Instance {
        let mut choice = Choice::default();
        let mut elements = Elements::default();
        self.elements(&scheme.ty, false, &mut elements);
        let level = self.level;
        for v in &scheme.tys {
            let (class, one_shape) = match self.solution(*v) {
                Solution::Free(free) => (free.class, free.one_shape),
                Solution::Bound(_) => (Class::Any, false),
            };
            let under = elements.tys.contains(v).then_some(0);
            let fresh = self.fresh_free(Free { level, class, plain: false, under, one_shape });
            choice.tys.insert(*v, fresh);
        }
        for v in &scheme.sizes {
            let fresh = if self.sizes[*v].uniform { self.uniform_size() } else { self.fresh_size() };
            choice.sizes.insert(*v, fresh);
        }
        for p in &scheme.params {
            let class = if p.lift == Lift::Functions { Class::Any } else { Class::Data };
            let under = elements.params.contains(&p.id).then_some(0);
            let (plain, one_shape) = (p.lift == Lift::Plain, self.has_one_shape(p.id));
            let ty = self.fresh_free(Free { level, class, plain, under, one_shape });
            let uniform = scheme.uniform && elements.sizes.contains(&p.id);
            let size = if uniform { self.uniform_size() } else { self.fresh_size() };
            choice.params.insert(p.id, (ty, size));
        }
        let declared = scheme.params.iter().filter(|p| p.written).filter_map(|p| choice.params.get(&p.id));
        let declared = declared.map(|(_, size)| size.clone()).collect();
        let inferred = scheme.sizes.iter().filter_map(|v| Some((*v, choice.sizes.get(v)?.clone()))).collect();
        let params = scheme
            .params
            .iter()
            .filter_map(|p| Some((TypeVar::Declared(p.id), choice.params.get(&p.id)?.0.clone())));
        let vars = choice.tys.iter().map(|(v, ty)| (TypeVar::Inferred(*v), ty.clone()));
        let types = params.chain(vars).collect();
        Instance { ty: self.choose(&scheme.ty, &choice), chosen: Chosen { declared, inferred, types } }
    }
    fn elements(&self, ty: &Ty, under: bool, elements: &mut Elements) {
        let ty = self.shallow(ty);
        match &ty {
            Ty::Var(v) if under => _ = elements.tys.insert(*v),
            Ty::Param(_, p) if under => _ = elements.params.insert(*p),
            Ty::Array(size, elem) => {
                if let (Size::Param(_, p), true) = (self.size(size), under) {
                    elements.sizes.insert(p);
                }
                self.elements(elem, true, elements);
            }
            ty => ty.parts().into_iter().for_each(|t| self.elements(t, under, elements)),
        }
    }
    fn choose_size(&self, size: &Size, choice: &Choice) -> Size {
        match self.size(size) {
            Size::Var(v) => choice.sizes.get(&v).cloned().unwrap_or(Size::Var(v)),
            Size::Param(name, p) => {
                choice.params.get(&p).map_or(Size::Param(name, p), |(_, size)| size.clone())
            }
            size => size.map_parts(&mut |s| self.choose_size(s, choice)),
        }
    }
    fn choose(&self, ty: &Ty, choice: &Choice) -> Ty {
        match self.shallow(ty) {
            Ty::Var(v) => choice.tys.get(&v).cloned().unwrap_or(Ty::Var(v)),
            Ty::Param(name, p) => choice.params.get(&p).map_or(Ty::Param(name, p), |(ty, _)| ty.clone()),
            ty => ty.map_parts(&mut |t| self.choose(t, choice), &mut |s| self.choose_size(s, choice)),
        }
    }

    /// The scheme of a definition: variables made since `level` grew may be chosen anew, except those of numbers, which
    /// are one type each.
    pub(super) fn generalise(&mut self, ty: &Ty, params: Vec<Declared>) -> Scheme {
        let ty = self.resolve(ty);
        let mut scheme = Scheme { ty: ty.clone(), tys: vec![], sizes: vec![], params, uniform: true };
        self.open(&ty, &mut scheme);
        scheme
    }
    fn open(&self, ty: &Ty, scheme: &mut Scheme) {
        if let Ty::Var(v) = ty {
            if let Solution::Free(Free { level, class: Class::Any | Class::Data, .. }) = self.solution(*v)
                && level > self.level
                && !scheme.tys.contains(v)
            {
                scheme.tys.push(*v);
            }
            return;
        }
        ty.sizes().iter().for_each(|size| self.open_size(size, scheme));
        ty.parts().into_iter().for_each(|t| self.open(t, scheme));
    }
    fn open_size(&self, size: &Size, scheme: &mut Scheme) {
        match size {
            Size::Var(v) if self.sizes[*v].level > self.level && !scheme.sizes.contains(v) => {
                scheme.sizes.push(*v);
            }
            Size::Term(_, parts) => {
                self.open_size(&parts.0, scheme);
                self.open_size(&parts.1, scheme);
            }
            Size::Exp(term) => term.names.iter().for_each(|(_, size)| self.open_size(size, scheme)),
            _ => {}
        }
    }
}
