//! The types of a program that C sees, and what they are called.
//!
//! As in Futhark an array of scalars is called after its elements and rank (`futhark_f64_2d`), and everything else is opaque: called
//! after its abbreviation (`futhark_opaque_point`), if it is a tuple after its components (`futhark_opaque_tup2_i32_point`), an array
//! after its elements (`futhark_opaque_arr1d_point`), and otherwise after the MD5 sum of its text. Sizes do not distinguish types,
//! but rows of different sizes do: `[n][?]f64` is `futhark_f64_2d_ragged`.

use base::ScalarType;
use front::{Written, WrittenTypes};
use md5::{Digest, Md5};
use std::fmt::Write;
use windrow::{Size, Type};

/// A type of C.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum CType {
    /// A scalar.
    Scalar(ScalarType),
    /// An array of scalars: its position among those of the program.
    Array(usize),
    /// Anything else: its position among those of the program.
    Opaque(usize),
}

/// An array of scalars.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ArrayType {
    pub(crate) elem: ScalarType,
    /// For each dimension whether its rows have different sizes. Those of the first do not.
    pub(crate) varies: Vec<bool>,
}

/// A type that C does not see into.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Opaque {
    /// The name behind `futhark_opaque_`.
    pub(crate) name: String,
    /// The type as a Futhark programmer would write it.
    pub(crate) text: String,
    pub(crate) ty: Type,
    pub(crate) form: Form,
}

/// What an opaque type is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    Record(Vec<(String, CType)>),
    Sum(Vec<(String, Vec<CType>)>),
    /// An array; where rows have different sizes, also what a row is; of records, also their fields, as arrays.
    Array {
        varies: Vec<bool>,
        elem: CType,
        row: Option<CType>,
        fields: Option<Vec<(String, CType)>>,
    },
}

/// The types of a program.
pub(crate) struct Types<'a> {
    written: &'a WrittenTypes,
    pub(crate) arrays: Vec<ArrayType>,
    pub(crate) opaques: Vec<Opaque>,
}

impl ArrayType {
    /// The name behind `futhark_`.
    pub(crate) fn name(&self) -> String {
        format!("{}_{}d{}", self.elem, self.varies.len(), ragged(&self.varies))
    }

    /// The type as text, without sizes.
    pub(crate) fn text(&self) -> String {
        format!("{}{}", dims(&self.varies), self.elem)
    }

    /// Whether rows have different sizes.
    pub(crate) fn is_ragged(&self) -> bool {
        self.varies.contains(&true)
    }
}

/// `[][?]` for rows of different sizes.
fn dims(varies: &[bool]) -> String {
    varies.iter().map(|varies| if *varies { "[?]" } else { "[]" }).collect()
}

/// What the names of types with rows of different sizes have more: which dimensions that concerns, unless it is all but the first.
fn ragged(varies: &[bool]) -> String {
    if !varies.contains(&true) {
        return String::new();
    }
    let mut name = String::from("_ragged");
    if varies[1..].contains(&false) {
        for (dimension, _) in varies.iter().enumerate().filter(|(_, varies)| **varies) {
            // Writing to a string cannot fail.
            let _ = write!(name, "_{dimension}");
        }
    }
    name
}

/// Whether C takes it as a name.
pub(crate) fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// A type as it is written, in which the abbreviations before a position are known.
#[derive(Clone, Copy)]
struct Source<'w> {
    written: &'w Written,
    known: usize,
}

impl<'a> Types<'a> {
    pub(crate) fn new(written: &'a WrittenTypes) -> Types<'a> {
        Types { written, arrays: vec![], opaques: vec![] }
    }

    /// The type of C for a type that is perhaps written somewhere.
    pub(crate) fn add(&mut self, ty: &Type, written: Option<&'a Written>) -> CType {
        let known = self.written.abbreviations.len();
        self.lower(ty, written.map(|written| Source { written, known }))
    }

    /// What an abbreviation stands for.
    fn abbreviation(&self, source: Source<'a>) -> Option<(&'a str, Source<'a>)> {
        let Written::Name(name) = source.written else { return None };
        let known = self.written.abbreviations[..source.known].iter().rposition(|(own, _)| own == name)?;
        Some((name, Source { written: &self.written.abbreviations[known].1, known }))
    }

    /// The first thing that is no abbreviation.
    fn resolved(&self, mut source: Source<'a>) -> Source<'a> {
        while let Some((_, next)) = self.abbreviation(source) {
            source = next;
        }
        source
    }

    /// What the elements of an array of some rank are.
    fn elements(&self, source: Source<'a>, rank: usize) -> Option<Source<'a>> {
        let mut inner = source;
        for _ in 0..rank {
            let array = self.resolved(inner);
            let Written::Array(elem) = array.written else { return None };
            inner = Source { written: elem, ..array };
        }
        Some(inner)
    }

    fn lower(&mut self, ty: &Type, source: Option<Source<'a>>) -> CType {
        let named = source.and_then(|source| self.abbreviation(source)).map(|(name, _)| name.to_string());
        let (mut varies, elem) = peel(ty);
        // A row of its own has one size.
        if let Some(first) = varies.first_mut() {
            *first = false;
        }
        match elem {
            Type::Scalar(elem) if varies.is_empty() => CType::Scalar(*elem),
            _ if varies.is_empty() => {
                let (form, name, text) = self.form(elem, source.map(|source| self.resolved(source)));
                self.register(named, name, text, ty, form)
            }
            _ => {
                let inner = source.and_then(|source| self.elements(source, varies.len()));
                self.array(varies, elem, inner, named)
            }
        }
    }

    /// An array of these elements, which are no arrays.
    fn array(
        &mut self,
        varies: Vec<bool>,
        elem: &Type,
        source: Option<Source<'a>>,
        named: Option<String>,
    ) -> CType {
        let row = varies.contains(&true).then(|| self.array(row_of(&varies), elem, source, None));
        if let Type::Scalar(elem) = elem {
            return CType::Array(position(&mut self.arrays, ArrayType { elem: *elem, varies }));
        }
        let elem_type = self.lower(elem, source);
        let fields = match elem {
            // Without fields there is nothing to zip.
            Type::Record(fields) if !fields.is_empty() => {
                let record = source.map(|source| self.resolved(source));
                let mut columns = vec![];
                for (name, ty) in fields {
                    let own = record.and_then(|record| field(record, name));
                    let (more, elem) = peel(ty);
                    let own = own.and_then(|own| self.elements(own, more.len()));
                    let varies = varies.iter().copied().chain(more).collect();
                    columns.push((name.clone(), self.array(varies, elem, own, None)));
                }
                Some(columns)
            }
            _ => None,
        };
        let name = format!("arr{}d{}_{}", varies.len(), ragged(&varies), self.part_name(&elem_type));
        let text = dims(&varies) + &self.text(&elem_type);
        let wrap = |ty, varies: &bool| Type::Array {
            dim: if *varies { Size::Varies } else { Size::Any },
            elem: Box::new(ty),
        };
        let ty = varies.iter().rev().fold(elem.clone(), wrap);
        self.register(named, Some(name), text, &ty, Form::Array { varies, elem: elem_type, row, fields })
    }

    /// The form of a record or a sum, a name after its components if it has one, and its text.
    fn form(&mut self, ty: &Type, source: Option<Source<'a>>) -> (Form, Option<String>, String) {
        match ty {
            Type::Record(fields) => {
                let mut parts = vec![];
                for (name, ty) in fields {
                    let own = source.and_then(|source| field(source, name));
                    parts.push((name.clone(), self.lower(ty, own)));
                }
                let tuple =
                    parts.len() != 1 && parts.iter().enumerate().all(|(i, (name, _))| *name == i.to_string());
                let texts = parts.iter().map(|(name, ty)| {
                    let text = self.text(ty);
                    if tuple { text } else { format!("{name}: {text}") }
                });
                let text = texts.collect::<Vec<_>>().join(", ");
                let text = if tuple { format!("({text})") } else { format!("{{{text}}}") };
                let name = tuple.then(|| {
                    let names: String =
                        parts.iter().map(|(_, ty)| format!("_{}", self.part_name(ty))).collect();
                    if parts.is_empty() { "unit".to_string() } else { format!("tup{}{names}", parts.len()) }
                });
                (Form::Record(parts), name, text)
            }
            Type::Sum(constructors) => {
                let mut variants = vec![];
                for (name, payload) in constructors {
                    let mut parts = vec![];
                    for (i, ty) in payload.iter().enumerate() {
                        let own = source.and_then(|source| part(source, name, i));
                        parts.push(self.lower(ty, own));
                    }
                    variants.push((name.clone(), parts));
                }
                let texts = variants.iter().map(|(name, parts)| {
                    parts.iter().fold(format!("#{name}"), |text, part| text + " " + &self.text(part))
                });
                let text = texts.collect::<Vec<_>>().join(" | ");
                (Form::Sum(variants), None, text)
            }
            // Nothing else is left, and if there were, it would have no parts.
            _ => (Form::Record(vec![]), None, ty.to_string()),
        }
    }

    /// The type with this name: its abbreviation, or one after its parts, or one after its text. Another type of the same name is called
    /// after its text.
    fn register(
        &mut self,
        named: Option<String>,
        composed: Option<String>,
        text: String,
        ty: &Type,
        form: Form,
    ) -> CType {
        let ty = alone(ty);
        let (mut name, mut text) = match (named.filter(|name| is_name(name)), composed) {
            (Some(name), _) => (name.clone(), name),
            (None, Some(name)) => (name, text),
            (None, None) => (hash(&text), text),
        };
        let taken = |own: &Opaque| own.name == name && own.form != form;
        if self.opaques.iter().any(taken) {
            text = ty.to_string();
            name = hash(&text);
        }
        CType::Opaque(position(&mut self.opaques, Opaque { name, text, ty, form }))
    }

    /// The name of a type as a part of another name.
    fn part_name(&self, ty: &CType) -> String {
        match ty {
            CType::Scalar(ty) => ty.to_string(),
            CType::Array(number) => {
                let ArrayType { elem, varies } = &self.arrays[*number];
                format!("arr{}d{}_{elem}", varies.len(), ragged(varies))
            }
            CType::Opaque(number) => self.opaques[*number].name.clone(),
        }
    }

    /// The type as text, without sizes; the name in the manifest.
    pub(crate) fn text(&self, ty: &CType) -> String {
        match ty {
            CType::Scalar(ty) => ty.to_string(),
            CType::Array(number) => self.arrays[*number].text(),
            CType::Opaque(number) => self.opaques[*number].text.clone(),
        }
    }

    /// The type of a variable that holds a value.
    pub(crate) fn variable(&self, ty: &CType) -> String {
        match ty {
            CType::Scalar(ty) => scalar(*ty).to_string(),
            CType::Array(_) | CType::Opaque(_) => format!("{} *", self.structure(ty)),
        }
    }

    /// The type of a parameter that is only read.
    pub(crate) fn input(&self, ty: &CType) -> String {
        format!("const {}", self.variable(ty))
    }

    /// The type of a parameter that says where a result goes.
    pub(crate) fn output(&self, ty: &CType) -> String {
        match ty {
            CType::Scalar(_) => format!("{} *", self.variable(ty)),
            CType::Array(_) | CType::Opaque(_) => format!("{}*", self.variable(ty)),
        }
    }

    /// The struct of a type that is no scalar.
    pub(crate) fn structure(&self, ty: &CType) -> String {
        match ty {
            CType::Scalar(ty) => scalar(*ty).to_string(),
            CType::Array(number) => format!("struct futhark_{}", self.arrays[*number].name()),
            CType::Opaque(number) => format!("struct futhark_opaque_{}", self.opaques[*number].name),
        }
    }
}

/// The scalar types of C.
pub(crate) fn scalar(ty: ScalarType) -> &'static str {
    match ty {
        ScalarType::I8 => "int8_t",
        ScalarType::I16 => "int16_t",
        ScalarType::I32 => "int32_t",
        ScalarType::I64 => "int64_t",
        ScalarType::U8 => "uint8_t",
        ScalarType::U16 | ScalarType::F16 => "uint16_t",
        ScalarType::U32 => "uint32_t",
        ScalarType::U64 => "uint64_t",
        ScalarType::F32 => "float",
        ScalarType::F64 => "double",
        ScalarType::Bool => "bool",
    }
}

/// The number of a type in `enum windrow_type`; 0 for what is no scalar.
pub(crate) fn kind(ty: &CType) -> usize {
    match ty {
        CType::Scalar(ty) => code(*ty),
        CType::Array(_) | CType::Opaque(_) => 0,
    }
}

/// The number of a scalar type in `enum windrow_type`.
pub(crate) fn code(ty: ScalarType) -> usize {
    ScalarType::ALL.iter().position(|own| *own == ty).map_or(0, |position| position + 1)
}

/// The dimensions of a row: the first has one size.
pub(crate) fn row_of(varies: &[bool]) -> Vec<bool> {
    varies[1..].iter().enumerate().map(|(i, varies)| i > 0 && *varies).collect()
}

/// The dimensions of an array, and what its elements are.
fn peel(mut ty: &Type) -> (Vec<bool>, &Type) {
    let mut varies = vec![];
    while let Type::Array { dim, elem } = ty {
        varies.push(matches!(dim, Size::Varies));
        ty = elem;
    }
    (varies, ty)
}

/// The type without its sizes: what a type of C says.
fn plain(ty: &Type) -> Type {
    match ty {
        Type::Array { dim, elem } => {
            let dim = if matches!(dim, Size::Varies) { Size::Varies } else { Size::Any };
            Type::Array { dim, elem: Box::new(plain(elem)) }
        }
        Type::Record(fields) => {
            Type::Record(fields.iter().map(|(name, ty)| (name.clone(), plain(ty))).collect())
        }
        Type::Sum(constructors) => {
            let own =
                |(name, payload): &(String, Vec<Type>)| (name.clone(), payload.iter().map(plain).collect());
            Type::Sum(constructors.iter().map(own).collect())
        }
        other => other.clone(),
    }
}

/// The type of a value that is no element of an array any more: its outermost dimensions have one size.
fn alone(ty: &Type) -> Type {
    match ty {
        Type::Array { elem, .. } => Type::Array { dim: Size::Any, elem: Box::new(plain(elem)) },
        Type::Record(fields) => {
            Type::Record(fields.iter().map(|(name, ty)| (name.clone(), alone(ty))).collect())
        }
        Type::Sum(constructors) => {
            let own =
                |(name, payload): &(String, Vec<Type>)| (name.clone(), payload.iter().map(alone).collect());
            Type::Sum(constructors.iter().map(own).collect())
        }
        other => other.clone(),
    }
}

/// The position of an item, which is added if it is not there.
fn position<T: PartialEq>(items: &mut Vec<T>, item: T) -> usize {
    items.iter().position(|own| *own == item).unwrap_or_else(|| {
        items.push(item);
        items.len() - 1
    })
}

fn field<'w>(source: Source<'w>, name: &str) -> Option<Source<'w>> {
    let Written::Record(fields) = source.written else { return None };
    let (_, written) = fields.iter().find(|(own, _)| own == name)?;
    Some(Source { written, ..source })
}

fn part<'w>(source: Source<'w>, constructor: &str, number: usize) -> Option<Source<'w>> {
    let Written::Sum(constructors) = source.written else { return None };
    let (_, payload) = constructors.iter().find(|(own, _)| own == constructor)?;
    Some(Source { written: payload.get(number)?, ..source })
}

/// A name for what has none.
fn hash(text: &str) -> String {
    Md5::digest(text.as_bytes()).iter().fold(String::new(), |mut name, byte| {
        // Writing to a string cannot fail.
        let _ = write!(name, "{byte:02x}");
        name
    })
}
