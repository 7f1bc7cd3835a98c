-- No reduction: another element, another width, another value for no elements (the branch stays), an operator that can fail.
-- after: tidy
-- count: 1 red
-- count: 1 if

entry first [n] (xs: [n]i64): i64 = let sums = scan (+) 0 xs in if n == 0 then 0 else sums[0]
entry other [n] (k: i64) (xs: [n]i64): i64 = let sums = scan (+) 0 xs in sums[k - 1]
entry failing [n] (xs: [n]i64): i64 = let sums = scan (\a b -> assert (a < 100) (a + b)) 0 xs in sums[n - 1]
entry value [n] (xs: [n]i64): i64 = let sums = scan (+) 0 xs in if n == 0 then 7 else sums[n - 1]
