//! Programs that lower to well-formed Core.

use base::diag::{SourceFile, render};
use ir::Core;

fn compile(name: &str, text: &str) -> Core {
    match front::compile(SourceFile { name: name.into(), text: text.into() }) {
        Ok(core) => core,
        Err((files, errors)) => {
            let text: Vec<String> = errors.iter().map(|e| render(e, &files)).collect();
            panic!("{}", text.join("\n"))
        }
    }
}

fn verified(name: &str, text: &str) -> Core {
    let core = compile(name, text);
    if let Err(errors) = ir::verify::verify(&core) {
        panic!("{name}:\n{}\n{}", errors.join("\n"), ir::print::print(&core));
    }
    core
}

#[test]
fn features_are_well_formed() {
    verified("features.fut", include_str!("programs/features.fut"));
}

#[test]
fn entry_points_say_what_they_take_and_give() {
    let text = "entry f [n] (k: i64) (xs: [n](i64, f32)): ([n]i64, [k][?]i32) =
      (map (\\x -> x.0) xs, map (\\i -> map i32.i64 (iota i)) (iota k))";
    let core = verified("t.fut", text);
    let entry = core.funs[0].entry.as_ref().unwrap_or_else(|| panic!("no entry"));
    assert_eq!(entry.args[1].ty, "[n](i64, f32)");
    assert_eq!(entry.args[1].vars.len(), 2);
    assert_eq!(entry.results, ["[n]i64", "[k][?]i32"]);
}

#[test]
fn attributes_stand_on_statements() {
    let text = "entry f [n] (xs: [n]i64) =
      let ys = #[sequential] map (+ 1) xs
      let zs = #[scratch] copy ys
      in (#[by (2, [a]) ] #[x] scan (+) 0 ys, zs, #[unsafe] n)";
    let core = verified("t.fut", text);
    let attrs: Vec<Vec<&str>> =
        core.funs[0].body.stms.iter().map(|stm| stm.attrs.iter().map(|a| a.as_str()).collect()).collect();
    let attrs: Vec<_> = attrs.into_iter().filter(|attrs| !attrs.is_empty()).collect();
    assert_eq!(attrs, [vec!["sequential"], vec!["by(2,[a])", "x"]]);
    let scratch = |stm: &ir::Stm<ir::Soac>| matches!(stm.exp, ir::Exp::Scratch { .. });
    assert_eq!(core.funs[0].body.stms.iter().filter(|stm| scratch(stm)).count(), 1);
}

#[test]
fn long_programs_and_deep_calls() {
    let mut text = String::from("def f0 (x: i64): i64 = x + 1\n");
    for i in 1..500 {
        text += &format!("def f{i} (x: i64): i64 = f{} (x * 2)\n", i - 1);
    }
    text += "entry main (x: i64): i64 = f499 x\n";
    verified("deep.fut", &text);
}
