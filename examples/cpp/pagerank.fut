-- PageRank. Page i is linked from the pages in row i; pages have different numbers of links, so the rows have different sizes.

-- One step: each page gets the ranks of those that link to it, each shared among all its links. Pages without links share theirs with
-- everybody.
entry step [n] (links_in: [n][?]i64) (links_out: [n]i64) (damping: f64) (ranks: [n]f64): [n]f64 =
  let shares = map2 (\rank out -> if out == 0 then 0 else rank / f64.i64 out) ranks links_out
  let lost = f64.sum (map2 (\rank out -> if out == 0 then rank else 0) ranks links_out)
  let base = (1 - damping + damping * lost) / f64.i64 n
  in map (\from -> base + damping * f64.sum (map (\j -> shares[j]) from)) links_in

entry change [n] (xs: [n]f64) (ys: [n]f64): f64 = f64.sum (map2 (\x y -> f64.abs (x - y)) xs ys)

entry start (n: i64): [n]f64 = replicate n (1 / f64.i64 n)
