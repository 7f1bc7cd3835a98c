//! Definitions that no entry point reaches.
//!
//! Some errors are found only here, because only the values show which rows vary in size. So that a library has them too, a
//! definition that nothing calls is lowered once for arguments about which only their types are known; what it becomes is
//! thrown away. A type parameter stands for numbers, and a function returns some value of its result type.
//!
//! A definition that takes arrays of an abstract type is left out: how the sizes hidden in the type vary is known only to who
//! makes the values. So is one that uses what a parameter of a module promises, and what the compiler cannot do yet is no error
//! of a definition that nothing calls.

use super::value::{Chosen, ChosenSize, Code, Env, Fun, Value};
use super::{Ctx, Low, Lower, in_prelude};
use crate::ast::{Decl, Def, Name, TypeParam};
use crate::types::{ParamId, RowName, Size, Ty, revealed};
use base::diag::Diagnostic;
use base::{Loc, ScalarType};
use ir::{Atom, Dim, Type, sizes_type};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Errors about what the compiler cannot do.
const LIMITS: [&str; 3] = ["not-supported", "too-large", "too-deep"];

/// A function of which only the type is known.
pub(super) struct AnyFunction {
    ty: Ty,
    /// What the sizes in the type are.
    env: Env,
}

impl AnyFunction {
    /// How many arguments it takes.
    pub(super) fn arity(&self) -> usize {
        std::iter::successors(Some(&self.ty), |ty| match ty {
            Ty::Fun(_, _, to) => Some(&**to),
            _ => None,
        })
        .count()
            - 1
    }
}

/// The sizes of the rows that arguments share, by name and by how many levels they vary with.
type RowSizes = FxHashMap<(RowName, usize), Atom>;

impl Lower<'_> {
    /// The errors in definitions that nothing lowered so far has called.
    pub(super) fn check_uncalled(&mut self, decls: &[Decl]) -> Vec<Diagnostic> {
        let mut errors = vec![];
        let recursive = self.recs.len();
        // Later definitions call earlier ones, which are then lowered already.
        for decl in decls.iter().rev() {
            let Decl::Def(def) = decl else { continue };
            if def.entry || in_prelude(def.span) || self.called.contains(&Rc::as_ptr(def)) {
                continue;
            }
            if let Err(error) = self.uncalled(def)
                && !LIMITS.contains(&error.id)
                && !errors.contains(&error)
            {
                errors.push(error);
            }
            self.recs.truncate(recursive);
        }
        errors.reverse();
        errors
    }
    fn uncalled(&mut self, def: &Rc<Def>) -> Low<()> {
        let types = self.types;
        let Some(ty) = types.definition(&def.name) else { return Ok(()) };
        self.ctx = Ctx { callers: Loc::none(), site: def.span, prelude: false };
        (self.depth, self.count) = (0, 0);
        self.constants.clear();
        self.capture(|l| {
            let chosen = l.any_choice(def, ty);
            let mut env = Env::default().with_chosen(def, &chosen);
            let of_def = env.clone();
            let (mut args, mut rest, mut rows) = (vec![], ty, RowSizes::default());
            while let Ty::Fun(param, from, to) = rest {
                let Some(arg) = l.any_value(&env, from, &mut vec![], &mut rows)? else { return Ok(()) };
                env = named_argument(env, *param, to, &arg);
                args.push(arg);
                rest = to;
            }
            let code = Code::Def(def.clone(), of_def, None);
            let mut value = Value::Fun(Rc::new(Fun { code, args: vec![], home: None }));
            if def.params.is_empty() {
                value = l.apply_nothing(&value)?;
            }
            for arg in args {
                value = l.apply(&value, arg, def.body.span)?;
            }
            Ok(())
        })
        .map(|_| ())
    }
    /// A choice for everything that a use of a definition may choose.
    fn any_choice(&mut self, def: &Def, ty: &Ty) -> Chosen {
        let mut chosen = Chosen::default();
        for param in &def.tparams {
            let size = matches!(param, TypeParam::Size(_)).then(|| ChosenSize::Known(self.any_size()));
            chosen.declared.push(size);
        }
        let mut parts = vec![ty];
        while let Some(part) = parts.pop() {
            if let Some(var) = part.type_var() {
                chosen.types.push((var, Ty::i64(), Env::default()));
            }
            for size in part.sizes() {
                self.choose_sizes(size, &mut chosen);
            }
            parts.extend(part.parts());
        }
        chosen
    }
    fn choose_sizes(&mut self, size: &Size, chosen: &mut Chosen) {
        match size {
            Size::Var(v) if chosen.inferred.iter().all(|(known, _)| known != v) => {
                chosen.inferred.push((*v, ChosenSize::Known(self.any_size())));
            }
            Size::Term(_, parts) => {
                self.choose_sizes(&parts.0, chosen);
                self.choose_sizes(&parts.1, chosen);
            }
            Size::Exp(term) => term.names.iter().for_each(|(_, size)| self.choose_sizes(size, chosen)),
            _ => {}
        }
    }
    fn any_size(&mut self) -> Atom {
        let size = self.fresh("n", Type::i64());
        self.sizes.insert(size);
        size.into()
    }

    /// Some value of a type, under the dimensions `outer`; `None` for types whose values say more than the type.
    fn any_value(
        &mut self,
        env: &Env,
        ty: &Ty,
        outer: &mut Vec<Dim>,
        rows: &mut RowSizes,
    ) -> Low<Option<Value>> {
        let leaf = |l: &mut Self, elem: ScalarType, outer: &[Dim]| {
            Value::Scalar(l.fresh("x", Type::array(elem, outer.to_vec())).into())
        };
        Ok(Some(match ty {
            Ty::Scalar(elem) => leaf(self, *elem, outer),
            Ty::Var(_) | Ty::Param(..) => leaf(self, ScalarType::I64, outer),
            Ty::Record(fields) => {
                let mut values = vec![];
                for (name, ty) in fields.iter() {
                    let Some(value) = self.any_value(env, ty, outer, rows)? else { return Ok(None) };
                    values.push((name.clone(), value));
                }
                Value::Record(values.into())
            }
            Ty::Array(size, elem) => {
                let dim = self.any_dim(env, size, outer, rows);
                outer.push(dim);
                let value = self.any_value(env, elem, outer, rows);
                let value = match value? {
                    Some(value) if value.leaves().is_empty() => {
                        let present = leaf(self, ScalarType::Bool, outer).leaves()[0];
                        Some(value.as_element(present))
                    }
                    value => value,
                };
                outer.pop();
                let Some(value) = value else { return Ok(None) };
                Value::array(value)
            }
            Ty::Sum(constructors) => {
                let Value::Scalar(tag) = leaf(self, super::sum::TAG, outer) else { return Ok(None) };
                let mut parts = vec![];
                for (name, payload) in constructors.iter() {
                    self.tag(name);
                    let mut values = vec![];
                    for ty in payload {
                        let Some(value) = self.any_value(env, ty, outer, rows)? else { return Ok(None) };
                        values.push(value);
                    }
                    parts.push((name.clone(), values));
                }
                Value::Sum(tag, parts.into())
            }
            Ty::Opaque(name, args, _) => match revealed(name, args, self.hidden) {
                Some(ty) if !has_array(&ty) => return self.any_value(env, &ty, outer, rows),
                Some(_) | None => return Ok(None),
            },
            Ty::Fun(..) if outer.is_empty() => {
                let function = AnyFunction { ty: ty.clone(), env: env.clone() };
                // What it returns is made at every call; here it is only found out whether it can be.
                let mut result = ty;
                while let Ty::Fun(_, _, to) = result {
                    result = to;
                }
                if self.any_value(env, result, outer, &mut RowSizes::default())?.is_none() {
                    return Ok(None);
                }
                let code = Code::Any(Rc::new(function));
                Value::Fun(Rc::new(Fun { code, args: vec![], home: None }))
            }
            Ty::Fun(..) => return Ok(None),
        }))
    }
    fn any_dim(&mut self, env: &Env, size: &Size, outer: &[Dim], rows: &mut RowSizes) -> Dim {
        let Some(row) = size.row() else {
            let known = self.known_size(env, size);
            return Dim::uniform(known.unwrap_or_else(|| self.any_size()));
        };
        // It varies with the arrays around its row.
        let levels = outer.len().saturating_sub(row as usize);
        let on: Vec<u32> = (0..levels as u32).collect();
        let size = match size {
            Size::Any(_, Some(name)) => match rows.get(&(*name, levels)) {
                Some(size) => *size,
                None => {
                    let size = self.any_sizes(outer, &on);
                    rows.insert((*name, levels), size);
                    size
                }
            },
            _ => self.any_sizes(outer, &on),
        };
        Dim { size, on }
    }
    fn any_sizes(&mut self, outer: &[Dim], on: &[u32]) -> Atom {
        if on.is_empty() {
            return self.any_size();
        }
        self.fresh("s", sizes_type(outer, on)).into()
    }

    /// Calls a function of which only the type is known.
    pub(super) fn call_any(&mut self, function: &AnyFunction, args: &[Value]) -> Low<Value> {
        let (mut env, mut rest) = (function.env.clone(), &function.ty);
        for arg in args {
            let Ty::Fun(param, _, to) = rest else { base::bug!("lower", "too many arguments") };
            env = named_argument(env, *param, to, arg);
            rest = to;
        }
        match self.any_value(&env, rest, &mut vec![], &mut RowSizes::default())? {
            Some(value) => Ok(value),
            None => base::bug!("lower", "a function returns what no value can be made of"),
        }
    }
}

/// The environment with the name that the type of a function's result has for an argument.
fn named_argument(env: Env, param: Option<ParamId>, result: &Ty, arg: &Value) -> Env {
    let name = param.and_then(|param| name_of(param, result));
    match (name, arg) {
        (Some(name), Value::Scalar(_)) => env.bind(name, arg.clone()),
        _ => env,
    }
}
fn name_of(param: ParamId, ty: &Ty) -> Option<Name> {
    let in_size = |size: &Size| size_name(param, size);
    ty.sizes().iter().find_map(in_size).or_else(|| ty.parts().into_iter().find_map(|t| name_of(param, t)))
}
fn size_name(param: ParamId, size: &Size) -> Option<Name> {
    match size {
        Size::Param(name, id) if *id == param => Some(name.clone()),
        Size::Term(_, parts) => size_name(param, &parts.0).or_else(|| size_name(param, &parts.1)),
        Size::Exp(term) => term.names.iter().find_map(|(_, size)| size_name(param, size)),
        _ => None,
    }
}
fn has_array(ty: &Ty) -> bool {
    matches!(ty, Ty::Array(..)) || ty.parts().into_iter().any(has_array)
}
