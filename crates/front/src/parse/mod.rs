//! A hand-written parser: recursive descent, and precedence climbing for operators.
//!
//! A definition with an error is dropped and parsing goes on at the next one, so that several errors are reported.

mod abbrev;
mod exp;
mod types;

use crate::ast::{Decl, Def, Exp, Name, Pat, PatKind, TypeDef, TypeParam, Val, field};
use crate::lexer::{Tok, Token, lex};
use base::diag::{Diagnostic, Span};
use std::rc::Rc;

/// How deeply expressions, types and patterns may nest.
const MAX_DEPTH: u32 = 3000;

/// How high the tree of an expression may be: chains of operators, arguments and indices grow it without nesting.
const MAX_HEIGHT: u32 = 5000;

fn too_deep(limit: u32, span: Span) -> Diagnostic {
    Diagnostic::error("too-deep", format!("nested more than {limit} levels deep")).label(span, "here")
}

/// Whether the tree is higher than what the rest of the compiler, which is recursive, is made for.
fn too_high(exp: &Exp) -> bool {
    let mut todo = vec![(exp, 0)];
    while let Some((exp, height)) = todo.pop() {
        if height > MAX_HEIGHT {
            return true;
        }
        todo.extend(exp.children().into_iter().map(|e| (e, height + 1)));
    }
    false
}

/// Either a piece of syntax or the one error that stopped it.
type Parse<T> = Result<T, Diagnostic>;

/// Parses one file. Expressions are numbered from `*next_id` on. `intrinsics` allows what only the prelude may write.
pub(crate) fn parse(
    file: u16,
    text: &str,
    next_id: &mut u32,
    intrinsics: bool,
) -> (Vec<Decl>, Vec<Diagnostic>) {
    let mut parser = Parser {
        text,
        tokens: lex(file, text),
        pos: 0,
        next_id: *next_id,
        depth: 0,
        intrinsics,
        types: vec![],
    };
    let (mut decls, mut errors) = (vec![], vec![]);
    while parser.peek() != Tok::End {
        let start = parser.span();
        parser.depth = 0;
        parser.types.retain(|(_, def)| def.is_some());
        match parser.decl() {
            Ok(Some(Decl::Def(def))) if too_high(&def.body) => errors.push(too_deep(MAX_HEIGHT, start)),
            Ok(decl) => decls.extend(decl),
            Err(error) => {
                errors.push(error);
                parser.recover();
            }
        }
    }
    *next_id = parser.next_id;
    (decls, errors)
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    pos: usize,
    next_id: u32,
    depth: u32,
    intrinsics: bool,
    /// Abbreviations and the type variables that hide them, innermost last.
    types: Vec<(Name, Option<TypeDef>)>,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Tok {
        self.peek_at(0)
    }
    fn peek_at(&self, ahead: usize) -> Tok {
        self.tokens[(self.pos + ahead).min(self.tokens.len() - 1)].tok
    }
    fn span(&self) -> Span {
        self.tokens[self.pos].span
    }
    /// The span of the token just consumed.
    fn last_span(&self) -> Span {
        self.tokens[self.pos.saturating_sub(1)].span
    }
    fn slice(&self, span: Span) -> &'a str {
        &self.text[span.lo as usize..span.hi as usize]
    }
    fn advance(&mut self) -> Span {
        let span = self.span();
        if self.pos + 1 < self.tokens.len() {
            self.pos += 1;
        }
        span
    }
    fn eat(&mut self, tok: Tok) -> bool {
        let found = self.peek() == tok;
        if found {
            self.advance();
        }
        found
    }
    fn expect(&mut self, tok: Tok, what: &str) -> Parse<Span> {
        if self.peek() == tok { Ok(self.advance()) } else { Err(self.unexpected(what)) }
    }
    /// Whether the next token follows the previous one without a space.
    fn adjacent(&self) -> bool {
        self.last_span().hi == self.span().lo && self.pos > 0
    }
    fn is_op(&self, op: &str) -> bool {
        self.peek() == Tok::Op && self.slice(self.span()) == op
    }
    fn unexpected(&self, wanted: &str) -> Diagnostic {
        let span = self.span();
        match self.peek() {
            Tok::Reserved | Tok::Hash => {
                let word = self.slice(span);
                let what = match word {
                    "match" | "case" => "pattern matching is",
                    "#" => "sum types are",
                    _ => "modules and imports are",
                };
                Diagnostic::error("not-supported", format!("{what} not supported yet"))
                    .label(span, "not supported yet")
            }
            Tok::End => Diagnostic::error("syntax", format!("the file ends where {wanted} is expected"))
                .label(span, format!("expected {wanted}")),
            _ => Diagnostic::error("syntax", format!("unexpected `{}`", self.slice(span)))
                .label(span, format!("expected {wanted}")),
        }
    }
    /// Runs `f` one level deeper; nesting beyond the limit is an error instead of a stack overflow.
    fn nested<T>(&mut self, f: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(too_deep(MAX_DEPTH, self.span()));
        }
        let result = f(self);
        self.depth -= 1;
        result
    }
    /// Skips attributes, `#[name]`: they are hints, and none is taken yet.
    fn skip_attributes(&mut self) -> Parse<()> {
        while self.peek() == Tok::Hash && self.peek_at(1) == Tok::LBracket {
            let mut open = 0;
            loop {
                match self.peek() {
                    Tok::LBracket => open += 1,
                    Tok::RBracket => open -= 1,
                    Tok::End => return Err(self.unexpected("`]`")),
                    _ => {}
                }
                self.advance();
                if open == 0 && self.tokens[self.pos - 1].tok == Tok::RBracket {
                    break;
                }
            }
        }
        Ok(())
    }
    fn name(&mut self, what: &str) -> Parse<(Name, Span)> {
        let span = self.expect(Tok::Ident, what)?;
        Ok((self.slice(span).into(), span))
    }

    /// Skips to what looks like the next definition.
    fn recover(&mut self) {
        loop {
            match self.peek() {
                Tok::End => return,
                Tok::Def | Tok::Entry | Tok::Type | Tok::Val => return,
                Tok::Let if self.starts_line() => return,
                _ => _ = self.advance(),
            }
        }
    }
    fn starts_line(&self) -> bool {
        let lo = self.span().lo as usize;
        lo == 0 || self.text.as_bytes()[lo - 1] == b'\n'
    }

    /// A declaration; abbreviations are expanded while parsing and leave none.
    fn decl(&mut self) -> Parse<Option<Decl>> {
        self.skip_attributes()?;
        match self.peek() {
            Tok::Def | Tok::Let => {
                self.advance();
                let mut def = self.def(false)?;
                // As in Futhark, `main` needs no `entry`.
                def.entry = &*def.name == "main" && !self.intrinsics;
                Ok(Some(Decl::Def(Rc::new(def))))
            }
            Tok::Entry => {
                self.advance();
                Ok(Some(Decl::Def(Rc::new(self.def(true)?))))
            }
            Tok::Type => {
                self.advance();
                let (name, _) = self.name("a name")?;
                let scope = self.types.len();
                let tparams = self.type_params()?;
                self.expect(Tok::Equals, "`=`")?;
                let ty = self.type_exp()?;
                self.types.truncate(scope);
                self.types.push((name, Some(TypeDef { tparams, ty })));
                Ok(None)
            }
            Tok::Val if self.intrinsics => {
                self.advance();
                let (name, _) = self.def_name()?;
                let scope = self.types.len();
                let tparams = self.type_params()?;
                self.expect(Tok::Colon, "`:`")?;
                let ty = self.type_exp()?;
                self.types.truncate(scope);
                Ok(Some(Decl::Val(Val { name, tparams, ty })))
            }
            _ => {
                let error = self.unexpected("a definition");
                self.advance();
                Err(error)
            }
        }
    }

    /// What follows `def`, `entry` or `let` of a function or a constant.
    fn def(&mut self, entry: bool) -> Parse<Def> {
        let (name, span) = self.def_name()?;
        let scope = self.types.len();
        let tparams = self.type_params()?;
        let mut params = vec![];
        while self.peek() != Tok::Equals && self.peek() != Tok::Colon {
            params.push(self.pat_atom()?);
        }
        let ret = if self.eat(Tok::Colon) { Some(self.type_exp()?) } else { None };
        self.expect(Tok::Equals, "`=`")?;
        let body = self.exp()?;
        self.types.truncate(scope);
        Ok(Def { name, span, entry, tparams, params, ret, body })
    }
    /// A name or an operator to define; the prelude also defines qualified names, `f64.sum`.
    fn def_name(&mut self) -> Parse<(Name, Span)> {
        if self.eat(Tok::LParen) {
            let span = self.expect(Tok::Op, "an operator")?;
            self.expect(Tok::RParen, "`)`")?;
            return Ok((self.slice(span).into(), span));
        }
        let (name, span) = self.name("a name")?;
        if self.intrinsics && self.peek() == Tok::Dot {
            self.advance();
            let (_, last) = self.name("a name")?;
            return Ok((self.slice(span.to(last)).into(), span.to(last)));
        }
        Ok((name, span))
    }

    fn type_params(&mut self) -> Parse<Vec<TypeParam>> {
        let mut tparams = vec![];
        loop {
            match self.peek() {
                Tok::LBracket => {
                    self.advance();
                    let (name, _) = self.name("the name of a size")?;
                    self.expect(Tok::RBracket, "`]`")?;
                    tparams.push(TypeParam::Size(name));
                }
                Tok::TyVar => {
                    let span = self.advance();
                    let name = self.slice(span).trim_start_matches(['\'', '~', '^']);
                    self.types.push((name.into(), None));
                    tparams.push(TypeParam::Type(name.into()));
                }
                _ => return Ok(tparams),
            }
        }
    }

    /// A pattern that may end in `: t`.
    fn pat(&mut self) -> Parse<Pat> {
        let pat = self.pat_atom()?;
        if !self.eat(Tok::Colon) {
            return Ok(pat);
        }
        let ty = self.type_exp()?;
        let span = pat.span.to(ty.span);
        Ok(Pat { kind: PatKind::Typed(Box::new(pat), ty), span })
    }

    fn pat_atom(&mut self) -> Parse<Pat> {
        self.nested(|p| {
            let start = p.span();
            let kind = match p.peek() {
                Tok::Ident => {
                    let (name, _) = p.name("a name")?;
                    if &*name == "_" { PatKind::Wild } else { PatKind::Name(name) }
                }
                Tok::LParen if p.peek_at(1) == Tok::Op && p.peek_at(2) == Tok::RParen => {
                    p.advance();
                    let op = p.advance();
                    p.advance();
                    PatKind::Name(p.slice(op).into())
                }
                Tok::LParen => {
                    p.advance();
                    let mut pats = vec![];
                    let mut commas = 0;
                    while p.peek() != Tok::RParen {
                        pats.push(p.pat()?);
                        if !p.eat(Tok::Comma) {
                            break;
                        }
                        commas += 1;
                    }
                    p.expect(Tok::RParen, "`,` or `)`")?;
                    if pats.len() == 1 && commas == 0 {
                        return Ok(pats.remove(0));
                    }
                    PatKind::Record(pats.into_iter().enumerate().map(|(i, pat)| (field(i), pat)).collect())
                }
                Tok::LBrace => {
                    p.advance();
                    let mut fields = vec![];
                    while p.peek() != Tok::RBrace {
                        let (name, span) = p.name("a field")?;
                        let pat = if p.eat(Tok::Equals) {
                            p.pat()?
                        } else {
                            Pat { kind: PatKind::Name(name.clone()), span }
                        };
                        fields.push((name, pat));
                        if !p.eat(Tok::Comma) {
                            break;
                        }
                    }
                    p.expect(Tok::RBrace, "`,` or `}`")?;
                    PatKind::Record(sorted(fields))
                }
                Tok::Int | Tok::Float | Tok::True | Tok::False => {
                    return Err(Diagnostic::error(
                        "not-supported",
                        "literals in patterns are not supported yet",
                    )
                    .label(start, "a name or `_` is expected here"));
                }
                _ => return Err(p.unexpected("a pattern")),
            };
            Ok(Pat { kind, span: start.to(p.last_span()) })
        })
    }
}

/// Fields of a record in the order of their names: the order of types.
fn sorted<T>(mut fields: Vec<(Name, T)>) -> Vec<(Name, T)> {
    fields.sort_by(|a, b| a.0.cmp(&b.0));
    fields
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::ExpKind;

    /// An expression with every operator application in parentheses.
    fn show(e: &Exp) -> String {
        match &e.kind {
            ExpKind::Var(x) => x.to_string(),
            ExpKind::Int(i) => i.to_string(),
            ExpKind::Apply(f, x) => format!("({} {})", show(f), show(x)),
            ExpKind::Logic(op, a, b) => format!("({op:?} {} {})", show(a), show(b)),
            ExpKind::Unary(op, a) => format!("({op:?} {})", show(a)),
            ExpKind::Index(a, dims) => format!("{}[{}]", show(a), dims.len()),
            ExpKind::Project(a, f) => format!("{}.{f}", show(a)),
            ExpKind::SectionRight(op, a) => format!("(\\ {} {})", show(op), show(a)),
            ExpKind::Record(fs) => fs.iter().map(|(_, e)| show(e)).collect::<Vec<_>>().join(","),
            ExpKind::If(a, b, c) => format!("if {} {} {}", show(a), show(b), show(c)),
            ExpKind::Array(es) => format!("[{}]", es.len()),
            other => format!("{other:?}"),
        }
    }
    fn exp(text: &str) -> String {
        let (decls, errors) = parse(0, &format!("def x = {text}"), &mut 0, false);
        assert!(errors.is_empty(), "{text}: {errors:?}");
        match &decls[0] {
            Decl::Def(def) => show(&def.body),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn operators_bind_as_in_futhark() {
        assert_eq!(exp("a + b * c"), "((+ a) ((* b) c))");
        assert_eq!(exp("a - b - c"), "((- ((- a) b)) c)");
        assert_eq!(exp("a < b && c || d"), "(Or (And ((< a) b) c) d)");
        assert_eq!(exp("x + 1 |> f"), "((|> ((+ x) 1)) f)");
        assert_eq!(exp("-a ** b"), "((** (Neg a)) b)");
        assert_eq!(exp("a & b == c"), "((== ((& a) b)) c)");
    }

    #[test]
    fn adjacency_tells_an_index_from_an_argument() {
        assert_eq!(exp("f xs[0]"), "(f xs[1])");
        assert_eq!(exp("f [0]"), "(f [1])");
        assert_eq!(exp("f x.0.1"), "(f x.0.1)");
        assert_eq!(exp("f64.sum xs"), "(f64.sum xs)");
    }

    #[test]
    fn sections() {
        assert_eq!(exp("(+ 1)"), "(\\ + 1)");
        assert_eq!(exp("(1 -)"), "(- 1)");
        assert_eq!(exp("(-1)"), "(Neg 1)");
        assert_eq!(exp("(+)"), "+");
    }

    #[test]
    fn an_error_does_not_hide_the_next_one() {
        let (decls, errors) = parse(0, "def f = (\ndef g = 1\ndef h = = 2\nentry k = 3", &mut 0, false);
        assert_eq!((decls.len(), errors.len()), (2, 2));
    }
}
