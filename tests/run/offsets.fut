-- Offsets in closed form, offsets made with the sizes, and sizes that are differences: with rows that are empty, decreasing,
-- outside, and none at all.

-- Slices between neighbours, as in a sparse matrix. An empty slice may lie anywhere.
entry between [k] [m] (offs: [k]i32) (vals: [m]i64): []i64 =
  map (\i -> i64.sum vals[i64.i32 offs[i]:i64.i32 offs[i + 1]]) (iota (k - 1))

-- The array of starts may be shorter than the rows: also with no rows it is empty.
entry unrelated [n] [k] [m] (xs: [n]i64) (offs: [k]i64) (vals: [m]i64): [n]i64 =
  map2 (\v x -> x + i64.sum (map (* x) vals[offs[v]:offs[v + 1]])) (iota n) xs

-- Rows that are slices stay: their places are known from the same array.
entry rows [k] [m] (offs: [k]i64) (vals: [m]i64): [][?]i64 =
  map (\i -> map (+ i) vals[offs[i]:offs[i + 1]]) (iota (k - 1))

-- A multiple of known sizes, and a constant more.
entry longer [n] (xss: [n][?]i64): [n]i64 =
  map (\xs -> i64.sum (map (\j -> if j < length xs then xs[j] else 1) (iota (2 * length xs + 1)))) xss

-- Sizes of a product, whose offsets the kernel makes; a size may be bad.
entry triangle [n] (ks: [n]i64): [n]i64 = map (\k -> i64.sum (map (\j -> j + k) (iota (k * k - 1)))) ks

-- Two levels: the offsets of the inner sizes are made by a kernel over the outer rows.
entry deep [n] (ks: [n]i64): [n][?]i64 =
  map (\k -> map (\l -> i64.sum (map (\x -> x * l) (iota (l * k)))) (iota (k * k))) ks

-- Private memory of a size with a closed form.
entry prefix [n] (xss: [n][?]i64): [n]i64 =
  map (\xs ->
         let ps = loop ps = replicate (length xs + 1) 0
                  for j < length xs do ps with [j + 1] = ps[j] + xs[j]
         in i64.sum ps)
      xss

-- The size of the next row: known sizes, but of another row.
entry next [n] (xss: [n][?]i64): []i64 =
  let sizes = map (\xs -> length xs) xss
  in map (\i -> i64.sum (iota sizes[i + 1])) (iota (n - 1))

-- Every other element of a slice: its length is no difference.
entry every [k] [m] (offs: [k]i64) (vals: [m]i64): []i64 =
  map (\i -> i64.sum vals[offs[i]:offs[i + 1]:2]) (iota (k - 1))

-- ==
-- entry: between
-- input { [0i32] empty([0]i64) }
-- output { empty([0]i64) }
-- input { [0i32, 2i32, 2i32, 5i32] [1i64, 2i64, 3i64, 4i64, 5i64] }
-- output { [3i64, 0i64, 12i64] }
-- input { [2i32, 3i32, 5i32] [1i64, 2i64, 3i64, 4i64, 5i64] }
-- output { [3i64, 9i64] }
-- input { [70i32, 70i32, 70i32] [1i64, 2i64] }
-- output { [0i64, 0i64] }
-- input { [0i32, 2i32, 1i32, 2i32] [1i64, 2i64] }
-- error: Index \[2:1\] out of bounds for array of shape \[2\] \(row 1\)
-- input { [0i32, 2i32, 2000000000i32] [1i64, 2i64] }
-- error: row 1
-- input { [-1i32, 2i32] [1i64, 2i64] }
-- error: Index \[-1:2\] out of bounds

-- ==
-- entry: unrelated
-- input { empty([0]i64) empty([0]i64) [1i64] }
-- output { empty([0]i64) }
-- input { [1i64, 2i64] [0i64, 1i64, 3i64, 9i64] [1i64, 2i64, 3i64] }
-- output { [2i64, 12i64] }
-- input { [1i64, 2i64] [0i64, 1i64] [1i64, 2i64, 3i64] }
-- error: Index \[2\] out of bounds for array of shape \[2\] \(row 1\)

-- ==
-- entry: rows
-- input { [1i64, 1i64, 3i64] [5i64, 6i64, 7i64] }
-- output { [empty([0]i64), [7i64, 8i64]] }
-- input { [1i64] [5i64, 6i64, 7i64] }
-- output { empty([0][?]i64) }
-- input { [1i64, 4i64, 5i64] [5i64, 6i64, 7i64] }
-- error: Index \[(1:4|4:5)\] out of bounds

-- ==
-- entry: longer
-- input { empty([0][?]i64) }
-- output { empty([0]i64) }
-- input { [empty([0]i64), [5i64, 6i64], empty([0]i64), [1i64]] }
-- output { [1i64, 14i64, 1i64, 3i64] }

-- ==
-- entry: triangle
-- input { empty([0]i64) }
-- output { empty([0]i64) }
-- input { [1i64, 2i64, -3i64, 1i64] }
-- output { [0i64, 9i64, 4i64, 0i64] }
-- input { [1i64, 2i64, 0i64, 1i64] }
-- error: row 2

-- ==
-- entry: deep
-- input { empty([0]i64) }
-- output { empty([0][?]i64) }
-- input { [1i64, 0i64, 2i64] }
-- output { [[0i64], empty([0]i64), [0i64, 1i64, 12i64, 45i64]] }

-- ==
-- entry: prefix
-- input { [empty([0]i64), [5i64, 6i64], empty([0]i64), [1i64]] }
-- output { [0i64, 16i64, 0i64, 1i64] }

-- ==
-- entry: next
-- input { [[1i64], empty([0]i64), [4i64, 5i64]] }
-- output { [0i64, 1i64] }

-- ==
-- entry: every
-- input { [0i64, 3i64, 3i64, 5i64] [1i64, 2i64, 4i64, 8i64, 16i64] }
-- output { [5i64, 0i64, 8i64] }

-- Sizes that a scan has to be known for have no closed form.
entry scanned (p: i64): i64 =
  let xss = [[p, p], [1]]
  let k = p % 3
  let ysss = map (\ys -> map (\y -> ([p] ++ y)[:1]) ys) (unflatten_by [k, 0, 2 - k] xss)
  let zsss = ysss :> [length ysss](?[k][l].[k][l]i64)
  in length zsss
-- ==
-- entry: scanned
-- input { -4i64 }
-- output { 3i64 }
