-- Lanes of a GPU use the row of a point again where the rows of all points would take much memory: a launch finds how long each has to be,
-- another where each begins, and the host reads how many elements that are.
-- after: lower
-- count: 3 launches
-- count: 1 reads

entry pascal [n] (sizes: [n][?]u8): [n]i64 =
  map (\s ->
         let m = length s
         let row = loop row = iota (m + 1) for r < m do
           (loop row for j < m do row with [j] = (row[j] + row[j + 1]) % 1009 + r)
         in row[m])
      sizes
