-- Points of regular spaces are dealt out each by itself, and so are those that ask for no row; rows of one length are short or not, ragged ones
-- are shared, and what depends on all points in front is a chain.
-- after: schedule
-- count: 2 by each
-- count: 1 by short
-- count: 2 by share
-- count: 1 by chain

entry each [n] (xs: [n]f32): [n]f32 = map (* 2) xs
entry short [n] [m] (xss: [n][m]f32): [n]f32 = map f32.sum xss
entry share [n] (xss: [n][?]f32): [n]f32 = map f32.sum xss
entry points [n] (xss: [n][?]f32): [n][?]f32 = map (map (* 2)) xss
entry asking [n] (as: [n]f32) (xss: [n][?]f32): [n][?]f32 = map2 (\a xs -> map (* a) xs) as xss
entry chain [n] (xs: [n]i64): [n]i64 = scan (+) 0 xs
