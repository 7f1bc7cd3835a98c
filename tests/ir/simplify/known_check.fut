-- An index that the width of a map bounds is not checked.
-- after: simplify
-- count: 0 checks

entry f [n] (xs: [n]i64): [n]i64 = map (\i -> xs[i]) (iota n)
