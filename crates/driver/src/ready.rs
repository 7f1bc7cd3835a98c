//! A program compiled for a backend.
//!
//! Entry points are compiled when they are needed, so that one that a backend cannot take does not stand in the way of the
//! others.

use crate::backend::{Backend, source_for};
use crate::devices::Place;
use crate::error::{Error, guarded};
use crate::pipeline::{self, Blind, Observer, Options};
use crate::program::Program;
use crate::unit::{Cost, Unit};
use ir::{Core, Flat, Value};
use rt::Device;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

/// A program on a backend, to be run any number of times.
pub struct Ready {
    core: Core,
    backend: Backend,
    options: Options,
    /// None for the interpreter.
    device: Option<Arc<dyn Device>>,
    units: Vec<Unit>,
    /// Entry points that the backend cannot take, and why.
    refused: BTreeMap<String, Error>,
    /// Entry points that the interpreter runs instead.
    interpreted: BTreeSet<String>,
    /// What the last run took.
    cost: Cost,
}

impl Ready {
    /// Compiles all entry points for the device that a backend prefers.
    pub fn new(program: &Program, backend: Backend, options: &Options) -> Result<Ready, Error> {
        let place = Place::open(backend, None)?;
        Ready::on(program, backend, place.device, options, &mut Blind)
    }

    /// Compiles all entry points for a device that is open already, and shows every intermediate program.
    pub fn on(
        program: &Program,
        backend: Backend,
        device: Option<Arc<dyn Device>>,
        options: &Options,
        observer: &mut dyn Observer,
    ) -> Result<Ready, Error> {
        let mut ready = Ready::later(program, &Place { backend, device, name: None }, options);
        if ready.device.is_some() {
            let unit = ready.unit(ready.core.clone(), observer)?;
            ready.units.push(unit);
        }
        Ok(ready)
    }

    /// Compiles nothing yet: [`Ready::prepare`] and [`Ready::run`] do.
    pub fn later(program: &Program, place: &Place, options: &Options) -> Ready {
        Ready {
            // Updates in place are what the interpreter too is asked for.
            core: passes::own(program.core.clone()),
            backend: place.backend,
            options: options.clone(),
            device: place.device.clone(),
            units: vec![],
            refused: BTreeMap::new(),
            interpreted: BTreeSet::new(),
            cost: Cost::default(),
        }
    }

    /// Compiles some entry points together, which takes less time than one by one. Those that the backend cannot take are
    /// left out: running them says why.
    pub fn prepare(&mut self, entries: &[&str]) -> Result<(), Error> {
        if self.device.is_none() || entries.is_empty() {
            return Ok(());
        }
        match self.unit(only(&self.core, entries), &mut Blind) {
            Ok(unit) => self.units.push(unit),
            Err(e @ Error::Limit(_)) if entries.len() == 1 => {
                self.refused.insert(entries[0].to_string(), e);
            }
            Err(Error::Limit(_)) => {
                let mut taken = vec![];
                for entry in entries {
                    match self.text(only(&self.core, &[entry]), &mut Blind) {
                        Ok(_) => taken.push(*entry),
                        Err(e) => _ = self.refused.insert(entry.to_string(), e),
                    }
                }
                if !taken.is_empty() {
                    let unit = self.unit(only(&self.core, &taken), &mut Blind)?;
                    self.units.push(unit);
                }
            }
            Err(e) => return Err(e),
        }
        Ok(())
    }

    /// Why a backend cannot take an entry point, if so; its device is not needed to know that.
    pub fn refuses(program: &Program, entry: &str, backend: Backend, options: &Options) -> Option<Error> {
        if backend == Backend::Interp {
            return None;
        }
        let ready = Ready::later(program, &Place { backend, device: None, name: None }, options);
        ready.text(only(&ready.core, &[entry]), &mut Blind).err().filter(|e| matches!(e, Error::Limit(_)))
    }

    /// Why the backend cannot take an entry point, if that is known.
    pub fn refused(&self, entry: &str) -> Option<&Error> {
        self.refused.get(entry)
    }

    /// Lets the interpreter run an entry point that the backend has refused; says why it was.
    pub fn move_to_interpreter(&mut self, entry: &str) -> Option<Error> {
        let why = self.refused.remove(entry)?;
        self.interpreted.insert(entry.to_string());
        Some(why)
    }

    /// Runs an entry point, and compiles it before if nobody has.
    pub fn run(&mut self, entry: &str, args: &[Value]) -> Result<Vec<Value>, Error> {
        let Some(fun) = self.core.funs.iter().find(|f| f.name == entry) else {
            return Err(Error::Value(format!("there is no entry point called {entry}")));
        };
        if self.device.is_none() || self.interpreted.contains(entry) {
            let start = Instant::now();
            let results = self.interpret(entry, args)?;
            self.cost = Cost { time: start.elapsed(), peak: None };
            return Ok(results);
        }
        // Arguments that do not fit are found before the time is spent on compiling for them.
        ir::value::bind_args(fun, &self.core.vars, args).map_err(Error::Value)?;
        if !self.units.iter().any(|unit| unit.has(entry)) && !self.refused.contains_key(entry) {
            self.prepare(&[entry])?;
        }
        if let Some(why) = self.refused.get(entry) {
            return Err(why.clone());
        }
        let Some(unit) = self.units.iter_mut().find(|unit| unit.has(entry)) else {
            return Err(Error::Bug(format!("{entry} was lost by compilation")));
        };
        let results = unit.run(entry, args)?;
        self.cost = unit.cost();
        Ok(results)
    }

    /// What the last run that had results took.
    pub fn cost(&self) -> Cost {
        self.cost
    }

    /// Where it runs.
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// What the last run of an entry point did on its device, if [`Options::profile`] asks for it.
    pub fn profile(&self, entry: &str) -> Option<&rt::profile::Profile> {
        self.units.iter().find(|unit| unit.has(entry))?.profile()
    }

    fn interpret(&self, entry: &str, args: &[Value]) -> Result<Vec<Value>, Error> {
        let memory = self.options.memory.or_else(crate::memory::available).unwrap_or(usize::MAX);
        let options = interp::Options { fuel: self.options.fuel, memory, check: self.options.check };
        let result = guarded(|| interp::run_with(&self.core, entry, args, options))?;
        result.map_err(|e| match e {
            interp::Error::Failure(f) => Error::Failure(f.describe(&self.core.files)),
            interp::Error::Args(text) => Error::Value(text),
            interp::Error::Memory { bytes, limit, loc } => {
                // What is passed in and out has no position.
                let place = match loc.0.as_slice() {
                    [] => format!("values of {entry}"),
                    _ => loc.describe(&self.core.files),
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

    /// The passes, up to the text for the device.
    pub(crate) fn text(
        &self,
        core: Core,
        observer: &mut dyn Observer,
    ) -> Result<(Flat, ir::kernel::Program, String), Error> {
        let optimised = pipeline::optimise(core, &self.options, observer)?;
        let flat = pipeline::flatten(optimised, &self.backend.suited(&self.options), observer)?;
        let target = self.backend.target(self.device.as_deref());
        let kernel = pipeline::lower(flat.clone(), target, &self.options, observer)?;
        let text = source_for(&kernel, self.backend, &self.options)?;
        Ok((flat, kernel, text))
    }

    fn unit(&self, core: Core, observer: &mut dyn Observer) -> Result<Unit, Error> {
        let Some(device) = self.device.clone() else {
            return Err(Error::Bug("the interpreter runs Core as it is".into()));
        };
        let (flat, kernel, text) = self.text(core, observer)?;
        let Options { memory, host_eval, profile, .. } = self.options;
        let options = rt::Options { memory, host_eval, profile };
        Unit::new(flat, kernel, &text, device, options)
    }
}

/// The program with only some of its entry points. What calls name by their position keeps it, but is no entry point.
pub(crate) fn only(core: &Core, entries: &[&str]) -> Core {
    let mut core = core.clone();
    let wanted = |name: &str| entries.contains(&name);
    if core.funs.iter().all(|f| f.entry.is_some()) {
        core.funs.retain(|f| wanted(&f.name));
    } else {
        core.funs.iter_mut().filter(|f| !wanted(&f.name)).for_each(|f| f.entry = None);
    }
    core
}
