-- if, nested if and match returning rows (maps over rows)
type op = #inc i64 | #dbl | #neg
entry t_if (xss: [][]i64) = map (\xs -> if xs[0] > 2 then map (+1) xs else map (*2) xs) xss
entry t_nest (xss: [][]i64) = map (\xs -> if xs[0] > 2 then map (+1) xs else if xs[0] > 0 then map (*2) xs else map i64.neg xs) xss
entry t_match (xss: [][]i64) = map (\xs -> match xs[0] case 0 -> map (+1) xs case 1 -> map (*2) xs case _ -> xs) xss
entry t_sum [n] (ks: [n]i64) (xss: [n][?]i64) = map2 (\k xs -> let o: op = if k == 0 then #inc 3 else if k == 1 then #dbl else #neg in match o case #inc d -> map (+d) xs case #dbl -> map (*2) xs case #neg -> map i64.neg xs) ks xss
entry t_sizes (ns: []i64) = map (\n -> match n case 0 -> [] case 1 -> [7i64] case _ -> iota n) ns
entry t_seq [m] (xss: [][m]i64) = map (\xs -> match xs[0] case 0 -> (copy xs) with [1] = 5 case 1 -> (copy xs) with [2] = 4 case _ -> loop ys = copy xs for i < m do ys with [i] = i) xss
entry t_rowlit (xs: []i64) = map (\x -> match x case 0 -> [1i64,2,3] case 1 -> [x,x,x] case _ -> [3i64,2,1]) xs
