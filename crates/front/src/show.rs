//! Types as text.

use crate::ast::is_tuple;
use crate::types::{RowName, Size, SizeOp, SizeTerm, Ty, plain_name};
use base::Id;
use std::fmt;

/// Names for the sizes of a row.
const NAMES: [&str; 6] = ["r", "c", "d", "e", "g", "h"];

impl Ty {
    /// A row that has sizes of its own at other places than its outermost dimension, with names for these:
    /// `?[r][c].[r][c]t`.
    pub(crate) fn named_rows(&self) -> Option<(Vec<String>, Ty)> {
        let (mut names, mut inside) = (vec![], false);
        let ty = self.name_sizes(0, &mut names, &mut inside);
        inside.then(|| ((0..names.len()).map(row_name).collect(), ty))
    }
    fn name_sizes(&self, around: u32, names: &mut Vec<Option<RowName>>, inside: &mut bool) -> Ty {
        match self {
            Ty::Array(Size::Any(row, shared), elem) if *row >= around => {
                let known = names.iter().position(|own| shared.is_some() && own == shared);
                let place = known.unwrap_or_else(|| {
                    names.push(*shared);
                    names.len() - 1
                });
                let name = row_name(place);
                *inside |= around > 0 || known.is_some();
                let size = Size::Param(name.as_str().into(), Id::from_index(0));
                Ty::array(size, elem.name_sizes(around + 1, names, inside))
            }
            Ty::Array(size, elem) => Ty::array(size.clone(), elem.name_sizes(around + 1, names, inside)),
            Ty::Record(_) | Ty::Sum(_) => {
                self.map_parts(&mut |t| t.name_sizes(around, names, inside), &mut |size| size.clone())
            }
            Ty::Scalar(_) | Ty::Var(_) | Ty::Param(..) | Ty::Fun(..) | Ty::Opaque(..) => self.clone(),
        }
    }
}

/// Text with unique names in it, as the user wrote them.
fn plain_text(text: &str) -> String {
    let mut parts = text.split('#');
    let first = parts.next().unwrap_or("").to_string();
    parts.fold(first, |before, part| before + part.trim_start_matches(|c: char| c.is_ascii_digit()))
}

fn row_name(place: usize) -> String {
    NAMES.get(place).map_or_else(|| format!("r{place}"), |name| name.to_string())
}

impl fmt::Display for SizeTerm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, text) in self.key.split('$').enumerate() {
            if let (Some(before), true) = (i.checked_sub(1).and_then(|i| self.names.get(i)), i > 0) {
                // A parameter's name means what the function was called with.
                match &before.1 {
                    Size::Const(_) | Size::Param(..) => write!(f, "{}", before.1.inner())?,
                    Size::Term(..) => write!(f, "({})", before.1.inner())?,
                    _ if before.0.starts_with(' ') => write!(f, "({})", before.1.inner())?,
                    Size::Exp(_) => write!(f, "{}", before.1.inner())?,
                    _ => write!(f, "{}", plain_name(&before.0))?,
                }
            }
            f.write_str(&plain_text(text))?;
        }
        Ok(())
    }
}

impl Size {
    /// The size without its brackets.
    fn inner(&self) -> String {
        let text = self.to_string();
        match &text[1..text.len() - 1] {
            "" => "_".to_string(),
            inner => inner.to_string(),
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Size::Const(n) => write!(f, "[{n}]"),
            Size::Param(name, _) => write!(f, "[{}]", plain_name(name)),
            Size::Var(_) | Size::Unknown(_) | Size::Ext(_) => write!(f, "[]"),
            Size::Exp(term) => write!(f, "[{term}]"),
            Size::Any(..) => write!(f, "[?]"),
            Size::Term(op, parts) => {
                let sum = |s: &Size| matches!(s, Size::Term(SizeOp::Add | SizeOp::Sub, _));
                let part = |s: &Size, parens: bool| {
                    if parens && sum(s) { format!("({})", s.inner()) } else { s.inner() }
                };
                let (op, left, right) = match op {
                    SizeOp::Add => ('+', false, false),
                    SizeOp::Sub => ('-', false, true),
                    SizeOp::Mul => ('*', true, true),
                };
                write!(f, "[{} {op} {}]", part(&parts.0, left), part(&parts.1, right))
            }
        }
    }
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((names, ty)) = self.named_rows() {
            return write!(f, "?[{}].{ty}", names.join("]["));
        }
        match self {
            Ty::Scalar(s) => write!(f, "{s}"),
            Ty::Var(_) => write!(f, "_"),
            Ty::Param(name, _) => write!(f, "{name}"),
            Ty::Record(fields) => {
                let tuple = is_tuple(fields);
                let parts: Vec<String> = fields
                    .iter()
                    .map(|(name, ty)| if tuple { ty.to_string() } else { format!("{name}: {ty}") })
                    .collect();
                let (open, close) = if tuple { ('(', ')') } else { ('{', '}') };
                write!(f, "{open}{}{close}", parts.join(", "))
            }
            Ty::Sum(constructors) => {
                for (i, (name, payload)) in constructors.iter().enumerate() {
                    let bar = if i == 0 { "" } else { " | " };
                    write!(f, "{bar}#{name}")?;
                    for ty in payload {
                        let simple = matches!(ty, Ty::Scalar(_) | Ty::Param(..) | Ty::Record(_) | Ty::Var(_));
                        if simple { write!(f, " {ty}")? } else { write!(f, " ({ty})")? }
                    }
                }
                Ok(())
            }
            Ty::Opaque(name, types, sizes) => {
                write!(f, "{}", plain_name(name))?;
                sizes.iter().try_for_each(|s| write!(f, " {s}"))?;
                types.iter().try_for_each(|t| write!(f, " ({t})"))
            }
            Ty::Array(size, elem) => match &**elem {
                Ty::Fun(..) | Ty::Sum(_) => write!(f, "{size}({elem})"),
                elem if elem.named_rows().is_some() => write!(f, "{size}({elem})"),
                _ => write!(f, "{size}{elem}"),
            },
            Ty::Fun(_, a, b) => match &**a {
                Ty::Fun(..) => write!(f, "({a}) -> {b}"),
                _ => write!(f, "{a} -> {b}"),
            },
        }
    }
}
