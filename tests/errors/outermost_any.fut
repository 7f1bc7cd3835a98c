entry main (xs: [?]i64): i64 = i64.sum xs
