-- Of the sides of a branch that have other sizes, and of what is kept, nothing is known.
-- after: core
-- fact: xs_2: [n_0]i64, shape [n_0], by FALLBACK
-- fact: kept_7: [kept_n_6]i64, shape [kept_n_6], by FALLBACK
-- fact: r_9: [n_8]i64, shape [n_8], by FALLBACK

entry f [n] (c: bool) (xs: [n]i64): []i64 = if c then filter (> 0) xs else xs
