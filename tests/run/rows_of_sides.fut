-- Rows that one or another side of a branch gives, of other sizes, written out, or none.
entry same [n][m] (cs: [n]bool) (xss: [n][m]i64) (yss: [n][m]i64): [n][m]i64 =
  map3 (\c xs ys -> if c then xs else ys) cs xss yss
entry same_used [n][m] (cs: [n]bool) (xss: [n][m]i64) (yss: [n][m]i64): [n]i64 =
  map3 (\c xs ys -> let zs = if c then xs else ys in loop a = 0 for i < m do if zs[i] > a then zs[i] else a / 2) cs xss yss
entry used [n] (cs: [n]bool) (xss: [n][?]i64) (yss: [n][?]i64): [n]i64 =
  map3 (\c xs ys -> let zs = if c then xs else ys in loop a = 0 for i < length zs do if zs[i] > a then zs[i] else a / 2) cs xss yss
entry summed [n] (cs: [n]bool) (xss: [n][?]i64) (yss: [n][?]i64): [n]i64 =
  map3 (\c xs ys -> let zs = if c then xs else ys in i64.sum zs) cs xss yss
entry repl [n] (cs: [n]i64) (xss: [n][?]i64) : [n][?]i64 =
  map2 (\c xs -> if c > 0 then xs else replicate (length xs) 0) cs xss
entry lit [n] (cs: [n]i64) : [n][?]i64 =
  map (\c -> if c > 0 then [c, c + 1] else []) cs
entry lits [n] (cs: [n]i64) : [n][?]i64 =
  map (\c -> if c > 10 then [c, 100 / c, 7] else if c > 0 then [c] else map (+ c) (iota (-c))) cs
entry three [n] (cs: [n]i32) (xss: [n][?]f32) (yss: [n][?]f32): [n][?](i32, f32) =
  map3 (\c xs ys -> let zs = if c > 3 then xs else if c > 0 then ys else [] in zip (map (const c) zs) zs) cs xss yss
-- ==
-- entry: same
-- input { [true, false] [[1i64, 2i64], [3i64, 4i64]] [[5i64, 6i64], [7i64, 8i64]] }
-- output { [[1i64, 2i64], [7i64, 8i64]] }

-- ==
-- entry: same_used
-- input { [true, false] [[1i64, 2i64], [3i64, 4i64]] [[5i64, 6i64], [7i64, 6i64]] }
-- output { [2i64, 3i64] }

-- ==
-- entry: used
-- input { [true, false, true] [[1i64, 2i64], [3i64], empty([0]i64)] [[5i64, 6i64], [7i64, 6i64], [1i64]] }
-- output { [2i64, 3i64, 0i64] }
-- input { empty([0]bool) empty([0][?]i64) empty([0][?]i64) }
-- output { empty([0]i64) }

-- ==
-- entry: summed
-- input { [true, false, true] [[1i64, 2i64], [3i64], empty([0]i64)] [[5i64, 6i64], [7i64, 6i64], [1i64]] }
-- output { [3i64, 13i64, 0i64] }

-- ==
-- entry: repl
-- input { [1i64, 0i64, 0i64] [[1i64, 2i64], [3i64], empty([0]i64)] }
-- output { [[1i64, 2i64], [0i64], empty([0]i64)] }

-- ==
-- entry: lit
-- input { [1i64, 0i64, 5i64] }
-- output { [[1i64, 2i64], empty([0]i64), [5i64, 6i64]] }

-- ==
-- entry: lits
-- input { [20i64, 3i64, -2i64, 0i64] }
-- output { [[20i64, 5i64, 7i64], [3i64], [-2i64, -1i64], empty([0]i64)] }

-- ==
-- entry: three
-- input { [4i32, 1i32, 0i32] [[1f32, 2f32], [3f32], [4f32]] [[5f32, 6f32], [7f32, 6f32], [1f32]] }
-- output { [[4i32, 4i32], [1i32, 1i32], empty([0]i32)] [[1f32, 2f32], [7f32, 6f32], empty([0]f32)] }
