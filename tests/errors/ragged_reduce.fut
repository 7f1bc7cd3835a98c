entry main [n] (xss: [n][?]i64): []i64 = reduce (++) [] xss
