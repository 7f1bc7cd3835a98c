-- What a loop carries in turns keeps its size.
-- ==
-- entry: turns
-- input { [[1i64, 2i64], [3i64, 4i64]] } output { [[4i64, 5i64], [6i64, 7i64]] }
entry turns [n] [m] (xss: [n][m]i64): [n][m]i64 =
  map (\xs ->
         let (res, _) =
           loop (a, b) = (copy xs, copy xs) for _i < 3 do (scatter b (iota m) (map (+ 1) a), a)
         in res)
      xss
-- The sizes of a parameter do not depend on its value.
-- ==
-- entry: grown
-- input { true } output { 4i64 }
-- input { false } output { 3i64 }
type~ state = {arr: []i64, seed: i64}
def event (b: bool) (s: state): state =
  if b then {arr = replicate (length s.arr + 1) 0, seed = s.seed} else s
entry grown (b: bool): i64 = length (event b {arr = [1, 2, 3], seed = 42}).arr

-- What a loop carries keeps its sizes where it can, although something else in the definition is irregular.
-- ==
-- entry: kept_beside
-- input { [7i64] 1i64 } output { [[3i64, 1i64], [3i64, 1i64]] [[7i64], [1i64, 1i64]] }
entry kept_beside [n] (xs: [n]i64) (k: i64): ([][2]i64, [2][?]i64) =
  (loop rows = map (\_ -> [3, 1]) xs for _i < k do rows ++ [[3, 1]], [xs, [k, k]])
