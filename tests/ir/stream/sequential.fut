-- Outside of maps a sequential stream is one chunk, whose operators run in parallel.
-- after: stream
-- count: 0 stream
-- count: 0 loop
-- count: 1 scan

entry f (xs: []i64): (i64, []i64) = stream_seq (\a c -> (a + i64.sum c, map (+ a) (scan (+) 0 c))) 0 xs
