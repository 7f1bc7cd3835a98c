-- Running values are scanned within vectors. The sums of shares are sums, where the operator commutes; where values begin anew, they are
-- running values too.
-- after: vectorise
-- count: 4 vector
-- count: 3 scanning

entry running [n] (xs: [n]i32): [n]i32 = scan (+) 0 xs
entry anew [n] (flags: [n]bool) (xs: [n]f32): [n]f32 =
  map (.1) (scan (\(f, x) (g, y) -> (f || g, if !g then x + y else y)) (false, 0) (zip flags xs))
