-- Inside of a map whose operator makes no arrays by kernels, a loop in the kernel.
-- after: flatten
-- count: 1 seg
-- count: 0 loops

def add (a: i64) (b: i64): i64 =
  let pair = [a, b] with [0] = a + b
  in pair[0]
entry f [n] (xss: [n][?]i64): [n]i64 = map (reduce add 0) xss
