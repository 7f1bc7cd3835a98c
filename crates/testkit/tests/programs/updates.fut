-- Updates in place, some of which need the copy that is written.
entry u1 (n: i64): []i64 = loop xs = replicate n 0 for i < n do xs with [i] = i
entry u2 (n: i64): []i64 = loop xs = replicate n 0 for i < n do if i % 2 == 0 then xs with [i] = i else xs
entry u3 (n: i64): ([]i64, []i64) = let xs = replicate n 1 let ys = copy xs with [0] = 5 in (xs, ys)
entry u4 [n] (xs: [n]i64): ([n]i64, [n]i64) = let ys = copy xs let zs = copy ys with [0] = 5 in (ys, zs)
entry u5 (n: i64): []i64 = let xs = replicate n 1 let v = xs[1:] let ys = copy xs with [1] = 5 in ys ++ v
entry u6 (n: i64): []i64 = let xs = replicate n 1 let v = xs[1:] in if n > 2 then (let ys = copy xs with [1] = 5 in ys ++ v) else v
entry u7 (n: i64): []i64 = let xs = replicate n 1 let v = xs[1:] in loop ys = copy xs for i < n do ys with [i] = ys[i] + i64.sum v
entry u8 [n] (xs: *[n]i64): []i64 = xs with [0] = 9
entry u9 (n: i64): ([]i64, []i64) = loop (xs, ys) = (replicate n 1, replicate n 2) for i < n do (ys with [i] = 5, xs)
entry u10 (n: i64): ([]i64, []i64) = let a = replicate n 1 in loop (xs, ys) = (copy a, a) for i < n do (xs with [i] = i, ys)
entry u11 (n: i64): [][]i64 = let a = replicate n 1 let b = replicate n a in b with [0] = a with [1] = replicate n 7
entry u12 (n: i64): ([]i64,[]i64) = let a = replicate n 1 let b = if n > 3 then a else replicate n 2 let c = copy a with [0] = 7 in (b, c)
entry u13 (n: i64): []i64 = let a = scatter (replicate n 0) [0, 1] [5, 6] let b = scatter a [2] [a[0]] in b
