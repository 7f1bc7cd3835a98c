-- F5: a scan of what a sequential stream gives becomes its accumulator and a part of every chunk. Outside of maps it does not: there
-- the stream is one chunk, and the scan would only be done twice.
-- after: fuse_flat
-- count: 2 seg
-- count: 1 scan
-- count without fuse_streams: 3 seg

def after [m] (a: i64) (c: [m]i64): (i64, [m]i64) = (a + i64.sum c, map (+ a) (scan (+) 0 c))
entry inside (xss: [][?]i64): [][?]i64 = map (\xs -> scan i64.max 0 (stream_seq after 0 xs).1) xss
entry outside (xs: []i64): []i64 = scan i64.max 0 (stream_seq (\a c -> (a + i64.sum c, map (+ 1) c)) 0 xs).1
