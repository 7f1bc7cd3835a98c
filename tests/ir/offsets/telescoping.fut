-- The offsets of slices between neighbours of one array are that array, less its first element: only the checks are left of the
-- kernel that computed the sizes.
-- after: fuse_flat
-- count: 2 segs
-- count: 0 arrays
-- count: 0 reads
-- count: 1 closed
-- count: 2 cert
-- count without offsets: 3 segs
-- count without offsets: 2 arrays

entry sums [k] [m] (offs: [k]i32) (vals: [m]f32): []f32 =
  map (\i -> f32.sum vals[i64.i32 offs[i]:i64.i32 offs[i + 1]]) (iota (k - 1))
