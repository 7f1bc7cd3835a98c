-- An operator whose steps are each taken twice: what leads from one running value to the next is written once.
def as_it_was (x: i64): i64 =
  let x = i64.max x (x - 1)
  let x = i64.max x (x - 2)
  let x = i64.max x (x - 3)
  let x = i64.max x (x - 4)
  let x = i64.max x (x - 5)
  let x = i64.max x (x - 6)
  let x = i64.max x (x - 7)
  let x = i64.max x (x - 8)
  let x = i64.max x (x - 9)
  let x = i64.max x (x - 10)
  let x = i64.max x (x - 11)
  let x = i64.max x (x - 12)
  let x = i64.max x (x - 13)
  let x = i64.max x (x - 14)
  let x = i64.max x (x - 15)
  let x = i64.max x (x - 16)
  let x = i64.max x (x - 17)
  let x = i64.max x (x - 18)
  let x = i64.max x (x - 19)
  let x = i64.max x (x - 20)
  let x = i64.max x (x - 21)
  let x = i64.max x (x - 22)
  let x = i64.max x (x - 23)
  let x = i64.max x (x - 24)
  in x

-- ==
-- entry: sums
-- input { [3i64, 1i64, -4i64, 1i64, 5i64, 9i64, 2i64, 6i64, 5i64, 3i64] } output { 31i64 [3i64, 4i64, 0i64, 1i64, 6i64, 15i64, 17i64, 23i64, 28i64, 31i64] }
-- input { empty([0]i64) } output { 0i64 empty([0]i64) }
entry sums [n] (xs: [n]i64): (i64, [n]i64) =
  let add a b = as_it_was (a + b)
  in (reduce add 0 xs, scan add 0 xs)
