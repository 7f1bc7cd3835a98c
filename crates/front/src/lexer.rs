//! Tokens. The lexer never fails: what it does not know becomes [`Tok::Error`] and is reported by the parser.

use base::diag::Span;
use logos::Logos;

/// A kind of token.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[ \t\r\n\f]+", skip(r"--[^\n]*", priority = 20))]
#[allow(missing_docs)]
pub(crate) enum Tok {
    #[token("def")]
    Def,
    #[token("entry")]
    Entry,
    #[token("val")]
    Val,
    #[token("type")]
    Type,
    /// `type~`: sizes inside may vary.
    #[token("type~")]
    /// `type^`: there may be functions inside.
    #[token("type^")]
    TypeLifted,
    #[token("let")]
    Let,
    #[token("in")]
    In,
    #[token("if")]
    If,
    #[token("then")]
    Then,
    #[token("else")]
    Else,
    #[token("loop")]
    Loop,
    #[token("for")]
    For,
    #[token("while")]
    While,
    #[token("do")]
    Do,
    #[token("with")]
    With,
    #[token("true")]
    True,
    #[token("false")]
    False,
    #[token("match")]
    Match,
    #[token("case")]
    Case,
    #[token("module")]
    Module,
    #[token("open")]
    Open,
    #[token("import")]
    Import,
    #[token("include")]
    Include,
    #[token("local")]
    Local,
    #[regex(r"[a-zA-Z_][a-zA-Z0-9_']*")]
    Ident,
    /// `'a`, `'~a`, `'^a`.
    #[regex(r"'[a-zA-Z_][a-zA-Z0-9_]*")]
    #[regex(r"'[~^][a-zA-Z_][a-zA-Z0-9_']*")]
    TyVar,
    /// A character, as a number.
    #[regex(r"'([^\\'\n]|\\[^\n][0-9a-fA-FxuU{}]*)'")]
    Char,
    /// A string, as an array of bytes.
    #[regex(r#""([^\\"\n]|\\[^\n])*""#)]
    Str,
    #[regex(r"0[xX][0-9a-fA-F_]+([iu](8|16|32|64))?")]
    #[regex(r"0[bB][01_]+([iu](8|16|32|64))?")]
    #[regex(r"[0-9][0-9_]*([iu](8|16|32|64)|f(16|32|64))?")]
    Int,
    #[regex(r"[0-9][0-9_]*\.[0-9][0-9_]*([eE][+-]?[0-9_]+)?(f(16|32|64))?")]
    #[regex(r"[0-9][0-9_]*[eE][+-]?[0-9_]+(f(16|32|64))?")]
    #[regex(r"0[xX][0-9a-fA-F][0-9a-fA-F_]*(\.[0-9a-fA-F][0-9a-fA-F_]*)?[pP][+-]?[0-9][0-9_]*(f(16|32|64))?")]
    Float,
    #[token("(")]
    LParen,
    #[token(")")]
    RParen,
    #[token("[")]
    LBracket,
    #[token("]")]
    RBracket,
    #[token("{")]
    LBrace,
    #[token("}")]
    RBrace,
    #[token(",")]
    Comma,
    #[token(".")]
    Dot,
    #[token("..")]
    DotDot,
    #[token("..<")]
    DotDotLt,
    #[token("..>")]
    DotDotGt,
    #[token("...")]
    DotDotDot,
    #[token(":")]
    Colon,
    #[token(":>")]
    Coerce,
    #[token("\\")]
    Backslash,
    #[token("->")]
    Arrow,
    #[token("?")]
    Question,
    #[token("???")]
    Hole,
    #[token("`")]
    Backtick,
    #[token("#[")]
    Attribute,
    /// `#name`.
    #[regex(r"#[a-zA-Z_][a-zA-Z0-9_']*")]
    Constr,
    #[token("=")]
    Equals,
    /// Any other run of operator characters.
    #[regex(r"[+\-*/%=!><|&^][+\-*/%=!><|&^.]*", priority = 1)]
    Op,
    /// A character or literal the language does not have.
    Error,
    /// The end of the file.
    End,
}

/// A token and where it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    /// Its kind.
    pub tok: Tok,
    /// Its text.
    pub span: Span,
}

/// The tokens of a file, closed by [`Tok::End`].
pub(crate) fn lex(file: u16, text: &str) -> Vec<Token> {
    let mut tokens = vec![];
    for (tok, range) in Tok::lexer(text).spanned() {
        let span = Span { file, lo: range.start as u32, hi: range.end as u32 };
        tokens.push(Token { tok: tok.unwrap_or(Tok::Error), span });
    }
    let end = text.len() as u32;
    tokens.push(Token { tok: Tok::End, span: Span { file, lo: end, hi: end } });
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Tok> {
        lex(0, text).into_iter().map(|t| t.tok).collect()
    }

    #[test]
    fn ranges_are_not_floats() {
        assert_eq!(kinds("0..<10"), [Tok::Int, Tok::DotDotLt, Tok::Int, Tok::End]);
        assert_eq!(kinds("1.5...2"), [Tok::Float, Tok::DotDotDot, Tok::Int, Tok::End]);
    }

    #[test]
    fn words_operators_and_comments() {
        assert_eq!(
            kinds("let lets -- in\n= == -> :>"),
            [Tok::Let, Tok::Ident, Tok::Equals, Tok::Op, Tok::Arrow, Tok::Coerce, Tok::End]
        );
        assert_eq!(
            kinds("xs |> f \u{1f600} $"),
            [Tok::Ident, Tok::Op, Tok::Ident, Tok::Error, Tok::Error, Tok::End]
        );
    }

    #[test]
    fn suffixes_belong_to_the_number() {
        assert_eq!(kinds("1_000i64 0x1Fu8 2f32 1e9 1.5e-3f16").len(), 6);
    }
}
