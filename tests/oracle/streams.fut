-- Streaming combinators give what the whole array gives.

entry doubled [n] (xs: [n]i64): [n]i64 = stream_map (\c -> map (* 2) c) xs
entry summed [n] (xs: [n]i64): i64 = stream_fold (+) (\acc c -> acc + i64.sum c) 0 xs
entry running [n] (xs: [n]i64): (i64, [n]i64) =
  stream_seq (\acc c -> let s = scan (+) 0 c in (acc + i64.sum c, map (+ acc) s)) 0 xs
entry sum_and_squares [n] (xs: [n]i64): (i64, [n]i64) =
  stream_red (+) (\acc c -> (acc + i64.sum c, map (\x -> x * x) c)) 0 xs
entry histogram [n] (k: i64) (xs: [n]i64): [k]i64 =
  stream_fold (map2 (+)) (\acc c -> loop acc for x in c do acc with [x] = acc[x] + 1) (replicate k 0) xs
entry kmeans_counts [n] (means: []f64) (xs: [n]f64): ([]i64, [n]i64) =
  let k = length means
  in stream_red (map2 (+))
       (\acc c ->
          let nearest x = (reduce (\(d, i) (e, j) -> if e < d || (e == d && j < i) then (e, j) else (d, i)) (f64.inf, 0)
                                  (zip (map (\m -> f64.abs (m - x)) means) (indices means))).1
          let at = map nearest c
          in (reduce_by_index acc (+) 0 at (map (const 1) at), at))
       (replicate k 0) xs
entry rows_doubled [n] (xss: [n][?]i64): [n][?]i64 = map (\xs -> stream_map (map (* 2)) xs) xss
entry rows_running [n] (xss: [n][?]i64): [n][?]i64 =
  map (\xs -> (stream_seq (\acc c -> (acc + i64.sum c, map (+ acc) (scan (+) 0 c))) 0 xs).1) xss
entry ragged_stream [n] (xss: [n][?]i64): [n]i64 = stream_map (\c -> map i64.sum c) xss
entry ragged_fold [n] (xss: [n][?]i64): i64 = stream_fold (+) (\acc c -> acc + i64.sum (map length c)) 0 xss
entry parse_numbers [n] (text: [n]u8): (i64, [n]i64) =
  stream_seq (\acc c ->
                let vals = map (\b -> if b >= '0' && b <= '9' then i64.u8 (b - '0') else -1) c
                let step a v = if v < 0 then 0 else a * 10 + v
                let (acc, out) = loop (a, out) = (acc, replicate (length c) 0) for i < length c do
                  let a = step a vals[i] in (a, out with [i] = a)
                in (acc, out)) 0 text

-- The cases below are written by oracle.py.

-- ==
-- entry: doubled
-- input { [4i64] }
-- output { [8i64] }
-- input { [-5i64, 3i64, 6i64, 0i64, 0i64, -7i64, -7i64, 6i64, 5i64] }
-- output { [-10i64, 6i64, 12i64, 0i64, 0i64, -14i64, -14i64, 12i64, 10i64] }
-- input { [2i64, -3i64, -6i64, -8i64, 1i64] }
-- output { [4i64, -6i64, -12i64, -16i64, 2i64] }
-- input { [6i64, 0i64, -2i64, 0i64] }
-- output { [12i64, 0i64, -4i64, 0i64] }
-- input { [-1i64, -9i64, -3i64, 5i64, -4i64, -4i64, -5i64, 2i64, 5i64, -7i64, 6i64, 2i64] }
-- output { [-2i64, -18i64, -6i64, 10i64, -8i64, -8i64, -10i64, 4i64, 10i64, -14i64, 12i64, 4i64] }
-- input { [2i64, -7i64, -1i64, -3i64, 1i64] }
-- output { [4i64, -14i64, -2i64, -6i64, 2i64] }
-- input { [2i64, -6i64, -7i64, -3i64, 4i64, 0i64, 0i64, 7i64] }
-- output { [4i64, -12i64, -14i64, -6i64, 8i64, 0i64, 0i64, 14i64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) }

-- ==
-- entry: summed
-- input { [3i64, -5i64, -6i64, -6i64, 5i64, 8i64] }
-- output { -1i64 }
-- input { [-2i64, 0i64, 8i64, 2i64, 7i64, 8i64, -3i64, 9i64, 0i64, 2i64, -2i64] }
-- output { 29i64 }
-- input { [-1i64, 5i64, -8i64, -3i64, -7i64, 2i64, 4i64, 0i64] }
-- output { -8i64 }
-- input { [9i64, 2i64, -2i64, -9i64] }
-- output { 0i64 }
-- input { [-4i64, -4i64, -4i64, 7i64] }
-- output { -5i64 }
-- input { [2i64, -7i64, -6i64, 4i64, -7i64] }
-- output { -14i64 }
-- input { [6i64, 6i64, 3i64, 9i64, 4i64, 1i64, 7i64, 7i64] }
-- output { 43i64 }
-- input { [-7i64, -7i64, 7i64] }
-- output { -7i64 }

-- ==
-- entry: running
-- input { [-2i64, -7i64, -1i64, 6i64, -2i64, -9i64, -9i64, -4i64, -5i64] }
-- output { -33i64 [-2i64, -9i64, -10i64, -4i64, -6i64, -15i64, -24i64, -28i64, -33i64] }
-- input { [5i64, -6i64, -6i64, 2i64, 4i64, -9i64, 6i64, -9i64] }
-- output { -13i64 [5i64, -1i64, -7i64, -5i64, -1i64, -10i64, -4i64, -13i64] }
-- input { [0i64, 6i64, 2i64, -9i64, 9i64, 8i64] }
-- output { 16i64 [0i64, 6i64, 8i64, -1i64, 8i64, 16i64] }
-- input { [-6i64, -3i64, 8i64, 7i64, -6i64, 4i64, 8i64, 6i64, 4i64] }
-- output { 22i64 [-6i64, -9i64, -1i64, 6i64, 0i64, 4i64, 12i64, 18i64, 22i64] }
-- input { [-1i64, -7i64, -9i64, -2i64, -3i64, -3i64, 2i64] }
-- output { -23i64 [-1i64, -8i64, -17i64, -19i64, -22i64, -25i64, -23i64] }
-- input { [8i64, 7i64, -3i64, 4i64] }
-- output { 16i64 [8i64, 15i64, 12i64, 16i64] }
-- input { [-4i64] }
-- output { -4i64 [-4i64] }
-- input { empty([0]i64) }
-- output { 0i64 empty([0]i64) }

-- ==
-- entry: sum_and_squares
-- input { [3i64, -6i64, -5i64, 1i64, 5i64, 0i64, -7i64, -1i64, 7i64, -1i64, -5i64, 3i64] }
-- output { -6i64 [9i64, 36i64, 25i64, 1i64, 25i64, 0i64, 49i64, 1i64, 49i64, 1i64, 25i64, 9i64] }
-- input { [-9i64, 0i64, 2i64, 4i64, 0i64, -9i64, -1i64, 9i64, 7i64, -6i64, -1i64] }
-- output { -4i64 [81i64, 0i64, 4i64, 16i64, 0i64, 81i64, 1i64, 81i64, 49i64, 36i64, 1i64] }
-- input { [-1i64, -8i64, 0i64, -8i64] }
-- output { -17i64 [1i64, 64i64, 0i64, 64i64] }
-- input { [1i64, 0i64, -6i64, 3i64, -7i64, -9i64, 5i64, -7i64] }
-- output { -20i64 [1i64, 0i64, 36i64, 9i64, 49i64, 81i64, 25i64, 49i64] }
-- input { [-5i64, -3i64, 8i64, -2i64, -7i64, 5i64] }
-- output { -4i64 [25i64, 9i64, 64i64, 4i64, 49i64, 25i64] }
-- input { empty([0]i64) }
-- output { 0i64 empty([0]i64) }
-- input { [1i64, -1i64, 5i64, -2i64] }
-- output { 3i64 [1i64, 1i64, 25i64, 4i64] }
-- input { [2i64, 3i64, -9i64, 4i64, -2i64, -5i64, 1i64] }
-- output { -6i64 [4i64, 9i64, 81i64, 16i64, 4i64, 25i64, 1i64] }

-- ==
-- entry: histogram
-- input { 4i64 [2i64, 1i64, 2i64] }
-- output { [0i64, 1i64, 2i64, 0i64] }
-- input { 4i64 [0i64, 0i64] }
-- output { [2i64, 0i64, 0i64, 0i64] }
-- input { 4i64 [3i64, 1i64, 0i64] }
-- output { [1i64, 1i64, 0i64, 1i64] }
-- input { 4i64 [1i64, 0i64, 2i64, 0i64, 3i64, 3i64, 0i64] }
-- output { [3i64, 1i64, 1i64, 2i64] }
-- input { 4i64 [2i64, 1i64, 0i64, 0i64] }
-- output { [2i64, 1i64, 1i64, 0i64] }
-- input { 4i64 [1i64] }
-- output { [0i64, 1i64, 0i64, 0i64] }
-- input { 4i64 [1i64, 0i64, 0i64, 2i64, 3i64, 1i64, 3i64, 1i64, 0i64, 1i64] }
-- output { [3i64, 4i64, 1i64, 2i64] }
-- input { 4i64 [1i64, 1i64, 1i64, 2i64, 1i64, 3i64, 3i64, 1i64, 2i64, 1i64] }
-- output { [0i64, 6i64, 2i64, 2i64] }

-- ==
-- entry: kmeans_counts
-- input { [0.5f64] [4.5f64] }
-- output { [1i64] [0i64] }
-- input { [0.5f64] [1.5f64, -5.0f64, -2.5f64] }
-- output { [3i64] [0i64, 0i64, 0i64] }
-- input { [-5.5f64, 3.75f64] [-4.0f64] }
-- output { [1i64, 0i64] [0i64] }
-- input { [4.5f64, -2.5f64, 3.25f64] [-7.25f64, -5.5f64, 4.75f64] }
-- output { [1i64, 2i64, 0i64] [1i64, 1i64, 0i64] }
-- input { [-7.25f64] [2.5f64, -6.25f64] }
-- output { [2i64] [0i64, 0i64] }
-- input { [-4.25f64, -1.0f64, -6.5f64] [-3.25f64, -1.75f64, -6.0f64, -4.0f64, -7.75f64] }
-- output { [2i64, 1i64, 2i64] [0i64, 1i64, 2i64, 0i64, 2i64] }
-- input { [0.5f64, 2.0f64, 1.25f64] [3.5f64] }
-- output { [0i64, 1i64, 0i64] [1i64] }
-- input { [-5.5f64, 1.75f64] [3.5f64, 6.5f64, -5.0f64, 5.25f64, -6.0f64, 3.75f64, 0.75f64, 7.75f64] }
-- output { [2i64, 6i64] [1i64, 1i64, 0i64, 1i64, 0i64, 1i64, 1i64, 1i64] }

-- ==
-- entry: rows_doubled
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [empty([0]i64)] }
-- output { [empty([0]i64)] }
-- input { [[9i64], [-4i64]] }
-- output { [[18i64], [-8i64]] }
-- input { [[0i64, 6i64, 5i64, -5i64], [-1i64, 7i64], empty([0]i64), [8i64, -4i64, 5i64, 8i64]] }
-- output { [[0i64, 12i64, 10i64, -10i64], [-2i64, 14i64], empty([0]i64), [16i64, -8i64, 10i64, 16i64]] }
-- input { [[5i64], [1i64]] }
-- output { [[10i64], [2i64]] }
-- input { [[9i64]] }
-- output { [[18i64]] }
-- input { [[4i64], [4i64, 4i64], empty([0]i64)] }
-- output { [[8i64], [8i64, 8i64], empty([0]i64)] }
-- input { [empty([0]i64), [-2i64, -8i64, 4i64, 8i64, -4i64], [7i64], [1i64], [-7i64], empty([0]i64), [-7i64]] }
-- output { [empty([0]i64), [-4i64, -16i64, 8i64, 16i64, -8i64], [14i64], [2i64], [-14i64], empty([0]i64), [-14i64]] }

-- ==
-- entry: rows_running
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [empty([0]i64), [-7i64]] }
-- output { [empty([0]i64), [-7i64]] }
-- input { [[-3i64, 2i64], [-3i64], empty([0]i64), [-2i64, 6i64, 9i64]] }
-- output { [[-3i64, -1i64], [-3i64], empty([0]i64), [-2i64, 4i64, 13i64]] }
-- input { [[-7i64, 7i64], [-2i64, -5i64, -7i64], [-7i64]] }
-- output { [[-7i64, 0i64], [-2i64, -7i64, -14i64], [-7i64]] }
-- input { [[-5i64], [0i64, -4i64, 6i64], [9i64], [1i64], [-6i64], [2i64]] }
-- output { [[-5i64], [0i64, -4i64, 2i64], [9i64], [1i64], [-6i64], [2i64]] }
-- input { [[-5i64, -6i64, -4i64, -4i64]] }
-- output { [[-5i64, -11i64, -15i64, -19i64]] }
-- input { [[2i64], [-7i64]] }
-- output { [[2i64], [-7i64]] }
-- input { [[2i64], empty([0]i64), [2i64, -9i64], empty([0]i64), [0i64]] }
-- output { [[2i64], empty([0]i64), [2i64, -7i64], empty([0]i64), [0i64]] }

-- ==
-- entry: ragged_stream
-- input { empty([0][?]i64) }
-- output { empty([0]i64) }
-- input { [empty([0]i64)] }
-- output { [0i64] }
-- input { [[-7i64]] }
-- output { [-7i64] }
-- input { [[0i64], [6i64, -9i64], [9i64], [-5i64, -2i64]] }
-- output { [0i64, -3i64, 9i64, -7i64] }
-- input { [empty([0]i64), [2i64, -2i64, -5i64]] }
-- output { [0i64, -5i64] }
-- input { [[6i64, 2i64, 5i64], [-4i64, 7i64, 3i64], empty([0]i64)] }
-- output { [13i64, 6i64, 0i64] }
-- input { [[-7i64, 8i64, 4i64, -1i64, 8i64, 6i64, -3i64], [0i64], [-8i64], empty([0]i64), [0i64, 4i64, 6i64], [4i64]] }
-- output { [15i64, 0i64, -8i64, 0i64, 10i64, 4i64] }
-- input { [[9i64], [9i64, -8i64, 6i64], empty([0]i64), empty([0]i64), empty([0]i64), [5i64], [-6i64, -6i64]] }
-- output { [9i64, 7i64, 0i64, 0i64, 0i64, 5i64, -12i64] }

-- ==
-- entry: ragged_fold
-- input { empty([0][?]i64) }
-- output { 0i64 }
-- input { [[9i64, 2i64], empty([0]i64)] }
-- output { 2i64 }
-- input { [[2i64, 6i64, 5i64, 8i64], [9i64], [4i64, 1i64, -6i64]] }
-- output { 8i64 }
-- input { [empty([0]i64)] }
-- output { 0i64 }
-- input { [[4i64]] }
-- output { 1i64 }
-- input { [[2i64, 0i64, 9i64], [4i64], empty([0]i64), [3i64, -1i64], [2i64, 7i64], [4i64, 8i64, 4i64, -2i64]] }
-- output { 12i64 }
-- input { [empty([0]i64), [-5i64], [-9i64, 1i64, 3i64], empty([0]i64), [2i64], [-5i64, 0i64, 0i64, -3i64, -1i64]] }
-- output { 10i64 }
-- input { [[8i64], [-7i64], [-8i64, 1i64, -8i64, -3i64, 1i64, 5i64, 0i64], empty([0]i64), empty([0]i64)] }
-- output { 9i64 }

-- ==
-- entry: parse_numbers
-- input { [48u8, 50u8, 32u8, 57u8, 48u8, 48u8, 57u8, 48u8] }
-- output { 90090i64 [0i64, 2i64, 0i64, 9i64, 90i64, 900i64, 9009i64, 90090i64] }
-- input { [48u8, 57u8, 50u8, 32u8, 49u8, 32u8, 50u8, 49u8, 50u8, 50u8, 57u8, 32u8] }
-- output { 0i64 [0i64, 9i64, 92i64, 0i64, 1i64, 0i64, 2i64, 21i64, 212i64, 2122i64, 21229i64, 0i64] }
-- input { [49u8, 32u8, 57u8, 57u8, 57u8, 57u8, 49u8, 49u8, 32u8, 49u8, 32u8] }
-- output { 0i64 [1i64, 0i64, 9i64, 99i64, 999i64, 9999i64, 99991i64, 999911i64, 0i64, 1i64, 0i64] }
-- input { [57u8, 32u8, 32u8, 32u8] }
-- output { 0i64 [9i64, 0i64, 0i64, 0i64] }
-- input { [32u8, 32u8, 50u8, 49u8, 32u8, 57u8] }
-- output { 9i64 [0i64, 0i64, 2i64, 21i64, 0i64, 9i64] }
-- input { [57u8, 32u8, 49u8, 48u8, 32u8, 32u8, 49u8, 49u8, 48u8, 57u8] }
-- output { 1109i64 [9i64, 0i64, 1i64, 10i64, 0i64, 0i64, 1i64, 11i64, 110i64, 1109i64] }
-- input { [48u8, 48u8, 48u8, 57u8, 57u8, 57u8, 57u8] }
-- output { 9999i64 [0i64, 0i64, 0i64, 9i64, 99i64, 999i64, 9999i64] }
-- input { [57u8, 48u8, 32u8, 49u8, 49u8, 32u8, 49u8] }
-- output { 1i64 [9i64, 90i64, 0i64, 1i64, 11i64, 0i64, 1i64] }
