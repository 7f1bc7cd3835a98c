-- A branch of the host that filters its rows leaves their number on the device: the host waits neither for the condition nor for that.
-- after: fuse_flat
-- count: 0 reads
-- count without mask: 3 reads

entry above [n] (k: i64) (xs: [n]i64): i64 =
  let ys = if i64.maximum xs > k then filter (> k) xs else xs in if null ys then 0 else i64.sum ys
