//! Results of benchmarks in files, in the format of `futhark bench --json`:
//!
//! ```text
//! {"prog.fut:entry": {"datasets": {"name": {"runtimes": [12, 13], "bytes": {"device": 1024}}, "other": "what went wrong"}}}
//! ```
//!
//! Run times are in whole microseconds. The entry point `main` is not named.

use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// What was measured on one data set.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Measured {
    /// Microseconds of each run.
    pub(super) runtimes: Vec<f64>,
    /// The most bytes in use at once, by the name of the memory.
    pub(super) bytes: BTreeMap<String, u64>,
}

/// Data sets of an entry point by name, with what was measured or what went wrong.
pub(super) type DataSets = BTreeMap<String, Result<Measured, String>>;

/// The data sets of entry points, which are called `file` or `file:entry`.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Results(pub(super) BTreeMap<String, DataSets>);

/// What an entry point is called.
pub(super) fn entry_name(file: &str, entry: &str) -> String {
    if entry == "main" { file.to_string() } else { format!("{file}:{entry}") }
}

impl Results {
    /// Notes the outcome of a data set.
    pub(super) fn add(&mut self, entry: &str, data_set: &str, outcome: Result<Measured, String>) {
        self.0.entry(entry.to_string()).or_default().insert(data_set.to_string(), outcome);
    }

    /// The text of a file.
    pub(super) fn to_json(&self) -> String {
        let data_set = |outcome: &Result<Measured, String>| match outcome {
            Ok(measured) => {
                let micros = |t: &f64| t.round() as u64;
                let runtimes: Vec<u64> = measured.runtimes.iter().map(micros).collect();
                json!({ "runtimes": runtimes, "bytes": measured.bytes })
            }
            Err(what) => json!(what),
        };
        let entries = self.0.iter().map(|(entry, data_sets)| {
            let sets: Map<String, Value> =
                data_sets.iter().map(|(name, outcome)| (name.clone(), data_set(outcome))).collect();
            (entry.clone(), json!({ "datasets": sets }))
        });
        format!("{}\n", Value::Object(entries.collect()))
    }

    /// Reads the text of a file.
    pub(super) fn from_json(text: &str) -> Result<Results, String> {
        let all: Value = serde_json::from_str(text).map_err(|e| e.to_string())?;
        let mut results = Results::default();
        for (entry, value) in object(&all, "the file")? {
            let sets = value.get("datasets").ok_or_else(|| format!("{entry} has no `datasets`"))?;
            for (name, value) in object(sets, "`datasets`")? {
                let outcome = match value {
                    Value::String(what) => Err(what.clone()),
                    other => Ok(measured(other).map_err(|e| format!("{entry}: {name}: {e}"))?),
                };
                results.add(entry, name, outcome);
            }
        }
        Ok(results)
    }
}

fn object<'a>(value: &'a Value, what: &str) -> Result<&'a Map<String, Value>, String> {
    value.as_object().ok_or_else(|| format!("{what} is not an object"))
}

fn measured(value: &Value) -> Result<Measured, String> {
    let runtimes = value.get("runtimes").and_then(Value::as_array).ok_or("there are no `runtimes`")?;
    let number = |v: &Value| v.as_f64().filter(|t| *t >= 0.0).ok_or_else(|| format!("{v} is no time"));
    let runtimes = runtimes.iter().map(number).collect::<Result<Vec<f64>, String>>()?;
    if runtimes.is_empty() {
        return Err("there are no `runtimes`".into());
    }
    let bytes = value.get("bytes").and_then(Value::as_object);
    let bytes = bytes.into_iter().flatten().filter_map(|(name, n)| Some((name.clone(), n.as_u64()?)));
    Ok(Measured { runtimes, bytes: bytes.collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_back() {
        let mut results = Results::default();
        let bytes = BTreeMap::from([("device".to_string(), 96)]);
        results.add("a.fut", "#0 (\"1\")", Ok(Measured { runtimes: vec![10.0, 12.0], bytes }));
        results.add(&entry_name("b.fut", "f"), "big", Err("failed\nbadly".into()));
        assert_eq!(Results::from_json(&results.to_json()), Ok(results));
        assert_eq!(
            (entry_name("a.fut", "main"), entry_name("a.fut", "f")),
            ("a.fut".into(), "a.fut:f".into())
        );
    }

    #[test]
    fn the_format_is_that_of_futhark() {
        let mut results = Results::default();
        let bytes = BTreeMap::from([("default space".to_string(), 8)]);
        results.add("a.fut", "x", Ok(Measured { runtimes: vec![10.4, 11.6], bytes }));
        let text = r#"{"a.fut":{"datasets":{"x":{"bytes":{"default space":8},"runtimes":[10,12]}}}}"#;
        assert_eq!(results.to_json().trim_end(), text);
        // What Futhark adds is not needed.
        let more = r#"{"a.fut": {"datasets": {"x": {"runtimes": [1], "bytes": {}, "stderr": "", "profiling": {}}}}}"#;
        assert_eq!(Results::from_json(more).unwrap().0["a.fut"]["x"].as_ref().unwrap().runtimes, [1.0]);
    }

    #[test]
    fn wrong_files_say_what_is_wrong() {
        for (text, part) in [
            ("[", "EOF"),
            ("[]", "the file is not an object"),
            (r#"{"a": {}}"#, "a has no `datasets`"),
            (r#"{"a": {"datasets": {"x": {"runtimes": ["1"]}}}}"#, "a: x: \"1\" is no time"),
            (r#"{"a": {"datasets": {"x": {"runtimes": []}}}}"#, "a: x: there are no `runtimes`"),
        ] {
            let error = Results::from_json(text).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
    }
}
