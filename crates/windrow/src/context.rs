//! Devices with their memory.

use crate::array::Array;
use crate::elem::Elem;
#[cfg(feature = "compiler")]
use crate::entry::Module;
use crate::error::{Error, Result};
#[cfg(feature = "compiler")]
use crate::program::Program;
use crate::ragged::{Ragged, Rows};
use driver::devices::Place;
use rt::memory::Stats;
use std::ffi::c_void;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

/// Where programs run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Backend {
    /// The processor, through the system's C compiler.
    Native,
    /// An NVIDIA GPU.
    Cuda,
    /// An OpenCL device.
    OpenCl,
    /// The reference interpreter: slow, always there.
    Interp,
}

impl Backend {
    #[cfg(feature = "compiler")]
    pub(crate) fn driver(self) -> driver::Backend {
        match self {
            Backend::Native => driver::Backend::Native,
            Backend::Cuda => driver::Backend::Cuda,
            Backend::OpenCl => driver::Backend::OpenCl,
            Backend::Interp => driver::Backend::Interp,
        }
    }
}

/// A device with its memory: compiles programs and holds arrays. Clones are the same context.
///
/// ```
/// let context = windrow::Context::new()?;
/// let module = context.compile("entry twice (x: i32) = 2 * x")?;
/// assert_eq!(module.entry("twice")?.call::<i32>((21,))?, 42);
/// # Ok::<(), windrow::Error>(())
/// ```
#[derive(Clone)]
pub struct Context(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) place: Place,
    pub(crate) memory: Arc<rt::Context>,
    #[cfg(feature = "compiler")]
    pub(crate) options: driver::Options,
    /// The thread that runs calls which nobody waits for; made for the first of them.
    starter: Mutex<Option<Sender<Job>>>,
}

pub(crate) type Job = Box<dyn FnOnce() + Send>;

/// Choices for a [`Context`].
#[derive(Clone, Default)]
pub struct ContextBuilder {
    backend: Option<Backend>,
    device: Option<String>,
    threads: Option<usize>,
    memory: Option<usize>,
    stream: Option<Stream>,
}

/// A stream of CUDA, which is not null.
#[derive(Clone, Copy)]
struct Stream(*mut c_void);
// SAFETY: nobody here looks at what it leads to.
unsafe impl Send for Stream {}
// SAFETY: as above.
unsafe impl Sync for Stream {}

impl Context {
    /// The best device that is there: CUDA, else the processor, else the interpreter.
    #[cfg(feature = "compiler")]
    pub fn new() -> Result<Context> {
        Context::builder().build()
    }

    /// A context by choices.
    pub fn builder() -> ContextBuilder {
        ContextBuilder::default()
    }

    /// A context for a device that is open, with all options of the compiler.
    #[doc(hidden)]
    #[cfg(feature = "compiler")]
    pub fn from_driver(place: Place, options: driver::Options) -> Result<Context> {
        let device = match &place.device {
            Some(device) => device.clone(),
            // Values of the interpreter lie in memory of this process.
            None => Arc::new(rt::native::Native::memory_only()),
        };
        // The interpreter counts for itself.
        let limit = options.memory.filter(|_| place.device.is_some());
        let make = if options.guard { rt::Context::guarded } else { rt::Context::new };
        let memory = Arc::new(make(device, limit).map_err(Error::runtime)?);
        Ok(Context(Arc::new(Inner { place, memory, options, starter: Mutex::default() })))
    }

    /// Checks a program and brings it here. Messages call it `<source>`.
    #[cfg(feature = "compiler")]
    pub fn compile(&self, source: &str) -> Result<Module> {
        self.load(&Program::from_source("<source>", source)?)
    }

    /// Brings a program here. An entry point is compiled when it is first asked for.
    #[cfg(feature = "compiler")]
    pub fn load(&self, program: &Program) -> Result<Module> {
        Ok(Module::new(self, program))
    }

    /// Where programs run.
    pub fn backend(&self) -> Backend {
        match self.0.place.backend {
            driver::Backend::Native => Backend::Native,
            driver::Backend::Cuda => Backend::Cuda,
            driver::Backend::OpenCl => Backend::OpenCl,
            driver::Backend::Interp | driver::Backend::Kernel | driver::Backend::KernelCpu => Backend::Interp,
        }
    }

    /// An array of these elements. The vector moves in: on the processor its memory is used as it is, a GPU is sent a copy.
    pub fn array<T: Elem>(&self, data: Vec<T>) -> Result<Array<T>> {
        Array::store(self, data)
    }

    /// An array of several dimensions of these sizes, outermost first, from its elements row by row. The vector moves in.
    ///
    /// ```
    /// let context = windrow::Context::new()?;
    /// let matrix = context.shaped(vec![1, 2, 3, 4, 5, 6], [2, 3])?;
    /// assert_eq!(matrix.shape(), [2, 3]);
    /// assert!(context.shaped(vec![1, 2, 3], [2, 2]).is_err());
    /// # Ok::<(), windrow::Error>(())
    /// ```
    pub fn shaped<T: Elem, const R: usize>(&self, data: Vec<T>, shape: [usize; R]) -> Result<Array<T, R>> {
        crate::shaped::check(data.len(), &shape).map_err(Error::value)?;
        Array::store_shaped(self, data, shape)
    }

    /// Rows of different sizes: row `i` is `data[offsets[i]..offsets[i + 1]]`. Both vectors move in.
    pub fn ragged<T: Elem>(&self, data: Vec<T>, offsets: Vec<i64>) -> Result<Ragged<T>> {
        Ragged::store(self, data, offsets)
    }

    /// A copy of rows of different sizes.
    ///
    /// ```
    /// let context = windrow::Context::new()?;
    /// let rows = context.rows([vec![1, 2], vec![], vec![3]])?;
    /// assert_eq!(rows.view()?[0], [1, 2]);
    /// # Ok::<(), windrow::Error>(())
    /// ```
    pub fn rows<T: Elem, R: AsRef<[T]>>(&self, rows: impl IntoIterator<Item = R>) -> Result<Ragged<T>> {
        let (mut data, mut offsets) = (vec![], vec![0]);
        for row in rows {
            data.extend_from_slice(row.as_ref());
            offsets.push(data.len() as i64);
        }
        self.ragged(data, offsets)
    }

    /// How memory has been used: what is there now, the most there was during the last call, and every copy that was made.
    pub fn stats(&self) -> Stats {
        self.0.memory.stats()
    }

    /// Gives memory that is kept for later calls back to the device.
    pub fn release_unused(&self) {
        self.0.memory.memory().release_unused();
    }

    /// Runs a job on the context's own thread, after those that were started before.
    pub(crate) fn start(&self, job: Job) -> Result<()> {
        let failed = |what: String| Error::from_driver(driver::Error::Device(what), "");
        let mut starter = self.0.starter.lock().unwrap_or_else(PoisonError::into_inner);
        let sender = match &*starter {
            Some(sender) => sender.clone(),
            None => {
                let (sender, jobs) = channel::<Job>();
                let thread = std::thread::Builder::new().name("windrow-calls".into());
                let spawned = thread.spawn(move || jobs.into_iter().for_each(|job| job()));
                spawned.map_err(|e| failed(format!("no thread for calls: {e}")))?;
                starter.insert(sender).clone()
            }
        };
        sender.send(job).map_err(|_| failed("the thread for calls has ended".into()))
    }
}

impl ContextBuilder {
    /// Where programs run; by default wherever it is best.
    pub fn backend(mut self, backend: Backend) -> ContextBuilder {
        self.backend = Some(backend);
        self
    }

    /// The device: its number in the output of `windrow devices`, its name, or a part of its name.
    pub fn device(mut self, device: impl Into<String>) -> ContextBuilder {
        self.device = Some(device.into());
        self
    }

    /// How many threads the processor's backend uses; by default as many as there are cores.
    pub fn threads(mut self, threads: usize) -> ContextBuilder {
        self.threads = Some(threads);
        self
    }

    /// The most bytes of device memory to use. Arrays that do not fit are moved to the host until they are needed.
    pub fn memory_limit(mut self, bytes: usize) -> ContextBuilder {
        self.memory = Some(bytes);
        self
    }

    /// Does all work in a stream of CUDA that the caller has, instead of the default stream; null is that one. Other backends have no
    /// streams and refuse one.
    ///
    /// # Safety
    /// The stream is one of the device's primary context, and exists longer than the context and everything that it made.
    pub unsafe fn stream(mut self, stream: *mut c_void) -> ContextBuilder {
        self.stream = (!stream.is_null()).then_some(Stream(stream));
        self
    }

    /// The device, with the work in the stream that was chosen.
    fn with_stream(&self, mut place: Place) -> Result<Place> {
        let Some(Stream(stream)) = self.stream else { return Ok(place) };
        if place.backend != driver::Backend::Cuda {
            let name = place.backend.name();
            return Err(Error::value(format!("a stream is for the backend cuda, but this is {name}")));
        }
        let opened = match &place.name {
            Some(name) => rt::cuda::Cuda::named(name),
            None => rt::cuda::Cuda::new(),
        };
        // SAFETY: whoever chose the stream promised it.
        let device = unsafe { opened.map_err(|e| Error::runtime(e.into()))?.with_stream(stream) };
        place.device = Some(Arc::new(device));
        Ok(place)
    }

    /// Opens a device for a program that was compiled before.
    pub(crate) fn build_for(self, image: &driver::Image) -> Result<Context> {
        let place = image.open_with(self.device.as_deref(), self.threads);
        let place = self.with_stream(place.map_err(|e| Error::from_driver(e, ""))?)?;
        let Some(device) = place.device.clone() else {
            return Err(Error::value("a compiled program needs a device"));
        };
        let memory = Arc::new(rt::Context::new(device, self.memory).map_err(Error::runtime)?);
        Ok(Context(Arc::new(Inner {
            place,
            memory,
            #[cfg(feature = "compiler")]
            options: driver::Options { memory: self.memory, ..driver::Options::default() },
            starter: Mutex::default(),
        })))
    }

    /// Opens the device.
    #[cfg(feature = "compiler")]
    pub fn build(self) -> Result<Context> {
        let wanted = match self.backend {
            None => vec![driver::Backend::Cuda, driver::Backend::Native, driver::Backend::Interp],
            Some(backend) => vec![backend.driver()],
        };
        let wrong = |e| Error::from_driver(e, "");
        let mut place = Place::first(&wanted, self.device.as_deref()).map_err(wrong)?;
        if let (driver::Backend::Native, Some(threads)) = (place.backend, self.threads) {
            let native = rt::native::Native::with_workers(threads.max(1));
            let native = native.map_err(|e| Error::runtime(e.into()))?;
            place.device = Some(Arc::new(native));
        }
        let place = self.with_stream(place)?;
        Context::from_driver(place, driver::Options { memory: self.memory, ..driver::Options::default() })
    }
}

impl<'a, T: Elem> Rows<'a, T> {
    /// A copy in the memory of a context.
    pub fn to_ragged(&self, context: &Context) -> Result<Ragged<T>> {
        context.rows(self.iter())
    }
}
