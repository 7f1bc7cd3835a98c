-- Histograms of rows and of everything.
def histogram [n] (k: i64) (xs: [n]i64): [k]i64 = reduce_by_index (replicate k 0) (+) 0 xs (replicate n 1)
def normalise [k] (h: [k]i64): [k]f64 = let t = f64.i64 (i64.sum h) in map (\x -> if t == 0 then 0 else f64.i64 x / t) h
-- ==
-- entry: main
-- input { [[0i64,1i64,1i64],[],[2i64]] 3i64 } output { [[1i64,2i64,0i64],[0i64,0i64,0i64],[0i64,0i64,1i64]] [1i64,2i64,1i64] [0.25,0.5,0.25] }
entry main [n] (xss: [n][?]i64) (k: i64) =
  let hs = map (histogram k) xss
  let total = reduce (map2 (+)) (replicate k 0) hs
  in (hs, total, normalise total)
