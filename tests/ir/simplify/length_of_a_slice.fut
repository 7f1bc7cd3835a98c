-- The length of a slice is the constant that its ends differ by: the windows are levels of constant size.
-- after: inplace
-- count: 3 seg
-- count: 0 offsets

entry windows [n] (xs: [n]f32): []f32 = map (\i -> f32.sum xs[i:i+5]) (iota (i64.max 0 (n - 4)))
entry squares [n] [m] (a: [n][m]f32): [][]f32 =
  tabulate_2d (i64.max 0 (n - 2)) (i64.max 0 (m - 2)) (\i j -> f32.sum (map f32.sum a[i:i+3, j:j+3]))
-- With a length that goes by another name.
entry named [n] (k: i64) (xs: [n]f32): []f32 =
  let k = i64.max 1 (i64.min k 100)
  in map (\i -> let j = i + k in f32.sum xs[i:j]) (iota (i64.max 0 (n - k)))
