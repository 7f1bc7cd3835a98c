-- Literals, operators, sections, updates, ranges.

-- ==
-- entry: literals
-- input { } output { 255i32 5i32 31.875 1000000i64 98u8 [104u8, 105u8] 10u8 }

-- ==
-- entry: infix
-- input { 3i64 4i64 } output { 7i64 25i64 10i64 81i64 }

-- ==
-- entry: updates
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] } output { [[0i64, 0i64, 3i64], [0i64, 0i64, 6i64]] [[1i64, 2i64, 3i64], [9i64, 5i64, 6i64]] }

-- ==
-- entry: records
-- input { 1i32 } output { 11i32 3i32 }

-- ==
-- entry: ranges
-- input { 5i64 } output { [0i64, 1i64, 2i64, 3i64, 4i64] [5i64, 4i64, 3i64, 2i64, 1i64] [1i64, 3i64, 5i64] }

-- ==
-- entry: sections
-- input { [1i64, 2i64] } output { [2i64, 4i64] [9i64, 8i64] [1i64, 0i64] }

-- ==
-- entry: loops
-- input { [1i64, 2i64, 3i64] } output { 6i64 3i64 8i64 }

-- ==
-- entry: sized_let
-- input { [1i64, 2i64, 3i64] } output { 3i64 }

entry literals: (i32, i32, f64, i64, u8, []u8, u8) =
  (0xff, 0b101, 0xf.fp1, 1_000_000, 'b', "hi", '\n')

def (<+>) (a: i64) (b: i64): i64 = a * a + b * b
def a `plus` b: i64 = a + b
entry infix (x: i64) (y: i64): (i64, i64, i64, i64) =
  let (***) a b = a ** b
  let near (a: i64) (b: i64): i64 = a * 2 + b
  in (x `plus` y, x <+> y, x `near` y, x *** y)

entry updates (xss: [][]i64): ([][]i64, [][]i64) = (copy xss with [:, 0:2] = replicate 2 (replicate 2 0) :> [][]i64, copy xss with [1, 0] = 9)

entry records (x: i32): (i32, i32) =
  let r = {a = {b = x, c = [1, 2, 3]}, d = 0}
  let r = r with a.b = r.a.b + 10
  in (r.a.b, (r with a.c[0] = 3).a.c[0])

entry ranges (n: i64): ([]i64, []i64, []i64) = (0..<n, n..>0, 1..3...n)

entry sections (xs: []i64): ([]i64, []i64, []i64) = (map (* 2) xs, map (10 -) xs, map (.0) (map (\x -> (x % 2, x)) xs))

entry loops (xs: []i64): (i64, i64, i64) =
  (loop s = 0 for x in xs do s + x, loop i = 0 while i < length xs do i + 1, loop p = 1 for _i < 3i32 do p * 2)

entry sized_let (xs: []i64): i64 = let [n] (ys: [n]i64) = filter (> 0) xs in n

-- ==
-- entry: deep_update
-- input { 2i64 } output { [[[5i64, 0i64], [0i64, 0i64]], [[0i64, 0i64], [0i64, 0i64]]] }
entry deep_update (n: i64): [n][n][n]i64 =
  let cube = replicate n (replicate n (replicate n 0))
  in copy cube with [0][0][0] = n + 3
