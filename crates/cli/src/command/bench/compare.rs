//! Two files of results beside each other.

use super::results::Results;
use super::stats::{Estimate, geometric_mean};
use super::{clipped, padding};
use std::collections::BTreeSet;

/// Whether the table has colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Colours {
    /// It has none.
    Off,
    /// Significant differences are green if `b` is faster, red if it is slower.
    On,
}

/// A table of the data sets that both have: the mean of each and how many times faster `b` is. What only one of them has is named.
pub(super) fn table(a: &Results, b: &Results, colours: Colours) -> String {
    let mut text = String::new();
    let mut ratios = vec![];
    let mut lone = vec![];
    let entries: BTreeSet<&String> = a.0.keys().chain(b.0.keys()).collect();
    for entry in entries {
        let (Some(before), Some(after)) = (a.0.get(entry), b.0.get(entry)) else {
            lone.push(format!("{entry}: only in the {} file", which(a.0.contains_key(entry))));
            continue;
        };
        text += &format!("{entry}:\n");
        let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
        let width = padding(names.iter().map(|name| name.as_str()));
        for name in names {
            let title = clipped(name) + ":";
            let line = match (before.get(name), after.get(name)) {
                (Some(Ok(before)), Some(Ok(after))) => {
                    let (before, after) = (Estimate::of(&before.runtimes), Estimate::of(&after.runtimes));
                    let ratio = speedup(&before, &after);
                    ratios.push(ratio);
                    let shown = marked(ratio, before.differs(&after), colours);
                    format!("{:>10.0}μs -> {:>10.0}μs  {shown}", before.mean, after.mean)
                }
                (Some(_), Some(after)) => format!("failed in the {} file", which(after.is_ok())),
                (before, _) => format!("only in the {} file", which(before.is_some())),
            };
            text += &format!("{title:<width$} {line}\n");
        }
        text.push('\n');
    }
    lone.iter().for_each(|line| text += &format!("{line}\n"));
    let mean = geometric_mean(&ratios);
    let sets = if ratios.len() == 1 { "data set" } else { "data sets" };
    text + &format!("{} {sets} in both files, geometric mean {mean:.2}x\n", ratios.len())
}

fn which(first: bool) -> &'static str {
    if first { "first" } else { "second" }
}

/// How many times faster the second is. Times are whole microseconds in files, so that short ones may be zero.
fn speedup(before: &Estimate, after: &Estimate) -> f64 {
    before.mean.max(0.5) / after.mean.max(0.5)
}

/// The ratio; with a star if it is more than chance.
fn marked(ratio: f64, significant: bool, colours: Colours) -> String {
    let shown = format!("{ratio:>6.2}x");
    match (significant, colours) {
        (false, _) => shown,
        (true, Colours::Off) => shown + " *",
        (true, Colours::On) => {
            let colour = if ratio > 1.0 { 32 } else { 31 };
            format!("\x1b[{colour}m{shown} *\x1b[0m")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::results::Measured;
    use super::*;
    use std::collections::BTreeMap;

    fn results(sets: &[(&str, &str, Option<f64>)]) -> Results {
        let mut results = Results::default();
        for (entry, name, time) in sets {
            let measured = |t| Measured { runtimes: vec![t - 1.0, t, t + 1.0], bytes: BTreeMap::new() };
            results.add(entry, name, time.map(measured).ok_or_else(|| "failed".to_string()));
        }
        results
    }

    #[test]
    fn ratios_marks_and_what_is_missing() {
        let a = results(&[
            ("f", "big", Some(1000.0)),
            ("f", "same", Some(50.0)),
            ("f", "old", Some(1.0)),
            ("f", "bad", None),
            ("g", "x", Some(1.0)),
        ]);
        let b = results(&[
            ("f", "big", Some(250.0)),
            ("f", "same", Some(51.0)),
            ("f", "bad", Some(1.0)),
            ("h", "x", Some(1.0)),
        ]);
        let text = table(&a, &b, Colours::Off);
        let expected = "\
f:
bad:  failed in the first file
big:        1000μs ->        250μs    4.00x *
old:  only in the first file
same:         50μs ->         51μs    0.98x

g: only in the first file
h: only in the second file
2 data sets in both files, geometric mean 1.98x
";
        assert_eq!(text, expected);
        assert!(table(&a, &b, Colours::On).contains("\x1b[32m  4.00x *\x1b[0m"));
        assert!(table(&b, &a, Colours::On).contains("\x1b[31m  0.25x *\x1b[0m"));
    }

    #[test]
    fn no_time_is_no_division_by_zero() {
        let zero = Estimate { mean: 0.0, margin: 0.0 };
        assert_eq!(speedup(&zero, &zero), 1.0);
    }
}
