//! How high the tree of a declaration is. Chains of operators, arguments, indices and cases grow it without nesting in the text,
//! and the rest of the compiler is recursive.

use crate::ast::{Def, Exp, ExpKind, LoopForm, Pat, PatKind, SizeExp, TypeArg, TypeExp, TypeKind};
use crate::syntax::{Dec, ModExp, ModKind, ModType, ModTypeKind, Spec, TypeDec};
use base::diag::Span;

/// How high a tree may be.
pub(super) const MAX_HEIGHT: u32 = 5000;

/// A piece of the tree.
#[derive(Clone, Copy)]
enum Piece<'a> {
    Dec(&'a Dec),
    Def(&'a Def),
    Exp(&'a Exp),
    Type(&'a TypeExp),
    Pat(&'a Pat),
    Mod(&'a ModExp),
    ModType(&'a ModType),
    Spec(&'a Spec),
}

/// Where a declaration becomes higher than [`MAX_HEIGHT`], if it does. The walk itself is not recursive.
pub(super) fn too_high(dec: &Dec, start: Span) -> Option<Span> {
    let mut todo = vec![(Piece::Dec(dec), 0, start)];
    while let Some((piece, height, around)) = todo.pop() {
        let span = match piece {
            Piece::Exp(e) => e.span,
            Piece::Type(t) => t.span,
            Piece::Pat(p) => p.span,
            _ => around,
        };
        if height > MAX_HEIGHT {
            return Some(span);
        }
        piece.parts(&mut |part, extra| todo.push((part, height + 1 + extra, span)));
    }
    None
}

impl<'a> Piece<'a> {
    /// Gives the pieces directly inside, with how much higher than this one by more than one they lie.
    fn parts(self, give: &mut impl FnMut(Piece<'a>, u32)) {
        match self {
            Piece::Dec(dec) => match dec {
                Dec::Def(def) => give(Piece::Def(def), 0),
                Dec::Val(val) => give(Piece::Type(&val.ty), 0),
                Dec::Type(ty) => of_type_dec(ty, give),
                Dec::Module(m) => give(Piece::Mod(&m.exp), 0),
                Dec::ModType(_, ty, _) => give(Piece::ModType(ty), 0),
                Dec::Open(m) => give(Piece::Mod(m), 0),
                Dec::Local(dec) => give(Piece::Dec(dec), 0),
            },
            Piece::Def(def) => {
                def.params.iter().for_each(|p| give(Piece::Pat(p), 0));
                def.ret.iter().for_each(|t| give(Piece::Type(t), 0));
                // Each parameter is a function of its own.
                give(Piece::Exp(&def.body), (def.params.len() + def.tparams.len()) as u32);
            }
            Piece::Exp(e) => of_exp(e, give),
            Piece::Type(ty) => of_type(ty, give),
            Piece::Pat(pat) => match &pat.kind {
                PatKind::Wild | PatKind::Name(_) => {}
                PatKind::Record(fields) => fields.iter().for_each(|(_, p)| give(Piece::Pat(p), 0)),
                PatKind::Typed(pat, ty) => {
                    give(Piece::Pat(pat), 0);
                    give(Piece::Type(ty), 0);
                }
                PatKind::Constr(_, pats, _) => pats.iter().for_each(|p| give(Piece::Pat(p), 0)),
                PatKind::Literal(e) => give(Piece::Exp(e), 0),
            },
            Piece::Mod(m) => match &m.kind {
                ModKind::Name(_) | ModKind::Import(_) => {}
                ModKind::Struct(decs) => decs.iter().for_each(|d| give(Piece::Dec(d), 0)),
                ModKind::Seal(m, ty) | ModKind::Lambda(_, ty, m) => {
                    give(Piece::Mod(m), 0);
                    give(Piece::ModType(ty), 0);
                }
                ModKind::Apply(f, m) => {
                    give(Piece::Mod(f), 0);
                    give(Piece::Mod(m), 0);
                }
            },
            Piece::ModType(ty) => match &ty.kind {
                ModTypeKind::Name(_) => {}
                ModTypeKind::Specs(specs) => specs.iter().for_each(|s| give(Piece::Spec(s), 0)),
                ModTypeKind::With(ty, _, _, def) => {
                    give(Piece::ModType(ty), 0);
                    give(Piece::Type(def), 0);
                }
                ModTypeKind::Arrow(_, from, to) => {
                    give(Piece::ModType(from), 0);
                    give(Piece::ModType(to), 0);
                }
            },
            Piece::Spec(spec) => match spec {
                Spec::Val(val) => give(Piece::Type(&val.ty), 0),
                Spec::Type(ty) => of_type_dec(ty, give),
                Spec::Module(_, ty, _) | Spec::Include(ty) => give(Piece::ModType(ty), 0),
            },
        }
    }
}

fn of_type_dec<'a>(dec: &'a TypeDec, give: &mut impl FnMut(Piece<'a>, u32)) {
    dec.ty.iter().for_each(|ty| give(Piece::Type(ty), 0));
}

fn of_exp<'a>(e: &'a Exp, give: &mut impl FnMut(Piece<'a>, u32)) {
    match &e.kind {
        ExpKind::Match(what, cases) => {
            give(Piece::Exp(what), 0);
            // Each case is tried when the one before it does not match.
            for (i, (pat, body)) in (0..).zip(cases) {
                give(Piece::Pat(pat), i);
                give(Piece::Exp(body), i);
            }
            return;
        }
        ExpKind::Let(_, pat, ..) => give(Piece::Pat(pat), 0),
        ExpKind::LetFun(def, body) => {
            give(Piece::Def(def), 0);
            return give(Piece::Exp(body), 0);
        }
        ExpKind::Lambda(lambda) => {
            lambda.params.iter().for_each(|p| give(Piece::Pat(p), 0));
            lambda.ret.iter().for_each(|t| give(Piece::Type(t), 0));
            return give(Piece::Exp(&lambda.body), lambda.params.len() as u32);
        }
        ExpKind::Loop(l) => {
            give(Piece::Pat(&l.pat), 0);
            if let LoopForm::ForIn(pat, _) = &l.form {
                give(Piece::Pat(pat), 0);
            }
        }
        ExpKind::Typed(_, ty) | ExpKind::Coerce(_, ty) => give(Piece::Type(ty), 0),
        _ => {}
    }
    e.children().into_iter().for_each(|e| give(Piece::Exp(e), 0));
}

fn of_type<'a>(ty: &'a TypeExp, give: &mut impl FnMut(Piece<'a>, u32)) {
    match &ty.kind {
        TypeKind::Scalar(_) => {}
        TypeKind::Name(_, args) | TypeKind::Abstract(_, args) => {
            for arg in args {
                match arg {
                    TypeArg::Size(size) => of_size(size, give),
                    TypeArg::Type(ty) => give(Piece::Type(ty), 0),
                }
            }
        }
        TypeKind::Record(fields) => fields.iter().for_each(|(_, t)| give(Piece::Type(t), 0)),
        TypeKind::Array(size, elem) => {
            of_size(size, give);
            give(Piece::Type(elem), 0);
        }
        TypeKind::Fun(_, from, to) => {
            give(Piece::Type(from), 0);
            give(Piece::Type(to), 0);
        }
        TypeKind::Unique(ty) | TypeKind::Exists(_, ty) => give(Piece::Type(ty), 0),
        TypeKind::Sum(constructors) => {
            constructors.iter().flat_map(|(_, payload)| payload).for_each(|t| give(Piece::Type(t), 0));
        }
    }
}

fn of_size<'a>(size: &'a SizeExp, give: &mut impl FnMut(Piece<'a>, u32)) {
    if let SizeExp::Exp(e) = size {
        give(Piece::Exp(e), 0);
    }
}
