-- The operations of the language on irregular arrays: slices, comparisons, scatters, rows of records and sums, four levels.
-- ==
-- entry: slices
-- input { [[1i64, 2i64], [5i64], [3i64, 4i64, 6i64]] }
-- output { [[2i64], empty([0]i64), [4i64, 6i64]] }
-- input { [[1i64, 2i64], empty([0]i64)] }
-- error: 1:

-- ==
-- entry: slices2
-- input { [[1i64, 2i64], [5i64], [3i64, 4i64, 6i64]] }
-- output { [[1i64, 2i64], [3i64, 4i64, 6i64]] }

-- ==
-- entry: slices3
-- input { [[[1i64, 2i64], [5i64]], [[3i64, 4i64, 6i64]]] }
-- output { [[[1i64], [5i64]], [[3i64]]] }

-- ==
-- entry: col
-- input { [[1i64, 2i64], [5i64], [3i64, 4i64, 6i64]] }
-- output { [1i64, 5i64, 3i64] }

-- ==
-- entry: revrows
-- input { [[1i64, 2i64], [5i64], [3i64, 4i64, 6i64]] }
-- output { [[2i64, 1i64], [5i64], [6i64, 4i64, 3i64]] [[3i64, 4i64, 6i64], [5i64], [1i64, 2i64]] }

-- ==
-- entry: eq
-- input { [[1i64, 2i64], [5i64]] [[1i64, 2i64], [5i64]] }
-- output { true false }
-- input { [[1i64, 2i64], [5i64]] [[1i64], [5i64, 2i64]] }
-- output { false true }

-- ==
-- entry: eqrows
-- input { [[1i64, 2i64], [5i64], [7i64]] [[1i64, 2i64], [5i64, 5i64], [7i64]] }
-- output { [true, false, true] }

-- ==
-- entry: eq3
-- input { [[[1i64], [2i64, 3i64]], []] [[[1i64], [2i64, 3i64]], []] }
-- output { true }
-- input { [[[1i64], [2i64, 3i64]], []] [[[1i64], [2i64, 3i64]], [[]]] }
-- output { false }

-- ==
-- entry: eqrec
-- input { [[1i64, 2i64], [5i64]] }
-- output { true false }

-- ==
-- entry: scat
-- input { [[1i64, 2i64], [5i64], [7i64]] [2i64, 0i64, 9i64] [[8i64], [9i64, 9i64, 9i64], [0i64]] }
-- output { [[9i64, 9i64, 9i64], [5i64], [8i64]] }

-- ==
-- entry: scatmap
-- input { [[1i64, 2i64], [5i64], [7i64]] [1i64, 2i64] }
-- output { [[[1i64, 2i64], [1i64], [7i64]], [[1i64, 2i64], [5i64], [2i64, 2i64]]] }

-- ==
-- entry: scatrec
-- input { [[1i64, 2i64], [5i64], [7i64]] [2i64, 0i64] [[8i64], [9i64, 9i64, 9i64]] }
-- output { [[9i64, 9i64, 9i64], [5i64], [8i64]] [10i64, 0i64, 10i64] }

-- ==
-- entry: filt
-- input { [[1i64, 2i64], [5i64], [7i64]] }
-- output { [[5i64], [7i64]] [[1i64, 2i64]] }

-- ==
-- entry: part
-- input { [[1i64, 2i64], [5i64], [7i64]] }
-- output { [[1i64, 2i64]] [[5i64], [7i64]] }

-- ==
-- entry: takes
-- input { [[1i64, 2i64], [5i64], [7i64]] }
-- output { [[1i64, 2i64], [5i64]] [[7i64]] [1i64, 2i64] [7i64] }

-- ==
-- entry: rots
-- input { [[1i64, 2i64], [5i64], [7i64]] }
-- output { [[5i64], [7i64], [1i64, 2i64]] [[2i64, 1i64], [5i64], [7i64]] }

-- ==
-- entry: unfl
-- input { [[1i64, 2i64], [5i64], [7i64], [8i64, 9i64]] }
-- output { [[[1i64, 2i64], [5i64]], [[7i64], [8i64, 9i64]]] }

-- ==
-- entry: unfl_by
-- input { [2i64, 0i64, 1i64] [1i64, 2i64, 5i64] }
-- output { [[1i64, 2i64], [], [5i64]] }
-- input { [2i64, 0i64, 1i64] [1i64, 2i64] }
-- error: .

-- ==
-- entry: unfl_by2
-- input { [2i64, 0i64, 1i64] [[1i64], [2i64, 5i64], [6i64]] }
-- output { [[[1i64], [2i64, 5i64]], [], [[6i64]]] }

-- ==
-- entry: sortk
-- input { [2i64, 0i64, 1i64] [[1i64], [2i64, 5i64], [6i64]] }
-- output { [0i64, 1i64, 2i64] [[2i64, 5i64], [6i64], [1i64]] }

-- ==
-- entry: groupk
-- input { [2i64, 0i64, 2i64] [5i64, 6i64, 7i64] }
-- output { [0i64, 2i64] [[6i64], [5i64, 7i64]] }

-- ==
-- entry: sumrows
-- input { [[1i64, 2i64], [], [7i64]] }
-- output { [3i64, -1i64, 7i64] }

-- ==
-- entry: reprow
-- input { [[1i64, 2i64], [7i64]] 1i64 }
-- output { [[7i64], [7i64]] }

-- ==
-- entry: zips
-- input { [[1i64, 2i64], [7i64]] [[true], [false, false]] }
-- output { [[true], [false, false]] [[1i64, 2i64], [7i64]] [3i64, 3i64] }

-- ==
-- entry: loopshape
-- input { [[1i64, 2i64], [7i64]] 3i64 }
-- output { [[1i64, 2i64, 0i64, 1i64, 2i64], [7i64, 0i64, 1i64, 2i64]] }

-- ==
-- entry: whilerows
-- input { [[1i64, 2i64], [7i64], []] }
-- output { [[1i64, 2i64], [7i64, 1i64], [0i64, 1i64]] }

-- ==
-- entry: recirr
-- input { [[1i64, 2i64], [7i64], []] }
-- output { [2i64, 1i64, 0i64] [[2i64, 4i64], [14i64], []] [[[1i64], [2i64]], [[7i64]], []] }

-- ==
-- entry: sumirr
-- input { [[1i64, 2i64], [7i64], []] }
-- output { [3i64, 7i64, -1i64] }

-- ==
-- entry: sumirr2
-- input { [[1i64, 2i64], [7i64], []] }
-- output { [[1i64, 2i64], [-1i64], []] }

-- ==
-- entry: deep4
-- input { [[[[1i64, 2i64], [7i64], []], []], []] }
-- output { [[[[2i64], [7i64], []], []], []] [[[3i64, 7i64, 0i64], []], []] [[[2i64, 1i64, 0i64], []], []] 10i64 }

-- ==
-- entry: histr
-- input { [0i64, 1i64, 0i64, 5i64] [[1i64, 2i64], [7i64, 8i64], [1i64, 1i64], [0i64, 0i64]] }
-- output { [[2i64, 3i64], [7i64, 8i64]] }

-- ==
-- entry: scans
-- input { [[1i64, 2i64], [7i64], []] }
-- output { [[1i64, 3i64], [7i64], []] [[0i64, 1i64], [0i64], []] }

entry slices [n] (xss: [n][?]i64): [n][?]i64 = xss[:, 1:]
entry slices2 [n] (xss: [n][?]i64): [][?]i64 = xss[::2]
entry slices3 [n] (xss: [n][?][?]i64): [n][?][?]i64 = xss[:, :, 0:1]
entry col [n] (xss: [n][?]i64): [n]i64 = xss[:, 0]
entry revrows [n] (xss: [n][?]i64): ([n][?]i64, [n][?]i64) = (xss[:, ::-1], xss[::-1])
entry eq [n] (xss: [n][?]i64) (yss: [n][?]i64): (bool, bool) = (xss == yss, xss != yss)
entry eqrows [n] (xss: [n][?]i64) (yss: [n][?]i64): [n]bool = map2 (\xs ys -> xs == ys) xss yss
entry eq3 [n] (xss: [n][?][?]i64) (yss: [n][?][?]i64): bool = xss == yss
entry eqrec [n] (xss: [n][?]i64): (bool, bool) =
  let ps = map (map (\x -> {a = x, b = x + 1})) xss
  in (ps == map (map (\x -> {a = x, b = 1 + x})) xss, map (\p -> (p, 1i64)) ps == map (\p -> (p[:1], 1i64)) ps)
entry scat [n] [m] (xss: *[n][?]i64) (is: [m]i64) (yss: [m][?]i64): [n][?]i64 = scatter xss is yss
entry scatmap [n] [m] (xss: [n][?]i64) (is: [m]i64): [m][n][?]i64 = map (\i -> scatter (copy xss) [i] [replicate i i]) is
entry scatrec [n] [m] (xss: [n][?]i64) (is: [m]i64) (yss: [m][?]i64): ([n][?]i64, [n]i64) =
  unzip (scatter (map (\xs -> (xs, 0i64)) xss) is (map (\ys -> (ys, 10i64)) yss))
entry filt [n] (xss: [n][?]i64): ([][?]i64, [][?]i64) = (filter (\xs -> length xs == 1) xss, (unzip (filter (\(xs, b) -> length xs > b) (map (\xs -> (xs, 1i64)) xss))).0)
entry part [n] (xss: [n][?]i64): ([][?]i64, [][?]i64) = partition (\xs -> length xs > 1) xss
entry takes [n] (xss: [n][?]i64): ([][?]i64, [][?]i64, []i64, []i64) = (take 2 xss, drop 2 xss, head xss, last xss)
entry rots [n] (xss: [n][?]i64): ([n][?]i64, [n][?]i64) = (rotate 1 xss, map (rotate 1) xss)
entry unfl [n] (xss: [n][?]i64): [2][2][?]i64 = unflatten (xss :> [2 * 2][?]i64)
entry unfl_by [n] [m] (ns: [n]i64) (xs: [m]i64): [n][?]i64 = unflatten_by ns xs
entry unfl_by2 [n] [m] (ns: [n]i64) (xs: [m][?]i64): [n][?][?]i64 = unflatten_by ns xs
entry sortk [n] (ks: [n]i64) (xss: [n][?]i64): ([n]i64, [n][?]i64) = sort_by_key (<=) ks xss
entry groupk [n] (ks: [n]i64) (xs: [n]i64): ([]i64, [][?]i64) = group_by_key (<=) ks xs
entry sumrows [n] (xss: [n][?]i64): [n]i64 = map (\xs -> if length xs == 0 then -1 else i64.sum xs) xss
entry reprow [n] (xss: [n][?]i64) (i: i64): [2][]i64 = replicate 2 xss[i]
entry zips [n] (xss: [n][?]i64) (yss: [n][?]bool): ([n][?]bool, [n][?]i64, [n]i64) =
  let ps = zip yss xss
  let (a, b) = unzip ps
  in (a, b, map (\(x, y) -> length x + length y) ps)
entry loopshape [n] (xss: [n][?]i64) (k: i64): [n][?]i64 = loop xss for i < k do map (\xs -> xs ++ [i]) xss
entry whilerows [n] (xss: [n][?]i64): [n][?]i64 = map (\xs -> loop xs while length xs < 2 do xs ++ [length xs]) xss
entry recirr [n] (xss: [n][?]i64): ([n]i64, [n][?]i64, [n][?][?]i64) =
  let rs = map (\xs -> {k = length xs, v = map (* 2) xs, w = map (\x -> [x]) xs}) xss
  in (map (.k) rs, map (.v) rs, map (\r -> r.w) rs)
type~ shape = #rows ([]i64) | #none
entry sumirr [n] (xss: [n][?]i64): [n]i64 =
  let ss = map (\xs -> if length xs > 0 then #rows xs else (#none: shape)) xss
  in map (\s -> match s case #rows xs -> i64.sum xs case #none -> -1) ss
type opt = #none | #some i64
entry sumirr2 [n] (xss: [n][?]i64): [n][?]i64 =
  let ss = map (map (\x -> if x < 5 then #some x else (#none: opt))) xss
  in map (map (\s -> match s case #some x -> x case #none -> -1)) ss
entry deep4 [n] (x: [n][?][?][?]i64): ([n][?][?][?]i64, [n][?][?]i64, [n][?][?]i64, i64) =
  (map (map (map (\xs -> if length xs > 1 then xs[1:] else xs))) x, map (map (map i64.sum)) x, map (map lengths) x, i64.sum (flatten (flatten (flatten x))))
entry histr [m] (is: [m]i64) (xs: [m][2]i64): [2][2]i64 = reduce_by_index (replicate 2 [0,0]) (map2 (+)) [0,0] is xs
entry scans [n] (xss: [n][?]i64): ([n][?]i64, [n][?]i64) = (map (scan (+) 0) xss, map (exscan (+) 0) xss)
