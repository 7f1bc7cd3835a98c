-- Whether a point is at the border is decided for pieces of a row, and within one all lanes read neighbours. What an element decides, each
-- lane decides for itself: it must not read for the others then.
-- after: vectorise
-- count: 2 vector

entry smooth [n] (xs: [n]f32): [n]f32 =
  map (\i -> if i == 0 || i == n - 1 then xs[i] else xs[i-1] + xs[i+1]) (iota n)
entry matches [n] (xs: [n]i32): i32 =
  i32.sum (map (\i -> if i > 0 && xs[i] == xs[i-1] then 1 else 0) (iota n))
entry kept [n] (xs: [n]i32): [n]i32 =
  map (\i -> if xs[i] > 3 then xs[i / 2] else 0) (iota n)
