-- Rows of the triangle of Pascal.
def next [n] (row: [n]i64): [n+1]i64 = map2 (+) (row ++ [0]) ([0] ++ row :> [n+1]i64)
entry triangle (n: i64): [][?]i64 =
  let (rows, _) = loop (rows, row) = ([], [1]) for _i < n do (rows ++ [row], next row)
  in rows
-- ==
-- entry: triangle
-- input { 4i64 } output { [[1i64],[1i64,1i64],[1i64,2i64,1i64],[1i64,3i64,3i64,1i64]] }
