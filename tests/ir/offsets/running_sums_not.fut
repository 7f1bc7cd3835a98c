-- Running sums of another array, running products, and the element two rows in front are no offsets of the rows.
-- after: fuse_flat
-- count: 0 closed

entry of_others [n] [m] (sizes: [n]i64) (others: [n]i64) (xs: [m]i64): [n]i64 =
  map2 (\s e -> reduce (+) 0 xs[e - s:e]) sizes (scan (+) 0 others)

entry products [n] [m] (sizes: [n]i64) (xs: [m]i64): [n]i64 =
  map2 (\s e -> reduce (+) 0 xs[e - s:e]) sizes (scan (*) 1 sizes)

entry two_in_front [n] [m] (sizes: [n]i64) (xs: [m]i64): [n]i64 =
  let ends = scan (+) 0 sizes
  in map (\i -> reduce (+) 0 xs[(if i <= 1 then 0 else ends[i - 2]):ends[i]]) (iota n)
