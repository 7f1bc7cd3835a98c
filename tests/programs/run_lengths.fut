-- Run-length encoding per row, decode, round trip
def encode [n] (xs: [n]u8): [](i64, u8) =
  let starts = filter (\i -> i == 0 || xs[i] != xs[i-1]) (iota n)
  let k = length starts
  in map (\j -> let lo = starts[j]
                let hi = if j + 1 < k then starts[j+1] else n
                in (hi - lo, xs[lo])) (iota k)
def decode (rs: [](i64, u8)): []u8 = expand (.0) (\r _ -> r.1) rs
-- ==
-- entry: main
-- input { [[97u8,97u8,98u8],[],[99u8]] } output { [[2i64,1i64],[],[1i64]] [[97u8,98u8],[],[99u8]] [[97u8,97u8,98u8],[],[99u8]] }
entry main (xss: [][?]u8) =
  let es = map encode xss
  in (map (map (.0)) es, map (map (.1)) es, map decode es)
