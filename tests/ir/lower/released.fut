-- Every variable gives up its buffer after its last use: the argument, in a round what the last one left, in the test what it reads.
-- after: lower
-- count: 7 release
-- count: 1 alloc
-- count: 2 reuse
-- count without reuse: 3 alloc

entry f [n] (xs: [n]i64): [n]i64 =
  loop ys = map (+ 1) xs while ys[0] < 100 do map (* 2) ys
