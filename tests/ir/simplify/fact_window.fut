-- i + j is less than n, and so does not wrap, as i <= n - k and j < k; only where j < k is n - k known not to wrap.
-- after: simplify
-- count: 0 bounds!

entry f [n] (k: i64) (xs: [n]u8): []i64 =
  map (\i -> loop sum = 0 for j < k do sum + i64.u8 xs[i + j]) (iota (i64.max 0 (n - k + 1)))
