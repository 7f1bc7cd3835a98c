-- A chunk that its function overwrites is copied, one that it only reads is not.
-- after: own
-- count: 1 copy

entry f (xs: []i64): ([]i64, []i64) =
  (stream_map (\(c: *[]i64) -> loop c = c for i < length c do c with [i] = 2 * c[i]) xs, stream_map (map (+ 1)) xs)
