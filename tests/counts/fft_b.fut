-- The Walsh-Hadamard transform of every row: a loop with a count, and one that doubles.

def stage [n] (half: i64) (xs: [n]i64): [n]i64 =
  map (\j -> if j & half == 0 then xs[j] + xs[j ^ half] else xs[j ^ half] - xs[j]) (iota n)

entry hadamard [m] [n] (xss: [m][n]i64): [m][n]i64 =
  let bits = 63 - i64.i32 (i64.clz n)
  in map (\xs -> loop xs for s < bits do stage (1 << s) xs) xss

entry hadamard_while [m] [n] (xss: [m][n]i64): [m][n]i64 =
  map (\xs -> let (xs, _) = loop (xs, half) = (xs, 1) while half < n do (stage half xs, 2 * half) in xs) xss

def matrix (n: i64): [4][]i64 =
  let columns = loop c = 1 while c < n do 2 * c
  in map (\i -> map (\j -> (i + j) % 5) (iota columns)) (iota 4)
entry hadamard_data (n: i64): [4][]i64 = matrix n
entry hadamard_while_data (n: i64): [4][]i64 = matrix n

-- The cases below are written by oracle.py.

-- ==
-- entry: hadamard
-- input { empty([0][0]i64) }
-- output { empty([0][0]i64) }
-- input { [empty([0]i64), empty([0]i64)] }
-- output { [empty([0]i64), empty([0]i64)] }
-- input { [[2i64, 1i64]] }
-- output { [[3i64, 1i64]] }
-- input { [[5i64, -3i64, 8i64, 8i64, 0i64, 1i64, -7i64, 2i64], [1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64], [8i64, 7i64, 6i64, 5i64, 4i64, 3i64, 2i64, 1i64]] }
-- output { [[14i64, -2i64, -8i64, 16i64, 22i64, 18i64, -20i64, 0i64], [36i64, -4i64, -8i64, 0i64, -16i64, 0i64, 0i64, 0i64], [36i64, 4i64, 8i64, 0i64, 16i64, 0i64, 0i64, 0i64]] }

-- ==
-- entry: hadamard_while
-- input { empty([0][0]i64) }
-- output { empty([0][0]i64) }
-- input { [empty([0]i64), empty([0]i64)] }
-- output { [empty([0]i64), empty([0]i64)] }
-- input { [[2i64, 1i64]] }
-- output { [[3i64, 1i64]] }
-- input { [[5i64, -3i64, 8i64, 8i64, 0i64, 1i64, -7i64, 2i64], [1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64], [8i64, 7i64, 6i64, 5i64, 4i64, 3i64, 2i64, 1i64]] }
-- output { [[14i64, -2i64, -8i64, 16i64, 22i64, 18i64, -20i64, 0i64], [36i64, -4i64, -8i64, 0i64, -16i64, 0i64, 0i64, 0i64], [36i64, 4i64, 8i64, 0i64, 16i64, 0i64, 0i64, 0i64]] }
