-- Rows of one size through loops and branches that change sizes, equally or differently from row to row: what shape analysis and
-- regularity detection find. The results are the same with `--no shapes --no regularity`.

-- A round of quicksort of all parts of a row, which flags begin.
def step [n] (xs: [n]i64, flags: [n]bool): ([n]i64, [n]bool) =
  let part = map (\s -> s - 1) (scan (+) 0 (map i64.bool flags))
  let starts = scan i64.max 0 (map2 (\f i -> if f then i else 0) flags (iota n))
  let smaller = map2 (\x s -> x < xs[s]) xs starts
  let equal = map2 (\x s -> x == xs[s]) xs starts
  let ranks = scan (+) 0 (map i64.bool smaller)
  let equals = scan (+) 0 (map i64.bool equal)
  let in_part (marks: [n]bool) = reduce_by_index (replicate n 0) (+) 0 part (map i64.bool marks)
  let (all_smaller, all_equal) = (in_part smaller, in_part equal)
  let before (counts: [n]i64) (s: i64) = if s == 0 then 0 else counts[s - 1]
  let place i =
    let s = starts[i]
    let a = ranks[i] - before ranks s
    let b = equals[i] - before equals s
    let (middle, upper) = (s + all_smaller[part[i]], s + all_smaller[part[i]] + all_equal[part[i]])
    in if smaller[i] then s + a - 1 else if equal[i] then middle + b - 1 else upper + (i - s) - a - b
  let cut (f: bool) i (by: i64) = if f then starts[i] + by else -1
  let middles = map2 (\f i -> cut f i all_smaller[part[i]]) flags (iota n)
  let uppers = map2 (\f i -> cut f i (all_smaller[part[i]] + all_equal[part[i]])) flags (iota n)
  let flags = scatter (scatter (copy flags) middles (replicate n true)) uppers (replicate n true)
  in (scatter (copy xs) (map place (iota n)) xs, flags)

def is_sorted [n] (xs: [n]i64): bool = and (map (\i -> i == 0 || xs[i - 1] <= xs[i]) (iota n))

entry quicksort [m] [n] (xss: [m][n]i64): [m][n]i64 =
  map (\row -> (loop (xs, flags) = (row, map (== 0) (iota n)) while !(is_sorted xs) do step (xs, flags)).0) xss

-- ==
-- entry: quicksort
-- input { [[3i64, 1i64, 2i64, 3i64, 0i64], [5i64, 4i64, 3i64, 2i64, 1i64], [1i64, 1i64, 1i64, 1i64, 1i64]] }
-- output { [[0i64, 1i64, 2i64, 3i64, 3i64], [1i64, 2i64, 3i64, 4i64, 5i64], [1i64, 1i64, 1i64, 1i64, 1i64]] }
-- input { empty([0][3]i64) }
-- output { empty([0][3]i64) }
-- input { empty([2][0]i64) }
-- output { empty([2][0]i64) }

type complex = (f64, f64)

def twiddle (k: i64) (n: i64) ((re, im): complex): complex =
  let angle = -2 * f64.pi * f64.i64 k / f64.i64 n
  let (c, s) = (f64.cos angle, f64.sin angle)
  in (re * c - im * s, re * s + im * c)

def add (a: complex) (b: complex): complex = (a.0 + b.0, a.1 + b.1)
def sub (a: complex) (b: complex): complex = (a.0 - b.0, a.1 - b.1)

def transform [n] (xs: [n]complex): [n]complex =
  -- Parts of `size` elements, each one of every `n / size`-th element.
  let (parts, _) =
    loop (parts, size) = (xs, n) while size > 1 do
      let half = size / 2
      let at i = i / size * size + (if i % size < half then i % size * 2 else (i % size - half) * 2 + 1)
      in (map (\i -> parts[at i]) (iota n), half)
  let (done, _) =
    loop (parts, size) = (parts, 1) while size < n do
      let wide = 2 * size
      let one i =
        let (base, k) = (i / wide * wide, i % size)
        let (a, b) = (parts[base + k], twiddle k wide parts[base + k + size])
        in if i % wide < size then add a b else sub a b
      in (map one (iota n), wide)
  in done

entry fft [m] [n] (xss: [m][n]complex): [m][n]complex = map transform xss

-- ==
-- entry: fft
-- input { [[1.0, 2.0, 3.0, 4.0], [1.0, 0.0, 0.0, 0.0]] [[0.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]] }
-- output { [[10.0, -2.0, -2.0, -2.0], [1.0, 2.0, 1.0, 0.0]] [[0.0, 2.0, 0.0, -2.0], [1.0, 0.0, -1.0, 0.0]] }
-- input { empty([0][4]f64) empty([0][4]f64) }
-- output { empty([0][4]f64) empty([0][4]f64) }

-- The rows are halved until one element is left.
entry halved [n] [m] (xss: [n][m]i64): [n]i64 =
  map (\xs -> i64.sum (loop ys = xs while length ys > 1 do
                         let h = length ys / 2
                         in map2 (+) (ys[:h] :> [h]i64) (ys[h:2 * h] :> [h]i64)))
      xss
-- ==
-- entry: halved
-- input { [[1i64, 2i64, 3i64, 4i64], [10i64, 20i64, 30i64, 40i64]] }
-- output { [10i64, 100i64] }
-- input { [[1i64, 2i64, 3i64], [10i64, 20i64, 30i64]] }
-- output { [3i64, 30i64] }
-- input { empty([0][8]i64) }
-- output { empty([0]i64) }
-- input { empty([2][0]i64) }
-- output { [0i64, 0i64] }

-- Ragged rows are halved differently often.
entry halved_ragged [n] (xss: [n][?]i64): [n]i64 =
  map (\xs -> i64.sum (loop ys = xs while length ys > 1 do ys[:length ys / 2])) xss
-- ==
-- entry: halved_ragged
-- input { [[1i64, 2i64, 3i64, 4i64], [], [7i64], [5i64, 6i64]] }
-- output { [1i64, 0i64, 7i64, 5i64] }

entry doubled [n] [m] (k: i64) (xss: [n][m]i64): [n][?]i64 =
  map (\xs -> loop ys = xs for i < k do ys ++ map (+ i) ys) xss
-- ==
-- entry: doubled
-- input { 2i64 [[1i64, 2i64], [10i64, 20i64]] }
-- output { [[1i64, 2i64, 1i64, 2i64, 2i64, 3i64, 2i64, 3i64], [10i64, 20i64, 10i64, 20i64, 11i64, 21i64, 11i64, 21i64]] }
-- input { 0i64 [[1i64, 2i64]] }
-- output { [[1i64, 2i64]] }
-- input { 100i64 empty([0][2]i64) }
-- output { empty([0][0]i64) }

-- No row, no round: the loop would never end.
entry endless [n] [m] (xss: [n][m]i64): [n][m]i64 =
  map (\xs -> (loop (ys, k) = (xs, m) while k >= 0 do (map (+ 1) ys, k / 2)).0) xss
-- ==
-- entry: endless
-- input { empty([0][2]i64) }
-- output { empty([0][2]i64) }

-- All rows take the same side; its check names the first row.
entry chosen [n] [m] (c: bool) (k: i64) (xss: [n][m]i64): [n]i64 =
  map (\xs -> let ys = if c then xs[k:] else xs ++ xs in i64.sum (scan (+) 0 ys)) xss
-- ==
-- entry: chosen
-- input { true 1i64 [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] }
-- output { [7i64, 16i64] }
-- input { false 1i64 [[1i64, 2i64], [4i64, 5i64]] }
-- output { [14i64, 44i64] }
-- input { true 4i64 [[1i64, 2i64]] }
-- error: out of bounds|slice
-- input { true 4i64 empty([0][2]i64) }
-- output { empty([0]i64) }

-- Sizes computed in a map, but the same for every row.
entry firsts [n] [m] (xss: [n][m]i64): [n][?]i64 =
  let yss = map (\xs -> let k = xs[0] * 0 + m / 2 in map (\i -> xs[i] + 1) (iota k)) xss
  in map (scan (+) 0) yss
-- ==
-- entry: firsts
-- input { [[1i64, 2i64, 3i64, 4i64], [5i64, 6i64, 7i64, 8i64]] }
-- output { [[2i64, 5i64], [6i64, 13i64]] }
-- input { empty([0][4]i64) }
-- output { empty([0][0]i64) }

-- Rows of one size kept, joined, turned and used beside ragged ones.
entry mixed [n] [m] (xss: [n][m]i64) (yss: [n][?]i64): ([?][?]i64, [n][?]i64, i64) =
  let zss = map (\xs -> loop zs = xs for _i < 1 do zs ++ zs) xss
  let kept = filter (\zs -> zs[0] > 1) zss
  in (kept ++ yss, map2 (\zs ys -> zs ++ ys) zss yss, length (flatten zss))
-- ==
-- entry: mixed
-- input { [[1i64, 2i64], [3i64, 4i64]] [[5i64], []] }
-- output { [[3i64, 4i64, 3i64, 4i64], [5i64], []] [[1i64, 2i64, 1i64, 2i64, 5i64], [3i64, 4i64, 3i64, 4i64]] 8i64 }

-- A matrix in a map: rows of one size inside of each.
entry nested [l] (ns: [l]i64): [l][?][?]i64 =
  map (\n -> map (\i -> loop xs = [i, n] for _j < 2 do xs ++ xs) (iota n)) ns
-- ==
-- entry: nested
-- input { [1i64, 0i64, 2i64] }
-- output { [[[0i64, 1i64, 0i64, 1i64, 0i64, 1i64, 0i64, 1i64]], empty([0][0]i64), [[0i64, 2i64, 0i64, 2i64, 0i64, 2i64, 0i64, 2i64], [1i64, 2i64, 1i64, 2i64, 1i64, 2i64, 1i64, 2i64]]] }

-- Rows read at the index of the map, in a branch and in two maps.
entry rows_by_index [n] (xss: [n][?]i64): ([n][?]i64, [n][?]i64) =
  (map (\i -> let t = xss[i] in if length t > 1 then t else map (+ 1) xss[i]) (iota n),
   map (\j -> map (* 2) xss[j]) (iota n))
-- ==
-- entry: rows_by_index
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[1i64, 2i64], [], [4i64]] [[2i64, 4i64], [], [6i64]] }

-- The rows in another order are not the rows of the map.
entry turned [n] (xss: [n][?]i64): [n][?]i64 = map (\i -> map (+ 1) xss[n - 1 - i]) (iota n)
-- ==
-- entry: turned
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[4i64], [], [2i64, 3i64]] }

-- The bound is the same for every row, but a kernel computes it.
entry until_bound [n] [m] (xss: [n][m]i64): [n]i64 =
  map (\xs ->
         let bound = loop b = 1 while b * b < m do b + 1
         in i64.sum (loop ys = xs while length ys > bound do ys[:length ys / 2] :> []i64))
      xss
-- ==
-- entry: until_bound
-- input { [[1i64, 2i64, 3i64, 4i64, 5i64], [6i64, 7i64, 8i64, 9i64, 10i64]] }
-- output { [3i64, 13i64] }
-- input { empty([0][5]i64) }
-- output { empty([0]i64) }
