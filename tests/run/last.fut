-- The last element of a scan.

-- ==
-- entry: total
-- input { [1i64, 2i64, 3i64] }
-- output { [5i64, 3i64, 0i64] 6i64 }
-- input { empty([0]i64) }
-- output { empty([0]i64) 0i64 }
entry total [n] (xs: [n]i64): ([n]i64, i64) =
  let sums = scan (+) 0 xs
  let all = if n == 0 then 0 else sums[n - 1]
  in (map (\s -> all - s) sums, all)

-- Without elements there is no last one.
-- ==
-- entry: unguarded
-- input { [1i64, 2i64, 3i64] }
-- output { 6i64 }
-- input { empty([0]i64) }
-- error: out of bounds
entry unguarded [n] (xs: [n]i64): i64 = let sums = scan (+) 0 xs in sums[n - 1]

-- What no elements give is another value than the neutral element.
-- ==
-- entry: otherwise
-- input { [4i64, 2i64, 3i64] }
-- output { 4i64 }
-- input { empty([0]i64) }
-- output { -1i64 }
entry otherwise [n] (xs: [n]i64): i64 =
  let most = scan i64.max i64.lowest xs in if n > 0 then most[n - 1] else -1

-- In rows of different lengths, and of an operator that does not commute.
-- ==
-- entry: rows
-- input { [[1i64, 2i64, 3i64], [], [5i64]] }
-- output { [[5i64, 3i64, 0i64], [], [0i64]] [123i64, 0i64, 5i64] }
entry rows (xss: [][?]i64): ([][?]i64, []i64) =
  unzip (map (\xs ->
                let n = length xs
                let sums = scan (+) 0 xs
                let all = if n == 0 then 0 else sums[n - 1]
                let digits = scan (\(a, p) (b, q) -> (a * q + b, p * q)) (0, 1) (map (\x -> (x, 10)) xs)
                let number = if 0 == n then 0 else digits[n - 1].0
                in (map (\s -> all - s) sums, number))
             xss)

-- The operand can fail, once.
-- ==
-- entry: failing
-- input { 12i64 [1i64, 2i64] }
-- output { [6i64, 0i64] 18i64 }
-- input { 12i64 [1i64, 0i64] }
-- error: division by zero
entry failing [n] (k: i64) (xs: [n]i64): ([n]i64, i64) =
  let sums = scan (+) 0 (map (\x -> k / x) xs)
  let all = if n == 0 then 0 else sums[n - 1]
  in (map (\s -> all - s) sums, all)

-- Two components of an operator on triples, of which the third is used by the first.
-- ==
-- entry: components
-- input { [1i64, 2i64, 3i64] }
-- output { 9i64 6i64 }
entry components [n] (xs: [n]i64): (i64, i64) =
  let op (a, b, c) (d, e, f) = (a + d + c * f, b + e, c + f)
  let all = scan op (0, 0, 0) (map (\x -> (x, x, 1)) xs)
  in if n == 0 then (0, 0) else (all[n - 1].0, all[n - 1].1)
