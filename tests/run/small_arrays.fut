-- Arrays of a few elements, whose number is in the program, that folds and loops carry.
-- ==
-- entry: forces
-- input { [[0i64, 0i64, 0i64], [1i64, 2i64, 2i64], [4i64, 4i64, 2i64]] }
-- output { [[5i64, 6i64, 4i64], [2i64, 0i64, -2i64], [-7i64, -6i64, -2i64]] }
-- input { empty([0][3]i64) } output { empty([0][3]i64) }
def minus (a: [3]i64) (b: [3]i64) = map2 (-) a b
entry forces [n] (xs: [n][3]i64): [n][3]i64 = map (\p -> reduce (map2 (+)) [0, 0, 0] (map (\q -> minus q p) xs)) xs

-- The same by a loop.
-- ==
-- entry: forces_by_loop
-- input { [[0i64, 0i64, 0i64], [1i64, 2i64, 2i64], [4i64, 4i64, 2i64]] }
-- output { [[5i64, 6i64, 4i64], [2i64, 0i64, -2i64], [-7i64, -6i64, -2i64]] }
entry forces_by_loop [n] (xs: [n][3]i64): [n][3]i64 =
  map (\p -> loop s = [0, 0, 0] for q in xs do map2 (+) s (minus q p)) xs

-- Products of matrices: of one row of them, of every row, and all that are in front.
-- ==
-- entry: product
-- input { [[[1i64, 1i64], [0i64, 1i64]], [[2i64, 0i64], [0i64, 3i64]], [[0i64, 1i64], [1i64, 0i64]]] }
-- output { [[3i64, 2i64], [3i64, 0i64]] }
-- input { empty([0][2][2]i64) } output { [[1i64, 0i64], [0i64, 1i64]] }
def mul (a: [2][2]i64) (b: [2][2]i64) = map (\r -> map (\c -> i64.sum (map2 (*) r c)) (transpose b)) a
entry product [n] (ms: [n][2][2]i64): [2][2]i64 = reduce mul [[1, 0], [0, 1]] ms
-- ==
-- entry: products
-- input { [[[[1i64, 1i64], [0i64, 1i64]], [[2i64, 0i64], [0i64, 3i64]]], [], [[[0i64, 1i64], [1i64, 0i64]]]] }
-- output { [[[2i64, 3i64], [0i64, 3i64]], [[1i64, 0i64], [0i64, 1i64]], [[0i64, 1i64], [1i64, 0i64]]] }
entry products [n] (mss: [n][?][2][2]i64): [n][2][2]i64 = map (reduce mul [[1, 0], [0, 1]]) mss
-- ==
-- entry: prefix_products
-- input { [[[1i64, 1i64], [0i64, 1i64]], [[2i64, 0i64], [0i64, 3i64]], [[0i64, 1i64], [1i64, 0i64]]] }
-- output { [[[1i64, 1i64], [0i64, 1i64]], [[2i64, 3i64], [0i64, 3i64]], [[3i64, 2i64], [3i64, 0i64]]] }
-- input { empty([0][2][2]i64) } output { empty([0][2][2]i64) }
entry prefix_products [n] (ms: [n][2][2]i64): [n][2][2]i64 = scan mul [[1, 0], [0, 1]] ms
-- Written with indices, and by loops.
-- ==
-- entry: product_by_loops
-- input { [[[1i64, 1i64], [0i64, 1i64]], [[2i64, 0i64], [0i64, 3i64]], [[0i64, 1i64], [1i64, 0i64]]] }
-- output { [[3i64, 2i64], [3i64, 0i64]] }
entry product_by_loops [n] (ms: [n][2][2]i64): [2][2]i64 =
  let by_loops (a: [2][2]i64) (b: [2][2]i64): [2][2]i64 =
    loop c = replicate 2 (replicate 2 0) for i < 2 do
      loop c for j < 2 do c with [i, j] = (loop s = 0 for k < 2 do s + a[i, k] * b[k, j])
  in reduce by_loops [[1, 0], [0, 1]] ms

-- A reduction of rows beside one of numbers, and of pairs of a row and a number.
-- ==
-- entry: boxes
-- input { [[3i64, 1i64], [0i64, 5i64], [2i64, 2i64]] [4i64, 7i64, 7i64] } output { [0i64, 1i64] [3i64, 5i64] [0i64, 5i64] 18i64 }
-- input { empty([0][2]i64) empty([0]i64) } output { [9i64, 9i64] [-9i64, -9i64] [0i64, 0i64] 0i64 }
entry boxes [n] (xs: [n][2]i64) (ws: [n]i64): ([2]i64, [2]i64, [2]i64, i64) =
  let (lo, hi) =
    reduce (\(a, b) (c, d) -> (map2 i64.min a c, map2 i64.max b d)) ([9, 9], [-9, -9]) (zip xs xs)
  let (at, _) = reduce (\(p, v) (q, w) -> if w > v then (q, w) else (p, v)) ([0, 0], 0) (zip xs ws)
  in (lo, hi, at, i64.sum ws)

-- Elements of a row that are known and not known, and rows that stay as they are.
-- ==
-- entry: turns
-- input { [0i64, 1i64, 5i64] } output { [[1i64, 2i64, 3i64], [3i64, 1i64, 2i64], [2i64, 3i64, 1i64]] }
entry turns (ks: []i64): [][3]i64 = map (\k -> loop a = [1, 2, 3] for _i < k do [a[2], a[0], a[1]]) ks
-- ==
-- entry: counts
-- input { [[0i64, 1i64, 1i64, 3i64], [2i64, 2i64, 2i64, 2i64]] }
-- output { [[1i64, 2i64, 0i64, 1i64], [0i64, 0i64, 4i64, 0i64]] [[0i64, 4i64], [0i64, 4i64]] }
entry counts [n] [m] (xss: [n][m]i64): ([n][4]i64, [n][2]i64) =
  unzip (map (\xs -> loop (c, s) = (replicate 4 0, [0, 0]) for x in xs do
                       let c = copy c with [x] = c[x] + 1
                       in (c, [s[0], s[1] + 1])) xss)

-- Elements of a matrix at indices that are not known, and matrices made by an index that is not.
-- ==
-- entry: picked
-- input { [0i64, 1i64, 5i64] } output { [[[1i64, 2i64], [3i64, 4i64]], [[4i64, 2i64], [3i64, 2i64]], [[3i64, 5i64], [8i64, 5i64]]] }
entry picked (ks: []i64): [][2][2]i64 =
  map (\k -> loop m = [[1, 2], [3, 4]] for i < k do
               let x = m[i % 2, 1 - i % 2]
               in [[m[1, 1], x], [m[0, 0] + x, m[0, 1]]]) ks
-- ==
-- entry: turned
-- input { [0i64, 1i64, 3i64] } output { [[[0i64, 1i64, 2i64], [3i64, 4i64, 5i64], [6i64, 7i64, 8i64]], [[0i64, 1i64, 2i64], [3i64, 10i64, 14i64], [6i64, 19i64, 26i64]], [[6i64, 12i64, 15i64], [57i64, 108i64, 132i64], [108i64, 204i64, 249i64]]] }
entry turned (ks: []i64): [][3][3]i64 =
  map (\k -> loop m = tabulate_2d 3 3 (\i j -> 3 * i + j) for p < k do
               if m[p, p] > 100 then m else
                 let r = tabulate_2d 3 3 (\i j -> if i == p then 1 + j else if i == j then 1 else 0)
                 in map (\x -> map (\y -> i64.sum (map2 (*) x y)) (transpose r)) m) ks

-- A `while` that looks at its row, and branches that return rows.
-- ==
-- entry: gcds
-- input { [12i64, 7i64, 0i64] [18i64, 21i64, 5i64] } output { [[6i64, 0i64], [7i64, 0i64], [5i64, 0i64]] }
entry gcds (xs: []i64) (ys: []i64): [][2]i64 =
  map2 (\x y -> loop p = [x, y] while p[1] != 0 do if p[0] < p[1] then [p[1], p[0]] else [p[1], p[0] % p[1]]) xs ys

-- Slices, transposes, concatenations, updates and gathers of rows whose elements are known.
-- ==
-- entry: views
-- input { [[1i64, 2i64, 3i64, 4i64], [5i64, 6i64, 7i64, 8i64]] 2i64 }
-- output { [[4i64, 3i64, 10i64, 7i64], [16i64, 11i64, 22i64, 15i64]] }
entry views [n] (xs: [n][4]i64) (k: i64): [n][4]i64 =
  map (\x -> loop r = copy x for _i < k do
               let m = transpose ([[r[0], r[1]], [r[2], r[3]]])
               let s = flatten m
               let t = s[2:4] ++ s[0:2] :> [4]i64
               let u = copy t with [1] = r[3]
               let g = map (\i -> u[i]) [3, 1, 2, 0]
               in map2 (+) (reverse g) (r with [1] = 0 with [3] = 0)) xs

-- Scans of a few elements in a loop, and functions of an index.
-- ==
-- entry: sums
-- input { [1i64, 2i64] } output { [[1i64, 3i64, 6i64], [1i64, 7i64, 25i64]] }
entry sums (ks: []i64): [][3]i64 =
  map (\k -> loop a = [1, 1, 1] for _i < k do scan (+) 0 (map2 (\j x -> x * (1 + j)) (iota 3) a)) ks

-- Bools and floats; a row of one element.
-- ==
-- entry: flags
-- input { [[true, false], [true, true]] [1.5, 2.5] } output { [true, false] [4.0] }
entry flags [n] (bs: [n][2]bool) (xs: [n]f64): ([2]bool, [1]f64) =
  (reduce (map2 (&&)) [true, true] bs, reduce (map2 (+)) [0] (map (\x -> [x]) xs))

-- A failure names the rows and the element of the row.
-- ==
-- entry: fails
-- input { [[[1i64, 2i64], [3i64, 4i64]], [[5i64, 6i64], [0i64, 8i64]]] }
-- error: division by zero \(row 1, 1, 0\)
-- input { [[[1i64, 2i64], [4i64, 5i64]]] } output { [[125i64, 70i64]] }
entry fails [n] (xss: [n][?][2]i64): [n][2]i64 =
  map (\xs -> reduce (map2 (+)) [0, 0] (map (\x -> map (\y -> 100 / y) x) xs)) xss
-- ==
-- entry: fails_in_operator
-- input { [[1i64, 2i64], [99i64, 0i64], [1i64, 1i64]] } error: Assertion is false: s < 100 \(row 1\)
-- input { [[64i64, 2i64], [2i64, 1i64]] } output { [66i64, 2i64] }
entry fails_in_operator [n] (xs: [n][2]i64): [2]i64 =
  reduce (\a b -> let s = a[0] + b[0] in [assert (s < 100) s, i64.max a[1] b[1]]) [0, 0] xs
-- ==
-- entry: fails_outside
-- input { [0i64, 2i64] } output { [[2i64, 2i64], [4i64, 8i64]] }
-- input { [0i64, 3i64] } error: Index \[3\] out of bounds for array of shape \[3\] \(row 1\)
entry fails_outside (ks: []i64): [][2]i64 =
  map (\k -> loop a = [1, 2] for i < 1 + k do let b = [a[1], a[0], a[1]] in [b[i], b[0] * b[1]]) ks
-- ==
-- entry: fails_in_known_place
-- input { [[1i64, 2i64], [3i64, 4i64]] } error: Index \[2\] out of bounds for array of shape \[2\]
-- input { empty([0][2]i64) } output { [0i64, 0i64] }
entry fails_in_known_place [n] (xs: [n][2]i64): [2]i64 =
  reduce (\a b -> [a[0] + b[0], loop s = a[1] for i < 3 do s + b[i]]) [0, 0] xs

-- Sizes that are known to differ: what follows is not reached.
-- ==
-- entry: never_two
-- input { true }
-- error: Value of shape \[1\]\[1\] cannot match shape of type .*, which is .\[1\]\[2\]bool. here
entry never_two (b: bool): [][]bool = transpose (let x = [[b]] in x :> [length x][2]bool)
-- ==
-- entry: never_less
-- input { [1i64] }
-- error: Value of shape \[3\] cannot match shape of type .*, which is .\[2\]i64. here \(row 0\)
-- input { empty([0]i64) } output { empty([0][1]i64) }
entry never_less (xs: []i64): [][1]i64 =
  map (\x -> let a = replicate 3 x :> [2]i64 in let b = a ++ [x] in [b[1] + i64.sum (unflatten (b :> [1 * 3]i64))[0]]) xs
-- ==
-- entry: never_more
-- input { [1i64] }
-- error: Value of shape \[4\] cannot match shape of type .*, which is .\[9\]i64. here \(row 0\)
-- input { empty([0]i64) } output { empty([0]i64) }
entry never_more (xs: []i64): []i64 =
  map (\x -> let a = [[x, 1], [2, x]] in let b = flatten (a :> [2][2]i64) :> [3 * 3]i64
             in loop s = 0 for row in transpose (unflatten b) do s * row[2] + row[0]) xs
