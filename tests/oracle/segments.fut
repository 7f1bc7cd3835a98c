-- Segmented folds and scans as what they are: folds and scans of rows.

entry sums [n] (xss: [n][?]i64): [n]i64 = map (reduce (+) 0) xss
entry scans [n] (xss: [n][?]i64): [n][?]i64 = map (scan (+) 0) xss
entry maxes [n] (xss: [n][?]i64): [n]i64 = map i64.maximum xss
entry exclusive [n] (xss: [n][?]i64): [n][?]i64 =
  map (\xs -> map2 (-) (scan (+) 0 xs) xs) xss
entry from_right [n] (xss: [n][?]i64): [n][?]i64 =
  map (\xs -> reverse (scan (+) 0 (reverse xs))) xss
entry fold1 [n] (xss: [n][?]i64) (def_: i64): [n]i64 =
  map (\xs -> if null xs then def_ else reduce i64.min xs[0] xs[1:]) xss
entry affine [n] (ass: [n][?]i64) (bss: [n][?]i64): [n](i64, i64) =
  map2 (\as bs -> reduce (\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0) (zip as (bs :> [length as]i64))) ass bss
entry argmax [n] (xss: [n][?]i64): [n]i64 =
  map (\xs -> (reduce (\(x, i) (y, j) -> if y > x || (y == x && j < i) then (y, j) else (x, i)) (i64.lowest, i64.highest)
                      (zip xs (indices xs))).1) xss
entry alternating [n] (xss: [n][?]i64): [n]i64 =
  map (\xs -> i64.sum (map2 (\i x -> if i % 2 == 0 then x else -x) (indices xs) xs)) xss
entry brackets [n] (sss: [n][?]i32): [n]bool =
  map (\s -> let d = scan (+) 0 s in all (>= 0) d && (null d || last d == 0)) sss
entry counts [n] (xss: [n][?]i64) (k: i64): [n][k]i64 =
  map (\xs -> reduce_by_index (replicate k 0) (+) 0 xs (map (const 1) xs)) xss
entry minmax [n] (xss: [n][?]i64): ([n]i64, [n]i64) =
  unzip (map (\xs -> (i64.minimum xs, i64.maximum xs)) xss)
entry variance [n] (xss: [n][?]f64): [n]f64 =
  map (\xs -> let m = f64.sum xs / f64.i64 (length xs)
              in if null xs then 0 else f64.sum (map (\x -> (x - m) ** 2) xs) / f64.i64 (length xs)) xss
entry vec_sums [n] (xsss: [n][?][3]i64): [n][3]i64 =
  map (reduce (map2 (+)) [0, 0, 0]) xsss
entry vec_scans [n] (xsss: [n][?][3]i64): [n][?][3]i64 =
  map (scan (map2 (+)) [0, 0, 0]) xsss
entry sum_of_maxes [n] (xsss: [n][?][?]i64): [n]i64 =
  map (\xss -> i64.sum (map (\xs -> if null xs then 0 else i64.maximum xs) xss)) xsss
entry last_positive [n] (xss: [n][?]i64): [n][?]i64 =
  map (scan (\a b -> if b > 0 then b else a) 0) xss
entry all_any [n] (bss: [n][?]bool): ([n]bool, [n]bool) = (map and bss, map or bss)
entry folded [n] (xss: [n][?]i64): [n]i64 = map (foldl (\a x -> a * 3 + x) 1) xss
entry foldedr [n] (xss: [n][?]i64): [n]i64 = map (foldr (\x a -> a * 3 + x) 1) xss
entry run_lengths [n] (xss: [n][?]i64): ([n][?]i64, [n][?]i64) =
  unzip (map (\xs ->
    let starts = [ i | i <- indices xs, i == 0 || xs[i] != xs[i-1] ]
    let k = length starts
    in (map (\i -> xs[i]) starts, map (\j -> (if j + 1 < k then starts[j+1] else length xs) - starts[j]) (iota k))) xss)

-- The cases below are written by oracle.py.

-- ==
-- entry: sums
-- input { empty([0][?]i64) }
-- output { empty([0]i64) }
-- input { [[-8i64, -5i64, 5i64], [-4i64, -8i64]] }
-- output { [-8i64, -12i64] }
-- input { [[8i64, -8i64], empty([0]i64), [-8i64]] }
-- output { [0i64, 0i64, -8i64] }
-- input { [[2i64, -6i64, 0i64], [8i64, 1i64, -9i64, -9i64, -7i64], [-8i64, 3i64], [1i64, -6i64, -3i64]] }
-- output { [-4i64, -16i64, -5i64, -8i64] }
-- input { [empty([0]i64)] }
-- output { [0i64] }
-- input { [[-4i64], [3i64, 3i64, -1i64], [-1i64], [-8i64, 6i64], [6i64], [3i64, 9i64], empty([0]i64)] }
-- output { [-4i64, 5i64, -1i64, -2i64, 6i64, 12i64, 0i64] }
-- input { [[-9i64], empty([0]i64), [2i64]] }
-- output { [-9i64, 0i64, 2i64] }
-- input { [[-8i64], empty([0]i64), empty([0]i64), [-7i64, 2i64, 9i64]] }
-- output { [-8i64, 0i64, 0i64, 4i64] }

-- ==
-- entry: scans
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [empty([0]i64)] }
-- output { [empty([0]i64)] }
-- input { [empty([0]i64), [0i64], [5i64, -9i64], [-5i64, 8i64]] }
-- output { [empty([0]i64), [0i64], [5i64, -4i64], [-5i64, 3i64]] }
-- input { [empty([0]i64), [-9i64]] }
-- output { [empty([0]i64), [-9i64]] }
-- input { [[-8i64, -8i64], empty([0]i64), empty([0]i64), [-1i64], [-3i64], [0i64], [7i64]] }
-- output { [[-8i64, -16i64], empty([0]i64), empty([0]i64), [-1i64], [-3i64], [0i64], [7i64]] }
-- input { [[-7i64], [-5i64, -1i64, -1i64], [7i64], empty([0]i64), [-8i64, -8i64], empty([0]i64), [0i64, -4i64, -5i64, -8i64, -9i64, 3i64]] }
-- output { [[-7i64], [-5i64, -6i64, -7i64], [7i64], empty([0]i64), [-8i64, -16i64], empty([0]i64), [0i64, -4i64, -9i64, -17i64, -26i64, -23i64]] }
-- input { [[9i64], [0i64, 2i64]] }
-- output { [[9i64], [0i64, 2i64]] }
-- input { [empty([0]i64), [2i64, -3i64, -9i64], [-8i64, -2i64], [-5i64], [1i64]] }
-- output { [empty([0]i64), [2i64, -1i64, -10i64], [-8i64, -10i64], [-5i64], [1i64]] }

-- ==
-- entry: maxes
-- input { empty([0][?]i64) }
-- output { empty([0]i64) }
-- input { [[-2i64, 4i64]] }
-- output { [4i64] }
-- input { [empty([0]i64), [7i64], empty([0]i64)] }
-- output { [-9223372036854775808i64, 7i64, -9223372036854775808i64] }
-- input { [empty([0]i64), [2i64, -9i64]] }
-- output { [-9223372036854775808i64, 2i64] }
-- input { [empty([0]i64), [3i64], empty([0]i64), [1i64], empty([0]i64)] }
-- output { [-9223372036854775808i64, 3i64, -9223372036854775808i64, 1i64, -9223372036854775808i64] }
-- input { [empty([0]i64), [9i64], [9i64, -7i64], [-7i64, -9i64, -1i64], [-6i64, 9i64], empty([0]i64)] }
-- output { [-9223372036854775808i64, 9i64, 9i64, -1i64, 9i64, -9223372036854775808i64] }
-- input { [empty([0]i64)] }
-- output { [-9223372036854775808i64] }
-- input { [[-6i64, -7i64], empty([0]i64), [8i64], empty([0]i64), [-1i64, -7i64, 8i64], [-3i64], [-2i64]] }
-- output { [-6i64, -9223372036854775808i64, 8i64, -9223372036854775808i64, 8i64, -3i64, -2i64] }

-- ==
-- entry: exclusive
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [empty([0]i64)] }
-- output { [empty([0]i64)] }
-- input { [empty([0]i64), [-5i64, -5i64]] }
-- output { [empty([0]i64), [0i64, -5i64]] }
-- input { [empty([0]i64), empty([0]i64), [3i64, 3i64]] }
-- output { [empty([0]i64), empty([0]i64), [0i64, 3i64]] }
-- input { [empty([0]i64), empty([0]i64), empty([0]i64)] }
-- output { [empty([0]i64), empty([0]i64), empty([0]i64)] }
-- input { [[-9i64], [3i64, -1i64], [-8i64, 7i64]] }
-- output { [[0i64], [0i64, 3i64], [0i64, -8i64]] }
-- input { [[1i64, 1i64], empty([0]i64), [5i64]] }
-- output { [[0i64, 1i64], empty([0]i64), [0i64]] }
-- input { [[-1i64, 5i64], [1i64], [6i64, -9i64, -6i64], empty([0]i64), [8i64]] }
-- output { [[0i64, -1i64], [0i64], [0i64, 6i64, -3i64], empty([0]i64), [0i64]] }

-- ==
-- entry: from_right
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [[-8i64]] }
-- output { [[-8i64]] }
-- input { [[5i64], [-5i64], empty([0]i64)] }
-- output { [[5i64], [-5i64], empty([0]i64)] }
-- input { [[-3i64, -3i64], [-2i64, 4i64, 6i64]] }
-- output { [[-6i64, -3i64], [8i64, 10i64, 6i64]] }
-- input { [empty([0]i64), [-2i64], [-4i64, 1i64]] }
-- output { [empty([0]i64), [-2i64], [-3i64, 1i64]] }
-- input { [[4i64, 2i64], [-4i64, 4i64, -1i64], [-2i64, -3i64, -6i64, 0i64, -1i64]] }
-- output { [[6i64, 2i64], [-1i64, 3i64, -1i64], [-12i64, -10i64, -7i64, -1i64, -1i64]] }
-- input { [[-9i64, 1i64, -2i64], [-5i64], empty([0]i64), empty([0]i64)] }
-- output { [[-10i64, -1i64, -2i64], [-5i64], empty([0]i64), empty([0]i64)] }
-- input { [empty([0]i64), [-1i64], empty([0]i64), empty([0]i64), [1i64, 2i64, -1i64]] }
-- output { [empty([0]i64), [-1i64], empty([0]i64), empty([0]i64), [2i64, 1i64, -1i64]] }

-- ==
-- entry: fold1
-- input { empty([0][?]i64) 2i64 }
-- output { empty([0]i64) }
-- input { [[-5i64]] 2i64 }
-- output { [-5i64] }
-- input { [[4i64, -7i64, 8i64], [3i64]] 3i64 }
-- output { [-7i64, 3i64] }
-- input { empty([0][?]i64) 4i64 }
-- output { empty([0]i64) }
-- input { [[2i64, 7i64, -2i64], empty([0]i64), empty([0]i64)] 6i64 }
-- output { [-2i64, 6i64, 6i64] }
-- input { [empty([0]i64), [-5i64], [1i64], empty([0]i64)] 3i64 }
-- output { [3i64, -5i64, 1i64, 3i64] }
-- input { [[5i64], [-4i64]] 5i64 }
-- output { [5i64, -4i64] }
-- input { empty([0][?]i64) 3i64 }
-- output { empty([0]i64) }

-- ==
-- entry: affine
-- input { empty([0][?]i64) empty([0][?]i64) }
-- output { empty([0]i64) empty([0]i64) }
-- input { [[2i64]] [[5i64]] }
-- output { [2i64] [5i64] }
-- input { [[3i64, 3i64, 3i64], [3i64], [-2i64, 0i64]] [[-5i64, -8i64, 7i64], [3i64], [-2i64, -3i64]] }
-- output { [27i64, 3i64, 0i64] [-62i64, 3i64, -3i64] }
-- input { [[3i64]] [[4i64]] }
-- output { [3i64] [4i64] }
-- input { [empty([0]i64), [-3i64], empty([0]i64), [1i64], empty([0]i64)] [empty([0]i64), [6i64], empty([0]i64), [1i64], empty([0]i64)] }
-- output { [1i64, -3i64, 1i64, 1i64, 1i64] [0i64, 6i64, 0i64, 1i64, 0i64] }
-- input { [[-2i64, 3i64]] [[2i64, 7i64]] }
-- output { [-6i64] [13i64] }
-- input { [[-3i64, -2i64, 3i64], [3i64, 1i64, -2i64], [1i64], empty([0]i64), empty([0]i64)] [[-4i64, -3i64, 2i64], [-1i64, 9i64, 6i64], [-3i64], empty([0]i64), empty([0]i64)] }
-- output { [18i64, -6i64, 1i64, 1i64, 1i64] [17i64, -10i64, -3i64, 0i64, 0i64] }
-- input { [[2i64], [-2i64, -1i64, 1i64, 3i64], empty([0]i64), [0i64], empty([0]i64)] [[5i64], [-5i64, -6i64, 6i64, -7i64], empty([0]i64), [5i64], empty([0]i64)] }
-- output { [2i64, 6i64, 1i64, 0i64, 1i64] [5i64, 8i64, 0i64, 5i64, 0i64] }

-- ==
-- entry: argmax
-- input { empty([0][?]i64) }
-- output { empty([0]i64) }
-- input { [[4i64]] }
-- output { [0i64] }
-- input { [[-8i64], [4i64, 5i64], [5i64, 2i64, -8i64], [9i64, -2i64, 2i64]] }
-- output { [0i64, 1i64, 0i64, 0i64] }
-- input { [[-3i64], [0i64, 0i64], [3i64], [-2i64, -9i64], [-6i64, -9i64, 6i64], [3i64]] }
-- output { [0i64, 0i64, 0i64, 0i64, 2i64, 0i64] }
-- input { [[3i64], [7i64]] }
-- output { [0i64, 0i64] }
-- input { [[-6i64, -7i64, 5i64, 1i64, 5i64, -4i64, 7i64], [9i64], [-2i64, -5i64], [4i64, -3i64, 9i64], [3i64]] }
-- output { [6i64, 0i64, 0i64, 2i64, 0i64] }
-- input { [[-8i64, -5i64], [3i64], [-2i64, -3i64], [1i64], [-3i64]] }
-- output { [1i64, 0i64, 0i64, 0i64, 0i64] }
-- input { [[-2i64], [3i64], [7i64], [-8i64, -1i64, 1i64], [0i64, -6i64, 6i64, 6i64, -5i64, 1i64]] }
-- output { [0i64, 0i64, 0i64, 2i64, 2i64] }

-- ==
-- entry: alternating
-- input { empty([0][?]i64) }
-- output { empty([0]i64) }
-- input { [[-2i64]] }
-- output { [-2i64] }
-- input { [[-7i64, -1i64], [8i64, -9i64]] }
-- output { [-6i64, 17i64] }
-- input { [[6i64], [-8i64], [1i64, -9i64]] }
-- output { [6i64, -8i64, 10i64] }
-- input { [[6i64], [-6i64, 9i64, 7i64], [2i64, -5i64, 7i64]] }
-- output { [6i64, -8i64, 14i64] }
-- input { [[-6i64, 1i64, 9i64, -4i64], [-4i64, 8i64, -5i64, 9i64, 9i64]] }
-- output { [6i64, -17i64] }
-- input { [[-9i64], empty([0]i64), [-1i64, 1i64, -9i64], empty([0]i64), [-4i64, -7i64], [9i64, 2i64, -9i64]] }
-- output { [-9i64, 0i64, -11i64, 0i64, 3i64, -2i64] }
-- input { [empty([0]i64), [-4i64], empty([0]i64), [0i64, 0i64], empty([0]i64)] }
-- output { [0i64, -4i64, 0i64, 0i64, 0i64] }

-- ==
-- entry: brackets
-- input { empty([0][?]i32) }
-- output { empty([0]bool) }
-- input { [[-1i32, 1i32, 1i32]] }
-- output { [false] }
-- input { [[1i32], [1i32], [1i32, -1i32], [1i32, -1i32]] }
-- output { [false, false, true, true] }
-- input { [[1i32], [1i32], [-1i32, 1i32], [1i32], [-1i32, -1i32, 1i32]] }
-- output { [false, false, false, false, false] }
-- input { [[1i32, 1i32, 1i32, -1i32, -1i32], [1i32], empty([0]i32), [-1i32, 1i32, 1i32, 1i32]] }
-- output { [false, false, true, false] }
-- input { [[1i32]] }
-- output { [false] }
-- input { [empty([0]i32)] }
-- output { [true] }
-- input { [[1i32], [1i32, 1i32, 1i32], empty([0]i32), empty([0]i32), empty([0]i32), empty([0]i32), empty([0]i32)] }
-- output { [false, false, true, true, true, true, true] }

-- ==
-- entry: counts
-- input { empty([0][?]i64) 3i64 }
-- output { empty([0][3]i64) }
-- input { [[0i64, 3i64]] 3i64 }
-- output { [[1i64, 0i64, 0i64]] }
-- input { [[3i64, -1i64]] 3i64 }
-- output { [[0i64, 0i64, 0i64]] }
-- input { [[2i64, 2i64, 1i64], [2i64, 1i64, 2i64]] 3i64 }
-- output { [[0i64, 1i64, 2i64], [0i64, 1i64, 2i64]] }
-- input { [[2i64, 2i64, 3i64]] 3i64 }
-- output { [[0i64, 0i64, 2i64]] }
-- input { [empty([0]i64), [1i64, -1i64], [2i64, 0i64, 2i64], [-1i64, -1i64, 0i64, 2i64]] 3i64 }
-- output { [[0i64, 0i64, 0i64], [0i64, 1i64, 0i64], [1i64, 0i64, 2i64], [1i64, 0i64, 1i64]] }
-- input { [[2i64, 1i64, -1i64, 2i64], empty([0]i64), [-1i64], [-1i64, 2i64], empty([0]i64), [3i64]] 3i64 }
-- output { [[0i64, 1i64, 2i64], [0i64, 0i64, 0i64], [0i64, 0i64, 0i64], [0i64, 0i64, 1i64], [0i64, 0i64, 0i64], [0i64, 0i64, 0i64]] }
-- input { [[3i64], [1i64]] 3i64 }
-- output { [[0i64, 0i64, 0i64], [0i64, 1i64, 0i64]] }

-- ==
-- entry: minmax
-- input { empty([0][?]i64) }
-- output { empty([0]i64) empty([0]i64) }
-- input { [[3i64]] }
-- output { [3i64] [3i64] }
-- input { [[-1i64, -1i64, -2i64]] }
-- output { [-2i64] [-1i64] }
-- input { [[9i64], [3i64], [-5i64, -6i64], [-2i64, 6i64, -2i64]] }
-- output { [9i64, 3i64, -6i64, -2i64] [9i64, 3i64, -5i64, 6i64] }
-- input { [[2i64]] }
-- output { [2i64] [2i64] }
-- input { [[8i64]] }
-- output { [8i64] [8i64] }
-- input { [[3i64], [3i64], [1i64], [3i64]] }
-- output { [3i64, 3i64, 1i64, 3i64] [3i64, 3i64, 1i64, 3i64] }
-- input { [[-5i64, -5i64, 9i64], [3i64], [-3i64, 8i64], [-1i64, 6i64, 0i64], [-1i64, -2i64, -2i64, -3i64], [1i64, -7i64, -4i64]] }
-- output { [-5i64, 3i64, -3i64, -1i64, -3i64, -7i64] [9i64, 3i64, 8i64, 6i64, -1i64, 1i64] }

-- ==
-- entry: variance
-- input { empty([0][?]f64) }
-- output { empty([0]f64) }
-- input { [empty([0]f64), empty([0]f64)] }
-- output { [0.0f64, 0.0f64] }
-- input { [[-3.5f64, 1.5f64, 3.5f64], empty([0]f64), [1.0f64]] }
-- output { [8.666666666666666f64, 0.0f64, 0.0f64] }
-- input { [[1.5f64], [-3.0f64]] }
-- output { [0.0f64, 0.0f64] }
-- input { [[0.0f64, -0.5f64], [-3.0f64, 1.5f64, -1.5f64, -4.0f64, -4.0f64]] }
-- output { [0.0625f64, 4.26f64] }
-- input { [[-4.0f64, 1.0f64], [4.5f64, -3.0f64, -3.5f64], [-3.5f64], [3.0f64, 4.0f64]] }
-- output { [6.25f64, 13.388888888888891f64, 0.0f64, 0.25f64] }
-- input { [[3.5f64], [-1.5f64], [-1.5f64, -2.0f64], [0.0f64, 3.0f64], empty([0]f64), [1.5f64, 1.5f64]] }
-- output { [0.0f64, 0.0f64, 0.0625f64, 2.25f64, 0.0f64, 0.0f64] }
-- input { [empty([0]f64), [-4.0f64], [-0.5f64]] }
-- output { [0.0f64, 0.0f64, 0.0f64] }

-- ==
-- entry: vec_sums
-- input { empty([0][?][3]i64) }
-- output { empty([0][3]i64) }
-- input { [[[-3i64, -4i64, -4i64], [-8i64, 0i64, 6i64]], [[-6i64, 2i64, -7i64]]] }
-- output { [[-11i64, -4i64, 2i64], [-6i64, 2i64, -7i64]] }
-- input { [[[7i64, 3i64, -5i64]], [[9i64, 2i64, 7i64], [-3i64, -3i64, -2i64]]] }
-- output { [[7i64, 3i64, -5i64], [6i64, -1i64, 5i64]] }
-- input { [[[8i64, -4i64, -4i64]], [[5i64, -2i64, 4i64], [3i64, -6i64, 4i64], [-8i64, 5i64, 8i64]], [[-9i64, -2i64, -2i64]]] }
-- output { [[8i64, -4i64, -4i64], [0i64, -3i64, 16i64], [-9i64, -2i64, -2i64]] }
-- input { [[[2i64, 9i64, 3i64]], empty([0][3]i64), [[5i64, 2i64, -6i64]], [[-3i64, -2i64, 0i64]], [[-6i64, 9i64, -4i64], [6i64, 7i64, -3i64]], [[9i64, 9i64, 3i64], [8i64, 6i64, 6i64]]] }
-- output { [[2i64, 9i64, 3i64], [0i64, 0i64, 0i64], [5i64, 2i64, -6i64], [-3i64, -2i64, 0i64], [0i64, 16i64, -7i64], [17i64, 15i64, 9i64]] }
-- input { [[[-5i64, 7i64, 3i64], [-8i64, 7i64, 3i64]], [[4i64, 7i64, 2i64]], [[-1i64, 0i64, 9i64], [-5i64, -6i64, -9i64], [1i64, 5i64, 1i64]], empty([0][3]i64), [[-7i64, -8i64, 3i64]], empty([0][3]i64), empty([0][3]i64)] }
-- output { [[-13i64, 14i64, 6i64], [4i64, 7i64, 2i64], [-5i64, -1i64, 1i64], [0i64, 0i64, 0i64], [-7i64, -8i64, 3i64], [0i64, 0i64, 0i64], [0i64, 0i64, 0i64]] }
-- input { [[[2i64, -8i64, -4i64], [-6i64, -7i64, -1i64]]] }
-- output { [[-4i64, -15i64, -5i64]] }
-- input { [[[-3i64, -2i64, 3i64]], [[-9i64, 7i64, 4i64]], empty([0][3]i64)] }
-- output { [[-3i64, -2i64, 3i64], [-9i64, 7i64, 4i64], [0i64, 0i64, 0i64]] }

-- ==
-- entry: vec_scans
-- input { empty([0][?][3]i64) }
-- output { empty([0][?][3]i64) }
-- input { [[[-2i64, -1i64, -3i64]], [[4i64, -8i64, 6i64], [4i64, -9i64, -7i64]], empty([0][3]i64)] }
-- output { [[[-2i64, -1i64, -3i64]], [[4i64, -8i64, 6i64], [8i64, -17i64, -1i64]], empty([0][3]i64)] }
-- input { [[[9i64, 2i64, -9i64], [5i64, -9i64, 6i64]], empty([0][3]i64), [[-9i64, -9i64, -9i64]], [[-6i64, -8i64, -4i64], [6i64, -4i64, -4i64]]] }
-- output { [[[9i64, 2i64, -9i64], [14i64, -7i64, -3i64]], empty([0][3]i64), [[-9i64, -9i64, -9i64]], [[-6i64, -8i64, -4i64], [0i64, -12i64, -8i64]]] }
-- input { [[[-2i64, 2i64, 1i64]]] }
-- output { [[[-2i64, 2i64, 1i64]]] }
-- input { [empty([0][3]i64), empty([0][3]i64), empty([0][3]i64), [[-1i64, -7i64, -8i64]], empty([0][3]i64)] }
-- output { [empty([0][3]i64), empty([0][3]i64), empty([0][3]i64), [[-1i64, -7i64, -8i64]], empty([0][3]i64)] }
-- input { [[[0i64, 6i64, 4i64], [-6i64, -9i64, -4i64], [-1i64, -4i64, -9i64], [-4i64, 6i64, 5i64], [3i64, 5i64, 4i64]], [[6i64, -4i64, 6i64], [-6i64, -3i64, 4i64], [-6i64, -6i64, 9i64]], empty([0][3]i64), empty([0][3]i64), empty([0][3]i64), [[7i64, 5i64, -5i64], [-5i64, -8i64, 7i64], [5i64, 8i64, 2i64], [-8i64, 3i64, 5i64]]] }
-- output { [[[0i64, 6i64, 4i64], [-6i64, -3i64, 0i64], [-7i64, -7i64, -9i64], [-11i64, -1i64, -4i64], [-8i64, 4i64, 0i64]], [[6i64, -4i64, 6i64], [0i64, -7i64, 10i64], [-6i64, -13i64, 19i64]], empty([0][3]i64), empty([0][3]i64), empty([0][3]i64), [[7i64, 5i64, -5i64], [2i64, -3i64, 2i64], [7i64, 5i64, 4i64], [-1i64, 8i64, 9i64]]] }
-- input { [[[-7i64, -6i64, -6i64], [-9i64, 9i64, 2i64], [8i64, 9i64, 7i64]], [[3i64, 8i64, 5i64]]] }
-- output { [[[-7i64, -6i64, -6i64], [-16i64, 3i64, -4i64], [-8i64, 12i64, 3i64]], [[3i64, 8i64, 5i64]]] }
-- input { [empty([0][3]i64), [[2i64, 7i64, -9i64]], [[-3i64, 0i64, -2i64]], [[-3i64, 5i64, -5i64], [-3i64, -4i64, -2i64]], [[0i64, -1i64, 6i64]], [[-6i64, 3i64, 9i64], [-6i64, -6i64, 2i64], [2i64, -3i64, -6i64]], [[4i64, -8i64, -4i64]]] }
-- output { [empty([0][3]i64), [[2i64, 7i64, -9i64]], [[-3i64, 0i64, -2i64]], [[-3i64, 5i64, -5i64], [-6i64, 1i64, -7i64]], [[0i64, -1i64, 6i64]], [[-6i64, 3i64, 9i64], [-12i64, -3i64, 11i64], [-10i64, -6i64, 5i64]], [[4i64, -8i64, -4i64]]] }

-- ==
-- entry: sum_of_maxes
-- input { [empty([0][?]i64), empty([0][?]i64), empty([0][?]i64)] }
-- output { [0i64, 0i64, 0i64] }
-- input { [empty([0][?]i64), empty([0][?]i64)] }
-- output { [0i64, 0i64] }
-- input { [empty([0][?]i64), [[7i64], empty([0]i64), [3i64]]] }
-- output { [0i64, 10i64] }
-- input { empty([0][?][?]i64) }
-- output { empty([0]i64) }
-- input { [empty([0][?]i64), [[-7i64, -8i64]], empty([0][?]i64)] }
-- output { [0i64, -7i64, 0i64] }
-- input { [[empty([0]i64)], [[-3i64, 9i64, 2i64, 6i64], [4i64], empty([0]i64)], empty([0][?]i64), [empty([0]i64), [0i64]]] }
-- output { [0i64, 13i64, 0i64, 0i64] }
-- input { [[empty([0]i64), empty([0]i64), [-2i64, 6i64], [-7i64], empty([0]i64)], [[-2i64], [-9i64]]] }
-- output { [-1i64, -11i64] }
-- input { [[[-5i64]], [empty([0]i64), [1i64, 0i64], [8i64, 1i64, 8i64]]] }
-- output { [-5i64, 9i64] }

-- ==
-- entry: last_positive
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [empty([0]i64)] }
-- output { [empty([0]i64)] }
-- input { [[6i64, 3i64, 4i64]] }
-- output { [[6i64, 3i64, 4i64]] }
-- input { [[0i64, 3i64, 9i64], [9i64], [8i64, 5i64, 0i64], empty([0]i64)] }
-- output { [[0i64, 3i64, 9i64], [9i64], [8i64, 5i64, 5i64], empty([0]i64)] }
-- input { [[1i64, 7i64, 6i64], [5i64, 6i64, 0i64], empty([0]i64)] }
-- output { [[1i64, 7i64, 6i64], [5i64, 6i64, 6i64], empty([0]i64)] }
-- input { [[0i64], [2i64, 3i64], [2i64, 5i64, 1i64], [6i64], [6i64, 4i64, 8i64], [2i64], empty([0]i64)] }
-- output { [[0i64], [2i64, 3i64], [2i64, 5i64, 1i64], [6i64], [6i64, 4i64, 8i64], [2i64], empty([0]i64)] }
-- input { [empty([0]i64), [4i64, 2i64, 9i64], empty([0]i64), [5i64], [2i64, 4i64, 0i64]] }
-- output { [empty([0]i64), [4i64, 2i64, 9i64], empty([0]i64), [5i64], [2i64, 4i64, 4i64]] }
-- input { [[4i64, 5i64], [3i64], empty([0]i64), [4i64, 8i64], [3i64, 9i64, 9i64], empty([0]i64), [1i64]] }
-- output { [[4i64, 5i64], [3i64], empty([0]i64), [4i64, 8i64], [3i64, 9i64, 9i64], empty([0]i64), [1i64]] }

-- ==
-- entry: all_any
-- input { empty([0][?]bool) }
-- output { empty([0]bool) empty([0]bool) }
-- input { [[true]] }
-- output { [true] [true] }
-- input { [[true, false]] }
-- output { [false] [true] }
-- input { [empty([0]bool)] }
-- output { [true] [false] }
-- input { [[true], [true, true, false], empty([0]bool), [false, true], [true]] }
-- output { [true, false, true, false, true] [true, true, false, true, true] }
-- input { [[false], empty([0]bool), [true, true, false]] }
-- output { [false, true, false] [false, false, true] }
-- input { [[true], empty([0]bool), [true], [true, false]] }
-- output { [true, true, true, false] [true, false, true, true] }
-- input { [[true], [false, true]] }
-- output { [true, false] [true, true] }

-- ==
-- entry: folded
-- input { empty([0][?]i64) }
-- output { empty([0]i64) }
-- input { [empty([0]i64), [9i64, 4i64]] }
-- output { [1i64, 40i64] }
-- input { [[-1i64, -7i64], [0i64, -2i64], [4i64]] }
-- output { [-1i64, 7i64, 7i64] }
-- input { [[6i64], empty([0]i64), [-8i64, -6i64, 0i64, 3i64], empty([0]i64)] }
-- output { [9i64, 1i64, -186i64, 1i64] }
-- input { [[9i64, -3i64], [-1i64, -7i64, 2i64], [2i64], [3i64], [5i64]] }
-- output { [33i64, -1i64, 5i64, 6i64, 8i64] }
-- input { [[2i64], [-5i64, 6i64, 6i64], [-5i64, -1i64, 0i64], [9i64, -8i64], empty([0]i64), [-4i64, 9i64]] }
-- output { [5i64, 6i64, -21i64, 28i64, 1i64, 6i64] }
-- input { [[-7i64], empty([0]i64), [2i64, -6i64, 8i64, 4i64, -8i64], [-2i64]] }
-- output { [-4i64, 1i64, 319i64, 1i64] }
-- input { [[5i64]] }
-- output { [8i64] }

-- ==
-- entry: foldedr
-- input { empty([0][?]i64) }
-- output { empty([0]i64) }
-- input { [empty([0]i64), empty([0]i64), empty([0]i64)] }
-- output { [1i64, 1i64, 1i64] }
-- input { [empty([0]i64), empty([0]i64)] }
-- output { [1i64, 1i64] }
-- input { [empty([0]i64), [-6i64], [5i64, -7i64, -1i64], [9i64], empty([0]i64), empty([0]i64)] }
-- output { [1i64, -3i64, 2i64, 12i64, 1i64, 1i64] }
-- input { [[9i64, -9i64], [5i64], [-3i64], empty([0]i64), [4i64], empty([0]i64), empty([0]i64)] }
-- output { [-9i64, 8i64, 0i64, 1i64, 7i64, 1i64, 1i64] }
-- input { [[-6i64]] }
-- output { [-3i64] }
-- input { [[0i64, 0i64, -8i64], [-3i64, -2i64], [-3i64], [-8i64], empty([0]i64), [7i64, 0i64, -9i64]] }
-- output { [-45i64, 0i64, 0i64, -5i64, 1i64, -47i64] }
-- input { [[1i64, 3i64, -3i64], [6i64, -1i64, -7i64], empty([0]i64), [3i64, -6i64, -2i64], [6i64], [-7i64, -1i64, -7i64, 8i64, 9i64, 4i64], [4i64]] }
-- output { [10i64, -33i64, 1i64, -6i64, 9i64, 2573i64, 7i64] }

-- ==
-- entry: run_lengths
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) empty([0][?]i64) }
-- input { [empty([0]i64)] }
-- output { [empty([0]i64)] [empty([0]i64)] }
-- input { [empty([0]i64), [0i64, 0i64]] }
-- output { [empty([0]i64), [0i64]] [empty([0]i64), [2i64]] }
-- input { [[1i64]] }
-- output { [[1i64]] [[1i64]] }
-- input { [[0i64, 1i64], [0i64, 1i64, 1i64], empty([0]i64)] }
-- output { [[0i64, 1i64], [0i64, 1i64], empty([0]i64)] [[1i64, 1i64], [1i64, 2i64], empty([0]i64)] }
-- input { [empty([0]i64), [1i64]] }
-- output { [empty([0]i64), [1i64]] [empty([0]i64), [1i64]] }
-- input { [[1i64, 1i64, 0i64]] }
-- output { [[1i64, 0i64]] [[2i64, 1i64]] }
-- input { [[0i64], [1i64, 1i64], empty([0]i64)] }
-- output { [[0i64], [1i64], empty([0]i64)] [[1i64], [2i64], empty([0]i64)] }
