//! Tables of Arrow and Parquet as arguments and results of `windrow run`.

mod common;

use arrow_array::builder::{Int64Builder, LargeListBuilder, ListBuilder, StringBuilder};
use arrow_array::{Array, ArrayRef, Float64Array, Int64Array, LargeListArray, RecordBatch, StructArray};
use arrow_ipc::writer::{FileWriter, StreamWriter};
use arrow_schema::Field;
use common::{Scratch, fails, scratch, succeeds, windrow};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::basic::{Compression, GzipLevel, ZstdLevel};
use parquet::file::properties::WriterProperties;
use std::sync::Arc;

const PROGRAM: &str = "\
entry sums [n] (readings: [n][?]f64) (scale: f64): [n]f64 = map (\\row -> scale * f64.sum row) readings
entry both [n] (readings: [n][?]f64) (id: [n]i64): [n]{id: i64, total: f64} =
  map2 (\\row id -> {id, total = f64.sum row}) readings id
entry rows [n] (table: [n]{id: i64, name: [?]u8}): [n]i64 = map (\\row -> row.id + length row.name) table
entry columns [n] (table: {id: [n]i64, name: [n][?]u8}): [n]i64 = map2 (\\id name -> id * length name) table.id table.name
entry filled [n] (missing: [n](#none | #some i64)): [n]i64 = map (\\x -> match x case #none -> -1 case #some y -> y) missing
entry back [n] (missing: [n](#none | #some i64)): [n](#none | #some i64) = missing
entry deep [n] (deep: [n][?][?]i64): [n][?]i64 = map (map i64.sum) deep
entry points [n] (point: [n]{x: i64, y: f64}): ([n]f64, [n]i64) = (map (.y) point, map (.x) point)
entry order [n] (a: [n]i64) (b: [n]i64): [n]i64 = map2 (-) a b
entry split (n: i64): {evens: []i64, odds: []i64} = {evens = map (* 2) (iota n), odds = iota (n + 1)}
entry total (id: []i64): i64 = i64.sum id
entry sum_of (x: i64) (y: f64): f64 = f64.i64 x + y
entry either (n: i64): [n](#left i64 | #right f64) =
  map (\\i -> if i % 2 == 0 then #left i else #right (f64.i64 i / 2)) (iota n)
";

fn program() -> Scratch {
    scratch("tables.fut", PROGRAM.as_bytes())
}

fn strings(items: &[&str]) -> ArrayRef {
    let mut builder = StringBuilder::new();
    items.iter().for_each(|item| builder.append_value(item));
    Arc::new(builder.finish())
}

/// Two batches with a column of every kind.
fn batches() -> Vec<RecordBatch> {
    let batch = |ids: Vec<i64>, rows: &[&[f64]], names: &[&str], missing: Vec<Option<i64>>| {
        let mut readings = ListBuilder::new(arrow_array::builder::Float64Builder::new());
        let mut deep = LargeListBuilder::new(ListBuilder::new(Int64Builder::new()));
        for row in rows {
            row.iter().for_each(|x| readings.values().append_value(*x));
            readings.append(true);
            for x in *row {
                deep.values().values().append_value(*x as i64);
                deep.values().values().append_value(100);
                deep.values().append(true);
            }
            deep.append(true);
        }
        let x: ArrayRef = Arc::new(Int64Array::from(ids.clone()));
        let y: ArrayRef = Arc::new(Float64Array::from_iter_values(ids.iter().map(|id| *id as f64 / 2.0)));
        let fields =
            |name: &str, array: &ArrayRef| Arc::new(Field::new(name, array.data_type().clone(), false));
        let point = StructArray::from(vec![(fields("y", &y), y.clone()), (fields("x", &x), x.clone())]);
        RecordBatch::try_from_iter(vec![
            ("id", x.clone()),
            ("readings", Arc::new(readings.finish()) as ArrayRef),
            ("name", strings(names)),
            ("missing", Arc::new(Int64Array::from(missing)) as ArrayRef),
            ("deep", Arc::new(deep.finish()) as ArrayRef),
            ("point", Arc::new(point) as ArrayRef),
        ])
        .expect("the columns fit")
    };
    vec![
        batch(vec![1, 2], &[&[1.0, 2.0], &[]], &["a", ""], vec![Some(5), None]),
        batch(vec![3], &[&[4.5]], &["bcd"], vec![Some(6)]),
    ]
}

fn parquet(compression: Compression) -> Vec<u8> {
    let batches = batches();
    let properties = WriterProperties::builder().set_compression(compression).build();
    let mut writer = ArrowWriter::try_new(vec![], batches[0].schema(), Some(properties)).expect("a writer");
    for batch in &batches {
        writer.write(batch).expect("it is written");
        // A row group for each.
        writer.flush().expect("it is written");
    }
    writer.into_inner().expect("it is written")
}

fn file() -> Vec<u8> {
    let batches = batches();
    let mut writer = FileWriter::try_new(vec![], &batches[0].schema()).expect("a writer");
    batches.iter().for_each(|batch| writer.write(batch).expect("it is written"));
    writer.into_inner().expect("it is written")
}

fn stream() -> Vec<u8> {
    let batches = batches();
    let mut writer = StreamWriter::try_new(vec![], &batches[0].schema()).expect("a writer");
    batches.iter().for_each(|batch| writer.write(batch).expect("it is written"));
    writer.into_inner().expect("it is written")
}

#[test]
fn every_format_gives_the_same_arguments() {
    let program = program();
    for (bytes, entries) in [(parquet(Compression::SNAPPY), 7), (file(), 3), (stream(), 3)] {
        let table = scratch("table", &bytes);
        let all = [
            ("sums", &["--arg", "scale=2"][..], "[6.0f64, 0.0f64, 9.0f64]\n"),
            ("rows", &[], "[2i64, 2i64, 6i64]\n"),
            ("deep", &[], "[[101i64, 102i64], empty([0]i64), [104i64]]\n"),
            ("both", &[], "[1i64, 2i64, 3i64]\n[3.0f64, 0.0f64, 4.5f64]\n"),
            ("columns", &[], "[1i64, 0i64, 9i64]\n"),
            ("filled", &[], "[5i64, -1i64, 6i64]\n"),
            ("points", &[], "[0.5f64, 1.0f64, 1.5f64]\n[1i64, 2i64, 3i64]\n"),
        ];
        for (entry, more, wanted) in &all[..entries] {
            let arguments = ["run", &program, "-b", "interp", "-e", entry, "-i", &table];
            assert_eq!(succeeds(&[&arguments, *more].concat(), ""), *wanted, "{entry}");
        }
    }
}

/// What pandas, polars and DuckDB write.
#[test]
fn codecs_of_parquet() {
    let program = program();
    let gzip = Compression::GZIP(GzipLevel::default());
    for codec in [gzip, Compression::ZSTD(ZstdLevel::default()), Compression::LZ4_RAW] {
        let table = scratch("table", &parquet(codec));
        let run = ["run", &program, "-b", "interp", "-e", "rows", "-i", &table];
        assert_eq!(succeeds(&run, ""), "[2i64, 2i64, 6i64]\n", "{codec:?}");
    }
}

#[test]
fn standard_input_and_a_compiled_program() {
    let outcome = windrow(&["run", &program(), "-b", "native", "-e", "total"], &stream());
    assert_eq!((outcome.code, outcome.out.as_str()), (0, "6i64\n"), "{}", outcome.err);
}

fn written(entry: &str, input: &str, ending: &str) -> Vec<u8> {
    let (out, program) = (scratch(&format!("out.{ending}"), b""), program());
    succeeds(&["run", &program, "-b", "interp", "-e", entry, "-o", &out], input);
    std::fs::read(&*out).expect("it was written")
}

#[test]
fn results_have_names() {
    let bytes = written("both", "[[1.5, 2.5], []] [7i64, 8i64]", "parquet");
    let reader = ParquetRecordBatchReaderBuilder::try_new(bytes::Bytes::from(bytes)).expect("a Parquet file");
    let batch = reader.build().expect("a reader").next().expect("a batch").expect("rows");
    let total = batch.column_by_name("total").expect("a column");
    assert_eq!(total.as_any().downcast_ref(), Some(&Float64Array::from(vec![4.0, 0.0])));
    assert_eq!(batch.schema().field(0).name(), "id");

    let bytes = written("deep", "[[[1i64, 2i64], []], []]", "arrow");
    let mut reader =
        arrow_ipc::reader::FileReader::try_new(std::io::Cursor::new(bytes), None).expect("a file");
    let batch = reader.next().expect("a batch").expect("rows");
    let rows = batch.column_by_name("deep").expect("named after the entry point");
    let rows: &LargeListArray = rows.as_any().downcast_ref().expect("a list");
    assert_eq!((rows.value_length(0), rows.value_length(1)), (2, 0));
    assert_eq!(rows.value(0).as_any().downcast_ref(), Some(&Int64Array::from(vec![3, 0])));

    let bytes = written("points", "[1i64, 2i64] [0.5, 1.5]", "arrows");
    let reader =
        arrow_ipc::reader::StreamReader::try_new(std::io::Cursor::new(bytes), None).expect("a stream");
    let names: Vec<String> = reader.schema().fields().iter().map(|field| field.name().clone()).collect();
    assert_eq!(names, ["0", "1"]);

    let bytes = written("total", "[1i64, 2i64]", "pq");
    let table = scratch("total.pq", &bytes);
    let order = scratch("id.fut", b"entry id (total: i64) = total");
    assert_eq!(succeeds(&["run", &order, "-b", "interp", "-i", &table], ""), "3i64\n");
}

#[test]
fn nulls_and_text_come_back() {
    let (program, table) = (program(), scratch("in.parquet", &parquet(Compression::UNCOMPRESSED)));
    for (flag, ending) in [("--parquet", "a"), ("--arrow", "b"), ("--arrow-stream", "c")] {
        let out = scratch(&format!("out.{ending}"), b"");
        let run = ["run", &program, "-b", "interp", "-i"];
        succeeds(&[&run[..], &[&table, "-e", "back", "-o", &out, flag]].concat(), "");
        // The column is called after the entry point, and found by its position.
        assert_eq!(succeeds(&[&run[..], &[&out, "-e", "filled"]].concat(), ""), "[5i64, -1i64, 6i64]\n");
    }
    let json = succeeds(&["run", &program, "-b", "interp", "-i", &table, "-e", "both", "--json"], "");
    assert_eq!(
        json,
        "[{\"id\": 1, \"total\": 3.0}, {\"id\": 2, \"total\": 0.0}, {\"id\": 3, \"total\": 4.5}]\n"
    );
}

#[test]
fn columns_that_do_not_fit_are_named() {
    let (program, table) = (program(), scratch("in.parquet", &parquet(Compression::SNAPPY)));
    let run = |entry: &str, more: &[&str], parts: &[&str]| {
        let arguments = ["run", &program, "-b", "interp", "-e", entry, "-i", &table];
        fails(1, &[&arguments, more].concat(), "", parts);
    };
    run("sums", &[], &["in.parquet", "no column for the parameter scale", "columns are id, readings"]);
    run("sums", &["--arg", "scale=x"], &["in.parquet", "--arg scale=x"]);
    run("sums", &["--arg", "factor=1"], &["no parameter called factor"]);
    run("sums", &["--arg", "scale=1", "--arg", "scale=2"], &["--arg gives scale twice"]);
    run("order", &[], &["no column for the parameter a"]);
    run("sum_of", &["--arg", "y=1"], &["no column for the parameter x"]);
    fails(2, &["run", &program, "-e", "total", "--arg", "x=1"], "[1i64]", &["--arg"]);
    fails(2, &["run", &program, "-e", "total", "--json", "--parquet"], "[1i64]", &["cannot be used with"]);
    fails(
        1,
        &["run", &program, "-e", "total", "-i", "/nowhere.parquet"],
        "",
        &["cannot read /nowhere.parquet"],
    );
    // Several rows are no scalar, a null is no number, and lists are no numbers.
    let program = scratch("f.fut", b"entry one (id: i64) = id\nentry missing (missing: []i64) = missing\nentry lists (readings: []i64) = readings");
    let run = |entry: &str, parts: &[&str]| {
        fails(1, &["run", &program, "-b", "interp", "-e", entry, "-i", &table], "", parts);
    };
    run("one", &["in.parquet", "id is one i64, but the table has 3 rows; give it with --arg id=VALUE"]);
    run("missing", &["in.parquet", "missing", "is null"]);
    run("lists", &["in.parquet", "readings"]);
}

#[test]
fn results_that_are_no_table_say_why() {
    let program = program();
    let run = |entry: &str, format: &str, parts: &[&str]| {
        fails(1, &["run", &program, "-b", "interp", "-e", entry, format], "3i64", parts);
    };
    run("split", "--parquet", &["column evens has 3 rows and column odds has 4"]);
    run("either", "--parquet", &["cannot be written as a table", "Parquet has no sums"]);
    let out = scratch("either.arrow", b"");
    succeeds(&["run", &program, "-b", "interp", "-e", "either", "-o", &out], "3i64");
}

#[test]
fn columns_are_taken_in_order_where_no_name_fits() {
    let columns = |names: [&str; 2]| {
        let numbers = |x: i64| Arc::new(Int64Array::from(vec![x, x])) as ArrayRef;
        let batch =
            RecordBatch::try_from_iter(names.into_iter().zip([numbers(5), numbers(3)])).expect("a batch");
        let mut writer = StreamWriter::try_new(vec![], &batch.schema()).expect("a writer");
        writer.write(&batch).expect("it is written");
        scratch("in.arrows", &writer.into_inner().expect("it is written"))
    };
    let program = program();
    let run_entry = |entry: &str, table: &Scratch| {
        windrow(&["run", &program, "-b", "interp", "-e", entry, "-i", table], b"")
    };
    let run = |table: &Scratch| run_entry("order", table);
    let twice = run_entry("total", &columns(["id", "id"]));
    assert!(twice.code == 1 && twice.err.contains("two columns are called id"), "{}", twice.err);
    assert_eq!(run(&columns(["p", "q"])).out, "[2i64, 2i64]\n");
    // Names come first.
    assert_eq!(run(&columns(["b", "a"])).out, "[-2i64, -2i64]\n");
    for (names, part) in
        [(["a", "q"], "no column for the parameter b"), (["p", "p"], "two columns are called p")]
    {
        let outcome = run(&columns(names));
        assert!(outcome.code == 1 && outcome.err.contains(part), "{}", outcome.err);
    }
}

#[test]
fn malformed_files_are_refused() {
    let program = program();
    for (name, bytes) in
        [("a.parquet", parquet(Compression::SNAPPY)), ("b.arrow", file()), ("c.arrows", stream())]
    {
        for part in [5, 3, 2] {
            let table = scratch(name, &bytes[..bytes.len() * (part - 1) / part]);
            let arguments = ["run", &program, "-b", "interp", "-e", "deep", "-i", &table];
            fails(1, &arguments, "", &["error: ", name, "cannot be read"]);
        }
    }
    let table = scratch("short.parquet", b"PAR1");
    fails(
        1,
        &["run", &program, "-e", "deep", "-i", &table],
        "",
        &["short.parquet", "this Parquet file cannot be read"],
    );
}

#[test]
fn a_table_may_have_no_rows() {
    let program = program();
    let batch = batches()[0].slice(0, 0);
    let mut writer = FileWriter::try_new(vec![], &batch.schema()).expect("a writer");
    writer.write(&batch).expect("it is written");
    let table = scratch("empty.arrow", &writer.into_inner().expect("it is written"));
    assert_eq!(succeeds(&["run", &program, "-b", "interp", "-e", "total", "-i", &table], ""), "0i64\n");
    assert_eq!(
        succeeds(&["run", &program, "-b", "interp", "-e", "deep", "-i", &table], ""),
        "empty([0][?]i64)\n"
    );
}
