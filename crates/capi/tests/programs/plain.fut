-- Programs without rows of different sizes: what clients of Futhark's C interface know.

entry ids (a: i8) (b: i16) (c: i32) (d: i64) (e: u8) (f: u16) (g: u32) (h: u64) (i: f16) (j: f32) (k: f64) (l: bool) =
  (a, b, c, d, e, f, g, h, i, j, k, l)

entry i8s (xs: []i8): []i8 = map (+ 1) xs
entry i16s (xs: []i16): []i16 = map (+ 1) xs
entry i32s (xs: []i32): []i32 = map (+ 1) xs
entry i64s (xs: []i64): []i64 = map (+ 1) xs
entry u8s (xs: []u8): []u8 = map (+ 1) xs
entry u16s (xs: []u16): []u16 = map (+ 1) xs
entry u32s (xs: []u32): []u32 = map (+ 1) xs
entry u64s (xs: []u64): []u64 = map (+ 1) xs
entry f16s (xs: []f16): []f16 = map (+ 1) xs
entry f32s (xs: []f32): []f32 = map (+ 1) xs
entry f64s (xs: []f64): []f64 = map (+ 1) xs
entry bools (xs: []bool): []bool = map not xs

entry transposed [n] [m] (xss: [n][m]i32): [m][n]i32 = transpose xss

entry divmod (a: i64) (b: i64): (i64, i64) = (a / b, a % b)

entry scaled [n] (by: f64) (xs: *[n]f64): *[n]f64 = map (* by) xs

entry bump [n] (xs: *[n]i64) (i: i64) (by: i64): *[n]i64 = xs with [i] = by

entry both [n] (xs: *[n]i64) (ys: [n]i64): *[n]i64 = map2 (+) xs ys

entry dot [n] (xs: [n]f64) (ys: [n]f64): f64 = f64.sum (map2 (*) xs ys)

entry picked [n] (xs: [n]i64) (is: []i64): []i64 = map (\i -> xs[i]) is
