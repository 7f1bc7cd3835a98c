-- A map whose results are returned sums them on the way.
-- after: flatten
-- count: 1 seg
-- count: 0 arrays

entry f [n] (xs: [n]i64): ([n]i64, i64) = let ys = map (* 2) xs in (ys, i64.sum ys)
