-- Rows are combined element by element, at once; in the kernel that finds the nearest centre.
-- after: flatten
-- count: 0 loops
-- count: 0 reads
-- count: 2 seg
-- spaces: 2 1

entry f [n] [k] [d] (points: [n][d]i64) (centres: [k][d]i64): [k][d]i64 =
  let nearest p =
    (loop (best, least) = (0, i64.highest) for c < k do
       let there = i64.sum (map2 (\x y -> i64.abs (x - y)) p centres[c])
       in if there < least then (c, there) else (best, least)).0
  in reduce_by_index (replicate k (replicate d 0)) (map2 (+)) (replicate d 0) (map nearest points) points
