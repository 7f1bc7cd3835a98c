//! Texts of Core and Flat survive parsing and printing.

use base::Id;
use ir::parse::{ParseOp, parse};
use ir::print::PrintOp;
use ir::{Prog, SegOp, Soac, compact, print};

fn texts(extension: &str) -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/texts");
    let mut texts = vec![];
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|e| e == extension) {
            texts.push((path.display().to_string(), std::fs::read_to_string(&path).unwrap()));
        }
    }
    texts.sort();
    assert!(!texts.is_empty());
    texts
}

fn check<O: ParseOp + PrintOp + PartialEq + Clone + std::fmt::Debug>(extension: &str) {
    for (name, text) in texts(extension) {
        let prog: Prog<O> = parse(&text).unwrap_or_else(|e| panic!("{name}:{e}"));
        let printed = print(&prog);
        let again: Prog<O> = parse(&printed).unwrap_or_else(|e| panic!("{name} printed:{e}\n{printed}"));
        assert_eq!(print(&again), printed, "{name}");
        let small = compact(prog);
        let back: Prog<O> = parse(&print(&small)).unwrap_or_else(|e| panic!("{name} compacted:{e}"));
        assert_eq!(back, small, "{name}");
    }
}

#[test]
fn core_texts_survive() {
    check::<Soac>("core");
}

#[test]
fn flat_texts_survive() {
    check::<SegOp>("flat");
}

#[test]
fn a_text_in_normal_form_is_printed_as_it_is() {
    for (name, text) in texts("core").iter().filter(|(name, _)| name.ends_with("keep.core")) {
        assert_eq!(&print(&ir::parse_core(text).unwrap()), text, "{name}");
    }
}

#[test]
fn broken_texts_are_refused_without_a_panic() {
    for (_, text) in texts("core").into_iter().chain(texts("flat")) {
        let chars: Vec<char> = text.chars().collect();
        for cut in (0..chars.len()).step_by(29) {
            let front: String = chars[..cut].iter().collect();
            let hole: String = chars[..cut].iter().chain(chars.iter().skip(cut + 3)).collect();
            for text in [front, hole] {
                let _ = ir::parse_core(&text);
                let _ = ir::parse_flat(&text);
            }
        }
    }
}

#[test]
fn errors_say_where() {
    let error = |text: &str| ir::parse_core(text).unwrap_err().to_string();
    assert_eq!(error("fun f () -> () {\n  in (x_1) }"), "2:7: x_1 is not bound");
    assert_eq!(error("fun f (x_1: i64) -> () {\n  in (y_1) }"), "2:7: y_1 is bound as x_1");
    assert_eq!(error("fun f (x_1: i64, x_1: i64) -> () { in () }"), "1:18: x_1 is bound twice");
    assert_eq!(error("fun f (x_9999999: i64) -> () { in () }"), "1:8: the number of a variable is too great");
    assert_eq!(error("fun f () -> () { let x_0: i64 = 300u8 in () }"), "1:38: 300 is no constant of type u8");
}

#[test]
fn nesting_without_end_is_refused() {
    for open in [
        "{ let () = if c_0 ",
        "{ let () = if c_0 { in () } else ",
        "{ let () = screma 1 () ",
        "{ let () = screma 1 () {} each ",
        "{ let () = screma 1 () {} red () = () ",
        "{ let () = screma.seq 1 () ",
        "{ let () = loop () = () while ",
        "{ let () = loop () = () for i_1 < 1 do ",
        "{ let () = with_acc () ",
        "{ let () = seg (i_2 < 1) ",
    ] {
        let text = format!("fun f (c_0: bool) -> () {}", open.repeat(2000));
        // What binds a variable is refused for binding it twice.
        for error in [ir::parse_core(&text).unwrap_err(), ir::parse_flat(&text).unwrap_err()] {
            let known = ["deeper", "twice", "unknown operation"].iter().any(|w| error.message.contains(w));
            assert!(known, "{error}");
        }
    }
}

#[test]
fn deep_nests_survive() {
    let levels = 127;
    let open: String = (1..=levels).map(|i| format!("let x_{i}: i64 = if c_0 {{ ")).collect();
    let close: String = (1..=levels).rev().map(|i| format!("}} else {{ in (1i64) }} in (x_{i})")).collect();
    let text = format!("fun f (c_0: bool) -> (i64) {{ {open} in (2i64) {close} }}");
    let prog = ir::parse_core(&text).unwrap();
    assert_eq!(ir::verify(&prog), Ok(()));
    assert_eq!(ir::parse_core(&print(&prog)), Ok(prog));
}

#[test]
fn operator_lambdas_take_the_numbers_that_are_left() {
    let text = texts("core").into_iter().find(|(name, _)| name.ends_with("dot.core")).unwrap().1;
    let prog = compact(ir::parse_core(&text).unwrap());
    let names: Vec<&str> = prog.vars.iter().map(|(_, info)| info.name.as_str()).collect();
    assert_eq!(names, ["n", "xs", "ys", "x", "y", "p", "a", "b", "r", "t", "r"]);
    assert!(prog.vars.iter().all(|(v, _)| v.index() < 11));
}
