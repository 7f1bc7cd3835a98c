-- A loop owns what it is given and returns, though not an array that its body reads from outside.
-- after: fuse
-- count: 1 copy
-- count without own: 3 copy

entry owned (n: i64): []i64 = loop xs = map (* 2) (iota n) for i < n do xs with [i] = xs[i] + i
entry read [n] (ys: [n]i64): []i64 =
  let zs = map (* 2) ys
  in loop xs = copy zs for i < n do xs with [i] = zs[i] + i
