//! Variables of inference and how they are solved.

use crate::ast::{Lift, Name};
use crate::types::{Declared, ParamId, Scheme, Size, SizeVar, Ty, TyVar};
use base::diag::{Diagnostic, Span};
use base::{Id, IdVec, ScalarType};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What a type variable may stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    /// Any type.
    Any,
    /// Any type without functions.
    Data,
    /// Any type but functions: what `==` compares.
    Eq,
    /// A number or a bool: what `<` compares.
    Ord,
    /// A number.
    Num,
    /// An integer.
    Int,
    /// An integer or a bool: what `!` takes.
    Bits,
    /// A float.
    Float,
}

impl Class {
    fn meet(self, other: Class) -> Option<Class> {
        use Class::*;
        match (self, other) {
            (a, b) if a == b => Some(a),
            (Any, x) | (x, Any) => Some(x),
            (Data, x) | (x, Data) => Some(x),
            (Eq, x) | (x, Eq) => Some(x),
            (Ord, x) | (x, Ord) => Some(x),
            (Bits, Num) | (Num, Bits) => Some(Int),
            (Num, x) | (x, Num) => Some(x),
            (Float, _) | (_, Float) => None,
            (Int | Bits, Int | Bits) => Some(Int),
        }
    }
    fn admits(self, scalar: ScalarType) -> bool {
        match self {
            Class::Any | Class::Data | Class::Eq | Class::Ord => true,
            Class::Num => scalar != ScalarType::Bool,
            Class::Int => scalar.is_integer(),
            Class::Bits => !scalar.is_float(),
            Class::Float => scalar.is_float(),
        }
    }
    fn words(self) -> &'static str {
        match self {
            Class::Any => "any type",
            Class::Data => "a type without functions",
            Class::Eq => "a type that can be compared",
            Class::Ord => "a number or a bool",
            Class::Num => "a number",
            Class::Int => "an integer",
            Class::Bits => "an integer or a bool",
            Class::Float => "a float",
        }
    }
}

#[derive(Clone, Debug)]
enum Solution {
    Bound(Ty),
    Free { level: u32, class: Class },
}

/// Why two types are not one.
#[derive(Debug)]
enum Clash {
    Types,
    Sizes(Size, Size),
    Class(Class, Ty),
    Infinite,
}

/// All variables, solved and not.
#[derive(Default)]
pub(super) struct Solver {
    tys: IdVec<TyVar, Solution>,
    sizes: IdVec<SizeVar, Option<Size>>,
    params: u32,
    /// What may be inside the types that parameters stand for.
    lifts: FxHashMap<ParamId, Lift>,
    unknowns: u32,
    /// The level of new variables: how many local functions are being checked around them.
    pub level: u32,
    /// Whether sizes are joined at widening points only where they are known to be the same.
    pub eager: bool,
    /// Whether a size that is ragged or unknown met one that is known: what is then left to a check at run time.
    pub ragged_met_size: bool,
}

impl Solver {
    /// A new type variable.
    pub(super) fn fresh_of(&mut self, class: Class) -> Ty {
        Ty::Var(self.tys.push(Solution::Free { level: self.level, class }))
    }
    /// A new type variable that may be anything.
    pub(super) fn fresh(&mut self) -> Ty {
        self.fresh_of(Class::Any)
    }
    /// A new size variable.
    pub(super) fn fresh_size(&mut self) -> Size {
        Size::Var(self.sizes.push(None))
    }
    /// A new size that some expression returns.
    pub(crate) fn fresh_unknown(&mut self) -> Size {
        self.unknowns += 1;
        Size::Unknown(self.unknowns)
    }
    /// A new declared parameter.
    pub(super) fn fresh_param(&mut self, lift: Lift) -> ParamId {
        self.params += 1;
        let id = ParamId::from_index(self.params as usize);
        self.lifts.insert(id, lift);
        id
    }
    fn solution(&self, v: TyVar) -> Solution {
        self.tys[v].clone()
    }
    fn solve(&mut self, v: TyVar, ty: Ty) {
        self.tys[v] = Solution::Bound(ty);
    }

    /// The type, looked up one step deep.
    pub(super) fn shallow(&self, ty: &Ty) -> Ty {
        let mut ty = ty.clone();
        while let Ty::Var(v) = ty {
            match self.solution(v) {
                Solution::Bound(t) => ty = t,
                Solution::Free { .. } => break,
            }
        }
        ty
    }
    pub(super) fn size(&self, size: &Size) -> Size {
        let mut size = size.clone();
        while let Size::Var(v) = size {
            match &self.sizes[v] {
                Some(s) => size = s.clone(),
                None => break,
            }
        }
        size.map_parts(&mut |s| self.size(s))
    }
    /// The type with everything looked up that is known.
    pub(super) fn resolve(&self, ty: &Ty) -> Ty {
        match self.shallow(ty) {
            Ty::Record(fields) => {
                Ty::Record(fields.iter().map(|(n, t)| (n.clone(), self.resolve(t))).collect())
            }
            Ty::Array(size, elem) => Ty::array(self.size(&size), self.resolve(&elem)),
            Ty::Fun(a, b) => Ty::fun(self.resolve(&a), self.resolve(&b)),
            Ty::Sum(cs) => Ty::Sum(map_payloads(&cs, |t| self.resolve(t))),
            Ty::Opaque(name, types, sizes) => Ty::Opaque(
                name,
                types.iter().map(|t| self.resolve(t)).collect(),
                sizes.iter().map(|s| self.size(s)).collect(),
            ),
            ty @ (Ty::Scalar(_) | Ty::Var(_) | Ty::Param(..)) => ty,
        }
    }

    /// Makes `got` what is `wanted`, or says why not.
    pub(super) fn unify(&mut self, wanted: &Ty, got: &Ty, span: Span) -> Result<(), Diagnostic> {
        self.go(wanted, got).map_err(|clash| self.explain(clash, wanted, got, span))
    }
    fn explain(&self, clash: Clash, wanted: &Ty, got: &Ty, span: Span) -> Diagnostic {
        let (wanted, got) = (self.describe(wanted), self.describe(got));
        let message = format!("expected {wanted}, got {got}");
        match clash {
            Clash::Types => Diagnostic::error("type-mismatch", message).label(span, format!("this is {got}")),
            Clash::Sizes(a, b) => Diagnostic::error("size-mismatch", message)
                .label(span, format!("this is {got}"))
                .note(format!("the sizes {a} and {b} are not the same")),
            Clash::Class(class, ty) => Diagnostic::error("type-mismatch", message)
                .label(span, format!("this is {got}"))
                .note(format!("{} is needed where {} stands", class.words(), self.describe(&ty))),
            Clash::Infinite => Diagnostic::error("infinite-type", "this needs a type that contains itself")
                .label(span, format!("{wanted} and {got} cannot be the same")),
        }
    }
    /// A type in words: an open number is `a number`.
    fn describe(&self, ty: &Ty) -> String {
        match self.resolve(ty) {
            Ty::Var(v) => match self.solution(v) {
                Solution::Free { class, .. } => class.words().to_string(),
                Solution::Bound(ty) => ty.to_string(),
            },
            ty => ty.to_string(),
        }
    }

    fn go(&mut self, a: &Ty, b: &Ty) -> Result<(), Clash> {
        let (a, b) = (self.shallow(a), self.shallow(b));
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
            (Ty::Fun(f, x), Ty::Fun(g, y)) => {
                self.go(g, f)?;
                self.go(x, y)
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
    fn go_size(&mut self, a: &Size, b: &Size) -> Result<(), Clash> {
        let (a, b) = (self.size(a), self.size(b));
        match (&a, &b) {
            (Size::Var(v), Size::Var(w)) if v == w => {}
            // A size cannot be made of itself; what is left open is compared at run time.
            (Size::Var(v), Size::Term(..)) if mentions(&b, *v) => {}
            (Size::Term(..), Size::Var(w)) if mentions(&a, *w) => {}
            (Size::Var(v), _) => self.sizes[*v] = Some(b),
            (_, Size::Var(w)) => self.sizes[*w] = Some(a),
            (Size::Term(op, x), Size::Term(other, y)) if op == other => {
                // Parts that differ may still make the same size.
                _ = self.go_size(&x.0, &y.0);
                _ = self.go_size(&x.1, &y.1);
            }
            (Size::Term(..), _) | (_, Size::Term(..)) => {}
            (Size::Any | Size::Unknown(_), Size::Const(_) | Size::Param(..))
            | (Size::Const(_) | Size::Param(..), Size::Any | Size::Unknown(_)) => {
                self.ragged_met_size = true;
            }
            (Size::Any | Size::Unknown(_), _) => {}
            (Size::Const(_) | Size::Param(..), Size::Const(_) | Size::Param(..)) => {
                if a != b {
                    return Err(Clash::Sizes(a, b));
                }
            }
        }
        Ok(())
    }
    fn bind(&mut self, v: TyVar, ty: &Ty) -> Result<(), Clash> {
        let Solution::Free { level, class } = self.solution(v) else {
            base::bug!("infer", "{v:?} is solved already")
        };
        self.adjust(v, level, ty)?;
        match ty {
            Ty::Var(w) => {
                let Solution::Free { level, class: other } = self.solution(*w) else {
                    base::bug!("infer", "{w:?} is solved already")
                };
                let class = class.meet(other).ok_or_else(|| Clash::Class(class, ty.clone()))?;
                self.tys[*w] = Solution::Free { level, class };
            }
            Ty::Scalar(s) if !class.admits(*s) => return Err(Clash::Class(class, ty.clone())),
            Ty::Scalar(_) => {}
            Ty::Param(_, p) if class == Class::Data => {
                if self.lifts.get(p) == Some(&Lift::Functions) {
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
                if !matches!(class, Class::Any | Class::Data | Class::Eq) {
                    return Err(Clash::Class(class, self.resolve(ty)));
                }
                if class != Class::Any {
                    self.require(class, ty)?;
                }
            }
            Ty::Fun(..) | Ty::Param(..) | Ty::Opaque(..) => {}
        }
        self.solve(v, ty.clone());
        Ok(())
    }
    /// Demands that the parts of a type are of a class.
    fn require(&mut self, class: Class, ty: &Ty) -> Result<(), Clash> {
        match self.shallow(ty) {
            Ty::Record(fields) => fields.iter().try_for_each(|(_, t)| self.require(class, t)),
            Ty::Sum(cs) => cs.iter().flat_map(|(_, p)| p).try_for_each(|t| self.require(class, t)),
            Ty::Array(_, elem) => self.require(class, &elem),
            part => {
                let wanted = self.fresh_of(class);
                self.go(&wanted, &part)
            }
        }
    }
    /// Checks that `v` does not occur in `ty`, and lowers the levels of its variables to that of `v`.
    fn adjust(&mut self, v: TyVar, level: u32, ty: &Ty) -> Result<(), Clash> {
        match self.shallow(ty) {
            Ty::Var(w) if v == w => Err(Clash::Infinite),
            Ty::Var(w) => {
                if let Solution::Free { level: own, class } = self.solution(w) {
                    self.tys[w] = Solution::Free { level: own.min(level), class };
                }
                Ok(())
            }
            Ty::Scalar(_) | Ty::Param(..) => Ok(()),
            Ty::Record(fields) => fields.iter().try_for_each(|(_, t)| self.adjust(v, level, t)),
            Ty::Array(_, elem) => self.adjust(v, level, &elem),
            Ty::Fun(a, b) => {
                self.adjust(v, level, &a)?;
                self.adjust(v, level, &b)
            }
            Ty::Sum(cs) => cs.iter().flat_map(|(_, p)| p).try_for_each(|t| self.adjust(v, level, t)),
            Ty::Opaque(_, types, _) => types.iter().try_for_each(|t| self.adjust(v, level, t)),
        }
    }

    /// The type of values that may have either type, and whether sizes differ; these are then open. A widening point.
    pub(crate) fn join(&mut self, a: &Ty, b: &Ty, span: Span) -> Result<(Ty, bool), Diagnostic> {
        if self.eager {
            self.same_but_for_sizes(a, b, span)?;
        }
        let widens = self.differ(a, b);
        let (a, b) = if widens { (self.loosen(a), self.loosen(b)) } else { (a.clone(), b.clone()) };
        self.unify(&a, &b, span)?;
        Ok((a, widens))
    }
    /// A type of which nothing is known becomes like the other one, with sizes of its own.
    fn same_but_for_sizes(&mut self, a: &Ty, b: &Ty, span: Span) -> Result<(), Diagnostic> {
        for (unknown, like) in [(a, b), (b, a)] {
            if matches!(self.shallow(unknown), Ty::Var(_)) && !matches!(self.shallow(like), Ty::Var(_)) {
                let like = self.with_sizes(like, &mut |this| this.fresh_size());
                self.unify(unknown, &like, span)?;
            }
        }
        Ok(())
    }
    /// Whether there are two sizes that are not, and cannot be made, the same.
    fn differ(&self, a: &Ty, b: &Ty) -> bool {
        match (self.shallow(a), self.shallow(b)) {
            (Ty::Record(xs), Ty::Record(ys)) => {
                xs.iter().zip(ys.iter()).any(|(x, y)| self.differ(&x.1, &y.1))
            }
            (Ty::Array(m, s), Ty::Array(n, t)) => {
                let (m, n) = (self.size(&m), self.size(&n));
                let open = matches!(m, Size::Var(_)) || matches!(n, Size::Var(_));
                ((self.eager || !open) && m != n) || self.differ(&s, &t)
            }
            (Ty::Sum(xs), Ty::Sum(ys)) => {
                let mut pairs = xs.iter().zip(ys.iter()).flat_map(|(x, y)| x.1.iter().zip(&y.1));
                pairs.any(|(x, y)| self.differ(x, y))
            }
            _ => false,
        }
    }
    /// The type with sizes of which nothing is known.
    pub(super) fn loosen(&mut self, ty: &Ty) -> Ty {
        self.with_sizes(ty, &mut |this| this.fresh_unknown())
    }
    /// The type with every size made anew.
    fn with_sizes(&mut self, ty: &Ty, size: &mut dyn FnMut(&mut Self) -> Size) -> Ty {
        match self.shallow(ty) {
            Ty::Record(fields) => {
                Ty::Record(fields.iter().map(|(n, t)| (n.clone(), self.with_sizes(t, size))).collect())
            }
            Ty::Array(_, elem) => {
                let elem = self.with_sizes(&elem, size);
                Ty::array(size(self), elem)
            }
            Ty::Sum(cs) => Ty::Sum(map_payloads(&cs, |t| self.with_sizes(t, size))),
            ty @ (Ty::Scalar(_) | Ty::Var(_) | Ty::Param(..) | Ty::Fun(..) | Ty::Opaque(..)) => ty,
        }
    }

    /// A scheme with new variables for what may be chosen, and the sizes chosen for declared parameters, in order.
    pub(super) fn instantiate(&mut self, scheme: &Scheme, applied: usize) -> Instance {
        let mut choice = Choice::default();
        for v in &scheme.tys {
            let class = match self.solution(*v) {
                Solution::Free { class, .. } => class,
                Solution::Bound(_) => Class::Any,
            };
            let fresh = self.fresh_of(class);
            choice.tys.insert(*v, fresh);
        }
        // A size that no argument determines is whatever the function returns.
        let mut given = Given::default();
        let mut result = scheme.ty.clone();
        while let Ty::Fun(from, to) = self.shallow(&result) {
            self.given(&from, &mut given);
            result = (*to).clone();
        }
        for v in &scheme.sizes {
            let fresh = if given.sizes.contains(v) { self.fresh_size() } else { self.fresh_unknown() };
            choice.sizes.insert(*v, fresh);
        }
        for p in &scheme.params {
            let passed = p.arg.is_some_and(|i| i < applied);
            let known = p.chosen || passed || given.params.contains(&p.id);
            let size = if known { self.fresh_size() } else { self.fresh_unknown() };
            let class = if p.lift == Lift::Functions { Class::Any } else { Class::Data };
            let fresh = (self.fresh_of(class), size);
            choice.params.insert(p.id, fresh);
        }
        let mut returned = Given::default();
        if matches!(scheme.ty, Ty::Fun(..)) {
            self.given(&result, &mut returned);
        }
        for k in returned.unknowns {
            let fresh = self.fresh_unknown();
            choice.unknowns.insert(k, fresh);
        }
        let declared = scheme.params.iter().filter(|p| p.chosen).filter_map(|p| choice.params.get(&p.id));
        let sizes = declared.map(|(_, size)| size.clone()).collect();
        let passed = scheme.params.iter().filter_map(|p| Some((p.arg?, choice.params.get(&p.id)?.1.clone())));
        let arguments = passed.filter(|(i, _)| *i < applied).collect();
        Instance { ty: self.choose(&scheme.ty, &choice), sizes, arguments }
    }
    /// Makes the size that stands for an argument what the argument is, unless the context has chosen it already.
    pub(super) fn choose_argument(&mut self, size: &Size, value: Size) {
        if let Size::Var(v) = self.size(size)
            && !mentions(&self.size(&value), v)
        {
            self.sizes[v] = Some(value);
        }
    }
    fn given(&self, ty: &Ty, given: &mut Given) {
        match self.shallow(ty) {
            Ty::Scalar(_) | Ty::Var(_) | Ty::Param(..) => {}
            Ty::Record(fields) => fields.iter().for_each(|(_, t)| self.given(t, given)),
            Ty::Array(size, elem) => {
                self.given_size(&size, given);
                self.given(&elem, given);
            }
            Ty::Fun(a, b) => {
                self.given(&a, given);
                self.given(&b, given);
            }
            Ty::Sum(cs) => cs.iter().flat_map(|(_, p)| p).for_each(|t| self.given(t, given)),
            Ty::Opaque(_, types, sizes) => {
                sizes.iter().for_each(|s| self.given_size(s, given));
                types.iter().for_each(|t| self.given(t, given));
            }
        }
    }
    fn given_size(&self, size: &Size, given: &mut Given) {
        match self.size(size) {
            Size::Var(v) => given.sizes.push(v),
            Size::Param(_, p) => given.params.push(p),
            Size::Unknown(k) => given.unknowns.push(k),
            Size::Const(_) | Size::Any => {}
            Size::Term(_, parts) => {
                self.given_size(&parts.0, given);
                self.given_size(&parts.1, given);
            }
        }
    }
    fn choose_size(&self, size: &Size, choice: &Choice) -> Size {
        match self.size(size) {
            Size::Var(v) => choice.sizes.get(&v).cloned().unwrap_or(Size::Var(v)),
            Size::Param(name, p) => {
                choice.params.get(&p).map_or(Size::Param(name, p), |(_, size)| size.clone())
            }
            Size::Unknown(k) => choice.unknowns.get(&k).cloned().unwrap_or(Size::Unknown(k)),
            size @ (Size::Const(_) | Size::Any) => size,
            size @ Size::Term(..) => size.map_parts(&mut |s| self.choose_size(s, choice)),
        }
    }
    fn choose(&self, ty: &Ty, choice: &Choice) -> Ty {
        match self.shallow(ty) {
            Ty::Var(v) => choice.tys.get(&v).cloned().unwrap_or(Ty::Var(v)),
            Ty::Param(name, p) => choice.params.get(&p).map_or(Ty::Param(name, p), |(ty, _)| ty.clone()),
            Ty::Record(fields) => {
                Ty::Record(fields.iter().map(|(n, t)| (n.clone(), self.choose(t, choice))).collect())
            }
            Ty::Array(size, elem) => {
                let size = self.choose_size(&size, choice);
                Ty::Array(size, Rc::new(self.choose(&elem, choice)))
            }
            Ty::Fun(a, b) => Ty::fun(self.choose(&a, choice), self.choose(&b, choice)),
            Ty::Sum(cs) => Ty::Sum(map_payloads(&cs, |t| self.choose(t, choice))),
            Ty::Opaque(name, types, sizes) => Ty::Opaque(
                name,
                types.iter().map(|t| self.choose(t, choice)).collect(),
                sizes.iter().map(|s| self.choose_size(s, choice)).collect(),
            ),
            ty @ Ty::Scalar(_) => ty,
        }
    }

    /// The scheme of a definition: variables made since `level` grew may be chosen anew, except those of numbers, which
    /// are one type each.
    pub(super) fn generalise(&mut self, ty: &Ty, params: Vec<Declared>) -> Scheme {
        let ty = self.resolve(ty);
        let mut scheme = Scheme { ty: ty.clone(), tys: vec![], sizes: vec![], params };
        self.open(&ty, &mut scheme);
        scheme
    }
    fn open(&self, ty: &Ty, scheme: &mut Scheme) {
        match ty {
            Ty::Var(v) => {
                if let Solution::Free { level, class: Class::Any | Class::Data | Class::Eq } =
                    self.solution(*v)
                    && level > self.level
                    && !scheme.tys.contains(v)
                {
                    scheme.tys.push(*v);
                }
            }
            Ty::Scalar(_) | Ty::Param(..) => {}
            Ty::Record(fields) => fields.iter().for_each(|(_, t)| self.open(t, scheme)),
            Ty::Array(size, elem) => {
                open_size(size, scheme);
                self.open(elem, scheme);
            }
            Ty::Fun(a, b) => {
                self.open(a, scheme);
                self.open(b, scheme);
            }
            Ty::Sum(cs) => cs.iter().flat_map(|(_, p)| p).for_each(|t| self.open(t, scheme)),
            Ty::Opaque(_, types, sizes) => {
                sizes.iter().for_each(|s| open_size(s, scheme));
                types.iter().for_each(|t| self.open(t, scheme));
            }
        }
    }
    /// Gives every number whose type is still open its default: `i32`, or `f64` for what has a point.
    pub(super) fn default_numbers(&mut self, from: usize) {
        for i in from..self.tys.len() {
            let v = TyVar::from_index(i);
            if let Solution::Free { class, .. } = self.solution(v) {
                match class {
                    Class::Num | Class::Int | Class::Ord => {
                        self.solve(v, Ty::Scalar(ScalarType::I32));
                    }
                    Class::Float => self.solve(v, Ty::Scalar(ScalarType::F64)),
                    Class::Bits => self.solve(v, Ty::bool()),
                    Class::Any | Class::Data | Class::Eq => {}
                }
            }
        }
    }
    /// How many type variables there are.
    pub(super) fn count(&self) -> usize {
        self.tys.len()
    }
}

/// A scheme at one of its uses.
pub(super) struct Instance {
    /// Its type.
    pub ty: Ty,
    /// The sizes of declared parameters, in order.
    pub sizes: Vec<Size>,
    /// Sizes that are the values of arguments, by the number of the argument.
    pub arguments: Vec<(usize, Size)>,
}

/// The sizes that occur in a type.
#[derive(Default)]
struct Given {
    sizes: Vec<SizeVar>,
    params: Vec<ParamId>,
    unknowns: Vec<u32>,
}

#[derive(Default)]
struct Choice {
    tys: FxHashMap<TyVar, Ty>,
    sizes: FxHashMap<SizeVar, Size>,
    params: FxHashMap<ParamId, (Ty, Size)>,
    unknowns: FxHashMap<u32, Size>,
}

fn same_fields(a: &[(Name, Ty)], b: &[(Name, Ty)]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(x, y)| x.0 == y.0)
}
fn same_constructors(a: &[(Name, Vec<Ty>)], b: &[(Name, Vec<Ty>)]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(x, y)| x.0 == y.0 && x.1.len() == y.1.len())
}
fn map_payloads(cs: &[(Name, Vec<Ty>)], mut f: impl FnMut(&Ty) -> Ty) -> Rc<[(Name, Vec<Ty>)]> {
    cs.iter().map(|(name, payload)| (name.clone(), payload.iter().map(&mut f).collect())).collect()
}
fn open_size(size: &Size, scheme: &mut Scheme) {
    match size {
        Size::Var(v) if !scheme.sizes.contains(v) => scheme.sizes.push(*v),
        Size::Term(_, parts) => {
            open_size(&parts.0, scheme);
            open_size(&parts.1, scheme);
        }
        _ => {}
    }
}
fn mentions(size: &Size, v: SizeVar) -> bool {
    match size {
        Size::Var(w) => *w == v,
        Size::Term(_, parts) => mentions(&parts.0, v) || mentions(&parts.1, v),
        Size::Const(_) | Size::Param(..) | Size::Unknown(_) | Size::Any => false,
    }
}
