-- sizes as values: triangles via [n][?], offsets, back to flat with unflatten_by, checks
def offsets [n] (ks: [n]i64): [n]i64 = map2 (-) (scan (+) 0 ks) ks
-- ==
-- entry: main
-- input { [[1i64,2i64],[],[3i64]] } output { [0i64,2i64,2i64] true [[10i64,20i64],[],[30i64]] [[0i64,0i64],[],[2i64]] [[0i64,1i64],[],[0i64]] }
entry main [n] (xss: [n][?]i64) =
  let ks = lengths xss
  let flat = flatten xss
  let back = unflatten_by ks flat
  let rows = unflatten_by ks (map (* 10) flat)
  let owner = expand (.1) (\(i, _) _ -> i) (zip (iota n) ks)
  let pos = expand_rows id (\_ j -> j) ks
  in (offsets ks, back == xss, rows, unflatten_by ks owner, pos)
