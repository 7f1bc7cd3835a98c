-- Rows are combined element by element, at once; the nearest centre is found in one kernel.
-- after: flatten
-- count: 0 loops
-- count: 0 reads
-- count: 3 seg
-- spaces: 2 1 2

entry f [n] [k] [d] (points: [n][d]i64) (centres: [k][d]i64): [k][d]i64 =
  let nearest p =
    (loop (best, least) = (0, i64.highest) for c < k do
       let there = i64.sum (map2 (\x y -> i64.abs (x - y)) p centres[c])
       in if there < least then (c, there) else (best, least)).0
  in reduce_by_index (replicate k (replicate d 0)) (map2 (+)) (replicate d 0) (map nearest points) points
