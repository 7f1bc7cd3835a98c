-- The checks of `offs[v]` and `offs[v + 1]` for all v are one check each, of the host: what is read is then trivial, and is read where it is
-- needed, and the kernel in front and that of the sizes are one.
-- after: fuse_flat
-- count: 2 bounds
-- count: 3 segs
-- count: 2 arrays
-- count without hoist: 3 arrays

entry f [k] [m] (offs: [k]i64) (xs: [m]i64) (n: i64) = map (\v -> i64.sum xs[offs[v]:offs[v + 1]]) (iota n)
