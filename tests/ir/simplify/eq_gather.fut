-- Two gathers with the same positions: one is left, with its check.
-- after: simplify
-- count: 1 screma
-- count: 1 checks

entry f [n] [m] (xs: [n]i64) (at: [m]i64): ([m]i64, [m]i64) = (map (\i -> xs[i]) at, map (\j -> xs[j]) at)
