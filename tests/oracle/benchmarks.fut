-- The benchmark programs of the papers, in small: Rodinia, FinPar, Parboil and Accelerate as seed 004 lists them, and its figure 11.

entry flattening_before [n] [m] (pss: [n][m]i64): ([n][m][m]i64, [n][m]i64) =
  unzip (map (\ps ->
                let ass = map (\p -> let cs = scan (+) 0 (iota p)
                                     let r = reduce (+) 0 cs
                                     in map (+ r) ps)
                              ps
                let bs = loop ws = ps for _i < 2 do
                           map2 (\as w -> let d = reduce (+) 0 as
                                          let e = d + w
                                          in 2 * e % 1000)
                                ass ws
                in (ass, bs))
             pss)
entry flattening_after [n] [m] (pss: [n][m]i64): ([n][m][m]i64, [n][m]i64) =
  let rss = map (\ps -> map (\p -> let cs = scan (+) 0 (iota p) in reduce (+) 0 cs) ps) pss
  let asss = map2 (\ps rs -> map (\r -> map (+ r) ps) rs) pss rss
  let bss = loop wss = pss for _i < 2 do
              let dss = map (\ass -> map (\as -> reduce (+) 0 as) ass) asss
              in map2 (\ws ds -> map2 (\w d -> let e = d + w in 2 * e % 1000) ws ds) wss dss
  in (asss, bss)

-- Back propagation through two layers, with a step instead of the exponential so that the result is exact.
entry backprop [n] [h] (xs: [n]f64) (w1: [h][n]f64) (w2: [h]f64) (target: f64): ([h][n]f64, [h]f64) =
  let squash x = f64.max 0 x
  let hidden = map (\ws -> squash (f64.sum (map2 (*) ws xs))) w1
  let out = f64.sum (map2 (*) w2 hidden)
  let delta = target - out
  let dh = map2 (\w v -> if v > 0 then w * delta else 0) w2 hidden
  in (map2 (\ws d -> map2 (\w x -> w + 0.5 * d * x) ws xs) w1 dh, map2 (\w v -> w + 0.5 * delta * v) w2 hidden)

-- Nearest neighbours: the k records with the least distance, ties by position.
entry nn [n] (ps: [n](i64, i64)) (x: i64) (y: i64) (k: i64): []i64 =
  let order = [ i | ((a, b) <- ps | i <- 0..<n), order by ((a - x) * (a - x) + (b - y) * (b - y), i) ]
  in take (i64.min k n) order

-- LavaMD: particles in boxes, forces from the boxes around only.
entry lava_md [n] (boxes: [n][?]i64): [n][?]i64 =
  [ [ i64.sum [ (p - q) * (p - q) | b <- i64.max 0 (i - 1)...i64.min (n - 1) (i + 1), q <- boxes[b] ] | p <- box ]
  | (box <- boxes | i <- 0..<n) ]

-- SRAD: a stencil with a coefficient that depends on the neighbours.
entry srad [n] [m] (img: [n][m]i64) (steps: i32): [n][m]i64 =
  loop img for _i < steps do
    let at i j = img[i64.max 0 (i64.min (n - 1) i), i64.max 0 (i64.min (m - 1) j)]
    let grads = tabulate_2d n m (\i j -> (at (i - 1) j - at i j, at (i + 1) j - at i j, at i (j - 1) - at i j, at i (j + 1) - at i j))
    let coef = map (map (\(a, b, c, d) -> if a * a + b * b + c * c + d * d > 16 then 0 else 1)) grads
    in map3 (map3 (\x (a, b, c, d) k -> x + k * (a + b + c + d) / 4)) img grads coef

-- MRI-Q: every voxel sums over every sample; a table stands for the cosine.
entry mri_q [n] [k] (xs: [n]i64) (ks: [k](i64, i64)): [n]i64 =
  let wave p = let q = p % 8 in if q < 4 then 2 - q else q - 6
  in map (\x -> i64.sum (map (\(f, a) -> a * wave (f * x)) ks)) xs

-- Crystal: sums of waves in several directions, folded into a range.
entry crystal (size: i64) (degree: i64): [size][size]i64 =
  tabulate_2d size size (\i j ->
                           let waves = map (\d -> (d + 1) * i - (d - 1) * j) (iota degree)
                           let s = i64.sum waves
                           let r = s % 8
                           in if s / 8 % 2 == 0 then r else 7 - r)

-- Fluid: Jacobi iterations with a border that stays.
entry fluid [n] (grid: [n][n]f64) (steps: i32): [n][n]f64 =
  loop g = grid for _i < steps do
    tabulate_2d n n (\i j ->
                       if i == 0 || j == 0 || i == n - 1 || j == n - 1 then g[i, j]
                       else (g[i - 1, j] + g[i + 1, j] + g[i, j - 1] + g[i, j + 1]) / 4)

-- LocVolCalib: tridiagonal systems, one of its own size for every row, forward and backward.
def tridag [n] (a: [n]f64) (b: [n]f64) (c: [n]f64) (y: [n]f64): [n]f64 =
  let (b', y') =
    loop (b, y) = (copy b, copy y) for k < i64.max 0 (n - 1) do
      let i = k + 1
      let beta = a[i] / b[i - 1]
      let bi = b[i] - beta * c[i - 1]
      let yi = y[i] - beta * y[i - 1]
      in (b with [i] = bi, y with [i] = yi)
  in loop u = map2 (/) y' b' for k < i64.max 0 (n - 1) do
       let i = n - 2 - k
       let v = (y'[i] - c[i] * u[i + 1]) / b'[i]
       in u with [i] = v
entry tridags [n] (yss: [n][?]f64): [n][?]f64 =
  map (\ys -> tridag (map (const 0) ys) (map (const 2) ys) (map (const 1) ys) ys) yss

-- Option pricing on a binomial tree of its own depth for every option.
entry binomial [n] (depths: [n]i64) (strike: i64): [n]f64 =
  map (\d ->
         let leaves = map (\i -> f64.i64 (i64.max 0 (2 * i - d + strike))) (iota (d + 1))
         in (loop vs: []f64 = leaves for _i < d do map2 (\a b -> (a + b) / 2) (init vs) (tail vs :> [length vs - 1]f64))[0])
      depths

-- Rendering: triangles to lines to points, the nearest one stays (seed 003).
entry rendered (h: i64) (w: i64) (tops: [](i64, i64, i64, i64)): [h][w]i64 =
  let lines = expand (\(_, _, k, _) -> k) (\(x, y, k, z) i -> (x - i, y + i, 2 * i + 1, z)) tops
  let points = expand (\(_, _, k, _) -> k) (\(x, y, _, z) i -> (x + i, y, z)) lines
  let at (x, y, _) = if x < 0 || x >= w || y < 0 || y >= h then -1 else y * w + x
  in unflatten (permute i64.min (replicate (h * w) 99) (map at points) (map (.2) points))

-- The audio example of seed 002: windows of sizes that depend on the data, each compressed on its own.
entry windows [n] (xs: [n]i64): ([][?]i64, []i64) =
  let size i = i64.min (n - i) (1 + i64.abs xs[i] % 4)
  let starts = (loop (ss, at) = ([], 0) while at < n do (ss ++ [at], at + size at)).0
  let rows = [ xs[s:s + size s] | s <- starts ]
  in ([ map2 (-) r (map (const (i64.sum r / length r)) r) | r <- rows ], map (\r -> i64.sum r / length r) rows)

-- Sparse matrices as sequences of rows (seed 002, section 3.2.1).
entry smvm [n] (m: [n][?](i64, f64)) (v: []f64): [n]f64 =
  map (\row -> let (is, xs) = unzip row in reduce (+) 0 (map2 (*) xs (map (\i -> v[i]) is))) m

-- The cases below are written by oracle.py.

-- ==
-- entry: flattening_before
-- input { [[5i64, 3i64, 6i64, 4i64], [5i64, 4i64, 5i64, 3i64], [6i64, 0i64, 5i64, 3i64]] }
-- output { [[[25i64, 23i64, 26i64, 24i64], [9i64, 7i64, 10i64, 8i64], [40i64, 38i64, 41i64, 39i64], [15i64, 13i64, 16i64, 14i64]], [[25i64, 24i64, 25i64, 23i64], [15i64, 14i64, 15i64, 13i64], [25i64, 24i64, 25i64, 23i64], [9i64, 8i64, 9i64, 7i64]], [[41i64, 35i64, 40i64, 38i64], [6i64, 0i64, 5i64, 3i64], [26i64, 20i64, 25i64, 23i64], [10i64, 4i64, 9i64, 7i64]]] [[608i64, 216i64, 972i64, 364i64], [602i64, 358i64, 602i64, 210i64], [948i64, 84i64, 584i64, 192i64]] }
-- input { [[3i64, 6i64, 2i64], [0i64, 0i64, 5i64], [2i64, 5i64, 6i64]] }
-- output { [[[7i64, 10i64, 6i64], [38i64, 41i64, 37i64], [4i64, 7i64, 3i64]], [[0i64, 0i64, 5i64], [0i64, 0i64, 5i64], [20i64, 20i64, 25i64]], [[3i64, 6i64, 7i64], [22i64, 25i64, 26i64], [37i64, 40i64, 41i64]]] [[150i64, 720i64, 92i64], [30i64, 30i64, 410i64], [104i64, 458i64, 732i64]] }
-- input { [[4i64, 3i64, 0i64, 3i64], [0i64, 4i64, 6i64, 4i64]] }
-- output { [[[14i64, 13i64, 10i64, 13i64], [8i64, 7i64, 4i64, 7i64], [4i64, 3i64, 0i64, 3i64], [8i64, 7i64, 4i64, 7i64]], [[0i64, 4i64, 6i64, 4i64], [10i64, 14i64, 16i64, 14i64], [35i64, 39i64, 41i64, 39i64], [10i64, 14i64, 16i64, 14i64]]] [[316i64, 168i64, 60i64, 168i64], [84i64, 340i64, 948i64, 340i64]] }
-- input { [[5i64]] }
-- output { [[[25i64]]] [[170i64]] }
-- input { [[5i64], [1i64]] }
-- output { [[[25i64]], [[1i64]]] [[170i64], [10i64]] }
-- input { [[0i64, 4i64, 5i64], [6i64, 0i64, 4i64], [6i64, 3i64, 4i64]] }
-- output { [[[0i64, 4i64, 5i64], [10i64, 14i64, 15i64], [20i64, 24i64, 25i64]], [[41i64, 35i64, 39i64], [6i64, 0i64, 4i64], [16i64, 10i64, 14i64]], [[41i64, 38i64, 39i64], [10i64, 7i64, 8i64], [16i64, 13i64, 14i64]]] [[54i64, 250i64, 434i64], [714i64, 60i64, 256i64], [732i64, 162i64, 274i64]] }
-- input { [[4i64], [3i64], [3i64]] }
-- output { [[[14i64]], [[7i64]], [[7i64]]] [[100i64], [54i64], [54i64]] }
-- input { [[0i64, 2i64, 5i64], [1i64, 5i64, 2i64]] }
-- output { [[[0i64, 2i64, 5i64], [1i64, 3i64, 6i64], [20i64, 22i64, 25i64]], [[1i64, 5i64, 2i64], [21i64, 25i64, 22i64], [2i64, 6i64, 3i64]]] [[42i64, 68i64, 422i64], [52i64, 428i64, 74i64]] }

-- ==
-- entry: flattening_after
-- input { [[6i64, 4i64, 1i64], [1i64, 0i64, 5i64], [1i64, 1i64, 5i64]] }
-- output { [[[41i64, 39i64, 36i64], [16i64, 14i64, 11i64], [6i64, 4i64, 1i64]], [[1i64, 0i64, 5i64], [1i64, 0i64, 5i64], [21i64, 20i64, 25i64]], [[1i64, 1i64, 5i64], [1i64, 1i64, 5i64], [21i64, 21i64, 25i64]]] [[720i64, 262i64, 70i64], [40i64, 36i64, 416i64], [46i64, 46i64, 422i64]] }
-- input { [[2i64], [4i64]] }
-- output { [[[3i64]], [[14i64]]] [[26i64], [100i64]] }
-- input { [[3i64]] }
-- output { [[[7i64]]] [[54i64]] }
-- input { [[6i64, 4i64]] }
-- output { [[[41i64, 39i64], [16i64, 14i64]]] [[504i64, 196i64]] }
-- input { [[1i64, 6i64]] }
-- output { [[[1i64, 6i64], [36i64, 41i64]]] [[46i64, 486i64]] }
-- input { [[1i64, 5i64, 4i64], [1i64, 2i64, 4i64]] }
-- output { [[[1i64, 5i64, 4i64], [21i64, 25i64, 24i64], [11i64, 15i64, 14i64]], [[1i64, 2i64, 4i64], [2i64, 3i64, 5i64], [11i64, 12i64, 14i64]]] [[64i64, 440i64, 256i64], [46i64, 68i64, 238i64]] }
-- input { [[0i64, 2i64, 4i64, 6i64], [0i64, 5i64, 2i64, 1i64], [0i64, 4i64, 5i64, 4i64], [0i64, 3i64, 4i64, 5i64]] }
-- output { [[[0i64, 2i64, 4i64, 6i64], [1i64, 3i64, 5i64, 7i64], [10i64, 12i64, 14i64, 16i64], [35i64, 37i64, 39i64, 41i64]], [[0i64, 5i64, 2i64, 1i64], [20i64, 25i64, 22i64, 21i64], [1i64, 6i64, 3i64, 2i64], [0i64, 5i64, 2i64, 1i64]], [[0i64, 4i64, 5i64, 4i64], [10i64, 14i64, 15i64, 14i64], [20i64, 24i64, 25i64, 24i64], [10i64, 14i64, 15i64, 14i64]], [[0i64, 3i64, 4i64, 5i64], [4i64, 7i64, 8i64, 9i64], [10i64, 13i64, 14i64, 15i64], [20i64, 23i64, 24i64, 25i64]]] [[72i64, 104i64, 328i64, 936i64], [48i64, 548i64, 80i64, 52i64], [78i64, 334i64, 578i64, 334i64], [72i64, 180i64, 328i64, 572i64]] }
-- input { [[6i64, 3i64, 6i64], [4i64, 0i64, 3i64], [3i64, 5i64, 0i64]] }
-- output { [[[41i64, 38i64, 41i64], [10i64, 7i64, 10i64], [41i64, 38i64, 41i64]], [[14i64, 10i64, 13i64], [4i64, 0i64, 3i64], [8i64, 4i64, 7i64]], [[7i64, 9i64, 4i64], [23i64, 25i64, 20i64], [3i64, 5i64, 0i64]]] [[744i64, 174i64, 744i64], [238i64, 42i64, 126i64], [132i64, 428i64, 48i64]] }

-- ==
-- entry: backprop
-- input { [1.0f64, 1.75f64, -1.75f64, 0.5f64] [[0.75f64, -0.25f64, 0.0f64, -0.5f64]] [-1.25f64] 1.0f64 }
-- output { [[0.076171875f64, -1.42919921875f64, 1.17919921875f64, -0.8369140625f64]] [-1.21630859375f64] }
-- input { [1.25f64, -1.25f64, -0.25f64] [[-2.0f64, -0.5f64, 0.0f64]] [2.0f64] 0.0f64 }
-- output { [[-2.0f64, -0.5f64, 0.0f64]] [2.0f64] }
-- input { [1.5f64, 0.25f64, -0.25f64, 0.5f64] [[-1.5f64, 0.75f64, 1.5f64, 2.0f64], [-1.75f64, -1.0f64, -0.25f64, 0.25f64], [-1.5f64, 1.5f64, 0.75f64, -1.75f64]] [-0.25f64, 1.5f64, 0.0f64] 1.0f64 }
-- output { [[-1.5f64, 0.75f64, 1.5f64, 2.0f64], [-1.75f64, -1.0f64, -0.25f64, 0.25f64], [-1.5f64, 1.5f64, 0.75f64, -1.75f64]] [-0.25f64, 1.5f64, 0.0f64] }
-- input { [-1.75f64, -1.0f64] [[0.0f64, -0.5f64], [-0.5f64, -1.5f64]] [-2.0f64, 0.75f64] 3.0f64 }
-- output { [[3.8828125f64, 1.71875f64], [-1.9560546875f64, -2.33203125f64]] [-1.4453125f64, 3.384765625f64] }
-- input { [-1.25f64, -0.25f64] [[-1.0f64, 2.0f64]] [0.0f64] -1.0f64 }
-- output { [[-1.0f64, 2.0f64]] [-0.375f64] }
-- input { [0.25f64] [[-1.75f64], [2.0f64], [0.75f64]] [1.25f64, 1.0f64, 1.25f64] 1.0f64 }
-- output { [[-1.75f64], [2.033203125f64], [0.79150390625f64]] [1.25f64, 1.06640625f64, 1.27490234375f64] }
-- input { [1.5f64] [[-0.75f64]] [1.0f64] -3.0f64 }
-- output { [[-0.75f64]] [1.0f64] }
-- input { [0.5f64, 2.0f64] [[-0.5f64, 0.25f64]] [1.0f64] 0.0f64 }
-- output { [[-0.5625f64, 0.0f64]] [0.96875f64] }

-- ==
-- entry: nn
-- input { [-1i64, 1i64, -3i64, -5i64] [5i64, -1i64, 8i64, 1i64] 0i64 0i64 0i64 }
-- output { empty([0]i64) }
-- input { empty([0]i64) empty([0]i64) -2i64 2i64 1i64 }
-- output { empty([0]i64) }
-- input { [3i64, -6i64, 9i64, 7i64, -1i64, 2i64, 3i64] [9i64, 0i64, -1i64, -9i64, -1i64, 3i64, 5i64] 0i64 -5i64 4i64 }
-- output { [4i64, 1i64, 3i64, 5i64] }
-- input { [9i64, 7i64, -7i64, 9i64, -3i64, 1i64, 2i64, -8i64] [6i64, 5i64, 7i64, 1i64, -9i64, -6i64, -1i64, -5i64] 0i64 3i64 1i64 }
-- output { [6i64] }
-- input { [-8i64, -3i64, 6i64, -1i64, 9i64, 9i64, 0i64, 4i64] [-6i64, -4i64, 3i64, -4i64, 6i64, 4i64, 2i64, 7i64] -5i64 -2i64 2i64 }
-- output { [1i64, 3i64] }
-- input { [3i64, 4i64, -5i64, 8i64, 1i64, 4i64] [-1i64, -3i64, 4i64, 6i64, -1i64, -5i64] -1i64 1i64 4i64 }
-- output { [4i64, 0i64, 2i64, 1i64] }
-- input { empty([0]i64) empty([0]i64) 2i64 -3i64 3i64 }
-- output { empty([0]i64) }
-- input { empty([0]i64) empty([0]i64) 1i64 0i64 3i64 }
-- output { empty([0]i64) }

-- ==
-- entry: lava_md
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [[-4i64]] }
-- output { [[0i64]] }
-- input { [[-7i64, 1i64], [8i64, 4i64]] }
-- output { [[410i64, 122i64], [290i64, 146i64]] }
-- input { [[7i64, 7i64], [2i64], empty([0]i64)] }
-- output { [[25i64, 25i64], [50i64], empty([0]i64)] }
-- input { [empty([0]i64)] }
-- output { [empty([0]i64)] }
-- input { [[8i64, -5i64], [2i64, -4i64], [-4i64, -4i64, -8i64], [-8i64], [4i64, -9i64, 6i64]] }
-- output { [[349i64, 219i64], [293i64, 197i64], [68i64, 68i64, 148i64], [373i64], [317i64, 395i64, 425i64]] }
-- input { [[-6i64, 7i64, 1i64], [-5i64, -8i64, 9i64]] }
-- output { [[448i64, 578i64, 266i64], [386i64, 608i64, 778i64]] }
-- input { [empty([0]i64), empty([0]i64), [6i64, 5i64], [6i64, 2i64], [-8i64, -9i64, -8i64], [5i64], [-3i64, -7i64, 9i64, 7i64, 6i64]] }
-- output { [empty([0]i64), empty([0]i64), [17i64, 11i64], [634i64, 362i64], [466i64, 544i64, 466i64], [763i64], [405i64, 781i64, 429i64, 305i64, 261i64]] }

-- ==
-- entry: srad
-- input { [[3i64]] 1i32 }
-- output { [[3i64]] }
-- input { [[6i64, 9i64, 0i64]] 3i32 }
-- output { [[6i64, 9i64, 0i64]] }
-- input { [[-3i64, -1i64, -8i64, -3i64], [3i64, -9i64, 2i64, -8i64], [9i64, 2i64, -3i64, -4i64]] 2i32 }
-- output { [[-3i64, -1i64, -8i64, -3i64], [3i64, -9i64, 2i64, -8i64], [9i64, 2i64, -3i64, -4i64]] }
-- input { [[8i64, 0i64, 8i64], [4i64, -8i64, 1i64], [-8i64, -5i64, -2i64]] 2i32 }
-- output { [[8i64, 0i64, 8i64], [4i64, -8i64, 1i64], [-8i64, -5i64, -2i64]] }
-- input { [[-8i64, 9i64]] 2i32 }
-- output { [[-8i64, 9i64]] }
-- input { [[4i64]] 3i32 }
-- output { [[4i64]] }
-- input { [[1i64]] 0i32 }
-- output { [[1i64]] }
-- input { [[-3i64, 6i64, 6i64, 9i64], [9i64, 3i64, -1i64, -1i64], [2i64, -2i64, 2i64, 1i64], [-9i64, 4i64, 3i64, -3i64]] 3i32 }
-- output { [[-3i64, 6i64, 6i64, 9i64], [9i64, 3i64, -1i64, -1i64], [2i64, -2i64, 2i64, 1i64], [-9i64, 4i64, 3i64, -3i64]] }

-- ==
-- entry: mri_q
-- input { [-3i64, -5i64, 2i64] [4i64, 4i64, 9i64, 6i64, 7i64] [1i64, 1i64, -1i64, -9i64, 7i64] }
-- output { [-10i64, -10i64, 22i64] }
-- input { [1i64, -5i64] [4i64, 7i64, 4i64, 9i64] [1i64, -9i64, -9i64, -1i64] }
-- output { [6i64, 26i64] }
-- input { [-4i64, -9i64] empty([0]i64) empty([0]i64) }
-- output { [0i64, 0i64] }
-- input { [-4i64, 0i64, -9i64] [8i64, 1i64, 3i64, 4i64] [7i64, 2i64, 3i64, -5i64] }
-- output { [-6i64, 14i64, 23i64] }
-- input { [-1i64, -4i64] [7i64, 5i64, 9i64, 9i64, 6i64] [8i64, -8i64, -1i64, 5i64, 3i64] }
-- output { [20i64, -2i64] }
-- input { [3i64, 0i64, 2i64] [4i64, 2i64, 0i64, 0i64] [-5i64, 0i64, 7i64, 4i64] }
-- output { [32i64, 12i64, 12i64] }
-- input { [3i64, 8i64, 0i64, 4i64] empty([0]i64) empty([0]i64) }
-- output { [0i64, 0i64, 0i64, 0i64] }
-- input { [-6i64, -7i64] [0i64, 0i64] [3i64, 0i64] }
-- output { [6i64, 6i64] }

-- ==
-- entry: crystal
-- input { 4i64 0i64 }
-- output { [[0i64, 0i64, 0i64, 0i64], [0i64, 0i64, 0i64, 0i64], [0i64, 0i64, 0i64, 0i64], [0i64, 0i64, 0i64, 0i64]] }
-- input { 5i64 3i64 }
-- output { [[0i64, 0i64, 0i64, 0i64, 0i64], [6i64, 6i64, 6i64, 6i64, 6i64], [3i64, 3i64, 3i64, 3i64, 3i64], [2i64, 2i64, 2i64, 2i64, 2i64], [7i64, 7i64, 7i64, 7i64, 7i64]] }
-- input { 2i64 1i64 }
-- output { [[0i64, 1i64], [1i64, 2i64]] }
-- input { 2i64 3i64 }
-- output { [[0i64, 0i64], [6i64, 6i64]] }
-- input { 1i64 4i64 }
-- output { [[0i64]] }
-- input { 1i64 0i64 }
-- output { [[0i64]] }
-- input { 5i64 1i64 }
-- output { [[0i64, 1i64, 2i64, 3i64, 4i64], [1i64, 2i64, 3i64, 4i64, 5i64], [2i64, 3i64, 4i64, 5i64, 6i64], [3i64, 4i64, 5i64, 6i64, 7i64], [4i64, 5i64, 6i64, 7i64, 7i64]] }
-- input { 3i64 2i64 }
-- output { [[0i64, 1i64, 2i64], [3i64, 4i64, 5i64], [6i64, 7i64, 7i64]] }

-- ==
-- entry: fluid
-- input { [[-0.75f64, -0.75f64, -3.25f64, 4.25f64, -7.75f64], [-4.75f64, -0.25f64, -0.75f64, -6.75f64, -1.5f64], [-0.75f64, -7.25f64, -6.75f64, -3.25f64, -7.5f64], [2.0f64, -6.75f64, -6.25f64, 1.25f64, 6.25f64], [-2.25f64, 6.0f64, 7.0f64, -2.75f64, -0.75f64]] 2i32 }
-- output { [[-0.75f64, -0.75f64, -3.25f64, 4.25f64, -7.75f64], [-4.75f64, -3.34375f64, -2.828125f64, -1.609375f64, -1.5f64], [-0.75f64, -2.46875f64, -3.53125f64, -3.421875f64, -7.5f64], [2.0f64, 0.765625f64, -0.0625f64, -0.6875f64, 6.25f64], [-2.25f64, 6.0f64, 7.0f64, -2.75f64, -0.75f64]] }
-- input { [[-4.0f64, 5.25f64], [-0.75f64, -3.0f64]] 1i32 }
-- output { [[-4.0f64, 5.25f64], [-0.75f64, -3.0f64]] }
-- input { [[1.5f64, 5.25f64, -7.5f64, -1.25f64], [-1.25f64, 1.25f64, -4.5f64, 2.75f64], [-2.0f64, -1.0f64, 7.5f64, -7.25f64], [8.0f64, 3.0f64, 0.25f64, 0.25f64]] 2i32 }
-- output { [[1.5f64, 5.25f64, -7.5f64, -1.25f64], [-1.25f64, 1.859375f64, -2.0625f64, 2.75f64], [-2.0f64, -0.625f64, -0.890625f64, -7.25f64], [8.0f64, 3.0f64, 0.25f64, 0.25f64]] }
-- input { [[-2.5f64, 3.0f64, 0.25f64, -3.0f64], [1.0f64, -6.25f64, -8.0f64, -2.75f64], [1.75f64, -7.5f64, 2.0f64, 8.0f64], [4.0f64, -2.25f64, -4.5f64, 5.5f64]] 2i32 }
-- output { [[-2.5f64, 3.0f64, 0.25f64, -3.0f64], [1.0f64, 0.28125f64, -2.09375f64, -2.75f64], [1.75f64, -1.59375f64, 0.15625f64, 8.0f64], [4.0f64, -2.25f64, -4.5f64, 5.5f64]] }
-- input { [[-0.5f64, 3.0f64], [2.25f64, -3.5f64]] 0i32 }
-- output { [[-0.5f64, 3.0f64], [2.25f64, -3.5f64]] }
-- input { [[5.5f64]] 1i32 }
-- output { [[5.5f64]] }
-- input { [[-4.0f64, 2.0f64, 0.5f64], [-0.75f64, -1.5f64, 6.25f64], [-7.0f64, -2.0f64, 1.5f64]] 0i32 }
-- output { [[-4.0f64, 2.0f64, 0.5f64], [-0.75f64, -1.5f64, 6.25f64], [-7.0f64, -2.0f64, 1.5f64]] }
-- input { [[3.0f64, 5.0f64, 2.5f64], [0.25f64, -6.25f64, 7.0f64], [-0.5f64, 5.75f64, 0.5f64]] 3i32 }
-- output { [[3.0f64, 5.0f64, 2.5f64], [0.25f64, 4.5f64, 7.0f64], [-0.5f64, 5.75f64, 0.5f64]] }

-- ==
-- entry: tridags
-- input { empty([0][?]f64) }
-- output { empty([0][?]f64) }
-- input { [[-0.5f64, 1.0f64]] }
-- output { [[-0.5f64, 0.5f64]] }
-- input { [[4.5f64], [2.5f64], [0.0f64], [-4.0f64]] }
-- output { [[2.25f64], [1.25f64], [0.0f64], [-2.0f64]] }
-- input { [[-3.0f64, -1.0f64], [-1.0f64]] }
-- output { [[-1.25f64, -0.5f64], [-0.5f64]] }
-- input { [[0.5f64], [3.0f64, -0.5f64, 1.5f64]] }
-- output { [[0.25f64], [1.8125f64, -0.625f64, 0.75f64]] }
-- input { [[-2.0f64], [1.0f64], [-2.5f64, 3.0f64], empty([0]f64), empty([0]f64), [4.0f64]] }
-- output { [[-1.0f64], [0.5f64], [-2.0f64, 1.5f64], empty([0]f64), empty([0]f64), [2.0f64]] }
-- input { [empty([0]f64)] }
-- output { [empty([0]f64)] }
-- input { [empty([0]f64), [3.0f64], [-3.5f64, -2.0f64, -3.5f64], [4.5f64], [1.5f64], empty([0]f64)] }
-- output { [empty([0]f64), [1.5f64], [-1.6875f64, -0.125f64, -1.75f64], [2.25f64], [0.75f64], empty([0]f64)] }

-- ==
-- entry: binomial
-- input { [5i64, 4i64, 3i64, 3i64, 4i64, 2i64] 1i64 }
-- output { [1.4375f64, 1.4375f64, 1.25f64, 1.25f64, 1.4375f64, 1.25f64] }
-- input { empty([0]i64) -3i64 }
-- output { empty([0]f64) }
-- input { [5i64, 1i64, 3i64, 2i64] 3i64 }
-- output { [3.0625f64, 3.0f64, 3.0f64, 3.0f64] }
-- input { [4i64, 1i64, 6i64, 2i64, 4i64] 3i64 }
-- output { [3.0625f64, 3.0f64, 3.140625f64, 3.0f64, 3.0625f64] }
-- input { [4i64, 3i64, 0i64, 0i64] 0i64 }
-- output { [0.75f64, 0.75f64, 0.0f64, 0.0f64] }
-- input { [3i64, 0i64, 1i64] -3i64 }
-- output { [0.0f64, 0.0f64, 0.0f64] }
-- input { [6i64] 3i64 }
-- output { [3.140625f64] }
-- input { [5i64, 5i64] 2i64 }
-- output { [2.25f64, 2.25f64] }

-- ==
-- entry: rendered
-- input { 1i64 1i64 [6i64, -1i64] [0i64, 4i64] [1i64, 1i64] [3i64, 4i64] }
-- output { [[99i64]] }
-- input { 3i64 6i64 empty([0]i64) empty([0]i64) empty([0]i64) empty([0]i64) }
-- output { [[99i64, 99i64, 99i64, 99i64, 99i64, 99i64], [99i64, 99i64, 99i64, 99i64, 99i64, 99i64], [99i64, 99i64, 99i64, 99i64, 99i64, 99i64]] }
-- input { 6i64 3i64 [0i64, 1i64, -1i64] [4i64, 2i64, 6i64] [0i64, 1i64, 2i64] [6i64, 1i64, 0i64] }
-- output { [[99i64, 99i64, 99i64], [99i64, 99i64, 99i64], [99i64, 1i64, 99i64], [99i64, 99i64, 99i64], [99i64, 99i64, 99i64], [99i64, 99i64, 99i64]] }
-- input { 5i64 5i64 [6i64] [0i64] [0i64] [9i64] }
-- output { [[99i64, 99i64, 99i64, 99i64, 99i64], [99i64, 99i64, 99i64, 99i64, 99i64], [99i64, 99i64, 99i64, 99i64, 99i64], [99i64, 99i64, 99i64, 99i64, 99i64], [99i64, 99i64, 99i64, 99i64, 99i64]] }
-- input { 2i64 1i64 [4i64] [6i64] [3i64] [4i64] }
-- output { [[99i64], [99i64]] }
-- input { 1i64 1i64 [0i64, 4i64] [1i64, 6i64] [0i64, 3i64] [7i64, 0i64] }
-- output { [[99i64]] }
-- input { 2i64 6i64 [1i64] [0i64] [2i64] [5i64] }
-- output { [[99i64, 5i64, 99i64, 99i64, 99i64, 99i64], [5i64, 5i64, 5i64, 99i64, 99i64, 99i64]] }
-- input { 2i64 5i64 [5i64, 3i64] [0i64, 3i64] [1i64, 4i64] [0i64, 5i64] }
-- output { [[99i64, 99i64, 99i64, 99i64, 99i64], [99i64, 99i64, 99i64, 99i64, 99i64]] }

-- ==
-- entry: windows
-- input { [-7i64, 2i64] }
-- output { [[-4i64, 5i64]] [-3i64] }
-- input { [-9i64, -1i64, 0i64, -9i64, -8i64, 1i64, -6i64] }
-- output { [[-4i64, 4i64], [0i64], [0i64, 1i64], [4i64, -3i64]] [-5i64, 0i64, -9i64, -3i64] }
-- input { [-5i64, -6i64, -7i64, -1i64, -5i64, 7i64, -9i64, 4i64, -9i64, 9i64, 5i64, -4i64] }
-- output { [[1i64, 0i64], [-5i64, 1i64, -3i64, 9i64], [-6i64, 7i64], [-9i64, 9i64], [5i64, -4i64]] [-6i64, -2i64, -3i64, 0i64, 0i64] }
-- input { [-9i64, -8i64, 8i64, -5i64, -6i64, -8i64, -9i64, -3i64] }
-- output { [[0i64, 1i64], [0i64], [1i64, 0i64], [0i64], [-3i64, 3i64]] [-9i64, 8i64, -6i64, -8i64, -6i64] }
-- input { [-4i64, -2i64, -9i64, 8i64, 7i64, 3i64, 9i64, 9i64, 6i64] }
-- output { [[0i64], [-1i64, -8i64, 9i64], [0i64, -4i64, 2i64, 2i64], [0i64]] [-4i64, -1i64, 7i64, 6i64] }
-- input { [0i64, 1i64, 2i64, -9i64, 7i64, -6i64] }
-- output { [[0i64], [0i64, 1i64], [-8i64, 8i64], [0i64]] [0i64, 1i64, -1i64, -6i64] }
-- input { [6i64, 5i64] }
-- output { [[1i64, 0i64]] [5i64] }
-- input { [3i64, -5i64, 9i64, -2i64, -7i64, 3i64, -6i64, 6i64, -8i64, 5i64, -3i64] }
-- output { [[2i64, -6i64, 8i64, -3i64], [-6i64, 4i64, -5i64, 7i64], [0i64], [4i64, -4i64]] [1i64, -1i64, -8i64, 1i64] }

-- ==
-- entry: smvm
-- input { empty([0][?]i64) empty([0][?]f64) [-4.5f64, -4.75f64] }
-- output { empty([0]f64) }
-- input { empty([0][?]i64) empty([0][?]f64) [-2.5f64, -1.25f64] }
-- output { empty([0]f64) }
-- input { [[0i64, 0i64, 0i64], [0i64, 0i64]] [[0.0f64, -2.0f64, -1.0f64], [-3.0f64, 4.0f64]] [-5.0f64] }
-- output { [15.0f64, -5.0f64] }
-- input { [empty([0]i64), [0i64, 1i64], empty([0]i64)] [empty([0]f64), [-1.0f64, 1.0f64], empty([0]f64)] [3.0f64, 4.0f64, -4.25f64, 4.0f64, 3.0f64] }
-- output { [0.0f64, 1.0f64, 0.0f64] }
-- input { empty([0][?]i64) empty([0][?]f64) [3.0f64, 1.25f64, 1.0f64, -6.25f64] }
-- output { empty([0]f64) }
-- input { empty([0][?]i64) empty([0][?]f64) [-8.0f64, 4.25f64] }
-- output { empty([0]f64) }
-- input { [[3i64], empty([0]i64), empty([0]i64)] [[2.0f64], empty([0]f64), empty([0]f64)] [7.5f64, 2.75f64, 0.5f64, -6.25f64] }
-- output { [-12.5f64, 0.0f64, 0.0f64] }
-- input { empty([0][?]i64) empty([0][?]f64) [0.25f64] }
-- output { empty([0]f64) }
