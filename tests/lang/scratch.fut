-- `#[scratch] e` is an array of the type of `e` whose contents are unspecified: for what is written before it is read.

-- ==
-- entry: squares
-- input { 5i64 } output { [0i64, 1i64, 4i64, 9i64, 16i64] }
-- input { 0i64 } output { empty([0]i64) }
entry squares (n: i64) = loop xs = #[scratch] replicate n 0i64 for i < n do xs with [i] = i * i

-- ==
-- entry: permuted
-- input { [3i64, 1i64, 2i64] [2i64, 0i64, 1i64] } output { [1i64, 2i64, 3i64] [3i64, 1i64, 2i64] }
entry permuted [n] (xs: [n]i64) (at: [n]i64) = (scatter (#[scratch] copy xs) at xs, xs)

-- Rows of a map, of one size and of many, large and small.
-- ==
-- entry: rows
-- input { [2i64, 0i64, 3i64] } output { [1i64, 0i64, 5i64] [10i64, 10i64, 10i64] [[1i64, 0i64], [], [2i64, 1i64, 0i64]] }
entry rows (ns: []i64) =
  let total xs = i64.sum xs
  let ragged n = loop xs = #[scratch] replicate n 0i64 for i < n do xs with [i] = n - i - 1
  in ( map (\n -> total (ragged n) + i64.bool (n > 2) * 2) ns
     , map (\n -> total (loop xs = #[scratch] replicate 5 0i64 for i < 5 do xs with [i] = i + n * 0)) ns
     , map ragged ns )

-- Of several arrays, and of matrices.
-- ==
-- entry: several
-- input { 2i64 3i64 } output { [[0i64, 1i64, 2i64], [3i64, 4i64, 5i64]] [0.0f64, 1.0f64] }
entry several (n: i64) (m: i64) =
  let xss = #[scratch] replicate n (replicate m 0i64)
  let (a, b) = #[scratch] (replicate n 0i64, replicate n 0f64)
  let a = loop a for i < n do a with [i] = i
  let b = loop b for i < n do b with [i] = f64.i64 a[i]
  in (loop xss for i < n do loop xss for j < m do xss with [i, j] = i * m + j, b)

-- What computes the sizes is kept, with its checks.
-- ==
-- entry: sized
-- input { 3i64 } output { [7i64, 7i64, 7i64] }
-- input { -3i64 } error: scratch.fut:42:23: negative size -3
entry sized (n: i64) =
  let xs = #[scratch] replicate n (0i64)
  in loop xs for i < length xs do xs with [i] = 7

-- Other attributes are hints.
-- ==
-- entry: hints
-- input { [1i64, 2i64] } output { [2i64, 4i64] }
entry hints (xs: []i64) = #[by(3, [a, b])] #[sequential] map (\x -> #[unsafe] x * 2) xs
