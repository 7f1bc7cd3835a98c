-- What a check in front has proved stays behind it, also where it could stand beside an earlier kernel. Found by the random tester, with one
-- level and proved checks left in.
-- ==
-- entry: f0
-- input { 12i64 empty([0][?]i64) } error: division by zero
-- input { 10i64 empty([0][?]i64) } output { [[[1f64], [1f64]]] }

entry f0 [n0_0] (p1: (i64, [n0_0][?]i64)) =
  map (\x4 -> (replicate ((p1.0 / (p1.0 % 3i64)) % 4i64) [1f64]))
      (let (x3, _) =
         loop (x1, x2) = (copy [true], 0i64) while x2 < length x1 && x2 < (reduce (*) 1i64 [1i64]) % 9i64 do
           (x1 with [x2] = true, x2 + 1i64 + x2 % 2i64)
       in x3)
