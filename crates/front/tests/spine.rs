//! The thirteen programs of the spine: each lowers, and to the constructs it is about.

use base::diag::{SourceFile, render};
use ir::{CheckKind, Core, Exp, Fun, Soac, Stm, Type, Var, View};

fn compile(text: &str) -> Core {
    match front::compile(SourceFile { name: "test.fut".into(), text: text.into() }) {
        Ok(core) => core,
        Err((files, errors)) => {
            let text: Vec<String> = errors.iter().map(|e| render(e, &files)).collect();
            panic!("{}", text.join("\n"))
        }
    }
}

/// Every statement of a body and of the bodies inside it.
fn all<'a>(stms: &'a [Stm<Soac>], out: &mut Vec<&'a Stm<Soac>>) {
    for stm in stms {
        out.push(stm);
        stm.exp.blocks(&mut |block| all(block, out));
    }
}

/// Whether an expression is a check of this kind.
fn checks(exp: &Exp<Soac>, is: impl Fn(&CheckKind) -> bool) -> bool {
    matches!(exp, Exp::Check(check) if is(&check.kind))
}

struct Program {
    core: Core,
}

impl Program {
    fn new(text: &str) -> Program {
        Program { core: compile(text) }
    }
    fn entry(&self) -> &Fun<Soac> {
        &self.core.funs[0]
    }
    fn count(&self, pred: impl Fn(&Exp<Soac>) -> bool) -> usize {
        let mut stms = vec![];
        all(&self.entry().body.stms, &mut stms);
        stms.iter().filter(|s| pred(&s.exp)).count()
    }
    /// How many existential sizes a screma binds.
    fn sizes(&self, index: usize) -> usize {
        let mut stms = vec![];
        all(&self.entry().body.stms, &mut stms);
        let mut scremas = stms.iter().filter(|s| matches!(s.exp, Exp::Op(_)));
        scremas.nth(index).map_or(0, |s| s.pat.sizes.len())
    }
    fn scremas(&self) -> Vec<&ir::Screma<Soac>> {
        let mut stms = vec![];
        all(&self.entry().body.stms, &mut stms);
        let scremas = stms.iter().filter_map(|s| match &s.exp {
            Exp::Op(Soac::Screma(s)) => Some(s),
            _ => None,
        });
        scremas.collect()
    }
    /// The positions of the statements that fulfil `pred`, as `line:col < line:col`.
    fn locs(&self, pred: impl Fn(&Exp<Soac>) -> bool) -> Vec<String> {
        let mut stms = vec![];
        all(&self.entry().body.stms, &mut stms);
        let show = |s: &&Stm<Soac>| s.loc.0.iter().map(|p| p.to_string()).collect::<Vec<_>>().join(" < ");
        stms.iter().filter(|s| pred(&s.exp)).map(show).collect()
    }
    fn ty(&self, var: Var) -> &Type {
        &self.core.vars[var].ty
    }
    /// `n, s on 0` for the dimensions of a type.
    fn dims(&self, ty: &Type) -> String {
        let dims = ty.dims().iter().map(|d| {
            let size = match d.size {
                ir::Atom::Var(v) => self.core.vars[v].name.clone(),
                ir::Atom::Const(c) => c.to_string(),
            };
            let on: Vec<String> = d.on.iter().map(|l| l.to_string()).collect();
            if on.is_empty() { size } else { format!("{size} on {}", on.join(",")) }
        });
        dims.collect::<Vec<_>>().join("; ")
    }
    fn param_names(&self) -> Vec<&str> {
        self.entry().params.iter().map(|p| self.core.vars[p.var].name.as_str()).collect()
    }
}

const DOT: &str = "entry dot [n] (xs: [n]f64) (ys: [n]f64): f64 = reduce (+) 0 (map2 (*) xs ys)";
const ROWSUMS: &str = "entry rowsums [n] (xss: [n][?]f64): [n]f64 = map (\\xs -> f64.sum xs) xss";
const IOTAS: &str = "entry iotas [n] (ns: [n]i64): [n][?]i64 = map iota ns";
const KEEP: &str = "entry keep [n] (xss: [n][?]i64): [n][?]i64 = map (filter (> 0)) xss";
const DEEP: &str = "entry deep [n] (xsss: [n][?][?]i64): [n][?][?]i64 =
  map (\\xss -> map (\\xs -> let t = i64.sum xs in map (+ t) xs) (filter (\\xs -> length xs > 1) xss)) xsss";
const TFLAT: &str =
    "entry tflat [n] (ms: [n](?[r][c].[r][c]f64)): [n][?]f64 = map (\\m -> flatten (transpose m)) ms";
const GROW: &str = "def p (ys: []i64): bool = length ys != 0 && length ys < 64 && i64.sum ys < 100
entry grow [n] (xss: [n][?]i64): [n][?]i64 = map (\\xs -> loop ys = xs while p ys do ys ++ ys) xss";
const SORTROWS: &str = "def count (xs: []i64) (lo: i64) (hi: i64) (x: i64) (orEqual: bool): i64 =      -- elements of sorted xs[lo:hi] below x
  let (l, _) = loop (l, h) = (lo, hi) while l < h do
    let c = l + (h - l) / 2
    in if xs[c] < x || (orEqual && xs[c] == x) then (c + 1, h) else (l, c)
  in l - lo
def merge_runs [m] (w: i64) (xs: [m]i64): [m]i64 =                            -- runs of w to runs of 2w
  let target (j: i64): i64 =
    let base = j - j % (2 * w)
    let mid = i64.min (base + w) m
    let left = j < mid
    let lo = if left then mid else base
    let hi = if left then i64.min (base + 2 * w) m else mid
    in (if left then j else base + (j - mid)) + count xs lo hi xs[j] (!left)
  in scatter (copy xs) (map target (iota m)) xs
entry sortrows [n] (xss: [n][?]i64): [n][?]i64 =
  map (\\xs -> let (ys, _) = loop (ys, w) = (xs, 1) while w < length ys do (merge_runs w ys, 2 * w) in ys) xss";
const CHASE: &str =
    "entry chase [n] (xss: *[n][?]i64): [n][?]i64 =            -- follow next-indices from 0, marking, until outside or marked
  map (\\xs -> let (ys, _) = loop (ys, j) = (copy xs, 0) while j < length ys && ys[j] >= 0 do
                let k = ys[j] in (ys with [j] = -1, k) in ys) xss";
const COMB: &str = "def mul [k] [l] (xs: [k]f64) (ys: [l]f64): [k]f64 = map2 (*) xs (ys :> [k]f64)
entry comb [n] (xss: [n][?]f64) (ns: [n]i64): [n][?]f64 =
  map2 mul (map (filter (> 0)) xss) (map (\\k -> map f64.i64 (iota k)) ns)";
const REP: &str = "entry rep [k] [m] (ws: [k]f64) (xss: [m][?]f64): [k][m]f64 =
  map2 (\\w yss -> map (\\ys -> f64.sum (map (f64.max w) ys)) yss) ws (replicate k xss)";
const COVER: &str =
    "entry cover [n] (h: i64) (ps: [n](i64, i64)): [h]i64 =                        -- how many intervals (start, length) cover each cell
  let is = expand (\\(_, l) -> l) (\\(a, _) j -> a + j) ps
  in permute (+) (replicate h 0) is (map (\\_ -> 1) is)";
const PICK: &str = "def at (xs: []f64) (i: i64): f64 = xs[i]
entry pick [n] (xss: [n][?]f64) (is: [n]i64): [n]f64 = map2 at xss is";

#[test]
fn all_are_well_formed() {
    for text in [DOT, ROWSUMS, IOTAS, KEEP, DEEP, TFLAT, GROW, SORTROWS, CHASE, COMB, REP, COVER, PICK] {
        let core = compile(text);
        if let Err(errors) = ir::verify::verify(&core) {
            panic!("{}\n{}", errors.join("\n"), ir::print::print(&core));
        }
    }
}

#[test]
fn dot_is_a_map_and_a_reduction() {
    let p = Program::new(DOT);
    assert_eq!(p.param_names(), ["n", "xs", "ys"]);
    assert_eq!(p.scremas().iter().filter(|s| s.clauses.reds.len() == 1).count(), 1);
    assert_eq!(p.scremas().len(), 2);
}

#[test]
fn sums_of_ragged_rows_pass_the_sizes() {
    let p = Program::new(ROWSUMS);
    assert_eq!(p.param_names(), ["n", "s", "xss"]);
    let outer = p.scremas()[0];
    assert_eq!(outer.inputs.len(), 2);
    assert_eq!(p.sizes(0), 0);
    assert_eq!(p.dims(p.ty(p.entry().params[2].var)), "n; s on 0");
}

#[test]
fn iota_in_a_map_is_existential_and_stands_where_it_is_named() {
    let p = Program::new(IOTAS);
    assert_eq!(p.sizes(0), 1);
    assert_eq!(p.locs(|e| checks(e, |c| matches!(c, CheckKind::Size { .. }))), ["1:47"]);
    assert_eq!(p.entry().ret_sizes.len(), 1);
}

#[test]
fn filter_in_a_map_keeps() {
    let p = Program::new(KEEP);
    assert!(p.scremas()[1].clauses.keep.is_some());
    assert_eq!(p.entry().ret_sizes.len(), 1);
}

#[test]
fn rows_are_filtered_by_position() {
    let p = Program::new(DEEP);
    assert_eq!(p.dims(p.ty(p.entry().params[3].var)), "n; s on 0; s on 0,1");
    assert_eq!(p.count(|e| matches!(e, Exp::View(View::Gather { .. }))), 1);
    // The outer map returns the sizes of both inner levels; the map over the gathered rows returns rows of known sizes.
    assert_eq!(p.sizes(0), 2);
    assert_eq!(p.entry().ret_sizes.len(), 2);
}

#[test]
fn matrices_of_their_own_shapes_are_transposed() {
    let p = Program::new(TFLAT);
    assert_eq!(p.param_names(), ["n", "r", "c", "ms"]);
    assert_eq!(p.count(|e| matches!(e, Exp::View(View::Rearrange { .. }))), 1);
    assert_eq!(p.count(|e| matches!(e, Exp::View(View::Reshape { .. }))), 1);
}

#[test]
fn a_loop_that_grows_is_existential() {
    let p = Program::new(GROW);
    assert_eq!(p.count(|e| matches!(e, Exp::Loop(l) if l.params.sizes.len() == 1)), 1);
}

#[test]
fn a_loop_that_keeps_its_shape_is_not() {
    let p = Program::new(SORTROWS);
    assert_eq!(p.count(|e| matches!(e, Exp::Loop(l) if l.params.sizes.is_empty())), 2);
    assert_eq!(p.count(|e| matches!(e, Exp::WithAcc { .. })), 1);
    assert_eq!(p.count(|e| checks(e, |c| matches!(c, CheckKind::Equal { .. }))), 0);
}

#[test]
fn updates_in_a_loop() {
    let p = Program::new(CHASE);
    assert!(p.entry().params[2].consumed);
    assert_eq!(p.locs(|e| matches!(e, Exp::Write { .. })), ["3:35"]);
    assert_eq!(p.locs(|e| checks(e, |c| matches!(c, CheckKind::Bounds { .. }))), ["2:80", "3:25", "3:35"]);
}

#[test]
fn a_coercion_is_checked_and_says_who_called() {
    let p = Program::new(COMB);
    assert_eq!(p.locs(|e| checks(e, |c| matches!(c, CheckKind::Equal { .. }))), ["1:66 < 3:3"]);
    assert_eq!(p.locs(|e| checks(e, |c| matches!(c, CheckKind::Size { .. }))), ["3:62"]);
    assert_eq!(p.count(|e| matches!(e, Exp::View(View::Recast { .. }))), 1);
}

#[test]
fn replication_copies_no_sizes() {
    let p = Program::new(REP);
    let outer = p.scremas()[0];
    assert_eq!(outer.inputs.len(), 2);
    let Type::Data { dims, .. } = p.ty(outer.inputs[1].0) else { panic!("an array is expected") };
    assert_eq!(dims[1].on, [0]);
}

#[test]
fn expand_then_permute() {
    let p = Program::new(COVER);
    assert_eq!(p.locs(|e| checks(e, |c| matches!(c, CheckKind::Size { .. }))), ["2:12", "3:19"]);
    assert_eq!(p.count(|e| matches!(e, Exp::Total { .. })), 1);
    let neutral = |e: &Exp<Soac>| matches!(e, Exp::WithAcc { accs, .. } if accs[0].op.as_ref().is_some_and(|op| op.ne.is_some()));
    assert_eq!(p.count(neutral), 1);
    assert_eq!(p.count(|e| checks(e, |c| matches!(c, CheckKind::Equal { .. }))), 0);
}

#[test]
fn an_index_error_names_the_call() {
    let p = Program::new(PICK);
    assert_eq!(p.locs(|e| checks(e, |c| matches!(c, CheckKind::Bounds { .. }))), ["1:36 < 2:56"]);
}
