-- A map over short rows stays one over their elements.
-- after: fuse_flat
-- count: 1 seg
-- spaces: 2

entry f [n] (xs: [n][3]f64): [n][3]f64 = map (map (* 2)) xs
