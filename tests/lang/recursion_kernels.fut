-- Scalar code that calls itself inside of maps: functions of kernels where the machine has them, else lifted over the rows.

def fib (n: i64): i64 = if n < 2 then n else fib (n - 1) + fib (n - 2)

-- ==
-- entry: fibs
-- input { [0i64, 1i64, 10i64, 7i64] }
-- output { [0i64, 1i64, 55i64, 13i64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) }
entry fibs (ns: []i64) = map fib ns

-- An array of the host is read where it lies.
def root (parents: []i64) (i: i64): i64 = if parents[i] < 0 then i else root parents parents[i]

-- ==
-- entry: roots
-- input { [1i64, 2i64, -1i64, 0i64, -1i64] }
-- output { [2i64, 2i64, 2i64, 2i64, 4i64] }
-- input { [1i64, 2i64, -1i64, 9i64, 3i64] }
-- error: recursion_kernels.fut:14:46: Index \[9\] out of bounds for array of shape \[5\] \(row [34]\), called at .*recursion_kernels.fut:14:73, called at .*recursion_kernels.fut:22:27$
entry roots (ps: []i64) = map (root ps) (indices ps)

-- Rows of a map are arguments of their own.
-- ==
-- entry: row_roots
-- input { [[1i64, -1i64], [-1i64, 0i64]] }
-- output { [[1i64, 1i64], [0i64, 0i64]] }
entry row_roots (pss: [][]i64) = map (\ps -> map (root ps) (indices ps)) pss

-- A table that is overwritten afterwards.
-- ==
-- entry: compressed
-- input { [1i64, 2i64, -1i64, 0i64] }
-- output { [2i64, 2i64, 2i64, 2i64] [7i64, 2i64, -1i64, 0i64] }
entry compressed [n] (ps: *[n]i64): ([n]i64, [n]i64) =
  let rs = map (root ps) (iota n)
  in (rs, ps with [0] = 7)

-- Several results, of several types, and functions that call each other through loops.
def divided (a: i64) (b: i64): (i64, f64, bool) =
  if a < b then (0, f64.i64 a, a == 0)
  else let (q, r, exact) = divided (a - b) b in (q + 1, r, exact)

def collatz (n: i64): i64 =
  let m = loop m = n while m % 2 == 0 do m / 2
  in if m == 1 then 0 else 1 + collatz (3 * m + 1)

-- ==
-- entry: several
-- input { [7i64, 8i64, 1i64] }
-- output { [2i64, 2i64, 0i64] [1.0f64, 2.0f64, 1.0f64] [false, false, false] [5i64, 0i64, 0i64] }
entry several (xs: []i64) = unzip4 (map (\x -> let (q, r, e) = divided x 3 in (q, r, e, collatz x)) xs)

-- Under reductions, scans, filters, in loops and branches.
-- ==
-- entry: around
-- input { [3i64, 4i64, 5i64] 2i64 }
-- output { 10i64 [2i64, 5i64, 10i64] [4i64, 5i64] [5i64, 8i64, 13i64] }
entry around (ns: []i64) (k: i64) =
  ( i64.sum (map fib ns), scan (+) 0 (map fib ns), filter (\n -> fib n > 2) ns
  , map (\n -> loop x = 0 for i < k do if i == 0 then x else x + fib (n + 2 * i)) ns)

-- Outside of maps.
-- ==
-- entry: outside
-- input { 15i64 } output { 610i64 }
entry outside (n: i64) = fib n

-- Failures name the row and the calls, two places by turns; of many both ends.
def down (n: i64) (m: i64): i64 =
  if n == m then n / (m - m) else if n % 2 == 0 then 1 + down (n - 1) m else 2 * down (n - 1) m

-- ==
-- entry: failing
-- input { [3i64, 9i64] 5i64 2i64 }
-- error: recursion_kernels.fut:72:18: division by zero \(row 0, 1\), called at .*recursion_kernels.fut:72:82, called at .*recursion_kernels.fut:80:88$
-- input { [4i64, 9i64] 2i64 3i64 }
-- error: recursion_kernels.fut:72:18: division by zero \(row 0, 1\), called at .*recursion_kernels.fut:72:58, called at .*recursion_kernels.fut:80:88$
entry failing (ns: []i64) (k: i64) (m: i64) = map (\n -> map (\i -> if i == n - m then down n m else i) (iota k)) ns

-- ==
-- entry: failing_deep
-- input { [200i64] 3i64 }
-- error: recursion_kernels.fut:72:18: division by zero \(row 0\)(, called at [^,]*recursion_kernels.fut:72:(58|82)){15}, \.\.(, called at [^,]*recursion_kernels.fut:72:(58|82)){15}, called at [^,]*recursion_kernels.fut:86:54$
entry failing_deep (ns: []i64) (m: i64) = map (\n -> down n m) ns

-- A recursion that is deep.
def count (n: i64) (k: i64): i64 = if n <= 0 then k else 1 + count (n - 1) (k ^ n)

-- ==
-- entry: deep
-- input { [500i64, 0i64, 10i64] }
-- output { [500i64, 0i64, 21i64] }
entry deep (ns: []i64) = map (\n -> count n 0 - (if n > 100 then 500 else 0)) ns
