//! The witness on expressions whose values follow from the definition of the language.

use super::compare::show;
use super::value::Env;
use super::{Stop, eval, parse};

fn value(text: &str) -> Result<String, Stop> {
    let exp = parse::parse(text).unwrap();
    eval::Eval { steps: 10_000, depth: 0 }.exp(&exp, &Env::default()).map(|v| show(&v))
}

fn gives(text: &str, wanted: &str) {
    assert_eq!(value(text).as_deref(), Ok(wanted), "{text}");
}

fn fails(text: &str) {
    assert!(matches!(value(text), Err(Stop::Fails(_))), "{text}: {:?}", value(text));
}

#[test]
fn arithmetic() {
    gives("1i64 + 2i64 * 3i64 - 4i64", "3");
    gives("[(0i64 - 7i64) / 2i64, (0i64 - 7i64) % 2i64, 7i64 % (0i64 - 2i64)]", "[-4, 1, -1]");
    gives("i64.highest + 1i64 == i64.lowest && !(1i64 > 2i64)", "true");
    gives("i32.i64 4294967297i64", "1");
    fails("1i64 / (1i64 - 1i64)");
}

#[test]
fn indexing_and_slices() {
    gives("let x = [[1i64, 2i64], [3i64]] in [x[0, 1], x[1][0]]", "[2, 3]");
    gives("[1i64, 2i64, 3i64][1:]", "[2, 3]");
    gives("[1i64, 2i64, 3i64][::-1]", "[3, 2, 1]");
    gives("[[1i64, 2i64], [3i64]][:, 1:]", "[[2], []]");
    gives("(copy [[1i64, 2i64], [3i64]]) with [0, 1] = 9i64", "[[1, 9], [3]]");
    fails("[[1i64, 2i64], [3i64]][1, 1]");
    fails("[[1i64, 2i64], [3i64]][:, 2:]");
    fails("(copy [[1i64, 2i64], [3i64]]) with [1] = [1i64, 2i64]");
    fails("[[1i64, 2i64], [3i64]] :> [2][2]i64");
    gives("length ([[1i64, 2i64], [3i64, 4i64]] :> [2](?[k].[k]i64))", "2");
}

#[test]
fn rows() {
    gives("unflatten_by [1i64, 0i64, 2i64] [7i64, 8i64, 9i64]", "[[7], [], [8, 9]]");
    fails("unflatten_by [1i64] [7i64, 8i64]");
    gives("expand (\\n -> n) (\\n i -> 10i64 * n + i) [2i64, 0i64, 1i64]", "[20, 21, 10]");
    gives("expand_reduce (\\n -> n) (\\n i -> n + i) (+) 0i64 [2i64, 0i64]", "[5, 0]");
    gives("(group_by_key (<=) [2i64, 1i64, 2i64] [10i64, 20i64, 30i64]).1", "[[20], [10, 30]]");
    gives("permute (+) [1i64, 1i64] [0i64, 5i64, 0i64] [10i64, 20i64, 30i64]", "[41, 1]");
    gives("scatter [[1i64], [2i64]] [1i64, 7i64] [[3i64, 4i64], []]", "[[1], [3, 4]]");
}

#[test]
fn control() {
    gives("loop x = [1i64] while length x < 3i64 do x ++ [length x]", "[1, 1, 2]");
    gives("loop a = 0i64 for x in [1i64, 2i64] do a * 10i64 + x", "12");
    gives("match (#b 3i64 : #a | #b i64) case #a -> 0i64 case #b n -> n", "3");
    gives("let {k = a, v = b} = {k = 1i64, v = [2i64]} in [a] ++ b", "[1, 2]");
}

#[test]
fn comprehensions() {
    gives("[x + y | x <- [1i64, 2i64], y <- 0i64..<x]", "[1, 2, 3]");
    gives("[x | x <- [1i64, 2i64, 3i64], x % 2i64 == 1i64, let y = x, y > 1i64]", "[3]");
    gives("[x * y | x <- [1i64, 2i64] | y <- [3i64, 4i64]]", "[3, 8]");
    fails("[x * y | x <- [1i64, 2i64] | y <- [3i64]]");
    gives("[i | (x <- [1i64, 0i64, 1i64, 0i64] | i <- 0i64..<4i64), order by x desc]", "[0, 2, 1, 3]");
    gives("[[k] ++ x | x <- [3i64, 2i64, 5i64], group by k = x % 2i64]", "[[0, 2], [1, 3, 5]]");
    gives("[[y | y <- 1i64...x] | x <- [0i64, 2i64]]", "[[], [1, 2]]");
}

#[test]
fn streams() {
    let xs = "[1i64, 2i64, 3i64, 4i64]";
    gives(&format!("stream_fold (+) (\\a c -> a + i64.sum c) 0i64 {xs}"), "10");
    let prefix = "stream_seq (\\a c -> (a + i64.sum c, map (\\x -> x + a) (scan (+) 0i64 c))) 0i64";
    gives(&format!("({prefix} {xs}).1"), "[1, 3, 6, 10]");
    gives("stream_map (map (\\x -> x * x)) [2i64]", "[4]");
    fails(&format!("stream_map (filter (\\x -> x > 1i64)) {xs}"));
}

#[test]
fn what_it_does_not_know_is_outside() {
    assert!(matches!(value("transpose (replicate 0i64 [1i64])"), Err(Stop::Outside(_))));
    assert!(matches!(value("unknown 1i64"), Err(Stop::Outside(_))));
    assert_eq!(value("loop x = 1i64 while true do x"), Err(Stop::Slow));
    assert!(parse::parse("let x = 1i64").is_err());
}
