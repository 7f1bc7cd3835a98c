-- i + j is less than n, and so does not wrap, as i <= n - k and j < k. The size is checked: nothing bounds k from below.
-- after: simplify
-- count: 1 checks

entry f [n] (k: i64) (xs: [n]u8): []i64 =
  map (\i -> loop sum = 0 for j < k do sum + i64.u8 xs[i + j]) (iota (i64.max 0 (n - k + 1)))
