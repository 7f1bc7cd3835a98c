type~ rows = #ints ([]i64) | #reals ([]f64)
entry main (xs: []i64): i64 =
  let r: rows = #ints xs
  in match r case #ints ys -> length ys case #reals ys -> length ys
