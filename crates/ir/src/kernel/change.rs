//! Walks that change statements of the device part.

use super::Stm;

impl Stm {
    /// The blocks of statements inside of it.
    pub fn blocks_mut(&mut self) -> Vec<&mut [Stm]> {
        match self {
            Stm::If { then, els, .. } => vec![then, els],
            Stm::While { pre, body, .. } => vec![pre, body],
            Stm::For { body, .. } | Stm::Locked { body, .. } | Stm::Lanes { body, .. } => vec![body],
            Stm::Fold(combine) | Stm::Chain(combine) => vec![&mut combine.body],
            Stm::Let(..)
            | Stm::Local { .. }
            | Stm::Set(..)
            | Stm::Store { .. }
            | Stm::Atomic { .. }
            | Stm::Fail { .. }
            | Stm::Call { .. } => vec![],
        }
    }
}
