-- Dot product: one screma with a reduction, one segment.
-- ==
-- entry: dot
-- input { empty([0]f64) empty([0]f64) }
-- output { 0.0f64 }
-- input { [1.0, 2.0, 3.0] [4.0, 5.0, 6.0] }
-- output { 32.0f64 }
-- input { [2.5f64] [2.0f64] }
-- output { 5.0f64 }
-- input { [1.0, 2.0] [1.0] }
-- error: dimension 0 has size

entry dot [n] (xs: [n]f64) (ys: [n]f64): f64 = reduce (+) 0 (map2 (*) xs ys)
