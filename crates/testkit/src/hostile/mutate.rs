//! Small changes that keep most of a text as it is.

use crate::rng::Rng;

/// Pieces that mean something somewhere in a program.
const WORDS: &[&str] = &[
    "def",
    "entry",
    "let",
    "in",
    "if",
    "then",
    "else",
    "loop",
    "for",
    "while",
    "do",
    "match",
    "case",
    "with",
    "module",
    "open",
    "local",
    "import",
    "include",
    "type",
    "type~",
    "type^",
    "val",
    "\\",
    "->",
    "=",
    ":",
    ":>",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ".",
    "..",
    "..<",
    "..>",
    "...",
    "?",
    "???",
    "#[",
    "#a",
    "'a",
    "'~a",
    "'^a",
    "'c'",
    "\"s\"",
    "+",
    "-",
    "*",
    "**",
    "/",
    "%",
    "!",
    "&&",
    "||",
    "==",
    "<-",
    "|>",
    "<|",
    "|",
    "`",
    "_",
    "0",
    "1i64",
    "0xff",
    "1e9",
    "1.5f32",
    "true",
    "main",
    "x",
    "i64",
    "f32",
    "map",
    "reduce",
    "scan",
    "filter",
    "iota",
    "replicate",
    "scatter",
    "[n]",
    "[?]",
    "[]",
    "*[n]i64",
    "(x: i64)",
    "()",
    "99999999999999999999",
    "assert",
    "vjp",
    "\u{1f600}",
    "--",
];

/// Pieces that mean something somewhere in a value.
const VALUES: &[&str] = &[
    "[",
    "]",
    ",",
    "empty(",
    ")",
    "[0]",
    "[?]",
    "[2]",
    "i64",
    "u8",
    "f16",
    "-",
    "+",
    "1",
    "0x",
    "0b1",
    "1e400",
    "nan",
    "f32.nan",
    "-inf",
    "true",
    "false",
    "\"s\"",
    "\\",
    "b",
    "1_000",
    ".5",
    "1.",
    "?",
    "--",
    "99999999999999999999",
    "b\u{2}\u{1} i64",
    "bW\u{2} f64",
];

/// A program or a value changed in a few places.
pub(super) fn mutate(text: &[u8], other: &[u8], rng: &mut Rng, program: bool) -> Vec<u8> {
    let mut pieces = split(text);
    let foreign = split(other);
    for _ in 0..1 + rng.below(4) {
        change(&mut pieces, &foreign, rng, if program { WORDS } else { VALUES });
    }
    let mut bytes = pieces.concat();
    if rng.chance(if program { 10 } else { 50 }) {
        change_byte(&mut bytes, rng);
    }
    bytes
}

fn change(pieces: &mut Vec<Vec<u8>>, foreign: &[Vec<u8>], rng: &mut Rng, words: &[&str]) {
    if pieces.is_empty() {
        pieces.push(vec![]);
    }
    let at = rng.below(pieces.len());
    let to = (at + 1 + rng.below(12)).min(pieces.len());
    match rng.below(9) {
        0 => drop(pieces.remove(at)),
        1 => pieces.insert(at, pieces[at].clone()),
        2 => {
            let with = rng.below(pieces.len());
            pieces.swap(at, with);
        }
        3 => pieces[at] = spaced(words[rng.below(words.len())]),
        4 => pieces.insert(at, spaced(words[rng.below(words.len())])),
        5 => drop(pieces.drain(at..to)),
        6 if !foreign.is_empty() => {
            let from = rng.below(foreign.len());
            let end = (from + 1 + rng.below(20)).min(foreign.len());
            drop(pieces.splice(at..at, foreign[from..end].iter().cloned()));
        }
        7 => {
            // The same few pieces very often.
            let run = pieces[at..to].concat();
            let times = 1 << rng.below(9);
            pieces.insert(at, run.repeat(times));
        }
        _ => pieces.truncate(at),
    }
}

fn spaced(word: &str) -> Vec<u8> {
    format!(" {word} ").into_bytes()
}

fn change_byte(bytes: &mut Vec<u8>, rng: &mut Rng) {
    let at = rng.below(bytes.len() + 1);
    let byte = *rng.pick(&[0, 1, 2, 9, 10, 13, 34, 39, 92, 127, 128, 0xc3, 0xff, rng.clone().number() as u8]);
    match (bytes.get_mut(at), rng.below(3)) {
        (Some(old), 0) => *old = byte,
        (Some(old), 1) => *old ^= 1 << (byte & 7),
        _ => bytes.insert(at, byte),
    }
}

/// Words, numbers, runs of symbols, and what is between them. Nothing is lost.
fn split(text: &[u8]) -> Vec<Vec<u8>> {
    let kind = |b: u8| match b {
        b' ' | b'\t' | b'\r' => 0,
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | 128.. => 1,
        b'+' | b'-' | b'*' | b'/' | b'<' | b'>' | b'=' | b'|' | b'&' | b'.' => 2,
        // Brackets, line breaks and the like stand alone.
        other => 3 + u16::from(other),
    };
    text.chunk_by(|a, b| kind(*a) == kind(*b) && kind(*a) < 3).map(<[u8]>::to_vec).collect()
}
