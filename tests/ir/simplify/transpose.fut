-- Transposing twice are two views: neither is known to undo the other yet.
-- after: simplify
-- count: 2 rearrange

entry f [n] [m] (xss: [n][m]i64): [n][m]i64 = map (map (+ 1)) (transpose (transpose xss))
