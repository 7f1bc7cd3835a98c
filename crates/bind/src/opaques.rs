//! Functions of records, sums, and arrays of them.

use crate::arrays::{FREE, FREE_VALUE, SHAPE, arrow};
use crate::function::Function;
use crate::names::{CType, Form, Opaque, Types, kind};

/// The functions of an opaque type.
pub(crate) fn functions(types: &Types, opaque: &Opaque) -> Vec<Function> {
    let name = &opaque.name;
    let own = format!("struct futhark_opaque_{name} *");
    let free = Function::of_context("int", format!("futhark_free_opaque_{name}"));
    let mut functions = vec![free.param(&own, "arr").line(FREE).line(FREE_VALUE)];
    functions.extend(storage(opaque));
    match &opaque.form {
        Form::Record(fields) => {
            functions.push(record(types, name, fields));
            functions.extend(fields.iter().map(|(field, ty)| project(types, name, field, ty)));
        }
        Form::Sum(variants) => {
            let names: Vec<&str> = variants.iter().map(|(name, _)| name.as_str()).collect();
            functions.push(variant(name, &names));
            for (constructor, payload) in variants {
                functions.push(construct(types, name, constructor, payload));
                functions.push(destruct(types, name, constructor, payload));
            }
        }
        Form::Array { varies, elem, row, fields } => {
            functions.push(index(types, name, varies, row.as_ref().unwrap_or(elem)));
            functions.push(
                Function::of_context("const int64_t *", format!("futhark_shape_opaque_{name}"))
                    .param(format!("const {own}"), "arr")
                    .line(SHAPE),
            );
            if !varies.contains(&true) {
                functions.push(new_array(types, opaque, varies.len(), elem));
                functions.push(set(types, opaque, varies.len(), elem));
            }
            if let Some(fields) = fields {
                functions.push(zip(types, name, varies.len(), fields));
                functions.extend(fields.iter().map(|(field, ty)| project(types, name, field, ty)));
            }
        }
    }
    let opaque_name = format!("opaque_{name}");
    functions.extend(arrow(&format!("futhark_{opaque_name}"), &opaque_name, &opaque.ty.to_string()));
    functions
}

/// The name of a field as that of a parameter.
fn parameter(field: &str) -> String {
    if field.starts_with(|c: char| c.is_ascii_digit()) { format!("v{field}") } else { format!("f_{field}") }
}

/// The value of a parameter as a pointer.
fn pointer(ty: &CType, name: &str) -> String {
    match ty {
        CType::Scalar(_) => format!("&{name}"),
        CType::Array(_) | CType::Opaque(_) => name.to_string(),
    }
}

/// Tables of numbers and pointers for some parameters, and what they are called.
fn tables(function: Function, parts: &[(String, &CType)]) -> (Function, &'static str) {
    if parts.is_empty() {
        return (function, "0, NULL, NULL");
    }
    let kinds: Vec<String> = parts.iter().map(|(_, ty)| kind(ty).to_string()).collect();
    let pointers: Vec<String> = parts.iter().map(|(name, ty)| pointer(ty, name)).collect();
    let function = function
        .line(format!("const int kinds[] = {{{}}};", kinds.join(", ")))
        .line(format!("const void *const parts[] = {{{}}};", pointers.join(", ")));
    (function, "sizeof(kinds) / sizeof(*kinds), kinds, parts")
}

fn quoted(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    names.join(", ")
}

fn record(types: &Types, name: &str, fields: &[(String, CType)]) -> Function {
    let new = Function::of_context("int", format!("futhark_new_opaque_{name}"))
        .param(format!("struct futhark_opaque_{name} **"), "out");
    let new = fields.iter().fold(new, |f, (field, ty)| f.param(types.input(ty), parameter(field)));
    let names: Vec<&str> = fields.iter().map(|(field, _)| field.as_str()).collect();
    let parts: Vec<(String, &CType)> = fields.iter().map(|(field, ty)| (parameter(field), ty)).collect();
    if fields.is_empty() {
        return new.line(
            "return windrow_library_record((struct windrow_context *)ctx, (struct windrow_value **)out, 0, NULL, NULL, NULL);",
        );
    }
    let (new, _) = tables(new.line(format!("const char *const names[] = {{{}}};", quoted(&names))), &parts);
    new.line(format!(
        "return windrow_library_record((struct windrow_context *)ctx, (struct windrow_value **)out, {}, names, kinds, parts);",
        fields.len()
    ))
}

fn project(types: &Types, name: &str, field: &str, ty: &CType) -> Function {
    Function::of_context("int", format!("futhark_project_opaque_{name}_{field}"))
        .param(types.output(ty), "out")
        .param(format!("const struct futhark_opaque_{name} *"), "obj")
        .line(format!(
            "return windrow_library_project((struct windrow_context *)ctx, (void *)out, (const struct windrow_value *)obj, \"{field}\");"
        ))
}

fn variant(name: &str, names: &[&str]) -> Function {
    Function::of_context("int", format!("futhark_variant_opaque_{name}"))
        .param(format!("const struct futhark_opaque_{name} *"), "obj")
        .line(format!("const char *const names[] = {{{}}};", quoted(names)))
        .line(format!(
            "return windrow_library_variant((struct windrow_context *)ctx, (const struct windrow_value *)obj, {}, names);",
            names.len()
        ))
}

fn construct(types: &Types, name: &str, constructor: &str, payload: &[CType]) -> Function {
    let new = Function::of_context("int", format!("futhark_new_opaque_{name}_{constructor}"))
        .param(format!("struct futhark_opaque_{name} **"), "out");
    let parts: Vec<(String, &CType)> =
        payload.iter().enumerate().map(|(i, ty)| (format!("v{i}"), ty)).collect();
    let new = parts.iter().fold(new, |f, (name, ty)| f.param(types.input(ty), name));
    let (new, tables) = tables(new, &parts);
    new.line(format!(
        "return windrow_library_sum((struct windrow_context *)ctx, (struct windrow_value **)out, \"{constructor}\", {tables});"
    ))
}

fn destruct(types: &Types, name: &str, constructor: &str, payload: &[CType]) -> Function {
    let function = Function::of_context("int", format!("futhark_destruct_opaque_{name}_{constructor}"));
    let names: Vec<String> = (0..payload.len()).map(|i| format!("v{i}")).collect();
    let function = payload.iter().zip(&names).fold(function, |f, (ty, name)| f.param(types.output(ty), name));
    let function = function.param(format!("const struct futhark_opaque_{name} *"), "obj");
    let (function, places) = if names.is_empty() {
        (function, "NULL")
    } else {
        (function.line(format!("void *const places[] = {{{}}};", names.join(", "))), "places")
    };
    function.line(format!(
        "return windrow_library_destruct((struct windrow_context *)ctx, (const struct windrow_value *)obj, \"{constructor}\", {}, {places});",
        names.len()
    ))
}

fn zip(types: &Types, name: &str, rank: usize, fields: &[(String, CType)]) -> Function {
    let zip = Function::of_context("int", format!("futhark_zip_opaque_{name}"))
        .param(format!("struct futhark_opaque_{name} **"), "out");
    let zip = fields.iter().fold(zip, |f, (field, ty)| f.param(types.input(ty), format!("f_{field}")));
    let names: Vec<&str> = fields.iter().map(|(field, _)| field.as_str()).collect();
    let columns: Vec<String> =
        fields.iter().map(|(field, _)| format!("(const struct windrow_value *)f_{field}")).collect();
    zip.line(format!("const char *const names[] = {{{}}};", quoted(&names)))
        .line(format!("const struct windrow_value *const columns[] = {{{}}};", columns.join(", ")))
        .line(format!(
            "return windrow_library_zip((struct windrow_context *)ctx, (struct windrow_value **)out, {rank}, {}, names, columns);",
            fields.len()
        ))
}

/// An element, or of rows of different sizes a row.
fn index(types: &Types, name: &str, varies: &[bool], elem: &CType) -> Function {
    let count = if varies.contains(&true) { 1 } else { varies.len() };
    let function = Function::of_context("int", format!("futhark_index_opaque_{name}"))
        .param(types.output(elem), "out")
        .param(format!("const struct futhark_opaque_{name} *"), "arr");
    let names: Vec<String> = (0..count).map(|i| format!("i{i}")).collect();
    let function = names.iter().fold(function, |f, name| f.param("int64_t", name));
    function.line(format!("const int64_t index[] = {{{}}};", names.join(", "))).line(format!(
        "return windrow_library_index((struct windrow_context *)ctx, (void *)out, (const struct windrow_value *)arr, {count}, index);"
    ))
}

fn new_array(types: &Types, opaque: &Opaque, rank: usize, elem: &CType) -> Function {
    let name = &opaque.name;
    let new = Function::of_context("int", format!("futhark_new_opaque_{name}"))
        .param(format!("struct futhark_opaque_{name} **"), "out")
        .param(format!("{} *const *", types.structure(elem)), "elems");
    let names: Vec<String> = (0..rank).map(|i| format!("dim{i}")).collect();
    let new = names.iter().fold(new, |f, name| f.param("int64_t", name));
    new.line(format!("const int64_t shape[] = {{{}}};", names.join(", "))).line(format!(
        "return windrow_library_array((struct windrow_context *)ctx, (struct windrow_value **)out, \"{}\", (const struct windrow_value *const *)elems, {rank}, shape);",
        opaque.ty
    ))
}

fn set(types: &Types, opaque: &Opaque, rank: usize, elem: &CType) -> Function {
    let name = &opaque.name;
    let set = Function::of_context("int", format!("futhark_set_opaque_{name}"))
        .param(format!("struct futhark_opaque_{name} *"), "arr")
        .param(types.input(elem), "elem");
    let names: Vec<String> = (0..rank).map(|i| format!("i{i}")).collect();
    let set = names.iter().fold(set, |f, name| f.param("int64_t", name));
    set.line(format!("const int64_t index[] = {{{}}};", names.join(", "))).line(format!(
        "return windrow_library_set((struct windrow_context *)ctx, (struct windrow_value *)arr, \"{}\", (const struct windrow_value *)elem, {rank}, index);",
        opaque.ty
    ))
}

/// To and from bytes.
fn storage(opaque: &Opaque) -> [Function; 2] {
    let name = &opaque.name;
    let store = Function::of_context("int", format!("futhark_store_opaque_{name}"))
        .param(format!("const struct futhark_opaque_{name} *"), "obj")
        .param("void **", "p")
        .param("size_t *", "n")
        .line(format!(
            "return windrow_library_store((struct windrow_context *)ctx, (const struct windrow_value *)obj, \"{}\", p, n);",
            opaque.ty
        ));
    let restore =
        Function::of_context(&format!("struct futhark_opaque_{name} *"), format!("futhark_restore_opaque_{name}"))
            .param("const void *", "p")
            .line(format!(
                "return (struct futhark_opaque_{name} *)windrow_library_restore((struct windrow_context *)ctx, \"{}\", p);",
                opaque.ty
            ));
    [store, restore]
}
