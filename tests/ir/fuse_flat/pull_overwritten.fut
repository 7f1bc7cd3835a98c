-- What reads an array that is overwritten in between is evaluated before.
-- after: fuse_flat
-- count: 3 seg
-- count: 1 with_acc

entry f [n] (xs: *[n]i64) (is: []i64): ([]i64, [n]i64) =
  let ys = map (+ 7) xs
  let zs = scatter xs is is
  in (map (\i -> ys[i]) is, zs)
