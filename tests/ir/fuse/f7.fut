-- F7: sequential streams become one, in one loop over the elements.
-- after: fuse_flat
-- count: 1 seg
-- count: 2 loop
-- count: 0 scan
-- count: 0 arrays
-- count without fuse_streams: 4 loop

def after [m] (a: i64) (c: [m]i64): (i64, [m]i64) = (a + i64.sum c, map (+ a) (scan (+) 0 c))
entry f (xss: [][?]i64): [][?]i64 = map (\xs -> (stream_seq after 0 (stream_seq after 0 xs).1).1) xss
