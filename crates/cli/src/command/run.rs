//! `windrow run`: values in, values out.

use super::interrupt::interruptible;
use super::{ExecuteArgs, Stop, Where, parse_where, profile};
use crate::json;
use crate::program::{choose_entry, written};
use crate::tables::{self, Format, Given, Plan, Table};
use clap::Args;
use driver::devices::Place;
use driver::structure::{self, Component};
use driver::{Backend, Error, Options, Program, Ready};
use std::io::{Read, Write};
use std::path::Path;

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
    /// Read the arguments from a file instead of standard input.
    ///
    /// Text, the binary data format, `.npy`, Arrow's file and stream formats and Parquet are recognised by themselves. Of a table the
    /// columns with the names of the parameters are the arguments; if no name fits, columns in the order of the parameters; or, for a
    /// single parameter that is an array of records or a record of arrays, the columns with the names of its fields.
    #[arg(short, long, value_name = "FILE")]
    input: Option<String>,
    /// A scalar that the table with the other arguments does not have.
    #[arg(long = "arg", value_name = "NAME=VALUE")]
    given: Vec<String>,
    /// Write the results to a file instead of standard output.
    ///
    /// A name that ends with `.arrow`, `.feather`, `.ipc`, `.arrows`, `.parquet` or `.pq` chooses its format, unless another one is
    /// asked for.
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
    /// Write the results in the binary data format.
    #[arg(long, group = "format")]
    binary: bool,
    /// Read the arguments, unless they are a table, and write the result as JSON: one value for each argument, one for the result.
    #[arg(long, group = "format")]
    json: bool,
    /// Write the result as a table in Arrow's file format. The fields of a record or of an array of records are columns; any other result
    /// is one column with the name of the entry point.
    #[arg(long, group = "format")]
    arrow: bool,
    /// The same in Arrow's stream format.
    #[arg(long, group = "format")]
    arrow_stream: bool,
    /// The same in Parquet.
    #[arg(long, group = "format")]
    parquet: bool,
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
    // A `()` is no value, but as JSON it is one.
    let wanted = program.interface(&entry).map_or(0, |i| i.args.len());
    let needed = !parameters.is_empty() || args.json && wanted > 0;
    let input = if needed || args.input.is_some() { read_input(args.input.as_deref())? } else { vec![] };
    // Tables share them.
    let input = bytes::Bytes::from(input);
    let place = args.input.as_deref().unwrap_or("standard input");
    let in_input = |e: String| format!("error: {place}: {e}");
    let checked = windrow::Program::from_driver(program.clone());
    let arguments = match Table::open(&input) {
        Some(table) => {
            let table = table.map_err(in_input)?;
            let Some(signature) = checked.entries().find(|signature| signature.name == entry) else {
                return Err(format!("error: a table needs the types of {entry}").into());
            };
            let plan = Plan::new(signature, &given(&args.given)?, &table).map_err(in_input)?;
            Arguments::Table(table, plan)
        }
        None if !args.given.is_empty() => {
            return Err(Stop::Use("error: --arg is for arguments whose others come from a table".into()));
        }
        None => {
            let values = match args.json {
                true => json_arguments(&program, &entry, &input),
                false => rt::data::read_values(&input, Some(&parameters)),
            };
            let values = values.map_err(in_input)?;
            program.fits(&entry, &values)?;
            Arguments::Values(values)
        }
    };
    let (backend, compiled) = compiled(args, &program, &checked, &entry, options)?;
    if options.profile && backend == Backend::Interp {
        let why = "error: the interpreter has no kernels to profile; choose a backend with -b";
        return Err(why.to_string().into());
    }
    let before = compiled.context().stats().copies;
    let data = match arguments {
        Arguments::Values(values) => compiled.store(values).map_err(told)?,
        Arguments::Table(table, plan) => {
            let read = plan.arguments(compiled.signature(), &table, compiled.context());
            compiled.components(read.map_err(in_input)?).map_err(told)?
        }
    };
    let mut ran = match backend {
        // The interpreter does not look whether it should stop: Ctrl-C ends the process.
        Backend::Interp => compiled.call_data(data, &rt::Stop::new())?,
        _ => interruptible(|stop| compiled.call_data(data, stop))?,
    };
    let out = match table_format(args) {
        Some(format) => {
            let result = compiled.result(std::mem::take(&mut ran.values)).map_err(told)?;
            let written = tables::write(format, &entry, &compiled.signature().result, &result);
            written.map_err(|e| format!("error: {e}"))?
        }
        None => {
            let results = driver::fetch(&ran.values)?;
            match args.json {
                true => json_result(&program, &entry, &results)?.into_bytes(),
                false => written(&results, args.binary)?,
            }
        }
    };
    if options.profile {
        let Some(profile) = &mut ran.profile else {
            return Err(Error::Bug(format!("{entry} was run without its profile")).into());
        };
        profile.transfers(&before, &compiled.context().stats().copies);
        let files = &program.core.files;
        if args.profile {
            eprint!("{}", profile::table(profile, files));
        }
        if let Some(path) = &args.profile_json {
            let written = std::fs::write(path, profile::json(profile, files));
            written.map_err(|e| format!("error: cannot write {path}: {e}"))?;
        }
    }
    write_output(args.output.as_deref(), &out)?;
    Ok(true)
}

/// Where the arguments are.
enum Arguments {
    Values(Vec<ir::Value>),
    Table(Table, Plan),
}

fn told(e: windrow::Error) -> Stop {
    Stop::Told(e.render(false))
}

fn read_input(file: Option<&str>) -> Result<Vec<u8>, String> {
    let Some(file) = file else {
        let mut bytes = vec![];
        let read = std::io::stdin().read_to_end(&mut bytes);
        return read.map(|_| bytes).map_err(|e| format!("error: cannot read standard input: {e}"));
    };
    std::fs::read(file).map_err(|e| format!("error: cannot read {file}: {e}"))
}

fn write_output(file: Option<&str>, bytes: &[u8]) -> Result<(), String> {
    let Some(file) = file else {
        let written = std::io::stdout().write_all(bytes);
        return written.map_err(|e| format!("error: cannot write to standard output: {e}"));
    };
    std::fs::write(file, bytes).map_err(|e| format!("error: cannot write {file}: {e}"))
}

/// The format of a table that is to be written, if one is.
fn table_format(args: &RunArgs) -> Option<Format> {
    let flags = [
        (args.arrow, Format::ArrowFile),
        (args.arrow_stream, Format::ArrowStream),
        (args.parquet, Format::Parquet),
    ];
    let asked = flags.into_iter().find(|(flag, _)| *flag).map(|(_, format)| format);
    let ending = || Path::new(args.output.as_ref()?).extension()?.to_str();
    match args.binary || args.json {
        true => None,
        false => asked.or_else(|| ending().and_then(Format::of_ending)),
    }
}

/// The names and texts of scalars.
fn given(texts: &[String]) -> Result<Vec<Given<'_>>, Stop> {
    let wrong = |text: &str| Stop::Use(format!("error: --arg {text}: NAME=VALUE was expected"));
    texts.iter().map(|text| text.split_once('=').ok_or_else(|| wrong(text))).collect()
}

/// The entry point compiled for the backend that was asked for, or for the best one that is there and takes it.
fn compiled(
    args: &RunArgs,
    program: &Program,
    checked: &windrow::Program,
    entry: &str,
    options: &Options,
) -> Result<(Backend, windrow::Entry), Stop> {
    let mut backends = args.backend.backends();
    let mut refusals: Vec<String> = vec![];
    loop {
        let place = Place::first(&backends, args.execute.device.as_deref())?;
        let context = windrow::Context::from_driver(place.clone(), options.clone()).map_err(told)?;
        let why = match context.load(checked).and_then(|module| module.entry(entry)) {
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
