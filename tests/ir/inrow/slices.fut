-- A loop that overwrites parts of a row is one kernel.
-- after: fuse_flat
-- count: 1 segs
-- count: 0 with_acc
-- count: 1 launches
-- count without inrow: 3 segs

entry f [n] [m] (xss: [n][m]i64) = map (\xs -> loop ys = copy xs for i < m - 1 do ys with [i:i+2] = [ys[i + 1], ys[i]]) xss
