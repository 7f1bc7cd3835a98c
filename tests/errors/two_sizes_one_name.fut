-- A size that hides another one is not that one.
def f [m] (xs: [m]i64) (ys: []i64) =
  let g [m] (_zs: [m]i64): [m]i64 = xs
  in g ys
