-- What definitions that call themselves pass on: matrices of their own shapes, arrays of tuples, sizes that are shared, abstract types.

def f (n: i64) (ms: [](?[r][c].[r][c]i64)): [](?[r][c].[r][c]i64) = if n == 0 then ms else f (n - 1) (map transpose ms)

-- ==
-- entry: matrices_of_own_shapes
-- input { [1i64, 2i64] } output { [[[1i64]],[[1i64,3i64],[2i64,4i64]],[[5i64],[6i64]]] }
entry matrices_of_own_shapes (xs: []i64) = f 1 [[[1i64]], [[1,2],[3,4]], [[5,6]]]
def g [k] (n: i64) (ps: [k][?](i64, i64)): [k][?](i64, i64) = if n == 0 then ps else g (n - 1) (map (map (\(a, b) -> (b + 1, a))) ps)

-- ==
-- entry: rows_of_tuples
-- input { [1i64, 2i64] } output { [[1i64],[1i64,2i64]] [[1i64],[1i64,2i64]] }
entry rows_of_tuples (xs: []i64) = g 2 (map (\x -> zip (iota x) (iota x)) xs) |> map unzip |> unzip
def h [k] (n: i64) (ps: [k][?](i64, i64)): [k][?](i64, i64) = if n == 0 then ps else h (n - 1) (map (\p -> let (a, b) = unzip p let a2 = filter (>= 0) a in zip a2 (filter (>= 0) b :> [length a2]i64)) ps)

-- ==
-- entry: filtered_tuples
-- input { [1i64, 2i64] } output { [[0i64],[0i64,1i64]] [[0i64],[0i64,1i64]] }
entry filtered_tuples (xs: []i64) = h 2 (map (\x -> zip (iota x) (iota x)) xs) |> map unzip |> unzip
def s (n: i64) (rows: [](?[k].([k]i64, [k]f64))): [](?[k].([k]i64, [k]f64)) = if n == 0 then rows else s (n - 1) (map (\(a, b) -> (map (+1) a, map2 (\x y -> f64.i64 x + y) a b)) rows)

-- ==
-- entry: shared_sizes
-- input { [1i64, 2i64] } output { [[3.5],[3.5,6.5]] }
entry shared_sizes (xs: []i64) = s 2 (map (\x -> (iota x, replicate x 0.5)) xs) |> map (\(a, b) -> map2 (\p q -> f64.i64 p + q) a b)
def t (n: i64) (x: [][?][?]i64): [][?][?]i64 = if n == 0 then x else t (n - 1) (map (\m -> m ++ [iota n]) x)

-- ==
-- entry: rows_of_rows
-- input { [1i64, 2i64] } output { [[[0i64],[0i64,1i64],[0i64]],[[0i64,1i64],[0i64,1i64],[0i64]]] }
entry rows_of_rows (xs: []i64) = t 2 (map (\x -> [iota x]) xs)
def u (n: i64) (x: []{k: i64, v: [?]i64}): []{k: i64, v: [?]i64} = if n == 0 then x else u (n - 1) (x ++ [{k = n, v = iota n}])

-- ==
-- entry: records
-- input { [1i64, 2i64] } output { [2i64,1i64] [[0i64,1i64],[0i64]] }
entry records (xs: []i64) = let r = u 2 [] in (map (.k) r, map (.v) r)

module type bag = { type~ t 'a val one 'a : a -> t a val both 'a : t a -> t a -> t a val list 'a : t a -> []a }
module bag : bag = { type~ t 'a = {xs: []a, k: i64} def one 'a (x: a): t a = {xs = [x], k = 1} def both 'a (a: t a) (b: t a): t a = {xs = a.xs ++ b.xs, k = a.k + b.k} def list 'a (b: t a) = b.xs }
def build (n: i64): bag.t i64 = if n <= 1 then bag.one n else bag.both (bag.one n) (build (n - 1))

-- ==
-- entry: abstract_a
-- input { [1i64, 2i64] } output { [3i64,2i64,1i64] }
entry abstract_a (xs: []i64) = bag.list (build 3)

-- ==
-- entry: abstract_b
-- input { [1i64, 2i64] } output { [[1i64],[2i64,1i64]] }
entry abstract_b (xs: []i64) = map (\x -> bag.list (build x)) xs
def tree (n: i64): [](bag.t i64) = if n == 0 then [] else [build n] ++ tree (n - 1)

-- ==
-- entry: abstract_c
-- input { [1i64, 2i64] } output { [[3i64,2i64,1i64],[2i64,1i64],[1i64]] }
entry abstract_c (xs: []i64) = map bag.list (tree 3)
def gen 'a (x: a) (n: i64): []a = if n == 0 then [] else [x] ++ gen x (n - 1)

-- ==
-- entry: abstract_d
-- input { [1i64, 2i64] } output { [1i64,1i64,1i64] [true,true] [1i64,1i64] [[2i64],[2i64]] }
entry abstract_d (xs: []i64) = (gen 1i64 3, gen true 2, gen (1i64, [2i64]) 2 |> unzip)

-- ==
-- entry: abstract_e
-- input { [1i64, 2i64] } output { [[1i64],[2i64,2i64]] }
entry abstract_e (xs: []i64) = map (\x -> gen x x) xs

-- ==
-- entry: abstract_f
-- input { [1i64, 2i64] } output { [[0i64,1i64],[0i64,1i64]] }
entry abstract_f (xs: []i64) = gen (iota 2) 2
