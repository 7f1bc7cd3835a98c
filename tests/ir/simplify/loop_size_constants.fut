-- A constant that is asserted to be the size of an array that a loop carries is also that of other dimensions, which stay as they are.
-- after: simplify
-- count: 1 under

entry rows (n: i64) : []i64 =
  loop start = [1i64] for i < 1i64 do
    let _ =
      loop xs = [[[1i64], [i, i]]] for j < 1i64 do
        let ys = [[[j, n], [j, j]], [[j, j], [2i64, j]]]
        let zs = map2 (\y _ -> y) ys ([1i32] :> [length ys]i32)
        in (if length zs > 24i64 then take 24i64 zs else zs)
    in start
