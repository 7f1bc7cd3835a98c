-- A row with an element behind it where the branch says so: one kernel for the sizes, one for the elements.
-- after: fuse_flat
-- count: 2 segs
-- count: 0 keep
-- count without mask: 8 segs

entry f [n] (xss: [n][?]i64) = map (\xs -> if length xs > 2 then xs ++ [1] else xs) xss
