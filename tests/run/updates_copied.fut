-- Arrays made of a row (by copy, ++, replicate, slices) before the row is updated in place keep what they were made of.
-- ==
-- entry: previous
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] }
-- output { [[1i64, 5i64, 12i64], [4i64, 17i64, 33i64]] }
-- input { empty([0][3]i64) }
-- output { empty([0][3]i64) }

-- ==
-- entry: joined
-- input { [[1i64, 2i64, 3i64, 4i64], [4i64, 5i64, 6i64, 7i64]] }
-- output { [[5i64, 2i64, 3i64, 6i64], [8i64, 5i64, 6i64, 9i64]] }

-- ==
-- entry: part
-- input { [[1i64, 2i64, 3i64, 4i64], [4i64, 5i64, 6i64, 7i64]] }
-- output { [[1i64, 3i64, 3i64, 4i64], [4i64, 6i64, 6i64, 7i64]] }

-- ==
-- entry: repeated
-- input { [[1i64, 2i64], [4i64, 5i64]] }
-- output { [[3i64, 4i64], [6i64, 7i64]] }

-- ==
-- entry: chosen
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] }
-- output { [[3i64, 2i64, 1i64], [6i64, 5i64, 4i64]] }

-- ==
-- entry: straight
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] }
-- output { [[10i64, 2i64, 1i64], [13i64, 5i64, 4i64]] }

-- ==
-- entry: used_after
-- input { [[1i64, 2i64], [3i64]] }
-- output { [81i64, 67i64] }
-- input { [[1i64, 2i64], []] }
-- error: Index \[0\] out of bounds

-- ==
-- entry: while_copied
-- input { [[1i64, 5i64, 3i64], [], [9i64, 2i64]] }
-- output { [[6i64, 4i64, 1i64], [], [11i64, 9i64]] }

-- ==
-- entry: levenshtein
-- input { [[107u8, 105u8, 116u8, 116u8, 101u8, 110u8], [], [97u8], [98u8, 99u8]]
--         [[115u8, 105u8, 116u8, 116u8, 105u8, 110u8, 103u8], [1u8, 2u8], [97u8], []] }
-- output { [3i64, 2i64, 0i64, 2i64] }
-- input { empty([0][?]u8) empty([0][?]u8) }
-- output { empty([0]i64) }

-- ==
-- entry: no_rows
-- input { 100000000000i64 empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { 2i64 [[1i64], [], [2i64, 3i64]] }
-- output { [[3i64], [], [4i64, 5i64]] }

-- ==
-- entry: no_rows_chosen
-- input { 100000000000i64 [[1i64], [2i64, 3i64]] }
-- output { [[1i64], [2i64, 3i64]] }

-- ==
-- entry: no_rows_inside
-- input { 100000000000i64 [[], []] }
-- output { [empty([0]i64), empty([0]i64)] }

-- Dynamic programming with the row of the round before.
entry previous [n] [m] (xss: [n][m]i64): [n][m]i64 =
  map (\xs -> loop row = copy xs for _i < m do
         let prev = copy row
         in loop row for j < m - 1 do row with [j + 1] = prev[j] + row[j + 1]) xss

entry joined [n] [m] (xss: [n][m]i64): [n][m]i64 =
  map (\xs -> loop row = copy xs for i < m do
         let prev = row ++ [7]
         let row = row with [0] = prev[m - 1] + i
         in row with [m - 1] = prev[0]) xss

entry part [n] [m] (xss: [n][m]i64): [n][m]i64 =
  map (\xs -> loop row = copy xs for i < m - 2 do
         let prev = copy row[1:3]
         let row = row with [1] = prev[1] + i
         in row with [2] = prev[0]) xss

entry repeated [n] [m] (xss: [n][m]i64): [n][m]i64 =
  map (\xs -> loop row = copy xs for _i < 2 do
         let twice = replicate 2 row
         let row = row with [0] = twice[1, 0] + 1
         in row with [1] = twice[0, 0] + row[0] - twice[1, 0] + (twice[0, 1] - twice[0, 0])) xss

entry chosen [n] [m] (xss: [n][m]i64): [n][m]i64 =
  map (\xs -> loop row = copy xs for _i < 3 do
         let back = copy (reverse row)
         in loop row for j < m do row with [j] = back[j]) xss

-- Without a loop: everything is one kernel.
entry straight [n] [m] (xss: [n][m]i64): [n][m]i64 =
  map (\xs -> let row = copy xs
              let prev = copy row
              let row = row with [0] = 9 + prev[0]
              in row with [m - 1] = prev[0]) xss

-- A copy of what an update gave, which nobody overwrites: with one level it is code of the kernel.
entry used_after [n] (xss: [n][?]i64): [n]i64 =
  map (\xs -> let ys = (copy xs) with [0] = 9
              in loop s = 0 for i < 3 do s * 2 + i64.sum (copy ys) + i) xss

-- Rows stop at different times.
entry while_copied [n] (xss: [n][?]i64): [n][?]i64 =
  map (\xs -> let (row, _) =
                loop (row, i) = (copy xs, 0) while i + 1 < length xs do
                  let prev = copy row
                  let row = row with [i] = prev[i] + prev[i + 1]
                  in (row with [i + 1] = prev[i], i + 1)
              in row) xss

def distance [a] [b] (s: [a]u8) (t: [b]u8): i64 =
  let row =
    loop row = iota (b + 1) for i < a do
      let prev = copy row
      let row = row with [0] = i + 1
      in loop row for j < b do
           let change = prev[j] + i64.bool (s[i] != t[j])
           in row with [j + 1] = i64.min change (1 + i64.min row[j] prev[j + 1])
  in row[b]

entry levenshtein [n] (ss: [n][?]u8) (ts: [n][?]u8): [n]i64 = map2 (\s t -> distance s t) ss ts

-- A loop over no rows does not run.
entry no_rows [n] (k: i64) (xss: [n][?]i64): [n][?]i64 = map (\xs -> loop xs for _i < k do map (+ 1) xs) xss

entry no_rows_chosen [n] (k: i64) (xss: [n][?]i64): [n][?]i64 =
  map (\xs -> if length xs > 5 then loop xs for _i < k do map (+ 1) xs else xs) xss

entry no_rows_inside [n] (k: i64) (xss: [n][?]i64): [n][?]i64 =
  map (map (\x -> i64.sum (loop ys = [x, 1] for _i < k do map (+ 1) ys))) xss

-- The number of rows that a loop carries stays the same, their sizes do not.
-- ==
-- entry: rows_change
-- input { [[true, false], [true]] }
-- output { [[false], empty([0]bool)] }
entry rows_change [n] (xss: [n][?]bool): [n][?]bool =
  loop yss = xss for _i < 1 do
    let zss = map (\xs -> xs[1:]) yss
    in map2 (\zs _ -> zs) zss (replicate n 1i64 :> [length zss]i64)

-- A copy of a row under other dimensions.
-- ==
-- entry: reshaped
-- input { [[[1i64, 2i64], [3i64, 4i64]], [[5i64, 6i64], [7i64, 8i64]]] }
-- output { [[[21i64, 12i64], [3i64, 4i64]], [[25i64, 16i64], [7i64, 8i64]]] }
entry reshaped [n] [m] (xsss: [n][m][2]i64): [n][m][2]i64 =
  map (\g -> loop g = copy g for i < 2 do
         let before = copy (flatten g)
         let g = g with [0, 0] = g[0, 0] + 10
         in g with [0, 1] = before[0] + i) xsss
