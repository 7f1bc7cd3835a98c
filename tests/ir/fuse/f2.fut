-- F2: a map becomes a part of a sequential stream.
-- after: fuse_flat
-- count: 1 seg
-- count: 0 scan
-- count without fuse_streams: 2 seg

def after [m] (a: i64) (c: [m]i64): (i64, [m]i64) = (a + i64.sum c, map (+ a) (scan (+) 0 c))
entry f (xss: [][?]i64): [][?]i64 = map (\xs -> map (* 2) (stream_seq after 0 (map (+ 1) xs)).1) xss
