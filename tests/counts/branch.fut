-- Branches inside maps: sides that return rows (t1), and a side that reduces and can fail (t7).

entry t1 [n] (xss: [n][?]i64): [n][?]i64 =
  map (\xs -> if length xs > 2 then map (+ 1) xs else map (* 2) xs) xss

entry t7 [n] [m] (ys: [m]i64) (cs: [n]bool) (xss: [n][?]i64): [n]i64 =
  map2 (\c xs -> if c then i64.sum (map (\i -> ys[i]) xs) / length xs else 0) cs xss

def rows (n: i64) (m: i64) (size: i64 -> i64): [n][?]i64 = map (\i -> map (\j -> (i + j) % m) (iota (size i))) (iota n)
entry t1_data (n: i64): [n][?]i64 = rows n 9 (\i -> i * 7 % 5)
entry t1_skewed (n: i64): [n][?]i64 = rows n 9 (\i -> if i == n / 2 then 2 * n else i % 2)
entry t7_data (n: i64): ([n]i64, [n]bool, [n][?]i64) =
  (iota n, map (\i -> i * 7 % 5 > 0) (iota n), rows n n (\i -> i * 7 % 5))
entry t7_skewed (n: i64): ([n]i64, [n]bool, [n][?]i64) =
  (iota n, map (== n / 2) (iota n), rows n n (\i -> if i == n / 2 then 2 * n else i % 2))

-- The cases below are written by oracle.py.

-- ==
-- entry: t1
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [[1i64, 2i64, 3i64], [5i64]] }
-- output { [[2i64, 3i64, 4i64], [10i64]] }
-- input { [empty([0]i64), [1i64, 2i64], empty([0]i64), [3i64, 4i64, 5i64, 6i64], [7i64]] }
-- output { [empty([0]i64), [2i64, 4i64], empty([0]i64), [4i64, 5i64, 6i64, 7i64], [14i64]] }

-- ==
-- entry: t7
-- input { empty([0]i64) empty([0]bool) empty([0][?]i64) }
-- output { empty([0]i64) }
-- input { [5i64, 7i64] [true, false] [[0i64, 1i64], [1i64]] }
-- output { [6i64, 0i64] }
-- input { [5i64, 7i64, -9i64] [false, true, true, false] [empty([0]i64), [2i64, 2i64, 0i64], [1i64], [99i64]] }
-- output { [0i64, -5i64, 7i64, 0i64] }
-- input { [5i64] [true, true] [[0i64], [4i64]] }
-- error: branch.fut:7:[0-9]+: Index \[4\] out of bounds for array of shape \[1\] \(row 1, 0\)
