//! From source text to Core: lexer, parser, types, sizes, lowering.
//!
//! `parse` gives the syntax tree of the user's file and of the prelude, `infer` the types, `lower` evaluates the typed tree with
//! functions as static values, so that polymorphism and higher-order functions are gone from Core.

mod ast;
mod consume;
mod infer;
mod lexer;
mod lower;
mod parse;
mod prelude;
mod types;

use base::diag::{Diagnostic, SourceFile};

/// The stack of the thread that compiles: nesting is limited by the parser, but frames of debug builds are large.
const STACK: usize = 512 << 20;

/// Checks and lowers one program. The files that come with errors are the user's file and the prelude, in the order
/// that spans number them; so are the names in [`ir::Prog::files`].
pub fn compile(file: SourceFile) -> Result<ir::Core, (Vec<SourceFile>, Vec<Diagnostic>)> {
    let files = vec![file, SourceFile { name: prelude::NAME.into(), text: prelude::text() }];
    let result = std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || check(&files));
        match worker {
            Ok(worker) => worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            Err(_) => check(&files),
        }
    });
    result.map_err(|errors| (files, errors))
}

fn check(files: &[SourceFile]) -> Result<ir::Core, Vec<Diagnostic>> {
    let mut exps = 0;
    let (mut decls, mut errors) = parse::parse(1, &files[1].text, &mut exps, true);
    let (own, own_errors) = parse::parse(0, &files[0].text, &mut exps, false);
    decls.extend(own);
    errors.extend(own_errors);
    // A definition that did not parse would make its uses unknown names.
    if !errors.is_empty() {
        return Err(errors);
    }
    let (types, errors) = infer::infer(&decls, exps);
    if !errors.is_empty() {
        return Err(errors);
    }
    let errors = consume::check(&decls, &types);
    if !errors.is_empty() {
        return Err(errors);
    }
    lower::lower(&decls, &types, files)
}
