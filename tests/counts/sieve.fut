-- The sieve of Eratosthenes in rounds: the primes up to n strike out their multiples up to n * n. The expansion of primes to
-- multiples is written out.

def strike [k] (flags: [k]bool) (bound: i64): []bool =
  let primes = filter (\i -> flags[i]) (iota k)
  let sizes = map (\p -> bound / p - 1) primes
  let ends = scan (+) 0 sizes
  let total = if null ends then 0 else last ends
  let starts = map2 (-) ends sizes
  let marks = reduce_by_index (replicate total 0) i64.max 0 starts (indices primes)
  let sources = scan i64.max 0 marks
  let multiples = map2 (\t r -> (t - starts[r] + 2) * primes[r]) (iota total) sources
  let fresh = replicate (bound + 1) true with [0] = false with [1] = false
  in scatter fresh multiples (replicate total false)

-- One round: flags of the numbers below k, and how far to go.
entry round [k] (flags: [k]bool) (bound: i64): []bool = strike flags bound

-- The primes up to n.
entry sieve (n: i64): []i64 =
  let (flags, _) =
    loop (flags, known) = ([false, false, true], 2) while known < n do
      let bound = i64.min n (known * known)
      in (strike flags bound, bound)
  in filter (\i -> i <= n && flags[i]) (indices flags)

entry round_data (n: i64): ([]bool, i64) =
  let k = 1 + i64.f64 (f64.sqrt (f64.i64 (n + 4)))
  in (map (\i -> i >= 2 && all (\d -> i % d != 0) (2..<i)) (iota (k + 1)), n + 4)
entry sieve_data (n: i64): i64 = n

-- The cases below are written by oracle.py.

-- ==
-- entry: round
-- input { [false, false] 1i64 }
-- output { [false, false] }
-- input { [false, false, true] 4i64 }
-- output { [false, false, true, true, false] }
-- input { [false, false, true, true, false, true] 29i64 }
-- output { [false, false, true, true, false, true, false, true, false, false, false, true, false, true, false, false, false, true, false, true, false, false, false, true, false, false, false, false, false, true] }
-- input { [false, false, false, true, false] 20i64 }
-- output { [false, false, true, true, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true] }

-- ==
-- entry: sieve
-- input { 0i64 }
-- output { empty([0]i64) }
-- input { 1i64 }
-- output { empty([0]i64) }
-- input { 2i64 }
-- output { [2i64] }
-- input { 10i64 }
-- output { [2i64, 3i64, 5i64, 7i64] }
-- input { 100i64 }
-- output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64, 31i64, 37i64, 41i64, 43i64, 47i64, 53i64, 59i64, 61i64, 67i64, 71i64, 73i64, 79i64, 83i64, 89i64, 97i64] }
