-- Reductions and scans of rows whose operators are no maps: compared with loops that go from element to element.
-- What is combined are rows of sizes that only the input knows; `small_arrays.fut` has rows whose sizes are in the program.
def modulus: i64 = 1009
def times [k] (a: [k][k]i64) (b: [k][k]i64): [k][k]i64 =
  map (\r -> map (\c -> i64.sum (map2 (*) r c) % modulus) (transpose b)) a
def one (k: i64): [k][k]i64 = tabulate_2d k k (\r c -> i64.bool (r == c))
def matrix (k: i64) (i: i64): [k][k]i64 = tabulate_2d k k (\r c -> (i * (r + 2 * c + 1) + 3 * r + c) % 11)
def matrices (n: i64) (k: i64): [n][k][k]i64 = tabulate n (matrix k)

-- Results in order: the whole, and the running ones.
def in_order [n] [k] (xs: [n][k][k]i64): ([k][k]i64, [n][k][k]i64) =
  loop (acc: [k][k]i64, all: *[n][k][k]i64) = (one k, copy xs) for i < n do
    let acc = times acc xs[i]
    in (acc, all with [i] = acc)

def equal [k] (a: [k][k]i64) (b: [k][k]i64): bool = and (map2 (\r s -> and (map2 (==) r s)) a b)
def agrees (n: i64) (k: i64): bool =
  let xs = matrices n k
  let (whole, running) = in_order xs
  in equal whole (reduce times (one k) xs) && and (map2 equal running (scan times (one k) xs))

-- Around the sizes of groups.
-- ==
-- entry: agree
-- input { 0i64 2i64 } output { true }
-- input { 70i64 2i64 } output { true }
-- input { 40i64 3i64 } output { true }
-- input { 20i64 0i64 } output { true }
entry agree (n: i64) (k: i64): bool = loop ok = true for i < n do ok && agrees i k

-- ==
-- entry: agree_large
-- input { 255i64 2i64 } output { true }
-- input { 256i64 2i64 } output { true }
-- input { 257i64 3i64 } output { true }
-- input { 1000i64 2i64 } output { true }
-- input { 5001i64 2i64 } output { true }
entry agree_large (n: i64) (k: i64): bool = agrees n k

-- Of every row of a ragged array, and of one whose rows are equally long.
-- ==
-- entry: agree_inside
-- input { 0i64 2i64 } output { true }
-- input { 1i64 2i64 } output { true }
-- input { 40i64 2i64 } output { true }
entry agree_inside (n: i64) (k: i64): bool =
  let sizes = map (\i -> (i * 13) % 37) (iota n)
  let wholes = map (\m -> reduce times (one k) (matrices m k)) sizes
  let runs: [n][?][k][k]i64 = map (\m -> scan times (one k) (matrices m k)) sizes
  let fixed = map (\i -> reduce times (one k) (map (\j -> matrix k (i + j)) (iota 20))) (iota n)
  in and (map2 (\m whole -> equal whole (in_order (matrices m k)).0) sizes wholes)
     && and (map (\run -> let m = length run in and (map2 equal run (in_order (matrices m k)).1)) runs)
     && and (map2 (\i x -> equal x (in_order (map (\j -> matrix k (i + j)) (iota 20))).0) (iota n) fixed)

-- A number beside a row: the first row with the smallest number, and how many there were.
-- ==
-- entry: nearest
-- input { [3i64, 1i64, 2i64, 1i64] [[1i64, 2i64], [3i64, 4i64], [5i64, 6i64], [7i64, 8i64]] } output { 1i64 4i64 [3i64, 4i64] }
-- input { [5i64] [[1i64, 2i64]] } output { 5i64 1i64 [1i64, 2i64] }
-- input { empty([0]i64) empty([0][2]i64) } output { 9223372036854775807i64 0i64 [-1i64, -1i64] }
entry nearest [n] [k] (ds: [n]i64) (ps: [n][k]i64): (i64, i64, [k]i64) =
  reduce (\(d, c, p) (e, l, q) -> (i64.min d e, c + l, if d <= e then p else q))
         (i64.highest, 0, replicate k (-1))
         (zip3 ds (replicate n 1) ps)

-- Rows of a size that only the program knows, combined by a loop.
-- ==
-- entry: loops
-- input { 0i64 3i64 } output { [0i64, 0i64, 0i64] 0i64 }
-- input { 1i64 2i64 } output { [0i64, 1i64] 1i64 }
-- input { 100i64 3i64 } output { [295i64, 297i64, 299i64] 45043i64 }
-- input { 1000i64 0i64 } output { empty([0]i64) 0i64 }
entry loops (n: i64) (m: i64): ([m]i64, i64) =
  let plus (xs: [m]i64) (ys: [m]i64): [m]i64 =
    loop r = copy xs for i < m do r with [i] = xs[i] + ys[i]
  let rows = tabulate n (\i -> tabulate m (\j -> (i + j) % 7))
  in (reduce plus (replicate m 0) rows, i64.sum (flatten (scan plus (replicate m 0) rows)))

-- Operators that are several maps, that read an array from outside, and that begin with different numbers.
-- ==
-- entry: maps
-- input { [[1i64, 5i64, 3i64], [4i64, 2i64, 6i64]] [10i64, 20i64, 30i64] }
-- output { [1i64, 2i64, 3i64] [4i64, 5i64, 6i64] [15i64, 27i64, 39i64] [1i64, 6i64, 9i64] }
-- input { empty([0][3]i64) [1i64, 2i64, 3i64] }
-- output { [100i64, 200i64, 300i64] [-100i64, -200i64, -300i64] [0i64, 0i64, 0i64] [1i64, 2i64, 3i64] }
entry maps [n] [k] (xss: [n][k]i64) (ws: [k]i64): ([k]i64, [k]i64, [k]i64, [k]i64) =
  let bound = map (\i -> 100 + 100 * i) (iota k)
  let (lo, hi) =
    reduce (\(a, b) (c, d) -> (map2 i64.min a c, map2 i64.max b d))
           (bound, map i64.neg bound)
           (zip xss xss)
  let weighed =
    reduce (map3 (\w x y -> if x == 0 then y else if y == 0 then x else x + y + w) ws) (replicate k 0) xss
  in (lo, hi, weighed, reduce (map2 i64.max) (map (+ 1) (iota k)) (if n == 0 then xss else [map (\i -> 3 * i + 3 * i64.min i 1) (iota k)]))

-- An operator that is a map over one row and reads all of the other, from a neutral row of equal numbers.
-- ==
-- entry: whole_rows
-- input { [[1i64, 2i64], [3i64, 4i64]] } output { [0i64, 0i64] }
-- input { empty([0][2]i64) } output { [0i64, 0i64] }
entry whole_rows [n] [k] (xss: [n][k]i64): [k]i64 =
  reduce (\a b -> map (\x -> x * i64.sum b) a) (replicate k 0) xss

-- Rows that are combined where an index says, by an operator that is no map: the nearest of each place, products of matrices. Some
-- indices are outside, and one place gets nothing.
-- ==
-- entry: by_index
-- input { [3i64, 1i64, 2i64, 1i64, 0i64] [0i64, 0i64, 2i64, 2i64, 7i64] 2i64 }
-- output { [[1i64, 1i64], [50i64, -1i64], [1i64, 3i64]] [[[1i64, 4i64], [4i64, 17i64]], [[1i64, 0i64], [0i64, 1i64]], [[1i64, 3i64], [3i64, 10i64]]] }
-- input { [3i64] [-1i64] 2i64 }
-- output { [[50i64, -1i64], [50i64, -1i64], [50i64, -1i64]] [[[1i64, 0i64], [0i64, 1i64]], [[1i64, 0i64], [0i64, 1i64]], [[1i64, 0i64], [0i64, 1i64]]] }
-- input { empty([0]i64) empty([0]i64) 2i64 }
-- output { [[50i64, -1i64], [50i64, -1i64], [50i64, -1i64]] [[[1i64, 0i64], [0i64, 1i64]], [[1i64, 0i64], [0i64, 1i64]], [[1i64, 0i64], [0i64, 1i64]]] }
entry by_index [n] (xs: [n]i64) (is: [n]i64) (k: i64): ([3][k]i64, [3][k][k]i64) =
  let least (a: [k]i64) (b: [k]i64): [k]i64 = if a[0] < b[0] || a[0] == b[0] && a[1] <= b[1] then a else b
  let triangular (x: i64): [k][k]i64 = tabulate_2d k k (\r c -> if r < c then x else i64.bool (r == c))
  let upper = reduce_by_index (replicate 3 (one k)) times (one k) is (map triangular xs)
  let highest = map (\j -> if j == 0 then i64.highest else 0) (iota k)
  in (reduce_by_index (replicate 3 (map (\j -> 50 - 51 * j) (iota k))) least highest is
                      (map2 (\x i -> map (\j -> if j == 0 then x else i) (iota k)) xs (iota n)),
      map (\m -> times (transpose m) m) upper)
