//! Results as tables.

use super::guarded;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi};
use arrow_array::{ArrayRef, RecordBatch, make_array};
use arrow_ipc::writer::{FileWriter, StreamWriter};
use arrow_schema::{DataType, Field, Schema};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::properties::WriterProperties;
use std::sync::Arc;
use windrow::{Type, Value, arrow};

/// How a table is to be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    /// Arrow's file format.
    ArrowFile,
    /// Arrow's stream format.
    ArrowStream,
    /// Parquet, compressed with Snappy.
    Parquet,
}

impl Format {
    /// The format that the ending of a file's name stands for.
    pub(crate) fn of_ending(ending: &str) -> Option<Format> {
        match ending {
            "arrow" | "feather" | "ipc" => Some(Format::ArrowFile),
            "arrows" => Some(Format::ArrowStream),
            "parquet" | "pq" => Some(Format::Parquet),
            _ => None,
        }
    }
}

/// The bytes of the result of an entry point.
pub(crate) fn write(format: Format, entry: &str, ty: &Type, value: &Value) -> Result<Vec<u8>, String> {
    let columns = columns(entry, ty, value)?;
    guarded(|| encode(format, &batch(&columns)?))
        .map_err(|e| format!("{ty} cannot be written as a table: {e}"))
}

/// A column: its name, its values, and their type.
type Column = (String, Value, Type);

/// A record and an array of records are their fields; anything else is one column.
fn columns(entry: &str, ty: &Type, value: &Value) -> Result<Vec<Column>, String> {
    let lost = |name: &str| format!("the field {name} of a result was lost");
    match (ty, value) {
        (Type::Record(types), Value::Record(fields)) => {
            let own = |((name, ty), (_, value)): (&(String, Type), &(String, Value))| {
                (name.clone(), value.clone(), ty.clone())
            };
            Ok(types.iter().zip(fields).map(own).collect())
        }
        (Type::Array { dim, elem }, Value::Array(array)) => match &**elem {
            Type::Record(types) => {
                let own = |(name, ty): &(String, Type)| {
                    let column = array.column(name).ok_or_else(|| lost(name))?;
                    let ty = Type::Array { dim: dim.clone(), elem: Box::new(ty.clone()) };
                    Ok((name.clone(), Value::Array(column), ty))
                };
                types.iter().map(own).collect()
            }
            _ => Ok(vec![(entry.to_string(), value.clone(), ty.clone())]),
        },
        _ => Ok(vec![(entry.to_string(), value.clone(), ty.clone())]),
    }
}

fn batch(columns: &[Column]) -> Result<RecordBatch, String> {
    let (mut fields, mut arrays): (Vec<Field>, Vec<ArrayRef>) = (vec![], vec![]);
    for (name, value, ty) in columns {
        let (schema, mut array) = arrow::export(value, ty).map_err(|e| e.to_string())?;
        // SAFETY: both are Arrow's `struct ArrowSchema`.
        let schema = unsafe { &*(&raw const schema).cast::<FFI_ArrowSchema>() };
        // SAFETY: both are Arrow's `struct ArrowArray`, which moves out; export makes valid ones that belong together.
        let data = unsafe { from_ffi(FFI_ArrowArray::from_raw((&raw mut array).cast()), schema) };
        arrays.push(make_array(data.map_err(|e| e.to_string())?));
        fields.push(Field::try_from(schema).map_err(|e| e.to_string())?.with_name(name));
    }
    let (Some(first), Some(rows)) = (columns.first(), arrays.first().map(|array| array.len())) else {
        return Err("it has no columns".into());
    };
    if let Some((other, array)) = columns.iter().zip(&arrays).find(|(_, array)| array.len() != rows) {
        let (name, other, own) = (&first.0, &other.0, array.len());
        return Err(format!("column {name} has {rows} rows and column {other} has {own}; try --json"));
    }
    RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays).map_err(|e| e.to_string())
}

fn encode(format: Format, batch: &RecordBatch) -> Result<Vec<u8>, String> {
    let schema = batch.schema();
    let arrow = |result: Result<Vec<u8>, arrow_schema::ArrowError>| result.map_err(|e| e.to_string());
    match format {
        Format::ArrowFile => arrow(FileWriter::try_new(vec![], &schema).and_then(|mut writer| {
            writer.write(batch)?;
            writer.into_inner()
        })),
        Format::ArrowStream => arrow(StreamWriter::try_new(vec![], &schema).and_then(|mut writer| {
            writer.write(batch)?;
            writer.into_inner()
        })),
        Format::Parquet => {
            if let Some(field) = schema.fields().iter().find(|field| has_union(field.data_type())) {
                let what = "Parquet has no sums other than #none | #some t";
                return Err(format!("column {}: {what}", field.name()));
            }
            let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
            let written = ArrowWriter::try_new(vec![], schema, Some(properties)).and_then(|mut writer| {
                writer.write(batch)?;
                writer.into_inner()
            });
            written.map_err(|e| e.to_string())
        }
    }
}

/// Whether values of a type have alternatives other than null.
fn has_union(ty: &DataType) -> bool {
    match ty {
        DataType::Union(..) => true,
        DataType::List(elem) | DataType::LargeList(elem) | DataType::FixedSizeList(elem, _) => {
            has_union(elem.data_type())
        }
        DataType::Struct(fields) => fields.iter().any(|field| has_union(field.data_type())),
        _ => false,
    }
}
