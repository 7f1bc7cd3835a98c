-- Code of a kernel that is tried where it is read and then not pulled: types of those who read it name its sizes as they were. Found by the
-- random tester, with one level and proved checks left in (`windrow test tests/run -b interp --levels 1 --paranoid`).
-- ==
-- entry: f0
-- input { [1i64, 2i64] [[3i64, 4i64], []] 5i64 }
-- output { [[false, false, false, false, false, false]] }
-- input { empty([0]i64) empty([0][?]i64) 2i64 }
-- output { empty([0][?]bool) }

entry f0 [n0_0] (p1: [n0_0]{k: i64, v: [?]i64}) (p2: i64) =
  let x11 = [[[[1f64]]]]
  let x12 =
    (map
       (\x1 -> ({k = 1i64, v = (replicate ((loop x6 = 3i64 for x7 in x1.v do 7i64) % 4i64) 1i64)}))
       p1)
  let x13 = i64.min (length x11) (length x12)
  in
    map2
      (\x14 x15 ->
         (let x31 =
            ([(let x29 =
                 (filter (\x28 -> false)
                         (let x27 = x15.v
                          in
                            if length x27 > 0i64
                            then (copy x27) with [p2 % length x27] = x17
                            else x27))
               in
                 if length x29 > 0 then x29[x17 % length x29] else 2i64) | x17 <- (x15.v ++ x15.v)])
          in [false | (x16 <- x31 | x30 <- reverse x31), true, true, order by 7i32]))
      (take x13 x11 :> [x13][?][?][?]f64) (take x13 x12 :> [x13]{k: i64, v: [?]i64})
