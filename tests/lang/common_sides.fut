-- Branches both of whose sides compute the same, or fail in the same way.
-- ==
-- entry: sums
-- input { [true, false, true] [[1i64, 3i64], [], [4i64]] }
-- output { [2i64, 0i64, 2i64] }
-- input { [true, false] [[4i64], [1i64, 2i64]] }
-- output { [2i64, 9i64] }

-- ==
-- entry: rows
-- input { [true, false] [[4i64], [1i64, 2i64]] }
-- output { [[5i64], [4i64, 6i64]] }

-- ==
-- entry: checked
-- input { [true, false] [0i64, 1i64] [7i64, 8i64] }
-- output { [7i64, 16i64] }
-- input { [true, false] [0i64, 2i64] [7i64, 8i64] }
-- error: common_sides.fut:27:46: Index \[2\] out of bounds for array of shape \[2\] \(row 1, 0\)

entry sums (cs: []bool) (xss: [][?]i64): []i64 = map2 (\c xs -> if c then i64.sum xs / 2 else i64.sum xs * 3) cs xss
entry rows (cs: []bool) (xss: [][?]i64): [][?]i64 =
  map2 (\c xs -> let ys = map (+ 1) xs in if c then copy (map (+ 1) xs) else map (* 2) ys) cs xss
entry checked [n] [m] (cs: [n]bool) (is: [n]i64) (xs: [m]i64): []i64 =
  map2 (\c i -> if c
                then i64.sum (map (\j -> xs[j]) [i])
                else 2 * i64.sum (map (\j -> xs[j]) [i])) cs is
