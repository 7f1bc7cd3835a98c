-- One entry point per feature; the test checks that each lowers to well-formed Core.
def sq (x: i64): i64 = x * x
entry t1 (n: i64): i64 = loop acc = 0 for i < n do acc + sq i
entry t2 [n] (xs: [n]i64): [n]i64 = loop ys = copy xs for i < n do ys with [i] = ys[i] + 1
entry t3 (n: i64) (xs: [n]i64): i64 = i64.sum xs + n
entry t4 [n] (xs: [n]i32): ([n]i32, i32) = (scan (+) 0 xs, reduce i32.max i32.lowest xs)
entry t5 : []i64 = [1, 2, 3] ++ [4]
entry t6 : [][?]i64 = [[1, 2], [3]]
entry t7 [n] [m] (xss: [n][m]i64): [m][n]i64 = transpose xss
entry t8 [n] [m] (xss: [n][m]i64): []i64 = flatten xss
entry t9 [n] (xs: [n]i64): ([]i64, []i64) = partition (\x -> x % 2 == 0) xs
entry t10 [n] (xs: [n]i64): [n]i64 = xs |> map (+ 1) |> map (2 *) |> reverse
entry t11 (a: i64) (b: i64): ([]i64, []i64, []i64) = (a..<b, a...b, a..a+2..<b)
entry t12 [n] (xs: [n]i64): []i64 = xs[1:n-1] ++ xs[::-1] ++ xs[::2]
entry t13 [n] [m] (xss: [n][m]i64): [][]i64 = xss[1:, 0:1]
entry t14 [n] [m] (xss: [n][m]i64): []i64 = xss[:, 1]
entry t15 [n] (xss: [n][?]i64): [][?]i64 = xss[1:]
entry t16 [n] (xss: [n][?]i64): [][?]i64 = xss[:, 1:]
entry t17 [n] (xss: [n][?]i64) (i: i64): []i64 = xss[i]
entry t18 [n] (xss: [n][?]i64) (i: i64) (j: i64): i64 = xss[i, j]
entry t19 [n] (xss: [n][?]i64): []i64 = flatten xss
entry t20 [n] (xs: [n]i64): []i64 = let f (x: i64) (y: i64) = x + y let g = f 10 in map g xs
entry t21 [n] (xs: [n](i64, f64)): ([n]i64, [n]f64) = unzip xs
entry t22 [n] (xs: [n]i64) (ys: [n]i64): [](i64, i64) = filter (\(x, y) -> x < y) (zip xs ys)
entry t23 [n] (xss: [n][?]i64): [n][?]i64 = map (\xs -> if length xs > 1 then xs else xs ++ xs) xss
entry t24 [n] (xss: [n][?]i64): [n][?]i64 = map (\xs -> if length xs > 1 then xs[1:] else xs) xss
entry t25 [n] (xss: [n][?]i64): [n]i64 = lengths xss
entry t26 [n] (xs: [n]i64): [n][n]i64 = map (\x -> map (\y -> x * y) xs) xs
entry t27 [n] [m] (xss: [n][m]i64): [m]i64 = reduce (map2 (+)) (replicate m 0) xss
entry t28 [k] [n] (hist: *[k]i64) (is: [n]i64): [k]i64 = reduce_by_index hist (+) 0 is (map (\_ -> 1) is)
entry t29 [n] (xss: [n][?]i64): [n][2]i64 = xss :> [n][2]i64
entry t30 (x: i64): {a: i64, b: f64} = let r = {a = x, b = f64.i64 x} in r with a = r.a + 1
entry t31 [n] (xs: [n]i64): i64 = foldl (+) 0 xs
entry t32 [n] (xs: [n]i64): bool = all (> 0) xs && any (\x -> x == 3) xs
entry t33 [n] (xs: [n]i64): (i64, i64) = reduce (\(a, b) (c, d) -> (i64.min a c, i64.max b d)) (i64.highest, i64.lowest) (zip xs xs)
entry t34 (x: f64): (f64, f64, bool, i32) = (f64.sqrt x, x ** 2, f64.isnan x, i32.f64 x)
entry t35 [n] (xss: [n][?]i64): [n][?][?]i64 = map (\xs -> map (\x -> iota x) xs) xss
entry t36 [n] (xss: [n][?]i64): [][?]i64 = flatten (map (\xs -> map (\x -> iota x) xs) xss)
entry t37 [n] (ms: [n](?[r][c].[r][c]f64)): [][?]f64 = flatten ms
entry t38 [n] (xss: [n][?]i64) (yss: [n][?]i64): [][?]i64 = xss ++ yss
entry t39 [n] (xss: *[n][?]i64): [n][?]i64 = xss with [0] = [7, 8]
entry t40 [n] (xss: [n][?](i64, i64)): [n][?](i64, i64) = map (filter (\(a, b) -> a < b)) xss
entry t41 [n] (xss: [n][?](i64, i64)): [][?](i64, i64) = filter (\xs -> length xs > 1) xss
entry t42 [n] (xss: [n][?]i64): [n]i64 = map (\xs -> loop s = 0 for x in xs do s + x) xss
entry t43 [n] (xss: [n][?]i64): i64 = loop s = 0 for xs in xss do s + length xs
entry t44 (n: i64): [][?]i64 = loop xss = [[1i64]] for i < n do map (\xs -> xs ++ [i]) xss
entry t45 (n: i64): [][?]i64 = loop xss = [[1i64]] for i < n do xss ++ [iota i]
type pair 'a = (a, a)
type vec [k] 't = [k]t
entry t46 [n] (xs: vec [n] (pair i64)): vec [n] i64 = map (\(a, b) -> a + b) xs
entry t47 [n] (xs: [n]i64): [n]i64 = scatter (copy xs) (iota n) (reverse xs)
entry t48 [n] (xss: [n][?]i64): [n][?]i64 = reverse xss
entry t49 [n] (xss: [n][?]i64): [2][n][?]i64 = replicate 2 xss
entry t50 (x: u8) (y: i32): (u8, i32, i32) = (x + 250, y / 2, y %% 3)
entry t51 (b: bool) (x: i64): i64 = if b && x > 0 || !b then 1 else 0
entry t52 (xs: []i64) (ys: []i64): [2][]i64 = [xs, ys]
entry t53 (n: i64): [n][2]i64 = transpose [iota n, iota n]
entry t54 (n: i64): [][?]i64 = [iota n, iota (n + 1)]
entry t55 [n] (xs: [n]i64): [][?]i64 = [filter (> 1) xs, filter (< 1) xs]
entry t56 [n] [m] (xs: [n]i64) (ys: [m]i64): [][?]i64 = [xs, ys]
entry t57 [n] [m] (xss: [n][m]i64): [][?]i64 = xss ++ [[1, 2]]
entry t58 [n] [m] (xs: []i64) (_: [n][m]i64): [n][m]i64 = unflatten xs
entry t59 (xs: []i64): [2][3]i64 = unflatten xs
entry t60 (xs: []i64) (ys: []i64): (bool, bool) = (xs == ys, xs != ys)
entry t61 [n] (xss: [n][?]i64) (yss: [n][?]i64): bool = xss == yss
entry t62 [n] (xs: *[n]i64): [n]i64 = xs with [1:3] = [7, 8]
entry t63 [n] [m] (xss: *[n][m]i64) (is: []i64) (rows: [][m]i64): [n][m]i64 = scatter xss is rows
entry t64 (sizes: []i64) (xs: []i64): [][?]i64 = unflatten_by sizes xs
entry t65 [n] (ks: [n]i64) (xs: [n]f64): ([n]i64, [n]f64) = sort_by_key (<=) ks xs
entry t66 [n] (ks: [n]i64) (xs: [n]f64): ([]i64, [][?]f64) = group_by_key (<=) ks xs
entry t67 [n] (xs: [n]i64): ?[k].[k]i64 = filter (> 0) xs
entry t68 (n: i64): [][?]i64 = [[1, 2], [], iota n]
entry t69 (n: i64) (m: i64): [n][m]i64 = map (\i -> map (\j -> i * j) (iota m)) (iota n)
entry t70 (n: i64) (m: i64): [m][n]i64 = transpose (tabulate_2d n m (\i j -> i - j))
entry t71 [n] [m] (xss: [n][m]i64) (k: i64): [n][k]i64 = map (take k) xss
entry t72 [n] [m] (xss: [n][m]i64): [m][n]i64 = map (\j -> map (\i -> xss[i, j]) (iota n)) (iota m)
