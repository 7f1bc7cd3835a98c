-- Conditions of loops inside kernels: expressions, and some that need statements before they are known (a value used twice,
-- a reduction, a check).

-- ==
-- entry: reduced
-- input { [[1i64, 2i64, 3i64], [5i64], []] } output { [3i64, 1i64, 0i64] }
entry reduced (xss: [][?]i64): []i64 =
  map (\xs -> loop i = 0 while (let k = i * i in k < length xs * length xs && all (\x -> x + k > -1) xs) do i + 1) xss

-- ==
-- entry: shared
-- input { [3i64, 5i64, 0i64] } output { [3i64, 5i64, 0i64] }
entry shared (ns: []i64): []i64 =
  map (\n -> loop i = 0 while (let k = i * i + 1 in k <= n * n && k * k >= 0) do i + 1) ns

-- ==
-- entry: checked
-- input { [3i64, 5i64, 2i64] } output { 2i64 }
-- input { [3i64, 5i64, 0i64] } output { 2i64 }
-- input { [3i64, 5i64, 1i64] }
-- error: out of bounds
entry checked (ns: []i64): i64 = loop i = 0 while ns[i] != 0 && !(ns[i] * ns[i] == 4 && ns[0] / ns[i] > 0) do i + 1
