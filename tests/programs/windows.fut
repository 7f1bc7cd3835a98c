-- prefix sums segmented, top-k per row, moving average per row, padded
def top [n] (k: i64) (xs: [n]i64): []i64 =
  let sorted = (sort_by_key (>=) xs xs).0
  in take (i64.min k n) sorted
def moving [n] (w: i64) (xs: [n]f64): []f64 = map (\i -> f64.sum xs[i:i+w] / f64.i64 w) (iota (i64.max 0 (n - w + 1)))
def pad [n] (m: i64) (d: i64) (xs: [n]i64): [m]i64 = map (\i -> if i < n then xs[i] else d) (iota m)
-- ==
-- entry: main
-- input { [[3i64,9i64,4i64],[],[1i64]] } output { [[9i64,4i64],[],[1i64]] [[6f64,6.5f64],[],[]] [[3i64,9i64,4i64],[0i64,0i64,0i64],[1i64,0i64,0i64]] [[3i64,0i64,1i64],[9i64,0i64,0i64],[4i64,0i64,0i64]] }
entry main (xss: [][?]i64) =
  let m = i64.maximum (map length xss)
  let p = map (pad m 0) xss
  in (map (top 2) xss, map (\xs -> moving 2 (map f64.i64 xs)) xss, p, transpose p)
