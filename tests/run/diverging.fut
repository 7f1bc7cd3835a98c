-- Loops that end at another time at every point: side by side, those that have come to their end stay as they are.

-- ==
-- entry: collatz
-- input { [1i64, 2i64, 3i64, 6i64, 7i64, 9i64, 27i64, 1i64, 97i64, 4i64, 871i64] }
-- output { [0i64, 1i64, 7i64, 8i64, 16i64, 19i64, 111i64, 0i64, 118i64, 2i64, 178i64] 460i64 [27i64, 97i64, 871i64] }
-- input { empty([0]i64) } output { empty([0]i64) 0i64 empty([0]i64) }
-- input { [27i64] } output { [111i64] 111i64 [27i64] }
def steps (n: i64) : i64 =
  (loop (x, count) = (n, 0) while x > 1 do (if x & 1 == 0 then x >> 1 else 3 * x + 1, count + 1)).1

entry collatz [n] (xs: [n]i64) : ([n]i64, i64, []i64) =
  (map steps xs, i64.sum (map steps xs), filter (\x -> steps x > 100) xs)

-- Square roots by halving intervals, of floats of both widths, and how often.
-- ==
-- entry: roots
-- input { [2.0f32, 0.25f32, 9.0f32, 100.0f32, 0.0f32, 1.0f32, 3.0f32, 5.0f32, 7.0f32, 11.0f32, 13.0f32, 17.0f32, 19.0f32, 1e4f32, 23.0f32, 29.0f32, 31.0f32] }
-- output { true }
-- input { empty([0]f32) } output { true }
entry roots [n] (xs: [n]f32) : bool =
  let root x =
    let (low, high, _) =
      loop (low, high, rounds) = (0f32, f32.max 1 x, 0i32) while rounds < 60 && high - low > 1e-4f32 do
        let middle = (low + high) / 2
        in if middle * middle <= x then (middle, high, rounds + 1) else (low, middle, rounds + 1)
    in (low + high) / 2
  let root64 (x: f64) =
    (loop y = f64.max 1 x while f64.abs (y * y - x) > 1e-9 * f64.max 1 x do (y + x / y) / 2)
  let near a b = f32.abs (a - b) < 2e-4f32
  in and (map (\x -> near (root x) (f32.sqrt x) && f64.abs (root64 (f64.f32 x) - f64.sqrt (f64.f32 x)) < 1e-4) xs)

-- A loop in a loop, one in a branch, one behind it, of rows of different lengths.
-- ==
-- entry: nested
-- input { [[1i32, 5i32, 3i32, 8i32], [], [2i32], [9i32, 9i32, 1i32, 0i32, 4i32, 7i32, 6i32, 2i32, 3i32, 5i32, 8i32, 1i32, 0i32, 2i32, 9i32, 4i32, 6i32, 3i32]] }
-- output { [[1i32, 39i32, 10i32, 148i32], [], [5i32], [205i32, 205i32, 1i32, 0i32, 26i32, 100i32, 71i32, 5i32, 10i32, 39i32, 148i32, 1i32, 0i32, 5i32, 205i32, 26i32, 71i32, 10i32]] [198i32, 0i32, 5i32, 1128i32] }
def odd_sums (n: i32) : i32 =
  (loop (i, sum) = (0, 0) while i < n do
     let (_, inner) = loop (j, inner) = (0, 0) while j < i do (j + 1, inner + j)
     let more = if n & 1 == 1 then (loop (k, x) = (0, 0) while k < i do (k + 2, x + k)).1 else i
     in (i + 1, sum + inner + more + n)).1

entry nested [n] (rows: [n][?]i32) : ([n][?]i32, [n]i32) =
  (map (map odd_sums) rows, map (\row -> i32.sum (map odd_sums row)) rows)

-- A check in front of the loop fails.
-- ==
-- entry: checked
-- input { [3i64, 1i64, 0i64, 2i64, 2i64, 1i64, 0i64, 3i64, 1i64] [10i64, 20i64, 30i64, 40i64] } output { [6i64, 5i64, 4i64, 5i64, 5i64, 5i64, 4i64, 6i64, 5i64] }
-- input { [3i64, 1i64, 0i64, 2i64, 2i64, 1i64, 4i64, 3i64, 1i64] [10i64, 20i64, 30i64, 40i64] } error: Index .4. out of bounds
entry checked [n] [m] (is: [n]i64) (xs: [m]i64) : [n]i64 =
  map (\i -> let x = xs[i] in (loop (x, count) = (x, 0) while x > 0 do (x >> 1, count + 1)).1) is

-- What is kept is counted, and the loop asks how many were before.
-- ==
-- entry: after
-- input { [4i64, 4i64, 1i64, 4i64, 4i64, 4i64, 2i64, 4i64, 4i64, 4i64, 4i64, 4i64, 4i64, 4i64, 4i64, 4i64, 4i64, 4i64, 4i64, 4i64, 4i64, 4i64] }
-- output { [4i64, 4i64, 4i64, 4i64, 4i64, 7i64, 7i64, 7i64, 10i64, 10i64, 10i64, 13i64, 13i64, 13i64, 16i64, 16i64, 16i64, 19i64, 19i64, 19i64] }
entry after (xs: []i64) : []i64 =
  let ys = filter (> 3) xs
  in map2 (\i y -> loop c = y while c < i do c + 3) (indices ys) ys

-- Only the check in front of the loop sees to it that the loop ends.
-- ==
-- entry: guarded
-- input { [10i64, 20i64, 1i64, 2i64, 3i64, 4i64, 5i64, 9i64, 1i64, 2i64, 3i64, 1i64, 3i64, 4i64, 5i64, 4i64, 60i64] }
-- output { [10i64, 20i64, 1i64, 2i64, 3i64, 4i64, 5i64, 9i64, 1i64, 2i64, 3i64, 1i64, 3i64, 4i64, 5i64, 4i64] 646i32 }
-- input { [10i64, 20i64, 1i64, 2i64, 3i64, 4i64, 5i64, 0i64, 1i64, 2i64, 3i64, 1i64, 3i64, 4i64, 5i64, 4i64] } error: n > 0 .row 7
-- input { [10i64, 20i64, 1i64, 2i64, 3i64, 4i64, 5i64, 1i64, 1i64, 2i64, 3i64, 1i64, 3i64, 4i64, 5i64, 4i64, 3i64, 1i64, 0i64] } error: n > 0 .row 18
entry guarded (ns: []i64) : ([]i64, i32) =
  let count n =
    let m = assert (n > 0) n
    in (loop (x, c) = (100, 0i32) while x > 0 do (x - m, c + 1)).1
  in (filter (\n -> count n > 3) ns, i32.sum (map count ns))
