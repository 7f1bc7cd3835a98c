-- Loops of every form, and what they carry.

-- ==
-- entry: counted
-- input { 5i64 } output { 10i64 }
-- input { 0i64 } output { 0i64 }
-- input { -2i64 } output { 0i64 }

-- ==
-- entry: over
-- input { [2i64, 3i64, 4i64] } output { 24i64 }

-- ==
-- entry: over_pairs
-- input { [1i64, 2i64] [10i64, 20i64] } output { 50i64 }

-- ==
-- entry: while_loop
-- input { 27i64 } output { 111i64 }
-- input { 1i64 } output { 0i64 }

-- ==
-- entry: several
-- input { 10i64 } output { 55i64 89i64 }

-- ==
-- entry: growing
-- input { 4i64 } output { [0i64, 1i64, 4i64, 9i64] }

-- ==
-- entry: shrinking
-- input { [1i64, 2i64, 3i64, 4i64, 5i64] } output { [5i64] }

-- ==
-- entry: in_place
-- input { 5i64 } output { [0i64, 1i64, 3i64, 6i64, 10i64] }

-- ==
-- entry: nested
-- input { 3i64 } output { [[0i64, 0i64, 0i64], [0i64, 1i64, 2i64], [0i64, 2i64, 4i64]] }

-- ==
-- entry: in_a_map
-- input { [0i64, 3i64, 5i64] } output { [1i64, 8i64, 32i64] }

-- ==
-- entry: rows_that_stop
-- input { [1i64, 6i64, 7i64] } output { [0i64, 8i64, 16i64] }

-- ==
-- entry: small_counters
-- input { 3i8 } output { 6i8 }

-- ==
-- entry: records
-- input { 4i64 } output { 24i64 10i64 }

-- ==
-- entry: bisect
-- input { 2.0 } output { 1.414213562373095 }

-- ==
-- entry: bubble
-- input { [4i32, 2i32, 3i32, 1i32] } output { [1i32, 2i32, 3i32, 4i32] }

-- ==
-- entry: collatz_lengths
-- input { 6i64 } output { [0i64, 1i64, 7i64, 2i64, 5i64, 8i64] }

entry counted (n: i64) = loop s = 0 for i < n do s + i
entry over (xs: []i64) = loop p = 1 for x in xs do p * x
entry over_pairs [n] (xs: [n]i64) (ys: [n]i64) = loop s = 0 for (x, y) in zip xs ys do s + x * y
entry while_loop (n: i64) =
  (loop (n, c) = (n, 0i64) while n != 1 do (if n % 2 == 0 then n / 2 else 3 * n + 1, c + 1)).1
entry several (n: i64) = loop (a, b) = (0i64, 1i64) for _i < n do (b, a + b)
entry growing (n: i64) = loop xs = [] for i < n do xs ++ [i * i]
entry shrinking (xs: []i64) = loop xs while length xs > 1 do tail xs
entry in_place (n: i64) =
  let xs = replicate n 0
  in loop xs for i < n - 1 do xs with [i + 1] = xs[i] + i + 1
entry nested (n: i64) =
  let grid = replicate n (replicate n 0)
  in loop grid for i < n do loop grid for j < n do grid with [i, j] = i * j
entry in_a_map (ns: []i64) = map (\n -> loop x = 1i64 for _i < n do x * 2) ns
def steps (n: i64) = (loop (n, c) = (n, 0i64) while n != 1 do (if n % 2 == 0 then n / 2 else 3 * n + 1, c + 1)).1
entry rows_that_stop (ns: []i64) = map steps ns
entry small_counters (n: i8) = loop s = 0 for i < n + 1 do s + i
entry records (n: i64) =
  let r = loop r = {product = 1, sum = 0} for i < n do {product = r.product * (i + 1), sum = r.sum + i + 1}
  in (r.product, r.sum)
entry bisect (x: f64) =
  (loop (low, high) = (0.0, x) for _i < 60i32 do
     let mid = (low + high) / 2
     in if mid * mid <= x then (mid, high) else (low, mid)).0
entry bubble [n] (xs: *[n]i32) =
  loop xs for i < n do
    loop xs for j < n - 1 - i do
      let (a, b) = (xs[j], xs[j + 1])
      let xs = xs with [j] = i32.min a b
      in xs with [j + 1] = i32.max a b
entry collatz_lengths (n: i64) = map (\i -> steps (i + 1)) (iota n)
