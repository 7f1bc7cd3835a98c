//! Entry points that were compiled together, on a device.

use crate::error::{Error, run_error};
use ir::{Flat, Fun, SegOp, Value};
use rt::profile::Profile;
use rt::{Context, Datum, Loaded, Stop};
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

/// Compiled entry points on a device. Any thread may call them; calls wait for each other.
pub struct Unit {
    /// Of this only the signatures are used.
    flat: Flat,
    loaded: Loaded,
}

/// What a call of an entry point gave and took.
pub struct Results {
    /// The results, one per component.
    pub values: Vec<Datum>,
    /// What it took.
    pub cost: Cost,
    /// What it did on its device, if that was asked for.
    pub profile: Option<Profile>,
}

impl Unit {
    /// `flat` has the signatures of the entry points, `kernel` is what was made of them, and `text` what was made of that.
    pub(crate) fn new(
        flat: Flat,
        kernel: ir::kernel::Program,
        text: &str,
        context: Arc<Context>,
        options: rt::Options,
    ) -> Result<Unit, Error> {
        let loaded = Loaded::within(context, kernel, text, options).map_err(|e| run_error(e, &flat.files))?;
        Ok(Unit { flat, loaded })
    }

    fn fun(&self, entry: &str) -> Option<&Fun<SegOp>> {
        self.flat.funs.iter().find(|f| f.name == entry)
    }

    /// The program, of which only the signatures of its entry points are whole.
    pub fn signatures(&self) -> &Flat {
        &self.flat
    }

    /// Whether the entry point is one of these.
    pub fn has(&self, entry: &str) -> bool {
        self.fun(entry).is_some()
    }

    /// The element type and rank of each value an entry point takes.
    pub fn parameters(&self, entry: &str) -> Option<Vec<(base::ScalarType, usize)>> {
        parameters(self.fun(entry)?, &self.flat.vars)
    }

    /// Runs an entry point on values that stay on the device, unless `stop` asks for the end.
    pub fn call(&self, entry: &str, args: Vec<Datum>, stop: &Stop) -> Result<Results, Error> {
        let Some(fun) = self.fun(entry) else {
            return Err(Error::Value(format!("there is no entry point called {entry}")));
        };
        let results = rt::bind::call(&self.loaded, fun, &self.flat.vars, args, stop);
        let rt::bind::Results { values, time, profile } =
            results.map_err(|e| run_error(e, &self.flat.files))?;
        let cost = Cost { time, peak: Some(self.loaded.memory().peak) };
        Ok(Results { values, cost, profile })
    }

    /// Whether an entry point takes these values; if not, the error is that of a call.
    pub fn check(&self, entry: &str, args: &[Datum]) -> Result<(), Error> {
        let Some(fun) = self.fun(entry) else {
            return Err(Error::Value(format!("there is no entry point called {entry}")));
        };
        let fits = rt::bind::check(&self.loaded, fun, &self.flat.vars, args);
        fits.map_err(|e| run_error(e, &self.flat.files))
    }

    /// Brings values to the device, where they stay for any number of calls.
    pub fn store(&self, values: Vec<Value>) -> Result<Vec<Datum>, Error> {
        store(self.loaded.context(), values)
    }

    /// Runs an entry point once on values of the host.
    pub fn run(&self, entry: &str, args: Vec<Value>) -> Result<Vec<Value>, Error> {
        let call = |args| self.call(entry, args, &Stop::new());
        Ok(call_on_host(self.loaded.context(), args, call)?.0)
    }
}

fn store(context: &Context, values: Vec<Value>) -> Result<Vec<Datum>, Error> {
    values.into_iter().map(|value| context.store(value).map_err(|e| run_error(e, &[]))).collect()
}

/// Copies of results on the host.
pub fn fetch(results: &[Datum]) -> Result<Vec<Value>, Error> {
    results.iter().map(|result| result.to_value().map_err(|e| run_error(e, &[]))).collect()
}

/// Brings values to a device for a call, and its results back; its profile counts what was moved.
pub(crate) fn call_on_host(
    context: &Context,
    args: Vec<Value>,
    call: impl FnOnce(Vec<Datum>) -> Result<Results, Error>,
) -> Result<(Vec<Value>, Results), Error> {
    let before = context.stats().copies;
    let mut results = call(store(context, args)?)?;
    let values = fetch(&results.values)?;
    if let Some(profile) = &mut results.profile {
        profile.transfers(&before, &context.stats().copies);
    }
    Ok((values, results))
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
