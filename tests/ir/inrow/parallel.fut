-- A loop with a scan is one of the host whatever becomes of its accumulation, which stays parallel.
-- after: fuse_flat
-- count: 1 with_acc

entry f [n] [m] (xss: [n][m]i64) (k: i64) =
  map (\xs -> loop ys = copy xs for i < k do scatter ys (scan (+) i xs) xs) xss
