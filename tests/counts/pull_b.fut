-- PageRank over incoming edges that are irregular rows: one step, and several.

def step [n] (sources: [n][?]i64) (degrees: [n]i64) (ranks: [n]f64): [n]f64 =
  let sent = map2 (\d r -> if d == 0 then 0 else r / f64.i64 d) degrees ranks
  let dangling = f64.sum [ r | (d <- degrees | r <- ranks), d == 0 ]
  let base = (0.15 + 0.85 * dangling) / f64.i64 n
  in [ base + 0.85 * f64.sum [ sent[u] | u <- us ] | us <- sources ]

entry pull_rows [n] (sources: [n][?]i64) (degrees: [n]i64) (ranks: [n]f64): [n]f64 = step sources degrees ranks

entry pull_steps [n] (sources: [n][?]i64) (degrees: [n]i64) (steps: i32): [n]f64 =
  loop ranks = replicate n (1 / f64.i64 n) for _i < steps do step sources degrees ranks

def graph (n: i64): ([n][?]i64, [n]i64) =
  let sources = map (\i -> map (\j -> (i * 3 + j) % n) (iota (i * 7 % 5))) (iota n)
  let all = flatten sources
  in (sources, hist (+) 0 n all (map (const 1) all))
entry pull_rows_data (n: i64): ([n][?]i64, [n]i64, [n]f64) =
  let (sources, degrees) = graph n in (sources, degrees, replicate n (1 / f64.i64 n))
entry pull_steps_data (n: i64): ([n][?]i64, [n]i64, i32) = let (sources, degrees) = graph n in (sources, degrees, 3)

-- The cases below are written by oracle.py.

-- ==
-- entry: pull_rows
-- input { empty([0][?]i64) empty([0]i64) empty([0]f64) }
-- output { empty([0]f64) }
-- input { [[1i64], [0i64]] [1i64, 1i64] [0.75f64, 0.25f64] }
-- output { [0.2875f64, 0.7124999999999999f64] }
-- input { [[1i64, 2i64, 3i64], empty([0]i64), [0i64], empty([0]i64), [1i64, 1i64, 2i64]] [1i64, 3i64, 2i64, 1i64, 0i64] [0.5f64, 0.125f64, 0.125f64, 0.25f64, 0.0f64] }
-- output { [0.3310416666666667f64, 0.03f64, 0.45499999999999996f64, 0.03f64, 0.1539583333333333f64] }

-- ==
-- entry: pull_steps
-- input { empty([0][?]i64) empty([0]i64) 3i32 }
-- output { empty([0]f64) }
-- input { [[1i64], [0i64]] [1i64, 1i64] 0i32 }
-- output { [0.5f64, 0.5f64] }
-- input { [[1i64, 2i64, 3i64], empty([0]i64), [0i64], empty([0]i64), [1i64, 1i64, 2i64]] [1i64, 3i64, 2i64, 1i64, 0i64] 4i32 }
-- output { [0.26836697144444444f64, 0.07682443922222222f64, 0.3468773631111111f64, 0.07682443922222222f64, 0.23110678699999998f64] }
