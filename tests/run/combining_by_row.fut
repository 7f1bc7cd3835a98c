-- Combining operators and neutral elements that differ from row to row.

-- Sums modulo a number of each row.
-- ==
-- entry: modular
-- input { [[1i64, 2i64, 3i64, 9i64], [3i64, 4i64, 6i64, 6i64]] [5i64, 7i64] }
-- output { [[2i64, 1i64, 2i64], [1i64, 4i64, 0i64]] }
-- input { empty([0][4]i64) empty([0]i64) } output { empty([0][3]i64) }
entry modular [n] [m] (xss: [n][m]i64) (ps: [n]i64): [n][3]i64 =
  map2 (\xs p -> hist (\a b -> (a + b) %% p) 0 3 (map (% 3) xs) xs) xss ps

-- The neutral element is a number of the row: what is there is never less.
-- ==
-- entry: least
-- input { [[1i64, 2i64, 3i64], [3i64, 4i64, 16i64]] [5i64, 6i64] } output { [[5i64, 5i64], [16i64, 6i64]] }
entry least [n] [m] (xss: [n][m]i64) (ps: [n]i64): [n][2]i64 =
  map2 (\xs p -> hist i64.max p 2 (map (% 2) xs) xs) xss ps

-- Rows of different lengths into places of different number, and an element of each row in the operator.
-- ==
-- entry: ragged
-- input { [0i64, 3i64, 0i64, 1i64, 700i64, 2i64] [2i64, 0i64, 1i64, 4i64, 3i64, 0i64] } auto output
-- input { empty([0]i64) empty([0]i64) } output { empty([0]i64) }
-- input { [50i64, 50i64, 50i64] [50i64, 1i64, 0i64] } auto output
entry ragged [n] (lengths: [n]i64) (places: [n]i64): [n]i64 =
  map3 (\i len k ->
          let xs = map (\j -> (i * 31 + j * j) % 97) (iota len)
          let most = i64.maximum xs
          let h = hist (\a b -> i64.min (a + b) (3 * most + xs[len - 1])) 0 k (map (\j -> j * 7 %% (k + 1)) (iota len)) xs
          in i64.sum (map2 (*) h (map (+ 1) (iota k))))
       (iota n) lengths places

-- Two maps around, pairs, and values of both.
-- ==
-- entry: deep
-- input { [[2i64, 0i64, 5i64], [1i64, 40i64, 3i64]] [3i64, 10i64] } auto output
entry deep [n] [m] (lengths: [n][m]i64) (ps: [n]i64): [n][m]i64 =
  map2 (\row p ->
          map2 (\len q ->
                  let add (a, c) (b, d) = ((a + b) %% (p + q), i64.max c d)
                  let (s, t) = unzip (hist add (0, q - p) 2 (map (% 2) (iota len)) (zip (iota len) (map (* q) (iota len))))
                  in s[0] + 100 * s[1] + 10000 * t[0] + 1000000 * t[1])
               row (iota m))
       lengths ps

-- Only some rows, and different numbers of rounds.
-- ==
-- entry: rounds
-- input { [[1i64, 2i64, 3i64, 9i64], [3i64, 4i64, 6i64, 6i64], [0i64, 0i64, 1i64, 1i64]] [5i64, -7i64, 2i64] } auto output
entry rounds [n] [m] (xss: [n][m]i64) (ps: [n]i64): [n][3]i64 =
  map2 (\xs p ->
          if p < 0 then [p, p, p]
          else let (h, _) = loop (h, r) = ([0, 0, 1], 0) while r < p do
                 (reduce_by_index (copy h) (\a b -> (a + b + r) %% (p * 10)) (-r) (map (\x -> (x + r) % 3) xs) (map (+ h[0]) xs), r + 1)
               in h)
       xss ps

-- ==
-- entry: fails
-- input { [[1i64, 2i64], [3i64, 4i64]] [5i64, 7i64] } output { [[2i64, 1i64], [4i64, 3i64]] }
-- input { [[1i64, 2i64], [3i64, 4i64]] [5i64, 0i64] } error: ivision
entry fails [n] [m] (xss: [n][m]i64) (ps: [n]i64): [n][2]i64 =
  map2 (\xs p -> hist (\a b -> (a + b) % p) 0 2 (map (% 2) xs) xs) xss ps

-- Floats that do not grow beyond a bound of their row.
-- ==
-- entry: bounded
-- input { [[1f64, 2f64, 3f64], [4f64, 0.5f64, 1f64]] [3.5f64, 0.25f64] }
-- output { [[2f64, 3.5f64], [0.25f64, 0.25f64]] }
entry bounded [n] (xss: [n][3]f64) (caps: [n]f64): [n][2]f64 =
  map2 (\xs cap -> hist (\a b -> f64.min cap (a + b)) 0 2 [1, 0, 1] xs) xss caps
