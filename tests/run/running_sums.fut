-- Rows that are slices between running sums of their sizes, which are computed by hand in several ways.

entry starts_and_ends [n] [m] (sizes: [n]i64) (xs: [m]i64): [n]i64 =
  let offs = [0] ++ scan (+) 0 sizes
  in map (\i -> reduce (+) 0 xs[offs[i]:offs[i + 1]]) (iota n)

entry ends [n] [m] (sizes: [n]i64) (xs: [m]i64): [n]i64 =
  let ends = scan (+) 0 sizes
  in map (\i -> reduce (+) 0 xs[(if i == 0 then 0 else ends[i - 1]):ends[i]]) (iota n)

entry back_from_ends [n] [m] (sizes: [n]i64) (xs: [m]i64): [n]i64 =
  map2 (\s e -> reduce (+) 0 xs[e - s:e]) sizes (scan (+) 0 sizes)

entry starts [n] [m] (sizes: [n]i64) (xs: [m]i64): [n]i64 =
  let starts = map2 (-) (scan (+) 0 sizes) sizes
  in map2 (\s start -> reduce (+) 0 xs[start:start + s]) sizes starts

-- ==
-- entry: starts_and_ends ends back_from_ends starts
-- input { empty([0]i64) empty([0]i64) }
-- output { empty([0]i64) }
-- input { [0i64] empty([0]i64) }
-- output { [0i64] }
-- input { [2i64, 0i64, 3i64, 0i64, 1i64] [1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64] }
-- output { [3i64, 0i64, 12i64, 0i64, 6i64] }
-- input { [0i64, 0i64, 4i64] [1i64, 2i64, 3i64, 4i64] }
-- output { [0i64, 0i64, 10i64] }
-- input { [2i64, -1i64, 1i64] [1i64, 2i64, 3i64] }
-- error: Index \[2:1\] out of bounds for array of shape \[3\]
-- input { [-1i64, 3i64] [1i64, 2i64, 3i64] }
-- error: out of bounds for array of shape \[3\]
-- input { [2i64, 3i64] [1i64, 2i64, 3i64] }
-- error: Index \[2:5\] out of bounds for array of shape \[3\]

-- The sizes and their sums are computed by one kernel.
entry computed [n] [m] (ks: [n]i64) (xs: [m]i64): ([n]i64, [n]i64) =
  let sizes = map (% 4) ks
  let ends = scan (+) 0 sizes
  in (map2 (\s e -> i64.maximum xs[e - s:e]) sizes ends, ends)

-- ==
-- entry: computed
-- input { [6i64, 4i64, 1i64, 3i64] [5i64, 1i64, 4i64, 2i64, 8i64, 3i64, 9i64] }
-- output { [5i64, -9223372036854775808i64, 4i64, 8i64] [2i64, 2i64, 3i64, 6i64] }
-- input { empty([0]i64) [1i64] }
-- output { empty([0]i64) empty([0]i64) }

-- The sums are overwritten before the rows are cut: they say nothing about the rows any more.
entry overwritten [n] [m] (sizes: *[n]i64) (xs: [m]i64): [n]i64 =
  let ends = scan (+) 0 sizes
  let sizes = sizes with [0] = 0
  in map2 (\s e -> reduce (+) 0 xs[e - s:e]) sizes ends

-- ==
-- entry: overwritten
-- input { [2i64, 1i64, 3i64] [1i64, 2i64, 3i64, 4i64, 5i64, 6i64] }
-- output { [0i64, 3i64, 15i64] }

-- A map reads what a scan gives, and checks it.
entry checked [n] (xs: [n]i64) (ys: []i64): [n]i64 =
  let sums = scan (+) 0 xs
  in map (\s -> ys[s] + reduce (+) 0 (iota (s % 3))) sums

-- ==
-- entry: checked
-- input { [0i64, 1i64, 1i64] [10i64, 20i64, 30i64] }
-- output { [10i64, 20i64, 31i64] }
-- input { [0i64, 1i64, 2i64] [10i64, 20i64, 30i64] }
-- error: Index \[3\] out of bounds for array of shape \[3\]

-- In what follows the sums are no sums of the sizes any more, or not of all, or are overwritten after rows have been cut by them.

entry sums_updated [n] [m] (sizes: [n]i64) (xs: [m]i64): [n]i64 =
  let ends = scan (+) 0 sizes
  let ends = ends with [0] = 1
  in map (\i -> reduce (+) 0 xs[(if i == 0 then 0 else ends[i - 1]):ends[i]]) (iota n)

-- ==
-- entry: sums_updated
-- input { [2i64, 1i64, 3i64] [1i64, 2i64, 3i64, 4i64, 5i64, 6i64] }
-- output { [1i64, 5i64, 15i64] }

entry sums_updated_back [n] [m] (sizes: [n]i64) (xs: [m]i64): [n]i64 =
  let ends = scan (+) 0 sizes
  let ends = ends with [0] = 1
  in map2 (\s e -> reduce (+) 0 xs[i64.max 0 (e - s):e]) sizes ends

-- ==
-- entry: sums_updated_back
-- input { [2i64, 1i64, 3i64] [1i64, 2i64, 3i64, 4i64, 5i64, 6i64] }
-- output { [1i64, 3i64, 15i64] }

entry sizes_updated [n] [m] (ks: [n]i64) (xs: [m]i64): [n]i64 =
  let sizes = map (% 4) ks
  let ends = scan (+) 0 sizes
  let sizes = sizes with [0] = 0
  in map2 (\s e -> reduce (+) 0 xs[e - s:e]) sizes ends

-- ==
-- entry: sizes_updated
-- input { [6i64, 1i64, 3i64] [1i64, 2i64, 3i64, 4i64, 5i64, 6i64] }
-- output { [0i64, 3i64, 15i64] }

entry scattered [n] [m] (ks: [n]i64) (at: [n]i64) (xs: [m]i64): [n]i64 =
  let sizes = map (% 4) ks
  let ends = scan (+) 0 sizes
  let sizes = scatter sizes at (replicate n 0)
  in map2 (\s e -> reduce (+) 0 xs[e - s:e]) sizes ends

-- ==
-- entry: scattered
-- input { [6i64, 1i64, 3i64] [1i64, 1i64, 1i64] [1i64, 2i64, 3i64, 4i64, 5i64, 6i64] }
-- output { [3i64, 0i64, 15i64] }

entry sums_scattered [n] [m] (ks: [n]i64) (at: [n]i64) (xs: [m]i64): [n]i64 =
  let sizes = map (% 4) ks
  let ends = scan (+) 0 sizes
  let ends = scatter ends at (replicate n 3)
  in map (\i -> reduce (+) 0 xs[(if i == 0 then 0 else i64.min ends[i] ends[i - 1]):ends[i]]) (iota n)

-- ==
-- entry: sums_scattered
-- input { [6i64, 1i64, 3i64] [1i64, 1i64, 1i64] [1i64, 2i64, 3i64, 4i64, 5i64, 6i64] }
-- output { [3i64, 3i64, 15i64] }

entry in_loop [n] [m] (ks: [n]i64) (xs: [m]i64): [n]i64 =
  let sizes = map (% 4) ks
  let ends = scan (+) 0 sizes
  let (sizes, _) = loop (sizes, j) = (sizes, 0) while j < n do
    (if ks[j] > 4 then sizes with [j] = 0 else sizes, j + 1)
  in map2 (\s e -> reduce (+) 0 xs[e - s:e]) sizes ends

-- ==
-- entry: in_loop
-- input { [6i64, 1i64, 3i64] [1i64, 2i64, 3i64, 4i64, 5i64, 6i64] }
-- output { [0i64, 3i64, 15i64] }

entry rounds [n] [m] (ks: [n]i64) (xs: [m]i64): [n]i64 =
  let (_, _, r) = loop (sizes, ends, r) = (map (% 4) ks, replicate n 0, replicate n 0) for k < 3 do
    let old = copy sizes
    let ends' = scan (+) 0 sizes
    let sizes = sizes with [0] = k
    let r' = map2 (\s e -> reduce (+) 0 xs[i64.max 0 (e - s):e]) sizes ends'
    let r'' = map (\i -> reduce (+) 0 xs[(if i == 0 then 0 else ends'[i - 1]):ends'[i]]) (iota n)
    in (map2 (\a b -> (a + b) % 3) sizes old, map2 (+) ends ends', map3 (\a b c -> a * 7 + b * 3 + c) r r' r'')
  in r

-- ==
-- entry: rounds
-- input { [6i64, 1i64, 3i64] [1i64, 2i64, 3i64, 4i64, 5i64, 6i64] }
-- output { [210i64, 788i64, 2940i64] }

entry of_slice [n] [m] (sizes: [n]i64) (xs: [m]i64): []i64 =
  let k = n / 2
  let ends = scan (+) 0 sizes[1:1 + k]
  in map2 (\s e -> reduce (+) 0 xs[e - s:e]) sizes[1:1 + k] ends

-- ==
-- entry: of_slice
-- input { [2i64, 1i64, 3i64, 5i64] [1i64, 2i64, 3i64, 4i64, 5i64, 6i64] }
-- output { [1i64, 9i64] }

entry of_other_slice [n] [m] (sizes: [n]i64) (xs: [m]i64): []i64 =
  let k = n / 2
  let ends = scan (+) 0 sizes[1:1 + k]
  in map (\i -> let e = ends[i] let s = sizes[i] in reduce (+) 0 xs[i64.max 0 (e - s):e]) (iota k)

-- ==
-- entry: of_other_slice
-- input { [2i64, 1i64, 3i64, 5i64] [1i64, 2i64, 3i64, 4i64, 5i64, 6i64] }
-- output { [1i64, 4i64] }

entry sums_of_slice [n] [m] (sizes: [n]i64) (xs: [m]i64): []i64 =
  let k = i64.min 2 n
  let ends = (scan (+) 0 sizes)[n - k:n]
  in map (\i -> reduce (+) 0 xs[(if i == 0 then 0 else ends[i - 1]):ends[i]]) (iota k)

-- ==
-- entry: sums_of_slice
-- input { [2i64, 1i64, 3i64] [1i64, 2i64, 3i64, 4i64, 5i64, 6i64] }
-- output { [6i64, 15i64] }

entry from_end [n] [m] (sizes: [n]i64) (xs: [m]i64): [n]i64 =
  let ends = reverse (scan (+) 0 (reverse sizes))
  in map (\i -> reduce (+) 0 xs[(if i == n - 1 then 0 else ends[i + 1]):ends[i]]) (iota n)

-- ==
-- entry: from_end
-- input { [2i64, 1i64, 3i64] [1i64, 2i64, 3i64, 4i64, 5i64, 6i64] }
-- output { [11i64, 4i64, 6i64] }

entry read_beyond [n] [m] (sizes: [n]i64) (xs: [m]i64) (k: i64): [k]i64 =
  let ends = scan (+) 0 sizes
  in map (\i -> reduce (+) 0 xs[(if i == 0 then 0 else ends[i - 1]):ends[i]]) (iota k)

-- ==
-- entry: read_beyond
-- input { [2i64, 1i64, 3i64] [1i64, 2i64, 3i64, 4i64, 5i64, 6i64] 2i64 }
-- output { [3i64, 3i64] }
-- input { [2i64, 1i64, 3i64] [1i64, 2i64, 3i64, 4i64, 5i64, 6i64] 4i64 }
-- error: Index \[3\] out of bounds for array of shape \[3\]

entry asserted [n] [m] (sizes: [n]i64) (xs: [m]i64): [n]i64 =
  let ends = scan (+) 0 sizes
  in map (\i -> let start = if i == 0 then 0 else (let e = ends[i - 1] in assert (e < 5) e)
                in reduce (+) 0 xs[start:ends[i]]) (iota n)

-- ==
-- entry: asserted
-- input { [2i64, 1i64, 3i64] [1i64, 2i64, 3i64, 4i64, 5i64, 6i64] }
-- output { [3i64, 3i64, 15i64] }
-- input { [2i64, 3i64, 1i64] [1i64, 2i64, 3i64, 4i64, 5i64, 6i64] }
-- error: Assertion is false: e < 5

entry over_sums [n] [m] (ks: [n]i64) (xs: [m]i64): [n]i64 =
  let sizes = map (% 4) ks
  let ends = scan (+) 0 sizes
  in map2 (\s e -> e * 10 + reduce (+) 0 xs[e - s:e]) sizes ends

-- ==
-- entry: over_sums
-- input { [6i64, 1i64, 3i64] [1i64, 2i64, 3i64, 4i64, 5i64, 6i64] }
-- output { [23i64, 33i64, 75i64] }

entry sums_used_up [n] [m] (sizes: [n]i64) (xs: [m]i64): ([n]i64, [n]i64) =
  let ends = scan (+) 0 sizes
  let rows = map2 (\s e -> xs[e - s:e]) sizes ends
  let ends = ends with [0] = 100
  in (map (reduce (+) 0) rows, ends)

-- ==
-- entry: sums_used_up
-- input { [2i64, 1i64, 3i64] [1i64, 2i64, 3i64, 4i64, 5i64, 6i64] }
-- output { [3i64, 3i64, 15i64] [100i64, 3i64, 6i64] }

entry sizes_used_up [n] [m] (ks: [n]i64) (xs: [m]i64): ([n]i64, [n]i64) =
  let sizes = map (% 4) ks
  let ends = scan (+) 0 sizes
  let sizes = sizes with [1] = 100
  in (map (\i -> reduce (+) 0 xs[(if i == 0 then 0 else ends[i - 1]):ends[i]]) (iota n), sizes)

-- ==
-- entry: sizes_used_up
-- input { [6i64, 1i64, 3i64] [1i64, 2i64, 3i64, 4i64, 5i64, 6i64] }
-- output { [3i64, 3i64, 15i64] [2i64, 100i64, 3i64] }

entry used_up_in_loop [n] [m] (ks: [n]i64) (xs: [m]i64): ([n]i64, [n]i64) =
  loop (sizes, r) = (map (% 4) ks, replicate n 0) for k < 2 do
    let ends = scan (+) 0 sizes
    let sizes = sizes with [1] = k
    in (sizes, map2 (+) r (map (\i -> reduce (+) 0 xs[(if i == 0 then 0 else ends[i - 1]):ends[i]]) (iota n)))

-- ==
-- entry: used_up_in_loop
-- input { [6i64, 1i64, 3i64] [1i64, 2i64, 3i64, 4i64, 5i64, 6i64] }
-- output { [2i64, 1i64, 3i64] [6i64, 3i64, 27i64] }
