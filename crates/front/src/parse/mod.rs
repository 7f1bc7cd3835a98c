//! A hand-written parser: recursive descent, and precedence climbing for operators.
//!
//! A definition with an error is dropped and parsing goes on at the next one, so that several errors are reported.

mod atom;
mod comprehension;
mod control;
mod decl;
mod exp;
mod height;
mod hints;
mod list;
mod literal;
pub(crate) mod marks;
mod module;
mod operators;
mod pat;
mod qualifiers;

pub(crate) use qualifiers::KEY;
mod recover;
mod types;
mod update;

use crate::ast::{Exp, Name};
use crate::lexer::{Tok, Token, lex};
use crate::syntax::Dec;
use base::diag::{Diagnostic, Span};
use marks::{Kind, Mark};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// How deeply expressions, types and patterns may nest.
const MAX_DEPTH: u32 = 3000;

fn too_deep(limit: u32, span: Span) -> Diagnostic {
    Diagnostic::error("too-deep", format!("nested too deeply: more than {limit} levels"))
        .label(span, "here")
        .note("divide it into several definitions")
}

/// Either a piece of syntax or the one error that stopped it.
type Parse<T> = Result<T, Diagnostic>;

/// What is known of a file after parsing.
pub(crate) struct Parsed {
    /// The declarations.
    pub decs: Vec<Dec>,
    /// What is wrong.
    pub errors: Vec<Diagnostic>,
    /// What is probably not meant.
    pub warnings: Vec<Diagnostic>,
    /// The tokens.
    pub tokens: Vec<Token>,
    /// Which tokens belong together.
    pub marks: Vec<Mark>,
}

/// Parses one file. Expressions are numbered from `*next_id` on. `intrinsics` allows what only the prelude may write.
pub(crate) fn parse(file: u16, text: &str, next_id: &mut u32, intrinsics: bool) -> Parsed {
    let mut parser = Parser::new(file, text, *next_id, intrinsics);
    let (mut decls, mut errors) = (vec![], vec![]);
    while parser.peek() != Tok::End && errors.len() < recover::MAX_ERRORS {
        let start = parser.span();
        parser.depth = 0;
        let result = parser.dec();
        errors.append(&mut parser.errors);
        match result {
            Ok(dec) => match height::too_high(&dec, start) {
                Some(span) => errors.push(too_deep(height::MAX_HEIGHT, span)),
                None => decls.push(dec),
            },
            Err(error) => {
                errors.push(error);
                parser.recover();
            }
        }
    }
    *next_id = parser.next_id;
    Parsed { decs: decls, errors, warnings: parser.warnings, tokens: parser.tokens, marks: parser.marks }
}

/// Parses one expression and nothing else.
pub(crate) fn parse_exp(text: &str) -> Parse<Exp> {
    let mut parser = Parser::new(0, text, 0, false);
    let exp = parser.exp().and_then(|e| {
        parser.expect(Tok::End, "the end of the expression")?;
        Ok(e)
    });
    match parser.errors.into_iter().next() {
        None => exp,
        Some(first) => Err(first),
    }
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    pos: usize,
    next_id: u32,
    depth: u32,
    /// How many modules are around.
    modules: u32,
    intrinsics: bool,
    marks: Vec<Mark>,
    /// Errors inside of the declaration being read.
    errors: Vec<Diagnostic>,
    /// Warnings about the declarations read so far.
    warnings: Vec<Diagnostic>,
    /// The bars directly inside of brackets.
    bars: FxHashMap<usize, Vec<usize>>,
    /// Tokens at which an expression ends although it could go on: bars and words of comprehensions.
    stops: FxHashSet<usize>,
    /// Whether the program itself defines `<-`.
    arrow_is_operator: bool,
    /// The tokens of the expression that was completed last.
    ended: Range<usize>,
}

impl<'a> Parser<'a> {
    fn new(file: u16, text: &'a str, next_id: u32, intrinsics: bool) -> Parser<'a> {
        let tokens = lex(file, text);
        let bars = comprehension::bars(text, &tokens);
        let arrow_is_operator = comprehension::defines_arrow(text, &tokens);
        Parser {
            text,
            tokens,
            pos: 0,
            next_id,
            depth: 0,
            modules: 0,
            intrinsics,
            marks: vec![],
            errors: vec![],
            warnings: vec![],
            bars,
            stops: FxHashSet::default(),
            arrow_is_operator,
            ended: 0..0,
        }
    }
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
    /// The span of what has been read from the token at `at` on, with the parentheses around its parts.
    fn span_from(&self, at: usize) -> Span {
        self.tokens[at].span.to(self.last_span())
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
            Tok::End => Diagnostic::error("syntax", format!("the file ends where {wanted} is expected"))
                .label(span, format!("expected {wanted}")),
            Tok::Error => self.lexical(span),
            _ => {
                let text = self.slice(span);
                let mut error = Diagnostic::error("syntax", format!("unexpected `{text}`"))
                    .label(span, format!("expected {wanted}"));
                let named = matches!(wanted, "a name" | "a field" | "a pattern");
                if named && text.starts_with(char::is_alphabetic) {
                    error = error.note(format!("`{text}` is a word of the language and names nothing else"));
                }
                error.notes.extend(self.usual_mistake());
                error
            }
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
    /// Attributes of definitions and patterns: they are hints, and none is taken yet.
    fn skip_attributes(&mut self) -> Parse<()> {
        self.attributes().map(drop)
    }
    /// Attributes, `#[name]` or `#[name(..)]`.
    fn attributes(&mut self) -> Parse<Vec<Name>> {
        let mut attrs = vec![];
        while self.peek() == Tok::Attribute {
            let at = self.pos;
            let mut open = 0;
            loop {
                match self.peek() {
                    Tok::LBracket | Tok::Attribute => open += 1,
                    Tok::RBracket => open -= 1,
                    Tok::End => return Err(self.unexpected("`]`")),
                    _ => {}
                }
                self.advance();
                if open == 0 && self.tokens[self.pos - 1].tok == Tok::RBracket {
                    break;
                }
            }
            let inside: String = (at + 1..self.pos - 1).map(|at| self.slice(self.tokens[at].span)).collect();
            if self.slice(self.tokens[at + 1].span) == "by"
                && ir::By::asked_for(std::slice::from_ref(&inside)).is_none()
            {
                self.no_schedule(at);
            }
            attrs.push(inside.as_str().into());
            self.mark(Kind::Attribute, at);
        }
        Ok(attrs)
    }
    /// Warns of an attribute that begins at a token and asks for a schedule that does not exist.
    fn no_schedule(&mut self, at: usize) {
        let (first, last) = (self.tokens[at].span, self.tokens[self.pos - 1].span);
        let warning = Diagnostic::warning("unknown-schedule", "this attribute names no schedule".to_string())
            .label(first.to(last), "this says nothing");
        self.warnings.push(warning.note(format!("`by` takes one of: {}", ir::By::NAMES)));
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
                Tok::Def | Tok::Entry | Tok::Type | Tok::TypeLifted | Tok::Val => return,
                Tok::Let | Tok::Module | Tok::Open | Tok::Import | Tok::Local if self.starts_line() => {
                    return;
                }
                _ => _ = self.advance(),
            }
        }
    }
    fn starts_line(&self) -> bool {
        let lo = self.span().lo as usize;
        lo == 0 || self.text.as_bytes()[lo - 1] == b'\n'
    }
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
        let Parsed { decs: decls, errors, .. } = parse(0, &format!("def x = {text}"), &mut 0, false);
        assert!(errors.is_empty(), "{text}: {errors:?}");
        match &decls[0] {
            Dec::Def(def) => show(&def.body),
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
        assert_eq!(exp("a m.+ b"), "((m.+ a) b)");
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
        let Parsed { decs: decls, errors, .. } =
            parse(0, "def f = (\ndef g = 1\ndef h = = 2\nentry k = 3", &mut 0, false);
        assert_eq!((decls.len(), errors.len()), (2, 2));
    }
}
