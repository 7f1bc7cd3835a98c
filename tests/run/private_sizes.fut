-- Memory of a point whose size is computed from a number that a kernel left on the device.

entry f [n] (xs: [n]i64): []i64 =
  let ys = filter (> 0) xs
  in map (\y ->
            let zs = loop zs = replicate (length ys + 1) y for i < 3 do zs with [i % (length ys + 1)] = y + i
            in zs[length ys] + zs[0])
         ys
-- ==
-- entry: f
-- input { [0i64, 3i64, -1i64, 5i64] }
-- output { [8i64, 12i64] }
-- input { [0i64, -1i64] }
-- output { empty([0]i64) }
-- input { [7i64, 1i64, 1i64, 1i64] }
-- output { [14i64, 2i64, 2i64, 2i64] }
