def (|>) (xs: *[]i64) (f: []i64 -> i64): i64 = f (xs with [0] = 5)
entry main (xs: *[]i64): i64 =
  let r = xs |> i64.sum
  in r + xs[0]
