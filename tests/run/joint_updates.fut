-- Several accumulations over the same elements, and such that begin with a reduction or a loop at every element.

entry two (k: i64) (xs: []i64): ([]i64, []i64) =
  let is = map (\x -> 10 / x % k) xs
  in (reduce_by_index (replicate k 0) (+) 0 is xs, reduce_by_index (replicate k 0) i64.max i64.lowest is xs)
-- ==
-- entry: two
-- input { 2i64 empty([0]i64) }
-- output { [0i64, 0i64] [0i64, 0i64] }
-- input { 3i64 [1i64, 2i64, 3i64, 5i64, 10i64, -1i64] }
-- output { [3i64, 11i64, 6i64] [3i64, 10i64, 5i64] }
-- input { 3i64 [1i64, 0i64] }
-- error: joint_updates\.fut:4:23: division by zero \(row 1\)$

entry in_turn [n] (is: [n]i64) (xs: [n]i64): [3]i64 =
  let sums = reduce_by_index (replicate 3 0) (+) 0 is xs
  in reduce_by_index sums i64.max i64.lowest is (map (* 2) xs)
-- ==
-- entry: in_turn
-- input { [0i64, 1i64, 0i64, 5i64] [1i64, 2i64, 3i64, 9i64] }
-- output { [6i64, 4i64, 0i64] }

entry exchanged [n] (is: [n]i64) (xs: *[n]i64): ([n]i64, [n]i64) =
  let ys = scatter (replicate n 0) is (map (\i -> xs[i]) is)
  in (ys, scatter xs is (map (const 7) is))
-- ==
-- entry: exchanged
-- input { [2i64, 0i64, 0i64] [1i64, 2i64, 3i64] }
-- output { [1i64, 0i64, 3i64] [7i64, 2i64, 7i64] }

-- Rows without elements have an end, too; long ones are summed up by several workers and end once.
entry ends [n] (xss: [n][?]i64): ([4]i64, [4]i64) =
  let at = map i64.sum xss
  in (reduce_by_index (replicate 4 0) (+) 0 at (map (const 1) at), reduce_by_index (replicate 4 0) (+) 0 at (map length xss))
-- ==
-- entry: ends
-- input { empty([0][?]i64) }
-- output { [0i64, 0i64, 0i64, 0i64] [0i64, 0i64, 0i64, 0i64] }
-- input { [empty([0]i64), [1i64, 2i64], [5i64], empty([0]i64), [3i64]] }
-- output { [2i64, 0i64, 0i64, 2i64] [0i64, 0i64, 0i64, 3i64] }

entry long_ends (sizes: []i64): [4]i64 =
  let at = map (\s -> i64.sum (map (\i -> i % 2) (iota s)) % 4) sizes
  in reduce_by_index (replicate 4 0) (+) 0 at (map (const 1) at)
-- ==
-- entry: long_ends
-- input { [0i64, 100002i64, 3i64, 0i64, 200000i64, 50006i64] }
-- output { [3i64, 2i64, 0i64, 1i64] }

entry means [n] [d] (xss: [n][d]i64): ([3][d]i64, [3]i64) =
  let best xs = (loop (best, most) = (0, 0) for c < 3 do
                   let s = i64.sum (map (\x -> x * c % 4) xs)
                   in if s > most then (c, s) else (best, most)).0
  let at = map best xss
  in (reduce_by_index (replicate 3 (replicate d 0)) (map2 (+)) (replicate d 0) at xss,
      reduce_by_index (replicate 3 0) (+) 0 at (replicate n 1))
-- ==
-- entry: means
-- input { empty([0][2]i64) }
-- output { [[0i64, 0i64], [0i64, 0i64], [0i64, 0i64]] [0i64, 0i64, 0i64] }
-- input { [[1i64, 2i64], [0i64, 4i64], [3i64, 3i64], [1i64, 1i64]] }
-- output { [[0i64, 4i64], [4i64, 5i64], [1i64, 1i64]] [1i64, 2i64, 1i64] }
-- input { [empty([0]i64), empty([0]i64)] }
-- output { [empty([0]i64), empty([0]i64), empty([0]i64)] [2i64, 0i64, 0i64] }

entry rest [n] (xs: [n]i64): [n]i64 =
  let total = i64.sum (map (* 2) xs)
  in map (\c -> total - c) (scan (+) 0 (map (* 2) xs))
-- ==
-- entry: rest
-- input { empty([0]i64) }
-- output { empty([0]i64) }
-- input { [1i64, 2i64, 3i64] }
-- output { [10i64, 6i64, 0i64] }

entry rests [n] (xss: [n][?]i64): [n][?]i64 = map (\xs -> let t = i64.sum xs in map (\c -> t - c) (scan (+) 0 xs)) xss
-- ==
-- entry: rests
-- input { [[1i64, 2i64, 3i64], empty([0]i64), [4i64, 5i64]] }
-- output { [[5i64, 3i64, 0i64], empty([0]i64), [5i64, 0i64]] }

-- A scan goes through its elements twice, but each updates what it updates once.
entry counted_and_placed [n] (xs: [n]i64): ([3]i64, [n]i64) =
  (reduce_by_index (replicate 3 0) (+) 0 xs (map (const 1) xs), scatter (replicate n 0) (map (\c -> c - 1) (scan (+) 0 xs)) xs)
-- ==
-- entry: counted_and_placed
-- input { [1i64, 2i64, 1i64, 2i64] }
-- output { [0i64, 2i64, 2i64] [1i64, 0i64, 2i64, 1i64] }

-- What is kept updates an array where it is kept, and has its place there; nothing may be kept.
entry kept_and_counted [n] (xs: [n]i64): ([4]i64, []i64, [4]i64) =
  let ys = filter (> 0) xs
  let sums = reduce_by_index (replicate 4 0) (+) 0 ys (indices ys)
  in (sums, ys, reduce_by_index (copy sums) (+) 0 ys ys)
-- ==
-- entry: kept_and_counted
-- input { [3i64, -1i64, 0i64, 1i64, 3i64] }
-- output { [0i64, 1i64, 0i64, 2i64] [3i64, 1i64, 3i64] [0i64, 2i64, 0i64, 8i64] }
-- input { [-1i64, -1i64] }
-- output { [0i64, 0i64, 0i64, 0i64] empty([0]i64) [0i64, 0i64, 0i64, 0i64] }
-- input { empty([0]i64) }
-- output { [0i64, 0i64, 0i64, 0i64] empty([0]i64) [0i64, 0i64, 0i64, 0i64] }

entry kept_of_target [n] (xs: *[n]i64): ([n]i64, []i64) =
  let ys = filter (\x -> x > 0 && x < n && xs[x] < 5) xs
  in (scatter xs ys (map (const 7) ys), ys)
-- ==
-- entry: kept_of_target
-- input { [1i64, 2i64, 1i64] }
-- output { [1i64, 7i64, 7i64] [1i64, 2i64, 1i64] }

-- Rows that are kept as one: places go on from row to row.
entry kept_rows [n] (xss: [n][?]i64): ([4]i64, []i64) =
  let ys = flatten (map (filter (> 0)) xss)
  in (reduce_by_index (replicate 4 (-1)) i64.max (-1) ys (indices ys), ys)
-- ==
-- entry: kept_rows
-- input { [[3i64, -1i64, 1i64], empty([0]i64), [0i64], [2i64, 3i64, 9i64]] }
-- output { [-1i64, 1i64, 2i64, 3i64] [3i64, 1i64, 2i64, 3i64, 9i64] }
-- input { empty([0][?]i64) }
-- output { [-1i64, -1i64, -1i64, -1i64] empty([0]i64) }
-- input { [empty([0]i64), [0i64, -5i64]] }
-- output { [-1i64, -1i64, -1i64, -1i64] empty([0]i64) }

entry kept_long_rows (sizes: []i64): (i64, i64) =
  let ys = [i * s | s <- sizes, i <- iota s, i % 3 == 1]
  in (length ys, i64.sum (map2 (\y i -> y ^ i) ys (indices ys)))
-- ==
-- entry: kept_long_rows
-- input { [0i64, 5i64, 0i64, 3i64] }
-- output { 3i64 27i64 }
-- input { [100001i64, 0i64, 7i64] }
-- output { 33336i64 166673333065022i64 }

-- Three levels, of which the two inner ones are kept and flattened within the rows of the first.
entry kept_inside [n] (xsss: [n][?][?]i64): [n][?]i64 = map (\xss -> flatten (map (filter (> 0)) xss)) xsss
-- ==
-- entry: kept_inside
-- input { [[[1i64, -1i64], [2i64]], [empty([0]i64), [3i64, 4i64]]] }
-- output { [[1i64, 2i64], [3i64, 4i64]] }

entry kept_all [n] (xsss: [n][?][?]i64): []i64 = flatten (flatten (map (map (filter (> 0))) xsss))
-- ==
-- entry: kept_all
-- input { [[[1i64, -1i64], [2i64]], [empty([0]i64), [3i64, 4i64]]] }
-- output { [1i64, 2i64, 3i64, 4i64] }

-- What is updated was made by the same kernel as the elements that are kept.
entry kept_beside: []i64 =
  let xs = [5i64, 1]
  let ys = [ 7i64 | _x <- replicate 2 1i64, true ]
  in scatter (copy xs) (map (* 2) (indices ys)) ys
-- ==
-- entry: kept_beside
-- input { }
-- output { [7i64, 1i64] }
