-- Updates outside of a row are dropped, in the loop of a point too: in front of the row, behind it, and of rows without elements.
-- ==
-- entry: scattered
-- input { [[10i64, 20i64, 30i64], [], [40i64], [50i64, 60i64]] 2i64 }
-- output { [[1i64, 1i64, 30i64], [], [1i64], [1i64, 1i64]] }

entry scattered [n] (xss: [n][?]i64) (k: i64): [n][?]i64 =
  map (\xs -> loop ys = copy xs for r < k do scatter ys (map (\j -> j - 2 + r) (iota 3)) (rep r)) xss

-- ==
-- entry: counted
-- input { [[5i64, 5i64], [7i64], [9i64, 9i64, 9i64]] [-1i64, 0i64, 3i64] }
-- output { [[7i64, 5i64], [9i64], [11i64, 9i64, 9i64]] }

entry counted [n] (xss: [n][?]i64) (at: []i64): [n][?]i64 =
  map (\xs -> loop ys = copy xs for _r < 2i64 do reduce_by_index ys (+) 0 at (map (const 1) at)) xss
