-- Every row less its mean; every row divided by its sum; the log-sum-exp of every row.

entry centred [n] (xss: [n][?]f64): [n][?]f64 =
  map (\xs -> let m = f64.sum xs / f64.i64 (length xs) in map (\x -> x - m) xs) xss

entry shares [n] (xss: [n][?]f64): [n][?]f64 = [ [ x / f64.sum xs | x <- xs ] | xs <- xss ]

entry log_sum_exp [n] (xss: [n][?]f64): [n]f64 =
  map (\xs -> let m = f64.maximum xs in m + f64.log (f64.sum (map (\x -> f64.exp (x - m)) xs))) xss

def rows (n: i64): [n][?]f64 = map (\i -> map (\j -> f64.i64 ((i + j) % 3)) (iota (i * 7 % 5))) (iota n)
entry centred_data (n: i64): [n][?]f64 = rows n
entry shares_data (n: i64): [n][?]f64 = rows n
entry shares_skewed (n: i64): [n][?]f64 =
  map (\i -> map (\j -> f64.i64 ((i + j) % 3)) (iota (if i == n / 2 then n else i % 2))) (iota n)
entry log_sum_exp_data (n: i64): [n][?]f64 = rows n

-- The cases below are written by oracle.py.

-- ==
-- entry: centred
-- input { empty([0][?]f64) }
-- output { empty([0][?]f64) }
-- input { [[1.0f64, 2.0f64]] }
-- output { [[-0.5f64, 0.5f64]] }
-- input { [empty([0]f64), [1.0f64, 3.0f64, 2.0f64, 0.5f64], [4.0f64], empty([0]f64), [7.0f64, 7.0f64]] }
-- output { [empty([0]f64), [-0.625f64, 1.375f64, 0.375f64, -1.125f64], [0.0f64], empty([0]f64), [0.0f64, 0.0f64]] }

-- ==
-- entry: shares
-- input { empty([0][?]f64) }
-- output { empty([0][?]f64) }
-- input { [[1.0f64, 2.0f64]] }
-- output { [[0.3333333333333333f64, 0.6666666666666666f64]] }
-- input { [empty([0]f64), [1.0f64, 3.0f64, 2.0f64, 0.5f64], [4.0f64], empty([0]f64), [7.0f64, 7.0f64]] }
-- output { [empty([0]f64), [0.15384615384615385f64, 0.46153846153846156f64, 0.3076923076923077f64, 0.07692307692307693f64], [1.0f64], empty([0]f64), [0.5f64, 0.5f64]] }

-- ==
-- entry: log_sum_exp
-- input { empty([0][?]f64) }
-- output { empty([0]f64) }
-- input { [[1.0f64, 2.0f64]] }
-- output { [2.3132616875182226f64] }
-- input { [[1.0f64, 3.0f64, 2.0f64, 0.5f64], [4.0f64], [7.0f64, 7.0f64]] }
-- output { [3.460773489156851f64, 4.0f64, 7.693147180559945f64] }
