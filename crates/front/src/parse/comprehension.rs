//! Array comprehensions, `[e | x <- xs, p x, ...]`: read here, and written out as maps, filters and flattenings by
//! [`super::qualifiers`].

use super::marks::Kind;
use super::qualifiers::{Direction, Qualifier, Writer};
use super::{Parse, Parser};
use crate::ast::{Exp, ExpKind, Pat};
use crate::lexer::{Tok, Token};
use base::diag::{Diagnostic, Span};
use rustc_hash::FxHashMap;

/// The bars directly inside of each pair of brackets, by the position of the opening one: `|` is an operator too, and only
/// what follows tells which bar is that of a comprehension.
pub(super) fn bars(text: &str, tokens: &[Token]) -> FxHashMap<usize, Vec<usize>> {
    let mut bars: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    let mut open = vec![];
    for (at, token) in tokens.iter().enumerate() {
        match token.tok {
            Tok::LParen | Tok::LBracket | Tok::LBrace | Tok::Attribute => open.push(at),
            Tok::RParen | Tok::RBracket | Tok::RBrace => _ = open.pop(),
            Tok::Op if &text[token.span.lo as usize..token.span.hi as usize] == "|" => {
                if let Some(bracket) = open.last() {
                    bars.entry(*bracket).or_default().push(at);
                }
            }
            _ => {}
        }
    }
    bars
}

/// Whether a program defines an operator `<-`: then brackets keep their meaning.
pub(super) fn defines_arrow(text: &str, tokens: &[Token]) -> bool {
    let is_arrow = |t: &Token| t.tok == Tok::Op && &text[t.span.lo as usize..t.span.hi as usize] == "<-";
    let defines = |t: Tok| matches!(t, Tok::Def | Tok::Let | Tok::Entry | Tok::Val);
    (0..tokens.len()).filter(|at| is_arrow(&tokens[*at])).any(|at| {
        let back = |n: usize| at.checked_sub(n).map(|i| tokens[i].tok);
        let in_parens =
            back(1) == Some(Tok::LParen) && tokens.get(at + 1).map(|t| t.tok) == Some(Tok::RParen);
        in_parens && back(2).is_some_and(defines)
            || back(1) == Some(Tok::Ident) && back(2).is_some_and(defines)
    })
}

impl Parser<'_> {
    /// The bar of the comprehension whose bracket is at `open`, if it is one: the first that a binding follows.
    pub(super) fn comprehension_bar(&mut self, open: usize) -> Option<usize> {
        if self.arrow_is_operator {
            return None;
        }
        let bars = self.bars.get(&open)?.clone();
        bars.into_iter().find(|bar| self.binds_at(bar + 1))
    }
    /// The error for brackets with a binding whose first bar has none behind it.
    pub(super) fn no_binding(&self, open: usize) -> Parse<()> {
        let Some(bar) =
            self.bars.get(&open).and_then(|bars| bars.first()).filter(|_| !self.arrow_is_operator)
        else {
            return Ok(());
        };
        let mut depth = 0;
        for token in &self.tokens[bar + 1..] {
            match token.tok {
                Tok::LParen | Tok::LBracket | Tok::LBrace | Tok::Attribute => depth += 1,
                Tok::RParen | Tok::RBracket | Tok::RBrace if depth == 0 => return Ok(()),
                Tok::RParen | Tok::RBracket | Tok::RBrace => depth -= 1,
                Tok::Op if depth == 0 && self.slice(token.span) == "<-" => {
                    let error =
                        Diagnostic::error("comprehension", "a comprehension has to begin with a binding");
                    return Err(error.label(
                        self.tokens[bar + 1].span,
                        "before `x <- xs` there is nothing to choose from",
                    ));
                }
                _ => {}
            }
        }
        Ok(())
    }
    /// Whether `pat <-`, perhaps in parentheses, stands at a position.
    fn binds_at(&mut self, at: usize) -> bool {
        self.trying(at, |p| {
            while p.peek() == Tok::LParen {
                if p.trying(p.pos, |p| p.pat().is_ok() && p.is_op("<-")) {
                    return true;
                }
                p.advance();
            }
            p.pat().is_ok() && p.is_op("<-")
        })
    }
    /// Tries something at a position, and goes back.
    fn trying(&mut self, at: usize, f: impl FnOnce(&mut Self) -> bool) -> bool {
        let before = (self.pos, self.next_id, self.depth, self.marks.len(), self.errors.len());
        let warnings = self.warnings.len();
        self.pos = at;
        let result = f(self);
        (self.pos, self.next_id, self.depth) = (before.0, before.1, before.2);
        self.marks.truncate(before.3);
        self.errors.truncate(before.4);
        self.warnings.truncate(warnings);
        result
    }

    /// A comprehension, from behind its bracket at `open` on.
    pub(super) fn comprehension(&mut self, open: usize, bar: usize) -> Parse<Exp> {
        let start = self.tokens[open].span;
        let own: Vec<usize> = self.bars[&open].iter().copied().filter(|b| *b >= bar).collect();
        self.stops.extend(&own);
        let head = self.exp()?;
        if self.pos != bar {
            return Err(self.unexpected("the bar of the comprehension"));
        }
        self.advance();
        let first = self.span();
        let sides = self.sides()?;
        let qualifiers = first.to(self.tokens[self.pos - 1].span);
        let end = self.closing(Tok::RBracket, "`,`, `|` or `]`", open)?;
        let span = start.to(end);
        let mut writer = Writer { next_id: &mut self.next_id, span };
        Ok(writer.rows(one_or_zip(sides, qualifiers), head))
    }
    /// Qualifiers with bars between them.
    fn sides(&mut self) -> Parse<Vec<Vec<Qualifier>>> {
        let mut sides = vec![];
        loop {
            let mut side = vec![];
            loop {
                let span = self.span();
                let qualifier = self.nested(|p| p.qualifier())?;
                let begins = matches!(qualifier, Qualifier::Bind(..) | Qualifier::Zip(..));
                if side.is_empty() && !begins {
                    let error = Diagnostic::error("comprehension", "this has to begin with a binding");
                    return Err(error.label(span, "before `x <- xs` there is nothing to choose from"));
                }
                side.push(qualifier);
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
            sides.push(side);
            if !(self.is_op("|") && self.stops.contains(&self.pos)) {
                return Ok(sides);
            }
            self.advance();
        }
    }
    fn qualifier(&mut self) -> Parse<Qualifier> {
        let span = self.span();
        let word = |p: &Self, ahead: usize, word: &str| {
            let at = (p.pos + ahead).min(p.tokens.len() - 1);
            p.tokens[at].tok == Tok::Ident && p.slice(p.tokens[at].span) == word
        };
        if self.trying(self.pos, |p| p.pat().is_ok() && p.is_op("<-")) {
            let pat = self.pat()?;
            self.advance();
            let source = self.exp()?;
            self.one_row(&source);
            return Ok(Qualifier::Bind(pat, source));
        }
        if self.peek() == Tok::LParen && self.binds_at(self.pos + 1) {
            let open = self.pos;
            let inside = self.bars.get(&open).cloned().unwrap_or_default();
            self.stops.extend(inside);
            self.advance();
            let sides = self.sides()?;
            let end = self.expect(Tok::RParen, "`,`, `|` or `)`")?;
            self.mark(Kind::Bracket, open);
            return Ok(Qualifier::Zip(sides, span.to(end)));
        }
        if self.eat(Tok::Let) {
            let pat: Pat = self.pat()?;
            self.expect(Tok::Equals, "`=`")?;
            return Ok(Qualifier::Let(pat, self.exp()?));
        }
        if word(self, 0, "order") && word(self, 1, "by") {
            self.advance();
            self.advance();
            let falling = self.direction_ahead();
            self.stops.extend(falling);
            let key = self.exp()?;
            let mut direction = Direction::Rising;
            if falling == Some(self.pos) {
                self.advance();
                direction = Direction::Falling;
            }
            return Ok(Qualifier::Order(key, direction, span));
        }
        if word(self, 0, "group") && word(self, 1, "by") {
            self.advance();
            self.advance();
            let pat = self.pat()?;
            self.expect(Tok::Equals, "`=`")?;
            return Ok(Qualifier::Group(pat, self.exp()?, span));
        }
        Ok(Qualifier::Filter(self.exp()?))
    }
    /// Warns of a source `[a..<b]`: an array with one row, where the range itself was probably meant.
    fn one_row(&mut self, source: &Exp) {
        let ExpKind::Array(rows) = &source.kind else { return };
        if let [row] = &rows[..]
            && matches!(row.kind, ExpKind::Range(_))
        {
            let range = self.slice(row.span);
            let message = format!("`[{range}]` has one element, which is the whole range");
            let warning =
                Diagnostic::warning("range-in-brackets", message).label(source.span, "this binds one row");
            self.warnings
                .push(warning.note(format!("without brackets, `<- {range}` binds each number of the range")));
        }
    }
    /// Where the word `desc` ends the key that begins here.
    fn direction_ahead(&self) -> Option<usize> {
        let (mut at, mut open) = (self.pos, 0);
        loop {
            match self.tokens[at].tok {
                Tok::End => return None,
                Tok::LParen | Tok::LBracket | Tok::LBrace | Tok::Attribute => open += 1,
                Tok::RParen | Tok::RBracket | Tok::RBrace if open == 0 => break,
                Tok::RParen | Tok::RBracket | Tok::RBrace => open -= 1,
                Tok::Comma if open == 0 => break,
                Tok::Op if open == 0 && self.stops.contains(&at) => break,
                _ => {}
            }
            at += 1;
        }
        let last = at.checked_sub(1)?;
        let is_word = self.tokens[last].tok == Tok::Ident && self.slice(self.tokens[last].span) == "desc";
        (is_word && last > self.pos).then_some(last)
    }
}

/// Several sides are a zip.
fn one_or_zip(mut sides: Vec<Vec<Qualifier>>, span: Span) -> Vec<Qualifier> {
    if sides.len() == 1 { sides.remove(0) } else { vec![Qualifier::Zip(sides, span)] }
}
