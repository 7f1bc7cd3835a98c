-- What is done with each of many rows of different lengths, or with each cell: softmax, edit distance, the game of life.

def row [k] [m] 't (offs: [k]i32) (xs: [m]t) (i: i64) : []t =
  xs[i64.i32 offs[i]:i64.i32 offs[i + 1]]

entry softmax [k] [m] (offs: [k]i32) (xs: [m]f32) : []f32 =
  let one xs =
    let most = f32.maximum xs
    let es = map (\x -> f32.exp (x - most)) xs
    let sum = f32.sum es
    in map (/ sum) es
  in flatten (map (\i -> one (row offs xs i)) (iota (k - 1)))

def distance (a: []i32) (b: []i32) : i32 =
  let m = length b
  let line =
    loop line = map i32.i64 (iota (m + 1)) for i < length a do
      let corner = line[0]
      let line = line with [0] = i32.i64 i + 1
      let (line, _) =
        loop (line, corner) for j < m do
          let above = line[j + 1]
          let changed = corner + i32.bool (a[i] != b[j])
          let best = i32.min changed (1 + i32.min above line[j])
          in (line with [j + 1] = best, above)
      in line
  in line[m]

entry levenshtein [k] [m] (offs: [k]i32) (letters: [m]i32) : []i32 =
  map (\i -> distance (row offs letters i) (row offs letters (i + 1))) (iota (k - 2))

def live [h] [w] (cells: [h][w]i32) : [h][w]i32 =
  tabulate_2d h w
              (\y x ->
                 let (up, down) = ((y - 1 + h) % h, (y + 1) % h)
                 let (left, right) = ((x - 1 + w) % w, (x + 1) % w)
                 let near =
                   cells[up, left] + cells[up, x] + cells[up, right] + cells[y, left]
                   + cells[y, right] + cells[down, left] + cells[down, x] + cells[down, right]
                 in if near == 3 || (near == 2 && cells[y, x] == 1) then 1 else 0)

entry life [h] [w] (steps: i32) (cells: [h][w]i32) : [h][w]i32 =
  loop cells for _i < steps do live cells

def noise (i: i64) : i64 =
  let x = u64.i64 i * 0x9E3779B97F4A7C15
  in i64.u64 ((x ^ (x >> 29)) >> 20)
def unit (i: i64) : f32 = f32.i64 (noise i % 1024) / 1024

-- Rows of 0 to `most` elements.
def offsets (n: i64) (most: i64) : []i32 =
  [0] ++ map i32.i64 (scan (+) 0 (map (\i -> noise i % (most + 1)) (iota n)))

entry softmax_data (n: i64) : ([]i32, []f32) =
  let offs = offsets n 63
  in (offs, map (\i -> 8 * unit i) (iota (i64.i32 offs[n])))
entry levenshtein_data (n: i64) : ([]i32, []i32) =
  let offs = offsets n 24
  in (offs, map (\i -> i32.i64 (noise i % 4)) (iota (i64.i32 offs[n])))
entry life_data (n: i64) : (i32, [n][n]i32) =
  (8, unflatten (map (\i -> i32.i64 (noise i % 2)) (iota (n * n))))
