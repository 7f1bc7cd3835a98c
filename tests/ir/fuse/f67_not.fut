-- A parallel and a sequential stream stay two: as one they would be sequential. So do streams whose accumulators the other needs, and
-- reductions whose operator can fail, since a stream applies it once more.
-- after: fuse_streams
-- count: 5 stream

def after [m] (a: i64) (c: [m]i64): (i64, [m]i64) = (a + i64.sum c, map (+ a) (scan (+) 0 c))
entry kinds (xs: []i64): []i64 = (stream_seq after 0 (stream_map (map (+ 1)) xs)).1
entry needed (xs: []i64): []i64 =
  let (s, ys) = stream_red (+) (\a c -> (a + i64.sum c, map (* 2) c)) 0 xs
  in stream_map (map (+ s)) ys
entry failing (xs: []i64): i64 = reduce (\a b -> if a == 0 then b else b / a * a) 0 (stream_map (map (+ 1)) xs)
