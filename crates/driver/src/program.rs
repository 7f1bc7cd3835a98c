//! A program, read and checked.

use crate::backend::Backend;
use crate::error::{Error, guarded};
use crate::pipeline::Options;
use crate::ready::Ready;
use crate::{structure, unit};
use base::diag::{Diagnostic, SourceFile};
use front::Choices;
use ir::Core;
use ir::interface::Interface;

/// A program in Core, before any optimisation.
#[derive(Clone, Debug)]
pub struct Program {
    /// The program.
    pub core: Core,
    /// How the values of its entry points are put together; empty for a program read as Core.
    pub interfaces: Vec<Interface>,
    /// What is probably not meant in it.
    pub warnings: Vec<Diagnostic>,
    /// The files that warnings are in.
    pub files: Vec<SourceFile>,
}

impl Program {
    /// Reads a source file (`.fut`) or the text of a Core program (`.core`).
    pub fn from_file(path: &str) -> Result<Program, Error> {
        Program::from_file_chosen(path, &Choices::default())
    }

    /// The same, with what the program leaves to the compiler.
    pub fn from_file_chosen(path: &str, choices: &Choices) -> Result<Program, Error> {
        let text = std::fs::read_to_string(path)
            .map_err(|e| Error::File { path: path.to_string(), cause: e.to_string() })?;
        if path.ends_with(".core") {
            let core = ir::parse_core(&text)
                .map_err(|e| Error::Text { path: path.to_string(), cause: e.to_string() })?;
            return Ok(Program { core, interfaces: vec![], warnings: vec![], files: vec![] });
        }
        Program::from_source_chosen(path, &text, &read, choices)
    }

    /// `name : type` for every definition of a file that is right.
    pub fn signatures(path: &str) -> Result<Vec<String>, Error> {
        let text = std::fs::read_to_string(path)
            .map_err(|e| Error::File { path: path.to_string(), cause: e.to_string() })?;
        let load = |path: &str| std::fs::read_to_string(path).map_err(|e| e.to_string());
        let file = SourceFile { name: path.to_string(), text };
        let found = guarded(|| front::signatures(file, &load, front::Options::default()))?.definitions;
        // Of what a module type hides, the view from outside counts.
        let last = |(i, s): &(usize, &front::Signature)| found[i + 1..].iter().all(|t| t.name != s.name);
        Ok(found.iter().enumerate().filter(last).filter_map(|(_, s)| s.line.clone()).collect())
    }

    /// Checks source text. `name` is what messages call it; files it imports are looked up from there.
    pub fn from_source(name: &str, text: &str) -> Result<Program, Error> {
        Program::from_source_with(name, text, &read)
    }

    /// The same; `load` gives the text of the files it imports.
    pub fn from_source_with(name: &str, text: &str, load: front::Load) -> Result<Program, Error> {
        Program::from_source_chosen(name, text, load, &Choices::default())
    }

    fn from_source_chosen(
        name: &str,
        text: &str,
        load: front::Load,
        choices: &Choices,
    ) -> Result<Program, Error> {
        let file = SourceFile { name: name.to_string(), text: text.to_string() };
        match guarded(|| front::compile_described(file, load, choices))? {
            Ok(compiled) => {
                let front::Compiled { core, interfaces, warnings, files } = compiled;
                Ok(Program { core, interfaces, warnings, files })
            }
            Err((files, diagnostics)) => Err(Error::Source { files, diagnostics }),
        }
    }

    /// The same program, after its warnings have been written to standard error.
    pub fn warned(self) -> Program {
        let shown = self.warnings.iter().map(|warning| base::diag::render(warning, &self.files));
        shown.for_each(|warning| eprintln!("{warning}"));
        self
    }

    /// The entry points: name and number of values each takes.
    pub fn entries(&self) -> Vec<&str> {
        self.core.funs.iter().filter(|f| f.entry.is_some()).map(|f| f.name.as_str()).collect()
    }

    /// The element type and rank of each value an entry point takes.
    pub fn parameters(&self, entry: &str) -> Option<Vec<(base::ScalarType, usize)>> {
        let fun = self.core.funs.iter().find(|f| f.name == entry)?;
        unit::parameters(fun, &self.core.vars)
    }

    /// What is known of the components of the arguments of an entry point.
    pub fn shapes(&self, entry: &str) -> Vec<structure::Component> {
        let fun = self.core.funs.iter().find(|f| f.name == entry);
        let args = fun.and_then(|f| f.entry.as_ref()).map_or(&[][..], |e| &e.args);
        let types = args.iter().flat_map(|a| &a.vars).map(|v| &self.core.vars[*v].ty);
        let component = |ty: &ir::Type| {
            let dims = ty.dims().iter().map(|d| match d.size {
                ir::Atom::Const(n) => Some(n.as_i64()),
                ir::Atom::Var(_) => None,
            });
            ty.elem().map(|elem| structure::Component { elem, dims: dims.collect() })
        };
        types.filter_map(component).collect()
    }

    /// Whether these are arguments of an entry point, as far as that can be said without running it.
    pub fn fits(&self, entry: &str, args: &[ir::Value]) -> Result<(), Error> {
        let Some(fun) = self.core.funs.iter().find(|f| f.name == entry) else {
            return Err(Error::Value(format!("there is no entry point called {entry}")));
        };
        unit::count_fits(entry, &self.values_taken(entry), args.len())?;
        ir::value::bind_args(fun, &self.core.vars, args).map_err(Error::Argument).map(drop)
    }

    /// Name and type of each value that an entry point takes, in the order in which they are read.
    pub(crate) fn values_taken(&self, entry: &str) -> Vec<String> {
        let fun = self.core.funs.iter().find(|f| f.name == entry);
        let args = fun.and_then(|f| f.entry.as_ref()).map_or(&[][..], |e| &e.args);
        let interface = self.interface(entry);
        let mut taken = vec![];
        for (i, arg) in args.iter().enumerate() {
            let mut names = vec![];
            match interface.and_then(|interface| interface.args.get(i)) {
                Some(data) => structure::leaf_names(data, &arg.name, &mut names),
                None => names.extend(arg.vars.iter().map(|_| arg.name.clone())),
            }
            for (name, var) in names.iter().zip(&arg.vars) {
                let ty = &self.core.vars[*var].ty;
                let dims: String =
                    ty.dims().iter().map(|d| if d.is_uniform() { "[]" } else { "[?]" }).collect();
                let elem = ty.elem().map_or("", |elem| elem.name());
                taken.push(format!("{name}: {dims}{elem}"));
            }
        }
        taken
    }

    /// How the values of an entry point are put together.
    pub fn interface(&self, entry: &str) -> Option<&Interface> {
        self.interfaces.iter().find(|i| i.name == entry)
    }

    /// Compiles all entry points for a backend.
    pub fn build(&self, backend: Backend, options: &Options) -> Result<Ready, Error> {
        Ready::new(self, backend, options)
    }
}

/// The text of a file that a program imports.
fn read(path: &str) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|e| e.to_string())
}
