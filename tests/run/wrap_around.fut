-- Remainders and quotients of numbers that count up: of rows longer than the divisor, from below zero, past the largest number, by divisors
-- that are small, negative or zero.

def mix (a: i64) (b: i64): i64 = (a * 31) ^ b

-- Few numbers that depend on all of them, and on their order.
def digest [n] (xs: [n]i64): (i64, i64) = (i64.sum xs, i64.sum (map2 (*) xs (map (+ 1) (iota n))))

entry floored (n: i64) (first: i64) (d: i64): (i64, i64) =
  digest (map (\i -> mix ((first + i) % d) ((first + i) / d)) (iota n))
-- ==
-- entry: floored
-- input { 0i64 5i64 40i64 }
-- output { 0i64 0i64 }
-- input { 1i64 5i64 40i64 }
-- output { 155i64 155i64 }
-- input { 200i64 0i64 40i64 }
-- output { 120900i64 12976720i64 }
-- input { 200i64 -77i64 40i64 }
-- output { 24289i64 8341311i64 }
-- input { 200i64 9223372036854775800i64 40i64 }
-- output { -5534023222112850236i64 -6456360425796317312i64 }
-- input { 200i64 3i64 7i64 }
-- output { 17160i64 1661712i64 }
-- input { 200i64 -3i64 -40i64 }
-- output { 120348i64 11752710i64 }
-- input { 200i64 -3i64 1000i64 }
-- output { 505669i64 80609914i64 }
-- input { 3i64 -3i64 0i64 }
-- error: division by zero

entry truncated (n: i64) (first: i64) (d: i64): (i64, i64) =
  digest (map (\i -> mix ((first + i) %% d) ((first + i) // d)) (iota n))
-- ==
-- entry: truncated
-- input { 200i64 0i64 40i64 }
-- output { 120900i64 12976720i64 }
-- input { 200i64 -77i64 40i64 }
-- output { 70207i64 9521554i64 }
-- input { 200i64 9223372036854775800i64 40i64 }
-- output { 6917529027641063527i64 2305843009211229579i64 }
-- input { 200i64 77i64 -40i64 }
-- output { -121089i64 -12650638i64 }
-- input { 200i64 77i64 64i64 }
-- output { 191567i64 18953618i64 }

-- Two remainders wrap at different places; sums of rows go on over the pieces.
entry two (h: i64) (w: i64) (a: i64) (b: i64): [h]i64 =
  map (\y -> i64.sum (map (\x -> mix ((x + y) % a) ((x - y) % b)) (iota w))) (iota h)
-- ==
-- entry: two
-- input { 3i64 150i64 40i64 33i64 }
-- output { [85888i64, 86899i64, 87816i64] }
-- input { 3i64 150i64 33i64 2i64 }
-- output { [70208i64, 70766i64, 71324i64] }
-- input { 2i64 150i64 64i64 64i64 }
-- output { [133486i64, 134446i64] }

-- What stays is stored together, over all pieces.
entry kept [n] (xs: [n]i64) (d: i64): []i64 =
  filter (\x -> x > 30) (map2 (\i x -> (i + x) % d) (iota n) (replicate n 2))
-- ==
-- entry: kept
-- input { [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] 34i64 }
-- output { [31i64, 32i64, 33i64] }

-- A read at a remainder that is out of bounds fails where it would have, and not before.
entry read [n] (xs: [n]i32) (m: i64) (d: i64): i32 =
  i32.sum (map (\i -> xs[(i + 1) % d]) (iota m))
-- ==
-- entry: read
-- input { [1, 2, 3, 4, 5, 6, 7, 8] 7i64 40i64 }
-- output { 35i32 }
-- input { [1, 2, 3, 4, 5, 6, 7, 8] 8i64 40i64 }
-- error: Index \[8\] out of bounds for array of shape \[8\] \(row 7\)$

-- A divisor as large as numbers can be: no round is behind the last.
entry by_any (w: i64) (n: i64): []i64 = map (\i -> if w <= 0 then 0 else (i - 1) % w) (iota n)
-- ==
-- entry: by_any
-- input { 9223372036854775807i64 4i64 }
-- output { [9223372036854775806i64, 0i64, 1i64, 2i64] }
-- input { 2i64 5i64 }
-- output { [1i64, 0i64, 1i64, 0i64, 1i64] }
