-- partition into classes, stable, with rows; three-way; quickselect in loop
def part3 [n] (p: i64) (xs: [n]i64): ([]i64, []i64, []i64) = (filter (< p) xs, filter (== p) xs, filter (> p) xs)
def select (k: i64) (xs: []i64): i64 =
  let (_, _, r) =
    loop (ys, k, r) = (xs, k, i64.lowest) while r == i64.lowest && length ys > 0 do
      let (lo, eq, hi) = part3 ys[length ys / 2] ys
      in if k < length lo then (lo, k, r)
         else if k < length lo + length eq then ([], 0, eq[0])
         else (hi, k - length lo - length eq, r)
  in r
-- ==
-- entry: main
-- input { [[3i64,1i64,2i64],[7i64],[5i64,5i64,1i64,9i64]] } output { [2i64,7i64,5i64] [[1i64],[],[1i64]] [[2i64],[7i64],[5i64,5i64]] [[3i64],[],[9i64]] }
entry main (xss: [][?]i64) =
  let med = map (\xs -> select (length xs / 2) xs) xss
  let (a, b, c) = unzip3 (map2 part3 med xss)
  in (med, a, b, c)
