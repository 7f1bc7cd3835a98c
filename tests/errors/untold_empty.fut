def pairing 'a (x: i64) = (x, [] : [0]a)
entry main (x: i64): (i64, [][]i64) = pairing x
entry inside (x: i64): i64 = length ([] : [][]i64) + x
