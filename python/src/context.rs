//! Contexts: a device with its memory.

use crate::errors::Raise;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use windrow::{Backend, Moved};

/// Where programs run and arrays live: a device with its memory.
///
/// backend is "auto" (CUDA, else native, else the interpreter), "native", "cuda", "opencl" or "interp"; device is a number or a part of
/// the name of a device; threads is for the native backend; memory is the most bytes of device memory to use.
#[pyclass(frozen, module = "windrow")]
pub(crate) struct Context {
    pub(crate) inner: windrow::Context,
    options: Options,
}

/// What a context was made with, for pickles.
type Options = (String, Option<String>, Option<usize>, Option<usize>);

#[pymethods]
impl Context {
    #[new]
    #[pyo3(signature = (backend = "auto", device = None, threads = None, memory = None))]
    fn new(
        py: Python<'_>,
        backend: &str,
        device: Option<Bound<'_, PyAny>>,
        threads: Option<usize>,
        memory: Option<usize>,
    ) -> PyResult<Context> {
        let wanted = match backend {
            "auto" => None,
            "native" => Some(Backend::Native),
            "cuda" => Some(Backend::Cuda),
            "opencl" => Some(Backend::OpenCl),
            "interp" => Some(Backend::Interp),
            other => {
                let text = format!(
                    "backend is \"auto\", \"native\", \"cuda\", \"opencl\" or \"interp\", not {other:?}"
                );
                return Err(pyo3::exceptions::PyValueError::new_err(text));
            }
        };
        let device = device.map(|device| device.str().map(|text| text.to_string())).transpose()?;
        let mut builder = windrow::Context::builder();
        if let Some(wanted) = wanted {
            builder = builder.backend(wanted);
        }
        if let Some(device) = &device {
            builder = builder.device(device);
        }
        if let Some(threads) = threads {
            builder = builder.threads(threads);
        }
        if let Some(memory) = memory {
            builder = builder.memory_limit(memory);
        }
        if matches!(wanted, None | Some(Backend::Native)) {
            py.import("windrow._types")?.call_method0("find_compiler")?;
        }
        let inner = py.detach(|| builder.build()).raised(py)?;
        if wanted.is_none() && inner.backend() == Backend::Interp {
            let text = "windrow found no GPU and no C compiler and runs programs with its slow interpreter; \
                        install a C compiler (cc, or `pip install windrow[cc]`), or ask for Context(backend=\"interp\")";
            py.import("warnings")?
                .call_method1("warn", (text, py.get_type::<pyo3::exceptions::PyRuntimeWarning>(), 2))?;
        }
        Ok(Context { inner, options: (backend.to_string(), device, threads, memory) })
    }

    /// The backend: "native", "cuda", "opencl" or "interp".
    #[getter]
    fn backend(&self) -> &'static str {
        match self.inner.backend() {
            Backend::Native => "native",
            Backend::Cuda => "cuda",
            Backend::OpenCl => "opencl",
            _ => "interp",
        }
    }

    /// How the device has been used: resident, adopted, pooled, peak (bytes), evictions, launches of kernels, and copies by their
    /// reasons, each with count and bytes. It may be asked while a call runs.
    #[getter]
    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let stats = self.inner.stats();
        let copies = PyDict::new(py);
        let put = |name: &str, moved: Moved| copies.set_item(name, (moved.count, moved.bytes));
        put("uploads", stats.copies.uploads)?;
        put("downloads", stats.copies.downloads)?;
        put("borrowed", stats.copies.borrowed)?;
        put("unshared", stats.copies.unshared)?;
        put("sizes", stats.copies.sizes)?;
        put("evicted", stats.copies.evicted)?;
        put("converted", stats.copies.converted)?;
        put("total", stats.copies.total())?;
        let numbers =
            (stats.resident, stats.adopted, stats.pooled, stats.peak, stats.evictions, stats.launches);
        py.import(intern!(py, "windrow._types"))?.call_method1(intern!(py, "stats"), (numbers, copies))
    }

    fn __repr__(&self) -> String {
        format!("windrow.Context(backend={:?})", self.backend())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Options,))> {
        Ok((py.import("windrow._types")?.getattr("context_of")?, (self.options.clone(),)))
    }

    /// What the context was made with.
    #[getter]
    fn _options(&self) -> Options {
        self.options.clone()
    }
}
