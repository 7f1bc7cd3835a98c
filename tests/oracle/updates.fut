-- Updates in place, scatter and permute with irregular arrays.

entry set_element (xss: *[][?]i64) (i: i64) (j: i64) (v: i64): [][?]i64 = xss with [i, j] = v
entry set_row (xss: *[][?]i64) (i: i64) (row: []i64): [][?]i64 = xss with [i] = row
entry double_firsts [n] (xss: [n][?]i64): [n][?]i64 =
  map (\xs -> if null xs then copy xs else let ys = copy xs in ys with [0] = 2 * xs[0]) xss
entry scatter_rows (xss: *[][?]i64) (is: []i64) (yss: [][?]i64): [][?]i64 =
  scatter xss is (yss :> [length is][?]i64)
entry bump (k: i64) (is: []i64) (vs: []i64): [k]i64 =
  permute (+) (replicate k 100) is (vs :> [length is]i64)
entry sieve_marks (n: i64) (ps: []i64): [n]bool =
  let at = expand (\p -> (n + p - 1) / p) (\p i -> p * i) ps
  in permute (&&) (replicate n true) at (map (const false) at)
entry row_histograms [n] (k: i64) (xss: [n][?]i64): [n][k]i64 =
  map (\xs -> permute (+) (replicate k 0) xs (map (const 1) xs)) xss
entry swap_ends [n] (xss: [n][?]i64): [n][?]i64 =
  map (\xs -> let m = length xs in
              if m < 2 then copy xs
              else let ys = copy xs
                   let ys = ys with [0] = xs[m-1]
                   in ys with [m-1] = xs[0]) xss
entry life [n] [m] (g: [n][m]bool) (steps: i32): [n][m]bool =
  loop g for _s < steps do
    tabulate_2d n m (\i j ->
      let near = i64.sum [ i64.bool g[(i + a + n) % n, (j + b + m) % m] | a <- -1...1, b <- -1...1, a != 0 || b != 0 ]
      in near == 3 || (g[i, j] && near == 2))
entry update_slice [n] (xss: [n][?]i64) (k: i64): [n][?]i64 =
  map (\xs -> let m = i64.min k (length xs) in (copy xs) with [0:m] = replicate m (-1)) xss
entry knapsack [n] (ws: [n]i64) (vs: [n]i64) (cap: i64): i64 =
  let best = loop best = replicate (cap + 1) 0 for (w, v) in zip ws vs do
    map (\c -> if c >= w then i64.max best[c] (best[c-w] + v) else best[c]) (iota (cap + 1))
  in best[cap]
entry distance_rows [n] (ass: [n][?]u8) (bss: [n][?]u8): [n]i64 =
  map2 (\a b ->
    let la = length a
    let lb = length b
    let row = loop row = iota (lb + 1) for i < la do
      let new = (copy row) with [0] = i + 1
      in loop new for j < lb do
           let v = i64.min (row[j] + i64.bool (a[i] != b[j])) (1 + i64.min row[j+1] new[j])
           in new with [j+1] = v
    in row[lb]) ass bss
entry counts_in_loop [n] (xss: [n][?]i64): [n]i64 =
  map (\xs -> loop c = 0 for x in xs do if x % 2 == 0 then c + x else c - 1) xss
entry z_buffer [n] (h: i64) (w: i64) (x0: [n]i64) (y0: [n]i64) (dx: [n]i64) (dy: [n]i64) (z: [n]i64): [h][w]i64 =
  let prims = zip (zip x0 y0) (zip3 dx dy z)
  let size (_, (dx, dy, _)) = dx * dy
  let get ((x0, y0), (dx, _, z)) i = (x0 + i % dx, y0 + i / dx, z)
  let frags = expand size get prims
  let (at, zs) = unzip (map (\(x, y, z) -> (if x >= 0 && x < w && y >= 0 && y < h then y * w + x else -1, z)) frags)
  in unflatten (permute i64.max (replicate (h * w) (-1)) at zs)

-- The cases below are written by oracle.py.

-- ==
-- entry: set_element
-- input { [empty([0]i64), [3i64, -6i64]] 0i64 0i64 61i64 }
-- error: updates.fut:
-- input { [[4i64], empty([0]i64), [4i64]] 1i64 0i64 70i64 }
-- error: updates.fut:
-- input { [[-1i64, -8i64, -3i64], empty([0]i64)] 0i64 1i64 6i64 }
-- output { [[-1i64, 6i64, -3i64], empty([0]i64)] }
-- input { [[-9i64, 9i64]] 0i64 0i64 91i64 }
-- output { [[91i64, 9i64]] }
-- input { [[-7i64]] 0i64 0i64 49i64 }
-- output { [[49i64]] }
-- input { [empty([0]i64), [8i64, 2i64, -4i64], empty([0]i64), empty([0]i64), empty([0]i64)] 3i64 0i64 72i64 }
-- error: updates.fut:
-- input { [[-8i64, 8i64], empty([0]i64), empty([0]i64), [-2i64]] 1i64 0i64 53i64 }
-- error: updates.fut:
-- input { [[2i64, -1i64, -2i64, 0i64, -6i64, 9i64, 0i64], [8i64, 9i64, -7i64, 1i64, 3i64]] 1i64 4i64 40i64 }
-- output { [[2i64, -1i64, -2i64, 0i64, -6i64, 9i64, 0i64], [8i64, 9i64, -7i64, 1i64, 40i64]] }

-- ==
-- entry: set_row
-- input { [empty([0]i64), empty([0]i64)] 0i64 empty([0]i64) }
-- output { [empty([0]i64), empty([0]i64)] }
-- input { [empty([0]i64), empty([0]i64), [3i64, -9i64]] 0i64 empty([0]i64) }
-- output { [empty([0]i64), empty([0]i64), [3i64, -9i64]] }
-- input { [[6i64, -5i64, 2i64], [4i64, -3i64, -8i64], [-9i64, -3i64, 2i64], [5i64, 6i64, -4i64]] 0i64 [1i64, -5i64, -9i64] }
-- output { [[1i64, -5i64, -9i64], [4i64, -3i64, -8i64], [-9i64, -3i64, 2i64], [5i64, 6i64, -4i64]] }
-- input { [[0i64, -6i64, 3i64], [1i64], [-5i64, 3i64], empty([0]i64)] 0i64 [1i64, -8i64, 0i64] }
-- output { [[1i64, -8i64, 0i64], [1i64], [-5i64, 3i64], empty([0]i64)] }
-- input { [[6i64, 7i64], [5i64, 3i64, 5i64]] 0i64 [-3i64, -8i64, 0i64] }
-- error: updates.fut:
-- input { [empty([0]i64), [6i64, -2i64], empty([0]i64)] 1i64 [7i64, -2i64] }
-- output { [empty([0]i64), [7i64, -2i64], empty([0]i64)] }
-- input { [[6i64], [-9i64, 2i64], [0i64, 5i64], empty([0]i64), empty([0]i64)] 3i64 empty([0]i64) }
-- output { [[6i64], [-9i64, 2i64], [0i64, 5i64], empty([0]i64), empty([0]i64)] }
-- input { [[-7i64, 7i64, 3i64, -6i64]] 0i64 [0i64, 3i64, 3i64, -1i64] }
-- output { [[0i64, 3i64, 3i64, -1i64]] }

-- ==
-- entry: double_firsts
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [[8i64, -2i64], empty([0]i64)] }
-- output { [[16i64, -2i64], empty([0]i64)] }
-- input { [[0i64]] }
-- output { [[0i64]] }
-- input { [[2i64], [-2i64], empty([0]i64), [-7i64, -8i64], [4i64], empty([0]i64)] }
-- output { [[4i64], [-4i64], empty([0]i64), [-14i64, -8i64], [8i64], empty([0]i64)] }
-- input { [empty([0]i64), [5i64, -8i64], empty([0]i64), [-1i64], [0i64, 8i64, -1i64], [6i64]] }
-- output { [empty([0]i64), [10i64, -8i64], empty([0]i64), [-2i64], [0i64, 8i64, -1i64], [12i64]] }
-- input { [[3i64], [-5i64], [1i64, -5i64, -4i64], [9i64, -2i64, 2i64, 7i64, 0i64, 0i64], [-2i64], empty([0]i64)] }
-- output { [[6i64], [-10i64], [2i64, -5i64, -4i64], [18i64, -2i64, 2i64, 7i64, 0i64, 0i64], [-4i64], empty([0]i64)] }
-- input { [[1i64, -8i64, 4i64], [-4i64, -8i64, 8i64, 2i64, -4i64, 8i64, 2i64]] }
-- output { [[2i64, -8i64, 4i64], [-8i64, -8i64, 8i64, 2i64, -4i64, 8i64, 2i64]] }
-- input { [empty([0]i64), [2i64], [8i64], [-4i64], [-3i64, 9i64], [-1i64]] }
-- output { [empty([0]i64), [4i64], [16i64], [-8i64], [-6i64, 9i64], [-2i64]] }

-- ==
-- entry: scatter_rows
-- input { [[-3i64, 5i64, -8i64], [-8i64]] [-1i64, 0i64, 2i64, 1i64] [[4i64], empty([0]i64), empty([0]i64), [2i64, 8i64, -2i64]] }
-- output { [empty([0]i64), [2i64, 8i64, -2i64]] }
-- input { [[4i64, -3i64], empty([0]i64), [5i64], [-3i64, 7i64], empty([0]i64)] [5i64] [[7i64, 6i64]] }
-- output { [[4i64, -3i64], empty([0]i64), [5i64], [-3i64, 7i64], empty([0]i64)] }
-- input { [empty([0]i64), [-3i64, -7i64, -3i64], [-9i64, 4i64, -6i64]] [2i64, 0i64, -1i64] [[-9i64], [6i64, 1i64], [9i64, -4i64]] }
-- output { [[6i64, 1i64], [-3i64, -7i64, -3i64], [-9i64]] }
-- input { [empty([0]i64), [9i64, 4i64, -9i64]] [-1i64] [[-5i64, 6i64]] }
-- output { [empty([0]i64), [9i64, 4i64, -9i64]] }
-- input { [empty([0]i64), [-6i64, 3i64, -2i64], [-9i64], [9i64]] [-1i64, 4i64, 3i64] [empty([0]i64), [6i64, -4i64, 9i64, -9i64], [9i64]] }
-- output { [empty([0]i64), [-6i64, 3i64, -2i64], [-9i64], [9i64]] }
-- input { [[6i64], empty([0]i64)] [1i64, -1i64, 2i64] [[0i64, 7i64, 5i64], [9i64, 2i64], [6i64]] }
-- output { [[6i64], [0i64, 7i64, 5i64]] }
-- input { [[-4i64, -3i64, 4i64], [8i64, 5i64, 8i64, -3i64, 3i64, 6i64], [-5i64], [5i64, 7i64, 8i64]] [-1i64, 4i64] [empty([0]i64), [0i64]] }
-- output { [[-4i64, -3i64, 4i64], [8i64, 5i64, 8i64, -3i64, 3i64, 6i64], [-5i64], [5i64, 7i64, 8i64]] }
-- input { [[8i64]] [0i64] [[-7i64]] }
-- output { [[-7i64]] }

-- ==
-- entry: bump
-- input { 3i64 [0i64, -1i64, 0i64, -1i64, 2i64, 0i64, 1i64, 3i64] [4i64, -8i64, 3i64, -6i64, 3i64, -5i64, -7i64, -2i64] }
-- output { [102i64, 93i64, 103i64] }
-- input { 3i64 [0i64, 0i64, -1i64, 0i64] [-3i64, 0i64, 8i64, -2i64] }
-- output { [95i64, 100i64, 100i64] }
-- input { 5i64 [4i64, 4i64, 3i64, 5i64, -1i64, 2i64, -1i64, 5i64] [3i64, 6i64, -9i64, 0i64, -1i64, 4i64, -6i64, 6i64] }
-- output { [100i64, 100i64, 104i64, 91i64, 109i64] }
-- input { 0i64 [-1i64, -1i64, -1i64, 0i64, -1i64, 0i64] [-6i64, 0i64, 8i64, -3i64, 3i64, -7i64] }
-- output { empty([0]i64) }
-- input { 4i64 [1i64, 0i64, 0i64] [6i64, -6i64, 3i64] }
-- output { [97i64, 106i64, 100i64, 100i64] }
-- input { 5i64 [5i64, 3i64, 5i64, -1i64, -1i64, -1i64] [4i64, 8i64, 8i64, 8i64, -6i64, -1i64] }
-- output { [100i64, 100i64, 100i64, 108i64, 100i64] }
-- input { 1i64 [0i64, 0i64, 0i64, 0i64, 0i64, 1i64, -1i64, 0i64] [-6i64, 0i64, -1i64, -4i64, -4i64, -5i64, -7i64, 6i64] }
-- output { [91i64] }
-- input { 5i64 [-1i64, 4i64, 4i64, 0i64, -1i64] [-1i64, 0i64, -6i64, 2i64, -6i64] }
-- output { [102i64, 100i64, 100i64, 100i64, 94i64] }

-- ==
-- entry: sieve_marks
-- input { 4i64 [4i64, 3i64, 3i64] }
-- output { [false, true, true, false] }
-- input { 4i64 [5i64, 5i64, 5i64] }
-- output { [false, true, true, true] }
-- input { 14i64 [2i64, 5i64, 3i64] }
-- output { [false, true, false, false, false, false, false, true, false, false, false, true, false, true] }
-- input { 1i64 empty([0]i64) }
-- output { [true] }
-- input { 10i64 [4i64] }
-- output { [false, true, true, true, false, true, true, true, false, true] }
-- input { 14i64 [5i64, 4i64] }
-- output { [false, true, true, true, false, false, true, true, false, true, false, true, false, true] }
-- input { 14i64 [5i64] }
-- output { [false, true, true, true, true, false, true, true, true, true, false, true, true, true] }
-- input { 0i64 [4i64, 4i64, 6i64] }
-- output { empty([0]bool) }

-- ==
-- entry: row_histograms
-- input { 3i64 empty([0][?]i64) }
-- output { empty([0][3]i64) }
-- input { 3i64 [[-1i64, 0i64], [0i64, 0i64, 2i64]] }
-- output { [[1i64, 0i64, 0i64], [2i64, 0i64, 1i64]] }
-- input { 3i64 [empty([0]i64), empty([0]i64), [0i64, 3i64]] }
-- output { [[0i64, 0i64, 0i64], [0i64, 0i64, 0i64], [1i64, 0i64, 0i64]] }
-- input { 3i64 [empty([0]i64), [2i64, -1i64], [-1i64, 1i64]] }
-- output { [[0i64, 0i64, 0i64], [0i64, 0i64, 1i64], [0i64, 1i64, 0i64]] }
-- input { 3i64 [[-1i64], [3i64, -1i64], empty([0]i64)] }
-- output { [[0i64, 0i64, 0i64], [0i64, 0i64, 0i64], [0i64, 0i64, 0i64]] }
-- input { 3i64 [empty([0]i64)] }
-- output { [[0i64, 0i64, 0i64]] }
-- input { 3i64 [empty([0]i64), [1i64], empty([0]i64), [2i64, 3i64], empty([0]i64), [2i64, -1i64, 3i64]] }
-- output { [[0i64, 0i64, 0i64], [0i64, 1i64, 0i64], [0i64, 0i64, 0i64], [0i64, 0i64, 1i64], [0i64, 0i64, 0i64], [0i64, 0i64, 1i64]] }
-- input { 3i64 [empty([0]i64), [0i64], empty([0]i64), empty([0]i64), [1i64, -1i64, 3i64, -1i64, 3i64], [1i64, -1i64, 0i64], empty([0]i64)] }
-- output { [[0i64, 0i64, 0i64], [1i64, 0i64, 0i64], [0i64, 0i64, 0i64], [0i64, 0i64, 0i64], [0i64, 1i64, 0i64], [1i64, 1i64, 0i64], [0i64, 0i64, 0i64]] }

-- ==
-- entry: swap_ends
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [[6i64]] }
-- output { [[6i64]] }
-- input { [[3i64]] }
-- output { [[3i64]] }
-- input { [[-8i64], [1i64]] }
-- output { [[-8i64], [1i64]] }
-- input { [[-4i64, -1i64], [9i64], [9i64, 4i64, 9i64, -7i64, -5i64], [7i64], [7i64], empty([0]i64)] }
-- output { [[-1i64, -4i64], [9i64], [-5i64, 4i64, 9i64, -7i64, 9i64], [7i64], [7i64], empty([0]i64)] }
-- input { [[-9i64, 1i64], empty([0]i64), empty([0]i64), empty([0]i64), [3i64, 9i64, -5i64, -7i64, -3i64, -8i64], [9i64, -4i64, -4i64]] }
-- output { [[1i64, -9i64], empty([0]i64), empty([0]i64), empty([0]i64), [-8i64, 9i64, -5i64, -7i64, -3i64, 3i64], [-4i64, -4i64, 9i64]] }
-- input { [empty([0]i64), [-5i64], [-7i64], [-1i64]] }
-- output { [empty([0]i64), [-5i64], [-7i64], [-1i64]] }
-- input { [[2i64, 9i64], [-2i64], [5i64, 7i64, -4i64], [-5i64, -5i64], empty([0]i64), [-8i64]] }
-- output { [[9i64, 2i64], [-2i64], [-4i64, 7i64, 5i64], [-5i64, -5i64], empty([0]i64), [-8i64]] }

-- ==
-- entry: life
-- input { [[true], [true]] 0i32 }
-- output { [[true], [true]] }
-- input { [[true, true, false], [false, false, false]] 1i32 }
-- output { [[false, false, false], [false, false, false]] }
-- input { [[false, true], [false, false]] 2i32 }
-- output { [[false, false], [false, false]] }
-- input { [[false, true, false, true, false], [false, true, false, true, false], [false, true, false, true, true], [true, true, false, true, true], [true, true, true, true, true]] 0i32 }
-- output { [[false, true, false, true, false], [false, true, false, true, false], [false, true, false, true, true], [true, true, false, true, true], [true, true, true, true, true]] }
-- input { [[false, true, true], [true, false, true], [false, false, false]] 3i32 }
-- output { [[false, true, true], [true, false, true], [false, false, false]] }
-- input { [[true, true, true, true], [true, false, false, true], [false, true, false, true], [true, false, false, false]] 2i32 }
-- output { [[false, false, false, false], [false, true, false, true], [false, false, true, false], [false, true, false, true]] }
-- input { [[true, false], [false, true], [false, true], [true, true], [false, true]] 2i32 }
-- output { [[false, false], [false, false], [false, false], [false, false], [false, false]] }
-- input { [[false, true, true]] 3i32 }
-- output { [[false, false, false]] }

-- ==
-- entry: update_slice
-- input { empty([0][?]i64) 2i64 }
-- output { empty([0][?]i64) }
-- input { [empty([0]i64)] 0i64 }
-- output { [empty([0]i64)] }
-- input { [[4i64, 8i64]] 1i64 }
-- output { [[-1i64, 8i64]] }
-- input { [[-7i64], [-1i64]] 1i64 }
-- output { [[-1i64], [-1i64]] }
-- input { [[-4i64, -4i64, 8i64], [2i64]] 3i64 }
-- output { [[-1i64, -1i64, -1i64], [-1i64]] }
-- input { [[7i64], [2i64]] 3i64 }
-- output { [[-1i64], [-1i64]] }
-- input { [[0i64]] 0i64 }
-- output { [[0i64]] }
-- input { [[3i64], [-6i64, -9i64, -1i64]] 1i64 }
-- output { [[-1i64], [-1i64, -9i64, -1i64]] }

-- ==
-- entry: knapsack
-- input { empty([0]i64) empty([0]i64) 7i64 }
-- output { 0i64 }
-- input { [5i64, 3i64, 2i64, 5i64] [5i64, 5i64, 6i64, 9i64] 5i64 }
-- output { 11i64 }
-- input { [1i64, 1i64, 2i64, 2i64, 4i64] [6i64, 7i64, 3i64, 3i64, 8i64] 10i64 }
-- output { 27i64 }
-- input { [5i64] [5i64] 10i64 }
-- output { 5i64 }
-- input { [4i64] [9i64] 5i64 }
-- output { 9i64 }
-- input { [2i64, 2i64, 1i64, 1i64] [9i64, 1i64, 9i64, 7i64] 4i64 }
-- output { 25i64 }
-- input { [4i64, 3i64, 4i64, 1i64] [1i64, 1i64, 4i64, 5i64] 2i64 }
-- output { 5i64 }
-- input { [1i64, 3i64, 5i64, 4i64, 2i64] [8i64, 4i64, 8i64, 8i64, 4i64] 7i64 }
-- output { 20i64 }

-- ==
-- entry: distance_rows
-- input { empty([0][?]u8) empty([0][?]u8) }
-- output { empty([0]i64) }
-- input { [[97u8, 99u8]] [empty([0]u8)] }
-- output { [2i64] }
-- input { [[99u8]] [[97u8, 99u8]] }
-- output { [1i64] }
-- input { [empty([0]u8), empty([0]u8)] [empty([0]u8), [97u8, 98u8, 99u8]] }
-- output { [0i64, 3i64] }
-- input { [empty([0]u8), empty([0]u8), empty([0]u8)] [empty([0]u8), [99u8], [98u8, 99u8, 99u8]] }
-- output { [0i64, 1i64, 3i64] }
-- input { [empty([0]u8), [98u8, 97u8], empty([0]u8)] [[97u8, 98u8, 99u8, 97u8], empty([0]u8), [99u8]] }
-- output { [4i64, 2i64, 1i64] }
-- input { [empty([0]u8)] [empty([0]u8)] }
-- output { [0i64] }
-- input { [[97u8]] [[98u8]] }
-- output { [1i64] }

-- ==
-- entry: counts_in_loop
-- input { empty([0][?]i64) }
-- output { empty([0]i64) }
-- input { [[1i64]] }
-- output { [-1i64] }
-- input { [[8i64], [8i64, 8i64, -1i64], [6i64, 6i64, 1i64, 1i64]] }
-- output { [8i64, 15i64, 10i64] }
-- input { [empty([0]i64), empty([0]i64), [6i64, 6i64], [-1i64, -1i64], [6i64]] }
-- output { [0i64, 0i64, 12i64, -2i64, 6i64] }
-- input { [empty([0]i64), empty([0]i64), empty([0]i64), [7i64, 5i64, -5i64, -6i64, 4i64, 9i64]] }
-- output { [0i64, 0i64, 0i64, -6i64] }
-- input { [[-1i64, 0i64]] }
-- output { [-1i64] }
-- input { [[5i64, 4i64, 7i64], empty([0]i64)] }
-- output { [2i64, 0i64] }
-- input { [empty([0]i64), [9i64], [-5i64, -8i64, 2i64], [4i64, -1i64, 8i64, 6i64, 5i64], [-1i64, 0i64, 4i64], [3i64]] }
-- output { [0i64, -1i64, -7i64, 16i64, 3i64, -1i64] }

-- ==
-- entry: z_buffer
-- input { 3i64 3i64 empty([0]i64) empty([0]i64) empty([0]i64) empty([0]i64) empty([0]i64) }
-- output { [[-1i64, -1i64, -1i64], [-1i64, -1i64, -1i64], [-1i64, -1i64, -1i64]] }
-- input { 3i64 2i64 [-1i64, 1i64, 1i64] [2i64, 2i64, 0i64] [0i64, 1i64, 2i64] [3i64, 2i64, 2i64] [6i64, 9i64, 0i64] }
-- output { [[-1i64, 0i64], [-1i64, 0i64], [-1i64, 9i64]] }
-- input { 3i64 1i64 [2i64, 0i64, -1i64, 3i64] [1i64, 0i64, 2i64, 4i64] [0i64, 1i64, 0i64, 2i64] [0i64, 0i64, 3i64, 2i64] [6i64, 5i64, 5i64, 4i64] }
-- output { [[-1i64], [-1i64], [-1i64]] }
-- input { 2i64 3i64 empty([0]i64) empty([0]i64) empty([0]i64) empty([0]i64) empty([0]i64) }
-- output { [[-1i64, -1i64, -1i64], [-1i64, -1i64, -1i64]] }
-- input { 2i64 3i64 [-1i64, 0i64, 3i64, 1i64] [1i64, 3i64, 2i64, 2i64] [1i64, 1i64, 2i64, 1i64] [1i64, 3i64, 2i64, 0i64] [7i64, 3i64, 0i64, 1i64] }
-- output { [[-1i64, -1i64, -1i64], [-1i64, -1i64, -1i64]] }
-- input { 2i64 5i64 [3i64, -1i64, 0i64, 0i64] [2i64, 3i64, 2i64, -1i64] [1i64, 0i64, 2i64, 2i64] [3i64, 2i64, 2i64, 1i64] [3i64, 6i64, 0i64, 0i64] }
-- output { [[-1i64, -1i64, -1i64, -1i64, -1i64], [-1i64, -1i64, -1i64, -1i64, -1i64]] }
-- input { 2i64 2i64 [2i64, 4i64, 0i64, 4i64, -1i64] [-1i64, 1i64, 4i64, 4i64, 1i64] [3i64, 0i64, 3i64, 1i64, 1i64] [0i64, 3i64, 0i64, 0i64, 0i64] [4i64, 8i64, 2i64, 4i64, 6i64] }
-- output { [[-1i64, -1i64], [-1i64, -1i64]] }
-- input { 1i64 2i64 [3i64, 4i64, 4i64, 4i64, 1i64] [4i64, 3i64, 0i64, 1i64, 0i64] [2i64, 2i64, 2i64, 2i64, 3i64] [0i64, 0i64, 0i64, 0i64, 3i64] [0i64, 1i64, 0i64, 5i64, 8i64] }
-- output { [[-1i64, 8i64]] }
