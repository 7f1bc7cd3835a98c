//! Entry points that were compiled together, on a device.

use crate::error::Error;
use ir::{Atom, Flat, Fun, SegOp, Value};
use rt::{Device, Loaded, Output, RunError};
use std::sync::Arc;
use std::time::Duration;

/// What a run took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// The time without transfers of arguments and results, until the device was done.
    pub time: Duration,
    /// The most bytes that arrays took on the device at the same time, arguments and results included; not known of the
    /// interpreter.
    pub peak: Option<usize>,
}

/// Compiled entry points on a device.
pub struct Unit {
    /// Of this only the signatures are used.
    flat: Flat,
    loaded: Box<Loaded>,
}

impl Unit {
    /// `flat` has the signatures of the entry points, `kernel` is what was made of them, and `text` what was made of that.
    pub(crate) fn new(
        flat: Flat,
        kernel: ir::kernel::Program,
        text: &str,
        device: Arc<dyn Device>,
        options: rt::Options,
    ) -> Result<Unit, Error> {
        let loaded = Loaded::new(device, kernel, text, options).map_err(|e| run_error(e, &flat.files))?;
        Ok(Unit { flat, loaded: Box::new(loaded) })
    }

    fn fun(&self, entry: &str) -> Option<&Fun<SegOp>> {
        self.flat.funs.iter().find(|f| f.name == entry)
    }

    /// Whether the entry point is one of these.
    pub fn has(&self, entry: &str) -> bool {
        self.fun(entry).is_some()
    }

    /// The element type and rank of each value an entry point takes.
    pub fn parameters(&self, entry: &str) -> Option<Vec<(base::ScalarType, usize)>> {
        parameters(self.fun(entry)?, &self.flat.vars)
    }

    /// Runs an entry point.
    pub fn run(&mut self, entry: &str, args: &[Value]) -> Result<Vec<Value>, Error> {
        let Some(fun) = self.flat.funs.iter().find(|f| f.name == entry) else {
            return Err(Error::Value(format!("there is no entry point called {entry}")));
        };
        let args = ir::value::bind_args(fun, &self.flat.vars, args).map_err(Error::Value)?;
        let outputs = self.loaded.run(entry, &args).map_err(|e| run_error(e, &self.flat.files))?;
        Ok(assemble(fun, &args, outputs))
    }

    /// What the last run took.
    pub fn cost(&self) -> Cost {
        Cost { time: self.loaded.time(), peak: Some(self.loaded.memory().peak) }
    }

    /// What the last run did on its device, if that was asked for.
    pub(crate) fn profile(&self) -> Option<&rt::profile::Profile> {
        self.loaded.profile()
    }
}

/// The element type and rank of each value an entry point takes.
pub(crate) fn parameters<O>(fun: &Fun<O>, vars: &ir::Vars) -> Option<Vec<(base::ScalarType, usize)>> {
    let taken = fun.entry.as_ref()?.args.iter().flat_map(|a| &a.vars);
    taken.map(|v| vars[*v].ty.elem().map(|e| (e, vars[*v].ty.rank()))).collect()
}

/// Whether so many values are given to an entry point as it takes; `taken` names them.
pub(crate) fn count_fits(entry: &str, taken: &[String], found: usize) -> Result<(), Error> {
    let count = taken.len();
    if count == found {
        return Ok(());
    }
    let values = if count == 1 { "value" } else { "values" };
    let order = if count == 0 { String::new() } else { format!("; in order: {}", taken.join(", ")) };
    Err(Error::Value(format!("{entry} takes {count} {values}, got {found}{order}")))
}

fn run_error(error: RunError, files: &[String]) -> Error {
    match error {
        RunError::Failure(failure) => Error::Failure(failure.describe(files)),
        RunError::Device(e) => Error::Device(e.to_string()),
        RunError::Argument(text) => Error::Value(text),
        RunError::Broken(text) => Error::Bug(text),
    }
}

/// Puts the results of a run together: sizes are results too, or parameters, or constants.
fn assemble(fun: &ir::Fun<SegOp>, args: &[Value], outputs: Vec<Output>) -> Vec<Value> {
    let n_sizes = fun.ret_sizes.len();
    let numbers = |output: &Output| match output {
        Output::Scalar(x) => vec![x.as_i64()],
        Output::Dense { data, .. } => {
            let number = |b: &[u8]| i64::from_le_bytes(b.try_into().unwrap_or_default());
            data.chunks_exact(8).map(number).collect()
        }
    };
    let size_of = |atom: Atom| match atom {
        Atom::Const(c) => vec![c.as_i64()],
        Atom::Var(v) => {
            if let Some(i) = fun.ret_sizes.iter().position(|s| *s == v) {
                numbers(&outputs[i])
            } else if let Some(i) = fun.params.iter().position(|p| p.var == v) {
                args[i].to_i64s()
            } else {
                base::bug!("run", "size {v:?} of a result is unknown")
            }
        }
    };
    let vals = outputs[n_sizes..].iter().zip(&fun.ret);
    vals.map(|(output, ty)| match output {
        Output::Scalar(x) => Value::scalar(*x),
        Output::Dense { data, .. } => ir::value::assemble(ty, data.clone(), size_of),
    })
    .collect()
}
