-- The edit distance of pairs of words, with one row of the table in memory.

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

entry levenshtein [n] (first: [n][?]u8) (second: [n][?]u8): [n]i64 = map2 distance first second

def words (n: i64) (k: i64) (size: i64 -> i64): [n][?]u8 =
  map (\i -> map (\j -> u8.i64 ((i * k + j * j) % 4)) (iota (size i))) (iota n)
entry levenshtein_data (n: i64): ([n][?]u8, [n][?]u8) = (words n 3 (% 5), words n 7 (% 4))
entry levenshtein_skewed (n: i64): ([n][?]u8, [n][?]u8) =
  (words n 3 (\i -> if i == n / 2 then i64.min n 30 else 1), words n 7 (\i -> if i == n / 2 then n else 0))

-- The cases below are written by oracle.py.

-- ==
-- entry: levenshtein
-- input { empty([0][?]u8) empty([0][?]u8) }
-- output { empty([0]i64) }
-- input { [[1u8, 2u8, 3u8]] [[1u8, 3u8]] }
-- output { [1i64] }
-- input { [empty([0]u8), [1u8, 2u8, 3u8, 4u8, 5u8], [7u8], empty([0]u8), [1u8, 2u8, 3u8]] [empty([0]u8), [2u8, 4u8, 4u8, 5u8], empty([0]u8), [9u8, 9u8], [1u8, 2u8, 3u8]] }
-- output { [0i64, 2i64, 1i64, 2i64, 0i64] }
