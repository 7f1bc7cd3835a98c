-- Operators that a program defines do not change what the built-in ones mean elsewhere.

-- ==
-- entry: sums
-- input { 5i64 } output { 6i64 4i64 3.0 6i64 4i64 }

-- ==
-- entry: in_modules
-- input { 3i64 } output { 30i64 6i64 }

def (+) (a: i64) (b: i64): i64 = a - b
def (*) (a: (i64, i64)) (b: (i64, i64)): (i64, i64) = (a.0 - b.0, a.1)
entry sums (x: i64) = (i64.sum [1, 2, 3], x + 1, f64.sum [1, 2], i64.product [2, 3], ((x, x) * (1, 1)).0)

module m = {
  def (-) (a: i64) (b: i64): i64 = a i64.* b
}
entry in_modules (x: i64) = (m.((x - 10)), x - 4 - -7)
