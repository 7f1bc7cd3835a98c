-- loop over pairs of ragged arrays for-in with tuple patterns; nested for-in; accumulate ragged output
-- ==
-- entry: main
-- input { [[1i64,2i64],[],[3i64]] [true,false,true] } output { [[2i64,3i64],[4i64]] 6i64 [[1i64],[1i64,2i64],[1i64,2i64,3i64]] }
entry main [n] (xss: [n][?]i64) (keep: [n]bool) =
  let a = loop acc = [] for (xs, k) in zip xss keep do if k then acc ++ [map (+1) xs] else acc
  let b = loop s = 0 for xs in xss do loop s for x in xs do s + x
  let (c, _) = loop (acc: [][?]i64, cur: []i64) = ([], []) for xs in xss do
    loop (acc, cur) for x in xs do
      let cur = cur ++ [x]
      in (acc ++ [cur], cur)
  in (a, b, c)
