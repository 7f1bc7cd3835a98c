-- A part between 0 and the size is there.
-- after: simplify
-- count: 0 checks

entry f [n] (xs: [n]i64): ([]i64, []i64) = let k = n / 3 in (map (+ 1) xs[k:n - k], map (+ 2) xs[:k])
