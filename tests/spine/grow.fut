-- A while that changes sizes; trip counts differ by row.
-- ==
-- entry: grow
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [empty([0]i64), empty([0]i64)] }
-- output { [empty([0]i64), empty([0]i64)] }
-- input { [[30i64], [200i64], [], [10i64, 20i64]] }
-- output { [[30i64, 30i64, 30i64, 30i64], [200i64], [], [10i64, 20i64, 10i64, 20i64, 10i64, 20i64, 10i64, 20i64]] }

def p (ys: []i64): bool = length ys != 0 && length ys < 64 && i64.sum ys < 100

entry grow [n] (xss: [n][?]i64): [n][?]i64 = map (\xs -> loop ys = xs while p ys do ys ++ ys) xss
