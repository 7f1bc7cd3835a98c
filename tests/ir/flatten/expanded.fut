-- An expansion whose elements are summed at their sources is a nest.
-- after: flatten
-- count: 3 segs
-- count: 1 offsets

entry f (ns: []i64): []i64 = expand_reduce (\n -> n) (\n i -> n * i) (+) 0 ns
