-- Branches and matches inside of maps that return rows: written out, taken out of arrays, copied, computed.

-- ==
-- entry: written
-- input { [0i64, 1i64, 7i64] }
-- output { [[1i64, 2i64, 3i64], [1i64, 1i64, 2i64], [3i64, 2i64, 3i64]] }
-- input { empty([0]i64) }
-- output { empty([0][3]i64) }
entry written (xs: []i64): [][3]i64 =
  map (\x -> match x
             case 0 -> [1, 2, 3]
             case 1 -> [x, x, x + 1]
             case _ -> [3, 2, x / 2]) xs

-- Checks of a literal's elements are those of the case that is taken.
-- ==
-- entry: checked
-- input { [1i64, 2i64] 5i64 }
-- output { [[1i64, 0i64], [2i64, 2i64]] }
-- input { [2i64, 2i64] 0i64 }
-- output { [[2i64, 2i64], [2i64, 2i64]] }
-- input { [2i64, 1i64] 0i64 }
-- error: branch_rows.fut:24:75: division by zero \(row 1\)
entry checked (xs: []i64) (k: i64): [][2]i64 = map (\x -> if x == 1 then [5 / k, 0] else [x, 2]) xs

-- Rows of other sizes.
-- ==
-- entry: sizes
-- input { [0i64, 1i64, 3i64, 2i64] }
-- output { [[], [7i64], [0i64, 1i64, 2i64], [0i64, 1i64]] }
entry sizes (ns: []i64): [][?]i64 = map (\n -> match n case 0 -> [] case 1 -> [7i64] case _ -> iota n) ns

-- ==
-- entry: taken
-- input { [0i64, 1i64, 2i64, 5i64] [[9i64], [8i64, 8i64, 8i64], [], [4i64]] }
-- output { [[9i64], [1i64, 2i64], [2i64, 2i64, 2i64, 2i64, 2i64], [8i64, 8i64, 8i64]] }
-- input { empty([0]i64) empty([0][0]i64) }
-- output { empty([0][0]i64) }
entry taken [n] (is: [n]i64) (xss: [n][?]i64): [n][?]i64 =
  map2 (\i xs -> match i
                 case 0 -> copy xs
                 case 1 -> [i, i + 1]
                 case 2 -> replicate (i + 3) i
                 case _ -> xss[i % n]) is xss

-- An index out of bounds matters only where its row is taken, however many rows there are.
-- ==
-- entry: guarded
-- input { [1i64, -4i64] [[1i64], [2i64, 3i64]] }
-- output { [[2i64, 3i64], []] }
-- input { [1i64, 2i64] [[1i64], [2i64, 3i64]] }
-- error: branch_rows.fut:57:27: Index \[2\] out of bounds for array of shape \[2\] \(row 1\)
-- input { [-1i64] empty([0][0]i64) }
-- output { [[]] }
entry guarded [n] (is: [n]i64) (xss: [][?]i64): [n][?]i64 =
  map (\i -> if i < 0 then [] else
             let j = i in xss[j]) is

-- Several results, one of them twice.
-- ==
-- entry: several
-- input { [[1i64, 2i64], [5i64]] }
-- output { [[1i64, 2i64], [5i64]] [[1i64, 2i64], [1i64]] [2i64, 0i64] }
entry several [n] (xss: [n][?]i64): ([n][?]i64, [n][?]i64, [n]i64) =
  unzip3 (map (\xs -> if length xs > 1 then let ys = copy xs in (ys, ys, ys[1]) else (xs, [1], 0)) xss)

-- Nested branches, in which loops overwrite rows, stay code of a kernel.
-- ==
-- entry: overwritten
-- input { [[0i64, 1i64], [1i64, 1i64], [2i64, 5i64]] }
-- output { [[0i64, 5i64], [4i64, 1i64], [0i64, 1i64]] }
entry overwritten [n][m] (xss: [n][m]i64): [n][m]i64 =
  map (\xs -> match xs[0]
              case 0 -> (copy xs) with [1] = 5
              case 1 -> (copy xs) with [0] = 4
              case _ -> loop ys = copy xs for i < m do ys with [i] = i) xss

-- Rows with something behind or in front of them.
-- ==
-- entry: joined
-- input { [[1i64, 2i64, 3i64], [], [5i64], [6i64, 7i64]] 9i64 }
-- output { [[9i64, 1i64, 2i64, 3i64, 3i64], [], [5i64, 9i64], [7i64, 6i64, 7i64]] }
-- input { [[1i64, 2i64]] 0i64 }
-- output { [[2i64, 1i64, 2i64]] }
-- input { [[1i64]] 0i64 }
-- error: branch_rows.fut:90:32: division by zero \(row 0\)
entry joined [n] (xss: [n][?]i64) (k: i64): [n][?]i64 =
  map (\xs -> match length xs
              case 0 -> xs
              case 1 -> xs ++ [81 / k]
              case 2 -> reverse xs[1:] ++ xs
              case _ -> [k] ++ xs ++ [length xs]) xss

-- ==
-- entry: doubled
-- input { [[1i64, 2i64, 3i64], [5i64], [4i64, 6i64, 7i64]] }
-- output { [[1i64, 2i64, 3i64, 1i64, 2i64, 3i64], [5i64], [4i64, 6i64, 7i64, 4i64, 6i64, 7i64]] }
entry doubled [n] (xss: [n][?]i64): [n][?]i64 = map (\xs -> if length xs > 2 then xs ++ xs else xs) xss
