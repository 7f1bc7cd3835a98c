//! Which tokens have a space between them.

use super::doc::GapKind;
use super::layout::Layout;
use crate::lexer::Tok;
use crate::parse::marks::Kind;

impl Layout<'_> {
    /// What stands between two parts of a piece of syntax: the second begins with this token.
    pub(super) fn spacing(&self, inside: Kind, token: usize) -> GapKind {
        let Some(last) = token.checked_sub(1) else { return GapKind::Glue };
        let (left, right) = (self.tok(last), self.tok(token));
        let glue = match inside {
            Kind::Attribute => self.trivia.before(token).adjacent,
            Kind::Tight | Kind::Ticks | Kind::Unary => true,
            Kind::Index => left != Tok::Comma,
            Kind::Dec | Kind::Let | Kind::Lambda | Kind::Ascribe if right == Tok::Colon => false,
            _ => {
                matches!(left, Tok::LParen | Tok::LBracket | Tok::LBrace | Tok::Attribute)
                    || matches!(right, Tok::RParen | Tok::RBracket | Tok::RBrace | Tok::Comma | Tok::Colon)
                    || matches!(left, Tok::Dot | Tok::Backslash | Tok::Question)
                    || right == Tok::Dot
            }
        };
        if glue && !self.would_join(last, token) { GapKind::Glue } else { GapKind::Space }
    }
    /// Whether two tokens that do not touch would be read as one if they did.
    fn would_join(&self, left: usize, right: usize) -> bool {
        let word = |c: char| c.is_alphanumeric() || c == '_' || c == '\'' || c == '#' || c == '"';
        let symbol = |c: char| "+-*/%=!><|&^.".contains(c);
        let (Some(a), Some(b)) = (self.slice(left).chars().last(), self.slice(right).chars().next()) else {
            return false;
        };
        !self.trivia.before(right).adjacent
            && (word(a) && word(b) || symbol(a) && symbol(b) || matches!((a, b), (':', '>') | ('?', '?')))
    }
}
