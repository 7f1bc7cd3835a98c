//! A second witness of what a program means: a reader and evaluator of its own for what the generator writes.
//!
//! Nothing here is shared with the compiler: values are trees of rows, functions are closures, a comprehension is a list of
//! bindings, a stream is cut into chunks of three. It is what the front end, lowering and the interpreter together are compared
//! with. It does not look at types, so the row size of an array without rows is not known to it: programs that ask for that, or
//! for what is not here, are outside, and counted.

mod arrays;
mod compare;
mod comprehension;
mod eval;
mod lex;
mod parse;
mod parse_parts;
mod prelude;
mod scalars;
mod syntax;
#[cfg(test)]
mod tests;
mod value;

pub use compare::differs;
pub use value::V;

use crate::data::Data;
use crate::tree::Entry;
use value::Env;

/// Why there is no value.
#[derive(Clone, PartialEq, Debug)]
pub enum Stop {
    /// The program fails.
    Fails(String),
    /// Not something the witness can judge.
    Outside(String),
    /// Too slow to judge.
    Slow,
}

impl Stop {
    /// The types would tell.
    fn no_rows() -> Stop {
        Stop::Outside("the row size of an array without rows".into())
    }
}

/// A value or why there is none.
pub type Run = Result<V, Stop>;

/// The program fails.
fn fails<T>(why: impl Into<String>) -> Result<T, Stop> {
    Err(Stop::Fails(why.into()))
}

/// Steps an evaluation may take.
const STEPS: u64 = 1_000_000;

/// Steps that may be inside of each other: expressions, and calls.
const DEPTH: usize = 600;

/// The entries of a program that the witness can read.
pub struct Witness {
    params: Vec<(String, crate::tree::Ty)>,
    body: syntax::E,
}

impl Witness {
    /// Reads an entry.
    pub fn read(entry: &Entry) -> Result<Witness, String> {
        Ok(Witness { params: entry.params.clone(), body: parse::parse(&entry.body.print())? })
    }

    /// What it gives for arguments.
    pub fn run(&self, args: &[Data]) -> Run {
        let mut env = Env::default();
        for ((name, ty), data) in self.params.iter().zip(args) {
            env = env.bind(name, compare::from_data(data, ty));
        }
        eval::Eval { steps: STEPS, depth: 0 }.exp(&self.body, &env)
    }
}
