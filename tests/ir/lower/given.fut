-- The offsets of an argument come with it, and so does their total.
-- after: fuse_flat
-- count: 1 segs
-- count: 0 reads
-- count: 0 arrays

entry f [n] (xss: [n][?]i64): [n]i64 = map i64.sum xss
