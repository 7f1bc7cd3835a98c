//! The manifest: what a library has, for programs that make interfaces for other languages from it.
//!
//! Its fields are those of Futhark's manifest, whose schema allows no others inside of inputs and outputs. So the types with sizes stand
//! beside them, as `windrow`. Futhark's tools know nothing of rows of different sizes: such an array is an array of rows to them.

use crate::entries::Entry;
use crate::files::Target;
use crate::names::{ArrayType, CType, Form, Opaque, Types, row_of};
use serde_json::{Map, Value, json};

/// The text of the manifest.
pub(crate) fn text(entries: &[Entry], types: &Types, target: Target) -> String {
    let points: Map<String, Value> =
        entries.iter().map(|entry| (entry.signature.name.clone(), entry_point(entry, types))).collect();
    let arrays = types.arrays.iter().map(|array| (array.text(), array_type(array)));
    let opaques = types.opaques.iter().map(|opaque| (opaque.text.clone(), opaque_type(opaque, types)));
    let all: Map<String, Value> = arrays.chain(opaques).collect();
    let manifest = json!({
        "backend": target.futhark_name(),
        "version": format!("windrow {}", env!("CARGO_PKG_VERSION")),
        "entry_points": points,
        "types": all,
    });
    format!("{manifest:#}\n")
}

fn entry_point(entry: &Entry, types: &Types) -> Value {
    let signature = entry.signature;
    let input = |(param, ty): (&windrow::Param, &CType)| json!({ "name": param.name, "type": types.text(ty), "unique": param.unique });
    let mut point = json!({
        "cfun": format!("futhark_entry_{}", signature.name),
        "inputs": signature.params.iter().zip(&entry.inputs).map(input).collect::<Vec<_>>(),
        "output": { "type": types.text(&entry.output), "unique": entry.unique },
        "tuning_params": [],
        "attributes": [],
        "windrow": {
            "inputs": signature.params.iter().map(|p| json!({ "type": p.ty.to_string() })).collect::<Vec<_>>(),
            "output": { "type": signature.result.to_string() },
        },
    });
    if let Some(components) = &entry.components {
        let outputs: Vec<String> = components.iter().map(|ty| types.text(ty)).collect();
        point["windrow"]["components"] =
            json!({ "cfun": format!("futhark_entry_{}_components", signature.name), "outputs": outputs });
    }
    point
}

fn array_type(array: &ArrayType) -> Value {
    let name = array.name();
    let function = |operation: &str| format!("futhark_{operation}_{name}");
    let ctype = format!("struct futhark_{name} *");
    let arrow = json!({ "import": function("import"), "export": function("export") });
    if !array.is_ragged() {
        return json!({
            "kind": "array",
            "ctype": ctype,
            "rank": array.varies.len(),
            "elemtype": array.elem.to_string(),
            "ops": {
                "free": function("free"),
                "shape": function("shape"),
                "values": function("values"),
                "values_raw": function("values_raw"),
                "new": function("new"),
                "new_raw": function("new_raw"),
                "index": function("index"),
            },
            "windrow": arrow,
        });
    }
    let row = ArrayType { elem: array.elem, varies: row_of(&array.varies) };
    json!({
        "kind": "opaque",
        "ctype": ctype,
        "ops": { "free": function("free") },
        "opaque_array": {
            "rank": 1,
            "elemtype": row.text(),
            "index": function("index"),
            "shape": function("shape"),
        },
        "windrow": {
            "rank": array.varies.len(),
            "elemtype": array.elem.to_string(),
            "ragged": array.varies,
            "new": function("new"),
            "new_raw": function("new_raw"),
            "values": function("values"),
            "values_raw": function("values_raw"),
            "offsets": function("offsets"),
            "import": arrow["import"],
            "export": arrow["export"],
        },
    })
}

fn opaque_type(opaque: &Opaque, types: &Types) -> Value {
    let name = &opaque.name;
    let function = |operation: &str| format!("futhark_{operation}_opaque_{name}");
    let field = |(field, ty): &(String, CType)| {
        json!({
            "name": field,
            "type": types.text(ty),
            "project": format!("futhark_project_opaque_{name}_{field}"),
        })
    };
    let mut described = json!({
        "kind": "opaque",
        "ctype": format!("struct futhark_opaque_{name} *"),
        "ops": { "free": function("free"), "store": function("store"), "restore": function("restore") },
        "windrow": { "type": opaque.ty.to_string(), "import": function("import"), "export": function("export") },
    });
    let (key, form) = match &opaque.form {
        Form::Record(fields) => (
            "record",
            json!({ "new": function("new"), "fields": fields.iter().map(field).collect::<Vec<_>>() }),
        ),
        Form::Sum(variants) => {
            let variant = |(constructor, payload): &(String, Vec<CType>)| {
                json!({
                    "name": constructor,
                    "construct": format!("futhark_new_opaque_{name}_{constructor}"),
                    "destruct": format!("futhark_destruct_opaque_{name}_{constructor}"),
                    "payload": payload.iter().map(|ty| types.text(ty)).collect::<Vec<_>>(),
                })
            };
            let variants: Vec<Value> = variants.iter().map(variant).collect();
            ("sum", json!({ "variant": function("variant"), "variants": variants }))
        }
        Form::Array { varies, elem, row, fields } => {
            let rank = if row.is_some() { 1 } else { varies.len() };
            let mut array = json!({
                "rank": rank,
                "elemtype": types.text(row.as_ref().unwrap_or(elem)),
                "index": function("index"),
                "shape": function("shape"),
            });
            if row.is_none() {
                array["new"] = json!(function("new"));
                array["set"] = json!(function("set"));
            }
            match fields.as_ref().filter(|_| row.is_none()) {
                Some(fields) => {
                    array["zip"] = json!(function("zip"));
                    array["fields"] = json!(fields.iter().map(field).collect::<Vec<_>>());
                    ("record_array", array)
                }
                None => ("opaque_array", array),
            }
        }
    };
    described[key] = form;
    described
}
