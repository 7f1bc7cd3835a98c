-- Functions as values: composed, passed on, in records, from sections, and returned.

-- ==
-- entry: composed
-- input { 3i64 } output { 8i64 7i64 8i64 7i64 }

-- ==
-- entry: sections
-- input { 10i64 } output { 7i64 -7i64 20i64 5i64 }

-- ==
-- entry: partial
-- input { [1i64, 2i64, 3i64] } output { [11i64, 12i64, 13i64] [4i64, 5i64, 6i64] }

-- ==
-- entry: in_records
-- input { 5i64 } output { 6i64 25i64 }

-- ==
-- entry: returned
-- input { 4i64 } output { 9i64 20i64 }

-- ==
-- entry: closures
-- input { 2i64 [1i64, 2i64] } output { [3i64, 6i64] }

-- ==
-- entry: folds
-- input { [1i64, 2i64, 3i64] } output { 6i64 2i64 6i64 }

-- ==
-- entry: repeated
-- input { 5i32 1i64 } output { 32i64 64i64 128i64 }

-- ==
-- entry: operators
-- input { 6i64 4i64 } output { 10i64 2i64 26i64 true }

-- ==
-- entry: piped
-- input { [3i64, 4i64] } output { 25i64 }

-- ==
-- entry: flipped
-- input { 2i64 8i64 } output { 6i64 3i64 10i64 }

-- ==
-- entry: specialised
-- input { [1i64, 2i64] [0.5, 1.5] } output { [2i64, 1i64] [1.5, 0.5] }

-- ==
-- entry: local_polymorphism
-- input { 3i64 true } output { 3i64 3i64 true true }

def double (x: i64) = 2 * x
def inc (x: i64) = x + 1
entry composed (x: i64) = ((inc >-> double) x, (inc <-< double) x, x |> inc |> double, inc <| double x)
entry sections (x: i64) = ((\y -> y - 3) x, (3 -) x, (* 2) x, (/ 2) x)
entry partial (xs: []i64) =
  let add a b = a + b
  let f = add 10
  in (map f xs, map (add 3) xs)
entry in_records (x: i64) =
  let fs = {next = inc, square = \y -> y * y}
  in (fs.next x, fs.square x)
entry returned (x: i64) =
  let scale k = \y -> k * y
  in (x + 5, scale 5 x)
entry closures (k: i64) (xs: []i64) = map (\x -> let f y = k * y + x in f x) xs
entry folds (xs: []i64) = (foldl (+) 0 xs, foldr (-) 0 xs, reduce (\a b -> a + b) 0 xs)
entry repeated (n: i32) (x: i64) =
  (iterate n (* 2) x, iterate_while (< 50) (* 2) x, iterate_until (> 100) (* 2) x)
def (<+>) (a: i64) (b: i64) = a + b
def (|-|) (a: i64) (b: i64) = i64.abs (a - b)
entry operators (a: i64) (b: i64) = (a <+> b, b |-| a, a * b + a - b, (<=) b a)
entry piped (xs: []i64) = xs |> map (\x -> x * x) |> i64.sum
entry flipped (a: i64) (b: i64) = (flip (-) a b, uncurry (/) (b, a) - 1, curry (\(x, y) -> x + y) a b)
def backwards 'a (xs: []a) = reverse xs
entry specialised (xs: []i64) (ys: []f64) = (backwards xs, backwards ys)
entry local_polymorphism (x: i64) (b: bool) =
  let same 'a (y: a) = y
  let pair y = (y, y)
  let (p, q) = pair (same x)
  let (r, s) = pair (same b)
  in (p, q, r, s)
