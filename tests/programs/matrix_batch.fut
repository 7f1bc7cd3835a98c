-- matrix chain: irregular batch of matrices multiplied pairwise
type~ mats = [](?[r][c].[r][c]i64)
def matmul [n] [m] [p] (a: [n][m]i64) (b: [m][p]i64): [n][p]i64 =
  map (\row -> map (\col -> i64.sum (map2 (*) row col)) (transpose b)) a
def gram [r] [c] (m: [r][c]i64): [r][r]i64 = matmul m (transpose m)
-- ==
-- entry: main
-- input { [[[1i64,2i64]],[[1i64],[1i64]]] } output { [[[5i64]],[[1i64,1i64],[1i64,1i64]]] [5i64,2i64] [[3i64],[1i64,1i64]] [[1i64,2i64],[2i64]] }
entry main (ms: mats) =
  (map gram ms, map (\m -> i64.sum (map2 (\i row -> row[i]) (indices m) (gram m))) ms, map (map i64.sum) ms, map (\m -> map i64.sum (transpose m)) ms)
