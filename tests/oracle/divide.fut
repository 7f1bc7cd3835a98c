-- Divide and conquer over irregular values.

-- Quickhull: the points of a hull in order.
def cross (o: (i64, i64)) (a: (i64, i64)) (b: (i64, i64)): i64 =
  (a.0 - o.0) * (b.1 - o.1) - (a.1 - o.1) * (b.0 - o.0)
def hsplit (ps: [](i64, i64)) (a: (i64, i64)) (b: (i64, i64)): [](i64, i64) =
  let above = [ (p, c) | p <- ps, let c = cross a b p, c > 0 ]
  in if null above then [a]
     else let (m, _) = reduce (\(p, c) (q, d) -> if c > d || c == d && (p.0 < q.0 || p.0 == q.0 && p.1 <= q.1) then (p, c) else (q, d))
                              above[0] above
          let rest = map (.0) above
          in hsplit rest a m ++ hsplit rest m b
entry hull [n] (xs: [n]i64) (ys: [n]i64): [](i64, i64) =
  let ps = [ (x, y) | (x <- xs | y <- ys), order by (x, y) ]
  in if n < 2 then ps
     else let (a, b) = (head ps, last ps)
          in if a == b then [a] else hsplit ps a b ++ hsplit ps b a

-- Quicksort as in NESL: the three parts are rows of one array.
def nesl_sort (xs: []i64): []i64 =
  if length xs < 2 then xs
  else let pivot = xs[length xs / 2]
       let parts = [filter (< pivot) xs, filter (> pivot) xs]
       let sorted = map nesl_sort parts
       in sorted[0] ++ filter (== pivot) xs ++ sorted[1]
entry sorted_by_parts (xs: []i64): []i64 = nesl_sort xs

-- A tree in arrays, built by splitting cells until they hold few bodies (Barnes and Hut): sizes of leaves and masses.
def tree_of (lo: i64) (hi: i64) (bodies: [](i64, i64)): [](i64, i64, i64, i64) =
  let mass = i64.sum (map (.1) bodies)
  in if length bodies <= 2 || hi - lo <= 1 then [(lo, hi, length bodies, mass)]
     else let mid = (lo + hi) / 2
          let (left, right) = partition (\(x, _) -> x < mid) bodies
          in [(lo, hi, -1, mass)] ++ tree_of lo mid left ++ tree_of mid hi right
entry trees [n] (xss: [n][?](i64, i64)): [n][?](i64, i64, i64, i64) = map (tree_of 0 16) xss

-- Primes as in NESL: a recursive sieve.
def primes_to (n: i64): []i64 =
  if n < 2 then []
  else let small = primes_to (i64.f64 (f64.sqrt (f64.i64 n)))
       let composites = flatten [ map (* p) (2...n / p) | p <- small ]
       let flags = scatter (replicate (n + 1) true) composites (map (const false) composites)
       in [ i | i <- 2...n, flags[i] ]
entry primes (n: i64): []i64 = primes_to n

-- Permutations, as a comprehension over rows.
def perms (xs: []i64): [][?]i64 =
  if null xs then [[]]
  else [ [xs[i]] ++ p | i <- indices xs, p <- perms (xs[:i] ++ xs[i + 1:]) ]
entry permutations (n: i64): [][?]i64 = perms (iota n)

-- The cases below are written by oracle.py.

-- ==
-- entry: hull
-- input { empty([0]i64) empty([0]i64) }
-- output { empty([0]i64) empty([0]i64) }
-- input { [1i64, 0i64, 0i64] [1i64, 0i64, 0i64] }
-- output { [0i64, 1i64] [0i64, 1i64] }
-- input { [1i64, 5i64, 6i64, 2i64, 4i64, 5i64, 5i64] [5i64, 1i64, 1i64, 4i64, 1i64, 6i64, 1i64] }
-- output { [1i64, 5i64, 6i64, 4i64] [5i64, 6i64, 1i64, 1i64] }
-- input { [6i64, 5i64, 6i64, 5i64, 3i64, 1i64] [3i64, 6i64, 1i64, 4i64, 4i64, 6i64] }
-- output { [1i64, 5i64, 6i64, 6i64] [6i64, 6i64, 3i64, 1i64] }
-- input { [1i64, 2i64, 3i64] [5i64, 5i64, 0i64] }
-- output { [1i64, 2i64, 3i64] [5i64, 5i64, 0i64] }
-- input { [4i64, 6i64, 4i64, 5i64, 2i64, 3i64, 2i64] [2i64, 4i64, 6i64, 6i64, 6i64, 0i64, 1i64] }
-- output { [2i64, 2i64, 5i64, 6i64, 3i64] [1i64, 6i64, 6i64, 4i64, 0i64] }
-- input { [6i64, 2i64, 3i64, 4i64] [3i64, 2i64, 2i64, 2i64] }
-- output { [2i64, 6i64, 4i64] [2i64, 3i64, 2i64] }
-- input { [5i64, 6i64, 0i64, 2i64, 1i64, 2i64, 5i64, 6i64, 1i64] [1i64, 4i64, 6i64, 6i64, 0i64, 6i64, 3i64, 0i64, 2i64] }
-- output { [0i64, 2i64, 6i64, 6i64, 1i64] [6i64, 6i64, 4i64, 0i64, 0i64] }

-- ==
-- entry: sorted_by_parts
-- input { [-8i64, 9i64, 8i64, 5i64] }
-- output { [-8i64, 5i64, 8i64, 9i64] }
-- input { [-9i64, -4i64, -1i64, 8i64, 0i64, -1i64, -7i64, -9i64, 3i64, -5i64, -4i64, 4i64] }
-- output { [-9i64, -9i64, -7i64, -5i64, -4i64, -4i64, -1i64, -1i64, 0i64, 3i64, 4i64, 8i64] }
-- input { [-6i64, 7i64, -9i64, -8i64, 5i64, -8i64, 9i64, 7i64] }
-- output { [-9i64, -8i64, -8i64, -6i64, 5i64, 7i64, 7i64, 9i64] }
-- input { [2i64, -8i64, 3i64, -7i64, 2i64, 8i64, 3i64, 0i64, 3i64, 8i64] }
-- output { [-8i64, -7i64, 0i64, 2i64, 2i64, 3i64, 3i64, 3i64, 8i64, 8i64] }
-- input { [-1i64, 8i64, 6i64, 9i64, 3i64, 2i64, 0i64] }
-- output { [-1i64, 0i64, 2i64, 3i64, 6i64, 8i64, 9i64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) }
-- input { [-4i64, -1i64, 8i64, -4i64, -4i64, 9i64, -1i64, 2i64] }
-- output { [-4i64, -4i64, -4i64, -1i64, -1i64, 2i64, 8i64, 9i64] }
-- input { [-1i64, 9i64, -3i64, 6i64, -3i64, 8i64, 4i64, 4i64, 7i64, 8i64, 6i64] }
-- output { [-3i64, -3i64, -1i64, 4i64, 4i64, 6i64, 6i64, 7i64, 8i64, 8i64, 9i64] }

-- ==
-- entry: trees
-- input { empty([0][?]i64) empty([0][?]i64) }
-- output { empty([0][?]i64) empty([0][?]i64) empty([0][?]i64) empty([0][?]i64) }
-- input { [empty([0]i64)] [empty([0]i64)] }
-- output { [[0i64]] [[16i64]] [[0i64]] [[0i64]] }
-- input { [[6i64], [2i64, 11i64]] [[3i64], [1i64, 1i64]] }
-- output { [[0i64], [0i64]] [[16i64], [16i64]] [[1i64], [2i64]] [[3i64], [2i64]] }
-- input { [[7i64, 9i64, 5i64], [13i64, 14i64]] [[5i64, 4i64, 2i64], [2i64, 5i64]] }
-- output { [[0i64, 0i64, 8i64], [0i64]] [[16i64, 8i64, 16i64], [16i64]] [[-1i64, 2i64, 1i64], [2i64]] [[11i64, 7i64, 4i64], [7i64]] }
-- input { [[13i64], empty([0]i64), [0i64, 3i64, 12i64], [4i64, 3i64, 15i64]] [[4i64], empty([0]i64), [2i64, 5i64, 1i64], [5i64, 4i64, 1i64]] }
-- output { [[0i64], [0i64], [0i64, 0i64, 8i64], [0i64, 0i64, 8i64]] [[16i64], [16i64], [16i64, 8i64, 16i64], [16i64, 8i64, 16i64]] [[1i64], [0i64], [-1i64, 2i64, 1i64], [-1i64, 2i64, 1i64]] [[4i64], [0i64], [8i64, 7i64, 1i64], [10i64, 9i64, 1i64]] }
-- input { [[1i64], empty([0]i64), empty([0]i64), [7i64], [3i64]] [[2i64], empty([0]i64), empty([0]i64), [2i64], [5i64]] }
-- output { [[0i64], [0i64], [0i64], [0i64], [0i64]] [[16i64], [16i64], [16i64], [16i64], [16i64]] [[1i64], [0i64], [0i64], [1i64], [1i64]] [[2i64], [0i64], [0i64], [2i64], [5i64]] }
-- input { [empty([0]i64), empty([0]i64), [14i64], [4i64, 4i64, 0i64]] [empty([0]i64), empty([0]i64), [4i64], [1i64, 4i64, 3i64]] }
-- output { [[0i64], [0i64], [0i64], [0i64, 0i64, 0i64, 4i64, 8i64]] [[16i64], [16i64], [16i64], [16i64, 8i64, 4i64, 8i64, 16i64]] [[0i64], [0i64], [1i64], [-1i64, -1i64, 1i64, 2i64, 0i64]] [[0i64], [0i64], [4i64], [8i64, 8i64, 3i64, 5i64, 0i64]] }
-- input { [[1i64], [8i64, 8i64, 8i64], empty([0]i64), empty([0]i64), [7i64], [9i64]] [[5i64], [1i64, 4i64, 5i64], empty([0]i64), empty([0]i64), [3i64], [2i64]] }
-- output { [[0i64], [0i64, 0i64, 8i64, 8i64, 8i64, 8i64, 9i64, 10i64, 12i64], [0i64], [0i64], [0i64], [0i64]] [[16i64], [16i64, 8i64, 16i64, 12i64, 10i64, 9i64, 10i64, 12i64, 16i64], [16i64], [16i64], [16i64], [16i64]] [[1i64], [-1i64, 0i64, -1i64, -1i64, -1i64, 3i64, 0i64, 0i64, 0i64], [0i64], [0i64], [1i64], [1i64]] [[5i64], [10i64, 0i64, 10i64, 10i64, 10i64, 10i64, 0i64, 0i64, 0i64], [0i64], [0i64], [3i64], [2i64]] }

-- ==
-- entry: permutations
-- input { 2i64 }
-- output { [[0i64, 1i64], [1i64, 0i64]] }
-- input { 0i64 }
-- output { [empty([0]i64)] }
-- input { 4i64 }
-- output { [[0i64, 1i64, 2i64, 3i64], [0i64, 1i64, 3i64, 2i64], [0i64, 2i64, 1i64, 3i64], [0i64, 2i64, 3i64, 1i64], [0i64, 3i64, 1i64, 2i64], [0i64, 3i64, 2i64, 1i64], [1i64, 0i64, 2i64, 3i64], [1i64, 0i64, 3i64, 2i64], [1i64, 2i64, 0i64, 3i64], [1i64, 2i64, 3i64, 0i64], [1i64, 3i64, 0i64, 2i64], [1i64, 3i64, 2i64, 0i64], [2i64, 0i64, 1i64, 3i64], [2i64, 0i64, 3i64, 1i64], [2i64, 1i64, 0i64, 3i64], [2i64, 1i64, 3i64, 0i64], [2i64, 3i64, 0i64, 1i64], [2i64, 3i64, 1i64, 0i64], [3i64, 0i64, 1i64, 2i64], [3i64, 0i64, 2i64, 1i64], [3i64, 1i64, 0i64, 2i64], [3i64, 1i64, 2i64, 0i64], [3i64, 2i64, 0i64, 1i64], [3i64, 2i64, 1i64, 0i64]] }
-- input { 3i64 }
-- output { [[0i64, 1i64, 2i64], [0i64, 2i64, 1i64], [1i64, 0i64, 2i64], [1i64, 2i64, 0i64], [2i64, 0i64, 1i64], [2i64, 1i64, 0i64]] }

-- ==
-- entry: primes
-- input { 12i64 }
-- output { [2i64, 3i64, 5i64, 7i64, 11i64] }
-- input { 56i64 }
-- output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64, 31i64, 37i64, 41i64, 43i64, 47i64, 53i64] }
-- input { 66i64 }
-- output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64, 31i64, 37i64, 41i64, 43i64, 47i64, 53i64, 59i64, 61i64] }
-- input { 35i64 }
-- output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64, 31i64] }
-- input { 1i64 }
-- output { empty([0]i64) }
-- input { 93i64 }
-- output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64, 31i64, 37i64, 41i64, 43i64, 47i64, 53i64, 59i64, 61i64, 67i64, 71i64, 73i64, 79i64, 83i64, 89i64] }
-- input { 94i64 }
-- output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64, 31i64, 37i64, 41i64, 43i64, 47i64, 53i64, 59i64, 61i64, 67i64, 71i64, 73i64, 79i64, 83i64, 89i64] }
-- input { 17i64 }
-- output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64] }
