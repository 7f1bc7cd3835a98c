-- What both sides of a branch reduce is reduced once, in front of it; what can fail stays.
-- after: fuse_flat
-- count: 1 segs
-- count: 1 red
-- count: 0 arrays
-- count without simplify tidy: 2 red

entry f [n] (cs: [n]bool) (xss: [n][?]i64): [n]i64 = map2 (\c xs -> if c then i64.sum xs / 2 else i64.sum xs * 3) cs xss
