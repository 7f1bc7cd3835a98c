-- Arrays updated in place under an annotation, a coercion, other dimensions or another name: they stay the same memory, and
-- crates/testkit/tests/in_place.rs holds these entry points to copying nothing inside their loops.
-- ==
-- entry: annotated coerced computed
-- input { 4i64 [0i64, 2i64, 2i64, 3i64] }
-- output { [1i64, 0i64, 2i64, 1i64] }
-- input { 3i64 empty([0]i64) }
-- output { [0i64, 0i64, 0i64] }
-- input { 2i64 [0i64, 2i64] }
-- error: Index \[2\] out of bounds
-- input { -1i64 empty([0]i64) }
-- error: size

-- ==
-- entry: flattened
-- input { 3i64 [0i64, 2i64, 2i64] }
-- output { [[1i64, 0i64], [0i64, 0i64], [2i64, 2i64]] }
-- input { 3i64 empty([0]i64) }
-- output { [[0i64, 0i64], [0i64, 0i64], [0i64, 0i64]] }
-- input { 2i64 [0i64, 2i64] }
-- error: Index \[4\] out of bounds

-- ==
-- entry: unflattened
-- input { [0i64, 2i64, 1i64] [1i64, 2i64, 3i64, 4i64, 5i64, 6i64] }
-- output { [3i64, 2i64, 7i64, 4i64, 11i64, 6i64] }

-- ==
-- entry: named
-- input { [5i64, 6i64, 7i64] 2i64 }
-- output { [7i64, 6i64, 7i64] }

-- ==
-- entry: rows
-- input { [[1i64, 2i64, 3i64, 4i64], [], [5i64, 6i64]] }
-- output { [[1i64, 3i64, 6i64, 10i64], [], [5i64, 11i64]] }

-- ==
-- entry: both
-- input { [1i64, 2i64, 3i64] 2i64 }
-- output { [21i64, 2i64, 3i64] 1i64 }

-- ==
-- entry: too_wide
-- input { 4i64 4i64 [3i64] }
-- output { [0i64, 0i64, 0i64, 7i64] }
-- input { 4i64 100000000i64 [99999999i64] }
-- error: Value of shape \[4\] cannot match

-- ==
-- entry: too_square
-- input { 4i64 2i64 [1i64] }
-- output { [0i64, 0i64, 0i64, 7i64] }
-- input { 4i64 10000000i64 [9999999i64] }
-- error: Value of shape \[4\] cannot match

entry annotated [n] (k: i64) (ms: [n]i64): [k]i64 =
  loop (acc: *[k]i64) = replicate k 0 for c in ms do acc with [c] = acc[c] + 1

entry coerced [n] (k: i64) (ms: [n]i64): [k]i64 =
  loop acc = replicate (k + 0) 0 :> *[k]i64 for c in ms do (acc with [c] = acc[c] + 1) :> *[k]i64

-- The size of the coercion is computed: the array keeps its size because the check says so, not by name.
entry computed [n] (k: i64) (ms: [n]i64): [k]i64 =
  let m = k + 0
  in (loop acc = replicate k 0 for c in ms do (acc :> *[m]i64) with [c] = acc[c] + 1) :> [k]i64

entry flattened [n] (k: i64) (ms: [n]i64): [k][2]i64 =
  loop (acc: *[k][2]i64) = replicate k (replicate 2 0) for c in ms do
    let f = flatten acc
    let f = f with [c * 2] = f[c * 2] + 1
    in unflatten f with [c, 1] = i64.max (if c > 0 then f[c * 2] else 0) 0

-- The other way round, on an argument that is consumed.
entry unflattened [n] (ms: [n]i64) (xs: *[n * 2]i64): [n * 2]i64 =
  loop xs for c in ms do
    let g = unflatten xs
    let g = g with [c, 0] = g[c, 0] + g[c, 1]
    in flatten g

entry named [n] (xs: *[n]i64) (k: i64): [n]i64 =
  loop (xs: *[n]i64) for _i < k do
    let ys = xs
    let zs = ys :> *[n]i64
    in zs with [0] = zs[0] + 1

entry rows [n] (xss: [n][?]i64): [n][?]i64 =
  map (\xs -> loop (a: *[]i64) = copy xs for i < length xs - 1 do a with [i + 1] = a[i] + a[i + 1]) xss

-- The array under its first name is used after the loop: this one has to be copied.
entry both [n] (xs: *[n]i64) (k: i64): ([n]i64, i64) =
  let ys = loop ys = copy (xs :> [n]i64) for i < k do ys with [0] = ys[0] + 10
  in (ys, xs[0])

-- Once a coercion has failed nothing is read or written outside of the array that there is.
entry too_wide [n] (k: i64) (m: i64) (ms: [n]i64): [k]i64 =
  loop acc = replicate k 0 for c in ms do ((acc :> *[m]i64) with [c] = 7) :> *[k]i64

entry too_square [n] (k: i64) (m: i64) (ms: [n]i64): [k]i64 =
  loop acc = replicate k 0 for c in ms do
    let t = unflatten (acc :> *[m * m]i64)
    let t = t with [c, c] = 7 + t[c, 0]
    in flatten t :> *[k]i64
