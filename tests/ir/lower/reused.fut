-- A map writes over the input that its points read at their own indices alone: not where a neighbour is read, nor where the array is
-- a result too, nor where elements of another type are written.
-- after: lower
-- count: 2 reuse
-- count without reuse: 0 reuse

entry plain [n] (xs: [n]i64): [n]i64 = map (+ 1) xs
entry ragged [n] (xss: [n][?]i64): [n][?]i64 = map (map (+ 1)) xss
entry neighbour [n] (xs: [n]i64): [n]i64 = map2 (\i x -> x + xs[(i + 1) % n]) (iota n) xs
entry both [n] (xs: [n]i64): ([n]i64, [n]i64) = (map (+ 1) xs, xs)
entry converted [n] (xs: [n]i64): [n]f64 = map f64.i64 xs
