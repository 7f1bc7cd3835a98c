//! Which tokens belong together: what the formatter needs to know of a parse that the syntax tree, being simpler, does not say.

use super::Parser;

/// A run of tokens that is one piece of syntax. Runs nest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mark {
    /// What it is.
    pub kind: Kind,
    /// Its first token.
    pub lo: usize,
    /// Past its last token.
    pub hi: usize,
}

/// The pieces of syntax that have a layout of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// The whole file.
    File,
    /// A declaration or a line of a module type.
    Dec,
    /// `{ decs }`.
    Body,
    /// `let` and what follows `in`.
    Let,
    /// `if`.
    If,
    /// `match`.
    Match,
    /// `loop`.
    Loop,
    /// A lambda.
    Lambda,
    /// `f x y`.
    Apply,
    /// `a + b`, with how tightly the operator binds.
    Binary(u8),
    /// `-a`.
    Unary,
    /// `e with steps = f`.
    With,
    /// `a..b..<c`.
    Range,
    /// `e : t`, `e :> t`.
    Ascribe,
    /// Something in brackets, perhaps with commas.
    Bracket,
    /// The brackets of an index.
    Index,
    /// An operator in backticks.
    Ticks,
    /// `#[name]`.
    Attribute,
    /// `a -> b`.
    Arrow,
    /// `#a | #b`.
    Sum,
    /// Parts that touch: `[n]t`, `*t`, `x.y[0]`.
    Tight,
    /// Parts with spaces between them.
    Plain,
}

impl Parser<'_> {
    /// Notes that the tokens from `lo` to here are one piece.
    pub(super) fn mark(&mut self, kind: Kind, lo: usize) {
        if self.pos > lo {
            self.marks.push(Mark { kind, lo, hi: self.pos });
        }
    }
}
