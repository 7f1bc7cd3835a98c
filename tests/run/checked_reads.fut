-- Indices that are wrong in some lanes, into arrays with elements and without.

entry sums [n] [k] (xs: [n]f64) (iss: [k][?]i64): [k]f64 = map (\is -> f64.sum (map (\i -> xs[i]) is)) iss
-- ==
-- entry: sums
-- input { [1.5, 2.5] [[0i64, 1i64], empty([0]i64), [1i64, 1i64, 1i64]] } output { [4.0, 0.0, 7.5] }
-- input { [1.5, 2.5] [[0i64, 1i64], empty([0]i64), [1i64, 2i64, 1i64]] }
-- error: Index \[2\] out of bounds for array of shape \[2\]
-- input { empty([0]f64) [[0i64], empty([0]i64)] }
-- error: Index \[0\] out of bounds for array of shape \[0\]
-- input { empty([0]f64) [empty([0]i64), empty([0]i64)] } output { [0.0, 0.0] }

-- Enough indices for several vectors, of which the last is wrong.
entry long (n: i64) (last: i64): f32 =
  let xs = map f32.i64 (iota n)
  in f32.sum (map (\i -> xs[if i == 999 then last else i % n]) (iota 1000))
-- ==
-- entry: long
-- input { 10i64 0i64 } output { 4491f32 }
-- input { 10i64 10i64 } error: Index \[10\] out of bounds for array of shape \[10\]
-- input { 10i64 -1i64 } error: Index \[-1\] out of bounds for array of shape \[10\]

-- The first element of the last row lies behind all elements.
entry firsts [n] (xss: [n][?]i32): [n]i32 = map (\xs -> xs[0]) xss
-- ==
-- entry: firsts
-- input { [[1i32], [2i32, 3i32]] } output { [1i32, 2i32] }
-- input { [[1i32], [2i32, 3i32], empty([0]i32)] } error: Index \[0\] out of bounds for array of shape \[0\]

-- A number of rounds from an array without elements, in whose memory there was a large number before.
entry rounds [k] [m] (zs: [k]i64) (n: i64) (is: [m]i64): [m]i64 =
  let a = scan (+) 0 zs
  let cs = map (+ 1) (scan (+) 0 (iota (n * a[k - 1])))
  in map (\i -> loop a = 0 for k < 3 do a + i64.sum (map (\j -> (j * k ^ a) % 7) (iota cs[i]))) is
-- ==
-- entry: rounds
-- input { [1099511627776i64, 0i64, 0i64] 0i64 [3i64, 3i64, 3i64] } error: Index \[3\] out of bounds for array of shape \[0\]
-- input { [1i64, 1i64, 1i64] 2i64 [3i64, 0i64, 1i64] } auto output
