-- F4: a reduction of what a sequential stream gives becomes its accumulator.
-- after: fuse_flat
-- count: 1 seg
-- count: 0 arrays
-- count: 0 scan
-- count without fuse_streams: 2 seg

def after [m] (a: i64) (c: [m]i64): (i64, [m]i64) = (a + i64.sum c, map (+ a) (scan (+) 0 c))
entry f (xss: [][?]i64): []i64 = map (\xs -> i64.maximum (stream_seq after 0 xs).1) xss
