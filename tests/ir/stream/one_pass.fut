-- Operators that can be one are the parallelism of a stream: its array is one chunk.
-- after: fuse_flat
-- count: 1 seg
-- count: 0 loop
-- count: 0 arrays

entry f (xs: []i64): (i64, []bool) = stream_red (+) (\a c -> (a + i64.sum c, map (> 10) c)) 0 xs
