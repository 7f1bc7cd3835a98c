//! A program, read and checked.

use crate::backend::{Backend, Ready};
use crate::error::{Error, guarded};
use crate::pipeline::Options;
use base::diag::SourceFile;
use ir::Core;

/// A program in Core, before any optimisation.
#[derive(Clone, Debug)]
pub struct Program {
    /// The program.
    pub core: Core,
}

impl Program {
    /// Reads a source file (`.fut`) or the text of a Core program (`.core`).
    pub fn from_file(path: &str) -> Result<Program, Error> {
        let text = std::fs::read_to_string(path)
            .map_err(|e| Error::File { path: path.to_string(), cause: e.to_string() })?;
        if path.ends_with(".core") {
            let core = ir::parse_core(&text)
                .map_err(|e| Error::Text { path: path.to_string(), cause: e.to_string() })?;
            return Ok(Program { core });
        }
        Program::from_source(path, &text)
    }

    /// Checks source text. `name` is what messages call it; files it imports are looked up from there.
    pub fn from_source(name: &str, text: &str) -> Result<Program, Error> {
        let file = SourceFile { name: name.to_string(), text: text.to_string() };
        let load = |path: &str| std::fs::read_to_string(path).map_err(|e| e.to_string());
        match guarded(|| front::compile_with(file, &load))? {
            Ok(core) => Ok(Program { core }),
            Err((files, diagnostics)) => Err(Error::Source { files, diagnostics }),
        }
    }

    /// The entry points: name and number of values each takes.
    pub fn entries(&self) -> Vec<&str> {
        self.core.funs.iter().filter(|f| f.entry.is_some()).map(|f| f.name.as_str()).collect()
    }

    /// The element type and rank of each value an entry point takes.
    pub fn parameters(&self, entry: &str) -> Option<Vec<(base::ScalarType, usize)>> {
        let fun = self.core.funs.iter().find(|f| f.name == entry)?;
        let vars = fun.entry.as_ref()?.args.iter().flat_map(|a| &a.vars);
        vars.map(|v| self.core.vars[*v].ty.elem().map(|e| (e, self.core.vars[*v].ty.rank()))).collect()
    }

    /// Compiles for a backend.
    pub fn build(&self, backend: Backend, options: &Options) -> Result<Ready, Error> {
        Ready::new(self, backend, options)
    }
}
