-- Programs that random testing found: each was wrong or refused once.
-- ==
-- entry: same
-- input { }
-- output { [[1i64, 5i64], [1i64]] }

-- ==
-- entry: updated
-- input { 7i64 }
-- output { [1i64, 1i64, 2i64] }

-- ==
-- entry: row_size
-- input { [[1i64, 2i64], [3i64, 4i64]] }
-- output { 1i64 }

-- ==
-- entry: joined
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [1i64, 2i64, 3i64] }

-- ==
-- entry: grown
-- input { [1.0, 2.0] }
-- output { [[1.0, 1.0, 5.0], [1.0, 1.0, 5.0]] }

-- A loop that returns its ragged parameter.
entry same: [2][?]i64 = loop x = [[1i64, 5i64], [1i64]] for _i < 1i64 do x

-- An array of unknown size updated in a loop outside of maps, and used afterwards.
entry updated (p: i64): []i64 =
  let xs = expand (\_ -> p % 4) (\_ j -> j) [1f64]
  let ys = loop ys = copy xs for _i < (if length xs > 0 then 1i64 else 0i64) do ys with [1 % length ys] = 1i64
  in scatter (copy ys) (map (* 2) (iota 1)) [1i64]

-- The size of a row of an irregular array, outside of maps.
entry row_size [n] [m] (xss: [n][m]i64): i64 =
  let yss = [[1i64]] ++ xss
  let zs = [6i64] ++ yss[1 % length yss]
  in zs[1 % length zs]

entry joined [n] (xss: [n][?]i64): []i64 = loop acc = [] for xs in xss do acc ++ xs

-- A row that grows, is updated in a loop, and updated again in a branch.
entry grown [n] (xs: [n]f64): [n][?]f64 =
  map (\_ -> let ys = loop ys = copy (loop zs = [1f64] while length zs < 3 do zs ++ [1f64])
                      for i < 2i64 do ys with [i % length ys] = 1f64
             in if length ys > 0 then (copy ys) with [2 % length ys] = 5f64 else ys) xs

-- ==
-- entry: two_from_one
-- input { 3i64 }
-- output { [[1i64, 1i64], [1i64, 1i64]] }

-- ==
-- entry: uniform_start
-- input { [1i64, 2i64] }
-- output { [[[1i64, 2i64], [1i64, 2i64]]] }

-- Two sizes of what a loop carries start from one variable.
entry two_from_one (k: i64): [2][?]i64 =
  map (\x -> flatten (let (m, _) = loop (m, i) = (tabulate_2d (k % 4) (k % 4) (\_ b -> b), x)
                                   while i > 0 do (replicate 2 [1i64], i - 1)
                      in m)) [1i64, 2i64]

-- A size that is the same for all rows where the loop starts, but not where it ends.
entry uniform_start [n] (xs: [n]i64): [1][?][n]i64 =
  map (\_ -> loop yss = map (\_ -> xs) xs for _i < 1i64 do
               (let zss = map (\_ -> xs) xs in if length zss > 24 then take 24 zss else zss)) [1i64]

-- ==
-- entry: square
-- input { [[1.0, 2.0], []] 0i64 }
-- output { [[1.0, 2.0], [1.0, 2.0]] }

-- A row of matrices whose two sizes are one.
entry square [n] (xss: [n][?]f64) (i: i64): [][]f64 =
  let ms = map (\xs -> map (\_ -> xs) xs) xss
  in ms[i % length ms]

-- ==
-- entry: counted
-- input { [[1.0, 2.0], []] }
-- output { [1i64, 1i64] }

-- A loop that starts from the size of a row which its kernel owns.
entry counted [n] (xss: [n][?]f64): [n]i64 =
  map (\xs -> let ys = loop ys = copy xs for i < length xs do ys with [i] = 0f64
              in loop s = length ys for _i < 2i64 do 1i64) xss

-- ==
-- entry: over_row
-- input { [[1i64, 2i64], [5i64, 6i64, 7i64]] }
-- output { 3i64 }

-- A loop outside of maps over a row of an irregular array.
entry over_row [n] (xss: [n][?]i64): i64 =
  let yss = [[1i64]] ++ xss
  in loop s = 1 for _x in yss[1 % length yss] do s + i64.sum (iota 2)

-- ==
-- entry: over_lengths
-- input { [[[1i64, 2i64], [5i64]], []] }
-- output { [[[1i64, 5i64], []]] }

-- Rows of an array from outside, read at points of more levels than the array has; one of these is irregular itself.
entry over_lengths [n] (xsss: [n][?][?]i64): [1][?][?]i64 =
  map (\_ -> loop yss = [[1i64]] for _i < 1i64 do
               map (\xss -> flatten (map (\_ -> map (\xs -> reduce i64.min i64.highest xs) xss) (lengths yss))) xsss)
      [1i64]

-- ==
-- entry: scattered_rows
-- input { 1i64 }
-- output { [[1.0], [2.0, 3.0]] }

-- Rows of one size each that replace rows of another one.
entry scattered_rows (k: i64): [2][?]f64 =
  let xss = [[1f64], [5f64]]
  let yss = map (\ys -> ys[1:]) [[1f64, 2f64, 3f64]]
  in scatter (copy xss) [k] yss
