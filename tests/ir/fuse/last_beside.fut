-- What does not wait for the total is computed in one pass with it, also where the operand is not cheap.
-- after: tidy
-- count: 2 screma
-- count: 2 red
-- count: 0 if
-- count: 1 checks

entry cheap [n] (xs: [n]i64): ([n]i64, i64) =
  let sums = scan (+) 0 xs
  in (map (* 2) sums, if 0 < n then sums[n - 1] else 0)

entry failing [n] (k: i64) (xs: [n]i64): ([n]i64, i64) =
  let sums = scan (+) 0 (map (\x -> k / x) xs)
  in (map (* 2) sums, if n == 0 then 0 else sums[n - 1])
