-- The same wish in other words: a comprehension, a deviation instead of a limit, the number of what was dropped.

entry compared [n] (readings: [n][?]f64) (limit: f64): [n][?]f64 =
  [ [ x | x <- xs, f64.abs (x - f64.sum xs / f64.i64 (length xs)) <= limit ] | xs <- readings ]

entry deviating [n] (readings: [n][?]f64): [n]i64 =
  map (\xs ->
         let k = f64.i64 (i64.max 1 (length xs))
         let m = f64.sum xs / k
         let variance = f64.sum (map (\x -> (x - m) * (x - m)) xs) / k
         in i64.sum (map (\x -> i64.bool ((x - m) * (x - m) > variance)) xs))
      readings

entry rest_means [n] (readings: [n][?]f64): [n]f64 =
  map (\xs ->
         let top = f64.maximum xs
         let rest = filter (< top) xs
         in if null rest then 0 else f64.sum rest / f64.i64 (length rest))
      readings

def rows (n: i64): [n][?]f64 = map (\i -> map (\j -> f64.i64 ((i * 7 + j * 5) % 11)) (iota (i * 7 % 5))) (iota n)
entry compared_data (n: i64): ([n][?]f64, f64) = (rows n, 3)
entry deviating_data (n: i64): [n][?]f64 = rows n
entry rest_means_data (n: i64): [n][?]f64 = rows n

-- The cases below are written by oracle.py.

-- ==
-- entry: compared
-- input { empty([0][?]f64) 5.0f64 }
-- output { empty([0][?]f64) }
-- input { [[1.0f64, 2.0f64, 9.0f64]] 4.0f64 }
-- output { [[1.0f64, 2.0f64]] }
-- input { [[20.0f64, 21.0f64, 48.0f64, 19.0f64], empty([0]f64), [7.5f64], empty([0]f64), [0.0f64, 100.0f64]] 15.0f64 }
-- output { [[20.0f64, 21.0f64, 19.0f64], empty([0]f64), [7.5f64], empty([0]f64), empty([0]f64)] }

-- ==
-- entry: deviating
-- input { empty([0][?]f64) }
-- output { empty([0]i64) }
-- input { [[1.0f64, 2.0f64, 9.0f64]] }
-- output { [1i64] }
-- input { [[20.0f64, 21.0f64, 48.0f64, 19.0f64], empty([0]f64), [7.5f64], empty([0]f64), [0.0f64, 100.0f64]] }
-- output { [1i64, 0i64, 0i64, 0i64, 0i64] }

-- ==
-- entry: rest_means
-- input { empty([0][?]f64) }
-- output { empty([0]f64) }
-- input { [[1.0f64, 2.0f64, 9.0f64]] }
-- output { [1.5f64] }
-- input { [[20.0f64, 21.0f64, 48.0f64, 19.0f64], empty([0]f64), [7.5f64], empty([0]f64), [0.0f64, 100.0f64]] }
-- output { [20.0f64, 0.0f64, 0.0f64, 0.0f64, 0.0f64] }
