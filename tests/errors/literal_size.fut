def of_size (xs: [14695981039346656037]i64): i64 = xs[0]
def of_argument = replicate 14695981039346656037 true
