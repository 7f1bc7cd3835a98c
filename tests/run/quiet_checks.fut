-- Checks at the points of tiles: one point fails, wherever it lies, also where results are written over what they were made of.

entry quotients [n] (xss: [n][?]i64): [n][?]i64 = map (map (\x -> 10 / x)) xss

entry sums [n] (xss: [n][?]i64): [n]i64 = map (\xs -> i64.sum (map (\x -> 10 / x) xs)) xss

entry scans [n] (xss: [n][?]i64): [n][?]i64 = map (\xs -> scan (+) 0 (map (\x -> 10 / x) xs)) xss

entry kept [n] (xss: [n][?]i64): [n][?]i64 = map (\xs -> filter (> 2) (map (\x -> 10 / x) xs)) xss

entry counts [n] (m: i64) (xss: [n][?]i64): [m]i64 =
  let (bins, vals) = unzip (flatten (map (map (\x -> (10 / x, x + 1))) xss))
  in hist (+) 0 m bins vals

entry products [k] [m] [c] (offs: [k]i32) (cols: [m]i32) (vals: [m]i64) (xs: [c]i64): []i64 =
  map (\i ->
         let (a, b) = (i64.i32 offs[i], i64.i32 offs[i + 1])
         in i64.sum (map2 (\col v -> v * xs[i64.i32 col]) cols[a:b] vals[a:b]))
      (iota (k - 1))

-- Long rows, one of which has a bad element far behind.
entry long (n: i64) (bad: i64): []i64 =
  map (\r -> i64.sum (map (\j -> 1000 / (r * n + j - bad)) (iota (n * r)))) (iota 3)

-- ==
-- entry: quotients
-- input { [[1i64, 2i64], [], [5i64]] }
-- output { [[10i64, 5i64], [], [2i64]] }
-- input { [[1i64, 2i64], [1i64, 0i64]] }
-- error: division by zero \(row 1, 1\)
-- input { [[10i64, 0i64], [], [10i64, 10i64, 10i64]] }
-- error: division by zero \(row 0, 1\)

-- ==
-- entry: sums
-- input { [[1i64, 2i64], [], [5i64]] }
-- output { [15i64, 0i64, 2i64] }
-- input { [[1i64, 2i64], [], [1i64, 3i64, 0i64]] }
-- error: division by zero \(row 2, 2\)

-- ==
-- entry: scans
-- input { [[1i64, 2i64], [], [5i64]] }
-- output { [[10i64, 15i64], [], [2i64]] }
-- input { [[1i64, 2i64], [1i64, 0i64, 1i64]] }
-- error: division by zero \(row 1, 1\)

-- ==
-- entry: kept
-- input { [[1i64, 2i64], [], [5i64]] }
-- output { [[10i64, 5i64], [], []] }
-- input { [[1i64, 2i64], [1i64, 0i64, 1i64]] }
-- error: division by zero \(row 1, 1\)

-- ==
-- entry: counts
-- input { 6i64 [[5i64, 2i64], [], [5i64]] }
-- output { [0i64, 0i64, 12i64, 0i64, 0i64, 3i64] }
-- input { 3i64 [[5i64, 2i64], [0i64]] }
-- error: division by zero \(row 1, 0\)

-- ==
-- entry: products
-- input { [1i32, 3i32, 3i32, 4i32] [9i32, 0i32, 1i32, 1i32] [9i64, 1i64, 2i64, 3i64] [10i64, 20i64] }
-- output { [50i64, 0i64, 60i64] }
-- input { [1i32, 3i32, 3i32, 4i32] [0i32, 0i32, 1i32, 2i32] [9i64, 1i64, 2i64, 3i64] [10i64, 20i64] }
-- error: Index \[2\] out of bounds for array of shape \[2\] \(row 2, 0\)
-- input { [0i32, 1i32] [0i32] [1i64] empty([0]i64) }
-- error: Index \[0\] out of bounds for array of shape \[0\] \(row 0, 0\)

-- ==
-- entry: long
-- input { 3000i64 7005i64 }
-- error: division by zero \(row 2, 1005\)

-- Elements are kept by a loop, and what is kept is an index.
entry indices [n] (xs: [n]i64): (i64, i64) =
  let zs = map (* 3) (iota 1024)
  let ks = map (\x -> (loop a = x while a > 5000 do a / 3) & 1023) xs
  let ys = filter (\x -> x % 3 == 1) ks
  in (length ys, i64.sum (map (\k -> zs[k]) ys))

-- Sizes that are differences of offsets are read at points.
entry weighted [n] (xss: [n][?]i64) (zs: [8]i64): [n][?]i64 =
  map (\xs ->
         let ls = map (\x -> x & 7) xs
         let sums = map (\l -> i64.sum (map (\j -> zs[j]) (iota l))) ls
         in scan (+) 0 (map2 (\l s -> l * s) ls sums))
      xss

-- The size of the last row, where there may be none.
entry by_last [k] [m] (offs: [k]i64) (vals: [m]i64): []i64 =
  let n = k - 1
  let rows = map (\i -> vals[offs[i]:offs[i + 1]]) (iota n)
  in map (\row -> i64.sum row * length rows[n - 1]) rows

-- ==
-- entry: indices
-- input { [1i64, 4i64, 6i64, 12001i64] }
-- output { 3i64 2799i64 }
-- input { empty([0]i64) }
-- output { 0i64 0i64 }

-- ==
-- entry: weighted
-- input { [[1i64, 2i64], [], [10i64, 7i64]] [1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64] }
-- output { [[1i64, 7i64], [], [6i64, 202i64]] }

-- ==
-- entry: by_last
-- input { [0i64] empty([0]i64) }
-- output { empty([0]i64) }
-- input { [0i64, 1i64, 3i64] [5i64, 6i64, 7i64] }
-- output { [10i64, 26i64] }
