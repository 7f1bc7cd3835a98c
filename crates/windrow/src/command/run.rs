//! `windrow run`: values in, values out.

use super::{CompileArgs, parse_backend};
use crate::backend::Backend;
use crate::program::Program;
use clap::Args;
use std::io::{Read, Write};

#[derive(Args)]
pub(super) struct RunArgs {
    /// The program (`.fut`, or the text of a Core program, `.core`).
    file: String,
    /// The entry point; may be left out where there is only one, or one called main.
    #[arg(short, long)]
    entry: Option<String>,
    /// Where to run: auto, interp, native, opencl or cuda.
    #[arg(short, long, default_value = "auto", value_parser = parse_backend)]
    backend: Backend,
    /// Write the results in the binary data format. Input is recognised by itself.
    #[arg(long)]
    binary: bool,
    #[command(flatten)]
    compile: CompileArgs,
}

pub(super) fn run(args: &RunArgs) -> Result<bool, String> {
    let options = args.compile.options()?;
    let program = Program::from_file(&args.file).map_err(|e| e.to_string())?;
    let entry = choose_entry(&program, args.entry.as_deref())?;
    let Some(parameters) = program.parameters(&entry) else {
        let known = program.entries().join(", ");
        return Err(format!("error: {} has no entry point called {entry}; it has: {known}", args.file));
    };
    let mut bytes = vec![];
    if !parameters.is_empty() {
        let read = std::io::stdin().read_to_end(&mut bytes);
        read.map_err(|e| format!("error: cannot read standard input: {e}"))?;
    }
    let values = rt::data::read_values(&bytes, Some(&parameters));
    let values = values.map_err(|e| format!("error: standard input: {e}"))?;
    let mut ready = program.build(args.backend, &options).map_err(|e| e.to_string())?;
    let mut out = vec![];
    for value in ready.run(&entry, &values).map_err(|e| e.to_string())? {
        if args.binary {
            rt::binary::write_value(&value, &mut out).map_err(|e| format!("error: {e}"))?;
        } else {
            out.extend(rt::text::print_value(&value).into_bytes());
            out.push(b'\n');
        }
    }
    let written = std::io::stdout().write_all(&out);
    written.map_err(|e| format!("error: cannot write to standard output: {e}"))?;
    Ok(true)
}

fn choose_entry(program: &Program, wanted: Option<&str>) -> Result<String, String> {
    match (wanted, program.entries().as_slice()) {
        (Some(name), _) => Ok(name.to_string()),
        (None, [only]) => Ok(only.to_string()),
        (None, []) => {
            Err("error: the program has no entry point; write `entry` in front of a definition".into())
        }
        (None, many) if many.contains(&"main") => Ok("main".to_string()),
        (None, many) => Err(format!("error: choose an entry point with -e: {}", many.join(", "))),
    }
}
