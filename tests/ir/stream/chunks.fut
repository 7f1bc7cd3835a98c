-- A loop over a chunk runs for many chunks in parallel, each with counters of its own, which are summed.
-- after: stream
-- count: 0 stream
-- count: 1 loop
-- count: 2 screma
-- count: 1 slice

entry f (xs: []i64): i64 =
  stream_fold (+) (\a c -> loop a for x in c do if x > a then a + 1 else a) 0 xs
