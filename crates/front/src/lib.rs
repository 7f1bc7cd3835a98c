//! From source text to Core: lexer, parser, modules, types, sizes, lowering.
//!
//! `parse` gives the syntax tree of the user's file, of imported files and of the prelude, `modules` takes modules away, `infer`
//! finds the types, `lower` evaluates the typed tree with functions as static values, so that polymorphism and higher-order
//! functions are gone from Core.

mod ast;
mod consume;
mod format;
mod infer;
mod lexer;
mod lower;
mod modules;
mod parse;
mod prelude;
mod recursion;
pub mod session;
mod show;
mod signature;
mod syntax;
mod types;
mod written;

use base::diag::{Diagnostic, SourceFile};
use ir::interface::Interface;

pub use format::format;
pub use modules::Load;
pub use written::{Written, WrittenEntry, WrittenTypes, written_types};

/// The stack of the thread that compiles: nesting is limited by the parser, but frames of debug builds are large.
const STACK: usize = 512 << 20;

/// The number of the prelude among the files.
const PRELUDE: usize = 1;

/// Checks and lowers one program without imports. The files that come with errors are the user's file and the prelude, in the
/// order that spans number them; so are the names in [`ir::Prog::files`].
pub fn compile(file: SourceFile) -> Result<ir::Core, (Vec<SourceFile>, Vec<Diagnostic>)> {
    compile_with(file, &|_| Err("there are no other files here".to_string()))
}

/// Checks and lowers a program; `load` gives the text of the files it imports. Imported files follow the prelude in the order of
/// their first import. Their names are paths seen from where the name of `file` is seen from.
pub fn compile_with(file: SourceFile, load: Load) -> Result<ir::Core, (Vec<SourceFile>, Vec<Diagnostic>)> {
    compile_described(file, load, &Choices::default()).map(|compiled| compiled.core)
}

/// What a program leaves to the compiler, where it is decided while lowering to Core.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Choices {
    /// The size of the chunks of a stream; without it the pass `stream` chooses.
    pub chunk: Option<std::num::NonZeroU32>,
}

/// A program that has been checked and lowered.
pub struct Compiled {
    /// The program in Core.
    pub core: ir::Core,
    /// How the values of its entry points are put together.
    pub interfaces: Vec<Interface>,
    /// What is probably not meant.
    pub warnings: Vec<Diagnostic>,
    /// The files that warnings are in.
    pub files: Vec<SourceFile>,
}

/// The same as [`compile_with`], with choices, and with what else there is to know about the program.
pub fn compile_described(
    file: SourceFile,
    load: Load,
    choices: &Choices,
) -> Result<Compiled, (Vec<SourceFile>, Vec<Diagnostic>)> {
    let mut files = with_prelude(file);
    match on_large_stack(|| check(&mut files, load, choices)).unwrap_or_else(|error| Err(vec![error])) {
        Ok((core, interfaces, warnings)) => Ok(Compiled { core, interfaces, warnings, files }),
        Err(errors) => Err((files, errors)),
    }
}

/// How types are inferred.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Whether a definition that breaks Futhark's rules for sizes may have irregular types instead.
    pub widening: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { widening: true }
    }
}

/// The type of a definition.
#[derive(Clone, PartialEq, Debug)]
pub struct Signature {
    /// Its name.
    pub name: String,
    /// `name : type`; none if something is wrong in it.
    pub line: Option<String>,
}

/// The types of a program's definitions, and what is wrong in it.
pub struct Signatures {
    /// The definitions of the file itself, in order; those of modules have the names of these in front. What a module type is
    /// put in front of comes twice, last as it is seen from outside.
    pub definitions: Vec<Signature>,
    /// What is wrong.
    pub errors: Vec<Diagnostic>,
    /// The files that errors are in.
    pub files: Vec<SourceFile>,
}

/// The inferred types of the definitions of a file.
pub fn signatures(file: SourceFile, load: Load, options: Options) -> Signatures {
    let mut files = with_prelude(file);
    let found = on_large_stack(|| {
        let (flat, errors) = modules::flatten(&mut files, load);
        if !errors.is_empty() {
            return (vec![], errors);
        }
        let (types, errors) = infer::infer_with(&flat, options.widening);
        let definitions = types.schemes().iter().map(|(name, scheme)| Signature {
            name: types::plain_name(name).to_string(),
            line: scheme.as_ref().map(|scheme| signature::signature(name, scheme)),
        });
        (definitions.collect(), errors)
    });
    let (definitions, errors) = found.unwrap_or_else(|error| (vec![], vec![error]));
    Signatures { definitions, errors, files }
}

/// The files of a program before its imports are read.
fn with_prelude(file: SourceFile) -> Vec<SourceFile> {
    vec![file, SourceFile { name: prelude::NAME.into(), text: prelude::text() }]
}

/// Runs a recursive part of the front end where nesting up to the parser's limit has room.
fn on_large_stack<T: Send>(f: impl FnOnce() -> T + Send) -> Result<T, Diagnostic> {
    std::thread::scope(|scope| match std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, f) {
        Ok(worker) => Ok(worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))),
        Err(e) => Err(Diagnostic::error("memory", format!("there is no memory for the compiler: {e}"))),
    })
}

fn check(
    files: &mut Vec<SourceFile>,
    load: Load,
    choices: &Choices,
) -> Result<(ir::Core, Vec<Interface>, Vec<Diagnostic>), Vec<Diagnostic>> {
    let (flat, errors) = modules::flatten(files, load);
    let lowered = lowered(&flat, errors, files, choices);
    // What is probably not meant may be the reason of an error.
    match lowered {
        Ok((core, interfaces)) => Ok((core, interfaces, flat.warnings)),
        Err(errors) => Err(errors.into_iter().chain(flat.warnings).collect()),
    }
}

/// Checks and lowers a program without modules, unless there are errors in it.
fn lowered(
    flat: &modules::Flat,
    errors: Vec<Diagnostic>,
    files: &[SourceFile],
    choices: &Choices,
) -> Result<(ir::Core, Vec<Interface>), Vec<Diagnostic>> {
    let none = |errors: Vec<Diagnostic>| if errors.is_empty() { Ok(()) } else { Err(errors) };
    none(errors)?;
    let (types, errors) = infer::infer(flat);
    none(errors)?;
    none(recursion::check(&flat.decls, &flat.recursive, &types))?;
    none(consume::check(&flat.decls, &types))?;
    lower::lower(flat, &types, files, choices)
}
