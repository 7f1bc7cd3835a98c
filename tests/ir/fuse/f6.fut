-- F6: parallel streams become one, where one gives what the other takes and where both take the same.
-- after: fuse_streams
-- count: 2 stream
-- count: 2 par

def triangles [m] (c: [m]i64): [m]i64 =
  let before = if m == 0 then 0 else c[0] * (c[0] - 1) / 2
  in scan (+) 0 (map (\i -> if i == c[0] then before + i else i) c)
entry one_after_another (n: i64): (i64, []i64) =
  let ys = stream_map triangles (iota n)
  in stream_red (+) (\a c -> (a + i64.sum c, map (+ 1) c)) 0 ys
entry side_by_side (xs: []i64): (i64, i64) =
  (stream_fold (+) (\a c -> a + i64.sum c) 0 xs, stream_fold i64.max (\a c -> i64.max a (i64.maximum c)) 0 xs)
