-- Values in files that gzip has compressed; in a script they are written out.
-- ==
-- input @ data/rows.in.gz
-- output @ data/rows.out.gz
-- script input { let (rows, more) = $loaddata "data/rows.in.gz" in (rows, more) }
-- output @ data/rows.out.gz
-- script input { let r = parts 4 in (r.rows, r.sizes.more) }
-- output { [[7i64], [7i64, 8i64], [7i64, 8i64, 9i64]] }
-- script input { shifted {sizes = {more = 2, less = false}, rows = [[1], []]} }
-- output { [[5i64], []] }
entry main [n] (rows: [n][?]i64) (more: i64) = map (map (+ more)) rows

entry parts (n: i64) = {rows = map iota (map (+ 1) (iota (n - 1))), sizes = {more = 7i64, less = true}}
entry shifted [n] (r: {rows: [n][?]i64, sizes: {more: i64, less: bool}}) =
  (map (map (+ r.sizes.more)) r.rows, if r.sizes.less then 0i64 else r.sizes.more)

-- ==
-- entry: letters
-- script input { "ab\n" } output { 3i64 205i64 }
entry letters (text: []u8) = (length text, i64.sum (map i64.u8 text))
