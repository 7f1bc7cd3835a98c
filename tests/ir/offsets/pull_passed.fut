-- What a check has let pass is computed again where it is read, under the evidence of the kernel that checked.
-- after: fuse_flat
-- count: 2 segs
-- count: 0 arrays
-- count: 1 under
-- count: 2 checks

entry sums [n] [k] [m] (starts: [k]i64) (is: [n]i64) (vals: [m]i64): [n]i64 =
  map2 (\i v -> let a = starts[2 * i] in i64.sum (map (\j -> vals[a + j] + v) (iota 30))) (iota n) is
