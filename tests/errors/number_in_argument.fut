def zeros (size: i64, _: bool): [size]i64 = replicate size 0
entry main (b: bool): [5]i64 = zeros (5, b)
