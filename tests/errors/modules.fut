module m = { def x = 1i64 }
entry main: i64 = m.x
