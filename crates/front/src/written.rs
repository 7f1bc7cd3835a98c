//! Types as their author wrote them.
//!
//! Modules and abbreviations are gone when types are inferred, but interfaces for other languages name types after their abbreviations:
//! a record that the program calls `point` is `struct futhark_opaque_point` in C.

use crate::ast::{Def, PatKind, TypeExp, TypeKind};
use crate::parse;
use crate::syntax::Dec;

/// A type as it is written, without sizes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Written {
    /// A scalar type or an abbreviation, without its arguments.
    Name(String),
    /// An array.
    Array(Box<Written>),
    /// A tuple or a record; the fields of a tuple are called `0`, `1`, ..
    Record(Vec<(String, Written)>),
    /// A sum: the constructors with what they carry.
    Sum(Vec<(String, Vec<Written>)>),
    /// What has no name in other languages: a function or an abbreviation with types as arguments.
    Other,
}

/// The types of an entry point, where they are written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenEntry {
    /// Its name.
    pub name: String,
    /// The types of its parameters. There may be fewer than it has.
    pub params: Vec<Option<Written>>,
    /// The type of its result.
    pub result: Option<Written>,
    /// Whether the result is written as unique.
    pub unique: bool,
}

/// What a file says about types.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WrittenTypes {
    /// The abbreviations at the top level, in order; a later one hides an earlier one of the same name.
    pub abbreviations: Vec<(String, Written)>,
    /// The entry points.
    pub entries: Vec<WrittenEntry>,
}

/// The types in the text of a program that is right.
pub fn written_types(text: &str) -> WrittenTypes {
    let mut found = WrittenTypes::default();
    // Names do not leave the thread that the tree is made on.
    let read = crate::on_large_stack(|| {
        for dec in parse::parse(0, text, &mut 0, false).decs {
            found.add(&dec);
        }
    });
    // Without memory for the parser there are no names: what is named after them gets other names.
    if read.is_ok() { found } else { WrittenTypes::default() }
}

impl WrittenTypes {
    fn add(&mut self, dec: &Dec) {
        match dec {
            Dec::Type(dec) => {
                if let Some(ty) = &dec.ty {
                    self.abbreviations.push((dec.name.to_string(), written(ty)));
                }
            }
            Dec::Def(def) if def.entry || &*def.name == "main" => self.entries.push(entry(def)),
            Dec::Local(dec) => self.add(dec),
            Dec::Def(_) | Dec::Val(_) | Dec::Module(_) | Dec::ModType(..) | Dec::Open(_) => {}
        }
    }
}

fn entry(def: &Def) -> WrittenEntry {
    let param = |kind: &PatKind| match kind {
        PatKind::Typed(_, ty) => Some(written(ty)),
        _ => None,
    };
    let mut params: Vec<Option<Written>> = def.params.iter().map(|pat| param(&pat.kind)).collect();
    // `entry f : a -> b = ..` has parameters in its type.
    let mut rest = def.ret.as_ref();
    while let Some(TypeExp { kind: TypeKind::Fun(_, from, to), .. }) = rest {
        params.push(Some(written(from)));
        rest = Some(to);
    }
    let unique = rest.is_some_and(|ty| matches!(ty.kind, TypeKind::Unique(_)));
    WrittenEntry { name: def.name.to_string(), params, result: rest.map(written), unique }
}

fn written(ty: &TypeExp) -> Written {
    match &ty.kind {
        TypeKind::Scalar(ty) => Written::Name(ty.name().to_string()),
        TypeKind::Name(name, args) => {
            let types = args.iter().any(|arg| matches!(arg, crate::ast::TypeArg::Type(_)));
            if types { Written::Other } else { Written::Name(name.to_string()) }
        }
        TypeKind::Record(fields) => {
            Written::Record(fields.iter().map(|(name, ty)| (name.to_string(), written(ty))).collect())
        }
        TypeKind::Array(_, elem) => Written::Array(Box::new(written(elem))),
        TypeKind::Unique(ty) | TypeKind::Exists(_, ty) => written(ty),
        TypeKind::Sum(constructors) => {
            let own = |(name, payload): &(crate::ast::Name, Vec<TypeExp>)| {
                (name.to_string(), payload.iter().map(written).collect())
            };
            Written::Sum(constructors.iter().map(own).collect())
        }
        TypeKind::Fun(..) | TypeKind::Abstract(..) => Written::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn abbreviations_and_entry_points_are_found() {
        let found = written_types(
            "type t [n] = ([n]u32, f16)\n\
             def twice (x: i32) = 2 * x\n\
             entry f [n] (x: *t [n]) y: *[]t [] = x\n\
             entry g : i32 -> t [] = id\n",
        );
        let name = |name: &str| Written::Name(name.into());
        let pair = [("0".to_string(), Written::Array(Box::new(name("u32")))), ("1".to_string(), name("f16"))];
        assert_eq!(found.abbreviations, [("t".to_string(), Written::Record(pair.to_vec()))]);
        let [f, g] = found.entries.as_slice() else { panic!("{:?}", found.entries) };
        assert_eq!(f.params, [Some(name("t")), None]);
        assert_eq!((f.result.as_ref(), f.unique), (Some(&Written::Array(Box::new(name("t")))), true));
        assert_eq!((g.params.as_slice(), g.result.as_ref()), (&[Some(name("i32"))][..], Some(&name("t"))));
    }
}
