//! The pieces of syntax as a tree, built from the marks of the parser.

use crate::parse::marks::{Kind, Mark};

/// A piece of syntax.
#[derive(Debug)]
pub(super) struct Node {
    /// What it is.
    pub kind: Kind,
    /// Its parts in order.
    pub parts: Vec<Part>,
}

/// A part of a piece.
#[derive(Debug)]
pub(super) enum Part {
    /// A token, by its number.
    Token(usize),
    /// A smaller piece.
    Node(Node),
}

impl Part {
    /// The number of its first token.
    pub(super) fn first(&self) -> usize {
        let mut part = self;
        loop {
            match part {
                Part::Token(token) => return *token,
                // A node has at least one token: marks are not empty.
                Part::Node(node) => part = &node.parts[0],
            }
        }
    }
    /// Whether it is a piece of this kind.
    pub(super) fn is(&self, kind: Kind) -> bool {
        matches!(self, Part::Node(node) if node.kind == kind)
    }
}

/// The tree of a file with so many tokens, its end not counted.
pub(super) fn build(marks: &[Mark], tokens: usize) -> Node {
    let mut order: Vec<usize> = (0..marks.len()).collect();
    // Outer marks first; of equal ones the one that was made later is the outer one.
    order.sort_by_key(|&i| (marks[i].lo, std::cmp::Reverse(marks[i].hi), std::cmp::Reverse(i)));
    let mut open = vec![(Mark { kind: Kind::File, lo: 0, hi: tokens }, vec![])];
    let mut next = order.into_iter().peekable();
    for token in 0..tokens {
        close(&mut open, token);
        while let Some(&i) = next.peek()
            && marks[i].lo == token
        {
            next.next();
            // A second mark of the same kind for the same tokens says nothing new.
            if open.last().is_none_or(|(last, _)| *last != marks[i]) {
                open.push((marks[i], vec![]));
            }
        }
        if let Some((_, parts)) = open.last_mut() {
            parts.push(Part::Token(token));
        }
    }
    close(&mut open, tokens);
    let parts = open.pop().map(|(_, parts)| parts).unwrap_or_default();
    Node { kind: Kind::File, parts }
}

/// Closes the pieces that end in front of this token, but not the file.
fn close(open: &mut Vec<(Mark, Vec<Part>)>, token: usize) {
    while open.len() > 1
        && open.last().is_some_and(|(mark, _)| mark.hi <= token)
        && let Some((mark, parts)) = open.pop()
        && let Some((_, outer)) = open.last_mut()
    {
        outer.push(Part::Node(Node { kind: mark.kind, parts }));
    }
}
