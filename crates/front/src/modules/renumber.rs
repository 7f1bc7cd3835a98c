//! Copies of expressions: every copy has numbers of its own, because inference keeps types by number.

use crate::ast::{Dim, Exp, ExpKind, Name, Range, SizeExp};

/// A copy with new numbers.
pub(crate) fn renumbered(e: &Exp, next: &mut u32) -> Exp {
    substituted(e, &[], next)
}

/// A copy with new numbers in which some names are replaced by sizes. Sizes have no binders worth following: inside of
/// those nothing is replaced.
pub(crate) fn substituted(e: &Exp, sizes: &[(Name, SizeExp)], next: &mut u32) -> Exp {
    if let ExpKind::Var(name) = &e.kind
        && let Some((_, SizeExp::Exp(size))) = sizes.iter().find(|(n, _)| n == name)
    {
        return renumbered(size, next);
    }
    let kind = match &e.kind {
        ExpKind::Record(fields) => {
            ExpKind::Record(fields.iter().map(|(n, e)| (n.clone(), substituted(e, sizes, next))).collect())
        }
        ExpKind::Project(e, field) => ExpKind::Project(boxed(e, sizes, next), field.clone()),
        ExpKind::Array(elems) => ExpKind::Array(elems.iter().map(|e| substituted(e, sizes, next)).collect()),
        ExpKind::Constr(name, args) => {
            ExpKind::Constr(name.clone(), args.iter().map(|e| substituted(e, sizes, next)).collect())
        }
        ExpKind::Range(range) => ExpKind::Range(Box::new(Range {
            first: substituted(&range.first, sizes, next),
            second: range.second.as_ref().map(|e| substituted(e, sizes, next)),
            end: substituted(&range.end, sizes, next),
            kind: range.kind,
        })),
        ExpKind::Index(e, dims) => {
            let dims = dims.iter().map(|dim| match dim {
                Dim::At(e) => Dim::At(substituted(e, sizes, next)),
                Dim::Range(range) => {
                    let [a, b, c] = &**range;
                    Dim::Range(Box::new([a, b, c].map(|e| e.as_ref().map(|e| substituted(e, sizes, next)))))
                }
            });
            let dims = dims.collect();
            ExpKind::Index(boxed(e, sizes, next), dims)
        }
        ExpKind::Apply(f, x) => ExpKind::Apply(boxed(f, sizes, next), boxed(x, sizes, next)),
        ExpKind::Logic(op, a, b) => ExpKind::Logic(*op, boxed(a, sizes, next), boxed(b, sizes, next)),
        ExpKind::Unary(op, a) => ExpKind::Unary(*op, boxed(a, sizes, next)),
        ExpKind::SectionRight(a, b) => ExpKind::SectionRight(boxed(a, sizes, next), boxed(b, sizes, next)),
        ExpKind::If(a, b, c) => {
            ExpKind::If(boxed(a, sizes, next), boxed(b, sizes, next), boxed(c, sizes, next))
        }
        ExpKind::Open(path, e) => ExpKind::Open(path.clone(), boxed(e, sizes, next)),
        other => other.clone(),
    };
    *next += 1;
    Exp { id: *next - 1, span: e.span, kind, attrs: e.attrs.clone() }
}

fn boxed(e: &Exp, sizes: &[(Name, SizeExp)], next: &mut u32) -> Box<Exp> {
    Box::new(substituted(e, sizes, next))
}
