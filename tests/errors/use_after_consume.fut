entry main (xs: *[]i64): i64 =
  let ys = xs with [0] = 1
  in ys[0] + xs[0]
