-- Definitions with type parameters take rows wherever their bodies allow it.

def pairs 'a [n] (xs: [n]a): [](a, a) = zip (xs[:n/2]) (xs[n-n/2:] :> [n/2]a)
def interleave 'a [n] (xs: [n]a) (ys: [n]a): [](a) = flatten (map2 (\x y -> [x, y]) xs ys)
def choose 'a [n] (bs: [n]bool) (xs: [n]a) (ys: [n]a): [n]a = map3 (\b x y -> if b then x else y) bs xs ys
def argsort 'a [n] (le: a -> a -> bool) (xs: [n]a): [n]a =
  let rank i = i64.sum (map2 (\y j -> i64.bool (le y xs[i] && !(le xs[i] y) || (le y xs[i] && le xs[i] y && j < i))) xs (iota n))
  in scatter (copy xs) (map rank (iota n)) xs
-- ==
-- entry: paired_halves
-- input { [[1i64],[],[2i64,3i64,4i64]] } output { [[1i64]] [[2i64,3i64,4i64]] }
entry paired_halves (xss: [][?]i64) = unzip (pairs xss)
-- ==
-- entry: interleaved
-- input { [[1i64],[],[2i64,3i64,4i64]] } output { [[1i64],[2i64,3i64,4i64],[],[],[2i64,3i64,4i64],[1i64]] }
entry interleaved (xss: [][?]i64) = interleave xss (reverse xss)
-- ==
-- entry: chosen
-- input { [[1i64],[],[2i64,3i64,4i64]] [true,false,true] } output { [[1i64],[0i64],[2i64,3i64,4i64]] }
entry chosen [n] (xss: [n][?]i64) (bs: [n]bool) = choose bs xss (map (++ [0]) xss)
-- ==
-- entry: ranked_by_length
-- input { [[1i64],[],[2i64,3i64,4i64],[],[7i64,8i64]] } output { [[],[],[1i64],[7i64,8i64],[2i64,3i64,4i64]] }
entry ranked_by_length [n] (xss: [n][?]i64) = argsort (\a b -> length a <= length b) xss
-- ==
-- entry: sorted_by_length
-- input { [[1i64],[],[2i64,3i64,4i64],[],[7i64,8i64]] } output { [0i64,0i64,1i64,2i64,3i64] [[],[],[1i64],[7i64,8i64],[2i64,3i64,4i64]] }
entry sorted_by_length [n] (xss: [n][?]i64) = sort_by_key (<=) (map length xss) xss
-- ==
-- entry: grouped_by_length
-- input { [[1i64],[],[2i64,3i64,4i64],[],[7i64,8i64],[9i64]] } output { [0i64,1i64,2i64,3i64] [[[],[]],[[1i64],[9i64]],[[7i64,8i64]],[[2i64,3i64,4i64]]] }
entry grouped_by_length [n] (xss: [n][?]i64) = group_by_key (<=) (map length xss) xss

def group 'a 'b [n] (f: a -> i64) (g: a -> b) (xs: [n]a) : [](i64, [?]b) =
  let (ks, gs) = group_by_key (<=) (map f xs) xs in zip ks (map (map g) gs)
-- ==
-- entry: grouped_and_summed
-- input { [[1i64],[],[2i64,3i64,4i64],[],[7i64,8i64],[9i64]] } output { [0i64,1i64,2i64,3i64] [[0i64,0i64],[1i64,9i64],[15i64],[9i64]] }
entry grouped_and_summed [n] (xss: [n][?]i64) = unzip (group length i64.sum xss)

-- ==
-- entry: replicated_and_rotated
-- input { [[1i64],[],[2i64,3i64]] } output { [[[1i64],[1i64]],[[],[]],[[2i64,3i64],[2i64,3i64]]] [[2i64,3i64],[1i64],[]] [[],[2i64,3i64],[1i64]] [[1i64],[],[2i64,3i64],[1i64],[],[2i64,3i64]] }
entry replicated_and_rotated (xss: [][?]i64) = (map (replicate 2) xss, rotate (-1) xss, rotate 1 xss, xss ++ xss)
-- ==
-- entry: selected_and_partitioned
-- input { [[1i64],[],[2i64,3i64]] } output { [1i64] [2i64,3i64] [[1i64],[]] [[],[2i64,3i64]] [[2i64,3i64]] [[1i64],[2i64,3i64]] [[]] 3i64 }
entry selected_and_partitioned (xss: [][?]i64) = let (a, b) = partition (\x -> length x > 0) xss in (head xss, last xss, take 2 xss, drop 1 xss, filter (\x -> length x > 1) xss, a, b, length xss)
-- ==
-- entry: k10
-- input { [[1i64],[],[2i64,3i64]] } output { [[1i64],[]] [[],[2i64,3i64]] false }
entry k10 (xss: [][?]i64) = (init xss, tail xss, null xss)
-- ==
-- entry: k11
-- input { [[1i64],[],[2i64,3i64]] } output { [[1i64,1i64],[1i64],[1i64,2i64,3i64]] [[1i64,2i64,3i64],[2i64,3i64],[2i64,3i64,2i64,3i64]] }
entry k11 (xss: [][?]i64) = (map (\x -> head xss ++ x) xss, map (\x -> x ++ last xss) xss)
-- ==
-- entry: k12
-- input { [[1i64],[],[2i64,3i64]] } output { [0i64,1i64,2i64] [[1i64],[],[2i64,3i64]] 6i64 3i64}
entry k12 (xss: [][?]i64) = let (a,b) = unzip (zip (indices xss) xss) in (a, b, foldl (\a x -> a + i64.sum x) 0 xss, foldr (\x a -> a + length x) 0 xss)
-- ==
-- entry: k13
-- input { [[1i64],[],[2i64,3i64]] } output { [[[1i64],[]],[[1i64],[],[2i64,3i64]]] 2i64 [true,false] }
entry k13 (xss: [][?]i64) = (map (\k -> take k xss) [2,3], i64.sum (map (i64.bool <-< (not <-< null)) xss), [any null xss, all null xss])
-- ==
-- entry: k14
-- input { [[1i64],[],[2i64,3i64]] } output { [[2i64],[],[3i64,4i64]] [[1i64,-1i64],[-1i64],[2i64,3i64,-1i64]] [[1i64],[],[3i64,2i64]] }
entry k14 (xss: [][?]i64) = (xss |> map (map (+1)), xss |> map (++ [-1]), map reverse xss |> id)
-- ==
-- entry: k15
-- input { [[1i64],[],[2i64,3i64]] } output { [[1i64],[],[2i64,3i64]] [[1i64],[],[2i64,3i64]] [1i64,0i64,2i64] }
entry k15 (xss: [][?]i64) = unzip3 (zip3 xss xss (map length xss))
-- ==
-- entry: k16
-- input { [[1i64],[],[2i64,3i64]] } output { [[1i64,1i64],[0i64,1i64],[2i64,3i64,2i64,2i64]] [[7i64],[],[8i64,9i64]] }
entry k16 [n] (xss: [n][?]i64) =
  (map4 (\a b c d -> a ++ [b] ++ replicate d c) xss (map length xss) (iota n) (map (\x -> if null x then 1 else i64.bool (length x > 1) ) xss) , map2 (\x i -> map (\j -> 7 + i/2 + j) (iota (length x))) xss (iota n))
