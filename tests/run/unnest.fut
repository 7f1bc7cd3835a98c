-- Maps over elements of rows that are flattened, alone and with what comes behind; elements that know their rows are no such maps.

entry mapped [n] (xss: [n][?]i64): (i64, []i64) =
  (i64.maximum (flatten (map (map (+ 1)) xss)), scan (+) 0 (flatten (map (map (* 2)) xss)))
entry kept [n] (xss: [n][?]i64): (i64, []i64, i64) =
  let ys = [ x * x | xs <- xss, x <- xs, x > 3 ]
  in (i64.sum ys, map (+ 1) ys, length ys)
entry by_rows [n] (xss: [n][?]i64): (i64, []i64) =
  (i64.sum [ x * length xs | xs <- xss, x <- xs ], flatten (map (\xs -> map2 (*) xs (indices xs)) xss))
entry kept_by_rows [n] (xss: [n][?]i64) (ys: [n]i64): []i64 = flatten (map2 (\xs y -> filter (> y) xs) xss ys)
entry beside [n] (xss: [n][?]i64): ([]i64, []i64) =
  let (ys, zs) = unzip (flatten (map (map (\x -> (x + 1, x * 2))) xss))
  in (filter (> 4) ys, map (+ length ys) zs)
entry updated [n] (xss: [n][?]i64): ([]i64, []i64) =
  let ys = flatten (map (map (+ 1)) xss)
  let zs = copy ys
  in (if null ys then zs else zs with [0] = 9, ys)

-- ==
-- entry: mapped
-- input { empty([0][?]i64) }
-- output { -9223372036854775808i64 empty([0]i64) }
-- input { [[1i64, 7i64], empty([0]i64), [4i64, 2i64, 5i64]] }
-- output { 8i64 [2i64, 16i64, 24i64, 28i64, 38i64] }

-- ==
-- entry: kept
-- input { empty([0][?]i64) }
-- output { 0i64 empty([0]i64) 0i64 }
-- input { [[1i64, 7i64], empty([0]i64), [4i64, 2i64, 5i64]] }
-- output { 90i64 [50i64, 17i64, 26i64] 3i64 }
-- input { [[1i64], [2i64]] }
-- output { 0i64 empty([0]i64) 0i64 }

-- ==
-- entry: by_rows
-- input { [[1i64, 7i64], empty([0]i64), [4i64, 2i64, 5i64]] }
-- output { 49i64 [0i64, 7i64, 0i64, 2i64, 10i64] }

-- ==
-- entry: kept_by_rows
-- input { [[1i64, 7i64], empty([0]i64), [4i64, 2i64, 5i64]] [1i64, 0i64, 3i64] }
-- output { [7i64, 4i64, 5i64] }

-- ==
-- entry: beside
-- input { [[1i64, 7i64], empty([0]i64), [4i64, 2i64, 5i64]] }
-- output { [8i64, 5i64, 6i64] [7i64, 19i64, 13i64, 9i64, 15i64] }

-- ==
-- entry: updated
-- input { empty([0][?]i64) }
-- output { empty([0]i64) empty([0]i64) }
-- input { [[1i64, 7i64], empty([0]i64), [4i64, 2i64, 5i64]] }
-- output { [9i64, 8i64, 5i64, 3i64, 6i64] [2i64, 8i64, 5i64, 3i64, 6i64] }

-- What is consumed between the map and the flattening is mapped before.
entry consumed [n] [m] (xss: *[n][m]i64): ([]i64, [n][m]i64) =
  let yss = map (map (+ 1)) xss
  let zss = if n > 0 && m > 0 then xss with [0, 0] = 100 else xss
  in (flatten yss, zss)

-- ==
-- entry: consumed
-- input { [[1i64, 2i64], [3i64, 4i64]] }
-- output { [2i64, 3i64, 4i64, 5i64] [[100i64, 2i64], [3i64, 4i64]] }
-- input { empty([0][2]i64) }
-- output { empty([0]i64) empty([0][2]i64) }

-- A check in the map, and one that names its element.
entry checked [n] [m] (xss: [n][?]i64) (ys: [m]i64): i64 = i64.sum (flatten (map (map (\x -> ys[x])) xss))

-- ==
-- entry: checked
-- input { [[1i64, 0i64], empty([0]i64), [2i64]] [5i64, 6i64, 7i64] }
-- output { 18i64 }
-- input { [[1i64, 0i64], empty([0]i64), [2i64, 3i64]] [5i64, 6i64, 7i64] }
-- error: Index \[3\] out of bounds for array of shape \[3\] \(row 2, 1\)
