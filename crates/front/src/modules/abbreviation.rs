//! Abbreviations of types: they are replaced by what they stand for.

use super::names::{Names, own_name};
use super::renumber::substituted;
use super::scope::Kind;
use super::types::{Place, words};
use super::{Elab, Resolve};
use crate::ast::{Exp, ExpKind, Lift, Name, SizeExp, TypeArg, TypeExp, TypeKind, TypeParam};
use base::ScalarType;
use base::diag::{Diagnostic, Span};

/// The arguments of an abbreviation.
#[derive(Clone)]
struct Given {
    sizes: Vec<(Name, SizeExp)>,
    types: Vec<(Name, Argument)>,
    span: Span,
}

/// A type given to an abbreviation: as the type of one value, and as the type of elements, whose hidden sizes vary.
#[derive(Clone)]
struct Argument {
    value: TypeExp,
    element: TypeExp,
}

impl Elab<'_> {
    /// What the name of a type stands for.
    pub(super) fn type_name(
        &mut self,
        names: &mut Names,
        name: &Name,
        args: &[TypeArg],
        span: Span,
        place: Place,
    ) -> Resolve<TypeExp> {
        if names.tyvar_lift(name).is_some() && args.is_empty() {
            return Ok(TypeExp { kind: TypeKind::Name(name.clone(), vec![]), span });
        }
        let Some(bind) = names.find_type(name) else {
            if let (Some(scalar), []) = (ScalarType::from_name(name), args) {
                return Ok(TypeExp { kind: TypeKind::Scalar(scalar), span });
            }
            let error = Diagnostic::error("unknown-type", format!("unknown type {name}"));
            let error = error.label(span, "not defined here");
            let path: Vec<Name> = name.split('.').map(Name::from).collect();
            let error = self.unknown(names, Kind::Type, &path, span, error);
            return Err(match usual_name(name) {
                Some(usual) => error.note(format!("did you mean {usual}?")),
                None => error,
            });
        };
        let wrong = |what: String| Err(Diagnostic::error("type-arguments", what).label(span, "here"));
        if bind.tparams.len() != args.len() {
            let wanted = match bind.tparams.len() {
                0 => "no arguments".to_string(),
                1 => "1 argument".to_string(),
                n => format!("{n} arguments"),
            };
            return wrong(format!("{name} takes {wanted}, got {}", args.len()));
        }
        let mut given = Given { sizes: vec![], types: vec![], span };
        for (param, arg) in bind.tparams.iter().zip(args) {
            match (param, arg) {
                (TypeParam::Size(n), TypeArg::Size(s)) => {
                    given.sizes.push((n.clone(), self.size(names, s)?));
                }
                (TypeParam::Type(n, lift), TypeArg::Type(t)) => {
                    let own = self.lift(names, t);
                    let value = self.ty(names, t)?;
                    // An anonymous size is inferred where the type is used, so it is one size there.
                    if own > *lift && (own != Lift::Sizes || varies(&value)) {
                        return wrong(format!("the argument {n} of {name} cannot be {}", words(own)));
                    }
                    let element = match (lift, own) {
                        (Lift::Plain, _) | (_, Lift::Plain) => value.clone(),
                        _ => self.ty_at(names, t, Place::Element)?,
                    };
                    given.types.push((n.clone(), Argument { value, element }));
                }
                (TypeParam::Size(n), TypeArg::Type(_)) => {
                    return wrong(format!("the argument {n} of {name} is a size, got a type"));
                }
                (TypeParam::Type(n, _), TypeArg::Size(_)) => {
                    return wrong(format!("the argument {n} of {name} is a type, got a size"));
                }
            }
        }
        match place {
            Place::Element if bind.lift == Lift::Sizes => {
                let each = self.of_each(&bind.ty);
                Ok(self.expand_once(&each, given, place))
            }
            _ => Ok(self.expand_once(&bind.ty, given, place)),
        }
    }
    /// What a `type~` stands for as the type of elements. Its anonymous sizes are hidden in each value, so they vary with the
    /// element: they are named in front of it.
    fn of_each(&mut self, ty: &TypeExp) -> TypeExp {
        let mut names = vec![];
        let each = self.named_sizes(ty, &mut names);
        if names.is_empty() {
            each
        } else {
            TypeExp { kind: TypeKind::Exists(names, Box::new(each)), span: ty.span }
        }
    }
    /// A type with names for its anonymous sizes.
    fn named_sizes(&mut self, ty: &TypeExp, names: &mut Vec<Name>) -> TypeExp {
        let kind = match &ty.kind {
            TypeKind::Record(fields) => {
                let fields = fields.iter().map(|(name, t)| (name.clone(), self.named_sizes(t, names)));
                TypeKind::Record(fields.collect())
            }
            TypeKind::Sum(constructors) => {
                let mut payload =
                    |types: &[TypeExp]| types.iter().map(|t| self.named_sizes(t, names)).collect();
                TypeKind::Sum(
                    constructors.iter().map(|(name, types)| (name.clone(), payload(types))).collect(),
                )
            }
            TypeKind::Array(SizeExp::Anon, t) => {
                let name: Name = format!("size {} of type", names.len()).into();
                let size = self.size_called(&name, ty.span);
                names.push(name);
                TypeKind::Array(size, Box::new(self.named_sizes(t, names)))
            }
            TypeKind::Array(size, t) => TypeKind::Array(size.clone(), Box::new(self.named_sizes(t, names))),
            TypeKind::Unique(t) => TypeKind::Unique(Box::new(self.named_sizes(t, names))),
            TypeKind::Exists(own, t) => TypeKind::Exists(own.clone(), Box::new(self.named_sizes(t, names))),
            TypeKind::Scalar(_) | TypeKind::Name(..) | TypeKind::Abstract(..) | TypeKind::Fun(..) => {
                ty.kind.clone()
            }
        };
        TypeExp { kind, span: ty.span }
    }
    /// The size with a name, as an expression.
    fn size_called(&mut self, name: &Name, span: Span) -> SizeExp {
        self.next_id += 1;
        let kind = ExpKind::Var(name.clone());
        SizeExp::Exp(Box::new(Exp { id: self.next_id - 1, span, kind, attrs: None }))
    }
    /// The same, where an anonymous size that stands for several dimensions is one size.
    fn expand_once(&mut self, ty: &TypeExp, mut given: Given, place: Place) -> TypeExp {
        let span = given.span;
        let mut names = vec![];
        for (name, size) in &mut given.sizes {
            if matches!(size, SizeExp::Anon) && super::sizes::Sizes::of(ty).dimensions(name) > 1 {
                let own: Name = format!("{name} of type").into();
                *size = self.size_called(&own, span);
                names.push(own);
            }
        }
        let ty = self.expand(ty, &given, place);
        if names.is_empty() { ty } else { TypeExp { kind: TypeKind::Exists(names, Box::new(ty)), span } }
    }
    /// What an abbreviation stands for, with its arguments.
    fn expand(&mut self, ty: &TypeExp, given: &Given, place: Place) -> TypeExp {
        let kind = match &ty.kind {
            TypeKind::Scalar(s) => TypeKind::Scalar(*s),
            TypeKind::Name(name, _) => {
                if let Some((_, t)) = given.types.iter().find(|(n, _)| n == name) {
                    return if place == Place::Value { t.value.clone() } else { t.element.clone() };
                }
                ty.kind.clone()
            }
            TypeKind::Abstract(name, args) => {
                let args = args.iter().map(|arg| match arg {
                    TypeArg::Size(s) => TypeArg::Size(self.expand_size(s, given)),
                    TypeArg::Type(t) => TypeArg::Type(self.expand(t, given, place)),
                });
                TypeKind::Abstract(name.clone(), args.collect())
            }
            TypeKind::Record(fields) => TypeKind::Record(
                fields.iter().map(|(n, t)| (n.clone(), self.expand(t, given, place))).collect(),
            ),
            TypeKind::Sum(constructors) => {
                let constructors = constructors.iter().map(|(n, payload)| {
                    (n.clone(), payload.iter().map(|t| self.expand(t, given, place)).collect())
                });
                TypeKind::Sum(constructors.collect())
            }
            TypeKind::Array(size, t) => {
                let size = self.expand_size(size, given);
                TypeKind::Array(size, Box::new(self.expand(t, given, Place::Element)))
            }
            TypeKind::Fun(name, a, b) => {
                let a = self.expand(a, given, Place::Value);
                let (name, given) = self.apart(name.as_slice(), given);
                let b = self.expand(b, &given, Place::Value);
                TypeKind::Fun(name.into_iter().next(), Box::new(a), Box::new(b))
            }
            TypeKind::Unique(t) => TypeKind::Unique(Box::new(self.expand(t, given, place))),
            TypeKind::Exists(names, t) => {
                let (names, given) = self.apart(names, given);
                TypeKind::Exists(names, Box::new(self.expand(t, &given, place)))
            }
        };
        TypeExp { kind, span: given.span }
    }
    /// Names bound inside of an abbreviation get names of their own: an argument may mention something that is called the same.
    fn apart(&mut self, bound: &[Name], given: &Given) -> (Vec<Name>, Given) {
        let mut inner = given.clone();
        let mut new = vec![];
        for name in bound {
            let own = own_name(name, self.next_id);
            inner.sizes.retain(|(hidden, _)| hidden != name);
            inner.sizes.push((name.clone(), self.size_called(&own, given.span)));
            new.push(own);
        }
        (new, inner)
    }
    fn expand_size(&mut self, size: &SizeExp, given: &Given) -> SizeExp {
        let SizeExp::Exp(e) = size else { return size.clone() };
        // An anonymous argument stands alone in its dimension.
        if let ExpKind::Var(name) = &e.kind
            && let Some((_, size)) = given.sizes.iter().find(|(n, _)| n == name)
            && !matches!(size, SizeExp::Exp(_))
        {
            return size.clone();
        }
        SizeExp::Exp(Box::new(substituted(e, &given.sizes, &mut self.next_id)))
    }
}

/// Whether the values of a type may differ in shape because it says so with `?`.
fn varies(ty: &TypeExp) -> bool {
    match &ty.kind {
        TypeKind::Scalar(_) | TypeKind::Name(..) | TypeKind::Abstract(..) | TypeKind::Fun(..) => false,
        TypeKind::Record(fields) => fields.iter().any(|(_, t)| varies(t)),
        TypeKind::Sum(constructors) => constructors.iter().flat_map(|(_, p)| p).any(varies),
        TypeKind::Array(size, t) => matches!(size, SizeExp::Any) || varies(t),
        TypeKind::Unique(t) => varies(t),
        TypeKind::Exists(..) => true,
    }
}

/// What other languages call by this name.
fn usual_name(name: &str) -> Option<&'static str> {
    Some(match name.to_ascii_lowercase().as_str() {
        "int" | "integer" => "i64 (or i8, i16, i32)",
        "uint" | "usize" | "unsigned" | "nat" | "word" => "u64 (or u8, u16, u32)",
        "long" | "int64" | "isize" => "i64",
        "int32" => "i32",
        "short" | "int16" => "i16",
        "int8" => "i8",
        "char" | "byte" | "uint8" => "u8",
        "float" | "real" | "single" | "float32" => "f32 (or f64)",
        "double" | "float64" | "number" => "f64",
        "half" | "float16" => "f16",
        "boolean" => "bool",
        "string" | "str" | "text" => "[]u8",
        "unit" | "void" => "()",
        _ => return None,
    })
}
