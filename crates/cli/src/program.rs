//! What an executable does that `windrow build` has made: it runs the program behind it.
//!
//! The image of the program lies at the end of the file, then how long it is, then a mark. The command line is that of Futhark's
//! executables.

use base::ScalarType;
use clap::Parser;
use driver::{Error, Image, NotRead, Results, Unit};
use rt::Stop;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::num::NonZeroUsize;
use std::process::ExitCode;

/// The last bytes of an executable with a program.
pub(crate) const MARK: &[u8; 16] = b"windrow program\n";

/// How a runtime without a program is asked for its stamp.
pub(crate) const ASK: &str = "--stamp";

/// Bytes behind the image: its length and the mark.
const END: u64 = 24;

#[derive(Parser)]
#[command(version, about = "A program compiled by windrow. Reads the arguments of an entry point from standard input, as text or in \
    the binary data format, and writes its results.", long_about = None)]
struct Args {
    /// The entry point; may be left out where there is only one, or one called main.
    #[arg(short, long = "entry-point", value_name = "ENTRY")]
    entry: Option<String>,
    /// Run so often, after a first run that does not count; the results of the last run are written.
    #[arg(short, long)]
    runs: Option<NonZeroUsize>,
    /// Write the time of each run to a file, in microseconds, one a line: without reading, moving and writing values.
    #[arg(short = 't', long = "write-runtime-to", value_name = "FILE")]
    times: Option<String>,
    /// Write the results in the binary data format.
    #[arg(short, long = "binary-output")]
    binary: bool,
    /// Do not write the results.
    #[arg(short, long = "no-print-result")]
    no_output: bool,
    /// The device: its name or a part of it.
    #[arg(short, long)]
    device: Option<String>,
    /// Use at most so many bytes of memory for arrays.
    #[arg(long, value_name = "BYTES")]
    memory: Option<usize>,
}

/// The image behind this program, if there is one.
fn own() -> io::Result<Option<Image>> {
    // Where a program cannot find or read its own file, the command still works.
    let Some(mut file) = std::env::current_exe().ok().and_then(|path| File::open(path).ok()) else {
        return Ok(None);
    };
    let Some(start) = file.metadata()?.len().checked_sub(END) else { return Ok(None) };
    let mut end = [0; END as usize];
    file.seek(SeekFrom::Start(start))?;
    file.read_exact(&mut end)?;
    let (len, mark) = end.split_at(8);
    if mark != MARK {
        return Ok(None);
    }
    let broken = |why: NotRead| io::Error::new(io::ErrorKind::InvalidData, why.to_string());
    let len = len.iter().rev().fold(0, |sum, byte| (sum << 8) | u64::from(*byte));
    file.seek(SeekFrom::Start(start.checked_sub(len).ok_or_else(|| broken(NotRead::Damaged))?))?;
    let mut bytes = vec![];
    file.take(len).read_to_end(&mut bytes)?;
    Image::from_bytes(&bytes).map(Some).map_err(broken)
}

/// Runs the program that this executable holds; nothing if there is none.
pub(crate) fn main() -> Option<ExitCode> {
    let result = match own() {
        Ok(None) => return None,
        Ok(Some(image)) => run(&image, &Args::parse()),
        Err(e) => Err(Error::Device(e.to_string())),
    };
    Some(match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("{e}");
            ExitCode::from(if matches!(e, Error::Use(_)) { 2 } else { 1 })
        }
    })
}

fn run(image: &Image, args: &Args) -> Result<(), Error> {
    let names: Vec<&str> = image.entries.iter().map(|e| e.name.as_str()).collect();
    let name = choose_entry(&names, args.entry.as_deref())?;
    let Some(entry) = image.entries.iter().find(|e| e.name == name) else {
        return Err(Error::Use(format!(
            "there is no entry point called {name}; there are: {}",
            names.join(", ")
        )));
    };
    let place = image.open(args.device.as_deref())?;
    place.remark().into_iter().for_each(|remark| eprintln!("note: {remark}"));
    let unit = image.load(&place, args.memory)?;
    let types = unit.parameters(&name).unwrap_or_default();
    let values = read(&types)?;
    entry.takes_so_many(values.len())?;
    let (results, times) = measure(&unit, &name, values, args.runs)?;
    if let Some(path) = &args.times {
        let lines: String = times.iter().map(|t| format!("{t}\n")).collect();
        std::fs::write(path, lines).map_err(|e| Error::Value(format!("cannot write {path}: {e}")))?;
    }
    if args.no_output {
        return Ok(());
    }
    let out = written(&results, args.binary)?;
    io::stdout().write_all(&out).map_err(|e| Error::Value(format!("cannot write to standard output: {e}")))
}

/// The values on standard input, which is not read where none are taken.
fn read(types: &[(ScalarType, usize)]) -> Result<Vec<ir::Value>, Error> {
    let mut bytes = vec![];
    if !types.is_empty() {
        let read = io::stdin().read_to_end(&mut bytes);
        read.map_err(|e| Error::Value(format!("cannot read standard input: {e}")))?;
    }
    rt::data::read_values(&bytes, Some(types)).map_err(|e| Error::Value(format!("standard input: {e}")))
}

/// The results of the last run, and the microseconds of all that count. Arguments are brought to the device once; only the last
/// results are fetched.
fn measure(
    unit: &Unit,
    entry: &str,
    values: Vec<ir::Value>,
    runs: Option<NonZeroUsize>,
) -> Result<(Vec<ir::Value>, Vec<u128>), Error> {
    let args = unit.store(values)?;
    let run = |args| unit.call(entry, args, &Stop::new());
    let micros = |results: &Results| (results.cost.time.as_nanos() + 500) / 1000;
    let Some(runs) = runs else {
        let results = run(args)?;
        return Ok((driver::fetch(&results.values)?, vec![micros(&results)]));
    };
    let mut results = run(args.clone())?;
    let mut times = vec![];
    for _ in 0..runs.get() {
        // Their memory is used again.
        drop(results);
        results = run(args.clone())?;
        times.push(micros(&results));
    }
    Ok((driver::fetch(&results.values)?, times))
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
