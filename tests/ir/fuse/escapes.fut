-- A map whose results are returned stays, and what sums them is a kernel of its own.
-- after: flatten
-- count: 2 seg
-- count: 0 arrays

entry f [n] (xs: [n]i64): ([n]i64, i64) = let ys = map (* 2) xs in (ys, i64.sum ys)
