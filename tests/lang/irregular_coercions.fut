-- Coercions between regular and irregular arrays, and `length xs` as a size.

-- ==
-- entry: rows_to_matrix
-- input { [[1i64,2i64],[3i64,4i64]] } output { [[1i64,3i64],[2i64,4i64]] }
-- input { [[1i64,2i64],[3i64]] } error: irregular_coercions\.fut:\d+:.*size 1.*size 2.*row 1
-- input { empty([0][?]i64) } error: Index \[0\] out of bounds for array of shape \[0\]
entry rows_to_matrix (xss: [][?]i64) =
  let m = length (head xss)
  in transpose (xss :> [][m]i64)
-- ==
-- entry: innermost_to_constant
-- input { [[[1i64,2i64,3i64]],[]] } output { [[6i64],[]] }
-- input { [[[1i64,2i64,3i64]],[[1i64,2i64,3i64],[1i64,2i64]]] } error: irregular_coercions\.fut:\d+:.*size 2.*\[n\]\[\?\]\[3\]i64.*row 1, 1
entry innermost_to_constant [n] (x: [n][?][?]i64) =
  let y = x :> [n][?][3]i64
  in map (map (\r -> r[0] + r[1] + r[2])) y
def mul [k] [l] (xs: [k]f64) (ys: [l]f64) = map2 (*) xs (ys :> [k]f64)
-- ==
-- entry: coerced_in_function
-- input { [[1f64],[2f64,3f64]] [[2f64],[2f64,3f64]] } output { [[2f64],[4f64,9f64]] [2f64,13f64] }
-- input { [[1f64],[2f64,3f64]] [[2f64],[2f64]] } error: irregular_coercions\.fut:\d+:.*row 1.*called at .*irregular_coercions\.fut:\d+:\d+
entry coerced_in_function (xss: [][?]f64) (yss: [][?]f64) = let p = map2 mul xss yss in (p, map f64.sum p)
-- ==
-- entry: to_length_of_other
-- input { [[1f64],[2f64,3f64]] [[2f64],[2f64,3f64]] } output { [2f64,13f64] }
-- input { [[1f64],[2f64,3f64]] [[2f64,1f64],[2f64,3f64]] } error: irregular_coercions\.fut:\d+:.*shape \[2\].*row 0
entry to_length_of_other (xss: [][?]f64) (yss: [][?]f64) =
  map2 (\xs ys -> f64.sum (map2 (*) xs (ys :> [length xs]f64))) xss yss
-- ==
-- entry: to_named_length
-- input { [[1f64],[2f64,3f64]] [[2f64],[2f64,3f64]] } output { [[3f64],[4f64,7f64]] }
entry to_named_length (xss: [][?]f64) (yss: [][?]f64) =
  map2 (\xs ys -> let n = length xs let ys = ys :> [n]f64 in map2 (+) xs ys |> map2 (\i x -> x + f64.i64 i) (iota n)) xss yss
-- regular to irregular
def tot (xss: [][?]i64) = i64.sum (map i64.sum xss)
def deep (x: [][?][?]i64) = map (map length) x
-- ==
-- entry: matrix_as_argument
-- input { [[1i64,2i64],[3i64,4i64]] } output { 10i64 [[2i64,2i64]] [[2i64,2i64],[2i64,2i64]] }
entry matrix_as_argument [n] [m] (xss: [n][m]i64) = (tot xss, deep [xss], deep [xss, xss])
-- ==
-- entry: matrix_as_rows
-- input { [[1i64,2i64],[3i64,4i64]] } output { [[1i64,2i64],[3i64,4i64]] [[1i64,2i64],[3i64,4i64],[9i64]] [[2i64],[4i64]] }
entry matrix_as_rows [n] [m] (xss: [n][m]i64) =
  let r : [n][?]i64 = xss
  in (r, r ++ [[9]], map (filter (\x -> x % 2 == 0)) r)
-- ==
-- entry: each_to_matrix
-- input { [[[1i64,2i64],[3i64,4i64]],[[5i64]]] } output { [[[1i64,3i64],[2i64,4i64]],[[5i64]]] }
-- input { [[[1i64,2i64],[3i64]],[[5i64]]] } error: irregular_coercions\.fut:\d+:.*size 1.*row 0, 1
entry each_to_matrix [n] (x: [n][?][?]i64): [n](?[r][c].[r][c]i64) =
  map (\m -> let k = if null m then 0 else length m[0] in transpose (m :> [][k]i64)) x
-- ==
-- entry: to_matrices_of_own_shapes
-- input { [[[1i64,2i64],[3i64,4i64]],[[5i64]]] } output { [[[1i64,3i64],[2i64,4i64]],[[5i64]]] }
-- input { [[[1i64,2i64],[3i64]],[[5i64]]] } error: .*size 1.*row 0, 1
entry to_matrices_of_own_shapes [n] (x: [n][?][?]i64) = map transpose (x :> [n](?[r][c].[r][c]i64))
-- ==
-- entry: c10
-- input { [[1i64,2i64],[3i64,4i64]] } output { [1i64,2i64,3i64,4i64] }
-- input { [[1i64,2i64],[3i64]] } error: size 1
entry c10 (xss: [][?]i64) = flatten (xss :> [2][2]i64)
-- ==
-- entry: c11
-- input { [[1i64,2i64],[3i64]] [[1i64,2i64],[3i64]] } output { [[2i64,4i64],[6i64]] }
-- input { [[1i64,2i64],[3i64]] [[1i64,2i64],[3i64,4i64]] } error: row 1
entry c11 [n] (a: [n][?]i64) (b: [n][?]i64): [n][?]i64 =
  let add [k] (x: [k]i64) (y: [k]i64): [k]i64 = map2 (+) x y
  in map2 (\x y -> add x (y :> [length x]i64)) a b
-- ==
-- entry: c12
-- input { [[1i64,2i64],[3i64]] } output { [[1i64,4i64],[9i64]] [[2i64,4i64],[6i64]] [[false,true],[true]] }
entry c12 [n] (a: [n][?]i64) =
  let sq [k] (x: [k]i64): [k]i64 = map2 (*) x x
  in (map sq a, map (\x -> map2 (+) x x) a, map (\x -> map2 (>) x (map (const 1) x)) a)
-- ==
-- entry: c13
-- input { [[1i64,2i64],[3i64]] } output { [[1i64,2i64],[3i64]] [[[1i64,2i64],[1i64,2i64]],[[3i64]]] }
entry c13 [n] (a: [n][?]i64) =
  let ps = map (\x -> (x, map (+1) x)) a
  in (map (\(x, y) -> map2 (\p q -> p * 2 + 1 - q) x (y :> [length x]i64)) ps, map (\x -> replicate (length x) x) a)
