//! The values that stanzas name: texts, files, random values, and scripts that call entry points.

mod piece;
mod random;
mod script;

use base::ScalarType;
use driver::stanza::Source;
use driver::{Program, Ready};
use ir::Value;
use piece::{Item, Piece};
use script::World;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Why a source gives no values.
#[derive(Debug, PartialEq)]
pub(super) enum SourceError {
    /// It uses what is not supported.
    Unsupported(String),
    /// It is wrong.
    Wrong(String),
}

/// Element types and ranks of values.
pub(super) type Types = [(ScalarType, usize)];

/// The stanzas of one program: names of files are relative to it.
pub(super) struct Sources<'a> {
    /// The program's file.
    pub(super) file: &'a Path,
    /// The program.
    pub(super) program: &'a Program,
}

impl Sources<'_> {
    /// The values of a source; `types` settles what a text leaves open. Scripts run on `ready`.
    pub(super) fn values(
        &self,
        source: &Source,
        types: &Types,
        ready: &mut Ready,
    ) -> Result<Vec<Value>, SourceError> {
        let read = |bytes: &[u8]| {
            rt::data::read_values(bytes, Some(types)).map_err(|e| SourceError::Wrong(format!("value: {e}")))
        };
        match source {
            Source::Text(text) => read(text.as_bytes()),
            Source::File(name) => read(&self.beside(name)?),
            Source::Random(text) => {
                random::values(text).map_err(|e| SourceError::Wrong(format!("random input: {e}")))
            }
            Source::Script(text) => self.script(text, types, ready),
            Source::ScriptFile(name) => {
                self.script(&String::from_utf8_lossy(&self.beside(name)?), types, ready)
            }
        }
    }

    fn beside(&self, name: &str) -> Result<Vec<u8>, SourceError> {
        beside(self.file, name).map_err(SourceError::Wrong)
    }

    fn script(&self, text: &str, types: &Types, ready: &mut Ready) -> Result<Vec<Value>, SourceError> {
        let mut calls = Calls { file: self.file, program: self.program, ready };
        match script::evaluate(text, &mut calls) {
            Ok(items) => settle(&items, types).map_err(SourceError::Wrong),
            Err(SourceError::Wrong(what)) => Err(SourceError::Wrong(format!("script: {what}"))),
            Err(unsupported @ SourceError::Unsupported(_)) => Err(unsupported),
        }
    }
}

/// How results differ from what is expected of them, floating-point numbers up to a relative tolerance.
pub(super) fn compare(got: &[Value], expected: &[Value], tolerance: f64) -> Result<(), String> {
    if got.len() != expected.len() {
        return Err(format!("got {} values, expected {}", got.len(), expected.len()));
    }
    for (i, (got, expected)) in got.iter().zip(expected).enumerate() {
        rt::text::approx_equal(got, expected, tolerance).map_err(|e| format!("result {i}: {e}"))?;
    }
    Ok(())
}

/// The programs that a path names: itself, or those in a folder and the folders in it.
pub(super) fn collect(path: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if path.is_dir() {
        for entry in std::fs::read_dir(path)? {
            let entry = entry?.path();
            if entry.is_dir() || entry.extension().is_some_and(|e| e == "fut") {
                collect(&entry, files)?;
            }
        }
    } else {
        std::fs::metadata(path)?;
        files.push(path.to_path_buf());
    }
    Ok(())
}

/// Scripts call entry points and read files beside the program.
struct Calls<'a> {
    file: &'a Path,
    program: &'a Program,
    ready: &'a mut Ready,
}

impl World for Calls<'_> {
    fn call(&mut self, entry: &str, args: &[Item]) -> Result<Piece, String> {
        let parameters = self.program.parameters(entry);
        let parameters = parameters.ok_or_else(|| format!("there is no entry point called {entry}"))?;
        let values = self.ready.run(entry, &settle(args, &parameters)?).map_err(|e| e.to_string())?;
        let mut values = values.into_iter();
        Ok(match self.program.interface(entry) {
            Some(interface) => Piece::returned(&interface.result, &mut values),
            None => Piece::tuple(values.map(|v| Piece::One(Item::Value(v))).collect()),
        })
    }
    fn file(&mut self, name: &str) -> Result<Vec<u8>, String> {
        beside(self.file, name)
    }
}

/// Gives literals the types of the parameters they are for.
fn settle(items: &[Item], types: &Types) -> Result<Vec<Value>, String> {
    let mut values = vec![];
    for item in items {
        match item {
            Item::Value(value) => values.push(value.clone()),
            Item::Literal(text) => {
                let hint = types.get(values.len()..).unwrap_or(&[]);
                values.extend(rt::text::parse_values(text, Some(hint)).map_err(|e| format!("{text}: {e}"))?);
            }
        }
    }
    Ok(values)
}

/// The contents of a file whose name is relative to the program; what `gzip` has compressed is as it was before.
fn beside(program: &Path, name: &str) -> Result<Vec<u8>, String> {
    let path = program.parent().unwrap_or(Path::new(".")).join(name);
    let failed = |e: std::io::Error| format!("cannot read {}: {e}", path.display());
    let bytes = std::fs::read(&path).map_err(failed)?;
    if path.extension().is_none_or(|e| e != "gz") {
        return Ok(bytes);
    }
    let mut plain = vec![];
    flate2::read::MultiGzDecoder::new(bytes.as_slice()).read_to_end(&mut plain).map_err(failed)?;
    Ok(plain)
}
