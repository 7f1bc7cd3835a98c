//! Types as they are written.

use super::{Parse, Parser, sorted};
use crate::ast::{SizeExp, TypeArg, TypeExp, TypeKind, field};
use crate::lexer::Tok;
use base::ScalarType;

impl Parser<'_> {
    pub(super) fn type_exp(&mut self) -> Parse<TypeExp> {
        self.nested(|p| {
            // `(x: t) -> u` names the argument.
            if p.peek() == Tok::LParen && p.peek_at(1) == Tok::Ident && p.peek_at(2) == Tok::Colon {
                let start = p.advance();
                let (name, _) = p.name("a name")?;
                p.advance();
                let from = p.type_exp()?;
                p.expect(Tok::RParen, "`)`")?;
                p.expect(Tok::Arrow, "`->`")?;
                let to = p.type_exp()?;
                let span = start.to(to.span);
                return Ok(TypeExp { kind: TypeKind::Fun(Some(name), Box::new(from), Box::new(to)), span });
            }
            let from = p.type_app()?;
            if !p.eat(Tok::Arrow) {
                return Ok(from);
            }
            let to = p.type_exp()?;
            let span = from.span.to(to.span);
            Ok(TypeExp { kind: TypeKind::Fun(None, Box::new(from), Box::new(to)), span })
        })
    }

    /// A type without arrow; a name may have arguments.
    pub(super) fn type_app(&mut self) -> Parse<TypeExp> {
        let mut ty = self.type_atom()?;
        if let TypeKind::Name(_, args) = &mut ty.kind {
            loop {
                match self.peek() {
                    Tok::LBracket if self.size_argument() => {
                        self.advance();
                        args.push(TypeArg::Size(self.size()?));
                    }
                    Tok::Ident | Tok::LParen | Tok::LBrace | Tok::LBracket => {
                        let arg = self.type_atom()?;
                        args.push(TypeArg::Type(self.expand(arg)?));
                    }
                    _ => break,
                }
            }
        }
        ty.span = ty.span.to(self.last_span());
        self.expand(ty)
    }
    /// Whether the bracket opens a size alone, `t [n] u`, and not an array type: nothing of a type follows it closely.
    fn size_argument(&self) -> bool {
        let mut ahead = 1;
        while !matches!(self.peek_at(ahead), Tok::RBracket | Tok::End) {
            ahead += 1;
        }
        let at = |i: usize| self.tokens[(self.pos + i).min(self.tokens.len() - 1)].span;
        let touches = at(ahead).hi == at(ahead + 1).lo;
        let opens = matches!(self.peek_at(ahead + 1), Tok::Ident | Tok::LParen | Tok::LBrace | Tok::LBracket);
        !(touches && opens)
    }

    /// A size and its closing bracket.
    fn size(&mut self) -> Parse<SizeExp> {
        let size = match self.peek() {
            Tok::RBracket => SizeExp::Anon,
            Tok::Question => {
                self.advance();
                SizeExp::Any
            }
            _ => SizeExp::Exp(Box::new(self.exp()?)),
        };
        self.expect(Tok::RBracket, "`]`")?;
        Ok(size)
    }

    fn type_atom(&mut self) -> Parse<TypeExp> {
        self.nested(|p| {
            let start = p.span();
            let kind = match p.peek() {
                Tok::Ident => {
                    let (name, _) = p.name("a type")?;
                    match ScalarType::from_name(&name) {
                        Some(scalar) => TypeKind::Scalar(scalar),
                        None => TypeKind::Name(name, vec![]),
                    }
                }
                Tok::Op if p.is_op("*") => {
                    p.advance();
                    let inner = p.type_atom()?;
                    TypeKind::Unique(Box::new(p.expand(inner)?))
                }
                Tok::LBracket => {
                    p.advance();
                    let size = p.size()?;
                    let elem = p.type_atom()?;
                    TypeKind::Array(size, Box::new(p.expand(elem)?))
                }
                Tok::Question => {
                    p.advance();
                    let mut names = vec![];
                    while p.eat(Tok::LBracket) {
                        names.push(p.name("the name of a size")?.0);
                        p.expect(Tok::RBracket, "`]`")?;
                    }
                    p.expect(Tok::Dot, "`.`")?;
                    TypeKind::Exists(names, Box::new(p.type_exp()?))
                }
                Tok::LParen => {
                    p.advance();
                    let mut types = vec![];
                    let mut commas = 0;
                    while p.peek() != Tok::RParen {
                        types.push(p.type_exp()?);
                        if !p.eat(Tok::Comma) {
                            break;
                        }
                        commas += 1;
                    }
                    p.expect(Tok::RParen, "`,` or `)`")?;
                    if types.len() == 1 && commas == 0 {
                        return Ok(types.remove(0));
                    }
                    TypeKind::Record(types.into_iter().enumerate().map(|(i, t)| (field(i), t)).collect())
                }
                Tok::LBrace => {
                    p.advance();
                    let mut fields = vec![];
                    while p.peek() != Tok::RBrace {
                        let (name, _) = p.name("a field")?;
                        p.expect(Tok::Colon, "`:`")?;
                        fields.push((name, p.type_exp()?));
                        if !p.eat(Tok::Comma) {
                            break;
                        }
                    }
                    p.expect(Tok::RBrace, "`,` or `}`")?;
                    TypeKind::Record(sorted(fields))
                }
                _ => return Err(p.unexpected("a type")),
            };
            Ok(TypeExp { kind, span: start.to(p.last_span()) })
        })
    }
}
