-- Where few rows are long, memory is not made for all to be; numbers that may be negative bound nothing.
-- after: lower
-- count: 2 reads

entry long [n] (xss: [n][?]i64): [n][?]i64 = map (\xs -> if length xs > 100 then iota 1000 else xs) xss
entry less [n] (xss: [n][?]i64) (ks: [n]i64): [n][?]i64 = map2 (\xs k -> iota (length xs - k)) xss ks
