-- Two names of one pattern are an error, also where they hide a name around.
entry main (m: i64) = let (m, m) = (1i64, m) in m
