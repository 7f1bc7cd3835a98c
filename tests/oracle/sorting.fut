-- Sorting every row of an irregular array: control flow whose trip count differs per row.

entry bubble_all [n] (xss: [n][?]i64): [n][?]i64 =
  map (\xs ->
         let m = length xs
         in loop ys = copy xs for i < m do
              loop ys for j < m - 1 - i do
                if ys[j] > ys[j+1]
                then let a = ys[j]
                     let b = ys[j+1]
                     let ys = ys with [j] = b
                     in ys with [j+1] = a
                else ys)
      xss

-- Quicksort of one row, all segments of a step at once: a loop that carries an irregular array.
entry quick [n] (xs: [n]i64): []i64 =
  let (_, segs) =
    loop (busy, segs: [][?]i64) = (n > 1, [xs]) while busy do
      let split = map (\s ->
                         if length s < 2 then [s]
                         else let p = s[length s / 2]
                              in [filter (< p) s, filter (== p) s, filter (> p) s])
                      segs
      let next = flatten split
      let next = filter (\s -> length s > 0) next
      let done = all (\s -> all (== s[0]) s) next
      in (not done, next)
  in flatten segs

entry quick_all [n] (xss: [n][?]i64): [n][?]i64 =
  map (\xs -> flatten (loop segs: [][?]i64 = [xs] while any (\s -> any (\x -> x != s[0]) s) segs do
                 flatten (map (\s -> if length s < 2 then [s]
                                     else let p = s[length s / 2]
                                          in [filter (< p) s, filter (== p) s, filter (> p) s])
                              segs) |> filter (\s -> length s > 0)))
      xss

-- Merge sort by ranks.
entry rank_sort [n] (xss: [n][?]i64): [n][?]i64 =
  map (\xs ->
         let ranks = map2 (\i x -> i64.sum (map2 (\j y -> i64.bool (y < x || (y == x && j < i))) (indices xs) xs)) (indices xs) xs
         in scatter (copy xs) ranks xs)
      xss

entry sorted_pairs [n] (kss: [n][?](i64, f64)): [n][?](i64, f64) =
  map (\kvs -> let (ks, vs) = unzip kvs in let (ks, vs) = sort_by_key (<=) ks vs in zip ks vs) kss

entry radix_all [n] (xss: [n][?]u16): [n][?]u16 =
  map (\xs ->
         loop xs for b < 16 do
           let (zeros, ones) = partition (\x -> (x >> u16.i32 b) & 1 == 0) xs
           in zeros ++ ones)
      xss

entry median_of_rows [n] (xss: [n][?]f64): [n]f64 =
  map (\xs ->
         if length xs == 0 then -1
         else let ys = [x | x <- xs, order by x]
              let m = length ys
              in if m % 2 == 1 then ys[m/2] else (ys[m/2-1] + ys[m/2]) / 2)
      xss

-- The cases below are written by oracle.py.

-- ==
-- entry: bubble_all
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [[-1i64, 6i64], empty([0]i64)] }
-- output { [[-1i64, 6i64], empty([0]i64)] }
-- input { [[7i64]] }
-- output { [[7i64]] }
-- input { [[1i64, 3i64], empty([0]i64), empty([0]i64)] }
-- output { [[1i64, 3i64], empty([0]i64), empty([0]i64)] }
-- input { [[-4i64, -4i64], [-5i64], empty([0]i64), empty([0]i64)] }
-- output { [[-4i64, -4i64], [-5i64], empty([0]i64), empty([0]i64)] }
-- input { [[-8i64, 7i64], [1i64, 4i64, 1i64], [6i64, 5i64, 1i64], empty([0]i64), [-3i64, 8i64, 1i64], empty([0]i64)] }
-- output { [[-8i64, 7i64], [1i64, 1i64, 4i64], [1i64, 5i64, 6i64], empty([0]i64), [-3i64, 1i64, 8i64], empty([0]i64)] }
-- input { [[6i64], [1i64, 5i64, 8i64, 1i64, 2i64, -2i64], [3i64, -1i64, -7i64, -5i64], empty([0]i64), [-9i64], empty([0]i64), [-2i64]] }
-- output { [[6i64], [-2i64, 1i64, 1i64, 2i64, 5i64, 8i64], [-7i64, -5i64, -1i64, 3i64], empty([0]i64), [-9i64], empty([0]i64), [-2i64]] }
-- input { [empty([0]i64), [-3i64]] }
-- output { [empty([0]i64), [-3i64]] }

-- ==
-- entry: quick
-- input { [7i64, 9i64, -1i64, 1i64] }
-- output { [-1i64, 1i64, 7i64, 9i64] }
-- input { [5i64, -3i64, 5i64] }
-- output { [-3i64, 5i64, 5i64] }
-- input { [6i64, -4i64, 7i64, -6i64, 4i64, 2i64, -4i64, -7i64, 7i64] }
-- output { [-7i64, -6i64, -4i64, -4i64, 2i64, 4i64, 6i64, 7i64, 7i64] }
-- input { [3i64] }
-- output { [3i64] }
-- input { [1i64, 0i64, 3i64, -1i64, -3i64] }
-- output { [-3i64, -1i64, 0i64, 1i64, 3i64] }
-- input { [-8i64, -3i64, 5i64] }
-- output { [-8i64, -3i64, 5i64] }
-- input { [5i64, 0i64, 9i64, 8i64, 6i64] }
-- output { [0i64, 5i64, 6i64, 8i64, 9i64] }
-- input { [0i64, -6i64, 6i64, 7i64, -4i64] }
-- output { [-6i64, -4i64, 0i64, 6i64, 7i64] }

-- ==
-- entry: quick_all
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [[-8i64]] }
-- output { [[-8i64]] }
-- input { [[-6i64, -1i64]] }
-- output { [[-6i64, -1i64]] }
-- input { [empty([0]i64), [2i64, 7i64]] }
-- output { [empty([0]i64), [2i64, 7i64]] }
-- input { [[-5i64], [4i64], [-9i64], [0i64, -6i64, 9i64], [-4i64]] }
-- output { [[-5i64], [4i64], [-9i64], [-6i64, 0i64, 9i64], [-4i64]] }
-- input { [[1i64], [-9i64], [-4i64]] }
-- output { [[1i64], [-9i64], [-4i64]] }
-- input { [[-3i64], empty([0]i64)] }
-- output { [[-3i64], empty([0]i64)] }
-- input { [[-3i64, 4i64], [-4i64], [-5i64, -9i64], [-9i64], [-8i64, 3i64], empty([0]i64)] }
-- output { [[-3i64, 4i64], [-4i64], [-9i64, -5i64], [-9i64], [-8i64, 3i64], empty([0]i64)] }

-- ==
-- entry: rank_sort
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [[3i64], [3i64, 1i64], [4i64, 4i64, 1i64]] }
-- output { [[3i64], [1i64, 3i64], [1i64, 4i64, 4i64]] }
-- input { [[0i64, 1i64, 2i64]] }
-- output { [[0i64, 1i64, 2i64]] }
-- input { [empty([0]i64), empty([0]i64), empty([0]i64), [2i64, 2i64, 0i64], [0i64, 4i64]] }
-- output { [empty([0]i64), empty([0]i64), empty([0]i64), [0i64, 2i64, 2i64], [0i64, 4i64]] }
-- input { [empty([0]i64), empty([0]i64), [3i64, 3i64, 0i64, 4i64, 0i64]] }
-- output { [empty([0]i64), empty([0]i64), [0i64, 0i64, 3i64, 3i64, 4i64]] }
-- input { [[2i64, 4i64, 2i64], empty([0]i64), [2i64]] }
-- output { [[2i64, 2i64, 4i64], empty([0]i64), [2i64]] }
-- input { [[2i64], empty([0]i64), [4i64, 0i64, 4i64], [4i64]] }
-- output { [[2i64], empty([0]i64), [0i64, 4i64, 4i64], [4i64]] }
-- input { [[3i64, 3i64], [0i64]] }
-- output { [[3i64, 3i64], [0i64]] }

-- ==
-- entry: sorted_pairs
-- input { empty([0][?]i64) empty([0][?]f64) }
-- output { empty([0][?]i64) empty([0][?]f64) }
-- input { [empty([0]i64), empty([0]i64), [0i64]] [empty([0]f64), empty([0]f64), [0.0f64]] }
-- output { [empty([0]i64), empty([0]i64), [0i64]] [empty([0]f64), empty([0]f64), [0.0f64]] }
-- input { [[0i64, 0i64, 0i64], [0i64]] [[4.5f64, -2.5f64, -4.0f64], [-0.5f64]] }
-- output { [[0i64, 0i64, 0i64], [0i64]] [[4.5f64, -2.5f64, -4.0f64], [-0.5f64]] }
-- input { [[1i64, 1i64], [2i64, 0i64, 1i64], [1i64, 0i64]] [[2.0f64, 4.5f64], [-0.5f64, 1.5f64, -3.5f64], [-3.5f64, -2.5f64]] }
-- output { [[1i64, 1i64], [0i64, 1i64, 2i64], [0i64, 1i64]] [[2.0f64, 4.5f64], [1.5f64, -3.5f64, -0.5f64], [-2.5f64, -3.5f64]] }
-- input { [[2i64], [3i64], [0i64, 0i64], [1i64, 0i64], [1i64, 1i64], empty([0]i64)] [[3.0f64], [2.0f64], [0.5f64, 2.5f64], [1.5f64, -4.5f64], [3.5f64, 4.5f64], empty([0]f64)] }
-- output { [[2i64], [3i64], [0i64, 0i64], [0i64, 1i64], [1i64, 1i64], empty([0]i64)] [[3.0f64], [2.0f64], [0.5f64, 2.5f64], [-4.5f64, 1.5f64], [3.5f64, 4.5f64], empty([0]f64)] }
-- input { [[0i64]] [[4.5f64]] }
-- output { [[0i64]] [[4.5f64]] }
-- input { [[2i64, 1i64], [3i64, 1i64, 1i64], [3i64], empty([0]i64), empty([0]i64)] [[-2.5f64, -0.5f64], [-3.5f64, 2.5f64, 0.5f64], [0.0f64], empty([0]f64), empty([0]f64)] }
-- output { [[1i64, 2i64], [1i64, 1i64, 3i64], [3i64], empty([0]i64), empty([0]i64)] [[-0.5f64, -2.5f64], [2.5f64, 0.5f64, -3.5f64], [0.0f64], empty([0]f64), empty([0]f64)] }
-- input { [[1i64, 3i64, 0i64], [0i64], [2i64], empty([0]i64), [2i64, 0i64], empty([0]i64)] [[-1.0f64, 2.5f64, -2.0f64], [-2.5f64], [2.0f64], empty([0]f64), [-3.5f64, -3.5f64], empty([0]f64)] }
-- output { [[0i64, 1i64, 3i64], [0i64], [2i64], empty([0]i64), [0i64, 2i64], empty([0]i64)] [[-2.0f64, -1.0f64, 2.5f64], [-2.5f64], [2.0f64], empty([0]f64), [-3.5f64, -3.5f64], empty([0]f64)] }

-- ==
-- entry: radix_all
-- input { empty([0][?]u16) }
-- output { empty([0][?]u16) }
-- input { [[8043u16, 34154u16, 27284u16], [9005u16], [41537u16, 7383u16]] }
-- output { [[8043u16, 27284u16, 34154u16], [9005u16], [7383u16, 41537u16]] }
-- input { [[51453u16, 55142u16], empty([0]u16), [3723u16]] }
-- output { [[51453u16, 55142u16], empty([0]u16), [3723u16]] }
-- input { [[19067u16, 45452u16, 36284u16, 21548u16], [52121u16]] }
-- output { [[19067u16, 21548u16, 36284u16, 45452u16], [52121u16]] }
-- input { [[52456u16, 19991u16, 22147u16], [42398u16, 59442u16]] }
-- output { [[19991u16, 22147u16, 52456u16], [42398u16, 59442u16]] }
-- input { [[33864u16], empty([0]u16), [53037u16], [40928u16, 34165u16], [7469u16, 33810u16, 17653u16, 36264u16], empty([0]u16), empty([0]u16)] }
-- output { [[33864u16], empty([0]u16), [53037u16], [34165u16, 40928u16], [7469u16, 17653u16, 33810u16, 36264u16], empty([0]u16), empty([0]u16)] }
-- input { [[20979u16, 18417u16, 43148u16], [3581u16], empty([0]u16)] }
-- output { [[18417u16, 20979u16, 43148u16], [3581u16], empty([0]u16)] }
-- input { [[42867u16, 35149u16, 40051u16], [60294u16]] }
-- output { [[35149u16, 40051u16, 42867u16], [60294u16]] }

-- ==
-- entry: median_of_rows
-- input { empty([0][?]f64) }
-- output { empty([0]f64) }
-- input { [[4.5f64, -4.0f64]] }
-- output { [0.25f64] }
-- input { [[2.0f64], [1.0f64, -0.5f64, -2.0f64], [-3.0f64, 3.0f64, 3.5f64]] }
-- output { [2.0f64, -0.5f64, 3.0f64] }
-- input { [empty([0]f64), [4.0f64]] }
-- output { [-1.0f64, 4.0f64] }
-- input { [[-3.0f64], [-1.0f64, -2.5f64], [-0.5f64, 3.5f64], [2.0f64, -2.0f64], [-0.5f64]] }
-- output { [-3.0f64, -1.75f64, 1.5f64, 0.0f64, -0.5f64] }
-- input { [[-0.5f64, -4.0f64], [3.0f64], empty([0]f64), [0.0f64]] }
-- output { [-2.25f64, 3.0f64, -1.0f64, 0.0f64] }
-- input { [[0.5f64, 4.5f64], [1.0f64, -1.5f64, -1.0f64], [-1.5f64, -1.5f64, 0.5f64], [-3.0f64, -4.5f64, 2.5f64, 4.0f64, -4.5f64, 1.5f64, 0.0f64], empty([0]f64), [-0.5f64], empty([0]f64)] }
-- output { [2.5f64, -1.0f64, -1.5f64, 0.0f64, -1.0f64, -0.5f64, -1.0f64] }
-- input { [[1.5f64], [-2.5f64], [4.5f64], empty([0]f64)] }
-- output { [1.5f64, -2.5f64, 4.5f64, -1.0f64] }
