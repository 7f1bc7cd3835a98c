//! The values of sizes that inference knows by number only.
//!
//! ```text
//! filter (> 0) xs |> f        -- f has a size parameter n; here it is the size of what filter returns
//! ```
//!
//! What an expression returns tells the sizes in its type. They are kept for the call whose body the expression stands in, and
//! as long as the body of Core is open in which they were told: inside it whatever they are computed from is in view.
//!
//! Nothing that can fail is computed only because a size may be asked for: in `flatten (map (\_ -> iota (10 / d)) xs)` the size
//! `10 / d` of the rows is not computed where there are no `xs`.

use super::Lower;
use super::value::{Chosen, ChosenSize, Code, Env, Fun, Value};
use crate::ast::{Exp, ExpKind, Name, SizeExp, TypeExp, TypeKind, TypeParam};
use crate::types::{Size, SizeOp, SizeTerm, SizeVar, Ty};
use base::BinOp;
use ir::{Atom, Dim};
use std::rc::Rc;

/// A size without a name.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Numbered {
    /// What some expression returned.
    Unknown(u32),
    /// What inference has left open: any size.
    Open(SizeVar),
}

/// A size that a value has.
pub(super) struct Told {
    size: Atom,
    /// The sizes of the dimensions around it, if none varies: if one is 0 there is nothing of this size.
    around: Option<Vec<Atom>>,
}

impl Told {
    /// The size of a dimension, which does not vary.
    pub(super) fn at(dims: &[Dim], level: usize) -> Told {
        let around = dims[..level].iter().map(|d| d.is_uniform().then_some(d.size)).collect();
        Told { size: dims[level].size, around }
    }
}

impl Lower<'_> {
    /// A number for a new call.
    pub(super) fn new_call(&mut self) -> u32 {
        self.calls += 1;
        self.calls
    }
    /// Remembers the sizes that the value of an expression tells.
    pub(super) fn learn(&mut self, env: &Env, e: &Exp, value: &Value) {
        let types = self.types;
        if let Some(ty) = types.of(e.id) {
            self.learn_type(env, ty, value, 0);
        }
    }
    fn learn_type(&mut self, env: &Env, ty: &Ty, value: &Value, level: usize) {
        match (ty, value) {
            (Ty::Array(size, elem), Value::Array(inner)) => {
                if is_numbered(size)
                    && let Some(told) = self.told_at(inner, level)
                {
                    self.learn_size(env, size, &told);
                }
                self.learn_type(env, elem, inner, level + 1);
            }
            (Ty::Record(types), Value::Record(fields)) => {
                for ((_, ty), (_, value)) in types.iter().zip(fields.iter()) {
                    self.learn_type(env, ty, value, level);
                }
            }
            (Ty::Opaque(name, _, sizes), _) => {
                let Some(bind) = self.hidden.get(name).cloned() else { return };
                let params = bind.tparams.iter().filter_map(|p| match p {
                    TypeParam::Size(name) => Some(name),
                    TypeParam::Type(..) => None,
                });
                for (param, size) in params.zip(sizes.iter()).filter(|(_, size)| is_numbered(size)) {
                    if let Some(told) = self.dim_of(&bind.ty, param, value, level) {
                        self.learn_size(env, size, &told);
                    }
                }
            }
            _ => {}
        }
    }
    /// The size at a level of the arrays that these are the elements of, if it is the same in all rows.
    fn told_at(&self, elem: &Value, level: usize) -> Option<Told> {
        let leaf = *elem.leaves().first()?;
        // The rows of an array without rows have the size that somebody asks for.
        if leaf.var().is_some_and(|v| self.unsized_rows.contains(&v)) {
            return None;
        }
        let dims = self.dims(leaf);
        dims.get(level).filter(|d| d.is_uniform()).map(|_| Told::at(&dims, level))
    }
    /// The size that a dimension of this name has in a value of a written type.
    fn dim_of(&self, ty: &TypeExp, name: &str, value: &Value, level: usize) -> Option<Told> {
        match (&ty.kind, value) {
            (TypeKind::Array(size, elem), Value::Array(inner)) => match size {
                SizeExp::Exp(e) if matches!(&e.kind, ExpKind::Var(own) if **own == *name) => {
                    self.told_at(inner, level)
                }
                _ => self.dim_of(elem, name, inner, level + 1),
            },
            (TypeKind::Record(types), Value::Record(fields)) => types
                .iter()
                .zip(fields.iter())
                .find_map(|((_, ty), (_, value))| self.dim_of(ty, name, value, level)),
            (TypeKind::Unique(ty) | TypeKind::Exists(_, ty), _) => self.dim_of(ty, name, value, level),
            _ => None,
        }
    }
    /// Remembers a size; in a sum, the part that is not known.
    fn learn_size(&mut self, env: &Env, size: &Size, told: &Told) {
        let number = match size {
            Size::Unknown(k) => Numbered::Unknown(*k),
            Size::Var(v) => Numbered::Open(*v),
            // A factor of a product is not told where the other one is 0.
            Size::Term(SizeOp::Mul, _) => return,
            Size::Term(op, parts) => {
                let known = [&parts.0, &parts.1].map(|part| self.part_of(env, part, told));
                let (part, op, from, by) = match (op, known) {
                    (SizeOp::Add, [Some(known), None]) => (&parts.1, BinOp::Sub, told.size, known),
                    (SizeOp::Add, [None, Some(known)]) => (&parts.0, BinOp::Sub, told.size, known),
                    (SizeOp::Sub, [None, Some(known)]) => (&parts.0, BinOp::Add, told.size, known),
                    (SizeOp::Sub, [Some(known), None]) => (&parts.1, BinOp::Sub, known, told.size),
                    _ => return,
                };
                let size = self.size_op(op, from, by);
                return self.learn_size(env, part, &Told { size, around: told.around.clone() });
            }
            Size::Const(_) | Size::Param(..) | Size::Exp(_) | Size::Ext(_) | Size::Any(..) => return,
        };
        if let (Some(call), Some(body)) = (env.calls().next(), self.memo.last_mut()) {
            body.told.insert((call, number), told.size);
        }
    }
    /// A part of a size that a value has, if it is known. If computing it can fail, it is 0 where the value has no rows of that
    /// size: there it was not computed before.
    pub(super) fn part_of(&mut self, env: &Env, part: &Size, told: &Told) -> Option<Atom> {
        match self.size_unless_it_fails(env, part)? {
            ChosenSize::Known(size) => Some(size),
            ChosenSize::Later(..) => {
                let around = told.around.clone()?;
                Some(self.guarded(around, |l| l.known_size(env, part).unwrap_or(Atom::i64(0))))
            }
        }
    }
    fn told(&self, env: &Env, number: Numbered) -> Option<Atom> {
        env.calls().find_map(|call| self.memo.iter().rev().find_map(|m| m.told.get(&(call, number)).copied()))
    }

    /// A size of inference, if it is that of something in view.
    pub(super) fn known_size(&mut self, env: &Env, size: &Size) -> Option<Atom> {
        let name = match size {
            Size::Term(op, parts) => {
                let a = self.known_size(env, &parts.0)?;
                let b = self.known_size(env, &parts.1)?;
                let op = match op {
                    SizeOp::Add => BinOp::Add,
                    SizeOp::Sub => BinOp::Sub,
                    SizeOp::Mul => BinOp::Mul,
                };
                return Some(self.size_op(op, a, b));
            }
            Size::Const(n) => return Some(Atom::i64(*n)),
            Size::Param(name, _) => name,
            Size::Unknown(k) => match self.types.soft_name(*k) {
                Some(name) => name,
                None => return self.told(env, Numbered::Unknown(*k)),
            },
            Size::Exp(term) => return self.known_term(env, term),
            Size::Var(v) => {
                return match env.size(*v) {
                    Some(ChosenSize::Known(size)) => Some(*size),
                    Some(ChosenSize::Later(size, of)) => self.known_size(of, size),
                    None => self.told(env, Numbered::Open(*v)),
                };
            }
            Size::Any(..) | Size::Ext(_) => return None,
        };
        match self.named_value(env, name) {
            Some(Value::Scalar(a)) => Some(a),
            _ => None,
        }
    }
    /// What a name means; a size that the use of a definition has chosen is computed.
    pub(super) fn named_value(&mut self, env: &Env, name: &str) -> Option<Value> {
        match env.later(name) {
            Some((size, of)) => self.known_size(of, size).map(Value::Scalar),
            None => env.get(name).cloned(),
        }
    }
    /// A size of inference, if it is that of something in view: computed, unless that can fail.
    fn size_unless_it_fails(&mut self, env: &Env, size: &Size) -> Option<ChosenSize> {
        if !self.is_computed(env, size) {
            return self.known_size(env, size).map(ChosenSize::Known);
        }
        match self.unless_it_fails(|l| l.known_size(env, size)) {
            Some(value) => value.map(ChosenSize::Known),
            None => Some(ChosenSize::Later(size.clone(), env.clone())),
        }
    }
    /// Whether there are expressions in a size other than sums and products, which cannot fail.
    fn is_computed(&self, env: &Env, size: &Size) -> bool {
        match size {
            Size::Exp(_) => true,
            Size::Term(_, parts) => self.is_computed(env, &parts.0) || self.is_computed(env, &parts.1),
            Size::Var(v) => matches!(env.size(*v), Some(ChosenSize::Later(..))),
            Size::Param(name, _) => env.later(name).is_some(),
            Size::Unknown(k) => self.types.soft_name(*k).is_some_and(|name| env.later(name).is_some()),
            Size::Const(_) | Size::Ext(_) | Size::Any(..) => false,
        }
    }
    /// The value of an expression that is a size, its names taken for what they mean here.
    fn known_term(&mut self, env: &Env, term: &SizeTerm) -> Option<Atom> {
        let mut inner = Env::default();
        for (name, size) in &term.names {
            let value = match size {
                Size::Unknown(k) if self.types.soft_name(*k).is_some() => {
                    self.types.soft_name(*k).and_then(|n| self.named_value(env, n))
                }
                Size::Param(n, _) => self.named_value(env, n),
                size => self.known_size(env, size).map(Value::Scalar),
            };
            inner = inner.bind(name.clone(), value?);
        }
        // A name may mean something else here than where the size was written.
        match self.eval(&inner, &term.exp) {
            Ok(Value::Scalar(a)) => Some(a),
            _ => None,
        }
    }

    /// The sizes and types that a use of a definition has chosen.
    pub(super) fn chosen(&mut self, env: &Env, id: u32) -> Chosen {
        let types = self.types;
        types.chosen(id).map_or_else(Chosen::default, |chosen| self.chosen_in(env, chosen))
    }
    /// What was chosen for a name of the top level that is seen through a module type, as what it chooses for the value that
    /// is sealed.
    pub(super) fn through_seal(&mut self, name: &Name, chosen: &Chosen) -> Chosen {
        let types = self.types;
        let Some(seal) = types.sealed(name) else { return Chosen::default() };
        let mut env = Env::default();
        for (size, value) in seal.sizes.iter().zip(&chosen.declared) {
            if let (Some(name), Some(value)) = (size, value) {
                env = env.bind_size(name, value);
            }
        }
        for (var, ty, of) in &chosen.types {
            if let Some((_, inside)) = seal.types.iter().find(|(outside, _)| outside == var) {
                env = env.bind_type(*inside, ty.clone(), of.clone());
            }
        }
        self.chosen_in(&env, &seal.chosen)
    }
    fn chosen_in(&mut self, env: &Env, sizes: &crate::infer::Chosen) -> Chosen {
        let mut known = |size: &Size| self.size_unless_it_fails(env, size);
        let declared: Vec<Option<ChosenSize>> = sizes.declared.iter().map(&mut known).collect();
        let inferred = sizes.inferred.iter().map(|(v, s)| (*v, known(s)));
        let inferred: Vec<(SizeVar, Option<ChosenSize>)> = inferred.collect();
        let open = declared.iter().chain(inferred.iter().map(|(_, size)| size)).any(|size| size.is_none());
        let inferred = inferred.into_iter().filter_map(|(v, size)| Some((v, size?))).collect();
        let types = sizes.types.iter().map(|(var, ty)| (*var, ty.clone(), env.clone())).collect();
        Chosen { declared, inferred, types, open }
    }
    /// A function with the sizes that the expression which named it has chosen.
    pub(super) fn with_sizes(&mut self, env: &Env, id: u32, value: Value) -> Value {
        let Value::Fun(fun) = &value else { return value };
        let Code::Def(def, own, _) = &fun.code else { return value };
        let chosen = self.chosen(env, id);
        let own = own.with_chosen(def, &chosen);
        let code = Code::Def(def.clone(), own, chosen.open.then_some(id));
        Value::Fun(Rc::new(Fun { code, ..(**fun).clone() }))
    }
    /// A function that is applied, with the sizes that were not known when its name was evaluated and that the arguments since
    /// have told.
    pub(super) fn with_told_sizes(&mut self, env: &Env, e: &Exp, fun: Value) -> Value {
        let Value::Fun(of) = &fun else { return fun };
        let Code::Def(_, _, Some(id)) = of.code else { return fun };
        let mut head = e;
        while let ExpKind::Apply(inner, _) = &head.kind {
            head = inner;
        }
        if head.id == id { self.with_sizes(env, id, fun) } else { fun }
    }
}

/// Whether a size is, or has parts that are, known by number only.
fn is_numbered(size: &Size) -> bool {
    size.any(&|s| matches!(s, Size::Unknown(_) | Size::Var(_)))
}
