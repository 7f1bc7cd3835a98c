-- What a check lets pass is read behind it, whatever is joined with what; and what updates an array updates it once.

entry hoisted [m] (n: i64) (c: i64) (ys: [m]i64): ([n]i64, [n]i64) =
  let is = iota n
  let k0 = map (\i -> i * 3) is
  in (k0, map (\i -> ys[i + c]) is)
-- ==
-- entry: hoisted
-- input { 2i64 1i64 [5i64, 6i64, 7i64] }
-- output { [0i64, 3i64] [6i64, 7i64] }
-- input { 3i64 1000000000000i64 [5i64, 6i64, 7i64] }
-- error: behind_checks.fut:6:22

entry one_side (c: bool) (d: i64) (n: i64) (ys: []i64): i64 =
  if c then let e = assert (d >= 0 && d < length ys) 1 in e + i64.sum (map (\i -> i * ys[d]) (iota n))
  else let e = assert (d >= 0 && d < length ys) 2 in e * i64.sum (map (\i -> i * ys[d]) (iota n))
-- ==
-- entry: one_side
-- input { true 1i64 3i64 [5i64, 6i64] }
-- output { 19i64 }
-- input { false 1000000000000i64 3i64 [5i64, 6i64] }
-- error: behind_checks.fut:16:16: Assertion is false

entry masked [n] (xs: [n]i64) (ds: [n]i64) (ys: []i64): [n]i64 =
  map2 (\x d -> if x > 0 then let e = assert (d >= 0 && d < length ys) x
                              in e + i64.sum (map (\i -> i * ys[d]) (iota (x & 7))) else 0)
       xs ds
-- ==
-- entry: masked
-- input { [1i64, 0i64, 3i64] [1i64, 9i64, 2i64] [1i64, 2i64, 3i64] }
-- output { [1i64, 0i64, 12i64] }
-- input { [1i64, 2i64, 3i64, 0i64] [1i64, 2i64, 1000000000000i64, 9i64] [1i64, 2i64, 3i64] }
-- error: Assertion is false: d >= 0 && d < length ys \(row 2\)

entry between [n] (xs: [n]i64) (ys: []i64) (d: i64): ([n]i64, [n]i64, i64) =
  let as = map (\x -> x * 2) xs
  let e = i64.sum as
  let k = assert (e > 0 && d >= 0 && d < length ys) e
  let bs = map (\a -> a * ys[d]) as
  in (as, bs, k)
-- ==
-- entry: between
-- input { [1i64, 2i64] [5i64] 0i64 }
-- output { [2i64, 4i64] [10i64, 20i64] 6i64 }
-- input { [1i64, 2i64] [5i64] 1000000000000i64 }
-- error: Assertion is false

entry proved [m] (p: i64) (c: i64) (ys: [10]i64) (zs: []i64) (xs: [m]i64): ([p][m]i64, [p][m]i64) =
  let is = indices xs
  let qs = iota p
  let k0 = map (\q -> map (\j -> zs[q + j]) is) qs
  let js = map (\j -> let k = j * c in assert (k >= 0 && k < 10) ys[k]) is
  in (k0, map (\q -> map (\x -> x + q) js) qs)
-- ==
-- entry: proved
-- input { 1i64 2i64 [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64] [1i64, 2i64] [0i64, 0i64] }
-- output { [[1i64, 2i64]] [[0i64, 2i64]] }
-- input { 1i64 1000000000000i64 [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64] [1i64, 2i64] [0i64, 0i64] }
-- error: Assertion is false

-- Without rows nothing says that what the rows would have read is there.
entry no_rows (n: i64) (offs: []i64) (vals: []i64) (xs: []i64): [n]i64 =
  map (\i -> i64.sum (map (\x -> x * x) xs[vals[offs[i]]:vals[offs[i + 1]]])) (iota n)
-- ==
-- entry: no_rows
-- input { 0i64 [1000000000000i64] [1i64] [1i64] }
-- output { empty([0]i64) }
-- input { 1i64 [0i64, 1i64] [0i64, 2i64] [3i64, 4i64] }
-- output { [25i64] }

-- The kernel that counts also makes offsets.
entry counted [n] (ys: [n]i64): ([5]i64, [5]i64) =
  let a = reduce_by_index (replicate 5 0) (+) 0 ys (map (const 1) ys)
  let flat = flatten (map (\y -> iota y) ys)
  in (a, reduce_by_index (replicate 5 0) (+) 0 flat (map (const 1) flat))
-- ==
-- entry: counted
-- input { [1i64, 2i64, 3i64, 0i64, 2i64] }
-- output { [1i64, 1i64, 2i64, 1i64, 0i64] [4i64, 3i64, 1i64, 0i64, 0i64] }

-- The first of two checks is reported.
entry written [m] (n: i64) (ys: [m]i64) (k: i64): [n]i64 = map (\i -> ys[i * 2]) (iota n) with [k] = 0
-- ==
-- entry: written
-- input { 2i64 [1i64, 2i64, 3i64] 1i64 }
-- output { [1i64, 0i64] }
-- input { 5i64 [1i64, 2i64, 3i64] 9i64 }
-- error: Index \[[468]\] out of bounds for array of shape \[3\]
