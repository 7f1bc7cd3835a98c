-- Clusters, filters, sieves, softmax and branches as other people would write them.
-- The counts are those of all together.
-- after: fuse_flat
-- count: 26 segs
-- count: 2 fills
-- count: 28 launches
-- count: 0 reads
-- count: 11 arrays

-- kmeans assign only, tuples, argmin by reduce with index
entry assign [n] [k] [d] (points: [n][d]f32) (centres: [k][d]f32): [n]i64 =
  let dist p c = f32.sum (map2 (\a b -> (a - b) * (a - b)) p c)
  let nearer (i, a) (j, b) = if a < b || (a == b && i < j) then (i, a) else (j, b)
  in map (\p -> (reduce nearer (-1, f32.inf) (zip (iota k) (map (dist p) centres))).0) points

-- kmeans sums of members
entry sums [n] [d] (k: i64) (points: [n][d]f32) (member: [n]i64): [k][d]f32 =
  reduce_by_index (replicate k (replicate d 0)) (map2 (+)) (replicate d 0) member points

-- filter: partition
entry partition [n] (xs: [n]i64): ([]i64, []i64) = partition (> 0) xs

-- filter in 3 deep nest
entry filter3 [n] (xsss: [n][?][?]i64): [n][?][?]i64 = map (map (filter (\x -> x % 2 == 0))) xsss

-- outliers with helper functions and median-free mean
def mean [n] (xs: [n]f64): f64 = if n == 0 then 0 else f64.sum xs / f64.i64 n
entry outliers [n] (limit: f64) (rows: [n][?]f64): [n]([?]f64, f64) =
  map (\xs -> let m = mean xs
              let ys = filter (\x -> f64.abs (x - m) <= limit) xs
              in (ys, mean ys)) rows

-- nested means: mean of row means per group
entry means3 [n] (groups: [n][?][?]f64): [n]f64 = map (\g -> mean (map mean g)) groups

-- sieve round as filter of multiples
entry multiples (n: i64) (ps: []i64): []i64 =
  let hits = flatten (map (\p -> map (\j -> (j + 2) * p) (iota (i64.max 0 (n / p - 1)))) ps)
  let flags = scatter (replicate (n + 1) true) hits (map (const false) hits)
  in filter (\i -> i >= 2 && flags[i]) (iota (n + 1))

-- softmax with stable exp and log
entry softmax [n] (xss: [n][?]f64): [n][?]f64 =
  map (\xs -> let m = f64.maximum xs
              let es = [ f64.exp (x - m) | x <- xs ]
              let z = f64.sum es
              in [ e / z | e <- es ]) xss

-- normalise rows: subtract mean, divide by deviation
entry normalise [n] (xss: [n][?]f64): [n][?]f64 =
  map (\xs -> let k = f64.i64 (length xs)
              let m = f64.sum xs / k
              let v = f64.sum (map (\x -> (x - m) ** 2) xs) / k
              in map (\x -> (x - m) / f64.sqrt v) xs) xss

-- life by comprehension
entry life [h] [w] (board: [h][w]i32): [h][w]i32 =
  let at i j = board[(i + h) % h, (j + w) % w]
  in tabulate_2d h w (\i j ->
       let s = i32.sum (map (\(a, b) -> at (i + a) (j + b)) [(-1,-1),(-1,0),(-1,1),(0,-1),(0,1),(1,-1),(1,0),(1,1)])
       in if s == 3 || (s == 2 && board[i, j] == 1) then 1 else 0)

-- branch on rows of different arrays
entry branch [n] (flags: [n]bool) (xss: [n][?]i64) (yss: [n][?]i64): [n]i64 =
  map3 (\f xs ys -> if f then i64.sum xs else i64.maximum ys) flags xss yss

-- prefix sums in rows then last
entry prefix [n] (xss: [n][?]i64): [n]i64 =
  map (\xs -> if null xs then 0 else last (scan (+) 0 xs)) xss

-- count distinct via sort in rows
entry rle [n] (xs: [n]i64): ([]i64, []i64) =
  let starts = filter (\i -> i == 0 || xs[i - 1] != xs[i]) (iota n)
  let ends = tail starts ++ [n]
  in unzip (map2 (\a b -> (xs[a], b - a)) starts (ends :> [length starts]i64))
