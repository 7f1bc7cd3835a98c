//! Entry points that can be called, whoever runs them.

use crate::error::Error;
#[cfg(feature = "compiler")]
use crate::interpreter::Interpreter;
use crate::unit::{Results, Unit};
use rt::{Context, Datum, Stop};
use std::sync::Arc;

/// An entry point that can be called from any thread.
#[derive(Clone)]
pub enum Callable {
    /// On a device.
    Compiled(Arc<Unit>),
    /// By the interpreter.
    #[cfg(feature = "compiler")]
    Interpreted(Arc<Interpreter>),
}

impl Callable {
    /// Whether the entry point takes these values: the error is that of a call, which would not begin.
    pub fn check(&self, entry: &str, args: &[Datum]) -> Result<(), Error> {
        match self {
            Callable::Compiled(unit) => unit.check(entry, args),
            #[cfg(feature = "compiler")]
            Callable::Interpreted(program) => program.check(entry, args),
        }
    }

    /// Runs the entry point on values in the memory of `context`, where its results are too, unless `stop` asks for the end.
    pub fn call(
        &self,
        entry: &str,
        args: Vec<Datum>,
        context: &Context,
        stop: &Stop,
    ) -> Result<Results, Error> {
        // What was compiled is in a context already.
        let _ = context;
        match self {
            Callable::Compiled(unit) => unit.call(entry, args, stop),
            #[cfg(feature = "compiler")]
            Callable::Interpreted(program) => program.call(entry, &args, context, stop),
        }
    }
}
