-- Everything that can fail when a program runs.

entry divide (a: i32) (b: i32): i32 = a / b

entry at [n] [m] (xss: [n][m]i32) (i: i64) (j: i64): i32 = xss[i, j]

entry checked [n] (xs: [n]f32): [n]f32 =
  let ok = all (>= 0) xs
  in assert ok (map f32.sqrt xs)

entry filled (n: i64): []u8 = replicate n 1

entry pairwise [n] (xs: [n]i32) (ys: [n]i32): [n]i32 = map2 (+) xs ys

entry square [n] (xss: [n][n]i32): i32 = i32.sum (flatten xss)

entry threes [n] (xss: [n][3]f32): f32 = f32.sum (flatten xss)

entry coerced [n] (xs: [n]i32) (m: i64): [m]i32 = xs :> [m]i32

entry updated [n] (xs: *[n]i32) (i: i64): *[n]i32 = xs with [i] = 0
