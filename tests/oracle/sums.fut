-- Sum types and records as elements and as payloads of irregular values.

type shape = #circle i64 | #box i64 i64 | #none
type~ doc = #words ([]i64) | #number i64 | #grid ([][]i64)
type~ event = {at: i64, values: []i64}

def mk (i: i64): shape =
  match i % 3
  case 0 -> #circle i
  case 1 -> #box i (i + 1)
  case _ -> #none

def area (s: shape): i64 =
  match s
  case #circle r -> 3 * r * r
  case #box a b -> a * b
  case #none -> 0

entry areas [n] (ks: [n]i64): [n][?]i64 = map (\k -> map (area <-< mk) (iota k)) ks
entry only_boxes [n] (ks: [n]i64): [n]i64 =
  map (\k -> length (filter (\s -> match s case #box _ _ -> true case _ -> false) (map mk (iota k)))) ks
entry none_left [n] (ks: [n]i64): [n][?]i64 =
  map (\k -> [ area s | i <- iota k, let s = mk i, match s case #none -> false case _ -> true ]) ks

def doc_of (k: i64): doc =
  if k % 3 == 0 then #words (iota k) else if k % 3 == 1 then #number k else #grid (replicate 2 (iota k))

def weight (d: doc): i64 =
  match d
  case #words ws -> i64.sum ws
  case #number k -> -k
  case #grid g -> i64.sum (flatten g)

entry weights [n] (ks: [n]i64): [n]i64 = map weight (map doc_of ks)
entry doc_sizes [n] (ks: [n]i64): [n]i64 =
  map (\d -> match d case #words ws -> length ws case #number _ -> 1 case #grid g -> length (flatten g)) (map doc_of ks)
entry picked [n] (ks: [n]i64): [n][?]i64 =
  map (\k -> match doc_of k case #words ws -> ws case #number x -> [x] case #grid g -> g[0]) ks

entry events [n] (at: [n]i64) (vss: [n][?]i64): ([]i64, [][?]i64) =
  let es: [n]event = map2 (\at values -> {at, values}) at vss
  let late = filter (\e -> e.at > 0) es
  let sorted = [ e | e <- late, order by e.at desc ]
  in (map (.at) sorted, map (.values) sorted)

entry merged [n] (at: [n]i64) (vss: [n][?]i64): ([]i64, [][?]i64) =
  unzip [ (key, flatten values) | (at, values) <- zip at vss, group by key = at ]

entry updated [n] (at: [n]i64) (vss: [n][?]i64): ([n]i64, [n][?]i64) =
  let es: [n]event = map2 (\at values -> {at, values}) at vss
  let es = map (\e -> if e.at < 0 then e with values = [] else e with at = e.at + length e.values) es
  in (map (.at) es, map (\e -> e.values) es)

entry tuples [n] (xss: [n][?]i64): ([n][?]i64, [n]i64, [n][?]bool) =
  unzip3 (map (\xs -> (filter (> 0) xs, length xs, map (> 0) xs)) xss)

entry nested_pairs [n] (xss: [n][?]i64): ([n][?]i64, [n][?]i64) =
  let pss = map (\xs -> zip xs (reverse xs)) xss
  in (map (map (\(a, b) -> a - b)) pss, map (\ps -> (unzip ps).1) pss)

entry safe_div [n] (xs: [n]i64) (ys: [n]i64): [n]i64 =
  let div x y : (#ok i64 | #bad) = if y == 0 then #bad else #ok (x / y)
  in map2 (\x y -> match div x y case #ok q -> q case #bad -> -99) xs ys

entry machine [n] (progs: [n][?]i64): [n]i64 =
  map (\p ->
         let (_, acc) = loop (state: #run i64 | #halt, acc) = (#run 0, 0)
           while (match state case #run pc -> pc < length p case #halt -> false) do
             match state
             case #halt -> (#halt, acc)
             case #run pc -> let op = p[pc]
                             in if op < 0 then (#halt, acc)
                                else if op % 2 == 0 then (#run (pc + 1), acc + op)
                                else (#run (pc + 2), acc * 2)
         in acc) progs

-- The cases below are written by oracle.py.

-- ==
-- entry: areas
-- input { [3i64, 4i64, 3i64, 1i64, 3i64] }
-- output { [[0i64, 2i64, 0i64], [0i64, 2i64, 0i64, 27i64], [0i64, 2i64, 0i64], [0i64], [0i64, 2i64, 0i64]] }
-- input { [4i64, 0i64] }
-- output { [[0i64, 2i64, 0i64, 27i64], empty([0]i64)] }
-- input { empty([0]i64) }
-- output { empty([0][?]i64) }
-- input { [0i64, 1i64] }
-- output { [empty([0]i64), [0i64]] }
-- input { [5i64, 4i64, 5i64, 5i64, 5i64] }
-- output { [[0i64, 2i64, 0i64, 27i64, 20i64], [0i64, 2i64, 0i64, 27i64], [0i64, 2i64, 0i64, 27i64, 20i64], [0i64, 2i64, 0i64, 27i64, 20i64], [0i64, 2i64, 0i64, 27i64, 20i64]] }
-- input { [4i64, 0i64, 5i64, 5i64, 3i64] }
-- output { [[0i64, 2i64, 0i64, 27i64], empty([0]i64), [0i64, 2i64, 0i64, 27i64, 20i64], [0i64, 2i64, 0i64, 27i64, 20i64], [0i64, 2i64, 0i64]] }
-- input { [2i64] }
-- output { [[0i64, 2i64]] }
-- input { [3i64, 0i64, 2i64, 2i64] }
-- output { [[0i64, 2i64, 0i64], empty([0]i64), [0i64, 2i64], [0i64, 2i64]] }

-- ==
-- entry: only_boxes
-- input { [3i64, 0i64, 5i64] }
-- output { [1i64, 0i64, 2i64] }
-- input { [5i64, 3i64, 1i64] }
-- output { [2i64, 1i64, 0i64] }
-- input { [1i64, 3i64] }
-- output { [0i64, 1i64] }
-- input { [0i64, 5i64, 4i64] }
-- output { [0i64, 2i64, 1i64] }
-- input { [5i64, 4i64, 3i64, 4i64, 3i64] }
-- output { [2i64, 1i64, 1i64, 1i64, 1i64] }
-- input { [2i64, 5i64, 2i64] }
-- output { [1i64, 2i64, 1i64] }
-- input { [2i64, 0i64, 5i64, 5i64] }
-- output { [1i64, 0i64, 2i64, 2i64] }
-- input { [1i64, 3i64, 1i64] }
-- output { [0i64, 1i64, 0i64] }

-- ==
-- entry: none_left
-- input { [0i64, 2i64, 3i64] }
-- output { [empty([0]i64), [0i64, 2i64], [0i64, 2i64]] }
-- input { [4i64, 5i64] }
-- output { [[0i64, 2i64, 27i64], [0i64, 2i64, 27i64, 20i64]] }
-- input { [0i64] }
-- output { [empty([0]i64)] }
-- input { [3i64] }
-- output { [[0i64, 2i64]] }
-- input { [1i64, 5i64, 3i64] }
-- output { [[0i64], [0i64, 2i64, 27i64, 20i64], [0i64, 2i64]] }
-- input { [0i64, 5i64] }
-- output { [empty([0]i64), [0i64, 2i64, 27i64, 20i64]] }
-- input { [3i64, 3i64, 4i64, 2i64, 2i64] }
-- output { [[0i64, 2i64], [0i64, 2i64], [0i64, 2i64, 27i64], [0i64, 2i64], [0i64, 2i64]] }
-- input { [1i64, 4i64, 3i64, 5i64] }
-- output { [[0i64], [0i64, 2i64, 27i64], [0i64, 2i64], [0i64, 2i64, 27i64, 20i64]] }

-- ==
-- entry: weights
-- input { [2i64] }
-- output { [2i64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) }
-- input { [4i64, 5i64] }
-- output { [-4i64, 20i64] }
-- input { [3i64, 1i64, 1i64] }
-- output { [3i64, -1i64, -1i64] }
-- input { [3i64, 3i64, 3i64] }
-- output { [3i64, 3i64, 3i64] }
-- input { [0i64] }
-- output { [0i64] }
-- input { [4i64] }
-- output { [-4i64] }
-- input { [4i64, 0i64, 2i64, 5i64, 5i64] }
-- output { [-4i64, 0i64, 2i64, 20i64, 20i64] }

-- ==
-- entry: doc_sizes
-- input { [3i64, 1i64, 0i64, 0i64, 5i64] }
-- output { [3i64, 1i64, 0i64, 0i64, 10i64] }
-- input { [2i64, 1i64, 5i64, 0i64] }
-- output { [4i64, 1i64, 10i64, 0i64] }
-- input { [2i64, 2i64, 4i64, 4i64] }
-- output { [4i64, 4i64, 1i64, 1i64] }
-- input { [2i64, 3i64, 4i64, 4i64, 0i64] }
-- output { [4i64, 3i64, 1i64, 1i64, 0i64] }
-- input { [2i64, 1i64, 3i64, 2i64] }
-- output { [4i64, 1i64, 3i64, 4i64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) }
-- input { [2i64, 0i64, 4i64] }
-- output { [4i64, 0i64, 1i64] }
-- input { [2i64, 0i64] }
-- output { [4i64, 0i64] }

-- ==
-- entry: picked
-- input { [2i64, 5i64] }
-- output { [[0i64, 1i64], [0i64, 1i64, 2i64, 3i64, 4i64]] }
-- input { [2i64, 3i64, 0i64, 1i64] }
-- output { [[0i64, 1i64], [0i64, 1i64, 2i64], empty([0]i64), [1i64]] }
-- input { [2i64, 1i64, 3i64, 4i64] }
-- output { [[0i64, 1i64], [1i64], [0i64, 1i64, 2i64], [4i64]] }
-- input { [5i64, 4i64, 0i64, 5i64, 2i64] }
-- output { [[0i64, 1i64, 2i64, 3i64, 4i64], [4i64], empty([0]i64), [0i64, 1i64, 2i64, 3i64, 4i64], [0i64, 1i64]] }
-- input { empty([0]i64) }
-- output { empty([0][?]i64) }
-- input { [5i64, 4i64] }
-- output { [[0i64, 1i64, 2i64, 3i64, 4i64], [4i64]] }
-- input { [3i64, 4i64, 1i64, 3i64] }
-- output { [[0i64, 1i64, 2i64], [4i64], [1i64], [0i64, 1i64, 2i64]] }
-- input { [5i64] }
-- output { [[0i64, 1i64, 2i64, 3i64, 4i64]] }

-- ==
-- entry: events
-- input { empty([0]i64) empty([0][?]i64) }
-- output { empty([0]i64) empty([0][?]i64) }
-- input { [-1i64] [[4i64]] }
-- output { empty([0]i64) empty([0][?]i64) }
-- input { [-2i64, 3i64, 1i64] [[9i64, 9i64, -5i64], [7i64], empty([0]i64)] }
-- output { [3i64, 1i64] [[7i64], empty([0]i64)] }
-- input { [3i64, 0i64] [[-2i64], [-9i64, 1i64]] }
-- output { [3i64] [[-2i64]] }
-- input { [-1i64, 3i64, 3i64, 2i64, 0i64] [[-6i64, 3i64, 0i64], empty([0]i64), [0i64], [0i64, -2i64, -9i64], empty([0]i64)] }
-- output { [3i64, 3i64, 2i64] [empty([0]i64), [0i64], [0i64, -2i64, -9i64]] }
-- input { [-2i64, -2i64, 1i64, 1i64, 1i64, -2i64] [[-4i64, 7i64, 5i64], empty([0]i64), [-6i64, 0i64, 2i64], [6i64], [9i64, -2i64], [-3i64]] }
-- output { [1i64, 1i64, 1i64] [[-6i64, 0i64, 2i64], [6i64], [9i64, -2i64]] }
-- input { [0i64, 0i64, -2i64] [empty([0]i64), [-3i64], empty([0]i64)] }
-- output { empty([0]i64) empty([0][?]i64) }
-- input { [-2i64, -1i64, -1i64] [empty([0]i64), empty([0]i64), [9i64, 9i64, 9i64]] }
-- output { empty([0]i64) empty([0][?]i64) }

-- ==
-- entry: merged
-- input { empty([0]i64) empty([0][?]i64) }
-- output { empty([0]i64) empty([0][?]i64) }
-- input { [2i64, -1i64] [empty([0]i64), [7i64, 6i64]] }
-- output { [-1i64, 2i64] [[7i64, 6i64], empty([0]i64)] }
-- input { [3i64, 3i64, -1i64] [[-2i64], [-2i64, 1i64, -3i64], empty([0]i64)] }
-- output { [-1i64, 3i64] [empty([0]i64), [-2i64, -2i64, 1i64, -3i64]] }
-- input { [0i64] [[3i64, -3i64, -6i64]] }
-- output { [0i64] [[3i64, -3i64, -6i64]] }
-- input { [-2i64] [empty([0]i64)] }
-- output { [-2i64] [empty([0]i64)] }
-- input { [2i64, -1i64, 2i64, 2i64] [[-5i64, 3i64, 1i64, -5i64, -8i64, 9i64, -1i64], empty([0]i64), empty([0]i64), [-3i64, -5i64]] }
-- output { [-1i64, 2i64] [empty([0]i64), [-5i64, 3i64, 1i64, -5i64, -8i64, 9i64, -1i64, -3i64, -5i64]] }
-- input { [-2i64, 3i64, -2i64, -1i64, 1i64, -1i64, 3i64] [[-7i64], empty([0]i64), [9i64], [7i64, 1i64], [4i64], [-8i64, -8i64, 0i64], empty([0]i64)] }
-- output { [-2i64, -1i64, 1i64, 3i64] [[-7i64, 9i64], [7i64, 1i64, -8i64, -8i64, 0i64], [4i64], empty([0]i64)] }
-- input { [-2i64, -2i64, 0i64, -1i64, -1i64, 1i64, 3i64] [[-8i64, -4i64], [-4i64], empty([0]i64), [5i64, -6i64], [-8i64, -6i64], [3i64], empty([0]i64)] }
-- output { [-2i64, -1i64, 0i64, 1i64, 3i64] [[-8i64, -4i64, -4i64], [5i64, -6i64, -8i64, -6i64], empty([0]i64), [3i64], empty([0]i64)] }

-- ==
-- entry: updated
-- input { empty([0]i64) empty([0][?]i64) }
-- output { empty([0]i64) empty([0][?]i64) }
-- input { [2i64] [empty([0]i64)] }
-- output { [2i64] [empty([0]i64)] }
-- input { [1i64] [[9i64]] }
-- output { [2i64] [[9i64]] }
-- input { [0i64] [[-7i64, -6i64, 9i64]] }
-- output { [3i64] [[-7i64, -6i64, 9i64]] }
-- input { [3i64, 2i64, 2i64] [[-4i64], empty([0]i64), [-2i64, 3i64]] }
-- output { [4i64, 2i64, 4i64] [[-4i64], empty([0]i64), [-2i64, 3i64]] }
-- input { [1i64] [[-9i64, 0i64, -9i64]] }
-- output { [4i64] [[-9i64, 0i64, -9i64]] }
-- input { [2i64, 2i64, 0i64, 0i64] [empty([0]i64), empty([0]i64), empty([0]i64), [-7i64, -6i64]] }
-- output { [2i64, 2i64, 0i64, 2i64] [empty([0]i64), empty([0]i64), empty([0]i64), [-7i64, -6i64]] }
-- input { [0i64, -2i64, 0i64, -1i64, 2i64, -1i64, 2i64] [empty([0]i64), empty([0]i64), [0i64], [4i64, -1i64, -6i64, -1i64, 7i64, 9i64, 4i64], [4i64], empty([0]i64), [-8i64]] }
-- output { [0i64, -2i64, 1i64, -1i64, 3i64, -1i64, 3i64] [empty([0]i64), empty([0]i64), [0i64], empty([0]i64), [4i64], empty([0]i64), [-8i64]] }

-- ==
-- entry: tuples
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) empty([0]i64) empty([0][?]bool) }
-- input { [[-2i64, -9i64, 8i64]] }
-- output { [[8i64]] [3i64] [[false, false, true]] }
-- input { [[-3i64]] }
-- output { [empty([0]i64)] [1i64] [[false]] }
-- input { [[-1i64], [-3i64, -9i64, 3i64]] }
-- output { [empty([0]i64), [3i64]] [1i64, 3i64] [[false], [false, false, true]] }
-- input { [[-7i64, 5i64, 8i64], empty([0]i64), [-4i64, -4i64, -3i64, 5i64], [-2i64, 3i64, -6i64]] }
-- output { [[5i64, 8i64], empty([0]i64), [5i64], [3i64]] [3i64, 0i64, 4i64, 3i64] [[false, true, true], empty([0]bool), [false, false, false, true], [false, true, false]] }
-- input { [[6i64], [5i64]] }
-- output { [[6i64], [5i64]] [1i64, 1i64] [[true], [true]] }
-- input { [[-7i64], [-5i64, 9i64, 8i64]] }
-- output { [empty([0]i64), [9i64, 8i64]] [1i64, 3i64] [[false], [false, true, true]] }
-- input { [[-7i64], [-3i64], [-8i64]] }
-- output { [empty([0]i64), empty([0]i64), empty([0]i64)] [1i64, 1i64, 1i64] [[false], [false], [false]] }

-- ==
-- entry: nested_pairs
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) empty([0][?]i64) }
-- input { [[-4i64, 6i64, 8i64]] }
-- output { [[-12i64, 0i64, 12i64]] [[8i64, 6i64, -4i64]] }
-- input { [[8i64], [-5i64]] }
-- output { [[0i64], [0i64]] [[8i64], [-5i64]] }
-- input { [empty([0]i64), [9i64, 0i64, 0i64], empty([0]i64)] }
-- output { [empty([0]i64), [9i64, 0i64, -9i64], empty([0]i64)] [empty([0]i64), [0i64, 0i64, 9i64], empty([0]i64)] }
-- input { [empty([0]i64), [-1i64], [8i64]] }
-- output { [empty([0]i64), [0i64], [0i64]] [empty([0]i64), [-1i64], [8i64]] }
-- input { [[-8i64, -7i64], [-2i64, -4i64, 5i64], [1i64], [-9i64], [-6i64], [-1i64, -6i64, -5i64]] }
-- output { [[-1i64, 1i64], [-7i64, 0i64, 7i64], [0i64], [0i64], [0i64], [4i64, 0i64, -4i64]] [[-7i64, -8i64], [5i64, -4i64, -2i64], [1i64], [-9i64], [-6i64], [-5i64, -6i64, -1i64]] }
-- input { [[-7i64], [4i64, -5i64, -5i64], empty([0]i64)] }
-- output { [[0i64], [9i64, 0i64, -9i64], empty([0]i64)] [[-7i64], [-5i64, -5i64, 4i64], empty([0]i64)] }
-- input { [empty([0]i64), [-1i64], empty([0]i64), [-2i64, 3i64, 1i64], [-4i64, -5i64, -1i64], [3i64, 4i64]] }
-- output { [empty([0]i64), [0i64], empty([0]i64), [-3i64, 0i64, 3i64], [-3i64, 0i64, 3i64], [-1i64, 1i64]] [empty([0]i64), [-1i64], empty([0]i64), [1i64, 3i64, -2i64], [-1i64, -5i64, -4i64], [4i64, 3i64]] }

-- ==
-- entry: safe_div
-- input { empty([0]i64) empty([0]i64) }
-- output { empty([0]i64) }
-- input { [-6i64] [-2i64] }
-- output { [3i64] }
-- input { [5i64, -5i64] [1i64, -2i64] }
-- output { [5i64, 2i64] }
-- input { [6i64, -3i64, 2i64] [0i64, -2i64, 2i64] }
-- output { [-99i64, 1i64, 1i64] }
-- input { [-1i64, -1i64, 2i64] [2i64, 1i64, 0i64] }
-- output { [-1i64, -1i64, -99i64] }
-- input { [8i64, 2i64, -6i64] [-2i64, 2i64, -1i64] }
-- output { [-4i64, 1i64, 6i64] }
-- input { [-1i64, -1i64, 3i64, -7i64, -7i64] [0i64, 2i64, -1i64, 1i64, 1i64] }
-- output { [-99i64, -1i64, -3i64, -7i64, -7i64] }
-- input { [5i64, 5i64, 2i64, 9i64] [-2i64, -1i64, -2i64, -2i64] }
-- output { [-3i64, -5i64, -1i64, -5i64] }

-- ==
-- entry: machine
-- input { empty([0][?]i64) }
-- output { empty([0]i64) }
-- input { [[6i64, -1i64]] }
-- output { [6i64] }
-- input { [[4i64], [-1i64, 0i64]] }
-- output { [4i64, 0i64] }
-- input { [[6i64]] }
-- output { [6i64] }
-- input { [[4i64, 6i64], [6i64]] }
-- output { [10i64, 6i64] }
-- input { [empty([0]i64), [2i64, 5i64, 3i64, 1i64], [3i64], empty([0]i64), [0i64]] }
-- output { [0i64, 8i64, 0i64, 0i64, 0i64] }
-- input { [empty([0]i64), [4i64]] }
-- output { [0i64, 4i64] }
-- input { [empty([0]i64), [5i64], [4i64]] }
-- output { [0i64, 0i64, 4i64] }
