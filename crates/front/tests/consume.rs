//! What may be consumed, and what may not.

use base::diag::SourceFile;

/// The ids of the errors of a program.
fn errors(text: &str) -> Vec<&'static str> {
    let file = SourceFile { name: "test.fut".into(), text: text.into() };
    match front::compile(file) {
        Ok(_) => vec![],
        Err((_, errors)) => errors.iter().map(|e| e.id).collect(),
    }
}

const PRELUDE: &str = "
def take_it (xs: *[]i64): i64 = xs[0]
def set (xs: *[]i64) (i: i64) (v: i64): *[]i64 = xs with [i] = v
def same (xs: []i64): []i64 = xs
def table: []i64 = [1, 2, 3]
";

#[test]
fn what_is_owned_may_be_consumed() {
    for program in [
        "entry main (xs: *[]i64) = xs with [0] = 1",
        "entry main (xs: []i64) = copy xs with [0] = 1",
        "entry main (n: i64) = let a = iota n let a[0] = 1 let a[1] = 2 in a",
        "entry main (xs: *[]i64) = let x = xs[0] let xs[1] = x in (xs, x)",
        "entry main (xs: *[]i64) = let ys = map (+ 1) xs let xs[0] = 1 in (xs, ys)",
        "entry main (xs: *[]i64) = (xs with [0] = xs[1]) with [1] = xs[0]",
        "entry main (n: i64) (xs: *[]i64) (ys: *[]i64) = if n > 0 then xs with [0] = 1 else ys with [0] = 2",
        "entry main (n: i64) (xs: *[]i64) = let x = if n > 0 then xs else set xs 0 1 in x",
        "entry main (t: *([]i64, []i64)) = let a = t.0 with [0] = 1 in (a, t.1)",
        "entry main (n: i64) (xs: *[]i64) = loop xs for i < n do xs with [i] = i",
        "entry main (n: i64) (a: *[]i64) (b: *[]i64) = loop (a, b) for i < n do (b, a with [i] = 1)",
        "entry main (n: i64) = loop (a: *[]i64) = iota n for i < n do set a i 0",
        "entry main (n: i64) (xs: []i64) = loop (a: *[]i64) = xs for i < n do map (+ i) a",
        "entry main (n: i64) (xs: []i64) = loop (s, a: *[]i64) = (0, xs) for i < n do (s + a[0], copy a with [0] = i)",
        "entry main (n: i64) (xs: []i64) = loop s = 0 for x in xs do s + x * n",
        "entry main (xs: *[]i64) (is: []i64) = scatter xs is (map (+ 1) is)",
        "entry main (xs: []i64) (is: []i64) = reduce_by_index (copy xs) (+) 0 is is",
        "entry main (n: i64) = (iota n |> map (+ 1)) with [0] = 0",
        "entry main (n: i64) = let f (xs: *[]i64) = xs with [0] = 1 in f (iota n)",
        "entry main (xss: *[][]i64) = map (\\(xs: []i64) -> copy xs with [0] = 1) xss",
        "entry main (n: i64): *[]i64 = same (iota n) with [0] = 1",
        "entry main (i: i64) = table[i]",
        "entry main (xs: *[]i64) (ys: *[]i64) = ys with [xs[0]] = take_it xs",
    ] {
        assert_eq!(errors(&format!("{PRELUDE}{program}")), [""; 0], "{program}");
    }
}

#[test]
fn what_is_not_owned_may_not() {
    for (id, program) in [
        ("use-after-consume", "entry main (xs: *[]i64) = let ys = xs with [0] = 1 in (ys, xs[1])"),
        ("use-after-consume", "entry main (xs: *[]i64) = let ys = xs let xs[0] = 1 in ys[0]"),
        ("use-after-consume", "entry main (xss: *[][]i64) = let r = xss[0] let xss[1] = copy r in r"),
        ("use-after-consume", "entry main (xss: *[][]i64) = let t = transpose xss let xss[0, 0] = 1 in t"),
        ("use-after-consume", "entry main (xs: *[]i64) = take_it xs + xs[0]"),
        ("consume-parameter", "entry main (n: i64) (xs: []i64) = loop (a: *[]i64) = xs for i < n do a"),
        (
            "consume-parameter",
            "entry main (xs: []i64) = let ys = (loop (a: *[]i64) = xs for i < 3 do map (+ i) a) in ys with [0] = 1",
        ),
        ("use-after-consume", "entry main (xs: *[]i64) = take_it xs + take_it xs"),
        ("use-after-consume", "entry main (xs: *[]i64) = scatter xs xs xs"),
        ("use-after-consume", "entry main (xs: *[]i64) = let y = same xs let xs[0] = 1 in y"),
        ("use-after-consume", "entry main (xs: *[]i64) = let f (i: i64) = xs[i] let xs[0] = 1 in f 0"),
        (
            "use-after-consume",
            "entry main (c: bool) (xs: *[]i64) = let y = if c then take_it xs else 0 in y + xs[0]",
        ),
        (
            "use-after-consume",
            "entry main (n: i64) (xs: *[]i64) = loop ys = xs for i < n do ys with [i] = xs[0]",
        ),
        (
            "use-after-consume",
            "entry main (xs: *[]i64) = let t = (1i64, xs) let a = t.1 with [0] = 1 in (a, t.1)",
        ),
        (
            "use-after-consume",
            "def f (n: i64): ([]i64, []i64) = (iota n, iota n)\nentry main (n: i64) = let (a, b) = f n let a[0] = 0 in (a, b)",
        ),
        ("consume-parameter", "entry main (xs: []i64) = xs with [0] = 1"),
        ("consume-parameter", "entry main (xs: []i64) = let ys = same xs in ys with [0] = 1"),
        ("consume-parameter", "entry main (n: i64) (xs: []i64) = loop xs for i < n do xs with [i] = i"),
        ("consume-parameter", "entry main (xs: []i64) (is: []i64) = scatter xs is is"),
        ("consume-global", "entry main (i: i64) = table with [0] = i"),
        ("consume-free", "entry main (xs: *[]i64) (ys: []i64) = map (\\y -> take_it xs + y) ys"),
        ("consume-free", "entry main (n: i64) (xs: *[]i64) = loop s = 0 for i < n do s + take_it xs"),
        ("consume-free", "entry main (xs: *[]i64) = let f (i: i64) = set xs i 0 in f 0"),
        ("consume-carried", "entry main (n: i64) (xs: *[]i64) = loop xs: []i64 for i < n do xs with [i] = i"),
        (
            "consume-row",
            "entry main (n: i64) = let xss = replicate n (iota n) in loop s = 0 for xs in xss do s + take_it xs",
        ),
        ("consume-partial", "entry main (xs: *[]i64) = let f = set xs in (f 0 1, f 0 2)"),
        ("consume-shared", "def f (p: *([]i64, []i64)): i64 = p.0[0]\nentry main (xs: *[]i64) = f (xs, xs)"),
        ("consuming-function", "entry main (xss: [][]i64) = map take_it xss"),
        ("update-from-itself", "entry main (xss: *[][]i64) = xss with [0] = xss[1]"),
        ("result-not-unique", "entry main (xs: []i64): *[]i64 = xs"),
        ("result-not-unique", "entry main (xs: []i64): *[]i64 = let ys = xs in ys"),
        ("result-shared", "entry main (n: i64): (*[]i64, *[]i64) = let a = iota n in (a, a)"),
        ("result-is-global", "entry main (b: bool) = if b then table else []"),
        (
            "loop-result-shared",
            "entry main (n: i64) (b: *[]i64) = loop a = iota n for i < n do let a[i] = 0 in b",
        ),
        (
            "loop-result-shared",
            "entry main (n: i64) = loop (a, b) = (iota n, iota n) for i < n do let a[i] = 0 in (a, a)",
        ),
    ] {
        assert_eq!(errors(&format!("{PRELUDE}{program}")), [id], "{program}");
    }
}

#[test]
fn an_error_shows_both_places_and_a_way_out() {
    let text = "entry main (xs: *[]i64) =\n  let ys = xs\n  let xs[0] = 1\n  in ys[1]\n";
    let file = SourceFile { name: "test.fut".into(), text: text.into() };
    let Err((files, errors)) = front::compile(file) else { panic!("accepted") };
    let shown = base::diag::render(&errors[0], &files);
    for part in [
        "use-after-consume",
        "ys, which may share memory with xs,",
        "test.fut:4:6",
        "consumed here",
        "`copy`",
    ] {
        assert!(shown.contains(part), "{part} missing in\n{shown}");
    }
}
