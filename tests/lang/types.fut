-- Type abbreviations, size parameters, polymorphism, sizes in types.

-- ==
-- entry: matrix
-- input { [[1i64, 2i64], [3i64, 4i64]] } output { [[1i64, 3i64], [2i64, 4i64]] }

-- ==
-- entry: poly
-- input { 1i64 2.5 } output { 2.5 1i64 }

-- ==
-- entry: computed
-- input { [1i64, 2i64, 3i64] [7i64, 8i64] } output { [1i64, 2i64, 7i64, 8i64] }
-- input { [1i64, 2i64, 3i64] [7i64] } error: size

-- ==
-- entry: chosen
-- input { [1i64, 2i64, 3i64] } output { [0i64, 0i64, 0i64] }

-- ==
-- entry: rows
-- input { [1i64, 2i64, 3i64, 4i64, 5i64, 6i64] } output { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] }

-- ==
-- entry: hole
-- input { true } output { 1i64 }
-- input { false } error: hole

type mat 'a [n] [m] = [n][m]a
type~ some = []i64
type^ fun 'a 'b = a -> b

def flip_it 'a [n] [m] (x: mat a [n] [m]): mat a [m] [n] = transpose x
entry matrix (x: [][]i64): [][]i64 = flip_it x

def swap '^a '^b (x: a, y: b): (b, a) = (y, x)
def use 'a 'b (f: fun a b) (x: a): b = f x
entry poly (x: i64) (y: f64): (f64, i64) = use swap (x, y)

entry computed [n] (xs: [n + 1]i64) (ys: [n]i64): some = xs[:n] ++ ys

def zeros [n]: [n]i64 = replicate n 0
entry chosen [n] (xs: [n]i64): [n]i64 = map2 (\a b -> a * b) xs zeros

entry rows (xs: [2 * 3]i64): [2][3]i64 = unflatten xs

entry hole (b: bool): i64 = if b then 1 else ???
