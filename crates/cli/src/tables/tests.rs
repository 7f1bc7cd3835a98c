//! Malformed tables: whatever is wrong with them, there is an error or a value, never a panic.

use super::{Format, Plan, Table, write};
use windrow::{Backend, Context, Value};

const PROGRAM: &str =
    "entry f (n: i64): [n]{id: i64, rows: [?][?]f32, text: [?]u8, some: #none | #some bool} =
  map (\\i -> {id = i, rows = map (\\j -> map f32.i64 (iota j)) (iota (i % 4)), text = map u8.i64 (iota i),
                some = if i % 2 == 0 then #none else #some (i > 2)}) (iota n)
entry g [n] (t: [n]{id: i64, rows: [?][?]f32, text: [?]u8, some: #none | #some bool}) = t";

#[test]
fn malformed_tables_give_errors() {
    let context = Context::builder().backend(Backend::Interp).build().unwrap();
    let module = context.compile(PROGRAM).unwrap();
    let (make, same) = (module.entry("f").unwrap(), module.entry("g").unwrap());
    let value: Value = make.call((20i64,)).unwrap();
    let read = |bytes: Vec<u8>| -> Result<Value, String> {
        let table = Table::open(&bytes.into()).unwrap_or(Err("no table".into()))?;
        let arguments =
            Plan::new(same.signature(), &[], &table)?.arguments(same.signature(), &table, &context)?;
        same.call(arguments).map_err(|e| e.to_string())
    };
    let mut random = 1u64;
    for format in [Format::ArrowFile, Format::ArrowStream, Format::Parquet] {
        let bytes = write(format, "f", &make.signature().result, &value).unwrap();
        assert_eq!(read(bytes.clone()).unwrap().to_string(), value.to_string());
        for _ in 0..400 {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let (at, byte) = ((random >> 33) as usize % bytes.len(), (random >> 24) as u8);
            let mut changed = bytes.clone();
            changed[at] = byte;
            // What has changed may be a number of the table.
            let _ = read(changed);
            assert!(
                read(bytes[..at].to_vec()).is_err() || format == Format::ArrowStream,
                "{format:?} up to {at}"
            );
        }
    }
}
