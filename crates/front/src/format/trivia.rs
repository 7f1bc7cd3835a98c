//! What stands between tokens: comments, and whether there are line breaks.

use crate::lexer::Token;

/// A comment, to the end of its line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Comment {
    lo: usize,
    hi: usize,
    /// Whether nothing but spaces stands in front of it on its line.
    pub own_line: bool,
    /// Whether there is an empty line in front of it.
    pub blank: bool,
}

impl Comment {
    /// Its text without the spaces at the end.
    pub(super) fn text<'a>(&self, text: &'a str) -> &'a str {
        text[self.lo..self.hi].trim_end()
    }
}

/// What stands in front of a token.
#[derive(Clone, Debug, Default)]
pub(super) struct Before {
    /// The comments in order.
    pub comments: Vec<Comment>,
    /// Whether the token is on another line than the token before it.
    pub newline: bool,
    /// Whether there is an empty line directly in front of it, behind the comments.
    pub blank: bool,
    /// Whether nothing is in between.
    pub adjacent: bool,
}

/// For every token what stands in front of it.
pub(super) struct Trivia(Vec<Before>);

impl Trivia {
    pub(super) fn new(text: &str, tokens: &[Token]) -> Trivia {
        let mut from = 0;
        let mut all = vec![];
        for token in tokens {
            let to = token.span.lo as usize;
            all.push(before(text, from, to));
            from = token.span.hi as usize;
        }
        Trivia(all)
    }
    /// What stands in front of a token.
    pub(super) fn before(&self, token: usize) -> &Before {
        &self.0[token]
    }
    /// All comments.
    pub(super) fn all(&self) -> impl Iterator<Item = &Comment> {
        self.0.iter().flat_map(|b| &b.comments)
    }
}

/// Reads the part of the text between two tokens, which holds white space and comments only.
fn before(text: &str, from: usize, to: usize) -> Before {
    let mut comments: Vec<Comment> = vec![];
    let mut lines = 0;
    let mut newline = from == 0;
    let mut at = from;
    while at < to {
        let rest = &text[at..to];
        if rest.starts_with("--") {
            let hi = at + rest.find('\n').unwrap_or(rest.len());
            let own_line = lines > 0 || from == 0;
            let blank = lines > 1 || lines == 1 && from == 0 && comments.is_empty();
            comments.push(Comment { lo: at, hi, own_line, blank });
            (lines, at) = (0, hi);
        } else {
            if rest.starts_with('\n') {
                lines += 1;
                newline = true;
            }
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    Before { comments, newline, blank: lines > 1, adjacent: from == to }
}
