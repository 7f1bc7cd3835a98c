//! Blocks of all kinds.

use super::*;

#[test]
fn cases_entries_and_errors() {
    let text = "-- Two.\n-- ==\n-- entry: f g\n-- input { 1 2 }\n-- output { 3 }\n-- input {\n--  4\n-- } error: out of.*\ndef x = 1\n-- ==\n-- error: unknown\n";
    let stanzas = parse(text).unwrap();
    assert_eq!(stanzas.refused.as_deref(), Some("unknown"));
    assert_eq!(stanzas.cases.len(), 2);
    assert_eq!(stanzas.cases[0].entries, ["f", "g"]);
    assert_eq!(stanzas.cases[1].line, 6);
    assert_eq!(stanzas.cases[1].expected, Expected::Error("out of.*".into()));
    assert_eq!(parse("-- ==\n-- input 3\n").unwrap_err().line, 2);
}

#[test]
fn names_tags_files_and_generated_input() {
    let text = "-- ==\n-- tags { a no_b }\n-- structure gpu-mem { Map { 1 } }\n-- warning: x y\n-- property: p q\n\
        -- \"the big one\" notest compiled input @ d/a.in output @ d/a.out\n-- random compiled input { [10]i32 3 } auto output\n\
        -- nobench script input { f {a=\"}\"} }\n-- script input @ s.txt\n";
    let stanzas = parse(text).unwrap();
    assert_eq!(stanzas.tags, ["a", "no_b"]);
    assert_eq!(stanzas.properties, ["p", "q"]);
    let [file, random, script, script_file] = &stanzas.cases[..] else { panic!("{stanzas:?}") };
    assert_eq!(file.name.as_deref(), Some("the big one"));
    assert_eq!(file.tags, ["notest", "compiled"]);
    assert_eq!(file.input, Source::File("d/a.in".into()));
    assert_eq!(file.expected, Expected::Values(Source::File("d/a.out".into())));
    assert_eq!(random.input, Source::Random(" [10]i32 3 ".into()));
    assert_eq!(random.tags, ["compiled"]);
    assert_eq!(random.expected, Expected::Interpreted);
    assert_eq!(script.tags, ["nobench"]);
    assert_eq!(script.input, Source::Script(" f {a=\"}\"} ".into()));
    assert_eq!(script_file.input, Source::ScriptFile("s.txt".into()));
}

#[test]
fn a_wrong_block_says_where() {
    let message = |text| parse(text).unwrap_err().to_string();
    assert_eq!(message("-- ==\n--\n-- ?\n"), "3: expected `input`, `entry:`, `error:` or `tags`");
    assert_eq!(message("-- ==\n-- input { 1\n"), "2: `{` without `}`");
    assert_eq!(message("-- ==\n-- random input @ x\n"), "2: `random input` has no file");
}

#[test]
fn cases_have_titles() {
    let text = "-- ==\n-- input {\n--  1\n--  [2] }\n-- input { [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17] }\n\
        -- input @ d/a.in.gz\n-- random input { [10]i32  3 }\n-- script input { f 1 }\n-- \"big\" input { 1 }\n\n-- ==\n-- input { 2 }\n";
    let titles: Vec<String> = parse(text).unwrap().cases.iter().map(Case::title).collect();
    let long = "#1 (\"[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15...\")";
    assert_eq!(titles, ["#0 (\"1 [2]\")", long, "d/a.in", "[10]i32 3", "f 1", "big", "#0 (\"2\")"]);
}
