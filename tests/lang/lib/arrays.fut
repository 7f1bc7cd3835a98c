-- What a library of arrays has: nothing here knows of irregular arrays.

def enumerate 'a [n] (xs: [n]a): [n](i64, a) = zip (iota n) xs
def chunks 'a [n] (k: i64) (xs: [n]a): [][?]a = map (\i -> xs[i*k : i64.min n ((i+1)*k)]) (iota ((n + k - 1) / k))
def windows 'a [n] (k: i64) (xs: [n]a): [][k]a = map (\i -> xs[i:i+k] :> [k]a) (iota (i64.max 0 (n - k + 1)))
def cartesian 'a 'b [n] [m] (xs: [n]a) (ys: [m]b): [n][m](a, b) = map (\x -> map (\y -> (x, y)) ys) xs
def find 'a [n] (p: a -> bool) (d: a) (xs: [n]a): a = let ys = filter p xs in if null ys then d else ys[0]
def argmax 'a [n] (f: a -> i64) (xs: [n]a): i64 =
  (reduce (\(i, x) (j, y) -> if x > y || x == y && i < j then (i, x) else (j, y)) (n, i64.lowest) (zip (iota n) (map f xs))).0
def gather 'a [n] [m] (xs: [n]a) (is: [m]i64): [m]a = map (\i -> xs[i]) is
def split_on 'a [n] (p: a -> bool) (xs: [n]a): [][?]a =
  let cuts = filter (\i -> p xs[i]) (iota n)
  let k = length cuts
  in map (\j -> let lo = if j == 0 then 0 else cuts[j-1] + 1
                let hi = if j == k then n else cuts[j]
                in xs[lo:hi]) (iota (k + 1))
def runs 'a [n] (eq: a -> a -> bool) (xs: [n]a): [][?]a =
  let starts = filter (\i -> i == 0 || !(eq xs[i-1] xs[i])) (iota n)
  let m = length starts
  in map (\j -> xs[starts[j] : if j == m - 1 then n else starts[j+1]]) (iota m)
def intersperse 'a [n] (s: a) (xs: [n]a): []a = if n == 0 then [] else init (flatten (map (\x -> [x, s]) xs))
def scanl 'a 'b [n] (f: b -> a -> b) (z: b) (xs: [n]a): [n]b =
  let (_, r) = loop (acc, out) = (z, replicate n z) for i < n do let acc = f acc xs[i] in (acc, out with [i] = acc) in r
def swap_pairs 'a [n] (xs: [n]a): [n]a = map (\i -> if i % 2 == 0 then (if i + 1 < n then xs[i+1] else xs[i]) else xs[i-1]) (iota n)
def isort 'a [n] (le: a -> a -> bool) (xs: [n]a): [n]a =
  loop xs = copy xs for i in 1..<i64.max 1 n do
    let j = loop j = i while j > 0 && !(le xs[j-1] xs[i]) do j - 1
    in xs[:j] ++ [xs[i]] ++ xs[j:i] ++ xs[i+1:] :> [n]a
def unique 'a [n] (eq: a -> a -> bool) (xs: [n]a): []a =
  map (.1) (filter (\(i, x) -> all (\j -> !(eq xs[j] x)) (iota i)) (enumerate xs))
def zip_longest 'a [n] [m] (d: a) (xs: [n]a) (ys: [m]a): [](a, a) =
  map (\i -> (if i < n then xs[i] else d, if i < m then ys[i] else d)) (iota (i64.max n m))
def merge_by 'a [n] [m] (le: a -> a -> bool) (xs: [n]a) (ys: [m]a): []a =
  let (_, _, r) = loop (i, j, r) = (0, 0, []) while i < n || j < m do
    if j == m || i < n && le xs[i] ys[j] then (i + 1, j, r ++ [xs[i]]) else (i, j + 1, r ++ [ys[j]])
  in r
