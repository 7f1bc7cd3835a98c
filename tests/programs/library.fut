-- depth 4 nests and restructuring: books -> chapters -> paragraphs -> words
-- ==
-- entry: main
-- input { [[[[1i64,2i64],[3i64]],[]],[],[[[4i64]],[[],[5i64,6i64]]]] } output { [[2i64,0i64],[],[1i64,2i64]] [[3i64,0i64],[],[1i64,2i64]] [6i64,0i64,15i64] [[1i64,2i64],[3i64],[4i64],[],[5i64,6i64]] [[[1i64,2i64,3i64],[]],[],[[4i64],[5i64,6i64]]] 6i64 }
entry main (b: [][?][?][?]i64) =
  let paragraphs = map (map length) b
  let words = map (map (\c -> i64.sum (map length c))) b
  let sums = map (\book -> i64.sum (map (\ch -> i64.sum (map i64.sum ch)) book)) b
  let all = flatten (flatten b)
  let joined = map (map flatten) b
  in (paragraphs, words, sums, all, joined, length (flatten all))
-- ==
-- entry: deep_update
-- input { [[[[1i64,2i64],[3i64]],[]],[],[[[4i64]],[[],[5i64,6i64]]]] } output { [[[[1i64,2i64],[3i64]],[]],[],[[[4i64]],[[],[5i64,60i64]]]] }
entry deep_update (b: *[][?][?][?]i64) = b with [2,1,1,1] = 60
-- ==
-- entry: deep_index
-- input { [[[[1i64,2i64],[3i64]],[]],[],[[[4i64]],[[],[5i64,6i64]]]] } output { [5i64,6i64] [[],[5i64,6i64]] [6i64] [[[4i64]],[[],[5i64,6i64]]] }
entry deep_index (b: [][?][?][?]i64) = (b[2,1,1], b[2,1], b[2,1,1,1:], b[2])
