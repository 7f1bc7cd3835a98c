//! What programs cost, as the command shows it: counts, profiles, kernels in the text of every stage.

mod common;

use common::{fails, has, scratch, succeeds, windrow};
use std::fs;

#[test]
fn comprehensions_build_nothing_in_between() {
    let flat = |name: &str, text: &str| {
        succeeds(&["dev", "--until", "flatten", &scratch(name, text.as_bytes())], "")
    };
    // The sizes of a ragged nest, and one choice among its elements: no array of ranges, none of chosen positions.
    let triples = flat(
        "triples.fut",
        "entry main (n: i64): []i64 = [ x + y + z | x <- 1..<n, y <- x..<n, z <- y..<(x+y), z < n, x*x + y*y == z*z ]\n",
    );
    assert_eq!(triples.matches("} keep").count(), 1, "{triples}");
    assert!(!triples.contains("iota ") && triples.matches("offsets (").count() == 2, "{triples}");
    // Sizes that depend on no earlier variable make a regular nest.
    let regular =
        flat("regular.fut", "entry main (a: []i64) (b: []i64): []i64 = [ x * y | x <- a, y <- b ]\n");
    assert_eq!((regular.matches("seg (").count(), regular.matches("offsets (").count()), (1, 0), "{regular}");
}

/// Size and Fetch of seed 001: how many arrays are built (kernels with results) and how many sizes make offsets, for every
/// form of source.
#[test]
fn sources_are_read_where_they_lie() {
    // A ragged nest has an array of sizes, unless it is an argument, and the array of results.
    let cases = [
        ("ranges", "(n: i64): []i64 = [ x + y | x <- 0..<n, y <- 0..<x ]", 2, 1),
        ("steps", "(n: i64): []i64 = [ x + i | i <- 1..<n, x <- 0..i..<n ]", 2, 1),
        ("iotas", "(ks: []i64): []i64 = [ i * k | k <- ks, i <- iota k ]", 2, 1),
        ("maps", "(ks: []i64): []i64 = [ v | k <- ks, v <- map (\\i -> i * i + k) (iota k) ]", 2, 1),
        ("tables", "(ks: []i64): []i64 = [ v | k <- ks, v <- tabulate k (\\i -> i * k) ]", 2, 1),
        ("copies", "(ks: []i64): []i64 = [ v + 1 | k <- ks, v <- replicate k (k * k) ]", 2, 1),
        ("slices", "(xs: []i64): []i64 = [ y + i | i <- 0...length xs, y <- xs[i:] ]", 2, 1),
        ("maps of slices", "(xs: []i64): []i64 = [ v | k <- 0..<length xs, v <- map (* k) xs[:k] ]", 2, 1),
        // Elements that do not know their rows are mapped as they lie.
        ("rows", "(xss: [][?]i64): []i64 = [ x + 1 | xs <- xss, x <- xs ]", 1, 0),
        ("rows by index", "[n] (xss: [n][?]i64): []i64 = [ x + i | i <- 0..<n, x <- xss[i] ]", 1, 1),
        ("rows backwards", "(xss: [][?]i64): []i64 = [ x + 1 | xs <- xss, x <- reverse xs ]", 1, 1),
        ("indices of rows", "(xss: [][?]i64): []i64 = [ i | xs <- xss, i <- indices xs ]", 1, 1),
        ("lets", "(ks: []i64): []i64 = [ i | k <- ks, let m = k * 2, i <- 0..<m ]", 2, 1),
        ("comprehensions", "(ks: []i64): []i64 = [ v + 1 | k <- ks, v <- [ i * k | i <- 0..<k ] ]", 2, 1),
        ("heads", "(ks: []i64): [][?]i64 = [ [ i * k | i <- 0..<k ] | k <- ks ]", 2, 1),
        ("zips", "(xs: []i64) (ys: []i64): []i64 = [ x * y | x <- xs | y <- map (+ 1) ys ]", 1, 0),
        (
            "zips of rows",
            "[n] (a: [n][?]i64) (b: [n][?]i64): []i64 = [ x * y | (x <- a | y <- b), (x <- x | y <- y) ]",
            1,
            1,
        ),
        ("zips of ranges", "(n: i64): []i64 = [ x * y | z <- 0..<n, (x <- 0..<z | y <- z..<2 * z) ]", 2, 1),
        // Regular nests: no sizes at all.
        ("invariant arrays", "(xs: []i64) (n: i64): []i64 = [ x + i | i <- 0..<n, x <- xs ]", 1, 0),
        (
            "maps of invariant arrays",
            "(xs: []i64) (n: i64): []i64 = [ x + i | i <- 0..<n, x <- map (* 2) xs ]",
            1,
            0,
        ),
        ("invariant slices", "(xs: []i64) (n: i64): []i64 = [ x + i | i <- 0..<n, x <- xs[1:] ]", 1, 0),
        ("invariant ranges", "(n: i64) (m: i64): []i64 = [ x * m + y | x <- 0..<n, y <- 0..<m ]", 1, 0),
        ("regular rows", "[n] [m] (xss: [n][m]i64): []i64 = [ x + 1 | xs <- xss, x <- xs ]", 1, 0),
        ("regular heads", "(ks: []i64) (m: i64): [][]i64 = [ [ i * k | i <- 0..<m ] | k <- ks ]", 1, 0),
    ];
    for (name, text, arrays, sizes) in cases {
        let text = format!("entry main {text}\n");
        let flat = succeeds(&["dev", "--until", "flatten", &scratch("source.fut", text.as_bytes())], "");
        let checks = flat.matches("let () = seg (").count() + flat.matches(": cert = seg (").count();
        let built = flat.matches("seg (").count() - checks;
        assert_eq!((built, flat.matches("offsets (").count()), (arrays, sizes), "{name}: {text}{flat}");
    }
}

#[test]
fn a_profile_counts_what_a_run_does() {
    if !has("native") {
        return println!("skipped: no C compiler here");
    }
    let source =
        scratch("profiled.fut", b"entry f (xs: []f64): (f64, []f64) = (f64.sum xs, filter (> 1) xs)\n");
    let report = scratch("profile.json", b"");
    let args = ["run", &source, "-b", "native", "--profile", "--profile-json", &report];
    let outcome = windrow(&args, b"[1.0, 2.0, 3.0]");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    assert_eq!(outcome.out, "6.0f64\n[2.0f64, 3.0f64]\n");
    for part in ["launches", "GB/s", "profiled.fut:1:", "0 uploads", "1 download of 16 B", "peak "] {
        assert!(outcome.err.contains(part), "no {part:?} in\n{}", outcome.err);
    }
    let json: serde_json::Value = serde_json::from_str(&fs::read_to_string(&*report).unwrap()).unwrap();
    let kernels = json["kernels"].as_array().unwrap();
    let sum: u64 = kernels.iter().map(|k| k["launches"].as_u64().unwrap()).sum();
    assert!(sum > 0 && json["launches"] == sum, "{json}");
    // The processor uses the argument where it is.
    assert_eq!(json["uploads"], serde_json::json!({ "count": 0, "bytes": 0 }));
    // The sum is a result and the count of the filter a size: the host waits for both at once.
    assert_eq!(json["host_reads"], serde_json::json!({ "count": 1, "bytes": 16 }));
    // Every element of the argument is read.
    assert!(kernels.iter().map(|k| k["read_bytes"].as_u64().unwrap()).sum::<u64>() >= 24, "{json}");
    assert_eq!(json["copies_by_reason"], serde_json::json!({}));
    fails(1, &["run", &source, "-b", "interp", "--profile"], "[1.0]", &["no kernels to profile"]);
}

#[test]
fn copies_have_reasons() {
    if !has("native") {
        return println!("skipped: no C compiler here");
    }
    let source =
        scratch("copied.fut", b"entry f (xs: [][]i32): ([][]i32, [][]i32) = (xs, transpose (copy xs))\n");
    let report = scratch("copies.json", b"");
    let args = ["run", &source, "-b", "native", "--profile", "--profile-json", &report];
    let outcome = windrow(&args, b"[[1, 2], [3, 4]]");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    for part in ["only moves elements", "1 copy of 16 B: kernels that only move elements"] {
        assert!(outcome.err.contains(part), "no {part:?} in\n{}", outcome.err);
    }
    let json: serde_json::Value = serde_json::from_str(&fs::read_to_string(&*report).unwrap()).unwrap();
    assert_eq!(json["copies_by_reason"]["kernels that only move elements"]["bytes"], 16, "{json}");
}

#[test]
fn costs_are_counted() {
    let source = scratch(
        "counted.fut",
        b"entry map_only (xs: []f64): []f64 = map (* 2) xs\n\
         entry looped (n: i64) (xs: []f64): []f64 = loop xs for _i < n do map (* 2) (scan (+) 0 xs)\n",
    );
    let out = succeeds(&["dev", &source, "--counts"], "");
    let rows: Vec<Vec<&str>> = out.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0], ["entry", "segs", "fills", "loops", "launches", "reads", "arrays", "checks"]);
    assert_eq!(rows[1], ["map_only", "1", "0", "0", "1", "0", "0", "0"]);
    // One kernel for the scan and the map behind it, in a loop of the host.
    assert_eq!(rows[2][..4], ["looped", "1", "0", "1"]);
    assert_eq!(rows[2][6..], ["0", "0"]);
}
