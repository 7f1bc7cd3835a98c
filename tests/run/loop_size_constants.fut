-- The size of an array that a loop carries is asserted to be what it is at first, and other dimensions have that size too.

entry rows (n: i64) : []i64 =
  loop start = [1i64] for i < 1i64 do
    let _ =
      loop xs = [[[1i64], [i, i]]] for j < 1i64 do
        let ys = [[[j, n], [j, j]], [[j, j], [2i64, j]]]
        let zs = map2 (\y _ -> y) ys ([1i32] :> [length ys]i32)
        in (if length zs > 24i64 then take 24i64 zs else zs)
    in start
-- ==
-- entry: rows
-- input { -3i64 } error: cannot match
