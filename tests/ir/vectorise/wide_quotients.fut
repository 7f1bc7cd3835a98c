-- There are quotients of 32-bit numbers in lanes, but not for as many lanes as 64-bit numbers beside them have.
-- after: vectorise
-- count: 0 vector

entry scaled [n] (ys: [n]i32) (xs: [n]i64): [n]i64 =
  map2 (\x y -> x * i64.i32 (i32.i64 x / (if y == 0 then 1 else y))) xs ys
