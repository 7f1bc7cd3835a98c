-- Inside of a map a stream is sequential: its scans and reductions are one loop of the row's thread.
-- after: fuse_flat
-- count: 1 seg
-- count: 1 loop
-- count: 0 ragged
-- count: 0 arrays

entry f (xss: [][?]i64): []i64 =
  map (\xs -> (stream_red (+) (\a c -> (a + i64.sum (scan i64.max 0 c), c)) 0 xs).0) xss
