-- What is done with the elements of a flattened nest, element by element: results, empty nests and rows, and which element failed.
entry regular [n] [m] (xss: [n][m]i64): []i64 = map (* 2) (flatten (map (\r -> map (+ 1) r) xss))
entry of_a_row [n] [m] (xss: [n][m]i64): []i64 = map (* 2) (flatten (map (\r -> map (+ r[0]) r) xss))
entry ragged [n] (xss: [n][?]i64): []i64 = map (* 2) (flatten (map (\r -> map (+ length r) r) xss))
entry computed_sizes [n] (ks: [n]i64): []i64 = map (* 2) (flatten (map (\k -> map (+ k) (iota k)) ks))
entry product [n] [m] (xs: [n]i64) (ys: [m]i64): []i64 =
  map (% 7) (flatten (map (\x -> map (\y -> x * y) ys) xs))
entry twice [n] [m] [k] (xsss: [n][m][k]i64): []i64 =
  map (% 7) (flatten (map (\xss -> flatten (map (map (+ length xss)) xss)) xsss))
entry three_levels [n] [m] (xs: [n]i64) (ys: [m]i64): []i64 =
  map (% 7) (flatten_3d (map (\x -> map (\y -> map (\z -> x * y + z) xs) ys) xs))
entry positions [n] [m] (xs: [n]i64) (ys: [m]i64): []i64 =
  let zs = flatten (map (\x -> map (\y -> x * y) ys) xs) in map2 (+) zs (indices zs)
entry ragged_positions [n] (ks: [n]i64): []i64 =
  let zs = flatten (map (\k -> map (+ k) (iota k)) ks) in map2 (\z i -> z * 100 + i) zs (indices zs)
entry both [n] [m] (xs: [n]i64) (ys: [m]i64): ([]i64, []i64, i64) =
  let zs = flatten (map (\x -> map (\y -> x * y) ys) xs)
  let us = map (% 7) zs
  in (us, zs, i64.sum us)
entry unflattened [n] [m] (xs: [n]i64) (ys: [m]i64): [n][m]i64 =
  unflatten (map (% 7) (flatten (map (\x -> map (\y -> x * y) ys) xs)))
entry kept [n] [m] (xs: [n]i64) (ys: [m]i64): []i64 =
  filter (> 3) (flatten (map (\x -> map (\y -> x * y) ys) xs))
entry kept_ragged [n] (ks: [n]i64): ([]i64, i64) =
  let zs = flatten (map (\k -> map (* k) (iota k)) ks) in (filter (> 3) zs, length zs)
entry scanned [n] (ks: [n]i64): []i64 =
  scan (+) 0 (map (+ 1) (flatten (map (\k -> map (* k) (iota k)) ks)))
entry crossed [n] [m] (xs: [n]i64) (ys: [m]i64): []i64 =
  let a = flatten (map (\x -> map (\y -> x * 10 + y) ys) xs)
  let b = flatten (map (\y -> map (\x -> x * 10 + y) xs) ys) :> [n * m]i64
  in map2 (\x y -> x * 100 + y) a b
entry fails [n] (ks: [n]i64) (ys: []i64): []i64 =
  map (\i -> ys[i]) (flatten (map (\k -> map (* k) (iota k)) ks))
entry fails_first [n] [m] (xs: [n]i64) (ys: [m]i64): []i64 =
  map (\i -> 10 / (i - 4)) (flatten (map (\x -> map (\y -> x / y) ys) xs))
entry chosen [n] [m] (c: bool) (xs: [n]i64) (ys: [m]i64): []i64 =
  let zs = flatten (map (\x -> map (\y -> x * y) ys) xs)
  in if c then map (+ 1) zs else zs

-- ==
-- entry: regular
-- input { [[1i64, 5i64, 2i64], [7i64, 8i64, 9i64]] }
-- output { [4i64, 12i64, 6i64, 16i64, 18i64, 20i64] }
-- input { empty([2][0]i64) }
-- output { empty([0]i64) }
-- input { empty([0][3]i64) }
-- output { empty([0]i64) }

-- ==
-- entry: of_a_row
-- input { [[1i64, 5i64, 2i64], [7i64, 8i64, 9i64]] }
-- output { [4i64, 12i64, 6i64, 28i64, 30i64, 32i64] }
-- input { empty([0][3]i64) }
-- output { empty([0]i64) }

-- ==
-- entry: ragged
-- input { [[1i64, 5i64], [], [7i64, 8i64, 9i64]] }
-- output { [6i64, 14i64, 20i64, 22i64, 24i64] }
-- input { [[], []] }
-- output { empty([0]i64) }

-- ==
-- entry: computed_sizes
-- input { [3i64, 0i64, 2i64, 4i64] }
-- output { [6i64, 8i64, 10i64, 4i64, 6i64, 8i64, 10i64, 12i64, 14i64] }
-- input { [0i64, 0i64] }
-- output { empty([0]i64) }
-- input { empty([0]i64) }
-- output { empty([0]i64) }
-- input { [1i64, -2i64, 3i64] }
-- error: Range 0..1..<-2 is invalid

-- ==
-- entry: product
-- input { [1i64, 2i64, 3i64] [4i64, 5i64] }
-- output { [4i64, 5i64, 1i64, 3i64, 5i64, 1i64] }
-- input { empty([0]i64) [1i64] }
-- output { empty([0]i64) }
-- input { [1i64, 2i64] empty([0]i64) }
-- output { empty([0]i64) }

-- ==
-- entry: twice
-- input { [[[1i64, 5i64, 2i64], [7i64, 8i64, 9i64]]] }
-- output { [3i64, 0i64, 4i64, 2i64, 3i64, 4i64] }
-- input { empty([2][0][3]i64) }
-- output { empty([0]i64) }

-- ==
-- entry: three_levels
-- input { [1i64, 2i64, 3i64] [4i64, 5i64] }
-- output { [5i64, 6i64, 0i64, 6i64, 0i64, 1i64, 2i64, 3i64, 4i64, 4i64, 5i64, 6i64, 6i64, 0i64, 1i64, 2i64, 3i64, 4i64] }
-- input { empty([0]i64) [1i64] }
-- output { empty([0]i64) }
-- input { [1i64, 2i64] empty([0]i64) }
-- output { empty([0]i64) }

-- ==
-- entry: positions
-- input { [1i64, 2i64, 3i64] [4i64, 5i64] }
-- output { [4i64, 6i64, 10i64, 13i64, 16i64, 20i64] }
-- input { empty([0]i64) [1i64] }
-- output { empty([0]i64) }
-- input { [1i64, 2i64] empty([0]i64) }
-- output { empty([0]i64) }

-- ==
-- entry: ragged_positions
-- input { [3i64, 0i64, 2i64, 4i64] }
-- output { [300i64, 401i64, 502i64, 203i64, 304i64, 405i64, 506i64, 607i64, 708i64] }
-- input { [0i64, 0i64] }
-- output { empty([0]i64) }
-- input { empty([0]i64) }
-- output { empty([0]i64) }

-- ==
-- entry: both
-- input { [1i64, 2i64, 3i64] [4i64, 5i64] }
-- output { [4i64, 5i64, 1i64, 3i64, 5i64, 1i64] [4i64, 5i64, 8i64, 10i64, 12i64, 15i64] 19i64 }
-- input { empty([0]i64) [1i64] }
-- output { empty([0]i64) empty([0]i64) 0i64 }
-- input { [1i64, 2i64] empty([0]i64) }
-- output { empty([0]i64) empty([0]i64) 0i64 }

-- ==
-- entry: unflattened
-- input { [1i64, 2i64, 3i64] [4i64, 5i64] }
-- output { [[4i64, 5i64], [1i64, 3i64], [5i64, 1i64]] }
-- input { empty([0]i64) [1i64] }
-- output { empty([0][1]i64) }
-- input { [1i64, 2i64] empty([0]i64) }
-- output { empty([2][0]i64) }

-- ==
-- entry: kept
-- input { [1i64, 2i64, 3i64] [4i64, 5i64] }
-- output { [4i64, 5i64, 8i64, 10i64, 12i64, 15i64] }
-- input { empty([0]i64) [1i64] }
-- output { empty([0]i64) }
-- input { [1i64, 2i64] empty([0]i64) }
-- output { empty([0]i64) }

-- ==
-- entry: kept_ragged
-- input { [3i64, 0i64, 2i64, 4i64] }
-- output { [6i64, 4i64, 8i64, 12i64] 9i64 }
-- input { [0i64, 0i64] }
-- output { empty([0]i64) 0i64 }
-- input { empty([0]i64) }
-- output { empty([0]i64) 0i64 }

-- ==
-- entry: scanned
-- input { [3i64, 0i64, 2i64, 4i64] }
-- output { [1i64, 5i64, 12i64, 13i64, 16i64, 17i64, 22i64, 31i64, 44i64] }
-- input { [0i64, 0i64] }
-- output { empty([0]i64) }
-- input { empty([0]i64) }
-- output { empty([0]i64) }

-- ==
-- entry: crossed
-- input { [1i64, 2i64, 3i64] [4i64, 5i64] }
-- output { [1414i64, 1524i64, 2434i64, 2515i64, 3425i64, 3535i64] }
-- input { empty([0]i64) [1i64] }
-- output { empty([0]i64) }
-- input { [1i64, 2i64] empty([0]i64) }
-- output { empty([0]i64) }

-- ==
-- entry: fails
-- input { [3i64, 0i64, 2i64, 4i64] [1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 10i64, 11i64, 12i64] }
-- error: Index \[12\] out of bounds for array of shape \[12\]
-- input { [0i64, 0i64] [1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 10i64, 11i64, 12i64] }
-- output { empty([0]i64) }
-- input { empty([0]i64) [1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 10i64, 11i64, 12i64] }
-- output { empty([0]i64) }
-- input { [1i64, 2i64, -1i64] [1i64] }
-- error: Range 0..1..<-1 is invalid

-- ==
-- entry: fails_first
-- input { [1i64, 2i64, 3i64] [4i64, 5i64] }
-- output { [-3i64, -3i64, -3i64, -3i64, -3i64, -3i64] }
-- input { [1i64, 2i64, 4i64] [4i64, 1i64] }
-- error: division by zero
-- input { [1i64, 2i64, 4i64] [1i64, 0i64] }
-- error: division by zero
-- input { [4i64] [1i64, 0i64] }
-- error: division by zero
-- input { empty([0]i64) [0i64] }
-- output { empty([0]i64) }

-- ==
-- entry: chosen
-- input { true [1i64, 2i64, 3i64] [4i64, 5i64] }
-- output { [5i64, 6i64, 9i64, 11i64, 13i64, 16i64] }
-- input { false [1i64, 2i64, 3i64] [4i64, 5i64] }
-- output { [4i64, 5i64, 8i64, 10i64, 12i64, 15i64] }
