-- A record whose fields are the numbers from 0 on is a tuple, also beyond ten.
-- ==
-- input { 0i64 } output { 12i64 11i64 }
def main (x: i64): (i64, i64) =
  let (_, _, _, _, _, _, _, _, _, _, k, l) =
    {0 = x, 1 = x, 2 = x, 3 = x, 4 = x, 5 = x, 6 = x, 7 = x, 8 = x, 9 = x, 10 = x + 11, 11 = x + 12}
  in (l, k)
