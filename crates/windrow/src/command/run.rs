//! `windrow run`: values in, values out.

use super::{CompileArgs, parse_backend};
use crate::backend::Backend;
use crate::program::Program;
use clap::Args;
use std::io::Read;

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
    let mut text = String::new();
    if !parameters.is_empty() {
        let read = std::io::stdin().read_to_string(&mut text);
        read.map_err(|e| format!("error: cannot read standard input: {e}"))?;
    }
    let values = rt::text::parse_values(&text, Some(&parameters));
    let values = values.map_err(|e| format!("error: standard input:{e}"))?;
    let mut ready = program.build(args.backend, &options).map_err(|e| e.to_string())?;
    for value in ready.run(&entry, &values).map_err(|e| e.to_string())? {
        println!("{}", rt::text::print_value(&value));
    }
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
