-- Arrays made of a row, joined or copied, stand in the kernel beside it although it is overwritten while they are used.
-- after: fuse_flat
-- count: 3 segs
-- count: 0 loops

entry joined [n] [m] (xss: [n][m]i64): [n]i64 =
  map (\xs ->
         let row = loop row = copy xs for i < m do row with [i] = row[i] * 2 + i
         let both = row ++ row
         let row = loop row for i < m do row with [m - 1 - i] = both[i] - row[i]
         in loop s = 0 for i < m do s * 3 + row[i] + both[m + i] * 5) xss

entry copied [n] [m] (xss: [n][m]i64): [n]i64 =
  map (\xs ->
         let row = loop row = copy xs for i < m do row with [i] = row[i] * 2 + i
         let old = copy row
         let row = loop row for i < m do row with [m - 1 - i] = old[i] - row[i]
         in loop s = 0 for i < m do s * 3 + row[i] + old[i] * 5) xss

entry by_rounds [n] [m] (xss: [n][m]i64): [n][m]i64 =
  map (\xs ->
         loop row = copy xs for k < m do
           let both = row ++ [k, k + 1]
           let row = loop row for i < m do row with [i] = both[i + 2] + both[0]
           in row) xss
