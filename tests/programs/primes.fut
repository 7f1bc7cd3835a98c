-- Primes, factors and divisors.
def primes (n: i64): []i64 =
  let flags = loop flags = replicate (n+1) true for p in 2...n do
    if p * p <= n && flags[p]
    then scatter flags (map (\k -> p * (k + p)) (iota ((n - p*p) / p + 1))) (replicate ((n - p*p) / p + 1) false)
    else flags
  in filter (\i -> i >= 2 && flags[i]) (iota (n+1))
def factor (n: i64): []i64 =
  let (_, _, fs) = loop (m, p, fs) = (n, 2, []) while m > 1 do
    if m % p == 0 then (m / p, p, fs ++ [p]) else (m, p + 1, fs)
  in fs
-- ==
-- entry: main
-- input { 10i64 [12i64,7i64,1i64] } output { [2i64,3i64,5i64,7i64] [[2i64,2i64,3i64],[7i64],[]] [[1i64,2i64,3i64,4i64,6i64,12i64],[1i64,7i64],[1i64]] }
entry main (n: i64) (ns: []i64) =
  (primes n, map factor ns, map (\k -> filter (\d -> k % d == 0) (1...k)) ns)
