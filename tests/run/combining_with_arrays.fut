-- Combining operators that compute with arrays of their own: the values of each place are brought together and reduced.

def add (a: i64) (b: i64): i64 =
  let pair = [a, b] with [0] = a + b
  in pair[0]

-- ==
-- entry: overwriting
-- input { [0i64, 0i64] [1i64, 2i64, 3i64] } output { [2i64, 4i64] }
-- input { [10i64, 20i64] empty([0]i64) } output { [10i64, 20i64] }
-- input { empty([0]i64) [1i64, 2i64, 3i64] } output { empty([0]i64) }
entry overwriting [k] [n] (dest: [k]i64) (xs: [n]i64): [k]i64 =
  reduce_by_index (copy dest) add 0 (map (% 2) xs) xs

-- Sums of digits in base 4 without carries: a map and a reduction.
def digitwise (a: i64) (b: i64): i64 =
  i64.sum (map (\d -> ((a >> (2 * d) & 3) + (b >> (2 * d) & 3)) % 4 << (2 * d)) (iota 8))

-- ==
-- entry: mapping
-- input { 4i64 [1i64, 2i64, 3i64, 6i64, 11i64, 65535i64] } output { [0i64, 1i64, 4i64, 10i64] }
-- input { 0i64 [1i64] } output { empty([0]i64) }
entry mapping [n] (k: i64) (xs: [n]i64): [k]i64 =
  hist digitwise 0 k (map (\x -> if x > 1000 then -1 else x %% 4) xs) xs

-- ==
-- entry: many
-- input { 1000i64 7i64 } auto output
-- input { 1000i64 1i64 } auto output
-- input { 10i64 3000i64 } auto output
entry many (n: i64) (k: i64): [k]i64 =
  hist digitwise 0 k (map (\i -> i * i %% (k + 1)) (iota n)) (map (\i -> i * 7919 %% 65536) (iota n))

-- Rows of different lengths, each into an array of its own length.
-- ==
-- entry: of_rows
-- input { [3i64, 0i64, 1i64, 12i64] [2i64, 5i64, 1i64, 3i64] } auto output
-- input { empty([0]i64) empty([0]i64) } output { empty([0]i64) }
entry of_rows [n] (lengths: [n]i64) (places: [n]i64): [n]i64 =
  map2 (\len k -> let h = hist digitwise 0 k (map (% k) (iota len)) (map (* 17) (iota len))
                  in i64.sum (map2 (*) h (map (+ 1) (iota k))))
       lengths places

def gcd (a: i64) (b: i64): i64 = if b == 0 then i64.abs a else gcd b (a % b)

-- A function that calls itself, and pairs.
-- ==
-- entry: recursive
-- input { [12i64, 18i64, 30i64, 7i64, 21i64, 100i64] [0i64, 0i64, 0i64, 1i64, 1i64, 5i64] }
-- output { [6i64, 7i64, 0i64] [3i64, 2i64, 0i64] }
entry recursive (xs: []i64) (is: []i64): ([3]i64, [3]i64) =
  unzip (hist (\(a, m) (b, n) -> (gcd a b, m + n)) (0, 0) 3 is (map (\x -> (x, 1)) xs))

-- Where no neutral element is there, and where a value fails.
-- ==
-- entry: permuted
-- input { [5i64, 6i64] [1i64, 0i64, 1i64] [10i64, 20i64, 30i64] } output { [25i64, 46i64] }
entry permuted [k] [n] (dest: [k]i64) (is: [n]i64) (xs: [n]i64): [k]i64 = permute add (copy dest) is xs

-- ==
-- entry: failing
-- input { [1i64, 1i64, 1i64] [1i64, 2i64, 3i64] 7i64 } output { [0i64, 6i64] }
-- input { [1i64, 1i64, 1i64] [1i64, 2i64, 3i64] 2i64 } error: Index
entry failing (is: []i64) (xs: []i64) (len: i64): [2]i64 =
  hist (\a b -> let t = replicate len a in t[b] + (t with [0] = b)[0]) 0 2 is xs

-- Branches and loops of operators that carry arrays.
-- ==
-- entry: carried
-- input { [1i64, 2i64, 3i64, 8i64] } output { [8i64, 3i64] [10i64, 4i64] }
-- input { empty([0]i64) } output { [0i64, 0i64] [0i64, 0i64] }
entry carried [n] (xs: [n]i64): ([2]i64, [2]i64) =
  let is = map (% 2) xs
  in (hist (\a b -> (if a > b then [a, b] else [b, a])[0]) 0 2 is xs,
      hist (\a b -> (loop s = [a, b] for _i < 2 do [s[1], s[0]])[0] + b) 0 2 is xs)
