def ones: [3]i64 = map (\x -> x + 1) ones
entry main: [3]i64 = ones
