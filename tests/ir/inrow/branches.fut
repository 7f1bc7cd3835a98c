-- Accumulations in the branches of a loop stay in its kernel too.
-- after: fuse_flat
-- count: 1 segs
-- count: 0 with_acc
-- count: 0 keep

entry f [n] [m] (xss: [n][m]i64) =
  map (\xs -> loop ys = copy xs for i < m - 1 do if xs[i] > 0 then ys with [i:i+2] = [1, 2] else ys) xss
