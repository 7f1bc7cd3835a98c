-- Calls of one recursive function that do not wait for each other are made at once, over the rows of them all.

def qs (xs: []i64): []i64 =
  if length xs <= 1 then copy xs else
  let p = xs[length xs / 2]
  in qs (filter (< p) xs) ++ filter (== p) xs ++ qs (filter (> p) xs)

-- ==
-- entry: sorted
-- input { [[3i64, 1i64, 2i64], empty([0]i64), [5i64], [9i64, 8i64, 7i64, 6i64, 5i64, 4i64, 3i64, 2i64, 1i64, 1i64]] } auto output
-- input { empty([0][0]i64) } auto output
entry sorted [n] (xss: [n][?]i64): [n][?]i64 = map qs xss

-- ==
-- entry: sorted_alone made_sorted
-- input { 0i64 } auto output
-- input { 1i64 } auto output
-- input { 300i64 } auto output
entry sorted_alone (n: i64) = qs (tabulate n (\i -> i * 7919 % 101))
-- Many short rows, empty ones, and a long one.
entry made_sorted (n: i64) = map qs (tabulate n (\i -> tabulate (if i == n / 3 then n else i % 5) (\j -> (i + j * 7919) % 101)))

-- Three at once, two of which give something that is used in between; arrays and scalars of other types beside each other.
def parts (xs: []i32) (bit: i32) (w: f64): ([]i32, f64) =
  if bit < 0 || null xs then (copy xs, w * f64.i64 (length xs)) else
  let (a, u) = parts (filter (\x -> (x >> bit) & 3 == 0) xs) (bit - 2) (w + 1)
  let k = length a
  let (b, v) = parts (filter (\x -> (x >> bit) & 3 == 1) xs) (bit - 2) (w * 2)
  let (c, t) = parts (filter (\x -> (x >> bit) & 3 > 1) xs) (bit - 2) 0.5
  in (c ++ a ++ b, u + v + t + f64.i64 k)

-- In maps of maps: the rows of all of them are called for at once, and go back to their places.
-- ==
-- entry: parted
-- input { [[[3i32, 1i32, 2i32], empty([0]i32)], empty([0][0]i32), [[5i32, 9i32, 22i32, 17i32, 4i32], [63i32, 62i32, 1i32], [7i32]]] }
-- auto output
entry parted (xsss: [](?[k].[k][?]i32)) = map (map (\xs -> parts xs 4 1.0)) xsss

-- Rows of matrices, whose sizes vary with the call.
def halves [n] [m] (xss: [n][m]i64): i64 =
  if n <= 1 then i64.sum (flatten xss) else
  let h = n / 2
  in halves (map (map (+ 1)) xss[:h]) * 3 + halves (map reverse xss[h:]) * 5 % 1000003

-- ==
-- entry: halved halved_alone
-- input { 0i64 3i64 } auto output
-- input { 1i64 0i64 } auto output
-- input { 13i64 4i64 } auto output
entry halved_alone (n: i64) (m: i64) = halves (tabulate_2d n m (\i j -> i * j))
entry halved (n: i64) (m: i64) = map (\k -> halves (tabulate_2d k (k % (m + 1)) (\i j -> i * j))) (iota n)

-- A tree that all rows share is passed on and not copied; another one is made at every call.
def sums [n] (tree: [n]i64) (lo: i64) (hi: i64) (found: []i64): []i64 =
  if hi - lo <= 2 then map (\x -> x * x + i64.sum found) tree[lo:hi] else
  let mid = lo + (hi - lo) / 3 + 1
  let a = sums tree lo mid found
  let b = sums tree mid hi (map (+ mid) found)
  in [i64.sum a + i64.sum b] ++ a ++ b

-- ==
-- entry: trees
-- input { [1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64] [9i64, 0i64, 3i64, 7i64] } auto output
-- input { [1i64] empty([0]i64) } auto output
entry trees [n] (tree: [n]i64) (his: []i64) = map (\hi -> sums tree 0 hi [hi, 1]) his
-- ==
-- entry: tree_alone
-- input { [1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64] } auto output
-- input { empty([0]i64) } auto output
entry tree_alone [n] (tree: [n]i64) = sums tree 0 n [7]

-- Different trees beside each other.
-- ==
-- entry: two_trees
-- input { [1i64, 2i64, 3i64, 4i64] [5i64, 6i64, 7i64] [4i64, 1i64] } auto output
entry two_trees [n] [m] (one: [n]i64) (other: [m]i64) (his: []i64) =
  map (\hi -> let a = sums one 0 hi [1] let b = sums other 0 (hi - 1) [2] in i64.sum a + i64.sum b) his

-- A call that waits for another one, and one that a check stands in front of.
def waits (xs: []i64) (k: i64): []i64 =
  if k == 0 || null xs then map (+ k) xs else
  let a = waits xs[1:] (k - 1)
  let b = waits (map (* 2) a) (k - 2 + k % 2)
  let c = assert (length b < 6) (waits xs[:length xs / 2] (k - 1))
  in a ++ c

-- ==
-- entry: waiting
-- input { [[1i64, 2i64, 3i64], [4i64], empty([0]i64)] 3i64 } auto output
-- input { [[1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64]] 1i64 } error: joined_calls.fut
entry waiting [n] (xss: [n][?]i64) (k: i64) = map (\xs -> waits xs k) xss

-- What calls are given is used again behind them.
def again (xs: []i64): []i64 =
  if length xs <= 1 then copy xs else
  let h = length xs / 2
  let (a, b) = (xs[:h], xs[h:])
  let r = again a
  let s = again b
  in r ++ [i64.sum s] ++ a ++ map (+ 1) b ++ a

-- ==
-- entry: used_again used_again_alone
-- input { [5i64, 1i64, 2i64, 9i64, 4i64] } auto output
-- input { [5i64] } auto output
entry used_again_alone (xs: []i64) = again xs
entry used_again (xs: []i64) = map (\k -> map (\m -> again (map (+ (k + m)) xs)) (iota k)) (iota 3)

-- What calls give is overwritten, and carried through loops.
def updated (xs: []i64) (k: i64): []i64 =
  if k <= 0 || length xs < 2 then copy xs else
  let a = updated xs[1:] (k - 1)
  let b = updated xs[:length xs - 1] (k - 2)
  let a = copy a with [0] = k + a[0]
  let b = loop b = copy b for i < length b do b with [i] = b[i] * 2 + k
  in a with [length a - 1] = i64.sum b

def in_rounds (xs: []i64) (k: i64): i64 =
  if k <= 0 || null xs then i64.sum xs else
  loop s = 0 for i < k do s + in_rounds xs[i % length xs:] (k - 2) - in_rounds (map (+ i) xs) (k - 3)

-- ==
-- entry: overwritten overwritten_alone rounds rounds_alone
-- input { [5i64, 1i64, 2i64, 9i64, 4i64] 4i64 } auto output
-- input { [5i64] 2i64 } auto output
-- input { empty([0]i64) 3i64 } auto output
entry overwritten_alone (xs: []i64) (k: i64) = updated xs k
entry overwritten (xs: []i64) (k: i64) = map (\i -> updated xs[:i] k) (iota (length xs))
entry rounds_alone (xs: []i64) (k: i64) = in_rounds xs k
entry rounds (xs: []i64) (k: i64) = map (\i -> in_rounds xs[:i] (k + i % 2)) (iota (length xs))

-- A failure names the call that it happened in.
def divided (xs: []i64): []i64 =
  if length xs <= 1 then map (\x -> 100 / x) xs else
  let h = length xs / 2
  in divided xs[:h] ++ divided xs[h:]

-- ==
-- entry: failing
-- input { [[1i64, 2i64], [3i64, 4i64, 0i64, 7i64], empty([0]i64)] }
-- error: division by zero \(row 1, 0\), called at .*:136:6, called at .*:136:24, called at .*:144:
-- input { [[1i64, 2i64], [3i64, 4i64, 5i64, 0i64], empty([0]i64)] }
-- error: division by zero \(row 1, 0\), called at .*:136:24, called at .*:144:
entry failing [n] (xss: [n][?]i64) = map divided xss
-- ==
-- entry: failing_alone
-- input { [1i64, 0i64, 3i64] } error: division by zero \(row 0\), called at .*:136:6, called at .*:136:24, called at .*:148:
entry failing_alone (xs: []i64) = divided xs
