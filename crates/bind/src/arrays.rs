//! Functions of arrays of scalars.

use crate::files::Target;
use crate::function::Function;
use crate::names::{ArrayType, code, row_of, scalar};

/// The functions of an array type.
pub(crate) fn functions(array: &ArrayType, target: Target) -> Vec<Function> {
    let name = array.name();
    let own = format!("struct futhark_{name} *");
    let value = format!("const struct futhark_{name} *");
    let elem = scalar(array.elem);
    let (raw, rank, kind) = (target.raw(), array.varies.len(), code(array.elem));
    let function =
        |result: &str, operation: &str| Function::of_context(result, format!("futhark_{operation}_{name}"));
    let (sizes, offsets) = extents(array);
    let shape = |function: Function, offsets_type: &str| {
        let function = offsets.iter().flatten().fold(function, |f, name| f.param(offsets_type, name));
        sizes.iter().flatten().fold(function, |f, name| f.param("int64_t", name))
    };
    let all: Vec<&str> = sizes.iter().map(|name| name.as_deref().unwrap_or("0")).collect();
    let shape_line = format!("const int64_t shape[] = {{{}}};", all.join(", "));
    let mut functions = vec![];

    let new = shape(function(&own, "new").param(format!("const {elem} *"), "data"), "const int64_t *");
    let (new, pointer) = with_offsets(new.line(&shape_line), array, &offsets);
    functions.push(new.line(format!(
        "return ({own})windrow_array((struct windrow_context *)ctx, {kind}, data, {rank}, shape, {pointer});"
    )));

    let new_raw = shape(function(&own, "new_raw").param(raw, "data"), raw).line(&shape_line);
    functions.push(if array.is_ragged() {
        let pointers: Vec<String> =
            offsets.iter().map(|o| o.as_ref().map_or("NULL".into(), |o| target.to_pointer(o))).collect();
        new_raw
            .line(format!("void *const rows[] = {{{}}};", pointers.join(", ")))
            .line(format!(
                "return ({own})windrow_library_ragged_raw((struct windrow_context *)ctx, {kind}, {}, {rank}, shape, rows);",
                target.to_pointer("data")
            ))
    } else {
        new_raw.line(format!(
            "return ({own})windrow_array_raw((struct windrow_context *)ctx, {kind}, {}, {rank}, shape, NULL);",
            target.to_pointer("data")
        ))
    });

    functions.push(function("int", "free").param(&own, "arr").line(FREE).line(FREE_VALUE));
    functions.push(function("int", "values").param(&value, "arr").param(format!("{elem} *"), "data").line(
        "return windrow_values((struct windrow_context *)ctx, (const struct windrow_value *)arr, data);",
    ));
    if array.is_ragged() {
        let names: Vec<&String> = offsets.iter().flatten().collect();
        let read = names.iter().fold(function("int", "offsets").param(&value, "arr"), |f, name| {
            f.param("int64_t *", name.as_str())
        });
        let read = offsets.iter().enumerate().fold(read.line("int failed = 0;"), |f, (dimension, name)| {
            match name {
                Some(name) => f.line(format!(
                    "if (failed == 0 && {name} != NULL) failed = windrow_offsets((struct windrow_context *)ctx, (const struct windrow_value *)arr, {dimension}, {name});"
                )),
                None => f,
            }
        });
        functions.push(read.line("return failed;"));
    }
    functions.push(index(array, elem, &name, &value));
    functions.push(function("const int64_t *", "shape").param(&value, "arr").line(SHAPE));
    functions.push(function(raw, "values_raw").param(&value, "arr").line(format!(
        "return {};",
        target.address(
            "windrow_values_raw((struct windrow_context *)ctx, (const struct windrow_value *)arr)"
        )
    )));
    functions.extend(arrow(&format!("futhark_{name}"), &name, &array.text()));
    functions
}

/// Nobody needs the context to free a value.
pub(crate) const FREE: &str = "(void)ctx;";
/// Frees `arr`.
pub(crate) const FREE_VALUE: &str = "return windrow_free((struct windrow_value *)arr);";
/// The shape of `arr`.
pub(crate) const SHAPE: &str =
    "return windrow_shape((struct windrow_context *)ctx, (const struct windrow_value *)arr);";

/// From and to Arrow, for every type.
pub(crate) fn arrow(structure: &str, name: &str, text: &str) -> [Function; 2] {
    let import = Function::of_context(&format!("struct {structure} *"), format!("futhark_import_{name}"))
        .param("struct ArrowSchema *", "schema")
        .param("struct ArrowDeviceArray *", "array")
        .line(format!(
            "return (struct {structure} *)windrow_import((struct windrow_context *)ctx, \"{text}\", schema, array);"
        ));
    let export = Function::of_context("int", format!("futhark_export_{name}"))
        .param(format!("const struct {structure} *"), "arr")
        .param("struct ArrowSchema *", "schema")
        .param("struct ArrowDeviceArray *", "array")
        .line(format!(
            "return windrow_export((struct windrow_context *)ctx, (const struct windrow_value *)arr, \"{text}\", schema, array);"
        ));
    [import, export]
}

/// For each dimension the parameter for its size, and that for its offsets: it has one of both.
#[allow(clippy::type_complexity)]
fn extents(array: &ArrayType) -> (Vec<Option<String>>, Vec<Option<String>>) {
    let ragged = array.varies.iter().filter(|varies| **varies).count();
    let mut number = 0;
    let mut sizes = vec![];
    let mut offsets = vec![];
    for (dimension, varies) in array.varies.iter().enumerate() {
        if *varies {
            offsets.push(Some(if ragged == 1 { "offsets".into() } else { format!("offsets{number}") }));
            sizes.push(None);
            number += 1;
        } else {
            offsets.push(None);
            sizes.push(Some(format!("dim{dimension}")));
        }
    }
    (sizes, offsets)
}

/// The function with a table of its offsets, and what that is called.
fn with_offsets(
    function: Function,
    array: &ArrayType,
    offsets: &[Option<String>],
) -> (Function, &'static str) {
    if !array.is_ragged() {
        return (function, "NULL");
    }
    let all: Vec<&str> = offsets.iter().map(|name| name.as_deref().unwrap_or("NULL")).collect();
    (function.line(format!("const int64_t *const rows[] = {{{}}};", all.join(", "))), "rows")
}

/// An element, or of rows of different sizes a row.
fn index(array: &ArrayType, elem: &str, name: &str, value: &str) -> Function {
    let function = Function::of_context("int", format!("futhark_index_{name}"));
    let (function, count) = if array.is_ragged() {
        // The first dimension is that of rows; what a row is depends on the others.
        let row = ArrayType { elem: array.elem, varies: row_of(&array.varies) };
        (function.param(format!("struct futhark_{} **", row.name()), "out"), 1)
    } else {
        (function.param(format!("{elem} *"), "out"), array.varies.len())
    };
    let function = (0..count)
        .fold(function.param(value, "arr"), |f, dimension| f.param("int64_t", format!("i{dimension}")));
    let all: Vec<String> = (0..count).map(|dimension| format!("i{dimension}")).collect();
    function.line(format!("const int64_t index[] = {{{}}};", all.join(", "))).line(format!(
        "return windrow_library_index((struct windrow_context *)ctx, (void *)out, (const struct windrow_value *)arr, {count}, index);"
    ))
}
