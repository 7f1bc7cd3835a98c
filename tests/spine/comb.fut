-- Two ragged arrays from different computations, combined element by element.
-- ==
-- entry: comb
-- input { empty([0][?]f64) empty([0]i64) }
-- output { empty([0][?]f64) }
-- input { [empty([0]f64), empty([0]f64)] [0i64, 0i64] }
-- output { [empty([0]f64), empty([0]f64)] }
-- input { [[1.0, -1.0, 2.0], [], [3.0]] [2i64, 0i64, 1i64] }
-- output { [[0.0, 2.0], [], [0.0]] }
-- input { [[1.0, -1.0, 2.0], [], [3.0]] [2i64, 0i64, 4i64] }
-- error: comb.fut:[0-9]+:[0-9]+: .*\[4\] .*"\[1\]f64".*called at .*comb.fut

def mul [k] [l] (xs: [k]f64) (ys: [l]f64): [k]f64 = map2 (*) xs (ys :> [k]f64)

entry comb [n] (xss: [n][?]f64) (ns: [n]i64): [n][?]f64 =
  map2 mul (map (filter (> 0)) xss) (map (\k -> map f64.i64 (iota k)) ns)
