//! `windrow build`: an executable that needs neither the compiler nor a C compiler, a library for C, or an image for Rust.

use super::{CompileArgs, Stop, parse_backend};
use crate::executable;
use clap::Args;
use driver::{Backend, Error, Image, Program};
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(super) struct BuildArgs {
    /// The program.
    file: String,
    /// The executable, or the files of the library without their endings; by default the name of the program without `.fut`.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write a library for C instead: a header, a source file to compile and link with libwindrow, and a manifest.
    #[arg(long)]
    library: bool,
    /// Write only the compiled program, which the crate `windrow` loads without its compiler; by default to a file with the ending
    /// `.image`.
    #[arg(long, conflicts_with = "library")]
    image: bool,
    /// Where it will run: native, opencl or cuda.
    #[arg(short, long, default_value = "native", value_parser = parse_backend)]
    backend: Backend,
    #[command(flatten)]
    compile: CompileArgs,
}

pub(super) fn build(args: &BuildArgs) -> Result<bool, Stop> {
    let options = args.compile.options().map_err(Stop::Use)?;
    let ending = if args.image { "image" } else { "" };
    let output = args.output.clone().unwrap_or_else(|| Path::new(&args.file).with_extension(ending));
    let same = |a: &Path, b: &Path| matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b);
    if !args.library && (output.is_dir() || same(&output, Path::new(&args.file))) {
        let what = output.display();
        return Err(Stop::Use(format!(
            "{what} is there and would be overwritten; name another file with -o"
        )));
    }
    let program = Program::from_file_chosen(&args.file, &options.choices)?.warned();
    let built = Image::build(&program, args.backend, &options)?;
    for (entry, why) in &built.left_out {
        eprintln!("note: {entry} is left out: {} cannot take it: {}", args.backend.name(), why.line());
    }
    if args.library {
        return library(&args.file, &built.image, &output);
    }
    if args.image {
        let written = std::fs::write(&output, built.image.to_bytes());
        written.map_err(|e| Error::Value(format!("cannot write {}: {e}", output.display())))?;
        return Ok(true);
    }
    executable::write(&built.image, &output).map_err(Error::Value)?;
    Ok(true)
}

/// Writes the files of a library.
fn library(file: &str, image: &Image, output: &Path) -> Result<bool, Stop> {
    let name = output.file_name().and_then(|name| name.to_str());
    let Some(name) = name else {
        return Err(Stop::Use(format!("{} is no name for files; name others with -o", output.display())));
    };
    let text = std::fs::read_to_string(file)
        .map_err(|e| Error::File { path: file.to_string(), cause: e.to_string() })?;
    // A program in Core has no names for its types.
    let written = if file.ends_with(".core") { Default::default() } else { front::written_types(&text) };
    let files = bind::c_library(name, image, &written).map_err(Error::Value)?;
    for (ending, text) in [("h", &files.header), ("c", &files.source), ("json", &files.manifest)] {
        let path = output.with_file_name(format!("{name}.{ending}"));
        std::fs::write(&path, text)
            .map_err(|e| Error::Value(format!("cannot write {}: {e}", path.display())))?;
    }
    Ok(true)
}
