//! Entry points that the interpreter runs, on values that lie in the memory of a context.

use crate::error::{Error, Failed, guarded, run_error};
use crate::pipeline::Options;
use crate::unit::{Cost, Results};
use ir::{Core, Value};
use rt::{Context, Datum, Stop};
use std::time::Instant;

/// A program for the interpreter.
pub struct Interpreter {
    pub(crate) core: Core,
    pub(crate) options: Options,
}

impl Interpreter {
    /// Whether an entry point takes these values.
    pub(crate) fn check(&self, entry: &str, args: &[Datum]) -> Result<(), Error> {
        fits(&self.core, entry, &self.values(args)?)
    }

    /// Runs an entry point, unless `stop` asks for the end before it begins; its results are put into the memory of `context`.
    pub(crate) fn call(
        &self,
        entry: &str,
        args: &[Datum],
        context: &Context,
        stop: &Stop,
    ) -> Result<Results, Error> {
        if stop.requested() {
            return Err(Error::Cancelled);
        }
        let args = self.values(args)?;
        let start = Instant::now();
        let values = interpret(&self.core, &self.options, entry, &args)?;
        let cost = Cost { time: start.elapsed(), peak: None };
        let values = values.into_iter().map(|value| context.store(value)).collect::<Result<_, _>>();
        Ok(Results { values: values.map_err(|e| run_error(e, &self.core.files))?, cost, profile: None })
    }

    fn values(&self, args: &[Datum]) -> Result<Vec<Value>, Error> {
        let values = args.iter().map(Datum::to_value).collect::<Result<Vec<Value>, _>>();
        values.map_err(|e| run_error(e, &self.core.files))
    }
}

fn fits(core: &Core, entry: &str, args: &[Value]) -> Result<(), Error> {
    if let Some(fun) = core.funs.iter().find(|f| f.name == entry) {
        ir::value::bind_args(fun, &core.vars, args).map_err(Error::Argument)?;
    }
    Ok(())
}

/// Three quarters of what is free: what is beside arrays needs room too.
fn free_memory() -> Option<usize> {
    rt::available_memory().map(|free| free / 4 * 3)
}

pub(crate) fn interpret(
    core: &Core,
    options: &Options,
    entry: &str,
    args: &[Value],
) -> Result<Vec<Value>, Error> {
    fits(core, entry, args)?;
    let memory = options.memory.or_else(free_memory).unwrap_or(usize::MAX);
    let options = interp::Options { fuel: options.fuel, memory, check: options.check };
    let result = guarded(|| interp::run_with(core, entry, args, options))?;
    result.map_err(|e| match e {
        interp::Error::Failure(failure) => {
            Error::Failure(Box::new(Failed { failure, files: core.files.clone() }))
        }
        interp::Error::Args(text) => Error::Value(text),
        interp::Error::Memory { bytes, limit, loc } => {
            // What is passed in and out has no position.
            let place = match loc.0.as_slice() {
                [] => format!("values of {entry}"),
                _ => loc.describe(&core.files),
            };
            Error::Device(format!(
                "{place}: the interpreter has no memory for {bytes} more bytes; `--memory` sets its limit, now {limit} bytes"
            ))
        }
        interp::Error::Fuel(limit) => Error::Limit(format!(
            "the interpreter has executed {limit} statements and stops; `--fuel` sets the limit, `-b native` has none"
        )),
        interp::Error::Limit(text) if text.starts_with("internal:") => Error::Bug(text),
        interp::Error::Limit(text) => Error::Limit(text),
    })
}
