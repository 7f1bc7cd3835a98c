def both (n: i64) =
  let (m, _) = (n + 1, true)
  in (iota (m + 1), zip (iota m))
