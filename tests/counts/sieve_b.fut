-- The sieve with the prelude's expansion, and with a comprehension.

def strike (primes: []i64) (bound: i64): []bool =
  let multiples = expand (\p -> bound / p - 1) (\p j -> (j + 2) * p) primes
  in scatter (map (>= 2) (iota (bound + 1))) multiples (map (const false) multiples)

entry round_expand (primes: []i64) (bound: i64): []bool = strike primes bound

entry round_comprehension (primes: []i64) (bound: i64): []bool =
  let multiples = [ p * m | p <- primes, m <- 2...bound / p ]
  in scatter (replicate (bound + 1) true) multiples (map (const false) multiples)

entry sieve_expand (n: i64): []i64 =
  let (primes, _) =
    loop (primes, known) = ([2], 2) while known < n do
      let bound = i64.min n (known * known)
      in (filter (\i -> i >= 2) (map2 (\i p -> if p then i else 0) (iota (bound + 1)) (strike primes bound)), bound)
  in filter (<= n) primes

def small (n: i64): []i64 = filter (\i -> i >= 2 && i * i <= n && all (\d -> i % d != 0) (2..<i)) (iota 40)
entry round_expand_data (n: i64): ([]i64, i64) = (small n, n)
entry round_comprehension_data (n: i64): ([]i64, i64) = (small n, n)
entry sieve_expand_data (n: i64): i64 = n

-- The cases below are written by oracle.py.

-- ==
-- entry: round_expand
-- input { empty([0]i64) 3i64 }
-- output { [false, false, true, true] }
-- input { [2i64] 4i64 }
-- output { [false, false, true, true, false] }
-- input { [2i64, 3i64, 5i64] 29i64 }
-- output { [false, false, true, true, false, true, false, true, false, false, false, true, false, true, false, false, false, true, false, true, false, false, false, true, false, false, false, false, false, true] }
-- input { [7i64, 3i64] 20i64 }
-- output { [false, false, true, true, true, true, false, true, true, false, true, true, false, true, false, false, true, true, false, true, true] }

-- ==
-- entry: round_comprehension
-- input { empty([0]i64) 3i64 }
-- output { [true, true, true, true] }
-- input { [2i64] 4i64 }
-- output { [true, true, true, true, false] }
-- input { [2i64, 3i64, 5i64] 29i64 }
-- output { [true, true, true, true, false, true, false, true, false, false, false, true, false, true, false, false, false, true, false, true, false, false, false, true, false, false, false, false, false, true] }
-- input { [7i64, 3i64] 20i64 }
-- output { [true, true, true, true, true, true, false, true, true, false, true, true, false, true, false, false, true, true, false, true, true] }

-- ==
-- entry: sieve_expand
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
