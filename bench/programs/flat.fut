-- Nested programs that were flattened by hand: sums of rows by a scan with flags, expansion by scans and scatters.

entry flat_sums [k] [m] (offs: [k]i32) (xs: [m]f32) : []f32 =
  let n = k - 1
  let starts = map (\i -> if offs[i] < offs[i + 1] then i64.i32 offs[i] else -1) (iota n)
  let flags = scatter (replicate m false) starts (map (const true) starts)
  let add (f, x) (g, y) = (f || g, if g then y else x + y)
  let (_, sums) = unzip (scan add (false, 0) (zip flags xs))
  in map (\i -> if offs[i] < offs[i + 1] then sums[i64.i32 offs[i + 1] - 1] else 0) (iota n)

-- The row of every element, and its place in the row.
entry flat_rows [n] (sizes: [n]i32) : ([]i32, []i32) =
  let ends = scan (+) 0 (map i64.i32 sizes)
  let total = if n == 0 then 0 else ends[n - 1]
  let starts = map2 (\e s -> if s == 0 then -1 else e - i64.i32 s) ends sizes
  let firsts = scatter (replicate total 0) starts (map i32.i64 (iota n))
  let rows = scan i32.max 0 firsts
  let places = map2 (\p r -> i32.i64 p - (i32.i64 ends[i64.i32 r] - sizes[i64.i32 r])) (iota total) rows
  in (rows, places)

def noise (i: i64) : i64 =
  let x = u64.i64 i * 0x9E3779B97F4A7C15
  in i64.u64 ((x ^ (x >> 29)) >> 20)
def unit (i: i64) : f32 = f32.i64 (noise i % 1024) / 1024

entry flat_sums_data (n: i64) : ([]i32, []f32) =
  let offs = [0] ++ map i32.i64 (scan (+) 0 (map (\i -> noise i % 32) (iota n)))
  in (offs, map unit (iota (i64.i32 offs[n])))
entry flat_rows_data (n: i64) : [n]i32 = map (\i -> i32.i64 (noise i % 32)) (iota n)
