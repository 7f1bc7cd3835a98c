-- Words of some length, compared letter by letter: every point has a row of numbers, eight bytes for a letter.

def distance (a: []u8) (b: []u8): i64 =
  let m = length b
  let row =
    loop row = iota (m + 1) for i < length a do
      let corner = row[0]
      let row = row with [0] = i + 1
      let (row, _) =
        loop (row, corner) for j < m do
          let above = row[j + 1]
          let changed = corner + i64.bool (a[i] != b[j])
          let best = i64.min changed (1 + i64.min above row[j])
          in (row with [j + 1] = best, above)
      in row
  in row[m]

entry long_words [n] (first: [n][?]u8) (second: [n][?]u8): [n]i64 = map2 distance first second

def words (n: i64) (k: i64) (size: i64 -> i64): [n][?]u8 =
  map (\i -> map (\j -> u8.i64 ((i * k + j * j) % 4)) (iota (size i))) (iota n)
entry long_words_data (n: i64): ([n][?]u8, [n][?]u8) = (words n 3 (\i -> i * 7919 % 8), words n 7 (\i -> 20 + i * 7907 % 60))
-- Some words are much longer than the others.
entry long_words_skewed (n: i64): ([n][?]u8, [n][?]u8) =
  (words n 3 (\_ -> 3), words n 7 (\i -> if i % 100 == 7 then 400 else 20 + i % 30))

-- ==
-- entry: long_words
-- input { [[1u8, 2u8, 3u8], empty([0]u8)] [[1u8, 3u8], [7u8]] }
-- output { [1i64, 1i64] }
-- input { empty([0][?]u8) empty([0][?]u8) }
-- output { empty([0]i64) }

-- Two rows change places in every round, and their number differs from point to point.
def heat [m] (rounds: i64) (xs: [m]f32): f32 =
  let (a, _) = loop (a, b) = (copy xs, replicate m 0) for _ < rounds do
    let b = loop b for j < m do
      let left = if j == 0 then 0 else a[j - 1]
      let right = if j == m - 1 then 0 else a[j + 1]
      in b with [j] = (left + 2 * a[j] + right) * 0.25
    in (b, a)
  in loop s = 0 for j < m do f32.max s a[j]

entry heated [n] (rounds: [n]i64) (xss: [n][?]f32): [n]f32 = map2 heat rounds xss

entry heated_data (n: i64): ([n]i64, [n][?]f32) =
  (map (% 5) (iota n), map (\i -> map (\j -> f32.i64 ((i + j) % 7)) (iota (i * 7919 % 64))) (iota n))

-- ==
-- entry: heated
-- input { [0i64, 1i64, 3i64] [[1f32, 2f32], [4f32, 0f32, 8f32], empty([0]f32)] }
-- output { [2f32, 4f32, 0f32] }
