-- Definitions that call themselves.

-- ==
-- entry: factorial
-- input { 0i64 } output { 1i64 }
-- input { 5i64 } output { 120i64 }
-- input { 20i64 } output { 2432902008176640000i64 }

-- ==
-- entry: fibonacci
-- input { 1i32 } output { 1i32 }
-- input { 15i32 } output { 610i32 }

-- ==
-- entry: ackermann
-- input { 2i64 3i64 } output { 9i64 }

-- ==
-- entry: divisor
-- input { 1071i64 462i64 } output { 21i64 }
-- input { 5i64 0i64 } output { 5i64 }

-- ==
-- entry: halves
-- input { [3i64, 1i64, 4i64, 1i64, 5i64] } output { 14i64 }
-- input { empty([0]i64) } output { 0i64 }

-- ==
-- entry: merge_sort
-- input { [3i64, 1i64, 4i64, 1i64, 5i64, 9i64, 2i64, 6i64] } output { [1i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 9i64] }
-- input { [7i64] } output { [7i64] }
-- input { empty([0]i64) } output { empty([0]i64) }

-- ==
-- entry: rows
-- input { [3i64, 0i64, 2i64] } output { [6i64, 0i64, 3i64] }

-- ==
-- entry: tree
-- input { 3i64 } output { 8i64 }

-- ==
-- entry: repeated
-- input { 5i64 10i64 } output { 25i64 320i64 }

-- ==
-- entry: polymorphic
-- input { 2i64 [1i64, 2i64, 3i64, 4i64] } output { [3i64, 4i64, 1i64, 2i64] }

-- ==
-- entry: pairs
-- input { [1i64, 2i64, 3i64] [10.0, 20.0, 30.0] } output { 6i64 60.0 }

-- ==
-- entry: walk
-- input { 6i64 } output { 8i64 }
-- input { 27i64 } output { 111i64 }

-- ==
-- entry: through_branches
-- input { [4i64, 3i64] } output { [24i64, 6i64] }

-- ==
-- entry: ragged
-- input { 4i64 } output { [[0i64, 1i64, 2i64, 3i64], [0i64, 1i64, 2i64], [0i64, 1i64], [0i64]] }

-- ==
-- entry: too_far
-- input { [1i64, 2i64] 1i64 } output { 2i64 }
-- input { [1i64, 2i64] 2i64 } error: recursion.fut:[0-9]+:[0-9]+: Index \[0\] out of bounds for array of shape \[0\], called at .*recursion.fut:[0-9]+

-- ==
-- entry: endless
-- input { 1i64 } error: recursion.fut:[0-9]+:[0-9]+: Calls are nested too deeply

def product (n: i64): i64 = if n == 0 then 1 else n * product (n - 1)
entry factorial (n: i64) = product n

def fib (n: i32): i32 = if n < 2 then n else fib (n - 1) + fib (n - 2)
entry fibonacci (n: i32) = fib n

def ack (m: i64) (n: i64): i64 =
  if m == 0 then n + 1 else if n == 0 then ack (m - 1) 1 else ack (m - 1) (ack m (n - 1))
entry ackermann (m: i64) (n: i64) = ack m n

def gcd (a: i64) (b: i64): i64 = if b == 0 then a else gcd b (a % b)
entry divisor (a: i64) (b: i64) = gcd a b

def halved [n] (xs: [n]i64): i64 =
  if n == 0 then 0 else if n == 1 then xs[0] else halved xs[:n / 2] + halved xs[n / 2:]
entry halves (xs: []i64) = halved xs

def merge [n] [m] (xs: [n]i64) (ys: [m]i64): []i64 =
  if n == 0 then ys
  else if m == 0 then xs
  else if xs[0] <= ys[0] then [xs[0]] ++ merge xs[1:] ys
  else [ys[0]] ++ merge xs ys[1:]
def sorted [n] (xs: [n]i64): []i64 =
  if n < 2 then xs else merge (sorted xs[:n / 2]) (sorted xs[n / 2:])
entry merge_sort (xs: []i64) = sorted xs

def triangle (n: i64): i64 = if n <= 0 then 0 else n + triangle (n - 1)
entry rows (ns: []i64) = map triangle ns

def branches (n: i64): i64 = if n == 0 then 1 else 2 + i64.sum (map (\i -> branches (n - 1 - i) - 1) (iota n))
entry tree (n: i64) = branches n + 3

def times (n: i64) (f: i64 -> i64) (x: i64): i64 = if n == 0 then x else times (n - 1) f (f x)
entry repeated (n: i64) (x: i64) = (times n (\y -> y + n - 2) x, times n (* 2) x)

def turned 'a [n] (k: i64) (xs: [n]a): [n]a =
  if k == 0 then xs else turned (k - 1) (rotate 1 xs)
entry polymorphic (k: i64) (xs: []i64) = (unzip (turned k (zip xs (map (+ 1) xs)))).0

def sums [n] (ps: [n](i64, f64)): (i64, f64) =
  if n == 0 then (0, 0) else let (a, b) = sums (tail ps) in (ps[0].0 + a, ps[0].1 + b)
entry pairs [n] (xs: [n]i64) (ys: [n]f64) = sums (zip xs ys)

type next = #stop | #go i64
def steps (at: next): i64 =
  match at
  case #stop -> 0
  case #go n ->
    1 + steps (if n == 1 then #stop else if n % 2 == 0 then #go (n / 2) else #go (3 * n + 1))
entry walk (n: i64) = steps (#go n) - 1

def both (n: i64): (i64, i64) = if n == 0 then (1, 0) else let (a, b) = both (n - 1) in (a * n, b + n)
entry through_branches (ns: []i64) = map (\n -> (both n).0) ns

def stairs (n: i64): [][?]i64 = if n == 0 then [] else [iota n] ++ stairs (n - 1)
entry ragged (n: i64) = stairs n

def deeper [n] (xs: [n]i64) (i: i64): i64 = if i == 0 then xs[0] else deeper (tail xs) (i - 1)
entry too_far (xs: []i64) (i: i64) = deeper xs i

def forever (n: i64): i64 = 1 + forever (n + 1)
entry endless (n: i64) = forever n

-- A local function may be called like a recursive one, which keeps its type.
-- ==
-- entry: hidden_recursion
-- input { 3i64 } output { 3.0f64 3i64 }
def count (n: i64): i64 = if n <= 0 then 0 else 1 + count (n - 1)
entry hidden_recursion (n: i64): (f64, i64) =
  let halves = let count (x: f64) = x * 2 in count 1.5
  in (halves, count n)
