//! Tables: Arrow's file and stream formats, and Parquet.
//!
//! A column is an argument. The columns are found by the names of the parameters; where no column has the name of a parameter and there
//! are as many columns as parameters, by their order. A single parameter may also be the table itself: an array of records
//! (`[n]{x: f64, tags: [?]i64}`) or a record of arrays with the names of columns. Columns that nothing asks for are not read. Scalars
//! come from the command line, or from a table with one row.
//!
//! A result is written as a table in the same manner: a record or an array of records is its columns, and anything else one column with
//! the name of the entry point. How types correspond is said in [`windrow::arrow`].

mod arguments;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub(crate) use arguments::{Given, Plan};
pub(crate) use read::Table;
pub(crate) use write::{Format, write};

/// Runs code of other crates on data that may be malformed. What they do not foresee is an error of the data, too.
fn guarded<T>(f: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    match driver::guarded(f) {
        Ok(result) => result,
        Err(driver::Error::Bug(text)) => Err(text),
        Err(other) => Err(other.to_string()),
    }
}
