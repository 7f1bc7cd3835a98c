-- Branches in other clothes: sides of other sizes, `match`, nested branches, a loop on one side only.

entry other_sizes [n] (xss: [n][?]i64): [n][?]i64 = map (\xs -> if length xs > 2 then xs[1:] else xs) xss

type choice = #sum | #product | #nothing

entry matched [n] (kinds: [n]i64) (xss: [n][?]i64): [n]i64 =
  map2 (\kind xs ->
          let choice: choice = if kind == 0 then #sum else if kind == 1 then #product else #nothing
          in match choice
             case #sum -> i64.sum xs
             case #product -> i64.product xs
             case #nothing -> 0)
       kinds xss

entry sometimes_long [n] (xs: [n]i64): [n]i64 =
  map (\x -> if x > 0 then loop k = 0 while 2 ** k < x do k + 1 else -x) xs

entry scaled [n] (xss: [n][?]f64): [n][?]f64 =
  map (\xs -> if any (< 0) xs then map f64.abs xs else map (/ f64.maximum xs) xs) xss

def rows (n: i64): [n][?]i64 = map (\i -> map (\j -> (i + j) % 9) (iota (i * 7 % 5))) (iota n)
entry other_sizes_data (n: i64): [n][?]i64 = rows n
entry matched_data (n: i64): ([n]i64, [n][?]i64) = (map (% 3) (iota n), rows n)
entry sometimes_long_data (n: i64): [n]i64 = map (\i -> i * 7 % 11 - 5) (iota n)
entry sometimes_long_skewed (n: i64): [n]i64 = map (\i -> if i == n / 2 then 1 << 40 else -i) (iota n)
entry scaled_data (n: i64): [n][?]f64 = map (\i -> map (\j -> f64.i64 ((i + j) % 9 - 2)) (iota (i * 7 % 5))) (iota n)

-- The cases below are written by oracle.py.

-- ==
-- entry: other_sizes
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [[1i64, 2i64, 3i64], [5i64]] }
-- output { [[2i64, 3i64], [5i64]] }
-- input { [empty([0]i64), [1i64, 2i64], empty([0]i64), [3i64, 4i64, 5i64, 6i64], [7i64]] }
-- output { [empty([0]i64), [1i64, 2i64], empty([0]i64), [4i64, 5i64, 6i64], [7i64]] }

-- ==
-- entry: matched
-- input { empty([0]i64) empty([0][?]i64) }
-- output { empty([0]i64) }
-- input { [1i64, 0i64] [[2i64, 3i64, 4i64], [5i64, 6i64]] }
-- output { [24i64, 11i64] }
-- input { [0i64, 1i64, 2i64, 1i64, 0i64] [empty([0]i64), empty([0]i64), [5i64], [3i64, 2i64], [4i64, -1i64, 7i64]] }
-- output { [0i64, 1i64, 0i64, 6i64, 10i64] }

-- ==
-- entry: sometimes_long
-- input { empty([0]i64) }
-- output { empty([0]i64) }
-- input { [5i64] }
-- output { [3i64] }
-- input { [0i64, -3i64, 1i64, 1000i64, 1024i64, -1i64] }
-- output { [0i64, 3i64, 0i64, 10i64, 10i64, 1i64] }

-- ==
-- entry: scaled
-- input { empty([0][?]f64) }
-- output { empty([0][?]f64) }
-- input { [[1.0f64, 2.0f64]] }
-- output { [[0.5f64, 1.0f64]] }
-- input { [empty([0]f64), [1.0f64, -2.0f64, 4.0f64], [2.0f64, 4.0f64], empty([0]f64), [8.0f64]] }
-- output { [empty([0]f64), [1.0f64, 2.0f64, 4.0f64], [0.5f64, 1.0f64], empty([0]f64), [1.0f64]] }
