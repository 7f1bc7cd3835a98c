-- Lanes divide 32-bit numbers, but not if there are only as many lanes as the 64-bit numbers beside them leave room for.
-- after: vectorise
-- count: 0 vector

entry summed [n] (k: i32) (xs: [n]i32): i64 =
  i64.sum (map (\x -> i64.i32 (x / (if k == 0 then 1 else k))) xs)
