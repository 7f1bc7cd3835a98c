-- Arrays that maps read by index, and that are overwritten behind these maps: each map sees what was there.
-- ==
-- entry: ends
-- input { [1i64, 2i64, 3i64, 4i64] } output { [10i64, 2i64, 3i64, 4i64] [4i64, 3i64, 2i64, 1i64] }
entry ends [n] (xs: *[n]i64): ([n]i64, [n]i64) =
  let turned = map (\i -> xs[n - 1 - i]) (iota n)
  in (xs with [0] = i64.sum turned, turned)

-- The longest increasing subsequence.
-- ==
-- entry: increasing
-- input { [3i64, 1i64, 4i64, 1i64, 5i64, 9i64, 2i64, 6i64] } output { 4i64 }
-- input { empty([0]i64) } output { 0i64 }
entry increasing [n] (a: [n]i64): i64 =
  let d =
    loop d = replicate n 1 for i < n do
      let m = i64.maximum (map (\j -> if a[j] < a[i] then d[j] else 0) (iota i))
      in d with [i] = 1 + i64.max 0 m
  in i64.max 0 (i64.maximum d)

-- Inside of maps over rows, and rows that are replaced.
-- ==
-- entry: rows
-- input { [[1i64, 2i64, 3i64], [], [5i64]] } output { [[3i64, 2i64, 3i64], [], [5i64]] }
entry rows [n] (xss: [n][?]i64): [n][?]i64 =
  map (\xs -> let m = length xs
              let a = copy xs
              let ys = map (\i -> a[(i * 2) % m]) (iota m)
              in if m > 0 then a with [0] = i64.maximum ys else a) xss

-- ==
-- entry: replaced
-- input { [[1i64, 2i64], [3i64, 4i64], [5i64, 6i64]] } output { [[6i64, 8i64], [9i64, 12i64], [14i64, 18i64]] }
entry replaced [n] [m] (xss: [n][m]i64): [n][m]i64 =
  loop a = copy xss for i < n do
    a with [i] = map (\j -> a[i, j] + a[(i + n - 1) % n, j]) (iota m)

-- A row that a branch chooses, overwritten behind it; the other one is still read.
-- ==
-- entry: chosen
-- input { [[1i64, 2i64], [4i64, 3i64]] } output { [[7i64, 2i64], [7i64, 3i64]] [[1i64, 2i64], [3i64, 4i64]] }
entry chosen [n] (xss: [n][2]i64): ([n][2]i64, [n][2]i64) =
  unzip (map (\xs -> let other = [xs[1], xs[0]]
                     let sorted = if xs[0] <= xs[1] then copy xs else other
                     let seen = map (\i -> sorted[i]) (iota 2)
                     let row = copy xs with [0] = 7
                     in (row, seen)) xss)
