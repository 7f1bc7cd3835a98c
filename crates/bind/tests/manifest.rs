//! The names of types, and the manifest that lists them.

use driver::{Backend, Image, Options, Program};
use serde_json::{Value, json};

const PROGRAM: &str = "
type point [n] = {x: f64, rest: [n]i32}
type~ cloud = []point []
type answer = #no | #yes i32


entry f [n] (p: *point [n]) (x: i64): (i64, point [n]) = (x, p)
entry g (xs: cloud) : [](i32, f64) = map (\\p -> (i32.sum p.rest, p.x)) xs
entry h (a: answer): (answer, answer) = (a, a)
entry r [n] (xss: [n][?]f64) : [n][?](i64, f64) = map (\\xs -> zip (indices xs) xs) xss
entry u (p: {b: i32, a: bool}) = p.b
";

fn files() -> windrow_bind::Files {
    let program = Program::from_source("p.fut", PROGRAM).unwrap_or_else(|e| panic!("{e}"));
    let built = Image::build(&program, Backend::Cuda, &Options::default()).unwrap_or_else(|e| panic!("{e}"));
    windrow_bind::c_library("p", &built.image, &front::written_types(PROGRAM))
        .expect("C has names for everything")
}

fn manifest() -> Value {
    serde_json::from_str(&files().manifest).expect("JSON")
}

#[test]
fn types_are_called_as_futhark_calls_them() {
    let header = files().header;
    for name in [
        "struct futhark_i32_1d;",
        "struct futhark_f64_2d_ragged;",
        "struct futhark_opaque_point;",
        "struct futhark_opaque_cloud;",
        "struct futhark_opaque_answer;",
        "struct futhark_opaque_tup2_i64_point;",
        "struct futhark_opaque_tup2_answer_answer;",
        "struct futhark_opaque_arr1d_tup2_i32_f64;",
        "struct futhark_opaque_arr2d_ragged_tup2_i64_f64;",
        // The MD5 sum of `{a: bool, b: i32}`.
        "struct futhark_opaque_c2ecf4c128858ca5db3a40fe47e84589;",
    ] {
        assert!(header.contains(name), "{name} is not in\n{header}");
    }
    assert!(header.contains("int futhark_new_opaque_point(struct futhark_context *ctx, struct futhark_opaque_point **out, const struct futhark_i32_1d *f_rest, const double f_x);"));
    assert!(header.contains("int futhark_project_opaque_cloud_rest(struct futhark_context *ctx, struct futhark_i32_2d **out, const struct futhark_opaque_cloud *obj);"), "{header}");
}

#[test]
fn entry_points_are_described() {
    let manifest = manifest();
    assert_eq!(manifest["backend"], "cuda");
    let f = &manifest["entry_points"]["f"];
    assert_eq!(f["cfun"], "futhark_entry_f");
    let inputs = json!([
        { "name": "p", "type": "point", "unique": true },
        { "name": "x", "type": "i64", "unique": false },
    ]);
    assert_eq!(f["inputs"], inputs);
    assert_eq!(f["output"], json!({ "type": "(i64, point)", "unique": false }));
    let types = json!([{ "type": "{rest: [n]i32, x: f64}" }, { "type": "i64" }]);
    assert_eq!(f["windrow"]["inputs"], types);
    assert_eq!(f["windrow"]["components"]["outputs"], json!(["i64", "point"]));
    assert_eq!(manifest["entry_points"]["r"]["windrow"]["inputs"][0]["type"], "[n][?]f64");
}

/// The keys that the schema of Futhark's manifest allows where it forbids all others.
#[test]
fn objects_have_only_the_keys_that_futhark_knows() {
    let manifest = manifest();
    let only = |value: &Value, allowed: &[&str]| {
        let object = value.as_object().unwrap_or_else(|| panic!("{value} is no object"));
        for key in object.keys() {
            assert!(allowed.contains(&key.as_str()), "{key} in {value}");
        }
    };
    only(&manifest, &["backend", "version", "entry_points", "types"]);
    for entry in manifest["entry_points"].as_object().expect("entry points").values() {
        only(&entry["output"], &["type", "unique"]);
        let inputs = entry["inputs"].as_array().expect("inputs");
        inputs.iter().for_each(|input| only(input, &["name", "type", "unique"]));
        // Every type that is not a scalar is described.
        for ty in inputs.iter().chain([&entry["output"]]).map(|part| part["type"].as_str().expect("a type")) {
            let scalar = base::ScalarType::from_name(ty).is_some();
            assert!(scalar || manifest["types"].get(ty).is_some(), "{ty} is not there");
        }
    }
    for (name, ty) in manifest["types"].as_object().expect("types") {
        if ty["kind"] == "array" {
            only(&ty["ops"], &["free", "shape", "values", "values_raw", "new", "new_raw", "index"]);
            continue;
        }
        assert_eq!(ty["kind"], "opaque", "{name}");
        only(&ty["ops"], &["free", "store", "restore"]);
        let array = ["rank", "elemtype", "index", "shape", "new", "set"];
        let forms = [
            ("record", &["new", "fields"][..]),
            ("sum", &["variant", "variants"]),
            ("record_array", &["rank", "elemtype", "zip", "index", "shape", "new", "set", "fields"]),
            ("opaque_array", &array),
        ];
        let found: Vec<_> = forms.iter().filter(|(form, _)| ty.get(form).is_some()).collect();
        assert_eq!(found.len(), 1, "{name}: {ty}");
        found.iter().for_each(|(form, keys)| only(&ty[*form], keys));
    }
}

#[test]
fn what_has_no_name_in_c_is_refused() {
    let clash = "type t = #a i32 | #b\ntype t_a = {x: i32}\nentry f (x: t) (y: t_a) = y.x";
    for (text, why) in [
        ("entry f' (x: i32) = x", "the entry point f' has no name in C; call it otherwise"),
        ("entry f (r: {x': i32}) = r.x'", "the field x' has no name in C; call it otherwise"),
        (clash, "two functions would be called futhark_new_opaque_t_a; give their types other names"),
    ] {
        refused(text, why);
    }
}

fn refused(text: &str, why: &str) {
    let program = Program::from_source("p.fut", text).unwrap_or_else(|e| panic!("{e}"));
    let built = Image::build(&program, Backend::Cuda, &Options::default()).unwrap_or_else(|e| panic!("{e}"));
    let refused = windrow_bind::c_library("p", &built.image, &front::written_types(text));
    assert_eq!(refused, Err(why.to_string()));
}
