//! Programs that lower to well-formed Core.

use base::diag::{SourceFile, render};
use ir::{Core, Exp, Soac};

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

fn copies(core: &Core, entry: &str) -> usize {
    fn count(body: &ir::Body<Soac>) -> usize {
        let inside = |exp: &Exp<Soac>| match exp {
            Exp::Copy { .. } => 1,
            Exp::If { then, els, .. } => count(then) + count(els),
            Exp::Loop(l) => count(&l.body),
            Exp::Op(Soac::Screma(s)) => count(&s.map.body),
            _ => 0,
        };
        body.stms.iter().map(|s| inside(&s.exp)).sum()
    }
    let fun = core.funs.iter().find(|f| f.name == entry);
    count(&fun.unwrap_or_else(|| panic!("no entry {entry}")).body)
}

#[test]
fn features_are_well_formed() {
    verified("features.fut", include_str!("programs/features.fut"));
}

#[test]
fn updates_copy_only_where_someone_could_see_it() {
    let core = verified("updates.fut", include_str!("programs/updates.fut"));
    for (entry, wanted) in [
        ("u1", 0),
        ("u2", 0),
        ("u3", 1),
        ("u4", 2),
        ("u5", 1),
        ("u6", 1),
        ("u7", 1),
        ("u8", 0),
        ("u9", 0),
        ("u10", 1),
        ("u12", 1),
        ("u13", 0),
    ] {
        assert_eq!(copies(&core, entry), wanted, "copies in {entry}");
    }
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
fn long_programs_and_deep_calls() {
    let mut text = String::from("def f0 (x: i64): i64 = x + 1\n");
    for i in 1..500 {
        text += &format!("def f{i} (x: i64): i64 = f{} (x * 2)\n", i - 1);
    }
    text += "entry main (x: i64): i64 = f499 x\n";
    verified("deep.fut", &text);
}
