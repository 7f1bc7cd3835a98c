-- Expansion and permutation: every number becomes some points, each of which is added to a cell or dropped. The cases are those of the thesis
-- on fusing the two (seed 003, section 5.1).

def noise (i: i64) : i64 =
  let x = u64.i64 i * 0x9E3779B97F4A7C15
  in i64.u64 ((x ^ (x >> 29)) >> 20)

entry permute [n] (cells: i64) (kept: i64) (sizes: [n]i32) : [cells]i32 =
  let point i j =
    let x = noise (4096 * i + j)
    in (if x % 100 < kept then (x / 128) % cells else -1, i32.i64 (i ^ j))
  let points i size = map (point i) (iota (i64.i32 size))
  let (places, values) = unzip (flatten (map2 points (iota n) sizes))
  in reduce_by_index (replicate cells 0) (+) 0 places values

-- Sizes from one range, or, for some of a hundred, from another; how many of a hundred points are kept.
entry permute_data (n: i64) (low: i64) (high: i64) (some: i64) (low2: i64) (high2: i64) (kept: i64)
    :
    (i64, i64, [n]i32) =
  let size i =
    let (low, high) = if noise (3 * i) % 100 < some then (low2, high2) else (low, high)
    in low + noise i % (high - low + 1)
  let sizes = map size (iota n)
  in (i64.max 1 (i64.min 1000 (i64.sum sizes)), kept, map i32.i64 sizes)
