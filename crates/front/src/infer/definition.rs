//! The types of definitions, checked once.

use super::causality::each_size;
use super::scope::Leaving;
use super::{Check, Demand, Infer, exhaust};
use crate::ast::{Def, TypeParam};
use crate::modules::unused_size;
use crate::types::{Declared, ParamId, Scheme, Size, SizeVar, Ty, plain_name};
use base::diag::{Diagnostic, Span};
use std::rc::Rc;

impl Infer {
    pub(super) fn top_level(&mut self, def: &Def) -> Check<Scheme> {
        self.begin();
        let first = self.solver.count();
        let ty = self.def_type(def);
        self.solver.level = 0;
        let (ty, params) = ty?;
        self.solve_deferred()?;
        self.solver.default_numbers(first);
        self.solve_deferred()?;
        if let Some(d) = self.deferred.first() {
            let what = match &d.demand {
                Demand::Field(name, _) => format!("the type of what has the field {name} is not known here"),
                Demand::Constr(name, _) => {
                    format!("the type of what has the constructor #{name} is not known here")
                }
            };
            return Err(Diagnostic::error("ambiguous", what).label(d.span, "annotate it"));
        }
        if self.solver.only_compared(first) {
            let message = format!("the type of what {} compares is not known", plain_name(&def.name));
            return Err(Diagnostic::error("ambiguous", message)
                .label(def.span, "in this definition")
                .note("annotate one of the operands of `==` or `!=`: not every type can be compared"));
        }
        self.check_literals()?;
        for (pats, ty, span) in std::mem::take(&mut self.matches) {
            let ty = self.solver.resolve(&ty);
            exhaust::check(&pats, &ty, span)?;
        }
        self.note_widened();
        let scheme = self.solver.generalise(&ty, params);
        self.told_by_arguments(&scheme);
        for (name, size, span) in std::mem::take(&mut self.bound_sizes) {
            if matches!(self.solver.size(&size), Size::Var(_)) {
                let message = format!("the size {} is not known: nothing tells it", plain_name(&name));
                return Err(Diagnostic::error("unknown-size", message).label(span, "bound here"));
            }
        }
        if usize::from(def.span.file) != crate::PRELUDE {
            self.causality(&def.body, &scheme)?;
        }
        if def.entry {
            self.told_result(def, &scheme)?;
        }
        Ok(scheme)
    }
    /// Forgets about the sizes bound by patterns that arguments of a function tell.
    pub(super) fn told_by_arguments(&mut self, scheme: &Scheme) {
        let solver = &self.solver;
        self.bound_sizes.retain(|(_, size, _)| match solver.size(size) {
            Size::Var(v) => !scheme.sizes.contains(&v),
            _ => false,
        });
    }
    /// Reports a size of an entry point's result that its caller would have to choose.
    fn told_result(&self, def: &Def, scheme: &Scheme) -> Check<()> {
        let mut told = vec![];
        let mut rest = self.solver.resolve(&scheme.ty);
        while let Ty::Fun(_, from, to) = &rest {
            each_size(from, &mut |size| told.push(size.clone()));
            rest = (**to).clone();
        }
        let mut untold = false;
        each_size(&rest, &mut |size| {
            let open = matches!(size, Size::Var(v) if scheme.sizes.contains(v));
            untold |= open && !told.contains(size);
        });
        if !untold {
            return Ok(());
        }
        let message =
            format!("a size of the result of the entry point {} is not known", plain_name(&def.name));
        Err(Diagnostic::error("untold-size", message)
            .label(def.body.span, format!("this is {rest}, whatever size is wanted"))
            .note("write the sizes in the type of the result"))
    }

    /// The type of a definition, and its declared parameters. One level deeper than the caller.
    pub(super) fn def_type(&mut self, def: &Def) -> Check<(Ty, Vec<Declared>)> {
        self.solver.level += 1;
        let scope = self.enter(&def.tparams);
        let result = self.def_body(def);
        let params = self.leave(scope);
        let ty = result?;
        self.used_sizes(def, &ty, &params)?;
        Ok((ty, params))
    }
    /// Reports a size parameter that the inferred type does not mention.
    fn used_sizes(&self, def: &Def, ty: &Ty, params: &[Declared]) -> Check<()> {
        let ty = self.solver.resolve(ty);
        for (tparam, declared) in def.tparams.iter().zip(params) {
            let own = |size: &Size| matches!(size, Size::Param(_, id) if *id == declared.id);
            if let TypeParam::Size(name) = tparam
                && !mentions(&ty, &own)
            {
                return Err(unused_size(name, def.span));
            }
        }
        Ok(())
    }
    pub(super) fn def_body(&mut self, def: &Def) -> Check<Ty> {
        self.unique_names(&def.params)?;
        let mut args = vec![];
        let level = self.solver.level;
        let params = self.rigid.len();
        for pat in &def.params {
            let (name, ty) = self.param(pat)?;
            self.solver.give(&ty);
            self.irrefutable(pat, &ty);
            args.push((name, ty));
            // What a parameter is cannot depend on later ones.
            self.solver.level += 1;
        }
        let result = self.def_result(def, args, params);
        self.solver.level = level;
        result
    }
    pub(super) fn def_result(
        &mut self,
        def: &Def,
        args: Vec<(Option<ParamId>, Ty)>,
        params: usize,
    ) -> Check<Ty> {
        let constant = args.is_empty();
        let recursive = self.recursive.contains(&def.name);
        let declared = match &def.ret {
            Some(ret) if constant => Some(self.ty(ret)?),
            // Calls inside do not see the body.
            Some(ret) if recursive => Some(self.result_ty(ret)?),
            Some(ret) => Some(self.inside(|infer| infer.body_ty(ret))?),
            None => None,
        };
        let fun = |to, (name, from): (Option<ParamId>, Ty)| Ty::Fun(name, Rc::new(from), Rc::new(to));
        let (declared, own_sizes) = if recursive {
            let told = declared.is_some();
            let result = declared.unwrap_or_else(|| self.solver.fresh());
            let ty = args.iter().cloned().rev().fold(result.clone(), fun);
            (Some(result), self.calls_itself(def, &ty, told))
        } else {
            (declared, vec![])
        };
        let body = self.inside(|infer| infer.exp(&def.body))?;
        self.learn_fixed(&own_sizes);
        let how = if constant { Leaving::Block } else { Leaving::Function };
        let own: Vec<ParamId> = args.iter().filter_map(|(name, _)| *name).collect();
        let seen_inside = !constant && !recursive;
        if let (Some(declared), true) = (&declared, seen_inside) {
            // The body decides on the sizes that are bound in the declared type: no parameter may have them.
            self.inside(|infer| {
                let chosen = infer.solver.with_chosen_sizes(declared);
                infer.as_declared(def, &chosen, &body)
            })?;
        }
        let inner = self.inner_numbers(params, &args);
        let seen = declared.as_ref().filter(|_| seen_inside).unwrap_or(&body);
        let body = self.solver.leave_with(seen, how, &own, &[], &inner);
        self.no_hidden_param(def.body.span)?;
        if constant
            && def.tparams.iter().any(|p| matches!(p, TypeParam::Size(_)))
            && has_unknown(&self.solver.resolve(&body))
        {
            let message =
                format!("{} has size parameters and a size that is not known", plain_name(&def.name));
            return Err(Diagnostic::error("unknown-size", message)
                .label(def.body.span, "this is evaluated anew at every use")
                .note("make it a function"));
        }
        let ty = match declared {
            Some(declared) if !seen_inside => {
                self.as_declared(def, &declared, &body)?;
                declared
            }
            _ => body,
        };
        Ok(args.into_iter().rev().fold(ty, fun))
    }
    /// The numbers inside of arguments, declared since `params`, that no size of an argument tells.
    fn inner_numbers(&self, params: usize, args: &[(Option<ParamId>, Ty)]) -> Vec<ParamId> {
        let mut told = vec![];
        for (_, ty) in args {
            each_size(&self.solver.resolve(ty), &mut |size| told.push(size.clone()));
        }
        let tells = |id: ParamId| told.iter().any(|s| matches!(s, Size::Param(_, p) if *p == id));
        let inner = self.rigid[params..].iter().filter(|p| !p.written && !tells(p.id));
        inner.map(|p| p.id).collect()
    }
    /// Checks the type of a body against the declared one.
    fn as_declared(&mut self, def: &Def, declared: &Ty, body: &Ty) -> Check<()> {
        self.solver.unify(declared, body, def.body.span).map_err(|error| {
            let error = self.unapplied(error, declared, body);
            match &def.ret {
                Some(ret) => error.label(ret.span, "the type of the result is declared here"),
                None => error,
            }
        })
    }
    /// Reports a function that leaves the scope of the size of what it takes.
    pub(super) fn no_hidden_param(&mut self, span: Span) -> Check<()> {
        if !std::mem::take(&mut self.solver.hidden_in_param) {
            return Ok(());
        }
        let message = "this function takes an array of a size that is not known outside";
        Err(Diagnostic::error("size-mismatch", message).label(span, "here"))
    }
    /// Inside, a definition that calls itself has one type, but may be called with other sizes: those of its parameters that
    /// nothing in it decides, which are returned. If its result is not declared, that has the sizes of this very call.
    fn calls_itself(&mut self, def: &Def, ty: &Ty, result_told: bool) -> Vec<SizeVar> {
        let is_type =
            |p: &Declared| self.tyvars.iter().any(|(_, t)| matches!(t, Ty::Param(_, id) if *id == p.id));
        let sizes = self.rigid.iter().filter(|p| !is_type(p)).copied().collect();
        let level = std::mem::take(&mut self.solver.level);
        let scheme = self.solver.generalise(ty, sizes);
        self.solver.level = level;
        let own = if result_told { scheme.sizes } else { vec![] };
        let sizes = self.not_fixed(&own);
        self.globals.insert(def.name.clone(), Scheme { tys: vec![], sizes, ..scheme });
        own
    }
    pub(super) fn local_function(&mut self, def: &Rc<Def>) -> Check<crate::types::Scheme> {
        let (ty, params) = self.def_type(def)?;
        let mut scheme = self.solver.generalise(&ty, params);
        self.told_by_arguments(&scheme);
        self.told_to_local.extend(&scheme.sizes);
        // What is still asked of a type can only be answered for one type.
        let asked = self.deferred.iter().flat_map(|d| {
            let parts = match &d.demand {
                Demand::Field(_, ty) => std::slice::from_ref(ty),
                Demand::Constr(_, payload) => payload,
            };
            parts.iter().chain([&d.of])
        });
        let asked: Vec<Ty> = asked.map(|ty| self.solver.shallow(ty)).collect();
        scheme.tys.retain(|v| !asked.contains(&Ty::Var(*v)));
        Ok(scheme)
    }
}

/// Whether a size of a type is what some expression returned.
pub(super) fn has_unknown(ty: &Ty) -> bool {
    mentions(ty, &|size| matches!(size, Size::Unknown(_)))
}
/// Whether a type has a size with such a part.
fn mentions(ty: &Ty, part: &dyn Fn(&Size) -> bool) -> bool {
    ty.sizes().iter().any(|size| size.any(part)) || ty.parts().into_iter().any(|ty| mentions(ty, part))
}
