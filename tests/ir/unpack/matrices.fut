-- The product of matrices is one reduction of four numbers.
-- after: interchange
-- count: 1 screma
-- count: 1 red

def mul (a: [2][2]f64) (b: [2][2]f64) = map (\r -> map (\c -> f64.sum (map2 (*) r c)) (transpose b)) a
entry f [n] (ms: [n][2][2]f64): [2][2]f64 = reduce mul [[1, 0], [0, 1]] ms
