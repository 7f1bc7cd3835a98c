-- The area of each polygon; polygons have as many corners as they have.
-- ==
-- entry: areas
-- input { empty([0][?]f64) empty([0][?]f64) }
-- output { empty([0]f64) }
-- input { [[0.0, 2.0, 2.0, 0.0], [0.0, 1.0, 0.0], []] [[0.0, 0.0, 3.0, 3.0], [0.0, 0.0, 1.0], []] }
-- output { [6.0, 0.5, 0.0] }

def area [k] (corners: [k](f64, f64)): f64 =
  let cross (i: i64): f64 =
    let (x, y) = corners[i]
    let (u, v) = corners[(i + 1) % k]
    in x * v - u * y
  in f64.abs (f64.sum (map cross (iota k))) / 2

entry areas [n] (polygons: [n][?](f64, f64)): [n]f64 = map area polygons

-- How often each of four numbers occurs in all rows together.
-- ==
-- entry: buckets
-- input { [[0i64, 3i64, 1i64], [], [3i64, 3i64]] }
-- output { [1i64, 1i64, 0i64, 3i64] }

entry buckets [n] (bss: [n][?]i64): [4]i64 =
  let bs = flatten bss
  in reduce_by_index (replicate 4 0) (+) 0 bs (map (\_ -> 1) bs)
