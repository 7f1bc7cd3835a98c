//! Writing.

use base::Scalar;
use driver::structure::{Tree, is_tuple};
use ir::Value;
use ir::value::Lens;

/// Appends a value.
pub(crate) fn write(tree: &Tree, out: &mut String) {
    match tree {
        Tree::Plain(value) => plain(value, out),
        Tree::Record(fields) if is_tuple(fields) => list(fields, out, |(_, tree), out| write(tree, out)),
        Tree::Record(fields) => {
            out.push('{');
            for (i, (name, tree)) in fields.iter().enumerate() {
                out.push_str(if i > 0 { ", " } else { "" });
                string(name, out);
                out.push_str(": ");
                write(tree, out);
            }
            out.push('}');
        }
        Tree::Array(elems) => list(elems, out, write),
        Tree::Sum(name, payload) => {
            out.push('{');
            string(&format!("#{name}"), out);
            out.push_str(": ");
            list(payload, out, write);
            out.push('}');
        }
    }
}

fn list<T>(items: &[T], out: &mut String, mut item: impl FnMut(&T, &mut String)) {
    out.push('[');
    for (i, it) in items.iter().enumerate() {
        out.push_str(if i > 0 { ", " } else { "" });
        item(it, out);
    }
    out.push(']');
}

/// Names are letters, digits, `_` and `'`: nothing needs an escape.
fn string(text: &str, out: &mut String) {
    out.push('"');
    out.push_str(text);
    out.push('"');
}

/// A scalar or an array of scalars. Per dimension the next position is known: rows come in order.
fn plain(value: &Value, out: &mut String) {
    let mut next = vec![0usize; value.lens.len() + 1];
    // Rows left in each open bracket.
    let mut open: Vec<i64> = vec![];
    loop {
        let depth = open.len();
        if depth == value.lens.len() {
            scalar(value.get(next[depth]), out);
            next[depth] += 1;
        } else {
            let rows = match &value.lens[depth] {
                Lens::Uniform(n) => *n,
                Lens::Each(each) => each.get(next[depth]).copied().unwrap_or(0),
            };
            next[depth] += 1;
            out.push('[');
            if rows > 0 {
                open.push(rows);
                continue;
            }
            out.push(']');
        }
        loop {
            let Some(rows) = open.last_mut() else { return };
            *rows -= 1;
            if *rows > 0 {
                out.push_str(", ");
                break;
            }
            open.pop();
            out.push(']');
        }
    }
}

fn scalar(x: Scalar, out: &mut String) {
    match x {
        Scalar::F16(_) | Scalar::F32(_) | Scalar::F64(_) => {
            let number = x.as_f64();
            if number.is_nan() {
                string("nan", out);
            } else if number.is_infinite() {
                string(if number > 0.0 { "inf" } else { "-inf" }, out);
            } else {
                out.push_str(x.to_string().trim_end_matches(x.ty().name()));
            }
        }
        Scalar::Bool(b) => out.push_str(if b { "true" } else { "false" }),
        _ => out.push_str(x.to_string().trim_end_matches(x.ty().name())),
    }
}
