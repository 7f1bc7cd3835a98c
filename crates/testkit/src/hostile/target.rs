//! What hostile input is given to.

use super::{Args, corpus, deep, mutate};
use crate::rng::Rng;
use base::ScalarType;
use base::diag::SourceFile;
use driver::{Error, Program};

/// The front end with programs, or the readers with values.
pub(super) enum Target {
    Front(Vec<corpus::Source>),
    Data(Vec<Vec<u8>>),
}

/// An input and the path that a program pretends to have.
pub(super) struct Input {
    pub path: String,
    pub bytes: Vec<u8>,
}

impl Target {
    pub(super) fn front(args: &Args) -> Result<Target, String> {
        Ok(Target::Front(corpus::programs(&args.corpus)?))
    }
    pub(super) fn data(args: &Args) -> Result<Target, String> {
        Ok(Target::Data(corpus::values(&args.corpus)?))
    }
    /// The word of the command.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Target::Front(_) => "fuzz-front",
            Target::Data(_) => "fuzz-data",
        }
    }

    /// The input number `index` of a run that starts with `seed`. The first ones are all forms of deep nesting.
    pub(super) fn input(&self, seed: u64, index: u64) -> Input {
        let mut rng = Rng::new(seed.wrapping_add(index.wrapping_mul(0x1_0000_0001)));
        let program = matches!(self, Target::Front(_));
        let path = || "hostile.fut".to_string();
        let forms = deep::forms(program);
        if index < 2 * forms {
            let depth = if index < forms { 10_000 } else { 100_000 };
            return Input { path: path(), bytes: deep::deep(index, depth, program) };
        }
        if rng.chance(3) {
            let depth = deep::depth(&mut rng);
            return Input { path: path(), bytes: deep::deep(rng.number(), depth, program) };
        }
        match self {
            Target::Front(sources) => {
                let (source, other) = (rng.below(sources.len()), rng.below(sources.len()));
                let (text, other) = (sources[source].text.as_bytes(), sources[other].text.as_bytes());
                let bytes = mutate::mutate(text, other, &mut rng, true);
                Input { path: sources[source].path.clone(), bytes }
            }
            Target::Data(values) => {
                let (text, other) = (rng.below(values.len()), rng.below(values.len()));
                Input { path: path(), bytes: mutate::mutate(&values[text], &values[other], &mut rng, false) }
            }
        }
    }

    /// Gives an input to what is tested. The error is a finding; that an input is refused is none.
    pub(super) fn check(&self, input: &Input) -> Result<(), String> {
        match self {
            Target::Front(_) => {
                // Standard tools replace what is not UTF-8 too; a file that is not is refused before the front end.
                let text = String::from_utf8_lossy(&input.bytes);
                if let Err(Error::Bug(what)) = Program::from_source(&input.path, &text) {
                    return Err(what);
                }
                format(&text)
            }
            Target::Data(_) => {
                let shapes = [(ScalarType::I64, 1), (ScalarType::F32, 2), (ScalarType::U8, 0)];
                for expected in [None, Some(&shapes[..])] {
                    let Ok(values) = rt::data::read_values(&input.bytes, expected) else { continue };
                    for value in values {
                        round_trip(&value)?;
                    }
                }
                Ok(())
            }
        }
    }
}

/// What can be formatted stays formatted.
fn format(text: &str) -> Result<(), String> {
    let file = |text: String| SourceFile { name: "hostile.fut".into(), text };
    let again = match front::format(&file(text.to_string())) {
        Err(errors) if errors.iter().any(|e| e.id == "format") => return Err("formatting failed".into()),
        Err(_) => return Ok(()),
        Ok(once) => (front::format(&file(once.clone())), once),
    };
    match again {
        (Ok(twice), once) if twice == once => Ok(()),
        _ => Err("formatting a second time differs".into()),
    }
}

/// A value that was read is written and read again.
fn round_trip(value: &ir::Value) -> Result<(), String> {
    let text = rt::text::print_value(value);
    let read = rt::text::parse_values(&text, None).map_err(|e| format!("cannot read its own text: {e}"))?;
    if read.len() != 1 || rt::text::print_value(&read[0]) != text {
        return Err("text differs after reading it".into());
    }
    let mut bytes = vec![];
    if rt::binary::write_value(value, &mut bytes).is_ok() {
        let (read, end) =
            rt::binary::read_value(&bytes, 0).map_err(|e| format!("cannot read its bytes: {e}"))?;
        let mut again = vec![];
        rt::binary::write_value(&read, &mut again)?;
        if end != bytes.len() || again != bytes {
            return Err("bytes differ after reading them".into());
        }
    }
    Ok(())
}
