-- Regular and irregular dimensions, and dimensions that are irregular at different levels, meet in branches, loops, joins
-- and flattenings.
-- ==
-- entry: branch_repeated
-- input { true [[1i64, 2i64], [3i64]] }
-- output { [[[1i64, 2i64], [3i64]], [[1i64, 2i64], [3i64]]] }
-- input { false [[1i64, 2i64], [3i64]] }
-- output { [[[1i64, 2i64]], [[3i64]]] }

-- ==
-- entry: branch_per_row
-- input { [1i64, 0i64, 3i64] [[1i64, 2i64], [3i64]] }
-- output { [[[1i64, 2i64], [3i64]], [[0i64, 0i64]], [[1i64, 2i64], [3i64]]] }

-- ==
-- entry: loop_repeated
-- input { 2i64 [[1i64, 2i64], [3i64]] }
-- output { [[[1i64, 2i64], [3i64]], [[1i64, 2i64], [3i64]]] }
-- input { 3i64 [[1i64, 2i64], [3i64]] }
-- output { [[[3i64]], [[1i64, 2i64], [3i64]]] }

-- ==
-- entry: flat_repeated
-- input { 2i64 [[1i64, 2i64], [3i64]] }
-- output { [[1i64, 2i64], [3i64], [1i64, 2i64], [3i64]] }
-- input { 0i64 [[1i64, 2i64], [3i64]] }
-- output { empty([0][?]i64) }

-- ==
-- entry: flat_deep
-- input { [[[1i64, 2i64], [3i64]], []] }
-- output { [[[1i64, 2i64], [3i64]], [[1i64, 2i64], [3i64]], [], []] }

-- ==
-- entry: flat_own_shapes
-- input { [1i64, 2i64] }
-- output { [[[0i64], [0i64]], [[0i64], [0i64]], [[0i64, 1i64], [0i64, 1i64]], [[0i64, 1i64], [0i64, 1i64]]] }

-- ==
-- entry: join_repeated
-- input { [[1i64, 2i64], [3i64]] [[4i64], [5i64, 6i64]] }
-- output { [[[1i64, 2i64], [3i64]], [[4i64], [5i64, 6i64]], [[4i64], [5i64, 6i64]]] }

-- ==
-- entry: join_regular
-- input { [[1i64, 2i64], [3i64]] }
-- output { [[[7i64, 7i64, 7i64]], [[1i64, 2i64], [3i64]], [[1i64, 2i64], [3i64]]] }

-- ==
-- entry: records
-- input { true [[1i64, 2i64], [3i64]] }
-- output { [[[1i64, 2i64], [3i64]], [[1i64, 2i64], [3i64]]] [[[2i64, 3i64], [4i64]], [[2i64, 3i64], [4i64]]] }
-- input { false [[1i64, 2i64], [3i64]] }
-- output { [[[1i64, 2i64]], [[3i64]]] [[[1i64, 2i64]], [[3i64]]] }

-- One side varies with the inner level only, the other with the outer one.
entry branch_repeated [n] (c: bool) (xss: [n][?]i64): [][?][?]i64 =
  if c then replicate n xss else map (\xs -> [xs]) xss

-- The same, decided for each row.
entry branch_per_row [n] [m] (ks: [m]i64) (xss: [n][?]i64): [m][?][?]i64 =
  map (\k -> if k > 0 then xss else replicate 1 (replicate n 0)) ks

entry loop_repeated [n] (k: i64) (xss: [n][?]i64): [][?][?]i64 =
  loop ysss = replicate 2 xss for i < k do if i == 2 then [[xss[1]], xss] else ysss

entry flat_repeated [n] (k: i64) (xss: [n][?]i64): [][?]i64 = flatten (replicate k xss)

entry flat_deep [n] (xsss: [n][?][?]i64): [][?][?]i64 = flatten (map (replicate 2) xsss)

-- Each of several matrices twice.
entry flat_own_shapes [n] (ns: [n]i64): [](?[r][c].[r][c]i64) =
  flatten (map (\k -> replicate 2 (map (\_ -> iota k) (iota 2))) ns)

entry join_repeated [n] (xss: [n][?]i64) (yss: [n][?]i64): [][n][?]i64 = replicate 1 xss ++ replicate 2 yss

entry join_regular [n] (xss: [n][?]i64): [][?][?]i64 = [[[7, 7, 7]]] ++ replicate 2 xss

-- Components that share their sizes still do so afterwards.
entry records [n] (c: bool) (xss: [n][?]i64): ([][?][?]i64, [][?][?]i64) =
  let pairs = if c then replicate n (map (map (\x -> (x, x + 1))) xss) else map (\xs -> [map (\x -> (x, x)) xs]) xss
  in (map (map (map (.0))) pairs, map (map (map (\p -> p.1))) pairs)
