//! Programs that have been checked.

use crate::context::Backend;
use crate::error::{Diagnostic, Error, Result, diagnostic};
use crate::library::Library;
use crate::types::{Signature, signature};
use std::path::Path;
use std::sync::Arc;

/// A program, read and checked. It belongs to no device; [`Context::load`](crate::Context::load) brings it to one.
///
/// ```
/// let program = windrow::Program::from_source("dot", "
///     entry dot [n] (xs: [n]f64) (ys: [n]f64): f64 = f64.sum (map2 (*) xs ys)
/// ")?;
/// let signature = program.entries().next().unwrap();
/// assert_eq!(signature.to_string(), "dot : (xs: [n]f64) -> (ys: [n]f64) -> f64");
/// # Ok::<(), windrow::Error>(())
/// ```
#[derive(Clone)]
pub struct Program(pub(crate) Arc<Checked>);

pub(crate) struct Checked {
    pub(crate) program: driver::Program,
    pub(crate) signatures: Vec<Signature>,
    warnings: Vec<Diagnostic>,
}

impl Program {
    /// Checks a program. Messages call it `name`, and files that it imports are looked up from there.
    pub fn from_source(name: &str, text: &str) -> Result<Program> {
        let program = driver::Program::from_source(name, text);
        program.map(Program::from_driver).map_err(|e| Error::from_driver(e, ""))
    }

    /// Reads and checks a file.
    pub fn from_file(path: impl AsRef<Path>) -> Result<Program> {
        let program = driver::Program::from_file(&path.as_ref().to_string_lossy());
        program.map(Program::from_driver).map_err(|e| Error::from_driver(e, ""))
    }

    /// What the front end made.
    #[doc(hidden)]
    pub fn from_driver(program: driver::Program) -> Program {
        let own = |fun| signature(&program.core.vars, fun, program.interface(&fun.name));
        let signatures = program.core.funs.iter().filter_map(own).collect();
        let warnings = program.warnings.iter().map(|w| diagnostic(w, &program.files)).collect();
        Program(Arc::new(Checked { program, signatures, warnings }))
    }

    /// Compiles all entry points for a backend, to be run without the compiler. One that the backend cannot take is an error.
    pub fn build(&self, backend: Backend) -> Result<Library> {
        let wrong = |e| Error::from_driver(e, "");
        let options = driver::Options::default();
        let built = driver::Image::build(&self.0.program, backend.driver(), &options).map_err(wrong)?;
        match built.left_out.into_iter().next() {
            Some((entry, why)) => Err(Error::from_driver(why, &entry)),
            None => Library::from_driver(built.image),
        }
    }

    /// The entry points, in the order of the program.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = &Signature> {
        self.0.signatures.iter()
    }

    /// What is probably not meant.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.0.warnings
    }
}
