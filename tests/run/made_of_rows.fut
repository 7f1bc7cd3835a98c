-- Arrays that are made of a row show what the row held then, not what it holds after it was overwritten.

entry joined [n] (xss: [n][3]i64): [n]i64 =
  map (\xs ->
         let row = copy xs
         let both = row ++ row
         let row = loop row for i < 3 do row with [i] = row[i] * 10 + both[5 - i]
         in row[0] + row[1] * both[4] + both[0])
      xss
-- ==
-- entry: joined
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] }
-- output { [58i64, 325i64] }

entry gathered [n] [m] (xss: [n][m]i64) (is: [n][m]i64): [n][m]i64 =
  map2 (\xs js ->
          let row = copy xs
          let picked = map (\j -> row[j]) js
          in loop row for i < m do row with [i] = picked[i] + (if i > 0 then row[i - 1] else 0))
       xss is
-- ==
-- entry: gathered
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] [[2i64, 1i64, 0i64], [0i64, 0i64, 1i64]] }
-- output { [[3i64, 5i64, 6i64], [4i64, 8i64, 13i64]] }

entry kept [n] [m] (xss: [n][m]i64): [n]i64 =
  map (\xs ->
         let row = map (+ 1) xs
         let old = copy row
         let row = loop row for i < m do row with [m - 1 - i] = old[i] - row[i]
         in i64.sum (map2 (\a b -> a * b) old row))
      xss
-- ==
-- entry: kept
-- input { [[1i64, 2i64, 3i64], [4i64, 0i64, 7i64], [1i64, 0i64, 0i64]] }
-- output { [8i64, 40i64, 2i64] }
