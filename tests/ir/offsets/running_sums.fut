-- Where rows begin is computed by hand from running sums of their sizes, in four ways: the sums are the offsets, nothing is scanned
-- again, and the slices are checked where the sums are made.
-- after: fuse_flat
-- count: 8 segs
-- count: 4 scan
-- count: 4 closed
-- count without offsets: 14 segs

entry starts_and_ends [n] [m] (sizes: [n]i64) (xs: [m]i64): [n]i64 =
  let offs = [0] ++ scan (+) 0 sizes
  in map (\i -> reduce (+) 0 xs[offs[i]:offs[i + 1]]) (iota n)

entry ends [n] [m] (sizes: [n]i64) (xs: [m]i64): [n]i64 =
  let ends = scan (+) 0 sizes
  in map (\i -> reduce (+) 0 xs[(if i == 0 then 0 else ends[i - 1]):ends[i]]) (iota n)

entry back_from_ends [n] [m] (sizes: [n]i64) (xs: [m]i64): [n]i64 =
  map2 (\s e -> reduce (+) 0 xs[e - s:e]) sizes (scan (+) 0 sizes)

entry starts [n] [m] (sizes: [n]i64) (xs: [m]i64): [n]i64 =
  let starts = map2 (-) (scan (+) 0 sizes) sizes
  in map2 (\s start -> reduce (+) 0 xs[start:start + s]) sizes starts
