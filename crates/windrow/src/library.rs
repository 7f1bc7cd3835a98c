//! Programs that were compiled before, to be run without the compiler.

use crate::context::{Context, ContextBuilder};
use crate::entry::Module;
use crate::error::{Error, Result};
use crate::types::{Signature, signature};
use driver::Image;
use std::path::Path;
use std::sync::Arc;

/// A compiled program: a file of `windrow build --image`, or what [`Program::build`](crate::Program::build) made. It runs on the backend
/// that it was built for, with the version of this library that built it, and needs no C compiler. It does not need the feature
/// `compiler` either, without which this crate builds in half a minute.
///
/// ```
/// use windrow::{Backend, Context, Library, Program};
///
/// # fn main() -> windrow::Result<()> {
/// let program = Program::from_source("sum", "entry sum (xs: []i64) = i64.sum xs")?;
/// let bytes = program.build(Backend::Native)?.to_bytes();
///
/// let library = Library::from_bytes(&bytes)?;
/// let context = library.context(Context::builder())?;
/// let sum = library.load(&context)?.entry("sum")?;
/// assert_eq!(sum.call::<i64>((&[1i64, 2, 3],))?, 6);
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Library(pub(crate) Arc<Parts>);

pub(crate) struct Parts {
    pub(crate) image: Image,
    pub(crate) signatures: Vec<Signature>,
}

impl Library {
    /// Reads a compiled program.
    pub fn from_bytes(bytes: &[u8]) -> Result<Library> {
        let image = Image::from_bytes(bytes).map_err(|e| Error::value(e.to_string()))?;
        Library::from_driver(image)
    }

    /// Reads a file of `windrow build --image`.
    pub fn from_file(path: impl AsRef<Path>) -> Result<Library> {
        let path = path.as_ref();
        let bytes = std::fs::read(path).map_err(|e| {
            let path = path.to_string_lossy().into_owned();
            Error::from_driver(driver::Error::File { path, cause: e.to_string() }, "")
        })?;
        Library::from_bytes(&bytes)
    }

    /// What [`Library::from_bytes`] reads.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.image.to_bytes()
    }

    /// A program that has just been compiled.
    #[doc(hidden)]
    pub fn from_driver(image: Image) -> Result<Library> {
        let flat = image.signatures().map_err(|e| Error::from_driver(e, ""))?;
        let own = |fun: &ir::Fun<ir::SegOp>| {
            let interface = image.interfaces.iter().find(|i| i.name == fun.name);
            signature(&flat.vars, fun, interface)
        };
        // In the order of the program, which is that of its entry points.
        let signatures = flat.funs.iter().filter_map(own).collect();
        Ok(Library(Arc::new(Parts { image, signatures })))
    }

    /// The entry points, in the order of the program.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = &Signature> {
        self.0.signatures.iter()
    }

    /// Opens a device of the program's backend. A backend that was chosen is ignored: the code is only for its own.
    pub fn context(&self, builder: ContextBuilder) -> Result<Context> {
        builder.build_for(&self.0.image)
    }

    /// Brings the program to a context that [`Library::context`] made.
    pub fn load(&self, context: &Context) -> Result<Module> {
        Module::of_library(context, self)
    }
}
