-- Quotients and remainders by powers of two, of numbers on both sides of zero.

-- ==
-- entry: wide
-- input { [-17i64, -16i64, -15i64, -1i64, 0i64, 1i64, 15i64, 16i64, 9223372036854775807i64, -9223372036854775808i64] }
-- output { [-2i64, -1i64, -1i64, -1i64, 0i64, 0i64, 0i64, 1i64, 576460752303423487i64, -576460752303423488i64]
--          [15i64, 0i64, 1i64, 15i64, 0i64, 1i64, 15i64, 0i64, 15i64, 0i64]
--          [-1i64, -1i64, 0i64, 0i64, 0i64, 0i64, 0i64, 1i64, 576460752303423487i64, -576460752303423488i64]
--          [-1i64, 0i64, -15i64, -1i64, 0i64, 1i64, 15i64, 0i64, 15i64, 0i64] }
entry wide [n] (xs: [n]i64) : ([n]i64, [n]i64, [n]i64, [n]i64) =
  unzip4 (map (\x -> (x / 16, x % 16, x // 16, x %% 16)) xs)

-- ==
-- entry: narrow
-- input { [-128i8, -127i8, -65i8, -64i8, -1i8, 0i8, 1i8, 63i8, 64i8, 127i8] }
-- output { [-2i8, -2i8, -2i8, -1i8, -1i8, 0i8, 0i8, 0i8, 1i8, 1i8] [0i8, 1i8, 63i8, 0i8, 63i8, 0i8, 1i8, 63i8, 0i8, 63i8]
--          [2u8, 2u8, 2u8, 3u8, 3u8, 0u8, 0u8, 0u8, 1u8, 1u8] [0u8, 1u8, 63u8, 0u8, 63u8, 0u8, 1u8, 63u8, 0u8, 63u8] }
entry narrow [n] (xs: [n]i8) : ([n]i8, [n]i8, [n]u8, [n]u8) =
  unzip4 (map (\x -> let y = u8.i8 x in (x / 64, x % 64, y / 64, y % 64)) xs)

-- The number with only the highest bit is no power of two where there are signs, and 1 is one.
-- ==
-- entry: ends
-- input { [-2147483648i32, -1i32, 0i32, 5i32] }
-- output { [1i32, 0i32, 0i32, -1i32] [0i32, -1i32, 0i32, -2147483643i32] [-2147483648i32, -1i32, 0i32, 5i32] [0i32, 0i32, 0i32, 0i32] }
entry ends [n] (xs: [n]i32) : ([n]i32, [n]i32, [n]i32, [n]i32) =
  unzip4 (map (\x -> (x / i32.lowest, x % i32.lowest, x / 1, x % 1)) xs)

-- ==
-- entry: places
-- input { 1000i64 } output { true }
entry places (n: i64) : bool =
  let counts = hist (+) 0 8 (map (\i -> (i - n / 2) % 8) (iota n)) (replicate n 1)
  in and (map (== n / 8) counts)
