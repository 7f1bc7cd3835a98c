-- What is known of every element survives in memory: kept indices and checked positions are in bounds.
-- after: simplify
-- count: 1 checks

entry f [n] [m] (ps: [m]i64) (xs: [n]i64): ([]i64, [m]i64) =
  let at = filter (\i -> xs[i] > 0) (iota n)
  let found = map (\p -> let x = xs[p] in if x < 0 then 0 else p) ps
  in (map (\i -> xs[i] * 2) at, map (\p -> xs[p] + 1) found)
