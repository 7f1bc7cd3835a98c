-- What two operators read is computed once, for both.
-- after: flatten
-- count: 1 seg
-- count: 0 arrays

entry f (xs: []i64): (i64, i64) = let ys = map (* 2) xs in (i64.sum ys, i64.maximum ys)
