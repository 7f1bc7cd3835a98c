-- Indexing, slices and updates of irregular arrays.
-- ==
-- entry: row
-- input { [[1i64, 2i64], [], [3i64]] 0i64 }
-- output { [1i64, 2i64] }
-- input { [[1i64, 2i64], [], [3i64]] 1i64 }
-- output { empty([0]i64) }
-- input { [[1i64, 2i64], [], [3i64]] 3i64 }
-- error: irregular_indexing\.fut:84:38: Index \[3\] out of bounds for array of shape \[3\]

-- ==
-- entry: element
-- input { [[1i64, 2i64], [], [3i64]] 0i64 1i64 }
-- output { 2i64 }
-- input { [[1i64, 2i64], [], [3i64]] 1i64 0i64 }
-- error: irregular_indexing\.fut:86:51: Index \[0\] out of bounds for array of shape \[0\]
-- input { [[1i64, 2i64], [], [3i64]] 2i64 -1i64 }
-- error: irregular_indexing\.fut:86:51: Index \[-1\] out of bounds for array of shape \[1\]

-- ==
-- entry: tails
-- input { [[1i64, 2i64], [7i64], [3i64]] }
-- output { [[2i64], empty([0]i64), empty([0]i64)] }
-- input { [[1i64, 2i64], [], [3i64]] }
-- error: irregular_indexing\.fut:89:31: Index \[1:0\] out of bounds for array of shape \[0\]

-- ==
-- entry: some_rows
-- input { [[1i64, 2i64, 4i64], [], [3i64]] }
-- output { [empty([0]i64), [3i64]] [[3i64], empty([0]i64), [1i64, 2i64, 4i64]] [[4i64, 2i64, 1i64], [3i64]] }

-- ==
-- entry: part_of_row
-- input { [[1i64, 2i64, 4i64], []] }
-- output { [2i64, 4i64] }
-- input { [[1i64, 2i64], [], [3i64]] }
-- error: irregular_indexing\.fut:93:37: Index \[1:3\] out of bounds for array of shape \[2\]

-- ==
-- entry: heads
-- input { [[1i64, 2i64, 4i64], [5i64]] }
-- output { [1i64, 5i64] }
-- input { [[1i64, 2i64], [], [3i64]] }
-- error: irregular_indexing\.fut:95:31: Index \[0\] out of bounds for array of shape \[0\]

-- ==
-- entry: first_two
-- input { [[1i64, 2i64], [4i64, 5i64, 6i64]] }
-- output { [[1i64, 2i64], [4i64, 5i64]] }
-- input { [[1i64, 2i64], [], [3i64, 4i64]] }
-- error: irregular_indexing\.fut:98:63: Index \[0:2\] out of bounds for array of shape \[0\] \(row 1\)

-- ==
-- entry: set
-- input { [[1i64, 2i64], [], [3i64]] 0i64 1i64 }
-- output { [[1i64, 9i64], empty([0]i64), [3i64]] }
-- input { [[1i64, 2i64], [], [3i64]] 1i64 0i64 }
-- error: irregular_indexing\.fut:100:48: Index \[0\] out of bounds for array of shape \[0\]

-- ==
-- entry: set_row
-- input { [[1i64, 2i64], [], [3i64]] 0i64 [7i64, 8i64] }
-- output { [[7i64, 8i64], empty([0]i64), [3i64]] }
-- input { [[1i64, 2i64], [], [3i64]] 0i64 [7i64] }
-- error: irregular_indexing\.fut:103:55: array of size 1 where size 2 is expected

-- ==
-- entry: set_deep
-- input { [3i64, 1i64] }
-- output { [[empty([0]i64), [0i64], [0i64, 7i64]], [empty([0]i64)]] [[empty([0]i64), [0i64], [8i64, 9i64]], [empty([0]i64)]] [[empty([0]i64), [0i64], [0i64, 1i64]], [empty([0]i64)]] }

-- ==
-- entry: replaced
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[7i64, 8i64, 9i64], empty([0]i64), empty([0]i64)] }

-- ==
-- entry: replaced_pairs
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [9i64, 0i64, 8i64] [[1i64, 2i64, 3i64], empty([0]i64), empty([0]i64)] }

def deep (ns: []i64): *[][?][?]i64 = map (\n -> map iota (iota n)) ns

entry row (xss: [][?]i64) (i: i64) = xss[i]

entry element (xss: [][?]i64) (i: i64) (j: i64) = xss[i, j]

-- Slices of every row are checked for every row.
entry tails (xss: [][?]i64) = xss[:, 1:]

entry some_rows (xss: [][?]i64) = (xss[1:3], xss[::-1], xss[::2, ::-1])

entry part_of_row (xss: [][?]i64) = xss[0, 1:3]

entry heads (xss: [][?]i64) = xss[:, 0]

-- The checker knows that all rows have one size.
entry first_two [n] (xss: [n][?]i64): [n][2]i64 = map (\xs -> xs[:2]) xss

entry set (xss: *[][?]i64) (i: i64) (j: i64) = xss with [i, j] = 9

-- A row of another size is an error.
entry set_row (xss: *[][?]i64) (i: i64) (xs: []i64) = xss with [i] = xs

entry set_deep (ns: []i64) = (deep ns with [0, 2, 1] = 7, deep ns with [0, 2] = [8, 9], deep ns with [1] = [[]])

-- A scatter replaces rows by rows of other sizes.
entry replaced (xss: *[][?]i64) = scatter xss [0, 2, 5, -1] [[7, 8, 9], [], [1], [1]]

entry replaced_pairs (xss: [][?]i64) = scatter (map (\xs -> (length xs, xs)) xss) [0, 2] [(9, [1, 2, 3]), (8, [])]
