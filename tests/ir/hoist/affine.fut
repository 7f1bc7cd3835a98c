-- The checks of `offs[v]` and `offs[v + 1]` for all v are one check each, of the host: what is read is then trivial, and is read where it is
-- needed.
-- after: fuse_flat
-- count: 2 bounds
-- count: 2 segs
-- count: 0 arrays

entry f [k] [m] (offs: [k]i64) (xs: [m]i64) (n: i64) = map (\v -> i64.sum xs[offs[v]:offs[v + 1]]) (iota n)
