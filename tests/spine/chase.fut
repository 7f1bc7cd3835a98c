-- Updates in place into rows, inside a while, inside a map: follow next-indices from 0, marking, until outside or marked.
-- ==
-- entry: chase
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [empty([0]i64), empty([0]i64)] }
-- output { [empty([0]i64), empty([0]i64)] }
-- input { [[2i64, 5i64, 1i64], [], [0i64, 7i64], [1i64, 0i64]] }
-- output { [[-1i64, -1i64, -1i64], [], [-1i64, 7i64], [-1i64, -1i64]] }

entry chase [n] (xss: *[n][?]i64): [n][?]i64 =
  map (\xs -> let (ys, _) = loop (ys, j) = (copy xs, 0) while j < length ys && ys[j] >= 0 do
                let k = ys[j] in (ys with [j] = -1, k) in ys) xss
