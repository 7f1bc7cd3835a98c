//! Tables from bytes.

use super::guarded;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchIterator};
use arrow_ipc::reader::{FileReader, StreamReader};
use arrow_schema::{ArrowError, SchemaRef};
use bytes::Bytes;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use std::io::Cursor;
use windrow::arrow::{ArrowArrayStream, import_stream};
use windrow::{Context, Type, Value};

/// How a table is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    ArrowFile,
    ArrowStream,
    Parquet,
}

impl Kind {
    const ALL: [(Kind, &'static [u8], &'static str); 3] = [
        (Kind::ArrowFile, b"ARROW1", "Arrow file"),
        // The mark in front of a message; no other format begins so.
        (Kind::ArrowStream, b"\xff\xff\xff\xff", "Arrow stream"),
        (Kind::Parquet, b"PAR1", "Parquet file"),
    ];
}

/// A table whose columns are known and have not been read.
pub(crate) struct Table {
    kind: Kind,
    name: &'static str,
    bytes: Bytes,
    schema: SchemaRef,
}

/// The most rows that are decoded together.
const ROWS: usize = 1 << 20;

impl Table {
    /// The table that bytes are, if they begin as one.
    pub(crate) fn open(bytes: &Bytes) -> Option<Result<Table, String>> {
        let (kind, _, name) = Kind::ALL.into_iter().find(|(_, mark, _)| bytes.starts_with(mark))?;
        let bytes = bytes.clone();
        let schema = guarded(|| schema(kind, &bytes)).map_err(|e| malformed(name, &e));
        Some(schema.map(|schema| Table { kind, name, bytes, schema }))
    }

    /// The names of the columns.
    pub(crate) fn columns(&self) -> Vec<&str> {
        self.schema.fields().iter().map(|field| field.name().as_str()).collect()
    }

    /// Some of the columns, in the order of the table, as an array of records in the memory of a context.
    pub(crate) fn import(&self, context: &Context, ty: &Type, columns: &[usize]) -> Result<Value, String> {
        let wrong = |e: String| malformed(self.name, &e);
        let batches = guarded(|| self.batches(columns)).map_err(wrong)?;
        let schema = self.schema.project(columns).map_err(|e| wrong(e.to_string()))?;
        let batches = batches.into_iter().map(Ok::<_, ArrowError>);
        let mut stream =
            FFI_ArrowArrayStream::new(Box::new(RecordBatchIterator::new(batches, schema.into())));
        // SAFETY: both are Arrow's `struct ArrowArrayStream`, and this one is valid.
        let stream = unsafe { ArrowArrayStream::take((&raw mut stream).cast()) };
        // SAFETY: the stream is valid, and what it gives has been checked when it was read.
        unsafe { import_stream(context, ty, stream) }.map_err(|e| e.to_string())
    }

    fn batches(&self, columns: &[usize]) -> Result<Vec<RecordBatch>, String> {
        let (bytes, chosen) = (Cursor::new(self.bytes.clone()), Some(columns.to_vec()));
        match self.kind {
            Kind::ArrowFile => all(FileReader::try_new(bytes, chosen)),
            Kind::ArrowStream => all(StreamReader::try_new(bytes, chosen)),
            Kind::Parquet => {
                let builder = parquet(&self.bytes)?;
                let mask = ProjectionMask::roots(builder.parquet_schema(), columns.iter().copied());
                let reader = builder.with_projection(mask).with_batch_size(ROWS).build();
                all(reader.map_err(ArrowError::from))
            }
        }
    }
}

fn malformed(name: &str, what: &str) -> String {
    format!("this {name} cannot be read: {what}")
}

fn parquet(bytes: &Bytes) -> Result<ParquetRecordBatchReaderBuilder<Bytes>, String> {
    ParquetRecordBatchReaderBuilder::try_new(bytes.clone()).map_err(|e| e.to_string())
}

fn schema(kind: Kind, bytes: &Bytes) -> Result<SchemaRef, String> {
    let cursor = Cursor::new(bytes.clone());
    let wrong = |e: ArrowError| e.to_string();
    Ok(match kind {
        Kind::ArrowFile => FileReader::try_new(cursor, None).map_err(wrong)?.schema(),
        Kind::ArrowStream => StreamReader::try_new(cursor, None).map_err(wrong)?.schema(),
        Kind::Parquet => parquet(bytes)?.schema().clone(),
    })
}

fn all<R>(reader: Result<R, ArrowError>) -> Result<Vec<RecordBatch>, String>
where
    R: Iterator<Item = Result<RecordBatch, ArrowError>>,
{
    reader.and_then(|reader| reader.collect()).map_err(|e| e.to_string())
}
