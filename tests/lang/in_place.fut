-- Arrays that are consumed while they have other names: what is read afterwards is what it was before.

-- A consumed argument is overwritten.
-- ==
-- entry: consumed
-- input { [1i64, 2i64, 3i64] }
-- output { [1i64, 7i64, 3i64] }
entry consumed [n] (xs: *[n]i64): *[n]i64 = scatter xs [1, 9] [7, 8]

-- An argument of the caller is not.
-- ==
-- entry: lent
-- input { [1i64, 2i64, 3i64] }
-- output { [1i64, 7i64, 3i64] [1i64, 2i64, 3i64] }
entry lent [n] (xs: [n]i64): ([n]i64, [n]i64) = (scatter (copy xs) [1] [7], xs)

-- A copy that is needed after the update.
-- ==
-- entry: kept
-- input { 3i64 }
-- output { [0i64, 9i64, 4i64] [0i64, 2i64, 4i64] }
entry kept (n: i64): ([n]i64, [n]i64) =
  let xs = map (* 2) (iota n)
  let ys = copy xs
  in (scatter xs [1] [9], ys)

-- The update of the copy, the original afterwards.
-- ==
-- entry: original
-- input { 3i64 }
-- output { [0i64, 9i64, 4i64] 6i64 }
entry original (n: i64): ([n]i64, i64) =
  let xs = map (* 2) (iota n)
  let ys = scatter (copy xs) [1] [9]
  in (ys, i64.sum xs)

-- A slice, a transposition and a reshape are read before, the copies of them after.
-- ==
-- entry: views
-- input { [[1i64, 2i64], [3i64, 4i64]] }
-- output { [[0i64, 2i64], [3i64, 0i64]] [[1i64, 3i64], [2i64, 4i64]] [2i64, 3i64] }
entry views [n] [m] (xss: [n][m]i64): ([n][m]i64, [m][n]i64, []i64) =
  let yss = map (map (+ 0)) xss
  let columns = copy (transpose yss)
  let middle = copy ((flatten yss)[1:3])
  let zs = scatter (flatten yss) [0, 3] [0, 0]
  in (unflatten zs, columns, middle)

-- Loops that own what they carry, and that carry an array they also read from outside.
-- ==
-- entry: rounds
-- input { 4i64 }
-- output { [3i64, 3i64, 3i64, 3i64] [0i64, 2i64, 4i64, 6i64] }
-- input { 0i64 }
-- output { empty([0]i64) empty([0]i64) }
entry rounds (n: i64): ([n]i64, [n]i64) =
  let xs = map (* 2) (iota n)
  let ys = loop ys = copy xs for i < n do scatter ys (map (\j -> (j + i) % n) (iota n)) (map (\x -> x - x + i) xs)
  in (ys, xs)

-- Two arrays change places.
-- ==
-- entry: swapped
-- input { 3i64 3i64 }
-- output { [0i64, 101i64, 2i64] [100i64, 1i64, 102i64] }
entry swapped (n: i64) (k: i64): ([n]i64, [n]i64) =
  let a = map (+ 0) (iota n)
  let b = map (+ 0) (iota n)
  in loop (a: *[n]i64, b: *[n]i64) = (a, b) for i < k do (b, scatter a [i % n] [100 + i])

-- One array twice: the second update must not show in the first.
-- ==
-- entry: twice
-- input { 2i64 }
-- output { [5i64, 1i64] [0i64, 6i64] }
entry twice (n: i64): ([n]i64, [n]i64) =
  let xs = map (+ 0) (iota n)
  in (scatter (copy xs) [0] [5], scatter (copy xs) [1] [6])

-- A branch gives one of two arrays, one of which is used later.
-- ==
-- entry: chosen
-- input { true 3i64 }
-- output { [9i64, 1i64, 2i64] [0i64, 1i64, 2i64] }
-- input { false 3i64 }
-- output { [9i64, 2i64, 4i64] [0i64, 1i64, 2i64] }
entry chosen (c: bool) (n: i64): ([n]i64, [n]i64) =
  let xs = map (+ 0) (iota n)
  let ys = map (* 2) (iota n)
  let zs = if c then xs else ys
  in (scatter (copy zs) [0] [9], xs)

-- Updates on the sides of a branch of the host.
-- ==
-- entry: sides
-- input { true 3i64 }
-- output { [9i64, 1i64, 2i64] }
-- input { false 3i64 }
-- output { [0i64, 1i64, 8i64] }
entry sides (c: bool) (n: i64): [n]i64 =
  let xs = map (+ 0) (iota n)
  in if c then scatter xs [0] [9] else scatter xs [2] [8]

-- Rows of a matrix, replaced while the matrix is read.
-- ==
-- entry: rows
-- input { [[1i64, 2i64], [3i64, 4i64], [5i64, 6i64]] }
-- output { [[1i64, 2i64], [3i64, 4i64], [1i64, 2i64]] 21i64 }
entry rows [n] [m] (xss: [n][m]i64): ([n][m]i64, i64) =
  let yss = map (map (+ 0)) xss
  let sum = i64.sum (flatten yss)
  let first = copy yss[0]
  in (yss with [n - 1] = first, sum)

-- Rows that are made of the array that is overwritten.
-- ==
-- entry: own_rows
-- input { [[1i64, 2i64], [3i64, 4i64], [5i64, 6i64]] 2i64 }
-- output { [[3i64, 4i64], [8i64, 10i64], [5i64, 6i64]] }
-- input { [[1i64, 2i64], [3i64, 4i64], [5i64, 6i64]] 3i64 }
-- error: Index \[3\] out of bounds
entry own_rows [n] [m] (xss: *[n][m]i64) (k: i64): *[n][m]i64 =
  let yss = xss with [0] = copy xss[1]
  in yss with [1] = map2 (+) yss[0] yss[k]

-- Ragged rows: what a map overwrites in every row, and the array that it was made of.
-- ==
-- entry: ragged
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[7i64, 2i64], [], [7i64]] [[1i64, 2i64], [], [3i64]] }
entry ragged [n] (xss: [n][?]i64): ([n][?]i64, [n][?]i64) =
  let yss = map (map (+ 0)) xss
  in (map (\ys -> scatter (copy ys) [0] [7]) yss, yss)

-- Sizes that are data too: they are not overwritten under the rows that they belong to.
-- ==
-- entry: sizes
-- input { [2i64, 0i64, 1i64] }
-- output { [0i64, 0i64, 0i64] [[0i64, 1i64], [], [0i64]] }
entry sizes [n] (ns: [n]i64): ([n]i64, [n][?]i64) =
  let ms = map (+ 0) ns
  let rows = map iota ms
  in (scatter (copy ms) (iota n) (replicate n 0), rows)

-- A loop whose rows stop one by one, with updates in every round.
-- ==
-- entry: stopping
-- input { [2i64, 0i64, 1i64] }
-- output { [[2i64, 1i64, 0i64], [0i64, 0i64, 0i64], [1i64, 0i64, 0i64]] [[0i64, 0i64, 0i64], [0i64, 0i64, 0i64], [0i64, 0i64, 0i64]] }
entry stopping [n] (ks: [n]i64): ([n][3]i64, [n][3]i64) =
  let start = map (\k -> map (\j -> k - k + j - j) (iota 3)) ks
  let done =
    map2 (\k row ->
            let (row, _) =
              loop (row, i) = (copy row, 0) while i < k do
                (scatter row (map (\x -> x - x + i) row) (map (\_ -> k - i) row), i + 1)
            in row)
         ks start
  in (done, start)
