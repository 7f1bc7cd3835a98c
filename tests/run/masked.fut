-- Branches inside of maps whose sides have operators: only the side that is taken is computed, and only it can fail.

entry means [n] (xss: [n][?]i64): [n]i64 = map (\xs -> if length xs == 0 then -1 else i64.sum xs / length xs) xss

-- ==
-- entry: means
-- input { [[1i64, 2i64, 6i64], empty([0]i64), [5i64]] }
-- output { [3i64, -1i64, 5i64] }
-- input { empty([0][?]i64) }
-- output { empty([0]i64) }

-- Bad positions matter where the row is looked at.
entry looked [n] (cs: [n]bool) (xss: [n][?]i64) (ys: []i64): [n]i64 =
  map2 (\c xs -> if c then i64.sum (map (\x -> ys[x]) xs) else length xs) cs xss

-- ==
-- entry: looked
-- input { [true, false, true] [[0i64, 1i64], [7i64, 8i64], empty([0]i64)] [10i64, 20i64] }
-- output { [30i64, 2i64, 0i64] }
-- input { [false, true] [[9i64], [1i64, 2i64]] [10i64, 20i64] }
-- error: Index \[2\] out of bounds for array of shape \[2\] \(row 1, 1\)

-- Sizes that a side computes, checks included.
entry ranges [n] (ks: [n]i64): [n]i64 =
  map (\k -> if k % 2 == 0 then i64.sum (map (\i -> i * k) (iota (k - 2))) else i64.product (map (+ 1) (iota k))) ks

-- ==
-- entry: ranges
-- input { [2i64, 3i64, 4i64, 6i64, 1i64] }
-- output { [0i64, 6i64, 4i64, 36i64, 1i64] }
-- input { [3i64, 0i64] }
-- error: .*-2.*row 1

-- Rows of the same and of other sizes.
entry rows [n] (xss: [n][?]i64): ([n][?]i64, [n][?]i64, [n]i64) =
  let f xs =
    if length xs > 2
    then let ys = filter (> 2) xs in (map (+ 1) xs, map (* 10) ys, length ys)
    else (map (\x -> x / (x - 5)) xs, xs[:length xs / 2], i64.sum xs)
  in unzip3 (map (\xs -> let (a, b, c) = f xs in (a, b, c)) xss)

-- ==
-- entry: rows
-- input { [[1i64, 2i64, 3i64, 5i64], empty([0]i64), [7i64, 9i64], [4i64]] }
-- output { [[2i64, 3i64, 4i64, 6i64], empty([0]i64), [3i64, 2i64], [-4i64]] [[30i64, 50i64], empty([0]i64), [7i64], empty([0]i64)] [2i64, 0i64, 16i64, 4i64] }
-- input { [[5i64, 5i64, 5i64], [6i64, 5i64]] }
-- error: division by zero \(row 1, 1\)

-- One branch in another, and operators that use results of others.
entry nested [n] (xss: [n][?]i64): [n]i64 =
  map (\xs ->
         if length xs > 1
         then let most = i64.maximum xs
              in if most > 10
                 then i64.sum (map (\x -> most - x) xs)
                 else let above = i64.sum (map (\x -> if x * 2 > most then 1 else 0) xs) in above * 100
         else -1)
      xss

-- ==
-- entry: nested
-- input { [[1i64, 20i64], [3i64, 4i64, 1i64], [99i64], empty([0]i64)] }
-- output { [19i64, 200i64, -1i64, -1i64] }

-- The condition is the same for all rows.
entry uniform [n] (c: bool) (xss: [n][?]i64): [n]i64 = map (\xs -> if c then i64.sum xs else 0) xss

-- ==
-- entry: uniform
-- input { true [[1i64, 2i64], [3i64]] } output { [3i64, 3i64] }
-- input { false [[1i64, 2i64], [3i64]] } output { [0i64, 0i64] }

-- A scan and a loop of scalars beside operators.
entry mixed [n] (xss: [n][?]i64): [n]i64 =
  map (\xs ->
         if length xs > 0 && xs[0] > 0
         then let sums = scan (+) 0 xs
              let k = loop k = 0 while k < length xs && sums[k] < 10 do k + 1
              in i64.sum (map (\i -> sums[i]) (iota k))
         else i64.maximum (map (\x -> x * x) xs ++ [0]))
      xss

-- ==
-- entry: mixed
-- input { [[1i64, 2i64, 3i64, 9i64], [-3i64, 2i64], empty([0]i64), [11i64]] }
-- output { [10i64, 9i64, 0i64, 0i64] }
