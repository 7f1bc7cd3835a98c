-- Sums of sums of irregular rows.
-- after: flatten
-- count: 2 seg
-- count: 2 offsets
-- spaces: 3r 2r

entry f [n] (xsss: [n][?][?]i64): [n]i64 = map (\xss -> i64.sum (map (\xs -> i64.sum xs) xss)) xsss
