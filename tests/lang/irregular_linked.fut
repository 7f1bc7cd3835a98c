-- Elements whose parts share a size.

type~ row 't = ?[k].([k]i64, [k]t)
type~ sparse [n] = [n](?[k].([k]i64, [k]f64))
type~ csr [n] = [n](?[k].{cols: [k]i64, vals: [k]f64})
-- ==
-- entry: spmv
-- input { [[0i64,1i64],[]] [[2f64,3f64],[]] [10f64,100f64] } output { [320f64,0f64] }
-- input { [[0i64,1i64],[0i64]] [[2f64,3f64],[]] [10f64,100f64] } error: irregular_linked\.fut:\d+:\d+: Value of shape \[0\].*\(row 1\)
entry spmv [n] (cs: [n][?]i64) (vs: [n][?]f64) (x: []f64): [n]f64 =
  let m : sparse [n] = map2 (\c v -> (c, v :> [length c]f64)) cs vs
  in map (\(is, vs) -> f64.sum (map2 (\i v -> v * x[i]) is vs)) m
-- ==
-- entry: spmv2
-- input { [[0i64,1i64],[]] [[2f64,3f64],[]] [10f64,100f64] } output { [320f64,0f64] }
entry spmv2 [n] (m: sparse [n]) (x: []f64): [n]f64 =
  map (\(is, vs) -> f64.sum (map2 (\i v -> v * x[i]) is vs)) m
-- ==
-- entry: spmv3
-- input { [[0i64,1i64],[]] [[2f64,3f64],[]] [10f64,100f64] } output { [320f64,0f64] [[20f64,300f64],[]] }
entry spmv3 [n] (m: csr [n]) (x: []f64): ([n]f64, [n][?]f64) =
  let p = map (\r -> map2 (\i v -> v * x[i]) r.cols r.vals) m
  in (map f64.sum p, p)
-- ==
-- entry: make
-- input { [2i64,0i64] } output { [[0i64,1i64],[]] [[0f64,0.5f64],[]] }
entry make [n] (ks: [n]i64): csr [n] = map (\k -> {cols = iota k, vals = map (\i -> f64.i64 i / 2) (iota k)}) ks
-- ==
-- entry: zips
-- input { [[1i64,2i64],[]] } output { [[1i64,2i64],[]] [[2i64,4i64],[]] }
entry zips [n] (xss: [n][?]i64) =
  let ps : [n](?[k].([k]i64, [k]i64)) = map (\xs -> (xs, map (*2) xs)) xss
  in unzip (map (\(a, b) -> unzip (zip a b)) ps)
-- ==
-- entry: squares
-- input { [1i64,2i64] } output { [[0i64],[0i64,2i64]] [0i64,3i64] }
entry squares [n] (ks: [n]i64) =
  let ms : [n](?[m].[m][m]i64) = map (\k -> tabulate_2d k k (\i j -> i + j)) ks
  in (map (\m -> map2 (\i r -> r[i]) (indices m) m) ms, map (\m -> i64.sum (map (\i -> m[i,i]) (indices m)) + i64.bool (length m == 2)) ms)
-- ==
-- entry: mm
-- input { [1i64,2i64] } output { [[[0i64]],[[1i64,2i64],[2i64,5i64]]] }
entry mm [n] (ks: [n]i64): [n](?[m].[m][m]i64) =
  let ms : [n](?[m].[m][m]i64) = map (\k -> tabulate_2d k k (\i j -> i + j)) ks
  in map (\m -> map (\r -> map (\c -> i64.sum (map2 (*) r c)) (transpose m)) m) ms
-- ==
-- entry: chain
-- input { [1i64,2i64] } output { [[[2i64]],[[2i64,2i64],[2i64,2i64]]] }
entry chain [n] (ks: [n]i64) =
  let ps : [n](?[a][b].([a][b]i64, [b][a]i64)) = map (\k -> (replicate k (replicate 2 1), replicate 2 (replicate k 1))) ks
  in map (\(x, y) -> map (\r -> map (\c -> i64.sum (map2 (*) r c)) (transpose y)) x) ps
-- ==
-- entry: filtered
-- input { [[0i64,1i64],[5i64]] [[2f64,3f64],[-1f64]] } output { [[1i64],[]] [[3f64],[]] }
entry filtered [n] (m: sparse [n]): sparse [n] =
  map (\(is, vs) -> unzip (filter (\(i, v) -> v > 2) (zip is vs))) m
-- ==
-- entry: appended
-- input { [[0i64,1i64],[5i64]] [[2f64,3f64],[-1f64]] } output { [[0i64,1i64,0i64,1i64],[5i64,5i64]] [[2f64,3f64,2f64,3f64],[-1f64,-1f64]] }
entry appended [n] (m: sparse [n]): sparse [n] = map (\(is, vs) -> (is ++ is, vs ++ vs)) m
-- ==
-- entry: picked
-- input { [[0i64,1i64],[5i64]] [[2f64,3f64],[-1f64]] 1i64 } output { [5i64] [-1f64] -5f64 }
entry picked [n] (m: sparse [n]) (i: i64) = let (is, vs) = m[i] in (is, vs, f64.sum (map2 (\i v -> f64.i64 i * v) is vs))
-- ==
-- entry: kept
-- input { [[0i64,1i64],[5i64]] [[2f64,3f64],[-1f64]] } output { [[0i64,1i64]] [[2f64,3f64]] [[5i64],[0i64,1i64]] [[-1f64],[2f64,3f64]] }
entry kept [n] (m: sparse [n]) = (filter (\(is, _) -> length is > 1) m, reverse m)
-- ==
-- entry: looped
-- input { [[0i64,1i64],[5i64]] [[2f64,3f64],[-1f64]] } output { 7f64 }
entry looped [n] (m: sparse [n]) = loop s = 0 for (is, vs) in m do s + f64.sum (map2 (\i v -> v + f64.i64 i / 2) is vs)
def dot [k] (is: [k]i64, vs: [k]f64) (x: []f64) = f64.sum (map2 (\i v -> v * x[i]) is vs)
-- ==
-- entry: by_function
-- input { [[0i64,1i64],[]] [[2f64,3f64],[]] [10f64,100f64] } output { [320f64,0f64] }
entry by_function [n] (m: sparse [n]) (x: []f64) = map (\r -> dot r x) m
-- ==
-- entry: by_function2
-- input { [[0i64,1i64],[]] [[2f64,3f64],[]] [10f64,100f64] } output { [320f64,0f64] }
entry by_function2 [n] (m: sparse [n]) (x: []f64) = map (`dot` x) m
