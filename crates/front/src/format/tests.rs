//! Layouts in small, and the prelude. The programs of the repository are in `crates/front/tests/format.rs`.

use super::formatted;

#[track_caller]
fn check(input: &str, expected: &str) {
    let once = formatted(input, false).unwrap_or_else(|errors| panic!("{input}: {errors:?}"));
    assert_eq!(once, expected, "of {input}");
    assert_eq!(formatted(&once, false).as_deref(), Ok(expected), "a second time, of {input}");
}

#[test]
fn spaces() {
    check("def  f(x:i32)(y:i32):i32=x+y*2", "def f (x: i32) (y: i32) : i32 = x + y * 2\n");
    check("def f [n] 'a (xs:*[n]a)=xs[0 , 1:2,:: -1]", "def f [n] 'a (xs: *[n]a) = xs[0, 1:2, ::-1]\n");
    check(
        "def r = ( 0 ..< n,a+1..<b, m.(x+1), a m.+ b)",
        "def r = (0..<n, a + 1 ..< b, m.(x + 1), a m.+ b)\n",
    );
    check("def s = ((`f`  x),(+1) , (.a  ), f xs [0])", "def s = ((`f` x), (+ 1), (.a), f xs [0])\n");
    check("def u = - -1 - - x", "def u = - -1 - -x\n");
    check("type~ t  = #a i32|#b (?[n] .[n]i32)", "type~ t = #a i32 | #b (?[n].[n]i32)\n");
}

#[test]
fn a_broken_construct_breaks_as_a_whole() {
    check("def f x = if x then 1\n  else 2", "def f x =\n  if x\n  then 1\n  else 2\n");
    check(
        "def f x = if x then 1\n else if y then 2 else 3",
        "def f x =\n  if x\n  then 1\n  else if y\n  then 2\n  else 3\n",
    );
    check("def f = let x = 1\n let y = 2 in x+y", "def f =\n  let x = 1\n  let y = 2\n  in x + y\n");
    check("def f = let x = 1 let y = 2 in x+y", "def f = let x = 1 let y = 2 in x + y\n");
    check(
        "def f x = match x case 1->2\n\n case _ ->\n 3",
        "def f x =\n  match x\n  case 1 -> 2\n\n  case _ ->\n    3\n",
    );
    check("def f = (1\n , 2,3)", "def f = (1,\n         2,\n         3)\n");
    check("def f xs = xs |> g\n 1 |> h\n |> k", "def f xs =\n  xs\n  |> g\n       1\n  |> h\n  |> k\n");
}

#[test]
fn others_break_where_they_were_broken() {
    check("def f = [1,2,\n3,4]", "def f = [1, 2,\n         3, 4]\n");
    check("def f = g a\n b c", "def f = g a\n          b c\n");
    check("def f = map (\\x ->\n x) ys", "def f = map (\\x ->\n               x) ys\n");
}

#[test]
fn long_lines_are_broken() {
    let name = "a".repeat(40);
    check(
        &format!("def f (x: {name}) : {name} = g {name} {name}"),
        &format!("def f (x: {name}) : {name} =\n  g {name} {name}\n"),
    );
    check(
        &format!("def f = ({name}, {name}, {name})"),
        &format!("def f =\n  ({name},\n   {name},\n   {name})\n"),
    );
}

#[test]
fn modules() {
    check(
        "module m(p:{type t val x:t}) : q with t=p.t={\n\n def x=p.x\n -- last\n}",
        "module m (p: {type t val x : t}) : q with t = p.t = {\n  def x = p.x\n  -- last\n}\n",
    );
}

#[test]
fn comments_stay_where_they_are() {
    check(
        "-- one\n\n\n-- two  \ndef x = -- three\n  -- four\n  1 -- five\n\n\n-- six",
        "-- one\n\n-- two\ndef x = -- three\n  -- four\n  1 -- five\n\n-- six\n",
    );
    check("def f = g -- a\n (-- b\n x)", "def f = g -- a\n          ( -- b\n           x)\n");
    check("", "");
    check("\n\n-- only\n", "-- only\n");
}

#[test]
fn a_wrong_program_is_refused() {
    let errors = formatted("def f = (", false).expect_err("a syntax error");
    assert_eq!(errors[0].id, "syntax");
}

#[test]
fn the_prelude() {
    let text = crate::prelude::text();
    let once = formatted(&text, true).expect("the prelude can be formatted");
    assert_eq!(formatted(&once, true).expect("and again"), once);
}
