-- The streaming combinators. Every result here is the same for every partitioning: `windrow test --chunk N` has to agree.
-- ==
-- entry: doubled
-- input { [1i64, 2i64, 3i64, 4i64] }
-- output { [2i64, 4i64, 6i64, 8i64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) }

-- ==
-- entry: pairs
-- input { [3i64, 1i64, 2i64] }
-- output { [9i64, 1i64, 4i64] [true, false, false] }
-- input { empty([0]i64) }
-- output { empty([0]i64) empty([0]bool) }

-- ==
-- entry: rows
-- input { [2i64, 0i64, 3i64] }
-- output { [[0i64, 1i64], [], [0i64, 1i64, 2i64]] }
-- input { empty([0]i64) }
-- output { empty([0][?]i64) }

-- ==
-- entry: row_sums
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [3i64, 0i64, 3i64] }

-- ==
-- entry: total
-- input { [1i64, 2i64, 3i64, 4i64] }
-- output { 10i64 [1i64, 4i64, 9i64, 16i64] }
-- input { empty([0]i64) }
-- output { 0i64 empty([0]i64) }

-- ==
-- entry: extremes
-- input { [4i64, -1i64, 7i64] }
-- output { -1i64 7i64 }

-- ==
-- entry: histogram
-- input { [0i64, 2i64, 2i64, 5i64, 1i64] }
-- output { [1i64, 1i64, 2i64] }
-- input { empty([0]i64) }
-- output { [0i64, 0i64, 0i64] }

-- ==
-- entry: counts
-- input { [0i64, 2i64, 2i64, 1i64] }
-- output { [1i64, 1i64, 2i64] [10i64, 12i64, 12i64, 11i64] }

-- ==
-- entry: prefix
-- input { [1i64, 2i64, 3i64, 4i64, 5i64] }
-- output { 15i64 [1i64, 3i64, 6i64, 10i64, 15i64] }
-- input { empty([0]i64) }
-- output { 0i64 empty([0]i64) }

-- ==
-- entry: prefix_rows
-- input { [1i64, 2i64, 1i64] }
-- output { [[0i64], [0i64, 1i64, 2i64], [0i64, 1i64, 2i64, 3i64]] }

-- ==
-- entry: last_seen
-- input { [3i64, 0i64, 0i64, 5i64, 0i64] }
-- output { [3i64, 3i64, 3i64, 5i64, 5i64] }

-- ==
-- entry: overwritten
-- input { [3i64, 4i64] }
-- output { [6i64, 8i64] [3i64, 4i64] }

-- ==
-- entry: shorter
-- input { [3i64, 3i64] }
-- output { [3i64, 3i64] }
-- input { [3i64, -4i64, 1i64] }
-- error: streams.fut:135:3: the result has size . for a chunk of size .

-- ==
-- entry: nested
-- input { [[1i64, 2i64, 3i64], [], [4i64]] }
-- output { [[2i64, 3i64, 4i64], [], [5i64]] [6i64, 0i64, 4i64] }

entry doubled (xs: []i64) = stream_map (map (* 2)) xs

-- Components of a tuple are cut alike.
entry pairs [n] (xs: [n]i64) = unzip (stream_map (map (\x -> (x * x, x > 2))) xs)

entry rows (ns: []i64) = stream_map (map iota) ns

entry row_sums [n] (xss: [n][?]i64) = stream_map (map i64.sum) xss

entry total [n] (xs: [n]i64) =
  stream_red (+) (\acc c -> (acc + i64.sum c, map (\x -> x * x) c)) 0 xs

entry extremes [n] (xs: [n]i64) =
  let least_and_most (a, b) (c, d) = (i64.min a c, i64.max b d)
  in stream_fold least_and_most (\acc c -> least_and_most acc (i64.minimum c, i64.maximum c))
                 (i64.highest, i64.lowest) xs

-- The accumulator is consumed.
entry histogram [n] (xs: [n]i64) =
  stream_fold (map2 (+)) (\(acc: *[3]i64) c -> reduce_by_index acc (+) 0 c (map (const 1) c)) (replicate 3 0) xs

entry counts [n] (xs: [n]i64) =
  let count (acc: *[3]i64) (c: []i64) = (reduce_by_index acc (+) 0 c (map (const 1) c), map (+ 10) c)
  in stream_red (map2 (+)) count (replicate 3 0) xs

def after [k] (acc: i64) (c: [k]i64): (i64, [k]i64) =
  let sums = map (+ acc) (scan (+) 0 c)
  in (if k == 0 then acc else sums[k - 1], sums)

entry prefix [n] (xs: [n]i64) = stream_seq after 0 xs

entry prefix_rows [n] (xs: [n]i64) =
  (stream_seq (\acc c -> let (sum, ys) = after acc c in (sum, map iota ys)) 0 xs).1

-- Sums as accumulator.
entry last_seen [n] (xs: [n]i64) =
  let see (acc: #none | #some i64) (x: i64): #none | #some i64 = if x == 0 then acc else #some x
  let chunk (acc: #none | #some i64) (c: []i64) =
    loop (acc, ys) = (acc, copy c) for i < length c do
      let acc = see acc c[i]
      in (acc, ys with [i] = match acc case #none -> 0 case #some y -> y)
  in (stream_seq chunk #none xs).1

-- The chunk is consumed; the array is not.
entry overwritten [n] (xs: [n]i64) =
  (stream_map (\(c: *[]i64) -> loop c = c for i < length c do c with [i] = 2 * c[i]) xs, xs)

-- The result of a chunk has the size of the chunk.
entry shorter [n] (xs: [n]i64) =
  stream_map (filter (> 0)) xs

-- Streams inside of a map over rows.
entry nested (xss: [][?]i64) =
  (map (\xs -> stream_map (map (+ 1)) xs) xss, map (\xs -> stream_fold (+) (\acc c -> acc + i64.sum c) 0 xs) xss)

-- Rows of constant size that are known by sizes of their own.
-- ==
-- entry: of_empty_rows
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { 6i64 }
-- input { empty([0][?]i64) }
-- output { 0i64 }
entry of_empty_rows [n] (xss: [n][?]i64): i64 =
  stream_fold (+) (\acc rows -> acc + i64.sum (map (\r -> let all = [2i64] ++ r in all[3 % length all]) rows)) 0 (xss[:, 0i64:0i64])

-- Rows that are made for a stream, and returned, have the sizes of those they were made of.
-- ==
-- entry: of_made_rows
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[2i64, 3i64], [], [4i64]] 9i64 }
entry of_made_rows [n] (xss: [n][?]i64): ([n][?]i64, i64) =
  let yss = map (map (+ 1)) xss
  in (yss, stream_fold (+) (\acc rows -> acc + i64.sum (map i64.sum rows)) 0 yss)
