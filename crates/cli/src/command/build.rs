//! `windrow build`: an executable that needs neither the compiler nor a C compiler.

use super::{CompileArgs, Stop, parse_backend};
use crate::executable;
use clap::Args;
use driver::{Backend, Error, Image, Program};
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(super) struct BuildArgs {
    /// The program.
    file: String,
    /// The executable; by default the name of the program without `.fut`.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Where it will run: native, opencl or cuda.
    #[arg(short, long, default_value = "native", value_parser = parse_backend)]
    backend: Backend,
    #[command(flatten)]
    compile: CompileArgs,
}

pub(super) fn build(args: &BuildArgs) -> Result<bool, Stop> {
    let options = args.compile.options().map_err(Stop::Use)?;
    let output = args.output.clone().unwrap_or_else(|| Path::new(&args.file).with_extension(""));
    let same = |a: &Path, b: &Path| matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b);
    if output.is_dir() || same(&output, Path::new(&args.file)) {
        let what = output.display();
        return Err(Stop::Use(format!("{what} is there and is no executable; name another file with -o")));
    }
    let program = Program::from_file_chosen(&args.file, &options.choices)?.warned();
    let built = Image::build(&program, args.backend, &options)?;
    for (entry, why) in &built.left_out {
        eprintln!("note: {entry} is left out: {} cannot take it: {}", args.backend.name(), why.line());
    }
    executable::write(&built.image, &output)
        .map_err(|e| Error::Value(format!("cannot write {}: {e}", output.display())))?;
    Ok(true)
}
