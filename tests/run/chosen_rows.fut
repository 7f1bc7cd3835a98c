-- Branches in maps that return rows.

-- ==
-- entry: slight
-- input { [[1i64, 2i64, 3i64], [], [5i64]] }
-- output { [[2i64, 3i64, 4i64], [], [10i64]] }
entry slight [n] (xss: [n][?]i64): [n][?]i64 =
  map (\xs -> if length xs > 2 then map (+ 1) xs else map (* 2) xs) xss

-- Of different sizes; one side fails where it is taken.
-- ==
-- entry: parts
-- input { 1i64 [[1i64, 2i64, 3i64], [], [5i64], [7i64, 8i64, 9i64, 10i64]] }
-- output { [[2i64, 3i64], [], [5i64], [8i64, 9i64, 10i64]] }
-- input { 5i64 [[1i64, 2i64], [], [5i64]] }
-- output { [[1i64, 2i64], [], [5i64]] }
-- input { 5i64 [[1i64, 2i64, 3i64], [], [5i64]] }
-- error: \(row 0\)
entry parts [n] (k: i64) (xss: [n][?]i64): [n][?]i64 =
  map (\xs -> if length xs > 2 then xs[k:length xs] else xs) xss

-- One of two rows, which is then overwritten: the other users of both see them as they were.
-- ==
-- entry: overwritten
-- input { [true, false] [[1i64, 2i64], [3i64, 4i64]] [[5i64, 6i64], [7i64, 8i64]] }
-- output { [[0i64, 2i64], [0i64, 8i64]] [[1i64, 2i64], [3i64, 4i64]] [[5i64, 6i64], [7i64, 8i64]] }
entry overwritten [n] [m] (cs: [n]bool) (xss: [n][m]i64) (yss: [n][m]i64): ([n][m]i64, [n][m]i64, [n][m]i64) =
  (map3 (\c xs ys -> let zs = copy (if c then xs else ys) in zs with [0] = 0) cs xss yss, xss, yss)

-- Rows of both sides and a scalar beside them.
-- ==
-- entry: beside
-- input { [[1i64, -2i64], [], [3i64]] }
-- output { [[1i64, -2i64, 1i64, -2i64], [], [3i64, 3i64]] [1i64, 7i64, 2i64] }
-- input { [[0i64]] }
-- error: division by zero \(row 0\)
entry beside [n] (xss: [n][?]i64): ([n][?]i64, [n]i64) =
  unzip (map (\xs -> if length xs > 0 then (xs ++ xs, 6 / xs[0] % 5) else (xs, 7)) xss)

-- In the condition of a loop, which works on a copy of a row that the round goes on with: overwritten, in a branch, or filled. Of more
-- elements than could be scalars.
-- ==
-- entry: condition_writes
-- input { [0i64, 1i64, 2i64] }
-- output { [3002i64, 3002i64, 3002i64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) }

-- ==
-- entry: condition_chooses
-- input { [0i64, 1i64, 2i64] }
-- output { [1i64, 1002i64, 2003i64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) }

-- ==
-- entry: condition_fills
-- input { [0i64, 1i64, 2i64] } auto output
-- input { empty([0]i64) }
-- output { empty([0]i64) }
entry condition_writes [n] (xs: [n]i64): [n]i64 =
  map (\x ->
         let (p, k) =
           loop (p: [20]i64, k) = (replicate 20 2 with [0] = x, 5)
           while k > 0
                 && (let r = loop (r: [20]i64) = p for i < 3 do (let z = replicate 20 (r[0] * k) in z with [1] = r[1] + i)
                     in r[1] + r[0] < 300000)
           do (copy p with [0] = k + p[1], k - 1)
         in p[0] * 1000 + p[1] + k)
      xs
entry condition_chooses [n] (xs: [n]i64): [n]i64 =
  map (\x ->
         let (p, k) =
           loop (p: [20]i64, k) = (replicate 20 2 with [0] = x, 5)
           while k > 0
                 && (let r = copy (if k % 2 == 0 then p else replicate 20 k) with [0] = 77 + k
                     in r[0] + r[1] < 300000)
           do (copy p with [1] = k + p[0], k - 1)
         in p[0] * 1000 + p[1] + k)
      xs
entry condition_fills [n] (xs: [n]i64): [n]i64 =
  map (\x ->
         let (p, k) =
           loop (p: [20]i64, k) = (replicate 20 2 with [0] = x, 5)
           while k > 0
                 && (let r = loop (r: [20]i64) = p for i < 3 do map (\j -> r[(j + 1) % 20] * k + j * i - r[j] % 3 + 1) (iota 20)
                     in r[1] + r[0] < 300000)
           do (map (\j -> p[(j + 1) % 20] + k * j + p[j] % 5 * 2 - 1) (iota 20), k - 1)
         in p[0] * 1000 + p[1] + k)
      xs

-- ==
-- entry: conditional
-- input { [0i64, 1i64, 2i64, 40i64, -3i64] }
-- output { [121i64, 121i64, 67i64, 121i64, -608i64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) }
entry conditional [n] (xs: [n]i64): [n]i64 =
  map (\x ->
         let (y, _) =
           loop (y, k) = (x, 5)
           while k > 0
                 && (let r = if y % 2 == 0 then loop r = replicate 3 y for i < 3 do r with [i] = r[i] + i * k
                             else loop r = replicate 3 k for i < 3 do r with [i] = r[i] * y
                     in r[(y + k) % 3] < 100)
           do (y * 3 + 1, k - 1)
         in y)
      xs
