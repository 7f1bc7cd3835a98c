entry s1 [n] [m] (xss: [n][m]i64) = map (\xs -> loop ys = copy xs for i < m - 1 do ys with [i:i+2] = [ys[i+1], ys[i]]) xss
entry s2 [n] [m] (xss: [n][m]i64) = map (\xs -> loop ys = copy xs for i < m - 2 do (copy ys) with [0:3] = ys[i:i+3]) xss
entry s3 [n] [m] (xss: [n][m]i64) (k: i64) = map (\xs -> (copy xs) with [k:k+2] = [1, 2]) xss
entry s4 [n] [m] (xss: [n][m]i64) = map (\xs -> loop ys = copy xs for i < m - 1 do if xs[i] > 0 then ys with [i:i+2] = [1,2] else ys) xss
entry s5 [n] [m] (xss: [n][m][m]i64) = map (\xs -> loop ys = copy xs for i < m - 1 do ys with [i] = ys[i+1]) xss
