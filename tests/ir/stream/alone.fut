-- One operator over a chunk is flattened like any other.
-- after: fuse_flat
-- count: 1 seg
-- count: 0 loop

entry f (xss: [][?]i64): []i64 = map (\xs -> stream_fold (+) (\a c -> a + i64.sum c) 0 xs) xss
