-- Maps of few elements in the loops of a point, which fills a row with them.

def next (v: [3]i64) (i: i64): [3]i64 = map (\j -> v[(j + 1) % 3] * 2 + i * j - v[j]) (iota 3)

-- Rows that loops carry, with as many rounds as each point wants.
-- ==
-- entry: vectors
-- input { [0i64, 1i64, 4i64] [[1i64, 2i64, 3i64], [1i64, 2i64, 3i64], [0i64, -1i64, 5i64]] }
-- output { [[1i64, 2i64, 3i64], [3i64, 4i64, -1i64], [120i64, 73i64, -171i64]] }
-- input { empty([0]i64) empty([0][3]i64) } output { empty([0][3]i64) }
entry vectors [n] (ks: [n]i64) (vs: [n][3]i64): [n][3]i64 =
  map2 (\k v -> loop v for i < k do next v i) ks vs

-- Two results of one map, and rows of a map in a branch.
-- ==
-- entry: two
-- input { [5i64, 0i64, 2i64] } output { [288i64, 0i64, 47i64] }
entry two [n] (ks: [n]i64): [n]i64 =
  map (\k ->
         loop s = 0 for i < k do
           let (as, bs) = unzip (map (\j -> (i + j * j, s % (j + 1) + j)) (iota 4))
           in if i % 2 == 0 then s + as[(s + i) % 4] + i64.sum (map2 (*) as bs) else s + bs[i % 4] + as[3])
      ks

-- A map whose elements need loops of small maps themselves is a map of its own.
-- ==
-- entry: nested
-- input { [3i64, 1i64] } output { [34i64, 6i64] }
entry nested [n] (ks: [n]i64): [n]i64 =
  map (\k ->
         loop s = 0 for i < k do
           let xs = map (\j -> loop t = j for l < 2 do let ys = map (\m -> t * m + l) (iota 3) in ys[t % 3] + ys[l]) (iota 5)
           in s + xs[i] + xs[(s + 1) % 5])
      ks

-- Which element fails.
-- ==
-- entry: failing
-- input { [2i64, 9i64] [3i64, 4i64] } output { [0i64, 56i64] }
-- input { [1i64, 3i64] [3i64, 0i64] } error: division by zero
entry failing [n] (ks: [n]i64) (ds: [2]i64): [n]i64 =
  map (\k -> loop s = 0 for i < k do let xs = map (\j -> (i + j + s) / ds[j]) (iota 2) in s + xs[i % 2] + xs[(i + 1) % 2]) ks
