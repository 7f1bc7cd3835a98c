-- A result that two operators read is stored once.
-- after: flatten
-- count: 3 seg
-- count: 1 arrays

entry f (xs: []i64): (i64, i64) = let ys = map (* 2) xs in (i64.sum ys, i64.maximum ys)
