-- Ragged rows with few numbers beside them.

-- Softmax of short rows, as in a sparse matrix: the numbers of each row are as many as some of its elements.
entry softmax [k] [m] (offs: [k]i32) (xs: [m]f32): []f32 =
  let one xs =
    let most = f32.maximum xs
    let es = map (\x -> f32.exp (x - most)) xs
    let sum = f32.sum es
    in map (/ sum) es
  in flatten (map (\i -> one xs[i64.i32 offs[i]:i64.i32 offs[i + 1]]) (iota (k - 1)))

entry softmax_data (n: i64): ([]i32, []f32) =
  let offs = [0] ++ map i32.i64 (scan (+) 0 (map (\i -> i * 7919 % 5) (iota n)))
  in (offs, map (\i -> f32.i64 (i % 9)) (iota (i64.i32 offs[n])))

-- Few elements are kept.
entry keepbig [n] (xss: [n][?]f32): [n][?]f32 = map (filter (> 90)) xss

entry keepbig_data (n: i64): [n][?]f32 =
  map (\i -> map (\j -> f32.i64 ((i * 31 + j * 17) % 97)) (iota (i * 7919 % 64))) (iota n)

-- Rounds of a map over each row, of which some stop sooner than others.
entry rounds [n] (ks: [n]i64) (xss: [n][?]f32): [n]f32 =
  map2 (\k xs -> f32.sum (loop xs for _i < k do map (\x -> x * 0.5 + 1) xs)) ks xss

entry rounds_data (n: i64): ([n]i64, [n][?]f32) =
  (map (% 4) (iota n), map (\i -> map (\j -> f32.i64 ((i + j) % 7)) (iota (i * 7919 % 64))) (iota n))

-- The same, where an element needs its neighbour's: the rounds of a row wait for each other.
entry smoothed [n] (ks: [n]i64) (xss: [n][?]f32): [n]f32 =
  map2 (\k xs -> f32.sum (loop xs for _i < k do map2 (\x y -> x * 0.5 + y) xs (reverse xs))) ks xss

entry smoothed_data (n: i64): ([n]i64, [n][?]f32) = rounds_data n

-- A table for every row, as long for all of them, beside numbers for each element: most rows are so short that these take little memory,
-- but only as many lanes have tables as run at one time.
entry tables [n] (k: i64) (xss: [n][?]i64): [n]i64 =
  map (\xs -> let t = loop t = replicate k 0 for i < k do t with [i] = i * length xs
              let r = loop r = copy xs for j < length xs do r with [j] = r[j] + t[j % k]
              in if null r then 0 else r[length xs - 1])
      xss

entry tables_data (n: i64): (i64, [n][?]i64) = (8, map (\i -> iota (i64.bool (i % 3 == 0))) (iota n))

-- ==
-- entry: tables
-- input { 2i64 [[5i64], empty([0]i64), [1i64, 2i64, 3i64, 4i64]] } output { [5i64, 0i64, 8i64] }
-- input { 3i64 empty([0][?]i64) } output { empty([0]i64) }
