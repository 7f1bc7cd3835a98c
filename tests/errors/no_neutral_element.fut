def sum (xs: []i64): i64 = reduce (+) xs
def sums (xs: []f32) = scan (\x y -> x + y) xs
def piped (xs: []i64): i64 = xs |> reduce (+)
def counted (h: *[]i64) (is: []i64) (vs: []i64) = reduce_by_index h (+) is vs
def rows [n] (xss: [n][3]i64) = map (reduce (map2 (&&)) (replicate 3 0)) [xss]
