-- Arrays updated in place on some sides of a branch: they stay the same memory, and crates/testkit/tests/in_place.rs holds these
-- entry points to copying nothing inside their loops.
-- ==
-- entry: sieve
-- input { 12i64 }
-- output { [false, false, true, true, false, true, false, true, false, false, false, true] }
-- input { 2i64 }
-- output { [false, false] }
-- input { 1i64 }
-- error: Index \[1\] out of bounds

-- ==
-- entry: joined
-- input { 5i64 [0i64, 3i64, 4i64] [1i64, 4i64, 3i64] }
-- output { [0i64, 0i64, 2i64, 3i64, 3i64] }
-- input { 5i64 [0i64] [5i64] }
-- error: Index \[5\] out of bounds

-- ==
-- entry: sorted
-- input { [[5i64, 2i64, 9i64, 1i64], [], [14i64, 4i64, 5i64], [1i64]] }
-- output { [[1i64, 2i64, 5i64, 9i64], [], [4i64, 5i64, 14i64], [1i64]] }

-- ==
-- entry: matched
-- input { [[5i64, 2i64, 9i64, 1i64], [14i64, 4i64, 5i64], []] }
-- output { [[2i64, 2i64, 100i64, 1i64], [5i64, 4i64, 5i64], []] }

-- ==
-- entry: parts
-- input { [[5i64, 2i64], [14i64, 4i64, 5i64]] 6i64 }
-- output { [[13i64, 2i64], [22i64, 4i64, 5i64]] [[13i64, 2i64], [22i64, 4i64, 5i64]] [14i64, 14i64] }

-- ==
-- entry: renamed
-- input { [true, true] [0i64, 0i64, 0i64, 0i64] 5i64 }
-- output { [4i64, 4i64, 2i64, 0i64] }

entry sieve (n: i64): [n]bool =
  loop s = replicate n true with [0] = false with [1] = false for i in 2..<n do
    if s[i] then loop s for k < (n - 1) / i - 1 do s with [(k + 2) * i] = false else s

entry joined [m] (n: i64) (us: [m]i64) (vs: [m]i64): [n]i64 =
  loop p = iota n for (u, v) in zip us vs do
    let a = loop x = u while p[x] != x do p[x]
    let b = loop x = v while p[x] != x do p[x]
    in if a == b then p else if a < b then p with [b] = a else p with [a] = b

entry sorted [n] (xss: [n][?]i64): [n][?]i64 =
  map (\xs ->
         loop xs = copy xs for i < length xs do
           loop xs for j < length xs - 1 - i do
             if xs[j] > xs[j + 1] then let x = xs[j] let xs[j] = xs[j + 1] let xs[j + 1] = x in xs else xs)
      xss

entry matched [n] (xss: [n][?]i64): [n][?]i64 =
  map (\xs ->
         loop xs = copy xs for i < length xs do
           match xs[i] % 3
           case 0 -> xs with [i] = 100
           case 1 -> xs
           case _ -> xs with [0] = xs[i])
      xss

-- Two arrays and a number, of which a branch changes some.
entry parts [n] (xss: [n][?]i64) (k: i64): ([n][?]i64, [n][?]i64, [n]i64) =
  map (\xs ->
         let (a, b, c) =
           loop (a, b, c) = (copy xs, copy xs, 0) for i < k do
             let (a, c) = if i % 2 == 0 then (a with [0] = c + b[0], c + 1) else (a, c * 2)
             in (a, if c > 2 then b with [0] = a[0] else b, c)
         in (a, b, c))
      xss
  |> unzip3

-- What a branch gives is updated further, under other dimensions, and one side under a coercion.
entry renamed [k] (_width: [k]bool) (xs: *[k * 2]i64) (r: i64): [k * 2]i64 =
  loop xs for i < r do
    let ys = if i % 2 == 0 then unflatten (xs :> [k * 2]i64) with [0, 0] = i else unflatten xs
    let zs = flatten ys
    in if i > 2 then zs with [1] = i else zs with [2] = i
