-- Sums of rows run in lanes, as many as the elements fill a register of 64 bytes: 16 of four bytes, 8 of eight. The sums of kept
-- elements are independent rounds, too; several results have a vector each. Rows stand twice: the last one of a worker is open.
-- after: vectorise
-- count: 7 vector
-- count: 0 while

entry single [n] (xs: [n]f32): f32 = f32.sum xs
entry rows [n] [m] (xss: [n][m]f64): [n]f64 = map f64.sum xss
entry ragged [n] (xss: [n][?]i32): [n]i32 = map i32.maximum xss
entry pair [n] (xs: [n]i32): (i32, i32) = reduce_comm (\(a, b) (c, d) -> (a + c, b ^ d)) (0, 0) (map (\x -> (x, x + 1)) xs)
entry positive [n] (xs: [n]i16): i64 = i64.sum (map (\x -> if x > 0 then 1 else 0) xs)
