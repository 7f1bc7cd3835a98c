//! Whether patterns match every value: the columns of a matrix of patterns are taken apart one constructor at a time.

use crate::ast::{Exp, ExpKind, Name, Pat, PatKind, Unary, is_tuple};
use crate::types::Ty;
use base::Scalar;
use base::diag::{Diagnostic, Span};

/// Reports a value that none of the patterns matches.
pub(super) fn check(pats: &[Pat], ty: &Ty, span: Span) -> Result<(), Diagnostic> {
    let rows: Vec<Vec<&Pat>> = pats.iter().map(|p| vec![p]).collect();
    match missing(&rows, std::slice::from_ref(ty)) {
        None => Ok(()),
        Some(example) => Err(Diagnostic::error("not-exhaustive", "a value may match no pattern here")
            .label(span, format!("for example {}", example.join(" ")))),
    }
}

/// A vector of values, in words, that no row matches.
fn missing(rows: &[Vec<&Pat>], types: &[Ty]) -> Option<Vec<String>> {
    let Some((ty, rest)) = types.split_first() else {
        return if rows.is_empty() { Some(vec![]) } else { None };
    };
    match ty {
        Ty::Record(fields) => {
            let inner: Vec<Ty> = fields.iter().map(|(_, t)| t.clone()).chain(rest.iter().cloned()).collect();
            let rows: Vec<Vec<&Pat>> = rows.iter().map(|row| open_record(row, fields)).collect();
            let mut example = missing(&rows, &inner)?;
            let behind = example.split_off(fields.len());
            let tuple = is_tuple(fields);
            let parts: Vec<String> = fields
                .iter()
                .zip(example)
                .map(|((name, _), e)| if tuple { e } else { format!("{name} = {e}") })
                .collect();
            let (open, close) = if tuple { ('(', ')') } else { ('{', '}') };
            Some(std::iter::once(format!("{open}{}{close}", parts.join(", "))).chain(behind).collect())
        }
        Ty::Sum(cs) => cs.iter().find_map(|(name, payload)| {
            let inner: Vec<Ty> = payload.iter().chain(rest).cloned().collect();
            let rows: Vec<Vec<&Pat>> =
                rows.iter().filter_map(|r| open_constr(r, name, payload.len())).collect();
            let mut example = missing(&rows, &inner)?;
            let behind = example.split_off(payload.len());
            let args: String = example.iter().map(|e| format!(" {e}")).collect();
            let whole = if args.is_empty() { format!("#{name}") } else { format!("(#{name}{args})") };
            Some(std::iter::once(whole).chain(behind).collect())
        }),
        _ => literals(rows, rest, ty),
    }
}

/// A column of literals: each one that occurs, and all others.
fn literals(rows: &[Vec<&Pat>], rest: &[Ty], ty: &Ty) -> Option<Vec<String>> {
    let mut seen: Vec<String> = rows.iter().filter_map(|row| literal(row[0])).collect();
    seen.sort();
    seen.dedup();
    let with = |value: Option<&String>| {
        let matching = rows.iter().filter(|row| match literal(row[0]) {
            Some(own) => Some(&own) == value,
            None => true,
        });
        let inner: Vec<Vec<&Pat>> = matching.map(|row| row[1..].to_vec()).collect();
        missing(&inner, rest)
    };
    for value in &seen {
        if let Some(example) = with(Some(value)) {
            return Some(std::iter::once(value.clone()).chain(example).collect());
        }
    }
    let bools = *ty == Ty::bool();
    if bools && seen.len() == 2 {
        return None;
    }
    let example = with(None)?;
    let other = match seen.first() {
        Some(first) if bools => if first == "true" { "false" } else { "true" }.to_string(),
        _ => "_".to_string(),
    };
    Some(std::iter::once(other).chain(example).collect())
}

/// The literal that a pattern is.
fn literal(pat: &Pat) -> Option<String> {
    fn words(e: &Exp) -> String {
        match &e.kind {
            ExpKind::Int(x) => x.to_string(),
            ExpKind::Float(x) => x.to_string(),
            ExpKind::Const(Scalar::Bool(b)) => b.to_string(),
            ExpKind::Const(c) if c.ty().is_float() => c.as_f64().to_string(),
            ExpKind::Const(c) => c.as_i64().to_string(),
            ExpKind::Unary(Unary::Neg, e) => format!("-{}", words(e)),
            _ => "_".to_string(),
        }
    }
    match &pat.kind {
        PatKind::Literal(e) => Some(words(e)),
        PatKind::Typed(pat, _) => literal(pat),
        PatKind::Wild | PatKind::Name(_) | PatKind::Record(_) | PatKind::Constr(..) => None,
    }
}

fn stripped(pat: &Pat) -> &Pat {
    match &pat.kind {
        PatKind::Typed(pat, _) => stripped(pat),
        _ => pat,
    }
}

const WILD: &Pat = &Pat { kind: PatKind::Wild, span: Span { file: 0, lo: 0, hi: 0 } };

fn open_record<'p>(row: &[&'p Pat], fields: &[(Name, Ty)]) -> Vec<&'p Pat> {
    let parts: Vec<&Pat> = match &stripped(row[0]).kind {
        PatKind::Record(pats) => {
            let find = |name: &Name| pats.iter().find(|(n, _)| n == name).map_or(WILD, |(_, p)| p);
            fields.iter().map(|(name, _)| find(name)).collect()
        }
        _ => vec![WILD; fields.len()],
    };
    parts.into_iter().chain(row[1..].iter().copied()).collect()
}

fn open_constr<'p>(row: &[&'p Pat], constructor: &Name, count: usize) -> Option<Vec<&'p Pat>> {
    let parts: Vec<&Pat> = match &stripped(row[0]).kind {
        PatKind::Constr(name, args, _) if name == constructor => args.iter().collect(),
        PatKind::Constr(..) => return None,
        _ => vec![WILD; count],
    };
    Some(parts.into_iter().chain(row[1..].iter().copied()).collect())
}
