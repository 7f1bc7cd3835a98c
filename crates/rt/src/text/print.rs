//! Printing values.

use ir::Value;
use ir::value::Lens;
use std::fmt::Write;

/// The value as text.
pub fn print_value(value: &Value) -> String {
    if value.lens.is_empty() {
        return value.get(0).to_string();
    }
    let value = value.clone().normalised();
    let mut text = String::new();
    let hollow = hollow(&value.lens);
    // Per dimension: the next position; rows come in order, so each position is visited once.
    let mut next = vec![0usize; value.lens.len() + 1];
    // Rows still to be printed in each open bracket.
    let mut open: Vec<usize> = vec![];
    loop {
        let depth = open.len();
        if depth == value.lens.len() {
            text += &value.get(next[depth]).to_string();
            next[depth] += 1;
        } else {
            let rows = len(&value.lens[depth], next[depth]);
            next[depth] += 1;
            if rows == 0 || hollow[depth + 1] {
                let shape = shape(rows, &value.lens[depth + 1..]);
                skip(&value.lens, &mut next, depth, rows);
                // Writing to a string cannot fail.
                let _ = write!(text, "empty({shape}{})", value.elem);
            } else {
                text.push('[');
                open.push(rows);
                continue;
            }
        }
        // One element is done; close the brackets it completes.
        loop {
            let Some(rows) = open.last_mut() else { return text };
            *rows -= 1;
            if *rows > 0 {
                text += ", ";
                break;
            }
            open.pop();
            text.push(']');
        }
    }
}

fn len(lens: &Lens, position: usize) -> usize {
    let len = match lens {
        Lens::Uniform(n) => *n,
        Lens::Each(each) => each.get(position).copied().unwrap_or(0),
    };
    usize::try_from(len).unwrap_or(0)
}

/// For each dimension, whether sizes alone say that nothing is in it: it or a uniform one behind it is 0, with only uniform
/// ones between.
fn hollow(lens: &[Lens]) -> Vec<bool> {
    let mut hollow = vec![false; lens.len() + 1];
    for (depth, lens) in lens.iter().enumerate().rev() {
        hollow[depth] = match lens {
            Lens::Uniform(n) => *n == 0 || hollow[depth + 1],
            Lens::Each(_) => false,
        };
    }
    hollow
}

/// The dimensions of an empty array of `rows` rows.
fn shape(rows: usize, inner: &[Lens]) -> String {
    let mut shape = format!("[{rows}]");
    for lens in inner {
        match lens {
            Lens::Uniform(n) => shape += &format!("[{n}]"),
            Lens::Each(_) => shape += "[?]",
        }
    }
    shape
}

/// Steps over the positions of an empty array at `depth`.
fn skip(lens: &[Lens], next: &mut [usize], depth: usize, rows: usize) {
    let mut count = rows;
    for (lens, next) in lens.iter().zip(next).skip(depth + 1) {
        *next += count;
        match lens {
            Lens::Uniform(n) => count *= usize::try_from(*n).unwrap_or(0),
            Lens::Each(_) => count = 0,
        }
    }
}
