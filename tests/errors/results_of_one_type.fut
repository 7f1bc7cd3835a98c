def apply [n] 'a (f: [?]i64 -> a) (xs: [n]i64): a = f xs
entry main (xs: []i64) = apply (map (* 2)) xs
