-- A binary search stays between its ends.
-- after: simplify
-- count: 0 checks

entry f [n] (x: i64) (xs: [n]i64): i64 =
  let (l, _) =
    loop (l, r) = (0, n) while l < r do
      let m = l + (r - l) / 2
      in if xs[m] < x then (m + 1, r) else (l, m)
  in l
