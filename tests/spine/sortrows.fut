-- Each row sorted by a while that keeps its shape.
-- ==
-- entry: sortrows
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [empty([0]i64), empty([0]i64)] }
-- output { [empty([0]i64), empty([0]i64)] }
-- input { [[3i64, 1i64, 2i64]] }
-- output { [[1i64, 2i64, 3i64]] }
-- input { [[3i64, 1i64, 2i64, 2i64, 9i64], [], [5i64], [2i64, 1i64]] }
-- output { [[1i64, 2i64, 2i64, 3i64, 9i64], [], [5i64], [1i64, 2i64]] }

-- How many elements of the sorted part xs[lo:hi] come before x.
def count (xs: []i64) (lo: i64) (hi: i64) (x: i64) (orEqual: bool): i64 =
  let (l, _) = loop (l, h) = (lo, hi) while l < h do
    let c = l + (h - l) / 2
    in if xs[c] < x || (orEqual && xs[c] == x) then (c + 1, h) else (l, c)
  in l - lo

-- Sorted runs of w become sorted runs of 2w.
def merge_runs [m] (w: i64) (xs: [m]i64): [m]i64 =
  let target (j: i64): i64 =
    let base = j - j % (2 * w)
    let mid = i64.min (base + w) m
    let left = j < mid
    let lo = if left then mid else base
    let hi = if left then i64.min (base + 2 * w) m else mid
    in (if left then j else base + (j - mid)) + count xs lo hi xs[j] (!left)
  in scatter (copy xs) (map target (iota m)) xs

entry sortrows [n] (xss: [n][?]i64): [n][?]i64 =
  map (\xs -> let (ys, _) = loop (ys, w) = (xs, 1) while w < length ys do (merge_runs w ys, 2 * w) in ys) xss
