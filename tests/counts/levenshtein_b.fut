-- Tables in other clothes: the longest common subsequence with a row of zeros, and the best place of a smallest sum.

def common [k] [m] (a: [k]u8) (b: [m]u8): i64 =
  let row =
    loop row = replicate (m + 1) 0 for x in a do
      let (row, _) =
        loop (row, corner) = (row, 0) for j < m do
          let above = row[j + 1]
          in (row with [j + 1] = if x == b[j] then corner + 1 else i64.max above row[j], above)
      in row
  in row[m]

entry subsequence [n] (first: [n][?]u8) (second: [n][?]u8): [n]i64 = map2 (\a b -> common a b) first second

-- The largest sum of neighbours, nothing included: a scan per row.
entry best_sum [n] (xss: [n][?]i64): [n]i64 =
  map (\xs ->
         let (best, _) = loop (best, sum) = (0, 0) for x in xs do
           let sum = i64.max 0 (sum + x)
           in (i64.max best sum, sum)
         in best)
      xss

-- The largest distance of a sum from the start of a row to any later one.
entry drawdown [n] (xss: [n][?]i64): [n]i64 =
  map (\xs ->
         let sums = scan (+) 0 xs
         let peaks = scan i64.max 0 sums
         in i64.maximum (map2 (-) peaks sums ++ [0]))
      xss

def words (n: i64) (k: i64): [n][?]u8 = map (\i -> map (\j -> u8.i64 ((i * k + j * j) % 4)) (iota (i % k))) (iota n)
def rows (n: i64): [n][?]i64 = map (\i -> map (\j -> (i * 7 + j * 5) % 11 - 5) (iota (i * 7 % 5))) (iota n)
entry subsequence_data (n: i64): ([n][?]u8, [n][?]u8) = (words n 5, words n 4)
entry best_sum_data (n: i64): [n][?]i64 = rows n
entry best_sum_skewed (n: i64): [n][?]i64 =
  map (\i -> map (\j -> (i * 7 + j * 5) % 11 - 5) (iota (if i == n / 2 then 2 * n else i % 2))) (iota n)
entry drawdown_data (n: i64): [n][?]i64 = rows n

-- The cases below are written by oracle.py.

-- ==
-- entry: subsequence
-- input { empty([0][?]u8) empty([0][?]u8) }
-- output { empty([0]i64) }
-- input { [[1u8, 2u8, 3u8]] [[1u8, 3u8]] }
-- output { [2i64] }
-- input { [empty([0]u8), [1u8, 2u8, 3u8, 4u8, 5u8], [7u8], empty([0]u8), [1u8, 2u8, 3u8]] [empty([0]u8), [2u8, 4u8, 4u8, 5u8], empty([0]u8), [9u8, 9u8], [1u8, 2u8, 3u8]] }
-- output { [0i64, 3i64, 0i64, 0i64, 3i64] }

-- ==
-- entry: best_sum
-- input { empty([0][?]i64) }
-- output { empty([0]i64) }
-- input { [[1i64, -2i64, 3i64]] }
-- output { [3i64] }
-- input { [empty([0]i64), [4i64, -1i64, 2i64, -7i64, 5i64, 1i64], [-3i64], empty([0]i64), [-1i64, -1i64, 2i64]] }
-- output { [0i64, 6i64, 0i64, 0i64, 2i64] }

-- ==
-- entry: drawdown
-- input { empty([0][?]i64) }
-- output { empty([0]i64) }
-- input { [[1i64, -2i64, 3i64]] }
-- output { [2i64] }
-- input { [empty([0]i64), [4i64, -1i64, 2i64, -7i64, 5i64, 1i64], [-3i64], empty([0]i64), [-1i64, -1i64, 2i64]] }
-- output { [0i64, 7i64, 3i64, 0i64, 2i64] }
