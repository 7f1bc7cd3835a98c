-- Rows of different sizes.

entry sums [n] (xss: [n][?]f64): [n]f64 = map f64.sum xss

entry outliers [n] (xss: [n][?]f64) (limit: f64): ([n][?]f64, [n]i64) =
  let kept = map (filter (> limit)) xss
  in (kept, map length kept)

entry deep [n] (xsss: [n][?][?]i32): [n][?]i32 = map (map i32.sum) xsss

entry pairs [n] (xss: [n][?][2]f32): [n]f32 = map (\xs -> f32.sum (map (\x -> x[0] * x[1]) xs)) xss

entry events (n: i64): [n]{at: i64, values: [?]f64} =
  map (\i -> {at = 10 * i, values = map f64.i64 (iota i)}) (iota n)

entry totals [n] (es: [n]{at: i64, values: [?]f64}): [n]f64 = map (\e -> f64.i64 e.at + f64.sum e.values) es

entry looked_up [n] (xss: [n][?]i64) (table: []i64): [n][?]i64 = map (map (\x -> table[x])) xss
