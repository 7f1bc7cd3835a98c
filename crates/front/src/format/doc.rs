//! Text with places where lines may break.

/// A piece of output.
#[derive(Debug)]
pub(super) enum Doc {
    /// A token of the input, by its number.
    Token(usize),
    /// What stands in front of a token: spaces or a line break, and its comments.
    Gap(Gap),
    /// Lines in it begin so many columns further right.
    Nest(usize, Vec<Doc>),
    /// Lines in it begin in the column where it begins.
    Align(Vec<Doc>),
    /// Gaps that break together or one by one.
    Group(Breaks, Vec<Doc>),
}

/// What stands in front of a token.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gap {
    /// The token.
    pub token: usize,
    /// What it is without comments.
    pub kind: GapKind,
    /// How much further right its comments begin than the token itself.
    pub comments: usize,
}

/// What a gap is without comments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GapKind {
    /// Nothing.
    Glue,
    /// One space.
    Space,
    /// A space or a line break, as its group decides.
    Soft,
    /// Nothing or a line break, as its group decides.
    Fold,
    /// A line break.
    Hard,
}

/// How the soft gaps of a group break.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Breaks {
    /// None, unless the group does not fit; then all.
    Together,
    /// All.
    Always,
    /// Each for itself, where the next part does not fit.
    Each,
}
