-- A check is neither lost nor doubled where its map disappears.
-- after: tidy
-- count: 1 screma
-- count: 1 checks
-- count without fuse: 1 checks

entry f [n] (ys: [n]f64) (is: []i64): f64 = f64.sum (map (* 2) (map (\i -> ys[i]) is))
