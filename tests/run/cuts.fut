-- What the phases of a kernel hand on: many values of a point behind a scan, and long chains of operations in front of one.

type body = {x: f64, y: f64, z: f64, u: f64, v: f64, w: f64, m: f64, q: f64, r: f64}

-- Too many values to be kept: the points are evaluated again.
-- ==
-- entry: many_values
-- input { [[1f64,2f64,3f64,4f64,5f64,6f64],[2f64,3f64,4f64,5f64,6f64,7f64]] } output { [-48f64, -97.7639320225002f64] }
-- random input { [3000][6]f64 } auto output
entry many_values [n] (rows: [n][6]f64) : [n]f64 =
  let bodies : [n]body =
    map (\a ->
           { x = a[0] * 2, y = a[1] * a[0], z = a[2] + a[1], u = a[3] * a[2], v = a[4] / a[0], w = a[5] - a[3]
           , m = a[0] + a[5], q = a[1] * a[4], r = f64.sqrt a[3] })
        rows
  let sums = scan (\(a, b) (c, d) -> (a + c, f64.max b d)) (0, -f64.inf) (map (\b -> (b.x, b.m)) bodies)
  in map2 (\(s, t) (b: body) -> s + t + b.x + b.m * b.y - b.z * b.u + b.v - b.w * b.q + b.r) sums bodies

-- Every step uses the one in front twice: whoever goes through all ways back to the beginning never ends.
def stir (x: u32) : u32 =
  let step (x: u32) = let x = x ^ (x << 13) let x = x ^ (x >> 17) in x ^ (x << 5)
  in step (step (step (step (step (step (step (step (step (step (step (step x)))))))))))

-- ==
-- entry: long_chain
-- input { [1u32, 2u32, 3u32] } auto output
-- random input { [5000]u32 } auto output
entry long_chain [n] (xs: [n]u32) : ([n]u32, [n]u64) =
  let ys = map stir xs
  in (scan (+) 0 ys, scan (+) 0 (map u64.u32 ys))

-- ==
-- entry: chain_of_indices
-- input { 5i64 } auto output
-- input { 3000i64 } auto output
entry chain_of_indices (n: i64) : [n]u32 =
  let ys = map (\i -> stir (u32.i64 i)) (iota n)
  in map2 (\a b -> a + b) ys (reverse ys)

-- Windows of constant length, in one dimension and in two, and flattened.
-- ==
-- entry: windows
-- input { empty([0]i64) } output { empty([0]i64) empty([0]bool) }
-- input { [1i64, 2i64, 3i64, 4i64] } output { empty([0]i64) empty([0]bool) }
-- input { [1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64] } auto output
entry windows [n] (xs: [n]i64): ([]i64, []bool) =
  (map (\i -> i64.sum xs[i:i+5]) (iota (i64.max 0 (n - 4))), map (\i -> xs[i:i+3] == map (+ 1) xs[i+1:i+4]) (iota (i64.max 0 (n - 4))))
-- ==
-- entry: squares
-- input { empty([0][4]i64) } auto output
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] } auto output
-- input { [[1i64, 2i64, 3i64, 4i64], [4i64, 5i64, 6i64, 9i64], [4i64, 5i64, 6i64, 1i64], [4i64, 5i64, 6i64, 7i64]] } auto output
entry squares [n] [m] (a: [n][m]i64): ([][]i64, [][]i64) =
  (tabulate_2d (i64.max 0 (n - 2)) (i64.max 0 (m - 2)) (\i j -> i64.sum (flatten a[i:i+3, j:j+3])),
   tabulate_2d (i64.max 0 (n - 1)) (i64.max 0 (m - 1)) (\i j -> i64.maximum (map i64.sum a[i:i+2, j:j+2])))
-- ==
-- entry: one_too_many
-- input { [1i64, 2i64, 3i64, 4i64] } error: Index \[0:5\] out of bounds for array of shape \[4\] \(row 0\)
-- input { empty([0]i64) } output { empty([0]i64) }
entry one_too_many [n] (xs: [n]i64): []i64 = map (\i -> i64.sum xs[i:i+5]) (iota (n / 4))

-- Sums of tables, in rows and outside, whose sizes may be negative where there are no rows.
-- ==
-- entry: tables
-- input { 0i64 -5i64 } output { 0i64 }
-- input { 3i64 4i64 } output { 18i64 }
-- input { -1i64 4i64 } error: .*-1
entry tables (n: i64) (m: i64): i64 = i64.sum (flatten (tabulate_2d n m (\i j -> i ^ j)))
-- ==
-- entry: tables_of_rows
-- input { [0i64, 3i64, 1i64, 40i64, 0i64] } auto output
entry tables_of_rows (ks: []i64): []i64 = map (\k -> i64.sum (flatten (tabulate_2d k (k % 7) (\i j -> i ^ j)))) ks

-- Parts of matrices that lie far outside: they have the length that is known of them, and nothing of them is read.
-- ==
-- entry: part_sums
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] [0i64, 1000000000i64] 3i64 } error: out of bounds
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] [0i64, -1000000000i64] 3i64 } error: out of bounds
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] [0i64, 1i64] -7i64 } error: out of bounds
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] [0i64, 1i64] 1i64 } output { [1i64, 4i64] }
entry part_sums [n] [m] (a: [n][m]i64) (is: []i64) (k: i64): []i64 =
  map (\i -> i64.sum (flatten a[i:i+1, 0:k])) is
-- ==
-- entry: part_rows
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] [0i64, 1000000000i64] 3i64 } error: out of bounds
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] [0i64, 1i64] -7i64 } error: out of bounds
entry part_rows [n] [m] (a: [n][m]i64) (is: []i64) (k: i64) =
  map (\i -> map (\r -> map (+ 1) r) a[i:i+1, 0:k]) is
-- ==
-- entry: part_of_two
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] [0i64, 1000000000i64] } error: out of bounds
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] [0i64, -1000000000i64] } error: out of bounds
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] [0i64, 1i64] } output { [3i64, 9i64] }
entry part_of_two [n] [m] (a: [n][m]i64) (is: []i64): []i64 =
  map (\i -> i64.sum (map i64.sum a[i:i+1, 0:2])) is
-- ==
-- entry: part_copies
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] [0i64, 1000000000i64] } error: out of bounds
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] [0i64, 1i64] } auto output
entry part_copies [n] [m] (a: [n][m]i64) (is: []i64) =
  map (\i -> copy a[i:i+1, 0:2]) is
-- ==
-- entry: part_lengths
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] [0i64, 2i64] [1i64, -1000000000i64] } error: out of bounds
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] [0i64, 0i64] [1i64, 1000000000000i64] } error: out of bounds
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] [0i64, 0i64, 1i64, 2i64] [1i64, 2i64, 1i64, 2i64] } auto output
entry part_lengths [n] [m] (a: [n][m]i64) (is: []i64) (ks: []i64) =
  (map2 (\i k -> i64.sum (flatten a[i:k, 0:2])) is ks, map2 (\i k -> a[i:k, 1:3]) is ks)
