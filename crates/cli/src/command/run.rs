//! `windrow run`: values in, values out.

use super::interrupt::interruptible;
use super::{ExecuteArgs, Stop, Where, parse_where, profile};
use crate::json;
use clap::Args;
use driver::devices::Place;
use driver::structure::{self, Component};
use driver::{Backend, Error, Options, Program, Ready};
use std::io::{Read, Write};

#[derive(Args)]
pub(super) struct RunArgs {
    /// The program (`.fut`, or the text of a Core program, `.core`).
    file: String,
    /// The entry point; may be left out where there is only one, or one called main.
    #[arg(short, long)]
    entry: Option<String>,
    /// Where to run: auto, interp, native, opencl or cuda.
    #[arg(short, long, default_value = "auto", value_parser = parse_where)]
    backend: Where,
    /// Write the results in the binary data format. Input is recognised by itself.
    #[arg(long)]
    binary: bool,
    /// Read the arguments and write the result as JSON: one value for each argument, one for the result.
    #[arg(long, conflicts_with = "binary")]
    json: bool,
    /// Print to standard error what each kernel cost: launches, time, bytes; and what the host read, copied and allocated.
    #[arg(long)]
    profile: bool,
    /// Write the same as JSON to a file.
    #[arg(long, value_name = "FILE")]
    profile_json: Option<String>,
    #[command(flatten)]
    execute: ExecuteArgs,
}

pub(super) fn run(args: &RunArgs) -> Result<bool, Stop> {
    let mut options = args.execute.options().map_err(Stop::Use)?;
    options.profile = args.profile || args.profile_json.is_some();
    let options = &options;
    let program = Program::from_file_chosen(&args.file, &options.choices)?.warned();
    let entry = choose_entry(&program.entries(), args.entry.as_deref())?;
    let Some(parameters) = program.parameters(&entry) else {
        let known = program.entries().join(", ");
        return Err(format!("error: {} has no entry point called {entry}; it has: {known}", args.file).into());
    };
    let mut bytes = vec![];
    // A `()` is no value, but as JSON it is one.
    let arguments = program.interface(&entry).map_or(0, |i| i.args.len());
    if !parameters.is_empty() || args.json && arguments > 0 {
        let read = std::io::stdin().read_to_end(&mut bytes);
        read.map_err(|e| format!("error: cannot read standard input: {e}"))?;
    }
    let values = if args.json {
        json_arguments(&program, &entry, &bytes)
    } else {
        rt::data::read_values(&bytes, Some(&parameters))
    };
    let values = values.map_err(|e| format!("error: standard input: {e}"))?;
    program.fits(&entry, &values)?;
    let (backend, compiled) = compiled(args, &program, &entry, options)?;
    if options.profile && backend == Backend::Interp {
        let why = "error: the interpreter has no kernels to profile; choose a backend with -b";
        return Err(why.to_string().into());
    }
    let mut out = vec![];
    let (results, ran) = match backend {
        // The interpreter does not look whether it should stop: Ctrl-C ends the process.
        Backend::Interp => compiled.call_values(values, &rt::Stop::new())?,
        _ => interruptible(|stop| compiled.call_values(values, stop))?,
    };
    if options.profile {
        let Some(profile) = &ran.profile else {
            return Err(Error::Bug(format!("{entry} was run without its profile")).into());
        };
        let files = &program.core.files;
        if args.profile {
            eprint!("{}", profile::table(profile, files));
        }
        if let Some(path) = &args.profile_json {
            let written = std::fs::write(path, profile::json(profile, files));
            written.map_err(|e| format!("error: cannot write {path}: {e}"))?;
        }
    }
    if args.json {
        out.extend(json_result(&program, &entry, &results)?.into_bytes());
    } else {
        out.extend(written(&results, args.binary)?);
    }
    let written = std::io::stdout().write_all(&out);
    written.map_err(|e| format!("error: cannot write to standard output: {e}"))?;
    Ok(true)
}

/// The entry point compiled for the backend that was asked for, or for the best one that is there and takes it.
fn compiled(
    args: &RunArgs,
    program: &Program,
    entry: &str,
    options: &Options,
) -> Result<(Backend, windrow::Entry), Stop> {
    let checked = windrow::Program::from_driver(program.clone());
    let told = |e: windrow::Error| Stop::Told(e.render(false));
    let mut backends = args.backend.backends();
    let mut refusals: Vec<String> = vec![];
    loop {
        let place = Place::first(&backends, args.execute.device.as_deref())?;
        let context = windrow::Context::from_driver(place.clone(), options.clone()).map_err(told)?;
        let why = match context.load(&checked).and_then(|module| module.entry(entry)) {
            Ok(compiled) => {
                place.remark().into_iter().for_each(|remark| eprintln!("note: {remark}"));
                if !refusals.is_empty() {
                    eprintln!("note: {entry} runs on {}: {}", place.backend.name(), refusals.join("; "));
                }
                return Ok((place.backend, compiled));
            }
            Err(e) => e,
        };
        let refused = matches!(why.kind(), windrow::ErrorKind::Unsupported { .. });
        if !refused || args.backend != Where::Auto || args.execute.device.is_some() {
            return Err(told(why));
        }
        let first = why.to_string().lines().next().unwrap_or_default().to_string();
        refusals.push(format!("{} cannot take it: {first}", place.backend.name()));
        // What refuses the program too need not be opened.
        let after = backends.iter().position(|b| *b == place.backend).map_or(0, |i| i + 1);
        backends.drain(..after);
        backends.retain(|backend| Ready::refuses(program, entry, *backend, options).is_none());
    }
}

fn json_arguments(program: &Program, entry: &str, bytes: &[u8]) -> Result<Vec<ir::Value>, String> {
    let Some(interface) = program.interface(entry) else { return Err(no_structure(entry)) };
    let text = std::str::from_utf8(bytes).map_err(|e| format!("this is not UTF-8 text: {e}"))?;
    let values = json::parse_all(text).map_err(|e| e.to_string())?;
    if values.len() != interface.args.len() {
        let (wanted, found) = (interface.args.len(), values.len());
        return Err(format!(
            "{entry} takes {wanted} JSON values, one for each argument, but there are {found}"
        ));
    }
    let mut shapes = program.shapes(entry).into_iter();
    let mut result = vec![];
    for (value, data) in values.iter().zip(&interface.args) {
        let own: Vec<Component> = shapes.by_ref().take(data.leaves()).collect();
        result.extend(json::components(text, value, data, &own).map_err(|e| e.to_string())?);
    }
    Ok(result)
}

fn json_result(program: &Program, entry: &str, results: &[ir::Value]) -> Result<String, String> {
    let Some(interface) = program.interface(entry) else {
        return Err(format!("error: {}", no_structure(entry)));
    };
    let tree = structure::assemble(&interface.result, results).map_err(|e| format!("error: {e}"))?;
    let mut text = String::new();
    json::write(&tree, &mut text);
    text.push('\n');
    Ok(text)
}

fn no_structure(entry: &str) -> String {
    format!("JSON needs the types of {entry}, which a Core program does not have")
}

/// The bytes of results, one a line or in the binary data format.
pub(crate) fn written(results: &[ir::Value], binary: bool) -> Result<Vec<u8>, Error> {
    let mut out = vec![];
    for value in results {
        if binary {
            rt::binary::write_value(value, &mut out).map_err(|e| Error::Value(e.to_string()))?;
        } else {
            out.extend(rt::text::print_value(value).into_bytes());
            out.push(b'\n');
        }
    }
    Ok(out)
}

/// The entry point to run: the one that is wanted, the only one, or the one called main.
pub(crate) fn choose_entry(entries: &[&str], wanted: Option<&str>) -> Result<String, Error> {
    match (wanted, entries) {
        (Some(name), _) => Ok(name.to_string()),
        (None, [only]) => Ok(only.to_string()),
        (None, []) => {
            let why = "the program has no entry point; write `entry` in front of a definition";
            Err(Error::Value(why.into()))
        }
        (None, many) if many.contains(&"main") => Ok("main".to_string()),
        (None, many) => Err(Error::Value(format!("choose an entry point with -e: {}", many.join(", ")))),
    }
}
