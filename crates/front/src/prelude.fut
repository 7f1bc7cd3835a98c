-- The prelude. `val` declares an intrinsic: lowering turns it into a construct of Core.

val map 'a 'b [n] : (a -> b) -> [n]a -> [n]b
val map2 'a 'b 'c [n] : (a -> b -> c) -> [n]a -> [n]b -> [n]c
val map3 'a 'b 'c 'd [n] : (a -> b -> c -> d) -> [n]a -> [n]b -> [n]c -> [n]d
val map4 'a 'b 'c 'd 'e [n] : (a -> b -> c -> d -> e) -> [n]a -> [n]b -> [n]c -> [n]d -> [n]e
val reduce 'a [n] : (a -> a -> a) -> a -> [n]a -> a
val reduce_comm 'a [n] : (a -> a -> a) -> a -> [n]a -> a
val scan 'a [n] : (a -> a -> a) -> a -> [n]a -> [n]a
val filter 'a [n] : (a -> bool) -> [n]a -> []a
val zip 'a 'b [n] : [n]a -> [n]b -> [n](a, b)
val zip3 'a 'b 'c [n] : [n]a -> [n]b -> [n]c -> [n](a, b, c)
val unzip 'a 'b [n] : [n](a, b) -> ([n]a, [n]b)
val unzip3 'a 'b 'c [n] : [n](a, b, c) -> ([n]a, [n]b, [n]c)
val iota : (n: i64) -> [n]i64
val replicate 'a : (n: i64) -> a -> [n]a
val length 'a [n] : [n]a -> i64
val (++) 'a [n] [m] : [n]a -> [m]a -> [n + m]a
val key_rising 'k : k -> k -> bool
val key_falling 'k : k -> k -> bool
val copy '~a : a -> a
val assert '^a : bool -> a -> a
val flatten 'a [n] [m] : [n][m]a -> [n * m]a
val flatten_3d 'a [n] [m] [l] : [n][m][l]a -> [n * m * l]a
val flatten_4d 'a [n] [m] [l] [k] : [n][m][l][k]a -> [n * m * l * k]a
val unflatten 'a [n] [m] : [n * m]a -> [n][m]a
val unflatten_to 'a [k] : (n: i64) -> (m: i64) -> [k]a -> [n][m]a
val transpose 'a [n] [m] : [n][m]a -> [m][n]a
val scatter 'a [k] [n] : *[k]a -> [n]i64 -> [n]a -> *[k]a
val reduce_by_index 'a [k] [n] : *[k]a -> (a -> a -> a) -> a -> [n]i64 -> [n]a -> *[k]a
val permute 'a [k] [n] : (a -> a -> a) -> *[k]a -> [n]i64 -> [n]a -> *[k]a

def (&&) (a: bool) (b: bool): bool = a && b
def (||) (a: bool) (b: bool): bool = a || b
def (|>) '^a '^b (x: a) (f: a -> b): b = f x
def (<|) '^a '^b (f: a -> b) (x: a): b = f x
def (>->) '^a '^b '^c (f: a -> b) (g: b -> c) (x: a): c = g (f x)
def (<-<) '^a '^b '^c (g: b -> c) (f: a -> b) (x: a): c = g (f x)
def not (x: bool): bool = !x
def id '^a (x: a): a = x
def opaque 'a (x: a): a = x
val trace 'a : a -> a
def break 'a (x: a): a = x
def manifest 'a (x: a): a = x
def sized 'a [m] (n: i64) (xs: [m]a): [n]a = xs :> [n]a
def iterate_while 'a (p: a -> bool) (f: a -> a) (x: a): a = loop x while p x do f x
def iterate_until 'a (p: a -> bool) (f: a -> a) (x: a): a = loop x while !(p x) do f x
def iterate 'a (n: i32) (f: a -> a) (x: a): a = loop x for _i < n do f x
def const '^a '^b (x: a) (_: b): a = x
def flip '^a '^b '^c (f: a -> b -> c) (b: b) (a: a): c = f a b
def curry '^a '^b '^c (f: (a, b) -> c) (a: a) (b: b): c = f (a, b)
def uncurry '^a '^b '^c (f: a -> b -> c) (p: (a, b)): c = f p.0 p.1
def fst '^a '^b (p: (a, b)): a = p.0
def snd '^a '^b (p: (a, b)): b = p.1

def concat_to 'a [n] [m] (k: i64) (xs: [n]a) (ys: [m]a): [k]a = (xs ++ ys) :> [k]a
def split 'a [n] [m] (xs: [n + m]a): ([n]a, [m]a) = (xs[:n], xs[n:])
def concat 'a [n] [m] (xs: [n]a) (ys: [m]a): [n + m]a = xs ++ ys
def head 'a [n] (xs: [n]a): a = xs[0]
def last 'a [n] (xs: [n]a): a = xs[n - 1]
def take 'a [n] (k: i64) (xs: [n]a): [k]a = xs[:k]
def drop 'a [n] (k: i64) (xs: [n]a): [n - k]a = xs[k:]
def init 'a [n] (xs: [n]a): [n - 1]a = xs[:n - 1]
def tail 'a [n] (xs: [n]a): [n - 1]a = xs[1:]
def indices 'a [n] (_: [n]a): [n]i64 = iota n
def reverse 'a [n] (xs: [n]a): [n]a = map (\i -> xs[n - 1 - i]) (iota n)
def rotate 'a [n] (k: i64) (xs: [n]a): [n]a = map (\i -> xs[(i + k) % n]) (iota n)
def tabulate 'a (n: i64) (f: i64 -> a): [n]a = map f (iota n)
def tabulate_2d 'a (n: i64) (m: i64) (f: i64 -> i64 -> a): [n][m]a =
  map (\i -> map (\j -> f i j) (iota m)) (iota n)
def map1 'a 'b [n] (f: a -> b) (xs: [n]a): [n]b = map f xs
def map5 'a 'b 'c 'd 'e 'r [n] (f: a -> b -> c -> d -> e -> r) (as: [n]a) (bs: [n]b) (cs: [n]c) (ds: [n]d) (es: [n]e): [n]r =
  map4 (\a b c (d, e) -> f a b c d e) as bs cs (zip ds es)
def zip5 'a 'b 'c 'd 'e [n] (as: [n]a) (bs: [n]b) (cs: [n]c) (ds: [n]d) (es: [n]e): [n](a, b, c, d, e) =
  map5 (\a b c d e -> (a, b, c, d, e)) as bs cs ds es
def unzip5 'a 'b 'c 'd 'e [n] (xs: [n](a, b, c, d, e)): ([n]a, [n]b, [n]c, [n]d, [n]e) =
  (map (\x -> x.0) xs, map (\x -> x.1) xs, map (\x -> x.2) xs, map (\x -> x.3) xs, map (\x -> x.4) xs)
def zip2 'a 'b [n] (xs: [n]a) (ys: [n]b): [n](a, b) = zip xs ys
def zip4 'a 'b 'c 'd [n] (as: [n]a) (bs: [n]b) (cs: [n]c) (ds: [n]d): [n](a, b, c, d) =
  map4 (\a b c d -> (a, b, c, d)) as bs cs ds
def unzip2 'a 'b [n] (xs: [n](a, b)): ([n]a, [n]b) = unzip xs
def unzip4 'a 'b 'c 'd [n] (xs: [n](a, b, c, d)): ([n]a, [n]b, [n]c, [n]d) =
  (map (\x -> x.0) xs, map (\x -> x.1) xs, map (\x -> x.2) xs, map (\x -> x.3) xs)
def tabulate_3d 'a (n: i64) (m: i64) (k: i64) (f: i64 -> i64 -> i64 -> a): [n][m][k]a =
  map (\i -> tabulate_2d m k (\j l -> f i j l)) (iota n)
def hist 'a [n] (op: a -> a -> a) (ne: a) (k: i64) (is: [n]i64) (xs: [n]a): *[k]a =
  reduce_by_index (replicate k ne) op ne is xs
def spread 'a [n] (k: i64) (x: a) (is: [n]i64) (xs: [n]a): [k]a = scatter (replicate k x) is xs
def reduce_by_index_2d 'a [k] [l] [n] (dest: *[k][l]a) (op: a -> a -> a) (ne: a) (is: [n](i64, i64)) (xs: [n]a): *[k][l]a =
  let flat = map (\(i, j) -> if i >= 0 && i < k && j >= 0 && j < l then i * l + j else -1) is
  in unflatten_to k l (reduce_by_index (flatten dest) op ne flat xs)
def reduce_by_index_3d 'a [k] [l] [m] [n] (dest: *[k][l][m]a) (op: a -> a -> a) (ne: a) (is: [n](i64, i64, i64)) (xs: [n]a): *[k][l][m]a =
  let inside i j h = i >= 0 && i < k && j >= 0 && j < l && h >= 0 && h < m
  let flat = map (\(i, j, h) -> if inside i j h then (i * l + j) * m + h else -1) is
  in map (unflatten_to l m) (unflatten_to k (l * m) (reduce_by_index (flatten (map flatten dest)) op ne flat xs))
-- What lowering makes of reduce_by_index of rows that have sizes of their own, and of permute where the operator computes with arrays:
-- one after the other.
def combine_rows 'a [k] [n] (op: a -> a -> a) (dest: [k]a) (is: [n]i64) (xs: [n]a): [k]a =
  loop dest = copy dest for i < n do
    let j = is[i] in if j >= 0 && j < k then dest with [j] = op dest[j] xs[i] else dest
def rep 'a [n] (x: a): [n]a = replicate n x
def null 'a [n] (_: [n]a): bool = n == 0
def partition 'a [n] (p: a -> bool) (xs: [n]a): ?[k].([k]a, [n - k]a) =
  let [k] (ys: [k]a) = filter p xs
  in (ys, filter (\x -> !(p x)) xs :> [n - k]a)
def partition2 'a [n] (p: a -> bool) (q: a -> bool) (xs: [n]a): ?[k][l].([k]a, [l]a, [n - k - l]a) =
  let [k] (ys: [k]a) = filter p xs
  let rest = filter (\x -> !(p x)) xs
  let [l] (zs: [l]a) = filter q rest
  in (ys, zs, filter (\x -> !(q x)) rest :> [n - k - l]a)
def scatter_2d 'a [k] [l] [n] (dest: *[k][l]a) (is: [n](i64, i64)) (xs: [n]a): *[k][l]a =
  let flat = map (\(i, j) -> if i >= 0 && i < k && j >= 0 && j < l then i * l + j else -1) is
  in unflatten_to k l (scatter (flatten dest) flat xs)
def scatter_3d 'a [k] [l] [m] [n] (dest: *[k][l][m]a) (is: [n](i64, i64, i64)) (xs: [n]a): *[k][l][m]a =
  let inside i j h = i >= 0 && i < k && j >= 0 && j < l && h >= 0 && h < m
  let flat = map (\(i, j, h) -> if inside i j h then (i * l + j) * m + h else -1) is
  in map (unflatten_to l m) (unflatten_to k (l * m) (scatter (flatten (map flatten dest)) flat xs))
def unflatten_3d 'a [n] [m] [l] (xs: [n * m * l]a): [n][m][l]a =
  map (unflatten_to m l) (unflatten_to n (m * l) xs) :> [n][m][l]a
def unflatten_4d 'a [n] [m] [l] [k] (xs: [n * m * l * k]a): [n][m][l][k]a =
  map (\r -> map (unflatten_to l k) (unflatten_to m (l * k) r)) (unflatten_to n (m * l * k) xs) :> [n][m][l][k]a
def exscan 'a [n] (op: a -> a -> a) (ne: a) (xs: [n]a): [n]a =
  let ys = scan op ne xs in map (\i -> if i == 0 then ne else ys[i - 1]) (iota n)
def lengths 'a [n] (xss: [n][?]a): [n]i64 = map length xss
def foldl 'a 'b [n] (f: a -> b -> a) (acc: a) (xs: [n]b): a = loop acc for x in xs do f acc x
def foldr 'a 'b [n] (f: b -> a -> a) (acc: a) (xs: [n]b): a =
  loop acc for i < n do f xs[n - 1 - i] acc
def and [n] (xs: [n]bool): bool = reduce (&&) true xs
def or [n] (xs: [n]bool): bool = reduce (||) false xs
def all 'a [n] (p: a -> bool) (xs: [n]a): bool = and (map p xs)
def any 'a [n] (p: a -> bool) (xs: [n]a): bool = or (map p xs)
