-- Numbers of 32 bits compared with numbers of 64 bits that are beyond them on either side, in vectors and in what is left of them.
def repeated (xs: [4]i32): []i32 = flatten (replicate 9 xs)

def each (xs: [4]i32) (holds: i64 -> bool): i64 =
  i64.sum (map (\x -> if holds (i64.i32 x) then 1 else 0) (repeated xs))

-- ==
-- entry: compared
-- input { [-2147483648i32, -1i32, 0i32, 2147483647i32] 0i64 }
-- output { [18i64, 27i64, 9i64, 18i64, 9i64, 27i64] }
-- input { [-2147483648i32, -1i32, 0i32, 2147483647i32] 2147483647i64 }
-- output { [27i64, 36i64, 0i64, 9i64, 9i64, 27i64] }
-- input { [-2147483648i32, -1i32, 0i32, 2147483647i32] 2147483648i64 }
-- output { [36i64, 36i64, 0i64, 0i64, 0i64, 36i64] }
-- input { [-2147483648i32, -1i32, 0i32, 2147483647i32] -2147483648i64 }
-- output { [0i64, 9i64, 27i64, 36i64, 9i64, 27i64] }
-- input { [-2147483648i32, -1i32, 0i32, 2147483647i32] -2147483649i64 }
-- output { [0i64, 0i64, 36i64, 36i64, 0i64, 36i64] }
-- input { [-2147483648i32, -1i32, 0i32, 2147483647i32] 4294967295i64 }
-- output { [36i64, 36i64, 0i64, 0i64, 0i64, 36i64] }
-- input { [-2147483648i32, -1i32, 0i32, 2147483647i32] -4294967296i64 }
-- output { [0i64, 0i64, 36i64, 36i64, 0i64, 36i64] }
entry compared (xs: [4]i32) (b: i64): []i64 =
  [each xs (< b), each xs (<= b), each xs (> b), each xs (>= b), each xs (== b), each xs (!= b)]

-- The other way round.
-- ==
-- entry: turned
-- input { [-2147483648i32, -1i32, 0i32, 2147483647i32] 2147483648i64 }
-- output { [0i64, 0i64, 36i64, 36i64] }
-- input { [-2147483648i32, -1i32, 0i32, 2147483647i32] -1i64 }
-- output { [18i64, 27i64, 9i64, 18i64] }
entry turned (xs: [4]i32) (b: i64): []i64 =
  [each xs (\x -> b < x), each xs (\x -> b <= x), each xs (\x -> b > x), each xs (\x -> b >= x)]
