-- Rows that points make for themselves, where their sizes vary with one level and the space with another.
-- ==
-- entry: crossed
-- input { [[1i64, 2i64], [5i64]] } output { [5i64, 8i64, 5i64, 5i64, 8i64, 8i64] }
-- input { empty([0][?]i64) } output { empty([0]i64) }
entry crossed (p0: [][?]i64): []i64 =
  [ y |
    i <- 0i64..<2, xs <- p0, _ <- 0i64..<(i + 1),
    let ys = loop ys = copy xs for t < 3 do
               let longer = ys ++ [ys[0] + 1]
               in (ys with [t % length ys] = longer[length ys]) with [0] = longer[length ys]
             ,
    let y = ys[0] + length ys - 1 ]
