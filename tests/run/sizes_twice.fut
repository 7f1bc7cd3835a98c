-- Two maps over the same array of sizes, whose rows are sizes inside, become one.
-- ==
-- entry: nested
-- input { true true } output { [[[[true, true], [true]]], [[[true]]]] }
-- input { false false } output { [[[[false, false]]]] }
entry nested (p: bool) (q: bool): [][?][?][?]bool =
  if p then [[[[q, q], [true]]], [[[true]]]] else [[[[q, q]]]]

-- ==
-- entry: loops
-- input { [1i32, 2i32] [true, false] 1i64 }
-- output { [[[[[true, true], [true]]]], [[[[false, false], [true]]]]] }
entry loops (xs: []i32) (ps: []bool) (k: i64) =
  if i32.sum xs < 0 then [[[[[true]]]], [[[[true, true], [true]]], [[[true]]]]] else [[[[[x, x], [true]]]] | x <- ps, _ <- 0i64..<(k % 4i64)]
