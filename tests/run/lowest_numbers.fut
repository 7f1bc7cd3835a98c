-- The lowest number of a type is its own absolute value: checks of what is computed from one stay.

def table = map (* 3) (iota 129)

-- ==
-- entry: of_i8
-- input { [-127i8, 5i8, 0i8] } output { [381i64, 15i64, 0i64] }
-- input { [5i8, -128i8] } error: Index .-128. out of bounds
entry of_i8 [n] (xs: [n]i8): [n]i64 = map (\x -> table[i64.i8 (i8.abs x)]) xs

-- ==
-- entry: of_i16
-- input { [-32767i16, 5i16, 0i16] } output { [150i64, 15i64, 0i64] }
-- input { [-32768i16] } error: Index .-32768. out of bounds
entry of_i16 [n] (xs: [n]i16): [n]i64 = map (\x -> table[i64.i16 (i16.min 50 (i16.abs x))]) xs

-- ==
-- entry: of_i32
-- input { [-2147483647i32, 5i32, 0i32] } output { [150i64, 15i64, 0i64] }
-- input { [-2147483648i32] } error: Index .-2147483648. out of bounds
entry of_i32 [n] (xs: [n]i32): [n]i64 = map (\x -> table[i64.i32 (i32.min 50 (i32.abs x))]) xs

-- ==
-- entry: of_i64
-- input { [-9223372036854775807i64, 5i64, 0i64] } output { [150i64, 15i64, 0i64] }
-- input { [-9223372036854775808i64] } error: Index .-9223372036854775808. out of bounds
entry of_i64 [n] (xs: [n]i64): [n]i64 = map (\x -> table[i64.min 50 (i64.abs x)]) xs

-- ==
-- entry: differences
-- input { [-128i8, 3i8] [-1i8, 1i8] } output { [381i64, 6i64] }
-- input { [-128i8] [0i8] } error: out of bounds
entry differences [n] (xs: [n]i8) (ys: [n]i8): [n]i64 =
  map2 (\x y -> table[i64.i8 (i8.abs (x - y))]) xs ys

-- ==
-- entry: powers
-- input { [5i8, 3i8] [-3i8, 2i8] } output { [[125i8, 25i8], [27i8, 9i8]] }
-- input { [5i8, 3i8] [-128i8, 2i8] } error: egative exponent
entry powers [n] [m] (xs: [n]i8) (ys: [m]i8): [n][m]i8 = map (\x -> map (\y -> x ** i8.abs y) ys) xs

-- ==
-- entry: sizes
-- input { [-2i8, 1i8] } output { [1i64, 0i64] }
-- input { [-128i8, 27i8] } error: is invalid
entry sizes [n] (xs: [n]i8): [n]i64 = map (\x -> i64.sum (iota (i64.i8 (i8.abs x)))) xs
