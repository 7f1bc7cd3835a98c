-- Sizes without a closed form: the kernel that computes them makes the offsets too, and only these are stored.
-- after: fuse_flat
-- count: 2 segs
-- count: 1 arrays
-- count: 0 closed
-- count: 1 differences
-- count without offsets: 3 segs
-- count without offsets: 2 arrays

entry triangle [n] (ks: [n]i64): [n]i64 = map (\k -> i64.sum (map (\j -> j * j) (iota (k * k)))) ks
