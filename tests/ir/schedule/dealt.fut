-- An expansion that only updates accumulators is dealt out by rows, and nobody makes offsets of their sizes; but for rows whose sizes
-- somebody else asks for, or are in what is overwritten, and where points are kept or asked for by another schedule.
-- after: schedule
-- count: 2 by deal
-- count: 2 by within
-- count: 3 by share

def points [n] (sizes: [n]i64): []i64 = flatten (map (\s -> map (* s) (iota s)) sizes)

entry added [n] (sizes: [n]i64): [8]i64 =
  let is = points (map (+ 1) sizes) in reduce_by_index (replicate 8 0) (+) 0 is (map (const 1) is)
entry in_a_loop (k: i64): [8]i64 =
  loop acc = replicate 8 0 for n < k do
    let is = points (map (% 5) (iota n)) in reduce_by_index acc (+) 0 is is
entry stored [n] (sizes: [n]i64): ([8]i64, []i64) =
  let is = points sizes in (reduce_by_index (replicate 8 0) (+) 0 is (map (const 1) is), is)
entry overwritten [n] (xs: *[n]i64): [n]i64 =
  let is = flatten (map (\i -> map (+ i) (iota (xs[i] % 4))) (iota n)) in scatter xs is (map (const 9) is)
entry asked_for [n] (sizes: [n]i64): [8]i64 =
  let is = flatten (map (\s -> #[by(share)] map (* s) (iota s)) sizes) in reduce_by_index (replicate 8 0) (+) 0 is (map (const 1) is)
