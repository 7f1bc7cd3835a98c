-- What does not fit is the irregular array, not the function that is mapped.
def declared [n] (xss: [n][?]i64): [n][]i64 = map (map (* 2)) xss
def area [n] [m] (_: [n][m]i64) = n * m
def passed [n] (xss: [n][?]i64) = area (map (map (* 2)) xss)
