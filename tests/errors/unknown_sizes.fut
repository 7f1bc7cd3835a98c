-- Two sizes that only the run tells are told apart, with where each comes from.
entry paired (xs: []i64) =
  let ys = filter (> 0) xs
  let zs = if length xs > 3 then xs[1:] else filter (< 0) xs
  in zip ys zs

-- A size that is called [s] already leaves that name alone.
entry between [s] (xs: [s]i64) (k: i64) = map2 (\(ys: [s]i64) n -> ys[0] + n) [xs, filter (> k) xs] [1, 2]

-- A size that is computed in a round of a loop is not one of what the loop carries.
entry rounds (xs: []i64) =
  loop ys = filter (> 0) xs for i < 3 do
    let zs = filter (> i) ys
    in map2 (+) ys zs
