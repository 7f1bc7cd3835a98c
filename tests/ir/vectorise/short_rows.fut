-- Rows that differ in length go through their elements in lanes, or one by one where the next ones are short: each loop over rows of these
-- three kernels stands there for both. Rows of one length, and those whose elements do not run in lanes anyway, have one loop.
-- after: vectorise
-- count: 9 vector
-- count: 14 for

entry sums (xss: [][?]f32): []f32 = map f32.sum xss
entry scaled (xss: [][?]f32): [][?]f32 = map (\xs -> map (/ f32.i64 (length xs)) xs) xss
entry means (xss: [][?]i32): []i32 = map (\xs -> i32.sum (map (\x -> x * x + 1) xs)) xss

entry even [n] [m] (xss: [n][m]f32): [n]f32 = map f32.sum xss
entry flat (xs: []f32): f32 = f32.sum xs
entry last (xss: [][?]i64): []i64 = map (reduce (\x y -> x * 3 + y) 0) xss
