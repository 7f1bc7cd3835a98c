//! The streaming combinators: which form of them, written in the prelude, is taken.
//!
//! A stream is one chunk unless [`crate::Choices`] has a chunk size: any partitioning is allowed, and the fewest chunks leave
//! the most to the parallel operators inside of them.

use super::value::{Chosen, Value};
use super::{Low, Lower};
use base::diag::Span;
use ir::Atom;

/// What is wrong with the result of a chunk.
pub(super) const WRONG_RESULT: &str = "the result has size {} for a chunk of size {}";

/// Where the code of the prelude stands that lowering calls by itself.
const PRELUDE_SPAN: Span = Span { file: crate::PRELUDE as u16, lo: 0, hi: 0 };

impl Lower<'_> {
    /// A streaming combinator: over one chunk, or over chunks of the size that was chosen.
    pub(super) fn stream_form(&mut self, name: &str, args: Vec<Value>) -> Low<Value> {
        let form = if self.choices.chunk.is_some() { "chunks" } else { "whole" };
        self.prelude_call(&format!("{name}_{form}"), args)
    }
    /// The chunk size that was chosen.
    pub(super) fn chunk_size(&self) -> Atom {
        Atom::i64(self.choices.chunk.map_or(i64::MAX, |chunk| i64::from(chunk.get())))
    }
    /// How a sequential stream goes on after a first chunk with this result.
    pub(super) fn rest_form(&self, first: &Value) -> &'static str {
        let scalars = first.leaves().iter().all(|leaf| self.ty(*leaf).rank() == 1);
        match scalars && !first.has_sum() {
            true => "stream_rest_in_place",
            // Rows may differ in size, and constructors in payload.
            false => "stream_rest_appended",
        }
    }
    /// Calls a function of the prelude.
    pub(super) fn prelude_call(&mut self, name: &str, args: Vec<Value>) -> Low<Value> {
        let fun = self.global(&name.into(), PRELUDE_SPAN, None, &Chosen::default())?;
        self.apply_all(&fun, args)
    }
}
