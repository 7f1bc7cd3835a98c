-- Entry points of many kinds, each as small as can be.
type point = {x: f32, y: f32}
type token = #number f64 | #word ([8]u8) | #end
type edge = {to: i64, w: f32}
type option = #none | #some f64
type~ summary = {sum: i64, rows: [](?[k].[k]i64), pair: (i64, []f32)}
type pair 't = (t, t)

entry histogram [n] (k: i64) (xs: [n]i64): [k]i64 = reduce_by_index (replicate k 0) (+) 0 xs (replicate n 1)
entry transposed [n][m] (a: [n][m]f32): [m][n]f32 = transpose a
entry matmul [n][m][p] (a: [n][m]f32) (b: [m][p]f32): [n][p]f32 = map (\r -> map (\c -> f32.sum (map2 (*) r c)) (transpose b)) a
entry groups [n] (keys: [n]i64) (values: [n]f64) (k: i64): [k][?]f64 = map (\g -> map (.1) (filter (\(key, _) -> key == g) (zip keys values))) (iota k)
entry lines [n] (text: [n]u8): [][?]u8 =
  let ends = filter (\i -> text[i] == '\n') (iota n)
  let starts = map (\i -> if i == 0 then 0 else ends[i - 1] + 1) (iota (length ends))
  in map2 (\s e -> text[s:e]) starts ends
entry bounds [n] (ps: [n]point): (point, point) =
  ({x = f32.minimum (map (.x) ps), y = f32.minimum (map (.y) ps)}, {x = f32.maximum (map (.x) ps), y = f32.maximum (map (.y) ps)})
entry step [n] (ps: *[n]point) (dt: f32): *[n]point = map (\p -> {x = p.x + dt, y = p.y - dt}) ps
entry tokens (n: i64): [n]token = map (\i -> if i % 3 == 0 then #number (f64.i64 i) else if i % 3 == 1 then #word "abcdefgh" else #end) (iota n)
entry total [n] (ts: [n]token): f64 = f64.sum (map (\t -> match t case #number x -> x case #word _ -> 1 case #end -> 0) ts)
entry first (ts: []token): token = ts[0]
entry nest (n: i64): [n][?][?]i32 = map (\i -> map (\j -> map i32.i64 (iota j)) (iota i)) (iota n)
entry depths [n] (xsss: [n][?][?]i32): [n]i64 = map (\xss -> i64.sum (map (\xs -> length xs) xss)) xsss
entry weights [n] (g: [n][?]edge): [n]f32 = map (\es -> f32.sum (map (.w) es)) g
entry graph (n: i64): [n][?]edge = map (\i -> map (\j -> {to = j, w = 0.5}) (iota i)) (iota n)
entry halves (x: f16) (xs: []f16): []f16 = map (/ x) xs
entry flags [n] (bs: [n]bool) (bss: [n][?]bool): [n]bool = map2 (\b bs -> b && and bs) bs bss
entry maybe (x: i64): option = if x < 0 then #none else #some (f64.sqrt (f64.i64 x))
entry nothing: () = ()
entry constant: [4]i32 = [1, 2, 3, 4]
entry swap (p: pair i64): pair i64 = (p.1, p.0)
entry collatz [n] (xs: [n]i64): [n]i32 = map (\x -> (loop (y, k) = (x, 0) while y > 1 do (if y % 2 == 0 then y / 2 else 3 * y + 1, k + 1)).1) xs
entry unsafe_at (xs: []i64) (i: i64): i64 = xs[i]
entry both [n] (xs: [n]i64): summary = {sum = i64.sum xs, rows = map iota xs, pair = (n, map f32.i64 xs)}
