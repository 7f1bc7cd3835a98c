//! The layout of each piece of syntax.

use super::doc::{Breaks, Doc, Gap, GapKind};
use super::tree::{Node, Part};
use super::trivia::Trivia;
use crate::lexer::{Tok, Token};
use crate::parse::marks::Kind;

/// Makes the layout of the pieces of one file.
pub(super) struct Layout<'a> {
    pub text: &'a str,
    pub tokens: &'a [Token],
    pub trivia: &'a Trivia,
}

impl Layout<'_> {
    pub(super) fn tok(&self, token: usize) -> Tok {
        self.tokens[token].tok
    }
    pub(super) fn slice(&self, token: usize) -> &str {
        let span = self.tokens[token].span;
        &self.text[span.lo as usize..span.hi as usize]
    }
    /// Whether this part is a token of this kind.
    fn is(&self, part: &Part, tok: Tok) -> bool {
        matches!(part, Part::Token(t) if self.tok(*t) == tok)
    }
    fn gap(&self, part: &Part, kind: GapKind) -> Doc {
        Doc::Gap(Gap { token: part.first(), kind, comments: 0 })
    }
    /// Whether there is a line break in front of this part, or a comment, which needs one.
    fn breaks(&self, part: &Part) -> bool {
        let before = self.trivia.before(part.first());
        before.newline || !before.comments.is_empty()
    }
    /// A gap of a group whose gaps break one by one: a line break of the input stays.
    fn each(&self, part: &Part) -> Doc {
        self.gap(part, if self.breaks(part) { GapKind::Hard } else { GapKind::Soft })
    }
    /// A gap that never breaks.
    fn plain(&self, inside: Kind, part: &Part) -> Doc {
        self.gap(part, self.spacing(inside, part.first()))
    }

    /// The whole file.
    pub(super) fn file(&self, node: &Node) -> Doc {
        let mut docs = vec![];
        for part in &node.parts {
            docs.push(self.gap(part, GapKind::Hard));
            docs.push(self.part(part));
        }
        Doc::Nest(0, docs)
    }

    fn part(&self, part: &Part) -> Doc {
        match part {
            Part::Token(token) => Doc::Token(*token),
            Part::Node(node) => self.node(node),
        }
    }
    fn node(&self, node: &Node) -> Doc {
        match node.kind {
            Kind::Dec => self.dec(node),
            Kind::Body => self.body(node),
            Kind::Let => self.let_in(node),
            Kind::If => self.if_else(node),
            Kind::Match => self.matching(node),
            Kind::Loop => self.looping(node),
            Kind::Lambda => self.lambda(node),
            Kind::Apply => self.apply(node),
            Kind::Binary(level) => self.binary(node, level),
            Kind::Bracket => self.bracket(node),
            Kind::With => self.before_each(node, 2, |p| self.is(p, Tok::With)),
            Kind::Arrow => self.arrow(node),
            Kind::Sum => self.before_each(node, 0, |p| matches!(p, Part::Token(t) if self.slice(*t) == "|")),
            Kind::Range => self.range(node),
            Kind::File
            | Kind::Ascribe
            | Kind::Index
            | Kind::Unary
            | Kind::Ticks
            | Kind::Attribute
            | Kind::Tight
            | Kind::Plain => Doc::Align(self.run(node.kind, &node.parts)),
        }
    }

    /// Parts on one line.
    fn run(&self, inside: Kind, parts: &[Part]) -> Vec<Doc> {
        let mut docs = vec![];
        for (i, part) in parts.iter().enumerate() {
            if i > 0 {
                // What has an attribute may stand below it.
                let below = parts[i - 1].is(Kind::Attribute) && self.breaks(part);
                docs.push(if below { self.gap(part, GapKind::Hard) } else { self.plain(inside, part) });
            }
            docs.push(self.part(part));
        }
        docs
    }
    /// What follows `=` or `->`: on the same line, or on the next one and further right.
    fn behind(&self, inside: Kind, parts: &[Part]) -> Doc {
        Doc::Group(Breaks::Each, vec![self.indented(inside, parts)])
    }
    /// The same as part of a group whose gaps break one by one.
    fn indented(&self, inside: Kind, parts: &[Part]) -> Doc {
        let mut docs = self.run(inside, parts);
        let Some(first) = parts.first() else { return Doc::Nest(0, docs) };
        // The declarations of a module are indented by themselves.
        if parts.iter().any(|p| p.is(Kind::Body)) {
            docs.insert(0, self.plain(inside, first));
            return Doc::Nest(0, docs);
        }
        let lower = matches!(inside, Kind::Dec | Kind::Let) && parts.len() == 1 && self.tall(first);
        docs.insert(0, if lower { self.gap(first, GapKind::Hard) } else { self.each(first) });
        Doc::Nest(2, docs)
    }
    /// Whether this has several lines that belong below each other.
    fn tall(&self, part: &Part) -> bool {
        let Part::Node(node) = part else { return false };
        matches!(node.kind, Kind::Let | Kind::If | Kind::Match | Kind::Loop | Kind::Binary(_))
            && self.breaks_inside(node)
    }
    /// Whether there is a line break in front of a token that is not the first one.
    fn breaks_inside(&self, node: &Node) -> bool {
        let mut last = node;
        loop {
            match last.parts.last() {
                Some(Part::Node(inner)) => last = inner,
                Some(Part::Token(end)) => {
                    let first = node.parts[0].first() + 1;
                    return (first..=*end).any(|t| self.trivia.before(t).newline);
                }
                None => return false,
            }
        }
    }
    /// Gaps in front of some parts may break, one by one.
    fn before_each(&self, node: &Node, nest: usize, breaks: impl Fn(&Part) -> bool) -> Doc {
        let mut docs = vec![];
        for (i, part) in node.parts.iter().enumerate() {
            if i > 0 {
                docs.push(if breaks(part) { self.each(part) } else { self.plain(node.kind, part) });
            }
            docs.push(self.part(part));
        }
        Doc::Align(vec![Doc::Group(Breaks::Each, vec![Doc::Nest(nest, docs)])])
    }
    /// A group that breaks as a whole if one of these parts stands on a new line.
    fn together<'p>(&self, docs: Vec<Doc>, mut lines: impl Iterator<Item = &'p Part>) -> Doc {
        let breaks = if lines.any(|p| self.breaks(p)) { Breaks::Always } else { Breaks::Together };
        Doc::Group(breaks, docs)
    }
    fn position(&self, parts: &[Part], tok: Tok) -> Option<usize> {
        parts.iter().position(|p| self.is(p, tok))
    }

    fn dec(&self, node: &Node) -> Doc {
        let parts = &node.parts;
        let attributes = parts.iter().take_while(|p| p.is(Kind::Attribute)).count();
        let head = self.position(parts, Tok::Equals).map_or(parts.len(), |i| i + 1);
        let mut docs = vec![];
        for (i, part) in parts[..head].iter().enumerate() {
            let gap = match i {
                0 => None,
                // The declaration behind its attributes begins in the same column.
                _ if i == attributes => Some(Doc::Group(Breaks::Each, vec![self.each(part)])),
                _ if part.is(Kind::Body) => Some(self.plain(node.kind, part)),
                _ => match self.spacing(node.kind, part.first()) {
                    GapKind::Space if !part.is(Kind::Dec) && !self.is(part, Tok::Equals) => {
                        Some(Doc::Nest(4, vec![self.each(part)]))
                    }
                    kind => Some(self.gap(part, kind)),
                },
            };
            docs.extend(gap);
            docs.push(self.part(part));
        }
        docs.push(self.indented(node.kind, &parts[head..]));
        Doc::Align(vec![Doc::Group(Breaks::Each, docs)])
    }
    fn body(&self, node: &Node) -> Doc {
        let parts = &node.parts;
        let [open, decs @ .., close] = parts.as_slice() else { return self.run_of(node) };
        if decs.is_empty() {
            return self.run_of(node);
        }
        let mut inner = vec![];
        for (i, dec) in decs.iter().enumerate() {
            inner.push(self.gap(dec, if i == 0 { GapKind::Fold } else { GapKind::Soft }));
            inner.push(self.part(dec));
        }
        let last = Gap { token: close.first(), kind: GapKind::Fold, comments: 2 };
        let docs = vec![self.part(open), Doc::Nest(2, inner), Doc::Gap(last), self.part(close)];
        self.together(docs, parts[1..].iter())
    }
    fn run_of(&self, node: &Node) -> Doc {
        Doc::Align(self.run(node.kind, &node.parts))
    }

    /// `let` after `let`, and the `in` below them.
    fn let_in(&self, node: &Node) -> Doc {
        let mut docs = vec![];
        let mut lines = vec![];
        let mut next = Some(node);
        while let Some(node) = next.take() {
            let parts = &node.parts;
            let Some(equals) = self.position(parts, Tok::Equals) else { return self.run_of(node) };
            if !docs.is_empty() {
                docs.push(self.gap(&parts[0], GapKind::Soft));
                lines.push(&parts[0]);
            }
            let end = self.position(parts, Tok::In);
            let value_end = match (end, parts.last()) {
                (Some(end), _) => end,
                (None, Some(last)) if last.is(Kind::Let) && parts.len() > equals + 2 => parts.len() - 1,
                _ => return self.run_of(node),
            };
            docs.push(Doc::Nest(2, self.run(node.kind, &parts[..=equals])));
            docs.push(self.behind(node.kind, &parts[equals + 1..value_end]));
            match (end, &parts[value_end]) {
                (Some(end), word) => {
                    docs.push(self.gap(word, GapKind::Soft));
                    lines.push(word);
                    docs.push(self.part(word));
                    docs.push(self.behind(node.kind, &parts[end + 1..]));
                }
                (None, Part::Node(inner)) => next = Some(inner),
                (None, Part::Token(_)) => {}
            }
        }
        Doc::Align(vec![self.together(docs, lines.into_iter())])
    }

    /// `if`, and `else if` after it.
    fn if_else(&self, node: &Node) -> Doc {
        let mut docs = vec![];
        let mut lines = vec![];
        let mut next = Some(node);
        while let Some(node) = next.take() {
            for (i, part) in node.parts.iter().enumerate() {
                if self.is(part, Tok::Then) || self.is(part, Tok::Else) {
                    docs.push(self.gap(part, GapKind::Soft));
                    lines.push(part);
                } else if i > 0 || !docs.is_empty() {
                    docs.push(self.plain(node.kind, part));
                }
                match part {
                    Part::Node(inner) if inner.kind == Kind::If && i > 1 && i + 1 == node.parts.len() => {
                        // Its `if` follows the `else` on the same line.
                        docs.pop();
                        next = Some(inner);
                    }
                    _ => docs.push(self.part(part)),
                }
            }
        }
        Doc::Align(vec![self.together(docs, lines.into_iter())])
    }

    fn matching(&self, node: &Node) -> Doc {
        let parts = &node.parts;
        let starts: Vec<usize> = (0..parts.len()).filter(|i| self.is(&parts[*i], Tok::Case)).collect();
        let first = starts.first().copied().unwrap_or(parts.len());
        let mut docs = self.run(node.kind, &parts[..first]);
        for (n, &start) in starts.iter().enumerate() {
            let case = &parts[start..starts.get(n + 1).copied().unwrap_or(parts.len())];
            let arrow = self.position(case, Tok::Arrow).unwrap_or(case.len() - 1);
            docs.push(self.gap(&case[0], GapKind::Soft));
            docs.extend(self.run(node.kind, &case[..=arrow]));
            docs.push(self.behind(node.kind, &case[arrow + 1..]));
        }
        Doc::Align(vec![self.together(docs, starts.iter().map(|i| &parts[*i]))])
    }

    fn looping(&self, node: &Node) -> Doc {
        let parts = &node.parts;
        let body = self.position(parts, Tok::Do).unwrap_or(parts.len() - 1);
        let mut docs = vec![];
        for (i, part) in parts[..=body].iter().enumerate() {
            if i > 0 {
                let breaks = self.is(part, Tok::For) || self.is(part, Tok::While);
                docs.push(if breaks { self.each(part) } else { self.plain(node.kind, part) });
            }
            docs.push(self.part(part));
        }
        docs.push(self.indented(node.kind, &parts[body + 1..]));
        Doc::Align(vec![Doc::Group(Breaks::Each, docs)])
    }

    fn lambda(&self, node: &Node) -> Doc {
        let arrow = self.position(&node.parts, Tok::Arrow).unwrap_or(node.parts.len() - 1);
        let mut docs = self.run(node.kind, &node.parts[..=arrow]);
        docs.push(self.behind(node.kind, &node.parts[arrow + 1..]));
        Doc::Align(docs)
    }

    fn apply(&self, node: &Node) -> Doc {
        let [fun, first, rest @ ..] = node.parts.as_slice() else { return self.run_of(node) };
        // The other arguments begin below the first one.
        let mut args = vec![self.part(first)];
        for part in rest {
            args.push(self.each(part));
            args.push(self.part(part));
        }
        let gap = Doc::Nest(2, vec![self.each(first)]);
        Doc::Align(vec![Doc::Group(Breaks::Each, vec![self.part(fun), gap, Doc::Align(args)])])
    }

    /// Operators that bind alike stand below each other, in front of what they are applied to.
    fn binary(&self, node: &Node, level: u8) -> Doc {
        let mut chain = vec![];
        let mut left = node;
        let first = loop {
            let [operand, rest @ ..] = left.parts.as_slice() else { return self.run_of(node) };
            chain.push(rest);
            match operand {
                Part::Node(inner) if inner.kind == Kind::Binary(level) => left = inner,
                _ => break operand,
            }
        };
        let pipe = chain.iter().any(|rest| self.slice(rest[0].first()).starts_with("|>"));
        let mut docs = vec![self.part(first)];
        let mut breaks = false;
        for rest in chain.iter().rev() {
            // A break behind the operator is one in front of it.
            let own = rest.iter().any(|p| self.breaks(p));
            breaks |= own;
            let kind = if own && !pipe { GapKind::Hard } else { GapKind::Soft };
            docs.push(self.gap(&rest[0], kind));
            docs.extend(self.run(node.kind, rest));
        }
        let breaks = match pipe {
            true if breaks => Breaks::Always,
            true => Breaks::Together,
            false => Breaks::Each,
        };
        Doc::Align(vec![Doc::Group(breaks, docs)])
    }

    /// Tuples, records, arrays, parentheses.
    fn bracket(&self, node: &Node) -> Doc {
        let parts = &node.parts;
        let mut items = vec![];
        let mut docs = vec![];
        let array = self.is(&parts[0], Tok::LBracket);
        for i in 1..parts.len() {
            let last = i + 1 == parts.len();
            if self.is(&parts[i - 1], Tok::Comma) && !last {
                items.push(&parts[i]);
                // A comma at the start of a line goes to the end of the one before.
                let broken = self.breaks(&parts[i]) || self.breaks(&parts[i - 1]);
                docs.push(self.gap(&parts[i], if array && broken { GapKind::Hard } else { GapKind::Soft }));
                if broken {
                    items.push(&parts[i - 1]);
                }
            } else {
                docs.push(self.plain(node.kind, &parts[i]));
            }
            docs.push(self.part(&parts[i]));
        }
        let group =
            if array { Doc::Group(Breaks::Each, docs) } else { self.together(docs, items.into_iter()) };
        Doc::Nest(0, vec![self.part(&parts[0]), Doc::Align(vec![group])])
    }

    /// `a -> b -> c`, to the right.
    fn arrow(&self, node: &Node) -> Doc {
        let mut docs = vec![];
        let mut next = Some(node);
        while let Some(node) = next.take() {
            let count = node.parts.len();
            for (i, part) in node.parts.iter().enumerate() {
                if self.is(part, Tok::Arrow) {
                    docs.push(self.each(part));
                } else if i > 0 || !docs.is_empty() {
                    docs.push(self.plain(node.kind, part));
                }
                match part {
                    Part::Node(inner) if inner.kind == Kind::Arrow && i > 0 && i + 1 == count => {
                        docs.pop();
                        next = Some(inner);
                    }
                    _ => docs.push(self.part(part)),
                }
            }
        }
        Doc::Align(vec![Doc::Group(Breaks::Each, docs)])
    }

    /// Ranges of simple parts have no spaces.
    fn range(&self, node: &Node) -> Doc {
        let simple = |p: &Part| match p {
            Part::Token(_) => true,
            Part::Node(node) => matches!(node.kind, Kind::Tight | Kind::Bracket | Kind::Unary),
        };
        let kind = if node.parts.iter().all(simple) { Kind::Tight } else { Kind::Plain };
        Doc::Align(self.run(kind, &node.parts))
    }
}
