//! A program compiled for a backend.
//!
//! Entry points are compiled when they are needed, so that one that a backend cannot take does not stand in the way of the
//! others.

use crate::backend::Backend;
use crate::callable::Callable;
use crate::devices::Place;
use crate::error::{Error, run_error};
use crate::interpreter::{Interpreter, interpret};
use crate::pipeline::{self, Blind, Observer, Options};
use crate::program::Program;
use crate::target::source_for;
use crate::unit::{Cost, Unit, call_on_host};
use ir::{Core, Flat, Value};
use rt::profile::Profile;
use rt::{Context, Device, Stop};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

/// A program on a backend, to be run any number of times.
pub struct Ready {
    core: Core,
    backend: Backend,
    options: Options,
    /// None for the interpreter.
    device: Option<Arc<dyn Device>>,
    /// The device with its memory, when it is first wanted.
    context: OnceLock<Arc<Context>>,
    units: Vec<Arc<Unit>>,
    /// Entry points that the backend cannot take, and why.
    refused: BTreeMap<String, Error>,
    /// Entry points that the interpreter runs instead.
    interpreted: BTreeSet<String>,
    /// What the last run of [`Ready::run`] took.
    cost: Cost,
    /// What it did, if that was asked for.
    profile: Option<Profile>,
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
            ready.units.push(Arc::new(unit));
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
            context: OnceLock::new(),
            units: vec![],
            refused: BTreeMap::new(),
            interpreted: BTreeSet::new(),
            cost: Cost::default(),
            profile: None,
        }
    }

    /// Compiles some entry points together, which takes less time than one by one. Those that the backend cannot take are
    /// left out: running them says why.
    pub fn prepare(&mut self, entries: &[&str]) -> Result<(), Error> {
        if self.device.is_none() || entries.is_empty() {
            return Ok(());
        }
        match self.unit(only(&self.core, entries), &mut Blind) {
            Ok(unit) => self.units.push(Arc::new(unit)),
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
                    self.units.push(Arc::new(unit));
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

    /// An entry point, compiled if nobody has done so before.
    pub fn callable(&mut self, entry: &str) -> Result<Callable, Error> {
        if !self.core.funs.iter().any(|f| f.name == entry) {
            return Err(Error::Value(format!("there is no entry point called {entry}")));
        }
        if self.device.is_none() || self.interpreted.contains(entry) {
            let (core, options) = (self.core.clone(), self.options.clone());
            return Ok(Callable::Interpreted(Arc::new(Interpreter { core, options })));
        }
        if !self.units.iter().any(|unit| unit.has(entry)) && !self.refused.contains_key(entry) {
            self.prepare(&[entry])?;
        }
        if let Some(why) = self.refused.get(entry) {
            return Err(why.clone());
        }
        match self.units.iter().find(|unit| unit.has(entry)) {
            Some(unit) => Ok(Callable::Compiled(unit.clone())),
            None => Err(Error::Bug(format!("{entry} was lost by compilation"))),
        }
    }

    /// Runs an entry point on values of the host, and compiles it before if nobody has.
    pub fn run(&mut self, entry: &str, args: &[Value]) -> Result<Vec<Value>, Error> {
        let Some(fun) = self.core.funs.iter().find(|f| f.name == entry) else {
            return Err(Error::Value(format!("there is no entry point called {entry}")));
        };
        if self.device.is_none() || self.interpreted.contains(entry) {
            let start = Instant::now();
            let results = interpret(&self.core, &self.options, entry, args)?;
            self.cost = Cost { time: start.elapsed(), peak: None };
            return Ok(results);
        }
        // Arguments that do not fit are found before the time is spent on compiling for them.
        ir::value::bind_args(fun, &self.core.vars, args).map_err(Error::Argument)?;
        let callable = self.callable(entry)?;
        let context = self.context()?;
        let call = |args| callable.call(entry, args, &context, &Stop::new());
        let (values, results) = call_on_host(&context, args.to_vec(), call)?;
        (self.cost, self.profile) = (results.cost, results.profile);
        Ok(values)
    }

    /// The device with its memory.
    pub fn context(&self) -> Result<Arc<Context>, Error> {
        if let Some(context) = self.context.get() {
            return Ok(context.clone());
        }
        let device = match &self.device {
            Some(device) => device.clone(),
            // Values of the interpreter lie in memory of the host.
            None => Arc::new(rt::native::Native::memory_only()),
        };
        let limit = self.options.memory;
        let made =
            if self.options.guard { Context::guarded(device, limit) } else { Context::new(device, limit) };
        let made = made.map_err(|e| run_error(e, &self.core.files))?;
        Ok(self.context.get_or_init(|| Arc::new(made)).clone())
    }

    /// The same program with memory that others use too.
    pub fn sharing(self, context: Arc<Context>) -> Ready {
        Ready { context: OnceLock::from(context), ..self }
    }

    /// What the last run that had results took.
    pub fn cost(&self) -> Cost {
        self.cost
    }

    /// Where it runs.
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// What the last run of [`Ready::run`] did on its device, if [`Options::profile`] asks for it.
    pub fn profile(&self) -> Option<&Profile> {
        self.profile.as_ref()
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
        let text = source_for(&flat, &kernel, self.backend, &self.options)?;
        Ok((flat, kernel, text))
    }

    fn unit(&self, core: Core, observer: &mut dyn Observer) -> Result<Unit, Error> {
        if self.device.is_none() {
            return Err(Error::Bug("the interpreter runs Core as it is".into()));
        }
        let (flat, kernel, text) = self.text(core, observer)?;
        let Options { memory, host_eval, profile, .. } = self.options;
        let options = rt::Options { memory, host_eval, profile };
        Unit::new(flat, kernel, &text, self.context()?, options)
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
