-- Chunks that are copied and overwritten: the array, and the chunk where it is used beside the copy, are as before.
-- ==
-- entry: a
-- input { [1i64, 2i64, 3i64] } output { [2i64, 4i64, 6i64] }
entry a [n] (xs: [n]i64): [n]i64 = stream_map (\c -> let d = loop d = copy c for i < length c do d with [i] = d[i] * 1 in map2 (+) d c) xs
-- ==
-- entry: b
-- input { [1i64, 2i64, 3i64] } output { [10i64, 20i64, 30i64] [1i64, 2i64, 3i64] }
entry b [n] (xs: [n]i64): ([n]i64, [n]i64) =
  let ys = stream_map (\c -> loop d = copy c for i < length c do d with [i] = d[i] * 10) xs in (ys, xs)
-- ==
-- entry: c
-- input { [[1i64, 2i64, 3i64]] } output { [[5i64, 2i64, 3i64]] [[1i64, 2i64, 3i64]] }
entry c (xss: [][?]i64) = (map (\xs -> stream_map (\c -> if length c > 0 then copy c with [0] = 5 else c) xs) xss, xss)
-- ==
-- entry: d
-- input { [1i64, 2i64, 3i64] } output { 12i64 }
entry d [n] (xs: [n]i64): i64 = stream_fold (+) (\acc c -> let e = if length c > 0 then copy c with [0] = 1 else c in acc + i64.sum e + i64.sum c) 0 xs
-- ==
-- entry: e
-- input { [1i64, 2i64, 3i64] } output { 105i64 [1i64, 2i64, 3i64] }
entry e [n] (xs: [n]i64): (i64, [n]i64) = (stream_fold (+) (\acc c -> acc + i64.sum (if length c > 0 then copy c with [0] = 100 else c)) 0 xs, xs)
