-- Sorting: every row by quicksort, in place; an array by two bits at a time.

def swap [n] (xs: *[n]i32) (i: i64) (j: i64) : *[n]i32 =
  let (x, y) = (xs[i], xs[j])
  in xs with [i] = y with [j] = x

-- Smaller elements of xs[lo:hi] than its last one come first; says where that one then is.
def split_part [n] (xs: *[n]i32) (lo: i64) (hi: i64) : (*[n]i32, i64) =
  let pivot = xs[hi - 1]
  let (xs, at) =
    loop (xs: *[n]i32, at) = (xs, lo) for i in lo..<hi - 1 do
      if xs[i] < pivot then (swap xs i at, at + 1) else (xs, at)
  in (swap xs at (hi - 1), at)

def sort_row [n] (row: [n]i32) : *[n]i32 =
  let los = replicate 64 0i64
  let his = replicate 64 0i64 with [0] = n
  let (xs, _, _, _) =
    loop (xs: *[n]i32, los: *[64]i64, his: *[64]i64, top) = (copy row, los, his, 1i64) while top > 0 do
      let (lo, hi) = (los[top - 1], his[top - 1])
      in
        if hi - lo < 2
        then (xs, los, his, top - 1)
        else
          let (xs, at) = split_part xs lo hi
          -- The smaller part is sorted first: the stack stays short.
          let (lo1, hi1, lo2, hi2) =
            if at - lo < hi - at then (at + 1, hi, lo, at) else (lo, at, at + 1, hi)
          let los = los with [top - 1] = lo1 with [top] = lo2
          let his = his with [top - 1] = hi1 with [top] = hi2
          in (xs, los, his, top + 1)
  in xs

entry quicksort [m] [n] (xss: [m][n]i32) : [m][n]i32 = map sort_row xss

def sort_digit [n] (xs: [n]u32) (bit: u32) : [n]u32 =
  let digit x = (x >> bit) & 3
  let one d x = i64.bool (digit x == d)
  let add (a0, a1, a2, a3) (b0, b1, b2, b3) = (a0 + b0, a1 + b1, a2 + b2, a3 + b3)
  let counts = scan add (0, 0, 0, 0) (map (\x -> (one 0 x, one 1 x, one 2 x, one 3 x)) xs)
  let (t0, t1, t2, _) = if n == 0 then (0, 0, 0, 0) else counts[n - 1]
  let target x (c0, c1, c2, c3) =
    let d = digit x
    in
      if d == 0
      then c0 - 1
      else if d == 1 then t0 + c1 - 1 else if d == 2 then t0 + t1 + c2 - 1 else t0 + t1 + t2 + c3 - 1
  in scatter (#[scratch] copy xs) (map2 target xs counts) xs

entry radix [n] (xs: [n]u32) : [n]u32 = loop xs for i < 16 do sort_digit xs (u32.i32 (2 * i))

def noise (i: i64) : i64 =
  let x = u64.i64 i * 0x9E3779B97F4A7C15
  in i64.u64 ((x ^ (x >> 29)) >> 20)

entry quicksort_data (m: i64) (n: i64) : [m][n]i32 =
  unflatten (map (\i -> i32.i64 (noise i % 1000000)) (iota (m * n)))
entry radix_data (n: i64) : [n]u32 = map (\i -> u32.i64 (noise i)) (iota n)
