//! Programs on a device, and calls of their entry points.

use crate::args::{Arg, Args, Passing};
use crate::context::Context;
use crate::error::{Diagnostic, Error, Result};
use crate::library::Library;
use crate::pending::Pending;
#[cfg(feature = "compiler")]
use crate::program::Program;
use crate::ret::{Ret, Returning};
use crate::types::Signature;
use crate::value::Value;
#[cfg(feature = "compiler")]
use driver::Ready;
use driver::{Callable, Unit};
use ir::interface::Data;
use rt::{Datum, Stop};
use std::sync::Arc;
#[cfg(feature = "compiler")]
use std::sync::{Mutex, PoisonError};

/// A program in a [`Context`]. Clones are the same module.
#[derive(Clone)]
pub struct Module(Arc<Inner>);

struct Inner {
    context: Context,
    code: Code,
}

/// Where the entry points come from.
enum Code {
    /// From a program; they are compiled when they are first asked for.
    #[cfg(feature = "compiler")]
    Program(Program, Box<Mutex<Ready>>),
    /// They were compiled before.
    Library(Library, Arc<Unit>),
}

/// An entry point, compiled. Any thread may call it.
///
/// ```
/// let module = windrow::Context::new()?.compile("entry add (x: i64) (y: i64) = x + y")?;
/// let add = module.entry("add")?;
/// assert_eq!(add.signature().to_string(), "add : (x: i64) -> (y: i64) -> i64");
/// assert_eq!(add.call::<i64>((1i64, 2i64))?, 3);
/// # Ok::<(), windrow::Error>(())
/// ```
#[derive(Clone)]
pub struct Entry(Arc<Compiled>);

struct Compiled {
    context: Context,
    signature: Signature,
    callable: Callable,
    /// How each argument is put together.
    args: Vec<Data>,
    result: Data,
    /// The element type and rank of each component of the arguments.
    shapes: Vec<(base::ScalarType, usize)>,
}

impl Module {
    #[cfg(feature = "compiler")]
    pub(crate) fn new(context: &Context, program: &Program) -> Module {
        let inner = &context.0;
        let ready = Ready::later(&program.0.program, &inner.place, &inner.options);
        let ready = Box::new(Mutex::new(ready.sharing(inner.memory.clone())));
        Module(Arc::new(Inner { context: context.clone(), code: Code::Program(program.clone(), ready) }))
    }

    /// Brings what was compiled before to the device of a context that was made for it.
    pub(crate) fn of_library(context: &Context, library: &Library) -> Result<Module> {
        let inner = &context.0;
        let unit = library.0.image.load_within(inner.memory.clone());
        let unit = Arc::new(unit.map_err(|e| Error::from_driver(e, ""))?);
        Ok(Module(Arc::new(Inner { context: context.clone(), code: Code::Library(library.clone(), unit) })))
    }

    /// The entry points, in the order of the program.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = &Signature> {
        self.signatures().iter()
    }

    /// What is probably not meant in the program.
    pub fn warnings(&self) -> &[Diagnostic] {
        match &self.0.code {
            #[cfg(feature = "compiler")]
            Code::Program(program, _) => program.warnings(),
            Code::Library(..) => &[],
        }
    }

    fn signatures(&self) -> &[Signature] {
        match &self.0.code {
            #[cfg(feature = "compiler")]
            Code::Program(program, _) => &program.0.signatures,
            Code::Library(library, _) => &library.0.signatures,
        }
    }

    /// An entry point; it is compiled now, unless it has been.
    pub fn entry(&self, name: &str) -> Result<Entry> {
        let signatures = self.signatures();
        let Some(signature) = signatures.iter().find(|signature| signature.name == name) else {
            let known: Vec<&str> = signatures.iter().map(|s| s.name.as_str()).collect();
            let known = known.join(", ");
            return Err(Error::value(format!("there is no entry point called {name}; there are: {known}")));
        };
        let (callable, interface, shapes) = match &self.0.code {
            #[cfg(feature = "compiler")]
            Code::Program(program, ready) => {
                let mut ready = ready.lock().unwrap_or_else(PoisonError::into_inner);
                let callable = ready.callable(name).map_err(|e| Error::from_driver(e, name))?;
                let program = &program.0.program;
                (callable, program.interface(name), program.parameters(name))
            }
            Code::Library(library, unit) => {
                let interface = library.0.image.interfaces.iter().find(|i| i.name == name);
                (Callable::Compiled(unit.clone()), interface, unit.parameters(name))
            }
        };
        let plain = |components: usize| match components {
            1 => Data::Leaf,
            n => Data::Record((0..n).map(|i| (i.to_string(), Data::Leaf)).collect()),
        };
        let (args, result) = match interface {
            Some(interface) => (interface.args.clone(), interface.result.clone()),
            None => (
                signature.params.iter().map(|param| plain(param.ty.components())).collect(),
                plain(signature.result.components()),
            ),
        };
        Ok(Entry(Arc::new(Compiled {
            context: self.0.context.clone(),
            signature: signature.clone(),
            callable,
            args,
            result,
            shapes: shapes.unwrap_or_default(),
        })))
    }
}

impl Entry {
    /// What it takes and returns.
    pub fn signature(&self) -> &Signature {
        &self.0.signature
    }

    /// Calls it and waits for the result, after calls of other threads in the same context.
    ///
    /// The arguments are a tuple, also if there is only one: `entry.call((x,))`.
    pub fn call<R: Ret>(&self, args: impl Args) -> Result<R> {
        self.call_until(args, &Stop::new())
    }

    /// Calls it without waiting: on the context's own thread, after those that were started before.
    ///
    /// ```
    /// let module = windrow::Context::new()?.compile("entry sum (xs: []i64) = i64.sum xs")?;
    /// let pending = module.entry("sum")?.start::<i64>((vec![1i64, 2, 3],));
    /// assert_eq!(pending.wait()?, 6);
    /// # Ok::<(), windrow::Error>(())
    /// ```
    pub fn start<R: Ret + Send + 'static>(&self, args: impl Args + Send + 'static) -> Pending<R> {
        let (pending, finish) = Pending::new();
        let stop = pending.stop();
        let entry = self.clone();
        let job = Box::new(move || {
            // A panic in here is the end of this call, not of those behind it.
            let result = driver::guarded(|| entry.call_until(args, &stop));
            finish.set(result.unwrap_or_else(|bug| Err(Error::from_driver(bug, entry.name()))));
        });
        if let Err(e) = self.0.context.start(job) {
            return Pending::failed(e);
        }
        pending
    }

    fn name(&self) -> &str {
        &self.signature().name
    }

    /// The same as [`Entry::call`], unless `stop` asks for the end: from another thread or a signal handler.
    pub fn call_until<R: Ret>(&self, args: impl Args, stop: &Stop) -> Result<R> {
        let Compiled { context, args: data, shapes, .. } = &*self.0;
        let signature = self.signature();
        let mut passing = Passing::new(context, signature, data, shapes);
        args.pass_all(&mut passing)?;
        passing.complete()?;
        let Passing { values, borrows, .. } = passing;
        let results = self.call_components(values, stop);
        // Results that are borrowed arguments are copied before their owners may go.
        let ended = borrows.into_iter().map(|borrow| borrow.end().map_err(Error::runtime));
        let ended = ended.fold(Ok(()), Result::and);
        let results = results?;
        ended?;
        let result = Returning { ty: &signature.result, data: &self.0.result };
        let taken = R::take(&result, &mut results.values.into_iter())?;
        taken.ok_or_else(|| Error::result(&signature.name, &signature.result))
    }

    /// Whether it takes these arguments: the error is that of a call that does not begin. It is for those who give arrays away for good
    /// and want to keep them if their sizes do not fit.
    ///
    /// ```
    /// let context = windrow::Context::new()?;
    /// let module = context.compile("entry dot [n] (xs: [n]f64) (ys: [n]f64) = f64.sum (map2 (*) xs ys)")?;
    /// let array = |n: usize| context.array(vec![1.0f64; n]).map(windrow::Value::from);
    /// assert!(module.entry("dot")?.check(&[array(3)?, array(3)?]).is_ok());
    /// let error = module.entry("dot")?.check(&[array(3)?, array(2)?]).unwrap_err();
    /// assert!(matches!(error.kind(), windrow::ErrorKind::Shape { expected: 3, found: 2, .. }));
    /// # Ok::<(), windrow::Error>(())
    /// ```
    pub fn check(&self, args: &[Value]) -> Result<()> {
        let Compiled { context, args: data, shapes, .. } = &*self.0;
        let mut passing = Passing::new(context, self.signature(), data, shapes);
        args.iter().try_for_each(|value| value.pass(&mut passing))?;
        passing.complete()?;
        let fits = self.0.callable.check(self.name(), &passing.values);
        fits.map_err(|e| Error::from_driver(e, self.name()))
    }

    fn call_components(&self, values: Vec<Datum>, stop: &Stop) -> Result<driver::Results> {
        self.call_data(values, stop).map_err(|e| Error::from_driver(e, self.name()))
    }

    /// Where it runs.
    pub fn context(&self) -> &Context {
        &self.0.context
    }
}

/// What the command needs: arguments and results in the formats that it reads and writes.
#[doc(hidden)]
impl Entry {
    /// The components of arguments.
    pub fn components(&self, args: Vec<Value>) -> Result<Vec<Datum>> {
        let Compiled { context, args: data, shapes, .. } = &*self.0;
        let mut passing = Passing::new(context, self.signature(), data, shapes);
        args.pass_all(&mut passing)?;
        passing.complete()?;
        Ok(passing.values)
    }

    /// The components of arguments that the command has read.
    pub fn store(&self, args: Vec<ir::Value>) -> Result<Vec<Datum>> {
        let memory = &self.0.context.0.memory;
        args.into_iter().map(|value| memory.store(value).map_err(Error::runtime)).collect()
    }

    /// Calls it with components, and gives those of its result with what the call took.
    pub fn call_data(
        &self,
        args: Vec<Datum>,
        stop: &Stop,
    ) -> std::result::Result<driver::Results, driver::Error> {
        self.0.callable.call(self.name(), args, &self.0.context.0.memory, stop)
    }

    /// The result with these components.
    pub fn result(&self, components: Vec<Datum>) -> Result<Value> {
        Value::assemble(&self.signature().result, &self.0.result, components)
    }
}
