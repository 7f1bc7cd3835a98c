-- A multiple of the index, another array, or the index of the row beside it is no position.
-- after: positions
-- count: 0 positions

entry sums [k] [m] (offs: [k]i64) (others: [k]i64) (vals: [m]i64): []i64 =
  map (\i ->
         let s = offs[i + 1] - offs[i]
         in i64.sum (map (\j -> vals[offs[i] + 2 * j] + vals[others[i] + j] + vals[offs[i] + i + j]) (iota s)))
      (iota (k - 1))
