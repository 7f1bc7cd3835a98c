-- Row sums go into an accumulator where their rows end.
-- ==
-- entry: counted
-- input { [3i64, 0i64, 1i64, 40i64, 2i64, 0i64, 0i64, 7i64] }
-- output { [5i64, 0i64, 2i64, 0i64, 1i64] }
-- input { [90i64] }
-- output { [1i64, 0i64, 0i64, 0i64, 0i64] }
-- input { [2i64] }
-- output { [0i64, 0i64, 1i64, 0i64, 0i64] }
-- input { empty([0]i64) }
-- output { [0i64, 0i64, 0i64, 0i64, 0i64] }
entry counted (xs: []i64): [5]i64 =
  let ks = filter (>= 0) xs
  let at = map (\k -> i64.sum (map (\j -> j * k) (iota k)) % 5) ks
  in reduce_by_index (replicate 5 0) (+) 0 at (map (const 1) ks)
