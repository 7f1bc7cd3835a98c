-- ==
-- error: no value y

module m: {val y: i64} = {def x = 1i64}
